"""Symmetries: results do not depend on the order of triangles and corners, the winding, left and right, or compiling."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.collision import Ellipsoid, collide_and_slide, sweep
from tests.collision.soups import KINDS, mesh_of, random_body, random_move
from tests.forks import GAME, output_of_fork

SEEDS = st.integers(0, 2**32 - 1)


def shuffled(rng, triangles):
    """The same triangles in another order, each beginning with another corner, some wound the other way."""
    order = rng.permutation(len(triangles))
    result = triangles[order].copy()
    for triangle in result:
        triangle[:] = triangle[rng.permutation(3)]
    return result


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_order_of_triangles_does_not_matter(kind, seed):
    rng = np.random.default_rng(seed)
    triangles, body = KINDS[kind](rng), random_body(rng)
    one, other = mesh_of(triangles), mesh_of(shuffled(rng, triangles))
    for _ in range(4):
        position, displacement = random_move(rng)
        gravity = (0.0, 0.0, float(-rng.uniform(0, 0.3)))
        hit, again = sweep(one, body, position, displacement), sweep(other, body, position, displacement)
        assert (hit and hit[:4]) == (again and again[:4])
        moved = collide_and_slide(one, body, position, displacement, gravity)
        again = collide_and_slide(other, body, position, displacement, gravity)
        assert (moved.position, moved.velocity) == (again.position, again.velocity)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mirror", [(-1, 1, 1), (1, -1, 1)])
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_mirrored_worlds_give_mirrored_results(kind, mirror, seed):
    rng = np.random.default_rng(seed)
    triangles, body, mirror = KINDS[kind](rng), random_body(rng), np.array(mirror, dtype=float)
    mesh, mirrored = mesh_of(triangles), mesh_of(triangles * mirror)
    image = Ellipsoid(body.radii, -body.heading)
    position, displacement = random_move(rng)
    hit = sweep(mesh, body, position, displacement)
    again = sweep(mirrored, image, tuple(position * mirror), tuple(displacement * mirror))
    assert (hit is None) == (again is None)
    if hit:
        assert hit.fraction == pytest.approx(again.fraction, rel=1e-12, abs=1e-12)
        assert hit.feature == again.feature
        np.testing.assert_allclose(hit.point * mirror, again.point, atol=1e-8)


BITS = """
import hashlib, sys
import numpy as np
from dataclasses import replace
from itertools import cycle
from game.collision import Rules, collide_and_slide, depenetrate, overlap, sweep
from tests.collision.soups import KINDS, mesh_of, random_body, random_move
digest = hashlib.sha256()
modern = Rules.modern()
rules = cycle([modern, Rules.fauerby(), Rules.thebigh(), *(replace(modern, **{switch: False}) for switch in Rules.SWITCHES)])
for kind in sorted(KINDS):
    rng = np.random.default_rng(7)
    mesh, body = mesh_of(KINDS[kind](rng, 60)), random_body(rng)
    for _ in range(60):
        position, displacement = random_move(rng)
        hit = sweep(mesh, body, position, displacement)
        move = collide_and_slide(mesh, body, position, displacement, (0.0, 0.0, -0.05), next(rules))
        deep = overlap(mesh, body, position), *depenetrate(mesh, body, position)[0]
        digest.update(np.array([*(hit or [2])[:1], *move.position, *move.velocity, *deep]).tobytes())
print(digest.hexdigest())
"""


def bits(**environment):
    """Hash of many results in a new process."""
    return output_of_fork(BITS, preload=GAME, **environment).strip()


def test_compiled_and_interpreted_agree_to_the_bit():
    """By the three authors' rules, and with every single repair off."""
    assert bits(NUMBA_DISABLE_JIT="1") == bits(NUMBA_DISABLE_JIT="0")
