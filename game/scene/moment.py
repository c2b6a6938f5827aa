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

    record: whose overlays are drawn, or None; state: to draw, interpolated; eye, target: [m]; pivot: ahead of the camera, about
    which a browser turns the picture [m], or None for the body; field_of_view: horizontal [degrees]; near: [m]
    time: of movers and volumes [s]; part, crowd_part: fraction of the tick
    shapes: instead of the record's, or None; spaces: for each picture 0 for world space, 1 for ellipsoid space; area: that no
    panel covers; flat_height: [m] of a picture without perspective, or None
    is_live: True while time runs; found: goals without a marker, or None for no markers; is_marked: mark where twins left the
    player; ghost: (position [m], heading [rad], frame); marks: a lesson's; aim: name and place [m] of its
    task, or None; pointed: (exhibit, control); is_section: True to dim the level behind a section
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
    pivot: Vector | None = None
    part: float = 1.0
    crowd_part: float = 1.0
    overlays: Switches = Switches.none()
    shapes: Sequence[Shape] | None = None
    spaces: tuple[float, ...] = (0.0,)
    area: Area = WHOLE
    is_live: bool = False
    near: float = NEAR
    flat_height: float | None = None
    aim: tuple[str, Vector] | None = None
    found: Container[str] | None = None
    twins: Twins | None = None
    is_marked: bool = True
    ghost: tuple[Vector, float, Frame | None] | None = None
    marks: Sequence[Shape] = ()
    pointed: tuple[int, int] | None = None
    is_section: bool = False

    @property
    def is_first_person(self) -> bool:
        """True if the camera is inside the player's body or close to it, so that the body must not be drawn."""
        return dist(self.eye, self.state.position) <= self.body.radii[2]

    @property
    def is_split(self) -> bool:
        return len(self.spaces) > 1
