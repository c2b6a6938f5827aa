"""Every public function refuses bad input with a ValueError that names the argument, and the row where there are rows."""

import numpy as np
import pytest

from game.collision import (
    Ellipsoid,
    Rules,
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
    ],
)
def test_meshes_name_the_bad_row(vertices, triangles, named):
    with pytest.raises(ValueError, match=named):
        TriangleMesh(vertices, triangles)


@pytest.mark.parametrize("surfaces", [[1], [1, 2, 3], [0.5, 1.0], "ab"])
def test_surfaces_are_one_number_a_triangle(surfaces):
    with pytest.raises(ValueError, match="surfaces"):
        TriangleMesh(CORNERS, [(0, 1, 2), (0, 1, 3)], surfaces)


@pytest.mark.parametrize("radii", [(0, 1, 1), (1, -1, 1), (1, NAN, 1), (1, 1, INF), (1, 1), (1, 1, 1, 1), 1.0, "abc", None])
def test_radii_are_three_lengths(radii):
    with pytest.raises(ValueError, match="radii"):
        Ellipsoid(radii)


@pytest.mark.parametrize("heading", [NAN, INF, "north", None])
def test_heading_is_an_angle(heading):
    with pytest.raises(ValueError, match="heading"):
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
            with pytest.raises(ValueError, match=name):
                function()


@pytest.mark.parametrize(
    "positions, velocities, gravity, named",
    [
        ([(0, 0, 5), (0, 0, NAN)], [(0, 0, 0)] * 2, (0, 0, 0), "positions: row 1"),
        ([(0, 0, 5)] * 2, [(0, INF, 0), (0, 0, 0)], (0, 0, 0), "velocities: row 0"),
        ([(0, 0, 5)] * 2, [(0, 0, 0)], (0, 0, 0), "velocities"),
        ([], [], (0, 0, 0), "positions"),
        ([(0, 0, 5)], [(0, 0, 0)], (0, 0, NAN), "gravity"),
    ],
)
def test_batches_name_argument_and_row(mesh, positions, velocities, gravity, named):
    with pytest.raises(ValueError, match=named):
        collide_and_slide_many(mesh, BODY, positions, velocities, gravity)


@pytest.mark.parametrize("setting", [{"skin": 0.0}, {"skin": NAN}, {"max_slope": 2.0}, {"max_iterations": 0}, {"two_sided": 1}])
def test_rules_are_checked_by_name(setting):
    with pytest.raises(ValueError, match=next(iter(setting))):
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
