"""Climbing steps: up, forward, down. A step is taken if it leads farther than sliding.

Stairs are climbed if their risers are no higher than a step, and if their treads are deep enough (treads_and_edges.py). The
forward sweep is as long as the tick's displacement, so it may end above the edge itself, which may be an edge of ground.
At a low tick rate the sweep may also lead over a whole tread. Without a step there, it is repeated with the depth of a tread.
If it still leads from one riser to the next, it is halved. Slow and fast steps are judged from one place, the riser's foot.
A beam or a lintel may stop the raised head at once; then the body is raised only as far as it passes below.
Positions and rows are as in passes_and_ground.py, except positions for rays. `support` is the support point before the step.
"""

from enum import IntEnum

import numpy as np

from ..collision.candidates_and_nearest_contact import Query
from ..collision.plane_set import clip_at_once
from ..collision.trace import GROUND, MOVE, STEP_DOWN, STEP_FORWARD, STEP_UP
from ..core.jit import inlined, shared
from ..core.vec3 import ZERO, Vector, hypot, length, scale, sub, vec
from .passes_and_ground import (
    FLOOR_SEARCH,
    SAME,
    SKIN_PARTS,
    IterationRow,
    SweepContext,
    has_contact,
    has_landed,
    run_pass,
    with_ground_rules,
)
from .player_state import FLOOR, PlayerRow, vec2
from .treads_and_edges import (
    CLEAR,
    can_be_stepped_on,
    find_ground_behind,
    find_support,
    have_one_plane,
    height_below_lintel,
    is_level,
    is_low_enough,
    is_tread,
    mark_if_ground,
    may_hide_ground_between,
    over_edge,
    slope_limit,
)


class StepOutcome(IntEnum):
    """The outcome of a step in a tick, in the order in which the solver asks. All but the first and the last are refusals."""

    NOT_ASKED = 0  # the player did not walk, or met nothing
    OFF_FLOOR = 1  # it does not stand on the floor
    RULE_OFF = 2  # the rule climb_steps is off
    NO_HEIGHT = 3  # steps have no height
    NO_OBSTACLE = 4  # the slide met only ground to walk on
    NO_ROOM = 5  # the body cannot rise, because something is right above it
    SLID_AS_FAR = 6  # the slide got as far as a step could
    NO_FARTHER = 7  # the raised body gets no farther than the slide
    MET_AGAIN = 8  # the raised body meets the same obstacles
    NO_GROUND = 9  # Below it is nothing, or only what is too steep to stand on.
    TOO_HIGH = 10  # The ground below it is higher than a step.
    TOO_NARROW = 11  # The ground below it is not deep enough for a foot.
    TOO_STEEP = 12  # The way from the obstacle up to the ground is steeper than the slope limit.
    TOO_LONG = 13  # It is NO_GROUND, TOO_HIGH or TOO_NARROW, but there may be a tread nearer to the obstacle.
    TAKEN = 14


NOT_ASKED, OFF_FLOOR, RULE_OFF, NO_HEIGHT, NO_OBSTACLE, NO_ROOM, *_tried = (int(outcome) for outcome in StepOutcome)
SLID_AS_FAR, NO_FARTHER, MET_AGAIN, NO_GROUND, TOO_HIGH, TOO_NARROW, TOO_STEEP, TOO_LONG, TAKEN = _tried
# How much farther than sliding [part of the displacement] a step must lead, or a level displacement out of a ditch. Smaller:
# steps are taken for nothing beside walls; larger: a player that walks almost along a ditch stays in it.
LEAST_GAIN = 1e-3
NONE = -1  # no row of the trace


@inlined
def step_up_or_stop(
    context: SweepContext, player: PlayerRow, walked: Vector, displacement: Vector, slid: Vector, row: int
) -> tuple[Vector, int]:
    """Climb a step that the move pass met. Without such a step, clip the walking velocity in `player` by the walls that it met.

    `player` also gets the StepOutcome.
    walked, displacement: of walking and of the whole pass, which may include falling; slid, row: its end and the next free row
    Returns the new end and the new next free row.
    """
    query = context.query
    if player.ground != FLOOR:
        player.step = OFF_FLOOR
    elif not context.params[0].climb_steps:
        player.step = RULE_OFF
    elif has_contact(query.iterations, row):
        if displacement[2] < 0.0 and is_in_ditch(query, row, displacement, slid):
            displacement, slid, row = out_of_ditch(context, displacement, slid)
        if is_too_narrow_to_climb(context, row):
            slid, row = slide_by_contacts(context, displacement)
        end, next_row, player.step = step_up(context, walked, slid, row)
        if player.step == TAKEN:
            return end, next_row
        if is_stopped_by_ground(query.iterations, row):
            slid, row = slide_from_support(context, displacement, row)
    x, y = vec2(player.walk)
    player.walk[0], player.walk[1], _ = clip_at_once(query, 0, row, (x, y, 0.0), True)
    return slid, row


@shared
def step_up(context: SweepContext, walked: Vector, slid: Vector, first: int) -> tuple[Vector, int, int]:
    """Try to walk the displacement `walked` up a step, after the move pass has ended at `slid`. first: next free row

    Returns the end, the next free row and the StepOutcome. The end and row of a refused step are `slid` and `first`. Its
    iterations are overwritten later.
    """
    params, skin = context.params[0], context.query.rules.skin
    if params.step_up == 0.0:
        return slid, first, NO_HEIGHT
    if passed_obstacle(context.query, first, first, first) == NONE:
        return slid, first, NO_OBSTACLE
    support = find_support(context, first, True)
    landed, row, outcome = try_step(context, walked, slid, support, first)
    depth, distance = params.tread_depth, hypot(walked[0], walked[1])
    if outcome != TAKEN and distance > depth:  # so long a sweep can lead over a tread
        shorter = scale(walked, depth / distance)
        landed, row, second = try_step(context, shorter, slid, support, first)
        outcome = max(outcome, second)
    while outcome == TOO_LONG and hypot(walked[0] - slid[0], walked[1] - slid[1]) > CLEAR * skin and not context.is_beyond[0]:
        walked = (0.5 * (slid[0] + walked[0]), 0.5 * (slid[1] + walked[1]), 0.0)  # the slide may have led aside
        landed, row, outcome = try_step(context, walked, slid, support, first)
    return landed, row, outcome


@shared
def try_step(context: SweepContext, walked: Vector, slid: Vector, support: Vector, first: int) -> tuple[Vector, int, int]:
    """Try a step: up as far as there is room, forward by the displacement `walked`, then down.

    slid, first: as for `step_up`
    Returns the end, the next free row and the StepOutcome. Those of a refused step are `slid` and `first`.
    """
    params, skin, iterations = context.params[0], context.query.rules.skin, context.query.iterations
    raised, forward_row = run_pass(context, STEP_UP, ZERO, (0.0, 0.0, params.step_up), first)
    if raised[2] <= skin:
        return slid, first, NO_ROOM
    forward, row = run_pass(context, STEP_FORWARD, raised, (walked[0], walked[1], 0.0), forward_row)
    size = hypot(walked[0], walked[1])
    least = progress(slid, walked) + LEAST_GAIN * size
    below = height_below_lintel(context, forward_row)  # of what may stop the raised head, as above a threshold
    if progress(forward, walked) <= least and skin < below < raised[2]:
        raised, _ = run_pass(context, STEP_UP, ZERO, (0.0, 0.0, below), first)
        forward, row = run_pass(context, STEP_FORWARD, raised, (walked[0], walked[1], 0.0), forward_row)
    if progress(forward, walked) <= least:
        return slid, first, NO_FARTHER if least < size else SLID_AS_FAR
    obstacle = passed_obstacle(context.query, first, forward_row, row)
    if obstacle == NONE:
        return slid, first, MET_AGAIN
    landed, row = run_pass(context, STEP_DOWN, forward, (0.0, 0.0, -raised[2] - max(params.step_down, FLOOR_SEARCH * skin)), row)
    ground, outcome = row - 1, TAKEN
    if not has_landed(iterations[ground]):
        outcome = NO_GROUND
    elif not is_low_enough(context, ground, support):
        outcome = TOO_HIGH
    elif not is_tread(context, ground):
        outcome = TOO_NARROW
    if outcome != TAKEN:
        if is_too_long(iterations[obstacle], iterations[ground], skin):
            outcome = TOO_LONG
        if not mark_if_ground(context, ground, forward[2] - landed[2], support, row):
            return slid, first, outcome
        ground = row
    if is_reached_from(context, obstacle, ground, raised[2], support, row):
        return landed, row, TAKEN
    return slid, first, TOO_STEEP


@inlined
def progress(end: Vector, walked: Vector) -> float:
    """Return the horizontal component [m] of a position `end` along the displacement `walked`."""
    return (end[0] * walked[0] + end[1] * walked[1]) / hypot(walked[0], walked[1])


@inlined
def is_too_long(edge: IterationRow, found: IterationRow, skin: float) -> bool:
    """True if a step from an edge may lead over a tread, or over the lower part of rounded ground. skin: [m]

    found: touches the ground that has been refused
    It is False for an edge that is no wall, because the slide leads over it without a step.
    """
    if not edge.is_wall:
        return False
    if not found.is_hit or may_hide_ground_between(vec(edge.normal), vec(edge.point), found, skin / SKIN_PARTS):
        return True
    return found.is_walkable and found.point[2] > edge.point[2] + skin


# Over an obstacle


@inlined
def passed_obstacle(query: Query, slide_end: int, first: int, end: int) -> int:
    """Return the row of the first obstacle that the slide (rows before `slide_end`) met and the raised path misses, or NONE.

    first, end: first row of the raised path, and the row after its last one
    An obstacle is a wall, or an edge that leans more than the ground above it, but no slope that the player walks up.
    """
    iterations, apart = query.iterations, query.rules.skin / SKIN_PARTS
    for row in range(slide_end):
        iteration = iterations[row]
        if not iteration.is_hit or iteration.is_walkable and iteration.normal[2] >= iteration.face_normal[2] - SAME:
            continue
        if not is_met_again(iterations, row, first, end, apart):
            return row
    return NONE


@inlined
def is_met_again(iterations: np.ndarray, row: int, first: int, end: int, apart: float) -> bool:
    """True if a contact in rows `first` to `end` - 1 has the same sliding plane as row `row`, within `apart` [m]."""
    for other in range(first, end):
        if iterations[other].is_hit and have_one_plane(iterations[row], iterations[other], apart):
            return True
    return False


# Out of a ditch


@inlined
def is_in_ditch(query: Query, end: int, displacement: Vector, slid: Vector) -> bool:
    """True if the slide before row `end` met a walkable slope that faces the floor's, and got no nearer to it in plan view.

    A displacement down one slope has no part that leads up another one at a right angle to it. A level displacement has.
    displacement, slid: of the move pass, and its end
    """
    iterations, least, (floor_x, floor_y, _) = query.iterations, LEAST_GAIN * length(displacement), query.rules.floor_normal
    for row in range(end):
        nx, ny, _ = vec(iterations[row].normal)
        if has_landed(iterations[row]) and not iterations[row].is_wall and nx * floor_x + ny * floor_y < 0.0:
            towards, nearer = -(displacement[0] * nx + displacement[1] * ny), -(slid[0] * nx + slid[1] * ny)
            if towards > least and nearer <= LEAST_GAIN * towards:
                return True
    return False


@inlined
def out_of_ditch(context: SweepContext, displacement: Vector, slid: Vector) -> tuple[Vector, Vector, int]:
    """Run the move pass again with a level displacement, if that leads farther (LEAST_GAIN) than to `slid`.

    The trace is overwritten from its first row on. Returns the displacement, its end and the next free row.
    """
    level = displacement[0], displacement[1], 0.0
    end, row = run_pass(context, MOVE, ZERO, level, 0)
    if progress(end, level) - progress(slid, level) > LEAST_GAIN * length(level):
        return level, end, row
    slid, row = run_pass(context, MOVE, ZERO, displacement, 0)
    return displacement, slid, row


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
    """Run the move pass again. The slope of an edge is taken from its contact instead of its face.

    The trace is overwritten from its first row on. Returns the end and the next free row.
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
    """Run the move pass again, with the height of an edge measured from the support point. end: next free row

    The trace is overwritten from its first row on. Returns the end and the next free row. Between two steps the round bottom
    hangs lower than the edge that supports the body, so the next edge seems too high. The player would be stuck there if a post
    beside it prevents a step up.
    """
    rules = context.query.rules
    climb = rules.climb + max(find_support(context, end, False)[2] + context.params[0].feet, 0.0)
    slid, row = run_pass(with_ground_rules(context, rules.class_by_face, climb, rules.faces_up_to), MOVE, ZERO, displacement, 0)
    if is_too_narrow_to_climb(context, row):
        return slide_by_contacts(context, displacement)
    return slid, row


# From the obstacle to the ground


@shared
def is_reached_from(context: SweepContext, obstacle: int, ground: int, raised_height: float, support: Vector, free: int) -> bool:
    """True if the way up from an obstacle to the ground that a step has found is a step, and no slope above the limit.

    obstacle, ground: rows of the trace; raised_height: of the body [m]; free: may be `ground`
    A fast step leads over the obstacle, and a slow one comes down on it first. Both are judged from there: the body is raised
    where the slide met the obstacle, and comes down CLEAR behind. Otherwise fast steps would climb what slow ones refuse.
    Without another riser between the obstacle and the ground, level ground is reached, and ground below a slope at the limit.
    """
    iterations, skin = context.query.iterations, context.query.rules.skin
    edge, found = iterations[obstacle], iterations[ground]
    u, v = over_edge(edge)
    if (u, v) == (0.0, 0.0):
        return True
    x, y, z = sub(vec(found.point), vec(edge.point))
    if not may_hide_ground_between(vec(edge.normal), vec(edge.point), found, skin / SKIN_PARTS):
        if z <= (x * u + y * v) * slope_limit(context.query.rules) or is_level(context, found, (u, v)):
            return True
    if free + 3 > iterations.shape[0]:
        return True
    x, y, z = vec(edge.end)
    behind = (x + u * CLEAR * skin, y + v * CLEAR * skin, 0.0)
    forward, _ = run_pass(context, GROUND, (0.0, 0.0, raised_height), behind, free)
    if iterations[free].is_hit:
        return True
    run_pass(context, STEP_DOWN, forward, (0.0, 0.0, z - raised_height), free)
    if not iterations[free].is_hit or can_be_stepped_on(context, free, support):
        return True
    return find_ground_behind(context, free, raised_height - iterations[free].end[2], support, free + 1)
