"""Drawings of the lab's lessons, made from formulas of game.lab and from the figures of exhibits.

responses  an impulse at a wall, a ball in a penalty floor, energies of integrators, a wall that lets pass
boxes      balls in a box: a wall that moves, sums that are kept, chords, gaps in a heap, the place of a shadow
"""
