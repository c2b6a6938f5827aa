"""The placement of exhibits in a level. An exhibit is an interactive experiment (game/lab) in a room, with a desk and a board."""

from dataclasses import dataclass, field

from .exhibit_desk_and_board import Board, Desk
from .level import Vector
from .pose_transform import Pose


@dataclass(frozen=True)
class ExhibitPlace:
    """An exhibit of a level. It is simulated while the player is in its room or uses its controls, and while it is busy.

    kind: name of the kind, as registered in game/lab
    name: unique in the level
    at, heading: position (3,) [m] and heading [rad] of the exhibit's frame in the world
    room: (width, depth, height) of the room, a box that turns with the exhibit [m]
    room_at: centre of the room's floor in the exhibit's frame (3,) [m]
    desk, board: Desk and Board in the world, or None if the exhibit has none
    keys: pairs (name, value) of the kind's own keys, which are checked when the exhibit is built
    where: name of the exhibit's table in errors
    """

    kind: str
    name: str
    at: Vector
    heading: float = 0.0
    room: Vector = (12.0, 12.0, 6.0)
    room_at: Vector = (0.0, 0.0, 0.0)
    desk: Desk | None = None
    board: Board | None = None
    keys: tuple[tuple[str, object], ...] = ()
    where: str = field(default="", repr=False)

    @property
    def pose(self) -> Pose:
        """The Pose of the exhibit's frame."""
        return Pose.at(self.at, self.heading)

    def to_world(self, position: Vector) -> Vector:
        """Transform a position (3,) [m] from the exhibit's frame to the world."""
        return self.pose.to_world(position)

    def to_own(self, position: Vector) -> Vector:
        """Transform a position (3,) [m] from the world to the exhibit's frame."""
        return self.pose.to_own(position)

    def vector_to_own(self, vector: Vector) -> Vector:
        """Rotate a vector (3,) from the world to the exhibit's frame."""
        return self.pose.vector_to_own(vector)

    def vector_to_world(self, vector: Vector) -> Vector:
        """Rotate a vector (3,) from the exhibit's frame to the world."""
        return Pose.at((0.0, 0.0, 0.0), self.heading).to_world(vector)

    def is_in_room(self, position: Vector) -> bool:
        """True if a position (3,) in the world [m] is in the exhibit's room."""
        width, depth, height = self.room
        reach = 2.0 * (width + depth + abs(self.room_at[0]) + abs(self.room_at[1]))
        if abs(position[0] - self.at[0]) + abs(position[1] - self.at[1]) > reach:  # most are far: saves the turn
            return False
        x, y, z = (a - b for a, b in zip(self.to_own(position), self.room_at))
        return abs(x) <= width / 2.0 and abs(y) <= depth / 2.0 and 0.0 <= z <= height
