"""The states of a run: large ones are computed again from a few that are kept, to the same bits."""

from dataclasses import dataclass

import numpy as np
import pytest

from game.lab import Actor, Readout
from game.lab.exhibits.exhibit import KINDS, ExhibitKind, button
from game.lab.lab_run import KEPT, LENGTH, Inputs, LabRun
from tests.lab.rooms import lab_of, use

HERE = Inputs(Actor((0.0, -8.0, 0.9), (0.4, 0.4, 0.9)), ())


@dataclass(frozen=True)
class Heap(ExhibitKind):
    """A large array that changes in every tick."""

    TITLE, CONTROLS, FIGURES = "heap", (button("press", "adds"),), {}

    def begin(self, values):
        return (np.zeros(KEPT // 8 // LENGTH + 8),)

    def tick(self, values, bodies, used, actor, hz):
        return (bodies[0] + (2.0 if used else 1.0) + actor.position[0],), Readout()


@pytest.fixture
def lab_run(monkeypatch):
    monkeypatch.setitem(KINDS, "heap", Heap)
    return LabRun(lab_of("heap"))


def press(lab_run):
    return use(f"{lab_run.exhibits[0].place.name}.press")


def run(lab_run, ticks):
    return [lab_run.tick(HERE._replace(actions=press(lab_run) if tick % 7 == 3 else ())) for tick in range(ticks)]


def test_all_states_can_be_had_again(lab_run):
    records = run(lab_run, 3 * LENGTH + 5)
    digests = [record.digest for record in records]
    assert len(set(digests)) > LENGTH
    assert [record.after[0].digest for record in records] == digests
    assert [record.before[0].digest for record in records[1:]] == digests[:-1]


def test_only_the_newest_segments_are_in_memory(lab_run):
    records = run(lab_run, 5 * LENGTH)
    segments = list(dict.fromkeys(record.segment for record in records))
    assert len(segments) == 5
    assert [len(segment._states) for segment in segments] == [1, 1, 1, LENGTH + 1, LENGTH + 1]


def whole(segments):
    return sum(len(segment._states) for segment in segments)


def test_a_look_through_the_whole_run_keeps_as_little_as_the_run_itself(lab_run):
    """A visitor drags the timeline over 7200 ticks of 1000 balls: all states would be 700 MB."""
    records = run(lab_run, 6 * LENGTH)
    segments = list(dict.fromkeys(record.segment for record in records))
    kept = whole(segments)
    for record in records[::-7] + records[::11]:
        assert record.after[0].digest == record.digest
        assert whole(segments) <= kept
    copy = lab_run.copy()
    for tick in range(3 * LENGTH):
        assert copy.tick(HERE).digest and records[tick].before
        assert whole(segments) <= kept


def test_an_exhibit_that_grows_within_a_segment_is_not_kept_whole(monkeypatch):
    """The dial of the balls goes from 15 to 10 000 within a segment: its first state is small, the others are not."""

    class Growing(Heap):
        def begin(self, values):
            return (np.zeros(1),)

        def tick(self, values, bodies, used, actor, hz):
            return (np.zeros(KEPT // 8 // LENGTH + 20) + bodies[0][0] + 1.0,), Readout()

    monkeypatch.setitem(KINDS, "growing", Growing)
    records = run(LabRun(lab_of("growing")), 4 * LENGTH)
    assert [len(segment._states) for segment in dict.fromkeys(record.segment for record in records)][:2] == [1, 1]


def test_going_back_and_on_gives_the_same_bits_and_spoils_no_other_branch(lab_run):
    records = run(lab_run, 2 * LENGTH)
    digests = [record.digest for record in records]
    back = records[37]
    lab_run.go_to(back.segment, back.place)
    other = lab_run.tick(HERE)
    assert other.digest != digests[38] and other.segment is not back.segment
    lab_run.go_to(back.segment, back.place)
    again = [lab_run.tick(HERE._replace(actions=use("heap.press") if tick % 7 == 3 else ())) for tick in range(38, 2 * LENGTH)]
    assert [record.digest for record in again] == digests[38:]
    assert [record.after[0].digest for record in records] == digests


def test_a_copy_goes_on_alone(lab_run):
    run(lab_run, 10)
    copy = lab_run.copy()
    one, two = lab_run.tick(HERE), copy.tick(HERE._replace(actions=use("heap.press")))
    assert one.digest != two.digest and one.before == two.before
