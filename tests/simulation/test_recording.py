"""Recordings: written, read, played to the same hash; damaged ones are refused by what is damaged."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from game.collision import Rules
from game.collision.nearby import FEW
from game.core.input_errors import InputError
from game.simulation import Intent, PlayerParams, Recording, Simulation
from tests.shipped_levels import shipped

PLAYER = PlayerParams(speed=4.2, acceleration=30.0, radii=(0.35, 0.45, 0.85), keep_horizontal_speed=True)


@pytest.fixture(scope="module")
def level():
    return shipped("stairs")


def wandered(level, ticks=150, **options):
    """A simulation driven by a program that never sends round numbers."""
    sim, rng = Simulation(level, **options), np.random.default_rng(3)
    sim.teleport((0.1, 0.3, 1.0 / 1.1), 0.1)
    for number in range(ticks):
        x, y = rng.normal(size=2) * 0.3 + (0.0, 0.8)
        sim.tick(
            Intent(
                (float(x), float(y)), jump=number % 40 == 0, run=number > 80, heading=float(rng.normal()) if number % 7 else None
            )
        )
    return sim


@pytest.mark.parametrize(
    "options",
    [{}, {"hz": 120, "params": PLAYER}, {"rules": Rules.fauerby()}, {"rules": Rules.thebigh(), "hz": 30}],
    ids=["plain", "own player", "fauerby", "thebigh"],
)
def test_a_recording_comes_back_and_verifies(level, options):
    sim = wandered(level, **options)
    recording = Recording.of(sim)
    again = Recording.parse(str(recording))
    assert again == recording
    assert again.verify(level) == (True, sim.state_hash())


@pytest.fixture(scope="module")
def text(level):
    return str(Recording.of(wandered(level, ticks=30)))


def test_another_ending_is_an_error(level, text):
    recording = Recording.parse(text)
    same, came_to = replace(recording, final_hash="0" * 16).verify(level)
    assert not same and came_to == recording.final_hash


def test_another_level_is_refused(level, text):
    other = SimpleNamespace(hash="f" * 16, mesh=level.mesh, spawn=level.spawn, name="stairs")
    with pytest.raises(InputError, match="another version of level stairs"):
        Recording.parse(text).verify(other)


DAMAGE = {
    "no title": lambda t: t.split("\n", 1)[1],
    "another version": lambda t: t.replace("recording 1", "recording 9"),
    "no end of header": lambda t: t.replace("\n---\n", "\n"),
    "no rate": lambda t: "\n".join(line for line in t.split("\n") if not line.startswith("rate")),
    "rate no number": lambda t: t.replace("rate: 60", "rate: fast"),
    "position no numbers": lambda t: t.replace("position: 0.1", "position: here"),
    "unknown rule": lambda t: t.replace("two_sided", "three_sided"),
    "unknown parameter": lambda t: t.replace("jump_height=1.0", "jumpheight=1.0"),
    "impossible parameter": lambda t: t.replace("speed=5.0", "speed=-5.0"),
    "a switch no switch": lambda t: t.replace("two_sided=True", "two_sided=7"),
    "ticks lost": lambda t: t.rstrip("\n").rsplit("\n", 1)[0] + "\n",
    "no script": lambda t: t.split("---")[0] + "---\n",
    "nonsense in the script": lambda t: t.replace("---\n1 ", "---\none "),
    "nothing": lambda t: "",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_recording_is_refused_in_one_line(text, damage):
    damaged = DAMAGE[damage](text)
    assert damaged != text
    with pytest.raises(InputError) as refusal:
        Recording.parse(damaged, "run.rec")
    assert str(refusal.value).startswith("run.rec")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("rate", ["29", "481", "0"])
def test_an_impossible_rate_is_refused(level, text, rate):
    with pytest.raises(InputError, match="^hz must be "):
        Recording.parse(text.replace("rate: 60", f"rate: {rate}")).simulation(level)


def test_nothing_to_record_is_said(level):
    with pytest.raises(InputError, match="nothing to record"):
        Recording.of(Simulation(level))


def test_a_forgotten_beginning_is_said(level):
    sim = Simulation(level, history=10)
    for _ in range(20):
        sim.tick(Intent())
    with pytest.raises(InputError, match="too long ago"):
        Recording.of(sim)


def test_the_input_of_a_tick_is_kept_that_meets_more_triangles_than_any_before():
    """The arrays grow in the middle of the tick. Its input was lost, and the recording of a run on the planet was another run."""
    sim, given = Simulation(shipped("planet")), Intent((0.25, 1.0), run=True, heading=0.5)
    for _ in range(30):
        sim.tick(given)
    assert sim.nearby.capacity > 2 * FEW
    assert [record.intent for record in sim.history] == 30 * [given]
    assert Recording.parse(str(Recording.of(sim)), "run.txt").verify(sim.level)[0]
