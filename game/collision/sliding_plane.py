"""The sliding plane (the paper's section 4.1): the tangent plane of the body at the contact, and its kind of ground."""

from .engine.jit import inlined
from .engine.vec3 import dot, put, scale, vec
from .espace import normal_to_world
from .mesh.gather import triangle_at
from .trace_kinds import MOVE, STEP_FORWARD

# eSpace height of a contact's normal from which on the contact is at the foot of the body. A step's edge there is judged by the
# face above it. Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4
# The same where a step may be higher than that foot, as for a crouched player. Smaller: it hangs on by its waist; larger: high
# steps are climbed at low tick rates alone.
WAIST = 0.1


@inlined
def classify(query, pass_, step):
    """Write the sliding plane's world normal, the face's normal, and the flags is_walkable and is_wall to a row of STEP.

    query: Query; pass_: number of a kinds.Pass
    The edge of a step touches the body's curved bottom with a tilted normal, so the face above the edge decides.
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
    """True if a plane counts as a vertical wall in a pass: it is too steep to walk up, but is no ceiling and no step.

    Only MOVE and STEP_FORWARD have such walls, and only with the rule steep_is_wall.

    normal: unit world normal (3,) of the plane
    height: of the contact above the lowest point of the body [m]
    upright: z of the normal that decides if the ground is walkable

    A step is an edge at most `rules.climb` above the feet, with walkable ground above it.
    """
    if not rules.steep_is_wall or (pass_ != MOVE and pass_ != STEP_FORWARD):
        return False
    if abs(normal[2]) >= rules.walkable_cos:
        return False
    return upright < rules.walkable_cos or height > rules.climb
