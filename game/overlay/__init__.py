"""Shapes to draw and text to read, made from a step record without a renderer.

tick_overlay    the overlays of a tick as shapes
geometry        shapes, spaces, and shapes as triangles
palette         colours
legend          the names of the colours in a picture
coloured_words  colours for the terms in a text
switches        which overlays are on
hud_text        the text of the head-up display
inspected_tick  one iteration of a tick as shapes
iteration_text  the text of an iteration
triangle_picking  the triangle under a ray
timeline_marks  events and changes along the timeline
twin_paths      the paths of the twins
distance_plot   the distances between the player and its twins
volume_shapes   volumes as shapes
lab             exhibits: bodies, boards, desks
minkowski       triangles expanded by the body, the body as a point
"""

from .distance_plot import distance_plot
from .geometry.space_mapping import mapped
from .geometry.spaces import CHOICES, Space, space_between
from .geometry.tessellate import Tessellation, to_triangles
from .hud_text import hud_lines, hud_rows, step_rows
from .legend import legend
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
