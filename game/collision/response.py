"""Collision response (the paper's chapter 4 and appendix F): move to the first contact, slide along its plane, again.

`collide_with_world` is the listing's function of that name, with its recursion written as a loop (a compiled recursive
function cannot be cached) and with every known repair as a switch (`rules.py`). Positions are world metres relative to
where the tick began; e_ marks eSpace.
"""

from .columns import (
    CANDIDATE,
    DISPLACEMENT,
    E_DISTANCE,
    E_NORMAL,
    E_POINT,
    END,
    ENDING,
    FEATURE,
    FRACTION,
    IS_HIT,
    IS_WALL,
    ITERATION,
    MESH_TRIANGLE,
    NEXT,
    NORMAL,
    OUTCOMES,
    PASS,
    PLANES,
    POINT,
    REMAINING,
    START,
    TRIANGLE,
    WALKABLE,
)
from .engine.jit import inlined, shared
from .engine.vec3 import add, along, dot, length, normalise, reject, scale, sub
from .espace import normal_to_espace, normal_to_world, to_espace, to_world
from .kinds import (
    ARRIVED,
    BLOCKED,
    FULL_TEST,
    GRAVITY,
    ITERATIONS,
    LANDED,
    MOVE,
    SLID,
    STEP_FORWARD,
    STOPPED,
    TOO_SHORT,
    UNREACHED,
)
from .nearest_contact import get3, nearest_contact, put3
from .plan import LEVEL, floor_slope, from_plan, made_upright, plane_in_plan, to_plan
from .plane_set import SHORTEST, ZERO, refresh_planes, slide_along_planes, steepest_scale
from .rules import (
    EXACT_CONTACT,
    GRAVITY_LANDS,
    KEEP_PLANES,
    MAX_ITERATIONS,
    SKIN,
    SKIN_FROM_PLANE,
    SLIDE_IN_WORLD,
    VERY_CLOSE,
)
from .sliding_plane import classify

# How much farther than its way a slide looks [skins]. Smaller: it arrives within the skin of planes met at an angle; larger
# only costs time. So many keep the skin at all planes steeper against the way than 2 degrees, and a part of it at the others: a
# steep face inside of the skin hides the floor at its foot. A fall, which lands on what is ahead, looks less far (15 degrees).
AHEAD_SKINS, AHEAD_SKINS_FALLING = 32.0, 4.0


@shared
def collide_with_world(candidates, count, space, rules, position, displacement, which, steps, row):
    """Collide and slide: one pass (paper section 4.2).

    which: the pass, a number of kinds.Pass; row: first free row of steps, which gets a row an iteration
    Returns (position, next free row).
    """
    wish, remaining, first = displacement, 1.0, row
    shortest = SHORTEST * length(wish)
    while row < steps.shape[0]:
        steps[row, PASS], steps[row, ITERATION] = which, row - first
        hit = sweep_once(candidates, count, space, rules, position, displacement, which, steps, row)
        fraction = advance(space, rules, displacement, steps, row) if hit else 1.0
        if fraction >= 1.0:
            position = add(position, displacement)
            arrive(steps, row, position)
            return position, row + 1
        position = along(position, displacement, fraction)
        remaining *= 1.0 - fraction
        classify(candidates, space, rules, which, steps, row)
        if is_probe(which) or gravity_lands(rules, which, steps, row):
            finish(steps, row, position, ZERO, remaining, STOPPED if is_probe(which) else LANDED)
            return position, row + 1
        put3(steps, row, END, position)
        displacement = slide(candidates, count, space, rules, wish, displacement, fraction, remaining, steps, first, row)
        ending = may_go_on(rules, displacement, shortest, row - first)
        finish(steps, row, position, displacement if ending == SLID else ZERO, remaining, ending)
        row += 1
        if ending != SLID:
            break
    return position, row


@inlined
def finish(steps, row, position, displacement, remaining, ending):
    """Write the end of an iteration."""
    put3(steps, row, END, position)
    put3(steps, row, NEXT, displacement)
    steps[row, REMAINING] = remaining
    steps[row, ENDING] = ending


@inlined
def arrive(steps, row, position):
    """Write the end of an iteration in which nothing was in the way; a contact that only lay ahead is none."""
    if steps[row, IS_HIT] != 0.0:
        steps[row, OUTCOMES + int(steps[row, CANDIDATE])] = FULL_TEST
    steps[row, IS_HIT], steps[row, FRACTION], steps[row, CANDIDATE], steps[row, TRIANGLE] = 0.0, 1.0, -1.0, -1.0
    finish(steps, row, position, ZERO, 0.0, ARRIVED)


@inlined
def may_go_on(rules, displacement, shortest, iteration):
    """SLID when there is another iteration to do, else why not."""
    size = length(displacement)
    if size == 0.0:
        return BLOCKED
    if rules[EXACT_CONTACT] != 0.0 and size <= shortest:
        return TOO_SHORT
    if iteration + 1 >= rules[MAX_ITERATIONS]:
        return ITERATIONS
    return SLID


# Check for collision


@inlined
def sweep_once(candidates, count, space, rules, position, displacement, which, steps, row):
    """Sweep to the nearest contact and write it to the row; says whether there is one.

    A slide looks a little farther than its way, or it would arrive within the skin of a plane just ahead, and stay there.
    """
    base, e_displacement = to_espace(space, position), to_espace(space, displacement)
    reach = length(e_displacement)
    put3(steps, row, START, position)
    put3(steps, row, DISPLACEMENT, displacement)
    steps[row, IS_HIT], steps[row, FRACTION], steps[row, CANDIDATE], steps[row, TRIANGLE] = 0.0, 1.0, -1.0, -1.0
    steps[row, PLANES] = 0.0
    if reach == 0.0:
        steps[row, OUTCOMES : OUTCOMES + count] = UNREACHED
        return False
    direction = scale(e_displacement, 1.0 / reach)
    farthest = reach + look_ahead(space, rules, which)
    hit, distance, feature, e_point = nearest_contact(candidates, count, base, direction, farthest, rules, steps, row)
    if hit < 0:
        return False
    distance = max(distance, 0.0)
    e_centre = along(base, direction, distance)
    put3(steps, row, E_POINT, e_point)
    put3(steps, row, E_NORMAL, normalise(sub(e_centre, e_point)))
    put3(steps, row, POINT, to_world(space, e_point))
    steps[row, IS_HIT], steps[row, FRACTION], steps[row, E_DISTANCE] = 1.0, distance / reach, distance
    steps[row, FEATURE], steps[row, CANDIDATE] = feature, hit
    steps[row, TRIANGLE] = candidates[hit, MESH_TRIANGLE]
    return True


@inlined
def look_ahead(space, rules, which):
    """How much farther than its way [eSpace] a pass looks: a plain sweep, and the listing, not at all."""
    if is_probe(which) or rules[SKIN_FROM_PLANE] == 0.0:
        return 0.0
    return (AHEAD_SKINS_FALLING if which == GRAVITY else AHEAD_SKINS) * rules[SKIN] * steepest_scale(space)


# Move close to the contact


@inlined
def advance(space, rules, displacement, steps, row):
    """Move close to the contact, not right to it. Returns the fraction of the displacement to go; 1 or more: all of it.

    Repaired: back off along the path until the plane is one skin away, never backwards. As printed: stop
    veryCloseDistance before the contact along the velocity, and not at all when already closer.
    """
    fraction = steps[row, FRACTION]
    if rules[SKIN_FROM_PLANE] != 0.0:
        normal = normal_to_world(space, get3(steps, row, E_NORMAL))
        closing = -dot(normal, displacement)
        back = rules[SKIN] / closing if closing > 0.0 else fraction
        steps[row, FRACTION] = min(fraction, 1.0)
        return max(fraction - back, 0.0)
    distance, very_close = steps[row, E_DISTANCE], rules[VERY_CLOSE]
    if distance >= very_close:
        return fraction * (distance - very_close) / distance if distance > 0.0 else 0.0
    if rules[EXACT_CONTACT] == 0.0:
        # The listing's sliding plane when already close: from where the body is, not from where it touches.
        start = to_espace(space, get3(steps, row, START))
        put3(steps, row, E_NORMAL, normalise(sub(start, get3(steps, row, E_POINT))))
    return 0.0


# Where it ends


@inlined
def gravity_lands(rules, which, steps, row):
    """Gravity ends on ground that can be stood on; it slides on steep ground only."""
    return which == GRAVITY and rules[GRAVITY_LANDS] != 0.0 and steps[row, WALKABLE] != 0.0


@inlined
def is_probe(which):
    """Is this a plain sweep, which stops at its first contact?"""
    return which != MOVE and which != GRAVITY and which != STEP_FORWARD


# Sliding (section 4.2)


@inlined
def slide(candidates, count, space, rules, wish, displacement, fraction, remaining, steps, first, row):
    """The displacement of the next iteration: what is left, projected on the sliding plane or planes."""
    if rules[KEEP_PLANES] != 0.0:
        refresh_planes(candidates, count, space, rules, steps, first, row)
        return slide_along_planes(space, rules, scale(wish, remaining), steps, first, row)
    steps[row, PLANES] = 1.0
    rest, normal, slope = scale(displacement, 1.0 - fraction), get3(steps, row, NORMAL), LEVEL
    if steps[row, IS_WALL] != 0.0:
        slope = floor_slope(rules, steps[row, PASS])
        normal = made_upright(plane_in_plan(slope, normal))
    if rules[SLIDE_IN_WORLD] != 0.0:
        return from_plan(slope, reject(to_plan(slope, rest), normal), length(rest))
    return to_world(space, reject(to_espace(space, rest), normal_to_espace(space, normal)))
