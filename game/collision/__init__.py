"""Collide and slide: sweep an ellipsoid through a mesh of triangles, stop at the first contact, slide, repeat.

After Kasper Fauerby, "Improved Collision detection and Response" (2003). Read the files in this order:

ellipsoid_and_espace  chapter 2: the ellipsoid becomes the unit sphere
paper_detection       chapter 3 and appendices C to E as printed: the unit sphere against one triangle
robust_detection      the same, repaired
nearest_contact       section 3.1: the nearest contact of a sweep
response              chapter 4 and appendix F: move, slide, repeat
sliding_plane         sections 4.1 and 4.2: the tangent plane at the contact, and the slide along it
plane_classification  a repair: the kind of ground of a sliding plane, walkable or a wall
plane_set             a repair: the planes of all contacts that still touch
recovery              a repair: the way out for a body that starts inside a surface
rules                 the switches of the repairs
public_api            the public calls
trace                 the record of a call, iteration by iteration
mesh                  triangles, their tree, rays
engine                compiling, vectors, scratch memory
example_game          a program of its own: a window, a level, and a player that collides and slides
"""

from .ellipsoid_and_espace import Ellipsoid
from .engine.compiling.warmup import needs_compiling, warm_up
from .engine.nearby_workspace import Nearby
from .mesh.triangle_mesh import TriangleMesh
from .public_api import Hit, Move, collide_and_slide, collide_and_slide_many, overlap, sweep
from .recovery import depenetrate
from .rules import Rules
from .trace.enums import Ending, Feature, Outcome, Pass
from .trace.trace import Trace
from .trace.trace_step import TraceStep

__all__ = [
    "Ellipsoid",
    "Ending",
    "Feature",
    "Hit",
    "Move",
    "Nearby",
    "Outcome",
    "Pass",
    "Rules",
    "Trace",
    "TraceStep",
    "TriangleMesh",
    "collide_and_slide",
    "collide_and_slide_many",
    "depenetrate",
    "needs_compiling",
    "overlap",
    "sweep",
    "warm_up",
]
