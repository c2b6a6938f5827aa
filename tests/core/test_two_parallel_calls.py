"""Several threads ask one mesh at the same time: each gets what a single thread gets. A used mesh is copied and pickled."""

import copy
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from game.collision import Ellipsoid, Rules, Trace, collide_and_slide, collide_and_slide_many, depenetrate, overlap, sweep
from game.collision.public_api import nearby_for
from tests.collision.interpreted import plain
from tests.collision.scenes import floor, mesh, side_wall, slope, wall

BODIES = Ellipsoid((0.4, 0.4, 0.9)), Ellipsoid((0.9, 0.3, 0.5), 0.7)
RULES = Rules(), Rules.fauerby()


@pytest.fixture
def hasty():
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def corner():
    """A floor, a slope and two walls."""
    return mesh(floor(), wall(2.0), side_wall(2.0), slope(30.0))


def places(seed, count):
    random = np.random.default_rng(seed)
    low, high = (-1.0, -1.0, 0.7), (1.5, 1.5, 1.5)
    return list(zip(random.uniform(low, high, (count, 3)).tolist(), random.uniform(-1.0, 1.0, (count, 3)).tolist()))


def facts(steps):
    """The values written for each step: without a contact there is no normal."""
    normals = [step.normal if step.hit else None for step in steps]
    return [(n, step.start, step.end, step.triangle, step.fraction, step.outcomes.tolist()) for n, step in zip(normals, steps)]


def traced(mesh, body, start, way, rules):
    trace = Trace()
    move = collide_and_slide(mesh, body, start, way, (0.0, 0.0, -0.1), rules, trace)
    return move.position, trace.settings.tobytes(), facts(trace.iterations)


def contacts(mesh, body, start, way, rules):
    return facts(collide_and_slide(mesh, body, start, way, (0.0, 0.0, -0.1), rules).contacts)


def many(mesh, body, start, way, rules):
    return [column.tolist() for column in collide_and_slide_many(mesh, body, [start] * 3, [way] * 3, (0.0, 0.0, -0.1), rules)]


def slid(mesh, body, start, way, rules):
    move = collide_and_slide(mesh, body, start, way, rules=rules)
    return move.position, move.velocity


QUESTIONS = {
    "sweep": (lambda mesh, body, start, way, rules: sweep(mesh, body, start, way), 3000),
    "overlap": (lambda mesh, body, start, way, rules: overlap(mesh, body, start), 1000),
    "slide": (slid, 3000),
    "trace": (traced, 500),
    "contacts": (contacts, 500),
    "many": (many, 500),
    "depenetrate": (lambda mesh, body, start, way, rules: depenetrate(mesh, body, start, rules), 100),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_two_threads_get_what_one_gets(name, hasty):
    """Each with a body and rules of its own, so that nothing of the one fits the other."""
    ask, count = QUESTIONS[name]
    shared, alone, begin = corner(), corner(), Barrier(2)

    def answers(mesh, k, wait=lambda: None):
        wait()
        return [ask(mesh, BODIES[k], start, way, RULES[k]) for start, way in places(k, count)]

    expected = [answers(alone, k) for k in (0, 1)]
    with ThreadPoolExecutor(2) as threads:
        found = [*threads.map(lambda k: answers(shared, k, begin.wait), (0, 1))]
    assert found == expected


def test_nor_do_they_meet_without_numba(hasty):
    """Interpreted, a thread may lose its turn in the middle of a sweep."""
    world, begin = corner(), Barrier(2)
    shared, alone = (plain.triangle_mesh.TriangleMesh(world.vertices, world.triangles) for _ in range(2))
    bodies = [plain.ellipsoid_and_espace.Ellipsoid(body.radii, body.heading) for body in BODIES]

    def answers(mesh, k, wait=lambda: None):
        wait()
        moves = [plain.public_api.collide_and_slide(mesh, bodies[k], start, way) for start, way in places(k, 60)]
        return [(move.position, move.velocity) for move in moves]

    expected = [answers(alone, k) for k in (0, 1)]
    with ThreadPoolExecutor(2) as threads:
        assert [*threads.map(lambda k: answers(shared, k, begin.wait), (0, 1))] == expected


COPIES = {"pickle": lambda one: pickle.loads(pickle.dumps(one)), "copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("way", COPIES)
def test_a_used_mesh_can_be_copied(way):
    original = corner()
    answers = [traced(original, BODIES[0], *move, RULES[0]) for move in places(3, 20)]
    again = COPIES[way](original)
    assert [traced(again, BODIES[0], *move, RULES[0]) for move in places(3, 20)] == answers
    assert (again.bounds, again.dropped, again.memory) == (original.bounds, original.dropped, original.memory)
    for name in ("vertices", "triangles", "surfaces", "order", "corners", "nodes", "rows"):
        np.testing.assert_array_equal(getattr(again, name), getattr(original, name))


@pytest.mark.parametrize("way", COPIES)
def test_a_copied_neighbourhood_has_room_of_its_own(way):
    original = corner()
    nearby = nearby_for(original, BODIES[1], RULES[1])
    rows = nearby.step((0.0, 0.0, 1.0), (1.0, 1.0, -1.0), (0.0, 0.0, 0.0))[:2]
    again = COPIES[way](nearby)
    assert again.rules == nearby.rules and again.body == nearby.body
    before, after = Trace(), Trace()
    nearby.record(before, (0.0, 0.0, 1.0), *rows)
    again.step((0.5, 0.5, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0))
    nearby.record(after, (0.0, 0.0, 1.0), *rows)
    assert len(after.iterations) == rows[1] and after._written == before._written
    assert again.depth((0.5, 0.5, 0.2)) == nearby.depth((0.5, 0.5, 0.2)) > 0.0


def test_a_plain_call_leaves_what_was_gathered():
    """Machine code bound to a mesh may be called by any thread, also while another reads its candidates."""
    used = corner()
    sweep(used, BODIES[0], (0.0, 0.0, 1.0), (1.0, 1.0, -1.0))
    nearby = nearby_for(used, BODIES[0], RULES[0]).gather((0.0, 0.0, 0.5), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    before = nearby.candidates[: nearby.count].copy()
    assert len(before) > 0
    for _ in range(2):
        sweep(used, BODIES[0], (5.0, 5.0, 0.5), (1.0, 1.0, -1.0))
        collide_and_slide(used, BODIES[0], (5.0, 5.0, 0.5), (1.0, 1.0, -1.0))
    np.testing.assert_array_equal(nearby.candidates[: nearby.count], before)
