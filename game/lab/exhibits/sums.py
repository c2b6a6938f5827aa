"""Sums: two convex bodies, their sum and their difference, and a point in them instead of an overlap.

Source: Tang's lecture, Minkowski sum and extract penetration depth. It tests a point in the sum, which is right only if the
second body is its own mirror image. The test in the difference is always right. The sum is swept by one body, whose origin moves
over the other.
"""

from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf, nan, pi, radians
from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import cos_sin
from ...core.shapes import Arrow, Balls, Boxes, Colour, Disc, Faces, Lines, Shape, Skin, Triangles
from ...core.vec3 import Vector, length, sub
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics import shapes
from ..physics.forum_picking import area, clipped
from .board_content import BoardContent, BoardRow, Caption, Curve, Plot
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, dial, exhibit, switch

PAIRS = ("wedges", "boxes", "stones", "ball and stone")
DIFFERENCE, SUM = range(2)
TESTS = ("A - B", "A + B")
OFFSETS = tuple(round(0.2 * k - 2.6, 1) for k in range(27))  # [m]
TURNS = tuple(float(angle) for angle in range(0, 360, 15))  # [degrees] of B
MOST_STEPS = 8  # of GJK that the dial shows
HIGH = 0.3  # [m] by which B's origin is higher than that of A
A_AT, SHAPE_AT = (-3.0, 0.0, 1.5), (3.2, 0.0, 1.5)  # the origins of A and of the difference, in the exhibit's frame [m]
CELLS, AT_ONCE = 32, 4  # along each side, a random place of B in each; those tested in a tick. More: a tick takes too long
CLEAR = 1.0  # [m] beyond the depth. Less: GJK takes exact numbers, ten times as long; more: the depth loses digits
NEARER = 1e-12  # [m] at which an advance counts as a touch. Less: it never ends; more: the touch loses digits
MOST_ADVANCES = 60  # Fewer: a touch at a shallow angle is not reached; more: time
AT_BODY = 3.0  # [m] from a body's origin, beyond which it stops no player
Polyhedron = shapes.Polyhedron


class SumBodies(NamedTuple):
    ticks: int = 0  # of the sweep
    tested: int = 0  # random places
    overlap: bool = False  # of the bodies


@exhibit("sums")
@dataclass(frozen=True)
class Sums(ExhibitKind[SumBodies]):
    """Two convex bodies, of which the second one moves along a rail, and beside them their difference or their sum."""

    TITLE = "One point instead of two bodies"
    CONTROLS = (
        switch("bodies", PAIRS, "which two bodies"),
        dial("offset", OFFSETS, -2.0, "m", "moves B along its rail, and so the point p"),
        dial("turn", TURNS, 0.0, "degrees", "turns B; its sum with A gets another shape"),
        dial("step", tuple(range(MOST_STEPS + 1)), 0.0, "of GJK", "the steps that find the distance of p; 0 is the sweep"),
        switch("test", TESTS, "in which shape the point must be; the last one is the lecture's"),
    )
    FIGURES = {
        "overlap": "", "inside": "", "distance": "m", "by shape": "m", "touch": "m", "by ray": "m", "steps": "of GJK",
        "wrong": "% of random places", "expected": "% of random places",
    }  # fmt: skip

    def begin(self, values: Chosen) -> SumBodies:
        return SumBodies()

    def tick(self, values: Chosen, bodies: SumBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[SumBodies, Readout]:
        if used & {"bodies", "turn"}:
            bodies = SumBodies(bodies.ticks)
        pair, turn, test, offset = scene_of(values)
        found = separation(pair, turn, offset)
        tested = min(bodies.tested + AT_ONCE, CELLS * CELLS)
        wrong = len(wrong_until(pair, turn, test, tested)) / tested
        figures = {
            "overlap": float(found <= 0.0), "inside": float(shape_of(pair, turn, test).contains((offset, 0.0, HIGH))),
            "distance": found, "by shape": signed_distance(pair, turn, test, offset), "touch": advanced(pair, turn),
            "by ray": entered(pair, turn, test)[0], "steps": float(len(gjk_of(pair, turn, offset).steps)),
            "wrong": 100.0 * wrong, "expected": 100.0 * wrong_share(pair, turn, test),
        }  # fmt: skip
        meets = found <= 0.0 and not bodies.overlap
        incidents = (Incident(IncidentKind.STRUCK, (A_AT[0] + offset, *A_AT[1:]), 0.5),) if meets else ()
        # Rounded: numpy's library adds up in another order on each processor.
        return SumBodies(bodies.ticks + 1, tested, found <= 0.0), Readout({k: round(v, 9) for k, v in figures.items()}, incidents)

    def walls(self, state: ExhibitState[SumBodies], actor: Actor) -> np.ndarray:
        """Return the corners (n, 3, 3) [m] of the triangles of the bodies near the player."""
        pair, turn, _, offset = scene_of(self.values(state))
        near = [
            body.triangles + np.array(at)
            for body, at in ((first(pair), A_AT), (second(pair, turn), b_at(offset)))
            if length(sub(actor.position, at)) < AT_BODY
        ]
        return np.concatenate(near) if near else np.empty((0, 3, 3))

    def bodies(self, before: ExhibitState[SumBodies], after: ExhibitState[SumBodies], part: float) -> list[Shape]:
        """Make the bodies, beside them the shape with the point, places with a wrong answer, and a sweep or a step of GJK."""
        pair, turn, test, offset = scene_of(self.values(after))
        found, step = separation(pair, turn, offset), int(self.values(after)["step"])
        is_inside = shape_of(pair, turn, test).contains((offset, 0.0, HIGH))
        return [
            *two_bodies(pair, turn, offset, found),
            *([] if step else origins(offset)),  # which would cover what GJK has found
            *shape_and_point(pair, turn, test, offset, RED if is_inside else GREEN, not step or test == SUM),
            *wrong_dots(pair, turn, test, after.bodies.tested),
            *([] if step else sweep_shapes(pair, turn, test, after.bodies.ticks)),
            *(gjk_step(pair, turn, offset, step) if step and test == DIFFERENCE else []),
        ]

    def overlay(self, state: ExhibitState[SumBodies]) -> list[Shape]:
        """Make two planes across the closest points: all of A is behind one, all of B behind the other."""
        pair, turn, _, offset = scene_of(self.values(state))
        closest = gjk_of(pair, turn, offset)
        if closest.distance == 0.0:
            return []
        x, y, z = ((closest.closest_b - closest.closest_a) / closest.distance).tolist()
        ends = [tuple((end + A_AT).tolist()) for end in (closest.closest_a, closest.closest_b)]
        return [Disc(end, (x, y, z), 1.3, colour) for end, colour in zip(ends, (BLUE, ORANGE))]

    def sheet(self, state: ExhibitState[SumBodies]) -> BoardContent:
        """Make the board with the answer, the distance and the touch, from the shape and from the bodies."""
        values, tested = self.values(state), state.bodies.tested
        pair, turn, test, offset = scene_of(values)
        found, by_shape = separation(pair, turn, offset), signed_distance(pair, turn, test, offset)
        touch, by_ray = advanced(pair, turn), entered(pair, turn, test)[0]
        is_wrong, has_other = (found <= 0.0) != (by_shape <= 0.0), abs(found - by_shape) > 1e-6
        counted = 100.0 * len(wrong_until(pair, turn, test, tested)) / max(tested, 1)
        rows = (
            BoardRow("do they overlap?", "yes" if by_shape <= 0.0 else "no", "yes" if found <= 0.0 else "no",
                     wrong_prediction=is_wrong),
            BoardRow("distance; depth below 0", metres(by_shape), metres(found), wrong_prediction=has_other),
            BoardRow("first touch at the offset", metres(by_ray, "never"), metres(touch, "never"),
                     wrong_prediction=not (abs(by_ray - touch) < 1e-6 or (by_ray != by_ray and touch != touch))),
            BoardRow(f"wrong at {tested} random places", f"{100.0 * wrong_share(pair, turn, test):.1f} %", f"{counted:.1f} %",
                     wrong=counted > 0.0, labels=("by area", "counted")),
        )  # fmt: skip
        return BoardContent(self.TITLE, notes_of(values), rows, plot_of(values), ("by the shape", "by the bodies"))

    def captions(self, state: ExhibitState[SumBodies], place: ExhibitPlace) -> list[Caption]:
        return [
            Caption("two bodies: blue A, orange B", (A_AT[0], -1.2, 0.12), height=0.17),
            Caption("one shape, and the point p", (SHAPE_AT[0], -1.2, 0.12), height=0.17),
        ]


def scene_of(values: Chosen) -> tuple[int, int, int, float]:
    """Return the pair of bodies, the turn of B [degrees], the test, and the offset [m]."""
    return int(values["bodies"]), int(values["turn"]), int(values["test"]), values["offset"]


# The bodies


def prism(corners: list[tuple[float, float]], depth: float) -> np.ndarray:
    """Return the corners (2 n, 3) [m] of a prism along y over a polygon."""
    return np.array([(x, y, z) for y in (-depth / 2.0, depth / 2.0) for x, z in corners])


def cuboid(x: float, y: float, z: float) -> np.ndarray:
    return prism([(-x, -z), (x, -z), (x, z), (-x, z)], 2.0 * y)


def round_body(radii: Vector, rings: tuple[tuple[float, int, float], ...]) -> np.ndarray:
    """Return points (n, 3) [m] of an ellipsoid: rings of (height -1..1, number of points, angle of the first one [rad])."""
    points = []
    for height, count, start in rings:
        radius = (1.0 - height * height) ** 0.5
        for c, s in (cos_sin(start + 2.0 * pi * k / count) for k in range(count)):
            points.append((radii[0] * radius * c, radii[1] * radius * s, radii[2] * height))
    return np.array(points)


WEDGE = prism([(0.0, 0.0), (1.2, 0.0), (0.0, 1.2)], 1.0)
STONE_RINGS = (0.9, 3, 0.2), (0.15, 5, 0.7), (-0.75, 4, 0.1)
BALL_RINGS = (1.0, 1, 0.0), (0.6, 5, 0.0), (-0.1, 7, 0.3), (-0.8, 4, 0.5)
CORNERS = (
    (WEDGE, WEDGE),
    (cuboid(0.7, 0.5, 0.5), cuboid(0.5, 0.4, 0.4)),
    (round_body((0.9, 0.7, 0.7), STONE_RINGS), round_body((0.7, 0.6, 0.6), STONE_RINGS)),
    (round_body((0.7, 0.7, 0.7), BALL_RINGS), round_body((0.8, 0.6, 0.6), STONE_RINGS)),
)  # [m] of A and B, whose origins are the corner of a wedge, and else the middle


@cache
def first(pair: int) -> Polyhedron:
    return Polyhedron(CORNERS[pair][0])


@cache
def second(pair: int, turn: int) -> Polyhedron:
    """Return B with its own origin, turned about y by some degrees, from x towards z."""
    c, s = cos_sin(radians(turn))
    x, y, z = CORNERS[pair][1].T
    return Polyhedron(np.column_stack((c * x - s * z, y, s * x + c * z)))


def moved(body: Polyhedron, place: Vector) -> Polyhedron:
    """Return a body with its origin at a place [m], without the search for its hull."""
    other = copy(body)
    other.vertices = body.vertices + np.array(place)
    return other


@cache
def shape_of(pair: int, turn: int, test: int) -> Polyhedron:
    """Return the difference or the sum of A and B."""
    return (shapes.minkowski_sum if test == SUM else shapes.minkowski_difference)(first(pair), second(pair, turn))


def b_at(offset: float) -> Vector:
    return A_AT[0] + offset, A_AT[1], A_AT[2] + HIGH


# Distance and depth, from the bodies


@cache
def gjk_of(pair: int, turn: int, offset: float) -> shapes.Closest:
    return shapes.gjk(first(pair), moved(second(pair, turn), (offset, 0.0, HIGH)))


@cache
def separation(pair: int, turn: int, offset: float) -> float:
    """Return the distance [m] of the bodies by GJK, or minus their depth if they overlap.

    For the depth, B moves out by CLEAR more than it, through the nearest face of the difference. Then its distance is CLEAR.
    """
    distance = gjk_of(pair, turn, offset).distance
    if distance > 0.0:
        return distance
    depth, (x, y, z) = nearest_face(pair, turn, offset)
    out = depth + CLEAR
    place = (offset + out * x, out * y, HIGH + out * z)
    return min(shapes.gjk(first(pair), moved(second(pair, turn), place)).distance - out, 0.0)


@cache
def advanced(pair: int, turn: int) -> float:
    """Return the offset [m] at which B, moved from the left end of its rail, touches A, nan if it does not.

    B advances by its distance over its speed towards A, which never jumps over a contact, until the distance is 0.
    """
    offset = OFFSETS[0]
    for _ in range(MOST_ADVANCES):
        found = shapes.gjk(first(pair), moved(second(pair, turn), (offset, 0.0, HIGH)))
        towards = float((found.closest_a - found.closest_b)[0])
        if found.distance <= NEARER:
            return offset
        if towards <= 0.0 or offset > OFFSETS[-1]:
            return nan
        offset += found.distance**2 / towards
    return offset


# The same from a point in a shape


def heights(body: Polyhedron, place: Vector) -> np.ndarray:
    """Return how far (f,) [m] a point is outside the planes of a body's faces."""
    corners = body.vertices[[face[0] for face in body.faces]]
    return (body.normals * (np.array(place) - corners)).sum(axis=1)


def nearest_face(pair: int, turn: int, offset: float) -> tuple[float, Vector]:
    """Return the depth [m] of the point in the difference, and the unit direction to the nearest face."""
    shape = shape_of(pair, turn, DIFFERENCE)
    outside = heights(shape, (offset, 0.0, HIGH))
    face = int(outside.argmax())
    x, y, z = shape.normals[face].tolist()
    return -float(outside[face]), (x, y, z)


@cache
def signed_distance(pair: int, turn: int, test: int, offset: float) -> float:
    """Return the distance [m] of the point from the shape's nearest edge or face, or minus its depth below the nearest face."""
    shape, place = shape_of(pair, turn, test), np.array((offset, 0.0, HIGH))
    outside = heights(shape, (offset, 0.0, HIGH))
    if shape.contains(place):
        return float(outside.max())
    starts, ends = shape.vertices[shape.edges[:, 0]], shape.vertices[shape.edges[:, 1]]
    along = ends - starts
    part = ((place - starts) * along).sum(axis=1) / (along**2).sum(axis=1)
    feet = starts + np.clip(part, 0.0, 1.0)[:, None] * along
    above = [h for h, normal in zip(outside.tolist(), shape.normals) if h > 0.0 and shape.contains(place - h * normal)]
    return min([float(((place - feet) ** 2).sum(axis=1).min()) ** 0.5, *above])


@cache
def entered(pair: int, turn: int, test: int) -> tuple[float, float]:
    """Return the offsets [m] at which the point enters and leaves the shape along the rail, nan if it does not enter it.

    The ray is cut by the plane of each face (Cyrus and Beck).
    """
    shape = shape_of(pair, turn, test)
    enter, leave = -inf, inf
    for outside, speed in zip(heights(shape, (0.0, 0.0, HIGH)).tolist(), shape.normals[:, 0].tolist()):
        if abs(speed) < 1e-12:
            enter = inf if outside > 0.0 else enter
        elif speed < 0.0:
            enter = max(enter, -outside / speed)
        else:
            leave = min(leave, -outside / speed)
    return (enter, leave) if enter <= leave and enter <= OFFSETS[-1] and leave >= OFFSETS[0] else (nan, nan)


# Random places of B


def section(body: Polyhedron) -> np.ndarray:
    """Return the corners (n, 2), x and z [m], of the polygon in which the plane y = 0 cuts a body."""
    ends = body.vertices[body.edges]
    crossing = ends[(ends[:, 0, 1] > 0.0) != (ends[:, 1, 1] > 0.0)]
    part = (crossing[:, 0, 1] / (crossing[:, 0, 1] - crossing[:, 1, 1]))[:, None]
    points = (crossing[:, 0] + part * (crossing[:, 1] - crossing[:, 0]))[:, [0, 2, 1]]
    polygon = Polyhedron(points * (1.0, 1.0, 0.0))
    return polygon.vertices[list(polygon.faces[0]), :2]


@cache
def sections(pair: int, turn: int) -> tuple[np.ndarray, np.ndarray]:
    return section(shape_of(pair, turn, DIFFERENCE)), section(shape_of(pair, turn, SUM))


@cache
def frame_of(pair: int, turn: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the low and the high corner (2,) [m] of the rectangle around difference and sum, from which places are taken."""
    corners = np.concatenate(sections(pair, turn))
    return corners.min(axis=0), corners.max(axis=0)


@cache
def wrong_share(pair: int, turn: int, test: int) -> float:
    """Return the part 0..1 of all places for which the test is wrong: those in only one of difference and sum, by areas."""
    if test == DIFFERENCE:
        return 0.0
    right, wrong = sections(pair, turn)
    low, high = frame_of(pair, turn)
    return (area(right) + area(wrong) - 2.0 * area(clipped(right, wrong))) / float(np.prod(high - low))


@cache
def places_of(pair: int, turn: int) -> np.ndarray:
    """Return places (n, 3) [m] of B's origin in the plane y = 0, a random one in each cell of a grid, in random order."""
    low, high = frame_of(pair, turn)
    random = np.random.default_rng(8)
    corners = np.array([(i, j) for i in range(CELLS) for j in range(CELLS)])
    rows = random.permutation(corners + random.random(corners.shape)) / CELLS * (high - low) + low
    return np.column_stack((rows[:, 0], np.zeros(len(rows)), rows[:, 1]))


@cache
def answers(pair: int, turn: int, start: int) -> np.ndarray:
    """Return True (n, 2) where the tests in difference and sum are wrong, for AT_ONCE random places from `start` on."""
    rows = []
    for place in places_of(pair, turn)[start : start + AT_ONCE].tolist():
        meets = shapes.gjk(first(pair), moved(second(pair, turn), place)).distance == 0.0
        rows.append([shape_of(pair, turn, test).contains(place) != meets for test in (DIFFERENCE, SUM)])
    return np.array(rows)


@lru_cache(maxsize=8)
def wrong_until(pair: int, turn: int, test: int, tested: int) -> np.ndarray:
    """Return the places (n, 3) [m] with a wrong answer among the first random ones."""
    starts = range(0, tested, AT_ONCE)
    is_wrong = [is_so for start in starts for is_so in answers(pair, turn, start)[:, test]]
    return places_of(pair, turn)[: len(is_wrong)][np.array(is_wrong, bool)]


# Drawing

BLUE, ORANGE, RED, GREEN = (0.25, 0.55, 0.88), (0.97, 0.62, 0.16), (0.90, 0.36, 0.22), (0.30, 0.66, 0.32)
INK, METAL, VIOLET = (0.12, 0.13, 0.15), (0.45, 0.47, 0.50), (0.56, 0.30, 0.80)
RAIL = 4.0  # [m] height of the rail
EDGE, DOT = 0.012, 0.07  # [m] radii of a body's edge and of a point
PACE = 1.2  # [m/s] of the origin that is swept over A
GLASS = 0.32  # opacity of the shape


def at_shape(points: np.ndarray) -> np.ndarray:
    return np.asarray(points) + SHAPE_AT


def two_bodies(pair: int, turn: int, offset: float, found: float) -> list[Shape]:
    """Make A on a rod, B on a wire from its rail, and between them their closest points, or the way out."""
    one, other, at = first(pair).vertices + A_AT, second(pair, turn).vertices + b_at(offset), b_at(offset)
    faces = first(pair).triangles + A_AT, second(pair, turn).triangles + np.array(at)
    made: list[Shape] = [
        Faces(np.concatenate(faces), np.repeat([BLUE, ORANGE], list(map(len, faces)), axis=0)),
        Lines(one[first(pair).edges], INK, EDGE), Lines(other[second(pair, turn).edges], INK, EDGE),
        Lines(np.array([[A_AT, (A_AT[0], 0.0, 0.0)], [at, (at[0], 0.0, RAIL)]]), METAL, 0.02),
        Boxes.of([((A_AT[0], 0.0, RAIL), (3.1, 0.05, 0.05), METAL), ((at[0], 0.0, RAIL), (0.16, 0.12, 0.09), ORANGE)]),
    ]  # fmt: skip
    closest = gjk_of(pair, turn, offset)
    if found > 0.0:
        ends = np.array([closest.closest_a, closest.closest_b]) + A_AT
        return [*made, Lines(ends[None], VIOLET, 0.03), Balls(ends, np.full(2, DOT), np.array([VIOLET, VIOLET]))]
    way = -found * np.array(nearest_face(pair, turn, offset)[1])
    return [*made, Lines((other + way)[second(pair, turn).edges], VIOLET, EDGE)]


def origins(offset: float) -> list[Shape]:
    """Make the origins of A and B, and the arrow p between them, in front of the bodies."""
    ends = in_front(A_AT), in_front(b_at(offset))
    return [Arrow(*ends, INK, 0.025), Balls.of([(ends[0], DOT, INK), (ends[1], DOT, ORANGE)])]


def in_front(place: Vector) -> Vector:
    """Return a place just in front of the bodies, for their origins and the arrow between them."""
    return place[0], -0.72, place[2]


def shape_and_point(pair: int, turn: int, test: int, offset: float, colour: Colour, has_arrow: bool) -> list[Shape]:
    """Make the difference or the sum as glass, its ray along the rail, and the point, with the arrow to it if `has_arrow`.

    has_arrow: False beside a step of GJK, whose distance the arrow would cover
    """
    shape, (x, y, z) = shape_of(pair, turn, test), SHAPE_AT
    corners = at_shape(shape.triangles)
    tip = (x + offset, y, z + HIGH)
    cuts = [(x + cut, y, z + HIGH) for cut in entered(pair, turn, test) if OFFSETS[0] <= cut <= OFFSETS[-1]]
    p = Balls.of([(SHAPE_AT, DOT, INK)]), Arrow(SHAPE_AT, tip, INK, 0.025)
    return [
        Skin(corners, np.tile((*colour, GLASS), (len(corners), 3, 1))),
        Lines(at_shape(shape.vertices)[shape.edges], colour, EDGE),
        Lines(np.array([[(x + OFFSETS[0], y, z + HIGH), (x + OFFSETS[-1], y, z + HIGH)]]), METAL, 0.008),
        Balls.of([(tip, 1.4 * DOT, ORANGE), *((cut, 0.6 * DOT, METAL) for cut in cuts)]),
        *(p if has_arrow else []),
    ]


def wrong_dots(pair: int, turn: int, test: int, tested: int) -> list[Shape]:
    """Make small red boxes at the places with a wrong answer."""
    places = wrong_until(pair, turn, test, tested)
    if not len(places):
        return []
    return [Boxes(at_shape(places), np.full(places.shape, 0.025), np.tile(RED, (len(places), 1)))]


def sweep_shapes(pair: int, turn: int, test: int, ticks: int) -> list[Shape]:
    """Make A and a B, mirrored for the difference, whose origin goes along the edges of A: together they fill the shape."""
    body, sign = second(pair, turn), 1.0 if test == SUM else -1.0
    place = on_edges(pair, PACE * ticks / 60.0)
    return [
        Lines(at_shape(first(pair).vertices)[first(pair).edges], BLUE, EDGE),
        Lines(at_shape(place + sign * body.vertices)[body.edges], ORANGE, EDGE),
        Balls.of([(at_shape(place), 0.8 * DOT, ORANGE)]),
    ]


@cache
def tour_of(pair: int) -> np.ndarray:
    """Return the places (n, 3) [m] of a closed walk over the edges of A that visits all of its corners."""
    body = first(pair)
    beside: dict[int, list[int]] = {}
    for u, v in body.edges.tolist():
        beside.setdefault(u, []).append(v)
        beside.setdefault(v, []).append(u)
    walk, seen, branch = [0], {0}, [0]
    while branch:
        new = next((k for k in beside[branch[-1]] if k not in seen), None)
        if new is None:
            branch.pop()
        else:
            branch.append(new)
            seen.add(new)
        walk += branch[-1:]
    return body.vertices[walk]


def on_edges(pair: int, way: float) -> np.ndarray:
    """Return the place (3,) [m] after a way [m] along the walk over A's edges."""
    tour = tour_of(pair)
    along = np.concatenate(([0.0], np.cumsum(np.sqrt((np.diff(tour, axis=0) ** 2).sum(axis=1)))))
    return np.array([np.interp(way % along[-1], along, tour[:, axis]) for axis in range(3)])


def gjk_step(pair: int, turn: int, offset: float, number: int) -> list[Shape]:
    """Make the points that GJK keeps in a step, the nearest place between them, and the bodies' corners behind them."""
    steps = gjk_of(pair, turn, offset).steps
    step, place = steps[min(number, len(steps)) - 1], np.array((offset, 0.0, HIGH))
    points, nearest = at_shape(step.points + place), at_shape(step.nearest + place)
    made: list[Shape] = [
        Balls(np.vstack((points, step.on_a + A_AT, step.on_b + A_AT)), np.full(3 * len(points), 1.1 * DOT),
              np.tile(VIOLET, (3 * len(points), 1))),
        Balls.of([(nearest, DOT, INK)]), Lines(np.array([[nearest, at_shape(place)]]), VIOLET, 0.03),
    ]  # fmt: skip
    pairs = [(a, b) for a in range(len(points)) for b in range(a)]
    if pairs:
        made.append(Lines(points[np.array(pairs)], VIOLET, 0.022))
    if len(points) > 2:
        corners = points[[(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)] if len(points) == 4 else [(0, 1, 2)]]
        made.append(Triangles(corners, np.tile(VIOLET, (len(corners), 1))))
    return made


def metres(value: float, none: str = "") -> str:
    return none if value != value else f"{value:.4f} m"


def notes_of(values: Chosen) -> tuple[str, str]:
    """Return the lines about the shape, and about the step of GJK or the sweep."""
    pair, turn, test, offset = scene_of(values)
    number = int(values["step"])
    if test == SUM:
        sweeps = "" if number else " B sweeps it, as its origin moves over A."
        places = "Red dots: wrong answers, at random places p of the rectangle around A + B and A - B."
        return f"The lecture's sum A + B.{sweeps}", places
    line = "The difference A - B. The bodies overlap if p is in it."
    steps = gjk_of(pair, turn, offset).steps
    if not number:
        return line, "B, mirrored, sweeps it along A. Turn step: how GJK finds p."
    kept = steps[min(number, len(steps)) - 1]
    words = ("", "a corner", "an edge", "a triangle", "a tetrahedron")[len(kept.points)]
    rest = f", {length(tuple(kept.nearest.tolist())):.4f} m from p" if kept.nearest.any() else " around p: they overlap"
    return line, f"Step {min(number, len(steps))} of {len(steps)} of GJK: {words}{rest}."


LOW, TOP = -1.5, 2.5  # [m] of the plot's axis


def plot_of(values: Chosen) -> Plot:
    """Make the plot of the signed distance over the offset, from the bodies and from the shape."""
    pair, turn, test, offset = scene_of(values)
    right = [separation(pair, turn, place) for place in OFFSETS]
    shown = [signed_distance(pair, turn, test, place) for place in OFFSETS]

    def points(distances: list[float]) -> np.ndarray:
        across = (np.array(OFFSETS) - OFFSETS[0]) / (OFFSETS[-1] - OFFSETS[0])
        return np.column_stack((across, np.clip((np.array(distances) - LOW) / (TOP - LOW), 0.0, 1.0)))

    now = points(shown)[[OFFSETS.index(min(OFFSETS, key=lambda place: abs(place - offset)))]]
    curves = (
        Curve("bodies", BLUE, points(right), test == DIFFERENCE),
        Curve("shape", RED if test == SUM else GREEN, points(shown), True), Curve("", INK, now, is_dots=True),
    )  # fmt: skip
    marks = tuple(((height - LOW) / (TOP - LOW), f"{height:g} m") for height in (-1.0, 0.0, 1.0, 2.0))
    return Plot("distance, below 0 the depth", curves, marks, "offset -2.6 to 2.6 m")
