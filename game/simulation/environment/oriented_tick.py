"""A tick of a player whose up is not +z: the world around it is rotated until its up is +z, and the result is rotated back.

So the tick, its sweeps and rays know only one up. The pivot is the player's centre, where doubles are most precise.
"""

from math import hypot

from ...collision import Nearby, Trace
from ...collision.engine.orientation_frame import to_frame, to_world
from ...collision.engine.vec3 import add
from ...collision.trace import Turn
from ..player.embedded_start import come_out
from ..player.reach import reach_of_any
from ..state import Ground
from .forces import Forces
from .oriented_body import ANY, CENTRE, UNIT, empty_mesh, triangles_around


class OrientedTick:
    """Working memory for oriented ticks. mesh: TriangleMesh of the level"""

    def __init__(self, mesh):
        self._world = Nearby(mesh).use(UNIT, ANY)
        self._near = Nearby(empty_mesh())
        self._near.standing = self._world.standing

    def prepare(self, world, state, forces, params, dt):
        """The inputs of a tick of dt [s] in the state's frame: (Nearby, PlayerState, Forces).

        world: the Nearby that knows what moves and what is refused
        """
        speeds = hypot(*state.walk), hypot(*state.fall) + 2.0 * hypot(*forces.flow)
        sides = box_half_sides(params, state.frame, speeds, forces.gravity, dt)
        self._near.moving = self._rotated_triangles(world, state.frame, state.position, sides)
        return self._near, state_in_frame(state, forces, dt), forces_in_frame(state.frame, forces)

    def _rotated_triangles(self, world, frame, position, sides):
        """The triangles in a box as Nearby.moving takes them: corners (n, 9) in the frame and from the centre, order (n,)."""
        near = self._world
        near.moving, near.refused = world.moving, world.refused
        return triangles_around(near, frame, position, sides)

    def recovered_position(self, world, frame, position, sides):
        """Position [m] of an embedded tilted body after recovery, in its frame and relative to `position`.

        world: the Nearby that uses the body; sides: as of `box_half_sides`
        """
        self._near.moving = self._rotated_triangles(world, frame, position, sides)
        return come_out(self._near.use(world.body, world.rules), CENTRE, world.rules)

    def trace(self, before):
        """The Trace of the last tick, in the world's frame. before: the PlayerState that was given to `prepare`"""
        near, trace = self._near, Trace()
        origin = add(before.position, to_world(before.frame, near.origin))
        trace.record(origin, near.written(), Turn(before.frame, before.position, near.origin))
        return trace


def box_half_sides(params, frame, speeds, gravity, dt):
    """Half the sides [m] of a box along the world's axes that holds the tick's box of candidates, which lies along the frame's.

    speeds: of walking, and of falling and flow [m/s]; they and the frame's numbers may be arrays of many players
    (oriented_agents.py). The compiled tick chooses among the triangles in this box.
    """
    aside, high = reach_of_any(params, *speeds, gravity, dt)
    return tuple(abs(r) * aside + abs(f) * aside + abs(u) * high for r, f, u in zip(*frame))


def state_in_frame(state, forces, dt):
    """The state in its frame, relative to the player's centre; the part of gravity across the body is added to its fall."""
    frame = state.frame
    fx, fy, fz = to_frame(frame, state.fall)
    x, y, _ = gravity_in_frame(frame, forces)
    fall = (fx + x * dt, fy + y * dt, fz)
    return state._replace(position=CENTRE, fall=fall, normal=to_frame(frame, state.normal))


def gravity_in_frame(frame, forces):
    """Gravity (3,) [m/s2] in the frame: straight down unless the player is still turning."""
    if frame[2] == forces.up:
        return 0.0, 0.0, -forces.gravity
    return to_frame(frame, tuple(-forces.gravity * part for part in forces.up))


def forces_in_frame(frame, forces):
    """Forces in the frame."""
    return Forces(-gravity_in_frame(frame, forces)[2], forces.kept, to_frame(frame, forces.flow))


def state_in_world(before, after):
    """The state at the end of a tick, from the frame back to the world."""
    frame = before.frame
    position = add(before.position, to_world(frame, after.position))
    return after._replace(
        position=position,
        velocity=to_world(frame, after.velocity),
        normal=to_world(frame, after.normal),
        fall=to_world(frame, after.fall),
        stood=position if after.ground == Ground.FLOOR else before.stood,
    )
