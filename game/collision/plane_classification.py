"""The classification of a sliding plane, by its normal in the world: walkable ground, a vertical wall, or neither."""

from .ellipsoid_and_espace import normal_to_world
from .engine.compiling.jit import inlined
from .engine.vec3 import dot, put, scale, vec
from .mesh.gather import triangle_at
from .trace.enums import MOVE, STEP_FORWARD

# Least z of the eSpace normal of a contact at the foot of the body. A step's edge there is judged by the face above it.
# Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4
# Least value to which FOOT is lowered if `rules.climb` is higher than the foot, as for a crouched player. Smaller: it hangs on by
# its waist; larger: high steps are climbed at low tick rates alone.
WAIST = 0.1


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
    if is_at_foot(rules, space, step) and not triangle.is_needle:
        upright = max(upright, face[2])
    put(step.normal, normal)
    put(step.face_normal, face)
    step.is_walkable = upright >= rules.walkable_cos
    step.is_wall = is_wall(rules, pass_, normal, height, upright)


@inlined
def is_at_foot(rules, space, step):
    """True if the ground beside a contact may decide if the contact is walkable: it is at the body's foot.

    rules: PassRules; space: change of basis, six numbers (ellipsoid_and_espace.py); step: row of STEP with a contact
    """
    foot = min(FOOT, max(1.0 - rules.climb * space[4], WAIST))
    return rules.class_by_face and step.e_normal[2] >= foot and step.point[2] <= rules.faces_up_to


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
