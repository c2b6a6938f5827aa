"""The frame of the lab: which exhibits are awake, what enters the hash, and the one line for bad input."""

import os
import pickle
import threading
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.lab import Lab, Readout
from game.lab.exhibits import exhibit
from game.lab.exhibits.exhibit import (
    HASHED_ASIDE,
    HASHED_LATER,
    KINDS,
    StateHash,
    button,
    dial,
    digest_of,
    load_kinds,
    switch,
)
from tests.lab.rooms import AFAR, HERE, Run, lab_of, place_of, use


class Count(NamedTuple):
    ticks: int
    pressed: int
    rest: int
    row: np.ndarray


@dataclass(frozen=True)
class Counter(exhibit.ExhibitKind):
    """Counts its ticks; a press makes it busy for three of them."""

    TITLE, FIGURES = "counter", {"ticks": ""}
    CONTROLS = (
        button("press", "counts"),
        dial("size", (1.0, 2.0, 5.0), 2.0, "m", "nothing"),
        switch("way", ("a", "b"), "nothing"),
    )

    def begin(self, values):
        return Count(0, 0, 0, np.zeros(3))

    def tick(self, values, bodies, used, actor, hz):
        rest = 3 if "press" in used else max(bodies.rest - 1, 0)
        new = Count(bodies.ticks + 1, bodies.pressed + ("press" in used), rest, bodies.row + values["size"])
        return new, Readout({"ticks": float(new.ticks)}, sample=(new.ticks, 2.0 * new.ticks), busy=rest > 0)


@pytest.fixture(autouse=True)
def counter(monkeypatch):
    monkeypatch.setitem(KINDS, "counter", Counter)


def test_an_exhibit_sleeps_without_a_player_in_its_room():
    run = Run("counter", 1, actor=AFAR)
    assert run.states[0] is run.states[1] and not run.readouts
    assert run.go(1).bodies.ticks == 1 and run.figures == {"ticks": 1.0}


def test_a_busy_exhibit_runs_on_until_it_is_done():
    assert Run("counter", 1, "counter.press").go(10, actor=AFAR).bodies.ticks == 4


def test_a_control_keeps_its_value_and_a_button_has_none():
    run = Run("counter", 1, "counter.size:5", "counter.press").go(2)
    assert run.states[-1].values == (0.0, 5.0, 0.0) and run.bodies.pressed == 1
    assert run.bodies.row.tolist() == [15.0] * 3


def test_a_state_is_never_changed_in_place():
    run = Run("counter", 1)
    with pytest.raises(ValueError, match="read-only"):
        run.bodies.row[0] = 1.0


def test_the_samples_are_those_of_the_last_ticks():
    samples = Run("counter", 300).states[-1].samples
    assert len(samples) == 240 and samples[-1] == (300, 600.0)


@pytest.mark.parametrize(
    "bodies",
    [Count(1, 0, 0, np.zeros(3)), Count(0, 0, 0, np.array([0.0, 0.0, 1e-300])), (), None, ((),), (1,), (1.0,), (True, None)],
)
def test_the_digest_depends_on_every_number(bodies):
    others = [Count(0, 0, 0, np.zeros(3)), Count(0, 1, 0, np.zeros(3))]
    assert digest_of((), bodies) not in [digest_of((), other) for other in others]
    assert digest_of((1.0,), bodies) != digest_of((), bodies) == digest_of((), bodies)


def test_two_exhibits_have_states_and_readouts_of_their_own():
    lab = Lab([place_of("counter", "one"), place_of("counter", "two", (100.0, 0.0, 0.0))], 60)
    state = lab.begin()
    for _ in range(5):
        state, readouts = lab.tick(state, HERE, ())
    assert [exhibit.bodies.ticks for exhibit in state] == [5, 0] and list(readouts) == ["one"]


@pytest.mark.parametrize("kind", sorted(load_kinds()))
def test_each_figure_of_a_readout_has_a_unit(kind):
    """FIGURES names the unit of each figure that an exhibit hands over."""
    run = Run(kind)
    for control in 2 * run.exhibit.controls:  # the second time after all others were used
        run.go(3, f"{kind}.{control.name}:{control.step_value(control.start, 1)}")
    assert len(run.readouts) == 6 * len(run.exhibit.controls)
    assert all(readout.figures.keys() <= KINDS[kind].FIGURES.keys() for readout in run.readouts)


@pytest.mark.parametrize(
    "text, words",
    [
        ("cuonter.press", 'no such exhibit; did you mean "counter"'),
        ("counter.pres", 'no such control; did you mean "press"'),
        ("counter.size:9", "allowed is a number from 1 to 5 m"),
        ("counter.size:nan", "allowed is a number from 1 to 5 m"),
        ("counter.way:0.5", "(0 a, 1 b)"),
        ("counter.way:inf", "allowed is a whole number from 0 to 1"),
    ],
)
def test_an_impossible_use_gets_one_line(text, words):
    with pytest.raises(InputError) as error:
        lab_of("counter").check(use(text))
    assert words in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "kind, keys, words",
    [
        ("springz", {}, 'unknown kind "springz"; did you mean "springs"'),
        ("springs", {"mass": 0.0}, 'unknown key "mass"'),
        ("springs", {"amplitude": 0}, "allowed is a number from 0.05 to 2 m"),
        ("springs", {"rate": float("nan")}, "allowed is a number from 5 to 240"),
        ("race_wall", {"rate": 0}, "allowed is a number from 5 to 240"),
        ("race_wall", {"radius": -1.0}, "allowed is a number from 0.005"),
    ],
)
def test_a_wrong_table_gets_one_line(kind, keys, words):
    with pytest.raises(InputError) as error:
        lab_of(kind, **keys)
    assert words in str(error.value) and str(error.value).startswith(f"rooms: {kind}")


def test_a_desk_that_is_too_short_for_its_controls_gets_one_line():
    """Else the outer controls would float beside it."""
    place = place_of("billiards")
    short, long = (replace(place, desk=replace(place.desk, width=width)) for width in (3.5, 4.2))
    with pytest.raises(InputError, match=r"^rooms: billiards: a desk 3.5 m wide is too short for 9 controls; .* at least 4.14$"):
        Lab((short,), 60)
    assert Lab((long,), 60).exhibits


def test_controls_turn_from_position_to_position():
    _, size, way = Counter.CONTROLS
    assert [size.step_value(2.0, steps) for steps in (-5, -1, 0, 1, 5)] == [1.0, 1.0, 2.0, 5.0, 5.0]
    assert size.step_value(4.0, 0) == 5.0, "a value between two positions snaps to the nearer one"
    assert [way.step_value(0.0, steps) for steps in (1, 2, -1)] == [1.0, 0.0, 1.0]
    assert (size.text(2.0), way.text(1.0), Counter.CONTROLS[0].text(0.0)) == ("2 m", "b", "")


def test_warming_up_uses_every_switch_and_button(monkeypatch):
    """The functions of a position that was never used would be compiled while the player waits."""
    uses = set()
    monkeypatch.setitem(KINDS, "counter", Counter)

    def tick(self, values, bodies, used, actor, hz):
        uses.add((*used, values["size"], values["way"]))
        return bodies, Readout({"ticks": 0.0})

    monkeypatch.setattr(Counter, "tick", tick)
    lab = Lab([place_of("counter")], 60)
    lab.warm_up(lab.exhibits[0])
    assert uses == {("press", 2.0, 0.0), ("size", 1.0, 0.0), ("size", 5.0, 0.0), ("way", 2.0, 0.0), ("way", 2.0, 1.0)}


@pytest.mark.parametrize("size", [8, 2 * HASHED_LATER, 2 * HASHED_ASIDE])
def test_the_hash_of_a_state_is_the_same_when_it_is_computed_later_or_by_a_thread(size):
    bodies = (np.arange(size // 8, dtype=float), 3)
    state_hash = StateHash((1.0,), bodies, size)
    copy = pickle.loads(pickle.dumps(state_hash))
    assert state_hash.digest == state_hash.digest == copy.digest == digest_of((1.0,), bodies)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_forked_process_computes_a_hash_whose_thread_it_does_not_have(monkeypatch):
    """The child of a fork has only the thread that forked: it would wait for a hash for ever, or read an empty one."""
    begun, may_end = threading.Event(), threading.Event()

    def slow(values, bodies):
        begun.set()
        may_end.wait()
        return digest_of(values, bodies)

    bodies = (np.zeros(HASHED_ASIDE),)
    monkeypatch.setattr(exhibit, "digest_of", slow)
    state_hash = StateHash((), bodies, 8 * HASHED_ASIDE)
    begun.wait()
    child = os.fork()
    if child == 0:
        may_end.set()
        os._exit(0 if state_hash.digest == digest_of((), bodies) else 1)
    assert os.waitpid(child, 0)[1] == 0
    may_end.set()
    assert state_hash.digest == digest_of((), bodies)
