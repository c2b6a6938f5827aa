"""Collision response (the paper's chapter 4 and appendix F): move to the first contact, slide along its plane, repeat.

`collide_with_world` is the listing's function of that name. Its recursion is a loop here, since a compiled recursive function
cannot be cached. Every known repair is a switch (`rules.py`). Positions are world metres relative to the start of the tick; e_
marks eSpace. `iteration` is a row of ITERATION, the trace, and `pass_` the number of a Pass (trace.py).

The sliding plane (sections 4.1 and 4.2) is the tangent plane of the body at the contact. `write_contact_and_plane` computes its
normal in eSpace. `classify_plane` computes its normal in the world and its kind: walkable ground, a vertical wall, or neither.
`slide` computes the displacement along it. `refresh_planes` (plane_set.py) turns it while the body slides around an edge or a
corner.
"""

from typing import NamedTuple

import numpy as np

from ..core.jit import inlined, shared
from ..core.vec3 import ZERO, Vector, add, along, dot, length, normalise, put, reject, scale, sub, vec
from .candidates_and_nearest_contact import Query, nearest_contact, triangle_at
from .ellipsoid_and_espace import Contact, Space, Sweep, normal_to_espace, normal_to_world, to_espace, to_world
from .plane_set import (
    LEVEL_SLOPE,
    SHORTEST,
    floor_slope,
    from_plan,
    is_walkable_way,
    largest_scale,
    make_vertical,
    plane_in_plan,
    refresh_planes,
    slide_along_planes,
    steepest_descent,
    to_plan,
)
from .rules import PassRules
from .trace import (
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


class PassState(NamedTuple):
    """The state of a pass after some of its iterations."""

    wish: Vector  # displacement that the whole pass tries to move [m]
    remaining: float  # part of the wish that is still to move, 0..1
    first: int  # row of the trace with the pass's first iteration


@shared
def collide_with_world(query: Query, position: Vector, displacement: Vector, pass_: int, row: int) -> tuple[Vector, int]:
    """Collide and slide: one pass over the gathered candidates (paper, section 4.2).

    position: start [m], relative to the start of the tick; row: first free row of the trace, one for each iteration
    Returns (end of the path [m], relative to the start of the tick, next free row).
    """
    space, wish, remaining, first = query.space, displacement, 1.0, row
    shortest = SHORTEST * length(wish)
    while row < query.iterations.shape[0]:
        iteration, fraction = query.iterations[row], 1.0
        begin_iteration(iteration, pass_, row - first, position, displacement)
        e_displacement = to_espace(space, displacement)
        reach = length(e_displacement)
        if reach == 0.0:
            query.outcomes[row * query.candidate_count : (row + 1) * query.candidate_count] = UNREACHED
        else:
            direction = scale(e_displacement, 1.0 / reach)
            sweep = Sweep(to_espace(space, position), direction, reach + look_ahead(space, query.rules, pass_))
            nearest_index, contact = nearest_contact(query, sweep, row)
            if nearest_index >= 0:
                write_contact_and_plane(query, iteration, sweep, reach, nearest_index, contact)
                fraction = fraction_to_move(query, displacement, iteration)
        if fraction >= 1.0:
            position = add(position, displacement)
            finish_without_contact(query, position, row)
            return position, row + 1
        position = along(position, displacement, fraction)
        remaining *= 1.0 - fraction
        classify_plane(query, pass_, iteration)
        lands = pass_ == GRAVITY and query.rules.gravity_lands and iteration.is_walkable
        if is_probe(pass_) or lands:  # a fall that did not land would creep down every slope
            finish_iteration(iteration, position, ZERO, remaining, STOPPED if is_probe(pass_) else LANDED)
            return position, row + 1
        put(iteration.end, position)
        displacement = slide(query, PassState(wish, remaining, first), displacement, fraction, row)
        if pass_ == GRAVITY and wish[2] <= 0.0 and row > first and is_carried(query, first, row):
            finish_iteration(iteration, position, ZERO, remaining, LANDED)
            return position, row + 1
        ending = ending_of_slide(query.rules, displacement, shortest, row - first)
        finish_iteration(iteration, position, displacement if ending == SLID else ZERO, remaining, ending)
        row += 1
        if ending != SLID:
            break
    return position, row


@inlined
def is_carried(query: Query, first: int, row: int) -> bool:
    """True if the planes that restrain a fall carry the body together, although each of them is too steep.

    They do if the steepest way down that they leave, such as the crease of two, is walkable, with the rules gravity_lands,
    keep_planes and slide_in_world.
    """
    rules = query.rules
    if not (rules.gravity_lands and rules.keep_planes and rules.slide_in_world):
        return False
    return is_walkable_way(rules, steepest_descent(query, first, row))


@inlined
def is_probe(pass_: int) -> bool:
    """True if a pass is a plain sweep, which stops at its first contact instead of sliding."""
    return pass_ != MOVE and pass_ != GRAVITY and pass_ != STEP_FORWARD


@inlined
def begin_iteration(iteration: np.record, pass_: int, number: int, position: Vector, displacement: Vector) -> None:
    """Write the start of iteration number `number` of a pass, as one without a contact."""
    iteration.pass_, iteration.number = pass_, number
    put(iteration.start, position)
    put(iteration.displacement, displacement)
    iteration.is_hit, iteration.fraction, iteration.candidate, iteration.triangle, iteration.restrains = False, 1.0, -1, -1, False


@inlined
def finish_iteration(iteration: np.record, position: Vector, displacement: Vector, remaining: float, ending: int) -> None:
    """Write the end of an iteration, and the remaining part 0..1 of its pass's displacement."""
    put(iteration.end, position)
    put(iteration.next_displacement, displacement)
    iteration.remaining, iteration.ending = remaining, ending


@inlined
def finish_without_contact(query: Query, position: Vector, row: int) -> None:
    """Write the end of an iteration without a contact. One that the sweep found beyond the displacement's end is removed."""
    iteration = query.iterations[row]
    if iteration.is_hit:
        query.outcomes[row * query.candidate_count + iteration.candidate] = FULL_TEST
    iteration.is_hit, iteration.fraction, iteration.candidate, iteration.triangle = False, 1.0, -1, -1
    finish_iteration(iteration, position, ZERO, 0.0, ARRIVED)


@inlined
def ending_of_slide(rules: PassRules, displacement: Vector, shortest: float, number: int) -> int:
    """Return the number of an Ending: SLID if another iteration follows, else the reason for the end of the pass.

    displacement: of the next iteration; shortest: length of a negligible one [m]; number: of this iteration in the pass, from 0
    """
    size = length(displacement)
    if size == 0.0:
        return BLOCKED
    # The listing ends a slide that is shorter than veryCloseDistance. That is left out on purpose: at 60 ticks a second, the fall
    # of a body at rest is a third of that. So the listing's creep down slopes would show at low tick rates alone.
    if rules.exact_contact and size <= shortest:
        return TOO_SHORT
    if number + 1 >= rules.max_iterations:
        return ITERATIONS
    return SLID


# Check for collision


@inlined
def look_ahead(space: Space, rules: PassRules, pass_: int) -> float:
    """Return the extra length of a sweep beyond its displacement [eSpace], so that the body stops a skin before a plane ahead.

    It is 0 for a plain sweep (`is_probe`), and without the rule skin_from_plane.
    """
    if is_probe(pass_) or not rules.skin_from_plane:
        return 0.0
    return (AHEAD_SKINS_FALLING if pass_ == GRAVITY else AHEAD_SKINS) * rules.skin * largest_scale(space)


# Move close to the contact


@inlined
def fraction_to_move(query: Query, displacement: Vector, iteration: np.record) -> float:
    """Return the part of the displacement (3,) [m] to move so that the body stops just before the contact of an iteration.

    The result is at least 0; 1 or more means the whole displacement. It is 0 for a body that is already closer.
    With the rule skin_from_plane, the body stops one skin [m] before the plane, and `iteration.fraction` is limited to 1.
    Without it, as in the paper's listing, the body stops veryCloseDistance [eSpace] before the contact, measured along the
    velocity. If the body is already closer, and the rule exact_contact is off too, `iteration.e_normal` is computed from the
    body's position.
    """
    rules, fraction = query.rules, float(iteration.fraction)
    if rules.skin_from_plane:
        closing = -dot(normal_to_world(query.space, vec(iteration.e_normal)), displacement)
        back = rules.skin / closing if closing > 0.0 else fraction
        iteration.fraction = min(fraction, 1.0)
        return max(fraction - back, 0.0)
    distance, very_close = float(iteration.e_distance), rules.very_close
    if distance >= very_close:
        return fraction * (distance - very_close) / distance if distance > 0.0 else 0.0
    if not rules.exact_contact:
        # The listing's sliding plane for a body that is already close: computed from its position, not from the contact.
        start = to_espace(query.space, vec(iteration.start))
        put(iteration.e_normal, normalise(sub(start, vec(iteration.e_point))))
    return 0.0


@inlined
def write_contact_and_plane(query: Query, iteration: np.record, sweep: Sweep, reach: float, index: int, contact: Contact) -> None:
    """Write the Contact of a Sweep with candidate `index`, and the normal of its sliding plane in eSpace (section 4.1).

    reach: length of the displacement [eSpace], which is shorter than the sweep if the sweep looks ahead
    The fraction of the displacement is above 1 for a contact that only the look ahead found.
    """
    distance = max(contact.distance, 0.0)
    e_centre = along(sweep.base, sweep.direction, distance)
    put(iteration.e_point, contact.point)
    put(iteration.e_normal, normalise(sub(e_centre, contact.point)))
    put(iteration.point, to_world(query.space, contact.point))
    number = triangle_at(query.candidates, index).number
    iteration.is_hit, iteration.fraction, iteration.e_distance = True, distance / reach, distance
    iteration.feature, iteration.candidate, iteration.triangle = contact.feature, index, number


@inlined
def slide(query: Query, state: PassState, displacement: Vector, fraction: float, row: int) -> Vector:
    """Return the displacement (3,) [m] of the next iteration, along the sliding plane of the iteration in `row`.

    displacement, fraction: of the iteration in `row` (3,) [m], and the part of it that was moved, 0..1
    With the rule keep_planes, the result is the rest of the pass's wish along all planes that still restrain the pass. Without
    it, as printed, the rest of this iteration's displacement is projected on this iteration's plane. Also writes the flag
    `restrains` of the rows.
    """
    rules, space, iteration = query.rules, query.space, query.iterations[row]
    if rules.keep_planes:
        refresh_planes(query, state.first, row)
        return slide_along_planes(query, scale(state.wish, state.remaining), state.first, row)
    iteration.restrains = True
    rest, normal, slope = scale(displacement, 1.0 - fraction), vec(iteration.normal), LEVEL_SLOPE
    if iteration.is_wall:
        slope = floor_slope(rules, iteration.pass_)
        normal = make_vertical(plane_in_plan(slope, normal))
    if rules.slide_in_world:
        return from_plan(slope, reject(to_plan(slope, rest), normal), length(rest))
    return to_world(space, reject(to_espace(space, rest), normal_to_espace(space, normal)))


# Least z of the eSpace normal of a contact at the foot of the body. A step's edge there is judged by the face above it.
# Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4
# Least value to which FOOT is lowered if `rules.climb` is higher than the foot, as for a crouched player. Smaller: it hangs on by
# its waist; larger: high steps are climbed at low tick rates alone.
WAIST = 0.1


@inlined
def classify_plane(query: Query, pass_: int, iteration: np.record) -> None:
    """Write the sliding plane's world normal, the face's normal, and the flags is_walkable and is_wall of an iteration.

    With the rule class_by_face, a contact at the foot is judged by the more upright of two normals: the contact's and the
    face's. Without this rule, the edge of a step is too steep: the body's curved bottom touches it with a tilted normal.
    Needles and contacts above `rules.faces_up_to` are judged by the contact's normal alone.
    A contact counts as a vertical wall if it is too steep to walk up, but is no gentle ceiling and no step. A step is an edge at
    most `rules.climb` above the body's lowest point, with walkable ground above the edge. Only the passes MOVE and STEP_FORWARD
    have walls, and only with the rule steep_is_wall.
    """
    rules, space, e_normal = query.rules, query.space, vec(iteration.e_normal)
    triangle = triangle_at(query.candidates, iteration.candidate)
    normal, face = normal_to_world(space, e_normal), normal_to_world(space, triangle.normal)
    if dot(face, normal) < 0.0:
        face = scale(face, -1.0)
    upright, height = normal[2], (1.0 - e_normal[2]) / space[4]
    if is_at_foot(rules, space, iteration) and not triangle.is_needle:
        upright = max(upright, face[2])
    put(iteration.normal, normal)
    put(iteration.face_normal, face)
    iteration.is_walkable = upright >= rules.walkable_cos
    is_steep = abs(normal[2]) < rules.walkable_cos and (upright < rules.walkable_cos or height > rules.climb)
    iteration.is_wall = rules.steep_is_wall and (pass_ == MOVE or pass_ == STEP_FORWARD) and is_steep


@inlined
def is_at_foot(rules: PassRules, space: Space, iteration: np.record) -> bool:
    """True if the ground beside a contact may decide if the contact is walkable: it is at the body's foot."""
    foot = min(FOOT, max(1.0 - rules.climb * space[4], WAIST))
    return rules.class_by_face and iteration.e_normal[2] >= foot and iteration.point[2] <= rules.faces_up_to
