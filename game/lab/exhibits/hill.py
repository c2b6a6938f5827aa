"""A hill: the cell, the triangle and the height under the player's feet, on a regular grid and in an irregular net.

Source: Tang's lecture, terrain collision detection. The ground that the player walks on is the one that is chosen at the desk.
"""

from dataclasses import dataclass
from functools import cache
from math import inf, nan, pi
from typing import NamedTuple

import numpy as np

from ...collision import TriangleMesh
from ...core.elementary_functions import cos, each, sin
from ...core.shapes import Arrow, Boxes, Colour, Faces, Lines, Point, Shape
from ...core.vec3 import Vector, add, cross, length, scale, sub
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.ground import (
    DIAGONALS,
    GroundTriangle,
    HeightField,
    Tin,
    Weights,
    barycentric,
    height_by_plane,
    height_by_weights,
    network_within,
    weights_along_normal,
)
from .board_content import BoardContent, BoardRow, Caption, Curve, Plot
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Readout, dial, exhibit, switch

GRID, NET = range(2)
GROUNDS = ("grid", "net")
AREAS, MATRIX = range(2)
WEIGHTS = ("by areas", "lecture")
ERRORS = (0.1, 0.2, 0.4, 0.8)  # [m] of the net
HALF, CELLS = 12.0, 32  # [m] half of a side; cells along it. More: too small to be seen, and a frame takes too long to draw
SIDE = 2.0 * HALF / CELLS  # [m] of a cell
HILLS = ((0.0, 2.0, 9.5, 3.2), (-7.0, 6.0, 5.0, 1.6), (7.0, -2.0, 4.5, 1.1))  # (x, y, radius, height) [m]
WAVES, EDGE = 0.15, 1.5  # [m] height of the small waves; width of the border, where the hill goes down to 0
HIGHEST = 100.0  # [m] from which rays are cast down


class UnderFoot(NamedTuple):
    at: Vector = (inf, inf, inf)  # [m]


class Footing(NamedTuple):
    """The triangle, the weights and the heights at a place of the ground."""

    triangle: GroundTriangle
    path: tuple[int, ...]  # numbers of the triangles of the search in a net; () on the grid
    cell: tuple[int, int, float, float]  # i, j and u, v on the grid
    weights: Weights
    printed: Weights  # those of the lecture's matrix for the player's centre
    plane: float  # [m]
    ray: float  # [m]
    aside: float  # [m] of the place with the printed weights, seen from above


@exhibit("hill")
@dataclass(frozen=True)
class GroundHill(ExhibitKind[UnderFoot]):
    """A hill of triangles to walk on, by a grid or by an irregular net, and what is under the player."""

    TITLE = "The ground under your feet"
    CONTROLS = (
        switch("ground", GROUNDS, "the triangles that you walk on: a regular grid, or an irregular net"),
        switch("diagonal", DIAGONALS, "of the grid's cells: it moves their middles"),
        dial("error", ERRORS, 0.4, "m", "how far the net may be above or below the grid's points"),
        switch("weights", WEIGHTS, "of the triangle's corners; the last one is the lecture's matrix, for your body's middle"),
    )
    FIGURES = {
        "plane": "m", "ray": "m", "i": "", "j": "", "u": "", "v": "", "w0": "", "w1": "", "w2": "", "aside": "m",
        "triangle": "", "steps": "of the search", "triangles": "",
    }  # fmt: skip

    def begin(self, values: Chosen) -> UnderFoot:
        return UnderFoot()

    def tick(self, values: Chosen, bodies: UnderFoot, used: frozenset[str], actor: Actor, hz: int) -> tuple[UnderFoot, Readout]:
        bodies = bodies if bodies.at == actor.position else UnderFoot(actor.position)
        ground, found = ground_of(values), found_at(values, actor.position)
        figures = dict.fromkeys(self.FIGURES, nan) | {"triangles": float(len(ground_corners(ground)))}
        if found is not None:
            weights = found.printed if values["weights"] == MATRIX else found.weights
            figures |= dict(zip(("i", "j", "u", "v", "w0", "w1", "w2"), (*found.cell, *weights)))
            figures |= {"plane": found.plane, "ray": found.ray, "triangle": float(found.triangle.number)}
            figures |= {"aside": found.aside if values["weights"] == MATRIX else 0.0, "steps": float(max(len(found.path), 1))}
        return bodies, Readout({name: round(float(value), 9) for name, value in figures.items()})

    def walls(self, state: ExhibitState[UnderFoot], actor: Actor) -> np.ndarray:
        """Return the corners (n, 3, 3) [m] of the ground's triangles near the player."""
        x, y, _ = actor.position
        aside = actor.reach[0]
        if max(abs(x), abs(y)) > HALF + aside:
            return np.empty((0, 3, 3))
        ground = ground_of(self.values(state))
        low, high = bounds_of(ground)
        is_near = ((low <= (x + aside, y + aside)) & (high >= (x - aside, y - aside))).all(axis=1)
        return ground_corners(ground)[is_near]

    def bodies(self, before: ExhibitState[UnderFoot], after: ExhibitState[UnderFoot], part: float) -> list[Shape]:
        """Make the ground, and what is under the player: the triangle, its cell or the path of the search, weights as bars."""
        values = self.values(after)
        ground, found = ground_of(values), found_at(values, after.bodies.at)
        corners, colours = ground_corners(ground), colours_of(ground)
        edges = [sides_of(ground)] if values["ground"] == NET else []  # the grid's two greens show its triangles
        if found is None:
            return [Faces(corners, colours), *edges]
        colours = colours.copy()
        colours[list(found.path)] = SEARCH
        colours[found.triangle.number] = FOOT
        return [Faces(corners, colours), *edges, *outlines(found), *bars(values, found)]

    def overlay(self, state: ExhibitState[UnderFoot]) -> list[Shape]:
        """Make the normal of the triangle, and the line from the player's centre along it to the plane."""
        found = found_at(self.values(state), state.bodies.at)
        if found is None:
            return []
        one, two, three = found.triangle.corners
        normal = cross(sub(two, one), sub(three, one))
        normal = scale(normal, 1.0 / length(normal))
        x, y, z = state.bodies.at
        foot = sub(state.bodies.at, scale(normal, normal[2] * (z - found.plane)))
        return [
            Arrow(one, add(one, normal), NORMAL, 0.03, is_normal=True),
            Lines(np.array([[state.bodies.at, foot], [state.bodies.at, (x, y, found.plane)]]), ASIDE, 0.015),
        ]

    def sheet(self, state: ExhibitState[UnderFoot]) -> BoardContent:
        """Make the board with the height by the plane and by a ray, the weights, and a section of the ground under the player."""
        values = self.values(state)
        found, ground = found_at(values, state.bodies.at), ground_of(values)
        count = len(ground_corners(ground))
        if found is None:
            notes = f"{count} triangles. Walk onto the hill: what is under you?", ""
            return BoardContent(self.TITLE, notes, (), plot_of(values, 0.0, None))
        i, j, u, v = found.cell
        is_second = found.triangle.number % 2
        if values["ground"] == GRID:
            test = f"v {'>' if is_second else '<='} {'u' if values['diagonal'] == 0 else '1 - u'}"
            where = f"Cell ({i}, {j}): u = {u:.2f}, v = {v:.2f}, {test}: triangle {found.triangle.number}."
            search = BoardRow("triangles looked at", "1", f"1 of {count}")
        else:
            where = "Blue: the search, across the side of the most negative weight."
            search = BoardRow("triangles looked at", f"< {3.0 * count**0.5:.0f}", f"{len(found.path)} of {count}")
        is_printed = values["weights"] == MATRIX
        note = (
            "Lecture: your middle's foot along the normal, the red point."
            if is_printed
            else "Bars: the weights of the corners. Black: the place they give."
        )
        shown = found.printed if is_printed else found.weights
        sloping = height_by_weights(found.triangle, *state.bodies.at[:2])
        place = sum(w * corner[2] for w, corner in zip(shown, found.triangle.corners))
        aside = found.aside if is_printed else 0.0
        rows = (
            BoardRow("height under you", f"{found.plane:.4f} m", f"{found.ray:.4f} m", labels=("plane", "ray")),
            BoardRow("height by weights", f"{sloping:.4f} m", f"{place:.4f} m", wrong=abs(place - sloping) > 1e-9),
            BoardRow("they are aside by", "0.0 cm", f"{100.0 * aside:.1f} cm", wrong=aside > 1e-9),
            search,
        )
        return BoardContent(self.TITLE, (where, note), rows, plot_of(values, state.bodies.at[1], found))

    def captions(self, state: ExhibitState[UnderFoot], place: ExhibitPlace) -> list[Caption]:
        """Make a hint at the foot of the hill: from the eyes of a visitor, what lights up is below the picture."""
        return [Caption("walk up, and look down at your feet", (-2.4, -HALF - 0.1, 0.35), height=0.14)]


# The ground


@cache
def heights() -> np.ndarray:
    """Return the heights (CELLS + 1, CELLS + 1) [m] of the hill at the grid's points, by x, then by y."""
    line = np.arange(CELLS + 1) * SIDE - HALF
    x, y = np.meshgrid(line, line, indexing="ij")
    z = WAVES * (1.0 + each(sin, 2.1 * x + 0.7) * each(cos, 1.7 * y))
    for at_x, at_y, radius, high in HILLS:
        distance = np.sqrt((x - at_x) ** 2 + (y - at_y) ** 2)
        z = z + high * (1.0 + each(cos, pi * np.minimum(distance / radius, 1.0))) / 2.0
    part = np.clip((HALF - np.maximum(np.abs(x), np.abs(y))) / EDGE, 0.0, 1.0)
    return z * part * part * (3.0 - 2.0 * part)


@cache
def field(diagonal: int) -> HeightField:
    return HeightField(heights(), SIDE, (-HALF, -HALF), DIAGONALS[diagonal])


@cache
def net(error: float) -> Tin:
    return network_within(field(0).vertices, error)


Ground = HeightField | Tin


def ground_of(values: Chosen) -> Ground:
    return net(values["error"]) if values["ground"] == NET else field(int(values["diagonal"]))


@cache
def ground_corners(ground: Ground) -> np.ndarray:
    """Return the corners (n, 3, 3) [m] of a ground's triangles."""
    return ground.vertices[ground.triangles]


@cache
def bounds_of(ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Return the low and high corners (n, 2) [m] of the triangles, seen from above."""
    return ground_corners(ground)[:, :, :2].min(axis=1), ground_corners(ground)[:, :, :2].max(axis=1)


@cache
def mesh_of(ground: Ground) -> TriangleMesh:
    return TriangleMesh(ground.vertices, ground.triangles)


def found_at(values: Chosen, centre: Vector) -> Footing | None:
    """Return what is under the player's centre [m] by the lecture's formulas, and by a ray. None beside the hill."""
    (x, y, _), ground = centre, ground_of(values)
    if not max(abs(x), abs(y)) <= HALF:
        return None
    path = tuple(ground.walk(x, y)) if isinstance(ground, Tin) else ()
    triangle = ground.triangle(x, y, path[-1]) if isinstance(ground, Tin) else ground.triangle(x, y)
    assert triangle is not None  # x, y is inside
    across, along = (x + HALF) / SIDE, (y + HALF) / SIDE
    # On a line of the grid the triangle belongs to the cell with the smaller number.
    cell = divmod(triangle.number // 2, CELLS) if isinstance(ground, HeightField) else (int(across), int(along))
    printed = weights_along_normal(triangle, centre)
    place = [sum(w * corner[axis] for w, corner in zip(printed, triangle.corners)) for axis in (0, 1)]
    down = float(mesh_of(ground).raycast([(x, y, HIGHEST)], [(0.0, 0.0, -1.0)], inf)[0])
    return Footing(
        triangle, path, (*cell, across - cell[0], along - cell[1]), barycentric(triangle, (x, y)), printed,
        height_by_plane(triangle, x, y), HIGHEST - down, length((place[0] - x, place[1] - y, 0.0)),
    )  # fmt: skip


# Drawing

GRASS = np.array([(0.40, 0.56, 0.30), (0.45, 0.61, 0.33)])  # of the two triangles of a cell
TOP, STONE = np.array((0.80, 0.74, 0.56)), 3.5  # colour, and height [m] at which the ground has it
FOOT, CELL, SEARCH, NORMAL = (0.98, 0.78, 0.20), (0.12, 0.13, 0.15), (0.30, 0.55, 0.90), (0.30, 0.80, 0.36)
CORNERS: tuple[Colour, ...] = ((0.86, 0.24, 0.20), (0.20, 0.45, 0.85), (0.60, 0.32, 0.78))  # of the bars of the weights
LIFT, BAR, ASIDE = 0.03, 0.06, (0.90, 0.20, 0.16)  # [m] above the ground; half width of a bar [m]; the place of wrong weights


@cache
def colours_of(ground: Ground) -> np.ndarray:
    """Return the colours (n, 3) of the triangles: two kinds of grass, and sand on top."""
    part = np.clip(ground_corners(ground)[:, :, 2].mean(axis=1) / STONE, 0.0, 1.0)[:, None] ** 2
    return (1.0 - part) * GRASS[np.arange(len(part)) % 2] + part * TOP


@cache
def sides_of(ground: Ground) -> Lines:
    rows = lifted(ground_corners(ground))
    return Lines(np.stack([rows, np.roll(rows, -1, axis=1)], axis=2).reshape(-1, 2, 3), CELL, 0.012)


def outlines(found: Footing) -> list[Shape]:
    """Make the borders of the cell and of the triangle."""
    rows = lifted(found.triangle.corners)
    made: list[Shape] = [Lines(np.stack([rows, np.roll(rows, -1, axis=0)], axis=1), CELL, 0.02)]
    if not found.path:
        i, j = found.cell[:2]
        ring = lifted([(*at(i + a, j + b), heights()[i + a, j + b]) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))])
        made.append(Lines(np.stack([ring, np.roll(ring, -1, axis=0)], axis=1), CELL, 0.03))
    return made


def at(i: int, j: int) -> tuple[float, float]:
    return i * SIDE - HALF, j * SIDE - HALF


def lifted(corners: object) -> np.ndarray:
    return np.array(corners) + (0.0, 0.0, LIFT)


def bars(values: Chosen, found: Footing) -> list[Shape]:
    """Make a bar of one metre times its weight at each corner, downwards if it is negative, and the place of these weights."""
    weights = found.printed if values["weights"] == MATRIX else found.weights
    places = np.array(found.triangle.corners) + [(0.0, 0.0, 0.5 * weight) for weight in weights]
    halves = np.array([(BAR, BAR, max(0.5 * abs(weight), 0.01)) for weight in weights])
    middle = sum(w * np.array(corner) for w, corner in zip(weights, found.triangle.corners))
    colour = ASIDE if values["weights"] == MATRIX else CELL
    return [Boxes(places, halves, np.array(CORNERS)), Point(tuple(lifted(middle).tolist()), colour, 0.09)]


PLOT_HIGH = 4.0  # [m] of the plot's axis


def plot_of(values: Chosen, y: float, found: Footing | None) -> Plot:
    """Make the plot of the ground's heights along x, through the player: of the grid, and of the net if it is chosen."""
    xs = np.linspace(-HALF, HALF, 97)
    places = np.column_stack((xs, np.full(len(xs), min(max(y, -HALF), HALF))))
    across = (xs + HALF) / (2.0 * HALF)

    def curve(name: str, colour: Colour, ground: Ground, is_bold: bool) -> Curve:
        return Curve(name, colour, np.column_stack((across, np.clip(ground.heights_at(places) / PLOT_HIGH, 0.0, 1.0))), is_bold)

    is_net = values["ground"] == NET
    curves = [curve("grid", (0.40, 0.56, 0.30), field(int(values["diagonal"])), not is_net)]
    if is_net:
        curves.append(curve("net", SEARCH, net(values["error"]), True))
    if found is not None:
        x = found.cell[0] + found.cell[2]
        curves.append(Curve("", CELL, np.array([(x / CELLS, min(max(found.plane, 0.0) / PLOT_HIGH, 1.0))]), is_dots=True))
    marks = tuple((height / PLOT_HIGH, f"{height:g} m") for height in (0.0, 1.0, 2.0, 3.0, 4.0))
    return Plot("the ground along x, through you", tuple(curves), marks, "24 m")
