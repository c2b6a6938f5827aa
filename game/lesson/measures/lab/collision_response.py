"""Measures of collisions in exhibits of the lab: blocks, the cradle, balls that bounce, billiards.

Arguments: see argument_types. ball: number of a ball of the cradle or of a Zeno row, counted from the left, from 1
"""

from typing import Annotated, Any

import numpy as np

from ....core.value_rules import OneOf, Text, Whole
from ....lab.exhibits.billiards import places
from ....lab.exhibits.zeno_row import GRAVITY, RESTITUTIONS
from ..argument_types import Tick
from ..registry import measure
from .exhibits import exhibit_at

BLOCKS = ("light", "heavy")
Block = Annotated[str, OneOf(BLOCKS)]
ZenoBall = Annotated[int, Whole(1, len(RESTITUTIONS))]  # counted from the left


def bodies_at(run, exhibit: str, tick: int) -> Any:
    """Return the bodies of an exhibit after a tick."""
    return exhibit_at(run, exhibit, tick)[1].bodies


@measure
def block_speed(run, exhibit: Text, block: Block, tick: Tick = 0) -> float:
    """Return the speed [m/s] of the "light" or the "heavy" block towards the wall after a tick, negative away from it."""
    return -bodies_at(run, exhibit, tick).blocks.velocities[BLOCKS.index(block)]


@measure
def block_collisions(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the number of collisions in a tick, of the blocks with each other and of the light block with the wall."""
    last = tick or run.page.shot.tick
    before = bodies_at(run, exhibit, last - 1).blocks.collisions if last > 1 else 0
    return float(bodies_at(run, exhibit, last).blocks.collisions - before)


@measure
def block_impulse(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the change of the light block's momentum in the tick, towards the wall [N s]. The block's mass is 1 kg."""
    last = tick or run.page.shot.tick
    before = block_speed(run, exhibit, "light", last - 1) if last > 1 else 0.0  # it begins at rest
    return block_speed(run, exhibit, "light", last) - before


@measure
def cradle_speed(run, exhibit: Text, ball: Annotated[int, Whole(1, 5)], tick: Tick = 0) -> float:
    """Return a ball's velocity after the cradle's first collision, divided by the first ball's velocity before it.

    Raises IndexError if the first collision comes after the tick.
    """
    bodies = bodies_at(run, exhibit, tick)
    return bodies.after[ball - 1] / bodies.before[0]


@measure
def kept_speed(run, exhibit: Text, ball: ZenoBall, tick: Tick = 0) -> float:
    """Return the speed of a Zeno row's ball after its first bounce, divided by the speed before.

    The ball must have bounced just once.
    """
    speed = float(np.sqrt(2.0 * GRAVITY * bounce_height(run, exhibit, ball, tick)))
    return speed / (GRAVITY * fall_time(run, exhibit, tick))


@measure
def bounce_height(run, exhibit: Text, ball: ZenoBall, tick: Tick = 0) -> float:
    """Return the height [m] to which a ball of a Zeno row rises after its last bounce up to the end of a tick.

    Before the first bounce, it is the height of the drop.
    """
    shown = bodies_at(run, exhibit, tick).balls[ball - 1]
    return shown.height + shown.speed * shown.speed / (2.0 * GRAVITY)


@measure
def fall_time(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the time in which the balls of a Zeno row fall to the floor [s]."""
    return float(np.sqrt(2.0 * bodies_at(run, exhibit, tick).height / GRAVITY))


@measure
def ball_mass(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the mass of the cue ball after a tick [kg]."""
    return float(bodies_at(run, exhibit, tick).balls["mass"][0])


@measure
def off_the_rack(run, exhibit: Text, tick: Tick = 0) -> float:
    """Return the greatest distance [mm] between the position of a billiard ball after a tick and its position before the shot."""
    moved = bodies_at(run, exhibit, tick).balls["position"] - places()
    return 1000.0 * float(np.linalg.norm(moved, axis=1).max())
