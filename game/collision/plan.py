"""The plan view: slides along walls on sloping ground are measured as seen from above, with the floor walked on as level.

In the world, the climb of the wish would count as well: a player pressed straight into a wall at an angle to the slope would be
carried along it uphill, and back where the next slope falls the other way, for ever. So the world is sheared along z until
that floor is level; on level ground nothing changes.
"""

from .engine.jit import inlined
from .engine.vec3 import length, normalise, scale
from .kinds import MOVE

LEVEL = (0.0, 0.0)


@inlined
def floor_slope(rules, pass_):
    """Fall of the floor walked on along x and along y, per metre. Only a move has a floor: over a step there is none."""
    if pass_ != MOVE or not rules.slide_in_world:
        return LEVEL
    x, y, z = rules.floor_normal
    return x / z, y / z


@inlined
def to_plan(slope, displacement):
    """World displacement (3,) -> plan view."""
    if slope == LEVEL:
        return displacement
    x, y, z = displacement
    return x, y, z + (x * slope[0] + y * slope[1])


@inlined
def from_plan(slope, displacement, longest):
    """Plan view -> world; cut to the length `longest`, which a steeper line of the slope may exceed."""
    if slope == LEVEL:
        return displacement
    x, y, z = displacement
    displacement = x, y, z - (x * slope[0] + y * slope[1])
    size = length(displacement)
    return scale(displacement, longest / size) if size > longest else displacement


@inlined
def plane_in_plan(slope, normal):
    """World normal of a plane -> plan view, by the inverse transposed matrix, as in 2.4."""
    if slope == LEVEL:
        return normal
    return normalise((normal[0] - slope[0] * normal[2], normal[1] - slope[1] * normal[2], normal[2]))


@inlined
def made_upright(normal):
    """The normal in plan view of the wall that a steep plane counts as: vertical, through the line where it meets the floor."""
    return normalise((normal[0], normal[1], 0.0))
