"""The plan view: slides along walls on sloping ground are measured as seen from above, as if the floor were level.

In the world, the climb of the wish would count as well. A player that pushes straight into a wall at an angle to the slope would
slide uphill along it. On the next slope it would slide back, and so on for ever. So the world is sheared along z until the
floor is level; on level ground nothing changes.
"""

from .engine.jit import inlined
from .engine.vec3 import length, normalise, scale
from .kinds import MOVE

LEVEL = (0.0, 0.0)


@inlined
def floor_slope(rules, pass_):
    """Slope of the floor along x and along y [m/m]. Only the move pass has a floor: during a step up there is none."""
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
    """Plan view -> world, shortened to the length `longest` [m]: up or down a slope the result can be too long."""
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
    """Normal in plan view of the vertical wall that replaces a steep plane. Both meet the floor in the same line."""
    return normalise((normal[0], normal[1], 0.0))
