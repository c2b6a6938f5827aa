"""Drawings of the lab's lessons, made from formulas of game.lab and from the figures of exhibits."""
