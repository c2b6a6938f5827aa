"""The player: one tick of walking, stepping, jumping and falling, on top of collide and slide.

`tick` is the whole of it: a player's row of numbers (columns.py) and what reaches him in this tick go in, his row at the end of
the tick comes out, and what the sweeps did is left in `steps`, as the trace has it. The order is the paper's: the move pass
first, then gravity by itself. Compiled and interpreted from this one source, for one player and for crowds.
"""

from ...collision.columns import FIRST, IS_HIT, TRIANGLE
from ...collision.engine.entry_points import find_penetrations, half_sides, leave_out, space_of, write_header
from ...collision.engine.jit import compiled, inlined, unfolded
from ...collision.engine.vec3 import add, hypot, sub
from ...collision.kinds import MOVE
from ...collision.nearest_contact import get3, put3
from ...collision.plane_set import ZERO
from ...collision.rules import EXACT_CONTACT, FLOOR_NORMAL, IS_BEYOND, REACH, SEPARATE_GRAVITY, SKIN
from .agent_rows import gather_all, see, take_body
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
    NO_ROOM,
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
from .gravity_pass import UP, fall, keep_to_floor, way_of_fall
from .ground import run
from .reach import SLID, reach
from .step_up import climbs_a_ladder, is_stopped_by_ground, slide_by_contacts, slide_from_foothold, try_step
from .walking import along_ground, stop_at_walls, walk

# How deep [skins] counts as inside. Smaller: rounding at a touch counts, far from the origin; larger: what is left of it shows.
DEEP = 1e-4


@compiled
def tick_all(mesh, moving, refused, scratch, own, before, after, inputs, params, rows, first, freed):
    """One tick of the players in `rows` (m,), from the one at `first` on: their rows of `before` become those of `after`.

    mesh: (nodes, corners, order); moving: (corners, order) of triangles in no tree; refused: (t,) uint8, 1 for triangles of the
    mesh that stop nobody; scratch: (candidates, steps, numbers of body and rules, room for turned triangles); own: what is each
    one's own (agent_rows.py); freed: as `first`, of a player known to be inside of nothing, or -1
    Returns (where in `rows`, how it ended, count of candidates, next free row of `steps`), of the last player or of the first
    not done.
    """
    ending, count, end = DONE, 0, FIRST
    k, slid = first, 0.0
    while k < rows.shape[0]:
        i = rows[k]
        for column in range(before.shape[1]):
            after[i, column] = before[i, column]
        take_body(scratch[2], own[0], i)
        count, trees, others, barred = see(mesh, moving, refused, scratch, own, i)
        if count > scratch[0].shape[0]:
            return k, NO_ROOM, count, FIRST
        ending, count, end = tick(trees, others, barred, scratch, after, inputs, i, params, k == freed, slid)
        if ending != DONE:
            return k, ending, count, end
        if scratch[2][IS_BEYOND] != 0.0:  # a slide led to where nothing was gathered: again, among more
            slid = max(2.0 * slid, SLID)
            continue
        conclude(before, after, i, scratch[1], end, params)
        k, slid = k + 1, 0.0
    return rows.shape[0], ending, count, end


@unfolded
def tick(mesh, moving, refused, scratch, players, inputs, i, params, freed, slid):
    """One tick of player i. slid: as of `reach`."""
    candidates, steps, rules, _ = scratch
    origin, space = get3(players, i, POSITION), space_of(rules)
    let_clocks_run(players, i, params)
    jump(players, inputs, i, params)
    let_go(players, inputs, i, params)
    way = along_ground(players, i, walk(players, inputs, i, params), params)
    count = gather_around(mesh, moving, scratch, space, players, inputs, i, way, params, slid)
    if count > candidates.shape[0]:
        return NO_ROOM, count, FIRST
    if refused.shape[0] > 0:
        count = leave_out(candidates, count, steps, refused)
    if rules[EXACT_CONTACT] != 0.0 and not freed and find_penetrations(candidates, count, rules)[0] > DEEP * rules[SKIN]:
        return INSIDE, count, FIRST
    near, trees = (candidates, count, space, rules, steps), (mesh[0], mesh[1], moving[0])
    falling = way_of_fall(players, inputs, i, params)
    stand_walls_on_floor(players, i, rules, params)
    end, row = move(near, trees, players, i, origin, way, falling, params)
    end, row = drift(near, players, inputs, i, end, row, params)
    if is_kept_down(players, inputs, i, params):
        landed, next_row, normal = keep_to_floor(near, end, way, row, params)
        if next_row > row:
            arrive(players, i, add(origin, landed), FLOOR, normal, ZERO)
            return DONE, count, next_row
    end, row, footing, normal, velocity = fall(near, players, inputs, i, end, falling, row, params)
    arrive(players, i, add(origin, end), footing, normal, velocity)
    return DONE, count, row


@inlined
def conclude(before, players, i, steps, end, params):
    """What a tick comes to: the whole velocity, how long in the air, how far walked, where he stood, what he touched."""
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
    for back in range(1, end - FIRST + 1):
        if steps[end - back, IS_HIT] != 0.0:
            return steps[end - back, TRIANGLE]
    return -1.0


@inlined
def let_clocks_run(players, i, params):
    """The clocks of jumping: how long ago the floor was left, how long a pressed jump still waits."""
    players[i, COYOTE] = 0.0 if players[i, FOOTING] == FLOOR else players[i, COYOTE] + params[TICK]
    players[i, BUFFERED] = max(players[i, BUFFERED] - params[TICK], 0.0)


@inlined
def jump(players, inputs, i, params):
    """Take off when a jump was pressed not long ago and the floor was left not long ago."""
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
def let_go(players, inputs, i, params):
    """Who lets the jump go while he rises from it loses a part of his speed, once, and jumps less high."""
    if players[i, FALL + 2] <= 0.0:
        players[i, JUMPING] = 0.0
    if players[i, JUMPING] != 0.0 and inputs[i, JUMP] == 0.0:
        players[i, FALL + 2] *= params[JUMP_RELEASE]
        players[i, JUMPING] = 0.0


@inlined
def stand_walls_on_floor(players, i, rules, params):
    """What is too steep counts as a wall that stands upright on the floor he follows; in the air, upright in the world."""
    follows = players[i, FOOTING] == FLOOR and params[CLIMB_STEPS] != 0.0 and params[CLIMB_DOWN] != 0.0
    rules[FLOOR_NORMAL], rules[FLOOR_NORMAL + 1], rules[FLOOR_NORMAL + 2] = get3(players, i, FOOTING_NORMAL) if follows else UP


@inlined
def gather_around(mesh, moving, scratch, space, players, inputs, i, way, params, slid):
    """Gather once for all sweeps of the tick, as far as its ways lead when slides turn them aside by `slid` (reach.py).

    Returns how many candidates there are. The reach is kept with the rules: the sweeps are held against it (ground.py).
    """
    candidates, steps, rules, _ = scratch
    origin, (fx, fy, fz), dt = get3(players, i, POSITION), get3(players, i, FALL), params[TICK]
    flow = hypot(inputs[i, FLOW], inputs[i, FLOW + 1])
    walked = hypot(way[0], way[1]) + hypot(fx, fy) * dt + abs(way[2]) + 2.0 * flow * dt
    fallen = abs(fz) * dt + max(params[USUAL_PULL], abs(inputs[i, PULL])) * dt * dt
    aside, down, up = reach(walked, fallen, params[CLIMB_UP], params[CLIMB_DOWN], slid)
    rules[REACH], rules[REACH + 1], rules[REACH + 2] = aside, down, up
    rules[IS_BEYOND] = 0.0
    low = sub(sub(origin, half_sides(rules)), (aside, aside, down))
    high = add(add(origin, half_sides(rules)), (aside, aside, up))
    count = gather_all(mesh, moving, origin, space, low, high, candidates)
    write_header(candidates, count, steps)
    return count


@unfolded
def move(near, trees, players, i, origin, way, falling, params):
    """The move pass, over a step when one is in the way; `falling` as well when gravity has no pass of its own.

    Returns (where it ended, next free row).
    """
    steps, separate = near[4], near[3][SEPARATE_GRAVITY] != 0.0
    displacement = way if separate else add(way, falling)
    if displacement == ZERO:
        return ZERO, FIRST
    slid, row = run(near, MOVE, ZERO, displacement, FIRST)
    if way == ZERO:
        return slid, row
    if params[CLIMB_STEPS] != 0.0 and players[i, FOOTING] == FLOOR and meets_something(steps, FIRST, row):
        if climbs_a_ladder(near, trees, origin, row, params):
            slid, row = slide_by_contacts(near, displacement)
        end, next_row = try_step(near, trees, origin, way, slid, row, params)
        if next_row > row:
            return end, next_row
        if is_stopped_by_ground(steps, row):
            slid, row = slide_from_foothold(near, trees, origin, displacement, row, params)
    stop_at_walls(players, i, steps, FIRST, row)
    return slid, row


@inlined
def meets_something(steps, first, end):
    """Did one of the iterations `first` .. `end` meet something?"""
    for row in range(first, end):
        if steps[row, IS_HIT] != 0.0:
            return True
    return False


@unfolded
def drift(near, players, inputs, i, end, row, params):
    """The forum version's external forces: wind, current or belt carry the player along, by a pass of their own."""
    way = along_ground(players, i, (inputs[i, FLOW], inputs[i, FLOW + 1]), params)
    if way == ZERO:
        return end, row
    return run(near, MOVE, end, way, row)


@inlined
def is_kept_down(players, inputs, i, params):
    """Does the player follow the floor: does he stand on it, and nothing lift him?"""
    return params[CLIMB_STEPS] != 0.0 and players[i, FOOTING] == FLOOR and inputs[i, PULL] > 0.0


@inlined
def arrive(players, i, position, footing, normal, velocity):
    """Write where the tick ended."""
    put3(players, i, POSITION, position)
    put3(players, i, FOOTING_NORMAL, normal if footing != AIR else UP)
    put3(players, i, FALL, velocity)
    players[i, FOOTING] = footing
