"""The sliding plane (the paper's sections 4.1 and 4.2): the tangent plane of the body at the contact, and the slide along it.

`write_contact_and_plane` computes the plane's normal in eSpace. `classify_plane` computes the plane's normal in the world and
its kind of ground. `slide` computes the displacement along the plane. `refresh_planes` (plane_set.py) turns the plane while the
body slides around an edge or a corner.
"""

from typing import NamedTuple

from .ellipsoid_and_espace import normal_to_espace, normal_to_world, to_espace, to_world
from .engine.compiling.jit import inlined
from .engine.vec3 import along, dot, length, normalise, put, reject, scale, sub, vec
from .mesh.gather import triangle_at
from .plane_set import (
    LEVEL,
    floor_slope,
    from_plan,
    make_vertical,
    plane_in_plan,
    refresh_planes,
    slide_along_planes,
    to_plan,
)
from .trace.enums import MOVE, STEP_FORWARD

# Least z of the eSpace normal of a contact at the foot of the body. A step's edge there is judged by the face above it.
# Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4
# Least value to which FOOT is lowered if `rules.climb` is higher than the foot, as for a crouched player. Smaller: it hangs on by
# its waist; larger: high steps are climbed at low tick rates alone.
WAIST = 0.1


class Progress(NamedTuple):
    """The state of a pass after some of its iterations.

    wish: displacement that the whole pass tries to move (3,) [m]
    remaining: part of the wish that is still to move, 0..1
    first: row of the trace with the pass's first iteration
    """

    wish: tuple
    remaining: float
    first: int


@inlined
def write_contact_and_plane(query, step, sweep, reach, hit, contact):
    """Write the Contact of a Sweep, and the normal of its sliding plane in eSpace (section 4.1), to a row of STEP.

    query: Query; step: the row of STEP
    reach: length of the displacement [eSpace], which is shorter than the sweep if the sweep looks ahead
    hit: index of the candidate
    The fraction of the displacement is above 1 for a contact that only the look ahead found.
    """
    distance = max(contact.distance, 0.0)
    e_centre = along(sweep.base, sweep.direction, distance)
    put(step.e_point, contact.point)
    put(step.e_normal, normalise(sub(e_centre, contact.point)))
    put(step.point, to_world(query.space, contact.point))
    step.is_hit, step.fraction, step.e_distance = True, distance / reach, distance
    step.feature, step.candidate, step.triangle = contact.feature, hit, triangle_at(query.candidates, hit).number


@inlined
def classify_plane(query, pass_, step):
    """Write the sliding plane's world normal, the face's normal, and the flags is_walkable and is_wall to a row of STEP.

    query: Query; pass_: number of a Pass (trace/enums.py); step: row of STEP, whose contact is already written
    With the rule class_by_face, a contact at the foot is judged by the more upright of two normals: the contact's and the
    face's. Without this rule, the edge of a step is too steep: the body's curved bottom touches it with a tilted normal.
    Needles and contacts above `rules.faces_up_to` are judged by the contact's normal alone.
    """
    rules, space, e_normal = query.rules, query.space, vec(step.e_normal)
    triangle = triangle_at(query.candidates, step.candidate)
    normal, face = normal_to_world(space, e_normal), normal_to_world(space, triangle.normal)
    if dot(face, normal) < 0.0:
        face = scale(face, -1.0)
    upright, height = normal[2], (1.0 - e_normal[2]) / space[4]
    foot = min(FOOT, max(1.0 - rules.climb * space[4], WAIST))
    by_face = rules.class_by_face and e_normal[2] >= foot and step.point[2] <= rules.faces_up_to
    if by_face and not triangle.is_needle:
        upright = max(upright, face[2])
    put(step.normal, normal)
    put(step.face_normal, face)
    step.is_walkable = upright >= rules.walkable_cos
    step.is_wall = is_wall(rules, pass_, normal, height, upright)


@inlined
def is_wall(rules, pass_, normal, height, upright):
    """True if a contact's plane counts as a vertical wall: it is too steep to walk up, but is no gentle ceiling and no step.

    Only the passes MOVE and STEP_FORWARD have such walls, and only with the rule steep_is_wall.

    rules: PassRules; pass_: number of a Pass
    normal: unit world normal (3,) of the plane
    height: of the contact above the lowest point of the body [m]
    upright: z of the unit normal that decides if the contact is walkable: of the plane, or of the face above a step's edge

    A step is an edge at most `rules.climb` above the body's lowest point, with walkable ground above the edge.
    """
    if not rules.steep_is_wall or (pass_ != MOVE and pass_ != STEP_FORWARD):
        return False
    if abs(normal[2]) >= rules.walkable_cos:
        return False
    return upright < rules.walkable_cos or height > rules.climb


@inlined
def slide(query, progress, displacement, fraction, row):
    """Return the displacement (3,) [m] of the next iteration, along the sliding plane of the iteration in `row`.

    query: Query; progress: Progress of the pass
    displacement, fraction: of the iteration in `row` (3,) [m], and the part of it that was moved, 0..1
    With the rule keep_planes, the result is the rest of the pass's wish along all planes that still restrain the pass. Without
    it, as printed, the rest of this iteration's displacement is projected on this iteration's plane. Also writes the flag
    `restrains` of the rows.
    """
    rules, space, step = query.rules, query.space, query.steps[row]
    if rules.keep_planes:
        refresh_planes(query, progress.first, row)
        return slide_along_planes(query, scale(progress.wish, progress.remaining), progress.first, row)
    step.restrains = True
    rest, normal, slope = scale(displacement, 1.0 - fraction), vec(step.normal), LEVEL
    if step.is_wall:
        slope = floor_slope(rules, step.pass_)
        normal = make_vertical(plane_in_plan(slope, normal))
    if rules.slide_in_world:
        return from_plan(slope, reject(to_plan(slope, rest), normal), length(rest))
    return to_world(space, reject(to_espace(space, rest), normal_to_espace(space, normal)))
