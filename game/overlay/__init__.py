"""From a step record to shapes to draw and text to read: pure data, no renderer.

tick_overlay     the overlays of a tick, as shapes
shapes           points, arrows, discs, lines, triangles, labels
spaces           the world and ellipsoid space; space_mapping brings shapes from one into the other
tessellate       shapes as triangles; unit_meshes has their unit tube, ball, disc and rings
palette          colours and legend
switches         which overlays are on
hud              the text of the head-up display
inspector        one iteration of a tick; iteration_text is its text, picking names a triangle under a ray
timeline_marks   events and changes along the timeline
twins            traces of the twins; distance_plot plots their distances
volumes          what volumes look like
minkowski        triangles expanded by the body, the body as a point
"""

from .distance_plot import distance_plot
from .hud import hud_lines, hud_rows, step_lines
from .minkowski.minkowski_overlay import build_minkowski
from .palette import legend
from .space_mapping import mapped
from .spaces import CHOICES, Space, space_between
from .switches import Switches
from .tessellate import Tessellation, to_triangles
from .tick_overlay import build_overlay
from .twins import twin_shapes

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
    "step_lines",
    "to_triangles",
    "twin_shapes",
]
