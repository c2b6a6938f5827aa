"""The layout of labels: beside their points, inside the picture, without overlap with other labels and panels.

Boxes are (left, top, right, bottom), y downwards, in the caller's unit of length. This module uses no renderer.
"""

from math import cos, radians, sin

DISTANCES = (22, 44, 72, 104, 140, 180, 230)  # from a point to the nearest side of its label. The first free one is used
ANGLES = (60, 120, 0, 180, -60, -120, 90, -90)  # [degrees] counter-clockwise from the right
CHOICES = tuple((distance * cos(radians(angle)), -distance * sin(radians(angle))) for distance in DISTANCES for angle in ANGLES)
APART = 3  # between two labels
DOT = 7  # half width of a square around each point that no label covers


class Layout:
    """The layout of all labels. A label keeps its position as long as possible, so that it does not jump between frames."""

    def __init__(self):
        self._last = {}

    def place(self, labels, area, taken=()):
        """Place labels without overlap. Return a list with a box for each label.

        A label without a free position stays on the same side of its point as in the last call, and may cover others.
        labels: [(key, (x, y) of its point, (width, height)), ...]. Each key occurs once.
        area: box that must contain all labels
        taken: boxes that labels should not cover
        """
        dots = [(x - DOT, y - DOT, x + DOT, y + DOT) for _, (x, y), _ in labels]
        taken, chosen, boxes = [*taken, *dots], {}, []
        for key, at, size in labels:
            chosen[key], box = self._choose(key, at, size, area, taken)
            taken.append(expand(box, APART))
            boxes.append(box)
        self._last = chosen
        return boxes

    def _choose(self, key, at, size, area, taken):
        """Return (choice, box) of a label. The choice is an index of CHOICES.

        The label keeps its choice of the last frame if that is still free. Otherwise it gets the first free choice. If none is
        free, it keeps its last choice, with the box pushed into the area. That box may then cover others.

        key: key of the label, under which its last choice is stored
        at: (x, y) of the label's point
        size: (width, height)
        area: box that must contain the label
        taken: boxes that the label should not cover
        """
        last = self._last.get(key, 0)
        for choice in (last, *range(len(CHOICES))):
            box = beside(at, size, CHOICES[choice])
            if is_inside(box, area) and not any(overlap(box, other) for other in taken):
                return choice, box
        return last, push_inside(beside(at, size, CHOICES[last]), area)


def beside(at, size, offset):
    """Return a box beside a point. The offset leads from the point to the box's nearest corner, or to the middle of a side.

    at: the point (x, y)
    size: (width, height) of the box
    offset: (x, y)
    """
    (x, y), (width, height), (right, down) = at, size, offset
    across = 0.5 if abs(right) < 1e-6 * abs(down) else float(right < 0)
    along = 0.5 if abs(down) < 1e-6 * abs(right) else float(down < 0)
    left, top = x + right - across * width, y + down - along * height
    return left, top, left + width, top + height


def overlap(one, other):
    """True if two boxes (left, top, right, bottom) overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def is_inside(box, area):
    return area[0] <= box[0] and area[1] <= box[1] and box[2] <= area[2] and box[3] <= area[3]


def expand(box, room):
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room


def push_inside(box, area):
    right = max(area[0] - box[0], min(0.0, area[2] - box[2]))
    down = max(area[1] - box[1], min(0.0, area[3] - box[3]))
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def nearest_point(box, at):
    """Return the point (x, y) of a box that is nearest to the point `at` (x, y)."""
    return min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
