"""The robustness harness: rooms are closed, no body leaves them, and the harness detects each kind of fault."""

import numpy as np
import pytest

from game.bench import robustness as harness
from game.bench.hostile_rooms import ALL, hostile_room, mesh_of
from game.bench.robustness import describe_failed_tick, in_rooms, report, run_player_room, run_room
from game.cli_commands import main
from game.collision import Rules


@pytest.mark.parametrize("seed", range(6))
def test_rooms_are_closed(seed):
    """Every ray from inside hits the walls."""
    room = hostile_room(seed)
    rng = np.random.default_rng(seed)
    origins = room.random_points(rng, 2000)
    origins = origins[room.chamber(origins) >= 0]
    directions = rng.normal(size=origins.shape)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    distances = mesh_of(room).raycast(origins, directions, 100.0)
    assert np.isfinite(distances).all()
    local = room.to_room_space(origins + directions * distances[:, None])
    assert (local @ room.planes[:, :3].T < room.planes[:, 3] + 1e-9).all()
    assert (room.chamber(origins + directions * (distances * 0.999)[:, None]) == room.chamber(origins)).all()


@pytest.mark.parametrize("kind", ALL)
def test_objects_are_triangles_in_the_room(kind):
    size = np.array([10.0, 8.0, 5.0])
    corners = np.concatenate([kind(np.random.default_rng(seed), size) for seed in range(20)])
    assert corners.shape[1:] == (3, 3) and np.isfinite(corners).all()
    low, high = corners.min(axis=1), corners.max(axis=1)
    assert ((low < size) & (high > 0.0)).all(axis=1).mean() > 0.5


def test_rooms_are_equal_for_equal_seeds():
    assert np.array_equal(hostile_room(5).corners, hostile_room(5).corners)
    assert not np.array_equal(hostile_room(5).corners[:9], hostile_room(6).corners[:9])


def test_chambers_distinguish_inside_and_outside():
    room = next(room for room in map(hostile_room, range(9)) if room.divided)
    local = np.array([[0.25, 0.5, 0.5], [0.75, 0.5, 0.5], [1.1, 0.5, 0.5], [np.nan, 0.5, 0.5]]) * room.size
    assert room.chamber(local @ room.turn.T + room.place).tolist() == [0, 1, -1, -1]


def test_twenty_thousand_hostile_steps():
    result = in_rooms(run_room, 20_000, seed=11)
    assert result.steps >= 20_000
    assert not result.counts.total(), result.failures[:3]
    assert result.deepest <= 0.0


def test_players_in_hostile_rooms():
    for seed in (7, 17, 117):  # 117: a thin wall's top edge once gave a horizontal floor normal
        result = run_player_room(seed)
        assert result.steps > 100 and not result.failures


def test_the_harness_detects_the_faults_of_the_printed_listing():
    counts = sum((run_room(seed, Rules.fauerby()).counts for seed in range(3)), start=run_room(3, Rules.fauerby()).counts)
    assert counts["escaped"] > 0
    assert counts["penetrates"] > 0


def test_the_harness_detects_a_false_stop(monkeypatch):
    """A solver that never moves the first body counts as stuck wherever that body could move."""

    def lazy(mesh, body, positions, velocities, gravity, rules):
        moved = np.where(np.arange(len(positions))[:, None] == 0, positions, positions + velocities)
        return moved, velocities, None

    monkeypatch.setattr(harness, "collide_and_slide_many", lazy)
    assert run_room(0).counts["stuck"] > 0


@pytest.fixture
def broken(monkeypatch):
    """The printed listing instead of the usual rules: it fails in every room."""
    monkeypatch.setattr(harness, "run_room", lambda seed, rules=None: run_room(seed, Rules.fauerby()))
    monkeypatch.setattr(harness, "run_player_room", lambda seed, rules=None: run_player_room(seed, Rules.fauerby()))


def test_the_printed_command_explains_a_failing_seed(broken, capsys):
    assert report(1, 3, None) == 1
    printed = capsys.readouterr().out
    first = next(line for line in printed.splitlines() if line.startswith("escaped: position"))
    assert "again: python main.py explain --seed 3" in printed
    assert main(["explain", "--seed", "3", "--rules", "fauerby"]) == 0
    explained = capsys.readouterr().out
    assert first in explained and "Move pass" in explained and "No contact" in explained


def test_a_failed_tick_of_a_player_is_explained():
    failure = run_player_room(3, Rules.fauerby()).failures[0]
    text = "\n".join(describe_failed_tick(failure))
    assert "The centre went from" in text and "Move pass" in text


def test_a_room_without_failures_says_so(capsys):
    assert main(["explain", "--seed", "3"]) == 0
    assert capsys.readouterr().out.startswith("room 3: 0 faults in 11040 steps, 0 in ")
