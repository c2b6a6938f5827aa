"""What sounds all the time where the player is, and how loud: water, wind, belts, what moves. No renderer, no sound device."""

from math import dist, hypot

LOOPS = ("water", "wind", "belt", "hum")  # files in assets/sounds, each as loud as the nearest of its kind
KINDS = {"water": "water", "wind": "wind", "conveyor": "belt"}
REACH = {"water": 12.0, "wind": 9.0, "belt": 9.0, "hum": 10.0}  # [m] from where on nothing is heard of it
LOUDEST = {"water": 0.45, "wind": 0.55, "belt": 0.40, "hum": 0.35}
QUICK = 4.0  # [m/s] a mover as fast as this hums as loud as it gets
MOMENT = 1.0 / 60.0  # [s] in which movers' speeds are measured


def ambience(session, ear):
    """{name of a loop: loudness 0..1} in a session's level, at the time that it shows. ear (3,) [m]"""
    level, heard = session.sim.level, dict.fromkeys(LOOPS, 0.0)
    for name, away, strength in [*volumes_around(level, ear), *movers_around(level, ear, session.time())]:
        near = max(0.0, 1.0 - away / REACH[name])
        heard[name] = max(heard[name], LOUDEST[name] * strength * near**2)
    return heard


def volumes_around(level, ear):
    """(name, how far it is [m], 1.0) of each that sounds."""
    for volume in level.volumes:
        if volume.kind in KINDS:
            yield KINDS[volume.kind], distance_to(volume, ear), 1.0


def distance_to(volume, place):
    """From a place to the nearest of a Volume [m], 0 inside of it."""
    x, y, z = volume.turned_back(tuple(p - q for p, q in zip(place, volume.at)))
    above = max(-z, z - volume.height, 0.0)
    if volume.radius > 0.0:
        return hypot(max(hypot(x, y) - volume.radius, 0.0), above)
    return hypot(*(max(abs(p) - size / 2.0, 0.0) for p, size in zip((x, y), volume.size)), above)


def movers_around(level, ear, time):
    """(name, how far it is [m], how fast it is, 0..1) of each that could be heard."""
    for mover in level.movers:
        low, high = mover.range
        if box_distance(low, high, ear) < REACH["hum"]:
            pose = mover.pose(time)
            yield "hum", box_distance(*mover.bounds_at(pose), ear), min(speed_of(mover, pose, time) / QUICK, 1.0)


def box_distance(low, high, place):
    return hypot(*(max(least - p, p - most, 0.0) for least, p, most in zip(low, place, high)))


def speed_of(mover, pose, time):
    """Of its quickest side [m/s]."""
    (x, y), (low, high) = mover.motion.axis, mover.bounds_at(pose)
    side = (x + 0.5 * (high[0] - low[0]), y, 0.0)
    return dist(pose.to_world(side), mover.pose(time + MOMENT).to_world(side)) / MOMENT
