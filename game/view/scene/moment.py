"""The content of a picture: one moment of a simulation, and the camera that sees it."""

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
    """All that `Scene.draw` needs for one picture.

    sim: the Simulation that made the record; record: the StepRecord whose overlays are drawn, None before the first tick
    state: the PlayerState that is drawn, its position and frame between two ticks; body: the Ellipsoid in that state
    eye: the camera's position [m]; look: Look of the camera; field_of_view: horizontal [degrees]
    target: place [m] that the camera is turned to, exact to the last bit; None: it looks along `look`
    time: of movers and volumes [s]; part: how far the tick has gone, 0..1, for twins; crowd_part: the same for the crowd
    overlays: Switches; shapes: drawn instead of the record's overlays, None: the overlays
    spaces: for each picture side by side, how far it is from the world (0) to ellipsoid space (1)
    area: Area of the window that no panel covers; the picture's middle is drawn in its middle
    is_live: True while the body moves between its ticks
    near: distance of the near plane [m]; what is nearer is cut away
    flat_height: height of the picture [m], seen without perspective; None: with perspective
    found: names of the goals found, whose marks are not drawn; None: no marks are drawn
    pointed: (exhibit, control) numbers of what is under the crosshair, or None
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
        """True if the camera is so close to the body's centre that the body must not be drawn around it."""
        return dist(self.eye, self.state.position) <= self.body.radii[2]

    @property
    def is_split(self):
        """True if two pictures stand side by side."""
        return len(self.spaces) > 1
