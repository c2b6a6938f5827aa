"""The lab: exhibits in a level whose bodies move, meet and are worked by the player's hand.

The physics, which knows no exhibit:

particles      one particle: integrators, forces, aiming
sweeps         two bodies: overlap tests, bisection, sweeps, and what each of them misses
one_dimension  bodies on a line: the cradle, the counting wall, bounces without end
balls          many balls: collisions in the order of time, impulses, the turning box
heaps          many balls in contact, and simpler laws to compare with
contact_rules  prologue, collision and epilogue of a meeting

The frame:

records        what goes into a step and comes out of it: actions, the player as the lab sees it, readouts
controls       buttons, switches and dials of a desk
registry       the kinds of exhibits: a kind is a class, and its signature is the schema of its table
lab            all exhibits of a level: begin, step, which ones sleep
snapshots      the states of a run: a few are kept, the others are computed again
ball_triangles  balls as triangles that stop the player
digest         the bytes of a state that enter the hash of a run
exhibits       the kinds, one file each
"""

from .lab import Lab, LabState
from .records import Action, Actor, Incident, IncidentKind, Readout
from .snapshots import LabRecord

__all__ = ["Action", "Actor", "Incident", "IncidentKind", "Lab", "LabRecord", "LabState", "Readout"]
