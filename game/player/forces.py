"""The forces of one tick: gravity of any direction, water, wind and belts.

At a sharp border, gravity pulls a player back from both sides. The player would fall back and forth for ever and turn over each
time. A player whose feet are on the other side would never finish turning.
"""

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from ..core.elementary_functions import exp, expm1
from ..core.jit import inlined, shared
from ..core.right_forward_up_frame import from_frame, rotate_up_to, to_frame
from ..core.vec3 import UP, ZERO, Vector, add, along, dot, length, normalise, put, scale, sub, vec
from .player_params import ParamsRow
from .player_state import AIR, FLOOR, InputRow, PlayerRow, frame_of, vec2
from .volume_containment import CONVEYOR, GRAVITY_VOLUME, WATER, WIND, Surroundings, VolumeRow, depth, up_by, way_out

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
    """Gravity at a position."""

    up: Vector  # unit vector (3,) against gravity
    factor: float  # of gravity, blended in borders; below 0 where gravity pulls along `up`
    drag: float  # drag in borders [1/s]


@shared
def gravity_at(surroundings: Surroundings, position: Vector, inside: np.ndarray, own: Vector) -> LocalGravity:
    """Return the LocalGravity at a position (3,) [m]. The volumes act one after another, in the order of the level's file.

    surroundings: Surroundings, whose volumes are changed; inside: (v,) bool, True for the volumes that contain the player
    own: the player's up, unit vector (3,)
    Sets `is_mixed` of each volume: True for an opposing gravity that has less than its whole effect here. The result contains
    the share of such a volume, so `forces_on` must not apply its factor again.
    """
    level, volumes = surroundings.level[0], surroundings.volumes
    gravity = LocalGravity(up_by(level, position), 1.0, 0.0)
    for number in range(volumes.shape[0]):
        volume = volumes[number]
        volume.is_mixed = False
        if volume.kind != GRAVITY_VOLUME:
            continue
        inner = up_by(volume, position) if volume.turns else gravity.up
        if dot(inner, gravity.up) * volume.factor < 0.0:
            gravity = blend(gravity, volume, inner, position, own, float(level.border))
        elif inside[number]:
            gravity = LocalGravity(inner, gravity.factor, gravity.drag)
    return gravity


@inlined
def volume_share(volume: VolumeRow, position: Vector, width: float) -> float:
    """Return the share 0..1 of a volume's gravity at a position (3,) [m].

    It is 0.5 at the volume's side, 1 deep inside and 0 far outside.
    width: width of borders [m], half of it inside the volume. In a thinner volume, the share is 1 only at the centre.
    """
    deep = depth(volume, position)
    fade = min(0.5 * width, volume.deepest) if deep > 0.0 else 0.5 * width
    return min(max(0.5 + 0.5 * deep / fade, 0.0), 1.0)


@inlined
def blend(gravity: LocalGravity, volume: VolumeRow, inner: Vector, position: Vector, own: Vector, width: float) -> LocalGravity:
    """Return a LocalGravity blended with an opposing volume's share of gravity at a position (3,) [m].

    volume: row of VOLUME, whose `is_mixed` becomes True if the share is less than 1
    inner: the volume's unit vector (3,) against gravity; own: the player's up, unit vector (3,); width: width of borders [m]
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
def pull_to_border(volume: VolumeRow, position: Vector, inner: Vector, step: float) -> float:
    """Return the cosine of the angle between a volume's gravity and the outward direction at its nearest side, at least 0.

    position: (3,) [m]; inner: the volume's unit vector (3,) against gravity
    step: distance between the two positions whose depths are compared [m]
    """
    ahead = along(position, inner, -step if volume.factor > 0.0 else step)
    return max(depth(volume, position) - depth(volume, ahead), 0.0) / step


# Rate [1/s] at which falling and rising adapt to a vertical wind that is strong enough to carry the player: a speed of
# gravity / WIND_DRAG or more. A weaker wind has proportionally less drag. Smaller: the player falls through an updraft before
# it takes effect; larger: the updraft jerks.
WIND_DRAG = 3.0


class Forces(NamedTuple):
    """The forces on the player in one tick.

    gravity: mean acceleration downwards in the tick, with buoyancy, wind and drag [m/s2]. A negative one lifts the player off
    the floor.
    """

    gravity: float
    kept: float  # part 0..1 of the fall's velocity that the drag of water, wind or a border of gravities leaves in this tick
    flow: Vector  # velocity (3,) [m/s] at which water, wind or a belt carries the player, perpendicular to `up`
    up: Vector  # unit vector (3,) against gravity
    pace: float  # factor of the walking speed


class Medium(NamedTuple):
    """The combined effect of the volumes that contain the player.

    flow: velocity that carries the player, (right, forward) in the player's frame [m/s]. This frame is rotated until gravity
    points down in it.
    """

    gravity: float  # factor of gravity, less the buoyancy of water
    drag: float  # drag on vertical motion [1/s]
    lift: float  # acceleration upwards [m/s2]
    flow: tuple[float, float]
    pace: float  # factor of the walking speed
    updraft: float  # velocity of vertical wind, upwards [m/s]


FREE = Medium(1.0, 0.0, 0.0, (0.0, 0.0), 1.0, 0.0)


@shared
def forces_on(surroundings: Surroundings, player: PlayerRow, intent: InputRow, inside: np.ndarray, params: ParamsRow) -> Forces:
    """Return the Forces on a player in its coming tick.

    surroundings: Surroundings, whose volumes are changed (see `gravity_at`)
    inside: (v,) bool, True for the volumes that contain the player
    """
    position, own = vec(player.position), frame_of(player)
    if surroundings.volumes.shape[0] == 0:
        pull = params.gravity * fall_factor(player, own[2], params)
        return Forces(float(pull), 1.0, ZERO, up_by(surroundings.level[0], position), 1.0)
    gravity = gravity_at(surroundings, position, inside, own[2])
    axes = own if gravity.up == own[2] else rotate_up_to(own, gravity.up)
    is_turned = player.has_frame or gravity.up != UP
    medium = FREE
    for number in range(surroundings.volumes.shape[0]):
        volume = surroundings.volumes[number]
        if inside[number] and volume.kind <= GRAVITY_VOLUME and not volume.is_mixed:
            flow = to_frame(axes, vec(volume.flow)) if is_turned else vec(volume.flow)
            surface = inf
            if is_turned and volume.kind == WATER:
                surface = way_out(volume, position, gravity.up)
            medium = with_effect(medium, volume, flow, surface, player, intent, params)
    drag = wind_drag(medium.updraft, dot(vec(player.fall), gravity.up), params.gravity)
    lift, drag = medium.lift + drag * medium.updraft, medium.drag + drag + gravity.drag  # gravity still acts beside a wind
    pull = params.gravity * (medium.gravity * gravity.factor) - lift
    if medium.drag == 0.0 and pull > 0.0:  # not in water, and no wind carries the player
        pull *= fall_factor(player, gravity.up, params)
    flow = (medium.flow[0], medium.flow[1], 0.0)
    kept, mean = drag_factors(drag, params.dt)
    return Forces(pull * mean, kept, from_frame(axes, flow) if is_turned else flow, gravity.up, medium.pace)


@inlined
def fall_factor(player: PlayerRow, up: Vector, params: ParamsRow) -> float:
    """Return the factor of gravity on a player in the air: `fall_gravity` if it falls, 1 on its way up.

    up: unit vector (3,). It is 1 as long as the player can still jump off the edge that it left, so that this jump is as high.
    """
    if player.ground != AIR or player.coyote <= params.coyote_time or dot(vec(player.fall), up) >= 0.0:
        return 1.0
    return float(params.fall_gravity)


@inlined
def drag_factors(drag: float, dt: float) -> tuple[float, float]:
    """Return (factor by which a tick of drag multiplies a velocity, mean of that factor during the tick).

    drag: [1/s]; dt: length of the tick [s]
    The drag is integrated exactly, so that sinking does not depend on the tick rate. Both factors are 1.0 for negligible drag.
    """
    power = -drag * dt
    return (exp(power), expm1(power) / power) if power != 0.0 else (1.0, 1.0)  # the product of tiny numbers is zero


@inlined
def with_effect(
    medium: Medium, volume: VolumeRow, flow: Vector, surface: float, player: PlayerRow, intent: InputRow, params: ParamsRow
) -> Medium:
    """Return a copy of a Medium with the effect of one more volume. A belt has an effect only on a player on the floor.

    flow: velocity of the volume along the player's right, forward and up [m/s]
    surface: height of water above the player's centre [m], inf if the player's up is +z
    """
    x, y = medium.flow
    if volume.kind == WATER:
        height = 2.0 * params.standing_feet
        if surface == inf:
            covered = min(max((volume.high - (float(player.position[2]) - params.standing_feet)) / height, 0.0), 1.0)
        else:
            covered = min(max((surface + params.standing_feet) / height, 0.0), 1.0)
        drag = covered * volume.drag
        upwards = flow[2] + volume.swim * ((1.0 if intent.jump else 0.0) - (1.0 if intent.crouch else 0.0))
        gravity, lift = medium.gravity - covered * volume.buoyancy, medium.lift + drag * upwards
        pace = medium.pace * (1.0 - covered * (1.0 - volume.pace))
        return Medium(gravity, medium.drag + drag, lift, (x + covered * flow[0], y + covered * flow[1]), pace, medium.updraft)
    if volume.kind == GRAVITY_VOLUME:
        return Medium(medium.gravity * volume.factor, medium.drag, medium.lift, medium.flow, medium.pace, medium.updraft)
    if volume.kind == CONVEYOR and player.ground != FLOOR:
        return medium
    updraft = medium.updraft + flow[2] if volume.kind == WIND else medium.updraft
    return Medium(medium.gravity, medium.drag, medium.lift, (x + flow[0], y + flow[1]), medium.pace, updraft)


@inlined
def water_surface(surroundings: Surroundings, player: PlayerRow, inside: np.ndarray) -> float:
    """Return the height [m] of the water's surface above the player's centre, or -inf for a player that is not in water.

    inside: (v,) bool, True for the volumes that contain the player
    The surface is the side of the volume through which the player's up leads out.
    """
    surface = -inf
    for number in range(surroundings.volumes.shape[0]):
        volume = surroundings.volumes[number]
        if inside[number] and volume.kind == WATER:
            if player.has_frame:
                surface = max(surface, way_out(volume, vec(player.position), frame_of(player)[2]))
            else:
                surface = max(surface, volume.high - float(player.position[2]))
    return surface


@inlined
def wind_drag(updraft: float, rising: float, gravity: float) -> float:
    """Return the drag [1/s] of a vertical wind on a player.

    updraft: velocity of the wind, upwards [m/s]; rising: velocity of the player, upwards [m/s]
    gravity: gravity without volumes [m/s2]
    The drag is 0 without wind, and for a player that moves in the wind's direction at least as fast as the wind.
    """
    if updraft * (updraft - rising) <= 0.0:
        return 0.0
    force = WIND_DRAG * abs(updraft)
    return WIND_DRAG if force >= gravity else WIND_DRAG * force / gravity


@inlined
def change_flow(player: PlayerRow, flow: Vector) -> None:
    """Change the flow that carries a player to `flow` (3,) [m/s] before a tick. `player` is a row of PLAYER.

    On a floor, friction takes up the difference. In the air the player keeps the velocity of the old flow as its own. From the
    new flow it gets only the missing velocity. So it gains no speed by entering and leaving a flow.
    """
    was = vec(player.flow)
    put(player.flow, flow)
    if was == flow or player.ground == FLOOR:
        return
    fall, size = add(vec(player.fall), sub(was, flow)), length(flow)
    if size > 0.0:
        direction = flow[0] / size, flow[1] / size, flow[2] / size
        lacked, gained = -dot(fall, direction), dot(sub(flow, was), direction)
        fall = along(fall, direction, min(max(lacked, 0.0), max(gained, 0.0)))
    put(player.fall, fall)


@inlined
def scale_wish(intent: InputRow, pace: float) -> None:
    """Multiply the wish of a row of INPUT, in place, by `pace`, a factor of the walking speed.

    A wish longer than 1 is first clamped to length 1. With a pace of 1 the wish is neither changed nor clamped.
    """
    if pace != 1.0:
        x, y = vec2(intent.wish)
        size = max(sqrt(x * x + y * y), 1.0)
        intent.wish[0], intent.wish[1] = x / size * pace, y / size * pace
