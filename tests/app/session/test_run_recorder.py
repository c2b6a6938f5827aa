"""F5: the play recorded from where the player stands, whatever happens to the run meanwhile, to the same hash."""

import pytest

from game.app.session import run_recorder as module
from game.app.session.play_session import Session
from game.app.session.run_recorder import Recorder
from game.collision import Rules
from game.simulation import Intent, Recording, Simulation

FRAME = 1 / 60


class Play:
    """A game without a window: a session, a recorder, and the hands at the keys."""

    def __init__(self, level, **options):
        self.session, self.recorder, self.messages = Session(Simulation(level, **options)), Recorder(), []
        self.walk(10, (0.0, 0.0))

    def walk(self, ticks, wish=(0.1, 0.97), heading=0.123456789):
        for _ in range(ticks):
            self.session.advance(FRAME * 1.0001, lambda: Intent(wish, heading=heading))
            self.watch()

    def watch(self):
        words = self.recorder.update(self.session.sim)
        self.messages += [words] if words else []

    def key(self):
        return self.recorder.toggle(self.session, flying=False)

    def recorded(self, number=1):
        return Recording.parse((module.FOLDER / f"recording-{number:03d}.txt").read_text())


@pytest.fixture
def play(level, elsewhere):
    return Play(level)


def test_from_key_to_key(play, level):
    play.walk(25)
    assert play.key() == "recording: {record} stops it" and play.recorder.clock == "REC 0:00"
    play.walk(70)
    assert play.recorder.clock == "REC 0:01"
    assert play.key().endswith("s: out/recording-001.txt") and play.recorder.clock == ""
    recording = play.recorded()
    assert recording.verify(level) == (True, play.session.sim.state_hash())
    assert recording.position[1] > 1.5 and recording.script.ticks >= 65


def test_recordings_are_numbered(play):
    for number in (1, 2):
        play.key()
        play.walk(5)
        assert f"recording-{number:03d}" in play.key()
    (module.FOLDER / "recording-001.txt").unlink()
    play.key()
    play.walk(5)
    assert "recording-003" in play.key()


@pytest.mark.parametrize("disturb", ["restart", "teleport", "another level"])
def test_a_restart_ends_the_recording_and_nothing_is_lost(play, level, disturb):
    play.key()
    play.walk(30)
    hash_before = play.session.sim.state_hash()
    if disturb == "restart":
        play.session.restart()
    elif disturb == "teleport":
        play.session.move_eye_to((0.0, 0.0, 3.0), 0.0)
    else:
        play.session = Session(Simulation(level))
    play.walk(3)
    assert not play.recorder.is_on and len(play.messages) == 1 and play.messages[0].startswith("the run started again: recorded ")
    assert play.recorded().verify(level) == (True, hash_before)


def test_going_back_and_other_branches_belong_to_it(play, level):
    play.key()
    play.walk(30)
    play.session.show_tick(10)
    play.watch()
    play.session.resume()
    play.walk(10, (1.0, 0.0))
    play.session.undo()
    play.watch()
    assert play.recorder.is_on and not play.messages
    play.key()
    assert play.recorded().verify(level) == (True, play.session.sim.state_hash())


def test_other_rules_in_the_middle_are_in_it(play, level):
    play.key()
    play.walk(20)
    play.session.branch(rules=Rules.fauerby())
    play.walk(20)
    play.key()
    assert len(play.recorded().changes) == 1
    assert play.recorded().verify(level) == (True, play.session.sim.state_hash())


def test_it_ends_when_no_more_is_remembered(level, elsewhere):
    play = Play(level, history=40)
    play.key()
    play.walk(60)
    assert len(play.messages) == 1 and play.messages[0].startswith("the memory is full: recorded 0.7 s")
    assert play.recorded().verify(level)[0]


def test_states_in_which_no_recording_can_begin(play):
    words = {}
    words["flying"] = play.recorder.toggle(play.session, flying=True)
    play.session.pause()
    words["paused"] = play.key()
    play.session.resume()
    for name, changes in {"on a lift": {"ground_body": 0}, "crouched": {"crouched": 0.5}}.items():
        state = play.session.sim.state
        play.session.sim.state = state.replace(**changes)
        words[name] = play.key()
        play.session.sim.state = state
    assert not play.recorder.is_on and all(text.startswith("a recording begins") for text in words.values()), words


def test_nothing_yet_and_nowhere_to_write(play, monkeypatch):
    play.key()
    assert play.key().startswith("nothing to record")
    play.walk(3)
    play.key()
    play.walk(3)
    monkeypatch.setattr(module, "FOLDER", module.Path("file") / "out")
    module.Path("file").write_text("")
    assert "cannot be written: Not a directory" in play.key()
