"""Pair hall: boxes drift through a hall, and four methods find the pairs that overlap, with very different numbers of tests."""

from dataclasses import dataclass
from functools import lru_cache
from math import log10, nan, prod
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Boxes, Colour, Lines, Shape
from ...core.value_rules import Whole
from ..physics.broad_phase_methods import reflect, write_cells
from ..physics.pairs import METHODS, Search, cell_sides, search_boxes
from .board_content import BoardContent, BoardRow, Curve, Plot
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Readout, dial, exhibit, switch

FIGURE = 4  # number of boxes of the lecture's figure
# Their intervals along x in its order of ends: A0 A1 R0 B0 R1 C0 B1 C1. So only R and B, and B and C, overlap.
INTERVALS = ((0.0, 1.0), (2.0, 4.0), (3.0, 6.0), (5.0, 7.0))
COUNTS = (float(FIGURE), 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0)
HALLS = {"hall": (16.0, 16.0, 6.4), "plain": (16.0, 16.0, 0.8), "corridor": (16.0, 1.2, 1.2)}  # sides [m]
ABOVE = 0.3  # [m] from the floor to the lowest box
FILL = 0.02  # part of the hall that the boxes fill, at any number. Smaller: few pairs; larger: each box is in one
# Boxes above which all pairs are counted by formula, and found by the grid. More: a tick of 2e8 tests takes a third of a second.
MOST_FOR_ALL = 5000
RESTS = 6.0  # [s] for which boxes stand still after a change of method. Less: pairs change before one compares; more: one waits
MOST_DRAWN = 1000  # boxes. More: a picture takes long without a graphics card; fewer: a hall of many looks empty
SPEEDS = (0.0, 0.25, 0.5, 1.0, 2.0)


class HallBodies(NamedTuple):
    """The boxes, and the last search for their pairs.

    centres, velocities, halves: (n, 3) [m], [m/s], [m]; pairs: (k, 2) numbers of overlapping boxes
    tests, swaps, axis, order: as in a Search; counted: tests of each of METHODS at the start
    """

    centres: np.ndarray
    velocities: np.ndarray
    halves: np.ndarray
    pairs: np.ndarray
    tests: int
    swaps: int
    axis: int
    order: np.ndarray
    counted: tuple[float, ...]
    rest: int = 0  # ticks for which the boxes stand still, so that another method can be compared


@exhibit("pair_hall")
@dataclass(frozen=True)
class PairHall(ExhibitKind[HallBodies]):
    """Boxes of equal size that drift and do not collide. Their number and the hall's shape decide which method is best."""

    seed: Annotated[int, Whole(0, 1_000_000)] = 1  # of the random positions and velocities at the start

    TITLE = "Which pairs overlap?"
    CONTROLS = (
        dial("boxes", COUNTS, 1000.0, "", "how many; the first position is the lecture's figure"),
        switch("method", METHODS, "how the same pairs are found; the boxes rest for a while", METHODS.index("sweep")),
        switch("hall", tuple(HALLS), "the shape of the space in which they drift"),
        dial("speed", SPEEDS, 0.5, "m/s", "of each box"),
    )
    FIGURES = {"boxes": "", "pairs": "", "tests": "", "swaps": ""}

    def begin(self, values: Chosen) -> HallBodies:
        count, sides = int(values["boxes"]), sides_of(values)
        if count == FIGURE:
            ends = np.array(INTERVALS)
            centres = np.column_stack([ends.mean(axis=1) - 3.5, np.zeros(FIGURE), np.full(FIGURE, 1.2)])
            halves = np.column_stack([np.diff(ends)[:, 0] / 2.0, np.full(FIGURE, 0.4), (0.3, 0.4, 0.5, 0.6)])
            velocities = np.zeros_like(centres)
        else:
            random = np.random.default_rng(self.seed)
            half = half_side(count, sides)
            centres = lowest(sides) + half + random.random((count, 3)) * (np.array(sides) - 2.0 * half)
            ways = random.standard_normal((count, 3))
            velocities = ways / np.linalg.norm(ways, axis=1, keepdims=True)
            halves = np.full((count, 3), half)
        none = HallBodies(centres, velocities, halves, np.zeros((0, 2), np.int64), 0, 0, 0, np.arange(count), ())
        searches = {name: searched(none, name, None) for name in METHODS if name != "all"}
        counted = tuple(float(searches[name].tests) if name in searches else all_tests(count) for name in METHODS)
        method = METHODS[int(values["method"])]
        return none._replace(**kept(searches.get(method) or searched(none, method, None)), counted=counted)

    def tick(self, values: Chosen, bodies: HallBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[HallBodies, Readout]:
        is_new = bool(used & {"boxes", "hall"})
        if is_new:
            bodies = self.begin(values)
        elif "method" in used:
            found = searched(bodies, METHODS[int(values["method"])], None)  # of the same instant
            bodies = bodies._replace(**kept(found), rest=round(RESTS * hz))
        elif values["speed"] == 0.0 or bodies.rest:
            bodies = bodies._replace(swaps=0, rest=max(bodies.rest - 1, 0))  # nothing moves, so the pairs are the same
        else:
            centres, velocities = drifted(bodies, sides_of(values), values["speed"] / hz)
            bodies = bodies._replace(centres=centres, velocities=velocities)
            before = Search(bodies.pairs, 0, 0, bodies.axis, bodies.order)
            bodies = bodies._replace(**kept(searched(bodies, METHODS[int(values["method"])], before)))
        figures = {"boxes": len(bodies.centres), "pairs": len(bodies.pairs), "tests": bodies.tests, "swaps": bodies.swaps}
        sample = (float(len(bodies.centres)), *bodies.counted) if is_new else None
        return bodies, Readout({name: float(value) for name, value in figures.items()}, (), sample, "hall" in used)

    def bodies(self, before: ExhibitState[HallBodies], after: ExhibitState[HallBodies], part: float) -> list[Shape]:
        """Make the boxes. Those in a pair are orange. Those of the lecture's figure have the colours of their intervals."""
        first, last, shown = before.bodies, after.bodies, slice(0, MOST_DRAWN)
        starts = last.centres if len(first.centres) != len(last.centres) else first.centres
        centres = (1.0 - part) * starts[shown] + part * last.centres[shown]
        if len(last.centres) == FIGURE:
            colours = np.array(LETTERS)
            return [Boxes(centres, last.halves, colours), *floor_intervals(last, colours)]
        is_paired = np.zeros(len(last.centres), bool)
        is_paired[last.pairs.ravel()] = True
        single = np.array(COLOURS)[np.arange(len(centres)) % len(COLOURS)]
        colours = np.where(is_paired[shown, None], PAIRED, single)
        return [Boxes(centres, last.halves[shown], colours)]

    def overlay(self, state: ExhibitState[HallBodies]) -> list[Shape]:
        """Make what the method uses: the intervals of the plane sweep on the floor, or the cells of the grid."""
        last, values = state.bodies, self.values(state)
        method, sides = METHODS[int(values["method"])], sides_of(values)
        if method == "sweep" and len(last.centres) != FIGURE:
            return floor_intervals(last, np.broadcast_to(AXIS, (len(last.centres), 3)))
        if method == "grid":
            low = last.centres - last.halves
            widest = cell_sides(np.hstack((low, last.centres + last.halves)))
            cell = sides_of_cells(np.ptp(low, axis=0), widest, len(low))
            return [Lines(grid_lines(sides, low.min(axis=0), cell), AXIS, 0.008)]
        return []

    def sheet(self, state: ExhibitState[HallBodies]) -> BoardContent:
        """Make the board with pairs and tests, by formula and measured, and the growth of all methods with the number."""
        last, values = state.bodies, self.values(state)
        method, sides, count = METHODS[int(values["method"])], sides_of(values), len(state.bodies.centres)
        if count == FIGURE:
            names = [f"{'ARBC'[one]} and {'ARBC'[other]}" for one, other in last.pairs.tolist()]
            notes = "The lecture's figure: A0 A1 R0 B0 R1 C0 B1 C1 along x.", "Pairs: " + ", ".join(names)
            tests = BoardRow("tests", "", whole(last.tests)), BoardRow("tests of all pairs", "6", whole(all_tests(count)))
            return BoardContent(self.TITLE, notes, (BoardRow("pairs", "2", str(len(last.pairs))), *tests))
        is_counted = method == "all" and count > MOST_FOR_ALL
        rest = f", {MOST_DRAWN} drawn" if count > MOST_DRAWN else ""
        notes = (
            f"{count} boxes{rest}. {WORDS[method]}" + (f" Exchanges: {last.swaps}." if method == "sweep" else ""),
            "Above 5000, all pairs are counted by formula only."
            if is_counted
            else "The boxes rest: do the other methods find the same pairs?"
            if last.rest
            else slopes_text(state.samples),
        )
        expected = expected_tests(method, count, sides)
        measured = "not run" if is_counted else whole(last.tests)
        rows = (
            BoardRow("pairs", whole(expected_pairs(count, sides)), whole(len(last.pairs))),
            BoardRow(f"tests, {method}", "" if expected != expected else whole(expected), measured),
            BoardRow("tests of all pairs", whole(all_tests(count)), ""),
        )
        return BoardContent(self.TITLE, notes, rows, plot_of(state.samples, (float(count), *last.counted), method, sides))


def sides_of(values: Chosen) -> tuple[float, float, float]:
    return list(HALLS.values())[int(values["hall"])]


def lowest(sides: tuple[float, float, float]) -> np.ndarray:
    """Return the corner (3,) of a hall with the least coordinates, in the exhibit's frame [m]."""
    return np.array((-sides[0] / 2.0, -sides[1] / 2.0, ABOVE))


def half_side(count: int, sides: tuple[float, float, float]) -> float:
    """Return half of the side [m] of boxes that fill the part FILL of a hall."""
    return 0.5 * (FILL * prod(sides) / count) ** (1.0 / 3.0)


def all_tests(count: int) -> float:
    return count * (count - 1) / 2.0


def searched(bodies: HallBodies, method: str, before: Search | None) -> Search:
    """Return the Search of a method. Above MOST_FOR_ALL boxes, "all" finds them by the grid, and counts its tests by formula."""
    count = len(bodies.centres)
    boxes = np.empty((count, 6))
    np.subtract(bodies.centres, bodies.halves, out=boxes[:, :3])
    np.add(bodies.centres, bodies.halves, out=boxes[:, 3:])
    if method == "all" and count > MOST_FOR_ALL:
        return search_boxes(boxes, "grid")._replace(tests=int(all_tests(count)))
    return search_boxes(boxes, method, before)


def kept(found: Search) -> dict:
    """Return the fields of HallBodies of a Search."""
    return {"pairs": found.pairs, "tests": found.tests, "swaps": found.swaps, "axis": found.axis, "order": found.order}


def drifted(bodies: HallBodies, sides: tuple[float, float, float], distance: float) -> tuple[np.ndarray, np.ndarray]:
    """Return centres and velocities after each box has moved by a distance [m] and has been reflected at the walls."""
    centres, velocities = bodies.velocities * distance, bodies.velocities.copy()
    centres += bodies.centres
    if len(centres) != FIGURE:
        low = lowest(sides) + bodies.halves[0]
        reflect(centres, velocities, low, lowest(sides) + np.array(sides) - bodies.halves[0])
    return centres, velocities


# By formula, for boxes at random places in a hall


def overlap_share(half: float, side: float) -> float:
    """Return the share of pairs whose intervals of half length `half` overlap, at random places in a hall of length `side`."""
    part = 2.0 * half / (side - 2.0 * half)
    return 1.0 - max(0.0, 1.0 - part) ** 2


def expected_pairs(count: int, sides: tuple[float, float, float]) -> float:
    half = half_side(count, sides)
    return all_tests(count) * prod(overlap_share(half, side) for side in sides)


def expected_tests(method: str, count: int, sides: tuple[float, float, float]) -> float:
    """Return the number of tests by formula, nan for the tree, for which there is none.

    sweep: the pairs whose intervals overlap along the longest side; grid: those in equal or adjacent cells along all axes. Along
    an axis with m cells this is the share (3 m - 2) / m^2. Cells are wider than boxes if there were too many cells.
    """
    half = half_side(count, sides)
    if method == "all":
        return all_tests(count)
    if method == "sweep":
        return all_tests(count) * overlap_share(half, max(sides))
    if method == "grid":
        rooms = np.array(sides) - 2.0 * half  # of low corners
        cells = np.maximum(rooms / sides_of_cells(rooms, np.full(3, 2.0 * half), count), 1.0)
        return all_tests(count) * float(((3.0 * cells - 2.0) / (cells * cells)).prod())
    return nan


def sides_of_cells(extent: np.ndarray, widest: np.ndarray, count: int) -> np.ndarray:
    """Return the sides (3,) [m] of the grid's cells. extent: (3,) [m], of the low corners; widest: (3,) [m], sides of a box"""
    sides = extent.copy()
    write_cells(sides, widest, count, np.empty(3, np.int64))
    return sides


# Drawing

COLOURS = ((0.42, 0.52, 0.62), (0.50, 0.58, 0.50), (0.58, 0.54, 0.46))
LETTERS = ((0.30, 0.66, 0.32), (0.85, 0.22, 0.16), (0.25, 0.55, 0.88), (0.90, 0.62, 0.18))  # of A, R, B and C
PAIRED = (0.97, 0.62, 0.16)
AXIS = (0.20, 0.22, 0.26)
METHOD_COLOURS = ((0.85, 0.22, 0.16), (0.25, 0.55, 0.88), (0.90, 0.62, 0.18), (0.30, 0.66, 0.32))
ON_FLOOR = 0.02  # [m] of lines on the floor
MOST_INTERVALS = 120  # intervals on the floor. More: they become one stripe


def floor_intervals(last: HallBodies, colours: np.ndarray) -> list[Shape]:
    """Make the intervals of boxes along the axis of the plane sweep, one beside the other on the floor."""
    found: dict[Colour, list[np.ndarray]] = {}  # one shape for each colour: 130 of them took 20 ms to draw
    count = min(len(last.centres), MOST_INTERVALS)
    across = np.zeros(3)
    across[1 if last.axis == 0 else 0] = 1.0
    for row, box in enumerate(last.order[:count].tolist()):
        ends = np.zeros((2, 3))
        ends[:, last.axis] = last.centres[box, last.axis] + last.halves[box, last.axis] * np.array((-1.0, 1.0))
        ends += across * (-1.2 - 0.16 * row if count == FIGURE else -7.6 + 15.2 * row / count) + (0.0, 0.0, ON_FLOOR)
        found.setdefault(tuple(colours[box].tolist()), []).append(ends)
    return [Lines(np.array(rows), colour, 0.03 if count == FIGURE else 0.012) for colour, rows in found.items()]


def grid_lines(sides: tuple[float, float, float], corner: np.ndarray, cell: np.ndarray) -> np.ndarray:
    """Return the lines (m, 2, 3) [m] of a grid's cells on the floor of a hall, every second or third for narrow cells.

    corner: (3,) [m], the low corner of the grid; cell: (3,) [m], the sides of a cell
    """
    (left, front, _), right, back = lowest(sides), sides[0] / 2.0, sides[1] / 2.0
    lines = []
    for axis, high in enumerate((right, back)):
        every = max(1, round(sides[axis] / cell[axis] / MOST_INTERVALS)) * cell[axis]
        for place in np.arange(corner[axis], high + 1e-9, every):
            ends = [(place, front, ON_FLOOR), (place, back, ON_FLOOR)]
            lines.append(ends if axis == 0 else [(left, place, ON_FLOOR), (right, place, ON_FLOOR)])
    return np.array(lines)


def whole(count: float) -> str:
    """Format a count, with spaces between its thousands."""
    return f"{round(count):,}".replace(",", " ")


WORDS = {"all": "Each with each.", "grid": "Adjacent cells.", "sweep": "Intervals along one axis.", "tree": "Large boxes first."}


def slopes_of(samples: tuple[tuple[float, ...], ...]) -> dict[str, float]:
    """Return the power of n with which the tests of each method grow over the samples, or {} for fewer than two n."""
    found = {row[0]: row[1:] for row in samples if row[0] > FIGURE}
    if len(found) < 2:
        return {}
    logs = np.log([(count, *tests) for count, tests in sorted(found.items())])
    return {name: float(np.polyfit(logs[:, 0], logs[:, k], 1)[0]) for k, name in enumerate(METHODS, 1)}


def slopes_text(samples: tuple[tuple[float, ...], ...]) -> str:
    slopes = slopes_of(samples)
    if not slopes:
        return "Turn the dial to other numbers of boxes: dots show the counted tests."
    return "Tests grow with n to the power of: " + ", ".join(f"{name} {slope:.2f}" for name, slope in slopes.items())


@lru_cache(1)  # it stays while boxes drift; drawn again a few times a second, it took a fifth of the picture's time
def plot_of(
    samples: tuple[tuple[float, ...], ...], now: tuple[float, ...], method: str, sides: tuple[float, float, float]
) -> Plot:
    """Make the plot of tests over the number of boxes, both logarithmic: 100 to 100 000 boxes, 10 to 10^9 tests.

    Lines: by formula, for the tree from number to number. Dots: counted.
    """
    found = {row[0]: row[1:] for row in (*samples, now) if row[0] > FIGURE}

    def points(pairs: list[tuple[float, float]]) -> np.ndarray:
        places = [((log10(count) - 2.0) / 3.0, (log10(max(tests, 1.0)) - 1.0) / 8.0) for count, tests in pairs]
        return np.clip(np.array(places).reshape(-1, 2), 0.0, 1.0)

    lines, dots = [], []
    for k, (name, colour) in enumerate(zip(METHODS, METHOD_COLOURS)):
        counted = [(count, tests[k]) for count, tests in sorted(found.items())]
        formula = [(count, expected_tests(name, int(count), sides)) for count in COUNTS[1:]]
        lines.append(Curve(name, colour, points(counted if name == "tree" else formula), name == method))
        dots.append(Curve("", colour, points(counted), is_dots=True))
    marks = tuple((power / 8.0, f"1e{power + 1}") for power in (0, 2, 4, 6, 8))
    return Plot("tests in a tick: lines by formula", (*lines, *dots), marks, "100 to 100 000 boxes")
