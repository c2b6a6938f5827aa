"""A near view of a contact, from a direction from which contact, normal and body are visible."""

from math import cos, radians, sin

import numpy as np

from .framing import is_in_view, look_along
from .look_and_spring_arm import NEAR

# [m] from the camera to a contact, the usual one first. Nearer ones are tried where walls stand closer.
DISTANCES = (1.3, 0.9, 0.6, 0.4)
OFF = 0.02  # [m] from the contact to the first point that must be visible. Smaller: rounding puts it into the surface
NORMAL, BODY = 0.25, 0.3  # [m] from the contact along the normal, and towards the body's centre: the other two points
TURNS = (0, 20, -20, 40, -40, 60, -60, 90, -90, 120, -120, 150, -150, 180)  # [degrees] about the normal, from the side
RAISED = (0, 20, 40, 60, 80)  # [degrees] from the sliding plane towards the normal
AGAIN = 25  # [degrees] of a turn that a step to a smaller distance is worth
# [m] of free space around a camera, and the turn [degrees] that is worth it. Smaller: walls fill half of the picture; larger: the
# camera leaves narrow rooms.
SPACE, CROWDED = 0.15, 60

# Sine of the angle between sliding plane and view from which on the body hides a contact. Smaller: in a side view that is not far
# away, it does; larger: it covers more.
THROUGH = 0.5


def contact_view(subject, framing, sight):
    """Return a Framing from a point near the Subject's contact, with the contact as its pivot.

    The camera sees as much as possible of contact, normal and body. Among equal views, one close to the side view is preferred,
    with free space around the camera. Without a contact, the camera looks at the body's centre in the direction of the side view.
    framing: the Framing of the side view
    sight: LevelRaycast
    """
    pivot = subject.contact or subject.centre
    usual = -np.array(framing.look.forward())
    place, look = point_at(pivot, usual, DISTANCES[0]), framing.look
    if subject.contact is not None:
        direction, distance = best_direction(subject, usual, sight)
        place, look = point_at(pivot, direction, distance), look_along(-direction, subject.frame)
    return framing._replace(place=place, look=look, pivot=tuple(pivot), near=NEAR)


def point_at(pivot, direction, distance):
    """Return the point (3,) [m] at a `distance` [m] from a pivot (3,) [m] in a direction, a unit vector (3,)."""
    return tuple(float(p + distance * d) for p, d in zip(pivot, direction))


def best_direction(subject, usual, sight):
    """Return the direction, a unit vector (3,), and the distance [m] from a Subject's contact to the best camera.

    The best camera sees most of contact, normal and body. Among equal cameras, the one with the smallest turn from the side view
    is best. Walls close to the camera, and a distance below the usual one, count as an additional turn.
    sight: LevelRaycast
    usual: unit vector (3,) from the contact to the camera of the side view
    """
    best = None
    for number, distance in enumerate(DISTANCES):
        for turned, direction in directions(usual, np.array(subject.normal)):
            cost = turned + AGAIN * number
            if best is not None and best[0] == -3 and cost >= best[1]:
                continue
            place = point_at(subject.contact, direction, distance)
            cost += 0 if has_space(place, sight) else CROWDED
            rank = -seen_points(subject, place, sight), cost
            if best is None or rank < best[:2]:
                best = *rank, direction, distance
    return best[2:]


def directions(usual, normal):
    """Return directions to try for a camera: [(angle [degrees] from the side view, unit vector (3,) to the camera), ...].

    Each is turned from the side view about the contact's normal, and then raised towards the normal. The angle is the sum of the
    turn and the rise.
    usual: unit vector (3,) from the contact to the camera of the side view
    normal: unit normal (3,) of the contact
    """
    side = usual - (usual @ normal) * normal
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-6 else np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    side /= np.linalg.norm(side)
    across, found = np.cross(normal, side), []
    for turn in TURNS:
        flat = cos(radians(turn)) * side + sin(radians(turn)) * across
        found += [(abs(turn) + up, cos(radians(up)) * flat + sin(radians(up)) * normal) for up in RAISED]
    return found


def has_space(place, sight):
    """True if no surface is nearer than SPACE to a place (3,) [m] along the six axis directions. `sight` is a LevelRaycast."""
    rays = np.vstack((np.eye(3), -np.eye(3)))
    return bool((sight.raycast(np.tile(place, (6, 1)), rays, np.full(6, SPACE)) >= SPACE).all())


def is_contact_visible(subject, framing, sight, screen):
    """True if the camera of a Framing shows the Subject's contact in the free area, neither behind a wall nor behind the body.

    sight: LevelRaycast; screen: Screen
    """
    contact, normal = np.array(subject.contact), np.array(subject.normal)
    away = np.array(framing.place) - contact
    length = float(np.linalg.norm(away))
    if length == 0.0 or not is_in_view([contact], framing, screen):
        return False
    direction = away / length
    if direction @ normal > THROUGH:
        return False
    free = float(sight.raycast((contact + OFF * normal)[None], direction[None], np.array([length]))[0])
    depth = (length - free) * -(direction @ np.array(framing.look.forward()))  # of the wall; before the near plane it is cut away
    return depth <= framing.near


def seen_points(subject, place, sight):
    """Return how many of three points, 0..3, are visible from a place (3,) [m].

    They are the Subject's contact, a point on its normal, and a point in the body. A camera in a solid sees none of them.
    sight: LevelRaycast
    """
    contact, normal = np.array(subject.contact), np.array(subject.normal)
    inwards = np.array(subject.centre) - contact
    points = contact + np.array([OFF * normal, NORMAL * normal, BODY * inwards / max(float(np.linalg.norm(inwards)), 1e-9)])
    away = np.array(place) - points
    lengths = np.linalg.norm(away, axis=1)
    free = sight.raycast(points, away / lengths[:, None], lengths)
    return int((free >= lengths).sum())
