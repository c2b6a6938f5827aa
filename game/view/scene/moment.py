"""The input of a picture: the state of a simulation at one time, and the camera."""

from dataclasses import dataclass
from math import dist
from typing import Any

from game.collision import Ellipsoid
from game.overlay import Switches
from game.simulation import PlayerState, Simulation, StepRecord, Twins

from ..camera.area import WHOLE, Area
from ..camera.camera import NEAR, Look


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """The input of `Scene.draw` for one picture.

    sim: the Simulation that made the record
    record: the StepRecord whose overlays are drawn; None before the first tick
    state: the PlayerState to draw, interpolated between two ticks
    body: the player's Ellipsoid in that state
    eye: position (3,) of the camera [m]
    look: Look of the camera
    field_of_view: horizontal [degrees]
    time: of movers and volumes [s]
    target: position (3,) [m] at which the camera is aimed instead of along `look`, or None
    part: fraction of the tick for twins, 0..1
    crowd_part: fraction of the tick for the crowd, 0..1
    overlays: Switches of the overlays
    shapes: drawn instead of the record's overlays; None for the overlays
    spaces: for each of the pictures side by side, 0 for world space, 1 for ellipsoid space, or between
    area: Area of the window that no panel covers. Its middle shows the middle of the picture
    is_live: True while the body moves between ticks
    near: distance of the near clipping plane [m]
    flat_height: height of a picture without perspective [m]; None: with perspective
    found: names of the goals found, which get no marker; None: no markers at all
    twins: Twins of the player, or None
    ghost: (position [m], heading [rad], frame) of the ghost in a timed run, or None
    pointed: numbers (exhibit, control) of the control under the crosshair, or None
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
    area: Area = WHOLE
    is_live: bool = False
    near: float = NEAR
    flat_height: float | None = None
    found: Any = None
    twins: Twins | None = None
    ghost: Any = None
    pointed: tuple[int, int] | None = None

    @property
    def is_first_person(self):
        """True if the camera is inside the body, so that the body must not be drawn."""
        return dist(self.eye, self.state.position) <= self.body.radii[2]

    @property
    def is_split(self):
        """True if two pictures are drawn side by side."""
        return len(self.spaces) > 1
