"""Ellipsoid space (the paper's chapter 2): the world scaled so that the ellipsoid becomes the unit sphere.

A body is upright: its third axis is z. It may be turned about z by a heading. (The paper knows only heading 0; the turned
matrices are an idea of the FreeBASIC forum's version.) A vector is changed to eSpace in two steps: it is turned back by the
heading, then divided by the radii. The change of basis is passed as a tuple `space` of six numbers:

    e.x = space[0] * x + space[1] * y        (cos h / rx,  sin h / rx)
    e.y = space[2] * x + space[3] * y        (-sin h / ry, cos h / ry)
    e.z = space[4] * z                       (1 / rz)

and space[5] is rx * ry, the ratio of a horizontal area in the world to that in eSpace. The inverse transform needs it.

And what is tested there: a triangle, a sweep of the unit sphere, and their contact.
"""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite, nan
from typing import TYPE_CHECKING, NamedTuple

from ..core.argument_checks import number, vector
from ..core.elementary_functions import cos_sin
from ..core.jit import inlined
from ..core.vec3 import Vector, VectorLike, hypot, normalise

Space = tuple[float, float, float, float, float, float]  # change of basis to eSpace (top of this file)
# Limits of radii [m]. Beyond them, products of squared eSpace lengths can overflow, since a mesh may reach to FARTHEST.
LEAST_RADIUS, MOST_RADIUS = 1e-30, 1e30


@dataclass(frozen=True)
class Ellipsoid:
    """An upright ellipsoid. Raises ValueError with the name of an invalid argument.

    radii: (rx, ry, rz), half axes [m] to the right, forward and up, each 1e-30 to 1e30; heading: rotation about z [rad], counter-
    clockwise seen from above; at 0 the axes are x, y and z
    """

    radii: Vector = (0.4, 0.4, 0.9)
    heading: float = 0.0

    if TYPE_CHECKING:  # any three numbers may be handed over; they are kept as a tuple of floats

        def __init__(self, radii: VectorLike = ..., heading: float = ...) -> None: ...

    def __post_init__(self) -> None:
        radii = vector("radii", self.radii)
        if not all(LEAST_RADIUS <= radius <= MOST_RADIUS for radius in radii):
            raise ValueError(f"radii must be three lengths, {LEAST_RADIUS:g} to {MOST_RADIUS:g} m, not {self.radii!r}")
        try:
            heading = number(self.heading)
        except (TypeError, OverflowError):
            heading = nan
        if not isfinite(heading):
            raise ValueError(f"heading must be a finite angle [rad], not {self.heading!r}")
        object.__setattr__(self, "radii", radii)
        object.__setattr__(self, "heading", heading)

    @cached_property
    def _turn(self) -> tuple[float, float]:
        return cos_sin(self.heading)

    @cached_property
    def space(self) -> Space:
        """The change of basis from the world to eSpace: six numbers, explained at the top of this file."""
        return space_of_radii(*self._turn, self.radii)

    @cached_property
    def extents(self) -> Vector:
        """The half extents (3,) [m] of the ellipsoid's axis-aligned bounding box."""
        rx, ry, rz = self.radii
        c, s = self._turn
        return hypot(c * rx, s * ry), hypot(s * rx, c * ry), rz


@inlined
def space_of_radii(c: float, s: float, radii: Vector) -> Space:
    """Return the change of basis to the eSpace of a body with radii (3,) [m], turned by the heading with cosine c and sine s."""
    rx, ry, rz = radii
    return c / rx, s / rx, -s / ry, c / ry, 1.0 / rz, rx * ry


@inlined
def to_espace(space: Space, a: Vector) -> Vector:
    """Return a world vector `a` (3,) [m] in eSpace, (3,), by the six numbers of `space` (paper 2.4, equation 2.5)."""
    return space[0] * a[0] + space[1] * a[1], space[2] * a[0] + space[3] * a[1], space[4] * a[2]


@inlined
def to_world(space: Space, e: Vector) -> Vector:
    """Return an eSpace vector `e` (3,) in the world, (3,) [m]: the inverse of `to_espace`."""
    area = space[5]
    return (space[3] * e[0] - space[1] * e[1]) * area, (space[0] * e[1] - space[2] * e[0]) * area, e[2] / space[4]


@inlined
def multiply_transposed(space: Space, e: Vector) -> Vector:
    """Return an eSpace normal times the transposed matrix of `to_espace`: along the world normal, not unit."""
    return space[0] * e[0] + space[2] * e[1], space[1] * e[0] + space[3] * e[1], space[4] * e[2]


@inlined
def normal_to_world(space: Space, e: Vector) -> Vector:
    """Return the unit world normal (3,) of an eSpace normal `e` (3,). Normals are transformed by the transposed matrix."""
    return normalise(multiply_transposed(space, e))


@inlined
def normal_to_espace(space: Space, normal: Vector) -> Vector:
    """Return the unit eSpace normal (3,) of a world normal (3,), by the inverse of `normal_to_world`."""
    area = space[5]
    x = (space[3] * normal[0] - space[2] * normal[1]) * area
    y = (space[0] * normal[1] - space[1] * normal[0]) * area
    return normalise((x, y, normal[2] / space[4]))


class Triangle(NamedTuple):
    """A candidate triangle in eSpace, with its corners."""

    p1: Vector
    p2: Vector
    p3: Vector
    normal: Vector  # unit, out of the front
    winding: float  # +1 if the corners are counter-clockwise seen from there, else -1
    is_needle: bool  # so thin that its normal is mostly rounding error (NEEDLE)
    number: int  # index of the triangle in the mesh


class Sweep(NamedTuple):
    """The straight path of the unit sphere in eSpace, from `base` along a unit direction to the length `reach`."""

    base: Vector
    direction: Vector
    reach: float


class Contact(NamedTuple):
    """The result of testing one triangle, in eSpace. Only with the outcome HIT do the other fields describe a contact."""

    outcome: int
    distance: float  # of the sphere's path to it. The exact test gives minus the depth of an overlap at the start.
    feature: int
    point: Vector
