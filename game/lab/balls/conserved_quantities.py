"""The momentum, angular momentum and energy of balls, which collisions without loss conserve. The balls are solid spheres."""

import numpy as np

from ...core.vec3 import dot


def ordered_sum(values):
    """Return the sum of values (n,) or (n, 3) over n, zero if n is 0.

    They are added one after the other, so the sum has the same bits on every processor.
    """
    return np.add.accumulate(values, axis=0)[-1] if len(values) else np.zeros(values.shape[1:])


def momentum(balls):
    """Return the momentum (3,) of balls (n,) of BALL [kg m/s]."""
    return ordered_sum(balls["mass"][:, None] * balls["velocity"])


def angular_momentum(balls):
    """Return the angular momentum (3,) of balls (n,) of BALL about the origin, spins included [kg m2/s]."""
    orbital = np.cross(balls["position"], balls["mass"][:, None] * balls["velocity"])
    own = (0.4 * balls["mass"] * balls["radius"] ** 2)[:, None] * balls["spin"]
    return ordered_sum(orbital + own)


def energy(balls, gravity=(0.0, 0.0, 0.0)):
    """Return the energy [J] of balls (n,) of BALL: kinetic energy with that of spins, plus potential energy, 0 at the origin.

    gravity: uniform acceleration (3,) [m/s2]
    """
    velocity, spin = balls["velocity"].T, balls["spin"].T
    moving = dot(velocity, velocity) + 0.4 * balls["radius"] ** 2 * dot(spin, spin)
    return float(ordered_sum(balls["mass"] * (0.5 * moving - dot(balls["position"].T, gravity))))
