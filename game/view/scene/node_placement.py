"""Position and orientation of nodes, in the world or in the frame of a player whose up is not +z."""

from math import degrees

from panda3d.core import LMatrix4

from ..camera.look_and_spring_arm import Look


def place(path, position, heading, pitch=0.0, frame=None):
    """Set position and orientation of a NodePath.

    position: (3,) [m]
    heading, pitch: [rad], positive to the left and upwards, measured in `frame`
    frame: (3, 3) unit axes right, forward, up of a player whose up is not +z, or None for the world's axes
    """
    if frame is None:
        path.setPosHpr(*position, degrees(heading), degrees(pitch), 0.0)
        return
    look = Look(heading, pitch, frame)
    path.setMat(LMatrix4(*look.across(), 0.0, *look.forward(), 0.0, *look.upwards(), 0.0, *position, 1.0))
