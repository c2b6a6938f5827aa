"""Convex bodies: hull, sums, distance and depth, against certificates and brute force."""

from itertools import combinations, product

import numpy as np
import pytest

from game.lab import shapes

CUBE = np.array(list(product((0.0, 1.0), repeat=3)))
SQUARE = CUBE[CUBE[:, 2] == 0.0]
TRIANGLE = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
LINE = np.array([(0.0, 0.0, 0.0), (2.0, 0.0, 0.0)])
POINT = np.zeros((1, 3))
FAR = np.array([1e6, -1e6, 1e6])


def turn(seed):
    """A random turn (3, 3)."""
    w, x, y, z = (axis := np.random.default_rng(seed).normal(size=4)) / np.linalg.norm(axis)
    return np.array(
        [
            (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ]
    )


def stone(seed, corners=12, radius=1.0):
    return np.random.default_rng(seed).normal(size=(corners, 3)) * radius


def planes_by_brute_force(points):
    """Unit normals (k, 3) and heights (k,) of all planes through three points with no point outside, by trying all triples."""
    triples = np.array(list(combinations(range(len(points)), 3)))
    a, b, c = (points[triples[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    size = np.linalg.norm(normals, axis=1)
    a, normals = a[size > 1e-9], normals[size > 1e-9] / size[size > 1e-9, None]
    normals, a = np.vstack((normals, -normals)), np.vstack((a, a))
    heights = (normals * a).sum(axis=1)
    outer = (points @ normals.T).max(axis=0) <= heights + 1e-10
    return normals[outer], heights[outer]


def distinct(rows, digits=8):
    return np.unique(np.round(rows, digits) + 0.0, axis=0)


# The hull


@pytest.mark.parametrize("seed", range(20))
def test_the_hull_is_that_of_all_triples(seed):
    points = stone(seed, 4 + seed)
    body = shapes.Polyhedron(points)
    normals, _ = planes_by_brute_force(points)
    assert np.array_equal(distinct(body.normals), distinct(normals))
    assert len(body.vertices) - len(body.edges) + len(body.faces) == 2
    assert (np.array([body.contains(point) for point in points])).all()
    for face, normal in zip(body.faces, body.normals):
        a, b, c = body.vertices[list(face[:3])]
        assert np.cross(b - a, c - a) @ normal > 0.0
        assert ((body.vertices - a) @ normal).max() <= 1e-12


@pytest.mark.parametrize("offset", [np.zeros(3), FAR], ids=["near", "far"])
@pytest.mark.parametrize("seed", [None, 1, 2])
@pytest.mark.parametrize("steps", [(0.0, 1.0), (0.0, 0.5, 1.0), (0.0, 0.1, 0.2, 0.5, 1.0)])
def test_a_cube_has_six_faces_however_many_points_are_in_it(steps, seed, offset):
    axes = np.eye(3) if seed is None else turn(seed)
    body = shapes.Polyhedron(np.array(list(product(steps, repeat=3))) @ axes.T + offset)
    assert (len(body.vertices), len(body.edges), len(body.faces), body.dimension) == (8, 12, 6, 3)
    assert sorted(map(len, body.faces)) == [4] * 6
    square = shapes.Polyhedron(np.array([(x, y, 0.0) for x in steps for y in steps]) @ axes.T + offset)
    assert (len(square.vertices), len(square.edges), len(square.faces), square.dimension) == (4, 4, 2, 2)
    line = shapes.Polyhedron(np.outer(steps, axes[0]) + offset)
    assert (len(line.vertices), len(line.edges), len(line.faces), line.dimension) == (2, 1, 0, 1)
    one = shapes.Polyhedron(np.tile(axes[0] + offset, (5, 1)))
    assert (len(one.vertices), len(one.edges), len(one.faces), one.dimension) == (1, 0, 0, 0)


def test_bodies_of_two_hundred_corners():
    random = np.random.default_rng(2)
    ball = random.normal(size=(200, 3))
    body = shapes.Polyhedron(ball / np.linalg.norm(ball, axis=1)[:, None])
    assert (len(body.vertices), len(body.faces), len(body.edges)) == (200, 396, 594)
    angles = np.arange(100) * 2.0 * np.pi / 100
    prism = np.array([(np.cos(angle), np.sin(angle), z) for angle in angles for z in (0.0, 1.0)])
    for axes in (np.eye(3), turn(3)):
        body = shapes.Polyhedron(prism @ axes.T)
        assert (len(body.vertices), len(body.faces), len(body.edges)) == (200, 102, 300)


@pytest.mark.parametrize("points", [CUBE, SQUARE, LINE, POINT], ids=["body", "polygon", "line", "point"])
def test_points_in_a_body(points):
    axes = turn(5)
    body, random = shapes.Polyhedron(points @ axes.T), np.random.default_rng(6)
    for _ in range(50):
        inside = random.dirichlet(np.ones(len(points))) @ points
        assert body.contains(inside @ axes.T)
        outside = random.uniform(-1.0, 2.0, 3)
        is_inside = bool(((outside >= 0.0) & (outside <= points.max(axis=0))).all())
        assert body.contains(outside @ axes.T) == is_inside


# Distance


def certified(a, b):
    """Return the result of gjk, after asserting that it is right, from the definitions alone.

    The closest points are sums of vertices with weights that are not negative, so they lie in the bodies, and their distance is
    the result. A plane separates the bodies by exactly that distance. So no other points are nearer.
    """
    one, other = shapes.Polyhedron(a), shapes.Polyhedron(b)
    result = shapes.gjk(one, other)
    size = max(np.ptp(np.vstack((a, b)), axis=0).max(), 1e-300)
    rounding = 4e-16 * max(np.abs(a).max(), np.abs(b).max())
    last = result.steps[-1]
    assert (last.weights >= 0.0).all() and last.weights.sum() == pytest.approx(1.0, abs=1e-14)
    for body, on, found in ((one, last.on_a, result.closest_a), (other, last.on_b, result.closest_b)):
        corners = {tuple(vertex) for vertex in np.round(body.vertices, 6)}
        assert all(tuple(vertex) in corners for vertex in np.round(on, 6))
        assert np.abs(last.weights @ on - found).max() <= 1e-14 * size + rounding
    between = result.closest_a - result.closest_b
    assert abs(np.linalg.norm(between) - result.distance) <= 1e-13 * size + 4 * rounding
    if result.distance > 0.0:
        direction = last.nearest / np.linalg.norm(last.nearest)
        origin = a[0]
        gap = ((one.vertices - origin) @ direction).min() - ((other.vertices - origin) @ direction).max()
        assert gap == pytest.approx(result.distance, abs=1e-13 * size, rel=1e-12)
    assert len(result.steps) <= 64 and all(1 <= len(step.weights) <= 4 for step in result.steps)
    return result


@pytest.mark.parametrize("offset", [np.zeros(3), FAR], ids=["near", "far"])
def test_distances_of_random_bodies_are_certified(offset):
    random = np.random.default_rng(1)
    apart = 0
    for k in range(150):
        a = random.normal(size=(int(random.integers(1, 21)), 3)) * 10.0 ** random.uniform(-2, 2)
        b = random.normal(size=(int(random.integers(1, 21)), 3)) + random.normal(size=3) * random.uniform(0.0, 10.0)
        if k % 4 == 0:
            a[:, k // 4 % 3] = a[0, k // 4 % 3]  # flat
        if k % 6 == 0:
            b = b[:1] + np.outer(random.normal(size=len(b)), b[0])  # on a line
        apart += certified(a + offset, b + offset).distance > 0.0
    assert 40 < apart < 146


@pytest.mark.parametrize("corners", [4, 60, 200])
def test_large_and_small_bodies_are_certified(corners):
    for seed in range(10):
        a, b = stone(seed, corners), stone(seed + 50, corners) + (8.0, 1.0, -2.0 * (seed % 2))
        certified(a, b)
        assert shapes.gjk(shapes.Polyhedron(a), shapes.Polyhedron(a)).distance == 0.0


CASES = {
    "apart": (CUBE, CUBE + (3.0, 0.0, 0.0), 2.0),
    "apart over an edge": (CUBE, CUBE + (2.0, 2.0, 0.0), np.sqrt(2.0)),
    "apart over a corner": (CUBE, CUBE + 3.0, 2.0 * np.sqrt(3.0)),
    "touching faces": (CUBE, CUBE + (1.0, 0.0, 0.0), 0.0),
    "touching edges": (CUBE, CUBE + (1.0, 1.0, 0.5), 0.0),
    "touching corners": (CUBE, CUBE + 1.0, 0.0),
    "identical": (CUBE, CUBE, 0.0),
    "one in the other": (CUBE, 0.5 * CUBE + 0.25, 0.0),
    "nearly touching": (CUBE, CUBE + (1.0 + 1e-9, 0.3, 0.2), 1e-9),
    "flat and parallel": (SQUARE, SQUARE + (0.2, 0.3, 0.5), 0.5),
    "flat in one plane": (SQUARE, SQUARE + (3.0, 0.0, 0.0), 2.0),
    "flat, one in the other": (SQUARE, 0.5 * SQUARE + (0.2, 0.2, 0.0), 0.0),
    "parallel lines": (LINE, LINE + (0.5, 0.0, 1.0), 1.0),
    "lines that cross": (LINE, LINE[:, [1, 0, 2]] + (1.0, -1.0, 0.0), 0.0),
    "lines that pass": (LINE, LINE[:, [1, 0, 2]] + (1.0, -1.0, 0.7), 0.7),
    "one line behind the other": (LINE, LINE + (5.0, 0.0, 0.0), 3.0),
    "a line into a face": (CUBE, LINE + (0.5, 0.5, 0.5), 0.0),
    "points": (POINT, POINT + (3.0, 4.0, 0.0), 5.0),
    "the same point": (POINT, POINT, 0.0),
    "a point on a face": (CUBE, POINT + (0.5, 0.5, 1.0), 0.0),
    "a point over an edge": (CUBE, POINT + (0.5, 2.0, 2.0), np.sqrt(2.0)),
}


@pytest.mark.parametrize("offset", [np.zeros(3), FAR], ids=["near", "far"])
@pytest.mark.parametrize("name", CASES)
def test_distances_of_special_positions(name, offset):
    a, b, expected = CASES[name]
    for one, other in ((a, b), (b, a), (np.repeat(a, 3, axis=0), np.vstack((b, b[::-1])))):
        result = certified(one + offset, other + offset)
        assert result.distance == pytest.approx(expected, abs=1e-15 if not offset.any() else 3e-10)
        assert (result.distance == 0.0) == (expected == 0.0)
    axes = turn(8)
    assert shapes.gjk(a @ axes.T, b @ axes.T).distance == pytest.approx(expected, abs=1e-14)


# Sums


def test_the_sum_of_two_bodies_contains_all_sums_and_no_more():
    """Along each direction it reaches as far as both bodies together. This determines a convex body."""
    random = np.random.default_rng(4)
    for k in range(30):
        a, b = stone(k, int(random.integers(1, 13))), stone(k + 100, int(random.integers(1, 13)), 0.3)
        total, difference = shapes.minkowski_sum(a, b), shapes.minkowski_difference(a, b)
        for direction in random.normal(size=(30, 3)):
            assert (total.vertices @ direction).max() == pytest.approx((a @ direction).max() + (b @ direction).max(), abs=1e-12)
            reach = (a @ direction).max() - (b @ direction).min()
            assert (difference.vertices @ direction).max() == pytest.approx(reach, abs=1e-12)


def test_sums_of_special_bodies():
    for a, b, expected in (
        (CUBE, CUBE, (8, 12, 6)),  # a cube of twice the size
        (CUBE, SQUARE, (8, 12, 6)),
        (SQUARE, SQUARE, (4, 4, 2)),
        (SQUARE, LINE[:, [1, 2, 0]], (8, 12, 6)),  # sweeping a square makes a box
        (LINE, LINE, (2, 1, 0)),
        (CUBE, POINT, (8, 12, 6)),
        (POINT, POINT, (1, 0, 0)),
        (TRIANGLE, TRIANGLE, (3, 3, 2)),
    ):
        for axes in (np.eye(3), turn(9)):
            total = shapes.minkowski_sum(a @ axes.T, b @ axes.T)
            assert (len(total.vertices), len(total.edges), len(total.faces)) == expected
    hexagon = shapes.minkowski_difference(TRIANGLE, TRIANGLE)
    assert (len(hexagon.vertices), len(hexagon.edges), len(hexagon.faces)) == (6, 6, 2)


def test_large_sums_are_those_of_all_pairs():
    for seed in range(3):
        a, b = (corners / np.linalg.norm(corners, axis=1)[:, None] for corners in (stone(seed, 30), stone(seed + 9, 30)))
        one, other = shapes.Polyhedron(a), shapes.Polyhedron(b * (1.0, 2.0, 0.5))
        everything = shapes.Polyhedron((one.vertices[:, None] + other.vertices[None]).reshape(-1, 3))
        total = shapes.minkowski_sum(one, other)
        assert len(one.vertices) * len(other.vertices) > 400
        assert np.array_equal(distinct(total.vertices), distinct(everything.vertices))
        assert np.array_equal(distinct(total.normals, 6), distinct(everything.normals, 6))


def test_two_bodies_meet_where_the_origin_lies_in_their_difference():
    """The sum of the lecture is wrong, unless a body is its own mirror image (E22): 4 / 9 of the places of this triangle.

    X + X has the area 2, X - X is a hexagon of area 3, and their intersection has the area .5. Places: -1 to 2 along x and y.
    """
    random = np.random.default_rng(12)
    total, difference = shapes.minkowski_sum(TRIANGLE, TRIANGLE), shapes.minkowski_difference(TRIANGLE, TRIANGLE)
    places = np.column_stack((random.uniform(-1.0, 2.0, (1500, 2)), np.zeros(1500)))
    body = shapes.Polyhedron(TRIANGLE)
    meets = [shapes.gjk(body, TRIANGLE + place).distance == 0.0 for place in places]
    assert [difference.contains(place) for place in places] == meets
    wrong = np.mean([total.contains(place) != met for place, met in zip(places, meets)])
    assert wrong == pytest.approx((2.0 + 3.0 - 2.0 * 0.5) / 9.0, abs=0.03)


def test_gjk_hull_and_separating_axes_agree():
    """In the explicit difference, in the least overlap over its faces, and by GJK."""
    random = np.random.default_rng(21)
    overlapping = 0
    for k in range(60):
        a = shapes.Polyhedron(stone(k, int(random.integers(4, 21))))
        b = shapes.Polyhedron(stone(k + 999, int(random.integers(4, 21))) + random.normal(size=3) * 1.5)
        meets = shapes.gjk(a, b).distance == 0.0
        assert shapes.minkowski_difference(a, b).contains((0.0, 0.0, 0.0)) == meets == (shapes.penetration(a, b)[0] >= 0.0)
        overlapping += meets
    assert 8 < overlapping < 56


# Depth


@pytest.mark.parametrize("seed", range(12))
def test_the_depth_is_the_least_over_all_planes_of_the_difference(seed):
    """Against the hull of all differences of vertices, whose planes come from all triples."""
    a, b = stone(seed, 4 + seed % 3), stone(seed + 30, 4 + seed % 4) + 0.2
    depth, direction = shapes.penetration(a, b)
    differences = (a[:, None] - b[None]).reshape(-1, 3)
    _, heights = planes_by_brute_force(differences)
    if depth > 0.0:
        assert depth == pytest.approx(heights.min(), abs=1e-12)
    else:
        assert heights.min() <= 0.0
    assert np.linalg.norm(direction) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("offset", [np.zeros(3), FAR], ids=["near", "far"])
def test_a_body_moved_by_the_depth_just_touches(offset):
    for seed in range(40):
        a, points = shapes.Polyhedron(stone(seed, 10) + offset), stone(seed + 70, 10) + 0.02 * seed + offset
        depth, direction = shapes.penetration(a, points)
        moved = points + depth * direction
        assert shapes.gjk(a, moved).distance <= 1e-9
        assert shapes.gjk(a, moved + 1e-6 * direction).distance == pytest.approx(1e-6, rel=2e-3)
        assert depth <= 0.0 or shapes.gjk(a, moved - 1e-6 * direction).distance == 0.0


@pytest.mark.parametrize(
    "a, b, depth",
    [
        (CUBE, CUBE, 1.0),
        (CUBE, CUBE + (0.75, 0.1, 0.2), 0.25),
        (CUBE, CUBE + (1.0, 0.0, 0.0), 0.0),
        (CUBE, CUBE + (3.0, 0.0, 0.0), -2.0),
        (CUBE, 0.5 * CUBE + 0.25, 0.75),
        (CUBE, POINT + (0.5, 0.5, 0.9), 0.1),
        (CUBE, LINE + (0.25, 0.5, 0.9), 0.1),
        (SQUARE, SQUARE + (0.2, 0.2, 0.0), 0.0),  # in one plane: no displacement across it is too short
        (SQUARE, LINE[:, [2, 1, 0]] + (0.5, 0.9, -1.0), 0.1),
        (LINE, LINE[:, [1, 0, 2]] + (1.0, -1.0, 0.0), 0.0),
        (LINE, LINE, 0.0),
        (POINT, POINT, 0.0),
    ],
)
def test_depths_of_special_positions(a, b, depth):
    for axes in (np.eye(3), turn(4)):
        for one, other in ((a, b), (b, a)):
            found, direction = shapes.penetration(one @ axes.T, other @ axes.T)
            assert found == pytest.approx(depth, abs=1e-14) and np.linalg.norm(direction) == pytest.approx(1.0)
            assert shapes.gjk(one @ axes.T, other @ axes.T + found * direction).distance <= 1e-14


def test_two_hundred_corners_have_the_depth_of_their_balls():
    """Two balls of radius 1 at a distance of 1.2 overlap by .8. Stones in them overlap a little less."""
    random = np.random.default_rng(8)
    balls = [corners / np.linalg.norm(corners, axis=1)[:, None] for corners in random.normal(size=(2, 200, 3))]
    depth, direction = shapes.penetration(balls[0], balls[1] + (1.2, 0.0, 0.0))
    assert 0.7 < depth < 0.8 and direction[0] > 0.99


def test_bisection_finds_the_depth_along_a_direction():
    """Its first tests are those of the lecture: a half, then a quarter more or less."""
    found = shapes.depth_along(CUBE, CUBE + (0.75, 0.0, 0.0), (2.0, 0.0, 0.0), tests=30)
    assert found.depth == pytest.approx(0.25, abs=1e-9) and found.tried[:2].tolist() == [0.125, 0.1875]
    assert found.overlaps[:2].tolist() == [True, True]
    aslope = shapes.depth_along(CUBE, CUBE, (1.0, 1.0, 0.0), tests=50)
    assert aslope.depth == pytest.approx(np.sqrt(2.0), abs=1e-12)


# Hostile bodies


def hostile(seed):
    """Points of a body: on a lattice, flat, thinner than a nanometre, on a line, much longer than wide, turned, tiny or large."""
    random = np.random.default_rng(seed)
    count, kind = int(random.choice([2, 4, 5, 8, 14])), seed % 7
    points = random.normal(size=(count, 3))
    if kind == 1:
        points = random.integers(-2, 3, (count, 3)) * (1.0, 1.0, 1.0)
    elif kind == 2:
        points = random.integers(-2, 3, (count, 3)) @ turn(seed)
    elif kind == 3:
        points *= (1.0, 1.0, 10.0 ** random.uniform(-14, -6))
    elif kind == 4:
        points = np.outer(random.integers(-3, 4, count), points[0])
    elif kind == 5:
        points *= 10.0 ** random.uniform(-3, 3, 3)
    elif kind == 6:
        points = np.column_stack((np.cos(points[:, 0]), np.sin(points[:, 0]), points[:, 1] > 0.0))
    return points * 10.0 ** random.choice([0.0, 0.0, -6.0, 6.0])


@pytest.mark.parametrize("seed", range(84))
def test_hostile_bodies_have_a_hull_a_certificate_a_depth_and_a_sum(seed):
    random = np.random.default_rng(1000 + seed)
    a, b = hostile(seed), hostile(seed if seed % 3 == 0 else seed // 7 + 200)
    size = max(np.ptp(a, axis=0).max(), np.ptp(b, axis=0).max())
    b = b + random.normal(size=3) * size * (seed % 4)
    one, other = shapes.Polyhedron(a), shapes.Polyhedron(b)
    within = 1e-11 * (size + np.abs(b - a[0]).max())
    for body, points in ((one, a), (other, b)):
        if body.dimension >= 2:
            assert len(body.vertices) - len(body.edges) + len(body.faces) == 2
            outside = (points - body.vertices[0]) @ body.normals.T
            assert (outside - ((body.vertices - body.vertices[0]) @ body.normals.T).max(axis=0)).max() <= within
    result = shapes.gjk(one, other)
    assert abs(np.linalg.norm(result.closest_a - result.closest_b) - result.distance) <= within
    if result.distance > 0.0:
        direction = result.steps[-1].nearest / np.linalg.norm(result.steps[-1].nearest)
        gap = ((one.vertices - a[0]) @ direction).min() - ((other.vertices - a[0]) @ direction).max()
        assert gap == pytest.approx(result.distance, abs=within)
    depth, direction = shapes.penetration(one, other)
    assert shapes.gjk(one, other.vertices + depth * direction).distance <= within
    reaches = random.normal(size=(20, 3))
    both = (one.vertices - a[0]) @ reaches.T, (other.vertices - b[0]) @ reaches.T
    total = shapes.minkowski_sum(one, other).vertices - a[0] - b[0]
    assert np.abs((total @ reaches.T).max(axis=0) - both[0].max(axis=0) - both[1].max(axis=0)).max() <= 10.0 * within
    for fit in ("covariance", "least"):
        centre, axes, half = shapes.obb(a, fit)
        assert (np.abs((a - centre) @ axes.T) - half).max() <= within
    low, high = shapes.aabb(a)
    assert np.prod(2.0 * half) <= np.prod(high - low) * (1.0 + 1e-9) + within**3  # of the least box, which is the last one


def test_thin_bodies_that_nearly_touch_are_decided_exactly():
    """A float has no digits left for the direction of a distance of 1e-12 of the size."""
    thin = np.array([(0.0, 0.0, 0.0), (3.0, 0.7, 0.0), (0.3, 2.0, 0.0), (1.1, 0.9, 3e-9)])
    for gap in (1e-12, 1e-10, 1e-9):
        other = thin * (1.0, 1.0, -1.0) - (0.0, 0.0, gap)
        assert certified(thin, other).distance == pytest.approx(gap, rel=1e-12)
    far = np.array([(1e6, 876.0, 0.0), (1e6 - 1e-4, -1e6, 0.0)])  # the slope of a long line, far away
    certified(far, thin)
    depth, direction = shapes.penetration(thin, thin)
    assert 0.0 < depth <= 3.1e-9 and shapes.gjk(thin, thin + depth * direction).distance <= 1e-16


# Refusals

NAN = np.array([*CUBE[:5], (0.0, np.nan, 0.0)])


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: shapes.Polyhedron([]), "points is empty"),
        (lambda: shapes.Polyhedron([1.0, 2.0, 3.0]), r"points must have shape \(n, 3\)"),
        (lambda: shapes.Polyhedron(CUBE[:, :2]), r"points must have shape \(n, 3\)"),
        (lambda: shapes.Polyhedron(NAN), "points: row 5 is not finite"),
        (lambda: shapes.Polyhedron(CUBE * 1e31), "points: row 1 is not finite, or beyond 1e"),
        (lambda: shapes.Polyhedron("abc"), "points must be numbers"),
        (lambda: shapes.gjk(CUBE, NAN), "b: row 5 is not finite"),
        (lambda: shapes.gjk(None, CUBE), "a must be numbers"),
        (lambda: shapes.penetration(NAN, CUBE), "a: row 5 is not finite"),
        (lambda: shapes.minkowski_sum(CUBE, NAN), "b: row 5 is not finite"),
        (lambda: shapes.minkowski_difference(CUBE, []), "b is empty"),
        (lambda: shapes.depth_along(CUBE, CUBE, (0.0, 0.0, 0.0)), "direction must not be 0"),
        (lambda: shapes.depth_along(CUBE, CUBE, (0.0, np.inf, 0.0)), "direction must be finite"),
        (lambda: shapes.Polyhedron(CUBE).contains((0.0, 0.0)), "point must be three numbers"),
    ],
)
def test_wrong_arguments_are_refused_by_name(call, words):
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
