"""Measures of flights and springs: slopes and errors of flights, falls, the period and energy of a spring, results by formula.

Arguments: see argument_types. An exhibit is named as in its level.
"""

from typing import Annotated

import numpy as np

from ....core.value_rules import ListOf, Number, OneOf, Text
from ....lab.exhibits.cannon import GRAVITY
from ....lab.exhibits.springs import NAMES
from ....lab.physics import motion_and_stability_formulas as formulas
from ....lab.physics.forces import ParticleForces
from ....lab.physics.integrators import METHODS, fly, particle_at
from ..argument_types import Index, Tick
from ..registry import measure
from .exhibits import state_of

MethodName = Annotated[str, OneOf(tuple(METHODS))]
Rate = Annotated[float, Number(1.0, 1000.0, "steps/s")]
Seconds = Annotated[float, Number(0.0, 60.0, "s")]
RESULTS = ("terminal_speed", "sliding_distance", "explicit_damping_limit")


@measure
def flight_slope(run, exhibit: Text, column: Index, step: Index, tick: Tick = 0) -> float:
    """Return the change per second of a column of a cannon's flight after row `step`. Column 2: height, 5: upward velocity."""
    shot = state_of(run, exhibit, tick).bodies
    return float(shot.flight[step + 1, column] - shot.flight[step, column]) * shot.rate


@measure
def fall_error(run, method: MethodName, rate: Rate, time: Seconds) -> float:
    """Return the height [m] of a stone above the exact parabola after a fall of `time` [s], by a method with `rate` steps/s."""
    steps = round(time * rate)
    rows = np.empty((steps + 1, 6))
    still = particle_at((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    end = fly(METHODS[method], ParticleForces((0.0, 0.0, -GRAVITY)), still, np.full(steps, 1.0 / rate), rows)
    return end[0][2] + 0.5 * GRAVITY * time * time


def falls_of(run, exhibit, tick=0):
    """Return (times [s], downward speeds [m/s]) of a cannon's flight after its highest point, each (n,).

    The times count from the highest point.
    """
    shot = state_of(run, exhibit, tick).bodies
    top = int(shot.flight[:, 2].argmax())
    return np.arange(len(shot.flight) - top) / shot.rate, -shot.flight[top:, 5]


@measure
def fall_speed(run, exhibit: Text, after: Seconds, tick: Tick = 0) -> float:
    """Return the speed [m/s] at which a cannon's ball falls, `after` seconds after the highest point of its flight.

    After the end of the flight, it is the last speed.
    """
    return float(np.interp(after, *falls_of(run, exhibit, tick)))


@measure
def fall_ratio(run, exhibit: Text, other: Text, after: Seconds, tick: Tick = 0) -> float:
    """Return the `fall_speed` of a cannon's ball, divided by the `fall_speed` at the cannon `other`."""
    return fall_speed(run, exhibit, after, tick) / fall_speed(run, other, after, tick)


@measure
def by_formula(run, result: Annotated[str, OneOf(RESULTS)], numbers: Annotated[tuple, ListOf(Number(0.0, 1e6))]) -> float:
    """Return a result of game.lab.physics.motion_and_stability_formulas.

    result: name of the function; numbers: its arguments
    """
    return float(getattr(formulas, result)(*numbers))


@measure
def spring_period(run, exhibit: Text, lane: Text) -> float:
    """Return the time [s] from the start until a spring's mass is at the bottom again. lane: name of its method

    Raises StopIteration if that is after the shot's tick.
    """
    number = NAMES.index(lane)
    particles = [state_of(run, exhibit, tick).bodies.lanes[number].particle for tick in range(1, run.page.shot.tick + 1)]
    speeds = [particle.velocity[2] for particle in particles]
    last = next(k for k in range(1, len(speeds)) if speeds[k - 1] < 0.0 <= speeds[k])
    return (last + speeds[last - 1] / (speeds[last - 1] - speeds[last])) / run.simulation.hz


@measure
def step_angle(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the angular frequency of a spring, multiplied by the length of an integration step [rad]."""
    return float(run.record(tick).lab.readouts[exhibit].figures["step_angle"])


@measure
def energy_factor(run, exhibit: Text, lane: Text, tick: Tick = 0) -> float:
    """Return the energy of a spring's mass after its last step, divided by that before the step. `lane`: see spring_period."""
    found = state_of(run, exhibit, tick).bodies.lanes[NAMES.index(lane)]
    return found.energy / found.before


@measure
def verlet_start(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the height [m] that Verlet needs one step before a cannon's launch, so that the flight is exact."""
    shot = state_of(run, exhibit, tick).bodies
    h = 1.0 / shot.rate
    return float(shot.flight[0, 2] - h * shot.flight[0, 5] - 0.5 * GRAVITY * h * h)
