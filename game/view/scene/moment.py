"""The content of a picture: one moment of a simulation, and the camera."""

from dataclasses import dataclass
from math import dist
from typing import Any

from game.collision import Ellipsoid
from game.overlay import Switches
from game.simulation import PlayerState, Simulation, StepRecord, Twins

from ..camera.camera import Look


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """All that `Scene.draw` needs for one picture.

    sim: the Simulation that made the record; record: the StepRecord whose overlays are drawn, None before the first tick
    state: the PlayerState that is drawn, its position and frame between two ticks; body: the Ellipsoid in that state
    eye: the camera's position [m]; look: Look of the camera; field_of_view: horizontal [degrees]
    target: point [m] in the middle of the picture; None: the camera looks along `look`
    time: of movers and volumes [s]; part: elapsed part 0..1 of the tick, for twins; crowd_part: the same for the crowd
    overlays: Switches; shapes: drawn instead of the record's overlays, None: the overlays
    spaces: for each picture, its space from 0 (world) to 1 (ellipsoid space)
    text_width: part of the window's width that belongs to a text, at the left of two pictures
    found: names of the goals found, whose marks are not drawn; None: no marks are drawn
    twins: Twins of the player, or None; ghost: ((x, y, z), heading, frame) of the run to race against, or None
    """

    sim: Simulation
    record: StepRecord | None
    state: PlayerState
    body: Ellipsoid
    eye: tuple
    look: Look
    field_of_view: float
    time: float
    target: tuple | None = None
    part: float = 1.0
    crowd_part: float = 1.0
    overlays: Switches = Switches.none()
    shapes: list | None = None
    spaces: tuple = (0.0,)
    text_width: float = 0.0
    found: Any = None
    twins: Twins | None = None
    ghost: Any = None

    @property
    def is_first_person(self):
        """True if the camera is close to the body's centre. Then the body is not drawn."""
        return dist(self.eye, self.state.position) <= self.body.radii[2]

    @property
    def is_split(self):
        """True if two pictures are side by side."""
        return len(self.spaces) > 1
