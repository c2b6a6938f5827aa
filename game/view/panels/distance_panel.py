"""How far the twins are from the player, as a plot at the bottom left."""

from game.overlay import distance_plot

from .canvas import DIM, INK, LINE, PANEL, SMALL, Canvas

MARGIN, WIDTH, HEIGHT = 14, 300, 140  # wider, it would reach under the timeline
INSET, ROW = 10, 17
LONGEST = 33  # letters of a name
AXIS = 62  # from the left: room for the numbers of the axis
THICK = (4, 2)  # of each twin's curve: where they are one, both are seen


class DistancePanel:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "distances")
        self._left, self._top = MARGIN, self._canvas.height - MARGIN - HEIGHT
        self._asked = None, None, None

    def show(self, twins, record, newest, hz):
        """twins: Twins or None; record: the StepRecord shown; newest: the player's last one"""
        asked = twins, record, newest
        if all(a is b for a, b in zip(asked, self._asked)):
            return
        self._asked, plot = asked, distance_plot(twins, record, newest, hz) if twins and record else None
        self._canvas.clear()
        if plot:
            self._draw(plot)

    def _draw(self, plot):
        canvas, left, top = self._canvas, self._left, self._top
        canvas.box(left, top, WIDTH, HEIGHT, PANEL)
        for number, curve in enumerate(plot.curves):
            y = top + 6 + 2 * ROW * number
            canvas.box(left + INSET, y + 3, 10, 10, (*curve.colour, 1.0))
            canvas.text(curve.name[:LONGEST], left + INSET + 18, y, SMALL, INK)
            canvas.text(curve.distance, left + WIDTH - INSET, y + ROW, SMALL, INK, align="right")
            canvas.text(curve.parting, left + INSET + 18, y + ROW, SMALL, DIM)
        self._draw_curves(plot, top + 6 + 2 * ROW * len(plot.curves) + 8)

    def _draw_curves(self, plot, top):
        canvas, left, bottom = self._canvas, self._left + AXIS, self._top + HEIGHT - INSET - 8
        width, height = WIDTH - AXIS - INSET, bottom - top
        for part, words in ((0.0, "0"), (1.0, f"{plot.height:g} m")):
            y = bottom - part * height
            canvas.box(left, y, width, 1, LINE)
            canvas.text(words, left - 6, y - 8, SMALL, DIM, align="right")
        for curve, thick in zip(plot.curves, THICK):
            canvas.curve([(left + x * width, bottom - y * height) for x, y in curve.points], thick, curve.colour)
        canvas.box(left + plot.cursor * width - 1, top - 4, 1, height + 8, INK)

    def set_visible(self, visible):
        self._canvas.root.show() if visible else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()
