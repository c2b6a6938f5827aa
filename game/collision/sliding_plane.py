"""The sliding plane (the paper's section 4.1): the tangent plane of the body where it touches, and what ground it is."""

from .columns import CANDIDATE, E_FACE_NORMAL, E_NORMAL, FACE_NORMAL, HEIGHT, IS_WALL, NORMAL, POINT, WALKABLE
from .engine.jit import inlined
from .engine.vec3 import dot, scale
from .espace import normal_to_world
from .exact_detection import NEEDLE
from .kinds import MOVE, STEP_FORWARD
from .nearest_contact import get3, put3
from .rules import CLASS_BY_FACE, CLIMB, FACES_UP_TO, STEEP_IS_WALL, WALKABLE_COS

# eSpace height of a contact's normal from which it belongs to the foot of the body, where a step's edge is judged by the face
# above it. Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4
# The same where a step may be higher than that foot, as for who crouches. Smaller: he hangs on by his waist; larger: high steps
# are climbed at low tick rates alone.
WAIST = 0.1


@inlined
def classify(candidates, space, rules, which, steps, row):
    """Bring the plane's normal to the world; judge whether one can stand there, and whether it is a wall to the move pass.

    A step's edge touches the curved bottom with a tilted normal: there the face above it is judged.
    """
    e_normal, k = get3(steps, row, E_NORMAL), int(steps[row, CANDIDATE])
    normal = normal_to_world(space, e_normal)
    face = normal_to_world(space, get3(candidates, k, E_FACE_NORMAL))
    if dot(face, normal) < 0.0:
        face = scale(face, -1.0)
    upright, height = normal[2], (1.0 - e_normal[2]) / space[4]
    foot = min(FOOT, max(1.0 - rules[CLIMB] * space[4], WAIST))
    by_face = rules[CLASS_BY_FACE] != 0.0 and e_normal[2] >= foot and steps[row, POINT + 2] <= rules[FACES_UP_TO]
    if by_face and candidates[k, HEIGHT] >= NEEDLE:
        upright = max(upright, face[2])
    put3(steps, row, NORMAL, normal)
    put3(steps, row, FACE_NORMAL, face)
    steps[row, WALKABLE] = 1.0 if upright >= rules[WALKABLE_COS] else 0.0
    steps[row, IS_WALL] = 1.0 if is_wall(rules, which, normal, height, upright) else 0.0


@inlined
def is_wall(rules, which, normal, height, upright):
    """Does the move pass take this plane for a vertical wall? When it is too steep to be walked up, but no ceiling and no
    step: an edge at most `climb` above the feet with ground to stand on above it."""
    if rules[STEEP_IS_WALL] == 0.0 or (which != MOVE and which != STEP_FORWARD):
        return False
    if abs(normal[2]) >= rules[WALKABLE_COS]:
        return False
    return upright < rules[WALKABLE_COS] or height > rules[CLIMB]
