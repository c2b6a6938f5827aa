"""Shapes to draw and text to read, made from a step record without a renderer.

tick_overlay    the overlays of a tick as shapes
captions        text beside the picture: head-up display, tick inspector, legend
geometry        shapes, spaces, and shapes as triangles
palette         colours
switches        which overlays are on
inspected_tick  one iteration of a tick as shapes
triangle_picking  the triangle under a ray
timeline_marks  events and changes along the timeline
twin_paths      the paths of the twins
distance_plot   the distances between the player and its twins
volume_shapes   volumes as shapes
lab             exhibits: bodies, boards, desks
minkowski       triangles expanded by the body, the body as a point
"""

from .captions.hud_text import hud_lines, hud_rows, step_rows
from .captions.legend import legend
from .distance_plot import distance_plot
from .geometry.space_mapping import mapped
from .geometry.spaces import CHOICES, Space, space_between
from .geometry.tessellate import Tessellation, to_triangles
from .minkowski.minkowski_overlay import build_minkowski
from .switches import Switches
from .tick_overlay import build_overlay
from .twin_paths import twin_shapes

__all__ = [
    "CHOICES",
    "Space",
    "Switches",
    "Tessellation",
    "build_minkowski",
    "build_overlay",
    "distance_plot",
    "hud_lines",
    "hud_rows",
    "legend",
    "mapped",
    "space_between",
    "step_rows",
    "to_triangles",
    "twin_shapes",
]
