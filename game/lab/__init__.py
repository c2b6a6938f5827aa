"""The lab: exhibits with bodies that move and collide. The player operates each exhibit at a desk.

physics           the physics, which does not depend on the exhibits
exhibits          the kinds of exhibits: a file for each has its bodies, its step, its drawing and its board
lab               all exhibits of a level: begin, step, which ones sleep
lab_run           the states of a run: a few are kept, the others are computed again
forum_collision   the collision program of an internet forum as printed, with its errors
exhibit_drawings  the shapes of an exhibit in the world, and those of its desk
ground            the ground under a point: height fields, irregular networks, weights of a triangle's corners
delaunay          the triangulation of an irregular network
shapes            convex bodies, from the three files below
convex_hull       the polyhedron around points
closest_points    sums and differences of two bodies, their distance and their depth
bounding_volumes  spheres and boxes around points

Sources, by the names that the docstrings use:
Tang's lecture  Jijun Tang, Collision Detection, course CSCE 590E, spring 2007
Gomez           Miguel Gomez, Simple Intersection Tests for Games
"""

from .exhibits.exhibit import Action, Actor, Incident, IncidentKind, Readout
from .lab import Lab, LabState
from .lab_run import LabRecord
from .physics import pairs

__all__ = ["Action", "Actor", "Incident", "IncidentKind", "Lab", "LabRecord", "LabState", "Readout", "pairs"]
