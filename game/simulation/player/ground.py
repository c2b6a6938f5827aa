"""What carries the player: felt for with sweeps over the candidates gathered.

near: (candidates, count, space, rules, steps), what every sweep needs. Positions are relative to where the tick began.
"""

from math import inf

from ...collision.columns import END, FACE_NORMAL, FIRST, IS_HIT, IS_WALL, NEXT, NORMAL, PASS, POINT, WALKABLE
from ...collision.engine.jit import inlined, shared, unfolded
from ...collision.engine.vec3 import dot, sub
from ...collision.kinds import GRAVITY, GROUND, STEP_DOWN
from ...collision.nearest_contact import get3
from ...collision.plane_set import ZERO
from ...collision.response import collide_with_world
from ...collision.rules import FACES_UP_TO, IS_BEYOND, REACH, SKIN, WALKABLE_COS
from .columns import CLIMB_UP, FEET

# How far normals may differ and be one [part of 1]. Smaller: rounding parts one wall; larger: near walls are one.
SAME = 1e-6
# Parts of the skin: two planes one part from each other are one. More: rounding parts one wall; fewer: near walls are one.
SKIN_PARTS = 100.0
# How far [skins] the floor is felt for when steps down are not followed, or a fall is shorter. Smaller: standing is not
# noticed at high tick rates; larger: seen as landing early.
FEEL = 4.0


@unfolded
def run(near, which, start, way, row):
    """One pass or plain sweep over the gathered candidates. Returns (where it ended, next free row)."""
    candidates, count, space, rules, steps = near
    end, next_row = collide_with_world(candidates, count, space, rules, start, way, which, steps, row)
    watch_reach(rules, steps, row, next_row)
    return end, next_row


@shared
def watch_reach(rules, steps, first, end):
    """Note in the rules when the iterations `first` .. `end` led farther than the gathered triangles reach."""
    aside, down, up = rules[REACH], rules[REACH + 1], rules[REACH + 2]
    for row in range(first, end):
        x, y, z = get3(steps, row, END)
        if abs(x) > aside or abs(y) > aside or z > up or z < -down:
            rules[IS_BEYOND] = 1.0


@unfolded
def find_foothold(near, row, params):
    """The point that the player stands on [m]: on stairs an edge in front of the body, above its lowest point.

    An edge within the skin of his side may be met before it: that carries him only where no floor is as near beneath it.
    """
    steps, rules = near[4], near[3]
    run(near, GROUND, ZERO, (0.0, 0.0, -params[CLIMB_UP]), row)
    if steps[row, IS_HIT] == 0.0:
        return 0.0, 0.0, -params[FEET]
    point = get3(steps, row, POINT)
    if is_ground_by_face_alone(steps, row, rules):
        _, next_row = slide_beneath(near, ZERO, FEEL * rules[SKIN], -inf, row)
        if has_landed(steps, next_row - 1):
            return get3(steps, next_row - 1, POINT)
    return point


@inlined
def is_ground_by_face_alone(steps, row, rules):
    """Is the contact of a row an edge that is touched from the side, and ground by the face above it alone?"""
    return has_landed(steps, row) and steps[row, NORMAL + 2] < rules[WALKABLE_COS]


@inlined
def has_landed(steps, row):
    """Is what the sweep of a row met ground?"""
    return steps[row, IS_HIT] != 0.0 and steps[row, WALKABLE] != 0.0


@unfolded
def slide_beneath(near, start, farthest, height, row):
    """Slide down past edges above `height`, which are as steep as they are touched. Returns (where it ended, next free row)."""
    rules = near[3]  # the numbers of this neighbourhood alone
    rules[FACES_UP_TO] = height
    end, next_row = run(near, GRAVITY, start, (0.0, 0.0, -farthest), row)
    rules[FACES_UP_TO] = inf
    return end, next_row


@shared
def is_brushed(near, row, params):
    """Is the edge that row `row` found below only brushed in passing: more than a step above what carried him, and not climbed?

    Who walks along a ledge while his floor falls away would be held up by his side.
    """
    steps, rules, height = near[4], near[3], near[4][row, POINT + 2]
    highest = params[CLIMB_UP] + rules[SKIN]
    if height <= highest - params[FEET] or not is_ground_by_face_alone(steps, row, rules) or is_climbed(steps, row, rules):
        return False
    return height > find_foothold(near, row + 1, params)[2] + highest


@inlined
def is_climbed(steps, row, rules):
    """Did the tick slide or step up over the edge that row `row` touches?"""
    face, point = get3(steps, row, FACE_NORMAL), get3(steps, row, POINT)
    for other in range(FIRST, row):
        if steps[other, IS_HIT] == 0.0 or steps[other, IS_WALL] != 0.0:
            continue
        is_upwards = steps[other, PASS] == STEP_DOWN or steps[other, NEXT + 2] > 0.0
        if is_upwards and abs(dot(face, sub(get3(steps, other, POINT), point))) < rules[SKIN] / SKIN_PARTS:
            return True
    return False
