"""Climbing steps: up, forward, down, taken when it leads farther than sliding does.

Which stairs are climbed: those whose risers are no higher than a step, and whose treads are deeper than half of the body's half
width (TREAD), or at least so deep that the stairs are no steeper than the slope limit.

near: (candidates, count, space, rules, steps), what every sweep needs; trees: (nodes, corners) of the mesh and the corners of
what moves, for rays. Positions are relative to `origin`, where the tick began.
"""

from math import inf

from ...collision.columns import FACE_NORMAL, FEATURE, FIRST, IS_HIT, IS_WALL, NORMAL, POINT, WALKABLE
from ...collision.engine.jit import inlined, shared, unfolded
from ...collision.engine.vec3 import add, dot, hypot, sub
from ...collision.kinds import FACE, MOVE, STEP_DOWN, STEP_FORWARD, STEP_UP
from ...collision.mesh.raycast import cast_ray, ray_hits_triangle
from ...collision.nearest_contact import get3
from ...collision.plane_set import ZERO
from ...collision.rules import CLASS_BY_FACE, CLIMB, FLOOR_NORMAL, SKIN, WALKABLE_COS
from .columns import CLIMB_DOWN, CLIMB_UP, FEET, TREAD_DEPTH, TREAD_RISE
from .ground import SAME, SKIN_PARTS, find_foothold, run

# How much farther than sliding [part of the way] a step must lead. Smaller: steps are taken for nothing beside walls.
FARTHER = 1e-3
# How deep [of the body's half width] the ground behind a step's edge must be to count as a tread. Smaller: a wall of narrow
# ledges is climbed like a ladder; larger: steep real stairs are refused.
TREAD = 0.5
# How far above an edge [skins] the steepest slope from it begins. Smaller: a rough tread is none; larger: fine ladders are
# climbed.
CLEAR = 20.0


@shared
def try_step(near, trees, origin, way, slid, first, params):
    """Try the tick's way over a step, after the plain slide ended at `slid`, blocked. first: the next free row.

    Returns (where it ended, next free row); the row is still `first` when the step was refused: its iterations are forgotten.
    """
    skin = near[3][SKIN]
    if params[CLIMB_UP] == 0.0:
        return slid, first
    foothold = find_foothold(near, first, params)
    raised, forward_row = run(near, STEP_UP, ZERO, (0.0, 0.0, params[CLIMB_UP]), first)
    if raised[2] <= skin:
        return slid, first
    forward, row = run(near, STEP_FORWARD, raised, (way[0], way[1], 0.0), forward_row)
    least = progress(slid, way) + FARTHER * hypot(way[0], way[1])
    if progress(forward, way) <= least or not passes_over(near, first, forward_row, row):
        return slid, first
    landed, row = run(near, STEP_DOWN, forward, (0.0, 0.0, -raised[2] - max(params[CLIMB_DOWN], skin)), row)
    if not can_be_stepped_on(near, row - 1, trees, origin, foothold, params):
        return slid, first
    return landed, row


@inlined
def progress(end, way):
    """How far an end lies along the way, seen from above."""
    return (end[0] * way[0] + end[1] * way[1]) / hypot(way[0], way[1])


# Over an obstacle


@inlined
def passes_over(near, slid, forward, end):
    """Does the raised way (rows `forward` .. `end`) miss an obstacle that the slide before `slid` met?

    Not when it is stopped by the same walls, as beside a slope.
    """
    steps, parted = near[4], near[3][SKIN] / SKIN_PARTS
    for row in range(FIRST, slid):
        if steps[row, IS_HIT] != 0.0 and is_obstacle(steps, row) and not is_met_again(steps, row, forward, end, parted):
            return True
    return False


@inlined
def is_obstacle(steps, row):
    """Walls, and edges that lean more than the ground above them; not a slope that is walked up."""
    return steps[row, WALKABLE] == 0.0 or steps[row, NORMAL + 2] < steps[row, FACE_NORMAL + 2] - SAME


@inlined
def is_met_again(steps, row, first, end, parted):
    """True if a contact in rows `first` .. `end` has the sliding plane of this row's, not `parted` [m] from it."""
    for other in range(first, end):
        if steps[other, IS_HIT] != 0.0 and have_one_plane(steps, row, other, parted):
            return True
    return False


@inlined
def have_one_plane(steps, row, other, parted):
    normal, other_normal = get3(steps, row, NORMAL), get3(steps, other, NORMAL)
    apart = dot(normal, sub(get3(steps, row, POINT), get3(steps, other, POINT)))
    dx, dy, dz = sub(normal, other_normal)
    return max(abs(dx), abs(dy), abs(dz)) < SAME and abs(apart) < parted


# Up a ladder


@unfolded
def climbs_a_ladder(near, trees, origin, end, params):
    """Did the slide before row `end` go up an edge that is ground by the face above it alone, where that face is no tread?

    A steep wall of narrow ledges would be walked up like a slope, edge by edge.
    """
    rules, steps = near[3], near[4]
    for row in range(FIRST, end):
        if steps[row, IS_HIT] == 0.0 or steps[row, WALKABLE] == 0.0 or steps[row, NORMAL + 2] >= rules[WALKABLE_COS]:
            continue
        if not is_tread(near, row, trees, origin, params):
            return True
    return False


@unfolded
def slide_by_contacts(near, way):
    """The move pass by which an edge is as steep as it touches, whatever the face above it. Returns (its end, next free row)."""
    rules = near[3]  # the numbers of this neighbourhood alone, with faces judging: else no edge had been ground by its face
    rules[CLASS_BY_FACE] = 0.0
    end, row = run(near, MOVE, ZERO, way, FIRST)
    rules[CLASS_BY_FACE] = 1.0
    return end, row


# Over the edge that he stands on


@inlined
def is_stopped_by_ground(steps, end):
    """Was the slide before row `end` stopped by an edge of ground, too high above the lowest point of the body to slide over?"""
    for row in range(FIRST, end):
        if steps[row, IS_HIT] != 0.0 and steps[row, IS_WALL] != 0.0 and steps[row, WALKABLE] != 0.0:
            return True
    return False


@unfolded
def slide_from_foothold(near, trees, origin, way, end, params):
    """The move pass by which an edge is as high as it is above the foothold. Returns (its end, next free row).

    Between two steps the round bottom hangs lower than the edge that carries it, so that the next seems higher than it is; where
    a post beside him is in the way of stepping over it, he would be caught there.
    """
    rules, climb = near[3], near[3][CLIMB]
    rules[CLIMB] = climb + max(find_foothold(near, end, params)[2] + params[FEET], 0.0)
    slid, row = run(near, MOVE, ZERO, way, FIRST)
    rules[CLIMB] = climb
    if climbs_a_ladder(near, trees, origin, row, params):
        return slide_by_contacts(near, way)
    return slid, row


# Onto a tread


@inlined
def can_be_stepped_on(near, row, trees, origin, foothold, params):
    """Is what a step ended on ground, no higher than a step may be, and deep enough for a foot?

    The body's round bottom rolls over edges higher than it was raised, so the height is asked for itself.
    """
    rules, steps = near[3], near[4]
    if steps[row, IS_HIT] == 0.0 or steps[row, WALKABLE] == 0.0:
        return False
    highest = params[CLIMB_UP] + rules[SKIN]
    if steps[row, POINT + 2] > foothold[2] + highest and not is_low_at_its_foot(near, row, trees, origin, foothold, highest):
        return False
    return steps[row, FEATURE] == FACE or is_tread(near, row, trees, origin, params)


@unfolded
def is_low_at_its_foot(near, row, trees, origin, foothold, highest):
    """Is an edge that is too high above the foothold no higher than a step above the end of the slope that leads up to it?

    Who walks up a slope stands on it behind the step, so much deeper.
    """
    rules, steps = near[3], near[4]
    nx, ny, _ = get3(steps, row, NORMAL)
    size, (x, y, z) = hypot(nx, ny), sub(get3(steps, row, POINT), foothold)
    slope = -(x * rules[FLOOR_NORMAL] + y * rules[FLOOR_NORMAL + 1]) / rules[FLOOR_NORMAL + 2]
    if size == 0.0 or z > slope + highest:
        return False
    edge = add(origin, get3(steps, row, POINT))
    clear = CLEAR * rules[SKIN]
    before = add(edge, (nx / size * clear, ny / size * clear, 0.0))
    return is_in_the_way(trees, before, (0.0, 0.0, -1.0), highest + 2.0 * clear)


@inlined
def is_tread(near, row, trees, origin, params):
    """Is the ground behind the edge that was stepped on deep enough to be a tread?

    It is when nothing on it, the next risers above all, reaches up to the steepest slope that can be walked from that edge, nor
    does ground that hangs there without risers: stairs steeper than that on average are a ladder.
    """
    steps, skin = near[4], near[3][SKIN]
    nx, ny, _ = get3(steps, row, NORMAL)
    size = hypot(nx, ny)
    if size == 0.0:
        return True
    inwards, edge = (-nx / size, -ny / size), add(origin, get3(steps, row, POINT))
    return is_deep(trees, edge, inwards, params, skin) or is_deep_beside_a_post(trees, edge, inwards, params, skin)


@shared
def is_deep(trees, edge, inwards, params, skin):
    """Is the ground that leads inwards, a level unit vector, from a point of an edge deep enough to be a tread?"""
    (edge_x, edge_y, z), depth, rise = edge, params[TREAD_DEPTH], params[TREAD_RISE]
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):  # never in the plane of the stairs' side, right below the body's middle
        x, y = edge_x + inwards[1] * aside, edge_y - inwards[0] * aside
        if is_in_the_way(trees, (x, y, z + CLEAR * skin), (inwards[0] * depth, inwards[1] * depth, rise), 1.0):
            return False
        behind = (x + inwards[0] * depth, y + inwards[1] * depth, z + params[CLIMB_UP])
        # A ray of no length, from a step as high as the slope or of no height, would begin in the ground itself.
        if params[CLIMB_UP] > rise and is_in_the_way(trees, behind, (0.0, 0.0, -1.0), params[CLIMB_UP] - rise):
            return False
    return True


@unfolded
def is_deep_beside_a_post(trees, edge, inwards, params, skin):
    """Does something higher than a step stand on the tread, as a post does, but not all along it? Half a body aside will tell."""
    (x, y, z), (u, v), depth, clear = edge, inwards, params[TREAD_DEPTH], CLEAR * skin
    if not is_in_the_way(trees, (x, y, z + params[CLIMB_UP] + clear), (u, v, 0.0), depth):
        return False
    for aside in (-depth / TREAD, depth / TREAD):
        x, y = edge[0] + v * aside, edge[1] - u * aside
        has_ground = is_in_the_way(trees, (x + u * clear, y + v * clear, z + clear), (0.0, 0.0, -1.0), 2.0 * clear)
        if has_ground and is_deep(trees, (x, y, z), inwards, params, skin):
            return True
    return False


@shared
def is_in_the_way(trees, start, direction, farthest):
    """Does a ray meet anything, of the mesh or of what moves?"""
    nodes, corners, moving = trees
    if cast_ray(nodes, corners, start, direction, farthest)[0] < inf:
        return True
    for triangle in range(moving.shape[0]):
        if ray_hits_triangle(moving, triangle, start, direction) <= farthest:
            return True
    return False
