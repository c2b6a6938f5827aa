"""Edges of ground: whether a contact is ground for a foot, or the edge of such ground behind it or below it.

A tread must be at least half as deep as the body's half width (TREAD). It may be less deep if the stairs are no steeper than the
slope limit. On a rounded, bevelled or leaning edge all faces are steep; `mark_if_ground` then looks as far ahead as the body's
shape and the height of a step require, at any tick rate. Stepping up, falling, snapping to the ground and leaping out of water
use this. Positions and rows are as in passes_and_ground.py, except positions for rays. `support` is the support point before the
step; `edge` and `found` touch an edge and the ground behind it, and `inwards` is a horizontal unit vector (x, y) from the edge
over it.
"""

from math import inf, sqrt
from typing import NamedTuple

from ..collision.mesh.bvh import cast_ray, ray_hits_triangle
from ..collision.plane_set import LEAST_ASIDE
from ..collision.rules import PassRules
from ..collision.trace import CORNER, GROUND, STEP_DOWN, STEP_FORWARD, STEP_UP
from ..core.jit import inlined, shared
from ..core.vec3 import DOWN, ZERO, Vector, add, dot, hypot, length, put, sub, vec
from .obstacles_and_one_way_walls import Obstacles
from .passes_and_ground import (
    FLOOR_SEARCH,
    SAME,
    SKIN_PARTS,
    IterationRow,
    SweepContext,
    floor_normal,
    has_landed,
    is_ground_by_face_alone,
    run_pass,
    slide_beneath,
)
from .player_params import TREAD

# Height above an edge [skins] at which the steepest slope from the edge begins. Smaller: rough treads are refused; larger: fine
# ladders are climbed.
CLEAR = 20.0
# Steepest rise of a level tread [of the slope limit]. Smaller: scanned and tilted treads of steep stairs are refused; larger:
# chance treads of rough ramps are climbed.
LEVEL_RISE = 0.5
# Distance [footholds] of the first place at which ground is looked for behind an edge. Smaller: costs time; larger: where treads
# are narrow, the next riser is met first.
FIRST = 0.125
# Most parts into which places divide the way to the last one. Fewer: thin bodies miss treads between leaning risers;
# more: at slope limits of a few degrees, whose last place is metres away, a tick takes thousands of sweeps. A search ends after
# three times as many places, because a slide along a wall may lead back.
MOST_PLACES = 16
# Part of the way to the foot of an edge on which no ground may be above it. Smaller: a small ledge in front of the edge is taken
# for a ramp; 1: the ground at the foot itself is above it.
NEARLY = 0.99
RAMP_PLACES = 16  # where heights are compared on that way. Fewer: low risers on it are taken for a ramp; more: more rays
FOOT_PLACES = 8  # rays that find the foot of a riser between two of these. Fewer: it is found too low on a slope; more: more rays
COS_30 = sqrt(0.75)  # cosine of 30 degrees, and sine of 60
# Distance of two rays that find a floor beside an edge [of the least depth of a tread]. Smaller: more rays, and rough ground
# seems steep; larger: a narrow tread is missed.
PROBES = 0.125


@inlined
def may_hide_ground_between(normal: Vector, point: Vector, found: IterationRow, apart: float) -> bool:
    """True if there may be ground between a contact with a unit normal at a point and the contact of `found`.

    It is False if a convex surface could have both contacts: then each point is behind the plane of the other contact.
    apart: how far [m] rounding may put a point in front of a plane
    """
    between = sub(vec(found.point), point)
    return dot(normal, between) > apart or dot(vec(found.normal), between) < -apart


@inlined
def have_one_plane(iteration: IterationRow, other: IterationRow, apart: float) -> bool:
    """True if the sliding planes of two contacts are parallel and less than `apart` [m] from each other."""
    normal, other_normal = vec(iteration.normal), vec(other.normal)
    distance = dot(normal, sub(vec(iteration.point), vec(other.point)))
    dx, dy, dz = sub(normal, other_normal)
    return max(abs(dx), abs(dy), abs(dz)) < SAME and abs(distance) < apart


@inlined
def goes_away_from(iteration: IterationRow, displacement: Vector) -> bool:
    """True if a displacement leads away from the contact of an iteration, in plan view."""
    nx, ny, _ = vec(iteration.normal)
    return nx * displacement[0] + ny * displacement[1] > SAME * length(displacement)


@inlined
def slope_limit(rules: PassRules) -> float:
    """Return the tangent of the slope limit."""
    return sqrt(1.0 - rules.walkable_cos * rules.walkable_cos) / rules.walkable_cos


@inlined
def over_edge(iteration: IterationRow) -> tuple[float, float]:
    """Return the horizontal unit vector (x, y) over the edge of a contact, against its normal; zero if the normal is upright."""
    nx, ny, _ = vec(iteration.normal)
    size = hypot(nx, ny)
    return (-nx / size, -ny / size) if size > LEAST_ASIDE else (0.0, 0.0)


@inlined
def floor_rise(rules: PassRules, x: float, y: float) -> float:
    """Return how far [m] the floor under the player rises over a horizontal way (x, y) [m]."""
    floor_x, floor_y, floor_z = rules.floor_normal
    return -(x * floor_x + y * floor_y) / floor_z


# Ground that can be stepped on


@inlined
def can_be_stepped_on(context: SweepContext, row: int, support: Vector) -> bool:
    """True if a step whose last iteration is `row` ended on ground that is low enough for a step and deep enough for a foot.

    A face is asked for its depth, too. Otherwise chance landings on the bevels of narrow treads would climb them, at some rates.
    """
    return has_landed(context.query.iterations[row]) and is_low_enough(context, row, support) and is_tread(context, row)


@inlined
def is_low_enough(context: SweepContext, row: int, support: Vector) -> bool:
    """True if the walkable ground on which the sweep down in `row` ended is low enough for a step.

    The body's round bottom slides over edges higher than the body was raised, so the height is checked separately.
    """
    iteration = context.query.iterations[row]
    highest = context.params[0].step_up + context.query.rules.skin
    return iteration.point[2] <= support[2] + highest or is_low_at_its_foot(context, row, support, highest)


@inlined
def is_low_at_its_foot(context: SweepContext, row: int, support: Vector, highest: float) -> bool:
    """True if the edge touched in row `row` is at most `highest` [m] above the end of the slope in front of the edge.

    On a slope the support point is farther back and lower, so the edge may be too high above that point. The player stands on
    that slope, or before it if it is shorter than the body is wide.
    """
    iteration = context.query.iterations[row]
    inwards, (x, y, z) = over_edge(iteration), sub(vec(iteration.point), support)
    edge = add(context.origin, vec(iteration.point))
    if inwards == (0.0, 0.0):
        return False
    back = distance_to_foot(context, edge, inwards, highest)
    if back == inf:
        return False
    is_low = z <= floor_rise(context.query.rules, x, y) + highest
    return is_low or is_low_behind_ramp(context, support, in_front(edge, inwards, back), highest)


@inlined
def distance_to_foot(context: SweepContext, edge: Vector, inwards: tuple[float, float], highest: float) -> float:
    """Return how far [m] in front of an edge its foot is, or inf if the edge is too high above the ground there.

    highest: greatest height of the edge [m]
    The ground is right in front of the edge, or in front of a seam that is no wider than a tread. In front of a seam it counts as
    continued at its own slope, up to the limit.
    """
    obstacles, widest = context.obstacles, float(context.params[0].tread_depth)
    limit, clear = slope_limit(context.query.rules), CLEAR * context.query.rules.skin
    if ray_hits(obstacles, in_front(edge, inwards, clear), DOWN, highest + 2.0 * clear):
        return clear
    seam, back, depth = 0.0, 0.5 * clear, inf  # distances of a place in the seam, and of ground in front of it
    while depth == inf and back < widest:
        seam, back = back, min(2.0 * back, widest)
        depth = ray_distance(obstacles, in_front(edge, inwards, back), DOWN, highest + 2.0 * clear + back * limit)
    if depth == inf or ray_hits(obstacles, in_front(edge, inwards, seam), DOWN, depth + (back - seam) * limit):
        return inf
    while back - seam > clear:
        middle = 0.5 * (seam + back)
        found = ray_distance(obstacles, in_front(edge, inwards, middle), DOWN, depth + (back - middle) * limit)
        if found < inf:
            back, depth = middle, found
        else:
            seam = middle
    back += clear  # never at the brink itself
    fall = ray_distance(obstacles, in_front(edge, inwards, back), DOWN, depth + 2.0 * clear * limit) - depth
    slope = min(max(fall, 0.0) / clear, limit)
    return back if depth + fall - slope * back <= highest + 2.0 * clear else inf


@inlined
def in_front(edge: Vector, inwards: tuple[float, float], distance: float) -> Vector:
    """Return the position at a horizontal distance [m] in front of an edge."""
    return edge[0] - inwards[0] * distance, edge[1] - inwards[1] * distance, edge[2]


@inlined
def is_low_behind_ramp(context: SweepContext, support: Vector, before: Vector, highest: float) -> bool:
    """True if an edge is at most `highest` [m] above its foot, and a slope no steeper than the limit leads up to the foot.

    before: position right in front of the edge, for rays
    Rays down on the way from the support point to the edge find the first riser, and then its foot. A ray right before each of
    them shows if it is on a leaning riser. Seams in the slope, narrower than a tread, are passed over. No ground may be above the
    straight way to the foot, so there is no low ledge at it, either.
    """
    limit, clear, start = slope_limit(context.query.rules), CLEAR * context.query.rules.skin, add(context.origin, support)
    (x, y, z), skin = sub(before, start), context.query.rules.skin
    way = max(hypot(x, y), clear)
    near, far = 0.0, inf  # parts of the way, before and behind the riser
    depth, to_foot = z, 0.0  # of the ground at `near`, below `before`; its rise to the foot, up to CLEAR farther on
    farthest, (back_x, back_y) = z + limit * way, (x / way * clear, y / way * clear)
    for place in range(1, RAMP_PLACES + FOOT_PLACES + 1):
        part = 0.5 * (near + far) if far < inf else place / RAMP_PLACES
        place_x, place_y, steepest = start[0] + x * part, start[1] + y * part, limit * way * (part - near) + skin
        below = ray_distance(context.obstacles, (place_x, place_y, before[2]), DOWN, farthest)
        behind = ray_distance(context.obstacles, (place_x - back_x, place_y - back_y, before[2]), DOWN, farthest)
        is_seam, is_behind_seam = below - depth > steepest, behind - depth > steepest
        is_riser = depth - below > steepest
        is_on_riser = not is_behind_seam and behind > below + limit * clear + skin / SKIN_PARTS
        if is_seam and far == inf:
            if part == 1.0 or (part - near) * way > context.params[0].tread_depth:
                return False
        elif is_seam or is_riser or is_on_riser:
            far = part
        else:
            near, depth, to_foot = part, below, 0.0 if is_behind_seam else max(behind - below, 0.0)
        if near == 1.0 or (far - near) * way < clear:
            break
    if depth - to_foot > highest:
        return False
    return not ray_hits(context.obstacles, add(start, (0.0, 0.0, clear)), (x * near, y * near, z - depth - clear), NEARLY)


@inlined
def is_tread(context: SweepContext, row: int) -> bool:
    """True if the ground behind the edge of row `row` is deep enough to be a tread.

    The steepest walkable slope begins at the edge. The ground is a tread if neither the next risers nor other ground reach up to
    that slope. Stairs that are steeper on average are a ladder.
    """
    iteration = context.query.iterations[row]
    inwards, edge = over_edge(iteration), add(context.origin, vec(iteration.point))
    if inwards == (0.0, 0.0):
        return True
    if not is_deep(context, edge, inwards) and not is_deep_beside_a_post(context, edge, inwards):
        return False
    return iteration.feature != CORNER or not is_narrow_at_corner(context, edge, inwards)


@shared
def is_deep(context: SweepContext, edge: Vector, inwards: tuple[float, float]) -> bool:
    """True if the ground behind an edge is deep enough for a tread.

    edge: point of the edge, in the frame of the obstacles and not relative to the tick's start
    The first ray is as steep as the slope limit, also if a step is lower than its end. A walkable bevel or ramp may begin
    at the edge. It ends one skin before the depth, so a tread of exactly this depth is deep enough. It ends no higher than the
    body's middle, because at a steep limit a ceiling may be above that.
    """
    obstacles, params, skin = context.obstacles, context.params[0], context.query.rules.skin
    (edge_x, edge_y, z), depth, rise = edge, params.tread_depth, params.tread_rise
    end = min(1.0 - skin / depth, params.feet / rise)
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):  # never in the plane of the stairs' side, right below the body's middle
        x, y = edge_x + inwards[1] * aside, edge_y - inwards[0] * aside
        if ray_hits(obstacles, (x, y, z + CLEAR * skin), (inwards[0] * depth, inwards[1] * depth, rise), end):
            return False
        behind = (x + inwards[0] * (depth - skin), y + inwards[1] * (depth - skin), z + params.step_up)
        # A ray of no length, from a step as high as the slope or of no height, would begin in the ground itself.
        if params.step_up > rise and ray_hits(obstacles, behind, DOWN, params.step_up - rise):
            return False
    return True


@shared
def is_narrow_at_corner(context: SweepContext, edge: Vector, inwards: tuple[float, float]) -> bool:
    """True if a riser ends the tread behind a corner at the point `edge`, seen 30 or 60 degrees beside the contact's direction.

    At the end of a flight the body touches corners, and their contacts lead askew over the treads, which then seem deeper. A wall
    beside the corner is no riser: it is as near at the height of a step. Nor is a thing that is narrower than half of the body: a
    ray beside it, over the tread, does not meet it.
    """
    (x, y, z), (u, v), depth, clear = edge, inwards, context.params[0].tread_depth, CLEAR * context.query.rules.skin
    half_width = depth / TREAD
    for cosine, sine in ((COS_30, 0.5), (COS_30, -0.5), (0.5, COS_30), (0.5, -COS_30)):
        s, t = cosine * u - sine * v, cosine * v + sine * u
        if is_deep(context, edge, (s, t)):
            continue
        low = ray_distance(context.obstacles, (x, y, z + clear), (s, t, 0.0), depth)
        above = (x, y, z + context.params[0].step_up + clear)
        aside_x, aside_y = (u - cosine * s) / abs(sine), (v - cosine * t) / abs(sine)  # at a right angle to (s, t)
        beside = (x + half_width * aside_x, y + half_width * aside_y, z + clear)
        is_wall = ray_hits(context.obstacles, above, (s, t, 0.0), min(low + clear, depth))
        if not is_wall and ray_hits(context.obstacles, beside, (s, t, 0.0), 2.0 * half_width):
            return True
    return False


@inlined
def is_deep_beside_a_post(context: SweepContext, edge: Vector, inwards: tuple[float, float]) -> bool:
    """True if an object higher than a step, such as a post, is on the tread, and the tread is deep beside it.

    One deep side is enough. Both are tested, at the smaller of the body's half widths from `edge`, a point as for `is_deep`.
    """
    (x, y, z), (u, v), depth, clear = edge, inwards, context.params[0].tread_depth, CLEAR * context.query.rules.skin
    if not ray_hits(context.obstacles, (x, y, z + context.params[0].step_up + clear), (u, v, 0.0), depth):
        return False
    for aside in (-depth / TREAD, depth / TREAD):
        x, y = edge[0] + v * aside, edge[1] - u * aside
        has_ground = ray_hits(context.obstacles, (x + u * clear, y + v * clear, z + clear), DOWN, 2.0 * clear)
        if has_ground and is_deep(context, (x, y, z), inwards):
            return True
    return False


@inlined
def is_level(context: SweepContext, found: IterationRow, inwards: tuple[float, float]) -> bool:
    """True if the ground that `found` touches is level on average over the least depth of a tread (LEVEL_RISE)."""
    (px, py, pz), (u, v) = add(context.origin, vec(found.point)), inwards
    skin, least = context.query.rules.skin, float(context.params[0].tread_depth) - context.query.rules.skin
    slope = (u * least, v * least, LEVEL_RISE * slope_limit(context.query.rules) * least)
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):
        if ray_hits(context.obstacles, (px + v * aside, py - u * aside, pz + CLEAR * skin), slope, 1.0):
            return False
    return True


@inlined
def is_reached_by_slope(context: SweepContext, edge: IterationRow, found: IterationRow, inwards: tuple[float, float]) -> bool:
    """True if the ground from an edge to the far end of the tread behind it is no steeper on average than the slope limit.

    The tread may rise, and go on beyond the least depth. It ends where a slope at the limit from the edge is higher than it is.
    A level tread (`is_level`) need not be asked, because such stairs may be steeper than the limit.
    Without this test, chance treads of a rough ramp above the limit would be climbed one after the other.
    """
    (px, py, pz), (x, y, z), (u, v) = add(context.origin, vec(found.point)), sub(vec(found.point), vec(edge.point)), inwards
    params, skin, limit = context.params[0], context.query.rules.skin, slope_limit(context.query.rules)
    ahead, clear, least = x * u + y * v, CLEAR * skin, float(params.tread_depth) - skin
    nx, ny, nz = floor_normal(found, context.query.rules)
    steeper = max(limit + min((u * nx + v * ny) / nz, 0.0), skin)  # the slope at the limit than the tread
    depth = max(least, min((z + clear - ahead * limit) / steeper, MOST_PLACES * least))
    rise, fall = depth * limit, z - ahead * limit  # what must be free from the end of the tread's own slope down
    if fall <= 0.0:
        return True
    for aside in (-skin / SKIN_PARTS, skin / SKIN_PARTS):
        start = (px + v * aside, py - u * aside, pz + clear)
        end = (px + u * depth + v * aside, py + v * depth - u * aside, pz + rise)
        if ray_hits(context.obstacles, start, (u * depth, v * depth, rise), 1.0):
            return False
        if ray_hits(context.obstacles, end, DOWN, fall):
            return False
    return True


# What the player stands on


@inlined
def find_support(context: SweepContext, row: int, is_for_step: bool) -> Vector:
    """Return the support point of the player: the point of the ground on which the player stands. row: free

    On stairs it is a point of an edge in front of the body, above the body's lowest point. Without ground it is that lowest
    point. The sweep may first touch an edge from its side, or a wall. That supports the player only if no floor is as near below.

    is_for_step: True if the height of a step is measured from the point. It is then on no ledge too narrow for a foot: a body
    that leans on one stands on the floor below. The point is on the plane of that floor, below the edge of the ledge. Otherwise
    an ordinary step in front of a ledge would lead up to it.
    """
    iterations, rules = context.query.iterations, context.query.rules
    run_pass(context, GROUND, ZERO, (0.0, 0.0, -context.params[0].step_up), row)
    if not iterations[row].is_hit:
        return 0.0, 0.0, -context.params[0].feet
    point, is_ground = vec(iterations[row].point), has_landed(iterations[row])
    if is_ground and not is_ground_by_face_alone(iterations[row], rules):
        return point
    is_ledge = is_for_step and is_ground and not is_tread(context, row)
    _, next_row = slide_beneath(context, ZERO, context.params[0].step_up if is_ledge else FLOOR_SEARCH * rules.skin, -inf, row)
    floor = iterations[next_row - 1]
    if not has_landed(floor):
        return point
    if not is_ledge:
        return vec(floor.point)
    (x, y, _), (nx, ny, nz) = sub(point, vec(floor.point)), floor_normal(floor, rules)
    rise = max(-(x * nx + y * ny) / nz, 0.0)
    return point[0], point[1], min(float(floor.point[2]) + rise, point[2])


# Ground behind an edge


@shared
def mark_if_ground(context: SweepContext, row: int, up: float, support: Vector, free: int) -> bool:
    """Mark the contact in `row` as walkable if it is a rounded, bevelled or leaning edge of ground that can be stepped on.

    It gets the normal of that ground in place of its face's. Returns True if it is such an edge.

    row: of a sweep down; up: height [m] from which the sweep came
    """
    iterations, edge, apart = context.query.iterations, context.query.iterations[row], context.query.rules.skin / SKIN_PARTS
    if not edge.is_hit:
        return False
    for other in range(row):  # the step of this tick has answered it
        answer = iterations[other]
        if answer.pass_ == STEP_DOWN and answer.is_walkable and have_one_plane(edge, answer, apart):
            count_as_ground(edge, vec(answer.face_normal))
            return True
    if not find_ground_behind(context, row, up, support, free):
        return False
    count_as_ground(edge, floor_normal(iterations[free], context.query.rules))
    return True


@inlined
def count_as_ground(iteration: IterationRow, normal: Vector) -> None:
    """Count the contact of an iteration as walkable ground with a normal."""
    iteration.is_walkable = True
    put(iteration.face_normal, normal)


@shared
def find_ground_behind(context: SweepContext, row: int, up: float, support: Vector, free: int) -> bool:
    """True if there is ground that can be stepped on behind the edge in `row`. Its contact is then in row `free`.

    All faces of such an edge are steep, so the face of a contact cannot stand for the ground behind it. The body searches for
    that ground: it is swept up, inwards and down. The player does not move by these sweeps, and their lengths follow from the
    contact. So the answer depends neither on the tick rate nor on the walking speed.

    The contact may be higher than the body's foot: a body that hangs from the edge of one tread has the next one at its waist.
    An edge whose contact is walkable may be a ledge too narrow for a foot, with its tread behind the next riser.
    """
    iterations, rules = context.query.iterations, context.query.rules
    edge = iterations[row]
    if not rules.steep_is_wall or not rules.class_by_face or edge.point[2] > rules.faces_up_to:
        return False
    inwards, height = over_edge(edge), float(edge.normal[2])
    if inwards == (0.0, 0.0) or height <= 0.0 or edge.e_normal[2] <= 0.0 or free + 2 > iterations.shape[0]:
        return False
    search = search_behind(context, row, inwards, support)
    raised, _ = run_pass(context, STEP_UP, vec(edge.end), (0.0, 0.0, up), free)
    place = SearchPlace(search.first, search.ahead, 0)
    if height < rules.walkable_cos:
        is_found, place = find_tread(context, edge, search, raised, support, free)
        if is_found or place.way == inf:
            return is_found
    return find_level_ground(context, edge, search, place, raised, support, free)


class GroundSearch(NamedTuple):
    """The places of a search for ground behind an edge. Ways are horizontal, from the body at its contact inwards [m].

    The foothold is the part of the round bottom that is no steeper than the limit. Each place brings a point behind the contact
    to the foothold's border, where it is walkable. The first point is close to the contact, because on narrow treads the next
    riser is near. Then the distance doubles, up to the length of the foothold, or to a part of the whole way (MOST_PLACES).
    At the last point a slope at the limit has reached the height of a step. Ground that is steep up to there is too high.
    """

    inwards: tuple[float, float]  # horizontal unit vector (x, y) over the edge
    first: float  # way before the first place
    last: float  # way after which there are no more places
    ahead: float  # way from `first` to the first place
    farthest_apart: float  # longest way from one place to the next
    highest: float  # greatest height of ground that can be stepped on [m]


class SearchPlace(NamedTuple):
    """A place of a GroundSearch, at which the body comes down."""

    way: float  # before it [m]; inf: there is nothing more to search for
    ahead: float  # way from it to the next place [m]
    number: int  # of places so far


@inlined
def next_place(search: GroundSearch, place: SearchPlace) -> SearchPlace:
    return SearchPlace(place.way + place.ahead, min(2.0 * place.ahead, search.farthest_apart), place.number + 1)


@inlined
def search_behind(context: SweepContext, row: int, inwards: tuple[float, float], support: Vector) -> GroundSearch:
    """Return the GroundSearch for ground behind the edge touched in row `row`."""
    edge = context.query.iterations[row]
    (u, v), (nx, ny, nz), ez = inwards, vec(edge.normal), float(edge.e_normal[2])
    rules, limit = context.query.rules, slope_limit(context.query.rules)
    (px, py, _), (x, y, _) = sub(vec(edge.point), vec(edge.end)), sub(vec(edge.point), support)
    reach, tilt = px * u + py * v, sqrt(1.0 - ez * ez)
    # In eSpace the body is a sphere, and at the limit its normal's tangent is smaller in the same ratio as in the world.
    tangent = tilt / ez * limit * nz / hypot(nx, ny)
    foothold = reach / tilt * tangent / sqrt(1.0 + tangent * tangent)
    step = context.params[0].step_up + rules.skin
    highest = support[2] + step + max(floor_rise(rules, x, y), 0.0)
    if edge.point[2] > highest and is_low_at_its_foot(context, row, support, step):
        highest = edge.point[2] + rules.skin
    first, last = max(reach - foothold, 0.0), reach - foothold + (highest - float(edge.point[2])) / limit
    return GroundSearch(inwards, first, last, FIRST * foothold, max(foothold, (last - first) / MOST_PLACES), highest)


@inlined
def find_tread(
    context: SweepContext, edge: IterationRow, search: GroundSearch, raised: Vector, support: Vector, free: int
) -> tuple[bool, SearchPlace]:
    """Search for the tread behind an edge, place after place, up to the next riser.

    raised: position above the edge
    Above a narrow tread the body first touches the next riser, except from a part of the foothold, which two places may miss.
    Then no convex surface could have both contacts, and the distance of the two places is halved until the tread is touched. The
    same is done if the second place is on the upper part of a rounding, which is higher than a step.
    Returns (True if it is found, the place beyond the riser). The place's way is inf without a riser.
    """
    rules, found, (u, v) = context.query.rules, context.query.iterations[free], search.inwards
    point, normal, apart = vec(edge.point), vec(edge.normal), rules.skin / SKIN_PARTS  # of the last place before a riser
    place, nothing = SearchPlace(search.first, search.ahead, 0), SearchPlace(inf, 0.0, 0)
    beyond, near, far = place, 0.0, inf  # the place beyond the riser; how far the body moved before and beyond it
    reached = place.way  # how far inwards the body came, less than `place.way` if it slides along a post or a wall
    while (far < inf or reached < search.last) and place.number < 3 * MOST_PLACES and not context.is_beyond[0]:
        if far < inf:
            place = SearchPlace(0.5 * (near + far), place.ahead, place.number + 1)
        else:
            place = next_place(search, place)
        forward, is_free = come_down_behind(context, edge, raised, (u * place.way, v * place.way, 0.0), free)
        if can_be_stepped_on(context, free, support):
            if is_level(context, found, (u, v)) or is_reached_by_slope(context, edge, found, (u, v)):
                return True, place
        moved = (forward[0] - edge.end[0]) * u + (forward[1] - edge.end[1]) * v
        reached = place.way if moved > place.way - rules.skin else moved
        is_high = found.point[2] > search.highest
        if not found.is_hit or may_hide_ground_between(normal, point, found, apart) or is_high and found.is_walkable:
            beyond, far = place if far == inf else beyond, moved
        elif is_free and not is_high:
            near, point, normal = moved, vec(found.point), vec(found.normal)
        else:
            return False, nothing
        if far - near <= CLEAR * rules.skin:
            return False, SearchPlace(beyond.way, beyond.ahead, place.number)
    return False, nothing


@inlined
def find_level_ground(
    context: SweepContext,
    edge: IterationRow,
    search: GroundSearch,
    place: SearchPlace,
    raised: Vector,
    support: Vector,
    free: int,
) -> bool:
    """True if there is level ground behind the next riser, up to MOST_PLACES in all: narrow ledges are climbed as one step.

    place: after which the search begins
    """
    u, v = search.inwards
    while place.way < search.last and not context.is_beyond[0]:
        place = next_place(search, place)
        _, is_free = come_down_behind(context, edge, raised, (u * place.way, v * place.way, 0.0), free)
        if can_be_stepped_on(context, free, support) and is_level(context, context.query.iterations[free], (u, v)):
            return True
        if not is_free or place.number >= MOST_PLACES:
            return False
    return False


@inlined
def come_down_behind(
    context: SweepContext, edge: IterationRow, raised: Vector, displacement: Vector, free: int
) -> tuple[Vector, bool]:
    """Move the body over an edge and down. Returns the position before the way down, and if the way over the edge is free.

    raised: position above the edge; displacement: horizontal. Row `free` then has the sweep down.
    The way is also free if the body slides on along what it meets, such as a post at the edge or a door jamb.
    """
    forward, _ = run_pass(context, GROUND, raised, displacement, free)
    below = height_below_lintel(context, free)
    if edge.end[2] < below < raised[2]:
        raised = raised[0], raised[1], below
        forward, _ = run_pass(context, GROUND, raised, displacement, free)
    is_free = not context.query.iterations[free].is_hit
    if not is_free:
        slid, _ = run_pass(context, STEP_FORWARD, raised, displacement, free)
        is_free = dot(sub(slid, forward), displacement) > context.query.rules.skin * length(displacement)
        forward = slid if is_free else forward
    run_pass(context, STEP_DOWN, forward, (0.0, 0.0, edge.end[2] - forward[2]), free)
    return forward, is_free


@inlined
def height_below_lintel(context: SweepContext, row: int) -> float:
    """Return the height [m] at which a body passes below what its head met in the sweep in `row`, or inf without such a thing.

    A body that is raised by the greatest height of a step may meet a lintel that it would pass on the step.
    """
    met = context.query.iterations[row]
    if not met.is_hit or met.point[2] <= met.end[2]:
        return inf
    return met.point[2] - context.params[0].feet - FLOOR_SEARCH * context.query.rules.skin


# Floors below an edge


@shared
def has_floor_beneath(context: SweepContext, row: int) -> bool:
    """True if a floor is at most `step_down` below the steep contact in row `row`, on the side that the contact faces.

    The floor is found by pairs of rays down, at most a body's width away. A pair compares two heights:
    a slope at or below the limit is a floor. So the side of a kerb or stair leads to a floor, and a long steep slope does not.
    """
    found, params, rules = context.query.iterations[row], context.params[0], context.query.rules
    (u, v), (x, y, z) = over_edge(found), add(context.origin, vec(found.point))
    limit, clear = slope_limit(rules), CLEAR * rules.skin
    apart, aside = PROBES * params.tread_depth, 0.0
    while aside < 2.0 * min(params.radii[0], params.radii[1]):
        close = (x - u * aside, y - v * aside, z + clear)
        far = (x - u * (aside + apart), y - v * (aside + apart), z + clear)
        depth = ray_distance(context.obstacles, close, DOWN, params.step_down + 2.0 * clear)
        other = ray_distance(context.obstacles, far, DOWN, params.step_down + 2.0 * clear)
        if max(depth, other) < inf and abs(depth - other) <= limit * apart:
            return True
        aside += 2.0 * apart
    return False


# Rays


@inlined
def ray_hits(obstacles: Obstacles, start: Vector, direction: Vector, farthest: float) -> bool:
    """True if a ray hits a triangle of the mesh or of a mover."""
    return ray_distance(obstacles, start, direction, farthest) < inf


@shared
def ray_distance(obstacles: Obstacles, start: Vector, direction: Vector, farthest: float) -> float:
    """Return the distance to the first triangle of the mesh or of a mover that a ray hits, or inf if it hits none.

    start: in their frame; direction: of any length above 0, which is the unit of `farthest` and of the result
    """
    nearest = cast_ray(obstacles.mesh.nodes, obstacles.mesh.corners, start, direction, farthest)[0]
    corners, _ = obstacles.moving
    for triangle in range(corners.shape[0]):
        distance = ray_hits_triangle(corners, triangle, start, direction)
        if distance <= farthest:
            nearest = min(nearest, distance)
    return nearest
