"""Hot reload: a saved file is read again once, a broken one says so, and the player stays where it is if it fits."""

import os
import time

import pytest

from game.app.session.level_loading_and_reloading import LOOK_AGAIN, LevelWatch, transfer_player
from game.core.input_errors import InputError
from game.level import load_level
from game.simulation import Ground, Intent, Simulation
from tests.level.mesh_import.mesh_makers import obj_text
from tests.level.mesh_import.scene_makers import ground, node, scene_bytes

PATIENCE = 60.0  # [s]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "house.glb"
    path.write_bytes(scene_bytes(ground(), node("spawn")))
    return path


class Looks:
    """A watch that is asked as by frames of a clock of its own."""

    def __init__(self, level):
        self.watch, self.level, self.now = LevelWatch(), level, 0.0
        assert self.look() is None

    def look(self):
        self.now += LOOK_AGAIN
        return self.watch.poll(self.level, self.now)

    def until_found(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.look()
            if found is not None:
                return found
            time.sleep(0.005)
        raise AssertionError("nothing was read")

    def nothing_comes(self):
        return all(self.look() is None for _ in range(6))


def save(path, content):
    """Save a file, certainly at another time than before."""
    before = path.stat().st_mtime_ns
    path.write_bytes(content)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_a_saved_file_is_read_once(path):
    looks = Looks(load_level(path, scale=0.5))
    assert looks.nothing_comes()
    save(path, scene_bytes(ground(), node("spawn"), node("Crate", (5, 5, 0.5), (1, 1, 1))))
    level = looks.until_found()
    assert len(level.triangles) == 24 and level.spawn.at == (0.0, 0.0, 0.0)
    assert level.vertices[:, 2].max() == pytest.approx(0.5)  # at the scale that it had
    assert looks.nothing_comes()


def test_a_broken_file_is_reported_once_and_the_next_good_one_is_read(path):
    looks = Looks(load_level(path))
    save(path, b"glTF, half writ")
    problem = looks.until_found()
    assert isinstance(problem, InputError) and "house.glb" in str(problem) and looks.nothing_comes()
    save(path, scene_bytes(ground()))
    assert len(looks.until_found().triangles) == 12


def test_a_file_that_is_still_growing_or_missing_is_waited_for(path):
    looks = Looks(load_level(path))
    for size in range(1, 5):
        save(path, bytes(size))
        assert looks.look() is None
    path.unlink()
    assert looks.nothing_comes()
    path.write_bytes(scene_bytes(ground()))
    assert len(looks.until_found().triangles) == 12


def test_the_meshes_in_a_level_file_are_watched_too(tmp_path):
    (tmp_path / "box.obj").write_text(obj_text())
    header = 'title = "t"\n[spawn]\nat = [9, 9, 9]\n[[parts]]\npart = "floor"\n[[parts]]\npart = "mesh"\nfile = "box.obj"\n'
    (tmp_path / "mine.toml").write_text(header)
    level = load_level(tmp_path / "mine.toml")
    looks = Looks(level)
    assert level.files == (tmp_path / "box.obj",) and looks.nothing_comes()
    save(tmp_path / "box.obj", obj_text().replace("3.0", "7.0").encode())
    assert looks.until_found().vertices[:, 1].min() == pytest.approx(-7.0)


def walked(path):
    simulation = Simulation(load_level(path))
    for _ in range(40):
        simulation.tick(Intent(wish=(0.0, 1.0)))
    return simulation


def test_a_player_whose_ground_is_gone_after_a_save_returns_to_the_spawn(path):
    """The fall had no end: after 32 s the player was 1812 m down."""
    simulation = walked(path)
    save(path, scene_bytes(node("Ground", (90.0, 0.0, -2.5), (20.0, 20.0, 5.0)), node("spawn", (90.0, 0.0, 0.0))))
    again, kept = transfer_player(load_level(path), simulation)
    assert kept
    for _ in range(400):
        again.tick(Intent())
    assert again.state.returns == 1 and again.state.position[:2] == (90.0, 0.0) and again.state.ground == Ground.FLOOR


@pytest.mark.parametrize(("top", "fits"), [(0.0, True), (-1.0, True), (0.7, True), (3.0, False)])
def test_the_player_stays_where_it_is_if_it_fits(path, top, fits):
    simulation = walked(path)
    x, y, _ = simulation.state.position
    save(path, scene_bytes(node("Ground", (0.0, 0.0, top - 2.5), (20.0, 20.0, 5.0)), node("spawn", (-3.0, 0.0, top))))
    again, kept = transfer_player(load_level(path), simulation)
    assert kept == fits and (again.state.position[:2] == (x, y)) == fits
    again.tick(Intent(wish=(0.0, 1.0)))
    for _ in range(60):
        again.tick(Intent())
    assert again.state.position[2] == pytest.approx(top + 0.9, abs=0.01)
