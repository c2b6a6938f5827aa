"""Sounds: the files are what their script makes, and each event makes the right one; without a device all is silent."""

import importlib.util
import wave
from types import SimpleNamespace

import numpy as np
import pytest

from game.simulation import EventKind
from game.simulation.events import Event
from game.view.sound_choice import PLAIN, STEPS, sounds_of
from game.view.sounds import FOLDER, Sounds, has_sound, sound_library


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_sounds", FOLDER / "make_sounds.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def samples(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)


def test_the_files_are_what_the_script_makes(script, tmp_path):
    """To a bit or so: another machine's sines may round another way."""
    assert {path.stem for path in FOLDER.glob("*.wav")} == set(script.SOUNDS)
    for name in script.SOUNDS:
        script.write(name, tmp_path)
        kept, made = samples(FOLDER / f"{name}.wav"), samples(tmp_path / f"{name}.wav")
        assert len(kept) == len(made) and np.abs(kept - made).max() <= 2, name


def test_sounds_are_heard_do_not_click_and_are_small():
    files = list(FOLDER.glob("*.wav"))
    assert sum(path.stat().st_size for path in files) < 200_000
    for path in files:
        sound = samples(path)
        assert 6000 < np.abs(sound).max() < 32700 and abs(sound[0]) < 3000 and abs(sound[-1]) < 300, path.name


LEVEL = SimpleNamespace(
    materials=[SimpleNamespace(name=name) for name in ("stone", "wood", "grass", "own")],
    volumes=[SimpleNamespace(kind="water"), SimpleNamespace(kind="wind")],
)


def chosen(event, inside=(), walked=0.0):
    record = SimpleNamespace(after=SimpleNamespace(inside=inside, walked=walked))
    return sounds_of([event], record, LEVEL)


def event(kind, **rest):
    return Event(kind, (0.0, 0.0, 0.0), **rest)


UNDERFOOT = [(0, "step_stone"), (1, "step_wood"), (2, "step_grass"), (3, "step_stone"), (-1, "step_stone")]


@pytest.mark.parametrize("surface, name", UNDERFOOT)
def test_a_footstep_sounds_of_what_is_underfoot(surface, name):
    ((found, loudness),) = chosen(event(EventKind.FOOTSTEP, surface=surface, amount=5.0))
    assert found == name and 0.3 < loudness < 1.0
    assert chosen(event(EventKind.FOOTSTEP, surface=surface, amount=8.0))[0][1] > loudness
    assert chosen(event(EventKind.FOOTSTEP, surface=surface), inside=(0,))[0][0] == "step_water"


def test_the_feet_take_turns():
    feet = [chosen(event(EventKind.FOOTSTEP, surface=0), walked=1.6 * n + 0.1)[0][0] for n in range(4)]
    assert feet == ["step_stone", "step_stone_2"] * 2


def test_a_hard_landing_is_louder_and_a_soft_one_silent():
    assert chosen(event(EventKind.LANDED, amount=0.5)) == []
    (soft, hard) = (chosen(event(EventKind.LANDED, amount=speed))[0][1] for speed in (3.0, 9.0))
    assert hard == pytest.approx(3 * soft)


def test_water_splashes_and_wind_does_not():
    assert chosen(event(EventKind.ENTERED, volume=0))[0][0] == "splash"
    assert chosen(event(EventKind.ENTERED, volume=1)) == [] and chosen(event(EventKind.LEFT, volume=0)) == []


def test_every_sound_has_its_file():
    names = {name for name, _ in PLAIN.values()} | {"land", "splash", "step_water", "step_stone", "step_stone_2"}
    names |= {f"step_{name}{foot}" for name in STEPS.values() for foot in ("", "_2")}
    assert names == {path.stem for path in FOLDER.glob("*.wav")}


class Loader:
    """Instead of ShowBase's: remembers what it was asked for."""

    def __init__(self):
        self.played = []

    def loadSfx(self, path):  # noqa: N802
        name = path.getBasenameWoExtension()
        return SimpleNamespace(setVolume=lambda loudness: None, play=lambda: self.played.append(name))


def test_sounds_are_played_unless_switched_off_or_missing():
    loader, settings = Loader(), SimpleNamespace(sounds=True)
    sounds = Sounds(loader, settings)
    sounds.play([("land", 0.5), ("there is none", 1.0), ("bump", 1.0)])
    settings.sounds = False
    sounds.play([("land", 0.5)])
    assert loader.played == ["land", "bump"]


def test_a_sound_device_is_looked_for_before_it_is_used(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("game.view.sounds.DEVICES", tmp_path)
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not has_sound() and sound_library() == "null"
    (tmp_path / "pcmC0D0p").touch()
    assert has_sound() and sound_library() == "p3openal_audio"
