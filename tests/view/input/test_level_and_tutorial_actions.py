"""Changes of level from the menu: the other look of a mesh file."""

from types import SimpleNamespace

from game.level import load_level
from game.view.input.level_and_tutorial_actions import LevelActions
from game.view.menu.settings_page import look_row
from tests.level.mesh_file.scene_makers import ground, scene_bytes


def test_the_look_of_a_mesh_file_changes_there_and_back(tmp_path):
    """The axis and the scale of its first reading stay."""
    (tmp_path / "house.glb").write_bytes(scene_bytes(ground()))
    session, told = SimpleNamespace(sim=SimpleNamespace(level=load_level(tmp_path / "house.glb", scale=0.25))), []
    lessons = SimpleNamespace(close=lambda: None)
    tutorial = SimpleNamespace(end=lambda: None)

    def load(level, leaving):
        session.sim = SimpleNamespace(level=level)

    row = look_row(LevelActions(load, session, lessons, tutorial, None, told.append))
    before = session.sim.level.vertices.tolist()
    for wanted in ("grid", "own"):
        row.change(1)
        assert row.value() == wanted and session.sim.level.reading["scale"] == 0.25
    assert session.sim.level.vertices.tolist() == before
    (tmp_path / "house.glb").unlink()
    row.change(1)
    assert told and row.value() == "own"
