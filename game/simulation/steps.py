"""Climbing steps: up, forward, down (DESIGN.md section 4), taken when it leads farther than sliding does."""

from math import hypot

from ..collision import Feature, Pass

ZERO = (0.0, 0.0, 0.0)
# How deep [m, of a body .4 m wide] the ground behind a step's edge must be to count as a tread. Smaller: a wall of narrow ledges
# is climbed like a ladder; larger: steep real stairs are refused.
TREAD = 0.10 / 0.4
# How much farther than sliding [part of the way] a step must lead. Smaller: steps are taken for nothing beside walls.
FARTHER = 1e-3


def try_step(near, way, params, rules):
    """Try the tick's way over a step, after the plain slide was blocked. Says whether it was taken.

    The iterations of a taken step are kept behind those of the slide; those of a refused one are forgotten.
    """
    if params.step_up == 0.0:
        return False
    row, slid = near.row, near.end
    raised = near.run(Pass.STEP_UP, ZERO, (0.0, 0.0, params.step_up))
    if raised[2] <= params.skin:
        return refuse(near, row, slid)
    forward = near.run(Pass.STEP_FORWARD, raised, (way[0], way[1], 0.0))
    if progress(forward, way) <= progress(slid, way) + FARTHER * hypot(way[0], way[1]):
        return refuse(near, row, slid)
    near.run(Pass.STEP_DOWN, forward, (0.0, 0.0, -raised[2] - max(params.step_down, params.skin)))
    landing = near.newest()
    if not landing.hit or not landing.walkable or not is_tread(near, landing, params):
        return refuse(near, row, slid)
    return True


def refuse(near, row, slid):
    near.rewind(row, slid)
    return False


def progress(end, way):
    """How far an end lies along the way, seen from above."""
    return (end[0] * way[0] + end[1] * way[1]) / hypot(way[0], way[1])


def is_tread(near, landing, params):
    """Is the ground behind the edge that was stepped on deep enough to be a tread? A face is ground enough."""
    if landing.feature == Feature.FACE:
        return True
    nx, ny, _ = landing.normal
    size = hypot(nx, ny)
    if size == 0.0:
        return True
    x, y, z = landing.point
    depth = TREAD * min(params.radii[:2])
    ahead = (x - nx / size * depth, y - ny / size * depth, z + params.step_up)
    height = params.step_up - near.drop(ahead, params.step_up + params.skin)
    return height <= 0.25 * params.step_up
