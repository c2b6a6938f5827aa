"""Players in volumes: containment, depth, first entry of a displacement, and volumes that act once.

A volume is a row of VOLUME.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from ..core.elementary_functions import cos_sin
from ..core.jit import inlined, interpreted_first, shared
from ..core.vec3 import UP, ZERO, Vector, along, away_from, dot, get3, hypot, hypot3, sub, vec
from ..level.contents.volume import (
    Checkpoint,
    Conveyor,
    Down,
    Effect,
    Finish,
    Gravity,
    Kill,
    MagicWall,
    Portal,
    TurnedGravity,
    Volume,
    Water,
    Wind,
)
from .player_params import CURRENT, STANDING
from .player_state import DIED, FLOOR, LOST, NOTHING, PORTED, PlayerRow, Rows, frame_of, is_given, row_dtype

# Kinds of effects. Up to GRAVITY_VOLUME they change the player's motion while it is inside; from KILL to PORTAL they act once,
# when the volume is entered.
WATER, WIND, CONVEYOR, GRAVITY_VOLUME, KILL, CHECKPOINT, FINISH, PORTAL, MAGIC_WALL = range(9)
KINDS = {
    **{Water: WATER, Wind: WIND, Conveyor: CONVEYOR, Gravity: GRAVITY_VOLUME, TurnedGravity: GRAVITY_VOLUME},
    **{Kill: KILL, Checkpoint: CHECKPOINT, Finish: FINISH, Portal: PORTAL, MagicWall: MAGIC_WALL},
}
# Rows of the tables below, with the tables' fields as attributes
VolumeRow = Any  # of VOLUME
LevelRow = Any  # of LEVEL
WallRow = Any  # of WALL
# A volume of a level. x, y: of its middle [m]; c, s: cosine and sine of its heading; low_corner, high_corner: of its box [m]
# deepest: distance of its middle from a side [m]; flow: velocity (3,) at which it carries the player [m/s]
# factor: of gravity; up, or the `centre` that it points away from, of a volume that turns gravity
# buoyancy, drag, swim, pace: of water. entry, is_mixed: working memory of a tick.
VOLUME = row_dtype(
    ("low_corner high_corner flow up centre", "f8", 3),
    ("half", "f8", 2),
    ("x y low high c s radius squared_radius deepest factor buoyancy drag swim pace entry", "f8"),
    ("kind", "i8"),
    ("turns is_central is_mixed", "?"),
)
# The level itself. up or centre: of its gravity; low, high: corners of the box around it, paths of movers included
# border: width of borders between gravities [m]; is_timed: True if it has a finish
LEVEL = row_dtype(("up centre low high", "f8", 3), ("border", "f8"), ("is_central is_timed", "?"))
# A one-way wall. at: middle of its bottom [m]; c, s: cosine and sine of its heading
# reach: distance beyond which the wall has no effect [m]; first, end: of its triangles in Surroundings.wall_triangles
WALL = row_dtype(("at", "f8", 3), ("c s reach", "f8"), ("first end", "i8"), ("one_way is_open", "?"))


class Surroundings(NamedTuple):
    """A level as the compiled tick reads it."""

    level: Rows  # (1,) row of LEVEL
    volumes: Rows  # (v,) rows of VOLUME
    walls: Rows  # (w,) rows of WALL
    wall_triangles: np.ndarray  # (t,) numbers of the walls' triangles in the level's mesh
    wall_corners: np.ndarray  # (t, 9) their corners [m]


def volume_row(volume: Volume) -> VolumeRow:
    """Return the row of VOLUME for a level's Volume."""
    effect, row, (x, y, low) = volume.effect, np.zeros(1, VOLUME)[0], volume.at
    row["x"], row["y"], row["low"], row["high"], row["kind"] = x, y, low, low + volume.height, KINDS[type(effect)]
    (row["c"], row["s"]), row["radius"] = cos_sin(volume.heading), volume.radius
    row["half"] = across, ahead = volume.size[0] / 2.0, volume.size[1] / 2.0
    row["squared_radius"], row["flow"] = volume.radius * volume.radius, volume.rotate(flow_of(effect))
    row["deepest"] = min(0.5 * volume.height, volume.radius or min(across, ahead))
    c, s = abs(row["c"]), abs(row["s"])
    aside, beside = (volume.radius,) * 2 if volume.radius else (across * c + ahead * s, across * s + ahead * c)
    row["low_corner"], row["high_corner"] = (x - aside, y - beside, low), (x + aside, y + beside, low + volume.height)
    for name in ("factor", "buoyancy", "drag", "swim", "pace"):
        row[name] = getattr(effect, name, 0.0)
    row["turns"] = isinstance(effect, TurnedGravity)
    write_gravity_direction(row, getattr(effect, "down", None))
    return row


def flow_of(effect: Effect) -> Vector:
    """Return the velocity (3,) [m/s] at which a volume's effect carries the player, in the volume's frame, or zeros."""
    if isinstance(effect, Water):
        return effect.current
    if isinstance(effect, Wind):
        return effect.velocity
    return (0.0, effect.speed if isinstance(effect, Conveyor) else 0.0, 0.0)


def write_gravity_direction(row: VolumeRow, down: Down | None) -> None:
    """Write the direction of gravity to a row of VOLUME or LEVEL. down: or None for -z"""
    row["up"], row["is_central"] = UP, down is not None and down.towards is not None
    if down is not None and down.towards is not None:
        row["centre"] = down.towards
    elif down is not None:
        row["up"] = down.up(ZERO)


@inlined
def up_by(row: VolumeRow, position: Vector) -> Vector:
    """Return the unit vector (3,) against the gravity of a level or a volume at a position (3,) [m]. row: of LEVEL or VOLUME"""
    return away_from(vec(row.centre), position) if row.is_central else vec(row.up)


NEVER = (1.0, 0.0)  # an empty interval

# Containment


@inlined
def contains_line(volume: VolumeRow, x: float, y: float, feet: float, head: float) -> bool:
    """True if at least one point of a vertical line is inside a volume.

    The line is at (x, y), from height `feet` to height `head` [m].
    """
    if not (head >= volume.low and feet <= volume.high):
        return False
    dx, dy = x - float(volume.x), y - float(volume.y)
    if volume.radius > 0.0:
        return dx * dx + dy * dy <= volume.squared_radius
    across, ahead = dx * volume.c + dy * volume.s, dy * volume.c - dx * volume.s
    return abs(across) <= volume.half[0] and abs(ahead) <= volume.half[1]


@inlined
def contains_player(volume: VolumeRow, position: Vector, up: Vector, half: float) -> bool:
    """True if a volume contains a player with its centre at a position (3,) [m].

    up: the player's up, unit vector (3,); half: half of the player's height [m]
    An upright player is a line from the feet to the head. A player whose up is not +z is three points: feet, centre and head.
    """
    x, y, z = position
    if up == UP:
        return contains_line(volume, x, y, z - half, z + half)
    for part in (-1.0, 0.0, 1.0):
        x, y, z = along(position, up, part * half)
        if contains_line(volume, x, y, z, z):
            return True
    return False


@shared
def find_volumes(volumes: Rows, position: Vector, up: Vector, half: float, inside: np.ndarray) -> bool:
    """Write to `inside` (v,) True for the volumes that contain a player, else False. Return True if any value has changed.

    volumes: (v,) rows of VOLUME
    position: the player's centre (3,) [m]; up: the player's up, unit vector (3,); half: half of the player's height [m]
    """
    changed = False
    for number in range(volumes.shape[0]):
        now = contains_player(volumes[number], position, up, half)
        changed = changed or now != inside[number]
        inside[number] = now
    return changed


@interpreted_first
def find_inside_kind(volumes: Rows, kind: int, positions: np.ndarray, half: float, results: np.ndarray) -> None:
    """Write to `results` (n,) True for the positions at which an upright player is in a volume of the kind `kind`, else False.

    kind: such as KILL

    volumes: (v,) rows of VOLUME; positions: centres (n, 3) [m]; half: half of the player's height [m]
    """
    for k in range(positions.shape[0]):
        results[k] = False
        for number in range(volumes.shape[0]):
            if volumes[number].kind == kind and contains_player(volumes[number], get3(positions, k, 0), UP, half):
                results[k] = True


@inlined
def depth(volume: VolumeRow, position: Vector) -> float:
    """Return the distance [m] of a position (3,) [m] from the nearest side, top or bottom of a volume, negative outside."""
    dx, dy, z = position[0] - float(volume.x), position[1] - float(volume.y), position[2]
    height = min(z - volume.low, volume.high - z)
    if volume.radius > 0.0:
        across = ahead = volume.radius - hypot(dx, dy)
    else:
        across = volume.half[0] - abs(dx * volume.c + dy * volume.s)
        ahead = volume.half[1] - abs(dy * volume.c - dx * volume.s)
    nearest = min(height, across, ahead)
    if nearest >= 0.0:
        return nearest
    return -hypot3(min(height, 0.0), min(across, 0.0), 0.0 if volume.radius > 0.0 else min(ahead, 0.0))


# The entry of a displacement into volumes


@shared
def entry(volume: VolumeRow, start: Vector, displacement: Vector, half: float) -> float:
    """Return the fraction of a displacement, 0..1, at which a vertical line first touches a volume, or 2.0 if it does not.

    A line that begins in the volume touches it at 0.

    start, displacement: of the line's centre (3,) [m]; half: half of the line's length [m]
    """
    x, y, dx, dy = start[0] - volume.x, start[1] - volume.y, displacement[0], displacement[1]
    first, last = clip(start[2], displacement[2], (volume.low - half, volume.high + half), 0.0, 1.0)
    if first > last:
        return 2.0
    first, last = clip_to_outline(volume, (x, y), (dx, dy), first, last)
    return first if first <= last else 2.0


@shared
def way_out(volume: VolumeRow, position: Vector, up: Vector) -> float:
    """Return the distance [m] along `up` from a position (3,) [m] to where the line leaves a volume, or -inf if it misses it.

    up: unit vector (3,). The distance is negative if the line leaves the volume before the position.
    """
    (x, y, z), (dx, dy, dz) = position, up
    x, y = x - float(volume.x), y - float(volume.y)
    first, last = clip(z, dz, (volume.low, volume.high), -inf, inf)
    first, last = clip_to_outline(volume, (x, y), (dx, dy), first, last)
    return last if first <= last else -inf


@inlined
def clip(start: float, rate: float, sides: tuple[float, float], first: float, last: float) -> tuple[float, float]:
    """Clip the interval first..last to the values t for which start + t * rate is between the two `sides`.

    Returns the new (first, last), which is empty if first > last.
    """
    low, high = sides
    if rate == 0.0:
        return (first, last) if low <= start <= high else NEVER
    a, b = (low - start) / rate, (high - start) / rate
    return max(first, min(a, b)), min(last, max(a, b))


@inlined
def clip_to_outline(
    volume: VolumeRow, start: tuple[float, float], rate: tuple[float, float], first: float, last: float
) -> tuple[float, float]:
    """Clip the interval first..last to the values t for which the point start + t * rate is above or below a volume.

    start, rate: (2,), relative to the volume's middle. Returns the new (first, last), which is empty if first > last.
    """
    (x, y), (dx, dy) = start, rate
    if volume.radius > 0.0:
        return clip_to_circle(start, rate, volume.squared_radius, first, last)
    c, s, across, ahead = volume.c, volume.s, volume.half[0], volume.half[1]
    first, last = clip(x * c + y * s, dx * c + dy * s, (-across, across), first, last)
    return clip(y * c - x * s, dy * c - dx * s, (-ahead, ahead), first, last)


@inlined
def clip_to_circle(
    start: tuple[float, float], rate: tuple[float, float], squared_radius: float, first: float, last: float
) -> tuple[float, float]:
    """Clip the interval first..last to the values t for which the point start + t * rate is in a circle around the origin.

    start, rate: (2,); squared_radius: square of the circle's radius

    Returns the new (first, last), which is empty if first > last.
    """
    a, c = rate[0] * rate[0] + rate[1] * rate[1], start[0] * start[0] + start[1] * start[1] - squared_radius
    if a == 0.0:
        return (first, last) if c <= 0.0 else NEVER
    b = start[0] * rate[0] + start[1] * rate[1]
    discriminant = b * b - a * c
    if discriminant < 0.0:
        return NEVER
    root = sqrt(discriminant)
    return max(first, (-b - root) / a), min(last, (root - b) / a)


@inlined
def first_entry(volume: VolumeRow, start: Vector, displacement: Vector, up: Vector, half: float) -> float:
    """Return the fraction of a displacement, 0..1, at which a player first enters a volume, or 2.0 if it does not.

    start, displacement: of the player's centre (3,) [m]
    up: the player's up, unit vector (3,); half: half of the player's height [m]
    The player is a line or three points, as in `contains_player`.
    """
    if up == UP:
        return entry(volume, start, displacement, half)
    first = 2.0
    for part in (-1.0, 0.0, 1.0):
        first = min(first, entry(volume, along(start, up, part * half), displacement, 0.0))
    return first


# Depth [of half the body's height] of the feet below the lowest point of the level at which the player counts as fallen out.
# Smaller: a player that sinks into the floor by the paper's printed listing counts as fallen; larger: a long fall into nothing.
FALL_MARGIN = 5.0 / 9.0
# The same for a player that has not stood yet, so that it returns to the spawn. Smaller: free falls beside a level end early;
# larger: the player waits for it longer than 4 s.
LONG_FALL = 100.0
PASSED = 2.0  # the `entry` of a trigger that the player does not touch, or that has acted


@shared
def find_event(surroundings: Surroundings, before: PlayerRow, player: PlayerRow, inside: np.ndarray, params: Rows) -> int:
    """Apply the checkpoints and the finish that a player crossed in its tick, and return the event that Python must handle.

    before, player: at the tick's start and end; `player` is changed
    inside: (v,) bool, True for the volumes that contained the player; updated to those that contain it now
    Returns DIED, PORTED, LOST or NOTHING.
    """
    find_crossed(surroundings.volumes, before, player, inside, params[CURRENT].feet)
    for _ in range(surroundings.volumes.shape[0]):
        number = next_crossed(surroundings.volumes)
        if number < 0:
            break
        volume = surroundings.volumes[number]
        if volume.kind == KILL:
            return DIED
        if volume.kind == PORTAL:
            player.volume = number
            return PORTED
        if volume.kind == CHECKPOINT:
            player.checkpoint = max(player.checkpoint, number)
        if volume.kind == FINISH and player.started >= 0 and player.finished < 0:
            player.finished, player.finish_part = player.tick, volume.entry
        volume.entry = PASSED
    return LOST if is_lost(surroundings.level[0], player, params) else NOTHING


@inlined
def find_crossed(volumes: Rows, before: PlayerRow, player: PlayerRow, inside: np.ndarray, half: float) -> None:
    """Write the `entry` of each trigger, the fraction of the displacement at which the player enters it, and update `inside`.

    before, player: at the tick's start and end; inside: (v,) bool, True for the volumes that contain the player
    half: half of the player's height at the end of the tick [m]
    A portal acts only on a player that was not in it before. `player.enters` becomes True if any value of `inside` changes,
    otherwise False.
    """
    start, position, up = vec(before.position), vec(player.position), frame_of(player)[2]
    displacement = sub(position, start)
    player.enters = False
    for number in range(volumes.shape[0]):
        volume = volumes[number]
        is_inside = contains_player(volume, position, up, half)
        volume.entry = PASSED
        if KILL <= volume.kind <= PORTAL and not (volume.kind == PORTAL and inside[number]):
            entered = first_entry(volume, start, displacement, up, half)
            volume.entry = min(entered, 1.0) if is_inside else entered
        player.enters = player.enters or is_inside != inside[number]
        inside[number] = is_inside


@inlined
def next_crossed(volumes: Rows) -> int:
    """Return the index of the trigger with the smallest `entry`, or -1 if none is crossed any more. volumes: rows of VOLUME"""
    first, number = PASSED, -1
    for other in range(volumes.shape[0]):
        if volumes[other].entry < first:
            first, number = float(volumes[other].entry), other
    return number


@inlined
def is_lost(level: LevelRow, player: PlayerRow, params: Rows) -> bool:
    """True if the player is on no floor, and its feet are far below the level and the places to return to.

    How far depends on whether the player has a last safe position: FALL_MARGIN, or else LONG_FALL.
    """
    if player.ground == FLOOR:  # its round bottom may hang on the edge of the lowest floor
        return False
    up, low, high = frame_of(player)[2], vec(level.low), vec(level.high)
    lowest = (low[0] if up[0] > 0.0 else high[0], low[1] if up[1] > 0.0 else high[1], low[2] if up[2] > 0.0 else high[2])
    height = dot(vec(player.position), up) - params[CURRENT].feet
    margin = FALL_MARGIN if is_given(player.stood[0]) else LONG_FALL
    return not height > dot(lowest, up) - margin * params[STANDING].feet
