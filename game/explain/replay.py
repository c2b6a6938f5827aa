"""Looking into a recorded iteration: what each candidate's test worked out, told again from the trace and the triangles.

Nothing here is a second algorithm: candidates are written, swept and compared by the very functions of the solver, run over
as many of them as the solver had seen by then; so every number has the same bits.
"""

import numpy as np

from ..collision.columns import CANDIDATE_COLUMNS, FIRST, OUTCOMES
from ..collision.engine.entry_points import space_of
from ..collision.engine.frames import to_frame
from ..collision.engine.vec3 import along, length, scale, sub
from ..collision.espace import to_espace
from ..collision.nearest_contact import TIE, is_out_of_reach, nearest_contact, write_candidate
from ..collision.response import look_ahead
from .triangle_report import Sweep, retell


class Inspection:
    """The tests of a tick's iterations.

    trace: Trace; corners (k, 9) [m], order (k,): its candidates' triangles where they were in that tick, see triangle_mesh.py
    """

    def __init__(self, trace, corners, order):
        self.trace, self.rules = trace, trace.numbers
        self.candidates = self._written(corners, order)
        self._scratch = np.empty((FIRST + 1, OUTCOMES + len(order)))

    def _written(self, corners, order):
        """The candidates as the solver had them."""
        candidates, origin, turn = np.empty((len(order), CANDIDATE_COLUMNS)), self.trace.origin, self.trace.turn
        if turn:
            corners, origin = np.array([turned(row, turn) for row in corners]).reshape(-1, 9), turn.origin
        for row in range(len(order)):
            write_candidate(candidates, row, corners, order, row, origin, space_of(self.rules))
        return candidates

    def test(self, step, k):
        """The TriangleTest of candidate k in an iteration; None for one that has no way to go."""
        sweep = sweep_of(self.trace, step)
        if sweep is None:
            return None
        asked = sweep.base, sweep.direction, sweep.reach, self.rules, self._scratch, FIRST
        _, nearest, _, _ = nearest_contact(self.candidates, k, *asked)
        unreached = is_out_of_reach(self.candidates, k, sweep.base, along(sweep.base, sweep.direction, sweep.reach))
        return retell(self.candidates, k, sweep, min(nearest + TIE, sweep.reach), self.rules, unreached)


def turned(corners, turn):
    """Corners (9,) as the body's frame sees them, from where the world was turned about."""
    points = [tuple(corners[at : at + 3].tolist()) for at in (0, 3, 6)]
    return [x for point in points for x in to_frame(turn.frame, sub(point, turn.pivot))]


def sweep_of(trace, step):
    """What an iteration asks of each candidate; None for one that has no way to go."""
    space = space_of(trace.numbers)
    velocity = to_espace(space, step.own_displacement)
    reach = length(velocity)
    if reach == 0.0:
        return None
    direction = scale(velocity, 1.0 / reach)
    ahead = look_ahead(space, trace.numbers, step.pass_)
    return Sweep(to_espace(space, step.own_start), velocity, direction, reach, reach + ahead)
