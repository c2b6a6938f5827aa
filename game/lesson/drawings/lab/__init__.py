"""Drawings of the lab's lessons, made from formulas of game.lab and from the figures of exhibits.

targets   the launches that hit a target, their limit, and a flight in steps
overlaps  tests of a bullet at the ends of its steps, what they miss, and halving
"""
