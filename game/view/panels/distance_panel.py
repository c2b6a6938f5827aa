"""A plot of the distances between player and twins, at the bottom left."""

from game.overlay import distance_plot

from .canvas import ASIDE, INK, LINE, NOTE, PANEL
from .panel import Panel

MARGIN, WIDTH, HEIGHT = 14, 320, 190
INSET, ROW = 10, 17
LONGEST = 33  # letters of a name
AXIS = 62  # from the left: room for the numbers of the axis
NOTHING = (None,) * 4  # data without twins
THICK = (4, 2)  # [units] width of each twin's curve. They differ, so both are visible where the curves coincide


class DistancePanel(Panel):
    """The panel with the plot of the distances between the player and its twins.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    NAME = "distances"

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self._left, self._top = MARGIN, self.canvas.height - MARGIN - HEIGHT

    def show(self, twins, record, newest, hz):
        """Draw the plot, or nothing if there are no twins or no record.

        twins: Twins, or None
        record: the StepRecord of the tick that is shown, or None
        newest: the newest StepRecord
        hz: ticks per second
        """
        super().show((twins, record, newest, hz) if twins and record else None)

    def differs(self, data):
        """True if the data (twins, record, newest, hz) are other objects.

        Contents are not compared, because that takes too long.
        """
        return any(a is not b for a, b in zip(data or NOTHING, self._data or NOTHING))

    def draw(self, canvas, data):
        plot = distance_plot(*data)
        if not plot:
            return
        left, top = self._left, self._top
        canvas.box(left, top, WIDTH, HEIGHT, PANEL)
        for number, curve in enumerate(plot.curves):
            y = top + 6 + 2 * ROW * number
            canvas.box(left + INSET, y + 3, 10, 10, (*curve.colour, 1.0))
            canvas.text(curve.name[:LONGEST], left + INSET + 18, y, NOTE)
            canvas.text(curve.distance, left + WIDTH - INSET, y + ROW, NOTE, align="right")
            canvas.text(curve.status, left + INSET + 18, y + ROW, ASIDE)
        draw_plot(canvas, plot, left, top + 6 + 2 * ROW * len(plot.curves), WIDTH, HEIGHT - 6 - 2 * ROW * len(plot.curves))


def draw_plot(canvas, plot, left, top, width, height):
    """Draw the curves of a Plot of `game.overlay` over their axes, in a rectangle.

    left, top: upper left corner of the rectangle [units]
    width, height: of the rectangle [units]
    """
    x, y, bottom = left + AXIS, top + 10, top + height - ROW - 4
    width, height = width - AXIS - INSET, bottom - y
    for part, words in ((0.0, "0"), (1.0, f"{plot.height:g} m")):
        at = bottom - part * height
        canvas.box(x, at, width, 1, LINE)
        canvas.text(words, x - 6, at - 9, ASIDE, align="right")
    canvas.text(f"the last {plot.seconds:g} s", x + width, bottom + 2, ASIDE, align="right")
    for curve, thick in zip(plot.curves, THICK):
        canvas.curve([(x + at * width, bottom - up * height) for at, up in curve.points], thick, curve.colour)
    canvas.box(x + plot.cursor * width - 1, y - 4, 1, height + 8, INK)
