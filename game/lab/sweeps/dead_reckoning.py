"""Dead reckoning: where another machine shows a body that it hears of at intervals, and late (lecture, limits of intersection).

A packet has the position and velocity at its time. Between packets the body goes on as if nothing happened to it.
"""

from math import floor, isfinite
from typing import NamedTuple

from ...collision.engine.jit import inlined
from ...collision.engine.vec3 import Vector, along, length, scale, sub
from ...errors import InputError, shown


class Packet(NamedTuple):
    """The state of a body at a time [s]: position [m], velocity [m/s]."""

    time: float
    position: Vector
    velocity: Vector


class Connection(NamedTuple):
    """A network connection. interval: between two packets [s]; latency: of each packet [s]"""

    interval: float
    latency: float


def connection(interval, latency):
    """Return a Connection. Raises InputError for an interval that is not positive and a negative latency."""
    if not (isfinite(interval) and interval > 0.0 and isfinite(latency) and latency >= 0.0):
        raise InputError(f"interval must be positive, latency zero or more, not {shown(interval)} and {shown(latency)}")
    return Connection(float(interval), float(latency))


def newest_packet(link, now):
    """Return the number of the newest packet that has arrived, -1 if there is none. Packet k was sent at k intervals.

    now: time [s]
    """
    return floor((now - link.latency) / link.interval)


@inlined
def reckoned(packet, now, gravity):
    """Return the position (3,) that a receiver shows at a time [m].

    now: time [s]
    gravity: acceleration that the receiver knows (3,) [m/s2]
    """
    elapsed = now - packet.time
    return along(along(packet.position, packet.velocity, elapsed), gravity, 0.5 * elapsed * elapsed)


def error_without_gravity(gravity, elapsed):
    """Return the error of a receiver that leaves gravity out, g t t / 2 [m]. elapsed: since the packet's time [s]"""
    return 0.5 * gravity * elapsed * elapsed


def error_after_bounce(before, after, elapsed):
    """Return the error of a receiver that does not know a bounce, |dV| t [m].

    before, after: velocities (3,) [m/s]
    elapsed: since the bounce [s]
    """
    return length(scale(sub(after, before), elapsed))
