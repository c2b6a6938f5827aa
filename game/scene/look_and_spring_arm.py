"""The directions of the view, and the arm of the camera behind the player. It uses no renderer."""

from math import atan2, cos, dist, exp, hypot, pi, sin

import numpy as np

from ..collision import TriangleMesh
from ..core.elementary_functions import wrapped_angle
from ..core.right_forward_up_frame import Frame, own_to_world, up_of
from ..core.vec3 import Vector, VectorLike, along, cross, sub
from ..level.contents.level import LevelRaycast, first_hit

ARM_LENGTH = 4.0  # [m] behind the eyes in third person
TILT = 0.34  # [rad] added downwards to the player's pitch, so that the feet are in the picture
PIVOT_DROP = 0.55  # [m] from the eyes down to the pivot of the arm: about the body's centre
CLEARANCE = 0.22  # [m] distance from walls. Smaller than the distance to the near plane's corner: the camera sees through walls
SHORTEST_ARM = 0.35  # [m]. Shorter: the camera is inside the head. Over the head it may be 0
# [m] of the arm: from the first on walls behind it raise its pivot, at the second it is over the head. Larger: it rises in rooms
# for nothing; smaller: the back fills the picture
ROOMY, TIGHT = 2.8, 1.2
# [m] by which the pivot rises; [rad] by which the camera then looks further down, but not below LOWEST. More: it sees floor
# alone; less: the head hides what is ahead
LIFT, DIP, LOWEST = 1.25, 0.3, -0.8
# [m] of room above the pivot: with less than the first the camera moves on to the eyes, at the second it is in them. Larger: the
# body is lost in rooms; smaller: its head fills the picture
LEAVES, GONE = 1.1, 0.9
RAISE_TIME = 0.08  # [s] time constant of this. Smaller: the picture jerks in a corridor; larger: the body is lost for a moment
SOON, SHRINK_TIME = (0.08, 0.16, 0.24), 0.06  # [s] of foresight; time constant with which the arm becomes as short as it will be
FARTHEST_SOON, MOST_TURN = 3.0, 0.5  # [m], [rad] of the foresight. More: it is a teleport, or a turn that is over by then
RETURN_TIME = 0.18  # [s] time constant of the arm as it grows back to its full length
STEEPEST = 0.495 * pi  # [rad] largest pitch, up or down; beyond a right angle left and right would swap
NEAR, FAR = 0.1, 1000.0  # [m]; a smaller near plane costs depth precision far away, a larger one cuts near walls open


class Look:
    """A view direction: heading [rad], 0 along +y, positive to the left, and pitch [rad], positive upwards, in a frame."""

    def __init__(self, heading: float = 0.0, pitch: float = 0.0, frame: Frame | None = None):
        self.heading, self.pitch, self.frame = heading, pitch, frame

    def turn(self, left: float, up: float) -> None:
        """Turn to the left and upwards by two angles [rad]. The heading stays in -pi..pi, and the pitch within STEEPEST."""
        self.heading = wrapped_angle(self.heading + left)
        self.pitch = max(-STEEPEST, min(STEEPEST, self.pitch + up))

    def forward(self) -> Vector:
        level = cos(self.pitch)
        return own_to_world(self.frame, (-sin(self.heading) * level, cos(self.heading) * level, sin(self.pitch)))

    def across(self) -> Vector:
        return own_to_world(self.frame, (cos(self.heading), sin(self.heading), 0.0))

    def upwards(self) -> Vector:
        return cross(self.across(), self.forward())


def look_at(eye: VectorLike, target: VectorLike) -> Look:
    """Return the Look from one point to another [m]. Its frame is None."""
    x, y, z = (t - e for t, e in zip(target, eye))
    return Look(atan2(-x, y), atan2(z, hypot(x, y)))


class SpringArm:
    """The arm that carries the third-person camera. An obstacle shortens it at once, and it grows back slowly.

    adapts: True to shorten smoothly before an obstacle ahead. With a wall close behind, the camera is over the head and looks
    ahead. Below a ceiling without room for that, it goes over to the eyes. It never looks straight down by itself.
    `Arm` of game/web/play.js does the same without `adapts`: change both.
    """

    def __init__(self, adapts: bool = False) -> None:
        self.length, self._adapts, self._lifted, self._inside = ARM_LENGTH, adapts, 0.0, 0.0
        self._last: tuple[Vector, float] | None = None  # pivot [m] before it rises, and heading [rad], of the last call

    def advance(self, obstacles: LevelRaycast | TriangleMesh, eye: Vector, look: Look, seconds: float) -> tuple[Vector, Look]:
        """Adapt the arm to the obstacles `seconds` after the last call. Return the camera's position [m] and Look."""
        up = up_of(look.frame)
        low, level, room = along(eye, up, -PIVOT_DROP), look.pitch - TILT, LIFT
        if self._adapts:
            free = free_length(obstacles, low, Look(look.heading, max(-STEEPEST, level), look.frame))
            share = min(max((ROOMY - free) / (ROOMY - TIGHT), 0.0), 1.0)
            if max(share, self._lifted) > 1e-3:
                above = obstacles.raycast(np.array([low]), np.array([up]), np.array([LIFT + CLEARANCE]))[0]
                room = min(float(above) - CLEARANCE, LIFT)
            eases = 1.0 - exp(-seconds / RAISE_TIME)
            self._lifted += (share - self._lifted) * eases
            self._inside += (share * min(max((LEAVES - room) / (LEAVES - GONE), 0.0), 1.0) - self._inside) * eases
        pivot = along(low, up, min(self._lifted * LIFT, max(room, 0.0)))
        dip = self._lifted * min(max(level - LOWEST, 0.0), DIP)
        seen = Look(look.heading, max(-STEEPEST, level - dip), look.frame)
        free = free_length(obstacles, pivot, seen, SHORTEST_ARM * (1.0 - self._lifted))
        wanted = min(free, self._free_soon(obstacles, pivot, low, seen, seconds)) if self._adapts else free
        eased = wanted + (self.length - wanted) * exp(-seconds / (RETURN_TIME if wanted > self.length else SHRINK_TIME))
        self.length = min(free, eased)
        place = along(pivot, seen.forward(), -self.length)
        if self._inside < 1e-3:
            return place, seen
        pitch = seen.pitch + self._inside * (look.pitch - seen.pitch)
        return towards(obstacles, eye, place, 1.0 - self._inside), Look(look.heading, pitch, look.frame)

    def _free_soon(self, obstacles: LevelRaycast | TriangleMesh, pivot: Vector, low: Vector, look: Look, seconds: float) -> float:
        """Return the least free length after SOON of the present motion, ARM_LENGTH where that is not possible or not known.

        pivot, low: of the arm, and before it rises [m]
        """
        last, self._last = self._last, (low, look.heading)
        if last is None or seconds <= 0.0:
            return ARM_LENGTH
        turned, least = wrapped_angle(look.heading - last[1]), ARM_LENGTH
        for ahead in (then / seconds for then in SOON):
            soon, turn = along(pivot, sub(low, last[0]), ahead), max(-MOST_TURN, min(ahead * turned, MOST_TURN))
            if dist(soon, pivot) < FARTHEST_SOON and is_way_free(obstacles, pivot, soon):
                least = min(least, free_length(obstacles, soon, Look(look.heading + turn, look.pitch, look.frame)))
        return least


def is_way_free(obstacles: LevelRaycast | TriangleMesh, start: Vector, end: Vector) -> bool:
    """True if nothing is between two points [m] but a magic wall, through which the player walks."""
    hits, magic = (first_hit(obstacles, start, end), first_hit(obstacles, end, start)), getattr(obstacles, "magic", ())
    return all(hit is None or any(volume.contains(hit) for volume in magic) for hit in hits)


def towards(obstacles: LevelRaycast | TriangleMesh, start: VectorLike, end: VectorLike, part: float) -> Vector:
    """Return the point at a part of the way between two points [m], but at `start` if an obstacle is between them."""
    x, y, z = along(start, np.subtract(end, start), part if first_hit(obstacles, start, end) is None else 0.0)
    return x, y, z


def free_length(obstacles: LevelRaycast | TriangleMesh, pivot: VectorLike, look: Look, shortest: float = SHORTEST_ARM) -> float:
    """Return the length [m], shortest..ARM_LENGTH, of the longest arm that ends CLEARANCE before an obstacle.

    Five rays from the pivot [m] measure it: one along the arm, and four to the corners of a square around its end.
    """
    back, right = -np.array(look.forward()), np.array(look.across())
    up = np.cross(back, right) * -1.0
    spread = [(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    targets = np.array([back * (ARM_LENGTH + CLEARANCE) + CLEARANCE * (x * right + y * up) for x, y in spread])
    lengths = np.linalg.norm(targets, axis=1)
    origins = np.tile(np.array(pivot, dtype=float), (len(spread), 1))
    distances = obstacles.raycast(origins, targets / lengths[:, None], lengths)
    return max(shortest, min(ARM_LENGTH, float(np.min(distances)) - CLEARANCE))
