"""The ground under a point: height fields and irregular networks against rays, planes and weights."""

from itertools import combinations

import numpy as np
import pytest

from game.collision import TriangleMesh
from game.lab import ground
from game.lab.physics.ground import write_heights
from game.lab.physics.outline_and_delaunay import doubled_area
from tests.lab.interpreting import assert_same_bits

DOWN = np.array([0.0, 0.0, -1.0])


def hill(columns=21, rows=13, seed=5):
    """Heights of a bumpy hill (columns, rows) [m]."""
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, columns), np.linspace(-1.0, 1.0, rows), indexing="ij")
    return 4.0 * np.exp(-2.0 * (x * x + y * y)) + 0.3 * np.random.default_rng(seed).normal(size=x.shape)


def heights_by_ray(vertices, triangles, points):
    """Heights [m] of the first hits of rays straight down; NaN where there is none."""
    top = vertices[:, 2].max() + 1.0
    origins = np.column_stack((points, np.full(len(points), top)))
    distances = TriangleMesh(vertices, triangles).raycast(origins, np.tile(DOWN, (len(points), 1)), np.inf)
    return np.where(np.isfinite(distances), top - distances, np.nan)


def places_on(xs, ys, seed=2):
    """Points (n, 2) in the cells of a grid, on its lines, on its diagonals and on its corners."""
    random = np.random.default_rng(seed)
    inside = random.uniform((xs[0], ys[0]), (xs[-1], ys[-1]), (2000, 2))
    corners = np.array([(x, y) for x in xs for y in ys])
    lines = np.concatenate([np.column_stack((np.full(20, x), random.uniform(ys[0], ys[-1], 20))) for x in xs])
    middles = np.array([((a + b) / 2, (c + d) / 2) for a, b in zip(xs, xs[1:]) for c, d in zip(ys, ys[1:])])
    return np.concatenate((inside, corners, lines, middles))


# The height field


@pytest.mark.parametrize("diagonal", ground.DIAGONALS)
@pytest.mark.parametrize("origin", [(0.0, 0.0), (-3.7, 11.1), (0.1, 0.1, 5.0)])
def test_heights_of_a_field_are_those_of_rays(diagonal, origin):
    """Look-up, plane, weights and ray agree to 1e-12 m, on sides and corners, too."""
    field = ground.HeightField(hill(), (0.7, 0.1), origin, diagonal)
    points = places_on(field.xs, field.ys)
    found = field.heights_at(points)
    assert np.abs(found - heights_by_ray(field.vertices, field.triangles, points)).max() <= 1e-12
    for (x, y), z in zip(points[::7], found[::7]):
        triangle = field.triangle(x, y)
        assert field.height(x, y) == z
        assert ground.height_by_plane(triangle, x, y) == pytest.approx(z, abs=2e-13)
        assert ground.height_by_weights(triangle, x, y) == pytest.approx(z, abs=2e-13)


@pytest.mark.parametrize("diagonal", ground.DIAGONALS)
def test_the_triangle_of_a_field_is_the_smallest_that_contains_the_point(diagonal):
    field = ground.HeightField(hill(6, 5), 0.25, (1.0, -2.0), diagonal)
    corners = field.vertices[field.triangles]
    assert len(corners) == 2 * 5 * 4
    for x, y in places_on(field.xs, field.ys)[::3]:
        containing = [number for number, triangle in enumerate(corners) if min(ground.barycentric(triangle, (x, y))) >= -1e-15]
        found = field.triangle(x, y)
        assert found.number == containing[0] and np.array_equal(np.asarray(found), corners[found])


def test_the_two_tests_of_the_lecture_choose_the_triangle_of_a_cell():
    """Qz > Qx for one diagonal, Rz > 1 - Rx for the other (Tang's lecture); its z is y here."""
    heights = [[0.0, 0.0], [0.0, 0.0]]
    one, other = (ground.HeightField(heights, 1.0, (0.0, 0.0), diagonal) for diagonal in ground.DIAGONALS)
    assert [one.triangle(x, y).number for x, y in ((0.2, 0.7), (0.7, 0.2), (0.5, 0.5))] == [1, 0, 0]
    assert [other.triangle(x, y).number for x, y in ((0.8, 0.7), (0.2, 0.3), (0.5, 0.5))] == [1, 0, 0]


def test_the_diagonal_moves_the_middle_of_a_cell():
    """By half of |z00 + z11 - z01 - z10|."""
    heights = np.array([[1.0, 2.5], [0.5, 4.0]])
    one, other = (ground.HeightField(heights, 1.0, (0.0, 0.0), diagonal).height(0.5, 0.5) for diagonal in ground.DIAGONALS)
    assert abs(one - other) == pytest.approx(0.5 * abs(1.0 + 4.0 - 2.5 - 0.5), abs=1e-15)


def test_outside_of_a_field_there_is_no_ground():
    field = ground.HeightField(hill(), 0.1, (0.1, 0.2))
    low, high = (field.xs[0], field.ys[0]), (field.xs[-1], field.ys[-1])
    for x, y in (low, high, (low[0], high[1]), (high[0], low[1])):
        assert field.height(x, y) is not None and field.triangle(x, y) is not None
    for x, y in ((np.nextafter(low[0], -1), 0.5), (0.5, np.nextafter(high[1], 9)), (1e30, 0.5), (0.5, -1e30)):
        assert field.height(x, y) is None and field.triangle(x, y) is None
    assert np.isnan(field.heights_at([(-5.0, 0.5), (0.5, 9.0)])).all()
    assert field.heights_at(np.zeros((0, 2))).shape == (0,)


@pytest.mark.parametrize("diagonal", ground.DIAGONALS)
def test_look_ups_have_the_same_bits_compiled_and_interpreted(diagonal):
    field = ground.HeightField(hill(), (0.7, 0.1), (0.1, -3.0), diagonal)
    points = np.vstack((places_on(field.xs, field.ys)[::9], [(-5.0, 0.0), (0.5, 9.0)]))
    lines, is_rising = (field.xs, field.ys), diagonal == "00-11"
    assert_same_bits(write_heights, points, lines, field.heights, is_rising, np.zeros(len(points)))


# Irregular networks


def points_of(name, seed=1):
    """Points (n, 3) [m] of a network."""
    random = np.random.default_rng(seed)
    points = random.uniform(-5.0, 5.0, (60, 3))
    if name == "four":
        points = points[:4]
    elif name == "a lattice":  # every four neighbours lie on a circle, and whole rows on a line
        points = np.array([(x, y, np.sin(x * y)) for x in range(9) for y in range(6)])
    elif name == "a circle":
        points[:, :2] = [(6.0 * np.cos(a), 6.0 * np.sin(a)) for a in np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)]
    elif name == "an exact circle":  # Pythagorean points, on one circle to the last bit
        legs = [(25, 0), (7, 24), (15, 20), (20, 15), (24, 7), (0, 25)]
        points = np.array([(s * x, t * y, 0.1 * x) for x, y in legs for s in (1, -1) for t in (1, -1)], float)
        points[:, 2] = points[:, 0] * points[:, 1]
    elif name == "a line and one point":
        points[:, 0], points[:-1, 1] = np.arange(60), 1.0
    elif name == "twice":
        points = np.vstack((points, points[::-1]))
    elif name == "two lines":
        points[:, 0], points[:, 1] = np.arange(60) // 2, np.arange(60) % 2
    elif name == "thin":
        points[:, 1] *= 1e-9
    elif name == "a million metres away":
        points += (1e6, -1e6, 1e6)
    elif name == "tiny":
        points[:, :2] *= 1e-100
    elif name == "200":
        points = random.normal(size=(200, 3))
    return points


NETWORKS = (
    "usual", "four", "a lattice", "a circle", "an exact circle", "a line and one point", "twice", "two lines", "thin",
    "a million metres away", "tiny", "200",
)  # fmt: skip


def exact(points):
    """The x and y of points as whole numbers of one unit: a hundred times as quick as fractions."""
    ratios = [[float(value).as_integer_ratio() for value in point[:2]] for point in points]
    unit = max(below for ratio in ratios for _, below in ratio)
    return [tuple(above * (unit // below) for above, below in ratio) for ratio in ratios]


def in_circle(a, b, c, d):
    """A number above 0 if d lies inside the circle through the counterclockwise a, b, c, exactly."""
    x, y = d
    ax, ay, bx, by, cx, cy = a[0] - x, a[1] - y, b[0] - x, b[1] - y, c[0] - x, c[1] - y
    one, two, three = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return one * (bx * cy - by * cx) + two * (cx * ay - cy * ax) + three * (ax * by - ay * bx)


def doubled_hull_area(places):
    """Twice the area of the convex hull of exact places (Andrew's monotone chain)."""
    places = sorted(set(places))
    ends = []
    for row in (places, places[::-1]):
        chain = []
        for place in row:
            while len(chain) > 1 and turn(chain[-2], chain[-1], place) <= 0:
                chain.pop()
            chain.append(place)
        ends += chain[:-1]
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(ends, ends[1:] + ends[:1]))


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@pytest.mark.parametrize("name", NETWORKS)
def test_no_circle_of_a_network_contains_a_point(name):
    """The definition of Delaunay, in exact numbers. The triangles cover the hull: their areas are its area."""
    points = points_of(name)
    tin, places = ground.Tin(points), exact(points)
    area = 0
    for corners in tin.triangles.tolist():
        a, b, c = (places[corner] for corner in corners)
        area += turn(a, b, c)
        assert turn(a, b, c) > 0
        assert not any(in_circle(a, b, c, d) > 0 for d in places)
    assert area == doubled_hull_area(places)
    assert set(tin.triangles.ravel()) == {min(np.flatnonzero((points[:, :2] == p[:2]).all(axis=1))) for p in points}
    for number, row in enumerate(tin.neighbours):
        for corner, other in enumerate(row):
            side = set(tin.triangles[number]) - {tin.triangles[number, corner]}
            assert other < 0 or (number in tin.neighbours[other] and side < set(tin.triangles[other]))


@pytest.mark.parametrize("name", NETWORKS)
def test_heights_of_a_network_are_those_of_rays(name):
    points = points_of(name)
    tin, random = ground.Tin(points), np.random.default_rng(9)
    corners = points[tin.triangles][:, :, :2]
    weights = random.dirichlet((1.0, 1.0, 1.0), 500)
    inside = np.einsum("nk,nkx->nx", weights, corners[random.integers(0, len(corners), 500)])
    places = np.concatenate((inside, points[:, :2], (corners[:, 0] + corners[:, 1]) / 2.0))
    found, size = tin.heights_at(places), np.ptp(points[:, 2]) + 1e-6 * np.abs(points[:, 2]).max()
    if name not in ("thin", "tiny"):  # which a mesh refuses, or where the slopes are 1e9
        by_ray = heights_by_ray(points - points[0], tin.triangles, places - points[0, :2]) + points[0, 2]
        both = ~(np.isnan(found) | np.isnan(by_ray))  # rounding puts a few points on the hull beyond it
        assert both.mean() > 0.9 and np.abs(found - by_ray)[both].max() <= 1e-9 * size
    for place, z in zip(places[::20], found[::20]):
        triangle = tin.triangle(*place)
        assert triangle is None or tin.height(*place) == pytest.approx(z, abs=1e-9 * size)


@pytest.mark.parametrize("name", ["usual", "a lattice", "an exact circle", "two lines", "twice"])
def test_the_start_of_a_search_does_not_change_its_result(name):
    points = points_of(name)
    tin, random = ground.Tin(points), np.random.default_rng(4)
    corners = points[tin.triangles][:, :, :2]
    middles = (corners[:, 0] + corners[:, 1]) / 2.0
    for place in np.concatenate((random.uniform(-6.0, 6.0, (30, 2)), points[::3, :2], middles[::3], [(1e30, -1e30)])):
        containing = [number for number, triangle in enumerate(corners) if min(ground.barycentric(triangle, place)) >= 0.0]
        for start in (None, 0, len(tin.triangles) - 1, int(random.integers(len(tin.triangles)))):
            found = tin.triangle(*place, start=start)
            assert (found.number if found else None) == (containing[0] if containing else None)
            assert found is None or tin.triangle(*place, start=found) == found
            path = tin.walk(*place, start)
            assert len(set(path)) == len(path)


def test_a_search_takes_a_few_steps():
    """At most 3 sqrt(triangles) in the mean, from a corner of the network."""
    random = np.random.default_rng(11)
    tin = ground.Tin(random.uniform(size=(380, 3)))
    steps = [len(tin.walk(*place)) for place in random.uniform(size=(500, 2))]
    assert np.mean(steps) <= 3.0 * np.sqrt(len(tin.triangles))


def test_a_simple_network_keeps_to_the_error():
    """402, 740 and 1622 triangles for 20 000, with errors of 10, 5 and 2 cm, by a library's triangulation.

    Points of a grid have many triangulations, so these numbers are within a tenth only.
    """
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-20.0, 20.0, 101), np.linspace(-20.0, 20.0, 101), indexing="ij"))
    z = sum(
        h * (1.0 + np.cos(np.pi * np.clip(np.hypot(x - a, y - b) / r, 0.0, 1.0))) / 2.0
        for a, b, r, h in ((-6, 4, 9, 3.0), (8, -5, 7, 2.0), (4, 10, 6, -1.2))
    )
    points = np.column_stack((x, y, z))
    for error, count in ((0.10, 402), (0.05, 740)):
        tin = ground.network_within(points, error)
        assert len(tin.triangles) == pytest.approx(count, rel=0.1)
        some = np.random.default_rng(1).choice(len(points), 1000, replace=False)
        assert np.abs(tin.heights_at(points[some, :2]) - z[some]).max() <= error + 1e-12


# Weights


@pytest.mark.parametrize("scale, error", [(1e9, 1e-6), (1e3, 1e-12), (1.0, 1e-17)])
def test_an_error_below_rounding_ends_with_all_points(scale, error):
    """It added points again that were there, without end."""
    points = np.random.default_rng(0).normal(size=(40, 3)) * (1.0, 1.0, scale)
    net = ground.network_within(points, error)
    assert np.abs(net.heights_at(points[:, :2]) - points[:, 2]).max() <= 1e-14 * scale


def test_points_on_a_side_of_two_triangles_keep_to_the_error():
    """Rounding put a point outside of both, and its error was not seen."""
    x, y = np.meshgrid(np.arange(9) * 0.1, np.arange(9) * 0.1)
    places = np.column_stack((x.ravel(), y.ravel()))
    for seed, error in ((30, 1.5), (33, 1.5), (59, 0.2), (61, 1.5)):  # in all of these one was not seen
        points = np.column_stack((places, np.random.default_rng(seed).normal(size=81)))
        assert np.abs(ground.network_within(points, error).heights_at(places) - points[:, 2]).max() <= error * (1.0 + 1e-9)


def test_weights_of_a_point():
    """Their sum is 1 within 4e-16, and one is negative if, and only if, the point is outside."""
    random = np.random.default_rng(3)
    for _ in range(3000):
        triangle, share = random.normal(size=(3, 3)), random.dirichlet((1.0, 1.0, 1.0))
        inside = ground.barycentric(triangle, share @ triangle)
        assert abs(sum(inside) - 1.0) <= 4e-16 and inside == pytest.approx(share, abs=1e-9)
        point = random.normal(size=2)
        weights = ground.barycentric(triangle, point)
        assert np.dot(weights, triangle[:, :2]) == pytest.approx(point, abs=1e-9 * max(1.0, *np.abs(weights)))
        a, b, c, d = exact((*triangle, point))
        side = 1 if turn(a, b, c) > 0 else -1
        outside = any(side * turn(u, v, d) < 0 for u, v in ((a, b), (b, c), (c, a)))
        assert (min(weights) < 0.0) == outside


def test_the_example_of_the_lecture():
    """Q = (0, .5, .5) is right. R = (.33, .33, .33) is not in the plane: these weights have the sum .99 (E28)."""
    triangle = np.array([(0.0, 0.0, 1.0), (4.0, 1.0, 2.0), (1.0, 3.0, 4.0)])
    assert ground.barycentric(triangle, (0.5 * (triangle[1] + triangle[2]))) == (0.0, 0.5, 0.5)
    assert ground.barycentric(triangle, triangle.mean(axis=0)) == pytest.approx([1 / 3] * 3, abs=1e-15)
    printed = 0.33 * triangle.sum(axis=0)
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    assert sum((0.33, 0.33, 0.33)) == pytest.approx(0.99) and abs(normal @ (printed - triangle[0])) > 0.01


def test_the_matrix_of_the_lecture_finds_the_foot_along_the_normal():
    """E29: 1 m above a slope of 30 degrees this is sin 30 cos 30 = 43 cm aside. Thin triangles take its digits away."""
    slope = np.radians(30.0)
    triangle = np.array([(0.0, 0.0, 0.0), (3.0, 0.0, 3.0 * np.tan(slope)), (0.0, 3.0, 0.0)])
    on_it = np.array([1.0, 1.0, np.tan(slope)])
    assert ground.weights_along_normal(triangle, on_it) == pytest.approx(ground.barycentric(triangle, on_it), abs=1e-15)
    foot = np.dot(ground.weights_along_normal(triangle, on_it + (0.0, 0.0, 1.0)), triangle)
    assert np.hypot(*(foot - on_it)[:2]) == pytest.approx(np.sin(slope) * np.cos(slope)) == pytest.approx(0.433, abs=5e-4)
    assert ground.barycentric(triangle, on_it + (0.0, 0.0, 1.0)) == ground.barycentric(triangle, on_it)
    errors = []
    for height in (1e-6, 1e-7):
        random, worst = np.random.default_rng(6), 0.0
        for _ in range(50):
            thin = np.array([(0.0, 0.0, 0.0), (1.0, 0.3, 0.0), (0.37, 0.111 + height * random.uniform(0.5, 1.0), 0.0)])
            share = random.dirichlet((1.0, 1.0, 1.0))
            printed, ours = (formula(thin, share @ thin) for formula in (ground.weights_along_normal, ground.barycentric))
            worst = max(worst, np.abs(np.subtract(printed, share)).max())
            assert ours == pytest.approx(share, abs=1e-7)
        errors.append(worst)
    assert 1e-5 < errors[0] < 1e-2 and errors[1] > 1e-2


def test_signs_of_areas_are_exact():
    lattice = [0.1 * k for k in range(8)]
    for ax, ay, bx, cy in combinations(lattice, 4):
        for point in ((ax, ay, bx, cy, 2 * bx - ax, 2 * cy - ay), (ax, ay, bx, cy, cy, bx)):
            a, b, c = exact((point[:2], point[2:4], point[4:]))
            assert np.sign(doubled_area(*point)) == (turn(a, b, c) > 0) - (turn(a, b, c) < 0)


# Refusals

FLAT = np.zeros((3, 3))
SQUARE = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)]


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: ground.HeightField([1.0, 2.0]), r"heights must have shape \(m, n\)"),
        (lambda: ground.HeightField([[1.0], [2.0]]), r"heights must have shape \(m, n\)"),
        (lambda: ground.HeightField([[1.0, 2.0], [3.0, float("nan")]]), r"heights: \[1, 1\] is not finite"),
        (lambda: ground.HeightField(FLAT, 0.0), "spacing must be one or two numbers above 0"),
        (lambda: ground.HeightField(FLAT, (1.0, float("inf"))), "spacing must be finite"),
        (lambda: ground.HeightField(FLAT, 1.0, (float("nan"), 0.0)), "origin must be finite"),
        (lambda: ground.HeightField(FLAT, 1.0, 5.0), "origin must be two or three numbers"),
        (lambda: ground.HeightField(FLAT, 1e-9, (1e12, 0.0)), "cannot be added to the origin"),
        (lambda: ground.HeightField(FLAT, 1.0, (0.0, 0.0), "11-00"), "diagonal must be one of 00-11, 10-01, not '11-00'"),
        (lambda: ground.HeightField(FLAT).height(float("nan"), 0.0), "x, y must be finite"),
        (lambda: ground.HeightField(FLAT).heights_at([(0.0, float("inf"))]), "points: row 0 is not finite"),
        (lambda: ground.HeightField(FLAT).heights_at([(0.0, 0.0, 0.0)]), r"points must have shape \(n, 2\)"),
        (lambda: ground.HeightField(FLAT).triangle("a", 0.0), "x, y must be two numbers"),
        (lambda: ground.Tin(SQUARE[:2]), "points must not all lie on one line"),
        (lambda: ground.Tin([(x, 2.0 * x, 5.0 * x * x) for x in range(9)]), "points must not all lie on one line"),
        (lambda: ground.Tin([*SQUARE, (1.0, 0.0, 3.0)]), "points: rows 1 and 4 have the same x, y and different heights"),
        (lambda: ground.Tin([*SQUARE, (1.0, float("nan"), 3.0)]), "points: row 4 is not finite"),
        (lambda: ground.Tin([(1.0, 2.0)]), r"points must have shape \(n, 3\)"),
        (lambda: ground.Tin(SQUARE).height(0.0, float("inf")), "x, y must be finite"),
        (lambda: ground.Tin(SQUARE).triangle(0.0, 0.0, start=2), "start must be a triangle, 0 .. 1, not 2"),
        (lambda: ground.barycentric(FLAT, (0.0, 0.0)), "triangle has no area seen from above"),
        (lambda: ground.barycentric([(0.0, 0.0)], (0.0, 0.0)), "triangle must have shape"),
        (lambda: ground.barycentric(SQUARE[:3], (0.0,)), "point must be two or three numbers"),
        (lambda: ground.barycentric([*SQUARE[:2], (float("nan"), 0.0, 0.0)], (0.0, 0.0)), "triangle is not finite"),
        (lambda: ground.height_by_plane([(0, 0, 0), (1, 0, 0), (0, 0, 1)], 0.0, 0.0), "triangle is vertical"),
        (lambda: ground.weights_along_normal(FLAT, (0.0, 0.0, 0.0)), "triangle has no area"),
        (lambda: ground.network_within(SQUARE, 0.0), "error must be above 0"),
    ],
)
def test_wrong_arguments_are_refused_by_name(call, words):
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
