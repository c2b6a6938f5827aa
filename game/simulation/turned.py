"""A tick of a player whose up is not +z: the world around him is turned until it is, and what came of it is turned back.

So the tick itself, its sweeps and rays know one up only. The pivot is his centre: as near to it as can be, doubles have the
most digits.
"""

from types import SimpleNamespace

import numpy as np

from ..collision import Ellipsoid, Nearby, Rules, Trace
from ..collision.columns import MESH_TRIANGLE, P1, P2, P3, WINDING
from ..collision.frame import to_frame, to_world
from ..collision.trace import Turn
from .riding import reach_of
from .state import Ground
from .surroundings import Surroundings

CENTRE = (0.0, 0.0, 0.0)
FAR = 1e30  # [m], where the only triangle of an empty mesh is
CORNERS = [at + axis for at in (P1, P2, P3) for axis in range(3)]  # columns of a candidate


class Turned:
    """Room for turned ticks. mesh: TriangleMesh of the level"""

    def __init__(self, mesh):
        self._world = Nearby(mesh).use(Ellipsoid((1.0, 1.0, 1.0)), Rules.modern())  # its eSpace is the world from the centre
        self._near = Nearby(nothing())

    def enter(self, world, state, around, params, dt):
        """What a tick of dt [s] begins with, as the state's frame sees it: (Nearby, PlayerState, Surroundings).

        world: the Nearby that knows what moves and what is refused
        """
        way = (2.0 * around.flow[0] * dt, 2.0 * around.flow[1] * dt, around.gravity * dt * dt)
        reach = 2.0 * reach_of(params, state, way, dt)
        self._near.moving = self._turn_triangles(world, state.frame, state.position, reach)
        return self._near, in_frame(state, around, dt), seen_in(state.frame, around)

    def leave(self, before, after):
        """How it ended, as the world sees it: (PlayerState, Trace). before: in the world; after: in the frame"""
        return in_world(before, after), self._trace(before.frame, before.position)

    def _turn_triangles(self, world, frame, position, reach):
        """The triangles within reach as Nearby.moving takes them: corners (n, 9) in the frame and from the centre, order (n,)."""
        near = self._world
        near.moving, near.refused = world.moving, world.refused
        near.gather(position, (-reach, -reach, -reach), (reach, reach, reach))
        rows = near.candidates[: near.count]
        corners = turned_vectors(rows[:, CORNERS], frame)
        numbers = rows[:, MESH_TRIANGLE].astype(np.int32)
        return corners, np.where(rows[:, WINDING] > 0.0, numbers, ~numbers)

    def _trace(self, frame, position):
        """What the sweeps did, as the world sees it."""
        near, trace = self._near, Trace()
        origin = plus(position, to_world(frame, near.origin))
        trace.record(origin, near.rows(), near.numbers, Turn(frame, position, near.origin))
        return trace


def nothing():
    """A mesh without triangles within reach."""
    nodes, corners = np.full((1, 6), FAR, np.float32), np.full((1, 9), FAR)
    return SimpleNamespace(nodes=nodes, corners=corners, order=np.zeros(1, np.int32), nearby=None)


def turned_vectors(vectors, frame):
    """Vectors (n, 3 k), x, y, z side by side, each dotted with three rows; the same shape.

    Term by term, so that a corner of two triangles stays one point to the bit.
    """
    x, y, z = vectors[:, 0::3], vectors[:, 1::3], vectors[:, 2::3]
    turned = np.empty(vectors.shape)  # rows in a row, as the compiled tick wants them: in any other order it is compiled anew
    for axis, (a, b, c) in enumerate(frame):
        turned[:, axis::3] = x * a + y * b + z * c
    return turned


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
    flow = to_frame(frame, (*around.flow, 0.0))[:2] if around.flow != (0.0, 0.0) else around.flow
    return Surroundings(-aslant(frame, around)[2], around.kept, flow)


def in_world(before, after):
    """The state at the end of a tick as the world sees it."""
    frame = before.frame
    position = plus(before.position, to_world(frame, after.position))
    return after._replace(
        position=position,
        velocity=to_world(frame, after.velocity),
        normal=to_world(frame, after.normal),
        fall=to_world(frame, after.fall),
        stood=position if after.ground == Ground.FLOOR else before.stood,
    )


def plus(a, b):
    return tuple(p + q for p, q in zip(a, b))
