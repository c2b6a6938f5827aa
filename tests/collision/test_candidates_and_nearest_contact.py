"""No contact depends on the order in which the tree returns its candidates."""

import numpy as np
import pytest

from game.bench.terrain_and_tracks import box_mesh
from game.collision import Ellipsoid, Rules, TriangleMesh, collide_and_slide, depenetrate, sweep
from game.collision.candidates_and_nearest_contact import nearest_contact, triangle_at
from game.collision.ellipsoid_and_espace import Sweep, to_espace
from game.collision.entry_points import query_of
from game.collision.nearby import Nearby
from game.core.vec3 import length, scale
from tests.collision.interpreted import plain
from tests.collision.soups import KINDS, mesh_of, random_body, random_move, soup

STEP = (0.3, 0.18)  # tread and riser [m]


def flight(steps=4):
    """Stairs of quads, two triangles each, that share all their edges."""
    corners, triangles = [], []
    for number in range(steps):
        y, z = number * STEP[0], number * STEP[1]
        for a, b in (((y, z), (y, z + STEP[1])), ((y, z + STEP[1]), (y + STEP[0], z + STEP[1]))):
            first = len(corners)
            corners += [(-1.0, *a), (1.0, *a), (1.0, *b), (-1.0, *b)]
            triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return TriangleMesh(np.array(corners), np.array(triangles))


def sweep_through_candidates(nearby, way):
    """(index of the gathered candidate that is hit first, its Contact, length of the sweep in eSpace)."""
    query = query_of(nearby.scratch, nearby.count)
    e_way = to_espace(query.space, way)
    reach = length(e_way)
    return *nearest_contact(query, Sweep((0.0, 0.0, 0.0), scale(e_way, 1.0 / reach), reach), 0), reach


def first_contact(nearby, way, order):
    """The contact that a sweep finds with the gathered candidates in another order."""
    nearby.candidates[: nearby.count] = nearby.candidates[: nearby.count][order]
    candidate, contact, _ = sweep_through_candidates(nearby, way)
    assert candidate >= 0
    return contact, triangle_at(nearby.candidates, candidate).number


@pytest.mark.parametrize("rules", Rules.NAMES)
def test_any_order_of_candidates_gives_the_same_contact(rules):
    rng = np.random.default_rng(7)
    nearby = Nearby(flight()).use(Ellipsoid(), Rules.named(rules))
    for _ in range(60):
        place, way = (float(rng.uniform(-0.5, 0.5)), -0.5, 1.0), (float(rng.normal(0, 0.1)), 0.9, -0.2)
        nearby.gather(place, (-1.0, 0.0, -0.2), (1.0, 0.9, 0.0))
        found = [first_contact(nearby, way, rng.permutation(nearby.count)) for _ in range(3)]
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("seed", (19, 46, 65, 95, 162, 179))
def test_of_twins_the_one_with_the_lower_number_is_hit(seed):
    """Triangles that are there thrice, wound either way: a tie to the last bit, whichever of them the tree has first."""
    rng = np.random.default_rng(seed)
    triangles, body = soup(rng, 20), random_body(rng)
    mesh = mesh_of(np.concatenate([triangles, triangles[:, ::-1], triangles[:, [1, 2, 0]]]))
    for _ in range(100):
        hit = sweep(mesh, body, *random_move(rng))
        assert hit is None or hit.triangle < 20


@pytest.mark.parametrize("kind", KINDS)
def test_a_sweep_in_the_tree_finds_what_all_gathered_candidates_give(kind):
    """`nearest_in_tree` first leaves out triangles that are out of reach. None of them is ever the one that is hit."""
    rng, hits = np.random.default_rng(3), 0
    for _ in range(24):
        mesh, body = mesh_of(KINDS[kind](rng)), random_body(rng)
        nearby = Nearby(mesh).use(body, Rules.modern())
        for position, way in (random_move(rng) for _ in range(40)):
            nearby.gather(position, np.minimum(way, 0.0), np.maximum(way, 0.0))
            hit = sweep(mesh, body, position, way)
            candidate, contact, reach = sweep_through_candidates(nearby, way)
            assert (hit is None) == (candidate < 0)
            if hit:
                assert hit.triangle == triangle_at(nearby.candidates, candidate).number
                assert hit.fraction == min(max(contact.distance, 0.0) / reach, 1.0) and hit.feature == contact.feature
                hits += 1
    assert hits > 60


def test_a_sweep_whose_box_meets_more_nodes_than_can_wait_begins_again_with_more_room():
    rng = np.random.default_rng(11)
    mesh = mesh_of(rng.uniform(-20.0, 20.0, (6000, 1, 3)) + rng.normal(0.0, 0.02, (6000, 3, 3)))
    body, position, way = Ellipsoid((0.5, 0.5, 0.6)), (-21.0, -21.0, -21.0), (42.0, 42.0, 42.0)
    nearby, room = Nearby(mesh).use(body, Rules.modern()), Nearby(mesh).waiting.size
    assert len(mesh.nodes) > room, "the box meets all nodes"
    nearby.gather(position, (0.0, 0.0, 0.0), way)
    candidate, contact, reach = sweep_through_candidates(nearby, way)
    for _ in range(2):
        hit = sweep(mesh, body, position, way)
        assert hit.triangle == triangle_at(nearby.candidates, candidate).number
        assert hit.fraction == contact.distance / reach
    assert sweep(mesh, body, position, (0.0, 0.0, -1.0)) is None


@pytest.mark.parametrize("distance", (1e3, 1e6, 1e8))
def test_far_away_too_the_sweep_in_the_tree_meets_all_triangles_of_a_tie(distance):
    """Four triangles around one corner: the first that is hit cuts the path off, and the next must still be in reach."""
    rng, body, hits = np.random.default_rng(5), Ellipsoid((0.4, 0.4, 0.4)), 0
    for _ in range(100):
        way = np.abs(rng.normal(size=3))
        corner = way * distance / np.linalg.norm(way)
        around = corner + np.abs(rng.normal(size=(4, 3))) * rng.choice([1.0, 4.0], (4, 1))
        mesh = TriangleMesh(np.vstack([corner, around]), np.array([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1)]))
        position, way = (0.0, 0.0, 0.0), tuple((1.5 * corner).tolist())
        nearby = Nearby(mesh).use(body, Rules.modern()).gather(position, position, way)
        candidate, _, _ = sweep_through_candidates(nearby, way)
        hit = sweep(mesh, body, position, way)
        assert hit is None or hit.triangle == triangle_at(nearby.candidates, candidate).number
        hits += hit is not None
    assert hits > 80


def test_without_numba_too_a_hit_holds_plain_floats():
    mesh = plain.triangle_mesh.TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)])
    hit = plain.public_api.sweep(mesh, plain.ellipsoid_and_espace.Ellipsoid(), (0.0, 0.0, 2.0), (0.1, 0.0, -2.0))
    assert {type(number) for number in (hit.fraction, *hit.point, *hit.normal)} == {float}


BUILDS = (0.4, 0.4, 0.9), (0.5, 0.5, 0.5), (1.0, 1.0, 1.0)


def crowded_grid(rng):
    """Boxes on a grid of half metres and a groove of 45 degrees: edges shared, corners shared, faces that coincide."""
    lows, sizes = rng.integers(-6, 6, (6, 3)) / 2, rng.integers(1, 6, (6, 3)) / 2
    meshes = [box_mesh(*pair) for pair in zip(lows.tolist(), sizes.tolist())]
    boxes = [np.array(vertices)[triangles] for vertices, triangles in meshes]
    slope = np.array([[(-4, -4, 4), (0, -4, 0), (0, 4, 0)], [(-4, -4, 4), (0, 4, 0), (-4, 4, 4)]], float)
    return np.concatenate([*boxes, slope, slope * (-1, 1, 1)])


@pytest.mark.parametrize("seed", (107, 176, 207, 212, 279, 436))
def test_ties_hang_on_nothing_but_the_shape_of_the_world(seed):
    """Everything on a grid, so that ties are the rule: the triangles shuffled, each begun with another corner."""
    rng = np.random.default_rng(seed)
    triangles = crowded_grid(rng)
    turned = np.array([np.roll(triangle, rng.integers(3), axis=0) for triangle in rng.permutation(triangles)])
    worlds = mesh_of(triangles), mesh_of(turned)
    for name in Rules.NAMES * 12:
        rules, body = Rules.named(name), Ellipsoid(BUILDS[rng.integers(3)], float(rng.choice([0.0, np.pi / 4])))
        place = tuple((rng.integers(-8, 8, 3) / 2 + rng.choice([0.0, 0.25])).tolist())
        way = tuple((rng.integers(-3, 4, 3) * rng.choice([0.1, 0.5, 1.0])).tolist())
        moves = [collide_and_slide(mesh, body, place, way, (0.0, 0.0, -0.5), rules) for mesh in worlds]
        assert moves[0].position == moves[1].position and moves[0].velocity == moves[1].velocity
        hits = [sweep(mesh, body, place, way) for mesh in worlds]
        assert (hits[0] and hits[0][:4]) == (hits[1] and hits[1][:4])
        assert depenetrate(worlds[0], body, place) == depenetrate(worlds[1], body, place)
