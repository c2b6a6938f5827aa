"""Small drawings of a run as SVG: from above, and height over time; what is on record beneath what happened now."""

from dataclasses import dataclass
from math import log10

from ..simulation.eye import accelerations

WIDTH, HEIGHT, MARGIN = 460, 300, 34  # [px]
STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # distances between grid lines, in the unit of their axis
MOST_LINES = 9
NEAREST, FARTHEST = 1e-12, 100.0  # [m] ends of the logarithmic scale


@dataclass(frozen=True)
class Frame:
    """Where values are drawn. low, scale: (x, y), so that pixels are margin + (value - low) * scale, y upwards."""

    low: tuple
    high: tuple
    scale: tuple

    def at(self, x, y):
        """Pixels of a value, as SVG's text."""
        return f"{MARGIN + (x - self.low[0]) * self.scale[0]:.1f},{HEIGHT - MARGIN - (y - self.low[1]) * self.scale[1]:.1f}"


def frame_of(points, equal):
    """A Frame around points [(x, y)]; equal: both axes in the same scale, as on a map."""
    low, high = ([pick(point[axis] for point in points) for axis in (0, 1)] for pick in (min, max))
    spans = [max(b - a, 1e-3) for a, b in zip(low, high)]
    scale = [(size - 2 * MARGIN) / span for size, span in zip((WIDTH, HEIGHT), spans)]
    if equal:
        scale = [min(scale)] * 2
        low = [a - ((size - 2 * MARGIN) / scale[0] - span) / 2 for a, span, size in zip(low, spans, (WIDTH, HEIGHT))]
    high = [a + (size - 2 * MARGIN) / s for a, s, size in zip(low, scale, (WIDTH, HEIGHT))]
    return Frame(tuple(low), tuple(high), tuple(scale))


def map_of(case):
    """Both paths seen from above [m], y upwards."""
    now, was = ([place[:2] for place in golden.places.values()] for golden in (case.now, case.recorded))
    return chart("from above [m]", frame_of(now + was, equal=True), now, was, parting(case, lambda tick, place: place[:2]))


def height_of(case):
    """Height of the centre [m] over time [s]."""
    now, was = ([(tick / g.hz, place[2]) for tick, place in g.places.items()] for g in (case.now, case.recorded))
    mark = parting(case, lambda tick, place: (tick / case.now.hz, place[2]))
    return chart("height [m] over time [s]", frame_of(now + was, equal=False), now, was, mark)


def shaking_of(case):
    """The vertical acceleration of the eyes now [m/s2] over time [s]: a fall is a flat -9.81, a landing a peak."""
    dt = 1.0 / case.now.hz
    points = [(tick * dt, value) for tick, value in enumerate(accelerations(case.eyes, dt), 2)]
    return chart("the eyes' vertical acceleration [m/s2] over time [s]", frame_of(points, equal=False), points, [], None)


def distance_of(case):
    """How far the two paths are apart over time, as powers of ten; for a case that differs."""
    others, hz = case.recorded.places, case.now.hz
    both = [(tick, place, others[tick]) for tick, place in case.now.places.items() if tick in others]
    apart = [(tick / hz, power(sum((a - b) ** 2 for a, b in zip(here, there)) ** 0.5)) for tick, here, there in both]
    limits = [(0.0, power(NEAREST)), (apart[-1][0], 0.0)]
    return chart("metres apart, as a power of ten, over time [s]", frame_of(apart + limits, equal=False), apart, [], None)


def power(distance):
    return log10(min(max(distance, NEAREST), FARTHEST))


def parting(case, place_of):
    """Where the first tick lies that differs (the position on record before it), or None."""
    if case.difference is None:
        return None
    tick = max(tick for tick in case.now.places if tick <= case.difference.first)
    return place_of(tick, case.now.places[tick])


def chart(title, frame, now, was, mark):
    """One drawing: grid, the path on record, the path now, and a ring where they part."""
    parts = [*grid(frame), line("was", was, frame), line("now", now, frame), dot("start", now[0], frame)]
    if mark:
        parts.append(dot("parting", mark, frame))
    label = f'<text class="title" x="{MARGIN}" y="20">{title}</text>'
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{label}{"".join(parts)}</svg>'


def line(kind, points, frame):
    return f'<polyline class="{kind}" points="{" ".join(frame.at(*point) for point in points)}"/>' if points else ""


def dot(kind, point, frame):
    x, y = frame.at(*point).split(",")
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{6 if kind == "parting" else 3.5}"/>'


def grid(frame):
    """Thin lines at round values, with their numbers."""
    (left, bottom), (right, top) = frame.low, frame.high
    for x in round_values(left, right):
        x_pixel = frame.at(x, bottom).split(",")[0]
        yield f'<path class="grid" d="M{frame.at(x, bottom)}L{frame.at(x, top)}"/>'
        yield f'<text x="{x_pixel}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle">{x:g}</text>'
    for y in round_values(bottom, top):
        y_pixel = float(frame.at(left, y).split(",")[1])
        yield f'<path class="grid" d="M{frame.at(left, y)}L{frame.at(right, y)}"/>'
        yield f'<text x="{MARGIN - 6}" y="{y_pixel + 4:.1f}" text-anchor="end">{y:g}</text>'


def round_values(low, high):
    """Multiples of a round step between low and high, not too many."""
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    first, last = int(low // step) + 1, int(high // step)
    return [round(number * step, 6) for number in range(first, last + 1)]
