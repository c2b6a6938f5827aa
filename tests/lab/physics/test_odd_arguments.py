"""Shapes, pairs and ground with arguments of any kind: an answer, or one line that names the argument."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from game.lab import ground, pairs, shapes

NAN, INF = float("nan"), float("inf")
CUBE = np.array(list(product((0.0, 1.0), repeat=3)))
SQUARE = CUBE[:, [1, 2, 0]][:4]
BOX = shapes.obb(CUBE)
FIELD, NET, BODY = ground.HeightField(np.zeros((3, 3))), ground.Tin(SQUARE), shapes.Polyhedron(CUBE)
ODD = [
    None, 5, 0.7, -1, "a", "least", "x" * 5000, b"x", True, NAN, INF, 1e308, 10**400, 2 + 3j, object, {}, {1, 2}, {"a": 1},
    range(3), slice(2),    [], [0], [1, 2], [1, 2, 3], [1, 2, 3, 4], (NAN, 0), (0, INF, 0), [None] * 3,
    ["1", "2"], [10**400, 0], [10**400] * 3, [[1, 2], [3]],
    [[1, 2, 3], [4, 5]], [[NAN] * 3] * 4, [[1e31, 0, 0]] * 4, [[0, 0, 0]], [[10**400] * 3] * 3,
    np.array(2.0), np.array([2.0]), np.array([]), np.array([1, 2]), np.zeros((3, 2)), np.zeros((2, 3)),
    np.zeros((0, 3)), np.zeros((2, 3, 3)),
    np.zeros(100_000), np.ones((4, 3), bool), np.array(["a", "b"]), np.array([[1j, 0, 0]]), np.array([[1, 2], [4, 5]], object),
    CUBE.astype(int), CUBE.astype(np.float32), CUBE.T, np.datetime64("2020"), np.float32(1.5), np.True_,
]  # fmt: skip
CALLS = {
    "points": [
        shapes.Polyhedron, shapes.bounding_sphere, shapes.aabb, shapes.obb, lambda odd: shapes.obb(odd, "covariance"), ground.Tin,
        lambda odd: ground.network_within(odd, 0.1), FIELD.heights_at, NET.heights_at,
    ],
    "a": [lambda odd: shapes.gjk(odd, CUBE), lambda odd: shapes.penetration(odd, CUBE)],
    "b": [lambda odd: shapes.depth_along(CUBE, odd, (1, 0, 0)), lambda odd: shapes.minkowski_difference(CUBE, odd)],
    "direction": [lambda odd: shapes.depth_along(CUBE, CUBE, odd), BODY.support],
    "tests": [lambda odd: shapes.depth_along(SQUARE, CUBE, (1, 0, 0), odd)],
    "point": [
        BODY.contains, lambda odd: ground.barycentric(SQUARE[:3], odd), lambda odd: ground.weights_along_normal(SQUARE[:3], odd),
    ],
    "fit": [lambda odd: shapes.obb(CUBE, odd)],
    "one": [lambda odd: shapes.obb_overlap(odd, BOX), lambda odd: shapes.obb_overlap((odd, *BOX[1:]), BOX)],
    "other": [lambda odd: shapes.obb_overlap(BOX, (*BOX[:2], odd)), lambda odd: shapes.obb_overlap(BOX, (BOX[0], odd, BOX[2]))],
    "low": [lambda odd: pairs.find_pairs(odd, CUBE)],
    "high": [lambda odd: pairs.find_pairs(CUBE, odd)],
    "method": [lambda odd: pairs.find_pairs(CUBE, CUBE, odd)],
    "before": [lambda odd: pairs.search(CUBE, CUBE, "sweep", odd)],
    "heights": [ground.HeightField],
    "spacing": [lambda odd: ground.HeightField(np.zeros((2, 2)), odd)],
    "origin": [lambda odd: ground.HeightField(np.zeros((2, 2)), 1.0, odd)],
    "diagonal": [lambda odd: ground.HeightField(np.zeros((2, 2)), diagonal=odd)],
    "x, y": [
        lambda odd: FIELD.height(odd, 0.5), lambda odd: FIELD.triangle(0.5, odd), lambda odd: NET.height(odd, 0.5),
        lambda odd: NET.walk(0.5, odd),
        lambda odd: ground.height_by_plane(SQUARE[:3], odd, 0.0), lambda odd: ground.height_by_weights(SQUARE[:3], 0.0, odd),
    ],
    "start": [lambda odd: NET.triangle(0.3, 0.3, odd)],
    "triangle": [
        lambda odd: ground.barycentric(odd, (0, 0)), lambda odd: ground.weights_along_normal(odd, (0, 0, 0)),
        lambda odd: ground.height_by_plane(odd, 0.0, 0.0), lambda odd: ground.height_by_weights(odd, 0.0, 0.0),
    ],
    "error": [lambda odd: ground.network_within(SQUARE, odd)],
}  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", CALLS)
def test_an_odd_argument_is_answered_or_refused_in_one_line(name):
    refused = 0
    for call, odd in product(CALLS[name], ODD):
        try:
            call(odd)
        except ValueError as error:
            refused += 1
            text = str(error)
            assert "\n" not in text and len(text) < 300, text
            assert name in text or (name == "origin" and "spacing" in text) or (name in ("low", "high") and "low" in text), text
    assert refused >= 20


def test_a_number_may_be_an_array_of_one_number():
    assert ground.HeightField(np.ones((2, 2)), np.array(2.0)).height(np.array(1.5), np.float32(2)) == 1.0
    assert ground.network_within(SQUARE, np.array(0.5)).triangles.shape == (2, 3)


BODIES = {
    "cube": CUBE, "stone": np.random.default_rng(3).normal(size=(12, 3)), "square": SQUARE, "line": SQUARE[:2],
    "point": SQUARE[:1],
}  # fmt: skip


@cache
def figures_of(name, scale):
    """Sorted lengths of a body at a scale over this scale, and the numbers of faces of its hull, sum and difference."""
    body, near, apart = BODIES[name] * scale, (CUBE * 0.5 + 0.3) * scale, (CUBE + (3.0, 0.2, 0.1)) * scale
    hull = shapes.Polyhedron(body)
    assert all(hull.contains(place) for place in body) and not hull.contains(apart[7])
    lengths = [shapes.bounding_sphere(body)[1], *shapes.obb(body)[2], shapes.gjk(body, apart).distance]
    lengths += [shapes.penetration(body, near)[0], shapes.depth_along(body, near, (0.0, 0.0, 1e-200)).depth]
    counts = len(hull.faces), len(shapes.minkowski_sum(body, near).faces), len(shapes.minkowski_difference(body, near).faces)
    return np.sort(np.array(lengths) / scale), counts


SIZES = [1e-308, 1e-200, 1e-160, 1e-120, 1e-80, 1e-31, 1e-6, 1e6, 1e29]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BODIES)
def test_tiny_and_huge_bodies_are_as_those_of_a_metre(name, size):
    (lengths, counts), (expected, expected_counts) = figures_of(name, size), figures_of(name, 1.0)
    assert counts == expected_counts
    np.testing.assert_allclose(lengths, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("size", SIZES[1:])
def test_tiny_and_huge_triangles_have_the_weights_of_those_of_a_metre(size):
    triangle = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 1.0), (1.0, 1.0, 2.0)]) * size
    assert ground.barycentric(triangle, (0.5 * size, 0.25 * size)) == pytest.approx((0.5, 0.25, 0.25))
    for height in (ground.height_by_plane, ground.height_by_weights, lambda rows, x, y: ground.Tin(rows).height(x, y)):
        assert height(triangle, 0.5 * size, 0.25 * size) == pytest.approx(0.75 * size)
    assert sum(ground.weights_along_normal(triangle, triangle[1])) == pytest.approx(1.0)
