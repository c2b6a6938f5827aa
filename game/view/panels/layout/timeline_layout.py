"""The geometry of the timeline: places of ticks, marks and buttons. No renderer.

Lengths are units of a Canvas, from the timeline's left edge; those of Layout from the window's top left corner.
"""

from typing import NamedTuple

from game.overlay.timeline_marks import summary

SIGN = 10.0  # width of a sign's place. Smaller: signs cover each other; larger: more marks share one


class Scale(NamedTuple):
    """The map from ticks to x positions. oldest, newest: ticks; width: of the bar between them"""

    oldest: int
    newest: int
    width: float

    def x_of(self, tick):
        """The x position of a tick, or of a time between two."""
        return self.width * (tick - self.oldest) / max(self.newest - self.oldest, 1)

    def tick_at(self, x):
        """The tick nearest to an x position."""
        part = min(max(x / self.width, 0.0), 1.0)
        return self.oldest + round(part * (self.newest - self.oldest))


class Spot(NamedTuple):
    """A sign on the timeline. x: its middle; kind: shown; ticks: first and last; words: of all marks that share it"""

    x: float
    kind: int
    ticks: tuple
    words: str


def spots_of(marks, scale):
    """The Spots of sorted marks. Marks with overlapping signs share a Spot, with the sign of the most important one."""
    groups = []
    for mark in marks:
        if groups and scale.x_of(mark.tick) - scale.x_of(groups[-1][0].tick) < SIGN:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return [spot_of(group, scale) for group in groups]


def spot_of(marks, scale):
    first = min(marks, key=lambda mark: mark.kind)
    middle = (scale.x_of(marks[0].tick) + scale.x_of(marks[-1].tick)) / 2.0
    return Spot(middle, first.kind, (marks[0].tick, marks[-1].tick), summary(marks))


def spot_at(spots, x):
    """The Spot with its sign at a place, or None."""
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
    """Places of the timeline's parts: a strip along the bottom. width, height: of its Canvas; strip: height of the timeline"""

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
        """The Scale of successive StepRecords, at least one."""
        return Scale(records[0].tick, records[-1].tick, self.inside)

    def buttons(self):
        """[(action, label, x, width), ...]; "speed" only shows a text."""
        x, placed = PADDING, []
        for action, label, width in self._buttons:
            placed.append((action, label, x, width))
            x += width + GAP
        return placed

    def part_at(self, x, y):
        """The part at a place: "bar", an action, "" for the rest of the timeline, None outside."""
        if not (0 <= x <= self.width and 0 <= y - self.top <= self.height):
            return None
        if self.x - PADDING / 2 <= x <= self.x + self.inside + PADDING / 2:
            return "bar"
        on_a_key = 0 <= y - self.keys <= KEY_HEIGHT
        found = [action for action, _, left, width in self.buttons() if on_a_key and left <= x <= left + width]
        return found[0] if found and found[0] != "speed" else ""
