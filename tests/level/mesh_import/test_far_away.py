"""A mesh 500 km from the origin is moved to it: it collides and is drawn as one at the origin."""

import warnings

import numpy as np
import pytest

from game.level import load_level
from game.level.mesh_import.mesh_file import AWAY, shift_to_origin
from game.level.mesh_level import level_file_text
from game.pictures.offscreen import Studio
from game.scene.static_scenery_and_patterns import build_scenery
from game.simulation import Intent, Simulation
from tests.level.mesh_import.mesh_makers import FACES
from tests.level.mesh_import.scene_makers import ground, node, scene_bytes

FAR = (500_000.0, -300_000.0, 2_000.0)
BLOCK = (3.0, 4.0, 0.5)


def scene(tmp_path, at, name):
    """A floor with a block and a spawn, all moved by `at` [m]."""
    block, gate = node("Block", BLOCK, (1.0, 1.0, 1.0)), node("Gate-finish", (0, 5, 0), (2, 1, 2))
    moved = [ground(), block, gate, node("spawn", (0.0, -3.0, 0.0))]
    for table in moved:
        table["translation"] = np.add(table["translation"], (at[0], at[2], -at[1])).tolist()
    (tmp_path / name).write_bytes(scene_bytes(*moved))
    return tmp_path / name


@pytest.fixture
def levels(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))
    return [load_level(scene(tmp_path, at, name)) for at, name in (((0, 0, 0), "near.glb"), (FAR, "far.glb"))]


def test_it_is_moved_by_whole_kilometres_and_says_so(levels):
    near, far = levels
    assert near.vertices == pytest.approx(far.vertices, abs=1e-9)
    assert near.spawn.at == pytest.approx(far.spawn.at, abs=1e-9)
    assert near.volumes[0].at == pytest.approx(far.volumes[0].at, abs=1e-9)
    assert "moved by (-500000, 300000, -2000) m, as it lies far from the origin" in far.notes
    assert not any("moved" in note for note in near.notes)


def test_a_walk_on_it_ends_where_it_does_at_the_origin(levels):
    ends = []
    for level in levels:
        simulation = Simulation(level, hz=60)
        for _ in range(120):
            simulation.tick(Intent(wish=(0.4, 0.9)))
        ends.append(simulation.state.position)
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)


def test_it_is_drawn_to_the_same_picture(levels):
    pictures = []
    for level in levels:
        with Studio((160, 90)) as studio:
            build_scenery(level).reparentTo(studio.scene)
            studio.look_at((-4.0, -6.0, 3.0), BLOCK)
            pictures.append(studio.pixels().astype(int))
    assert np.abs(pictures[0] - pictures[1]).max() <= 2


def test_a_level_file_made_of_it_is_the_same_level(levels):
    path = levels[1].path.with_suffix(".toml")
    path.write_text(level_file_text(levels[1].path))
    assert load_level(path).vertices == pytest.approx(levels[1].vertices, abs=1e-6)


@pytest.mark.parametrize("low", [-10.0, AWAY - 1.0, -AWAY - 19.0])
def test_what_is_near_stays(low):
    assert shift_to_origin(np.array([(low, 0.0, 0.0), (low + 20.0, 5.0, 5.0)])).tolist() == [0.0] * 3


@pytest.mark.parametrize("far, axis", [(1e9, 0), (1e9, 1), (1e9, 2), (1e19, 1), (-1e30, 2)])
def test_one_vertex_far_away_gives_no_warning(tmp_path, far, axis):
    vertices = np.array([(x, y, z) for x in (0.0, 7.0) for y in (0.0, 1.0) for z in (0.0, 3.0)])
    vertices[0, axis] = far
    lines = [f"v {x} {y} {z}" for x, y, z in vertices.tolist()] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in FACES]
    (tmp_path / "far.obj").write_text("\n".join(lines))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_level(tmp_path / "far.obj")
