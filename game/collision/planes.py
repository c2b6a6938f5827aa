"""The planes of a pass: which contacts still touch, and the longest way that goes into none of them.

This repairs the listing's one plane a recursion, which ping-pongs in wedges and acute corners.
"""

from .candidates import get3, put3
from .columns import (
    CANDIDATE,
    E_FACE_NORMAL,
    END,
    HEIGHT,
    IS_WALL,
    NORMAL,
    P1,
    P2,
    P3,
    PLANES,
    WINDING,
)
from .contact import NEEDLE, closest_on_triangle
from .espace import normal_to_world, to_espace
from .jit import inlined, shared
from .rules import SKIN
from .sliding_plane import made_vertical
from .vec3 import along, cross, dot, length, normalise, reject, scale, sub

ZERO = (0.0, 0.0, 0.0)
# A rest of the way shorter than this part of it is not worth an iteration. Smaller: iterations without effect; larger: a
# body stops short of where it could get.
SHORTEST = 1e-9
# How far a plane may be left, in skins, before it no longer restrains the slide. Smaller: corners ping-pong again; larger:
# obstacles that were passed hold the body back for the rest of the tick.
TOUCHED_SKINS = 3.0
# Part of a displacement that may go into a plane and still count as along it. Smaller: rounding of the projections forbids
# every way; larger: the slide goes into the plane and is stopped again and again.
INTO_PLANE = 1e-12
# Part of a slide that leads off the planes it goes along, so that rounding cannot make a hit of it. Smaller: it does; larger:
# seen as lifting off after some kilometres.
LEAN = 1e-10


@shared
def refresh_planes(candidates, space, rules, steps, first, row):
    """Mark which contacts of this pass still restrain it (PLANES of their rows), and turn their normals to where they touch now.

    A contact that the body backed off from along a grazing way may lie ahead, out of touch. It still restrains a body that
    has not moved since, or two such planes would take turns for ever.
    """
    now = get3(steps, row, END)
    touched = 1.0 + TOUCHED_SKINS * rules[SKIN] * steepest_scale(space)
    steps[row, PLANES] = 1.0
    for earlier in range(first, row):
        if steps[earlier, PLANES] == 0.0:
            continue
        e_centre = to_espace(space, now)
        squared, nearest = distance_to_candidate(candidates, int(steps[earlier, CANDIDATE]), e_centre)
        if 0.0 < squared <= touched * touched:
            put3(steps, earlier, NORMAL, normal_to_world(space, sub(e_centre, nearest)))
        elif length(sub(now, get3(steps, earlier, END))) > TOUCHED_SKINS * rules[SKIN]:
            steps[earlier, PLANES] = 0.0


@inlined
def steepest_scale(space):
    """eSpace lengths a metre, at most: one over the least radius."""
    return max(length((space[0], space[2], 0.0)), length((space[1], space[3], 0.0)), space[4])


@inlined
def distance_to_candidate(candidates, k, e_centre):
    """(squared distance, nearest point) of a candidate."""
    p1, p2, p3 = get3(candidates, k, P1), get3(candidates, k, P2), get3(candidates, k, P3)
    normal = scale(get3(candidates, k, E_FACE_NORMAL), candidates[k, WINDING])
    squared, nearest, _ = closest_on_triangle(e_centre, p1, p2, p3, normal, candidates[k, HEIGHT] < NEEDLE)
    return squared, nearest


@inlined
def plane_count(first, row):
    """Planes of the pass so far: two for each contact, its own and, for a wall, the vertical one."""
    return 2 * (row - first + 1)


@inlined
def plane_at(steps, first, index):
    """(exists, normal) of plane number `index` of the pass."""
    row = first + index // 2
    normal = get3(steps, row, NORMAL)
    if steps[row, PLANES] == 0.0:
        return False, normal
    if index % 2 == 0:
        return True, normal
    if steps[row, IS_WALL] == 0.0:
        return False, normal
    return True, made_vertical(normal)


@shared
def slide_along_planes(wish, steps, first, row):
    """The displacement nearest to `wish` that goes into none of the planes touched.

    That is the wish itself, or its projection on one plane, or on the crease of two, or nothing: the longest that is allowed.
    It never opposes the wish, and it does not hang on the order of the planes.
    """
    count, size = plane_count(first, row), length(wish)
    if allowed(wish, size, steps, first, count):
        return lean_off(wish, steps, first, count)
    best = along_one_plane(wish, size, steps, first, count)
    if best == ZERO:
        best = along_one_crease(wish, size, steps, first, count)
    return lean_off(best, steps, first, count)


@inlined
def along_one_plane(wish, size, steps, first, count):
    """The longest allowed projection of the wish on one plane; zero when there is none."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        exists, normal = plane_at(steps, first, i)
        if not exists or dot(wish, normal) >= 0.0:
            continue
        projected = reject(reject(wish, normal), normal)
        gain = dot(projected, wish)
        if gain > best_gain and allowed(projected, size, steps, first, count):
            best, best_gain = projected, gain
    return best


@inlined
def along_one_crease(wish, size, steps, first, count):
    """The longest allowed projection of the wish on the crease of two planes; zero when there is none."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        for j in range(i):
            exists, normal = plane_at(steps, first, i)
            other_exists, other = plane_at(steps, first, j)
            if not exists or not other_exists:
                continue
            crease = normalise(cross(normal, other))
            projected = scale(crease, dot(crease, wish))
            gain = dot(projected, wish)
            if gain > best_gain and allowed(projected, size, steps, first, count):
                best, best_gain = projected, gain
    return best


@inlined
def allowed(displacement, size, steps, first, count):
    """Does a displacement go into none of the planes?"""
    for index in range(count):
        exists, normal = plane_at(steps, first, index)
        if exists and dot(displacement, normal) < -INTO_PLANE * size:
            return False
    return True


@inlined
def lean_off(displacement, steps, first, count):
    """The displacement, turned a trifle off the planes that it goes along."""
    size = length(displacement)
    for index in range(count):
        exists, normal = plane_at(steps, first, index)
        if exists and dot(displacement, normal) < LEAN * size:
            displacement = along(displacement, normal, LEAN * size)
    return displacement
