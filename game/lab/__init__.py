"""The lab: exhibits with bodies that move and collide. The player operates each exhibit at a desk.

The physics, which does not depend on the exhibits:

particles                       one particle: integrators, forces, aiming
sweeps                          two bodies: overlap tests, bisection, sweeps, and what each of them misses
one_dimension                   bodies on a line: the cradle, the counting wall, infinitely many bounces
balls                           many balls: collisions in the order of time, impulses, the turning box
heaps                           many balls in contact, and simpler methods to compare with
contact_resolution_and_effects  prologue, collision and epilogue of a meeting of two bodies
network_dead_reckoning          the place of a body as another machine shows it, some time late

The frame:

step_input_and_output  inputs and outputs of a step: actions, the player in the lab, readouts
controls               buttons, switches and dials of a desk
exhibit_kinds          the kinds of exhibits: a kind is a class, and its signature is the schema of its table
lab                    all exhibits of a level: begin, step, which ones sleep
lab_run                the states of a run: a few are kept, the others are computed again
balls_as_triangles     balls as triangles that stop the player
state_digest           the bytes of a state that enter the hash of a run
exhibits               the kinds, one file each

Sources, by the names that the docstrings use:
Tang's lecture  Jijun Tang, Collision Detection, course CSCE 590E, spring 2007
Gomez           Miguel Gomez, Simple Intersection Tests for Games
"""

from .lab import Lab, LabState
from .lab_run import LabRecord
from .step_input_and_output import Action, Actor, Incident, IncidentKind, Readout

__all__ = ["Action", "Actor", "Incident", "IncidentKind", "Lab", "LabRecord", "LabState", "Readout"]
