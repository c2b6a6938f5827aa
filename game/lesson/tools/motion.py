"""Measures of motion: the player's positions and speeds, and the floor under it. Arguments: see registry."""

from math import dist
from typing import Annotated

from ...core.value_rules import Number, OneOf
from ...simulation import Ground
from .pages import Run
from .registry import Axis, Tick, Twin, measure, names_of

GroundName = Annotated[str, OneOf(names_of(Ground))]
Height = Annotated[float, Number(-1e4, 1e4, "m")]


@measure
def highest(run: Run, twin: Twin = 0) -> float:
    """Return the largest height [m] above the start that the player or a twin reaches, below 0 if it only falls."""
    own = run.of(twin)
    return max(record.after.position[2] for record in own.records) - own.state(0).position[2]


@measure
def walked(run: Run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """Return the straight distance [m] between the positions after the ticks `since` and `until`, of the player or of a twin."""
    own = run.of(twin)
    return dist(own.record(until).after.position, own.state(since).position)


@measure
def pace(run: Run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """Return the mean speed in a straight line from the tick `since` to the tick `until`, divided by the walking speed."""
    ticks = (until or run.page.shot.tick) - since
    return walked(run, since, until, twin) * run.simulation.hz / ticks / run.simulation.params.speed


@measure
def ticks_to_height(run: Run, height: Height, twin: Twin = 0) -> float:
    """Return the number of ticks until the player or a twin is `height` [m] or more above its start, or inf if it never is."""
    own = run.of(twin)
    first = own.state(0).position[2]
    return next((record.tick for record in own.records if record.after.position[2] - first >= height), float("inf"))


@measure
def ticks_on_ground(run: Run, on: GroundName = "air", twin: Twin = 0) -> float:
    """Return the number of ticks of the script that ended with the ground state `on`, such as "floor" or "air"."""
    return sum(record.after.ground == Ground[on.upper()] for record in run.of(twin).records)


@measure
def velocity(run: Run, axis: Axis, of: Annotated[str, OneOf(("walk", "fall"))], tick: Tick = 0) -> float:
    """Return a component of a velocity after a tick [m/s]: of walking, along x and y, or of jumping and falling."""
    return float(getattr(run.record(tick).after, of)["xyz".index(axis)])


@measure
def floor_normal(run: Run, axis: Axis, tick: Tick = 0) -> float:
    """Return one component of the floor's unit normal at the start of a tick."""
    return run.record(tick).before.normal["xyz".index(axis)]


@measure
def floor_slope(run: Run, axis: Axis, tick: Tick = 0) -> float:
    """Return the fall of the floor along `axis` at the start of a tick [m per metre]: n_x / n_z or n_y / n_z of its normal n."""
    normal = run.record(tick).before.normal
    return normal["xyz".index(axis)] / normal[2]
