"""Pushing: a mover that comes at the player moves him out of its way, or crushes him where there is none.

Seen from a mover it is the player who comes: so his body is swept through the mover's own frame, and however fast the mover
is, nothing is passed through. What slides off the mover there is, in the world, pushed by it. How the body stands is its
Stance (oriented_body.py), the same on a floor, a wall and a ceiling.
"""

from collections.abc import Sequence
from functools import cache
from math import ceil, dist
from typing import NamedTuple

from ...collision import Rules
from ...collision.engine.vec3 import dot, normalise, sub

# A turning mover is swept in parts of so much of a turn [rad]. Smaller: costs time; larger: at 10 m from its axis the way of a
# part is more than a millimetre off its arc.
ARC = 0.03
# How deep [of his least radius] he may be squeezed. Smaller: a door that brushes him is deadly; larger: seen as sinking in.
CRUSHED = 0.05
CLOSE = 0.01  # [m] between a body's box and what may push it. Smaller: rounding hides what touches; larger only costs time
INSIDE = 1e-8  # [m] that count as touching. Smaller: rounding is pushed at; larger: the tick begins embedded
ROUNDS = 8  # of pushing between mover and walls. Fewer: crushed in corners that he could slip out of; more only costs time


class Blow(NamedTuple):
    """normal: unit, in which a mover pushed; speed: of the mover along it [m/s]; mover: its number"""

    normal: tuple
    speed: float
    mover: int = -1


class Pushed(NamedTuple):
    """position [m]; crusher: number of the mover that left no room, or None; blows: dealt; near: movers that it may touch"""

    position: tuple
    crusher: int | None
    blows: list
    near: Sequence = ()


@cache
def rules_of_movers(skin, max_slope, climb):
    """Movers push by the repaired rules, whatever the player walks by; over low edges of what stands."""
    return Rules(skin=skin, max_slope=max_slope, climb=climb)


def head_on(rules):
    """The same, but nobody is pushed up the edge of what comes at him."""
    return rules_of_movers(rules.skin, rules.max_slope, 0.0)


def push(movers, numbers, mesh, stance, start, end, tick, rules):
    """Where a body going from `start` to `end` [m] is once these movers have moved: a Pushed."""
    blows, met = [], set()
    for _ in range(1 + ROUNDS):  # again, for those that stand where others pushed him to, and round corners
        end, pusher, missed = pushed_by(movers, numbers, mesh, stance, start, end, tick, rules, blows, met)
        if pusher is None:
            break
    if pusher is not None and missed > CRUSHED * min(stance.body.radii):  # each pushes him back into the others
        return Pushed(end, pusher, blows, ())
    near = sorted(met)
    return Pushed(*squeezed(movers, near, mesh, stance, end, tick, rules), blows, near)


def pushed_by(movers, numbers, mesh, stance, start, end, tick, rules, blows, met):
    """Movers push, one after the other, a body that goes from `start` to `end`.

    Their Blows are added to a list, the numbers of all that come near it to the set `met`.
    Returns (where that leaves it, number of the one that had to push farthest or None, how far [m])
    """
    extents, pusher, farthest = tuple(extent + CLOSE for extent in stance.extents), None, 0.0
    for number in numbers:
        if movers.meets(number, start, end, extents, tick):
            met.add(number)
            pushed = swept_against(movers, number, stance, start, end, tick, rules)
            if pushed == end:
                continue
            if dist(pushed, end) > farthest:
                pusher, farthest = number, dist(pushed, end)
            blows.append(blow_of(movers, number, tick, end, pushed))
            end = stance.slid(mesh, end, pushed, rules)
    return end, pusher, farthest


def blow_of(movers, number, tick, end, pushed):
    """What a mover deals a body that it pushed from `end` to `pushed` [m]."""
    normal = normalise(sub(pushed, end))
    return Blow(normal, dot(movers.velocity(number, tick, pushed), normal), number)


def swept_against(movers, number, stance, start, end, tick, rules):
    """Where a body going from `start` to `end` is when a mover has made its tick; `end` itself when they do not meet."""
    mover, old = movers.all[number], movers.pose(number, tick - 1)
    parts = max(1, ceil(abs(movers.pose(number, tick).heading - old.heading) / ARC))
    position, met = start, False
    for part in range(1, parts + 1):
        new = movers.pose(number, tick - 1 + part / parts)
        goal = tuple(p + (b - a) / parts for p, a, b in zip(position, start, end))
        own, own_goal = old.to_own(position), new.to_own(goal)
        slid = stance.seen_from(new).slid(mover.mesh, own, own_goal, head_on(rules))
        apart = max(abs(a - b) for a, b in zip(slid, own_goal)) > INSIDE
        position, met, old = new.to_world(slid) if apart else goal, met or apart, new
    return position if met else end


def squeezed(movers, numbers, mesh, stance, position, tick, rules):
    """Out of all movers as far as the walls allow: (position, number of the one that he is still in, or None)."""
    for _ in range(ROUNDS):
        depth, number = deepest(movers, numbers, stance, position, tick, rules)
        if depth <= INSIDE:
            return position, None
        pose = movers.pose(number, tick)
        out = stance.seen_from(pose).brought_out(movers.all[number].mesh, pose.to_own(position), head_on(rules))
        position = stance.slid(mesh, position, pose.to_world(out), rules)
    depth, number = deepest(movers, numbers, stance, position, tick, rules)
    return position, number if depth > CRUSHED * min(stance.body.radii) else None


def deepest(movers, numbers, stance, position, tick, rules):
    """(depth [m], number) of the mover that a body is deepest in."""
    depth, number = 0.0, None
    for other in numbers:
        pose = movers.pose(other, tick)
        here = stance.seen_from(pose).depth(movers.all[other].mesh, pose.to_own(position), head_on(rules))
        if here > depth:
            depth, number = here, other
    return depth, number
