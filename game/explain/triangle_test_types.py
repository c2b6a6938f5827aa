"""The record of a triangle's test, with all intermediate results, which the solver does not keep (the paper's chapter 3).

All values are in eSpace, relative to the body's position at the start of the tick. A time t is the fraction of the velocity,
which is a displacement as in the paper: 0 at its start, 1 at its end.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ..collision.paper_detection import Sweep
from ..collision.trace import Feature, Outcome


class VelocitySweep(NamedTuple):
    """The sweep of an iteration in eSpace, with the paper's velocity as well as the solver's direction and reach.

    base: centre of the sphere at the start of the iteration (3,)
    velocity: displacement (3,)
    direction: unit vector (3,) of the velocity
    length: of the velocity
    reach: distance up to which contacts count: `length`, or slightly more in a pass that slides (`look_ahead`)
    """

    base: tuple
    velocity: tuple
    direction: tuple
    length: float
    reach: float

    @property
    def path(self):
        """The solver's Sweep with the same base, direction and reach."""
        return Sweep(self.base, self.direction, self.reach)


class Verdict(Enum):
    """The reason to accept or reject the roots of a corner or an edge."""

    FIRST = "the nearest"  # accepted: nearer than all contacts so far
    NO_ROOT = "no root"  # the sphere never touches it
    BEHIND = "behind"  # both roots are before the start
    STARTS_INSIDE = "starts inside"  # the sphere overlaps it at the start: no contact for the exact test
    LATER = "later"  # a nearer contact is known
    BEYOND_END = "beyond 1"  # touched after the end of the velocity
    BESIDE = "beside the edge"  # the line is touched beyond the ends of the edge


class Stage(Enum):
    """The stage at which a triangle's test ended, in the order of the tests."""

    UNREACHED = "box"  # its box is out of the sweep's reach
    BACK_FACING = "facing"  # the velocity points out of its front
    INTERVAL = "interval"  # its plane is not touched within the sweep
    TOUCHING = "touching"  # the sphere overlaps it at the start
    AWAY = "away"  # its distance stays above the radius
    INSIDE = "inside"  # the sphere touches its plane within the face
    OUTLINE = "outline"  # its edges and corners were tested


@dataclass(frozen=True)
class Part:
    """A corner or an edge in the sweep test, with the equation A t^2 + B t + C = 0.

    name: such as "p1" for a corner or "p1p2" for an edge
    points: the corner, or the two ends of the edge, each (3,)
    equation: (A, B, C)
    roots: (x1, x2), times with x1 <= x2, both inf if there are none or both are very far (`true_roots`)
    f0: parameter along the edge at the root that the test uses, 0..1 on the edge; None for a corner, or if there are no roots
    t: time of the contact, or None if it was rejected
    verdict: Verdict, the reason
    """

    name: str
    points: tuple
    equation: tuple
    roots: tuple
    f0: float | None
    t: float | None
    verdict: Verdict


@dataclass(frozen=True)
class TriangleTest:
    """The test of a triangle with its intermediate results. A result that the test did not need is None.

    triangle: number of the triangle in the mesh
    corners: (p1, p2, p3), each (3,)
    sweep: VelocitySweep of the iteration
    exact: True for the exact test, False for the test as printed in the paper
    two_sided: True if back-facing triangles are tested too
    normal, constant: unit normal N (3,) and Cp of the plane N . p + Cp = 0
    distance: signed distance of the sweep's base from the plane
    normal_dot_velocity: negative if the sphere approaches the plane from its front
    interval: (t0, t1) between which the sphere touches the plane. If the sphere moves parallel to the plane, it is (0, 1), or
    (2, 2) without a touch.
    point_on_plane: the point (3,) at which the sphere first touches the plane
    barycentric: weights (3,) of the corners at `point_on_plane`
    at_start: (length, component along the sweep's direction) of the vector from `sweep.base` to the triangle's nearest point
    parts: corners and edges as Parts, in the order of the test; empty if they were not tested
    nearest: time up to which the test accepts a contact. For the exact test it is just after the nearest contact of the
    triangles tested before. For the test as printed it is the end of the sweep.
    outcome: Outcome of this test alone. It is HIT even if the contact with another triangle is nearer.
    stage: Stage at which the test ended
    t, feature, point: time, Feature and position (3,) of the contact with this triangle, or None
    e_distance: eSpace distance to the contact with this triangle, or minus the penetration at the start, or None
    """

    triangle: int
    corners: tuple
    sweep: VelocitySweep
    exact: bool
    two_sided: bool
    normal: tuple
    constant: float
    distance: float
    normal_dot_velocity: float
    interval: tuple
    point_on_plane: tuple | None
    barycentric: tuple | None
    at_start: tuple | None
    parts: tuple
    nearest: float
    outcome: Outcome
    stage: Stage
    t: float | None
    e_distance: float | None
    feature: Feature | None
    point: tuple | None
