"""Statues: a figure of eleven parts, a plank and a cube in simple volumes, which the player's body is tested against.

Source: Tang's lecture, bounding volumes. What is in a volume is tested only if the volume is hit. A figure has several boxes.
"""

from dataclasses import dataclass
from functools import cache
from math import inf, nan, pi, prod, radians
from typing import NamedTuple

import numpy as np

from ...collision import Ellipsoid, TriangleMesh, overlap
from ...collision.mesh.closed_shells import volume_of
from ...core.elementary_functions import cos_sin, product
from ...core.shapes import Colour, Faces, Lines, Polyline, Shape
from ...core.vec3 import Vector, add, cross, normalise, scale, sub
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics import shapes
from ..physics.ellipsoid_among_balls import Obstacle, ellipsoid_gap
from .board_content import BoardContent, BoardRow, Caption, Curve, Plot
from .court import BOX_TRIANGLES, SIGNS
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, button, dial, exhibit, switch

AABB, SPHERE, LEAST, COVARIANCE = range(4)
VOLUMES = ("AABB", "sphere", "OBB", "fitted OBB")
ONE, EACH, HIERARCHY = range(3)
TESTS = ("one volume", "each part", "hierarchy")
TURNS = tuple(float(angle) for angle in range(0, 360, 15))  # [degrees] of the turntables

# The limbs of the figure, each a prism that narrows: (one end [m], other end [m], radius at both ends and in the middle [m]).
PARTS = {
    "head": ((0.14, 0.0, 2.0), (0.24, 0.0, 2.52), 0.07, 0.1, 0.16),
    "chest": ((0.02, 0.0, 1.36), (0.13, 0.0, 2.06), 0.17, 0.17, 0.28),
    "left upper arm": ((0.12, 0.3, 1.92), (0.5, 0.46, 2.16), 0.1, 0.07, 0.1),
    "left lower arm": ((0.48, 0.45, 2.14), (0.86, 0.4, 2.6), 0.07, 0.045, 0.075),
    "right upper arm": ((0.06, -0.3, 1.92), (-0.36, -0.46, 1.74), 0.1, 0.07, 0.1),
    "right lower arm": ((-0.34, -0.46, 1.76), (-0.78, -0.42, 1.42), 0.07, 0.045, 0.075),
    "pelvis": ((0.0, 0.0, 1.06), (0.02, 0.0, 1.42), 0.17, 0.16, 0.21),
    "left upper leg": ((-0.02, 0.13, 1.16), (-0.4, 0.15, 0.62), 0.14, 0.09, 0.15),
    "left lower leg": ((-0.38, 0.15, 0.65), (-0.86, 0.16, 0.06), 0.09, 0.06, 0.1),
    "right upper leg": ((0.04, -0.13, 1.16), (0.46, -0.15, 0.7), 0.14, 0.09, 0.15),
    "right lower leg": ((0.44, -0.15, 0.74), (0.5, -0.16, 0.0), 0.09, 0.07, 0.11),
}
SIDES = 8  # of a limb
HEROIC = 1.15  # times the size of a person. Smaller: the limbs are too thin to see which is touched; larger: out of reach
# The hierarchy: the whole, its halves, the limbs of several parts, and the parts. Each node has its children.
TREE = (
    ("head", "chest", ("left upper arm", "left lower arm"), ("right upper arm", "right lower arm")),
    ("pelvis", ("left upper leg", "left lower leg"), ("right upper leg", "right lower leg")),
)
DIAGONAL = np.array([(1.0, 1.0, 1.0), (1.0, -1.0, 0.0), (1.0, 1.0, -2.0)]) / np.sqrt([[3.0], [2.0], [6.0]])
PLANK, CUBE = (2.0, 0.25, 0.25), (0.6, 0.6, 0.6)  # [m] half sides: those of the lecture's plank, and of a cube on its tip
AXES = {"plank": DIAGONAL, "cube": np.ascontiguousarray(DIAGONAL.T[:, [1, 2, 0]])}
HALVES = {"plank": PLANK, "cube": CUBE}
PLACES = {"figure": (0.0, 0.0), "plank": (-5.5, 0.0), "cube": (5.5, 0.0)}  # [m] x, y of the turntables
TOUCH = 0.02  # [m] within which the body touches a part. Less: a visitor at the statue does not; more: one beside it does
NEAR = 6.0  # [m] from a turntable, beyond which its statue stops no player
PROBES, PROBE, AROUND = 4000, 0.4, 3.0  # random balls; their radius; distance up to which they are from the figure's middle [m]
AHEAD = 3.0  # [s] that the player's box is swept ahead


class TreeNode(NamedTuple):
    """A group of parts with a volume of its own."""

    name: str
    parts: tuple[str, ...]
    children: tuple[int, ...]  # numbers of nodes


class BoundingVolume(NamedTuple):
    """A sphere or a box. axes: (3, 3) unit rows, None for a sphere; half: half sides (3,), each the radius for a sphere [m]"""

    centre: np.ndarray
    axes: np.ndarray | None
    half: np.ndarray

    @property
    def size(self) -> float:
        """The volume [m3]."""
        return 4.0 / 3.0 * pi * float(self.half[0]) ** 3 if self.axes is None else 8.0 * float(prod(self.half.tolist()))


class Tested(NamedTuple):
    """The last test of the player's body, and the counts of probes."""

    at: Vector = (inf, inf, inf)  # the player's centre then [m]
    tested: tuple[int, ...] = ()  # numbers of the nodes whose volumes were tested, in this order
    hit: tuple[int, ...] = ()  # those that were hit
    touched: tuple[int, ...] = ()  # the nodes of parts that the body touches
    meets: float = nan  # time until the player's box meets that of the figure [s], nan if it does not
    counted: tuple[tuple[float, float, float, float], ...] = ()  # (volume, tests, turn, mean tests of a probe)


def nodes_of(branch: str | tuple, found: list[TreeNode]) -> int:
    """Append the TreeNode of a branch of TREE after its children, and return its number."""
    if isinstance(branch, str):
        found.append(TreeNode(branch, (branch,), ()))
    else:
        children = tuple(nodes_of(inner, found) for inner in branch)
        names = tuple(name for child in children for name in found[child].parts)
        found.append(TreeNode("+".join(names), names, children))
    return len(found) - 1


NODES: list[TreeNode] = []
ROOT = nodes_of(TREE, NODES)
LEAVES = tuple(number for number, node in enumerate(NODES) if not node.children)
BLOCKS = nodes_of("plank", NODES), nodes_of("cube", NODES)  # the other statues, behind the nodes of the figure
STATUES = dict(zip(PLACES, (ROOT, *BLOCKS)))


def statue_of(name: str) -> str:
    """Return the statue of a part: the figure, or the part itself if it is one."""
    return "figure" if name in PARTS else name


@exhibit("statues")
@dataclass(frozen=True)
class Statues(ExhibitKind[Tested]):
    """Three statues on turntables. The player is a probe: its ellipsoid is tested against their volumes."""

    TITLE = "Simple volumes first"
    CONTROLS = (
        switch("volume", VOLUMES, "what is around the statues; the last one is fitted as usual"),
        switch("tests", TESTS, "what your body is tested against: walk up to the figure", HIERARCHY),
        dial("turn", TURNS, 0.0, "degrees", "of the turntables"),
        button("probes", f"put {PROBES} balls around the figure at random, and count the tests"),
    )
    FIGURES = {
        "tested": "of the figure", "hit": "of the figure", "touched": "", "meets": "s", "figure": "of its own",
        "plank": "of its own", "cube": "of its own", "expected": "tests of a probe", "counted": "tests of a probe",
    }  # fmt: skip

    def begin(self, values: Chosen) -> Tested:
        return Tested()

    def tick(self, values: Chosen, bodies: Tested, used: frozenset[str], actor: Actor, hz: int) -> tuple[Tested, Readout]:
        before = bodies
        if used or bodies.at != actor.position:
            bodies = tested(values, actor)._replace(counted=bodies.counted)
        bodies = bodies._replace(meets=round(meeting(values, actor), 9))  # other last digits on other processors
        key = values["volume"], values["tests"], values["turn"]
        if "probes" in used:
            others = tuple(row for row in bodies.counted if row[:3] != key)
            bodies = bodies._replace(counted=tuple(sorted((*others, (*key, counted_tests(*map(int, key)))))))
        new = set(bodies.touched) - set(before.touched)
        incidents = (Incident(IncidentKind.STRUCK, actor.position, 0.5),) if new else ()
        done, hit = of_figure(bodies)
        figures = {
            "tested": float(done), "hit": float(hit), "touched": float(len(bodies.touched)),
            "meets": bodies.meets, **{name: round(ratio(name, values), 6) for name in PLACES},
            "expected": round(expected_tests(*map(int, key)), 6), "counted": count_of(bodies, values),
        }  # fmt: skip
        return bodies, Readout(figures, incidents)

    def walls(self, state: ExhibitState[Tested], actor: Actor) -> np.ndarray:
        """Return the corners (n, 3, 3) [m] of the triangles of the statues near the player."""
        x, y, _ = actor.position
        turn = int(self.values(state)["turn"])
        near = [triangles_of(name, turn) for name, at in PLACES.items() if max(abs(x - at[0]), abs(y - at[1])) < NEAR]
        if not near:
            return np.empty((0, 3, 3))
        corners = np.concatenate(near)
        middle, reach = np.array(actor.position), np.array((actor.reach[0], actor.reach[0], max(actor.reach[1:])))
        is_near = (corners.min(axis=1) <= middle + reach).all(axis=1) & (corners.max(axis=1) >= middle - reach).all(axis=1)
        return corners[is_near]

    def bodies(self, before: ExhibitState[Tested], after: ExhibitState[Tested], part: float) -> list[Shape]:
        """Make the statues, the tested volumes in blue, those that are hit in orange, and the parts that are touched in red."""
        values, state = self.values(after), after.bodies
        kind, turn = int(values["volume"]), int(values["turn"])
        names = [NODES[number].name for number in state.touched]
        colours = {name: TOUCHED if name in names else COLOURS[statue_of(name)] for name in (*PARTS, *HALVES)}
        parts = [(part_triangles(name, turn), colour) for name, colour in colours.items()]
        shapes: list[Shape] = [
            Faces(np.concatenate([corners for corners, _ in parts]), np.concatenate([np.tile(c, (len(t), 1)) for t, c in parts]))
        ]
        for number in state.tested or STATUES.values():
            colour, radius = (HIT, THICK) if number in state.hit else (MISSED, THIN)
            shapes += outline(volumes(kind, turn)[number], colour, radius)
        return shapes

    def overlay(self, state: ExhibitState[Tested]) -> list[Shape]:
        """Make the volumes that are not tested."""
        values = self.values(state)
        rest = set(range(len(NODES))) - set(state.bodies.tested)
        return [shape for k in rest for shape in outline(volumes(int(values["volume"]), int(values["turn"]))[k], UNTESTED, FAINT)]

    def sheet(self, state: ExhibitState[Tested]) -> BoardContent:
        """Make the board with volumes and numbers of tests, by formula and measured."""
        values, shown = self.values(state), state.bodies
        kind, tests = int(values["volume"]), int(values["tests"])
        done, hit = of_figure(shown)
        meets = "" if shown.meets != shown.meets else f" At this pace your box meets the figure's in {shown.meets:.1f} s."
        you = f"You: {done} tested, {hit} hit; each part would take {len(LEAVES)}." if done else "Walk up to the figure."
        rows = [BoardRow("figure: times its own volume", "", f"{ratio('figure', values):.2f}")]
        for name in HALVES:
            expected, found = formula_ratio(name, values), ratio(name, values)
            is_wrong = kind == COVARIANCE and found > 1.01 * expected
            rows.append(BoardRow(f"{name}: times its own volume", f"{expected:.2f}", f"{found:.2f}", wrong=is_wrong))
        counted = count_of(shown, values)
        bound = "at most " if tests == HIERARCHY and kind != AABB else ""
        formula = f"{bound}{expected_tests(kind, tests, int(values['turn'])):.2f}"
        rows.append(BoardRow("tests for a ball nearby", formula, "press probes" if counted != counted else f"{counted:.2f}"))
        return BoardContent(self.TITLE, (WORDS[kind], you + meets), tuple(rows), plot_of(values))

    def captions(self, state: ExhibitState[Tested], place: ExhibitPlace) -> list[Caption]:
        """Make the names of the statues in front of their turntables, and how many volumes of the figure were tested and hit.

        The second is behind the figure, to its right, as the visitor sees it from one of its four sides.
        """
        names = {"figure": "eleven parts", "plank": "4 x 0.5 x 0.5 m", "cube": "a cube on its tip"}
        made = [Caption(names[name], (x, y - 1.75, 0.06), height=0.16) for name, (x, y) in PLACES.items()]
        done, hit = of_figure(state.bodies)
        if done:
            x, y, _ = state.bodies.at
            is_aside = abs(x) > abs(y)
            c, s = (0.0, 1.0 if x > 0.0 else -1.0) if is_aside else (-1.0 if y > 0.0 else 1.0, 0.0)
            right, behind, up = BOARD_AT
            at = c * right - s * behind, s * right + c * behind, up
            made.append(Caption(f"{done} tested\n{hit} hit", at, height=0.14, heading=pi / 2.0 if is_aside else pi))
        return made


# The statues


@cache
def hull(name: str) -> shapes.Polyhedron:
    """Return a part of the figure, the plank or the cube, at turn 0 and with the middle of its turntable as origin."""
    if name in HALVES:
        points = product(SIGNS * HALVES[name], AXES[name])
        return shapes.Polyhedron(points - (0.0, 0.0, points[:, 2].min()))  # it stands on its lowest corner
    start, end, first, last, wide = PARTS[name]
    start, end = scale(start, HEROIC), scale(end, HEROIC)
    along = normalise(sub(end, start))
    one = normalise(cross(along, (1.0, 0.0, 0.0)))
    ring = [cos_sin(2.0 * pi * (k + 0.5) / SIDES) for k in range(SIDES)]
    ends = ((start, first), (scale(add(start, end), 0.5), wide), (end, last))
    return shapes.Polyhedron(
        [add(at, scale(add(scale(one, c), scale(cross(along, one), s)), HEROIC * radius)) for at, radius in ends for c, s in ring]
    )


def turned(points: np.ndarray, turn: int, statue: str) -> np.ndarray:
    """Return points (..., 3) [m] of a statue on its turntable, turned by some degrees."""
    c, s = cos_sin(radians(turn))
    x, y, z = np.moveaxis(points, -1, 0)
    return np.stack((c * x - s * y + PLACES[statue][0], s * x + c * y + PLACES[statue][1], z), axis=-1)


@cache
def part_triangles(name: str, turn: int) -> np.ndarray:
    """Return the corners (n, 3, 3) [m] of the triangles of a part, counterclockwise from outside."""
    return turned(hull(name).triangles, turn, statue_of(name))


@cache
def triangles_of(statue: str, turn: int) -> np.ndarray:
    return np.concatenate([part_triangles(name, turn) for name in NODES[STATUES[statue]].parts])


@cache
def own_size(statue: str) -> float:
    """Return the sum [m3] of the volumes of a statue's parts: of tetrahedra from the origin to each triangle."""
    return volume_of(triangles_of(statue, 0))


# Their volumes


@cache
def volumes(kind: int, turn: int) -> tuple[BoundingVolume, ...]:
    found = []
    for node in NODES:
        statue, points = statue_of(node.parts[0]), np.concatenate([hull(name).vertices for name in node.parts])
        if kind in (SPHERE, LEAST):  # which turn with the statue
            centre, axes, half = fitted(kind, points.tobytes())
            axes = None if axes is None else turned(axes, turn, statue) - (*PLACES[statue], 0.0)
            found.append(BoundingVolume(turned(centre, turn, statue), axes, half))
        elif kind == AABB:
            low, high = shapes.aabb(turned(points, turn, statue))
            found.append(BoundingVolume(0.5 * (low + high), np.eye(3), 0.5 * (high - low)))
        else:
            found.append(BoundingVolume(*shapes.obb(turned(points, turn, statue), "covariance")))
    return tuple(found)


@cache
def fitted(kind: int, points: bytes) -> BoundingVolume:
    rows = np.frombuffer(points).reshape(-1, 3)
    if kind == LEAST:
        return BoundingVolume(*shapes.obb(rows))
    centre, radius = shapes.bounding_sphere(rows)
    return BoundingVolume(centre, None, np.full(3, radius))


def ratio(statue: str, values: Chosen) -> float:
    """Return the volume of what is around a statue over that of the statue."""
    return volumes(int(values["volume"]), int(values["turn"]))[STATUES[statue]].size / own_size(statue)


def formula_ratio(statue: str, values: Chosen) -> float:
    """Return what `ratio` must be for the plank or the cube, with half sides a and axes R. For an OBB it is the lecture's 1.

    sphere: its diameter is the diagonal; AABB: its half sides are |R| a
    """
    half, kind = np.array(HALVES[statue]), int(values["volume"])
    whole = 8.0 * prod(half.tolist())
    if kind == SPHERE:
        return 4.0 / 3.0 * pi * sum((half * half).tolist()) ** 1.5 / whole
    rows = np.abs(turned(AXES[statue], int(values["turn"]), statue) - (*PLACES[statue], 0.0))
    return 8.0 * prod(product(half, rows).tolist()) / whole if kind == AABB else 1.0


# The tests


def tested(values: Chosen, actor: Actor) -> Tested:
    """Test the player's body. In the hierarchy, the children of a node are tested only if the node's volume is hit."""
    kind, turn, tests = int(values["volume"]), int(values["turn"]), int(values["tests"])
    waiting = [*reversed((*(LEAVES if tests == EACH else (ROOT,)), *BLOCKS))]
    done: list[int] = []
    hit: list[int] = []
    near: list[str] = []
    while waiting:
        node = waiting.pop()
        done.append(node)
        if is_hit(volumes(kind, turn)[node], (kind, turn, node), actor):
            hit.append(node)
            if tests == HIERARCHY and NODES[node].children:
                waiting += reversed(NODES[node].children)
            else:
                near += NODES[node].parts
    touched = [name for name in near if penetrates(part_triangles(name, turn), (name, turn), grown(actor))]
    names = [node.name for node in NODES]
    return Tested(actor.position, tuple(done), tuple(hit), tuple(map(names.index, touched)))


def of_figure(shown: Tested) -> tuple[int, int]:
    """Return the numbers of the figure's volumes that were tested, and that were hit."""
    return sum(node <= ROOT for node in shown.tested), sum(node <= ROOT for node in shown.hit)


def grown(actor: Actor) -> Actor:
    """Return the player with a margin of TOUCH, because the statue stops it before they overlap."""
    x, y, z = actor.radii
    return actor._replace(radii=(x + TOUCH, y + TOUCH, z + TOUCH))


def is_hit(volume: BoundingVolume, key: tuple[int, int, int], actor: Actor) -> bool:
    """True if the player's ellipsoid and a volume have a common point: its centre is inside, or it meets the surface."""
    if volume.axes is None:
        c, s = cos_sin(actor.heading)
        body = Obstacle(actor.position, actor.radii, ((c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0)))
        return ellipsoid_gap(body, tuple(volume.centre.tolist()))[0] <= volume.half[0]
    is_inside = (np.abs(product(volume.axes, np.array(actor.position) - volume.centre)) <= volume.half).all()
    return bool(is_inside) or penetrates(box_corners(volume)[np.array(BOX_TRIANGLES)], key, actor)


def penetrates(corners: np.ndarray, key: tuple, actor: Actor) -> bool:
    """True if the player's ellipsoid meets a surface of triangles (n, 3, 3) [m]. key: names the surface, to keep its mesh"""
    if key not in MESHES:
        while len(MESHES) >= MOST_MESHES:
            del MESHES[next(iter(MESHES))]
        MESHES[key] = TriangleMesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    return overlap(MESHES[key], Ellipsoid(actor.radii, actor.heading), actor.position) > 0.0


MESHES: dict[tuple, TriangleMesh] = {}
MOST_MESHES = 200  # that are kept. Fewer: they are built again in each tick; more: memory


def box_corners(volume: BoundingVolume) -> np.ndarray:
    """Return the corners (8, 3) [m] of a box, in the order of BOX_TRIANGLES."""
    assert volume.axes is not None
    return product(SIGNS * volume.half, volume.axes) + volume.centre


def meeting(values: Chosen, actor: Actor) -> float:
    """Return the time [s] until the box around the player meets that of the figure, at the player's velocity. nan for never."""
    points = np.concatenate([hull(name).vertices for name in PARTS])
    low, high = shapes.aabb(turned(points, int(values["turn"]), "figure"))
    place, radii = np.array(actor.position), np.array(actor.radii)
    found = shapes.sweep_boxes(place - radii, place + radii, np.array(actor.velocity) * AHEAD, low, high)
    return nan if found is None else found[0] * AHEAD


# Probes: balls at random places around the figure


@cache
def counted_tests(kind: int, tests: int, turn: int) -> float:
    """Return the mean number of volumes of the figure that are tested for one of PROBES balls within AROUND of its middle."""
    if tests != HIERARCHY:
        return float(len(LEAVES)) if tests == EACH else 1.0
    places = np.random.default_rng(3).uniform(-AROUND, AROUND, (2 * PROBES, 3))
    places = places[(places**2).sum(axis=1) <= AROUND * AROUND][:PROBES] + volumes(kind, turn)[ROOT].centre
    reached, total = {ROOT: np.ones(len(places), bool)}, 0
    for node in range(ROOT, -1, -1):
        total += int(reached[node].sum())
        is_near = reached[node] & balls_hit(volumes(kind, turn)[node], places)
        reached.update(dict.fromkeys(NODES[node].children, is_near))
    return total / len(places)


def balls_hit(volume: BoundingVolume, places: np.ndarray) -> np.ndarray:
    """Return True for each ball of the radius PROBE around places (n, 3) [m] that has a common point with a volume."""
    offset = places - volume.centre
    if volume.axes is None:
        return (offset**2).sum(axis=1) <= (volume.half[0] + PROBE) ** 2
    beyond = np.maximum(np.abs(product(offset, volume.axes.T)) - volume.half, 0.0)
    return (beyond**2).sum(axis=1) <= PROBE**2


def expected_tests(kind: int, tests: int, turn: int) -> float:
    """Return the mean number of tests of a random ball: 1, and for each node its children times the chance to hit its volume.

    The chance is the volume within a ball's radius of the node's (Steiner's formula), over that of the places. It is exact if the
    volume of each node contains those of its children, as AABBs do. Otherwise it is an upper bound.
    """
    if tests != HIERARCHY:
        return float(len(LEAVES)) if tests == EACH else 1.0
    places = 4.0 / 3.0 * pi * AROUND**3
    return 1.0 + sum(len(node.children) * fattened(volumes(kind, turn)[k]) / places for k, node in enumerate(NODES))


def fattened(volume: BoundingVolume) -> float:
    """Return the volume [m3] of all points within PROBE of a sphere or a box."""
    a, b, c = volume.half.tolist()
    if volume.axes is None:
        return 4.0 / 3.0 * pi * (a + PROBE) ** 3
    sides, edges = 8.0 * (a * b + b * c + c * a), 2.0 * pi * (a + b + c)
    return volume.size + sides * PROBE + edges * PROBE**2 + 4.0 / 3.0 * pi * PROBE**3


# Drawing

MARBLE, WOOD, SLATE = (0.90, 0.88, 0.83), (0.66, 0.50, 0.32), (0.46, 0.52, 0.58)
COLOURS = {"figure": MARBLE, "plank": WOOD, "cube": SLATE}
TOUCHED, MISSED, HIT, UNTESTED = (0.90, 0.36, 0.22), (0.25, 0.55, 0.88), (0.97, 0.62, 0.16), (0.20, 0.21, 0.23)
THIN, THICK, FAINT = 0.012, 0.02, 0.01  # [m] radii of edges
RING = [cos_sin(2.0 * pi * k / 32) for k in range(33)]


def outline(volume: BoundingVolume, colour: Colour, radius: float) -> list[Shape]:
    """Make the edges of a box, or three great circles of a sphere."""
    if volume.axes is None:
        circles = [np.array([(c, s, 0.0) for c, s in RING])[:, order] for order in ((0, 1, 2), (0, 2, 1), (2, 0, 1))]
        return [Polyline(volume.centre + volume.half[0] * points, colour, radius) for points in circles]
    return [Lines(box_corners(volume)[np.array(BOX_EDGES)], colour, radius)]


BOX_EDGES = ((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7))


WORDS = {
    AABB: "Box along the axes (AABB): the cheapest test, and loose around what leans.",
    SPHERE: "Sphere: one comparison, and it may turn; loose around what is long.",
    LEAST: "Oriented box (OBB), the least: tight. Two of them take 15 comparisons.",
    COVARIANCE: "OBB fitted by covariance, as usual. Turn the cube: rounding chooses.",
}


def count_of(shown: Tested, values: Chosen) -> float:
    """Return the counted mean tests of a probe with the chosen volume, tests and turn, nan before they are counted."""
    key = values["volume"], values["tests"], values["turn"]
    return {row[:3]: row[3] for row in shown.counted}.get(key, nan)


TOP = 5.0  # of the plot's axis


def plot_of(values: Chosen) -> Plot:
    """Make the plot of the volumes around the cube over its turn. Those fitted by covariance are dots without an order."""
    chosen = int(values["volume"])
    curves: list[Curve] = []
    for kind in (chosen, AABB, LEAST):
        if kind == chosen and kind in (AABB, LEAST) and curves:
            continue
        ratios = [ratio("cube", {"volume": float(kind), "turn": turn}) for turn in TURNS]
        points = np.array([(turn / 360.0, min(size / TOP, 1.0)) for turn, size in zip(TURNS, ratios)])
        curves.append(Curve(VOLUMES[kind], KIND_COLOURS[kind], points, kind == chosen, kind == COVARIANCE))
    now = (values["turn"] / 360.0, min(ratio("cube", values) / TOP, 1.0))
    curves.append(Curve("", TOUCHED, np.array([now]), is_dots=True))
    marks = tuple((n / TOP, f"{n}") for n in range(6))
    return Plot("around the cube / the cube", tuple(curves), marks, "turned by 0 to 360 degrees")


KIND_COLOURS = ((0.25, 0.55, 0.88), (0.90, 0.62, 0.18), (0.30, 0.66, 0.32), (0.85, 0.22, 0.16))


BOARD_AT = (1.6, 1.2, 1.8)  # [m] to the right of the figure, behind it, and up. In front: a visitor at the figure does not see it
