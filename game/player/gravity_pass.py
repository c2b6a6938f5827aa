"""The gravity pass: falling and landing, the ground state after it, and snapping to the ground.

A player that walks on the floor does not fall: it follows the floor down, over steps, slopes and edges.
Arguments of most functions: player, intent and params are rows of PLAYER, INPUT (player_state.py) and PARAMS (player_params.py).
Positions and rows are as in passes_and_ground.py.
"""

from math import sqrt

import numpy as np

from ..collision.candidates_and_nearest_contact import Query
from ..collision.plane_set import clip_in_turn, steepest_descent
from ..collision.response import is_at_foot
from ..collision.trace import BLOCKED, GRAVITY, GROUND, LANDED, STEP_DOWN, STEP_UP, TOO_SHORT
from ..core.jit import inlined, shared
from ..core.vec3 import UP, ZERO, Vector, add, dot, hypot, length, normalise, put, scale, sub, vec
from .passes_and_ground import (
    FLOOR_SEARCH,
    SKIN_PARTS,
    IterationRow,
    SweepContext,
    floor_normal,
    has_landed,
    is_ground_by_face_alone,
    make_gravity_pass,
    run_pass,
    slide_beneath,
)
from .player_params import ParamsRow
from .player_state import AIR, FLOOR, STEEP, InputRow, PlayerRow
from .treads_and_edges import find_support, goes_away_from, has_floor_beneath, mark_if_ground, slope_limit

# Greatest distance [skins] from a slope that still counts as sliding on it. Smaller: a player that slides down over its edges is
# in the air every few ticks; larger: it visibly flies.
HOP = 100.0
# Least upward part [of 1] of a steep plane's normal to slide on it. Smaller: by rounding, vertical walls count as slopes; larger:
# sliding looks like falling.
LEANS = 0.01


@shared
def fall(
    context: SweepContext, player: PlayerRow, intent: InputRow, start: Vector, falling: Vector, row: int
) -> tuple[Vector, int, int, Vector, Vector]:
    """Run the gravity pass from `start` by the displacement `falling`, and find the ground state. row: next free row

    Without the rule separate_gravity the move pass has contained the fall, and only the contacts of that pass are evaluated.
    Returns (end, next free row, ground state, normal of the ground, velocity of falling [m/s]). The state is FLOOR, STEEP or AIR.
    The velocity is that after the tick. In the AIR the normal is +z, and on a FLOOR the velocity is zero.
    """
    first = row
    if context.query.rules.separate_gravity:
        end, row = run_gravity(context, start, falling, row)
    else:
        end, first = start, 0
    (fx, fy, _), kept = vec(player.fall), float(intent.kept)
    ground, normal = ground_state(context.query, first, row, falling)
    if ground == AIR and player.ground == STEEP and falling[2] <= 0.0:
        ground, normal = ground_state_after_hop(context, end, vec(player.normal), row)
    elif ground == STEEP and player.ground == AIR and context.params[0].climb_steps:
        ground, normal = ground_state_on_edge(context, player, normal, first, row)
    if ground == FLOOR:
        return end, row, ground, normal, ZERO
    velocity = (fx * kept, fy * kept, fall_speed(player, intent, context.params[0]))
    return end, row, ground, normal, clip_in_turn(context.query, first, row, velocity)


@inlined
def fall_displacement(player: PlayerRow, intent: InputRow, params: ParamsRow) -> Vector:
    """Return the displacement of falling in this tick.

    The vertical part is the length of the tick, multiplied by the mean of the vertical velocities at its start and its end.
    Under constant acceleration this is exact at any tick rate. The horizontal part uses the velocity at the start.
    """
    fx, fy, fz = vec(player.fall)
    dt = params.dt
    return fx * dt, fy * dt, (fz + fall_speed(player, intent, params)) * 0.5 * dt


@inlined
def fall_speed(player: PlayerRow, intent: InputRow, params: ParamsRow) -> float:
    """Return the velocity upwards at the end of the tick without contact [m/s], at least -terminal_speed."""
    return max(float(player.fall[2]) * intent.kept - intent.pull * params.dt, -params.terminal_speed)


@inlined
def run_gravity(context: SweepContext, start: Vector, falling: Vector, first: int) -> tuple[Vector, int]:
    """Run the gravity pass from `start` by `falling`. Returns the end and the next free row. first: next free row

    With the rule gravity_lands, a fall shorter than FLOOR_SEARCH skins first searches for ground within that distance. On a floor
    the pass ends there.
    """
    rules, row = context.query.rules, first
    reach = FLOOR_SEARCH * rules.skin
    if rules.gravity_lands and -reach < falling[2] <= 0.0:
        end, next_row = run_pass(context, GROUND, start, (0.0, 0.0, -reach), first)
        if context.query.iterations[first].is_hit:
            row = next_row
            if context.query.iterations[first].is_walkable:
                make_gravity_pass(context.query.iterations[first])
                return end, row
    return run_pass(context, GRAVITY, start, falling, row)


@inlined
def ground_state(query: Query, first: int, end: int, falling: Vector) -> tuple[int, Vector]:
    """Return (ground state, normal) after a fall by `falling`. The state is FLOOR, STEEP or AIR.

    A player that rises is in the AIR, where the normal is +z. One that is wedged between steep planes is on a FLOOR with the
    normal +z. One that a crease of steep planes carries is on a FLOOR that slopes as the crease does.
    first, end: first row of the fall's iterations, and the row after the last one
    """
    iterations, ground, normal = query.iterations, AIR, UP
    for row in range(first, end):
        if has_landed(iterations[row]) and falling[2] <= 0.0:
            ground, normal = FLOOR, floor_normal(iterations[row], query.rules)
    if ground == FLOOR:
        return ground, normal
    if falling[2] <= 0.0 and iterations[end - 1].ending == LANDED:
        return FLOOR, normalise(add(UP, steepest_descent(query, first, end - 1)))  # a right angle to the descent
    if falling[2] <= 0.0 and (iterations[end - 1].ending == BLOCKED or iterations[end - 1].ending == TOO_SHORT):
        return FLOOR, UP  # steep on all sides: wedged in, which is as good as standing
    for row in range(first, end):
        if falling[2] <= 0.0 and is_leaned_on(iterations[row]):
            ground, normal = STEEP, vec(iterations[row].normal)
    return ground, normal


@inlined
def ground_state_on_edge(context: SweepContext, player: PlayerRow, normal: Vector, first: int, end: int) -> tuple[int, Vector]:
    """Return (FLOOR, its normal (3,)) if a fall has met a rounded or leaning edge of ground, otherwise (STEEP, `normal` (3,)).

    first, end: first row of the fall's iterations, and the row after the last one
    The ground must not be higher above the contact than the round bottom climbs by itself. Otherwise a player could climb a
    leaning wall in two halves, by a jump and a step. A player that flies over the brink of a steep slope falls on.
    """
    params, rules = context.params[0], context.query.rules
    tangent = slope_limit(rules) * min(params.radii[0], params.radii[1]) / params.feet
    alone = params.feet * (1.0 - 1.0 / sqrt(1.0 + tangent * tangent))
    velocity = (player.walk[0] + player.fall[0], player.walk[1] + player.fall[1], 0.0)
    for row in range(first, end):
        iteration = context.query.iterations[row]
        if not is_leaned_on(iteration) or not is_at_foot(rules, context.query.space, iteration):
            continue
        if goes_away_from(iteration, velocity) and not has_floor_beneath(context, row):
            continue
        x, y, z = vec(iteration.point)
        lowest = (x, y, z + min(alone - params.step_up, 0.0))  # from there a step leads as high as the round bottom climbs
        if mark_if_ground(context, row, params.step_up, lowest, end):
            return FLOOR, floor_normal(iteration, rules)
    return STEEP, normal


@inlined
def ground_state_after_hop(context: SweepContext, end: Vector, normal: Vector, row: int) -> tuple[int, Vector]:
    """Return (STEEP, normal) if a slope is near `end`, otherwise (AIR, +z). row: free

    normal: unit normal of the slope before this tick. The search goes against this normal, at most HOP skins far.
    Without this search, a player that slides down a slope would be in the air every few ticks.
    """
    run_pass(context, GROUND, end, scale(normal, -HOP * context.query.rules.skin), row)
    iteration = context.query.iterations[row]
    return (STEEP, vec(iteration.normal)) if is_leaned_on(iteration) else (AIR, UP)


@inlined
def is_leaned_on(iteration: IterationRow) -> bool:
    """True if an iteration has a contact whose plane faces upwards, walkable or not."""
    return iteration.is_hit and iteration.normal[2] > LEANS


# Snapping to the ground

# The part of the skin that may be left. Smaller: rounding far from the origin uses up the rest; larger: rounding is mended.
WORN = 0.5


@inlined
def snap_to_ground(context: SweepContext, start: Vector, walked: Vector, row: int) -> tuple[Vector, int, Vector]:
    """Move the player from `start` down to a floor within `step_down`, after the displacement `walked`. row: next free row

    This is the gravity pass of a player that stands. The search reaches FLOOR_SEARCH skins down if `step_down` is less.
    Returns the end, the next free row, and the normal of the floor. Without a floor these are `start`, `row`, +z.
    """
    iterations, rules = context.query.iterations, context.query.rules
    skin = rules.skin
    farthest = max(context.params[0].step_down, FLOOR_SEARCH * skin)
    end, next_row = run_pass(context, GROUND, start, (0.0, 0.0, -farthest), row)
    found = iterations[row]
    if not found.is_hit:
        return start, row, UP
    # A player that walks off an edge too high for its foot falls. If the next floor is within `step_down`, it steps down.
    is_left = not found.is_walkable and found.face_normal[2] >= rules.walkable_cos and goes_away_from(found, walked)
    if is_left and not has_floor_beneath(context, row):
        return start, row, UP
    if not mark_if_ground_below(context, row, walked):
        if is_left or not rules.steep_is_wall or not rules.class_by_face:
            return start, row, UP  # without these rules it walks on what is too steep, and edges of steps count as that
        return slide_to_floor(context, start, end, max(length(walked), FLOOR_SEARCH * skin), row)
    if is_brushed(context, row):
        beneath, free = slide_beneath(context, start, farthest, found.point[2] - skin / SKIN_PARTS, row)
        if has_landed(iterations[free - 1]):
            return beneath, free, floor_normal(iterations[free - 1], rules)
        end, next_row = run_pass(context, GROUND, start, (0.0, 0.0, -farthest), row)
        mark_if_ground_below(context, row, walked)  # the sweep has written the row again, so it is marked again
    gap = found.fraction * farthest * found.normal[2]
    if gap < WORN * skin:
        end = lift(context, end, skin - gap, row, next_row)
    make_gravity_pass(found)
    return end, next_row, floor_normal(found, rules)


@inlined
def mark_if_ground_below(context: SweepContext, row: int, walked: Vector) -> bool:
    """Mark the contact in row `row` of a sweep down as walkable if it is an edge of ground. Returns True if it is walkable then.

    If the displacement `walked` before it leads away from the edge, the next floor below must be within `step_down`; otherwise
    the player falls, as over the brink of a steep slope.
    The ground behind the edge must not be more than a step above the support point before the tick. If that were the contact
    itself, the player could climb a leaning wall in two halves.
    """
    found = context.query.iterations[row]
    if found.is_walkable:
        return True
    if goes_away_from(found, walked) and not has_floor_beneath(context, row):
        return False
    return mark_if_ground(context, row, context.params[0].step_up, find_support(context, row + 1, False), row + 1)


@shared
def is_brushed(context: SweepContext, row: int) -> bool:
    """True if the edge that row `row` found below is more than a step above the support point, and was not climbed.

    Without this test, the side of a ledge would carry a player that walks along it while the floor beside it goes down.
    """
    iterations, rules, params = context.query.iterations, context.query.rules, context.params[0]
    height, highest = iterations[row].point[2], params.step_up + rules.skin
    if (
        height <= highest - params.feet
        or not is_ground_by_face_alone(iterations[row], rules)
        or is_climbed(iterations, row, rules.skin)
    ):
        return False
    return height > find_support(context, row + 1, False)[2] + highest


@inlined
def is_climbed(iterations: np.ndarray, row: int, skin: float) -> bool:
    """True if the tick slid or stepped up over the edge that row `row` of the trace touches. skin: [m]"""
    face, point = vec(iterations[row].face_normal), vec(iterations[row].point)
    for other in range(row):
        iteration = iterations[other]
        if not iteration.is_hit or iteration.is_wall:
            continue
        is_upwards = iteration.pass_ == STEP_DOWN or iteration.next_displacement[2] > 0.0
        if is_upwards and abs(dot(face, sub(vec(iteration.point), point))) < skin / SKIN_PARTS:
            return True
    return False


@inlined
def slide_to_floor(context: SweepContext, start: Vector, end: Vector, aside: float, row: int) -> tuple[Vector, int, Vector]:
    """Slide by the gravity pass down the steep plane that row `row` met at `end`, to a floor.

    start: from where row `row` searched for the floor; aside: largest horizontal distance [m] of the floor from there
    Returns the end, the next free row and the floor's normal. Without a floor these are `start`, `row` and +z.
    Without this slide, a player that walks down over an edge beside a leaning wall would stand on the wall every few ticks.
    """
    farthest = max(context.params[0].step_down, FLOOR_SEARCH * context.query.rules.skin)
    down = (0.0, 0.0, start[2] - end[2] - farthest)
    end, next_row = run_pass(context, GRAVITY, end, down, row + 1)
    ground, normal = ground_state(context.query, row + 1, next_row, down)
    if ground != FLOOR or hypot(end[0] - start[0], end[1] - start[1]) > aside:
        return start, row, UP
    return end, next_row, normal


@inlined
def lift(context: SweepContext, end: Vector, height: float, row: int, free: int) -> Vector:
    """Raise the player at `end` by `height` [m], as far as the ceiling allows. Returns the new position.

    row: the floor's row, which gets the new end
    This restores the skin above the floor after an edge that was passed without a contact.
    """
    raised, _ = run_pass(context, STEP_UP, end, (0.0, 0.0, height), free)
    put(context.query.iterations[row].end, raised)
    return raised
