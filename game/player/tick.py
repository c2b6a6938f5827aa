"""One tick of the player: walking, stepping, jumping and falling, with collide and slide.

The function `tick_players` advances rows of players (player_state.py) by their inputs of a tick. It writes the trace of the last
player's sweeps to the scratch arrays. The order of `move_player` is the paper's: the move pass first, then the gravity pass. A
player on the ground snaps to it instead of falling. The same source is compiled or interpreted, for one player and for crowds.
A turn of the body, a teleport, and a start too deep in a surface for a push are work for Python
(simulation/compiled_tick_driver.py and simulation/world.py).
"""

from typing import NamedTuple

import numpy as np

from ..collision.entry_points import Scratch, find_penetrations, query_of
from ..collision.plane_set import largest_scale
from ..collision.rules import space_of
from ..collision.trace import MOVE, Packing, pack_trace
from ..core.jit import inlined, interpreted_first, shared
from ..core.vec3 import UP, ZERO, Vector, add, along, hypot, put, vec
from .body_shape import DEEP, crouch, first_of_movers, write_body
from .forces import change_flow, forces_on, scale_wish, water_surface
from .gravity_aligned_frame import enter_frame, leave_frame, reorient
from .gravity_pass import fall, fall_displacement, snap_to_ground
from .obstacles_and_one_way_walls import (
    TURNED_ASIDE,
    Obstacles,
    close_walls,
    gather_around,
    open_walls,
    reach_of_tick,
    turn_triangles,
    turned_obstacles,
    write_sides,
)
from .passes_and_ground import SweepContext, run_pass
from .player_params import CURRENT, STANDING, ParamsRow
from .player_state import (
    AIR,
    FLOOR,
    INPUT_WORDS,
    NOTHING,
    UPRIGHT_WORDS,
    InputRow,
    PlayerRow,
    Rows,
    heading_of_body,
    is_given,
    vec2,
)
from .step_up import NOT_ASKED, step_up_or_stop
from .volume_containment import Surroundings, find_event
from .walking_and_jumping import along_ground, jump, leap_out_of_water, walk

# Phases of a player's tick: not begun; movers have moved it; forces are known; its body is changed; it is inside no surface.
BEGIN, MOVED, PREPARED, POSTURED, RECOVERED = range(5)
# The end of a tick: done, or the reason why it waits for Python (simulation/compiled_tick_driver.py), which then continues it:
#   reason     in the phases          Python's work                                       next phase.
#   OVERFLOW   PREPARED to RECOVERED  more capacity for candidates                        the same.
#   POSTURE    PREPARED               another heading of the body, if it fits             POSTURED.
#   INSIDE     PREPARED, POSTURED     a way out of the surface that the player is inside  RECOVERED.
# Python also moves the player with movers before a tick (MOVED), and handles its event after it.
DONE, OVERFLOW, POSTURE, INSIDE = range(4)
# Longest push out of the nearest surface that is done here [part of the centre's distance from it in eSpace]: none can lie on its
# path. A player whose frame turns on curved ground needs it in two ticks of five. Smaller: more pushes are done in Python
# (simulation/recovery.py), at 500 us; larger: a body half inside something may come out on its other side.
SHORT = 0.5
UNKNOWN = -1  # number of turned triangles when they must be turned again


class Players(NamedTuple):
    """Players and their inputs.

    before, after: (n,) of PLAYER; inputs: (n,) of INPUT, which a tick does not change
    after_words, input_words: `after` and `inputs` as int64
    """

    before: Rows
    after: Rows
    inputs: Rows
    inside: np.ndarray  # (n, volumes) bool, the volumes that contain each player
    rows: np.ndarray  # (n,), of which the first are the indices of the players that this tick moves
    after_words: np.ndarray
    input_words: np.ndarray


class Memory(NamedTuple):
    """The working memory of a tick.

    turned_corners, turned_order: rotated triangles (n, 9) [m], and their numbers (n,)
    """

    prepared: Rows  # one row of PLAYER, the player after movers and forces and before its own part of the tick
    intent: Rows  # one row of INPUT, the input with the forces on the player
    params: Rows  # two rows of PARAMS: STANDING and CURRENT
    turned_corners: np.ndarray
    turned_order: np.ndarray
    is_beyond: np.ndarray  # (1,) bool, as in SweepContext


@interpreted_first
def tick_players(
    scratch: Scratch,
    memory: Memory,
    packing: Packing,
    surroundings: Surroundings,
    obstacles: Obstacles,
    players: Players,
    moving: int,
    first: int,
    end: int,
    phase: int,
) -> tuple[int, int, int, int, int, int]:
    """Advance players as `advance_players` does. Of a single one, also write the state, input and trace to `packing.written`.

    packing: Packing (collision/trace.py), of this scratch; for the others see `advance_players`
    Returns (index in `players.rows` of the player that waits for Python, its phase, DONE or why it waits, number of its
    candidates, number of events, number of bytes written).
    """
    k, phase, reason, count, end_row, events = advance_players(
        scratch, memory, surroundings, obstacles, players, moving, first, end, phase
    )
    size = 0
    if end == 1 and reason == DONE:
        size = write_block(packing, players, players.rows[0], count, end_row)
    return k, phase, reason, count, events, size


@inlined
def write_block(packing: Packing, players: Players, i: int, count: int, end_row: int) -> int:
    """Write what a run keeps of a tick of player i to `packing.written`: the row of PLAYER, the input, the trace.

    count, end_row: number of candidates, and the row after the trace's last one. Returns the number of bytes. The row of a player
    without a frame ends at UPRIGHT_WORDS.
    """
    size = players.after_words.shape[1] if players.after[i].has_frame else UPRIGHT_WORDS
    for word in range(size):
        packing.as_words[word] = players.after_words[i, word]
    for word in range(INPUT_WORDS):
        packing.as_words[size + word] = players.input_words[i, word]
    return pack_trace(packing, size + INPUT_WORDS, count, end_row)


@shared
def advance_players(
    scratch: Scratch,
    memory: Memory,
    surroundings: Surroundings,
    obstacles: Obstacles,
    players: Players,
    moving: int,
    first: int,
    end: int,
    phase: int,
) -> tuple[int, int, int, int, int, int]:
    """Advance the players of `players.rows` by one tick, and write their states to `players.after`.

    moving: number of the triangles in `obstacles.moving` that are valid
    first, end: indices in `players.rows` of the first player to advance, and after the last; phase: of the first, from BEGIN on
    Returns (index in `players.rows` of the player that waits for Python, its phase, DONE or why it waits, number of its
    candidates, next free row of its trace, number of events). With DONE all have moved: candidates and row are of the last one.
    """
    count, row, events, k, (corners, order) = 0, 0, 0, first, obstacles.moving
    obstacles = Obstacles(obstacles.mesh, (corners[:moving], order[:moving]), obstacles.refused)
    standing, turned_triangles = memory.params[STANDING], (memory.turned_corners, memory.turned_order)
    prepared, intent = memory.prepared[0], memory.intent[0]
    while k < end:
        i = players.rows[k]
        inside, player = players.inside[i], players.after[i]
        if phase < PREPARED:
            if phase == BEGIN:
                memory.prepared[0] = players.before[i]
            memory.intent[0] = players.inputs[i]
            prepare(surroundings, obstacles.refused, prepared, intent, inside, standing)
            phase = PREPARED
        own_obstacles = obstacles
        if prepared.has_frame:
            if phase != RECOVERED or prepared.turned == UNKNOWN:
                prepared.turned = count = turn_triangles(prepared, obstacles, scratch.candidates, turned_triangles)
                if count > scratch.candidates.shape[0]:
                    return k, phase, OVERFLOW, count, 0, events
            own_obstacles = turned_obstacles(obstacles, turned_triangles, prepared.turned)
        if phase == PREPARED:
            crouches = (1.0 if intent.crouch else 0.0) != prepared.crouched  # it crouches down, or rises
            if crouches:
                count = crouch(own_obstacles, scratch, memory.params, prepared, intent, first_of_movers(obstacles))
                if count > scratch.candidates.shape[0]:
                    return k, phase, OVERFLOW, count, 0, events
            if standing.turns and (crouches or turns_slowly(prepared, intent, standing)):
                return k, phase, POSTURE, count, row, events
            phase = POSTURED if crouches else phase
        write_body(scratch.settings, memory.params, prepared, heading_of_body(prepared, standing.turns, intent.heading))
        reason, count, row = move_until_inside_region(own_obstacles, scratch, memory, players.after, i, phase)
        if reason != DONE:
            return k, phase, reason, count, row, events
        finish(prepared, player, intent, scratch.iterations, row, memory.params[CURRENT])
        player.event = find_event(surroundings, players.before[i], player, inside, memory.params)
        events += player.event != NOTHING
        close_walls(surroundings, obstacles.refused)
        phase, k = BEGIN, k + 1
    return k, phase, DONE, count, row, events


@shared
def prepare(
    surroundings: Surroundings, refused: np.ndarray, player: PlayerRow, intent: InputRow, inside: np.ndarray, params: ParamsRow
) -> None:
    """Prepare a player for its own part: open one-way walls, start a timed run, compute forces, turn it to gravity's up.

    player, intent, refused: are changed; inside: (volumes,) bool; params: of a standing player
    """
    open_walls(surroundings, player, params, refused)
    if surroundings.level[0].is_timed and player.started < 0 and (intent.jump or vec2(intent.wish) != (0.0, 0.0)):
        player.started = player.tick
    forces = forces_on(surroundings, player, intent, inside, params)
    if surroundings.volumes.shape[0] > 0:
        change_flow(player, forces.flow)
        scale_wish(intent, forces.pace)
    if player.has_frame or forces.up != UP:
        reorient(player, intent, forces.up, params.dt)
    intent.pull, intent.kept, intent.surface = forces.gravity, forces.kept, water_surface(surroundings, player, inside)
    intent.flow[0], intent.flow[1] = forces.flow[0], forces.flow[1]
    put(player.pivot, vec(player.position))
    put(player.start_fall, vec(player.fall))
    player.start_ground, player.gravity = player.ground, forces.gravity
    if player.has_frame:
        write_sides(player, intent, forces.flow, params)
        enter_frame(player, intent, forces, params.dt)


# The body


@inlined
def turns_slowly(player: PlayerRow, intent: InputRow, params: ParamsRow) -> bool:
    """True if a body may have no space to turn with the view. Python then finds a heading that fits."""
    return is_given(player.facing) or not params.exact_contact and body_turns(player, intent, params)


@inlined
def body_turns(player: PlayerRow, intent: InputRow, params: ParamsRow) -> bool:
    """True if the body turns with the view in this tick."""
    return params.turns and is_given(intent.heading) and intent.heading != player.heading


# The stages


@inlined
def move_until_inside_region(
    obstacles: Obstacles, scratch: Scratch, memory: Memory, after: Rows, i: int, phase: int
) -> tuple[int, int, int]:
    """Run the prepared player's own part of the tick until all of it is inside the region with gathered triangles.

    after: rows of PLAYER, of which row i gets the result; phase: POSTURED, PREPARED or RECOVERED
    Returns as `move_player`, or POSTURE for INSIDE if the body may turn instead. A player that waits for Python is not moved.
    """
    prepared, intent, standing = memory.prepared[0], memory.intent[0], memory.params[STANDING]
    player, start, turned_aside = after[i], vec(prepared.position), 0.0
    while True:
        memory.is_beyond[0] = False
        after[i] = prepared
        reason, count, row = move_player(obstacles, scratch, memory, player, intent, turned_aside, phase == RECOVERED)
        if reason == INSIDE and phase == PREPARED and body_turns(prepared, intent, standing):
            reason = POSTURE
        elif reason == INSIDE and vec(prepared.position) == start and vec(player.position) != start:
            put(prepared.position, vec(player.position))  # the place that one push leads to
            continue
        if reason != DONE:
            put(prepared.position, start)
        if reason != DONE or not memory.is_beyond[0]:
            return reason, count, row
        turned_aside = max(2.0 * turned_aside, TURNED_ASIDE)


@inlined
def move_player(
    obstacles: Obstacles,
    scratch: Scratch,
    memory: Memory,
    player: PlayerRow,
    intent: InputRow,
    turned_aside: float,
    recovered: bool,
) -> tuple[int, int, int]:
    """Run a player's own part of a tick, after movers and forces: jump, walk, step up, fall. Changes `player`.

    turned_aside: as for `reach_of_tick`; recovered: True if the player is known to be inside no surface
    Returns (how it ended, number of candidates, next free row of the trace). The end is DONE, OVERFLOW or INSIDE. For INSIDE, the
    player's position is the end of one short push if that may lead out.
    """
    origin, settings, params = vec(player.position), scratch.settings, memory.params[CURRENT]
    put(player.origin, origin)
    player.step = NOT_ASKED
    jump(player, intent, params)
    walked = along_ground(player, walk(player, intent, params), params)
    distances = reach_of_tick(player, intent, walked, params, turned_aside)
    count = gather_around(obstacles, scratch, origin, distances)
    if count > scratch.candidates.shape[0]:
        return OVERFLOW, count, 0
    if settings[0].exact_contact and not recovered and push_if_inside(player, scratch, count):
        return INSIDE, count, 0
    falling = fall_displacement(player, intent, params)
    is_floor_level = player.ground != FLOOR or not params.climb_steps or params.step_down == 0.0
    put(settings[0].floor_normal, UP if is_floor_level else vec(player.normal))  # for slides along walls (plane_set.py)
    query = query_of(scratch, count)
    context = SweepContext(query, obstacles, origin, memory.params[CURRENT:], distances, memory.is_beyond)
    displacement = walked if query.rules.separate_gravity else add(walked, falling)
    end, row = ZERO, 0
    if displacement != ZERO:
        end, row = run_pass(context, MOVE, ZERO, displacement, 0)
    if walked != ZERO:
        end, row = step_up_or_stop(context, player, walked, displacement, end, row)
        if leap_out_of_water(context, player, intent, walked, end, row):
            falling = fall_displacement(player, intent, params)
    flow = along_ground(player, vec2(intent.flow), params)
    if flow != ZERO:  # wind, current or belt: a pass of its own, as in the FreeBASIC forum's version of the paper
        end, row = run_pass(context, MOVE, end, flow, row)
    if params.climb_steps and player.ground == FLOOR and intent.pull > 0.0:  # it stands, and no force lifts it
        landed, next_row, normal = snap_to_ground(context, end, walked, row)
        if next_row > row:
            store_result(player, add(origin, landed), FLOOR, normal, ZERO)
            return DONE, count, next_row
    end, row, ground, normal, velocity = fall(context, player, intent, end, falling, row)
    store_result(player, add(origin, end), ground, normal, velocity)
    return DONE, count, row


@inlined
def push_if_inside(player: PlayerRow, scratch: Scratch, count: int) -> bool:
    """Push a player that is inside a surface once, if a short push may lead out. Returns True if it was inside.

    count: number of candidates
    """
    settings = scratch.settings
    deepest, distance, depth, normal = find_penetrations(scratch.candidates, count, settings, True)
    if deepest <= DEEP * settings[0].skin:
        return False
    push = depth + settings[0].skin
    if push * largest_scale(space_of(settings)) < SHORT * distance:
        put(player.position, along(vec(player.position), normal, push))
    return True


@inlined
def finish(before: PlayerRow, player: PlayerRow, intent: InputRow, iterations: np.ndarray, end: int, params: ParamsRow) -> None:
    """Complete a player's state after the tick: velocity, last contact, tick number, heading, time in the air, distance walked.

    On a floor `stood` is updated, too. A player whose up is not +z is converted back to the world.
    before: the prepared player; iterations: of which the tick wrote those before row `end`
    """
    (x, y, z), (wx, wy) = vec(player.fall), vec2(player.walk)
    put(player.velocity, (wx + x, wy + y, z))
    player.touched = -1
    for row in range(end):
        if iterations[row].is_hit:
            player.touched = iterations[row].triangle
    player.tick += 1
    if is_given(intent.heading):
        player.heading = intent.heading
    player.airborne = 0.0 if player.ground == FLOOR else player.airborne + params.dt
    if player.ground == FLOOR:
        put(player.stood, vec(player.position))
        player.stood_crouched = player.crouched
        if before.ground == FLOOR:
            player.walked += hypot(wx, wy) * params.dt
    if player.has_frame:
        leave_frame(player, before)


@inlined
def store_result(player: PlayerRow, position: Vector, ground: int, normal: Vector, velocity: Vector) -> None:
    """Write the position, ground and fall at the end of the tick. In the air the normal becomes +z.

    position: centre (3,) [m]; ground: FLOOR, STEEP or AIR; normal: of the ground (3,); velocity: of falling (3,) [m/s]
    """
    put(player.position, position)
    put(player.normal, normal if ground != AIR else UP)
    put(player.fall, velocity)
    player.ground = ground
