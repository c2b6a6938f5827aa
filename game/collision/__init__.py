"""Collide and slide: sweep an ellipsoid through a mesh of triangles, stop at the first contact, slide, repeat.

After Kasper Fauerby, "Improved Collision detection and Response" (2003). Read in this order: espace (chapter 2), detection
and exact_detection (chapter 3), response (chapter 4); then mesh, which finds the triangles worth testing.
"""

from .engine.query_workspace import Nearby
from .engine.warmup import needs_compiling, warm_up
from .espace import Ellipsoid
from .mesh.triangle_mesh import TriangleMesh
from .queries import Hit, Move, collide_and_slide, collide_and_slide_many, overlap, sweep
from .recovery import depenetrate
from .rules import Rules
from .trace import Trace, TraceStep
from .trace_enums import Ending, Feature, Outcome, Pass

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
