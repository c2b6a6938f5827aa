"""From a step record to things to draw and words to read: pure data, no renderer."""

from .build import build_overlay
from .hud import hud_lines, hud_rows, step_lines
from .palette import legend
from .solids import Solids, cut
from .switches import Switches

__all__ = ["Solids", "Switches", "build_overlay", "cut", "hud_lines", "hud_rows", "legend", "step_lines"]
