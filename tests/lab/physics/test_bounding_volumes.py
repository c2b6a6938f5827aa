"""Spheres and boxes around points, against brute force."""

import tracemalloc
from itertools import combinations, product

import numpy as np
import pytest

from game.lab import shapes
from tests.lab.physics.test_shapes import CUBE, FAR, LINE, NAN, POINT, SQUARE, planes_by_brute_force, stone, turn

PLANK = (CUBE - 0.5) * (4.0, 0.5, 0.5)


def sphere_by_brute_force(points):
    """The radius of the least sphere through 2, 3 or 4 of the points that contains all, by trying all."""
    best = np.inf
    for count in (2, 3, 4):
        for some in combinations(range(len(points)), count):
            corners = points[list(some)]
            edges = corners[1:] - corners[0]
            weights, *_ = np.linalg.lstsq(2.0 * edges @ edges.T, (edges * edges).sum(axis=1), rcond=None)
            centre = corners[0] + weights @ edges
            if np.linalg.norm(points - centre, axis=1).max() <= np.linalg.norm(corners[0] - centre) * (1.0 + 1e-9):
                best = min(best, np.linalg.norm(corners[0] - centre))
    return best


@pytest.mark.parametrize("seed", range(25))
def test_the_sphere_is_the_least(seed):
    random = np.random.default_rng(seed)
    points = random.normal(size=(2 + seed % 8, 3)) * (1.0, 1.0, 0.0 if seed % 3 == 0 else 1.0)
    if seed % 4 == 0:
        points = np.vstack((points, points[:2], points.mean(axis=0)))
    centre, radius = shapes.bounding_sphere(points)
    assert np.linalg.norm(points - centre, axis=1).max() <= radius * (1.0 + 1e-15)
    assert radius == pytest.approx(sphere_by_brute_force(points), rel=1e-9)


@pytest.mark.parametrize("offset", [np.zeros(3), FAR], ids=["near", "far"])
@pytest.mark.parametrize(
    "points, radius",
    [
        (POINT, 0.0),
        (LINE, 1.0),
        (np.outer(np.arange(9.0), (1.0, 0.0, 0.0)), 4.0),
        (SQUARE, np.sqrt(0.5)),
        (CUBE, np.sqrt(0.75)),
        (np.array(list(product((0.0, 0.5, 1.0), repeat=3))), np.sqrt(0.75)),
        (PLANK, np.sqrt(4.0 + 0.125)),
    ],
)
def test_spheres_of_special_bodies(points, radius, offset):
    for axes in (np.eye(3), turn(1)):
        centre, found = shapes.bounding_sphere(np.repeat(points @ axes.T, 2, axis=0) + offset)
        assert found == pytest.approx(radius, abs=1e-12 if not offset.any() else 1e-9)
        assert centre == pytest.approx((points.min(axis=0) + points.max(axis=0)) / 2.0 @ axes.T + offset, abs=1e-6)


def test_a_sphere_around_two_hundred_points_of_a_sphere():
    points = stone(4, 200)
    points = 3.0 * points / np.linalg.norm(points, axis=1)[:, None] + (5.0, 0.0, 0.0)
    centre, radius = shapes.bounding_sphere(points)
    assert radius == pytest.approx(3.0, rel=1e-12) and centre == pytest.approx((5.0, 0.0, 0.0), abs=1e-9)


# Boxes


def volume(box):
    return 8.0 * np.prod(box[2])


def assert_contains(box, points, size):
    centre, axes, half = box
    assert np.abs(axes @ axes.T - np.eye(3)).max() <= 1e-14 and np.linalg.det(axes) == pytest.approx(1.0)
    outside = np.abs((points - centre) @ axes.T) - half
    assert outside.max() <= 1e-13 * size + 4e-16 * np.abs(points).max()


def edges_by_brute_force(points):
    """Unit vectors along the edges of the hull: two corners that share two planes."""
    normals, heights = planes_by_brute_force(points)
    _, first = np.unique(np.round(np.column_stack((normals, heights)), 8), axis=0, return_index=True)
    on = np.abs(points @ normals[first].T - heights[first]) < 1e-9
    pairs = [pair for pair in combinations(range(len(points)), 2) if (on[pair[0]] & on[pair[1]]).sum() >= 2]
    edges = np.array([points[j] - points[i] for i, j in pairs])
    return edges / np.linalg.norm(edges, axis=1)[:, None]


@pytest.mark.parametrize("seed", range(15))
def test_the_least_box_is_not_larger_than_any_with_two_edges_in_a_side(seed):
    """Against rotating calipers over all pairs of edges, and the box along the axes."""
    points = stone(seed, 4 + seed)
    box = shapes.obb(points)
    assert_contains(box, points, 5.0)
    low, high = shapes.aabb(points)
    assert volume(box) <= np.prod(high - low) * (1.0 + 1e-12)
    edges = edges_by_brute_force(points)
    for one, other in combinations(edges, 2):
        normal = np.cross(one, other)
        if np.linalg.norm(normal) < 1e-9:
            continue
        normal /= np.linalg.norm(normal)
        for side in (one, other):
            along = points @ np.array([normal, side, np.cross(normal, side)]).T
            assert volume(box) <= np.prod(np.ptp(along, axis=0)) * (1.0 + 1e-9)


@pytest.mark.parametrize("offset", [np.zeros(3), FAR], ids=["near", "far"])
@pytest.mark.parametrize("fit", ["least", "covariance"])
def test_boxes_of_special_bodies(fit, offset):
    for points in (POINT, LINE, SQUARE, CUBE, PLANK, np.repeat(PLANK, 3, axis=0), stone(2, 200)):
        for axes in (np.eye(3), turn(6)):
            turned = points @ axes.T + offset
            assert_contains(shapes.obb(turned, fit), turned, 5.0)
    for points, sides in ((LINE, (0, 0, 2)), (SQUARE, (0, 1, 1)), (CUBE, (1, 1, 1)), (PLANK, (0.5, 0.5, 4))):
        half = shapes.obb(points @ turn(7).T + offset)[2]
        assert sorted(2.0 * half) == pytest.approx(sides, abs=1e-12 if not offset.any() else 2e-9)


def test_a_plank_has_an_eighth_of_the_volume_of_its_box_along_the_axes():
    """12.5 +- .3 in the mean of random turns, and 22.9 at most: AABB over OBB of a plank of 4 x .5 x .5 m."""
    sizes = []
    for seed in range(2000):
        low, high = shapes.aabb(PLANK @ turn(seed).T)
        sizes.append(np.prod(high - low))
        assert seed >= 20 or volume(shapes.obb(PLANK @ turn(seed).T)) == pytest.approx(1.0, rel=1e-12)
    assert np.mean(sizes) == pytest.approx(12.5, abs=0.3) and max(sizes) < 23.0


def test_the_covariance_of_a_cube_says_nothing_about_its_axes():
    """E27: its tight box is three times the box along the axes and more, because rounding chooses the directions."""
    ratios = []
    for seed in range(100):
        points = CUBE + 1e-12 * np.random.default_rng(seed).normal(size=CUBE.shape)
        low, high = shapes.aabb(points)
        ratios.append(volume(shapes.obb(points, "covariance")) / np.prod(high - low))
        assert volume(shapes.obb(points)) <= np.prod(high - low) * (1.0 + 1e-12)
    assert np.median(ratios) >= 3.0 and max(ratios) < 5.2


def test_the_least_box_of_a_round_body_takes_little_memory():
    """For 2000 points it took 158 s and .8 GB."""
    points = stone(4, 500)
    points /= np.linalg.norm(points, axis=1)[:, None]
    tracemalloc.start()
    box = shapes.obb(points)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert_contains(box, points, 2.0)
    assert 7.0 < volume(box) < 8.0 and most < 23e6


def test_the_least_box_does_not_depend_on_the_unit():
    points = stone(5, 12)
    sizes = [volume(shapes.obb(points * unit)) / unit**3 for unit in (1.0, 3.0, 1e6, 1e-29)]
    np.testing.assert_allclose(sizes, sizes[0], rtol=1e-12)


def test_boxes_overlap_if_gjk_says_so():
    random = np.random.default_rng(5)
    met = 0
    for k in range(140):
        boxes, corners = [], []
        for number in range(2):
            centre, axes, half = random.normal(size=3), turn(2 * k + number), random.uniform(0.0, 1.5, 3)
            if k % 5 == 0:
                axes = np.eye(3)
            if k % 7 == 0:
                half[k % 3] = 0.0
            boxes.append((centre, axes, half))
            corners.append(centre + (2.0 * CUBE - 1.0) * half @ axes)
        expected = shapes.gjk(*corners).distance == 0.0
        assert shapes.obb_overlap(*boxes) == shapes.obb_overlap(*boxes[::-1]) == expected
        met += expected
    assert 28 < met < 112


def test_boxes_that_touch():
    axes = turn(3)
    box = np.zeros(3), axes, np.array([1.0, 2.0, 0.5])
    for axis in range(3):
        for sign in (1.0, -1.0):
            for far, expected in ((2.0, True), (2.0 + 1e-9, False), (1.9, True)):
                other = sign * far * box[2][axis] * axes[axis], axes, box[2]
                assert shapes.obb_overlap(box, other) == expected
    assert shapes.obb_overlap(box, box)


BOX = (np.zeros(3), np.eye(3), np.ones(3))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: shapes.aabb(NAN), "points: row 5 is not finite"),
        (lambda: shapes.aabb([]), "points is empty"),
        (lambda: shapes.bounding_sphere(NAN), "points: row 5 is not finite"),
        (lambda: shapes.obb(NAN), "points: row 5 is not finite"),
        (lambda: shapes.obb(CUBE[:, :2]), r"points must have shape \(n, 3\)"),
        (lambda: shapes.obb(CUBE, "tight"), "fit must be one of least, covariance, not 'tight'"),
        (lambda: shapes.obb_overlap(BOX, 5), "other must be a box"),
        (lambda: shapes.obb_overlap(BOX, (np.zeros(2), np.eye(3), np.ones(3))), r"other must be \(centre"),
        (lambda: shapes.obb_overlap((np.full(3, np.nan), np.eye(3), np.ones(3)), BOX), "one must be finite"),
        (lambda: shapes.obb_overlap(BOX, (np.zeros(3), np.ones((3, 3)), np.ones(3))), "other must have unit axes"),
    ],
)
def test_wrong_arguments_are_refused_by_name(call, words):
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
