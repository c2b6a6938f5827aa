"""A rectangle of the window, such as the area that no panel covers."""

from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle of the window. Its sides are in fractions of the window, measured from the top left corner."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    @property
    def middle(self):
        """The middle (x, y), in fractions of the window."""
        return (self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0

    @property
    def width(self):
        """The width, in fractions of the window's width."""
        return self.right - self.left

    @property
    def height(self):
        """The height, in fractions of the window's height."""
        return self.bottom - self.top


WHOLE = Area()
