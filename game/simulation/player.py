"""The player: one tick of walking, stepping, jumping and falling, on top of collide and slide.

`advance` is the whole of it: a state and an intent go in, the next state comes out, and what the sweeps did is left in
`near`. The order is the paper's: the move pass first, then gravity by itself.
"""

from math import hypot

from ..collision import Ending, Pass
from .embedded import come_out
from .state import Ground
from .steps import try_step
from .surroundings import Surroundings
from .walking import along_ground, walk_velocity

ZERO = (0.0, 0.0, 0.0)
UP = (0.0, 0.0, 1.0)
# How far [skins] the floor is felt for when steps down are not followed, or a fall is shorter. Smaller: standing is not
# noticed at high tick rates; larger: seen as landing early.
FEEL = 4.0


def advance(near, body, state, intent, params, rules, dt, around=None):
    """One tick. near: a Nearby of the mesh; body: Ellipsoid; rules: Rules; dt [s]; around: Surroundings, None: empty air.

    Returns the next PlayerState.
    """
    around = around or Surroundings(params.gravity)
    state = turn_and_time(state, intent, dt)
    state = jump(state, intent, params)
    walk = walk_velocity(state, intent, params, dt)
    way = along_ground(walk, state, params, rules, dt)
    gather(near.use(body, rules), state, way, params, around, dt)
    freed = come_out(near, state, rules)
    if freed is not state:
        state = freed
        gather(near, state, way, params, around, dt)
    walk = move(near, state, walk, way, params, rules)
    drift(near, state, around, params, rules, dt)
    if rules.climb_steps and state.ground == Ground.FLOOR and around.gravity > 0.0:
        landed = keep_to_floor(near, state, params, rules)
        if landed is not None:
            return arrived(near, state, walk, ZERO, Ground.FLOOR, landed)
    return fall(near, state, walk, params, rules, around, dt)


def turn_and_time(state, intent, dt):
    """Look where the intent looks, and let the clocks of jumping run."""
    heading = state.heading if intent.heading is None else float(intent.heading)
    on_floor = state.ground == Ground.FLOOR
    return state._replace(
        heading=heading,
        tick=state.tick + 1,
        coyote=0.0 if on_floor else state.coyote + dt,
        buffered=max(state.buffered - dt, 0.0),
    )


# Jumping


def jump(state, intent, params):
    """Take off when a jump was pressed not long ago and the floor was left not long ago."""
    pressed = intent.jump and not state.jump_held
    buffered = params.jump_buffer if pressed else state.buffered
    state = state._replace(jump_held=bool(intent.jump), buffered=buffered)
    may_jump = state.ground == Ground.FLOOR or state.coyote <= params.coyote_time
    if not (pressed or buffered > 0.0) or not may_jump or params.jump_speed == 0.0:
        return state
    return state._replace(fall=(*state.fall[:2], params.jump_speed), ground=Ground.AIR, coyote=1e9, buffered=0.0)


# The move pass


def gather(near, state, way, params, around, dt):
    """One gather serves all sweeps of the tick: the box holds every way they can take."""
    fx, fy, fz = state.fall
    level = hypot(*way[:2]) + hypot(fx, fy) * dt + abs(way[2]) + 2.0 * hypot(*around.flow) * dt
    drop = abs(fz) * dt + max(params.gravity, abs(around.gravity)) * dt * dt
    down = level + max(params.step_down + params.step_up, drop)
    up = level + params.step_up + drop
    side = level + drop
    near.gather(state.position, (-side, -side, -down), (side, side, up))


def move(near, state, walk, way, params, rules):
    """The move pass, over a step when one is in the way. Returns the velocity that walls left of `walk`."""
    if way == ZERO:
        return walk
    near.run(Pass.MOVE, ZERO, way)
    steps = near.rows_of(Pass.MOVE)
    if any(step.hit for step in steps) and rules.climb_steps and state.ground == Ground.FLOOR:
        if try_step(near, way, params, rules):
            return walk
    return stopped_by(steps, walk)


def stopped_by(steps, walk):
    """What the walls leave of a walking velocity (x, y)."""
    x, y = walk
    for step in steps:
        nx, ny, nz = step.normal if step.hit and step.planes and not step.walkable else UP
        size = hypot(nx, ny)
        into = (x * nx + y * ny) / size if size > 0.0 else 0.0
        if into < 0.0:
            x, y = x - into * nx / size, y - into * ny / size
    return x, y


def drift(near, state, around, params, rules, dt):
    """The forum version's external forces: wind, current or belt carry him along, by a pass of their own."""
    if around.flow != (0.0, 0.0):
        near.run(Pass.MOVE, near.end, along_ground(around.flow, state, params, rules, dt))


# The floor


def keep_to_floor(near, state, params, rules):
    """Feel for the floor below and follow it. Returns its normal, or None when there is none within reach."""
    row, reach = near.row, max(params.step_down, FEEL * params.skin)
    before = near.end
    near.run(Pass.GROUND, before, (0.0, 0.0, -reach))
    step = near.newest()
    if step.hit and step.walkable:
        return floor_normal(step, rules)
    near.rewind(row, before)
    return None


def floor_normal(step, rules):
    """Of the floor at a contact: the face's, but on the top edge of a thin wall, whose face is upright, the contact's."""
    if rules.class_by_face and step.face_normal[2] >= step.normal[2]:
        return step.face_normal
    return step.normal


# The gravity pass


def fall(near, state, walk, params, rules, around, dt):
    """Gravity by itself: half of it now and half at the end of the tick, which is exact at any tick rate."""
    fx, fy, fz = state.fall
    faster = max(fz * around.kept - around.gravity * dt, -params.terminal_speed)
    way = (fx * dt, fy * dt, (fz + faster) * 0.5 * dt)
    steps = fall_steps(near, way, params, rules)
    ground, normal = ground_of(steps, way, rules)
    velocity = fallen(steps, (fx * around.kept, fy * around.kept, faster), ground)
    return arrived(near, state, walk, velocity, ground, normal)


def fall_steps(near, way, params, rules):
    """The iterations of the gravity pass; before it, of feeling for ground that a fall within the skin would not meet."""
    before, felt = near.end, []
    if rules.gravity_lands and -FEEL * params.skin < way[2] <= 0.0:
        felt = feel_below(near, params)
        if felt and felt[-1].walkable:
            return felt
    near.run(Pass.GRAVITY, before, way)
    return felt + near.rows_of(Pass.GRAVITY)


def feel_below(near, params):
    """The contact a few skins below, as a list; none when there is none."""
    row, before = near.row, near.end
    near.run(Pass.GROUND, before, (0.0, 0.0, -FEEL * params.skin))
    if near.newest().hit:
        return [near.newest()]
    near.rewind(row, before)
    return []


def ground_of(steps, way, rules):
    """What the gravity pass came to rest on: floor, a steep slope, or nothing."""
    last = steps[-1]
    standing = [step for step in steps if step.hit and step.walkable]
    if way[2] <= 0.0 and standing:
        return Ground.FLOOR, floor_normal(standing[-1], rules)
    if way[2] <= 0.0 and last.ending in (Ending.BLOCKED, Ending.TOO_SHORT):
        return Ground.FLOOR, UP  # steep on all sides: wedged in, which is as good as standing
    steep = [step for step in steps if step.hit and step.normal[2] > 0.0]
    return (Ground.STEEP, steep[-1].normal) if steep else (Ground.AIR, UP)


def fallen(steps, velocity, ground):
    """The velocity that the planes met leave of a fall."""
    if ground == Ground.FLOOR:
        return ZERO
    for _ in range(2):  # the second time takes what the first put back into an earlier plane
        for step in steps:
            if step.hit:
                n = step.normal
                into = min(sum(a * b for a, b in zip(velocity, n)), 0.0)
                velocity = tuple(a - into * b for a, b in zip(velocity, n))
    return velocity


def arrived(near, state, walk, velocity, ground, normal):
    """The state at the end of the tick."""
    return state._replace(
        position=near.position(),
        velocity=(walk[0] + velocity[0], walk[1] + velocity[1], velocity[2]),
        ground=ground,
        normal=normal if ground != Ground.AIR else UP,
        walk=walk,
        fall=velocity,
        stood=near.position() if ground == Ground.FLOOR else state.stood,
    )
