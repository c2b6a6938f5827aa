"""Sweeps of a sphere against one triangle, of every difficult kind. They are random, so that any number of them can be made.

Lengths are in radii of the sphere. Each kind is a function of a random generator that returns (triangle (3, 3), start (3,),
displacement (3,)).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class Case(NamedTuple):
    """One sweep of a unit sphere against one triangle. Lengths are in radii."""

    kind: str
    triangle: np.ndarray  # (3, 3) corners
    start: np.ndarray  # (3,) centre
    displacement: np.ndarray  # (3,)


def cases(kind: str, count: int, seed: int = 0) -> list[Case]:
    """Return `count` Cases of a kind, one of KINDS. They are equal for equal seeds."""
    rng = np.random.default_rng([seed, *kind.encode()])
    return [Case(kind, *KINDS[kind](rng)) for _ in range(count)]


def generic(rng: np.random.Generator):
    """Return a triangle of the sphere's size, and a sweep of some radii towards a point near it."""
    return aimed(rng, rng.uniform(-2, 2, (3, 3)))


def small_tri(rng: np.random.Generator):
    """Return a triangle of 1e-6 to 0.1 radii, and a sweep towards a point near it."""
    return aimed(rng, rng.uniform(-1, 1, (3, 3)) * 10 ** rng.uniform(-6, -1))


def large_tri(rng: np.random.Generator):
    """Return a triangle of 100 to 10000 radii, and a sweep past a random point of it."""
    triangle = rng.uniform(-1, 1, (3, 3)) * 10 ** rng.uniform(2, 4)
    weights = rng.dirichlet((1, 1, 1)) * rng.choice([1.0, 1.02])
    target = weights @ triangle
    displacement = unit(rng) * rng.uniform(2, 8)
    return triangle, target - displacement * rng.uniform(0.2, 0.9) + rng.uniform(-1, 1, 3), displacement


def sliver(rng: np.random.Generator):
    """Return a needle, and a sweep towards it: one corner lies 1e-12 to 1e-3 beside the opposite side."""
    a, b = rng.uniform(-2, 2, (2, 3))
    c = a + (b - a) * rng.uniform(0.1, 0.9) + unit(rng) * 10 ** rng.uniform(-12, -3)
    return aimed(rng, np.array([a, b, c]))


def blade(rng: np.random.Generator):
    """Return a triangle 100 to 10000 radii long and at most a hundred-thousandth as wide, and a sweep that meets its face."""
    a, along = rng.uniform(-2, 2, 3), unit(rng) * 10 ** rng.uniform(2, 4)
    aside = np.cross(along, unit(rng)) * 10 ** rng.uniform(-8, -5)
    triangle = np.array([a, a + along, a + along * rng.uniform(0.1, 0.9) + aside])
    normal = np.cross(along, aside) / np.linalg.norm(np.cross(along, aside))
    centre, displacement = rng.dirichlet((1, 1, 1)) @ triangle + normal, unit(rng) * rng.uniform(2, 8)
    displacement *= -np.sign(displacement @ normal)
    return triangle, centre - displacement * rng.uniform(0.2, 0.9), displacement


def collinear(rng: np.random.Generator):
    """Return a triangle whose corners lie on one line, so that only rounding gives it an area, and a sweep towards it."""
    a, b = rng.uniform(-2, 2, (2, 3))
    return aimed(rng, np.array([a, b, a + (b - a) * rng.uniform(-0.5, 1.5)]))


def point_tri(rng: np.random.Generator):
    """Return a triangle with three equal corners, and a sweep towards it."""
    return aimed(rng, np.repeat(rng.uniform(-1, 1, (1, 3)), 3, axis=0))


def grazing(rng: np.random.Generator):
    """Return a triangle, and a sweep whose line passes a corner or an edge at a distance of 1 plus or minus 1e-12 to 1e-3."""
    triangle = rng.uniform(-2, 2, (3, 3))
    target = triangle[0] if rng.random() < 0.5 else triangle[0] + (triangle[1] - triangle[0]) * rng.random()
    displacement = unit(rng) * rng.uniform(2, 8)
    aside = np.cross(displacement, unit(rng))
    gap = 1 + rng.choice([-1, 1]) * 10 ** rng.uniform(-12, -3)
    nearest = target + aside / np.linalg.norm(aside) * gap
    return triangle, nearest - displacement * rng.uniform(0.2, 0.8), displacement


def parallel(rng: np.random.Generator):
    """Return a triangle, and a sweep parallel to its plane, exactly or up to 1e-12 of its normal."""
    triangle = rng.uniform(-2, 2, (3, 3))
    one, other = triangle[1] - triangle[0], triangle[2] - triangle[0]
    normal = np.cross(one, other)
    normal /= np.linalg.norm(normal)
    displacement = one * rng.uniform(-4, 4) + other * rng.uniform(-4, 4) + normal * rng.choice([0, 1e-12, -1e-12])
    middle = triangle.mean(axis=0) + normal * rng.uniform(-1.2, 1.2)
    return triangle, middle - displacement * rng.uniform(0.3, 1.0), displacement


def far1e4(rng: np.random.Generator):
    """Return a generic sweep, ten thousand radii from the origin."""
    triangle, start, displacement = generic(rng)
    away = np.array([1e4, -2e4, 1.5e4])
    return triangle + away, start + away, displacement


def tiny_v(rng: np.random.Generator):
    """Return a triangle, and a sweep of 1e-9 to 1e-4 radii that ends just before or just behind the contact."""
    triangle = rng.uniform(-2, 2, (3, 3))
    target = rng.dirichlet((1, 1, 1)) @ triangle
    towards = target + unit(rng) * 5 - target
    start = pushed_out(target + towards, target, triangle)
    displacement = (target - start) / np.linalg.norm(target - start) * 10 ** rng.uniform(-9, -4)
    return triangle, start - displacement * rng.uniform(0.1, 1.3), displacement


def long_v(rng: np.random.Generator):
    """Return a triangle, and a sweep of 100 to 10000 radii."""
    triangle = rng.uniform(-2, 2, (3, 3))
    displacement = unit(rng) * 10 ** rng.uniform(2, 4)
    target = rng.dirichlet((1, 1, 1)) @ triangle + unit(rng) * rng.uniform(0, 2.2)
    return triangle, target - displacement * rng.uniform(0.2, 0.95), displacement


def embedded(rng: np.random.Generator):
    """Return a triangle, and a sweep whose start is nearer to it than the radius, inwards or outwards."""
    triangle = rng.uniform(-2, 2, (3, 3))
    target = rng.dirichlet((1, 1, 1)) @ triangle
    return triangle, target + unit(rng) * rng.uniform(0, 0.999), unit(rng) * rng.uniform(0.01, 4)


KINDS: dict[str, Callable] = {
    maker.__name__: maker
    for maker in (
        generic, grazing, tiny_v, long_v, parallel, small_tri,
        large_tri, sliver, blade, far1e4, collinear, point_tri, embedded,
    )
}  # fmt: skip


def unit(rng: np.random.Generator) -> np.ndarray:
    """Return a random unit vector (3,), uniformly distributed."""
    vector = rng.normal(size=3)
    return vector / np.linalg.norm(vector)


def aimed(rng: np.random.Generator, triangle: np.ndarray):
    """Return the triangle, and a sweep of some radii whose line passes within 2.2 radii of the triangle's middle."""
    displacement = unit(rng) * rng.uniform(1, 8)
    target = triangle.mean(axis=0) + unit(rng) * rng.uniform(0, 2.2)
    return triangle, target - displacement * rng.uniform(0.3, 1.2), displacement


def pushed_out(start: np.ndarray, target: np.ndarray, triangle: np.ndarray) -> np.ndarray:
    """Return the point (3,) between `start` and `target` whose distance from the triangle is 1, to 12 digits."""
    from tests.oracle.distance import closest_point

    outside, inside = 0.0, 1.0
    for _ in range(50):
        middle = (outside + inside) / 2
        point = start + (target - start) * middle
        near = np.linalg.norm(point - np.array(closest_point(point.tolist(), triangle.tolist()), dtype=float)) < 1
        outside, inside = (outside, middle) if near else (middle, inside)
    return start + (target - start) * outside
