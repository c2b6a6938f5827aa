"""The theme of all panels: colours, text sizes and text styles, and the length of a unit in a window."""

from typing import NamedTuple

from ..core.shapes import Rgba

REFERENCE_HEIGHT = 720  # [pixels] of a window whose units are pixels
SMALLEST = 0.75  # [pixels] least length of a unit. Smaller: text cannot be read
# (width, height) [units] that menus need: larger text would not fit. SCROLLED: for the panels beside the picture, which scroll.
# Less than that of a window of 720 lines at 150 %: the keys below a lesson run into each other.
NEEDED, SCROLLED = (1000, 560), (853, 480)

Size = tuple[int, int]  # (width, height) [pixels]

INK = (0.93, 0.95, 0.97, 1.0)
DIM = (0.60, 0.66, 0.73, 1.0)
ACCENT = (0.97, 0.66, 0.20, 1.0)
RED = (0.93, 0.26, 0.22, 1.0)
PANEL = (0.06, 0.08, 0.11, 1.0)  # opaque: signs of the level would shine through the text
LINE = (0.80, 0.87, 0.95, 0.16)
FOCUS = (0.97, 0.66, 0.20, 0.20)
SHADE = (0.04, 0.05, 0.08, 0.38)

SMALL, NORMAL, LARGE, TITLE = 14, 16, 21, 40  # smaller than 14: not readable in a window 720 lines high
LINE_HEIGHT = 1.4  # of the text size


class TextStyle(NamedTuple):
    """The size [units], colour and font of a text. `mono` is the monospaced font, for numbers and code."""

    size: float = NORMAL
    colour: Rgba = INK
    bold: bool = False
    mono: bool = False

    def pixels(self, scale: float) -> int:
        return round(self.size * scale)


TEXT = TextStyle()
NOTE, ASIDE = TextStyle(SMALL), TextStyle(SMALL, DIM)
HEADLINE, HEADING = TextStyle(LARGE, bold=True), TextStyle(NORMAL, ACCENT, bold=True)
CODE = TextStyle(SMALL, mono=True)


def unit_of(size: Size, text_size: float, needed: tuple[int, int] = NEEDED) -> float:
    """Return the length of a unit [pixels] in a window in which `needed` (width, height) [units] must fit."""
    unit = max(SMALLEST, size[1] / REFERENCE_HEIGHT)
    most = min(have / need for have, need in zip(size, needed))
    return max(unit, min(unit * text_size, most)) if text_size > 1.0 else unit
