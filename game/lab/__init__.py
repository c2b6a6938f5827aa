"""The lab: exhibits of physics that a visitor operates, computed beside the player.

particles  one particle: integrators, forces, aiming
sweeps     two bodies: overlap tests, bisection, sweeps, and what each of them misses
balls      many balls: collisions in the order of time, impulses, heaps, the turning box
"""
