"""Timed runs as they are kept: the best one, its ghost, the medals; damaged files count as none."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from game.collision import Rules
from game.level.gravity_direction import Down
from game.level.volume import Checkpoint, Finish, TurnedGravity, Volume
from game.simulation import Intent, PlayerParams, Simulation
from game.simulation.checkpoints import next_goal
from game.simulation.race import clock_text, medal_of, run_seconds
from game.view.game import Game
from game.view.input.intents import Intents
from game.view.race.best_runs import BestRun, load_best, path_of
from game.view.race.race_results import verdict
from game.view.race.race_tracker import RunKeeper
from game.view.session import Session
from tests.simulation.scenes import floor, level_of

FORWARD = Intent((0.0, 1.0))
LINE = Volume("finish", Finish(0.8, 1.0, 2.0), (0.0, 5.0, 0.0), 0.0, 2.0, (4.0, 1.0))
WALK = 54  # ticks from the spawn to the line, 4.5 m at 5 m/s


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def ran(waiting=0, keeper=None, simulation=None, **params):
    """(RunKeeper, what it told) of a run to the line, after standing on the way for some ticks."""
    simulation = simulation or Simulation(level_of(floor(), volumes=(LINE,)), PlayerParams(**params))
    simulation.restart()
    keeper = keeper or RunKeeper(simulation)
    intents = [FORWARD] * 20 + [Intent()] * waiting + [FORWARD] * 60
    return keeper, [words for intent in intents if (words := keeper.hear(simulation.tick(intent)))]


def test_medals():
    finish = Finish(10.0, 20.0, 30.0)
    times = {9.0: "gold", 10.0: "gold", 10.02: "silver", 29.9: "bronze", 30.1: None}
    assert {seconds: medal_of(finish, seconds) for seconds in times} == times


@pytest.mark.parametrize("seconds, text", [(0, "0:00.00"), (7.005, "0:07.00"), (62.35, "1:02.35"), (59.999, "1:00.00")])
def test_the_clock(seconds, text):
    assert clock_text(seconds) == text


def test_the_first_run_is_the_best_and_is_kept(own_folder):
    keeper, (words,) = ran()
    assert keeper.best.seconds == pytest.approx(WALK / 60, abs=1.1 / 60)
    assert words == f"finished in {clock_text(keeper.best.seconds)}: silver medal, your best. R: once more"
    assert load_best(own_folder / "glissade" / "runs" / "scene.json", "0") == keeper.best


def test_a_slower_run_changes_nothing_and_a_faster_one_all():
    slow, (_,) = ran(waiting=30)
    fast, (words,) = ran()
    assert fast.ghost == slow.best and fast.best.seconds < slow.best.seconds
    assert "your best (before: 0:01.40)" in words
    again, (words,) = ran(waiting=10)
    assert again.best == fast.best and "your best" not in words


def test_the_ghost_walks_as_the_best_run_did():
    ran()
    simulation = Simulation(level_of(floor(), volumes=(LINE,)))
    keeper = RunKeeper(simulation)
    keeper.hear(simulation.tick(Intent()))
    assert keeper.ghost_at(simulation.time)[0][1] == pytest.approx(0.0, abs=1e-3)
    for _ in range(30):
        keeper.hear(simulation.tick(FORWARD))
        place, heading, frame = keeper.ghost_at(simulation.time)
        assert place == pytest.approx(simulation.state.position, abs=0.002) and (heading, frame) == (0.0, None)


def test_a_ghost_ends_with_its_run_and_does_not_fly_between_far_places():
    run = BestRun("0", 1.0, 0.05, ((0, 0, 0, 0.0), (0, 1, 0, 0.0), (0, 9, 0, 1.0), (0, 10, 0, 1.0)))
    assert run.at(0.025) == ((0, 0.5, 0), 0.0, None)
    assert run.at(0.099) == ((0, 1, 0), 0.0, None)
    assert run.at(0.16) is None


def test_a_ghost_stands_as_its_run_did_on_a_ceiling():
    """Up to the ceiling, over the line there, and down to the floor: its frame is the player's, but for rounding. Where a turn
    of 6 degrees a tick begins or ends between two rows, 3 ticks apart, the corner is cut: by 4 degrees, twice a corner."""
    def level():
        up = Volume("gravity", TurnedGravity(1.0, Down(direction=(0.0, 0.0, 1.0))), (0.0, 6.0, -1.0), 0.0, 8.0, (20.0, 9.0))
        line = Volume("finish", Finish(8.0, 9.0, 10.0), (0.0, 14.0, 0.0), 0.0, 6.0, (9.0, 1.0))
        return level_of(floor(), floor(6.0)[:, ::-1], volumes=(up, line))

    keeper, simulation = None, Simulation(level())
    for _ in range(2):
        simulation.restart()
        keeper, frames, errors = RunKeeper(simulation), [], []
        for _ in range(200):
            keeper.hear(simulation.tick(FORWARD))
            if simulation.state.finished < 0 and (ghost := keeper.ghost_at(simulation.time)):
                errors.append(np.abs(np.subtract(ghost[2] or np.eye(3), simulation.state.frame or np.eye(3))).max())
                frames.append(ghost[2])
    assert max(errors) < np.sin(np.radians(4.0)) + 0.001 and sum(error > 0.002 for error in errors) <= 8
    assert load_best(path_of(simulation.level), simulation.level.hash) == keeper.best
    assert None in frames and any(frame and frame[2][2] < -0.99 for frame in frames)


@pytest.mark.parametrize("row", [(0, 0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 1, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)])
def test_a_crooked_frame_is_damage(row):
    run = BestRun("0", 1.0, 0.05, (row, row))
    assert not run.sound() and replace(run, track=((0, 0, 0, 0, 1.0, 0, 0, 0, 0, -1.0),) * 2).sound()


GATE = Volume("checkpoint", Checkpoint("Mind the gap."), (0.0, 2.5, 0.0), 0.0, 2.0, (4.0, 1.0))


def test_a_checkpoint_tells_how_far_one_is_what_is_ahead_and_how_the_best_run_was():
    level = level_of(floor(), volumes=(GATE, LINE))
    _, (gate, _) = ran(simulation=Simulation(level))
    assert gate == "checkpoint 1 of 1 at 0:00.42. Mind the gap."
    keeper, (gate, _) = ran(waiting=30, simulation=Simulation(level))
    assert gate == "checkpoint 1 of 1 at 0:00.92, 0.50 s behind your best. Mind the gap."
    assert keeper.best.splits == ((0, 0.4167),)


def test_a_checkpoint_tells_so_without_a_clock_too():
    _, (words,) = ran(simulation=Simulation(level_of(floor(), volumes=(GATE,))))
    assert words == "checkpoint 1 of 1. Mind the gap."


def test_the_next_goal_is_the_next_checkpoint_and_then_the_finish():
    goals = [next_goal(level_of(floor(), volumes=(GATE, LINE, GATE)), last) for last in (-1, 0, 2)]
    assert goals == [0, 2, 1] and next_goal(level_of(floor()), -1) is None


def test_a_run_of_another_player_or_from_elsewhere_does_not_count():
    keeper, _ = ran(run_speed=20.0, speed=9.0)
    assert keeper.best is None
    simulation = Simulation(level_of(floor(), volumes=(LINE,)))
    keeper = RunKeeper(simulation)
    simulation.teleport((0.0, 3.0, 0.9001))
    told = [words for _ in range(60) if (words := keeper.hear(simulation.tick(FORWARD)))]
    assert keeper.best is None and "medal" in told[0]


@pytest.mark.parametrize("rules", [Rules.thebigh(), replace(Rules.modern(), steep_is_wall=False)], ids=["thebigh", "no walls"])
def test_a_run_by_other_rules_does_not_count_even_for_a_while(rules):
    simulation = Simulation(level_of(floor(), volumes=(LINE,)))
    keeper = RunKeeper(simulation)
    for ticks, way in ((20, rules), (40, Rules.modern())):
        simulation.set_rules(way)
        told = [words for _ in range(ticks) if (words := keeper.hear(simulation.tick(FORWARD)))]
    assert "medal" in told[0] and keeper.best is None


@pytest.mark.parametrize("back, counts", [(0, True), (5, False)])
def test_who_goes_back_in_time_has_no_best_run(back, counts):
    simulation = Simulation(level_of(floor(), volumes=(LINE,)))
    keeper = RunKeeper(simulation)
    for ticks in (30, 60):
        told = [words for _ in range(ticks) if (words := keeper.hear(simulation.tick(FORWARD)))]
        simulation.rewind(back)
    assert "silver medal" in told[0] and (keeper.best is not None) is counts


def test_a_level_without_a_finish_has_no_clock():
    simulation = Simulation(level_of(floor()))
    keeper = RunKeeper(simulation)
    assert keeper.hear(simulation.tick(FORWARD)) is None and keeper.ghost_at(1.0) is None
    assert run_seconds(simulation.state, 60) == 0.0


GOOD = {"level_hash": "0", "seconds": 3.0, "step": 0.05, "track": [[0, 0, 0, 0], [0, 1, 0, 0]]}
DAMAGED = {
    "no JSON": "{",
    "no table": "[]",
    "a list in it": json.dumps({**GOOD, "seconds": []}),
    "a time that is none": json.dumps({**GOOD, "seconds": float("nan")}),
    "negative": json.dumps({**GOOD, "seconds": -1}),
    "a short row": json.dumps({**GOOD, "track": [[0, 0], [1, 1]]}),
    "words in the track": json.dumps({**GOOD, "track": [["a", "b", "c", "d"]] * 2}),
    "words in the splits": json.dumps({**GOOD, "splits": [[1, "a"]]}),
    "no track": json.dumps({"level_hash": "0", "seconds": 3.0}),
    "lists in lists": 9999 * "[",
    "a place that no float holds": json.dumps({**GOOD, "track": [[10**400, 0, 0, 0], [0, 1, 0, 0]]}),
    "no time between two rows": json.dumps({**GOOD, "step": 1e-320}),
    "another level": json.dumps({**GOOD, "level_hash": "1"}),
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_counts_as_none(own_folder, text):
    path = own_folder / "run.json"
    path.write_text(text)
    assert load_best(path, "0") is None
    path.write_text(json.dumps(GOOD))
    assert load_best(path, "0").seconds == 3.0


def test_a_disk_that_cannot_be_written_to_is_no_reason_to_stop(own_folder):
    (own_folder / "glissade").write_text("a file where the folder should be")
    keeper, (words,) = ran()
    assert "your best" in words and load_best(path_of(level_of(floor())), "0") is None


def test_a_recording_wins_nothing(own_folder):
    """Nor does a run that the player takes over; the next one from the start is the player's."""
    for replayed in (80, 1, 40):
        simulation = Simulation(level_of(floor(), volumes=(LINE,)))
        keeper = RunKeeper(simulation)
        told = [keeper.hear(simulation.tick(FORWARD), number >= replayed) for number in range(80)]
        (words,) = filter(None, told)
        assert "medal" not in words and "best" not in words and "a recording, so not kept" in words
        assert keeper.best is None and keeper.result.medal is None and verdict(keeper.result) == "not kept: a recording"
        assert list(own_folder.iterdir()) == []
    assert ran(keeper=keeper, simulation=simulation)[0].best is not None


@pytest.mark.parametrize("script", [[Intent()] * 80, None], ids=["replay", "player"])
def test_the_game_tells_its_keeper_what_is_played_back(script):
    """The intents of a recording are played by the same clock as the player's own."""
    heard, sounds = [], SimpleNamespace(play=lambda _: None)
    interface, guide = SimpleNamespace(flash=lambda _: None), SimpleNamespace(hear=lambda _: None)
    keeper = SimpleNamespace(hear=lambda record, is_players: heard.append(is_players))
    game = SimpleNamespace(sounds=sounds, interface=interface, guide=guide, keeper=keeper, look=SimpleNamespace(heading=0.0))
    game.intents = Intents(game, script)
    game.intents._own = Intent
    game.tell = lambda words: None
    game.session = Session(Simulation(level_of(floor())), lambda *told: Game._hear(game, *told))
    for _ in range(30):
        game.session.advance(0.05, game.intents.next)
    assert heard == [False] * (80 if script else 0) + [True] * (len(heard) - (80 if script else 0)) and len(heard) >= 89
