"""Collision detection as the paper prints it: one triangle against the swept unit sphere (chapter 3, appendices C to E).

All vectors are in eSpace. As in the paper, the displacement of the sphere is called velocity. A time t is the fraction of this
displacement: 0 at the start, 1 at the end. This form keeps the faults of the listing on purpose; `robust_detection.py` has the
repaired one. A root must be above zero. So a contact that exists at the start is missed, or the exit from it counts as a hit. A
velocity counts as parallel to a plane only if the dot product is exactly zero.
"""

from math import inf, sqrt

from ..core.jit import inlined
from ..core.vec3 import ZERO, Vector, along, cross, dot, scale, sub
from .ellipsoid_and_espace import Contact, Sweep, Triangle
from .trace import BACK_FACING, CORNER, EDGE, FACE, FULL_TEST, HIT, INTERVAL_OUTSIDE

# Appendix C: utility functions


@inlined
def is_point_in_triangle(point: Vector, p1: Vector, p2: Vector, p3: Vector) -> bool:
    """True if a point (3,) of the triangle's plane is inside it or on its border, by the signs of three sub-areas."""
    normal = cross(sub(p2, p1), sub(p3, p1))
    return (
        dot(cross(sub(p2, p1), sub(point, p1)), normal) >= 0.0
        and dot(cross(sub(p3, p2), sub(point, p2)), normal) >= 0.0
        and dot(cross(sub(p1, p3), sub(point, p3)), normal) >= 0.0
    )


# Appendix D: solving quadratic equations


@inlined
def both_roots(a: float, b: float, c: float) -> tuple[float, float]:
    """Return the roots (x1, x2) of a t^2 + b t + c with x1 <= x2, or (inf, inf) if it has no real root or `a` is 0."""
    determinant = b * b - 4.0 * a * c
    if determinant < 0.0 or a == 0.0:
        return inf, inf
    root = sqrt(determinant)
    r1, r2 = (-b - root) / (2.0 * a), (-b + root) / (2.0 * a)
    return (r2, r1) if r1 > r2 else (r1, r2)


@inlined
def lowest_root(a: float, b: float, c: float, largest: float) -> float:
    """Return the lowest root of a t^2 + b t + c above 0 and below `largest`, or -1 if there is none."""
    r1, r2 = both_roots(a, b, c)
    if 0.0 < r1 < largest:
        return r1
    if 0.0 < r2 < largest:  # the exit from the feature counts as a hit: one of the listing's faults
        return r2
    return -1.0


# Section 3.2 and 3.3: the plane interval, colliding with the inside


@inlined
def plane_interval(distance: float, normal_dot_velocity: float) -> tuple[float, float]:
    """Return the times (t0, t1) between which the sphere touches the plane, with t0 <= t1 (section 3.2).

    distance: signed, of the centre from the plane at the start. For a parallel motion: 0 and 1 if it cuts the plane, else 2 and 2
    """
    if normal_dot_velocity == 0.0:
        return (2.0, 2.0) if abs(distance) >= 1.0 else (0.0, 1.0)
    t0 = (-1.0 - distance) / normal_dot_velocity
    t1 = (1.0 - distance) / normal_dot_velocity
    return (t1, t0) if t0 > t1 else (t0, t1)


@inlined
def plane_point(base: Vector, normal: Vector, velocity: Vector, t0: float, side: float) -> Vector:
    """Return the point at which the sphere first touches a plane, at t0 (section 3.3). side: +1 in front, -1 behind"""
    return along(along(base, normal, -side), velocity, t0)


# Section 3.4: the sweep test


@inlined
def corner_equation(corner: Vector, base: Vector, velocity: Vector) -> tuple[float, float, float]:
    """Return (A, B, C) of A t^2 + B t + C = 0, whose roots are the times when the sphere touches a corner."""
    offset = sub(base, corner)
    return dot(velocity, velocity), 2.0 * dot(velocity, offset), dot(offset, offset) - 1.0


@inlined
def sweep_corner(corner: Vector, base: Vector, velocity: Vector, t: float) -> float:
    """Return the first time above 0 and below `t` at which the sphere touches a corner, or -1 if there is none."""
    a, b, c = corner_equation(corner, base, velocity)
    return lowest_root(a, b, c, t)


@inlined
def edge_equation(p1: Vector, p2: Vector, base: Vector, velocity: Vector) -> tuple[float, float, float]:
    """Return (A, B, C) of A t^2 + B t + C = 0 for the times when the sphere touches the line through p1 and p2."""
    edge, base_to_vertex = sub(p2, p1), sub(p1, base)
    edge_squared, edge_dot_velocity = dot(edge, edge), dot(edge, velocity)
    edge_dot_base = dot(edge, base_to_vertex)
    a = edge_squared * -dot(velocity, velocity) + edge_dot_velocity * edge_dot_velocity
    b = edge_squared * 2.0 * dot(velocity, base_to_vertex) - 2.0 * edge_dot_velocity * edge_dot_base
    c = edge_squared * (1.0 - dot(base_to_vertex, base_to_vertex)) + edge_dot_base * edge_dot_base
    return a, b, c


@inlined
def edge_parameter(p1: Vector, p2: Vector, base: Vector, velocity: Vector, t: float) -> float:
    """Return f0 (equation 3.6) of the point at which the sphere touches a line at time t: 0 at p1, 1 at p2."""
    edge, base_to_vertex = sub(p2, p1), sub(p1, base)
    return (dot(edge, velocity) * t - dot(edge, base_to_vertex)) / dot(edge, edge)


@inlined
def sweep_edge(p1: Vector, p2: Vector, base: Vector, velocity: Vector, t: float) -> tuple[float, float]:
    """Return (first time above 0 and below `t`, parameter 0..1) of the contact with the edge p1 p2, or (-1, 0)."""
    a, b, c = edge_equation(p1, p2, base, velocity)
    root = lowest_root(a, b, c, t)
    if root < 0.0:
        return -1.0, 0.0
    f = edge_parameter(p1, p2, base, velocity, root)
    return (root, f) if 0.0 <= f <= 1.0 else (-1.0, 0.0)


# Section 3.5, appendix E: the whole procedure


@inlined
def check_triangle(triangle: Triangle, sweep: Sweep, two_sided: bool) -> Contact:
    """Return the Contact of a Sweep with one Triangle, as the paper's listing finds it (appendix E).

    two_sided: also from behind. The outcome is HIT, BACK_FACING, INTERVAL_OUTSIDE or FULL_TEST. For a sphere that already cuts
    the plane at the start, the point tested is that of time 0. It is not on the plane, which is one of the listing's faults.
    """
    base, velocity = sweep.base, scale(sweep.direction, sweep.reach)
    normal_dot_velocity = dot(triangle.normal, velocity)
    if not two_sided and normal_dot_velocity > 0.0:
        return Contact(BACK_FACING, sweep.reach, FACE, ZERO)
    distance = dot(triangle.normal, sub(base, triangle.p1))
    t0, t1 = plane_interval(distance, normal_dot_velocity)
    if t0 > 1.0 or t1 < 0.0:
        return Contact(INTERVAL_OUTSIDE, sweep.reach, FACE, ZERO)
    if normal_dot_velocity != 0.0:
        t0 = max(t0, 0.0)
        side = 1.0 if distance >= 0.0 or not two_sided else -1.0
        on_plane = plane_point(base, triangle.normal, velocity, t0, side)
        if is_point_in_triangle(on_plane, triangle.p1, triangle.p2, triangle.p3):
            return Contact(HIT, t0 * sweep.reach, FACE, on_plane)
    return sweep_corners_and_edges(triangle, base, velocity, sweep.reach)


@inlined
def sweep_corners_and_edges(triangle: Triangle, base: Vector, velocity: Vector, reach: float) -> Contact:
    """Return the earliest Contact with a Triangle's corners and edges (section 3.4), or the outcome FULL_TEST."""
    p1, p2, p3 = triangle.p1, triangle.p2, triangle.p3
    t, feature, outcome, point = 1.0, FACE, FULL_TEST, ZERO
    for corner in (p1, p2, p3):
        root = sweep_corner(corner, base, velocity, t)
        if root >= 0.0:
            t, feature, outcome, point = root, CORNER, HIT, corner
    for start, end in ((p1, p2), (p2, p3), (p3, p1)):
        root, f = sweep_edge(start, end, base, velocity, t)
        if root >= 0.0:
            t, feature, outcome, point = root, EDGE, HIT, along(start, sub(end, start), f)
    return Contact(outcome, t * reach, feature, point)
