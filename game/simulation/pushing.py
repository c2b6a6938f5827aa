"""Pushing: a mover that runs into the player pushes it, or crushes it against an obstacle.

The body is swept in the mover's own frame, in which the mover rests and the player moves. So movers of any speed hit the player.
A slide along the mover in its frame is a push in the world. By OrientedBody (oriented_body.py), a player whose up is not +z
is pushed in the same manner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, dist
from typing import TYPE_CHECKING, NamedTuple

from ..collision import Rules, TriangleMesh
from ..core.vec3 import Vector, dot, normalise, sub
from .oriented_body import OrientedBody

if TYPE_CHECKING:
    from .movers import Movers

# A turning mover is swept in parts of this angle [rad]. Smaller: costs time; larger: at 10 m from its axis a part's chord is
# more than a millimetre off its arc.
ARC_STEP = 0.03
# Depth [of the least radius] to which a body may be squeezed. Smaller: a door that grazes the player kills it; larger: the
# player is seen to sink in.
CRUSH_DEPTH = 0.05
BOX_MARGIN = 0.01  # [m] around a body's box. Smaller: rounding hides a mover that touches; larger: only costs time
TOUCHING = 1e-8  # depth that counts as touching [m]. Smaller: rounding is pushed away; larger: the tick begins embedded
MOST_ROUNDS = 8  # of pushing between movers and walls. Fewer: the player is crushed in corners with an exit; more: costs time


class MoverContact(NamedTuple):
    """A contact in which a mover pushes the player."""

    normal: Vector  # unit direction of the push (3,)
    speed: float  # speed of the mover along the normal [m/s]
    mover: int = -1  # number of the mover


@cache
def mover_rules(skin: float, max_slope: float, climb: float) -> Rules:
    """Return Rules.modern() with these values, for pushing. The switches of the player's rules have no effect."""
    return Rules(skin=skin, max_slope=max_slope, climb=climb)


def without_step_up(rules: Rules) -> Rules:
    """Return the Rules for pushing without climbing, so that a mover does not push a body up its own edge."""
    return mover_rules(rules.skin, rules.max_slope, 0.0)


class AmongMovers(NamedTuple):
    """A body in a tick among movers."""

    movers: Movers
    numbers: Sequence[int]  # of the movers near the body
    mesh: TriangleMesh  # of the level
    body: OrientedBody
    tick: int  # the movers move from tick - 1 to this tick
    rules: Rules  # as from `mover_rules`


def push(among: AmongMovers, start: Vector, end: Vector) -> tuple[Vector, int | None, list[MoverContact], list[int]]:
    """Push a body whose centre moves from `start` to `end` [m] by the movers near it.

    Returns (position [m], number of the mover that crushes the body or None, contacts, numbers of the movers that came near it).
    The last is empty if they pushed it back and forth until it was crushed.
    """
    contacts: list[MoverContact] = []
    met: set[int] = set()
    for _ in range(1 + MOST_ROUNDS):  # again: one mover may push the body into another, or around a corner
        end, pusher, farthest = push_once(among, start, end, contacts, met)
        if pusher is None:
            break
    if pusher is not None and farthest > CRUSH_DEPTH * min(among.body.ellipsoid.radii):  # pushed back and forth
        return end, pusher, contacts, []
    numbers = sorted(met)
    return *push_out_of_movers(among, numbers, end), contacts, numbers


def push_once(
    among: AmongMovers, start: Vector, end: Vector, contacts: list[MoverContact], met: set[int]
) -> tuple[Vector, int | None, float]:
    """Push a body whose centre moves from `start` to `end` [m] once by each mover near it. Adds to `contacts` and `met`.

    Returns (position [m], number of the mover that pushed farthest or None, distance of that push [m]).
    """
    movers, numbers, _, body, tick, _ = among
    x, y, z = body.extents
    extents, pusher, farthest = (x + BOX_MARGIN, y + BOX_MARGIN, z + BOX_MARGIN), None, 0.0
    for number in numbers:
        if movers.may_meet(number, start, end, extents, tick):
            met.add(number)
            pushed = sweep_against(among, number, start, end)
            if pushed == end:
                continue
            if dist(pushed, end) > farthest:
                pusher, farthest = number, dist(pushed, end)
            normal = normalise(sub(pushed, end))
            contacts.append(MoverContact(normal, dot(movers.velocity(number, tick, pushed), normal), number))
            end = body.slide(among.mesh, end, pushed, among.rules)
    return end, pusher, farthest


def sweep_against(among: AmongMovers, number: int, start: Vector, end: Vector) -> Vector:
    """Sweep a body against mover `number`, which moves in the same tick. Returns the position [m], `end` if they do not meet."""
    movers, tick, rules = among.movers, among.tick, without_step_up(among.rules)
    mover, old, last = movers.all[number], movers.pose(number, tick - 1), movers.pose(number, tick)
    parts = max(1, ceil(abs(last.heading - old.heading) / ARC_STEP))
    position, met = start, False
    for part in range(1, parts + 1):
        new = last if part == parts else movers.pose(number, tick - 1 + part / parts)
        (x, y, z), (a, b, c), (u, v, w) = position, start, end
        goal = x + (u - a) / parts, y + (v - b) / parts, z + (w - c) / parts
        local, local_goal = old.to_own(position), new.to_own(goal)
        reached = among.body.in_frame_of(new).slide(mover.mesh, local, local_goal, rules)
        is_pushed = reached != local_goal and max(abs(a - b) for a, b in zip(reached, local_goal)) > TOUCHING
        position, met, old = new.to_world(reached) if is_pushed else goal, met or is_pushed, new
    return position if met else end


def push_out_of_movers(among: AmongMovers, numbers: Sequence[int], position: Vector) -> tuple[Vector, int | None]:
    """Move a body out of movers, as far as walls allow. Returns its position [m], and a mover that it is too deep in, or None."""
    movers, _, mesh, body, tick, rules = among
    for _ in range(MOST_ROUNDS):
        depth, number = deepest_overlap(movers, numbers, body, position, tick, rules)
        if number is None or depth <= TOUCHING:
            return position, None
        pose = movers.pose(number, tick)
        out = body.in_frame_of(pose).depenetrate(movers.all[number].mesh, pose.to_own(position), without_step_up(rules))
        position = body.slide(mesh, position, pose.to_world(out), rules)
    depth, number = deepest_overlap(movers, numbers, body, position, tick, rules)
    return position, number if depth > CRUSH_DEPTH * min(body.ellipsoid.radii) else None


def deepest_overlap(
    movers: Movers, numbers: Sequence[int], body: OrientedBody, position: Vector, tick: int, rules: Rules
) -> tuple[float, int | None]:
    """Return (depth [m], number) of the mover that overlaps a body most, or (0.0, None) without overlap."""
    depth, number = 0.0, None
    rules = without_step_up(rules)
    for other in numbers:
        pose = movers.pose(other, tick)
        here = body.in_frame_of(pose).depth(movers.all[other].mesh, pose.to_own(position), rules)
        if here > depth:
            depth, number = here, other
    return depth, number
