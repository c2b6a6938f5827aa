"""Climbing steps: up, forward, down, taken when it leads farther than sliding does."""

from math import hypot, inf, tan

from ..collision import Feature, Pass

ZERO = (0.0, 0.0, 0.0)
# How deep [of the body's half width] the ground behind a step's edge must be to count as a tread. Smaller: a wall of narrow
# ledges is climbed like a ladder; larger: steep real stairs are refused.
TREAD = 0.25
# How much farther than sliding [part of the way] a step must lead. Smaller: steps are taken for nothing beside walls.
FARTHER = 1e-3
# How far planes and normals may differ and be one [m, part of 1]. Smaller: rounding parts one wall; larger: near walls are one.
SAME = 1e-6


def try_step(near, way, params, rules):
    """Try the tick's way over a step, after the plain slide was blocked. Says whether it was taken.

    The iterations of a taken step are kept behind those of the slide; those of a refused one are forgotten.
    """
    if params.step_up == 0.0:
        return False
    row, slid = near.row, near.end
    foothold = height_of_foothold(near, params)
    raised = near.run(Pass.STEP_UP, ZERO, (0.0, 0.0, params.step_up))
    if raised[2] <= params.skin:
        return refuse(near, row, slid)
    forward = near.run(Pass.STEP_FORWARD, raised, (way[0], way[1], 0.0))
    if not passes_over(near) or progress(forward, way) <= progress(slid, way) + FARTHER * hypot(way[0], way[1]):
        return refuse(near, row, slid)
    near.run(Pass.STEP_DOWN, forward, (0.0, 0.0, -raised[2] - max(params.step_down, params.skin)))
    landing = near.newest()
    if not can_be_stepped_on(near, landing, foothold + params.step_up, params):
        return refuse(near, row, slid)
    return True


def refuse(near, row, slid):
    near.rewind(row, slid)
    return False


def progress(end, way):
    """How far an end lies along the way, seen from above."""
    return (end[0] * way[0] + end[1] * way[1]) / hypot(way[0], way[1])


def passes_over(near):
    """Does the raised way miss an obstacle that the slide met? Not when it is stopped by the same walls, as beside a slope."""
    met = [step for step in near.rows_of(Pass.MOVE) if step.hit and is_obstacle(step)]
    raised = [step for step in near.rows_of(Pass.STEP_FORWARD) if step.hit]
    return any(not any(same_plane(step, other) for other in raised) for step in met)


def is_obstacle(step):
    """Walls, and edges that lean more than the ground above them; not a slope that is walked up."""
    return not step.walkable or step.normal[2] < step.face_normal[2] - SAME


def same_plane(step, other):
    """Do two contacts have one sliding plane?"""
    parted = sum(n * (a - b) for n, a, b in zip(step.normal, step.point, other.point))
    return max(abs(a - b) for a, b in zip(step.normal, other.normal)) < SAME and abs(parted) < SAME


def height_of_foothold(near, params):
    """Height of what the player stands on [m]: on stairs an edge in front of the body, above its lowest point."""
    row, end = near.row, near.end
    near.run(Pass.GROUND, ZERO, (0.0, 0.0, -params.step_up))
    step = near.newest()
    height = step.point[2] if step.hit else near.origin[2] - params.feet
    near.rewind(row, end)
    return height


def can_be_stepped_on(near, landing, highest, params):
    """Is what a step ended on ground, no higher than a step may be, and deep enough for a foot?

    The body's round bottom rolls over edges higher than it was raised, so the height is asked for itself.
    """
    if not landing.hit or not landing.walkable or landing.point[2] > highest + params.skin:
        return False
    return landing.feature == Feature.FACE or is_tread(near, landing, params)


def is_tread(near, landing, params):
    """Is the ground behind the edge that was stepped on deep enough to be a tread?

    It is when nothing stands on it: no riser above the edge, no ground behind it higher than the steepest slope leads.
    """
    nx, ny, _ = landing.normal
    size = hypot(nx, ny)
    if size == 0.0:
        return True
    inwards, depth = (-nx / size, -ny / size, 0.0), TREAD * min(params.radii[:2])
    x, y, z = landing.point
    low = min(depth * tan(params.max_slope), params.step_up)
    if near.ray((x, y, z + low), inwards, depth) < inf:
        return False
    behind = (x + inwards[0] * depth, y + inwards[1] * depth, z + params.step_up)
    return near.drop(behind, params.step_up - low) == inf
