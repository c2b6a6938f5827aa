"""Embedded bodies come out through the nearest face, never deeper on the way; where there is no way, that is said."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bench.terrain_and_tracks import box_mesh
from game.collision import Ellipsoid, Nearby, Rules, TriangleMesh, depenetrate, overlap
from game.collision.depenetration import shortest_escape, shortest_push
from game.collision.entry_points import find_penetrations

ZERO = (0.0, 0.0, 0.0)
SEEDS = st.integers(0, 2**32 - 1)
FLOOR = TriangleMesh([(-50, -50, 0), (50, -50, 0), (50, 50, 0), (-50, 50, 0)], [(0, 1, 2), (0, 2, 3)])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_out_of_a_floor(seed):
    """From up to half its size deep, on the side where the centre is."""
    rng = np.random.default_rng(seed)
    body = Ellipsoid(tuple(rng.uniform(0.1, 1.0, 3)), float(rng.uniform(-3, 3)))
    deep = float(rng.uniform(0, 1)) * body.radii[2]
    start = (float(rng.uniform(-9, 9)), float(rng.uniform(-9, 9)), body.radii[2] - deep)
    position, free = depenetrate(FLOOR, body, start)
    assert free and overlap(FLOOR, body, position) <= 0.0
    assert position[:2] == pytest.approx(start[:2], abs=1e-9)  # not along the edge between the floor's triangles
    assert position[2] == pytest.approx(body.radii[2], abs=1e-3)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_out_of_the_corner_of_a_room(seed):
    rng = np.random.default_rng(seed)
    vertices, triangles = box_mesh((0.0, 0.0, 0.0), (5.0, 5.0, 5.0))
    mesh = TriangleMesh(vertices, triangles)
    body = Ellipsoid(tuple(rng.uniform(0.2, 0.8, 3)))
    start = tuple((np.array(body.radii) * rng.uniform(0.5, 1.2, 3)).tolist())
    before = overlap(mesh, body, start)
    position, free = depenetrate(mesh, body, start)
    assert free and overlap(mesh, body, position) <= 0.0
    assert np.linalg.norm(np.subtract(position, start)) <= 3 * max(before, 0.0) + 1e-3


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_only_triangles_in_reach_decide_whether_a_body_is_inside(seed):
    """A tick does not ask the others, and gets the same depth, normal and distance to the last bit."""
    rng = np.random.default_rng(seed)
    triangles = np.arange(60).reshape(20, 3)
    mesh = TriangleMesh(rng.uniform(-3, 3, (20, 1, 3)).repeat(3, 1).reshape(60, 3) + rng.uniform(-1, 1, (60, 3)), triangles)
    near = Nearby(mesh).use(Ellipsoid(tuple(rng.uniform(0.2, 1.0, 3))), Rules.modern()).gather(ZERO, (-3.0,) * 3, (3.0,) * 3)
    whole, in_reach = (find_penetrations(near.candidates, near.count, near.settings, only) for only in (False, True))
    assert whole == in_reach if whole[0] > 0.0 else in_reach[0] <= 0.0


def sheet(normal, distance, size=200.0):
    """A square across a unit normal, so far from the origin: (4, 3) corners."""
    side = np.cross(normal, (0.3, 0.7, 0.2))
    side *= size / np.linalg.norm(side)
    other = np.cross(normal, side)
    return normal * distance + np.array([-side - other, side - other, side + other, other - side])


def sheets(*planes):
    """Squares across unit normals, each so far from the origin."""
    corners = np.concatenate([sheet(*plane) for plane in planes])
    return TriangleMesh(corners, [(4 * k, 4 * k + a, 4 * k + a + 1) for k in range(len(planes)) for a in (1, 2)])


def random_turn(rng):
    return np.linalg.qr(rng.normal(size=(3, 3)))[0]


def half_width(body, normal):
    """Of an ellipsoid along a unit vector [m]."""
    c, s = np.cos(body.heading), np.sin(body.heading)
    own = np.array([c * normal[0] + s * normal[1], c * normal[1] - s * normal[0], normal[2]])
    return float(np.linalg.norm(own * body.radii))


def long_body(rng):
    """Up to ten times as long as wide."""
    return Ellipsoid(tuple((10 ** rng.uniform(-0.7, 0.3, 3)).tolist()), float(rng.uniform(-3, 3)))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS, degrees=st.floats(12, 170))
def test_out_of_acute_corners(seed, degrees):
    """A push off one wall leads deeper into the other, from a start half inside both."""
    rng, angle = np.random.default_rng(seed), np.radians(degrees)
    one, other = random_turn(rng)[:, :2].T
    other = -np.cos(angle) * one + np.sin(angle) * other
    body, mesh = long_body(rng), sheets((one, 0.0), (other, 0.0))
    widths = np.array([half_width(body, one), half_width(body, other)])
    start = np.linalg.lstsq(np.array([one, other]), widths * rng.uniform(0.5, 0.9, 2), rcond=None)[0]
    position, free = depenetrate(mesh, body, tuple(start.tolist()))
    assert free and overlap(mesh, body, position) <= 0.0
    assert (np.array([one, other]) @ position >= widths - 1e-9).all()  # on the side where it was


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS, gap=st.floats(0.1, 1.9))
def test_not_through_one_of_two_walls(seed, gap):
    """However near the other wall is, also nearer than the push off the first is long."""
    rng = np.random.default_rng(seed)
    body, normal = long_body(rng), random_turn(rng)[:, 0]
    gap *= half_width(body, normal)
    mesh, start = sheets((normal, 0.0), (normal, gap)), normal * gap * rng.uniform(0.05, 0.95)
    position, free = depenetrate(mesh, body, tuple(start.tolist()))
    assert not free and 0.0 < normal @ position < gap
    assert overlap(mesh, body, position) <= overlap(mesh, body, tuple(start.tolist())) + 1e-9


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_never_deeper_on_the_way(seed):
    """Out of boxes of any size, turned anyhow: nothing comes nearer than the nearest was."""
    rng = np.random.default_rng(seed)
    vertices, triangles = box_mesh((0.0, 0.0, 0.0), tuple(rng.uniform(0.3, 6.0, 3).tolist()))
    mesh, body = TriangleMesh(np.array(vertices) @ random_turn(rng).T, triangles), long_body(rng)
    a, b, c = mesh.vertices[mesh.triangles[rng.integers(12)]]
    outward = np.cross(b - a, c - a) / np.linalg.norm(np.cross(b - a, c - a))
    start = rng.dirichlet((1, 1, 1)) @ (a, b, c) + outward * half_width(body, outward) * rng.uniform(0.5, 1.0)
    nearby, place = Nearby(mesh).use(body, Rules.modern()), tuple(start.tolist())
    for _ in range(16):
        _, distance, depth, normal = nearby.gather(place, ZERO, ZERO).penetrations()
        if depth <= 0.0:
            return
        push = shortest_escape(mesh, body, Rules.modern(), place, distance, (normal, depth + 1e-4))
        places = [tuple((place + np.array(push) * t).tolist()) for t in np.linspace(0, 1, 9)]
        assert all(nearby.gather(at, ZERO, ZERO).penetrations()[1] > distance - 1e-9 for at in places)
        place = places[-1]
    raise AssertionError("no way out")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_how_a_wall_is_cut_does_not_matter(seed):
    """A push leads out of the plane of a whole wall, not of the nearest point of the piece that it would hit."""
    rng = np.random.default_rng(seed)
    walls = [sheet(normal, 0.0, size=4.0) for normal in random_turn(rng)]
    pieces = [np.array([wall[0], wall[a], wall[a + 1]]) for wall in walls for a in (1, 2)]
    for _ in range(3):  # each piece in three, from a point in it
        middles = [rng.dirichlet((2.0, 2.0, 2.0)) @ piece for piece in pieces]
        pieces = [np.array([piece[k - 1], piece[k], m]) for piece, m in zip(pieces, middles) for k in range(3)]
    whole, cut = (TriangleMesh(np.concatenate(parts), triangles_of(parts)) for parts in (walls, pieces))
    body, start = long_body(rng), tuple(rng.uniform(-0.3, 0.3, 3).tolist())
    assert depenetrate(cut, body, start)[0] == pytest.approx(depenetrate(whole, body, start)[0], abs=1e-9)


def triangles_of(parts):
    """Rows of three corners, for parts of three or four corners each."""
    firsts = np.cumsum([0] + [len(part) for part in parts[:-1]])
    return [(first, first + a, first + a + 1) for first, part in zip(firsts, parts) for a in range(1, len(part) - 1)]


def test_free_bodies_stay_where_they_are():
    assert depenetrate(FLOOR, Ellipsoid(), (0.0, 0.0, 2.0)) == ((0.0, 0.0, 2.0), True)


def test_no_way_out_is_reported_and_never_deeper():
    """Between two walls closer than the body is wide."""
    left, left_triangles = box_mesh((-3.0, -3.0, -3.0), (2.7, 6.0, 6.0))
    right, right_triangles = box_mesh((0.3, -3.0, -3.0), (2.7, 6.0, 6.0))
    mesh = TriangleMesh(np.concatenate([left, right]), np.concatenate([left_triangles, right_triangles + 8]))
    start = (0.02, 0.0, 0.0)
    position, free = depenetrate(mesh, Ellipsoid(), start)
    assert not free
    assert overlap(mesh, Ellipsoid(), position) <= overlap(mesh, Ellipsoid(), start)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(seed=SEEDS, count=st.integers(1, 5), degrees=st.floats(0.5, 89.0))
def test_the_shortest_push_is_that_of_least_squares(seed, count, degrees):
    """numpy's solver of least squares finds the same push, to rounding. All normals lie in a cone, so there is a push.

    In a cone of nearly 90 degrees there is none to rounding: opposite walls.
    """
    rng, spread = np.random.default_rng(seed), np.tan(np.radians(degrees))
    normals = np.column_stack([rng.uniform(-spread, spread, (count, 2)), np.ones(count)]) @ random_turn(rng).T
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    far = rng.uniform(0.01, 1.0, count)
    choices = [list(chosen) for most in (1, 2, 3) for chosen in combinations(range(count), most)]
    pushes = [np.linalg.lstsq(normals[chosen], far[chosen], rcond=None)[0] for chosen in choices]
    allowed = [push for push in pushes if (normals @ push >= far - 1e-9).all()]
    push = shortest_push([(tuple(normal.tolist()), float(least)) for normal, least in zip(normals, far)])
    assert (normals @ push >= far - 1e-8).all()
    assert np.linalg.norm(push) == pytest.approx(min(map(np.linalg.norm, allowed)), rel=1e-6)


def test_two_opposite_walls_leave_no_push():
    assert shortest_push([((1.0, 0.0, 0.0), 0.1), ((-1.0, 0.0, 0.0), 0.1)]) is None
