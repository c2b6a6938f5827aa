"""Dead reckoning: the position at which another machine shows a body (Tang's lecture, limits of intersection testing).

That machine receives packets at intervals, and late. A packet has the body's position and velocity at the time when it was
sent. The receiver lets the body fly on without collisions until the next packet arrives.
"""

from math import floor, isfinite
from typing import NamedTuple

from ...core.input_errors import InputError, shown
from ...core.jit import inlined
from ...core.vec3 import Vector, along, length, scale, sub


class Packet(NamedTuple):
    """The state of a body that a packet contains.

    time: at which the packet was sent, since packet 0 [s]
    position, velocity: of the body at that time (3,) [m], [m/s]
    """

    time: float
    position: Vector
    velocity: Vector


class Connection(NamedTuple):
    """A network connection. interval: between two packets [s]; latency: of each packet [s]"""

    interval: float
    latency: float


def connection(interval, latency):
    """Return a Connection with these fields [s].

    Raises InputError if the interval is not positive, the latency is negative, or one of them is not finite.
    """
    if not (isfinite(interval) and interval > 0.0 and isfinite(latency) and latency >= 0.0):
        raise InputError(f"interval must be positive, latency zero or more, not {shown(interval)} and {shown(latency)}")
    return Connection(float(interval), float(latency))


def newest_packet(link, now):
    """Return the number k of the newest packet that has arrived, below 0 if there is none.

    link: Connection; packet k is sent at k times its interval
    now: time since packet 0 was sent [s]
    """
    return floor((now - link.latency) / link.interval)


@inlined
def reckoned(packet, now, gravity):
    """Return the position (3,) [m] at which a receiver shows the body of a Packet at the time `now`.

    now: time since packet 0 was sent [s]
    gravity: the acceleration that the receiver assumes (3,) [m/s2], zero for a straight flight
    """
    elapsed = now - packet.time
    return along(along(packet.position, packet.velocity, elapsed), gravity, 0.5 * elapsed * elapsed)


def error_without_gravity(gravity, elapsed):
    """Return the error of the position if the receiver assumes no gravity: g t^2 / 2 [m].

    gravity: its magnitude g [m/s2]; elapsed: time t since the packet was sent [s]
    """
    return 0.5 * gravity * elapsed * elapsed


def error_after_bounce(before, after, elapsed):
    """Return the error of the position if the body has bounced since its last packet: |dV| t [m].

    before, after: velocities at the bounce (3,) [m/s], with the difference dV
    elapsed: time t since the bounce [s]
    """
    return length(scale(sub(after, before), elapsed))
