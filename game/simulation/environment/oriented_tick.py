"""A tick of a player whose up is not +z: the world around him is turned until it is, and what came of it is turned back.

So the tick itself, its sweeps and rays know one up only. The pivot is his centre: as near to it as can be, doubles have the
most digits.
"""

from math import hypot

from ...collision import Nearby, Trace
from ...collision.engine.frames import to_frame, to_world
from ...collision.engine.vec3 import add
from ...collision.trace import Turn
from ..player.embedded_start import come_out
from ..player.reach import reach_of_any
from ..state import Ground
from .forces import Surroundings
from .oriented_body import ANY, CENTRE, UNIT, nothing, seen_around


class Turned:
    """Room for turned ticks. mesh: TriangleMesh of the level"""

    def __init__(self, mesh):
        self._world = Nearby(mesh).use(UNIT, ANY)
        self._near = Nearby(nothing())
        self._near.standing = self._world.standing

    def enter(self, world, state, around, params, dt):
        """What a tick of dt [s] begins with, as the state's frame sees it: (Nearby, PlayerState, Surroundings).

        world: the Nearby that knows what moves and what is refused
        """
        speeds = hypot(*state.walk), hypot(*state.fall) + 2.0 * hypot(*around.flow)
        sides = sides_of(params, state.frame, speeds, around.gravity, dt)
        self._near.moving = self._turn_triangles(world, state.frame, state.position, sides)
        return self._near, in_frame(state, around, dt), seen_in(state.frame, around)

    def _turn_triangles(self, world, frame, position, sides):
        """The triangles in a box as Nearby.moving takes them: corners (n, 9) in the frame and from the centre, order (n,)."""
        near = self._world
        near.moving, near.refused = world.moving, world.refused
        return seen_around(near, frame, position, sides)

    def outside(self, world, frame, position, sides):
        """Where a body comes out that leans and is inside of something [m], as its frame sees it from there.

        world: the Nearby that uses the body; sides: as of `sides_of`
        """
        self._near.moving = self._turn_triangles(world, frame, position, sides)
        return come_out(self._near.use(world.body, world.rules), CENTRE, world.rules)

    def trace(self, before):
        """What the sweeps of the last tick did, as the world sees it. before: the PlayerState that it was entered with"""
        near, trace = self._near, Trace()
        origin = add(before.position, to_world(before.frame, near.origin))
        trace.record(origin, near.written(), Turn(before.frame, before.position, near.origin))
        return trace


def sides_of(params, frame, speeds, gravity, dt):
    """Half the sides [m] of a box along the world's axes that holds the box along the frame's in which a tick gathers triangles.

    speeds: of walking, and of falling and being carried [m/s]; they and the frame's numbers may be arrays, of many players
    (oriented_agents.py). The compiled tick takes the triangles that it needs out of these.
    """
    aside, high = reach_of_any(params, *speeds, gravity, dt)
    return tuple(abs(r) * aside + abs(f) * aside + abs(u) * high for r, f, u in zip(*frame))


def in_frame(state, around, dt):
    """The state as the frame sees it, around the player's centre; gravity that does not point to his feet is in his fall."""
    frame = state.frame
    fx, fy, fz = to_frame(frame, state.fall)
    x, y, _ = aslant(frame, around)
    fall = (fx + x * dt, fy + y * dt, fz)
    return state._replace(position=CENTRE, fall=fall, normal=to_frame(frame, state.normal))


def aslant(frame, around):
    """What pulls the player, as the frame sees it [m/s2]: straight down unless he is still turning."""
    if frame[2] == around.up:
        return 0.0, 0.0, -around.gravity
    return to_frame(frame, tuple(-around.gravity * part for part in around.up))


def seen_in(frame, around):
    """Surroundings as the frame sees them."""
    return Surroundings(-aslant(frame, around)[2], around.kept, to_frame(frame, around.flow))


def in_world(before, after):
    """The state at the end of a tick as the world sees it."""
    frame = before.frame
    position = add(before.position, to_world(frame, after.position))
    return after._replace(
        position=position,
        velocity=to_world(frame, after.velocity),
        normal=to_world(frame, after.normal),
        fall=to_world(frame, after.fall),
        stood=position if after.ground == Ground.FLOOR else before.stood,
    )
