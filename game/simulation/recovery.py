"""Recovery of a player that starts a tick inside a surface, or is inside a mover. It is moved out before it walks."""

from collections.abc import Iterator, Sequence
from itertools import chain, product, repeat
from math import dist, hypot, inf, pi

import numpy as np

from ..collision import Nearby, Rules, depenetrate
from ..collision.depenetration import MOST_ESCAPE_PLANES, shortest_push
from ..collision.entry_points import find_penetrations
from ..collision.mesh.closed_shells import RAYS, turns_around
from ..collision.public_api import nearby_for
from ..core.elementary_functions import cos, sin
from ..core.right_forward_up_frame import WORLD, Frame, frame_at
from ..core.vec3 import ZERO, Vector, add, along, dot, triangle_normals
from ..level.contents.mover import Mover
from ..player.body_shape import DEEP
from ..player.obstacles_and_one_way_walls import AROUND
from .movers import Movers
from .oriented_body import ANY, UNIT, OrientedBody, empty_mesh, rotated_mesh
from .pushing import TOUCHING, AmongMovers

# Pushes in one tick between surfaces on several sides. Fewer: a tick visibly ends beside the middle of a narrow gap; more: only
# costs time, and 512 cost a millisecond.
PUSHES = 512
# Longest displacement out of a wedge or around an edge [least radii]. Smaller: a mover enters a body that could leave it; 1 or
# more: the body can come out on the other side of a small obstacle.
LONGEST_SLIP = 0.75
# Positions tried around a place: rings, and directions of each. Fewer: a body in a wedge or in a large mover finds no way out;
# more: it may be placed far away.
RINGS, DIRECTIONS = 8, 8


def recovered_position(nearby: Nearby, position: Vector, rules: Rules, leap: float = 0.0) -> Vector:
    """Return the position [m] of the body of `nearby`, moved out through the nearest faces, or as far out as possible.

    leap: largest distance that a point of a mover near the body moves in this tick [m]
    """
    is_rotated = nearby.mesh is empty_mesh()
    mesh = rotated_mesh(*nearby.mover_triangles) if is_rotated else nearby.mesh
    outside, is_free = depenetrate(mesh, nearby.body, position, rules)
    farthest = (AROUND - 1.0) * max(nearby.body.radii[:2]) if is_rotated else inf  # beyond, not all was gathered
    if outside != position and (dist(position, outside) > farthest or crosses_surface(nearby, position, outside)):
        is_free = False
    start = outside if is_free else position  # outside of what stands, it may still be in a mover
    return push_step_by_step(nearby, start, rules, leap)


def crosses_surface(nearby: Nearby, start: Vector, end: Vector) -> bool:
    """True if a surface crosses the line from `start` to `end` (3,) [m]. Never true for equal points."""
    length = dist(start, end)
    if length == 0.0:
        return False
    direction = tuple((b - a) / length for a, b in zip(start, end))
    return nearby.raycast(start, direction, length) < inf


def push_step_by_step(nearby: Nearby, position: Vector, rules: Rules, leap: float = 0.0) -> Vector:
    """Return the position (3,) [m] of a body after many short pushes, each away from the nearest surface.

    Movers never push a body deeper into the level. The body is first pushed out of the level's mesh only, if all surfaces
    together leave no exit. From there it moves by `slip_along_gap`.
    """
    place, depth = push_repeatedly(nearby, position, rules, among_all=True)
    if depth > DEEP * rules.skin:
        place, depth = push_repeatedly(nearby, position, rules, among_all=False)
        if depth <= DEEP * rules.skin:
            return slip_along_gap(nearby, place, rules, leap)
    return place


def push_repeatedly(nearby: Nearby, position: Vector, rules: Rules, among_all: bool) -> tuple[Vector, float]:
    """Return (position [m], depth [m]) of a body after many short pushes, each away from the nearest surface.

    among_all: True if movers push too, besides the level's mesh
    The result is the position on the path at which the body is least deep. The depth is negative for a gap. Between two leaning
    surfaces the pushes add up to a path out of the gap. No push is longer than half of the centre's distance from the nearest
    surface, so the centre stays on its side of every surface.
    """
    place, best, least = position, position, inf
    for _ in range(PUSHES):
        found = nearby.gather(place, ZERO, ZERO).penetrations()
        gap = found[1]
        if not among_all:
            of_mesh = nearby.candidates[: nearby.count][nearby.triangles() < nearby.static_count]
            found = find_penetrations.with_same_types(of_mesh, len(of_mesh), nearby.settings, False)
        deepest, _, depth, normal = found
        if deepest < least:
            best, least = place, deepest
        if deepest <= DEEP * rules.skin:
            break
        push = min(depth + rules.skin, 0.5 * gap * min(nearby.body.radii))
        place = tuple(p + n * push for p, n in zip(place, normal))  # type: ignore[assignment]
    return best, least


def slip_along_gap(nearby: Nearby, position: Vector, rules: Rules, leap: float) -> Vector:
    """Return the position (3,) [m] of a body that slips along a narrow wedge, or around an edge, if single pushes fail.

    The displacement is at most `leap`, or LONGEST_SLIP times the smallest radius if that is longer. At its end the body is one
    skin away from all surfaces, or less if there is no space. The body stays in place if there is no such displacement, or if
    all of them cross a surface.
    """
    shortest = LONGEST_SLIP * min(nearby.body.radii)
    least_gap = DEEP * rules.skin  # without any gap, rounding would decide
    normal = nearby.gather(position, ZERO, ZERO).penetrations()[3]
    for longest, gap in product((shortest, leap) if leap > shortest else (shortest,), (rules.skin, least_gap)):
        spacing = longest / RINGS
        beside = ring_positions(frame_at(normal) or WORLD, position, spacing)  # between parallel surfaces there is no wedge
        for start, most in chain([(position, longest)], zip(beside, repeat(spacing))):
            push = push_out_of_all(nearby, start, most, gap, least_gap)
            if push is not None:
                end = add(start, push)
                if dist(position, end) <= longest and not crosses_surface(nearby, position, end):
                    return end
    return position


def ring_positions(frame: Frame, position: Vector, spacing: float) -> Iterator[Vector]:
    """Yield positions [m] in rings `spacing` apart, the nearest first, in the plane of a frame's right and forward."""
    right, forward, _ = frame
    for ring in range(1, RINGS + 1):
        for direction in range(DIRECTIONS):
            angle = 2.0 * pi * direction / DIRECTIONS
            yield along(along(position, right, ring * spacing * sin(angle)), forward, ring * spacing * cos(angle))


def push_out_of_all(nearby: Nearby, position: Vector, longest: float, gap: float, deep: float) -> Vector | None:
    """Return the shortest push (3,) [m] out of all surfaces around a body, at most `longest` [m] long, or None without one.

    gap: distance between the pushed body and each surface [m]; deep: least depth that counts as inside [m]
    """
    push: Vector | None = ZERO
    planes: list[tuple[Vector, float]] = []
    while push is not None and len(planes) < MOST_ESCAPE_PLANES:
        deepest, _, depth, normal = nearby.gather(add(position, push), ZERO, ZERO).penetrations()
        if deepest <= deep:
            return push
        planes.append((normal, depth + gap + dot(normal, push)))
        push = shortest_push(planes)
        if push is None or hypot(*push) > longest:
            return None
    return None


MOST_EXITS_OF_MOVER = 32  # tried. Fewer: a player in a mover of many faces is crushed; more only costs time, once


def mover_containing(movers: Movers, numbers: Sequence[int], position: Vector, tick: int) -> int | None:
    """Return the first of the movers `numbers` that contains a point (3,) [m] at a tick, or None."""
    for number in numbers:
        if contains(movers.all[number], movers.pose(number, tick).to_own(position)):
            return number
    return None


def contains(mover: Mover, point: Vector) -> bool:
    """True if a mover contains a point (3,) [m] in the mover's own frame. A mover with an open mesh contains no point."""
    (x, y, z), ((x0, y0, z0), (x1, y1, z1)) = point, mover.mesh.bounds
    if not (x0 < x < x1 and y0 < y < y1 and z0 < z < z1):
        return False
    if nearby_for(mover.mesh, UNIT, ANY).raycast(point, RAYS[0], inf) == inf:  # it takes a tenth of the time of what follows
        return False
    return turns_around(mover.corners - np.asarray(point)) != 0


def move_out_of_mover(among: AmongMovers, position: Vector) -> Vector:
    """Move a body with its centre at a position (3,) [m] in a mover out of it, by the shortest free way along a normal.

    Returns the new position (3,) [m], unchanged if the centre is in no mover, or if none of MOST_EXITS_OF_MOVER exits is free.
    """
    movers, numbers, mesh, body, tick, rules = among
    number = mover_containing(movers, numbers, position, tick)
    if number is None:
        return position
    pose, mover = movers.pose(number, tick), movers.all[number]
    local_body, local = body.in_frame_of(pose), pose.to_own(position)
    for displacement in exit_displacements(mover.corners - np.asarray(local), local_body, rules.skin)[:MOST_EXITS_OF_MOVER]:
        end = body.slide(mesh, position, pose.to_world(tuple(local + displacement)), rules)
        local_end = pose.to_own(end)
        if local_body.depth(mover.mesh, local_end) <= TOUCHING and not contains(mover, local_end):
            return end
    return position


def exit_displacements(corners: np.ndarray, body: OrientedBody, skin: float) -> np.ndarray:
    """Return the displacements (n, 3) [m] that move a body at the origin out through each triangle's plane, shortest first.

    corners: (t, 3, 3) [m]; those without area are left out; skin: gap that is left to the plane [m]
    """
    normals = triangle_normals(corners)
    sizes = np.linalg.norm(normals, axis=1)
    real = sizes > 0.0
    normals = normals[real] / sizes[real, None]
    ahead = (normals * corners[real, 0]).sum(axis=1)
    lengths = np.abs(ahead) + [body.half_extent(normal) + skin for normal in normals]
    return (normals * np.copysign(lengths, ahead)[:, None])[np.argsort(lengths, kind="stable")]
