"""A drawing (SVG) of the height of the eyes on a walk over kerbs, stairs and a ramp."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from ..core.html_writer import Html, element
from ..core.safe_files import refuse_foreign, write_file
from ..simulation.view_smoothing import accelerations, heights
from .standing_and_walking_jitter import unsmoothed_heights, walk, with_flat_ends

HZ, SPEED, ENDS = 60, 5.0, 1.5  # [1/s], [m/s], [m] of flat ground that is drawn at both ends
# The profile of the ground as steps (forward, upward) [m]: kerbs, stairs up, a ramp of 30 degrees down, steep stairs up and down.
PROFILE = [(0.0, 0.2), (1.2, 0.0), *[(0.0, 0.18), (0.28, 0.0)] * 7, (1.2, 0.0), (2.2, -1.27), (1.2, 0.0)]
PROFILE += [*[(0.0, 0.3), (0.3, 0.0)] * 4, (1.2, 0.0), *[(0.3, 0.0), (0.0, -0.3)] * 4, (1.4, 0.0), (0.0, -0.19)]
WIDTH, HEIGHT, LEFT, RIGHT = 960, 560, 64, 16  # [px]
LIMIT = 150.0  # [m/s2] end of the axis; the body reaches 500 and more
GRID, BODY, EYES, GROUND = "#e2ddd2", "#c2703d", "#1f6fb2", "#b9b3a6"
INK, PAPER = "#1d2430", "#fffdf9"
MARK = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="{INK}"'  # in the head of the file

XY = tuple[float, float]


def write_drawing(path: str) -> None:
    """Write the drawing to a file. Raises InputError if it cannot be written, or would replace another kind of file."""
    refuse_foreign(path, MARK)
    write_file(path, drawing(), MARK)


def drawing() -> str:
    """Return the drawing as SVG text, with heights above and accelerations below."""
    course = list(zip(*(accumulate(parts, initial=0.0) for parts in zip(*PROFILE))))
    simulation, records = walk(with_flat_ends(course), 1, HZ, SPEED)
    along = [record.after.position[1] for record in records]
    lines = (unsmoothed_heights(records), BODY, 1.2), (heights(simulation, records), EYES, 2.0)
    start, end = (-ENDS, 0.0), (course[-1][0] + ENDS, course[-1][1])
    above, below = (PlotPanel((start[0], end[0]), *rest) for rest in (((-0.2, 3.4), 34, 250), ((-LIMIT, LIMIT), 312, 200)))
    drawn = [*above.grid(range(4)), above.line([start, *course, end], GROUND, 3.0)]
    drawn += [above.line(list(zip(along, line)), colour, width) for line, colour, width in lines]
    drawn += [*below.grid(range(-150, 151, 50)), *below.distances()]
    shaken = [(list(zip(along[1:], accelerations(line, 1.0 / HZ))), colour, width) for line, colour, width in lines]
    drawn += [below.line(*one) for one in shaken]
    look = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "font_family": "sans-serif", "font_size": 13, "fill": INK}
    sheet = element("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    parts = [(part, "\n") for part in (sheet, *drawn, *titles())]
    return element("svg", "\n", parts, xmlns="http://www.w3.org/2000/svg", **look)


def titles() -> Iterator[Html]:
    yield words(LEFT, 22, "height [m] of the ground, of eyes fixed to the body (brown) and of the smoothed eyes (blue)")
    yield words(LEFT, 300, f"vertical acceleration of the eyes [m/s²], walking at {SPEED:g} m/s, {HZ} ticks a second")
    yield words(WIDTH - RIGHT, 546, "distance walked [m]", "end")


class PlotPanel:
    """A panel of the drawing, with axes (low, high) across and up, its upper edge and its height [px]."""

    def __init__(self, across: XY, up: XY, top: float, height: float) -> None:
        self._across, self._up, self._top, self._height = across, up, top, height

    def at(self, x: float, y: float) -> XY:
        """Return the position [px] in the drawing of values on the axes. Heights beyond the axis are drawn at its end."""
        (left, right), (low, high) = self._across, self._up
        part, rise = (x - left) / (right - left), (min(max(y, low), high) - low) / (high - low)
        return LEFT + part * (WIDTH - LEFT - RIGHT), self._top + (1.0 - rise) * self._height

    def line(self, points: Sequence[XY], colour: str, width: float) -> Html:
        """Return a line [px] through points as Html. Those beyond the horizontal axis are left out."""
        left, right = self._across
        inside = (self.at(x, y) for x, y in points if left <= x <= right)
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in inside)
        return element("polyline", fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", points=drawn)

    def grid(self, values: Sequence[float]) -> Iterator[Html]:
        """Yield horizontal lines at values on the vertical axis, each with its value as a label."""
        for value in values:
            _, y = self.at(0.0, value)
            yield element("path", stroke=GRID, d=f"M{LEFT},{y:.1f}H{WIDTH - RIGHT}")
            yield words(LEFT - 8, y + 4, value, "end")

    def distances(self) -> Iterator[Html]:
        """Yield the numbers along the horizontal axis."""
        for metres in range(0, int(self._across[1]) + 1, 2):
            x, _ = self.at(metres, 0.0)
            yield words(x, self._top + self._height + 18, metres, "middle")


def words(x: float, y: float, text: object, anchor: str = "start") -> Html:
    """Return a text. x, y: position [px] of the anchor: "start", "middle" or "end" of the text"""
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor)
