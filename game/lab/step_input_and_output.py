"""Input and output of a step of the lab: actions, the player as the lab sees it, readouts. All immutable."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from ..core.vec3 import Vector

# Incidents of one exhibit that are kept in a tick. Fewer: a break of billiards is heard as one click; more: ten thousand balls
# fill the memory with collisions.
MOST_INCIDENTS = 32
ZERO = (0.0, 0.0, 0.0)


class Action(NamedTuple):
    """One use of a control by the player.

    exhibit, control: their names
    value: new value of a switch or a dial; ignored for a button
    """

    exhibit: str
    control: str
    value: float = 1.0


class Actor(NamedTuple):
    """The player as the lab sees it: a moving ellipsoid.

    Its vectors are in the world, but `ExhibitKind.step` gets them in the exhibit's frame.
    position: centre (3,) [m]; radii: (3,) [m]
    velocity: with which the player pushes bodies (3,) [m/s]. It is the sum of the walking velocity that the player wishes, and
    of the actual velocity along the player's up.
    heading: of the view [rad]: 0 along +y, counterclockwise from above
    reach: distances (aside, down, up) from the centre within which a body can stop the player in this tick [m]
    """

    position: Vector
    radii: Vector
    velocity: Vector = ZERO
    heading: float = 0.0
    reach: Vector = (2.5, 2.5, 2.5)


class IncidentKind(IntEnum):
    """The kinds of events in an exhibit that cause a sound or a mark."""

    OPERATED = 0  # a control was used
    STRUCK = 1  # two bodies, or a body and a wall, met
    PASSED = 2  # a body passed through what should have stopped it
    BROKE = 3
    BURST = 4


class Incident(NamedTuple):
    """An event of a step, for sounds and marks.

    place: in the exhibit's frame (3,) [m]
    amount: strength, in a unit that the kind of exhibit chooses: an impulse, a change of speed, or a number of collisions
    bodies: numbers of the bodies or lanes that took part
    """

    kind: IncidentKind
    place: Vector
    amount: float = 0.0
    bodies: tuple[int, ...] = ()


class Readout(NamedTuple):
    """The output of an exhibit after a step.

    figures: {name: number}, with the names and units of the kind's FIGURES
    incidents: at most MOST_INCIDENTS
    sample: (abscissa, value of each curve) to add to the board's plot; None for no new point
    restarted: True if the plot begins again
    busy: True if the exhibit must be simulated even without a player in its room
    push: velocity that the exhibit gives the player (3,) [m/s], in the exhibit's frame; zero for none
    shift: displacement of the player by the exhibit in this tick (3,) [m], in the exhibit's frame; zero for none
    """

    figures: Mapping[str, float] = {}
    incidents: tuple[Incident, ...] = ()
    sample: tuple[float, ...] | None = None
    restarted: bool = False
    busy: bool = False
    push: Vector = ZERO
    shift: Vector = ZERO
