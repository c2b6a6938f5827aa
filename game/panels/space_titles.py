"""Titles over the pictures of world space and ellipsoid space. They also give the size of a unit of the space."""

from ..explain.minkowski_overlay import REACH
from .panel import Panel
from .theme import ACCENT, ASIDE, NOTE, PANEL, SCROLLED, TextStyle

MARGIN, PADDING, ROW = 14, 6, 20
GROWN = ("triangles grown by the body, shown", f"up to {REACH:g} radii from its centre,", "body a point, its sweep a ray")


class SpaceTitles(Panel):
    """The titles over one picture or two pictures side by side.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    bottom: lower end of the titles and of the margin below them [units]. Without titles it is the argument `top` of `show`.
    """

    NAME, NEEDED = "spaces", SCROLLED

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self.bottom = MARGIN

    def show(self, parts, radii, minkowski=False, top=MARGIN, lefts=(0.0, 0.5)):
        """Draw the titles, if they have changed. A single picture of world space has no title, unless `minkowski` is True.

        parts: tuple with a number for each picture: 0 for world space, 1 for ellipsoid space, or between during the change
        radii: (3,) of the body [m]
        minkowski: True in the Minkowski view
        top: upper end of the titles [units]
        lefts: left ends of the two pictures, in fractions of the window's width
        """
        super().show((parts, radii, minkowski, top, tuple(lefts)))

    def draw(self, canvas, data):
        parts, radii, minkowski, top, lefts = data
        self.bottom = top
        if parts == (0.0,) and not minkowski:
            return
        for number, part in enumerate(parts):
            left = MARGIN + (lefts[number] * canvas.width if len(parts) > 1 else 0.0)
            self._draw_title((*lines_of(part, radii), *(GROWN if minkowski else ())), left, top)

    def _draw_title(self, lines, left, top):
        canvas = self.canvas
        title = TextStyle(bold=True)
        width = max(canvas.text_width(lines[0], title), *(canvas.text_width(line, NOTE) for line in lines[1:]))
        canvas.box(left, top, width + 2 * PADDING, len(lines) * ROW + 2 * PADDING, PANEL)
        self.bottom = max(self.bottom, top + len(lines) * ROW + 2 * PADDING + MARGIN)
        canvas.box(left, top, width + 2 * PADDING, 3, ACCENT)
        canvas.text(lines[0], left + PADDING, top + 7, title)
        for number, line in enumerate(lines[1:], 1):
            canvas.text(line, left + PADDING, top + 8 + number * ROW, ASIDE)


def lines_of(part, radii):
    """Return the lines of a title as strings.

    part: 0 for world space, 1 for ellipsoid space, or a number between during the change
    radii: (3,) of the body [m]
    """
    rx, ry, rz = radii
    if part == 0.0:
        return "World, metres", f"the body's radii are {rx:.2f}, {ry:.2f}, {rz:.2f} m"
    if part < 1.0:
        return "World to ellipsoid space", "all is stretched with the body", "until the body is a sphere"
    unit = (f"1 unit = {rx:.2f} m sideways, {rz:.2f} m up",)
    if rx != ry:
        unit = f"1 unit = {rx:.2f} m sideways,", f"{ry:.2f} m along, {rz:.2f} m up"
    return "Ellipsoid space", "the body: a sphere, radius 1", *unit
