"""Overlap of players and volumes: containment, depth inside, and the first entry of a displacement.

A volume is a row of VOLUME (volume_rows.py).
"""

from math import inf, sqrt

from ...core.jit import compiled, inlined, shared
from ...core.vec3 import UP, along, get3, hypot, hypot3

NEVER = (1.0, 0.0)  # an empty interval

# Containment


@inlined
def contains_line(volume, x, y, feet, head):
    """True if at least one point of a vertical line is inside a volume.

    The line is at (x, y), from height `feet` to height `head` [m].
    """
    if not (head >= volume.low and feet <= volume.high):
        return False
    dx, dy = x - float(volume.x), y - float(volume.y)
    if volume.radius > 0.0:
        return dx * dx + dy * dy <= volume.squared_radius
    across, ahead = dx * volume.c + dy * volume.s, dy * volume.c - dx * volume.s
    return abs(across) <= volume.half[0] and abs(ahead) <= volume.half[1]


@inlined
def contains_player(volume, position, up, half):
    """True if a volume contains a player with its centre at a position (3,) [m].

    up: the player's up, unit vector (3,)
    half: half of the player's height [m]
    An upright player is a line from the feet to the head. A player whose up is not +z is three points: feet, centre and head.
    """
    x, y, z = position
    if up == UP:
        return contains_line(volume, x, y, z - half, z + half)
    for part in (-1.0, 0.0, 1.0):
        x, y, z = along(position, up, part * half)
        if contains_line(volume, x, y, z, z):
            return True
    return False


@shared
def find_volumes(volumes, position, up, half, inside):
    """Write to `inside` (v,) True for the volumes that contain a player, else False. Return True if any value has changed.

    volumes: (v,) rows of VOLUME
    position: the player's centre (3,) [m]; up: the player's up, unit vector (3,); half: half of the player's height [m]
    """
    changed = False
    for number in range(volumes.shape[0]):
        now = contains_player(volumes[number], position, up, half)
        changed = changed or now != inside[number]
        inside[number] = now
    return changed


@compiled
def find_inside_kind(volumes, kind, positions, half, results):
    """Write to `results` (n,) True for the positions at which an upright player is in a volume of the kind `kind`, else False.

    kind: such as KILL (volume_rows.py)

    volumes: (v,) rows of VOLUME
    positions: centres (n, 3) [m]; half: half of the player's height [m]
    """
    for k in range(positions.shape[0]):
        results[k] = False
        for number in range(volumes.shape[0]):
            if volumes[number].kind == kind and contains_player(volumes[number], get3(positions, k, 0), UP, half):
                results[k] = True


@inlined
def depth(volume, position):
    """Return the distance [m] of a position (3,) [m] from the nearest side, top or bottom of a volume, negative outside."""
    dx, dy, z = position[0] - float(volume.x), position[1] - float(volume.y), position[2]
    height = min(z - volume.low, volume.high - z)
    if volume.radius > 0.0:
        across = ahead = volume.radius - hypot(dx, dy)
    else:
        across = volume.half[0] - abs(dx * volume.c + dy * volume.s)
        ahead = volume.half[1] - abs(dy * volume.c - dx * volume.s)
    nearest = min(height, across, ahead)
    if nearest >= 0.0:
        return nearest
    return -hypot3(min(height, 0.0), min(across, 0.0), 0.0 if volume.radius > 0.0 else min(ahead, 0.0))


# The entry of a displacement into volumes


@shared
def entry(volume, start, displacement, half):
    """Return the fraction of a displacement, 0..1, at which a vertical line first touches a volume, or 2.0 if it does not.

    A line that begins in the volume touches it at 0.

    start, displacement: of the line's centre (3,) [m]
    half: half of the line's length [m]
    """
    x, y, dx, dy = start[0] - volume.x, start[1] - volume.y, displacement[0], displacement[1]
    first, last = clip(start[2], displacement[2], (volume.low - half, volume.high + half), 0.0, 1.0)
    if first > last:
        return 2.0
    if volume.radius > 0.0:
        first, last = clip_to_circle((x, y), (dx, dy), volume.squared_radius, first, last)
    else:
        c, s, across, ahead = volume.c, volume.s, volume.half[0], volume.half[1]
        first, last = clip(x * c + y * s, dx * c + dy * s, (-across, across), first, last)
        first, last = clip(y * c - x * s, dy * c - dx * s, (-ahead, ahead), first, last)
    return first if first <= last else 2.0


@shared
def way_out(volume, position, up):
    """Return the distance [m] along `up` from a position (3,) [m] to where the line leaves a volume, or -inf if it misses it.

    up: unit vector (3,). The distance is negative if the line leaves the volume before the position.
    """
    (x, y, z), (dx, dy, dz) = position, up
    x, y = x - float(volume.x), y - float(volume.y)
    first, last = clip(z, dz, (volume.low, volume.high), -inf, inf)
    if volume.radius > 0.0:
        first, last = clip_to_circle((x, y), (dx, dy), volume.squared_radius, first, last)
    else:
        c, s, across, ahead = volume.c, volume.s, volume.half[0], volume.half[1]
        first, last = clip(x * c + y * s, dx * c + dy * s, (-across, across), first, last)
        first, last = clip(y * c - x * s, dy * c - dx * s, (-ahead, ahead), first, last)
    return last if first <= last else -inf


@inlined
def clip(start, rate, sides, first, last):
    """Clip the interval first..last to the values t for which start + t * rate is between the two `sides`.

    Returns the new (first, last), which is empty if first > last.
    """
    low, high = sides
    if rate == 0.0:
        return (first, last) if low <= start <= high else NEVER
    a, b = (low - start) / rate, (high - start) / rate
    return max(first, min(a, b)), min(last, max(a, b))


@inlined
def clip_to_circle(start, rate, squared_radius, first, last):
    """Clip the interval first..last to the values t for which the point start + t * rate is in a circle around the origin.

    start, rate: (2,); squared_radius: square of the circle's radius

    Returns the new (first, last), which is empty if first > last.
    """
    a, c = rate[0] * rate[0] + rate[1] * rate[1], start[0] * start[0] + start[1] * start[1] - squared_radius
    if a == 0.0:
        return (first, last) if c <= 0.0 else NEVER
    b = start[0] * rate[0] + start[1] * rate[1]
    discriminant = b * b - a * c
    if discriminant < 0.0:
        return NEVER
    root = sqrt(discriminant)
    return max(first, (-b - root) / a), min(last, (root - b) / a)


@inlined
def first_entry(volume, start, displacement, up, half):
    """Return the fraction of a displacement, 0..1, at which a player first enters a volume, or 2.0 if it does not.

    start, displacement: of the player's centre (3,) [m]
    up: the player's up, unit vector (3,); half: half of the player's height [m]
    The player is a line or three points, as in `contains_player`.
    """
    if up == UP:
        return entry(volume, start, displacement, half)
    first = 2.0
    for part in (-1.0, 0.0, 1.0):
        first = min(first, entry(volume, along(start, up, part * half), displacement, 0.0))
    return first
