"""Climbing out of water: a swimmer that swims up against an edge leaps over it, as in Quake.

Positions are relative to the start of the tick.
"""

from math import sqrt

from ..collision.trace import MOVE, STEP_DOWN, STEP_FORWARD, STEP_UP
from ..core.jit import inlined, shared
from ..core.vec3 import Vector, hypot, vec
from .edges_of_ground import slope_limit
from .ground_sweeps import FEEL, SweepContext, has_contact, has_landed, run_pass
from .tick_rows import AIR, InputRow, PlayerRow
from .walking_and_jumping import reach_out_of_water

# Height [of the feet's distance below the centre] by which a leap out of water leads above the edge. Smaller: at low tick rates
# drag takes the last centimetres, and the swimmer falls back; larger: the leap looks like a jump.
ABOVE_EDGE = 0.06
# Places behind a leaning wall at which ground is looked for. Fewer: higher ground behind the edge is leapt at; more: costs time.
PLACES = 3


@inlined
def leap_out_of_water(context: SweepContext, player: PlayerRow, intent: InputRow, walked: Vector, end: Vector, row: int) -> bool:
    """Set the rising speed of a swimmer at an edge to the one that leads over the edge. Returns True if it leaps.

    walked: displacement of walking (3,) [m]; end, row: end (3,) [m] of the move pass and the next free row of the trace
    The swimmer must be stopped by a contact of the move pass. Each tick of the leap finds its speed again, so drag and the tick
    rate do not matter.
    """
    params, iterations = context.params[0], context.query.iterations
    height = reach_out_of_water(intent, params)
    if height <= 0.0 or not params.climb_steps or iterations[row - 1].pass_ != MOVE or not has_contact(iterations, row):
        return False
    rise = rise_onto_edge(context, walked, end, height, row)
    if rise <= FEEL * context.query.rules.skin:
        return False
    player.fall[2], player.ground = sqrt(2.0 * params.gravity * (rise + ABOVE_EDGE * params.feet)), AIR
    return True


@shared
def rise_onto_edge(context: SweepContext, walked: Vector, start: Vector, height: float, row: int) -> float:
    """Return how far [m] a body at `start` (3,) [m] must rise to be on the ground behind an edge, or 0 without such ground.

    walked: displacement of walking (3,) [m], whose direction counts
    height: of the highest edge above the feet [m]; row: next free row of the trace, which is overwritten later
    The way leads up, then forward by at least the body's half width, then down. A wall may lean, down to the slope limit. So the
    edge is looked for farther and farther. The last place is the width of a slope at the limit farther than the first.
    """
    params, skin = context.params[0], context.query.rules.skin
    raised, row = run_pass(context, STEP_UP, start, (0.0, 0.0, height + FEEL * skin), row)
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
