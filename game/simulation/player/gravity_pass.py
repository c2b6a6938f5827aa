"""The floor below, and falling: the gravity pass and what it comes to rest on."""

from ...collision.columns import END, ENDING, FACE_NORMAL, FIRST, FRACTION, IS_HIT, NORMAL, POINT, WALKABLE
from ...collision.engine.jit import inlined, shared, unfolded
from ...collision.engine.vec3 import along, dot, hypot, length, scale
from ...collision.kinds import BLOCKED, GRAVITY, GROUND, STEP_UP, TOO_SHORT
from ...collision.nearest_contact import get3, put3
from ...collision.plane_set import ZERO
from ...collision.rules import CLASS_BY_FACE, GRAVITY_LANDS, SEPARATE_GRAVITY, SKIN, STEEP_IS_WALL, WALKABLE_COS
from .columns import AIR, CLIMB_DOWN, FALL, FLOOR, FOOTING, FOOTING_NORMAL, KEPT, PULL, STEEP, TERMINAL_SPEED, TICK
from .ground import FEEL, SAME, SKIN_PARTS, has_landed, is_brushed, run, slide_beneath

UP = (0.0, 0.0, 1.0)
# How far [skins] a slope may be left and still be slid on. Smaller: who hops down over its edges is in the air every few ticks;
# larger: seen as flying.
HOP = 100.0
# How much [part of 1] what is steep must face upwards to be slid on. Smaller: rounding makes slopes of upright walls; larger: who
# slides seems to fall.
LEANS = 0.01
# The part of the skin that may be left. Smaller: rounding far from the origin uses up the rest; larger: rounding is mended.
WORN = 0.5


# The floor


@unfolded
def keep_to_floor(near, start, way, row, params):
    """Feel for the floor below and follow it, after a tick's way. Returns (where it is, next free row, the floor's normal).

    The row is still `row` when there is none.
    """
    steps, skin = near[4], near[3][SKIN]
    farthest = max(params[CLIMB_DOWN], FEEL * skin)
    end, next_row = run(near, GROUND, start, (0.0, 0.0, -farthest), row)
    if steps[row, IS_HIT] == 0.0 or is_left_behind(steps, row, near[3], way):
        return start, row, UP
    if steps[row, WALKABLE] == 0.0:
        if near[3][STEEP_IS_WALL] == 0.0 or near[3][CLASS_BY_FACE] == 0.0:
            return start, row, UP  # then he walks on what is too steep, and edges of steps count as that
        return slide_to_floor(near, start, end, farthest, max(length(way), FEEL * skin), row)
    if is_brushed(near, row, params):
        beneath, free = slide_beneath(near, start, farthest, steps[row, POINT + 2] - skin / SKIN_PARTS, row)
        if has_landed(steps, free - 1):
            return beneath, free, floor_normal(steps, free - 1, near[3])
        end, next_row = run(near, GROUND, start, (0.0, 0.0, -farthest), row)
    gap = steps[row, FRACTION] * farthest * steps[row, NORMAL + 2]
    if gap < WORN * skin:
        end = lift(near, end, skin - gap, row, next_row)
    return end, next_row, floor_normal(steps, row, near[3])


@inlined
def is_left_behind(steps, row, rules, way):
    """Is what row `row` felt the edge of ground that he walks off? From there he falls, however near the next floor is."""
    nx, ny, _ = get3(steps, row, NORMAL)
    is_edge = steps[row, WALKABLE] == 0.0 and steps[row, FACE_NORMAL + 2] >= rules[WALKABLE_COS]
    return is_edge and nx * way[0] + ny * way[1] > SAME * length(way)


@unfolded
def slide_to_floor(near, start, felt, farthest, aside, row):
    """The floor behind what is too steep, which row `row` felt: down along that as gravity slides, no farther than he walks.

    Returns as `keep_to_floor`. Without this, who walks down over an edge beside a leaning wall is on it every few ticks.
    """
    down = (0.0, 0.0, felt[2] - start[2] - farthest)
    end, next_row = run(near, GRAVITY, felt, down, row + 1)
    footing, normal = what_it_rests_on(near, row + 1, next_row, down)
    if footing != FLOOR or hypot(end[0] - start[0], end[1] - start[1]) > aside:
        return start, row, UP
    return end, next_row, normal


@unfolded
def lift(near, end, height, row, free):
    """A skin above the floor again, as far as the ceiling lets him, for one who passed over an edge without touching it.

    The floor's row tells where it ended; the iteration at row `free` is forgotten.
    """
    raised, _ = run(near, STEP_UP, end, (0.0, 0.0, height), free)
    put3(near[4], row, END, raised)
    return raised


@inlined
def floor_normal(steps, row, rules):
    """Of the floor at a contact: the face's, but on the top edge of a thin wall, whose face is upright, the contact's."""
    if rules[CLASS_BY_FACE] != 0.0 and steps[row, FACE_NORMAL + 2] >= steps[row, NORMAL + 2]:
        return get3(steps, row, FACE_NORMAL)
    return get3(steps, row, NORMAL)


# The gravity pass


@shared
def fall(near, players, inputs, i, start, way, first, params):
    """Gravity by itself, unless its `way` went into the move pass already.

    Returns (where it ended, next free row, what it came to rest on, its normal, velocity left).
    """
    if near[3][SEPARATE_GRAVITY] != 0.0:
        end, row = run_gravity(near, start, way, first)
    else:
        end, row, first = start, first, FIRST
    (fx, fy, _), kept = get3(players, i, FALL), inputs[i, KEPT]
    footing, normal = what_it_rests_on(near, first, row, way)
    if footing == AIR and players[i, FOOTING] == STEEP and way[2] <= 0.0:
        footing, normal = what_it_slid_on(near, end, get3(players, i, FOOTING_NORMAL), row)
    falling = (fx * kept, fy * kept, fall_speed(players, inputs, i, params))
    left = ZERO if footing == FLOOR else what_planes_leave(near[4], first, row, falling)
    return end, row, footing, normal, left


@inlined
def way_of_fall(players, inputs, i, params):
    """How far the player falls in this tick: half of gravity now and half at its end, which is exact at any tick rate."""
    fx, fy, fz = get3(players, i, FALL)
    dt = params[TICK]
    return fx * dt, fy * dt, (fz + fall_speed(players, inputs, i, params)) * 0.5 * dt


@inlined
def fall_speed(players, inputs, i, params):
    """The vertical velocity at the end of the tick, if nothing is in the way [m/s]."""
    return max(players[i, FALL + 2] * inputs[i, KEPT] - inputs[i, PULL] * params[TICK], -params[TERMINAL_SPEED])


@unfolded
def run_gravity(near, start, way, first):
    """The gravity pass; before it, feeling for ground that a fall within the skin would not meet."""
    steps, rules, row = near[4], near[3], first
    reach = FEEL * rules[SKIN]
    if rules[GRAVITY_LANDS] != 0.0 and -reach < way[2] <= 0.0:
        felt, next_row = run(near, GROUND, start, (0.0, 0.0, -reach), first)
        if steps[first, IS_HIT] != 0.0:
            row = next_row
            if steps[first, WALKABLE] != 0.0:
                return felt, row
    return run(near, GRAVITY, start, way, row)


@inlined
def what_it_rests_on(near, first, end, way):
    """(footing, normal) after the iterations `first` .. `end` of a fall: floor, a steep slope, or nothing."""
    steps, rules, footing, normal = near[4], near[3], AIR, UP
    for row in range(first, end):
        if steps[row, IS_HIT] != 0.0 and steps[row, WALKABLE] != 0.0 and way[2] <= 0.0:
            footing, normal = FLOOR, floor_normal(steps, row, rules)
    if footing == FLOOR:
        return footing, normal
    if way[2] <= 0.0 and (steps[end - 1, ENDING] == BLOCKED or steps[end - 1, ENDING] == TOO_SHORT):
        return FLOOR, UP  # steep on all sides: wedged in, which is as good as standing
    for row in range(first, end):
        if way[2] <= 0.0 and is_leaned_on(steps, row):
            footing, normal = STEEP, get3(steps, row, NORMAL)
    return footing, normal


@unfolded
def what_it_slid_on(near, end, normal, row):
    """(footing, normal): still the steep slope with this normal, when it is no more than a hop away.

    Without this, who slides down a slope is in the air every few ticks. The iteration at `row` is forgotten.
    """
    run(near, GROUND, end, scale(normal, -HOP * near[3][SKIN]), row)
    return (STEEP, get3(near[4], row, NORMAL)) if is_leaned_on(near[4], row) else (AIR, UP)


@inlined
def is_leaned_on(steps, row):
    """Did row `row` meet something that faces upwards, however steeply?"""
    return steps[row, IS_HIT] != 0.0 and steps[row, NORMAL + 2] > LEANS


@inlined
def what_planes_leave(steps, first, end, velocity):
    """The velocity that the planes met leave of a fall."""
    for _ in range(2):  # the second time takes what the first put back into an earlier plane
        for row in range(first, end):
            normal = get3(steps, row, NORMAL)
            if steps[row, IS_HIT] != 0.0 and dot(velocity, normal) < 0.0:
                velocity = along(velocity, normal, -dot(velocity, normal))
    return velocity
