"""Two moving spheres by the formulas that are printed in Tang's lecture, and a report that compares them with the repaired sweep.

The lecture's quadratic loses half of the digits if the spheres are far apart. Its test of the least distance is reversed.
"""

from math import nan, sqrt
from typing import NamedTuple

from ...core.jit import inlined
from ...core.vec3 import Vector, dot, sub
from .sphere_sphere import Meeting, sweep_spheres


class Printed(NamedTuple):
    """The results of the formulas in Tang's lecture, for two spheres in one step.

    time: smaller root of the quadratic, as a fraction of the step; nan if there is none, or without relative motion
    is_hit: True if that root is within 0..1
    distance_squared: d^2 = A^2 - (A . B)^2 / B^2, the squared least distance of the infinite paths [m2]; A^2 if B is zero
    is_hit_as_printed: d^2 > R^2; is_hit_turned: d^2 <= R^2
    """

    time: float
    is_hit: bool
    distance_squared: float
    is_hit_as_printed: bool
    is_hit_turned: bool


@inlined
def quadratic_as_printed(offset, displacement, radius_sum):
    """Return the results of the formulas in Tang's lecture, as Printed. Arguments: as in `sweep_spheres`."""
    across, squared, start = dot(offset, displacement), dot(displacement, displacement), dot(offset, offset)
    if squared == 0.0:  # "stationary, or travelling at parallel"
        return Printed(nan, False, start, start > radius_sum * radius_sum, start <= radius_sum * radius_sum)
    least = start - across * across / squared
    discriminant = across * across - squared * (start - radius_sum * radius_sum)
    time = (-across - sqrt(discriminant)) / squared if discriminant >= 0.0 else nan
    return Printed(time, 0.0 <= time <= 1.0, least, least > radius_sum * radius_sum, least <= radius_sum * radius_sum)


class SpheresReport(NamedTuple):
    """All numbers of two spheres in one step, by the formulas in Tang's lecture and by the repaired ones.

    offset, displacement: A and B (3,) [m]
    across, squared: A . B and B . B [m2]; discriminant: of the lecture's quadratic equation [m4]
    printed: results of the lecture's formulas; meeting: results of the repaired ones
    """

    offset: Vector
    displacement: Vector
    across: float
    squared: float
    discriminant: float
    printed: Printed
    meeting: Meeting


def spheres_report(first, second, radius_sum):
    """Return the SpheresReport of two spheres in one step.

    first, second: (start, end) of the path of each centre, each (3,) [m]; radius_sum: sum of both radii [m]
    """
    offset = sub(first[0], second[0])
    displacement = sub(sub(first[1], first[0]), sub(second[1], second[0]))
    across, squared = dot(offset, displacement), dot(displacement, displacement)
    discriminant = across * across - squared * (dot(offset, offset) - radius_sum * radius_sum)
    printed, meeting = (form(offset, displacement, radius_sum) for form in (quadratic_as_printed, sweep_spheres))
    return SpheresReport(offset, displacement, across, squared, discriminant, printed, meeting)
