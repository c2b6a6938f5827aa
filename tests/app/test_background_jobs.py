"""Light that is made beside the game, and the exchange of plain light for it."""

import json
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

from game.app import background_jobs, game
from game.app.background_jobs import Background, first_light
from game.app.game import Game
from game.core import jit
from game.core.jit import THREAD, NotKept
from game.level import load_level
from game.pictures.offscreen import Studio
from game.scene.light.bake import cached_light
from game.scene.scene import Scene
from game.simulation import Simulation
from tests.app.prepared_cache import use_prepared_cache
from tests.app.table_level import TEXT, table_level
from tests.level.mesh_import.scene_makers import ground, scene_bytes
from tests.processes import ROOT, output_of_process

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="there is plain light only")
PATIENCE = 120.0  # [s]


@pytest.fixture
def no_light(tmp_path, monkeypatch):
    use_prepared_cache(tmp_path / "cache", monkeypatch)


@pytest.fixture
def level(tmp_path, no_light):
    return table_level(tmp_path)


@pytest.fixture
def beside(monkeypatch):
    """A Background whose machine code is in use already."""
    monkeypatch.setattr(background_jobs.jit, "interpret_meanwhile", lambda wanted=True: None)
    monkeypatch.setattr(background_jobs.Background, "_load_code", lambda self: None)
    made = Background("tiny")
    made._code = background_jobs.READY
    yield made
    made.end()


def light_of(beside, level):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        light = beside.pop_lit_nodes(level)
        if light:
            return light
        time.sleep(0.05)
    raise AssertionError(f"no light; last: {beside.text}")


def test_plain_light_comes_at_once_and_baked_light_later(level, beside):
    assert cached_light(level) is None
    plain = beside.start_lighting(level)
    assert beside.text and np.array_equal(plain.colours, first_light(level).colours)
    light_of(beside, level)
    assert cached_light(level) is not None and beside.pop_lit_nodes(level) is None
    assert np.array_equal(beside.start_lighting(level).colours, cached_light(level).colours)


def test_another_process_lights_a_mesh_as_it_was_read(tmp_path, monkeypatch, beside, no_light):
    """At another scale, axis or look it would make the light of another level, and this process would bake again."""
    (tmp_path / "house.glb").write_bytes(scene_bytes(ground()))
    level = load_level(tmp_path / "house.glb", scale=0.25)
    background_jobs.light_level(str(level.path), json.dumps(level.reading))
    assert cached_light(level) is not None
    started = []
    monkeypatch.setattr(beside, "_run_in_process", lambda wanted, *arguments: started.append(arguments))
    light_of(begun(beside, load_level(level.path, scale=0.5)), beside._level)
    assert [json.loads(reading) for _, _, reading in started] == [{"axis": None, "scale": 0.5}]


def begun(beside, level):
    """The Background after it has begun to light a level."""
    beside.start_lighting(level)
    return beside


def test_after_the_exchange_the_picture_is_that_of_baked_light(level, beside):
    plain, sim = beside.start_lighting(level), Simulation(level)
    with Studio((160, 120)) as studio:
        studio.look_at((7.0, -7.0, 5.0), (0.0, 0.0, 0.0))
        scene = Scene(studio.screen, sim, "tiny", baked=plain)
        before = studio.pixels()
        scene.replace_lit_nodes(*light_of(beside, level))
        after = studio.pixels()
        scene.remove()
    with Studio((160, 120)) as studio:
        studio.look_at((7.0, -7.0, 5.0), (0.0, 0.0, 0.0))
        Scene(studio.screen, sim, "tiny")
        wanted = studio.pixels()
    assert np.array_equal(after, wanted) and not np.array_equal(before, wanted)


def test_light_of_a_level_that_was_left_is_not_taken(level, beside, tmp_path):
    beside.start_lighting(level)
    (tmp_path / "other").mkdir()
    other = table_level(tmp_path / "other")
    beside.start_lighting(other)
    light_of(beside, other)
    assert beside.pop_lit_nodes(level) is None


def test_machine_code_is_not_loaded_before_the_first_frame(monkeypatch):
    loaded = threading.Event()
    monkeypatch.setattr(background_jobs.jit, "interpret_meanwhile", lambda wanted=True: None)
    monkeypatch.setattr(background_jobs, "warm_up", lambda alone: loaded.set())
    made = Background("tiny")
    assert not loaded.wait(0.2)
    made.load_code()
    assert loaded.wait(PATIENCE)
    assert made.end()


ENDING = """
import sys, threading
from game.app import background_jobs
background_jobs.PATIENCE = 0.2
started = threading.Event()
background_jobs.warm_up = lambda alone: (started.set(), threading.Event().wait())
made = background_jobs.Background("tiny")
made.load_code()
started.wait()
assert not made.end()
print("ending")
sys.exit()
"""


def test_the_program_ends_although_a_thread_does_not():
    """Whatever it waits for, such as a lock of a library, is not waited for by the player."""
    assert output_of_process(ENDING) == "ending\n"


VISIT = """
import sys
from game.core import jit
from game.core.jit import NotKept
from game.lab import Lab
from game.level import load_level

level = load_level(sys.argv[1])
try:
    with jit.machine_code(only_kept=True):
        lab = Lab(level.exhibits, 60)
        for exhibit in lab.exhibits:
            lab.warm_up(exhibit)
    print("kept")
except NotKept:
    print("not kept")
"""
COMPILE = "import sys; from game.app.background_jobs import compile_exhibits; compile_exhibits(*sys.argv[1:])"


def test_the_exhibits_of_a_level_are_compiled_before_they_are_visited(tmp_path, no_light):
    """The first visit to a room of the lab stopped the game for up to five seconds."""
    path = tmp_path / "lab.toml"
    path.write_text(f'{TEXT}\n[[exhibits]]\nkind = "springs"\nname = "springs"\nat = [0.0, 0.0, 0.0]\nroom = [4.0, 4.0, 4.0]\n')
    level = load_level(str(path))
    modules = {file.stem for file in (ROOT / "game" / "lab").rglob("*.py")}
    for file in (tmp_path / "cache").rglob("*-*.*"):
        if any(file.name.startswith(f"{module}_") for module in modules):
            file.unlink()
    assert output_of_process(VISIT, path) == "not kept\n"
    output_of_process(COMPILE, path, json.dumps(level.reading))
    assert output_of_process(VISIT, path) == "kept\n"


def test_a_new_level_loads_the_code_of_its_exhibits(beside, no_light, monkeypatch):
    """In a process of its own if it is not in the cache. The player waits only for an exhibit without code."""
    calls, level, done = [], load_level("range"), threading.Event()
    sim, names = Simulation(level), [place.name for place in level.exhibits]

    def warm_up(self, exhibit):
        if not done.is_set():
            missing()
        calls.append(exhibit.place.name)

    def run_in_process(self, is_wanted, function, *arguments):
        calls.append((function, arguments))
        assert self.must_wait(sim) and "time stands" in self.text
        done.set()

    monkeypatch.setattr(background_jobs.Lab, "warm_up", warm_up)
    monkeypatch.setattr(Background, "_run_in_process", run_in_process)
    monkeypatch.setattr(Background, "_bake_light", lambda self, level: None)
    monkeypatch.setattr(type(level.exhibits[0]), "is_in_room", lambda place, position: place.name == names[0])
    beside.start_lighting(level)
    for thread in beside._threads:
        thread.join(PATIENCE)
    assert calls == [("compile_exhibits", (str(level.path), json.dumps(level.reading))), *names]
    assert not beside.text, "also in a pause, in which no frame asks `must_wait`"
    assert not beside.must_wait(sim) and not beside.text


def test_without_a_second_process_the_thread_compiles_the_exhibits(beside, no_light, monkeypatch):
    """On a machine with one core they would be compiled while the window stands still."""
    calls, level = [], load_level("range")

    def warm_up(self, exhibit):
        if THREAD.only_kept:
            missing()
        calls.append(exhibit.place.name)

    monkeypatch.setattr(background_jobs.Lab, "warm_up", warm_up)
    monkeypatch.setattr(Background, "_run_in_process", lambda self, is_wanted, function, *arguments: None)
    beside._exhibits_of, beside._without_code = level, {place.name for place in level.exhibits}
    beside._load_exhibits(level)
    assert calls == [place.name for place in level.exhibits]


def missing():
    raise NotKept("springs")


def test_the_game_waits_for_the_process_that_compiles_for_all(monkeypatch):
    """The game had a compiling process of its own, so a game and a program of the library compiled the same twice."""
    warmed, looks = [], []

    def warm_up(alone):
        warmed.append(THREAD.only_kept)
        if THREAD.only_kept:
            raise NotKept("tick")

    def is_expected(folder):
        looks.append((folder, made.text.split(":")[0]))
        return len(looks) < 3

    monkeypatch.setattr(background_jobs.jit, "interpret_meanwhile", lambda wanted=True: None)
    monkeypatch.setattr(background_jobs, "warm_up", warm_up)
    monkeypatch.setattr(background_jobs.background_compiling, "is_expected", is_expected)
    monkeypatch.setattr(Background, "_run_in_process", lambda *given: pytest.fail(f"a process of its own: {given}"))
    made = Background("tiny")
    made.wait(lambda text: None)
    assert made.is_ready and warmed == [True, False]
    assert looks == [(jit.KEPT, "preparing for full speed")] * 3
    assert made.end()


def test_a_clip_is_finished_before_the_game_ends(monkeypatch, capsys):
    """A newcomer quit while a clip was drawn, and lost it without a word. The window is closed: the terminal has the bar."""
    parts, shown = iter((0.0, 0.0, 0.4, 1.0, None)), []

    class Drawing:
        clip_progress = property(lambda self: next(parts))
        text = "saved out/clip-001.webp"

    monkeypatch.setattr(game, "show_bar", lambda part, text: shown.append(part))
    monkeypatch.setattr(game, "sleep", lambda seconds: None)
    Game._finish_clip(SimpleNamespace(background=Drawing(), base=SimpleNamespace(win=None)))
    assert shown == [0.0, 0.4, 1.0] and capsys.readouterr().out == "saved out/clip-001.webp\n"


def test_the_progress_of_a_clip_is_a_number_while_it_is_drawn(beside, tmp_path):
    assert beside.clip_progress is None
    beside._clip_folder = str(tmp_path)
    assert beside.clip_progress == 0.0
    (tmp_path / "progress").write_text("0.4")
    assert beside.clip_progress == 0.4
