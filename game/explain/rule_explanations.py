"""The rules in plain words and in walks: what each switch repairs, and what is seen if only this switch is off.

The walks are simulated through a few triangles that show the difference, with and without the rule. So they change with it.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import dist, hypot, radians, tan
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..collision import Iteration, Pass, Rules
from ..collision.trace import Ending
from ..core.vec3 import Vector, dot
from ..level.contents.level import Level, Material, Spawn, Sun
from ..simulation import Intent, PlayerParams, PlayerState, Simulation, TickRecord
from ..simulation.twins import FORUM, choice_without, forum_repairs

PRESETS = {"modern": "all repairs", "fauerby": "printed rules (Fauerby's paper)", "thebigh": "rules after the forum"}


class RuleAtWork(NamedTuple):
    """A rule that decided an iteration. off: the fields of Rules without it; seen: what the player sees then"""

    name: str
    off: dict[str, Any]
    seen: str


CLIMBS = RuleAtWork("climbing steps", {"climb_steps": False}, "the round bottom has to slide over each edge")
SLIDES = RuleAtWork("sliding", {"max_iterations": 1}, "each surface that you touch stops you")
REMEMBERS = RuleAtWork("minding both walls at once", {"keep_planes": False}, "each wall pushes you into the other one")
IS_STEEP = RuleAtWork("stopping at steep slopes", {"steep_is_wall": False}, "you run up, and slide back")
RESTS = RuleAtWork("standing still on slopes", {"gravity_lands": False, "climb_steps": False}, "you creep down")
LEVEL, UPRIGHT = 0.999, 0.05  # z of a normal: of a floor that nothing slides down at least, of an upright wall at most


def rule_at_work(record: TickRecord, iteration: Iteration | None) -> RuleAtWork | None:
    """Return the rule that decided an iteration, or what the tick did first if it is None. None: no rule changes much here."""
    rule = deciding_rule(record, iteration or record.wall_contact)
    is_on = rule is not None and all(getattr(record.rules, name) != value for name, value in rule.off.items())
    return rule if is_on else None


def deciding_rule(record: TickRecord, iteration: Iteration | None) -> RuleAtWork | None:
    has_step = any(one.pass_ == Pass.STEP_UP for one in record.trace.iterations)
    if has_step and (iteration is None or iteration.pass_ != Pass.GRAVITY):
        return CLIMBS
    if iteration is None or not iteration.hit:
        return None
    slope = dot(iteration.normal, record.trace.up)
    if iteration.pass_ != Pass.MOVE:
        return RESTS if iteration.walkable and slope < LEVEL and iteration.ending != Ending.SLID else None
    if iteration.wall and slope > UPRIGHT:
        return IS_STEEP
    return REMEMBERS if sum(one.pass_ == Pass.MOVE for one in record.contacts) > 1 else SLIDES


@lru_cache(maxsize=64)  # the window asks in each frame
def preset_name(rules: Rules) -> str:
    """Return the name of the preset with the same switches, or "own" if there is none. The numbers of the rules do not count."""
    for name in Rules.NAMES:
        preset = Rules.named(name)
        if all(getattr(preset, switch) == getattr(rules, switch) for switch in Rules.SWITCHES):
            return name
    return "own"


def describe_preset(rules: Rules) -> str:
    """Return the words of the rules' preset, or "rules of your own choice"."""
    return PRESETS.get(preset_name(rules), "rules of your own choice")


def describe_choice(choice: str) -> str:
    """Describe a twin's rules in plain words: a preset, names such as "no climb steps", FORUM, or a physics engine."""
    if forum_repairs(choice) is not None:
        return "the forum's program as printed" if choice == FORUM else choice.replace(FORUM, f"the {FORUM}'s program", 1)
    if choice in PRESETS:
        return PRESETS[choice]
    off = [NAMES[switch] for part in choice.split(", ") for switch in Rules.SWITCHES if choice_without(switch) == part]
    return f"without: {'; '.join(off)}" if off else f"the engine {choice}"


Profile = tuple[tuple[float, float], ...]  # corners (y, z) [m]
States = Sequence[PlayerState]
HALF = 6.0  # [m] half width of a floor. Smaller: walks end at its border; larger: nothing changes
AHEAD, SIDEWAYS = (0.0, 1.0), (-0.7, 0.7)  # input of the walks
STAIRS: Profile = ((-2.0, 0.0), (1.0, 0.0)) + tuple(
    point for step in range(10) for point in ((1.0 + 0.28 * step, 0.18 * step + 0.18), (1.28 + 0.28 * step, 0.18 * step + 0.18))
)
STAIRS += ((9.0, 1.8),)
FLOOR = ((-HALF, 0.0), (HALF, 0.0))


class Walk(NamedTuple):
    """A walk that shows a rule.

    profile: of the floor from the side; extra: of walls and ceilings; title, measure, unit: of the quantity that is compared
    wishes: (x, y) of the first ticks, the last for all others; off: other rules that are off; begin: (y, z) of the feet [m];
    heading: [degrees]; radii: of the body [m], or None
    """

    profile: Profile
    ticks: int
    title: str
    measure: Callable[[States], float]
    unit: str
    wishes: tuple[tuple[float, float], ...] = (AHEAD,)
    off: tuple[str, ...] = ()
    begin: tuple[float, float] = (0.0, 0.0)
    heading: float = 0.0
    radii: Vector | None = None
    extra: tuple[Profile, ...] = ()


class RuleEffect(NamedTuple):
    """The same walk with a rule on and off.

    profiles: lines of the level; paths: (on, off) of the body's lowest point; title, values: of the quantity, at least 0
    """

    profiles: tuple[Profile, ...]
    paths: tuple[Profile, ...]
    title: str
    values: tuple[float, ...]


def slope(degrees: float) -> Profile:
    return (-HALF, 0.0), (0.5, 0.0), (4.5, 4.0 * tan(radians(degrees)))


def ramp(degrees: float) -> Profile:
    rise = 4.0 * tan(radians(degrees))
    return (-4.0, -rise), (4.0, rise)


def covered(states: States) -> float:
    return dist(states[0].position, states[-1].position)


def speed(states: States) -> float:
    half = states[len(states) // 2 :]
    return 60.0 * dist(half[0].position, half[-1].position) / (len(half) - 1)


def on_slope(degrees: float) -> float:
    """Return the height z [m] of the feet of the default body that rests at y = 0 on a ramp of so many degrees."""
    across, _, high = PlayerParams().radii
    return hypot(high, across * tan(radians(degrees))) - high


def highest(states: States) -> float:
    return max(state.position[2] for state in states) - states[0].position[2]


WALL = ((2.0, 0.0), (2.0, 3.0))  # its front faces along -y
BACK = tuple(reversed(WALL))
DOWN, STILL, ON_RAMP = "distance down, without any input", ((0.0, 0.0),), (0.0, on_slope(30.0))
TURNED, WIDE = "middle of a wide, turned body to wall", (0.7, 0.2, 0.9)
OVERHANG = ((3.4, 1.0), (0.4, 3.4))  # a ceiling that comes down towards the floor


class ExplainedRule(NamedTuple):
    """A switch of Rules as the menu shows it. watch: what to look at while it is off; walk: drawn with the switch on and off"""

    name: str
    repair: str
    watch: str
    walk: Walk


RULES = {
    "exact_contact": ExplainedRule(
        "Find contacts exactly",
        "No contact is missed, also where the body touches already.",
        "some contacts are missed, and a body in a wall is not brought out. On winding stairs a twin falls behind.",
        Walk(FLOOR, 50, "distance, from a start 15 cm in the floor", covered, "m", begin=(0.0, -0.15)),
    ),
    "skin_from_plane": ExplainedRule(
        "Same gap to every wall",
        "The body stops a tenth of a millimetre before every surface.",
        "the gap is along the velocity. Straight at a wall: 2 mm; along it: almost none. See it in a twin's plot.",
        Walk(FLOOR, 60, "gap to the wall", lambda s: 1000.0 * (1.6 - s[-1].position[1]), "mm", extra=(WALL,)),
    ),
    "slide_in_world": ExplainedRule(
        "Slide in the world, not in the sphere's space",
        "Along a wall or a slope, the body keeps the part of its motion that leads along the surface.",
        "slides in ellipsoid space. With Climb steps off, too: up 45 degrees faster than on level ground.",
        Walk(slope(45.0), 50, "speed up the slope", speed, "m/s", off=("climb_steps",)),
    ),
    "keep_planes": ExplainedRule(
        "Remember all walls touched",
        "In a corner, the body obeys all surfaces that it touched, not only the last one.",
        "one plane at a time. Corners: walk in under the lowest overhang, then to the left, too: you hardly move.",
        Walk(FLOOR, 90, "speed to the left", speed, "m/s", wishes=(AHEAD,) * 45 + (SIDEWAYS,), extra=(OVERHANG,)),
    ),
    "gravity_lands": ExplainedRule(
        "Stand still on slopes",
        "A body that stands on a slope does not creep down.",
        "gravity slides. With Climb steps off, too: stand on a ramp, and creep down, 4 cm a second at 30 degrees.",
        Walk(ramp(30.0), 120, DOWN, covered, "m", STILL, ("climb_steps",), ON_RAMP),
    ),
    "steep_is_wall": ExplainedRule(
        "Steep slopes stop you",
        "A slope too steep to stand on stops walking as a wall does.",
        "walk at a red ramp: you run up a bit, slide back, and run up again.",
        Walk(slope(55.0), 90, "highest point", highest, "m"),
    ),
    "class_by_face": ExplainedRule(
        "Edges of steps are ground",
        "The edge of a step is ground to stand on if the face beside it is.",
        "steps seem steep. Up stairs at half the speed; with Climb steps off, too, the first one stops you.",
        Walk(STAIRS, 70, "distance up the stairs", covered, "m"),
    ),
    "two_sided": ExplainedRule(
        "Walls stop you from both sides",
        "A surface stops the body from behind, too.",
        "a body behind a face walks out through it. The levels here are closed: watch it on an open mesh of yours.",
        Walk(FLOOR, 50, "distance, behind the back of a wall", covered, "m", off=("exact_contact",), extra=(BACK,)),
    ),
    "separate_gravity": ExplainedRule(
        "Gravity moves you separately",
        "Walking and falling have a pass each.",
        "one pass for both. Stand on a ramp, and slide down, 4 cm a second at 30 degrees. Stairs: slower, but "
        "only with Climb steps off and gravity 100.",
        Walk(ramp(30.0), 120, DOWN, covered, "m", STILL, (), ON_RAMP),
    ),
    "turn_body": ExplainedRule(
        "Body turns with the view",
        "The body turns with the view. Seen only if it is not round.",
        "it does not turn. Make it .70 wide and .20 deep (Parameters) and walk along a wall.",
        Walk(FLOOR, 60, TURNED, lambda s: 2.0 - s[-1].position[1], "m", heading=90.0, radii=WIDE, extra=(WALL,)),
    ),
    "climb_steps": ExplainedRule(
        "Climb steps",
        "The player steps up and down. Without it, the round bottom slides over low edges; higher ones stop it.",
        "stairs: 2.8 instead of 5 m/s, in the air between treads.",
        Walk(STAIRS, 70, "distance up the stairs", covered, "m"),
    ),
}
NAMES = {switch: rule.name for switch, rule in RULES.items()}  # as the menu and the twins show them


@cache
def effect_of(rule: str) -> RuleEffect:
    """Return the effect of a rule, a key of RULES."""
    walk = RULES[rule].walk
    profiles = walk.profile, *walk.extra
    runs = [states_of(walk, profiles, is_on, rule) for is_on in (True, False)]
    paths = tuple(tuple((s.position[1], s.position[2] - 0.9) for s in states) for states in runs)
    values = tuple(max(0.0, walk.measure(states)) if walk.unit != "m" else walk.measure(states) for states in runs)
    return RuleEffect(profiles, paths, f"{walk.title} [{walk.unit}]", values)


def states_of(walk: Walk, profiles: tuple[Profile, ...], is_on: bool, rule: str) -> list[PlayerState]:
    """Return the state after each tick of a walk with a rule on or off, in a level of the profiles."""
    params = PlayerParams() if walk.radii is None else PlayerParams(radii=walk.radii)
    rules = Rules(**dict.fromkeys(walk.off, False), **{rule: is_on})
    sim = Simulation(level_of(profiles), params, rules)
    sim.begin_at((0.0, *walk.begin), heading=walk.heading)
    wishes = walk.wishes + walk.wishes[-1:] * (walk.ticks - len(walk.wishes))
    return [sim.tick(Intent(wish, heading=radians(walk.heading))).after for wish in wishes]


@cache
def level_of(profiles: tuple[Profile, ...]) -> Level:
    """Return a level of strips along x, one for each line of the profiles. Their front is to the left of the line."""
    corners: list[Vector] = []
    triangles: list[tuple[int, int, int]] = []
    for profile in profiles:
        for (y, z), (v, w) in zip(profile, profile[1:]):
            first = len(corners)
            corners += [(-HALF, y, z), (HALF, y, z), (HALF, v, w), (-HALF, v, w)]
            triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    surfaces, material = np.zeros(len(triangles), int), Material("plain", (0.5, 0.5, 0.5))
    sun, spawn = Sun(0.0, 1.0), Spawn((0.0, 0.0, 0.0), 0.0)
    return Level("rule", "", "", Path(), np.array(corners), np.array(triangles), surfaces, (material,), spawn, sun)
