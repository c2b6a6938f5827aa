"""Forces on the player in one tick: gravity, water, wind and belts of the volumes that contain it."""

from math import exp, expm1, sqrt
from typing import NamedTuple

from ...collision.engine.orientation_frame import to_frame, to_world
from ...collision.engine.vec3 import UP, add, along, dot, length, sub
from ...level.volume import Conveyor, Gravity, Water, Wind
from ..state import Ground

# Rate [1/s] at which falling and rising adapt to a vertical wind that is strong enough to carry the player: a speed of
# gravity / WIND_DRAG or more. A weaker wind has proportionally less drag. Smaller: the player falls through an updraft before
# it takes effect; larger: the updraft jerks.
WIND_DRAG = 3.0
MEDIA = Water, Wind, Conveyor, Gravity  # effects that change the player's motion while it is inside


class Forces(NamedTuple):
    """Forces on the player in one tick.

    gravity: downwards in this tick [m/s2]; below 0 it lifts the player off the floor
    kept: part of the falling or rising velocity that the drag of water or an updraft leaves
    flow: velocity (3,) at which the player is carried along, in the plane across its up [m/s]
    up: unit vector against gravity
    """

    gravity: float
    kept: float = 1.0
    flow: tuple = (0.0, 0.0, 0.0)
    up: tuple = UP


def level_up(level, position):
    """Unit vector against the level's own gravity at a position [m]."""
    gravity = getattr(level, "gravity", None)
    return UP if gravity is None else gravity.up(position)


class Medium(NamedTuple):
    """The summed effects of volumes.

    gravity: factor; drag [1/s]; lift: upwards [m/s2]; flow: to the player's right and forward [m/s]
    pace: factor of walking; updraft: vertical wind, upwards [m/s]; up: as Forces'
    """

    gravity: float = 1.0
    drag: float = 0.0
    lift: float = 0.0
    flow: tuple = (0.0, 0.0)
    pace: float = 1.0
    updraft: float = 0.0
    up: tuple = UP

    def forces(self, gravity, dt, axes=None):
        """The Forces of a tick of dt [s]. The drag is integrated exactly, so that sinking does not depend on the tick rate.

        gravity: of the parameters [m/s2]; axes: frame of a player with this up, None: the world's
        """
        pull, flow = self.pull(gravity), to_world(axes, (*self.flow, 0.0))
        if self.drag == 0.0:
            return Forces(pull, 1.0, flow, self.up)
        kept, mean = drag_factors(self.drag, dt)
        return Forces(pull * mean, kept, flow, self.up)

    def pull(self, gravity):
        """Downward acceleration without drag [m/s2]."""
        return gravity * self.gravity - self.lift


FREE = Medium()


def drag_factors(drag, dt):
    """(velocity factor after a tick of drag [1/s], its mean over the tick); (1.0, 1.0) for next to no drag."""
    power = -drag * dt
    return (exp(power), expm1(power) / power) if power else (1.0, 1.0)  # the product of tiny numbers is zero


# From here to `scaled_wish` numbers may also be arrays, of many players at once (crowd/forces.py).


def with_effect(medium, effect, flow, covered, swim):
    """Add the effect of one more volume to a medium.

    flow: of the volume, to the player's right, forward and up [m/s]; covered: the part of the body below the volume's top
    swim: 1 upwards, -1 downwards, 0
    """
    if isinstance(effect, Water):
        return with_water(medium, effect, flow, covered, swim)
    if isinstance(effect, Wind):
        return with_flow(medium, flow)._replace(updraft=medium.updraft + flow[2])
    if isinstance(effect, Conveyor):
        return with_flow(medium, flow)
    return medium._replace(gravity=medium.gravity * effect.factor)


def with_water(medium, water, current, covered, swim):
    """Add water. covered: the part of the body under water; current: as with_effect's flow"""
    drag = covered * water.drag
    upwards = current[2] + water.swim * swim
    return Medium(
        medium.gravity - covered * water.buoyancy,
        medium.drag + drag,
        medium.lift + drag * upwards,
        (medium.flow[0] + covered * current[0], medium.flow[1] + covered * current[1]),
        medium.pace * (1.0 - covered * (1.0 - water.pace)),
        medium.updraft,
        medium.up,
    )


def with_flow(medium, velocity):
    return medium._replace(flow=(medium.flow[0] + velocity[0], medium.flow[1] + velocity[1]))


def with_updraft(medium, drag):
    """Add the force of the medium's updraft with this drag [1/s]; gravity still acts beside it."""
    return medium._replace(drag=medium.drag + drag, lift=medium.lift + drag * medium.updraft)


def scaled_wish(x, y, size, pace):
    """A wish of this size, at least 1, at the pace of the medium."""
    return x / size * pace, y / size * pace


def wind_drag(updraft, rising, gravity):
    """Drag [1/s] of a vertical wind on a player that rises at another speed, both upwards [m/s].

    gravity: of the parameters [m/s2]. The wind does not slow a player that moves with it and faster.
    """
    if updraft * (updraft - rising) <= 0.0:
        return 0.0
    force = WIND_DRAG * abs(updraft)
    return WIND_DRAG if force >= gravity else WIND_DRAG * force / gravity


def medium_at(placed, state, intent, params, up, axes):
    """The Medium at the player.

    placed: the PlacedVolumes that contain it; params: PlayerParams; up: unit vector; axes: frame with that up
    """
    medium, swim, feet = FREE._replace(up=up), bool(intent.jump) - bool(intent.crouch), params.feet
    for volume in placed:
        if isinstance(volume.effect, MEDIA) and (state.ground == Ground.FLOOR or not isinstance(volume.effect, Conveyor)):
            covered = min(max(volume.below_top(state.position[2] - feet, 2.0 * feet), 0.0), 1.0)
            flow = volume.flow if axes is None else to_frame(axes, volume.flow)
            medium = with_effect(medium, volume.effect, flow, covered, swim)
    return with_updraft(medium, wind_drag(medium.updraft, dot(state.fall, up), params.gravity))


def with_borders(gravity, medium):
    """Add the effect of borders between gravities to a medium. gravity: LocalGravity (gravity_blending.py)"""
    if not gravity.mixed:
        return medium
    return medium._replace(gravity=medium.gravity * gravity.factor, drag=medium.drag + gravity.drag)


def change_flow(state, flow):
    """The state of the tick in which the flow on the player changes to `flow` (3,) [m/s].

    On a floor friction takes up the difference. In the air the player keeps the velocity of the old flow as its own. From
    the new flow it gets only the missing velocity. So it gains no speed by going in and out.
    """
    was, state = state.flow, state._replace(flow=flow)
    if was == flow or state.ground == Ground.FLOOR:
        return state
    fall, size = add(state.fall, sub(was, flow)), length(flow)
    if size > 0.0:
        direction, lacked, gained = gained_flow(fall, was, flow, size)
        fall = along(fall, direction, min(max(lacked, 0.0), max(gained, 0.0)))
    return state._replace(fall=fall)


def gained_flow(fall, was, flow, size):
    """For a flow of this size: (its direction (3,), the speed along it that a fall lacks, the flow's increase along it [m/s])."""
    direction = flow[0] / size, flow[1] / size, flow[2] / size
    return direction, -dot(fall, direction), dot(sub(flow, was), direction)


def with_pace(intent, pace):
    """The intent with its wish scaled to the pace of the medium."""
    if pace == 1.0:
        return intent
    x, y = intent.wish
    return intent._replace(wish=scaled_wish(x, y, max(sqrt(x * x + y * y), 1.0), pace))
