"""From a step record to shapes to draw and text to read: pure data, no renderer.

tick_overlay    the overlays of a tick as shapes
geometry        shapes, spaces, and shapes as triangles
palette         colours; legend names those in a picture, coloured_words those in a text
switches        which overlays are on
hud_text        the text of the head-up display
inspected_tick  one iteration of a tick; iteration_text is its text, triangle_picking names a triangle under a ray
timeline_marks  events and changes along the timeline
twin_paths      traces of the twins; distance_plot plots their distances
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
