"""Snapping to the ground: a player that walks on the floor follows it down, over steps, slopes and edges.

Arguments of most functions: player, intent and params are rows of PLAYER (player_state.py), INPUT and PARAMS (tick_rows.py).
Positions are relative to the start of the tick.
"""

from ..collision.rules import PassRules
from ..collision.trace import GRAVITY, GROUND, STEP_UP
from ..core.jit import inlined
from ..core.vec3 import UP, Vector, hypot, length, put
from .edges_of_ground import is_edge_of_ground, leads_away, leads_to_floor
from .gravity_pass import ground_state
from .ground_sweeps import (
    FEEL,
    SKIN_PARTS,
    SweepContext,
    find_support,
    floor_normal,
    has_landed,
    is_brushed,
    make_gravity_pass,
    run_pass,
    slide_beneath,
)
from .tick_rows import FLOOR, InputRow, IterationRow, ParamsRow, PlayerRow

# The part of the skin that may be left. Smaller: rounding far from the origin uses up the rest; larger: rounding is mended.
WORN = 0.5


@inlined
def follows_floor(player: PlayerRow, intent: InputRow, params: ParamsRow) -> bool:
    """True if the player follows the floor: it stands on the floor, no force lifts it, and the rule climb_steps is on."""
    return params.climb_steps and player.ground == FLOOR and intent.pull > 0.0


@inlined
def snap_to_ground(context: SweepContext, start: Vector, walked: Vector, row: int) -> tuple[Vector, int, Vector]:
    """Move the player from `start` (3,) [m] down to a floor within `step_down`, after the displacement `walked` (3,) [m].

    This is the gravity pass of a player that stands. row: next free row of the trace
    The search reaches FEEL skins down if `step_down` is less.
    Returns the end (3,) [m], the next free row, and the normal of the floor (3,). Without a floor these are `start`, `row`, +z.
    """
    iterations, rules = context.query.iterations, context.query.rules
    skin, found = rules.skin, iterations[row]
    farthest = max(context.params[0].step_down, FEEL * skin)
    end, next_row = run_pass(context, GROUND, start, (0.0, 0.0, -farthest), row)
    if not found.is_hit:
        return start, row, UP
    is_left = is_left_behind(found, rules, walked)
    if is_left and not leads_to_floor(context, row):
        return start, row, UP
    if not is_ground_or_its_edge(context, row, walked):
        if is_left or not rules.steep_is_wall or not rules.class_by_face:
            return start, row, UP  # without these rules it walks on what is too steep, and edges of steps count as that
        return slide_to_floor(context, start, end, max(length(walked), FEEL * skin), row)
    if is_brushed(context, row):
        beneath, free = slide_beneath(context, start, farthest, found.point[2] - skin / SKIN_PARTS, row)
        if has_landed(iterations[free - 1]):
            return beneath, free, floor_normal(iterations[free - 1], rules)
        end, next_row = run_pass(context, GROUND, start, (0.0, 0.0, -farthest), row)
        is_ground_or_its_edge(context, row, walked)
    gap = found.fraction * farthest * found.normal[2]
    if gap < WORN * skin:
        end = lift(context, end, skin - gap, row, next_row)
    make_gravity_pass(found)
    return end, next_row, floor_normal(found, rules)


@inlined
def is_ground_or_its_edge(context: SweepContext, row: int, walked: Vector) -> bool:
    """True if the contact in row `row` of a sweep down is walkable, or an edge of ground, which it becomes then.

    walked: displacement (3,) [m] before the sweep. If it leads away from the edge, the next floor below
    must be within `step_down`; otherwise the player falls, as over the brink of a steep slope.
    The ground behind the edge must not be more than a step above the support point before the tick. If that were the contact
    itself, the player could climb a leaning wall in two halves.
    """
    found = context.query.iterations[row]
    if found.is_walkable:
        return True
    if leads_away(found, walked) and not leads_to_floor(context, row):
        return False
    return is_edge_of_ground(context, row, context.params[0].step_up, find_support(context, row + 1), row + 1)


@inlined
def is_left_behind(iteration: IterationRow, rules: PassRules, walked: Vector) -> bool:
    """True if the contact in a row of ITERATION is an edge of the ground, and `walked` (3,) [m] leads away from it.

    Such an edge is too high for its foot. The player then falls, but if the next floor is within `step_down`, it steps down.
    rules: PassRules
    """
    return not iteration.is_walkable and iteration.face_normal[2] >= rules.walkable_cos and leads_away(iteration, walked)


@inlined
def slide_to_floor(context: SweepContext, start: Vector, end: Vector, aside: float, row: int) -> tuple[Vector, int, Vector]:
    """Slide by the gravity pass down the steep plane that row `row` met at `end` (3,) [m], to a floor.

    start: position (3,) [m] from which row `row` searched for the floor
    aside: largest horizontal distance [m] of the floor from `start`
    Returns the end (3,) [m], the next free row and the floor's normal (3,). Without a floor these are `start`, `row` and +z.
    Without this slide, a player that walks down over an edge beside a leaning wall would stand on the wall every few ticks.
    """
    farthest = max(context.params[0].step_down, FEEL * context.query.rules.skin)
    down = (0.0, 0.0, end[2] - start[2] - farthest)
    end, next_row = run_pass(context, GRAVITY, end, down, row + 1)
    ground, normal = ground_state(context.query, row + 1, next_row, down)
    if ground != FLOOR or hypot(end[0] - start[0], end[1] - start[1]) > aside:
        return start, row, UP
    return end, next_row, normal


@inlined
def lift(context: SweepContext, end: Vector, height: float, row: int, free: int) -> Vector:
    """Raise the player at `end` (3,) [m] by `height` [m], as far as the ceiling allows. Returns the new position (3,) [m].

    row: the floor's row, which gets the new end; free: a free row, which is overwritten later
    This restores the skin above the floor after an edge that was passed without a contact.
    """
    raised, _ = run_pass(context, STEP_UP, end, (0.0, 0.0, height), free)
    put(context.query.iterations[row].end, raised)
    return raised
