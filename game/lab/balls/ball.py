"""Balls as rows of one dtype, with the sums that physics conserves."""

from math import isfinite
from typing import NamedTuple

import numpy as np

from ...collision.engine.vec3 import Vector
from ...errors import InputError, shown

# position: [m], relative to the centre of their box, in the world's directions; velocity: [m/s]; spin: angular velocity [rad/s];
# radius: [m]; mass: [kg]; kind: of the exhibit's own
BALL = np.dtype(
    [("position", "f8", 3), ("velocity", "f8", 3), ("spin", "f8", 3), ("radius", "f8"), ("mass", "f8"), ("kind", "i8")]
)
MOST_BALLS = 20_000  # of an exhibit. More: a tick takes longer than a frame; fewer: the goal of 10 000 is out of reach
OVERLAP = 1e-9  # greatest overlap of two balls at the start [m]. Smaller: balls placed in contact are refused


class Rules(NamedTuple):
    """gravity: acceleration [m/s2]; restitution: 0 to 1; friction: Coulomb's coefficient, between balls and at walls"""

    gravity: Vector
    restitution: float
    friction: float


def rules(gravity=(0.0, 0.0, 0.0), restitution=1.0, friction=0.0):
    """Checked Rules. Raise InputError for numbers that cannot be."""
    if not all(map(isfinite, gravity)):
        raise InputError(f"gravity must be three finite numbers, not {shown(gravity)}")
    if not 0.0 <= restitution <= 1.0:
        raise InputError(f"restitution must be 0 to 1, not {shown(restitution)}")
    if not (isfinite(friction) and friction >= 0.0):
        raise InputError(f"friction must be zero or more, not {shown(friction)}")
    return Rules(tuple(map(float, gravity)), float(restitution), float(friction))


def balls_at(positions, velocities, radius, mass=1.0):
    """Rows of BALL (n,) without spin. positions, velocities: (n, 3); radius, mass: numbers or (n,)

    Raise InputError for too many balls, numbers that are not finite or positive, and balls that overlap.
    """
    if len(positions) > MOST_BALLS:
        raise InputError(f"at most {MOST_BALLS} balls, not {len(positions)}")
    made = np.zeros(len(positions), BALL)
    made["position"], made["velocity"], made["radius"], made["mass"] = positions, velocities, radius, mass
    for name in ("radius", "mass"):
        wrong = made[name][~(np.isfinite(made[name]) & (made[name] > 0.0))]
        if len(wrong):
            raise InputError(f"{name} of a ball must be positive and finite, not {shown(float(wrong[0]))}")
    for name in ("position", "velocity"):
        if not np.isfinite(made[name]).all():
            raise InputError(f"{name} of a ball must be three finite numbers")
    first = overlapping(made)
    if first:
        raise InputError(f"balls {first[0]} and {first[1]} overlap at the start")
    return made


def overlapping(balls):
    """The numbers of the first two balls that overlap; None if there are none."""
    for i, ball in enumerate(balls):
        squared = ((balls["position"][i + 1 :] - ball["position"]) ** 2).sum(1)
        close = np.flatnonzero(np.sqrt(squared) < balls["radius"][i + 1 :] + ball["radius"] - OVERLAP)
        if len(close):
            return i, i + 1 + int(close[0])
    return None


def momentum(balls):
    """The sum of mass times velocity (3,) [kg m/s]."""
    return (balls["mass"][:, None] * balls["velocity"]).sum(0)


def angular_momentum(balls):
    """The sum about the origin (3,), spins included [kg m2/s]."""
    orbital = np.cross(balls["position"], balls["mass"][:, None] * balls["velocity"])
    own = (0.4 * balls["mass"] * balls["radius"] ** 2)[:, None] * balls["spin"]
    return (orbital + own).sum(0)


def energy(balls, gravity=(0.0, 0.0, 0.0)):
    """Kinetic energy, of the spins too, and potential energy in a uniform gravity [J]."""
    moving = (balls["velocity"] ** 2).sum(1) + 0.4 * balls["radius"] ** 2 * (balls["spin"] ** 2).sum(1)
    return float((balls["mass"] * (0.5 * moving - balls["position"] @ np.asarray(gravity))).sum())
