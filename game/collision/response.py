"""Collision response (the paper's chapter 4 and appendix F): move to the first contact, slide along its plane, again.

`collide_with_world` is the listing's function of that name, with its recursion written as a loop (a compiled recursive
function cannot be cached) and with every known repair as a switch (`rules.py`). Positions are world metres relative to
where the tick began; e_ marks eSpace.
"""

from .candidates import get3, nearest_contact, put3
from .columns import (
    CANDIDATE,
    DISPLACEMENT,
    E_DISTANCE,
    E_FACE_NORMAL,
    E_NORMAL,
    E_POINT,
    END,
    ENDING,
    FACE_NORMAL,
    FEATURE,
    FRACTION,
    HEIGHT,
    IS_HIT,
    ITERATION,
    MESH_TRIANGLE,
    NEXT,
    NORMAL,
    P1,
    P2,
    P3,
    PASS,
    PLANES,
    POINT,
    REMAINING,
    START,
    TRIANGLE,
    WALKABLE,
    WINDING,
)
from .contact import NEEDLE, closest_on_triangle
from .espace import normal_to_world, to_espace, to_world
from .jit import inlined, shared
from .kinds import ARRIVED, BLOCKED, GRAVITY, ITERATIONS, LANDED, MOVE, SLID, STEP_FORWARD, STOPPED, TOO_SHORT
from .rules import (
    CLASS_BY_FACE,
    EXACT_CONTACT,
    GRAVITY_LANDS,
    KEEP_PLANES,
    MAX_ITERATIONS,
    SKIN,
    SKIN_FROM_PLANE,
    SLIDE_IN_WORLD,
    STEEP_IS_WALL,
    VERY_CLOSE,
    WALKABLE_COS,
)
from .vec3 import add, along, cross, dot, length, normalise, reject, scale, sub

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
# eSpace height of a contact's normal from which it belongs to the foot of the body, where a step's edge is judged by the face
# above it. Smaller: a body hangs on by its waist; larger: ledges push off.
FOOT = 0.4


@shared
def collide_with_world(candidates, count, space, rules, position, displacement, which, steps, outcomes, row):
    """Collide and slide: one pass (paper section 4.2).

    which: the pass, a number of kinds.Pass; row: first free row of steps, which gets a row an iteration
    Returns (position, next free row).
    """
    wish, remaining, first = displacement, 1.0, row
    shortest = SHORTEST * length(wish)
    while row < steps.shape[0]:
        steps[row, PASS], steps[row, ITERATION] = which, row - first
        hit = sweep_once(candidates, count, space, rules, position, displacement, steps, outcomes, row)
        if not hit:
            position = add(position, displacement)
            finish(steps, row, position, ZERO, 0.0, ARRIVED)
            return position, row + 1
        position, fraction = advance(space, rules, position, displacement, steps, row)
        remaining *= 1.0 - fraction
        classify(candidates, space, rules, steps, row)
        if is_probe(which) or gravity_lands(rules, which, steps, row):
            finish(steps, row, position, ZERO, remaining, STOPPED if is_probe(which) else LANDED)
            return position, row + 1
        put3(steps, row, END, position)
        displacement = slide(candidates, space, rules, wish, displacement, fraction, remaining, which, steps, first, row)
        ending = may_go_on(rules, displacement, shortest, row - first)
        finish(steps, row, position, displacement if ending == SLID else ZERO, remaining, ending)
        row += 1
        if ending != SLID:
            break
    return position, row


@inlined
def finish(steps, row, position, displacement, remaining, ending):
    """Write the end of an iteration."""
    put3(steps, row, END, position)
    put3(steps, row, NEXT, displacement)
    steps[row, REMAINING] = remaining
    steps[row, ENDING] = ending


@inlined
def may_go_on(rules, displacement, shortest, iteration):
    """SLID when there is another iteration to do, else why not."""
    size = length(displacement)
    if size == 0.0:
        return BLOCKED
    if rules[EXACT_CONTACT] != 0.0 and size <= shortest:
        return TOO_SHORT
    if iteration + 1 >= rules[MAX_ITERATIONS]:
        return ITERATIONS
    return SLID


# Check for collision


@inlined
def sweep_once(candidates, count, space, rules, position, displacement, steps, outcomes, row):
    """Sweep to the nearest contact and write it to the row; says whether there is one."""
    base, e_displacement = to_espace(space, position), to_espace(space, displacement)
    reach = length(e_displacement)
    put3(steps, row, START, position)
    put3(steps, row, DISPLACEMENT, displacement)
    steps[row, IS_HIT], steps[row, FRACTION], steps[row, CANDIDATE], steps[row, TRIANGLE] = 0.0, 1.0, -1.0, -1.0
    steps[row, PLANES] = 0.0
    if reach == 0.0:
        outcomes[row, :count] = 0
        return False
    direction = scale(e_displacement, 1.0 / reach)
    hit, distance, feature, e_point = nearest_contact(candidates, count, base, direction, reach, rules, outcomes, row)
    if hit < 0:
        return False
    e_centre = along(base, direction, distance)
    put3(steps, row, E_POINT, e_point)
    put3(steps, row, E_NORMAL, normalise(sub(e_centre, e_point)))
    put3(steps, row, POINT, to_world(space, e_point))
    steps[row, IS_HIT], steps[row, FRACTION], steps[row, E_DISTANCE] = 1.0, min(distance / reach, 1.0), distance
    steps[row, FEATURE], steps[row, CANDIDATE] = feature, hit
    steps[row, TRIANGLE] = candidates[hit, MESH_TRIANGLE]
    return True


# Move close to the contact


@inlined
def advance(space, rules, position, displacement, steps, row):
    """Move close to the contact, not right to it. Returns (new position, fraction of the displacement used).

    Repaired: back off along the path until the plane is one skin away, never backwards. As printed: stop
    veryCloseDistance before the contact along the velocity, and not at all when already closer.
    """
    fraction = steps[row, FRACTION]
    if rules[SKIN_FROM_PLANE] != 0.0:
        normal = normal_to_world(space, get3(steps, row, E_NORMAL))
        closing = -dot(normal, displacement)
        back = rules[SKIN] / closing if closing > 0.0 else fraction
        fraction = max(fraction - back, 0.0)
        return along(position, displacement, fraction), fraction
    distance = steps[row, E_DISTANCE]
    very_close = rules[VERY_CLOSE]
    if distance >= very_close:
        fraction *= (distance - very_close) / distance if distance > 0.0 else 0.0
        return along(position, displacement, fraction), fraction
    if rules[EXACT_CONTACT] == 0.0:
        # The listing's sliding plane when already close: from where the body is, not from where it touches.
        e_normal = normalise(sub(to_espace(space, position), get3(steps, row, E_POINT)))
        put3(steps, row, E_NORMAL, e_normal)
    return position, 0.0


# The sliding plane (section 4.1)


@inlined
def classify(candidates, space, rules, steps, row):
    """Bring the plane's normal to the world, and judge whether the ground at the contact can be stood on.

    A step's edge touches the curved bottom with a tilted normal: there the face above it is judged.
    """
    e_normal, k = get3(steps, row, E_NORMAL), int(steps[row, CANDIDATE])
    normal = normal_to_world(space, e_normal)
    face = normal_to_world(space, get3(candidates, k, E_FACE_NORMAL))
    if dot(face, normal) < 0.0:
        face = scale(face, -1.0)
    upright = normal[2]
    if rules[CLASS_BY_FACE] != 0.0 and e_normal[2] >= FOOT and candidates[k, HEIGHT] >= NEEDLE:
        upright = max(upright, face[2])
    put3(steps, row, NORMAL, normal)
    put3(steps, row, FACE_NORMAL, face)
    steps[row, WALKABLE] = 1.0 if upright >= rules[WALKABLE_COS] else 0.0


@inlined
def gravity_lands(rules, which, steps, row):
    """Gravity ends on ground that can be stood on; it slides on steep ground only."""
    return which == GRAVITY and rules[GRAVITY_LANDS] != 0.0 and steps[row, WALKABLE] != 0.0


@inlined
def is_probe(which):
    """Is this a plain sweep, which stops at its first contact?"""
    return which != MOVE and which != GRAVITY and which != STEP_FORWARD


@inlined
def is_wall(rules, which, normal):
    """Is a plane too steep to be walked up, but no ceiling? Then the move pass takes it for a vertical wall."""
    moving = which == MOVE or which == STEP_FORWARD
    return moving and rules[STEEP_IS_WALL] != 0.0 and abs(normal[2]) < rules[WALKABLE_COS]


# Sliding (section 4.2)


@inlined
def slide(candidates, space, rules, wish, displacement, fraction, remaining, which, steps, first, row):
    """The displacement of the next iteration: what is left, projected on the sliding plane."""
    rest = scale(displacement, 1.0 - fraction)
    if rules[KEEP_PLANES] != 0.0:
        refresh_planes(candidates, space, rules, steps, first, row)
        return slide_along_planes(rules, scale(wish, remaining), which, steps, first, row)
    steps[row, PLANES] = 1.0
    if rules[SLIDE_IN_WORLD] != 0.0:
        return reject(rest, wall_or_plane(rules, which, get3(steps, row, NORMAL)))
    if rules[STEEP_IS_WALL] != 0.0 and is_wall(rules, which, get3(steps, row, NORMAL)):
        normal = wall_or_plane(rules, which, get3(steps, row, NORMAL))
        return to_world(space, reject(to_espace(space, rest), normalise(to_espace_normal(space, normal))))
    return to_world(space, reject(to_espace(space, rest), get3(steps, row, E_NORMAL)))


@inlined
def to_espace_normal(space, normal):
    """World normal -> eSpace, not unit: the inverse of `normal_to_world`."""
    x, y = to_world(space, (1.0, 0.0, 0.0)), to_world(space, (0.0, 1.0, 0.0))
    return dot(normal, x), dot(normal, y), normal[2] / space[4]


@inlined
def wall_or_plane(rules, which, normal):
    """The plane to slide along: made vertical when it counts as a wall."""
    if is_wall(rules, which, normal):
        return normalise((normal[0], normal[1], 0.0))
    return normal


@shared
def refresh_planes(candidates, space, rules, steps, first, row):
    """Mark which contacts of this pass still touch (PLANES of their rows) and turn their normals to where they touch now."""
    e_centre = to_espace(space, get3(steps, row, END))
    shortest_radius = 1.0 / max(length((space[0], space[2], 0.0)), length((space[1], space[3], 0.0)), space[4])
    touched = 1.0 + TOUCHED_SKINS * rules[SKIN] / shortest_radius
    steps[row, PLANES] = 1.0
    for earlier in range(first, row):
        if steps[earlier, PLANES] == 0.0:
            continue
        k = int(steps[earlier, CANDIDATE])
        normal, winding = get3(candidates, k, E_FACE_NORMAL), candidates[k, WINDING]
        squared, nearest, _ = closest_on_triangle(
            e_centre,
            get3(candidates, k, P1),
            get3(candidates, k, P2),
            get3(candidates, k, P3),
            scale(normal, winding),
            candidates[k, HEIGHT] < NEEDLE,
        )
        if squared > touched * touched or squared == 0.0:
            steps[earlier, PLANES] = 0.0
        else:
            put3(steps, earlier, NORMAL, normal_to_world(space, sub(e_centre, nearest)))


@inlined
def plane_count(first, row):
    """Planes of the pass so far: two for each contact, its own and, for a wall, the vertical one."""
    return 2 * (row - first + 1)


@inlined
def plane_at(rules, which, steps, first, index):
    """(exists, normal) of plane number `index` of the pass."""
    row = first + index // 2
    normal = get3(steps, row, NORMAL)
    if steps[row, PLANES] == 0.0:
        return False, normal
    if index % 2 == 0:
        return True, normal
    return is_wall(rules, which, normal), wall_or_plane(rules, which, normal)


@shared
def slide_along_planes(rules, wish, which, steps, first, row):
    """The displacement nearest to `wish` that goes into none of the planes touched.

    That is the wish itself, or its projection on one plane, or on the crease of two, or nothing: the longest that is allowed.
    It never opposes the wish, and it does not hang on the order of the planes.
    """
    count, size = plane_count(first, row), length(wish)
    if allowed(rules, wish, size, which, steps, first, count):
        return lean_off(rules, wish, which, steps, first, count)
    best = along_one_plane(rules, wish, size, which, steps, first, count)
    if best == ZERO:
        best = along_one_crease(rules, wish, size, which, steps, first, count)
    return lean_off(rules, best, which, steps, first, count)


@inlined
def along_one_plane(rules, wish, size, which, steps, first, count):
    """The longest allowed projection of the wish on one plane; zero when there is none."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        exists, normal = plane_at(rules, which, steps, first, i)
        if not exists or dot(wish, normal) >= 0.0:
            continue
        projected = reject(reject(wish, normal), normal)
        gain = dot(projected, wish)
        if gain > best_gain and allowed(rules, projected, size, which, steps, first, count):
            best, best_gain = projected, gain
    return best


@inlined
def along_one_crease(rules, wish, size, which, steps, first, count):
    """The longest allowed projection of the wish on the crease of two planes; zero when there is none."""
    best, best_gain = ZERO, SHORTEST * size * size
    for i in range(count):
        for j in range(i):
            exists, normal = plane_at(rules, which, steps, first, i)
            other_exists, other = plane_at(rules, which, steps, first, j)
            if not exists or not other_exists:
                continue
            crease = normalise(cross(normal, other))
            projected = scale(crease, dot(crease, wish))
            gain = dot(projected, wish)
            if gain > best_gain and allowed(rules, projected, size, which, steps, first, count):
                best, best_gain = projected, gain
    return best


@inlined
def allowed(rules, displacement, size, which, steps, first, count):
    """Does a displacement go into none of the planes?"""
    for index in range(count):
        exists, normal = plane_at(rules, which, steps, first, index)
        if exists and dot(displacement, normal) < -INTO_PLANE * size:
            return False
    return True


@inlined
def lean_off(rules, displacement, which, steps, first, count):
    """The displacement, turned a trifle off the planes that it goes along."""
    size = length(displacement)
    for index in range(count):
        exists, normal = plane_at(rules, which, steps, first, index)
        if exists and dot(displacement, normal) < LEAN * size:
            displacement = along(displacement, normal, LEAN * size)
    return displacement
