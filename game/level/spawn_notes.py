"""Notes about a place where the player begins: no floor below it, or a kill volume around it."""

from collections.abc import Iterator

import numpy as np

from ..core.right_forward_up_frame import WORLD, frame_at
from ..core.vec3 import UP, Vector, VectorLike, along
from .contents.level import Level
from .contents.volume import Gravity, Kill, Portal, TurnedGravity, Volume, Water, Wind

# Heights above the feet of the points that are tested [m], from just above the feet to just below the top of the head. Fewer: a
# thin kill volume is missed; nearer to the floor: a volume that ends there counts.
BODY = tuple(np.linspace(0.05, 1.75, 18).tolist())
FROM = 0.3  # height above the feet from which a floor is searched [m]. Lower: a floor a little above the feet is missed
# Distance of the places beside the feet from which a floor is searched, too [m]. Less: a body that hangs on an edge is noted.
BESIDE = 0.2
TOUCH = 1e-9  # part of a triangle by which a ray may miss it. Smaller: a ray along an edge misses both triangles


def ups_at(level: Level, feet: Vector) -> list[Vector]:
    """Return the possible directions (3,) against gravity at a place: the level's, and those of volumes with turned gravity."""
    downs = [level.gravity, *(v.effect.down for v in level.volumes if isinstance(v.effect, TurnedGravity))]
    return list(dict.fromkeys(UP if down is None else down.up(feet) for down in downs))


def notes_on_spawn(level: Level, feet: Vector) -> tuple[str, ...]:
    """Return a line for each reason why a player that begins with its feet at a place (3,) [m] cannot walk from there."""
    name, ups, notes = f"the spawn at ({', '.join(f'{number:g}' for number in feet)}) m", ups_at(level, feet), []
    if not any(has_floor_below(level, feet, up) for up in ups):
        notes.append(f"{name} has no floor below it, so the player falls; move it to a place above a floor")
    for number, volume in enumerate(level.volumes, 1):
        if isinstance(volume.effect, Kill) and all(any(volume.contains(along(feet, up, h)) for h in BODY) for up in ups):
            notes.append(f"{name} lies in the kill volume {number}, so the player dies there at once; move one of them")
    return tuple(notes)


def has_floor_below(level: Level, feet: Vector, up: Vector) -> bool:
    """True if the level has a triangle below a place (3,) [m], or a mover or a volume may pass there that carries the player.

    up: unit vector (3,) against gravity
    """
    axes = np.array(frame_at(up) or WORLD)
    beside = (0.0, 0.0), (BESIDE, 0.0), (-BESIDE, 0.0), (0.0, BESIDE), (0.0, -BESIDE)
    start = np.array(along(feet, up, FROM))
    with np.errstate(all="ignore"):
        points = (level.vertices - start) @ axes.T  # seen from there, with z along `up`
    sides = np.concatenate([points[:, :2] > BESIDE, points[:, :2] < -BESIDE, points[:, 2:] > 0.0], axis=1)
    is_aside = np.packbits(sides, axis=1)[:, 0]  # a bit for each side; a triangle with one in all corners is not below
    corners = points[level.triangles[np.bitwise_and.reduce(is_aside[level.triangles], axis=1) == 0]]
    if any(hits_below(corners - (x, y, 0.0)) for x, y in beside):
        return True
    return any(is_above_box(start, -axes[2], np.array(low), np.array(high)) for low, high in carriers(level))


def hits_below(corners: np.ndarray) -> bool:
    """True if a ray from the origin along -z hits one of the triangles (t, 3, 3)."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    a, b, c = corners[(low <= 0.0).all(axis=1) & (high[:, :2] >= 0.0).all(axis=1)].transpose(1, 0, 2)
    with np.errstate(all="ignore"):  # one that is vertical, or beyond all numbers, has parts that are NaN, and is not hit
        weights = np.stack([q[:, 0] * r[:, 1] - q[:, 1] * r[:, 0] for q, r in ((b, c), (c, a), (a, b))])
        parts = weights / weights.sum(axis=0)
        heights = parts[0] * a[:, 2] + parts[1] * b[:, 2] + parts[2] * c[:, 2]
    return bool(((parts >= -TOUCH).all(axis=0) & (heights <= 0.0)).any())


def carriers(level: Level) -> Iterator[tuple[VectorLike, VectorLike]]:
    """Yield the corners (low, high) [m] of boxes around the movers' paths, and around volumes in which no one simply falls."""
    yield from (mover.range for mover in level.movers)
    for volume in level.volumes:
        if isinstance(volume.effect, Portal | Wind | Gravity | Water):
            yield box_of(volume)


def box_of(volume: Volume) -> tuple[Vector, Vector]:
    (x, y, z), half = volume.at, volume.radius or float(np.hypot(*volume.size)) / 2.0
    return (x - half, y - half, z), (x + half, y + half, z + volume.height)


def is_above_box(start: np.ndarray, direction: np.ndarray, low: np.ndarray, high: np.ndarray) -> bool:
    """True if a ray from `start` (3,) [m] along a direction (3,) passes the box between two corners (3,) [m]."""
    with np.errstate(all="ignore"):
        ends = np.sort(np.stack([low - start, high - start]) / direction, axis=0)
    outside = (direction == 0.0) & ((start < low) | (start > high))
    first, last = np.where(direction == 0.0, -np.inf, ends[0]), np.where(direction == 0.0, np.inf, ends[1])
    return not outside.any() and max(float(first.max()), 0.0) <= float(last.min())
