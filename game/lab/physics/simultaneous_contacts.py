"""Balls in a heap: all contacts of a step at once, in the frame of their box.

In that frame the walls are at rest, and each ball has a displacement per second w, that of its free flight. Impulses on the
normals at the start of the step change w until the gaps stay open (Gauss-Seidel, from the lowest pair up). The last rounds
move the upper ball of each pair alone, so that a heap stands on its floor (Guendelman, Bridson, Fedkiw 2003).

After these rounds some gaps may still close. So each displacement is multiplied by a share of at most 1, until no pair closes
its gap G along its normal n: `n . (share_a w_a - share_b w_b) h >= -G`. The distance is at least its component along n, so no
two balls overlap at the end of the step, nor in between. The search for shares ends, because shares of 0 satisfy the condition.
The same holds for walls, and for an ellipsoid, whose tangent plane separates it from a ball.
scratch, world: in most functions, the HeapScratch of the balls and the World of the step
"""

from math import sqrt

import numpy as np

from ...core.jit import compiled, inlined, shared
from ...core.right_forward_up_frame import from_frame, to_frame
from ...core.vec3 import UP, Vector, along, dot, get3, put, put3, scale, sub, vec
from .ball_array import BallWorld
from .ball_pairs_in_box import (
    AHEAD,
    GAP,
    HIGH,
    IMPULSE,
    LEAST_REACH,
    LOW,
    MOST_REACH,
    NX,
    OTHER_TOWARDS,
    REACH,
    TARGET,
    TOWARDS,
    HeapScratch,
    enter_frame,
    find_ball_pairs,
    limit_reach,
    order_upwards,
    sort_into_cells,
)
from .cells import INVERSE_MASS, RADIUS, Q, U
from .contact_impulses import kicked
from .ellipsoid_among_balls import Obstacle, ellipsoid_gap
from .walls_of_turning_box import Box

ROUNDS = 4  # of impulses. Fewer: heaps sink slowly and shares stop them; more: milliseconds with 10 000 balls
EXACT = 2  # rounds in which shares shrink to just what is free; later ones take HALF of that, so that they end soon
HALF = 0.5
SETTLING = 6  # rounds that move upper balls alone. Fewer: shares stop the heap; more: it loses no weight on lower balls
BESIDE = 0.2  # difference of height, in summed radii, of balls of which none is the upper. Larger: heaps sink; smaller: they part
OPENING = 0.1  # part of a missing skin that a step restores. Smaller: shares stop balls; larger: heaps tremble
SKIN = 2e-2  # gap that impulses leave, in radii. Smaller: shares stop most balls; larger: a visible gap
REST = 3.0  # speed below which a contact does not bounce, in gravity times step. Smaller: heaps tremble; larger: dull bounces
SAFE = 1e-13  # part of a gap that no share uses [m]. Smaller: rounding makes overlaps; larger: nothing up to 1e-9


@inlined
def least_speed(gap: float, speed: float, bounced: float, limits: Vector) -> float:
    """Return the least speed along the normal after the impulses [m/s], negative if the gap [m] may close to a skin.

    bounced: `speed` after a bounce [m/s]; limits: (step [s], speed below which nothing bounces [m/s], skin [m])
    """
    step, rest, skin = limits
    if gap + speed * step < 0.0 and speed < -rest:
        return bounced
    return (skin - gap) / step * (1.0 if gap > skin else OPENING)


@shared
def set_targets(scratch: HeapScratch, world: BallWorld, count: int, limits: Vector) -> None:
    """Set each ball's limits of w at the walls, and each pair's least speed, impulse (zero), and gap after free flight."""
    flights, contacts, restitution = scratch.flights, scratch.contacts, world.rules.restitution
    for row in range(count):
        relative = sub(get3(flights, scratch.pairs[row, 0], U), get3(flights, scratch.pairs[row, 1], U))
        speed = dot(get3(contacts, row, NX), relative)
        contacts[row, TARGET] = least_speed(contacts[row, GAP], speed, -restitution * speed, limits)
        contacts[row, IMPULSE] = 0.0
        contacts[row, AHEAD] = contacts[row, GAP] + speed * limits[0]
    for i in range(flights.shape[0]):
        for k in range(3):
            free = world.box.half[k] - flights[i, RADIUS]
            down, up = flights[i, Q + k] + free, free - flights[i, Q + k]
            high, low = up / limits[0], -down / limits[0]
            speed = flights[i, U + k]
            if speed < low and speed < -limits[1]:
                low = min(-restitution * speed, high)
            elif speed > high and speed > limits[1]:
                high = max(-restitution * speed, low)
            scratch.limits[i, LOW + k], scratch.limits[i, HIGH + k] = low, high


@shared
def set_touches(scratch: HeapScratch, obstacle: Obstacle, limits: Vector) -> None:
    """Set normal, gap, least speed and impulse (zero) of each ball at the obstacle, or only the gap inf if it is out of reach."""
    flights, touches = scratch.flights, scratch.touches
    reach = max(obstacle.radii[0], obstacle.radii[1], obstacle.radii[2])
    for i in range(flights.shape[0]):
        touches[i, GAP], touches[i, IMPULSE] = np.inf, 0.0
        here, rate = get3(flights, i, Q), get3(flights, i, U)
        offset, near = sub(here, obstacle.centre), reach + flights[i, RADIUS] + limits[2] + sqrt(dot(rate, rate)) * limits[0]
        if obstacle.is_there and dot(offset, offset) <= near * near:
            gap, normal = ellipsoid_gap(obstacle, here)
            put3(touches, i, NX, normal)
            touches[i, GAP] = gap - flights[i, RADIUS]
            bounced = dot(normal, kicked(rate, normal, obstacle.velocity, obstacle.restitution))
            touches[i, TARGET] = least_speed(touches[i, GAP], dot(normal, rate), bounced, limits)


@shared
def apply_impulses(scratch: HeapScratch, count: int, is_near: bool) -> None:
    """Apply one round of impulses to all pairs in `pushing`, then to the balls at the obstacle. Then limit w at the walls."""
    flights, contacts, limits, touches = scratch.flights, scratch.pushes, scratch.limits, scratch.touches
    for row in range(count):
        a, b = scratch.pushing[row, 0], scratch.pushing[row, 1]
        normal, first, second = get3(contacts, row, NX), get3(flights, a, U), get3(flights, b, U)
        light, other_light = flights[a, INVERSE_MASS], flights[b, INVERSE_MASS]
        missing = contacts[row, TARGET] - dot(normal, sub(first, second))
        change = max(missing / (light + other_light), -contacts[row, IMPULSE])
        if change != 0.0:
            contacts[row, IMPULSE] += change
            put3(flights, a, U, along(first, normal, change * light))
            put3(flights, b, U, along(second, normal, -change * other_light))
    for i in range(flights.shape[0]):
        if is_near and touches[i, GAP] < np.inf:
            normal, rate = get3(touches, i, NX), get3(flights, i, U)
            change = max(touches[i, TARGET] - dot(normal, rate), -touches[i, IMPULSE])
            touches[i, IMPULSE] += change
            put3(flights, i, U, along(rate, normal, change))
        for k in range(3):
            flights[i, U + k] = min(max(flights[i, U + k], limits[i, LOW + k]), limits[i, HIGH + k])


@shared
def settle(scratch: HeapScratch, count: int) -> None:
    """Change the displacement of each pair's upper ball, from the lowest pair up; side by side both, by inverse masses."""
    flights, contacts, limits, height = scratch.flights, scratch.pushes, scratch.limits, scratch.height
    for row in range(count):
        a, b, normal = scratch.pushing[row, 0], scratch.pushing[row, 1], get3(contacts, row, NX)
        missing = contacts[row, TARGET] - dot(normal, sub(get3(flights, a, U), get3(flights, b, U)))
        if missing <= 0.0:
            continue
        light, other_light = flights[a, INVERSE_MASS], flights[b, INVERSE_MASS]
        above, beside = height[a] - height[b], BESIDE * (flights[a, RADIUS] + flights[b, RADIUS])
        part = 1.0 if above > beside else (0.0 if above < -beside else light / (light + other_light))
        if part > 0.0:
            move(flights, limits, a, scale(normal, missing * part))
        if part < 1.0:
            move(flights, limits, b, scale(normal, missing * (part - 1.0)))


@inlined
def move(flights: np.ndarray, limits: np.ndarray, ball: int, change: Vector) -> None:
    """Add a change to a ball's displacement per second [m/s], within its limits at the walls (`HeapScratch.limits`)."""
    for axis in range(3):
        rate = flights[ball, U + axis] + change[axis]
        flights[ball, U + axis] = min(max(rate, limits[ball, LOW + axis]), limits[ball, HIGH + axis])


@inlined
def lower_share(share: np.ndarray, ball: int, most: float) -> None:
    """Set the share (0..1) of a ball's displacement to `most`, or to zero if `most` is tiny, so that the rounds end."""
    share[ball] = most if most > 1e-3 else 0.0


@shared
def approaching_pairs(scratch: HeapScratch, count: int, step: float) -> int:
    """Fill `order` with the pairs that could overlap for some shares, `contacts` with how they close. Returns their number."""
    flights, contacts, active = scratch.flights, scratch.contacts, 0
    for row in range(count):
        normal = get3(contacts, row, NX)
        first = -dot(normal, get3(flights, scratch.pairs[row, 0], U)) * step  # towards the second, at a share of 1
        second = dot(normal, get3(flights, scratch.pairs[row, 1], U)) * step
        if max(first, 0.0) + max(second, 0.0) > contacts[row, GAP] - SAFE:
            contacts[row, TOWARDS], contacts[row, OTHER_TOWARDS] = first, second
            scratch.order[active] = row
            active += 1
    return active


@shared
def set_shares(scratch: HeapScratch, count: int, step: float, is_near: bool) -> None:
    """Set the share of each ball's displacement (0..1) so that nothing overlaps."""
    flights, contacts, share, touches = scratch.flights, scratch.contacts, scratch.share, scratch.touches
    for i in range(flights.shape[0]):
        rate = get3(flights, i, U)
        path = sqrt(dot(rate, rate)) * step
        share[i] = flights[i, REACH] / path if path > flights[i, REACH] else 1.0
        if is_near and touches[i, GAP] < np.inf:
            towards = -dot(get3(touches, i, NX), rate) * step
            free = max(touches[i, GAP] - SAFE, 0.0)
            if towards * share[i] > free:
                lower_share(share, i, free / towards)
    active = approaching_pairs(scratch, count, step)
    rounds, is_open = 0, True
    while is_open:
        is_open, rounds = False, rounds + 1
        part = 1.0 if rounds <= EXACT else HALF
        for k in range(active):
            row = scratch.order[k]
            a, b = scratch.pairs[row, 0], scratch.pairs[row, 1]
            first, second = contacts[row, TOWARDS], contacts[row, OTHER_TOWARDS]
            free = max(contacts[row, GAP] - SAFE, 0.0)
            closing = share[a] * first + share[b] * second
            if closing <= free:
                continue
            is_open = True
            if first > 0.0 and second > 0.0:
                lower_share(share, a, share[a] * (free / closing) * part)
                lower_share(share, b, share[b] * (free / closing) * part)
            elif first > 0.0:
                lower_share(share, a, max(free - share[b] * second, 0.0) / first * part)
            else:
                lower_share(share, b, max(free - share[a] * first, 0.0) / second * part)


@inlined
def seen_from_box(obstacle: Obstacle, box: Box) -> Obstacle:
    """Return the Obstacle in the box's frame at the start of the step. The solver takes it as at rest in this frame."""
    axes = to_frame(box.axes, obstacle.axes[0]), to_frame(box.axes, obstacle.axes[1]), to_frame(box.axes, obstacle.axes[2])
    centre, velocity = to_frame(box.axes, obstacle.centre), to_frame(box.axes, obstacle.velocity)
    motion = to_frame(box.axes, obstacle.motion)
    return Obstacle(centre, obstacle.radii, axes, velocity, obstacle.restitution, obstacle.is_there, motion)


@compiled
def advance(balls: np.ndarray, scratch: HeapScratch, world: BallWorld) -> None:
    """Advance balls (n,) of BALL, in place, by the box's step, with all contacts at once."""
    step, largest = world.box.step, enter_frame(balls, scratch.loose, world)
    skin, most, count = SKIN * largest, MOST_REACH * largest, -1
    while count < 0:
        reach = limit_reach(scratch.loose, min(LEAST_REACH * largest, most), most, step)
        sort_into_cells(scratch, world.box.half, 2.0 * (largest + reach) + skin)
        count, most = find_ball_pairs(scratch, skin), 0.5 * most
    gravity = sqrt(dot(world.rules.gravity, world.rules.gravity))
    limits = step, REST * gravity * step, skin
    set_targets(scratch, world, count, limits)
    is_near = world.obstacle.is_there
    if is_near:
        set_touches(scratch, seen_from_box(world.obstacle, world.box), limits)
    up = UP if gravity == 0.0 else to_frame(world.box.axes, scale(world.rules.gravity, -1.0 / gravity))
    near = order_upwards(scratch, count, up, skin)
    for _ in range(ROUNDS):
        apply_impulses(scratch, near, is_near)
    if gravity > 0.0:
        for _ in range(SETTLING):
            settle(scratch, near)
    set_shares(scratch, count, step, is_near)
    leave_frame(balls, scratch, world)


@shared
def leave_frame(balls: np.ndarray, scratch: HeapScratch, world: BallWorld) -> None:
    """Write positions and velocities (displacements over the step) back to the world's frame."""
    flights, box = scratch.flights, world.box
    for i in range(balls.shape[0]):
        ball = balls[scratch.number[i]]
        radius, end = flights[i, RADIUS], along(get3(flights, i, Q), get3(flights, i, U), scratch.share[i] * box.step)
        x = min(max(end[0], radius - box.half[0]), box.half[0] - radius)
        y = min(max(end[1], radius - box.half[1]), box.half[1] - radius)
        z = min(max(end[2], radius - box.half[2]), box.half[2] - radius)
        place = from_frame(box.turned, (x, y, z))
        put(ball["velocity"], scale(sub(place, vec(ball["position"])), 1.0 / box.step))
        put(ball["position"], place)
