"""The method of a program in the FreeBASIC forum (dodicat's balls in a turning box), as printed in our copy.

Balls are moved, then tested for overlap. A ball nearer to a wall's plane than its radius is reflected, even if it moves away, and
the wall's velocity is ignored. So balls leak out, and the printed energy stays constant in a box that does work. The sum of two
radii and the energy are rounded. Our copy lacks the impulse between balls; the elastic exchange replaces it.
"""

import numpy as np

from ...core.jit import compiled, inlined
from ...core.vec3 import add, along, dot, length, put, scale, sub, vec
from .walls_of_turning_box import Box

UNITS = 256.0 / 3.0  # screen units in a metre: the program's half side is a quarter of 1024, ours 3 m


@inlined
def rounded(number: float) -> float:
    """Return a positive number rounded to the nearest integer, as BASIC does; a half is rounded to the even integer."""
    whole = float(int(number))
    rest = number - whole
    if rest > 0.5 or (rest == 0.5 and whole % 2.0 == 1.0):
        return whole + 1.0
    return whole


@inlined
def are_near(first: np.void, second: np.void, units: float) -> bool:
    """True if the printed program finds that two balls touch. It rounds the sum of the radii to whole units."""
    offset = scale(sub(vec(second["position"]), vec(first["position"])), units)
    reach = rounded((float(first["radius"]) + float(second["radius"])) * units)
    return abs(offset[0]) <= reach and abs(offset[1]) <= reach and abs(offset[2]) <= reach and length(offset) <= reach


@compiled
def move(balls: np.ndarray, box: Box) -> None:
    """Move balls (n,) of BALL, in place, by the box's step, and reflect those near a wall's plane at the end of the step."""
    for i in range(balls.shape[0]):
        velocity = vec(balls[i]["velocity"])
        position = add(vec(balls[i]["position"]), scale(velocity, box.step))
        put(balls[i]["position"], position)
        for wall in range(6):
            outwards = scale(box.turned[wall % 3], 1.0 if wall < 3 else -1.0)
            distance = dot(outwards, position) - box.half[wall % 3]
            if abs(distance) <= balls[i]["radius"]:
                velocity = along(velocity, outwards, -2.0 * dot(velocity, outwards))
        put(balls[i]["velocity"], velocity)


@inlined
def insert(numbers: np.ndarray, count: int, number: int) -> int:
    """Insert a number in order into the first `count` entries of an array, which are in ascending order. Returns count + 1."""
    place = count
    while place > 0 and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number
    return count + 1


@compiled
def exchange_all(balls: np.ndarray, units: float, order: np.ndarray, rank: np.ndarray, found: np.ndarray) -> None:
    """Reflect the relative velocities of all pairs of balls that touch, in the printed order of indices.

    Only pairs close along x are tested. order: (n,) balls by x; rank: (n,) places in `order`; found: (n,) working memory
    """
    count, largest = balls.shape[0], 0.0
    for i in range(count):
        largest = max(largest, float(balls[i]["radius"]))
    for i in range(count):
        # One unit is more than the rounding of a sum of radii.
        far, many = float(balls[i]["radius"]) + largest + 1.0 / units, 0
        for step in (-1, 1):
            place = rank[i] + step
            while 0 <= place < count and abs(balls[order[place]]["position"][0] - balls[i]["position"][0]) <= far:
                if order[place] > i and are_near(balls[i], balls[order[place]], units):
                    many = insert(found, many, order[place])
                place += step
        for k in range(many):
            exchange(balls[i], balls[found[k]])


@compiled
def shown_energy(balls: np.ndarray, box: Box, units: float) -> float:
    """Return the energy of balls (n,) of BALL that the program shows [kg units2/tick2]."""
    energy = 0.0
    for i in range(balls.shape[0]):
        speed = length(vec(balls[i]["velocity"])) * units * box.step
        energy = rounded(energy + 0.5 * balls[i]["mass"] * speed * speed)
    return energy


def advance(balls: np.ndarray, box: Box, units: float) -> float:
    """Advance balls (n,) of BALL, in place, by the box's step. Return the `shown_energy`. units: of the program in a metre"""
    move(balls, box)
    order = np.argsort(balls["position"][:, 0], kind="stable")
    exchange_all(balls, units, order, np.argsort(order), np.empty(len(balls), np.int64))
    return shown_energy(balls, box, units)


@inlined
def exchange(first: np.void, second: np.void) -> None:
    """Reflect the relative velocity of two balls along the line of their centres, as printed: even if they part."""
    offset = sub(vec(first["position"]), vec(second["position"]))
    size = length(offset)
    if size == 0.0:
        return
    normal = scale(offset, 1.0 / size)
    velocity, other = vec(first["velocity"]), vec(second["velocity"])
    impulse = -2.0 * dot(sub(velocity, other), normal) / (1.0 / first["mass"] + 1.0 / second["mass"])
    put(first["velocity"], along(velocity, normal, impulse / first["mass"]))
    put(second["velocity"], along(other, normal, -impulse / second["mass"]))
