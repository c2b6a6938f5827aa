"""What pages claim and ask, as pure functions of a page's run: where he went. What its ticks did is in sweeps.py.

Distances in metres, angles in degrees, unless a measure says otherwise.
"""

from math import dist
from typing import Annotated

from game.level.schema import Number, OneOf
from game.simulation import Ground

from .registry import Tick, Twin, measure, names_of

GroundName = Annotated[str, OneOf(names_of(Ground))]
Height = Annotated[float, Number(-1e4, 1e4, "m")]


@measure
def climbed(run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """How much higher he is than after the tick `since`."""
    own = run.of(twin)
    return own.record(until).after.position[2] - own.state(since).position[2]


@measure
def highest(run, twin: Twin = 0) -> float:
    """How much higher than at first he was at his highest."""
    own = run.of(twin)
    return max(record.after.position[2] for record in own.records) - own.state(0).position[2]


@measure
def walked(run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """How far he is from where he was after the tick `since`, as the crow flies."""
    own = run.of(twin)
    return dist(own.record(until).after.position, own.state(since).position)


@measure
def pace(run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """How fast he went on the whole after the tick `since`, as a part of the walking speed."""
    ticks = (until or run.page.shot.tick) - since
    return walked(run, since, until, twin) * run.simulation.hz / ticks / run.simulation.params.speed


@measure
def level_pace(run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """The same, seen from above."""
    own, ticks = run.of(twin), (until or run.page.shot.tick) - since
    far = dist(own.record(until).after.position[:2], own.state(since).position[:2])
    return far * run.simulation.hz / ticks / run.simulation.params.speed


@measure
def apart(run, twin: Twin = 1, tick: Tick = 0) -> float:
    """How far a twin is from him."""
    return dist(run.record(tick).after.position, run.of(twin).record(tick).after.position)


@measure
def lasted(run, height: Height, twin: Twin = 0) -> float:
    """How many ticks it took until he was so much higher than at first; infinitely many when he never was."""
    own = run.of(twin)
    first = own.state(0).position[2]
    return next((record.tick for record in own.records if record.after.position[2] - first >= height), float("inf"))


@measure
def slower(run, height: Height, twin: Twin = 1) -> float:
    """How many times as long a twin took to be so much higher."""
    return lasted(run, height, twin) / lasted(run, height)


@measure
def spent(run, on: GroundName = "air", twin: Twin = 0) -> float:
    """How many ticks of the script ended on this ground, or in the air."""
    return sum(record.after.ground == Ground[on.upper()] for record in run.of(twin).records)


@measure
def restless(run, since: Tick = 0, until: Tick = 0, twin: Twin = 0) -> float:
    """How far he moves in a tick, on average [mm]: of one who presses on in a corner, how much he trembles."""
    records = run.of(twin).records[since : until or run.page.shot.tick]
    return 1000.0 * sum(dist(one.before.position, one.after.position) for one in records) / len(records)
