"""Measures of aiming: the launches that hit the target of a cannon in the lab, and its reach.

Arguments: see argument_types. exhibit: name of a cannon in its level
"""

from math import hypot, sqrt
from typing import Annotated

from ....core.value_rules import Number, OneOf, Text
from ....lab.exhibits.cannon import GRAVITY
from ....lab.physics.targeting import farthest
from ..argument_types import Tick
from ..registry import measure
from .exhibits import exhibit_at

Seconds = Annotated[float, Number(0.01, 100.0, "s")]


def aimed(run, name, tick=0):
    """Return (distance of the target [m], speed of the ball [m/s], Aim) of a cannon after a tick."""
    exhibit, state = exhibit_at(run, name, tick)
    values = exhibit.values(state)
    return values.get("target", 40.0), values.get("speed", 25.0), exhibit.kind.aims(values)


def velocity_for(distance, time):
    """Return the launch velocity (ahead, up) [m/s] of a ball that hits a target at the height of its launch after a time [s].

    distance: of the target from the launch [m]
    """
    return distance / time, GRAVITY * time / 2.0


@measure
def launch_for(run, exhibit: Text, time: Seconds, part: Annotated[str, OneOf(("ahead", "up", "speed"))]) -> float:
    """Return "ahead", "up" or the "speed" of the launch velocity [m/s] with which the cannon's ball hits after `time` [s]."""
    ahead, up = velocity_for(aimed(run, exhibit)[0], time)
    return {"ahead": ahead, "up": up, "speed": hypot(ahead, up)}[part]


@measure
def aim_term(run, exhibit: Text, term: Annotated[str, OneOf(("k", "root", "low", "high"))], tick: Tick = 0) -> float:
    """Return a term of the aiming formula: "k" [m], "root" of the radicand [m], or the tangent of the "low" or "high" angle.

    All but "k" need a target within reach: otherwise "root" raises ValueError, and "low" and "high" raise AttributeError.
    """
    distance, speed, aims = aimed(run, exhibit, tick)
    if term == "k":
        return GRAVITY * distance * distance / (2.0 * speed * speed)
    if term == "root":
        return sqrt(aims.radicand)
    cosine, sine = getattr(aims, term).direction
    return sine / cosine


@measure
def reach(run, exhibit: Text, speed: Annotated[float, Number(0.0, 1e4, "m/s")] = 0.0) -> float:
    """Return the greatest distance [m] at which the ball is at the muzzle's height. speed: at launch, 0 for that of the dial"""
    return farthest(speed or aimed(run, exhibit)[1], GRAVITY)
