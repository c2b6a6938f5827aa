"""A batch is nothing but many single calls: the same bits, whatever the rows before it needed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.collision import Rules, collide_and_slide, collide_and_slide_many
from game.collision.public_api import SHARED_FROM
from tests.collision.soups import KINDS, mesh_of, random_body, random_move


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), rules=st.sampled_from(Rules.NAMES))
def test_batches_equal_single_calls(kind, seed, rules):
    """Short and endless ways mixed, so that the room for candidates has to grow in the middle of a batch."""
    rng, rules = np.random.default_rng(seed), Rules.named(rules)
    mesh, body = mesh_of(KINDS[kind](rng, 600)), random_body(rng)
    moves = [random_move(rng) for _ in range(30)]
    gravity = (0.0, 0.0, -0.1)
    positions, velocities, contacts = collide_and_slide_many(mesh, body, *map(np.array, zip(*moves)), gravity, rules)
    for (position, velocity), moved, left, count in zip(moves, positions, velocities, contacts):
        single = collide_and_slide(mesh, body, position, velocity, gravity, rules)
        assert (tuple(moved), tuple(left), count) == (single.position, single.velocity, len(single.contacts))


def test_arguments_are_left_alone():
    rng = np.random.default_rng(3)
    mesh, body = mesh_of(KINDS["soup"](rng)), random_body(rng)
    positions, velocities = rng.uniform(-3, 3, (9, 3)), rng.uniform(-1, 1, (9, 3))
    kept = positions.copy(), velocities.copy()
    moved, left, _ = collide_and_slide_many(mesh, body, positions, velocities, (0.0, 0.0, -0.1))
    assert np.array_equal(kept[0], positions) and np.array_equal(kept[1], velocities)
    again, _, _ = collide_and_slide_many(mesh, body, positions[::-1], velocities[::-1], (0.0, 0.0, -0.1))
    assert np.array_equal(again[::-1], moved)


def test_two_threads_give_the_bits_of_one():
    """More bodies than one thread takes, some with ways so long that their candidates need more room."""
    rng = np.random.default_rng(5)
    mesh, body = mesh_of(KINDS["terrain"](rng, 600)), random_body(rng)
    positions, velocities = rng.uniform(-3, 3, (SHARED_FROM + 37, 3)), rng.uniform(-1, 1, (SHARED_FROM + 37, 3))
    velocities[::100] *= 50.0
    together = collide_and_slide_many(mesh, body, positions, velocities, (0.0, 0.0, -0.1))
    rows = np.array_split(np.arange(len(positions)), 3)
    parts = [collide_and_slide_many(mesh, body, positions[row], velocities[row], (0.0, 0.0, -0.1)) for row in rows]
    for whole, part in zip(together, zip(*parts)):
        assert np.array_equal(whole, np.concatenate(part))


def test_earlier_results_do_not_change():
    """Two meshes and two bodies by turns: nothing of a result is shared with the next call's scratch room."""
    rng = np.random.default_rng(4)
    mesh, other = mesh_of(KINDS["terrain"](rng)), mesh_of(KINDS["soup"](rng))
    body, second = random_body(rng), random_body(rng)
    first = collide_and_slide(mesh, body, (0.0, 0.0, 2.0), (0.5, 0.0, -3.0), (0.0, 0.0, -0.1))
    told = [(step.point, step.normal, step.end, step.ending) for step in first.contacts]
    collide_and_slide(mesh, second, (1.0, 1.0, 2.0), (0.0, 0.5, -3.0))
    collide_and_slide(other, body, (1.0, 1.0, 2.0), (0.0, 0.5, -3.0))
    assert told and told == [(step.point, step.normal, step.end, step.ending) for step in first.contacts]
    again = collide_and_slide(mesh, body, (0.0, 0.0, 2.0), (0.5, 0.0, -3.0), (0.0, 0.0, -0.1))
    assert (again.position, again.velocity) == (first.position, first.velocity)
