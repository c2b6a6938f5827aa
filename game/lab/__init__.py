"""The lab: exhibits of physics that a visitor operates, computed beside the player.

particles      one particle: integrators, forces, aiming
sweeps         two bodies: overlap tests, bisection, sweeps, and what each of them misses
one_dimension  bodies on a line: the cradle, the counting wall, bounces without end
balls          many balls: collisions in the order of time, impulses, the turning box
heaps          many balls in contact, and simpler laws to compare with
contact_rules  prologue, collision and epilogue of a meeting
"""
