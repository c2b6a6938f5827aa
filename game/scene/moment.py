"""A moment: all that is needed to draw one picture, the state of a simulation at one time, and the camera."""

from dataclasses import dataclass
from math import dist
from typing import Any

from ..collision import Ellipsoid
from ..explain.tick_overlay import Switches
from ..simulation import PlayerState, Simulation, TickRecord, Twins
from .framing import WHOLE, Area
from .look_and_spring_arm import NEAR, Look


@dataclass(frozen=True, eq=False, kw_only=True)
class Moment:
    """All that `Scene.draw` needs for one picture. The time may lie between two ticks.

    sim: the Simulation that made the record
    record: the TickRecord of the displayed tick, whose overlays are drawn, or None before the first tick
    state: the PlayerState to draw, interpolated between two ticks
    body: the player's Ellipsoid in that state
    eye: position (3,) of the camera [m]
    look: the Look (heading, pitch and frame) of the camera
    field_of_view: horizontal [degrees]
    time: time at which movers and volumes are drawn [s]
    target: position (3,) [m] at which the camera is aimed, or None to aim it along `look`
    part: fraction 0..1 of the tick that has passed, at which twins and exhibits are drawn
    crowd_part: the same for the crowd
    overlays: Switches of the overlays
    shapes: overlay shapes to draw instead of the record's, or None to draw the record's
    spaces: a number for each of the pictures side by side: 0 for world space, 1 for ellipsoid space, or between
    area: Area of the window that no panel covers. The point ahead of the camera is drawn in its middle.
    is_live: True while time runs, so that the body may be drawn between two ticks
    near: distance of the near clipping plane [m]
    flat_height: height of a picture without perspective [m], or None for a picture with perspective
    found: names of the goals that the player has found. Only the others get a marker. If None, no goal gets one.
    twins: Twins (bodies with the same input and other rules or engines), or None
    is_marked: True to mark where each twin's path left the player's
    ghost: (position (3,) [m], heading [rad], frame) of the ghost in a timed run, or None
    marks: overlay shapes of a lesson's page, drawn besides all others
    pointed: indices (exhibit, control) of the exhibit control under the crosshair, or None
    """

    sim: Simulation
    record: TickRecord | None
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
    is_marked: bool = True
    ghost: Any = None
    marks: list | tuple = ()
    pointed: tuple[int, int] | None = None

    @property
    def is_first_person(self):
        """True if the camera is inside the player's body or close to it, so that the body must not be drawn."""
        return dist(self.eye, self.state.position) <= self.body.radii[2]

    @property
    def is_split(self):
        """True if two pictures are drawn side by side."""
        return len(self.spaces) > 1


def session_moment(session, views, framing, **shown):
    """Return the Moment that a Session displays, seen by a camera.

    views: TickViews, from which twins and spaces are taken
    framing: Framing of the camera
    shown: the other fields of Moment
    """
    return Moment(
        sim=session.sim,
        record=session.record,
        state=session.state.replace(position=session.position(), frame=session.frame()),
        body=session.body,
        eye=framing.place,
        look=framing.look,
        field_of_view=framing.field_of_view,
        near=framing.near,
        time=session.time(),
        part=session.part,
        crowd_part=session.part if session.live else 1.0,
        is_live=not session.paused,
        spaces=views.space.blends,
        twins=views.twins.twins,
        **shown,
    )
