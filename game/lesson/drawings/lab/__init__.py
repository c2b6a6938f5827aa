"""Drawings of the lab's lessons, made from formulas of game.lab and from the figures of exhibits.

two_bodies  a sphere and a plane, two spheres seen from one of them, the digits that are lost
collisions  impulses, bounces, blocks, the cradle, the circle that counts pi
"""
