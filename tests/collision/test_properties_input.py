"""Every public function refuses bad input with a ValueError that names the argument, and the row where there are rows."""

import numpy as np
import pytest

from game.collision import (
    Ellipsoid,
    Nearby,
    Rules,
    Trace,
    TriangleMesh,
    collide_and_slide,
    collide_and_slide_many,
    depenetrate,
    overlap,
    sweep,
)

CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
NAN, INF = float("nan"), float("inf")
BODY = Ellipsoid()
BAD_VECTORS = [(NAN, 0, 0), (0, INF, 0), (0, 0, -INF), (1, 2), (1, 2, 3, 4), "abc", None, ("a", "b", "c"), 5]
BAD_VECTORS += [(1j, 0, 0), np.array([1j, 0, 0]), (10**400, 0, 0), {1, 2, 3}, {0: 1, 1: 2, 2: 3}, ((1,), 2, 3), (1, None, 2), ()]


@pytest.fixture(scope="module")
def mesh():
    return TriangleMesh(CORNERS, [(0, 1, 2), (0, 1, 3)])


@pytest.mark.parametrize(
    "vertices, triangles, named",
    [
        ([(0, 0, 0), (1, 0, 0), (0, NAN, 0)], [(0, 1, 2)], "vertices: row 2"),
        ([(0, 0, 0), (INF, 0, 0), (0, 1, 0)], [(0, 1, 2)], "vertices: row 1"),
        ([], [(0, 1, 2)], "vertices"),
        (np.empty((0, 3)), [(0, 1, 2)], "vertices"),
        ([(0, 0), (1, 0), (0, 1)], [(0, 1, 2)], "vertices"),
        ("cube", [(0, 1, 2)], "vertices"),
        (CORNERS, [], "triangles"),
        (CORNERS, np.empty((0, 3), int), "triangles"),
        (CORNERS, [(0, 1, 2), (0, 1, 4)], "triangles: row 1"),
        (CORNERS, [(0, 1, -1)], "triangles: row 0"),
        (CORNERS, [(0, 1)], "triangles"),
        (CORNERS, [(0.0, 1.5, 2.0)], "triangles"),
        (CORNERS, [(0, 1, NAN)], "triangles"),
        (CORNERS, [(0, 0, 0)], "triangles"),
        (np.array(CORNERS, bool), [(0, 1, 2)], "vertices"),
        (np.array(CORNERS, complex), [(0, 1, 2)], "vertices"),
        ([(0, 0, 0), (10**400, 0, 0), (0, 1, 0)], [(0, 1, 2)], "vertices"),
        ([(0, 0, 0), (1e200, 0, 0), (0, 1, 0)], [(0, 1, 2)], "vertices: row 1"),
        ([("0", "0", "0")] * 3, [(0, 1, 2)], "vertices"),
        (CORNERS, [(0, 1, 2), (0, 1)], "triangles"),
        (CORNERS, [(0, 1, 2**70)], "triangles"),
        (CORNERS, np.ones((1, 3), bool), "triangles"),
    ],
)
def test_meshes_name_the_bad_row(vertices, triangles, named):
    with pytest.raises(ValueError, match=rf"^{named}\b"):
        TriangleMesh(vertices, triangles)


@pytest.mark.parametrize("surfaces", [[1], [1, 2, 3], [0.5, 1.0], "ab", [True, False], [2**40, 1], [None, None]])
def test_surfaces_are_one_number_a_triangle(surfaces):
    with pytest.raises(ValueError, match=r"^surfaces\b"):
        TriangleMesh(CORNERS, [(0, 1, 2), (0, 1, 3)], surfaces)


BAD_RADII = [(0, 1, 1), (1, -1, 1), (1, NAN, 1), (1, 1, INF), (1, 1), (1, 1, 1, 1), 1.0, "abc", None, (1, True, 1)]
BAD_RADII += [("1", "1", "1"), (1j, 1, 1), (10**400, 1, 1), (1e-200, 1, 1), (1, 1e200, 1), b"abc", {1, 2, 3}]


@pytest.mark.parametrize("radii", BAD_RADII)
def test_radii_are_three_lengths(radii):
    with pytest.raises(ValueError, match=r"^radii\b"):
        Ellipsoid(radii)


@pytest.mark.parametrize("heading", [NAN, INF, "north", None, True, 1j, 10**400])
def test_heading_is_an_angle(heading):
    with pytest.raises(ValueError, match="^heading must be "):
        Ellipsoid((1, 1, 1), heading)


@pytest.mark.parametrize("bad", BAD_VECTORS)
def test_vectors_are_named(mesh, bad):
    good = (0.0, 0.0, 5.0)
    calls = {
        "position": [
            lambda: sweep(mesh, BODY, bad, good),
            lambda: overlap(mesh, BODY, bad),
            lambda: collide_and_slide(mesh, BODY, bad, good),
            lambda: depenetrate(mesh, BODY, bad),
        ],
        "displacement": [lambda: sweep(mesh, BODY, good, bad)],
        "velocity": [lambda: collide_and_slide(mesh, BODY, good, bad)],
        "gravity": [lambda: collide_and_slide(mesh, BODY, good, good, bad)],
    }
    for name, functions in calls.items():
        for function in functions:
            with pytest.raises(ValueError, match=rf"^{name}\b"):
                function()


@pytest.mark.parametrize(
    "positions, velocities, gravity, named",
    [
        ([(0, 0, 5), (0, 0, NAN)], [(0, 0, 0)] * 2, (0, 0, 0), "positions: row 1"),
        ([(0, 0, 5)] * 2, [(0, INF, 0), (0, 0, 0)], (0, 0, 0), "velocities: row 0"),
        ([(0, 0, 5)] * 2, [(0, 0, 0)], (0, 0, 0), "velocities"),
        ([], [], (0, 0, 0), "positions"),
        ([(0, 0, 5)], [(0, 0, 0)], (0, 0, NAN), "gravity"),
        ([(0, 0, 5)], [(True, False, True)] * 2, (0, 0, 0), "velocities"),
        ([(0, 0, 5j)], [(0, 0, 0)], (0, 0, 0), "positions"),
    ],
)
def test_batches_name_argument_and_row(mesh, positions, velocities, gravity, named):
    with pytest.raises(ValueError, match=rf"^{named}\b"):
        collide_and_slide_many(mesh, BODY, positions, velocities, gravity)


BAD_RULES = [{"skin": 0.0}, {"skin": NAN}, {"max_slope": 2.0}, {"max_iterations": 0}, {"two_sided": 1}, {"two_sided": "yes"}]
BAD_RULES += [{"skin": wrong} for wrong in (-1e-4, INF, True, "thin", None, 1j, 10**400, (1e-4,))] + [{"max_iterations": 2.5}]


WRONG_KINDS = {"mesh": (None, "mesh", np.zeros((3, 3)), BODY), "body": (None, (1, 1, 1)), "rules": (None, "modern", Rules, {})}


@pytest.mark.parametrize("name, wrong", [(name, wrong) for name, all_wrong in WRONG_KINDS.items() for wrong in all_wrong])
def test_an_invalid_mesh_body_or_rules_is_named(mesh, name, wrong):
    place, right = (0.0, 0.0, 5.0), {"mesh": mesh, "body": BODY, "rules": Rules.modern()}
    given = right | {name: wrong}
    of_two = {key: given[key] for key in ("mesh", "body")}
    calls = [
        lambda: depenetrate(**given, position=place),
        lambda: collide_and_slide_many(**given, positions=[place], velocities=[place]),
        lambda: collide_and_slide(**given, position=place, velocity=place),
        lambda: overlap(**of_two, position=place),
        lambda: sweep(**of_two, position=place, displacement=place),
    ]
    for call in calls[: 3 if name == "rules" else 5]:
        with pytest.raises(ValueError, match=f"^{name} must be "):
            call()


@pytest.mark.parametrize("wrong", ["x", 5, [], {}, True, BODY, Trace])
def test_an_invalid_trace_is_named(mesh, wrong):
    with pytest.raises(ValueError, match="trace must be a Trace"):
        collide_and_slide(mesh, BODY, (0.0, 0.0, 5.0), (0.0, 0.0, -1.0), trace=wrong)


@pytest.mark.parametrize("wrong", [None, "x", 5, [], {}, np.zeros((3, 3)), BODY])
def test_what_is_no_mesh_is_named(wrong):
    for call in (TriangleMesh.from_trimesh, Nearby):
        with pytest.raises(ValueError, match="mesh must be a Tri"):
            call(wrong)


@pytest.mark.parametrize("setting", BAD_RULES)
def test_rules_are_checked_by_name(setting):
    with pytest.raises(ValueError, match=rf"^rules: {next(iter(setting))}\b"):
        Rules(**setting)


def test_dirt_is_counted():
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 0, 0)]
    mesh = TriangleMesh(corners, [(0, 1, 2), (0, 1, 3), (1, 1, 2), (2, 1, 0)])
    assert mesh.dropped == 2


def test_a_million_triangles_with_dirt_load():
    """Every hundredth has no area; the tree still finds those about them."""
    rng = np.random.default_rng(5)
    corners = rng.uniform(-100, 100, (1_000_000, 1, 3)) + rng.normal(size=(1_000_000, 3, 3))
    corners[::100, 2] = corners[::100, 0]
    mesh = TriangleMesh(corners.reshape(-1, 3), np.arange(3_000_000).reshape(-1, 3))
    assert mesh.dropped == 10_000
    middle = corners[4321].mean(axis=0)
    assert overlap(mesh, Ellipsoid((0.3, 0.3, 0.3)), tuple(middle.tolist())) > 0.29
    assert mesh.memory / len(corners) < 250  # each triangle with three corners of its own: 72 bytes more than shared ones


def test_vectors_of_any_kind_give_the_same_bits(mesh):
    from panda3d.core import LPoint3d, LVector3f

    start, way = (0.25, 0.25, 2.0), (0.125, 0.0, -3.0)
    hit, move = sweep(mesh, BODY, start, way), collide_and_slide(mesh, BODY, start, way, way)
    assert hit is not None
    for kind in (list, np.array, lambda v: np.array(v, np.float32), lambda v: LPoint3d(*v), lambda v: LVector3f(*v)):
        moved = collide_and_slide(mesh, BODY, kind(start), kind(way), kind(way))
        assert sweep(mesh, BODY, kind(start), kind(way)) == hit
        assert (moved.position, moved.velocity) == (move.position, move.velocity)


@pytest.fixture(scope="module")
def near(mesh):
    """A Nearby whose mover is a triangle above the mesh."""
    nearby = Nearby(mesh).use(BODY, Rules.modern())
    nearby.mover_triangles = np.array([(-9.0, -9.0, 1.5, 9.0, -9.0, 1.5, 0.0, 9.0, 1.5)]), np.array([9], np.int32)
    return nearby


KINDS = list, np.array, np.float32, np.float16, np.int8, lambda xs: tuple(map(int, xs)), lambda xs: tuple(map(np.int64, xs))


@pytest.mark.parametrize("kind", KINDS, ids=["list", "array", "float32", "float16", "int8", "ints", "numpy ints"])
def test_queries_of_a_nearby_take_all_numbers(near, kind):
    """Machine code takes the types of its first call, so each call converts its own."""
    assert near.raycast(kind((0, 0, 3)), kind((0, 0, -1)), 9) == near.raycast((0, 0, 3), (0, 0, -1), np.float32(9)) == 1.5
    assert near.depth(kind((0, 0, 2))) == near.depth((0.0, 0.0, 2.0))
    assert near.gather(kind((0, 0, 3)), kind((-1, -1, -9)), kind((1, 1, 1))).count == 3


@pytest.mark.parametrize("value", BAD_VECTORS, ids=repr)
def test_queries_of_a_nearby_name_a_bad_vector(near, value):
    good = 0.0, 0.0, 3.0
    for call, name in (
        (lambda: near.raycast(value, good, 1.0), "position"),
        (lambda: near.raycast(good, value, 1.0), "direction"),
        (lambda: near.gather(value, good, good), "position"),
        (lambda: near.gather(good, value, good), "low"),
        (lambda: near.gather(good, good, value), "high"),
        (lambda: near.depth(value), "position"),
    ):
        with pytest.raises(ValueError, match=rf"^{name}\b"):
            call()
    for farthest in (NAN, -1.0, "far", (1.0, 2.0)):
        with pytest.raises(ValueError, match=r"^farthest\b"):
            near.raycast(good, good, farthest)
