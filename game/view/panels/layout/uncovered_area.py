"""The area of the window that no panel covers while time is paused. The scene's subject is drawn in the middle of this area."""

from ...camera.window_area import Area
from ..canvas.theme import REFERENCE_HEIGHT, SCROLLED, unit_of

THIRD = 1.0 / 3.0  # largest width of the side panel, as a fraction of the window. Larger: tiny picture; smaller: too short lines
WIDER = 1.25  # largest factor of that width for larger text. Larger: tiny picture; smaller: most pages scroll
WIDEST = 426  # [units] largest width of the side panel. Larger: lines too long to read
STRIP = 64  # [pixels] height of the timeline at 720 lines. Higher: it covers the feet; lower: its buttons cannot be hit


def side_width(size, text_size):
    """Return the width of the side panel [pixels].

    size: (width, height) of the window [pixels]
    text_size: factor, 1 is normal
    """
    unit = unit_of(size, text_size, SCROLLED)
    return round(min(size[0] * THIRD * min(WIDER, unit / unit_of(size, 1.0)), WIDEST * unit))


def strip_height(size):
    """Return the height of the timeline [pixels]. `size` is (width, height) of the window [pixels]."""
    return round(STRIP * size[1] / REFERENCE_HEIGHT)


def free_area(size, text_size=1.0, has_strip=True, has_side=True, top=0.0):
    """Return the Area of the window that no panel covers.

    size: (width, height) of the window [pixels]
    text_size: factor, 1 is normal
    has_strip, has_side: True if the timeline is shown, and if the side panel is shown
    top: height of a panel along the upper edge [units], 0.0 for none
    """
    right = 1.0 - side_width(size, text_size) / size[0] if has_side else 1.0
    above = top * unit_of(size, text_size) / size[1]
    return Area(top=above, right=right, bottom=1.0 - strip_height(size) / size[1] if has_strip else 1.0)
