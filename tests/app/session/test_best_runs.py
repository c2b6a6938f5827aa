"""Best runs on disk, their ghosts and medals; a damaged file counts as no run."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
import pytest

from game.app.game import Game
from game.app.panels.race_panels import goals_text
from game.app.player_controls import Intents
from game.app.session.play_session import Session
from game.app.session.race import ELSEWHERE, SLOWED, STOPPED, RaceTracker, TourRun, rival_of, uncounted_message, verdict_lines
from game.app.session.run_recorder import save_run
from game.app.session.saved_progress import BestRun, load_best, path_of
from game.collision import Rules
from game.core.input_errors import InputError
from game.level import load_level
from game.level.contents.volume import Checkpoint, Down, Finish, TurnedGravity, Volume
from game.player.player_params import FEELS
from game.simulation import Intent, PlayerParams, Recording, Simulation
from game.simulation.race_clock_and_medals import clock_text, finish_of, medal_of, next_goal, run_seconds
from tests.simulation.scenes import floor, level_of

FORWARD = Intent((0.0, 1.0))
LINE = Volume("finish", Finish(0.8, 1.0, 2.0), (0.0, 5.0, 0.0), 0.0, 2.0, (4.0, 1.0))
WALK = 54  # ticks from the spawn to the line, 4.5 m at 5 m/s


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def ran(waiting=0, tracker=None, simulation=None, **params):
    """(RaceTracker, its messages) of a run to the line with a pause of `waiting` ticks."""
    simulation = simulation or Simulation(level_of(floor(), volumes=(LINE,)), PlayerParams(**params))
    simulation.restart()
    tracker = tracker or RaceTracker(simulation)
    intents = [FORWARD] * 20 + [Intent()] * waiting + [FORWARD] * 60
    return tracker, [message for intent in intents if (message := tracker.update(simulation.tick(intent)))]


def tracked():
    simulation = Simulation(level_of(floor(), volumes=(LINE,)))
    return simulation, RaceTracker(simulation)


def test_each_feel_has_its_own_best_run(own_folder):
    """The feel may change before a run, not during it."""
    exact, _ = ran()
    tracker, (message,) = ran(**FEELS["smooth"])
    assert "your best" in message and "before" not in message and tracker.best.seconds > exact.best.seconds
    runs = {str(path.relative_to(own_folder / "glissade" / "runs")) for path in (own_folder / "glissade").rglob("*.json")}
    assert runs == {"scene.json", "smooth/scene.json"}
    tracker._sim.set_params(PlayerParams())
    again, _ = ran(tracker=tracker, simulation=tracker._sim)
    assert again.best.seconds == exact.best.seconds and not again.reason


@pytest.mark.parametrize(
    "params, why",
    [
        (FEELS["smooth"], "you changed the feel during the run"),
        ({"speed": 6.0}, "you changed speed"),
        ({"speed": 6.0, "gravity": 5.0, "step_up": 0.3}, "you changed speed, gravity and more"),
    ],
)
def test_a_run_says_what_was_changed(params, why):
    simulation, tracker = tracked()
    tracker.update(simulation.tick(FORWARD))
    simulation.set_params(PlayerParams(**params))
    assert tracker.update(simulation.tick(FORWARD)).startswith(f"this run does not count: {why}.")


@pytest.mark.parametrize("reason", [STOPPED, SLOWED])
def test_a_run_in_slow_time_says_at_once_that_it_does_not_count(reason):
    simulation, tracker = tracked()
    assert tracker.disturb(reason) is None and not tracker.reason  # before the start, a pause changes nothing
    tracker.update(simulation.tick(FORWARD))
    assert tracker.disturb(reason) == uncounted_message(reason) and tracker.disturb(reason) is None
    for _ in range(80):
        assert tracker.update(simulation.tick(FORWARD)) is None
    assert tracker.result.medal is None and tracker.best is None
    assert ran(tracker=tracker, simulation=simulation)[0].best is not None


def test_medals():
    finish = Finish(10.0, 20.0, 30.0)
    times = {9.0: "gold", 10.0: "gold", 10.02: "silver", 29.9: "bronze", 30.1: None}
    assert {seconds: medal_of(finish, seconds) for seconds in times} == times


@pytest.mark.parametrize("seconds, text", [(0, "0:00.00"), (7.005, "0:07.00"), (62.35, "1:02.35"), (59.999, "1:00.00")])
def test_the_clock(seconds, text):
    assert clock_text(seconds) == text


def test_the_first_run_is_the_best_and_is_saved(own_folder):
    tracker, (message,) = ran()
    assert tracker.best.seconds == pytest.approx(WALK / 60, abs=1.1 / 60)
    assert message == f"finished in {clock_text(tracker.best.seconds)}: silver medal, your best. {{restart}}: start again"
    assert load_best(own_folder / "glissade" / "runs" / "scene.json", "0") == tracker.best


def test_only_a_faster_run_replaces_the_best():
    slow, (_,) = ran(waiting=30)
    fast, (message,) = ran()
    assert fast.ghost == slow.best and fast.best.seconds < slow.best.seconds
    assert "your best (before: 0:01.40)" in message
    again, (message,) = ran(waiting=10)
    assert again.best == fast.best and "your best" not in message


def test_the_ghost_follows_the_best_run():
    ran()
    simulation, tracker = tracked()
    tracker.update(simulation.tick(Intent()))
    assert tracker.ghost_at(simulation.time)[0][1] == pytest.approx(0.0, abs=1e-3)
    for _ in range(30):
        tracker.update(simulation.tick(FORWARD))
        place, heading, frame = tracker.ghost_at(simulation.time)
        assert place == pytest.approx(simulation.state.position, abs=0.002) and (heading, frame) == (0.0, None)


def test_a_ghost_ends_with_its_run_and_is_not_interpolated_over_a_teleport():
    run = BestRun("0", 1.0, 0.05, ((0, 0, 0, 0.0), (0, 1, 0, 0.0), (0, 9, 0, 1.0), (0, 10, 0, 1.0)))
    assert run.at(0.025) == ((0, 0.5, 0), 0.0, None)
    assert run.at(0.099) == ((0, 1, 0), 0.0, None)
    assert run.at(0.16) is None


def test_a_ghost_has_the_frame_of_its_run_on_a_ceiling():
    """Up to the ceiling, over the line there, and down to the floor: the ghost's frame is the player's, but for rounding.

    A turn of 6 degrees a tick that begins or ends between two rows, 3 ticks apart, is smoothed: up to 4 degrees, twice a turn.
    """

    def level():
        up = Volume("gravity", TurnedGravity(1.0, Down(direction=(0.0, 0.0, 1.0))), (0.0, 6.0, -1.0), 0.0, 8.0, (20.0, 9.0))
        line = Volume("finish", Finish(8.0, 9.0, 10.0), (0.0, 14.0, 0.0), 0.0, 6.0, (9.0, 1.0))
        return level_of(floor(), floor(6.0)[:, ::-1], volumes=(up, line))

    tracker, simulation = None, Simulation(level())
    for _ in range(2):
        simulation.restart()
        tracker, frames, errors = RaceTracker(simulation), [], []
        for _ in range(200):
            tracker.update(simulation.tick(FORWARD))
            if simulation.state.finished < 0 and (ghost := tracker.ghost_at(simulation.time)):
                errors.append(np.abs(np.subtract(ghost[2] or np.eye(3), simulation.state.frame or np.eye(3))).max())
                frames.append(ghost[2])
    assert max(errors) < np.sin(np.radians(4.0)) + 0.001 and sum(error > 0.002 for error in errors) <= 8
    assert load_best(path_of(simulation.level.name, "exact"), simulation.level.hash) == tracker.best
    assert None in frames and any(frame and frame[2][2] < -0.99 for frame in frames)


@pytest.mark.parametrize("row", [(0, 0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 1, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)])
def test_a_frame_that_is_not_orthonormal_is_damage(row):
    run = BestRun("0", 1.0, 0.05, (row, row))
    assert not run.is_valid() and replace(run, track=((0, 0, 0, 0, 1.0, 0, 0, 0, 0, -1.0),) * 2).is_valid()


GATE = Volume("checkpoint", Checkpoint("Mind the gap."), (0.0, 2.5, 0.0), 0.0, 2.0, (4.0, 1.0))


def test_a_checkpoint_message_has_number_time_difference_and_what_is_ahead():
    level = level_of(floor(), volumes=(GATE, LINE))
    _, (gate, _) = ran(simulation=Simulation(level))
    assert gate == "checkpoint 1 of 1 at 0:00.42. Mind the gap."
    tracker, (gate, _) = ran(waiting=30, simulation=Simulation(level))
    assert gate == "checkpoint 1 of 1 at 0:00.92, 0.50 s behind your best. Mind the gap."
    assert tracker.best.splits == ((0, 0.4167),)


def test_a_checkpoint_has_a_message_without_a_clock_too():
    _, (message,) = ran(simulation=Simulation(level_of(floor(), volumes=(GATE,))))
    assert message == "checkpoint 1 of 1. Mind the gap."


def test_the_next_goal_is_the_next_checkpoint_and_then_the_finish():
    goals = [next_goal(level_of(floor(), volumes=(GATE, LINE, GATE)), last) for last in (-1, 0, 2)]
    assert goals == [0, 2, 1] and next_goal(level_of(floor()), -1) is None


def test_a_run_of_another_player_or_from_elsewhere_does_not_count():
    tracker, _ = ran(run_speed=20.0, speed=9.0)
    assert tracker.best is None
    simulation, tracker = tracked()
    simulation.teleport((0.0, 3.0, 0.9001))
    messages = [message for _ in range(60) if (message := tracker.update(simulation.tick(FORWARD)))]
    assert messages == ["this run does not count: it began again, not at the start. {restart}: start again"]
    assert tracker.best is None and tracker.result.medal is None


def test_a_run_that_will_begin_elsewhere_has_its_message_before_the_first_step():
    """A newcomer landed from noclip, saw the clock at 0:00.00, and walked."""
    simulation, tracker = tracked()
    for place, reason in (((0.0, 3.0, 0.9001), ELSEWHERE), ((0.0, 2.0, 0.9001), ELSEWHERE), ((0.0, 0.0, 0.9001), "")):
        simulation.teleport(place)
        messages = [message for _ in range(5) if (message := tracker.update(simulation.tick(Intent())))]
        assert messages == ([uncounted_message(reason)] if reason else []) and tracker.reason == reason
        assert goals_text(tracker, (0, 0)) == ("not counted" if reason else "first run")


def test_after_a_run_that_does_not_count_a_restart_says_nothing_and_the_next_run_counts():
    simulation, tracker = tracked()
    simulation.teleport((0.0, 3.0, 0.9001))
    for _ in range(60):
        tracker.update(simulation.tick(FORWARD))
    simulation.restart()
    assert [tracker.update(simulation.tick(Intent())) for _ in range(5)] == [None] * 5
    messages = [message for _ in range(60) if (message := tracker.update(simulation.tick(FORWARD)))]
    assert tracker.best is not None and ["your best" in message for message in messages] == [True]


@pytest.mark.parametrize("rules", [Rules.thebigh(), replace(Rules.modern(), steep_is_wall=False)], ids=["thebigh", "no walls"])
def test_a_run_by_other_rules_does_not_count_even_for_a_while(rules):
    simulation, tracker = tracked()
    messages = []
    for ticks, played in ((20, rules), (40, Rules.modern())):
        simulation.set_rules(played)
        messages += [message for _ in range(ticks) if (message := tracker.update(simulation.tick(FORWARD)))]
    (warned,) = messages
    assert warned.startswith("this run does not count: you changed ") and ". with the usual rules and player, {restart}" in warned
    assert tracker.best is None and verdict_lines(tracker.result)[1] == tracker.reason


@pytest.mark.parametrize("back, counts", [(0, True), (5, False)])
def test_a_run_with_a_rewind_does_not_count(back, counts):
    simulation, tracker = tracked()
    for ticks in (30, 60):
        messages = [message for _ in range(ticks) if (message := tracker.update(simulation.tick(FORWARD)))]
        simulation.rewind(back)
    assert (tracker.best is not None) is counts and len(messages) == 1, "the player is told at once, and once"
    assert ("silver medal" if counts else "this run does not count: you went back in time") in messages[0]


def test_a_level_without_a_finish_has_no_clock():
    simulation = Simulation(level_of(floor()))
    tracker = RaceTracker(simulation)
    assert tracker.update(simulation.tick(FORWARD)) is None and tracker.ghost_at(1.0) is None
    assert run_seconds(simulation.state, 60) == 0.0


GOOD = {"level_hash": "0", "seconds": 3.0, "step": 0.05, "track": [[0, 0, 0, 0], [0, 1, 0, 0]]}
DAMAGED = {
    "no JSON": "{",
    "no table": "[]",
    "a list in it": json.dumps({**GOOD, "seconds": []}),
    "not a number": json.dumps({**GOOD, "seconds": float("nan")}),
    "negative": json.dumps({**GOOD, "seconds": -1}),
    "a short row": json.dumps({**GOOD, "track": [[0, 0], [1, 1]]}),
    "words in the track": json.dumps({**GOOD, "track": [["a", "b", "c", "d"]] * 2}),
    "words in the splits": json.dumps({**GOOD, "splits": [[1, "a"]]}),
    "no track": json.dumps({"level_hash": "0", "seconds": 3.0}),
    "lists in lists": 9999 * "[",
    "a coordinate too large for a float": json.dumps({**GOOD, "track": [[10**400, 0, 0, 0], [0, 1, 0, 0]]}),
    "no time between two rows": json.dumps({**GOOD, "step": 1e-320}),
    "another level": json.dumps({**GOOD, "level_hash": "1"}),
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_counts_as_no_run(own_folder, text):
    path = own_folder / "run.json"
    path.write_text(text)
    assert load_best(path, "0") is None
    path.write_text(json.dumps(GOOD))
    assert load_best(path, "0").seconds == 3.0


def test_the_game_goes_on_when_the_disk_cannot_be_written(own_folder):
    (own_folder / "glissade").write_text("a file where the folder should be")
    tracker, (message,) = ran()
    assert "your best" in message and load_best(path_of(level_of(floor()).name, "exact"), "0") is None


def test_a_recording_wins_nothing(own_folder):
    """Nor does a run that the player takes over; the next one from the start is the player's."""
    for replayed in (80, 1, 40):
        simulation, tracker = tracked()
        messages = [tracker.update(simulation.tick(FORWARD), number >= replayed) for number in range(80)]
        (words,) = filter(None, messages)
        assert "medal" not in words and "best" not in words and "a recording, so not kept" in words
        assert tracker.best is None and tracker.result.medal is None
        assert verdict_lines(tracker.result)[0] == "this run does not count: it is a recording"
        assert list(own_folder.iterdir()) == []
    assert ran(tracker=tracker, simulation=simulation)[0].best is not None


@pytest.mark.parametrize("script", [[Intent()] * 80, None], ids=["replay", "player"])
def test_the_game_knows_which_ticks_are_played_back(script):
    """The intents of a recording are played by the same clock as the player's own."""
    heard, look = [], SimpleNamespace(heading=0.0)
    game = SimpleNamespace(
        sounds=SimpleNamespace(play=lambda _: None),
        _flash=SimpleNamespace(put=lambda _: None),
        _without_repeated_deaths=lambda events: events,
        viewpoint=SimpleNamespace(landings=[]),
        lessons=SimpleNamespace(handle_tick=lambda _: None, is_open=False),
        captions=SimpleNamespace(add=lambda _: None),
        _goals=SimpleNamespace(update=lambda record, is_players: ([], None)),
        _race=SimpleNamespace(update=lambda record, is_players: heard.append(is_players)),
        session=Session(Simulation(level_of(floor())), lambda *played: Game._handle_tick(game, *played)),
    )
    game.intents = Intents(game.session, None, look, None, lambda message: None)
    game.intents.play(script)
    game.intents._from_controls = Intent
    for _ in range(30):
        game.session.advance(0.05, game.intents.next)
    assert heard == [False] * (80 if script else 0) + [True] * (len(heard) - (80 if script else 0)) and len(heard) >= 89


def in_a_file(*volumes):
    level = level_of(floor(), volumes=volumes)
    level.path = Path("scene.toml")
    return level


def recorded(tmp_path, level, ticks=80, **params):
    """(RaceTracker, Simulation) after a run by the feel smooth."""
    simulation = Simulation(level, PlayerParams(**{**FEELS["smooth"], **params}))
    tracker = RaceTracker(simulation)
    for _ in range(ticks):
        tracker.update(simulation.tick(FORWARD))
    return tracker, simulation


def test_a_saved_run_is_raced_against(tmp_path, monkeypatch):
    """Its file ends at the finish, and gives the ghost of the run itself, in a place without the best run."""
    monkeypatch.chdir(tmp_path)
    level = in_a_file(GATE, LINE)
    tracker, simulation = recorded(tmp_path, level)
    assert "--ghost out/run-001.txt" in save_run(tracker, simulation).replace("\\", "/")
    text = (tmp_path / "out" / "run-001.txt").read_text()
    recording = Recording.parse(text)
    assert recording.script.ticks == simulation.state.finished < 80 and len(text) < 2000
    rival = rival_of(recording, level, "run-001.txt")
    assert rival == tracker.run
    other = RaceTracker(Simulation(level, PlayerParams()))
    other.rival = rival
    assert ran(tracker=other, simulation=other._sim)[1][0].endswith("s ahead of the ghost. Mind the gap.")


@pytest.mark.parametrize(
    "change, why",
    [
        (("forward=1.0", "forward=0.99"), "not those that it is signed with"),
        (("speed=5.0", "speed=9.0"), r"its player is not the usual one \(speed\)"),
        (("gravity_lands=True", "gravity_lands=False"), r"its player is not the usual one \(gravity lands\)"),
        (("level-hash: 0", "level-hash: 1"), "another version of level"),
    ],
)
def test_a_manipulated_run_says_so(tmp_path, change, why):
    level = in_a_file(LINE)
    tracker, simulation = recorded(tmp_path, level)
    text = str(Recording.of_run(level, 60, tracker.past))
    assert text.count(change[0]) == 1
    with pytest.raises(InputError, match=why):
        rival_of(Recording.parse(text.replace(*change)), level, "run.txt")


def test_a_run_that_does_not_finish_is_no_ghost(tmp_path):
    level = in_a_file(LINE)
    _, simulation = recorded(tmp_path, level, ticks=20)
    with pytest.raises(InputError, match="does not reach the finish"):
        rival_of(Recording.of(simulation), level, "run.txt")


@pytest.mark.parametrize("kind, seconds", [("own", 1.0), ("silver", 1.0), ("gold", 0.8), ("off", None)])
def test_the_ghost_of_a_medal_is_the_tour_in_its_time(kind, seconds):
    tracker, simulation = recorded(None, level_of(floor(), volumes=(LINE,)))
    race = RaceTracker(Simulation(level_of(floor(), volumes=(LINE,))), lambda: kind)
    race.tour, race.best = tracker.run, None
    race.update(race._sim.tick(Intent()))
    assert (race.ghost and race.ghost.seconds) == seconds
    if seconds:
        half = race.ghost.at(0.5 * seconds)[0][1]
        assert half == pytest.approx(tracker.run.at(0.5 * tracker.run.seconds)[0][1]) and race.ghost_name in ("silver", "gold")


def test_the_tours_of_races_reach_the_finish():
    for name in ("gauntlet", "platforms", "river"):
        tour = TourRun.of_level(load_level(name))
        tour.advance(0.0)
        assert not tour.is_done and tour.run is None
        tour.advance()
        assert medal_of(finish_of(load_level(name)), tour.run.seconds) == "gold"


@pytest.mark.parametrize("what", ["menu", "window", "help"])
def test_a_menu_or_another_window_stops_the_clock_as_a_pause_does(what):
    """In a menu no time passes, so that a run with one says what a run with a pause says."""
    menu, window = SimpleNamespace(is_open=what == "menu"), SimpleNamespace(away=what == "window")
    interface = MagicMock(help=SimpleNamespace(visible=what == "help"))
    stub = MagicMock(menu=menu, window=window, interface=interface, session=MagicMock(paused=False, slower=1))
    stub._waits = Game._waits.fget(stub)
    Game._frame(stub, MagicMock())
    stub._race.disturb.assert_called_once_with(STOPPED)
