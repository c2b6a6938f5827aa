"""The states of the lab during a run. A few are kept; those between them are computed again when they are needed.

Ten thousand balls take 1 MB a tick, and a history has 7200 ticks. A Stretch keeps its first state and the inputs of its ticks,
and the lab is a pure function of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import NamedTuple

import numpy as np

from .lab import ASLEEP, Lab, LabState
from .records import Action, Actor, Readout

# Ticks of a stretch. Fewer: more states are kept; more: a step back computes more of them again.
LENGTH = 120
# Size of the states of a stretch up to which all of them are kept [bytes]. Less: small exhibits are computed again for nothing;
# more: sixty stretches of a history fill the memory.
KEPT = 1 << 20


class Inputs(NamedTuple):
    """The input of a tick of the lab."""

    actor: Actor
    actions: tuple[Action, ...]


class Stretch:
    """Successive ticks of a run. lab: Lab; first: the state before them"""

    def __init__(self, lab: Lab, first: LabState):
        self.lab = lab
        self.inputs: list[Inputs] = []
        self._states: list[LabState] = [first]

    def has_room_after(self, place: int) -> bool:
        """True if the tick after this place is not there yet, and may be added."""
        return place == len(self.inputs) < LENGTH

    def add(self, inputs: Inputs) -> Mapping[str, Readout]:
        """Compute one more tick. Returns {name: Readout}"""
        after, readouts = self.lab.step(self.state(len(self.inputs)), *inputs)
        self.inputs.append(inputs)
        self._states.append(after)
        return readouts

    def state(self, place: int) -> LabState:
        """The state after so many of the ticks."""
        while len(self._states) <= place:
            self._states.append(self.lab.step(self._states[-1], *self.inputs[len(self._states) - 1])[0])
        return self._states[place]

    def shrink(self) -> None:
        """Forget all states but the first if they are large. `state` computes them again."""
        if sum(exhibit.size for exhibit in self._states[0]) * LENGTH > KEPT:
            del self._states[1:]


class LabRecord(NamedTuple):
    """The record of one tick of the lab.

    stretch, place: where its states are; readouts: {name of an exhibit that was awake: Readout}; digest: bytes for the run's hash
    solids: corners (n, 9) of the triangles of bodies near the player [m], None: there are none
    """

    stretch: Stretch
    place: int
    readouts: Mapping[str, Readout]
    digest: bytes
    solids: np.ndarray | None = None

    @property
    def lab(self) -> Lab:
        return self.stretch.lab

    @property
    def before(self) -> LabState:
        """The states of all exhibits before the tick."""
        return self.stretch.state(self.place - 1)

    @property
    def after(self) -> LabState:
        """The states of all exhibits after the tick."""
        return self.stretch.state(self.place)

    def readout(self, name: str) -> Readout:
        """The Readout of an exhibit; an empty one if it was asleep."""
        return self.readouts.get(name, ASLEEP)


class Course:
    """The course of the lab in a run: the stretch that goes on, and the one before it. lab: Lab

    It moves along with the run: `go_to` an earlier place, then `tick` from there.
    """

    def __init__(self, lab: Lab):
        self.lab = lab
        self._shown: Stretch | None = None
        self._stretch, self._place = Stretch(lab, lab.begin()), 0

    @property
    def state(self) -> LabState:
        """The newest state."""
        return self._stretch.state(self._place)

    @property
    def now(self) -> tuple[Stretch, int]:
        """The stretch of the newest state and its place there, for `go_to`."""
        return self._stretch, self._place

    def go_to(self, stretch: Stretch, place: int) -> None:
        """Continue from a place in a stretch."""
        self.lab, self._stretch, self._place = stretch.lab, stretch, place

    def copy(self) -> Course:
        """An independent copy. Both share the stretch so far: only the first of them that ticks adds to it."""
        return copy(self)

    def use(self, lab: Lab) -> None:
        """Continue with another Lab, such as one at another tick rate."""
        self.lab, self._stretch, self._place = lab, Stretch(lab, self.state), 0

    def tick(self, inputs: Inputs) -> LabRecord:
        """Compute one tick. Returns its LabRecord."""
        if not self._stretch.has_room_after(self._place):
            full, first = self._stretch, self.state
            self._stretch, self._place = Stretch(self.lab, first), 0
            if self._shown is not None and self._shown is not full:
                self._shown.shrink()
            self._shown = full
        readouts = self._stretch.add(inputs)
        self._place += 1
        digest = b"".join(exhibit.digest for exhibit in self.state)
        solids = self.lab.solids(self.state, inputs.actor, readouts)
        return LabRecord(self._stretch, self._place, readouts, digest, solids)
