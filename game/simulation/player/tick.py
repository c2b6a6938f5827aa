"""The player: one tick of walking, stepping, jumping and falling, on top of collide and slide.

The function `tick` advances a player's row of numbers (columns.py) by its input of this tick. It writes the trace of the sweeps
to the scratch arrays. The order is the paper's: the move pass first, then the gravity pass. The same source is compiled or
interpreted, for one player and for crowds.
"""

from ...collision.engine.entry_points import find_penetrations, half_sides, leave_out, query_of, space_of
from ...collision.engine.jit import compiled, inlined, unfolded
from ...collision.engine.vec3 import add, get3, hypot, put, put3, sub
from ...collision.kinds import MOVE
from ...collision.plane_set import WALLS, ZERO, clip_velocity
from .agent_rows import gather_all, obstacles_around, take_body
from .columns import (
    AIR,
    AIRBORNE,
    BUFFERED,
    CLIMB_DOWN,
    CLIMB_STEPS,
    CLIMB_UP,
    COYOTE,
    COYOTE_TIME,
    DONE,
    FALL,
    FLOOR,
    FLOW,
    FOOTING,
    FOOTING_NORMAL,
    INSIDE,
    JUMP,
    JUMP_BUFFER,
    JUMP_HELD,
    JUMP_RELEASE,
    JUMP_SPEED,
    JUMPING,
    LONG_AGO,
    OVERFLOW,
    POSITION,
    PULL,
    STOOD,
    TICK,
    TOUCHED,
    USUAL_PULL,
    VELOCITY,
    WALK,
    WALKED,
)
from .gravity_pass import UP, fall, fall_displacement, snap_to_ground
from .ground import Tick, run
from .reach import SLID, reach
from .step_up import is_stopped_by_ground, is_too_narrow_to_climb, slide_by_contacts, slide_from_support, step_up
from .walking import along_ground, walk

# Depth [skins] that counts as inside. Smaller: rounding at a touch counts, far from the origin; larger: penetration is visible.
DEEP = 1e-4


@compiled
def tick_all(obstacles, arrays, own, tables, first, recovered):
    """One tick of the players in `rows` (m,), from the one at `first` on: their rows of `before` become those of `after`.

    obstacles: Obstacles; arrays: (Scratch, arrays for turned triangles, (1,) of Tick.is_beyond); own: see agent_rows.py
    tables: (before, after, inputs, params, rows); recovered: as `first`, of a player known to be inside nothing, or -1
    Returns (place in `rows`, how it ended, count of candidates, next free row of the trace), of the last player or of the
    first not done.
    """
    scratch, turned, is_beyond = arrays
    before, after, inputs, params, rows = tables
    ending, count, end = DONE, 0, 0
    k, slid = first, 0.0
    while k < rows.shape[0]:
        i = rows[k]
        for column in range(before.shape[1]):
            after[i, column] = before[i, column]
        take_body(scratch.settings, own[0], i)
        count, near = obstacles_around(obstacles, scratch, turned, own, i)
        if count > scratch.candidates.shape[0]:
            return k, OVERFLOW, count, 0
        is_beyond[0] = False
        ending, count, end = tick(near, scratch, is_beyond, after, inputs, i, params, k == recovered, slid)
        if ending != DONE:
            return k, ending, count, end
        if is_beyond[0]:  # a slide left the gathered region: repeat the tick with a larger one
            slid = max(2.0 * slid, SLID)
            continue
        finish_tick(before, after, i, scratch.steps, end, params)
        k, slid = k + 1, 0.0
    return rows.shape[0], ending, count, end


@unfolded
def tick(obstacles, scratch, is_beyond, players, inputs, i, params, recovered, slid):
    """One tick of player i. slid: as of `reach`. Returns (how it ended, count of candidates, next free row)."""
    origin, settings = get3(players, i, POSITION), scratch.settings
    update_jump_timers(players, i, params)
    jump(players, inputs, i, params)
    cut_jump(players, inputs, i, params)
    walked = along_ground(players, i, walk(players, inputs, i, params), params)
    distances = reach_of_tick(players, inputs, i, walked, params, slid)
    count = gather_around(obstacles, scratch, origin, distances)
    if count > scratch.candidates.shape[0]:
        return OVERFLOW, count, 0
    if obstacles.refused.shape[0] > 0:
        count = leave_out(scratch.candidates, count, obstacles.refused)
    deep = DEEP * settings[0]["skin"]
    if settings[0]["exact_contact"] and not recovered and find_penetrations(scratch.candidates, count, settings)[0] > deep:
        return INSIDE, count, 0
    falling = fall_displacement(players, inputs, i, params)
    write_floor_normal(players, i, settings, params)
    near = Tick(query_of(scratch, count), obstacles, origin, params, distances, is_beyond)
    end, row = move(near, players, i, walked, falling)
    end, row = apply_external_velocity(near, players, inputs, i, end, row)
    if follows_floor(players, inputs, i, params):
        landed, next_row, normal = snap_to_ground(near, end, walked, row)
        if next_row > row:
            store_result(players, i, add(origin, landed), FLOOR, normal, ZERO)
            return DONE, count, next_row
    end, row, footing, normal, velocity = fall(near, players, inputs, i, end, falling, row)
    store_result(players, i, add(origin, end), footing, normal, velocity)
    return DONE, count, row


@inlined
def finish_tick(before, players, i, steps, end, params):
    """Write the whole velocity, the time in the air, the distance walked, the last position on the floor, the last contact."""
    (x, y, z), wx, wy = get3(players, i, FALL), players[i, WALK], players[i, WALK + 1]
    put3(players, i, VELOCITY, (wx + x, wy + y, z))
    players[i, TOUCHED] = last_touched(steps, end)
    if players[i, FOOTING] != FLOOR:
        players[i, AIRBORNE] += params[TICK]
        return
    players[i, AIRBORNE] = 0.0
    put3(players, i, STOOD, get3(players, i, POSITION))
    if before[i, FOOTING] == FLOOR:
        players[i, WALKED] += hypot(wx, wy) * params[TICK]


@inlined
def last_touched(steps, end):
    """Triangle of the last contact before row `end`, or -1."""
    for back in range(1, end + 1):
        if steps[end - back].is_hit:
            return steps[end - back].triangle
    return -1


@inlined
def update_jump_timers(players, i, params):
    """Advance the timers of jumping: since the floor was left, and for how long a pressed jump still waits."""
    players[i, COYOTE] = 0.0 if players[i, FOOTING] == FLOOR else players[i, COYOTE] + params[TICK]
    players[i, BUFFERED] = max(players[i, BUFFERED] - params[TICK], 0.0)


@inlined
def jump(players, inputs, i, params):
    """Take off if a jump was pressed not long ago and the floor was left not long ago."""
    pressed = inputs[i, JUMP] != 0.0 and players[i, JUMP_HELD] == 0.0
    if pressed:
        players[i, BUFFERED] = params[JUMP_BUFFER]
    players[i, JUMP_HELD] = inputs[i, JUMP]
    wanted = pressed or players[i, BUFFERED] > 0.0
    may_jump = players[i, FOOTING] == FLOOR or players[i, COYOTE] <= params[COYOTE_TIME]
    if wanted and may_jump and params[JUMP_SPEED] != 0.0:
        players[i, FALL + 2], players[i, JUMPING] = params[JUMP_SPEED], 1.0
        players[i, FOOTING], players[i, COYOTE], players[i, BUFFERED] = AIR, LONG_AGO, 0.0


@inlined
def cut_jump(players, inputs, i, params):
    """Reduce the speed of a jump, once, if the jump is released while the player rises."""
    if players[i, FALL + 2] <= 0.0:
        players[i, JUMPING] = 0.0
    if players[i, JUMPING] != 0.0 and inputs[i, JUMP] == 0.0:
        players[i, FALL + 2] *= params[JUMP_RELEASE]
        players[i, JUMPING] = 0.0


@inlined
def write_floor_normal(players, i, settings, params):
    """Write the floor on which steep planes count as vertical walls: the one followed; in the air, a level one."""
    follows = players[i, FOOTING] == FLOOR and params[CLIMB_STEPS] != 0.0 and params[CLIMB_DOWN] != 0.0
    put(settings[0]["floor_normal"], get3(players, i, FOOTING_NORMAL) if follows else UP)


@inlined
def reach_of_tick(players, inputs, i, walked, params, slid):
    """The `reach` of the tick's displacements: (aside, down, up) [m]. slid: part that slides turn aside (reach.py)"""
    (fx, fy, fz), dt = get3(players, i, FALL), params[TICK]
    flow = hypot(inputs[i, FLOW], inputs[i, FLOW + 1])
    distance = hypot(walked[0], walked[1]) + hypot(fx, fy) * dt + abs(walked[2]) + 2.0 * flow * dt
    fallen = abs(fz) * dt + max(params[USUAL_PULL], abs(inputs[i, PULL])) * dt * dt
    return reach(distance, fallen, params[CLIMB_UP], params[CLIMB_DOWN], slid)


@inlined
def gather_around(obstacles, scratch, origin, distances):
    """Gather once for all sweeps of the tick; returns how many candidates there are. distances: (aside, down, up) [m]"""
    (aside, down, up), sides = distances, half_sides(scratch.settings)
    low = sub(sub(origin, sides), (aside, aside, down))
    high = add(add(origin, sides), (aside, aside, up))
    return gather_all(obstacles, origin, space_of(scratch.settings), low, high, scratch.candidates)


@unfolded
def move(near, players, i, walked, falling):
    """The move pass, over a step if one is met; `falling` as well if gravity has no pass of its own.

    near: Tick. Returns (end, next free row).
    """
    query = near.query
    displacement = walked if query.rules.separate_gravity else add(walked, falling)
    if displacement == ZERO:
        return ZERO, 0
    slid, row = run(near, MOVE, ZERO, displacement, 0)
    if walked == ZERO:
        return slid, row
    if near.params[CLIMB_STEPS] != 0.0 and players[i, FOOTING] == FLOOR and has_contact(query.steps, row):
        if is_too_narrow_to_climb(near, row):
            slid, row = slide_by_contacts(near, displacement)
        end, next_row = step_up(near, walked, slid, row)
        if next_row > row:
            return end, next_row
        if is_stopped_by_ground(query.steps, row):
            slid, row = slide_from_support(near, displacement, row)
    x, y, _ = clip_velocity(query, 0, row, (players[i, WALK], players[i, WALK + 1], 0.0), WALLS)
    players[i, WALK], players[i, WALK + 1] = x, y
    return slid, row


@inlined
def has_contact(steps, end):
    """True if one of the iterations before row `end` has a contact."""
    for row in range(end):
        if steps[row].is_hit:
            return True
    return False


@unfolded
def apply_external_velocity(near, players, inputs, i, end, row):
    """The forum version's external forces: wind, current or belt carry the player along, by a pass of their own."""
    displacement = along_ground(players, i, (inputs[i, FLOW], inputs[i, FLOW + 1]), near.params)
    if displacement == ZERO:
        return end, row
    return run(near, MOVE, end, displacement, row)


@inlined
def follows_floor(players, inputs, i, params):
    """True if the player follows the floor: it is on it, and nothing lifts it."""
    return params[CLIMB_STEPS] != 0.0 and players[i, FOOTING] == FLOOR and inputs[i, PULL] > 0.0


@inlined
def store_result(players, i, position, footing, normal, velocity):
    """Write the state at the end of the tick."""
    put3(players, i, POSITION, position)
    put3(players, i, FOOTING_NORMAL, normal if footing != AIR else UP)
    put3(players, i, FALL, velocity)
    players[i, FOOTING] = footing
