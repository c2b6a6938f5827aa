"""Impulses of a collision between balls, or of a ball and a wall (Tang's lecture, impulse and momentum).

Let n be the unit normal from a body b to a body a. The velocity of a relative to b along n is vn, negative if they approach.
The impulse on a along n is J = -(1 + e) vn / (1 / ma + 1 / mb), with the restitution e and the masses ma and mb. For a wall,
1 / m = 0. Friction stops the slip of the surfaces by an impulse of 2/7 of the reduced mass times the slip velocity. This
impulse is at most the coefficient of friction times J. A sphere's moment of inertia is 2/5 m r^2.

Let mu be the coefficient of friction. On a level table, the slip velocity of a sliding ball keeps its direction and falls
by 7/2 mu g per second. A ball that is struck without spin at the speed v slides for the time 2 v / (7 mu g), then rolls with
5/7 v. On a slope a rolling ball accelerates by 5/7 of g times the sine of the slope.
"""

from math import sqrt

from ...core.jit import compiled, inlined, shared
from ...core.vec3 import add, along, cross, dot, length, put, scale, sub, vec

NO_IMPULSE = (0.0, 0.0, 0.0)
STICKING = 2.0 / 7.0  # of a solid sphere: 1 / (1 + 5/2)


@inlined
def normal_impulse(approach, inverse_masses, restitution):
    """Return the impulse J of a collision along the normal [N s].

    approach: relative speed along the normal, below 0 [m/s]
    inverse_masses: sum of the inverse masses of both bodies [1/kg]
    restitution: 0..1
    """
    return -(1.0 + restitution) * approach / inverse_masses


@shared
def friction_impulse(slip, inverse_masses, most):
    """Return the tangential impulse (3,) on the first body [N s], zero without slip.

    slip: velocity (3,) of its surface relative to the second body's [m/s]
    inverse_masses: sum of the inverse masses of both bodies [1/kg]
    most: greatest impulse of friction, the coefficient of friction times the normal impulse [N s]
    Each body is a solid sphere or a wall.
    """
    speed = length(slip)
    if speed == 0.0:
        return NO_IMPULSE
    return scale(slip, -min(STICKING / inverse_masses, most / speed))


@shared
def surface_slip(velocity, normal, roll):
    """Return the tangential velocity (3,) of the first body's surface relative to the second's, at their contact [m/s].

    velocity: of the first centre relative to the second (3,) [m/s]
    normal: unit vector from the second body to the first
    roll: sum over both balls of spin times radius (3,) [m/s], to which a wall adds nothing
    """
    flat = along(velocity, normal, -dot(velocity, normal))
    return sub(flat, cross(roll, normal))


@shared
def spin_change(normal, tangential, mass, radius):
    """Return the change (3,) of a ball's spin [rad/s] by a tangential impulse at the contact point.

    normal: unit vector from the contact point to the ball's centre (3,)
    tangential: impulse (3,) on the ball [N s], perpendicular to the normal
    mass, radius: of the ball [kg], [m]; its moment of inertia is 2/5 m r^2
    The result is the same if both vectors are reversed, so a second ball can take those of the first.
    """
    return scale(cross(tangential, normal), 2.5 / (mass * radius))


@shared
def energy_lost(approach, inverse_masses, restitution):
    """Return the energy that a collision without friction loses: mu (1 - e^2) vn^2 / 2 [J], mu the reduced mass.

    approach: relative speed vn along the normal [m/s]
    inverse_masses: sum of the inverse masses of both bodies, 1 / mu [1/kg]
    restitution: e, 0..1
    """
    return 0.5 * (1.0 - restitution * restitution) * approach * approach / inverse_masses


@inlined
def unit_and_length(offset):
    """Return (unit vector (3,), length) of a vector `offset` (3,) that is not zero."""
    size = sqrt(dot(offset, offset))
    return scale(offset, 1.0 / size), size


@inlined
def kicked(velocity, normal, surface_velocity, restitution):
    """Return the velocity (3,) [m/s] of a ball after its collision with a body of infinite mass.

    velocity: of the ball before the collision (3,) [m/s]
    normal: unit vector out of the body (3,)
    surface_velocity: of the body (3,) [m/s]
    restitution: 0..1
    The result's component along the normal is at least 0, so that the ball does not enter the present position of the body.
    """
    speed, surface = dot(velocity, normal), dot(surface_velocity, normal)
    after = surface - restitution * (speed - surface) if speed < surface else speed
    return along(velocity, normal, max(after, 0.0) - speed)


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
