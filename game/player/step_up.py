"""Climbing steps: up, forward, down. A step is taken if it leads farther than sliding.

Stairs are climbed if their risers are no higher than a step, and if their treads are deep enough. A tread must be at least half
as deep as the body's half width (TREAD). It may be less deep if the stairs are no steeper than the slope limit. The forward sweep
is as long as the tick's displacement, so it may end above the edge itself. On a rounded, bevelled or leaning edge all faces are
steep there; `is_edge_of_ground` then looks as far ahead as the body's shape and the height of a step require, at any tick rate.
At a low tick rate the sweep may also lead over a whole tread. Without a step there, it is repeated with the depth of a tread.
If it still leads from one riser to the next, it is halved. Slow and fast steps are judged from one place, the riser's foot.
Positions are relative to the tick's start, except those for rays.
"""

from math import inf, sqrt

import numpy as np

from ..collision.mesh.raycast import cast_ray, ray_hits_triangle
from ..collision.nearest_contact import Query
from ..collision.plane_set import LEAST_ASIDE, WALLS, ZERO, clip_velocity
from ..collision.rules import PassRules
from ..collision.trace import GROUND, MOVE, STEP_DOWN, STEP_FORWARD, STEP_UP
from ..core.jit import inlined, shared
from ..core.vec3 import Vector, add, dot, hypot, length, put, scale, sub, vec
from .ground_sweeps import (
    FEEL,
    SAME,
    SKIN_PARTS,
    SweepContext,
    find_support,
    floor_normal,
    has_contact,
    has_landed,
    run_pass,
    with_ground_rules,
)
from .tick_rows import FLOOR, TREAD, IterationRow, PlayerRow, vec2
from .triangles_in_reach import Obstacles

# How much farther than sliding [part of the displacement] a step must lead. Smaller: steps are taken for nothing beside walls.
FARTHER = 1e-3
# Height above an edge [skins] at which the steepest slope from the edge begins. Smaller: rough treads are refused; larger: fine
# ladders are climbed.
CLEAR = 20.0
NONE = -1  # no row of the trace
# Steepest rise of a level tread [of the slope limit]. Smaller: scanned and tilted treads of steep stairs are refused; larger:
# chance treads of rough ramps are climbed.
LEVEL = 0.5
# Distance [footholds] of the first place at which ground is looked for behind an edge. Smaller: costs time; larger: where treads
# are narrow, the next riser is met first.
FIRST = 0.125
# Most parts into which places divide the way to the last one. Fewer: thin bodies miss treads between leaning risers;
# more: at slope limits of a few degrees, whose last place is metres away, a tick takes thousands of sweeps.
MOST_PLACES = 16
# Distance of two rays that find a floor beside an edge [of the least depth of a tread]. Smaller: more rays, and rough ground
# seems steep; larger: a narrow tread is missed.
PROBES = 0.125


@inlined
def step_up_or_stop(
    context: SweepContext, player: PlayerRow, walked: Vector, displacement: Vector, slid: Vector, row: int
) -> tuple[Vector, int]:
    """Climb a step that the move pass met. Without such a step, clip the walking velocity in `player` by the walls that it met.

    walked, displacement: displacements (3,) [m] of walking and of the whole pass, which may include falling
    slid, row: end (3,) [m] of the pass and the next free row
    Returns the new end (3,) [m] and the new next free row.
    """
    query = context.query
    if context.params[0].climb_steps and player.ground == FLOOR and has_contact(query.iterations, row):
        if is_too_narrow_to_climb(context, row):
            slid, row = slide_by_contacts(context, displacement)
        end, next_row = step_up(context, walked, slid, row)
        if next_row > row:
            return end, next_row
        if is_stopped_by_ground(query.iterations, row):
            slid, row = slide_from_support(context, displacement, row)
    x, y = vec2(player.walk)
    player.walk[0], player.walk[1], _ = clip_velocity(query, 0, row, (x, y, 0.0), WALLS)
    return slid, row


@shared
def step_up(context: SweepContext, walked: Vector, slid: Vector, first: int) -> tuple[Vector, int]:
    """Try to walk the displacement `walked` (3,) [m] up a step, after the move pass has ended at `slid` (3,) [m].

    first: next free row of the trace
    Returns the end (3,) [m] and the next free row. The row is `first` if the step is refused. The iterations of a refused step
    are overwritten later.
    """
    params, skin = context.params[0], context.query.rules.skin
    if params.step_up == 0.0:
        return slid, first
    support = find_support(context, first)
    raised, forward_row = run_pass(context, STEP_UP, ZERO, (0.0, 0.0, params.step_up), first)
    if raised[2] <= skin:
        return slid, first
    landed, row, is_far = step_forward(context, walked, raised, slid, support, first, forward_row)
    depth, distance = params.tread_depth, hypot(walked[0], walked[1])
    if row == first and distance > depth:  # so long a sweep can lead over a tread
        shorter = scale(walked, depth / distance)
        landed, row, is_still_far = step_forward(context, shorter, raised, slid, support, first, forward_row)
        is_far = is_far or is_still_far
    while row == first and is_far and hypot(walked[0] - slid[0], walked[1] - slid[1]) > CLEAR * skin and not context.is_beyond[0]:
        walked = (0.5 * (slid[0] + walked[0]), 0.5 * (slid[1] + walked[1]), 0.0)  # the slide may have led aside
        landed, row, is_far = step_forward(context, walked, raised, slid, support, first, forward_row)
    return landed, row


@shared
def step_forward(
    context: SweepContext, walked: Vector, raised: Vector, slid: Vector, support: Vector, first: int, forward_row: int
) -> tuple[Vector, int, bool]:
    """Try a step from the position `raised` (3,) [m]: forward by the displacement `walked` (3,) [m], then down.

    slid, first: as for `step_up`; support: as for `can_be_stepped_on`
    forward_row: next free row of the trace, after that of the sweep up
    Returns the end (3,) [m], the next free row and False. A refused step returns `slid`, `first`, and whether it is too long:
    there may be a tread between the obstacle and the place where the body comes down.
    """
    params, skin, iterations = context.params[0], context.query.rules.skin, context.query.iterations
    forward, row = run_pass(context, STEP_FORWARD, raised, (walked[0], walked[1], 0.0), forward_row)
    least = progress(slid, walked) + FARTHER * hypot(walked[0], walked[1])
    obstacle = passed_obstacle(context.query, first, forward_row, row)
    if progress(forward, walked) <= least or obstacle == NONE:
        return slid, first, False
    landed, row = run_pass(context, STEP_DOWN, forward, (0.0, 0.0, -raised[2] - max(params.step_down, FEEL * skin)), row)
    ground = row - 1
    if not can_be_stepped_on(context, ground, support):
        is_far = is_too_long(iterations[obstacle], iterations[ground], skin)
        if not is_edge_of_ground(context, ground, forward[2] - landed[2], support, row):
            return slid, first, is_far
        ground = row
    if is_reached_from(context, obstacle, ground, raised[2], support, row):
        return landed, row, False
    return slid, first, False


@inlined
def progress(end: Vector, walked: Vector) -> float:
    """Return the horizontal component [m] of a position `end` (3,) [m] along the displacement `walked` (3,) [m]."""
    return (end[0] * walked[0] + end[1] * walked[1]) / hypot(walked[0], walked[1])


@inlined
def is_too_long(edge: IterationRow, found: IterationRow, skin: float) -> bool:
    """True if a step from an edge may lead over a tread, or over the lower part of rounded ground. skin: [m]

    edge, found: rows of ITERATION. The ground that the contact in `found` touches has been refused.
    It is False for an edge that is no wall, because the slide leads over it without a step.
    """
    if not edge.is_wall:
        return False
    if not found.is_hit or leads_over(vec(edge.normal), vec(edge.point), found, skin / SKIN_PARTS):
        return True
    return found.is_walkable and found.point[2] > edge.point[2] + skin


@inlined
def leads_over(normal: Vector, point: Vector, found: IterationRow, apart: float) -> bool:
    """True if there may be ground between a contact with a unit normal (3,) at a point (3,) [m] and the contact in row `found`.

    It is False if a convex surface could have both contacts: then each point is behind the plane of the other contact.
    apart: how far [m] rounding may put a point in front of a plane
    """
    between = sub(vec(found.point), point)
    return dot(normal, between) > apart or dot(vec(found.normal), between) < -apart


# Over an obstacle


@inlined
def passed_obstacle(query: Query, slid: int, forward: int, end: int) -> int:
    """Return the row of the first obstacle that the slide (rows before `slid`) met and the raised path misses, or NONE.

    query: Query, whose `iterations` are the rows; forward, end: first row of the raised path, and the row after its last one
    """
    iterations, apart = query.iterations, query.rules.skin / SKIN_PARTS
    for row in range(slid):
        if iterations[row].is_hit and is_obstacle(iterations[row]) and not is_met_again(iterations, row, forward, end, apart):
            return row
    return NONE


@inlined
def is_obstacle(iteration: IterationRow) -> bool:
    """True if the contact in a row of ITERATION is a wall, or an edge that leans more than the ground above it.

    It is False for a slope that the player walks up.
    """
    return not iteration.is_walkable or iteration.normal[2] < iteration.face_normal[2] - SAME


@inlined
def is_met_again(iterations: np.ndarray, row: int, first: int, end: int, apart: float) -> bool:
    """True if a contact in rows `first` to `end` - 1 has the same sliding plane as row `row`, within `apart` [m]."""
    for other in range(first, end):
        if iterations[other].is_hit and have_one_plane(iterations[row], iterations[other], apart):
            return True
    return False


@inlined
def have_one_plane(iteration: IterationRow, other: IterationRow, apart: float) -> bool:
    """True if the sliding planes of two contacts are parallel and less than `apart` [m] from each other."""
    normal, other_normal = vec(iteration.normal), vec(other.normal)
    distance = dot(normal, sub(vec(iteration.point), vec(other.point)))
    dx, dy, dz = sub(normal, other_normal)
    return max(abs(dx), abs(dy), abs(dz)) < SAME and abs(distance) < apart


# Up a ladder


@inlined
def is_too_narrow_to_climb(context: SweepContext, end: int) -> bool:
    """True if the slide before row `end` went up an edge that is walkable only by the face above it, and has no tread.

    Without this test, a player could walk up a steep wall of narrow ledges like a slope, edge by edge.
    """
    iterations = context.query.iterations
    for row in range(end):
        if not has_landed(iterations[row]) or iterations[row].normal[2] >= context.query.rules.walkable_cos:
            continue
        if not is_tread(context, row):
            return True
    return False


@inlined
def slide_by_contacts(context: SweepContext, displacement: Vector) -> tuple[Vector, int]:
    """Run the move pass again by `displacement` (3,) [m]. The slope of an edge is taken from its contact instead of its face.

    context: SweepContext, whose trace is overwritten from the first row on
    Returns the end (3,) [m] and the next free row.
    """
    rules = context.query.rules
    return run_pass(with_ground_rules(context, False, rules.climb, rules.faces_up_to), MOVE, ZERO, displacement, 0)


# Over the edge that carries the player


@inlined
def is_stopped_by_ground(iterations: np.ndarray, end: int) -> bool:
    """True if the slide before row `end` was stopped by an edge of ground, too high above the body's lowest point."""
    for row in range(end):
        if has_landed(iterations[row]) and iterations[row].is_wall:
            return True
    return False


@inlined
def slide_from_support(context: SweepContext, displacement: Vector, end: int) -> tuple[Vector, int]:
    """Run the move pass again by `displacement` (3,) [m], with the height of an edge measured from the support point.

    end: next free row of the trace, which is overwritten from its first row on
    Returns the end (3,) [m] and the next free row. Between two steps the round bottom hangs lower than the edge that supports
    the body, so the next edge seems too high. The player would be stuck there if a post beside it prevents a step up.
    """
    rules = context.query.rules
    climb = rules.climb + max(find_support(context, end)[2] + context.params[0].feet, 0.0)
    slid, row = run_pass(with_ground_rules(context, rules.class_by_face, climb, rules.faces_up_to), MOVE, ZERO, displacement, 0)
    if is_too_narrow_to_climb(context, row):
        return slide_by_contacts(context, displacement)
    return slid, row


# Onto a tread


@inlined
def can_be_stepped_on(context: SweepContext, row: int, support: Vector) -> bool:
    """True if a step whose last iteration is `row` ended on ground that is low enough for a step and deep enough for a foot.

    support: support point before the step (3,) [m]
    A face is asked for its depth, too. Otherwise chance landings on the bevels of narrow treads would climb them, at some rates.
    """
    return is_low_enough(context, row, support) and is_tread(context, row)


@shared
def is_edge_of_ground(context: SweepContext, row: int, up: float, support: Vector, free: int) -> bool:
    """True if the contact in `row` is a rounded, bevelled or leaning edge of ground that can be stepped on.

    If so, the contact is from then on walkable, with the normal of that ground in place of its face's.

    row: of a sweep down; up: height [m] from which the sweep came; support: as for `can_be_stepped_on`
    free: a free row of the trace, which is overwritten later, as is the next one
    """
    iterations, edge, apart = context.query.iterations, context.query.iterations[row], context.query.rules.skin / SKIN_PARTS
    if not edge.is_hit:
        return False
    for other in range(row):  # the step of this tick has answered it
        answer = iterations[other]
        if answer.pass_ == STEP_DOWN and answer.is_walkable and have_one_plane(edge, answer, apart):
            count_as_ground(edge, vec(answer.face_normal))
            return True
    if not find_ground_behind(context, row, up, support, free):
        return False
    count_as_ground(edge, floor_normal(iterations[free], context.query.rules))
    return True


@shared
def find_ground_behind(context: SweepContext, row: int, up: float, support: Vector, free: int) -> bool:
    """True if there is ground that can be stepped on behind the edge in `row`. Its contact is then in row `free`.

    The parameters are those of `is_edge_of_ground`.
    All faces of such an edge are steep, so the face of a contact cannot stand for the ground behind it. The body searches for
    that ground: it is swept up, inwards and down. The player does not move by these sweeps, and their lengths follow from the
    contact. So the answer depends neither on the tick rate nor on the walking speed.

    The foothold is the part of the round bottom that is no steeper than the limit. Each place brings a point behind the contact
    to the foothold's border, where it is walkable. The first point is close to the contact, because on narrow treads the next
    riser is near. Then the distance doubles, up to the length of the foothold, or to a part of the whole way (MOST_PLACES).
    At the last point a slope at the limit has reached the height of a step. Ground that is steep up to there is too high.

    Above a narrow tread the body first touches the next riser, except from a part of the foothold, which two places may miss.
    Then no convex surface could have both contacts, and the distance of the two places is halved until the tread is touched. The
    same is done if the second place is on the upper part of a rounding, which is higher than a step.

    Without a tread there, the search goes on behind the second riser, up to MOST_PLACES in all. Only level ground counts there.
    So ledges too narrow for a foot are climbed together, as one step. An edge whose contact is walkable may be such a ledge.

    The contact may be higher than the body's foot: a body that hangs from the edge of one tread has the next one at its waist.
    """
    iterations, rules, params = context.query.iterations, context.query.rules, context.params[0]
    edge, apart = iterations[row], rules.skin / SKIN_PARTS
    if not rules.steep_is_wall:
        return False
    (nx, ny, nz), ez = vec(edge.normal), float(edge.e_normal[2])
    size = hypot(nx, ny)
    if not rules.class_by_face or edge.point[2] > rules.faces_up_to:
        return False
    if size <= LEAST_ASIDE or nz <= 0.0 or ez <= 0.0 or free + 2 > iterations.shape[0]:
        return False
    found, u, v = iterations[free], -nx / size, -ny / size
    limit = slope_limit(rules)
    (px, py, _), (x, y, _) = sub(vec(edge.point), vec(edge.end)), sub(vec(edge.point), support)
    reach, tilt = px * u + py * v, sqrt(1.0 - ez * ez)
    # In eSpace the body is a sphere, and at the limit its normal's tangent is smaller in the same ratio as in the world.
    tangent = tilt / ez * limit * nz / size
    foothold = reach / tilt * tangent / sqrt(1.0 + tangent * tangent)
    floor_x, floor_y, floor_z = rules.floor_normal
    highest = support[2] + params.step_up + rules.skin + max(-(x * floor_x + y * floor_y) / floor_z, 0.0)
    last = reach - foothold + (highest - float(edge.point[2])) / limit
    raised, _ = run_pass(context, STEP_UP, vec(edge.end), (0.0, 0.0, up), free)
    inwards, ahead, near, far = max(reach - foothold, 0.0), FIRST * foothold, 0.0, inf
    farthest_apart = max(foothold, (last - inwards) / MOST_PLACES)
    point, normal = vec(edge.point), vec(edge.normal)
    outer, places, is_past_riser = inwards, 0, edge.normal[2] >= rules.walkable_cos
    while (far < inf or inwards < last) and not context.is_beyond[0]:
        places += 1
        if far < inf:
            inwards = 0.5 * (near + far)
        else:
            inwards, ahead = inwards + ahead, min(2.0 * ahead, farthest_apart)
        forward, _ = run_pass(context, GROUND, raised, (u * inwards, v * inwards, 0.0), free)
        is_free = not found.is_hit
        run_pass(context, STEP_DOWN, forward, (0.0, 0.0, edge.end[2] - raised[2]), free)
        is_ground = can_be_stepped_on(context, free, support)
        if is_ground and is_level(context, found, (u, v)):
            return True
        if is_past_riser and (not is_free or places >= MOST_PLACES):
            return False
        if is_past_riser:
            continue
        if is_ground and is_reached_by_slope(context, edge, found, (u, v)):
            return True
        moved = (forward[0] - edge.end[0]) * u + (forward[1] - edge.end[1]) * v
        is_high = found.point[2] > highest
        if not found.is_hit or leads_over(normal, point, found, apart) or is_high and found.is_walkable:
            outer, far = inwards if far == inf else outer, moved
        elif is_free and not is_high:
            near, point, normal = moved, vec(found.point), vec(found.normal)
        else:
            return False
        if far - near <= CLEAR * rules.skin:
            inwards, far, is_past_riser = outer, inf, True
    return False


@inlined
def slope_limit(rules: PassRules) -> float:
    """Return the tangent of the slope limit."""
    return sqrt(1.0 - rules.walkable_cos * rules.walkable_cos) / rules.walkable_cos


@shared
def is_reached_from(context: SweepContext, obstacle: int, ground: int, raised: float, support: Vector, free: int) -> bool:
    """True if the way up from an obstacle to the ground that a step has found is a step, and no slope above the limit.

    obstacle, ground: rows of the trace; raised: height [m] of the raised body; support: as for `can_be_stepped_on`
    free: a free row of the trace, which is overwritten later, as are the next ones. It may be `ground`.
    A fast step leads over the obstacle, and a slow one comes down on it first. Both are judged from there: the body is raised
    where the slide met the obstacle, and comes down CLEAR behind. Otherwise fast steps would climb what slow ones refuse.
    Without another riser between the obstacle and the ground, level ground is reached, and ground below a slope at the limit.
    """
    iterations, skin = context.query.iterations, context.query.rules.skin
    edge = iterations[obstacle]
    nx, ny, _ = vec(edge.normal)
    size = hypot(nx, ny)
    if size <= LEAST_ASIDE:
        return True
    u, v = -nx / size, -ny / size
    found = iterations[ground]
    x, y, z = sub(vec(found.point), vec(edge.point))
    if not leads_over(vec(edge.normal), vec(edge.point), found, skin / SKIN_PARTS):
        if z <= (x * u + y * v) * slope_limit(context.query.rules) or is_level(context, found, (u, v)):
            return True
    if free + 3 > iterations.shape[0]:
        return True
    x, y, z = vec(edge.end)
    behind = (x + u * CLEAR * skin, y + v * CLEAR * skin, 0.0)
    forward, _ = run_pass(context, GROUND, (0.0, 0.0, raised), behind, free)
    if iterations[free].is_hit:
        return True
    run_pass(context, STEP_DOWN, forward, (0.0, 0.0, z - raised), free)
    if not iterations[free].is_hit or can_be_stepped_on(context, free, support):
        return True
    return find_ground_behind(context, free, raised - iterations[free].end[2], support, free + 1)


@inlined
def is_reached_by_slope(context: SweepContext, edge: IterationRow, found: IterationRow, inwards: tuple[float, float]) -> bool:
    """True if the ground from an edge to the far end of the tread behind it is no steeper on average than the slope limit.

    edge, found: rows of ITERATION that touch the edge and the tread
    inwards: horizontal unit vector (x, y) over the tread
    The tread may go on beyond the least depth, up to where a slope at the limit from the edge is higher than the tread.
    A level tread (`is_level`) need not be asked, because such stairs may be steeper than the limit.
    Without this test, chance treads of a rough ramp above the limit would be climbed one after the other.
    """
    (px, py, pz), (x, y, z), (u, v) = add(context.origin, vec(found.point)), sub(vec(found.point), vec(edge.point)), inwards
    params, skin, limit = context.params[0], context.query.rules.skin, slope_limit(context.query.rules)
    ahead, clear, least = x * u + y * v, CLEAR * skin, float(params.tread_depth) - skin
    depth = max(least, (z + clear) / limit - ahead)
    rise, free = depth * limit, z - ahead * limit  # what must be free from the end of the tread's own slope down
    if free <= 0.0:
        return True
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):
        start = (px + v * aside, py - u * aside, pz + clear)
        end = (px + u * depth + v * aside, py + v * depth - u * aside, pz + rise)
        if ray_hits(context.obstacles, start, (u * depth, v * depth, rise), 1.0):
            return False
        if ray_hits(context.obstacles, end, (0.0, 0.0, -1.0), free):
            return False
    return True


@inlined
def is_level(context: SweepContext, found: IterationRow, inwards: tuple[float, float]) -> bool:
    """True if the ground that row `found` of ITERATION touches is level on average over the least depth of a tread (LEVEL).

    inwards: horizontal unit vector (x, y) over the tread
    """
    (px, py, pz), (u, v) = add(context.origin, vec(found.point)), inwards
    skin, least = context.query.rules.skin, float(context.params[0].tread_depth) - context.query.rules.skin
    slope = (u * least, v * least, LEVEL * slope_limit(context.query.rules) * least)
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):
        if ray_hits(context.obstacles, (px + v * aside, py - u * aside, pz + CLEAR * skin), slope, 1.0):
            return False
    return True


@inlined
def leads_away(iteration: IterationRow, displacement: Vector) -> bool:
    """True if a displacement (3,) leads away from the contact in a row of ITERATION, in plan view."""
    nx, ny, _ = vec(iteration.normal)
    return nx * displacement[0] + ny * displacement[1] > SAME * length(displacement)


@shared
def leads_to_floor(context: SweepContext, row: int) -> bool:
    """True if a floor is at most `step_down` below the steep contact in row `row`, on the side that the contact faces.

    context: SweepContext. The floor is found by pairs of rays down, at most a body's width away. A pair compares two heights:
    a slope at or below the limit is a floor. So the side of a kerb or stair leads to a floor, and a long steep slope does not.
    """
    found, params, rules = context.query.iterations[row], context.params[0], context.query.rules
    nx, ny, _ = vec(found.normal)
    size, (x, y, z), clear = hypot(nx, ny), add(context.origin, vec(found.point)), CLEAR * rules.skin
    limit = slope_limit(rules)
    apart, aside = PROBES * params.tread_depth, 0.0
    while aside < 2.0 * min(params.radii[0], params.radii[1]):
        close = (x + nx / size * aside, y + ny / size * aside, z + clear)
        far = (x + nx / size * (aside + apart), y + ny / size * (aside + apart), z + clear)
        depth = ray_distance(context.obstacles, close, (0.0, 0.0, -1.0), params.step_down + 2.0 * clear)
        other = ray_distance(context.obstacles, far, (0.0, 0.0, -1.0), params.step_down + 2.0 * clear)
        if max(depth, other) < inf and abs(depth - other) <= limit * apart:
            return True
        aside += 2.0 * apart
    return False


@inlined
def count_as_ground(iteration: IterationRow, normal: Vector) -> None:
    """Count the contact in a row of ITERATION as walkable ground with a normal (3,)."""
    iteration.is_walkable = True
    put(iteration.face_normal, normal)


@inlined
def is_low_enough(context: SweepContext, row: int, support: Vector) -> bool:
    """True if the sweep down in `row` ended on walkable ground that is low enough for a step.

    support: support point before the step (3,) [m]
    The body's round bottom slides over edges higher than the body was raised, so the height is checked separately.
    """
    iteration = context.query.iterations[row]
    if not has_landed(iteration):
        return False
    highest = context.params[0].step_up + context.query.rules.skin
    return iteration.point[2] <= support[2] + highest or is_low_at_its_foot(context, row, support, highest)


@inlined
def is_low_at_its_foot(context: SweepContext, row: int, support: Vector, highest: float) -> bool:
    """True if the edge touched in row `row` is at most `highest` [m] above the end of the slope in front of the edge.

    support: support point of the player (3,) [m]
    On a slope the support point is farther back and lower, so the edge may be too high above that point.
    """
    iteration = context.query.iterations[row]
    nx, ny, _ = vec(iteration.normal)
    size, (x, y, z) = hypot(nx, ny), sub(vec(iteration.point), support)
    floor_x, floor_y, floor_z = context.query.rules.floor_normal
    slope = -(x * floor_x + y * floor_y) / floor_z
    if size <= LEAST_ASIDE or z > slope + highest:
        return False
    edge = add(context.origin, vec(iteration.point))
    clear = CLEAR * context.query.rules.skin
    before = add(edge, (nx / size * clear, ny / size * clear, 0.0))
    return ray_hits(context.obstacles, before, (0.0, 0.0, -1.0), highest + 2.0 * clear)


@inlined
def is_tread(context: SweepContext, row: int) -> bool:
    """True if the ground behind the edge of row `row` is deep enough to be a tread.

    The steepest walkable slope begins at the edge. The ground is a tread if neither the next risers nor other ground reach up to
    that slope. Stairs that are steeper on average are a ladder.
    """
    iteration = context.query.iterations[row]
    nx, ny, _ = vec(iteration.normal)
    size = hypot(nx, ny)
    if size <= LEAST_ASIDE:
        return True
    inwards, edge = (-nx / size, -ny / size), add(context.origin, vec(iteration.point))
    return is_deep(context, edge, inwards) or is_deep_beside_a_post(context, edge, inwards)


@shared
def is_deep(context: SweepContext, edge: Vector, inwards: tuple[float, float]) -> bool:
    """True if the ground behind an edge is deep enough for a tread.

    edge: point of the edge (3,) [m], in the frame of the obstacles and not relative to the tick's start
    inwards: horizontal unit vector (x, y) from the edge over the tread
    The first ray is as steep as the slope limit, also if a step is lower than its end. A walkable bevel or ramp may begin
    at the edge. It ends one skin before the depth, so a tread of exactly this depth is deep enough. It ends no higher than the
    body's middle, because at a steep limit a ceiling may be above that.
    """
    obstacles, params, skin = context.obstacles, context.params[0], context.query.rules.skin
    (edge_x, edge_y, z), depth, rise = edge, params.tread_depth, params.tread_rise
    end = min(1.0 - skin / depth, params.feet / rise)
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):  # never in the plane of the stairs' side, right below the body's middle
        x, y = edge_x + inwards[1] * aside, edge_y - inwards[0] * aside
        if ray_hits(obstacles, (x, y, z + CLEAR * skin), (inwards[0] * depth, inwards[1] * depth, rise), end):
            return False
        behind = (x + inwards[0] * (depth - skin), y + inwards[1] * (depth - skin), z + params.step_up)
        # A ray of no length, from a step as high as the slope or of no height, would begin in the ground itself.
        if params.step_up > rise and ray_hits(obstacles, behind, (0.0, 0.0, -1.0), params.step_up - rise):
            return False
    return True


@inlined
def is_deep_beside_a_post(context: SweepContext, edge: Vector, inwards: tuple[float, float]) -> bool:
    """True if an object higher than a step, such as a post, is on the tread, and the tread is deep beside it.

    One deep side is enough. Both are tested, at the smaller of the body's half widths from `edge`.
    edge, inwards: as for `is_deep`
    """
    (x, y, z), (u, v), depth, clear = edge, inwards, context.params[0].tread_depth, CLEAR * context.query.rules.skin
    if not ray_hits(context.obstacles, (x, y, z + context.params[0].step_up + clear), (u, v, 0.0), depth):
        return False
    for aside in (-depth / TREAD, depth / TREAD):
        x, y = edge[0] + v * aside, edge[1] - u * aside
        has_ground = ray_hits(context.obstacles, (x + u * clear, y + v * clear, z + clear), (0.0, 0.0, -1.0), 2.0 * clear)
        if has_ground and is_deep(context, (x, y, z), inwards):
            return True
    return False


@inlined
def ray_hits(obstacles: Obstacles, start: Vector, direction: Vector, farthest: float) -> bool:
    """True if a ray hits a triangle of the mesh or of a mover. The parameters are those of `ray_distance`."""
    return ray_distance(obstacles, start, direction, farthest) < inf


@shared
def ray_distance(obstacles: Obstacles, start: Vector, direction: Vector, farthest: float) -> float:
    """Return the distance to the first triangle of the mesh or of a mover that a ray hits, or inf if it hits none.

    start: origin of the ray (3,) [m] in their frame; direction: (3,) [m], of any length above 0
    farthest: greatest distance of the hit; distances are multiples of the length of `direction`
    """
    nearest = cast_ray(obstacles.mesh.nodes, obstacles.mesh.corners, start, direction, farthest)[0]
    corners, _ = obstacles.moving
    for triangle in range(corners.shape[0]):
        distance = ray_hits_triangle(corners, triangle, start, direction)
        if distance <= farthest:
            nearest = min(nearest, distance)
    return nearest
