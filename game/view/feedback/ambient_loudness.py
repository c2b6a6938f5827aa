"""The loudness of ambient sounds: water, wind, conveyor belts and movers near the player.

This module uses no sound device. A loop is a sound file that is repeated without end.
"""

from math import dist, hypot

LOOPS = ("water", "wind", "belt", "hum")  # files in assets/sounds, each as loud as the nearest source of its kind
KINDS = {"water": "water", "wind": "wind", "conveyor": "belt"}
REACH = {"water": 12.0, "wind": 9.0, "belt": 9.0, "hum": 10.0}  # [m] distance at which a sound has faded out
LOUDEST = {"water": 0.45, "wind": 0.55, "belt": 0.40, "hum": 0.35}
QUICK = 4.0  # [m/s] speed at which the hum of a mover is loudest
MOMENT = 1.0 / 60.0  # [s] over which the speed of a mover is measured


def ambient_loudness(session, listener):
    """Return {name of a loop: loudness 0..1} in a Session's level at the displayed time.

    listener: position (3,) [m]
    """
    level, loudness = session.sim.level, dict.fromkeys(LOOPS, 0.0)
    for name, distance, strength in [*volume_sources(level, listener), *mover_sources(level, listener, session.time())]:
        near = max(0.0, 1.0 - distance / REACH[name])
        loudness[name] = max(loudness[name], LOUDEST[name] * strength * near**2)
    return loudness


def volume_sources(level, listener):
    """Yield (name of the loop, distance [m], strength 1.0) for each volume of a Level that has a sound.

    listener: position (3,) [m], from which the distance is measured
    """
    for volume in level.volumes:
        if volume.kind in KINDS:
            yield KINDS[volume.kind], distance_to(volume, listener), 1.0


def distance_to(volume, position):
    """Return the distance [m] from a position (3,) [m] to a Volume, or 0 inside it."""
    x, y, z = volume.rotate_back(tuple(p - q for p, q in zip(position, volume.at)))
    above = max(-z, z - volume.height, 0.0)
    if volume.radius > 0.0:
        return hypot(max(hypot(x, y) - volume.radius, 0.0), above)
    return hypot(*(max(abs(p) - size / 2.0, 0.0) for p, size in zip((x, y), volume.size)), above)


def mover_sources(level, listener, time):
    """Yield ("hum", distance [m], strength 0..1) at a `time` [s] for each mover of a Level whose path comes within reach.

    The mover itself may be farther away than the reach of the sound.

    The strength grows with the mover's speed, and is 1 from QUICK upwards.
    listener: position (3,) [m], from which the distance is measured
    """
    for mover in level.movers:
        low, high = mover.range
        if box_distance(low, high, listener) < REACH["hum"]:
            pose = mover.pose(time)
            yield "hum", box_distance(*mover.bounds_at(pose), listener), min(speed_of(mover, pose, time) / QUICK, 1.0)


def box_distance(low, high, place):
    return hypot(*(max(least - p, p - most, 0.0) for least, p, most in zip(low, place, high)))


def speed_of(mover, pose, time):
    """Return the speed [m/s] of a point on the outer side of a Mover at a `time` [s]. So a mover that only turns has a sound.

    pose: Pose of the mover at this time
    """
    (x, y), (low, high) = mover.motion.axis, mover.bounds_at(pose)
    side = (x + 0.5 * (high[0] - low[0]), y, 0.0)
    return dist(pose.to_world(side), mover.pose(time + MOMENT).to_world(side)) / MOMENT
