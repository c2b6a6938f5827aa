"""Scenario R. Volumes are swept: finish, checkpoint, kill and portal notice a player at any speed, at the right moment."""

import numpy as np
import pytest

from game.level.contents.volume import Checkpoint, Finish, Kill, Portal
from game.player.volume_containment import KILL, entry, find_inside_kind, volume_row
from game.simulation import PlayerParams
from game.simulation.race_clock_and_medals import run_seconds
from tests.simulation.driving import run, simulate, walk
from tests.simulation.scenes import floor, level_of, volume
from tests.simulation.test_crowd_equals_players import walk_side_by_side

STARTS = 40
FORWARD = walk(0.0, 1.0, speed=1.0)
FINISH = Finish(1.0, 2.0, 3.0)
LINE = 20.0  # where the volume begins [m]


def across(effect, depth, radius=0.0):
    """A volume across the track, from LINE on, so deep [m]."""
    size = {"radius": radius} if radius else {"size": (100.0, depth)}
    return volume(effect, at=(0.0, LINE + (radius or depth / 2.0), -1.0), **size)


def runs(effect, depth, speed, hz=60, **options):
    """A Simulation for each of the starts, which are spread over one displacement, run until well past the line."""
    for k in range(STARTS):
        start = -k / STARTS * speed / hz
        sim = simulate(floor(), feet=(0.0, start, 0.0), hz=hz, volumes=(across(effect, depth, **options),), speed=speed)
        run(sim, int((LINE + 2.0 - start) / (speed / hz)) + 1, FORWARD)
        yield start, sim


@pytest.mark.parametrize("depth, options", [(0.5, {}), (0.01, {}), (0.0, {"radius": 0.3})])
def test_a_finish_is_noticed_from_every_start_at_the_right_moment(depth, options):
    for start, sim in runs(FINISH, depth, 80.5, **options):
        assert sim.state.finished > 0, start
        assert run_seconds(sim.state, 60) == pytest.approx((LINE - start) / 80.5, abs=1e-9)


def test_a_thin_kill_volume_is_noticed_from_every_start():
    assert [sim.state.deaths for _, sim in runs(Kill(), 0.1, 60.0)] == [1] * STARTS


def test_a_thin_portal_is_noticed_from_every_start():
    portal = Portal((50.0, -500.0, 0.0), 0.0)
    assert [sim.state.ported for _, sim in runs(portal, 0.05, 12.0, hz=30)] == [1] * STARTS


def test_a_thin_checkpoint_is_noticed_from_every_start():
    assert [sim.state.checkpoint for _, sim in runs(Checkpoint(""), 0.05, 60.0)] == [0] * STARTS


def test_the_volume_crossed_first_counts_first():
    """The numbers of the volumes decide nothing: a finish before the abyss ends the run, one behind it does not."""
    for lines, finished in (((21.0, 20.0), True), ((20.0, 21.0), False)):
        volumes = [volume(effect, at=(0.0, y, -1.0), size=(100.0, 0.1)) for effect, y in zip((Kill(), FINISH), lines)]
        sim = simulate(floor(), volumes=volumes, speed=600.0)
        run(sim, 3, FORWARD)
        assert (sim.state.deaths, sim.state.finished >= 0) == (1, finished)


def test_beside_a_volume_is_not_in_it():
    """The box around the displacement overlaps the volume, the displacement does not."""
    corner = volume(Kill(), at=(0.0, LINE, -1.0), size=(1.0, 1.0))
    sim = simulate(floor(), feet=(-3.0, LINE, 0.0), volumes=(corner,), speed=240.0)
    sim.tick(walk(0.75, 1.0, speed=1.25))
    assert sim.state.deaths == 0
    assert sim.state.position[0] > -1.0 and sim.state.position[1] > LINE + 3.0


@pytest.mark.parametrize("heading", [0.0, 0.4, 2.0])
@pytest.mark.parametrize("radius", [0.0, 1.5])
def test_entry_is_the_first_of_many_samples(heading, radius):
    """Against a dense sampling of `holds` along the displacement."""
    rng, held = np.random.default_rng(int(10 * heading + radius)), np.empty(2001, np.bool_)
    row = volume_row(volume(Kill(), at=(0.0, 0.0, 0.0), size=(3.0, 1.0), height=2.0, heading=heading, radius=radius))
    for _ in range(200):
        start, displacement = rng.uniform(-4.0, 4.0, 3), rng.uniform(-6.0, 6.0, 3)
        first = entry(row, tuple(start.tolist()), tuple(displacement.tolist()), 0.9)
        parts = np.linspace(0.0, 1.0, 2001)
        find_inside_kind(np.array([row]), KILL, start + parts[:, None] * displacement, 0.9, held)
        assert first <= 1.0 or not held.any()
        if held.any():
            assert parts[held.argmax()] - 1.0 / 2000.0 - 1e-9 <= first <= parts[held.argmax()] + 1e-9


def test_a_crowd_notices_what_a_player_notices():
    """Thin volumes on all sides of fast agents, crossed in mid-tick: the same states as the players', to the bit."""
    lines = [volume(effect, at=(0.0, y, -1.0), size=(400.0, 0.05)) for y in (-6.0, 6.0) for effect in (Checkpoint(""), Kill())]
    lines += [volume(FINISH, at=(x, 0.0, -1.0), size=(0.05, 400.0)) for x in (-4.0, 4.0)]
    places = [(0.0, -k / 8.0, 0.0) for k in range(16)]
    players = walk_side_by_side(level_of(floor(), volumes=lines), places, 120, params=PlayerParams(speed=60.0, run_speed=90.0))
    assert sum(player.state.deaths for player in players) > 8
    assert sum(player.state.finished >= 0 for player in players) > 4
