"""Placement of a whole body: at the start of a run, a checkpoint, a portal's exit, the last safe position, or after a hot reload.

`place_body` keeps the feet. The body stands if it has room to stand, and otherwise it crouches. It is placed on the front side of
the ground, for any direction of gravity, outside solids (closed_shells.py) and beside movers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import dist, inf, pi
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..collision import Ellipsoid, sweep
from ..collision.entry_points import raycast_triangles
from ..core.elementary_functions import tan
from ..core.right_forward_up_frame import WORLD, frame_at, up_of
from ..core.vec3 import UP, add, along, cross, dot, hypot, length, normalise, sub, triangle_normals
from ..player.player_params import PlayerParams
from ..player.player_state import PlayerState
from .body_heading import body_heading
from .oriented_body import OrientedBody
from .pushing import TOUCHING, deepest_overlap, mover_rules
from .recovery import RINGS, exit_displacements, mover_containing, ring_positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..collision import Rules, TriangleMesh
    from ..core.vec3 import Vector
    from .world import World

# Allowed distance [of half the body's height] of the feet from the ground below them. Smaller: a point a little too deep
# is under the floor; larger: the other side of a thin floor counts.
GROUND_TOLERANCE = 0.1
# Positions tried above a mover, half a body apart. Fewer: a player placed in a large one is crushed; more: the player may be
# placed far away.
HEIGHTS = 6
# Longest push out of the level that keeps a body at its place [of the least radius]. Shorter: a body that a wall touches is
# placed elsewhere; larger: it is pushed far out of a low crawl space.
LONGEST_PUSH = 2.0
# How much farther a standing body may be pushed than a crouched one [of the least radius]. Smaller: a body crouches where its
# head touches; larger: it is pushed out of a crawl space.
SHUFFLE = 0.25
# The nearest exits out of solids that are tried. Then follow the nearest along each direction of a coarse grid. Fewer: the body
# goes farther than it must out of finely meshed solids; more: only costs time, once.
MOST_EXITS = 256
COARSE = 4.0  # cells of this grid along half an axis. Smaller: an exit between two walls is missed; larger: only costs time, once


class Room(NamedTuple):
    """The surroundings in which a body is placed."""

    world: World  # World
    mesh: TriangleMesh  # TriangleMesh of the level, without the triangles that let the player pass
    movers: Sequence[int]  # numbers of the movers that count
    tick: int  # tick of their poses
    rules: Rules  # as from `mover_rules`

    def body(self, state: PlayerState) -> OrientedBody:
        return OrientedBody(self.world.body_in(state), state.frame)

    def depth(self, body: OrientedBody, position: Vector) -> float:
        """Return the depth [m] of a body at a position (3,) [m] in the level and in movers, inf for a centre in a solid."""
        depth = body.depth(self.mesh, position, self.rules)
        if self.movers and depth <= TOUCHING:
            depth = max(depth, self.depth_in_movers(body, position))
        return inf if depth <= TOUCHING and self.in_solid(position, True) else depth

    def depth_in_movers(self, body: OrientedBody, position: Vector) -> float:
        """Return the depth [m] of a body at a position (3,) [m] in movers. It is inf with the centre inside one."""
        movers = self.world.movers
        assert movers is not None
        if mover_containing(movers, self.movers, position, self.tick) is not None:
            return inf
        return deepest_overlap(movers, self.movers, body, position, self.tick, self.rules)[0]

    def in_solid(self, position: Vector, is_free: bool = False) -> bool:
        """True if a position (3,) [m] is inside a solid of the level, see ClosedShells. From there no ray leaves the level."""
        if self.mesh.raycast([position], [UP], inf)[0] == inf:
            return False
        return self.mesh.closed_shells.in_solid(np.array(position), is_free)

    def crosses(self, start: Vector, end: Vector) -> bool:
        """True if a triangle of the level is between two positions (3,) [m]."""
        far = dist(start, end)
        return far > TOUCHING and float(self.mesh.raycast([start], [normalise(sub(end, start))], far)[0]) <= far


def place_body(world: World, state: PlayerState, among_movers: bool = True) -> PlayerState:
    """Return a PlayerState at the same place, in which the whole body has room.

    state: PlayerState with the body's centre at the place, for its own posture, and with the heading
    among_movers: True if the movers in the tick of the state count. At the start of a run the first tick moves the player out
    of them.
    The result is unchanged for a body that touches nothing there, except that it becomes upright. Otherwise the body keeps its
    feet and crouches, if a crouched body fits better. A body that fits in no posture, or whose centre is in a solid, leaves it
    by the nearest free side. Otherwise it stands on the ground near the place. A small overlap is left to the next tick, as is a
    place without any room nearby. Triangles that the caller's `refuse` names do not count.
    """
    state = state.replace(frame=frame_at(world.up_at(state.position), state.frame))
    room = room_at(world, state, among_movers)
    if room.depth(room.body(state), state.position) <= TOUCHING:
        return state
    if world.refuse is not None:
        room = without_refused(room, state)
        if room.depth(room.body(state), state.position) <= TOUCHING:
            return state
    postures = list(postures_of(world, state))
    for places in (places_here(room, postures), places_outside_solids(room, postures), places_around(room, postures)):
        found = next(places, None)
        if found is not None:
            return found
    return state


def onto_ground(world: World, state: PlayerState) -> PlayerState:
    """Return the PlayerState of a body with ground below its centre: `state`, or at such a place near it if there is one.

    A mover that is below the centre in the tick of the state is ground, too. A place beside `state` is on the level alone.
    """
    state = state.replace(frame=frame_at(world.up_at(state.position), state.frame))
    room = without_refused(room_at(world, state, among_movers=True), state)
    params = world.params.at(state.crouched)
    if ground_position(room.mesh, room.body(state), state.position, params) is not None or is_above_mover(room, state, params):
        return state
    return next(places_around(room._replace(movers=()), [state]), state)


def is_above_mover(room: Room, state: PlayerState, params: PlayerParams) -> bool:
    """True if a mover is below the centre of a body, no more than a step below its feet."""
    if not room.movers:
        return False
    assert room.world.movers is not None
    corners, _ = room.world.movers.triangles(room.movers, room.tick)
    down = tuple(-part for part in up_of(state.frame))
    farthest = params.feet + max(params.step_down, params.step_up)
    return raycast_triangles.with_same_types(corners, state.position, down, farthest) < inf


def room_at(world: World, state: PlayerState, among_movers: bool) -> Room:
    """Return the Room around a PlayerState. The parameters are those of `place_body`."""
    params = world.params
    movers: Sequence[int] = ()
    if among_movers and world.movers is not None:
        movers = world.movers.near(state.position, ((RINGS + 2) * max(params.radii),) * 3, state.tick)
    rules = mover_rules(params.skin, params.max_slope, params.step_up)
    return Room(world, world.solid_mesh(), movers, state.tick, rules)


def without_refused(room: Room, state: PlayerState) -> Room:
    """Return a Room without the triangles and movers that the caller's `refuse` names for a PlayerState."""
    refused, movers = room.world.refused_by_caller(state)
    if refused is None or not (refused.any() or movers):
        return room
    mesh = room.world.solid_mesh(np.flatnonzero(refused))
    return room._replace(mesh=mesh, movers=[number for number in room.movers if number not in movers])


def postures_of(world: World, state: PlayerState) -> Iterator[PlayerState]:
    """Yield PlayerStates with the feet at the same place: the posture of `state` first, then a crouched and a turned body."""
    up, own = up_of(state.frame), world.params.at(state.crouched).feet
    turns = world.rules.turn_body and world.params.radii[0] != world.params.radii[1]
    for crouched in dict.fromkeys((state.crouched, 1.0)):
        there = state
        if crouched != state.crouched:
            lower = own - world.params.at(crouched).feet
            there = state.replace(position=along(state.position, up, -lower), crouched=crouched)
        yield there
        if turns:
            heading = body_heading(state)
            yield from (there.replace(facing=heading + turn) for turn in (0.5 * pi, 0.25 * pi, -0.25 * pi))


def places_here(room: Room, postures: list[PlayerState]) -> Iterator[PlayerState]:
    """Yield the posture that fits at the place, if any does. The first posture keeps its position, also with a small overlap.

    A posture fits if it is free, or if a push of at most LONGEST_PUSH makes it free. No push counts with the first centre in a
    solid. No posture counts whose centre is on the other side of a surface than the first: the body would pass the solid. But the
    feet decide where they are on the ground, because a standing body's centre may be above a thin roof.
    """
    best, least, radius = None, inf, min(room.world.params.radii)
    first = postures[0]
    centre, up, params = first.position, up_of(first.frame), room.world.params.at(first.crouched)
    feet = along(centre, up, 2.0 * params.skin - params.feet)
    below = tuple(-part for part in up)
    is_on_ground = float(room.mesh.raycast([feet], [below], GROUND_TOLERANCE * params.feet)[0]) < inf
    longest = 0.0 if room.in_solid(centre) else LONGEST_PUSH * radius
    for posture in postures:
        body = room.body(posture)
        if room.in_solid(posture.position) or room.movers and room.depth_in_movers(body, posture.position) > TOUCHING:
            continue
        end = pushed_out(room, body, posture.position, longest)
        if end is None or longest > 0.0 and room.crosses(feet if is_on_ground else centre, posture.position):
            continue
        is_first = posture is first
        cost = dist(posture.position, end) + (0.0 if is_first else SHUFFLE * radius)
        if cost < least:
            best, least = posture if is_first else posture.replace(position=end), cost
    if best is not None:
        yield best


def pushed_out(room: Room, body: OrientedBody, position: Vector, longest: float) -> Vector | None:
    """Return the position (3,) [m] of a body after a push of at most `longest` [m] out of the level, or None."""
    end = position
    if body.depth(room.mesh, position, room.rules) > TOUCHING:
        end = body.depenetrate(room.mesh, position, room.rules)
    is_near = dist(position, end) <= longest and not room.crosses(position, end)
    return end if is_near and room.depth(body, end) <= TOUCHING else None


def places_outside_solids(room: Room, postures: list[PlayerState]) -> Iterator[PlayerState]:
    """Yield PlayerStates outside the solids around the centre, the nearest first. A crouched one counts as farther."""
    start, shells = postures[0].position, room.mesh.closed_shells
    if not room.in_solid(start):
        return
    found: list[tuple[float, int, list[float], PlayerState]] = []
    rooms = shells.rooms(np.array(start))
    for posture in postures:
        lower = room.world.params.feet - room.world.params.at(posture.crouched).feet
        for displacement in exits_of(room, room.body(posture), start).tolist():
            found.append((round(length(displacement) + lower, 6), len(found), displacement, posture))
    found.sort(key=itemgetter(0, 1))
    spread = {tuple(round(COARSE * part / length(row[2])) for part in row[2]): row for row in reversed(found[MOST_EXITS:])}
    for _, _, displacement, posture in [*found[:MOST_EXITS], *sorted(spread.values(), key=itemgetter(0, 1))]:
        end = pushed_out(room, room.body(posture), add(start, displacement), 0.5 * min(room.world.params.radii))
        if end is None or shells.rooms(np.array(end)) != rooms:
            continue
        if not shells.sheet_between(np.array(start), np.array(end)):
            yield posture.replace(position=end)


def exits_of(room: Room, body: OrientedBody, start: Vector) -> np.ndarray:
    """Return the displacements (n, 3) [m] of a body from `start` (3,) [m] out of the solids there, the shortest first.

    They lead through the faces of the solids. A face counts if the centre passes it, or passes at most one radius beside it.
    Upwards is before other directions of the same length.
    """
    corners = room.mesh.closed_shells.connected(np.array(start)) - np.array(start)
    normals = triangle_normals(corners)
    ahead = (normals * corners[:, 0]).sum(axis=1)
    feet = normals * (ahead / np.maximum((normals * normals).sum(axis=1), 1e-300))[:, None]
    reach = max(body.ellipsoid.radii)
    passed = ((feet >= corners.min(axis=1) - reach) & (feet <= corners.max(axis=1) + reach)).all(axis=1)
    exits = exit_displacements(corners[(ahead > 0.0) & passed], body, room.world.params.skin)
    lengths = np.round(np.sqrt((exits * exits).sum(axis=1)), 6)
    exits = exits[np.lexsort((-(exits * up_of(body.frame)).sum(axis=1), lengths))]
    _, first = np.unique(np.round(exits, 6), axis=0, return_index=True)  # many triangles are in one plane
    return exits[np.sort(first)]


def places_around(room: Room, postures: list[PlayerState]) -> Iterator[PlayerState]:
    """Yield PlayerStates on the ground around the place, the nearest first, then above it among movers."""
    first, params = postures[0], room.world.params
    for posture in postures:
        body, start = room.body(posture), first.position
        rings = ring_positions(first.frame or WORLD, start, max(params.radii[:2]))
        at = params.at(posture.crouched)
        # The second is for ceilings that are hardly higher than the body, and the third for slopes: there the body touches
        # the ground beside its lowest point.
        steepest = hypot(1.0, tan(params.max_slope) * max(at.radii[:2]) / at.feet)
        heights = GROUND_TOLERANCE, 2.0 * at.skin / at.feet, steepest - 1.0 + 2.0 * at.skin / at.feet
        on_ground = (ground_position(room.mesh, body, place, at, height) for place in rings for height in heights)
        above = positions_above(body, start, params.feet) if room.movers else ()
        for place in chain(on_ground, above):
            if place and not room.crosses(start, place) and room.depth(body, place) <= TOUCHING:
                yield posture.replace(position=place)


def standing_position(mesh: TriangleMesh, feet: Vector, up: Vector, params: PlayerParams) -> Vector:
    """Return the centre [m] of a player placed with its feet at a point [m]. up: unit vector against gravity

    The feet are one skin above the point. But if the triangle there faces downwards, the body touches the point from the side of
    the triangle's normal. With `up` = +z this is not checked.
    """
    normal = None if up == UP else surface_normal_at(mesh, feet, up, params)
    if normal is None or dot(normal, up) > 0.0:
        return along(along(feet, up, params.feet), up, params.skin)
    body = OrientedBody(Ellipsoid(params.radii), frame_at(up))
    return along(feet, normal, body.half_extent(normal) + params.skin)


def surface_normal_at(mesh: TriangleMesh, feet: Vector, up: Vector, params: PlayerParams) -> Vector | None:
    """Return the unit normal of the triangle at the feet [m], by its winding, or None if none is near. up: against gravity"""
    probe, reach = Ellipsoid((params.skin,) * 3), GROUND_TOLERANCE * params.feet
    for direction in (up, UP):
        hit = sweep(mesh, probe, along(feet, direction, reach), tuple(-2.0 * reach * part for part in direction))
        if hit is not None:
            a, b, c = mesh.vertices[mesh.triangles[hit.triangle]].tolist()
            return normalise(cross(sub(b, a), sub(c, a)))
    return None


def positions_above(body: OrientedBody, position: Vector, spacing: float) -> Iterator[Vector]:
    """Yield positions (3,) [m] above a position along an OrientedBody's up, nearest first, at multiples of `spacing` [m]."""
    for number in range(1, HEIGHTS + 1):
        yield along(position, up_of(body.frame), number * spacing)


def ground_position(
    mesh: TriangleMesh, body: OrientedBody, position: Vector, params: PlayerParams, height: float = GROUND_TOLERANCE
) -> Vector | None:
    """Return the centre [m] of a body that was moved from `position` [m] along its up to a little above the ground.

    height: of the feet above the ground [of half the body's height]. None without ground at most a step below the feet.
    """
    up = up_of(body.frame)
    depth = float(mesh.raycast([position], [[-part for part in up]], params.feet + max(params.step_down, params.step_up))[0])
    return along(position, up, (1.0 + height) * params.feet - depth) if depth < inf else None
