"""A moment: all that is needed to draw one picture, the state of a simulation at one time, and the camera."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from math import dist

from ..collision import Ellipsoid
from ..core.right_forward_up_frame import Frame
from ..core.shapes import Shape
from ..core.vec3 import Vector
from ..explain.tick_overlay import Switches
from ..simulation import PlayerState, Simulation, TickRecord, Twins
from .framing import WHOLE, Area
from .look_and_spring_arm import NEAR, Look


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """All that `Scene.draw` needs for one picture. The time may lie between two ticks.

    record: of the displayed tick, whose overlays are drawn, or None before the first tick
    state: the PlayerState to draw, interpolated between two ticks; body: in that state
    eye: position of the camera [m]; field_of_view: horizontal [degrees]; near: distance of the near clipping plane [m]
    time: time at which movers and volumes are drawn [s]
    target: position [m] at which the camera is aimed, or None to aim it along `look`
    part: fraction 0..1 of the tick that has passed, at which twins and exhibits are drawn; crowd_part: the same for the crowd
    shapes: overlay shapes to draw instead of the record's, or None to draw the record's
    spaces: a number for each of the pictures side by side: 0 for world space, 1 for ellipsoid space, or between
    area: Area of the window that no panel covers. The point ahead of the camera is drawn in its middle.
    is_live: True while time runs, so that the body may be drawn between two ticks
    flat_height: height of a picture without perspective [m], or None for a picture with perspective
    found: names of the goals that the player has found. Only the others get a marker. If None, no goal gets one.
    is_marked: True to mark where each twin's path left the player's
    ghost: (position [m], heading [rad], frame) of the ghost in a timed run
    marks: overlay shapes of a lesson's page, drawn besides all others
    pointed: indices (exhibit, control) of the exhibit control under the crosshair
    """

    sim: Simulation
    record: TickRecord | None
    state: PlayerState
    body: Ellipsoid
    eye: Vector
    look: Look
    field_of_view: float
    time: float
    target: Vector | None = None
    part: float = 1.0
    crowd_part: float = 1.0
    overlays: Switches = Switches.none()
    shapes: Sequence[Shape] | None = None
    spaces: tuple[float, ...] = (0.0,)
    area: Area = WHOLE
    is_live: bool = False
    near: float = NEAR
    flat_height: float | None = None
    found: Container[str] | None = None
    twins: Twins | None = None
    is_marked: bool = True
    ghost: tuple[Vector, float, Frame | None] | None = None
    marks: Sequence[Shape] = ()
    pointed: tuple[int, int] | None = None

    @property
    def is_first_person(self) -> bool:
        """True if the camera is inside the player's body or close to it, so that the body must not be drawn."""
        return dist(self.eye, self.state.position) <= self.body.radii[2]

    @property
    def is_split(self) -> bool:
        return len(self.spaces) > 1
