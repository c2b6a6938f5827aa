"""The planes of a pass: which contacts still touch, and the longest way that goes into none of them.

This repairs the listing's one plane a recursion, which ping-pongs in wedges and acute corners.
"""

from .columns import (
    CANDIDATE,
    E_FACE_NORMAL,
    END,
    HEADER,
    HEIGHT,
    IS_WALL,
    NORMAL,
    OUTCOMES,
    P1,
    P2,
    P3,
    PASS,
    PLANES,
    WINDING,
)
from .engine.jit import inlined, shared
from .engine.vec3 import NEGLIGIBLE_SQUARED, along, cross, dot, length, normalise, reject, scale, sub
from .espace import normal_to_espace, normal_to_world, to_espace, to_world
from .exact_detection import NEEDLE, closest_on_triangle
from .kinds import FACE
from .nearest_contact import get3, put3
from .plan import LEVEL, floor_slope, from_plan, made_upright, plane_in_plan, to_plan
from .rules import SKIN, SLIDE_IN_WORLD

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
# How far [eSpace], and how much turned [rad], two triangles may be from one plane and be one face. Smaller: rounding of their
# corners parts them; larger: a body slides along two faces as along one.
FLAT = 1e-6


# Planes that are kept at most, three columns of the header each. Fewer: crowded corners jam; more: a longer header.
MOST_PLANES = OUTCOMES // 3


@shared
def refresh_planes(candidates, count, space, rules, steps, first, row):
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
        squared, nearest = distance_to_face(candidates, count, int(steps[earlier, CANDIDATE]), e_centre)
        if NEGLIGIBLE_SQUARED <= squared <= touched * touched:
            put3(steps, earlier, NORMAL, normal_to_world(space, sub(e_centre, nearest)))
        elif length(sub(now, get3(steps, earlier, END))) > TOUCHED_SKINS * rules[SKIN]:
            steps[earlier, PLANES] = 0.0


@inlined
def steepest_scale(space):
    """eSpace lengths a metre, at most: one over the least radius."""
    return max(length((space[0], space[1], 0.0)), length((space[2], space[3], 0.0)), space[4])


@inlined
def distance_to_candidate(candidates, k, e_centre):
    """(squared distance, nearest point, feature) of a candidate."""
    p1, p2, p3 = get3(candidates, k, P1), get3(candidates, k, P2), get3(candidates, k, P3)
    normal = scale(get3(candidates, k, E_FACE_NORMAL), candidates[k, WINDING])
    return closest_on_triangle(e_centre, p1, p2, p3, normal, candidates[k, HEIGHT] < NEEDLE)


@shared
def distance_to_face(candidates, count, k, e_centre):
    """(squared distance, nearest point) of the flat face that a candidate is part of: of all candidates in its plane.

    So the edges by which a flat face is cut into triangles are none of its own.
    """
    squared, nearest, feature = distance_to_candidate(candidates, k, e_centre)
    if feature == FACE:
        return squared, nearest
    for other in range(count):
        if other != k and is_in_one_plane(candidates, k, other):
            other_squared, other_nearest, _ = distance_to_candidate(candidates, other, e_centre)
            if other_squared < squared:
                squared, nearest = other_squared, other_nearest
    return squared, nearest


@inlined
def is_in_one_plane(candidates, k, other):
    """True if two candidates lie in one plane."""
    normal, corner = get3(candidates, k, E_FACE_NORMAL), get3(candidates, k, P1)
    if abs(dot(normal, get3(candidates, other, E_FACE_NORMAL))) < 1.0 - FLAT * FLAT:
        return False
    for column in (P1, P2, P3):
        if abs(dot(normal, sub(get3(candidates, other, column), corner))) > FLAT:
            return False
    return True


# Which planes


@inlined
def have_wall(steps, first, row):
    """Is one of the planes that restrain the pass a wall's?"""
    for contact in range(first, row + 1):
        if steps[contact, PLANES] != 0.0 and steps[contact, IS_WALL] != 0.0:
            return True
    return False


@inlined
def collect_planes(space, rules, slope, steps, first, row):
    """Write the normals of the planes that restrain the pass to the free columns of the header; returns how many.

    A wall has two: its own and the vertical one. They are written as slides see them: in plan, or in eSpace, as printed.
    """
    count = 0
    for contact in range(first, row + 1):
        normal = plane_in_plan(slope, get3(steps, contact, NORMAL))
        if steps[contact, PLANES] != 0.0:
            count = add_plane(space, rules, steps, normal, count)
        if steps[contact, PLANES] != 0.0 and steps[contact, IS_WALL] != 0.0:
            count = add_plane(space, rules, steps, made_upright(normal), count)
    return count


@inlined
def add_plane(space, rules, steps, normal, count):
    """Write one more plane, if there is room; returns how many there are."""
    if count >= MOST_PLANES:
        return count
    put3(steps, HEADER, 3 * count, normal if rules[SLIDE_IN_WORLD] != 0.0 else normal_to_espace(space, normal))
    return count + 1


# Along them


@shared
def slide_along_planes(space, rules, wish, steps, first, row):
    """The displacement nearest to `wish` that goes into none of the planes touched.

    That is the wish itself, or its projection on one plane, or on the crease of two, or nothing: the longest that is allowed.
    It never opposes the wish, and it does not hang on the order of the planes.
    """
    slope = floor_slope(rules, steps[row, PASS]) if have_wall(steps, first, row) else LEVEL
    count = collect_planes(space, rules, slope, steps, first, row)
    if rules[SLIDE_IN_WORLD] != 0.0:
        return from_plan(slope, nearest_allowed(to_plan(slope, wish), steps, count), length(wish))
    return to_world(space, nearest_allowed(to_espace(space, wish), steps, count))


@inlined
def nearest_allowed(wish, steps, count):
    """`slide_along_planes` in either space, for the planes in the header."""
    size = length(wish)
    if allowed(wish, size, steps, count):
        return lean_off(wish, steps, count)
    best = along_one_plane(wish, size, steps, count)
    if best == ZERO:
        best = along_one_crease(wish, size, steps, count)
    return lean_off(best, steps, count)


@inlined
def along_one_plane(wish, size, steps, count):
    """The longest allowed projection of the wish on one plane; zero when there is none."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        normal = get3(steps, HEADER, 3 * i)
        if dot(wish, normal) < 0.0:
            projected = reject(reject(wish, normal), normal)
            gain = dot(projected, wish)
            if gain > best_gain and allowed(projected, size, steps, count):
                best, best_gain = projected, gain
    return best


@inlined
def along_one_crease(wish, size, steps, count):
    """The longest allowed projection of the wish on the crease of two planes; zero when there is none."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        for j in range(i):
            crease = normalise(cross(get3(steps, HEADER, 3 * i), get3(steps, HEADER, 3 * j)))
            projected = scale(crease, dot(crease, wish))
            gain = dot(projected, wish)
            if gain > best_gain and allowed(projected, size, steps, count):
                best, best_gain = projected, gain
    return best


@inlined
def allowed(displacement, size, steps, count):
    """Does a displacement go into none of the planes?"""
    for i in range(count):
        if dot(displacement, get3(steps, HEADER, 3 * i)) < -INTO_PLANE * size:
            return False
    return True


@inlined
def lean_off(displacement, steps, count):
    """The displacement, turned a trifle off the planes that it goes along."""
    size = length(displacement)
    for i in range(count):
        normal = get3(steps, HEADER, 3 * i)
        if dot(displacement, normal) < LEAN * size:
            displacement = along(displacement, normal, LEAN * size)
    return displacement
