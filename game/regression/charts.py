"""Charts of a run as SVG: height over distance, speed, distance from the golden record, eye acceleration.

Functions that draw return an SVG element, or "" for nothing. now, was: rows of today's run, and of the golden record or None;
first: the first different tick, or None; points: (x, y) on the axes of the frame; kind: CSS class, "now" or "was"
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import dist, floor, hypot, log10

from ..core.html_writer import Html, element, html
from ..simulation.view_smoothing import accelerations
from .tick_table_csv import CsvRow

Rows = Sequence[CsvRow]
Spot = tuple[float, float]
Points = Sequence[Spot]
WIDTH, HEIGHT = 460, 270  # [px]
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 30, 40  # [px] margins
STRIP = 34  # [px] at the bottom of the profile, for the iterations
SPACINGS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # between grid lines, in the unit of their axis
MOST_LINES = 8
NEAREST, FARTHEST = 1e-12, 100.0  # [m] ends of the logarithmic scale
LEAST_SPAN = 0.1  # of an axis [its unit]. Smaller: rounding looks like a hill; larger: low steps are not seen
MOVING = ("move", "step")  # passes whose contacts are marked. Gravity touches the ground in every tick


@dataclass(frozen=True)
class Frame:
    """The axes of a chart, from `low` to `high` (x, y), with the area's lower edge at `floor` [px] from the top."""

    low: Spot
    high: Spot
    floor: int = HEIGHT - BOTTOM

    def at(self, x: float, y: float) -> str:
        """Return the position of a value (x, y) in the chart as text "x,y" in pixels, from the upper left."""
        across = (x - self.low[0]) / (self.high[0] - self.low[0]) * (WIDTH - LEFT - RIGHT)
        up = (y - self.low[1]) / (self.high[1] - self.low[1]) * (self.floor - TOP)
        return f"{LEFT + across:.1f},{self.floor - up:.1f}"


def frame_around(points: Points, floor: int = HEIGHT - BOTTOM, least: float = LEAST_SPAN) -> Frame:
    """Return a frame around all points, with a margin above and below. least: least length of each axis [its unit]"""
    (left, right), (low, high) = (least_span([point[axis] for point in points], least) for axis in (0, 1))
    air = 0.06 * (high - low)
    return Frame((left, low - air), (right, high + air), floor)


def least_span(values: Sequence[float], least: float) -> Spot:
    """Return (smallest value, largest value). If they differ by less than `least`, both are moved apart to this difference."""
    low, high = min(values), max(values)
    more = max(least - (high - low), 0.0) / 2
    return low - more, high + more


# The charts


def profile(now: Rows, was: Rows | None, first: int | None) -> Html:
    """Draw the height of the centre over the distance [m], contacts with obstacles as dots, and iterations along the bottom."""
    ground = HEIGHT - BOTTOM - STRIP
    lines = [list(zip(walked_distances(rows), (row.z for row in rows))) for rows in (now, was or now)]
    frame = frame_around(lines[0] + lines[1], ground)
    marks = [dots(rows, line, frame, kind) for rows, line, kind in zip((was or (), now), lines[::-1], ("was", "now"))]
    strips = [iterations(rows, line, frame, kind) for rows, line, kind in zip((was or (), now), lines[::-1], ("was", "now"))]
    return chart("height of the centre [m]", "distance [m]", frame, lines, marks + strips, first, bool(was))


def speed(now: Rows, was: Rows | None, first: int | None) -> Html:
    """Draw the horizontal speed [m/s] over time [s]."""
    lines = [[(row.time, hypot(row.vx, row.vy)) for row in rows] for rows in (now, was or now)]
    frame = frame_around(lines[0] + lines[1] + [(0.0, 0.0)])
    return chart("horizontal speed [m/s]", "time [s]", frame, lines, [], first, bool(was))


def distance(now: Rows, was: Rows, first: int | None) -> Html:
    """Draw the distance between the two runs [m] over time [s], on a logarithmic scale from NEAREST to FARTHEST."""
    points = [(a.time, exponent_of(dist(a.place, b.place))) for a, b in zip(now, was)]
    frame = frame_around([*points, (0.0, exponent_of(NEAREST)), (0.0, 0.0)])
    return chart("distance between the runs [m, powers of ten]", "time [s]", frame, [points, points], [], first, False)


def eye_acceleration(eyes: Sequence[float], hz: int) -> Html:
    """Draw the vertical acceleration of the eyes [m/s2] by their heights [m]: a fall is -9.81, a landing a peak."""
    points = [(tick / hz, value) for tick, value in enumerate(accelerations(eyes, 1.0 / hz), 2)]
    frame = frame_around([*points, (0.0, 0.0)])
    return chart("acceleration of the eyes, upwards [m/s²]", "time [s]", frame, [points, points], [], None, False)


def exponent_of(metres: float) -> float:
    """Return the decimal logarithm of a distance [m], limited to the ends of the logarithmic scale."""
    return log10(min(max(metres, NEAREST), FARTHEST))


def walked_distances(rows: Rows) -> list[float]:
    """Return the horizontal distance walked up to each row [m], which begins with 0."""
    walked = (dist(a.place[:2], b.place[:2]) for a, b in zip(rows, rows[1:]))
    return list(accumulate(walked, initial=0.0))


def touches(row: CsvRow) -> bool:
    """True if a move pass or a step pass in a tick has a contact. Contacts of other passes do not count."""
    return any(part.startswith(MOVING) and " of triangle " in part for part in row.story.split("; "))


# Parts of a chart


def chart(
    title: str, below: str, frame: Frame, lines: Sequence[Points], marks: Sequence[str], first: int | None, has_record: bool
) -> Html:
    """Draw a chart with grid, axes, the line of the golden record, today's line, and a ring at the first difference.

    title, below: texts; lines: points of today's run and of the record, left out without `has_record`; marks: further elements
    """
    now, was = lines
    parts = [*grid(frame), line("was", was, frame) if has_record else "", line("now", now, frame), *marks]
    if first is not None:
        parts.append(ring(now[min(first, len(now) - 1)], frame))
    words = element("text", title, class_="title", x=LEFT, y=17)
    unit = element("text", below, class_="title", x=WIDTH - RIGHT, y=HEIGHT - 6, text_anchor="end")
    return element("svg", words, unit, parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=f"{title} over {below}")


def line(kind: str, points: Points, frame: Frame) -> Html:
    """Draw a line through points."""
    return element("polyline", class_=kind, points=" ".join(frame.at(*point) for point in points))


def ring(point: Spot, frame: Frame) -> Html:
    x, y = frame.at(*point).split(",")
    return element("circle", class_="parting", cx=x, cy=y, r=6)


def dots(rows: Rows, points: Points, frame: Frame, kind: str) -> str:
    """Draw a dot at each tick with a contact in a move pass or a step pass, as a single SVG path. points: one for each row"""
    places = [frame.at(*point) for row, point in zip(rows, points) if touches(row)]
    return element("path", class_=f"dots {kind}", d="".join(f"M{place}h0" for place in places)) if places else ""


def iterations(rows: Rows, points: Points, frame: Frame, kind: str) -> str:
    """Draw a bar for the number of iterations of each tick, below the profile. points: one for each row"""
    if not rows:
        return ""
    most = max(8, *(row.iterations for row in rows))
    base = HEIGHT - BOTTOM - 2
    places = [(frame.at(*point).split(",")[0], row.iterations) for row, point in zip(rows, points)]
    bars = "".join(f"M{x},{base}v{-(STRIP - 8) * count / most:.1f}" for x, count in places if count)
    label = element("text", "iter.", x=LEFT - 6, y=base - 8, text_anchor="end") if kind == "now" else ""
    return html(element("path", class_=f"bars {kind}", d=bars), label)


def grid(frame: Frame) -> Iterator[Html]:
    """Yield thin lines at round values, with their numbers."""
    (left, low), (right, high) = frame.low, frame.high
    for x in round_values(left, right):
        x_pixel = frame.at(x, low).split(",")[0]
        yield element("path", class_="grid", d=f"M{x_pixel},{TOP}V{HEIGHT - BOTTOM}")
        yield element("text", f"{x:g}", x=x_pixel, y=HEIGHT - BOTTOM + 14, text_anchor="middle")
    for y in round_values(low, high):
        y_pixel = float(frame.at(left, y).split(",")[1])
        yield element("path", class_="grid", d=f"M{LEFT},{y_pixel}H{WIDTH - RIGHT}")
        yield element("text", f"{y:g}", x=LEFT - 6, y=f"{y_pixel + 3.5:.1f}", text_anchor="end")


def round_values(low: float, high: float) -> list[float]:
    """Return the multiples of one of SPACINGS from `low` to `high`, at most MOST_LINES + 1 if the largest allows it."""
    spacing = next((one for one in SPACINGS if (high - low) / one <= MOST_LINES), SPACINGS[-1])
    first, last = -floor(-low / spacing), floor(high / spacing)
    return [round(number * spacing, 6) for number in range(first, last + 1)]
