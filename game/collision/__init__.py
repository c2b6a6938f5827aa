"""Collide and slide: sweep an ellipsoid through a mesh of triangles, stop at the first contact, slide, repeat.

After Kasper Fauerby, "Improved Collision detection and Response" (2003). Read the files in this order:

ellipsoid_and_espace            chapter 2: the ellipsoid becomes the unit sphere
paper_detection                 chapter 3 and appendices C to E as printed: the unit sphere against one triangle
robust_detection                the same, repaired
candidates_and_nearest_contact  section 3.1: the triangles near a body, in eSpace, and the nearest contact of a sweep with them
response                        chapter 4 and appendix F: move, slide along the tangent plane at the contact, repeat
plane_set                       a repair: the planes of all contacts that still touch
depenetration                   a repair: the way out for a body that starts inside a surface
rules                           the switches of the repairs, and the same as compiled code reads them
public_api                      the public calls, for one body or many
trace                           the record of a call, iteration by iteration
mesh                            triangles, their tree, rays
entry_points                    the compiled functions that Python calls
nearby                          the triangles near a body, and the memory that sweeps write to
warmup                          compilation of everything before a game begins
example_game                    a program of its own: a window, a level, and a player that collides and slides
"""

from ..core.background_compiling import compile_in_background
from .depenetration import depenetrate
from .ellipsoid_and_espace import Ellipsoid
from .mesh.triangle_mesh import TriangleMesh
from .nearby import Nearby
from .public_api import Hit, Move, collide_and_slide, collide_and_slide_many, overlap, sweep
from .rules import Rules
from .trace import Ending, Feature, Iteration, Outcome, Pass, Trace
from .warmup import needs_compiling, warm_up

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
    "Iteration",
    "TriangleMesh",
    "collide_and_slide",
    "collide_and_slide_many",
    "compile_in_background",
    "depenetrate",
    "needs_compiling",
    "overlap",
    "sweep",
    "warm_up",
]
