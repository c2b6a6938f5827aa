"""Gravity blending: at the border between opposing gravities one fades into the other, and drag slows the body.

At a sharp border, gravity pulls a player back from both sides. The player would fall back and forth for ever and turn over each
time. A player whose feet are on the other side would never finish turning.
"""

from typing import NamedTuple

from ...core.jit import inlined, shared
from ...core.vec3 import Vector, add, along, dot, length, normalise, scale
from .volume_overlap_and_sweep import depth
from .volume_rows import GRAVITY, up_by

# Width of the border [half of the body's height]. Narrower: the player swings back and forth in it; wider: weight fades far from
# the volume's side.
BORDER_WIDTH = 1.0
# Drag on a fall in the middle of the border [1/s]. Smaller: the player swings for long; larger: falls through it are too slow.
BRAKE = 6.0
# Part of gravity below which the player does not turn. Smaller: a player that swings in a border turns over and over; larger: a
# player in weak gravity does not become upright.
WEAK_GRAVITY = 0.1
STEP = 1e-3  # of the difference quotient [widths of the border]. Smaller: rounding; larger: the step reaches around edges


class LocalGravity(NamedTuple):
    """Gravity at a position.

    up: unit vector (3,) against gravity
    factor: factor of gravity, blended in borders; below 0 where gravity pulls along `up`
    drag: drag in borders [1/s]
    """

    up: Vector
    factor: float
    drag: float


@shared
def gravity_at(surroundings, position, inside, own):
    """Return the LocalGravity at a position (3,) [m]. The volumes act one after another, in the order of the level's file.

    surroundings: Surroundings, whose volumes are changed
    inside: (v,) bool, True for the volumes that contain the player
    own: the player's up, unit vector (3,)
    Sets `is_mixed` of each volume: True for an opposing gravity that has less than its whole effect here. The result contains
    the share of such a volume, so `forces_on` must not apply its factor again.
    """
    level, volumes = surroundings.level[0], surroundings.volumes
    gravity = LocalGravity(up_by(level, position), 1.0, 0.0)
    for number in range(volumes.shape[0]):
        volume = volumes[number]
        volume.is_mixed = False
        if volume.kind != GRAVITY:
            continue
        inner = up_by(volume, position) if volume.turns else gravity.up
        if dot(inner, gravity.up) * volume.factor < 0.0:
            gravity = blend(gravity, volume, inner, position, own, float(level.border))
        elif inside[number]:
            gravity = LocalGravity(inner, gravity.factor, gravity.drag)
    return gravity


@inlined
def volume_share(volume, position, width):
    """Return the share 0..1 of a volume's gravity at a position (3,) [m].

    It is 0.5 at the volume's side, 1 deep inside and 0 far outside.
    volume: row of VOLUME
    width: width of borders [m], half of it inside the volume. In a thinner volume, the share is 1 only at the centre.
    """
    deep = depth(volume, position)
    fade = min(0.5 * width, volume.deepest) if deep > 0.0 else 0.5 * width
    return min(max(0.5 + 0.5 * deep / fade, 0.0), 1.0)


@inlined
def blend(gravity, volume, inner, position, own, width):
    """Return a LocalGravity blended with an opposing volume's share of gravity at a position (3,) [m].

    volume: row of VOLUME, whose `is_mixed` becomes True if the share is less than 1
    inner: the volume's unit vector (3,) against gravity
    own: the player's up, unit vector (3,)
    width: width of borders [m]
    """
    share = volume_share(volume, position, width)
    if share == 1.0:
        return LocalGravity(inner, gravity.factor, gravity.drag)
    volume.is_mixed = True
    if share == 0.0:
        return gravity
    both = add(scale(gravity.up, 1.0 - share), scale(inner, share * volume.factor))
    drag = gravity.drag + BRAKE * 4.0 * share * (1.0 - share) * pull_to_border(volume, position, inner, STEP * width)
    if not volume.turns or length(both) < WEAK_GRAVITY:  # the player does not turn
        up = own if volume.turns else gravity.up
        return LocalGravity(up, gravity.factor * dot(both, up), drag)
    return LocalGravity(normalise(both), gravity.factor * length(both), drag)


@inlined
def pull_to_border(volume, position, inner, step):
    """Return the cosine of the angle between a volume's gravity and the outward direction at its nearest side, at least 0.

    volume: row of VOLUME
    position: (3,) [m]
    inner: the volume's unit vector (3,) against gravity
    step: distance between the two positions whose depths are compared [m]
    """
    ahead = along(position, inner, -step if volume.factor > 0.0 else step)
    return max(depth(volume, position) - depth(volume, ahead), 0.0) / step
