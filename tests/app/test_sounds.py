"""Sounds: the files are what their script makes, each event plays the right one, and there is silence without a device."""

import importlib.util
import wave
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from game.app.sound import (
    LOUDEST,
    SILENT,
    SWELL,
    SoundPlayer,
    ambient_loudness,
    distance_to,
    has_sound,
    sound_library,
)
from game.level.contents.mover import Waypoint
from game.level.contents.volume import Finish, MagicWall, Volume, Water
from game.scene.event_sounds import FOLDER, INCIDENTS, PLAIN, STEPS, event_sounds
from game.simulation import EventKind, PlayerParams
from game.simulation.event_detection import Event, events_of
from tests.processes import output_of_process
from tests.simulation.driving import run, settled, simulate, walk
from tests.simulation.scenes import box, floor, mover, volume


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
    """Within 2 units of 32768: the sine of another machine may round differently."""
    assert {path.stem for path in FOLDER.glob("*.wav")} == {*script.SOUNDS, *script.LOOPS}
    for name in (*script.SOUNDS, *script.LOOPS):
        script.write(name, tmp_path)
        kept, made = samples(FOLDER / f"{name}.wav"), samples(tmp_path / f"{name}.wav")
        assert len(kept) == len(made) and np.abs(kept - made).max() <= 2, name


def test_sounds_are_loud_enough_do_not_click_and_are_small():
    files = list(FOLDER.glob("*.wav"))
    assert sum(path.stat().st_size for path in files) < 640_000
    for path in files:
        sound = samples(path)
        seam = 0 if path.stem in LOUDEST else max(abs(sound[0]), abs(sound[-1]))
        assert 6000 < np.abs(sound).max() < 32000 and seam == 0, path.name


@pytest.mark.parametrize("name", LOUDEST)
def test_loops_have_no_seam(name):
    """The step from the last value to the first is no larger than the largest other step."""
    sound = samples(FOLDER / f"{name}.wav")
    assert abs(sound[0] - sound[-1]) <= np.abs(np.diff(sound)).max()
    ends, middle = np.r_[sound[-300:], sound[:300]], np.abs(sound).max()
    assert 0.05 < np.abs(ends).max() / middle


def middle_pitch(name):
    """(median frequency [1/s] of what small loudspeakers can play of a sound, its share of the energy)."""
    sound = samples(FOLDER / f"{name}.wav")
    power, pitch = np.abs(np.fft.rfft(sound)) ** 2, np.fft.rfftfreq(len(sound), 1 / 22050)
    heard = np.where(pitch > 150, power, 0.0)
    return pitch[np.searchsorted(np.cumsum(heard), heard.sum() / 2)], heard.sum() / power.sum()


def test_surfaces_sound_different_also_on_small_loudspeakers():
    wood, iron, water, grass = (middle_pitch(f"step_{name}")[0] for name in ("wood", "iron", "water", "grass"))
    assert 1.5 * wood < iron and 1.5 * iron < water and 1.5 * water < grass
    assert min(middle_pitch(path.stem)[1] for path in FOLDER.glob("*.wav")) > 0.5


VOLUMES = (("water", None), ("wind", None), ("finish", Finish(9, 12, 15)))
LEVEL = SimpleNamespace(
    materials=[SimpleNamespace(name=name) for name in ("stone", "wood", "grass", "own")],
    volumes=[SimpleNamespace(kind=kind, effect=effect) for kind, effect in VOLUMES],
    movers=[SimpleNamespace(surfaces=[0, 0]), SimpleNamespace(surfaces=[0, 1])],
)


def chosen(event, inside=(), walked=0.0, on=-1, finished=0):
    after = SimpleNamespace(inside=inside, walked=walked, ground_body=on, started=0, finished=finished, finish_part=1.0)
    return event_sounds([event], SimpleNamespace(after=after, params=PlayerParams(), lab=None), LEVEL, 60)


def event(kind, **rest):
    return Event(kind, (0.0, 0.0, 0.0), **rest)


GROUNDS = [(0, "step_stone"), (1, "step_wood"), (2, "step_grass"), (3, "step_stone"), (-1, "step_stone")]


@pytest.mark.parametrize("surface, name", GROUNDS)
def test_a_footstep_sounds_of_the_ground(surface, name):
    ((found, loudness, pitch),) = chosen(event(EventKind.FOOTSTEP, surface=surface, amount=5.0))
    assert found == name and 0.3 < loudness < 1.0 and 0.9 < pitch < 1.1
    assert chosen(event(EventKind.FOOTSTEP, surface=surface, amount=8.0))[0][1] > loudness
    assert chosen(event(EventKind.LANDED, surface=surface, amount=8.0))[1].name == name
    assert chosen(event(EventKind.FOOTSTEP, surface=surface), inside=(0,))[0][0] == "step_water"


def test_left_and_right_foot_alternate():
    feet = [chosen(event(EventKind.FOOTSTEP, surface=0), walked=1.6 * n + 0.1)[0][0] for n in range(4)]
    assert feet == ["step_stone", "step_stone_2"] * 2


def test_no_two_steps_are_alike():
    walk = [chosen(event(EventKind.FOOTSTEP, surface=0, amount=5.0), walked=1.6 * n + 0.1)[0] for n in range(12)]
    assert len(set(walk)) == 12
    assert all(abs(left.pitch - right.pitch) > 0.02 for left, right in zip(walk[::2], walk[2::2]))


def test_movers_sound_of_iron_unless_they_are_of_wood():
    assert [chosen(event(EventKind.FOOTSTEP), on=mover)[0].name for mover in (0, 1)] == ["step_iron", "step_wood"]


def test_a_medal_has_a_sound_of_its_own():
    assert [chosen(event(EventKind.FINISHED), finished=60 * s)[0].name for s in (15, 16)] == ["medal", "finish"]


def test_a_hard_landing_is_louder_and_a_soft_one_silent():
    assert chosen(event(EventKind.LANDED, amount=0.5)) == []
    (soft, hard) = (chosen(event(EventKind.LANDED, amount=speed))[0][1] for speed in (3.0, 9.0))
    assert hard == pytest.approx(3 * soft)


def test_water_splashes_and_wind_does_not():
    assert chosen(event(EventKind.ENTERED, volume=0))[0][0] == "splash"
    assert chosen(event(EventKind.ENTERED, volume=1)) == [] and chosen(event(EventKind.LEFT, volume=0)) == []


def test_a_character_that_walks_through_a_magic_wall_hears_it_once_each_way():
    """The third example of the lecture: a character walks through a wall, and a magical sound is triggered (L33)."""
    held = replace(volume(MagicWall(False), at=(0.0, 2.25, 0.0), size=(10.0, 0.5), height=4.0), kind="magic_wall")
    sim = settled(simulate(floor(-0.01), box((-5.0, 2.0, 0.0), (5.0, 2.5, 4.0)), volumes=(held,)))
    for forward in (1.0, -1.0):
        records = run(sim, 60, walk(0.0, 5.0 * forward))
        entered = [(event, record) for record in records for event in events_of(record) if event.kind == EventKind.ENTERED]
        cues = [cue for event, record in entered for cue in event_sounds([event], record, sim.level, sim.hz)]
        assert [cue.name for cue in cues] == ["magic"]
        assert records[-1].after.position[1] == pytest.approx(2.5 + 2.5 * forward, abs=1e-9)


def test_every_sound_has_its_file():
    names = {cue.name for cue in PLAIN.values()} | {"land", "splash", "finish", "medal"} | set(INCIDENTS.values())
    names |= set(LOUDEST) | {f"step_{name}{foot}" for name in {*STEPS.values(), "stone", "iron", "water"} for foot in ("", "_2")}
    assert names == {path.stem for path in FOLDER.glob("*.wav")}


class Base:
    """Replaces ShowBase and records what is played."""

    def __init__(self, device=True):
        self.loader, self.played, self.voices, self.made, self.looping, self.stopped = self, [], 0, [], [], []
        self.sfxManagerList = [SimpleNamespace(isValid=lambda: device)]

    def loadSfx(self, path):  # noqa: N802
        self.voices += 1
        sound = SimpleNamespace(name=path.getBasenameWoExtension(), number=self.voices)
        self.made.append(sound)
        sound.setLoop = lambda on: self.looping.append(sound.name)
        sound.stop = lambda: self.stopped.append(sound.name)
        sound.setVolume = lambda loudness: setattr(sound, "loudness", loudness)
        sound.setPlayRate = lambda pitch: setattr(sound, "pitch", pitch)
        sound.play = lambda: self.played.append((sound.name, sound.number, sound.loudness, getattr(sound, "pitch", 1.0)))
        return sound


def test_sounds_are_played_unless_switched_off_or_missing():
    base, settings = Base(), SimpleNamespace(sounds=True, volume=50, event_volume=100, ambient_volume=100)
    sounds = SoundPlayer(base, settings)
    sounds.play([("land", 0.5, 1.0), ("there is none", 1.0, 1.0), ("bump", 1.0, 1.1), ("land", 0.25, 1.0)])
    settings.sounds = False
    sounds.play([("land", 0.5, 1.0)])
    assert base.played == [("land", 1, 0.25, 1.0), ("bump", 3, 0.5, 1.1), ("land", 2, 0.125, 1.0)]


def test_loops_fade_in_go_on_and_fade_out():
    base, settings = Base(), SimpleNamespace(sounds=True, volume=50, event_volume=100, ambient_volume=100)
    sounds = SoundPlayer(base, settings)
    sounds.play_loops({"wind": 0.0, "water": 0.4}, SWELL / 2)
    assert [name for name, *_ in base.played] == ["water"] and base.looping == ["water"]
    (loop,) = base.made
    assert loop.loudness == pytest.approx(0.1)
    sounds.play_loops({"water": 0.4}, SWELL)
    assert loop.loudness == pytest.approx(0.2) and len(base.played) == 1
    settings.sounds = False
    sounds.play_loops({"water": 0.4}, SWELL)
    assert base.stopped == ["water"]
    settings.sounds = True
    sounds.play_loops({"water": 0.4}, SWELL)
    assert len(base.played) == 2 and base.voices == 1


def test_a_faint_loop_starts():
    base = Base()
    sounds = SoundPlayer(base, SimpleNamespace(sounds=True, volume=100, event_volume=100, ambient_volume=100))
    for _ in range(200):
        sounds.play_loops({"hum": 0.01}, 0.005)
    assert len(base.played) == 1 and base.made[0].loudness == pytest.approx(0.01, rel=0.1)


POOL = Volume("water", Water((0.0, 0.0, 0.0), 1.0, 1.0, 1.0, 1.0), (10.0, 0.0, 0.0), 0.0, 2.0, (4.0, 6.0))


def loudness_at(listener, *movers, time=0.0):
    level = SimpleNamespace(volumes=(POOL,), movers=movers)
    return ambient_loudness(SimpleNamespace(sim=SimpleNamespace(level=level), time=lambda: time), listener)


DISTANCES = {(10, 0, 1): 0.0, (4, 0, 1): 4.0, (15, 7, 1): 5.0, (10, 0, 5): 3.0, (10, 3, -2): 2.0}


@pytest.mark.parametrize("place", DISTANCES)
def test_the_distance_to_a_volume(place):
    assert distance_to(POOL, place) == pytest.approx(DISTANCES[place])


def test_nearer_sources_are_louder_and_far_ones_silent():
    heard = [loudness_at((x, 0.0, 1.0))["water"] for x in (-20.0, 0.0, 5.0, 10.0)]
    assert heard[0] == 0.0 < heard[1] < heard[2] < heard[3] == LOUDEST["water"]
    assert loudness_at((10.0, 0.0, 1.0))["wind"] == 0.0


def test_a_mover_hums_only_while_it_moves():
    path = Waypoint(pause=1.0), Waypoint((0.0, 0.0, 6.0))
    lift = mover(floor(0.0, (-1.0, -1.0), (1.0, 1.0)), path=path, speed=4.0)
    loud = [loudness_at((0.0, 0.0, 2.0), lift, time=time)["hum"] for time in (0.5, 1.5)]
    assert loud[0] == 0.0 < loud[1] <= LOUDEST["hum"]


def test_a_missing_device_is_reported():
    assert [SoundPlayer(Base(device), None).problem for device in (True, False)] == ["", SILENT]


MIXED = """
import sys, time
from types import SimpleNamespace
from panda3d.core import AudioManager, load_prc_file_data
load_prc_file_data("", "audio-library-name p3openal_audio")
from game.app.sound import SoundPlayer
device = AudioManager.createAudioManager()
base = SimpleNamespace(loader=SimpleNamespace(loadSfx=device.getSound), sfxManagerList=[device])
sounds = SoundPlayer(base, SimpleNamespace(sounds=True, volume=50, event_volume=100, ambient_volume=100))
for cue in (("bump", 1.0, 1.0), ("step_grass", 0.5, 1.0), None):
    if cue:
        sounds.play([cue])
    until = time.monotonic() + 0.4
    while time.monotonic() < until:
        if not cue:
            sounds.play_loops({"wind": 0.5}, 1.0)
        device.update()
        time.sleep(0.02)
"""

def test_openal_plays_sounds(tmp_path):
    """OpenAL writes its output into a file: first the bump, then the step, at half the loudness of their files."""
    (tmp_path / "alsoft.conf").write_text(f"[general]\ndrivers = wave\nfrequency = 22050\n[wave]\nfile = {tmp_path}/heard.wav\n")
    output_of_process(MIXED, ALSOFT_CONF=str(tmp_path / "alsoft.conf"), ALSOFT_DRIVERS="wave")
    data = (tmp_path / "heard.wav").read_bytes()
    floats = np.frombuffer(data[data.index(b"data") + 8 :][: len(data) // 8 * 8 - 128], "<f4").reshape(-1, 2)
    heard = np.abs(floats).max(axis=1)
    first = int(np.argmax(heard > 1e-3))
    bump, step, wind = (heard[first + begin : first + end].max() for begin, end in ((0, 6000), (7000, 13000), (18500, 22000)))
    assert 0.2 < bump < 0.45 and 0.05 < step < bump and 0.03 < wind < 0.2


def test_sound_is_off_without_a_device_or_a_named_driver(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("game.app.sound.DEVICES", tmp_path)
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    monkeypatch.delenv("ALSOFT_DRIVERS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not has_sound() and sound_library() == "null"
    monkeypatch.setenv("ALSOFT_DRIVERS", "wave")
    assert has_sound()
    monkeypatch.delenv("ALSOFT_DRIVERS")
    (tmp_path / "pcmC0D0p").touch()
    assert has_sound() and sound_library() == "p3openal_audio"
