"""Where the camera stands: in the eyes, behind the back without going through walls, or flying free. No renderer."""

from math import atan2, cos, exp, hypot, pi, sin

import numpy as np

from game.collision.engine.frames import to_world, up_of
from game.collision.engine.vec3 import along, cross

BOOM = 4.0  # [m] behind the eyes in third person
TILT = 0.34  # [rad], how much steeper it looks down than the player does: so his feet are in the picture
DROP = 0.55  # [m], how far below the eyes the middle of the picture is: about the body's centre
CLEARANCE = 0.22  # [m] kept from walls; less than the near plane's corner would let the camera see through them
NEAREST = 0.35  # [m]; closer than this the camera would be inside the head
RETURN_TIME = 0.18  # [s], in which the camera swings back out once there is room
STEEPEST = 0.495 * pi  # [rad], the most to look up or down: just short of where left and right would swap
FLY_SPEED, FLY_FAST = 6.0, 18.0  # [m/s]


class Look:
    """Heading and pitch [rad]: pitch grows upwards. frame: of the player who looks; None: the world's"""

    def __init__(self, heading=0.0, pitch=0.0, frame=None):
        self.heading, self.pitch, self.frame = heading, pitch, frame

    def turn(self, left, up):
        self.heading = (self.heading + left + pi) % (2.0 * pi) - pi
        self.pitch = max(-STEEPEST, min(STEEPEST, self.pitch + up))

    def forward(self):
        """Unit 3-tuple."""
        level = cos(self.pitch)
        return to_world(self.frame, (-sin(self.heading) * level, cos(self.heading) * level, sin(self.pitch)))

    def across(self):
        """Unit 3-tuple to the right."""
        return to_world(self.frame, (cos(self.heading), sin(self.heading), 0.0))

    def upwards(self):
        """Unit 3-tuple out of the top of the picture."""
        return cross(self.across(), self.forward())


def towards(eye, target):
    """The Look from one place to another (3,) [m]."""
    x, y, z = (t - e for t, e in zip(target, eye))
    return Look(atan2(-x, y), atan2(z, hypot(x, y)))


class Boom:
    """The third-person camera: behind the eyes and a little above; what stands or moves there shortens it at once."""

    def __init__(self):
        self.length = BOOM

    def place(self, sight, eye, look, seconds):
        """(position [m], Look) of the camera. sight: Sight, or a TriangleMesh"""
        look = Look(look.heading, max(-STEEPEST, look.pitch - TILT), look.frame)
        middle = along(eye, up_of(look.frame), -DROP)
        free = free_length(sight, middle, look)
        eased = free + (self.length - free) * exp(-seconds / RETURN_TIME)
        self.length = min(free, eased)
        return tuple(e - self.length * f for e, f in zip(middle, look.forward())), look


def free_length(sight, eye, look):
    """How far back the camera may go: the shortest of five rays, to the middle and the corners of what it sees [m]."""
    back, right = -np.array(look.forward()), np.array(look.across())
    up = np.cross(back, right) * -1.0
    spread = [(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    targets = np.array([back * (BOOM + CLEARANCE) + CLEARANCE * (x * right + y * up) for x, y in spread])
    reach = np.linalg.norm(targets, axis=1)
    distances = sight.raycast(np.tile(np.array(eye, dtype=float), (len(spread), 1)), targets / reach[:, None], reach)
    return max(NEAREST, min(BOOM, float(np.min(distances)) - CLEARANCE))


def fly(position, look, controls, seconds):
    """The next position of a camera that flies through everything. controls: see Controls.wish. 3-tuple [m]"""
    ahead, aside, up = controls.axes()
    speed = (FLY_FAST if controls.down("run") else FLY_SPEED) * seconds
    moves = zip(position, look.forward(), look.across(), up_of(look.frame))
    return tuple(p + speed * (ahead * f + aside * r + up * z) for p, f, r, z in moves)
