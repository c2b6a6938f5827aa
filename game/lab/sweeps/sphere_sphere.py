"""The sweep of two spheres that both move during a step (Tang's lecture, intersection testing), repaired.

Only the relative motion counts: A is the offset at the start, B the relative displacement, R the sum of the radii. The sweep
starts at the point of closest approach, where no large numbers are subtracted.
"""

from math import sqrt
from typing import NamedTuple

from ...core.jit import inlined
from ...core.vec3 import along, dot


class Meeting(NamedTuple):
    """The result of a sweep of two spheres in one step.

    is_hit: True if they touch within the step while they approach
    time: fraction of the step at which they touch, 1.0 without a hit
    closest: fraction at the closest approach of their infinite paths, which may lie outside of 0..1; 0.0 if they do not move
    relative to each other
    distance: least distance of the centres within the step [m]
    depth: penetration depth at the start [m], 0.0 if they are apart
    """

    is_hit: bool
    time: float
    closest: float
    distance: float
    depth: float


@inlined
def sweep_spheres(offset, displacement, radius_sum):
    """Return the Meeting of two spheres. Spheres that touch at the start meet at 0 if they approach. A grazing contact counts.

    offset: A, from the second centre to the first at the start (3,) [m]
    displacement: B, of the first relative to the second (3,) [m]
    radius_sum: sum of both radii [m]
    """
    approach, squared = dot(offset, displacement), dot(displacement, displacement)
    start = dot(offset, offset)
    closest = -approach / squared if squared > 0.0 else 0.0
    miss = along(offset, displacement, closest)
    nearest = along(offset, displacement, min(max(closest, 0.0), 1.0))
    distance = sqrt(dot(nearest, nearest))
    if start <= radius_sum * radius_sum:
        return Meeting(approach < 0.0, 0.0 if approach < 0.0 else 1.0, closest, distance, radius_sum - sqrt(start))
    rest = radius_sum * radius_sum - dot(miss, miss)
    if approach >= 0.0 or squared == 0.0 or rest < 0.0:
        return Meeting(False, 1.0, closest, distance, 0.0)
    time = closest - sqrt(rest / squared)
    return Meeting(time <= 1.0, min(max(time, 0.0), 1.0), closest, distance, 0.0)
