"""The geometry of the timeline: positions of ticks, marks and buttons.

Lengths are units of a Canvas. In Scale and Spot, x is measured from the left end of the bar. In Layout it is measured from the
window's top left corner. This module uses no renderer.
"""

from typing import NamedTuple

from ....explain.timeline_marks import summary

SIGN = 10.0  # least distance of two signs. Smaller: signs cover each other; larger: more marks share one sign


class Scale(NamedTuple):
    """The map from ticks to x positions on the bar.

    oldest, newest: first and last tick on the bar
    width: of the bar
    """

    oldest: int
    newest: int
    width: float

    def x_of(self, tick):
        """Return the x position of a tick, which may have a fraction."""
        return self.width * (tick - self.oldest) / max(self.newest - self.oldest, 1)

    def tick_at(self, x):
        """Return the tick nearest to an x position. A position beside the bar counts as the nearer end."""
        part = min(max(x / self.width, 0.0), 1.0)
        return self.oldest + round(part * (self.newest - self.oldest))


class Spot(NamedTuple):
    """A sign on the timeline, for one mark or for several marks close together.

    x: position of its middle
    kind: number of the sign, a key of `LOOKS`
    ticks: (first, last) tick of its marks
    words: description of its marks
    """

    x: float
    kind: int
    ticks: tuple
    words: str


def spots_of(marks, scale):
    """Return the Spots of Marks sorted by tick, on the bar of a Scale.

    Marks with overlapping signs share a Spot, with the sign of the most important mark.
    """
    groups = []
    for mark in marks:
        if groups and scale.x_of(mark.tick) - scale.x_of(groups[-1][0].tick) < SIGN:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return [spot_of(group, scale) for group in groups]


def spot_of(marks, scale):
    """Return the Spot that some Marks share on the bar of a Scale."""
    first = min(marks, key=lambda mark: mark.kind)
    middle = (scale.x_of(marks[0].tick) + scale.x_of(marks[-1].tick)) / 2.0
    return Spot(middle, first.kind, (marks[0].tick, marks[-1].tick), summary(marks))


def spot_at(spots, x):
    """Return the nearest Spot whose sign covers an x position, or None."""
    near = min(spots, key=lambda spot: abs(spot.x - x), default=None)
    return near if near and abs(near.x - x) <= SIGN / 2.0 else None


# The layout

PADDING, GAP = 12, 4  # at the ends, and between two buttons
KEY_HEIGHT, BAR_HEIGHT = 28, 6
SIGN_HEIGHT = 18  # above the bar
TIME_WIDTH = 150  # of the text at the right
LEAST_BAR = 200  # narrower: buttons are left out
BUTTONS = (  # action, label, width; the last ones are left out first in a narrow window
    ("oldest", "|◀", 34),
    ("reverse", "◀◀", 34),
    ("scrub_back", "−1", 34),
    ("pause", "", 56),
    ("step", "+1", 34),
    ("watch", "▶▶", 34),
    ("newest", "▶|", 34),
    ("slower", "−", 26),
    ("speed", "", 40),
    ("faster", "+", 26),
    ("undo", "undo", 48),
    ("menu", "menu", 48),
)


class Layout:
    """Positions of the bar, marks and buttons of the timeline, which is a strip along the bottom of the window.

    width: width of the window and of the strip
    height: as an argument the height of the window, as an attribute the height of the strip
    strip: height of the strip
    top, keys, bar, signs: y of the upper end of the strip, of its buttons, of the bar and of the signs of marks
    x, inside: left end and width of the bar
    """

    def __init__(self, width, height, strip):
        self.width, self.height, self.top = width, strip, height - strip
        self.keys = self.top + (strip - KEY_HEIGHT) / 2
        self._buttons = list(BUTTONS)
        while len(self._buttons) > 1 and self._left_of_bar() + LEAST_BAR + TIME_WIDTH > width:
            self._buttons.pop()
        self.x, right = self._left_of_bar(), width - PADDING - TIME_WIDTH
        self.inside, self.bar = right - self.x, self.top + strip / 2 + SIGN_HEIGHT / 2 - BAR_HEIGHT / 2
        self.signs = self.bar - SIGN_HEIGHT - 3

    def _left_of_bar(self):
        return PADDING + sum(width + GAP for _, _, width in self._buttons) + PADDING

    def scale(self, records):
        """Return the Scale of a list of successive StepRecords, which must not be empty."""
        return Scale(records[0].tick, records[-1].tick, self.inside)

    def buttons(self):
        """Return [(action, label, x, width), ...] of the buttons. The entry "speed" is a text and no button."""
        x, placed = PADDING, []
        for action, label, width in self._buttons:
            placed.append((action, label, x, width))
            x += width + GAP
        return placed

    def part_at(self, x, y):
        """Return the element at a point (x, y): "bar", the action of a button, or "" for other points of the timeline.

        The result is None outside of the timeline.
        """
        if not (0 <= x <= self.width and 0 <= y - self.top <= self.height):
            return None
        if self.x - PADDING / 2 <= x <= self.x + self.inside + PADDING / 2:
            return "bar"
        on_a_key = 0 <= y - self.keys <= KEY_HEIGHT
        found = [action for action, _, left, width in self.buttons() if on_a_key and left <= x <= left + width]
        return found[0] if found and found[0] != "speed" else ""
