"""The states of the lab during a run. A few are kept, because ten thousand balls take 1 MB a tick.

A RunSegment keeps its first state and the inputs of its ticks. The lab is a pure function of both.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from copy import copy
from typing import NamedTuple

import numpy as np

from ..core.vec3 import ZERO, Vector, add, length
from .exhibits.exhibit import Action, Actor, Exhibit, Readout, StateHash
from .lab import ASLEEP, Lab, LabState

# Ticks of a segment. Fewer: more states are kept; more: a step back computes more of them again.
LENGTH = 120
# Size of the states of a segment up to which all of them are kept [bytes]. Less: small exhibits are computed again for nothing;
# more: sixty segments of a history fill the memory.
KEPT = 1 << 20
# Large segments of a run that have all their states at a time. One: a step back over the border of two segments computes one of
# them again; more: each takes up to 120 MB.
MOST_WHOLE = 2


class Inputs(NamedTuple):
    actor: Actor  # the player, in the world's frame
    actions: tuple[Action, ...]  # uses of controls


class RunSegment:
    """At most LENGTH successive ticks of a run. whole: its segments with all their states, the least recently used one first"""

    def __init__(self, lab: Lab, first: LabState, whole: list[RunSegment]):
        self.lab, self._whole = lab, whole
        self.inputs: list[Inputs] = []
        self._states: list[LabState] = [first]

    def add(self, inputs: Inputs) -> Mapping[str, Readout]:
        """Compute and append one tick. Returns the Readouts of the exhibits that are awake, by name."""
        after, readouts = self.lab.tick(self.state(len(self.inputs)), *inputs)
        self.inputs.append(inputs)
        self._states.append(after)
        return readouts

    def state(self, place: int) -> LabState:
        """Return the state after tick `place` of the segment, 0 for the state before its first tick."""
        if place and (not self._whole or self._whole[-1] is not self):
            self._become_newest()
        while len(self._states) <= place:
            self._states.append(self.lab.tick(self._states[-1], *self.inputs[len(self._states) - 1])[0])
        return self._states[place]

    def _become_newest(self) -> None:
        """Move this segment to the end of the list of whole segments. Shrinks the oldest ones beyond MOST_WHOLE."""
        self._whole[:] = [segment for segment in self._whole if segment is not self] + [self]
        while len(self._whole) > MOST_WHOLE:
            self._whole.pop(0).shrink()

    def shrink(self) -> None:
        """Remove all states but the first if they are large. `state` computes them again."""
        largest = max(sum(exhibit.size for exhibit in state) for state in self._states)
        if largest * LENGTH > KEPT:
            del self._states[1:]


class LabRecord(NamedTuple):
    """The record of one tick of the lab. `solids`, `push` and `shift` are in the world's frame."""

    segment: RunSegment  # RunSegment with the states
    place: int  # number of the tick in the segment, from 1
    readouts: Mapping[str, Readout]  # of the exhibits that were awake, by name
    hashes: tuple[StateHash, ...]  # of the states of all exhibits
    solids: np.ndarray | None = None  # corners (n, 9) [m] of the triangles of bodies near the player, or None
    push: Vector = ZERO  # velocity that exhibits give the player [m/s]; zero for none
    shift: Vector = ZERO  # displacement of the player by exhibits [m], before the player's own motion in the tick; zero for none

    @property
    def digest(self) -> bytes:
        return b"".join(one.digest for one in self.hashes)

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        return self.segment.lab.exhibits

    @property
    def before(self) -> LabState:
        return self.segment.state(self.place - 1)

    @property
    def after(self) -> LabState:
        return self.segment.state(self.place)

    def readout(self, name: str) -> Readout:
        """Return the readout of an exhibit, an empty one if it was asleep."""
        return self.readouts.get(name, ASLEEP)


class LabRun:
    """The simulation of a run's lab, tick after tick. To rewind, call `go_to` with an earlier tick, then `tick`."""

    def __init__(self, lab: Lab):
        self.lab = lab
        self._segment, self._place = RunSegment(lab, lab.begin(), []), 0

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        return self.lab.exhibits

    @property
    def state(self) -> LabState:
        return self._segment.state(self._place)

    @property
    def now(self) -> tuple[RunSegment, int]:
        """The segment of the newest state, and the number of this state's tick in the segment: the arguments of `go_to`."""
        return self._segment, self._place

    def go_to(self, segment: RunSegment, place: int) -> None:
        """Continue after tick `place` of a segment."""
        self.lab, self._segment, self._place = segment.lab, segment, place

    def copy(self) -> LabRun:
        """Return an independent copy. Both share the segment so far: only the first of them that ticks appends to it."""
        return copy(self)

    def use(self, lab: Lab) -> None:
        """Continue with another Lab, such as one at another tick rate."""
        self.lab, self._segment, self._place = lab, self._next_segment(lab), 0

    def _next_segment(self, lab: Lab) -> RunSegment:
        """Return an empty segment that begins with the newest state."""
        return RunSegment(lab, self.state, self._segment._whole)

    def tick(self, inputs: Inputs) -> LabRecord:
        """Compute one tick. Raises InputError as `Lab.check` does."""
        self.lab.check(inputs.actions)
        if not self._place == len(self._segment.inputs) < LENGTH:  # after an earlier tick, or the segment is full
            self._segment, self._place = self._next_segment(self.lab), 0
        readouts = self._segment.add(inputs)
        self._place += 1
        hashes = tuple(exhibit.state_hash for exhibit in self.state)
        places = {exhibit.place.name: exhibit.place for exhibit in self.exhibits}
        pushes = [places[name].vector_to_world(readout.push) for name, readout in readouts.items() if readout.push != ZERO]
        shifts = [places[name].vector_to_world(readout.shift) for name, readout in readouts.items() if readout.shift != ZERO]
        push, shift = (functools.reduce(add, vectors, ZERO) for vectors in (pushes, shifts))
        actor, thrown = inputs.actor, length(push) / self.lab.hz
        actor = actor._replace(position=add(actor.position, shift), reach=add(actor.reach, (thrown, thrown, thrown)))
        solids = self.lab.solids(self.state, actor, readouts)
        return LabRecord(self._segment, self._place, readouts, hashes, solids, push, shift)
