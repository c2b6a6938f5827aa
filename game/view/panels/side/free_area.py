"""The part of the window that no panel covers while time stands: the picture's subject is drawn in its middle."""

from ...camera.area import Area
from ..canvas import REFERENCE_HEIGHT, SCROLLED, unit_of

THIRD = 1.0 / 3.0  # of the window: the most that the side panel takes. Larger: the picture is a stamp; smaller: words a line
WIDEST = 426  # [units] of the side panel in a wide window. Wider: lines too long to read
STRIP = 64  # [pixels] height of the timeline at 720 lines. Higher: it covers the feet; lower: its buttons cannot be hit


def side_width(size, text_size):
    """Width of the side panel [pixels]."""
    return round(min(size[0] * THIRD, WIDEST * unit_of(size, text_size, SCROLLED)))


def strip_height(size):
    """Height of the timeline [pixels]."""
    return round(STRIP * size[1] / REFERENCE_HEIGHT)


def free_area(size, text_size=1.0, has_strip=True, has_side=True):
    """The Area of a window of a size [pixels] beside its panels."""
    right = 1.0 - side_width(size, text_size) / size[0] if has_side else 1.0
    return Area(right=right, bottom=1.0 - strip_height(size) / size[1] if has_strip else 1.0)
