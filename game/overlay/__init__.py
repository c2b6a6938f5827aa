"""From a step record to things to draw and words to read: pure data, no renderer."""

from .distance_plot import distance_plot
from .hud import hud_lines, hud_rows, step_lines
from .minkowski.minkowski_overlay import build_minkowski
from .palette import legend
from .space_mapping import mapped
from .spaces import CHOICES, Space, space_between
from .switches import Switches
from .tessellate import Solids, cut
from .tick_overlay import build_overlay
from .twins import twin_shapes

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
