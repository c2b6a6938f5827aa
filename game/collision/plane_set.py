"""The planes of a pass: the contacts that still restrain it, and the displacement nearest to a wish that goes into none.
This repairs the listing, which uses one plane in each recursion and so ping-pongs in wedges and acute corners.

`first` and `row` are rows of `query.iterations` with the pass's first and newest iteration. Vectors are (3,).
"""

import numpy as np

from ..core.jit import inlined, shared
from ..core.vec3 import (
    DOWN,
    NEGLIGIBLE_SQUARED,
    ZERO,
    Vector,
    along,
    cross,
    dot,
    hypot,
    length,
    normalise,
    put,
    reject,
    scale,
    sub,
    vec,
)
from .candidates_and_nearest_contact import Query, triangle_at
from .ellipsoid_and_espace import Space, Triangle, normal_to_espace, normal_to_world, to_espace, to_world
from .robust_detection import closest_on_triangle
from .rules import PassRules
from .trace import FACE, MOVE

LEVEL_SLOPE = (0.0, 0.0)  # slope of a level floor
# Part of the displacement below which its rest gets no iteration, and square of the part below which a projection is dropped.
# Smaller: iterations without effect; larger: a body stops too early.
SHORTEST = 1e-9
# Distance from a plane [skins] beyond which it no longer restrains the slide. Smaller: corners ping-pong again; larger: obstacles
# that were passed hold the body back for the rest of the tick.
TOUCHED_SKINS = 3.0
# Part of a displacement that may go into a plane and still count as along it. Smaller: rounding of the projections forbids
# every direction; larger: the slide goes into the plane and is stopped again and again.
INTO_PLANE = 1e-12
# Part of a slide that leads off the planes it goes along, so that rounding causes no new hit. Smaller: it does; larger: the body
# visibly lifts off after some kilometres.
LEAN = 1e-10
# Greatest distance [eSpace] and angle [rad] of two triangles from one plane that count as one face. Smaller: rounding of their
# corners splits them; larger: a body slides along two faces as along one.
FLAT = 1e-6
# Least horizontal part of a unit normal that has a direction from above. Smaller: by rounding, a level ceiling becomes a wall;
# larger: gentle ceilings no longer stop a walk.
LEAST_ASIDE = 1e-6
MOST_PLANES = 16  # that are kept. Fewer: crowded corners jam; more only cost time


@inlined
def refresh_planes(query: Query, first: int, row: int) -> None:
    """Update which contacts still restrain a pass, and their normals, for the body's position at the end of the newest row.

    A contact restrains the body as long as one of two distances is at most TOUCHED_SKINS skins. They are the distance to the
    contact's face, and the distance to the end of the contact's iteration. So a contact before which the body stopped early
    still restrains it. Otherwise two such planes would alternate for ever.
    """
    space, rules, iterations = query.space, query.rules, query.iterations
    now = vec(iterations[row].end)
    touched = 1.0 + TOUCHED_SKINS * rules.skin * largest_scale(space)
    iterations[row].restrains = True
    for earlier in range(first, row):
        iteration = iterations[earlier]
        if not iteration.restrains:
            continue
        e_centre = to_espace(space, now)
        squared, nearest = distance_to_face(query.candidates, query.candidate_count, int(iteration.candidate), e_centre)
        if NEGLIGIBLE_SQUARED <= squared <= touched * touched:
            put(iteration.normal, normal_to_world(space, sub(e_centre, nearest)))
        elif length(sub(now, vec(iteration.end))) > TOUCHED_SKINS * rules.skin:
            iteration.restrains = False


@inlined
def largest_scale(space: Space) -> float:
    """Return the largest eSpace length of a vector of one metre, 1 / smallest radius [1/m]."""
    return max(length((space[0], space[1], 0.0)), length((space[2], space[3], 0.0)), space[4])


@shared
def distance_to_face(candidates: np.ndarray, count: int, k: int, e_centre: Vector) -> tuple[float, Vector]:
    """Return (squared distance, nearest point) from `e_centre` to the flat face that contains candidate k, all in eSpace.

    A face is a group of connected triangles in one plane, without the edges between them. The search goes from candidate k to
    triangles of its face that contain the nearest point, as long as the distance decreases.
    """
    face = triangle_at(candidates, k)
    squared, nearest, feature = closest_on_triangle(e_centre, face)
    searched = True
    while feature != FACE and searched:
        searched, shared_point = False, nearest
        for number in range(count):
            other = triangle_at(candidates, number)
            if number != k and is_in_one_plane(face, other):
                other_squared, other_nearest, other_feature = closest_on_triangle(e_centre, other)
                if other_squared < squared and closest_on_triangle(shared_point, other)[0] <= FLAT * FLAT:
                    squared, nearest, feature, searched = other_squared, other_nearest, other_feature, True
    return squared, nearest


@inlined
def is_in_one_plane(triangle: Triangle, other: Triangle) -> bool:
    """True if two Triangles lie in one plane, within the tolerance FLAT."""
    if abs(dot(triangle.normal, other.normal)) < 1.0 - FLAT * FLAT:
        return False
    for corner in (other.p1, other.p2, other.p3):
        if abs(dot(triangle.normal, sub(corner, triangle.p1))) > FLAT:
            return False
    return True


@inlined
def slide_along_planes(query: Query, wish: Vector, first: int, row: int) -> Vector:
    """Return the displacement [m] nearest to `wish` [m] that goes into none of the planes that restrain the pass.

    Nearness is measured in the world, or in plan view if there is a wall (`floor_slope`), or in eSpace without slide_in_world.
    """
    slope = LEVEL_SLOPE
    for contact in range(first, row + 1):
        if query.iterations[contact].restrains and query.iterations[contact].is_wall:
            slope = floor_slope(query.rules, query.iterations[row].pass_)
    count = collect_planes(query, slope, first, row)
    if query.rules.slide_in_world:
        return from_plan(slope, nearest_allowed(to_plan(slope, wish), query.planes, count), length(wish))
    return to_world(query.space, nearest_allowed(to_espace(query.space, wish), query.planes, count))


@inlined
def steepest_descent(query: Query, first: int, row: int) -> Vector:
    """Return the straight way down of length 1, projected to the planes that restrain a fall.

    It is zero for a body that the planes hold on all sides. Its length is the sine of its slope.
    """
    count = collect_planes(query, LEVEL_SLOPE, first, row)
    return nearest_allowed(DOWN, query.planes, count)


@inlined
def is_walkable_way(rules: PassRules, descent: Vector) -> bool:
    """True if a way down is no steeper than walkable ground. descent: as from `steepest_descent`"""
    return 1.0 - dot(descent, descent) >= rules.walkable_cos * rules.walkable_cos


@inlined
def collect_planes(query: Query, slope: tuple[float, float], first: int, row: int) -> int:
    """Write the normals of the planes that restrain the pass to `query.planes`. Returns their number. slope: as of `floor_slope`

    A wall adds two planes: its own and a vertical one. The normals are in plan view, or in eSpace without slide_in_world.
    """
    count = 0
    for contact in range(first, row + 1):
        iteration = query.iterations[contact]
        if iteration.restrains:
            normal = plane_in_plan(slope, vec(iteration.normal))
            count = add_plane(query, normal, count)
            if iteration.is_wall:
                count = add_plane(query, make_vertical(normal), count)
    return count


@inlined
def add_plane(query: Query, normal: Vector, count: int) -> int:
    """Add a normal to the `count` planes (`collect_planes`). Return the new count, at most MOST_PLANES."""
    if count >= MOST_PLANES:
        return count
    put(query.planes[count], normal if query.rules.slide_in_world else normal_to_espace(query.space, normal))
    return count + 1


@inlined
def nearest_allowed(wish: Vector, planes: np.ndarray, count: int) -> Vector:
    """Return the displacement nearest to `wish` that goes into none of the first `count` planes.

    planes: (MOST_PLANES, 3), unit normals in the space of the wish: world, plan view or eSpace
    The candidates are the wish itself, its projections on one plane or on the crease of two, and zero. The longest allowed one is
    returned. It never opposes the wish, and does not depend on the order of the planes. It is tilted off the planes by LEAN.
    A projection that is at most sqrt(SHORTEST) times as long as the wish counts as zero.
    """
    size = length(wish)
    if is_allowed(wish, size, planes, count):
        return tilt_off_planes(wish, planes, count)
    best = project_on_one_plane(wish, size, planes, count)
    if best == ZERO:
        best = project_on_one_crease(wish, size, planes, count)
    return tilt_off_planes(best, planes, count)


@inlined
def project_on_one_plane(wish: Vector, size: float, planes: np.ndarray, count: int) -> Vector:
    """Return the longest allowed projection of the wish, of length `size`, on one of the planes that it goes into, or zero."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        normal = vec(planes[i])
        if dot(wish, normal) < 0.0:
            projected = reject(reject(wish, normal), normal)
            gain = dot(projected, wish)
            if gain > best_gain and is_allowed(projected, size, planes, count):
                best, best_gain = projected, gain
    return best


@inlined
def project_on_one_crease(wish: Vector, size: float, planes: np.ndarray, count: int) -> Vector:
    """Return the longest allowed projection of the wish, of length `size`, on the crease of two planes, or zero."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        for j in range(i):
            crease = normalise(cross(vec(planes[i]), vec(planes[j])))
            projected = scale(crease, dot(crease, wish))
            gain = dot(projected, wish)
            if gain > best_gain and is_allowed(projected, size, planes, count):
                best, best_gain = projected, gain
    return best


@inlined
def is_allowed(displacement: Vector, size: float, planes: np.ndarray, count: int) -> bool:
    """True if a displacement goes into none of the first `count` planes by more than INTO_PLANE times the wish's `size`."""
    for i in range(count):
        if dot(displacement, vec(planes[i])) < -INTO_PLANE * size:
            return False
    return True


@inlined
def tilt_off_planes(displacement: Vector, planes: np.ndarray, count: int) -> Vector:
    """Return a displacement, tilted by about LEAN [rad] off each of the first `count` planes that it is parallel to."""
    size = length(displacement)
    for i in range(count):
        normal = vec(planes[i])
        if dot(displacement, normal) < LEAN * size:
            displacement = along(displacement, normal, LEAN * size)
    return displacement


@inlined
def clip_in_turn(query: Query, first: int, end: int, velocity: Vector) -> Vector:
    """Return a world velocity, of any unit, clipped by each plane that a fall met in the iterations `first` to `end` - 1.

    A fall meets its planes at different times, so they clip one after the other. They do so in two rounds: the second removes
    parts that the first added again into an earlier plane.
    """
    for _ in range(2):
        for row in range(first, end):
            iteration = query.iterations[row]
            if iteration.is_hit and dot(velocity, vec(iteration.normal)) < 0.0:
                velocity = reject(velocity, vec(iteration.normal))
    return velocity


@inlined
def clip_at_once(query: Query, first: int, end: int, velocity: Vector, only_walls: bool) -> Vector:
    """Return a world velocity, of any unit, clipped by the planes that still restrain the iterations `first` to `end` - 1.

    query: its `planes` are overwritten; only_walls: True for planes too steep to walk on alone, seen from above
    One plane removes the part of the velocity that goes into it. Several leave the nearest velocity that goes into none: one
    after the other, in an acute wedge, the result would depend on their order.
    """
    clipped, count, clips = velocity, 0, 0
    for row in range(first, end):
        iteration = query.iterations[row]
        if not iteration.is_hit or not iteration.restrains or (only_walls and iteration.is_walkable):
            continue
        normal, size = vec(iteration.normal), 1.0
        if only_walls:
            normal = normal[0], normal[1], 0.0
            size = hypot(normal[0], normal[1])
            if size <= LEAST_ASIDE:
                continue
        if count < MOST_PLANES:
            put(query.planes[count], scale(normal, 1.0 / size))
            count += 1
        into = dot(clipped, normal) / size
        if into < 0.0:
            x, y, z = clipped
            clips += 1
            clipped = x - into * normal[0] / size, y - into * normal[1] / size, z - into * normal[2] / size
    if count > 1 and (clips > 1 or not is_allowed(clipped, length(velocity), query.planes, count)):
        return nearest_allowed(velocity, query.planes, count)
    return clipped


# The plan view

# Slides along walls on sloping ground are measured in plan view: the world, sheared along z until the floor is level. In the
# world, the climb of the wish would count as well: a player that pushes straight into a wall at an angle to the slope would slide
# uphill along it. On the next slope it would slide back, and so on. On level ground nothing changes.


@inlined
def floor_slope(rules: PassRules, pass_: int) -> tuple[float, float]:
    """Return the fall of the floor along x and y [m/m], LEVEL_SLOPE except in the pass MOVE with the rule slide_in_world."""
    if pass_ != MOVE or not rules.slide_in_world:
        return LEVEL_SLOPE
    x, y, z = rules.floor_normal
    return x / z, y / z


@inlined
def to_plan(slope: tuple[float, float], displacement: Vector) -> Vector:
    """Return a world displacement [m] sheared along z so that the floor is level. slope: [m/m], as from `floor_slope`"""
    if slope == LEVEL_SLOPE:
        return displacement
    x, y, z = displacement
    return x, y, z + (x * slope[0] + y * slope[1])


@inlined
def from_plan(slope: tuple[float, float], displacement: Vector, longest: float) -> Vector:
    """Return a displacement [m] in plan view as one in the world, cut to `longest` [m] unless `slope` is LEVEL_SLOPE."""
    if slope == LEVEL_SLOPE:
        return displacement
    x, y, z = displacement
    displacement = x, y, z - (x * slope[0] + y * slope[1])
    size = length(displacement)
    return scale(displacement, longest / size) if size > longest else displacement


@inlined
def plane_in_plan(slope: tuple[float, float], normal: Vector) -> Vector:
    """Return the unit normal that a plane with a unit world normal has in plan view. slope: as for `to_plan`"""
    if slope == LEVEL_SLOPE:
        return normal
    return normalise((normal[0] - slope[0] * normal[2], normal[1] - slope[1] * normal[2], normal[2]))


@inlined
def make_vertical(normal: Vector) -> Vector:
    """Return the unit normal of a vertical wall: the horizontal part of a normal. Zero for a vertical normal."""
    return normalise((normal[0], normal[1], 0.0))
