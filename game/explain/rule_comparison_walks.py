"""The effect of each rule: the same short walk with the rule on and off, through a few triangles that show the difference.

The walks are simulated, not drawn by hand. So they change with the solver.
"""

from collections.abc import Callable
from functools import cache
from math import dist, hypot, radians, tan
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..collision import Rules
from ..level.contents.level import Level, Material, Spawn, Sun
from ..simulation import Intent, PlayerParams, Simulation

HALF = 6.0  # [m] half width of a floor. Smaller: walks end at its border; larger: nothing changes
AHEAD, SIDEWAYS = (0.0, 1.0), (-0.7, 0.7)  # input of the walks
STAIRS = ((-2.0, 0.0), (1.0, 0.0)) + tuple(
    point for step in range(10) for point in ((1.0 + 0.28 * step, 0.18 * step + 0.18), (1.28 + 0.28 * step, 0.18 * step + 0.18))
)
STAIRS += ((9.0, 1.8),)
FLOOR = ((-HALF, 0.0), (HALF, 0.0))


class Walk(NamedTuple):
    """A walk that shows a rule.

    profile: ((y, z), ...) [m] of the floor, seen from the side; the same at each x
    ticks: number of ticks
    title: name of the quantity that is compared
    measure(states): that quantity, from the PlayerStates of the walk
    unit: of the quantity
    wishes: wished directions (x, y) of the first ticks, in the world; the last one is repeated for all others
    off: names of other rules that are off in both walks
    begin: (y, z) of the feet at the start [m]; x is 0
    heading: of the body [degrees], counter-clockwise from +y
    radii: of the body (3,) [m], or None for the defaults
    extra: further profiles, such as walls and ceilings
    """

    profile: tuple
    ticks: int
    title: str
    measure: Callable
    unit: str
    wishes: tuple = (AHEAD,)
    off: tuple = ()
    begin: tuple = (0.0, 0.0)
    heading: float = 0.0
    radii: tuple | None = None
    extra: tuple = ()


class RuleEffect(NamedTuple):
    """The same walk with a rule on and off.

    profiles: (((y, z), ...), ...) lines of the level [m], seen from the side
    paths: (on, off): ((y, z), ...) of the lowest point of the body [m]
    title: name of the quantity that is compared, with its unit
    values: (on, off) of the quantity. Negative values are 0, except for distances in metres.
    """

    profiles: tuple
    paths: tuple
    title: str
    values: tuple


def slope(degrees):
    """Return the profile ((y, z), ...) [m] of a level floor that ends in a slope. degrees: angle of the slope"""
    return (-HALF, 0.0), (0.5, 0.0), (4.5, 4.0 * tan(radians(degrees)))


def ramp(degrees):
    """Return the profile ((y, z), ...) [m] of a slope through the origin. degrees: angle of the slope"""
    rise = 4.0 * tan(radians(degrees))
    return (-4.0, -rise), (4.0, rise)


def covered(states):
    """Return the distance [m] between the first and the last position of the PlayerStates."""
    return dist(states[0].position, states[-1].position)


def speed(states):
    """Return the mean speed [m/s] over the last half of the PlayerStates, at 60 ticks per second."""
    half = states[len(states) // 2 :]
    return 60.0 * dist(half[0].position, half[-1].position) / (len(half) - 1)


def on_slope(degrees):
    """Return the height z [m] of the feet of the default body that rests on a ramp, at y = 0.

    degrees: angle of the ramp, which passes through the origin
    """
    across, _, high = PlayerParams().radii
    return hypot(high, across * tan(radians(degrees))) - high


def highest(states):
    """Return the greatest height [m] among the PlayerStates, above that of the first one."""
    return max(state.position[2] for state in states) - states[0].position[2]


WALL = ((2.0, 0.0), (2.0, 3.0))  # its front faces along -y
BACK = tuple(reversed(WALL))
DOWN, STILL, ON_RAMP = "distance down, without any input", ((0.0, 0.0),), (0.0, on_slope(30.0))
TURNED, WIDE = "middle of a wide, turned body to wall", (0.7, 0.2, 0.9)
OVERHANG = ((3.4, 1.0), (0.4, 3.4))  # a ceiling that comes down towards the floor

WALKS = {
    "exact_contact": Walk(FLOOR, 50, "distance, from a start 15 cm in the floor", covered, "m", begin=(0.0, -0.15)),
    "skin_from_plane": Walk(FLOOR, 60, "gap to the wall", lambda s: 1000.0 * (1.6 - s[-1].position[1]), "mm", extra=(WALL,)),
    "slide_in_world": Walk(slope(45.0), 50, "speed up the slope", speed, "m/s", off=("climb_steps",)),
    "keep_planes": Walk(FLOOR, 90, "speed to the left", speed, "m/s", wishes=(AHEAD,) * 45 + (SIDEWAYS,), extra=(OVERHANG,)),
    "gravity_lands": Walk(ramp(30.0), 120, DOWN, covered, "m", STILL, ("climb_steps",), ON_RAMP),
    "steep_is_wall": Walk(slope(55.0), 90, "highest point", highest, "m"),
    "class_by_face": Walk(STAIRS, 70, "distance up the stairs", covered, "m"),
    "two_sided": Walk(FLOOR, 50, "distance, behind the back of a wall", covered, "m", off=("exact_contact",), extra=(BACK,)),
    "separate_gravity": Walk(ramp(30.0), 120, DOWN, covered, "m", STILL, (), ON_RAMP),
    "turn_body": Walk(FLOOR, 60, TURNED, lambda s: 2.0 - s[-1].position[1], "m", heading=90.0, radii=WIDE, extra=(WALL,)),
    "climb_steps": Walk(STAIRS, 70, "distance up the stairs", covered, "m"),
}


@cache
def effect_of(rule):
    """Return the RuleEffect of a rule. `rule` is the name of a switch of Rules, a key of WALKS."""
    walk = WALKS[rule]
    profiles = walk.profile, *walk.extra
    runs = [states_of(walk, profiles, is_on, rule) for is_on in (True, False)]
    paths = tuple(tuple((s.position[1], s.position[2] - 0.9) for s in states) for states in runs)
    values = tuple(max(0.0, walk.measure(states)) if walk.unit != "m" else walk.measure(states) for states in runs)
    return RuleEffect(profiles, paths, f"{walk.title} [{walk.unit}]", values)


def states_of(walk, profiles, is_on, rule):
    """Return the PlayerState after each tick of a Walk, as a list.

    profiles: all profiles of the level
    is_on: True to walk with the rule on; rule: name of a switch of Rules
    """
    params = PlayerParams() if walk.radii is None else PlayerParams(radii=walk.radii)
    rules = Rules(**dict.fromkeys(walk.off, False), **{rule: is_on})
    sim = Simulation(level_of(profiles), params, rules)
    sim.begin_at((0.0, *walk.begin), heading=walk.heading)
    wishes = walk.wishes + walk.wishes[-1:] * (walk.ticks - len(walk.wishes))
    return [sim.tick(Intent(wish, heading=radians(walk.heading))).after for wish in wishes]


@cache
def level_of(profiles):
    """Return a Level of strips along x, one for each line between two points of the profiles.

    The front of a strip is to the left of its line, in a picture with y to the right and z up.
    """
    corners, triangles = [], []
    for profile in profiles:
        for (y, z), (v, w) in zip(profile, profile[1:]):
            first = len(corners)
            corners += [(-HALF, y, z), (HALF, y, z), (HALF, v, w), (-HALF, v, w)]
            triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    surfaces, material = np.zeros(len(triangles), int), Material("plain", (0.5, 0.5, 0.5))
    sun, spawn = Sun(0.0, 1.0), Spawn((0.0, 0.0, 0.0), 0.0)
    return Level("rule", "", "", Path(), np.array(corners), np.array(triangles), surfaces, (material,), spawn, sun)
