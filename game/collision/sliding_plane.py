"""The sliding plane (the paper's section 4.1): the tangent plane of the body at the contact, computed, and its kind of ground."""

from .engine.jit import inlined
from .engine.vec3 import along, dot, normalise, put, scale, sub, vec
from .espace import normal_to_world, to_world
from .mesh.gather import triangle_at
from .trace_enums import MOVE, STEP_FORWARD

# Least z of the eSpace normal of a contact at the foot of the body. A step's edge there is judged by the face above it.
# Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4
# Least value to which FOOT is lowered if `rules.climb` is higher than the foot, as for a crouched player. Smaller: it hangs on by
# its waist; larger: high steps are climbed at low tick rates alone.
WAIST = 0.1


@inlined
def write_contact(query, step, sweep, reach, hit, contact):
    """Write the Contact of a Sweep, and the normal of its sliding plane in eSpace (section 4.1), to a row of STEP.

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
def classify(query, pass_, step):
    """Write the sliding plane's world normal, the face's normal, and the flags is_walkable and is_wall to a row of STEP.

    query: Query; pass_: number of a Pass (trace_enums.py); step: row of STEP, whose contact is already written
    The edge of a step touches the body's curved bottom with a tilted normal. So with the rule class_by_face, the face above the
    edge decides if a contact at the foot is walkable.
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
