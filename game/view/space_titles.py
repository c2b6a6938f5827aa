"""Which space is shown, in words over its picture, and what a unit of it is."""

from .canvas import ACCENT, DIM, INK, NORMAL, PANEL, SMALL, Canvas

LEFT_COLUMN = 466  # [units] that the numbers take, beside which a whole picture's title stands
MARGIN, PADDING, ROW = 14, 10, 20
GROWN = ("triangles are grown by the body,", "the body is a point, its sweep a ray")


class SpaceTitles:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "spaces")
        self._shown = None

    def show(self, parts, radii, minkowski=False, top=MARGIN):
        """parts: how far each picture is from the world to eSpace; radii: of the body [m]; top: where there is room [units]"""
        asked = (parts, radii, minkowski, top)
        if asked == self._shown:
            return
        self._shown = asked
        self._canvas.clear()
        if parts == (0.0,) and not minkowski:
            return
        for number, part in enumerate(parts):
            left = MARGIN + number * self._canvas.width / len(parts) if len(parts) > 1 else LEFT_COLUMN + MARGIN
            self._draw((*lines_of(part, radii), *(GROWN if minkowski else ())), left, top)

    def _draw(self, lines, left, top):
        canvas = self._canvas
        width = max(canvas.text_width(lines[0], NORMAL, bold=True), *(canvas.text_width(line, SMALL) for line in lines[1:]))
        canvas.box(left, top, width + 2 * PADDING, len(lines) * ROW + PADDING, PANEL)
        canvas.box(left, top, width + 2 * PADDING, 3, ACCENT)
        canvas.text(lines[0], left + PADDING, top + 7, NORMAL, INK, bold=True)
        for number, line in enumerate(lines[1:], 1):
            canvas.text(line, left + PADDING, top + 8 + number * ROW, SMALL, DIM)

    def set_visible(self, visible):
        self._canvas.root.show() if visible else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()


def lines_of(part, radii):
    """What is said of the picture a part of the way from the world to eSpace."""
    rx, ry, rz = radii
    if part == 0.0:
        return "World, metres", f"the body's radii are {rx:.2f}, {ry:.2f}, {rz:.2f} m"
    if part < 1.0:
        return "World to ellipsoid space", "all is stretched with the body", "until that is a sphere"
    across = f"{rx:.2f} m across" if rx == ry else f"{rx:.2f} m across, {ry:.2f} m along"
    return "Ellipsoid space", "the body is a sphere of radius 1", f"1 is {across}, {rz:.2f} m up"
