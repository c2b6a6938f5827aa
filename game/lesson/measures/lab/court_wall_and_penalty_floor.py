"""Measures of the court's projectile at its wall, and of balls on the penalty floor.

Arguments: see argument_types.
exhibit: name of the exhibit in its level; ball: index of a ball, from 0; method: name of an integrator
"""

from math import dist, pi
from typing import Annotated

from ....core.value_rules import OneOf, Text
from ....lab.exhibits.court import HALF_THICK, RADIUS
from ....lab.exhibits.penalty_floor import LANES, NAMES
from ....lab.physics.motion_and_stability_formulas import energy_factor
from ..argument_types import Tick
from ..registry import measure
from .exhibits import bodies_of

Method = Annotated[str, OneOf(NAMES)]


def lane_of(run, exhibit, method, until):
    """Return a list of the BouncingBall of a method after each tick from 1 to `until`, or to the shot's tick for 0."""
    last = until or run.page.shot.tick
    return [bodies_of(run, exhibit, tick)[1].balls[NAMES.index(method)] for tick in range(1, last + 1)]


@measure
def flier_impulse(run, exhibit: Text, since: Tick = 0, until: Tick = 0) -> float:
    """Return the magnitude of the impulse [N s] on the court's projectile of 1 kg, from the tick `since` to the tick `until`.

    For `since`, 0 counts as 1.
    """
    first, last = bodies_of(run, exhibit, max(since, 1))[1], bodies_of(run, exhibit, until)[1]
    return dist(first.velocity, last.velocity)


@measure
def in_wall(run, exhibit: Text, until: Tick = 0) -> float:
    """Return the number of ticks, up to `until`, after which the court's projectile overlaps the wall."""
    last = until or run.page.shot.tick
    fliers = [bodies_of(run, exhibit, tick)[1].flier for tick in range(1, last + 1)]
    return float(sum(flier is not None and abs(flier[1]) < RADIUS + HALF_THICK for flier in fliers))


@measure
def deepest(run, exhibit: Text, method: Method, until: Tick = 0) -> float:
    """Return the greatest depth [m] of a method's ball in the penalty floor after any tick up to `until`.

    It is negative if the ball is above the floor after all of them.
    """
    return -min(ball.height for ball in lane_of(run, exhibit, method, until))


@measure
def bounce_by_formula(run, exhibit: Text, method: Method, tick: Tick = 0) -> float:
    """Return the fraction of energy that is left after a bounce on the penalty floor, by the formula factor ** (pi / angle).

    Here factor is the energy after one step of the method over the energy before it. The angle is the floor's angular frequency
    times the time step [rad], the exhibit's figure after `tick`.
    """
    angle = run.record(tick).lab.readouts[exhibit].figures["step_angle"]
    return energy_factor(LANES[NAMES.index(method)], angle) ** (pi / angle)
