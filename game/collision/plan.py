"""Where slides along walls on sloping ground are measured: in plan, as seen from above, with the floor walked on taken for level.

Along a wall one wants what leads along it seen from above. At right angles in the world the climb of the wish would count too:
pressed straight into a wall that stands askew on a slope he would be carried along it uphill, and back where the next slope
falls the other way, for ever. So the world is sheared along z until that floor is level; on level ground nothing changes.
"""

from .engine.jit import inlined
from .engine.vec3 import length, normalise, scale
from .kinds import MOVE
from .rules import FLOOR_NORMAL, SLIDE_IN_WORLD

LEVEL = (0.0, 0.0)


@inlined
def floor_slope(rules, which):
    """How far the floor walked on falls along x and along y, per metre. Only a move has one: raised over a step there is none."""
    if which != MOVE or rules[SLIDE_IN_WORLD] == 0.0:
        return LEVEL
    return rules[FLOOR_NORMAL] / rules[FLOOR_NORMAL + 2], rules[FLOOR_NORMAL + 1] / rules[FLOOR_NORMAL + 2]


@inlined
def to_plan(slope, way):
    """A way of the world (3,) in plan."""
    if slope == LEVEL:
        return way
    return way[0], way[1], way[2] + (way[0] * slope[0] + way[1] * slope[1])


@inlined
def from_plan(slope, way, longest):
    """A way in plan, in the world; no longer than `longest`, which it may have become along a steeper line of the slope."""
    if slope == LEVEL:
        return way
    way = way[0], way[1], way[2] - (way[0] * slope[0] + way[1] * slope[1])
    size = length(way)
    return scale(way, longest / size) if size > longest else way


@inlined
def plane_in_plan(slope, normal):
    """The normal of a plane in plan (by the inverse transposed, as in 2.4)."""
    if slope == LEVEL:
        return normal
    return normalise((normal[0] - slope[0] * normal[2], normal[1] - slope[1] * normal[2], normal[2]))


@inlined
def made_upright(normal):
    """The normal of the wall that a steep plane counts as, in plan: upright, through the line in which it meets the floor."""
    return normalise((normal[0], normal[1], 0.0))
