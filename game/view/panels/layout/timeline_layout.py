"""The geometry of the timeline: places of ticks, marks and buttons. No renderer.

Lengths are units of a Canvas, from the timeline's left edge; those of Layout from the window's top left corner.
"""

from typing import NamedTuple

from game.overlay.timeline_marks import LOOKS, summary

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


def legend_of(marks):
    """[(sign, colour, name), ...] of all kinds of these marks, the most important first."""
    return [LOOKS[kind] for kind in sorted({mark.kind for mark in marks})]


# The layout

MARGIN, PADDING = 14, 12
WIDTH, HEIGHT = 520, 152  # of the whole; between a plot at the left and a panel at the right, in a window 1280 wide
STATE, WORDS, SIGNS, BAR, KEYS, LEGEND = 6, 24, 44, 64, 78, 110  # tops, from the timeline's own
BAR_HEIGHT, KEY_HEIGHT = 6, 24
BESIDE = 120  # more space at the left than at the right, where a panel 420 wide may be
LOWEST = 62  # from the timeline's bottom to the window's: the hints
BUTTONS = (
    ("oldest", "|◀", 36),
    ("reverse", "◀◀", 36),
    ("scrub_back", "−1", 36),
    ("pause", "", 64),
    ("step", "+1", 36),
    ("watch", "▶▶", 36),
    ("newest", "▶|", 36),
    ("slower", "−", 26),
    ("speed", "", 42),
    ("faster", "+", 26),
    ("undo", "undo", 52),
    ("menu", "menu", 52),
)
GAP = 4  # between two buttons


class Layout:
    """Places of the timeline's parts. width, height: of its Canvas; left, top, middle: of the timeline"""

    def __init__(self, width, height):
        self.width = min(WIDTH, width - 2 * MARGIN)
        self.middle = min(width, max(width - BESIDE, self.width + 2 * MARGIN)) / 2.0
        self.left, self.top = self.middle - self.width / 2.0, height - LOWEST - HEIGHT
        self.inside = self.width - 2 * PADDING
        self.x = self.left + PADDING

    def scale(self, records):
        """The Scale of successive StepRecords, at least one."""
        return Scale(records[0].tick, records[-1].tick, self.inside)

    def buttons(self):
        """[(action, label, x, width), ...]; "speed" only shows a text."""
        part = self.inside / (sum(width for _, _, width in BUTTONS) + GAP * (len(BUTTONS) - 1))
        x, placed = self.x, []
        for action, label, width in BUTTONS:
            placed.append((action, label, x, width * part))
            x += (width + GAP) * part
        return placed

    def part_at(self, x, y):
        """The part at a place: "bar", an action, "" for the rest of the timeline, None outside."""
        if not (0 <= x - self.left <= self.width and 0 <= y - self.top <= HEIGHT):
            return None
        if SIGNS <= y - self.top < KEYS:
            return "bar"
        on_a_key = 0 <= y - self.top - KEYS <= KEY_HEIGHT
        found = [action for action, _, left, width in self.buttons() if on_a_key and left <= x <= left + width]
        return found[0] if found and found[0] != "speed" else ""
