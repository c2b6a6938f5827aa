"""Run the triangle tests of a recorded iteration again, from its Trace and the triangles, to get all intermediate results.

The solver's own functions write, sweep and compare the same candidates in the same order. So every number has the solver's bits.
"""

import numpy as np

from ..collision.ellipsoid_and_espace import to_espace
from ..collision.mesh.gather import COLUMNS, is_out_of_reach, triangle_at, write_candidate
from ..collision.nearest_contact import TIE, Query, nearest_contact
from ..collision.response import look_ahead
from ..core.right_forward_up_frame import to_frame
from ..core.vec3 import along, length, scale, sub
from .triangle_test_steps import reproduce_test
from .triangle_test_types import VelocitySweep


class Inspection:
    """The triangle tests of a recorded tick, which can be run again one by one.

    trace: Trace of the tick
    corners: (k, 9) [m] of the trace's candidates in the world, at their positions in that tick
    order: (k,) int, the candidates' triangle numbers, or ~number if the winding of the corners is reversed
    """

    def __init__(self, trace, corners, order):
        self.trace, self.rules, self.space = trace, trace.rules, trace.space
        self.candidates = self._write_candidates(corners, order)
        self._outcomes = np.empty(len(order), np.uint8)

    def _write_candidates(self, corners, order):
        """Return the candidates (k, COLUMNS), with exactly the solver's bits. corners, order: as for the class"""
        candidates, origin, turn = np.empty((len(order), COLUMNS)), self.trace.origin, self.trace.turn
        if turn:
            corners, origin = np.array([into_frame(row, turn) for row in corners]).reshape(-1, 9), turn.origin
        for row, (triangle, number) in enumerate(zip(np.asarray(corners).tolist(), order.tolist())):
            write_candidate(candidates, row, triangle, number, origin, self.space)
        return candidates

    def test(self, step, k):
        """Return the TriangleTest of one candidate in an iteration, or None if the iteration has no displacement.

        step: TraceStep of the iteration
        k: index of the candidate in `Trace.candidates`
        """
        sweep = sweep_of(self.trace, step)
        if sweep is None:
            return None
        query = Query(self.candidates, k, self.space, self.rules, None, self._outcomes, None)
        _, nearest = nearest_contact(query, sweep.path, 0)
        unreached = is_out_of_reach(self.candidates, k, sweep.base, along(sweep.base, sweep.direction, sweep.reach))
        farthest = min(nearest.distance + TIE, sweep.reach)
        return reproduce_test(triangle_at(self.candidates, k), sweep, farthest, self.rules, unreached)


def into_frame(corners, turn):
    """Return the world corners (9,) [m] of a triangle in the frame of a Turn, relative to the Turn's pivot, as a list [m]."""
    points = [tuple(corners[at : at + 3].tolist()) for at in (0, 3, 6)]
    return [x for point in points for x in to_frame(turn.frame, sub(point, turn.pivot))]


def sweep_of(trace, step):
    """Return the VelocitySweep of an iteration, or None if it has no displacement.

    trace: Trace
    step: TraceStep of the iteration
    """
    space = trace.space
    velocity = to_espace(space, step.own_displacement)
    reach = length(velocity)
    if reach == 0.0:
        return None
    direction = scale(velocity, 1.0 / reach)
    ahead = look_ahead(space, trace.rules, step.pass_)
    return VelocitySweep(to_espace(space, step.own_start), velocity, direction, reach, reach + ahead)
