"""The states of a run: large ones are computed again from a few that are kept, to the same bits."""

from dataclasses import dataclass

import numpy as np
import pytest

from game.lab import Actor, Readout
from game.lab.controls import button
from game.lab.registry import KINDS
from game.lab.snapshots import KEPT, LENGTH, Course, Inputs
from tests.lab.rooms import lab_of, use

HERE = Inputs(Actor((0.0, -8.0, 0.9), (0.4, 0.4, 0.9)), ())


@dataclass(frozen=True)
class Heap:
    """A large array that changes in every tick."""

    TITLE, CONTROLS, FIGURES, CURVES = "heap", (button("press", "adds"),), {}, ()

    def begin(self, values):
        return (np.zeros(KEPT // 8 // LENGTH + 8),)

    def step(self, values, bodies, used, actor, hz):
        return (bodies[0] + (2.0 if used else 1.0) + actor.position[0],), Readout()


@pytest.fixture
def course(monkeypatch):
    monkeypatch.setitem(KINDS, "heap", Heap)
    return Course(lab_of("heap"))


def run(course, ticks):
    return [course.tick(HERE._replace(actions=use("heap.press") if tick % 7 == 3 else ())) for tick in range(ticks)]


def test_all_states_can_be_had_again(course):
    records = run(course, 3 * LENGTH + 5)
    digests = [record.digest for record in records]
    assert len(set(digests)) > LENGTH
    assert [record.after[0].digest for record in records] == digests
    assert [record.before[0].digest for record in records[1:]] == digests[:-1]


def test_only_the_newest_stretches_are_in_memory(course):
    records = run(course, 5 * LENGTH)
    stretches = list(dict.fromkeys(record.stretch for record in records))
    assert len(stretches) == 5
    assert [len(stretch._states) for stretch in stretches] == [1, 1, 1, LENGTH + 1, LENGTH + 1]


def test_going_back_and_on_gives_the_same_bits_and_spoils_no_other_branch(course):
    records = run(course, 2 * LENGTH)
    digests = [record.digest for record in records]
    back = records[37]
    course.go_to(back.stretch, back.place)
    other = course.tick(HERE)
    assert other.digest != digests[38] and other.stretch is not back.stretch
    course.go_to(back.stretch, back.place)
    again = [course.tick(HERE._replace(actions=use("heap.press") if tick % 7 == 3 else ())) for tick in range(38, 2 * LENGTH)]
    assert [record.digest for record in again] == digests[38:]
    assert [record.after[0].digest for record in records] == digests


def test_a_copy_goes_on_alone(course):
    run(course, 10)
    copy = course.copy()
    one, two = course.tick(HERE), copy.tick(HERE._replace(actions=use("heap.press")))
    assert one.digest != two.digest and one.before == two.before
