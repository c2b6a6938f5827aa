"""The markers of a level's goals: small golden ellipsoids that turn in the air, until the goal is found."""

from math import degrees, sin

from panda3d.core import NodePath

from ....core.vec3 import along
from ...bodies.player_body import body_model

RADII = (0.11, 0.11, 0.24)  # [m] of the body. Smaller: not seen from afar; larger: it hides the scene behind it
GOLDEN = (0.99, 0.78, 0.22)
HEIGHT, SWING, PACE = 1.25, 0.08, 2.0  # [m] above the floor, [m] up and down, [rad/s]


class GoalMarkers:
    """The markers of the goals in a Simulation's level. `root` is the NodePath to attach to the scene."""

    def __init__(self, sim):
        self.root, model = NodePath("goals"), body_model(RADII, GOLDEN)
        self._marks = [(goal, sim.up_at(goal.at), model.copyTo(self.root)) for goal in sim.level.goals]

    def place(self, time, found):
        """Place and turn the markers for a time.

        time: [s]
        found: names of the goals found, whose markers are hidden
        """
        for goal, up, path in self._marks:
            if goal.name in found:
                path.hide()
            else:
                path.show()
                path.setPos(*along(goal.at, up, HEIGHT + SWING * sin(PACE * time)))
                path.setH(degrees(PACE * time) % 360.0)
