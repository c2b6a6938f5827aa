"""Balls on the cloth of a table: sliding friction until they roll (Coulomb; the classical mechanics of billiards).

Let mu be the coefficient of friction. On a level table, the slip velocity of a sliding ball keeps its direction and falls
by 7/2 mu g per second. A ball that is struck without spin at the speed v slides for the time 2 v / (7 mu g), then rolls with
5/7 v. On a slope a rolling ball accelerates by 5/7 of g times the sine of the slope.
"""

from ...core.jit import compiled
from ...core.vec3 import add, along, cross, dot, length, put, scale, vec
from .contact_impulses import STICKING

ROLLING = 1e-12  # slip of a rolling ball [m/s]. Smaller: rounding is friction for ever; larger: it rolls early


@compiled
def slide(balls, normal, friction, load, step):
    """Change velocities and spins of balls on a plane by friction, and return the number of balls that still slide.

    balls: (n,) of BALL
    normal: unit vector out of the cloth
    friction: Coulomb's coefficient
    load: component of gravity into the cloth [m/s2]
    step: [s]
    The path of a sliding ball is exact if `slide` is called with half of the step before the balls move, and again after.
    """
    sliding = 0
    for i in range(balls.shape[0]):
        velocity, spin, radius = vec(balls[i]["velocity"]), vec(balls[i]["spin"]), float(balls[i]["radius"])
        slip = add(along(velocity, normal, -dot(velocity, normal)), scale(cross(spin, normal), -radius))
        speed = length(slip)
        if speed <= ROLLING:
            continue
        change = friction * load * step
        if change < STICKING * speed:
            sliding += 1
        else:
            change = STICKING * speed
        braking = scale(slip, -change / speed)
        put(balls[i]["velocity"], add(velocity, braking))
        put(balls[i]["spin"], along(spin, cross(braking, normal), 2.5 / radius))
    return sliding
