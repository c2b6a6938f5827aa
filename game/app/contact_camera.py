"""The near view of a contact, which shows contact, normal and body, and the test if another view shows the contact."""

from math import cos, radians, sin

import numpy as np

from ..core.vec3 import Vector, along
from ..level.contents.level import LevelRaycast
from ..scene.framing import Framing, Screen, Subject, is_in_view, look_along
from ..scene.look_and_spring_arm import NEAR

# [m] from the camera to a contact, the usual one first. Nearer ones are tried where walls stand closer. Still nearer, the picture
# is the contact's disc alone.
DISTANCES = (1.3, 0.9, 0.6)
OFF = 0.02  # [m] from the contact to the first point that must be visible. Smaller: rounding puts it into the surface
NORMAL, BODY = 0.25, 0.3  # [m] from the contact along the normal, and towards the body's centre: the other two points
TURNS = (0, 20, -20, 40, -40, 60, -60, 90, -90, 120, -120, 150, -150, 180)  # [degrees] about the normal, from the side
RAISED = (0, 20, 40, 60, 80)  # [degrees] from the sliding plane towards the normal
AGAIN = 25  # [degrees] of a turn that the next smaller distance is worth
# [m] of free space around a camera, and the turn [degrees] that is worth it. Smaller: walls fill half of the picture; larger: the
# camera leaves narrow rooms.
SPACE, CROWDED = 0.15, 60

# Sine of the angle between sliding plane and view from which on the body hides a contact. Smaller: in a side view that is not far
# away, it does; larger: it covers more.
THROUGH = 0.5


def contact_view(subject: Subject, framing: Framing, sight: LevelRaycast) -> Framing:
    """Return a Framing from a point near the Subject's contact, as `best_direction` finds it. framing: the side view's"""
    pivot = subject.contact or subject.centre
    usual = -np.array(framing.look.forward())
    place, look = along(pivot, usual.tolist(), DISTANCES[0]), framing.look
    if subject.contact is not None:
        direction, distance = best_direction(subject, usual, sight)
        place, look = along(pivot, direction.tolist(), distance), look_along(-direction, subject.frame)
    return framing._replace(place=place, look=look, pivot=pivot, near=NEAR)


def best_direction(subject: Subject, usual: np.ndarray, sight: LevelRaycast) -> tuple[np.ndarray, float]:
    """Return the unit vector (3,) and the distance [m] from a Subject's contact to the best camera.

    It sees most of contact, normal and body. Among equal ones it turns least from the side view, whose unit vector is `usual`.
    Walls close to the camera, and a distance below the usual one, count as an additional turn.
    """
    contact = subject.contact
    assert contact is not None
    best: tuple[int, float, np.ndarray, float] | None = None
    for number, distance in enumerate(DISTANCES):
        for turned, direction in directions(usual, np.array(subject.normal)):
            cost = turned + AGAIN * number
            if best is not None and best[0] == -3 and cost >= best[1]:
                continue
            place = along(contact, direction.tolist(), distance)
            cost += 0 if has_space(place, sight) else CROWDED
            seen = seen_points(subject, place, sight)
            if best is None or (-seen, cost) < best[:2]:
                best = -seen, cost, direction, distance
    assert best is not None
    return best[2:]


def directions(usual: np.ndarray, normal: np.ndarray) -> list[tuple[float, np.ndarray]]:
    """Return directions to try: [(angle [degrees] from the side view, unit vector (3,) from the contact to the camera), ...].

    Each is turned from `usual`, the side view's, about the contact's normal, and then raised towards it. The angle is their sum.
    """
    side = usual - (usual @ normal) * normal
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-6 else np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    side /= np.linalg.norm(side)
    across = np.cross(normal, side)
    found: list[tuple[float, np.ndarray]] = []
    for turn in TURNS:
        flat = cos(radians(turn)) * side + sin(radians(turn)) * across
        found += [(abs(turn) + up, cos(radians(up)) * flat + sin(radians(up)) * normal) for up in RAISED]
    return found


def has_space(place: Vector, sight: LevelRaycast) -> bool:
    """True if no surface is nearer than SPACE to a place [m] along the six axis directions."""
    rays = np.vstack((np.eye(3), -np.eye(3)))
    return bool((sight.raycast(np.tile(place, (6, 1)), rays, np.full(6, SPACE)) >= SPACE).all())


def is_contact_visible(subject: Subject, framing: Framing, sight: LevelRaycast, screen: Screen) -> bool:
    """True if the camera of a Framing shows the Subject's contact in the free area, neither behind a wall nor behind the body."""
    contact, normal = np.array(subject.contact), np.array(subject.normal)
    away = np.array(framing.place) - contact
    length = float(np.linalg.norm(away))
    if length == 0.0 or not is_in_view(contact[None], framing, screen):
        return False
    direction = away / length
    if direction @ normal > THROUGH:
        return False
    free = float(sight.raycast((contact + OFF * normal)[None], direction[None], np.array([length]))[0])
    depth = (length - free) * -(direction @ np.array(framing.look.forward()))  # of the wall; before the near plane it is cut away
    return depth <= framing.near


def seen_points(subject: Subject, place: Vector, sight: LevelRaycast) -> int:
    """Return how many of contact, a point on its normal and a point in the body are visible from a place [m]. In a solid: 0"""
    contact, normal = np.array(subject.contact), np.array(subject.normal)
    inwards = np.array(subject.centre) - contact
    points = contact + np.array([OFF * normal, NORMAL * normal, BODY * inwards / max(float(np.linalg.norm(inwards)), 1e-9)])
    away = np.array(place) - points
    lengths = np.linalg.norm(away, axis=1)
    free = sight.raycast(points, away / lengths[:, None], lengths)
    return int((free >= lengths).sum())
