"""The reach of a tick: the greatest distances from its start that the body can get to. Triangles are gathered by it."""

from math import cos

import numpy as np

from ...collision.engine.jit import inlined

# Part of all displacements that slides may turn aside, for boxes that must hold any tick. A slide never makes a displacement
# longer. The projection of one that points straight down leads aside by half of its length at most. Smaller: walls are missed;
# larger only costs time.
SLID = 0.5
# Room [greatest radii] around the body: for itself, and for the tread behind an edge. Smaller: treads are not seen; larger
# only costs time.
AROUND = 1.5


@inlined
def reach(way, fall, up, down, slid):
    """Greatest distances that the centre of a body can move in a tick: (aside, down, up) [m].

    way, fall: lengths of the displacements of walking and falling; up, down: greatest heights of a step up and a step down, which
    replace the fall; slid: part of the sum that slides turn aside. Numbers, or arrays of many bodies
    """
    straight = way + fall
    turned = slid * (straight + up + down)
    return straight + turned, way + np.maximum(up + down, fall) + turned, straight + up + turned


def reach_of_any(params, walk, speed, gravity, dt):
    """(aside, up and down) [m] from the centre of a player, within which any triangle lies that a tick of dt [s] can meet.

    walk: walking speed [m/s]; speed: of falling and of base motion [m/s]; gravity [m/s2]. All three may be arrays of many players
    """
    steepest = 1.0 / cos(params.max_slope) if params.keep_horizontal_speed else 1.0
    way = (walk + max(params.run_speed, params.speed) + speed) * steepest * dt
    fall = (speed + params.jump_speed + abs(gravity) * dt) * dt
    aside, down, up = reach(way, fall, params.step_up, params.step_down, SLID)
    return AROUND * max(params.radii[:2]) + aside, AROUND * params.radii[2] + np.maximum(down, up)
