"""Pairs of moving spheres for tests, and the time when they touch in 60 digits."""

from decimal import Decimal, getcontext

import numpy as np

RADII = 2.1


def exact_time(offset, displacement, radii):
    """The smaller root of the quadratic in 60 digits, as a Decimal; None if there is none."""
    getcontext().prec = 60
    a, b, r = [Decimal(x) for x in offset], [Decimal(x) for x in displacement], Decimal(radii)
    across, squared, start = (sum(x * y for x, y in zip(*pair)) for pair in ((a, b), (b, b), (a, a)))
    discriminant = across * across - squared * (start - r * r)
    return (-across - discriminant.sqrt()) / squared if squared and discriminant >= 0 else None


def cases(count, seed=3):
    """Seeded offsets A and displacements B of two spheres in a box of 10 m that each move up to 5 m an axis."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        (p, q), (dp, dq) = rng.uniform(-5.0, 5.0, (2, 2, 3))
        if ((p - q) ** 2).sum() > RADII**2:
            yield tuple((p - q).tolist()), tuple((dp - dq).tolist())
