"""From a step record to things to draw and words to read: pure data, no renderer."""

from .build import build_overlay
from .distance_plot import distance_plot
from .hud import hud_lines, hud_rows, step_lines
from .mapped import mapped
from .minkowski import build_minkowski
from .palette import legend
from .solids import Solids, cut
from .spaces import CHOICES, Space, space_between
from .switches import Switches
from .twin_shapes import twin_shapes

__all__ = [
    "CHOICES",
    "Solids",
    "Space",
    "Switches",
    "build_minkowski",
    "build_overlay",
    "cut",
    "distance_plot",
    "hud_lines",
    "hud_rows",
    "legend",
    "mapped",
    "space_between",
    "step_lines",
    "twin_shapes",
]
