"""What surrounds the player in one tick: gravity, water, wind, belts, put together from the volumes that hold him."""

from math import exp, expm1, sqrt
from typing import NamedTuple

from ...collision.engine.frames import to_frame, to_world
from ...collision.engine.vec3 import UP, add, along, dot, length, sub
from ...level.volume import Conveyor, Gravity, Water, Wind
from ..state import Ground

# How fast [1/s] falling and rising come to the speed of wind that blows up or down and can carry him: at a speed of gravity /
# WIND_DRAG or more; a weaker one holds the less, the weaker it is. Smaller: he falls through an updraft before it takes hold;
# larger: it jerks.
WIND_DRAG = 3.0
MEDIA = Water, Wind, Conveyor, Gravity  # what changes how one moves in it


class Surroundings(NamedTuple):
    """What the player's own tick reckons with.

    gravity: downwards in this tick [m/s2]; below 0 it lifts him off the floor
    kept: part of his falling and rising velocity that water or an updraft leaves him
    flow: velocity (3,) at which he is carried along, level to him [m/s]
    up: where gravity does not pull, a unit vector
    """

    gravity: float
    kept: float = 1.0
    flow: tuple = (0.0, 0.0, 0.0)
    up: tuple = UP


def up_in(level, position):
    """Against the level's own gravity at a position [m], a unit vector."""
    gravity = getattr(level, "gravity", None)
    return UP if gravity is None else gravity.up(position)


class Medium(NamedTuple):
    """The sum of what volumes do. gravity: factor; drag [1/s]; lift: upwards [m/s2]; flow: to his right and forward
    [m/s]; pace: factor of walking; updraft: of winds, upwards [m/s]; up: as Surroundings'"""

    gravity: float = 1.0
    drag: float = 0.0
    lift: float = 0.0
    flow: tuple = (0.0, 0.0)
    pace: float = 1.0
    updraft: float = 0.0
    up: tuple = UP

    def surroundings(self, gravity, dt, axes=None):
        """What this comes to in a tick of dt [s]: the drag's exponential exactly, so that any tick rate sinks equally fast.

        axes: frame of who stands with this up, None: the world's
        """
        pull, flow = self.pull(gravity), to_world(axes, (*self.flow, 0.0))
        if self.drag == 0.0:
            return Surroundings(pull, 1.0, flow, self.up)
        kept, mean = damped(self.drag, dt)
        return Surroundings(pull * mean, kept, flow, self.up)

    def pull(self, gravity):
        """Downwards, were there no drag [m/s2]."""
        return gravity * self.gravity - self.lift


FREE = Medium()


def damped(drag, dt):
    """(what a tick of drag [1/s] leaves of a velocity, the mean of that over the tick); of next to no drag 1.0, 1.0."""
    power = -drag * dt
    return (exp(power), expm1(power) / power) if power else (1.0, 1.0)  # the product of tiny numbers is zero


# From here to `shortened` numbers may as well be arrays, of many players at once (forces.py).


def with_effect(medium, effect, flow, covered, swim):
    """The medium with what one more volume does in it.

    flow: of the volume, to his right, forward and up [m/s]; covered: the part of the body below its top; swim: 1 upwards, -1
    downwards, 0
    """
    if isinstance(effect, Water):
        return with_water(medium, effect, flow, covered, swim)
    if isinstance(effect, Wind):
        return with_wind(medium, flow)
    if isinstance(effect, Conveyor):
        return with_flow(medium, flow)
    return medium._replace(gravity=medium.gravity * effect.factor)


def with_water(medium, water, current, covered, swim):
    """covered: the part of the body that is under water; current: as with_effect's flow"""
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


def with_wind(medium, velocity):
    """velocity: as with_effect's flow"""
    return with_flow(medium, velocity)._replace(updraft=medium.updraft + velocity[2])


def with_flow(medium, velocity):
    return medium._replace(flow=(medium.flow[0] + velocity[0], medium.flow[1] + velocity[1]))


def stirred(medium, drag):
    """The medium with what its updraft does, which drags at him so much [1/s]: a force beside gravity, which goes on to pull."""
    return medium._replace(drag=medium.drag + drag, lift=medium.lift + drag * medium.updraft)


def shortened(x, y, size, pace):
    """A wish of this size, at least 1, at the pace that the medium allows."""
    return x / size * pace, y / size * pace


def wind_drag(updraft, rising, gravity):
    """How much wind that blows up or down drags at who rises at another speed [m/s], both upwards; gravity: usual [m/s2]. [1/s]

    It holds back nobody who is faster than it on its way.
    """
    if updraft * (updraft - rising) <= 0.0:
        return 0.0
    force = WIND_DRAG * abs(updraft)
    return WIND_DRAG if force >= gravity else WIND_DRAG * force / gravity


def medium_of(placed, state, intent, params, up, axes):
    """The Medium that the player is in.

    placed: the Placed volumes that hold him; params: PlayerParams; up: unit vector; axes: frame with that up
    """
    medium, swim, feet = FREE._replace(up=up), bool(intent.jump) - bool(intent.crouch), params.feet
    for volume in placed:
        if isinstance(volume.effect, MEDIA) and (state.ground == Ground.FLOOR or not isinstance(volume.effect, Conveyor)):
            covered = min(max(volume.below_top(state.position[2] - feet, 2.0 * feet), 0.0), 1.0)
            flow = volume.flow if axes is None else to_frame(axes, volume.flow)
            medium = with_effect(medium, volume.effect, flow, covered, swim)
    return stirred(medium, wind_drag(medium.updraft, dot(state.fall, up), params.gravity))


def across(pull, medium):
    """The medium with what borders between gravities make of it. pull: Pull (gravity_blending.py)"""
    return medium._replace(gravity=medium.gravity * pull.factor, drag=medium.drag + pull.drag) if pull.mixed else medium


def blown(state, flow):
    """The state of the tick in which this flow (3,) [m/s] carries the player, after the one that carried him before.

    On a floor friction takes the difference. In the air he goes on as he went: what no longer carries him he has himself, and of
    what carries him now he needs only what he lacks, at once; so nobody gains by going in and out.
    """
    was, state = state.flow, state._replace(flow=flow)
    if was == flow or state.ground == Ground.FLOOR:
        return state
    fall, size = add(state.fall, sub(was, flow)), length(flow)
    if size > 0.0:
        ahead, lacked, grown = gust(fall, was, flow, size)
        fall = along(fall, ahead, min(max(lacked, 0.0), max(grown, 0.0)))
    return state._replace(fall=fall)


def gust(fall, was, flow, size):
    """Of a flow of this size: (its direction (3,), what of its velocity a fall lacks, how much it has grown [m/s])."""
    ahead = flow[0] / size, flow[1] / size, flow[2] / size
    return ahead, -dot(fall, ahead), dot(sub(flow, was), ahead)


def paced(intent, pace):
    """The intent with its wish shortened to what the medium allows."""
    if pace == 1.0:
        return intent
    x, y = intent.wish
    return intent._replace(wish=shortened(x, y, max(sqrt(x * x + y * y), 1.0), pace))
