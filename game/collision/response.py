"""Collision response (the paper's chapter 4 and appendix F): move to the first contact, slide along its plane, repeat.

`collide_with_world` is the listing's function of that name. Its recursion is a loop here, since a compiled recursive function
cannot be cached. Every known repair is a switch (`rules.py`). Positions are world metres relative to the start of the tick; e_
marks eSpace.
"""

from .ellipsoid_and_espace import normal_to_world, to_espace
from .engine.compiling.jit import inlined, shared
from .engine.vec3 import add, along, dot, length, normalise, put, scale, sub, vec
from .nearest_contact import nearest_contact
from .paper_detection import Sweep
from .plane_classification import classify_plane
from .plane_set import SHORTEST, ZERO, is_walkable_way, largest_scale, steepest_descent
from .sliding_plane import Progress, slide, write_contact_and_plane
from .trace.enums import (
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

# Extra length of a slide's sweep [skins]. Smaller: the body stops within the skin of planes met at an angle; larger only costs
# time. This value keeps the full skin at planes of more than 2 degrees to the path, and a part of it at the others. Without a
# skin, a steep face would hide the floor at its foot. A fall stops at the ground ahead and needs less (15 degrees).
AHEAD_SKINS, AHEAD_SKINS_FALLING = 32.0, 4.0


@shared
def collide_with_world(query, position, displacement, pass_, row):
    """Collide and slide: one pass over the gathered candidates (paper, section 4.2).

    query: Query
    position: start (3,) [m], relative to the start of the tick
    displacement: of the pass (3,) [m]
    pass_: number of a Pass (trace/enums.py)
    row: first free row of the trace, which gets one row for each iteration
    Returns (end of the path (3,) [m], relative to the start of the tick, next free row).
    """
    space, wish, remaining, first = query.space, displacement, 1.0, row
    shortest = SHORTEST * length(wish)
    while row < query.steps.shape[0]:
        step, fraction = query.steps[row], 1.0
        begin_iteration(step, pass_, row - first, position, displacement)
        e_displacement = to_espace(space, displacement)
        reach = length(e_displacement)
        if reach == 0.0:
            query.outcomes[row * query.candidate_count : (row + 1) * query.candidate_count] = UNREACHED
        else:
            direction = scale(e_displacement, 1.0 / reach)
            sweep = Sweep(to_espace(space, position), direction, reach + look_ahead(space, query.rules, pass_))
            hit, contact = nearest_contact(query, sweep, row)
            if hit >= 0:
                write_contact_and_plane(query, step, sweep, reach, hit, contact)
                fraction = fraction_to_move(query, displacement, step)
        if fraction >= 1.0:
            position = add(position, displacement)
            finish_without_contact(query, position, row)
            return position, row + 1
        position = along(position, displacement, fraction)
        remaining *= 1.0 - fraction
        classify_plane(query, pass_, step)
        lands = pass_ == GRAVITY and query.rules.gravity_lands and step.is_walkable  # else the body would creep down every slope
        if is_probe(pass_) or lands:
            finish_iteration(step, position, ZERO, remaining, STOPPED if is_probe(pass_) else LANDED)
            return position, row + 1
        put(step.end, position)
        displacement = slide(query, Progress(wish, remaining, first), displacement, fraction, row)
        if pass_ == GRAVITY and wish[2] <= 0.0 and row > first and is_carried(query, first, row):
            finish_iteration(step, position, ZERO, remaining, LANDED)
            return position, row + 1
        ending = ending_of_slide(query.rules, displacement, shortest, row - first)
        finish_iteration(step, position, displacement if ending == SLID else ZERO, remaining, ending)
        row += 1
        if ending != SLID:
            break
    return position, row


@inlined
def is_carried(query, first, row):
    """True if the planes that restrain a fall carry the body together, although each of them is too steep.

    query: Query; first, row: rows of `query.steps` with the pass's first and newest iteration
    They carry it if the steepest way down that they leave, such as the crease of two, is walkable. Only the rules gravity_lands,
    keep_planes and slide_in_world together have this; otherwise the result is False.
    """
    rules = query.rules
    if not (rules.gravity_lands and rules.keep_planes and rules.slide_in_world):
        return False
    return is_walkable_way(rules, steepest_descent(query, first, row))


@inlined
def is_probe(pass_):
    """True if a pass is a plain sweep, which stops at its first contact instead of sliding. pass_: number of a Pass"""
    return pass_ != MOVE and pass_ != GRAVITY and pass_ != STEP_FORWARD


@inlined
def begin_iteration(step, pass_, iteration, position, displacement):
    """Write the start of an iteration to its row of STEP, as one without a contact.

    pass_: number of a Pass; iteration: number in the pass, from 0
    position, displacement: of the body's centre (3,) [m]
    """
    step.pass_, step.iteration = pass_, iteration
    put(step.start, position)
    put(step.displacement, displacement)
    step.is_hit, step.fraction, step.candidate, step.triangle, step.restrains = False, 1.0, -1, -1, False


@inlined
def finish_iteration(step, position, displacement, remaining, ending):
    """Write the end of an iteration to its row of STEP.

    position: end (3,) [m]; displacement: of the next iteration (3,) [m]
    remaining: part of the pass's displacement that is still to move, 0..1; ending: number of an Ending
    """
    put(step.end, position)
    put(step.next_displacement, displacement)
    step.remaining, step.ending = remaining, ending


@inlined
def finish_without_contact(query, position, row):
    """Write the end of an iteration without a contact to `row` of the trace.

    query: Query; position: end of the iteration (3,) [m]
    A contact that the sweep found beyond the end of the displacement is removed.
    """
    step = query.steps[row]
    if step.is_hit:
        query.outcomes[row * query.candidate_count + step.candidate] = FULL_TEST
    step.is_hit, step.fraction, step.candidate, step.triangle = False, 1.0, -1, -1
    finish_iteration(step, position, ZERO, 0.0, ARRIVED)


@inlined
def ending_of_slide(rules, displacement, shortest, iteration):
    """Return the number of an Ending: SLID if another iteration follows, else the reason for the end of the pass.

    displacement: of the next iteration (3,) [m]; shortest: length of a negligible one [m]
    iteration: number of this iteration in the pass, from 0
    """
    size = length(displacement)
    if size == 0.0:
        return BLOCKED
    # The listing ends a slide that is shorter than veryCloseDistance. That is left out on purpose: at 60 ticks a second, the fall
    # of a body at rest is a third of that. So the listing's creep down slopes would show at low tick rates alone.
    if rules.exact_contact and size <= shortest:
        return TOO_SHORT
    if iteration + 1 >= rules.max_iterations:
        return ITERATIONS
    return SLID


# Check for collision


@inlined
def look_ahead(space, rules, pass_):
    """Return the extra length of a sweep beyond its displacement [eSpace], so that the body stops a skin before a plane ahead.

    It is 0 for a plain sweep (`is_probe`), and without the rule skin_from_plane.

    space: change of basis, six numbers (ellipsoid_and_espace.py); rules: PassRules; pass_: number of a Pass
    """
    if is_probe(pass_) or not rules.skin_from_plane:
        return 0.0
    return (AHEAD_SKINS_FALLING if pass_ == GRAVITY else AHEAD_SKINS) * rules.skin * largest_scale(space)


# Move close to the contact


@inlined
def fraction_to_move(query, displacement, step):
    """Return the part of the displacement (3,) [m] to move so that the body stops just before the contact in a row of STEP.

    query: Query; step: the row of STEP, which may be changed
    The result is at least 0; 1 or more means the whole displacement. It is 0 for a body that is already closer.
    With the rule skin_from_plane, the body stops one skin [m] before the plane, and `step.fraction` is limited to 1.
    Without it, as in the paper's listing, the body stops veryCloseDistance [eSpace] before the contact, measured along the
    velocity. If the body is already closer, and the rule exact_contact is off too, `step.e_normal` is computed from the
    body's position.
    """
    rules, fraction = query.rules, float(step.fraction)
    if rules.skin_from_plane:
        closing = -dot(normal_to_world(query.space, vec(step.e_normal)), displacement)
        back = rules.skin / closing if closing > 0.0 else fraction
        step.fraction = min(fraction, 1.0)
        return max(fraction - back, 0.0)
    distance, very_close = float(step.e_distance), rules.very_close
    if distance >= very_close:
        return fraction * (distance - very_close) / distance if distance > 0.0 else 0.0
    if not rules.exact_contact:
        # The listing's sliding plane for a body that is already close: computed from its position, not from the contact.
        start = to_espace(query.space, vec(step.start))
        put(step.e_normal, normalise(sub(start, vec(step.e_point))))
    return 0.0
