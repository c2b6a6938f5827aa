"""Walking and jumping: the wish becomes a velocity, and the velocity a displacement along the ground.

A swimmer that swims up against an edge leaps over it, as in Quake.
Common arguments: player, intent and params are rows of PLAYER, INPUT (player_state.py) and PARAMS (player_params.py).
Velocities and displacements are in the player's frame. Positions and rows are as in passes_and_ground.py.
"""

from math import inf, sqrt

from ..collision.trace import MOVE, STEP_DOWN, STEP_FORWARD, STEP_UP
from ..core.jit import inlined, shared
from ..core.vec3 import ZERO, Vector, hypot, vec
from .obstacles_and_one_way_walls import reach_out_of_water
from .passes_and_ground import FLOOR_SEARCH, SweepContext, has_contact, has_landed, run_pass
from .player_params import ParamsRow
from .player_state import AIR, FLOOR, LONG_AGO, InputRow, PlayerRow, vec2
from .treads_and_edges import slope_limit

# A shorter displacement of a tick [m] counts as zero. Smaller: products of its parts underflow, and zero is divided by zero;
# larger: nothing is lost up to the rounding of places.
NEGLIGIBLE = 1e-100


@inlined
def walk(player: PlayerRow, intent: InputRow, params: ParamsRow) -> tuple[float, float]:
    """Change the walking velocity towards the wish, as fast as acceleration and friction allow. Return it, (x, y) [m/s].

    Off the floor a finite acceleration is multiplied by `air_control`. For a stop on the floor, the friction is added.
    """
    x, y = vec2(intent.wish)
    size = max(hypot(x, y), 1.0)
    speed = params.run_speed if intent.run else params.speed
    x, y = x / size * speed, y / size * speed
    was_x, was_y = vec2(player.walk)
    dx, dy = x - was_x, y - was_y
    acceleration = params.acceleration + (params.friction if x == 0.0 and y == 0.0 else 0.0)
    if player.ground != FLOOR and params.acceleration < inf:
        acceleration = params.acceleration * params.air_control
    change, most = hypot(dx, dy), acceleration * params.dt
    if change > most:
        x, y = was_x + dx * most / change, was_y + dy * most / change
    player.walk[0], player.walk[1] = x, y
    return x, y


@inlined
def along_ground(player: PlayerRow, velocity: tuple[float, float], params: ParamsRow) -> Vector:
    """Return the displacement (3,) [m] of a velocity (x, y) [m/s] in this tick: along the slope on the floor, level elsewhere.

    On the floor it is level in two more cases: without the rule `climb_steps`, and downhill if `step_down` is 0. Along a slope
    it is as long as on level ground, or longer with `keep_horizontal_speed`.
    """
    x, y = velocity[0] * params.dt, velocity[1] * params.dt
    if abs(x) + abs(y) < NEGLIGIBLE:
        return ZERO
    if player.ground != FLOOR or not params.climb_steps:
        return x, y, 0.0
    nx, ny, nz = vec(player.normal)
    z = -(x * nx + y * ny) / nz
    if z < 0.0 and params.step_down == 0.0:
        return x, y, 0.0  # the player does not snap to the ground, so it leaves a slope downwards
    if params.keep_horizontal_speed:
        return x, y, z
    level = x * x + y * y
    shorter = sqrt(level / (level + z * z))
    return x * shorter, y * shorter, z * shorter


# Jumping


@inlined
def jump(player: PlayerRow, intent: InputRow, params: ParamsRow) -> None:
    """Start a jump if the key was pressed at most jump_buffer ago, on the floor or at most coyote_time after leaving it.

    Its speed is reduced once, if the key is released while the player rises.
    """
    player.coyote = 0.0 if player.ground == FLOOR else player.coyote + params.dt
    player.buffered = max(player.buffered - params.dt, 0.0)
    pressed = intent.jump and not player.jump_held
    if pressed:
        player.buffered = params.jump_buffer
    player.jump_held = intent.jump
    wanted = pressed or player.buffered > 0.0
    may_jump = player.ground == FLOOR or player.coyote <= params.coyote_time
    if wanted and may_jump and params.jump_speed != 0.0:
        player.fall[2], player.jumping = params.jump_speed, True
        player.ground, player.coyote, player.buffered = AIR, LONG_AGO, 0.0
    if player.fall[2] <= 0.0:
        player.jumping = False
    if player.jumping and not intent.jump:
        player.fall[2] *= params.jump_release
        player.jumping = False


# Leaping out of water

# Height [of the feet's distance below the centre] by which a leap out of water leads above the edge. Smaller: at low tick rates
# drag takes the last centimetres, and the swimmer falls back; larger: the leap looks like a jump.
ABOVE_EDGE = 0.06
# Places behind a leaning wall at which ground is looked for. Fewer: higher ground behind the edge is leapt at; more: costs time.
PLACES = 3


@inlined
def leap_out_of_water(context: SweepContext, player: PlayerRow, intent: InputRow, walked: Vector, end: Vector, row: int) -> bool:
    """Set the rising speed of a swimmer at an edge to the one that leads over the edge. Returns True if it leaps.

    walked: displacement of walking; end, row: end of the move pass and the next free row
    The swimmer must be stopped by a contact of the move pass. Each tick of the leap finds its speed again, so drag and the tick
    rate do not matter.
    """
    params, iterations = context.params[0], context.query.iterations
    height = reach_out_of_water(intent, params)
    if height <= 0.0 or not params.climb_steps or iterations[row - 1].pass_ != MOVE or not has_contact(iterations, row):
        return False
    rise = rise_onto_edge(context, walked, end, height, row)
    if rise <= FLOOR_SEARCH * context.query.rules.skin:
        return False
    player.fall[2], player.ground = sqrt(2.0 * params.gravity * (rise + ABOVE_EDGE * params.feet)), AIR
    return True


@shared
def rise_onto_edge(context: SweepContext, walked: Vector, start: Vector, height: float, row: int) -> float:
    """Return how far [m] a body at `start` must rise to be on the ground behind an edge, or 0 without such ground. row: free

    walked: displacement of walking, whose direction counts; height: of the highest edge above the feet [m]
    The way leads up, then forward by at least the body's half width, then down. A wall may lean, down to the slope limit. So the
    edge is looked for farther and farther. The last place is the width of a slope at the limit farther than the first.
    """
    params, skin = context.params[0], context.query.rules.skin
    raised, row = run_pass(context, STEP_UP, start, (0.0, 0.0, height + FLOOR_SEARCH * skin), row)
    size = hypot(walked[0], walked[1])
    if size == 0.0:
        return 0.0
    x, y, _ = vec(params.radii)
    for part in range(PLACES + 1):
        way = (max(size, x, y) + part / PLACES * height / slope_limit(context.query.rules)) / size
        forward, end = run_pass(context, STEP_FORWARD, raised, (walked[0] * way, walked[1] * way, 0.0), row)
        landed, end = run_pass(context, STEP_DOWN, forward, (0.0, 0.0, start[2] - raised[2]), end)
        ground = context.query.iterations[end - 1]
        if has_landed(ground) and ground.point[2] <= start[2] - params.feet + height + skin:
            return landed[2] - start[2]
    return 0.0
