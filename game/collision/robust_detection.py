"""Collision detection, repaired: the first contact of a swept unit sphere with one triangle, exact to the last digits.

The faults of the paper's form (README, Rules) are repaired as follows:
- The distance to a triangle is convex along a line. So a sphere nearer than 1 at the start hits at once if it approaches, and
  never if it does not. An exit is never mistaken for an entry.
- All results are distances along a unit direction, so a tolerance has the same meaning everywhere.
- Roots start at the closest approach to a corner or an edge: t = t_closest - sqrt(1 - m^2), with the distance m at t_closest.
  The paper's difference of large squares loses half of the digits on long and on grazing sweeps.
- The plane of a very thin triangle (a needle) has no reliable normal, so only its edges and corners are tested.
"""

from math import inf, sqrt

from ..core.jit import inlined, shared
from ..core.vec3 import NEGLIGIBLE_SQUARED, ZERO, Vector, along, cross, dot, normalise, scale, sub
from .ellipsoid_and_espace import Contact, Sweep, Triangle
from .trace import BACK_FACING, CORNER, EDGE, FACE, FULL_TEST, HIT, INTERVAL_OUTSIDE, STAYS_AWAY

# Least part of the sweep that must go towards a touched triangle to count as approaching. Smaller: a body that slides along
# a plane hits it again by rounding; larger: it sinks in, by this much of each metre that it travels along.
APPROACHING = 1e-11
# Greatest distance of a contact behind the start that may be rounding [eSpace]. Smaller: a touching edge is missed; larger: edges
# that the sphere has already left are hit again.
TOUCHING = 1e-9
# Height [eSpace] below which only a triangle's edges are tested: the error is an eighth of its square. Larger: that error is
# visible; smaller: rounding decides the plane of a needle, and the face hides its edges.
NEEDLE = 1e-6
# Least tangent of the distance [eSpace] at which the edges need no test. It is also the least distance from a plane that the
# sphere cannot reach [lengths of the sweep]. Smaller: rounding hides a grazed edge, and of two triangles met at once the one with
# the lower number; larger only costs time.
FAR_ENOUGH = 1.0 + 1e-9
# Square of height / longest side below which a triangle's normal is made orthogonal to that side once more. Smaller: far along
# a long thin triangle its plane is off, by 3e-9 at 2 km; larger only costs time.
SLENDER = 1e-6


# The plane


@inlined
def triangle_normal(p1: Vector, p2: Vector, p3: Vector) -> tuple[Vector, float]:
    """Return (unit normal (3,), smallest height) of a triangle, or zeros without an area.

    The cross product is taken at the corner between the two shortest sides, where rounding loses the fewest digits.
    """
    a, b, c = sub(p2, p1), sub(p3, p2), sub(p1, p3)
    aa, bb, cc = dot(a, a), dot(b, b), dot(c, c)
    longest = max(aa, bb, cc)
    if longest == 0.0:
        return ZERO, 0.0
    if longest == aa:
        doubled, side = cross(b, c), a
    elif longest == bb:
        doubled, side = cross(c, a), b
    else:
        doubled, side = cross(a, b), c
    if dot(doubled, doubled) < SLENDER * longest * longest:
        doubled = along(doubled, side, -dot(doubled, side) / longest)
    return normalise(doubled), sqrt(dot(doubled, doubled) / longest)


@inlined
def edge_functions(point: Vector, p1: Vector, p2: Vector, p3: Vector, normal: Vector) -> tuple[float, float, float]:
    """Return the edge functions of a point in a triangle's plane, for the edges 1-2, 2-3 and 3-1.

    Each is twice the signed area of the edge and the point, negative on the outer side. normal: unit, with the corners counter-
    clockwise seen from its tip
    """
    return (
        dot(cross(sub(p2, p1), sub(point, p1)), normal),
        dot(cross(sub(p3, p2), sub(point, p2)), normal),
        dot(cross(sub(p1, p3), sub(point, p3)), normal),
    )


@inlined
def is_inside(point: Vector, p1: Vector, p2: Vector, p3: Vector, normal: Vector) -> bool:
    """True if a point (3,) of a triangle's plane is inside the triangle or on its border. Arguments: as for `edge_functions`."""
    a, b, c = edge_functions(point, p1, p2, p3, normal)
    return a >= 0.0 and b >= 0.0 and c >= 0.0


# The nearest point


@inlined
def closest_on_edge(point: Vector, p1: Vector, p2: Vector) -> tuple[float, Vector, int]:
    """Return (squared distance, nearest point, Feature number, CORNER or EDGE) from `point` to the edge p1 p2."""
    edge, offset = sub(p2, p1), sub(point, p1)
    squared, f = dot(edge, edge), dot(offset, edge)
    if f <= 0.0 or squared < NEGLIGIBLE_SQUARED:
        return dot(offset, offset), p1, CORNER
    if f >= squared:
        offset = sub(point, p2)
        return dot(offset, offset), p2, CORNER
    nearest = along(p1, edge, f / squared)
    offset = sub(point, nearest)
    return dot(offset, offset), nearest, EDGE


@shared
def closest_on_triangle(point: Vector, triangle: Triangle) -> tuple[float, Vector, int]:
    """Return (squared distance, nearest point (3,), Feature number) from `point` (3,) to a Triangle.

    A point that is not above or below the face is on the outer side of one or two edges, so others are skipped. For a needle, all
    three edges are tested, and never the face.
    """
    p1, p2, p3 = triangle.p1, triangle.p2, triangle.p3
    a, b, c = -1.0, -1.0, -1.0
    if not triangle.is_needle:
        normal = scale(triangle.normal, triangle.winding)
        height = dot(normal, sub(point, p1))
        foot = along(point, normal, -height)
        a, b, c = edge_functions(foot, p1, p2, p3, normal)
        if a >= 0.0 and b >= 0.0 and c >= 0.0:
            return height * height, foot, FACE
    squared, nearest, feature = inf, ZERO, EDGE
    if a < 0.0:
        squared, nearest, feature = closest_on_edge(point, p1, p2)
    if b < 0.0:
        other_squared, other, other_feature = closest_on_edge(point, p2, p3)
        if other_squared < squared:
            squared, nearest, feature = other_squared, other, other_feature
    if c < 0.0:
        other_squared, other, other_feature = closest_on_edge(point, p1, p3)
        if other_squared < squared:
            squared, nearest, feature = other_squared, other, other_feature
    return squared, nearest, feature


# Edges and corners


@inlined
def reach_corner(corner: Vector, base: Vector, direction: Vector) -> float:
    """Return how far the sphere moves from `base` along a unit direction to a corner, or -1 (`clamp_to_start`)."""
    offset = sub(corner, base)
    closest_approach = dot(offset, direction)
    miss = along(offset, direction, -closest_approach)
    rest = 1.0 - dot(miss, miss)
    if rest < 0.0:
        return -1.0
    return clamp_to_start(closest_approach - sqrt(rest))


@inlined
def reach_edge(p1: Vector, p2: Vector, base: Vector, direction: Vector) -> tuple[float, Vector]:
    """Return (distance, contact point) of the sphere that moves from `base` along a unit direction to an edge, or -1.

    Contacts before the start, beyond the ends of the edge, and of a parallel motion do not count.
    """
    edge, offset = sub(p2, p1), sub(p1, base)
    squared = dot(edge, edge)
    if squared < NEGLIGIBLE_SQUARED:
        return -1.0, p1
    # Look along the edge: the line becomes a point, the sphere a circle, and direction and offset lose their part along it.
    inverse = 1.0 / squared
    flat_direction = along(direction, edge, -dot(direction, edge) * inverse)
    flat_offset = along(offset, edge, -dot(offset, edge) * inverse)
    speed = dot(flat_direction, flat_direction)
    if speed < NEGLIGIBLE_SQUARED:
        return -1.0, p1
    closest_approach = dot(flat_offset, flat_direction) / speed
    miss = along(flat_offset, flat_direction, -closest_approach)
    rest = 1.0 - dot(miss, miss)
    if rest < 0.0:
        return -1.0, p1
    distance = clamp_to_start(closest_approach - sqrt(rest / speed))
    f = dot(sub(along(base, direction, distance), p1), edge)
    if distance < 0.0 or f < 0.0 or f > squared:
        return -1.0, p1
    return distance, along(p1, edge, f * inverse)


@inlined
def clamp_to_start(distance: float) -> float:
    """Return the distance of a contact, -1 behind the start, but 0 within TOUCHING, perhaps a rounding error."""
    if distance >= 0.0:
        return distance
    return 0.0 if distance > -TOUCHING else -1.0


@inlined
def reach_outline(triangle: Triangle, sweep: Sweep) -> Contact:
    """Return the earliest Contact of a Sweep with the edges and corners of a Triangle. Its outcome is FULL_TEST without one."""
    p1, p2, p3 = triangle.p1, triangle.p2, triangle.p3
    outcome, nearest, feature, point = FULL_TEST, sweep.reach, FACE, ZERO
    for start, end in ((p1, p2), (p2, p3), (p1, p3)):
        distance, touched = reach_edge(start, end, sweep.base, sweep.direction)
        if 0.0 <= distance <= nearest and (distance < nearest or outcome != HIT):
            outcome, nearest, feature, point = HIT, distance, EDGE, touched
    for corner in (p1, p2, p3):
        distance = reach_corner(corner, sweep.base, sweep.direction)
        if 0.0 <= distance <= nearest and (distance < nearest or outcome != HIT):
            outcome, nearest, feature, point = HIT, distance, CORNER, corner
    return Contact(outcome, nearest, feature, point)


# All together


@inlined
def stays_away(squared: float, towards: float, reach: float) -> bool:
    """True if the unit sphere cannot reach a triangle on a straight path of length `reach`.

    The distance d to a triangle is convex along the path. So its tangent at the start, d - t * towards / d, is a lower bound.
    squared: d^2; towards: dot product of the unit direction and the vector from the centre to the triangle's nearest point
    """
    return towards <= 0.0 or squared - towards * reach > sqrt(squared) * FAR_ENOUGH


@inlined
def sweep_triangle(triangle: Triangle, sweep: Sweep, two_sided: bool) -> Contact:
    """Return the first Contact of a Sweep with a Triangle. Without one, its outcome names the last test made.

    two_sided: also from behind. The distance is minus the penetration depth if the sphere overlaps the triangle at the start and
    approaches it. If it does not approach it, there is no hit.
    """
    base, direction, reach, normal = sweep.base, sweep.direction, sweep.reach, triangle.normal
    if not two_sided and dot(normal, direction) > 0.0:
        return Contact(BACK_FACING, reach, FACE, ZERO)
    height, approach = dot(normal, sub(base, triangle.p1)), -dot(normal, direction)
    side = 1.0
    if height < 0.0:
        height, approach, side = -height, -approach, -1.0
    if not triangle.is_needle and height > 1.0 and height - 1.0 > approach * reach * FAR_ENOUGH:
        return Contact(INTERVAL_OUTSIDE, reach, FACE, ZERO)
    if triangle.is_needle or height <= 1.0:
        squared, nearest, feature = closest_on_triangle(base, triangle)
        towards = dot(sub(nearest, base), direction)
        if squared <= 1.0 and towards > APPROACHING * sqrt(squared):
            return Contact(HIT, sqrt(squared) - 1.0, feature, nearest)
        if squared <= 1.0 or stays_away(squared, towards, reach):
            return Contact(STAYS_AWAY, reach, FACE, ZERO)
    elif approach > 0.0:
        distance = (height - 1.0) / approach
        at_plane = along(base, direction, distance)
        foot = along(at_plane, normal, -side)
        if is_inside(foot, triangle.p1, triangle.p2, triangle.p3, scale(normal, triangle.winding)):
            return Contact(HIT if distance <= reach else FULL_TEST, distance, FACE, foot)
        squared, nearest, _ = closest_on_triangle(at_plane, triangle)
        if stays_away(squared, dot(sub(nearest, at_plane), direction), reach - distance):
            return Contact(STAYS_AWAY, reach, FACE, ZERO)
    return reach_outline(triangle, sweep)
