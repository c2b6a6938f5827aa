"""A plot of the distances between player and twins, at the upper left, with the rules or the engine of each twin."""


from ..explain.twin_shapes import DistancePlot, distance_plot
from ..simulation import TickRecord, Twins
from .canvas import Canvas
from .panel import Panel
from .theme import ASIDE, CODE, DIM, HEADING, INK, LINE, NOTE, PANEL

MARGIN, WIDTH, HEIGHT = 14, 430, 284
INSET, ROW = 12, 18
HEAD = 30  # [units] of the title
AXIS = 48  # from the left: room for the numbers of the axis
THICK = (4, 2)  # [units] width of each twin's curve. They differ, so both are visible where the curves coincide
TITLE, DISTANCE, TIME = "Twins: distance from you", "distance [m]", "time [s]"
LAST = 0.84  # position of the last number of the time axis, 0..1. Further right is the axis's title
NUMBER = CODE._replace(colour=DIM)


PlotData = tuple[Twins, TickRecord, TickRecord | None, int, float]  # the arguments of `DistancePanel.put`


class DistancePanel(Panel[PlotData]):
    """The panel with the plot of the distances between the player and its twins."""

    NAME = "distances"

    def put(
        self, twins: Twins | None, record: TickRecord | None, newest: TickRecord | None, hz: int, top: float = MARGIN
    ) -> None:
        """Draw the plot up to a TickRecord, or nothing without twins or record.

        newest: the newest TickRecord
        hz: ticks per second
        top: upper end of the plot [units]. At the lower end of the window, key hints and messages would hide the plot.
        """
        self.show((twins, record, newest, hz, top) if twins and record else None)

    def differs(self, data: PlotData | None) -> bool:
        """True if one of the data is another object than in the last call. To compare contents takes too long."""
        old = self._data
        return data is not old if data is None or old is None else any(a is not b for a, b in zip(data, old))

    def draw(self, canvas: Canvas, data: PlotData) -> None:
        plot = distance_plot(*data[:-1])
        if not plot:
            return
        left, upper = MARGIN, data[-1]
        top = upper
        canvas.box(left, top, WIDTH, HEIGHT, PANEL)
        canvas.text(TITLE, left + INSET, top + 6, HEADING)
        top += HEAD
        for curve in plot.curves:
            style, x = NOTE._replace(colour=(*curve.colour, 1.0), bold=True), left + INSET + 18
            canvas.box(left + INSET, top + 4, 10, 10, (*curve.colour, 1.0))
            canvas.text(curve.name, x, top, style)
            canvas.text(shorten(curve.rules, canvas, WIDTH - 2 * INSET - 100), x + 90, top, NOTE)
            canvas.text(curve.status, x, top + ROW, ASIDE)
            canvas.text(curve.distance, left + WIDTH - INSET, top + ROW, CODE, align="right")
            top += 2 * ROW + 2
        draw_plot(canvas, plot, left + INSET, top + 4, WIDTH - 2 * INSET, upper + HEIGHT - top - 10)


def shorten(words: str, canvas: Canvas, width: float) -> str:
    """Return a text that is cut, and then ends with dots, if it is wider than a width [units]."""
    while words.strip(".") and canvas.text_width(words, NOTE) > width:
        words = words.rstrip(".")[:-1] + "..."
    return words


def draw_plot(canvas: Canvas, plot: DistancePlot, left: float, top: float, width: float, height: float) -> None:
    """Draw the curves of a Plot with titled axes, in a rectangle with upper left corner (left, top) [units]."""
    canvas.text(DISTANCE, left, top, ASIDE)
    x, y, bottom = left + AXIS, top + ROW + 8, top + height - ROW - 4
    width, height = width - AXIS, bottom - y
    for part in (0.0, 0.5, 1.0):
        at = bottom - part * height
        canvas.box(x, at, width, 1, LINE)
        canvas.text(f"{part * plot.height:g}", x - 6, at - 10, NUMBER, align="right")
    for part, words in plot.times:
        canvas.box(x + part * width, bottom, 1, 5, DIM)
        if part < LAST:
            canvas.text(words, x + part * width, bottom + 4, NUMBER, align="centre")
    canvas.text(TIME, x + width, bottom + 4, ASIDE, align="right")
    for curve, thick in zip(plot.curves, THICK):
        canvas.curve([(x + at * width, bottom - up * height) for at, up in curve.points], thick, curve.colour)
    canvas.box(x + plot.cursor * width - 1, y - 4, 1, height + 8, INK)
