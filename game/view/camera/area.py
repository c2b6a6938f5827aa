"""A rectangle of the window, such as the part that no panel covers."""

from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle in fractions of the window, measured from the top left corner."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    @property
    def middle(self):
        return (self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0

    @property
    def width(self):
        return self.right - self.left

    @property
    def height(self):
        return self.bottom - self.top


WHOLE = Area()
