"""convert: the level file that it prints is the same level as the mesh file."""

import numpy as np
import pytest

from game.level import load_level
from game.level.mesh_level import level_file_text
from tests.commands import complaint, output_of
from tests.level.mesh_import.scene_makers import ground, node, scene_bytes

SCENE = (
    ground(), node("spawn", (3.0, -4.0, 0.0), heading=90.0), node("Fence", (0.0, 5.0, 1.0), (4.0, 0.2, 2.0)),
    node("Lift", (4.0, 0.0, 0.25), (2.0, 2.0, 0.5), heading=30.0, speed=2.0, pause=1.5, turns_view=True),
    node("Lift-path", (4.0, 0.0, 3.25), time=2.0), node("Disc", (-5.0, 0.0, 0.1), (3.0, 3.0, 0.2), turn=90.0),
    node("Lake-water", (5.0, 5.0, 1.0), (4.0, 2.0, 2.0), buoyancy=0.9),
    node("Flag-checkpoint", (2.0, 7.0, 1.0), ahead='say "go"'),
)  # fmt: skip


@pytest.mark.parametrize("scale", [None, 0.5])
def test_the_printed_level_file_is_the_same_level(capsys, elsewhere, scale):
    (elsewhere / "house.glb").write_bytes(scene_bytes(*SCENE))
    text = output_of(capsys, "convert", "house.glb", *(["--scale", str(scale)] if scale else []))
    (elsewhere / "mine.toml").write_text(text)
    mesh, mine = load_level("house.glb", scale=scale), load_level("mine.toml")
    assert mine.vertices[mine.triangles] == pytest.approx(mesh.vertices[mesh.triangles])
    assert mine.volumes == mesh.volumes and mine.views[0].name == mesh.views[0].name and mine.tour == mesh.tour
    assert mine.spawn.at == pytest.approx(mesh.spawn.at) and mine.spawn.heading == pytest.approx(mesh.spawn.heading, abs=1e-4)
    assert [mover.motion for mover in mine.movers] == [mover.motion for mover in mesh.movers] and len(mine.movers) == 2
    for one, other in zip(mine.movers, mesh.movers):
        assert one.vertices[one.triangles] == pytest.approx(other.vertices[other.triangles], abs=1e-8)
        assert one.turns_view == other.turns_view
    assert "# 20 x 20 x" in text or scale


def test_axis_is_kept_and_a_missing_file_is_one_line(capsys, elsewhere):
    (elsewhere / "house.glb").write_bytes(scene_bytes(ground()))
    assert 'axis = "z-up"' in level_file_text(elsewhere / "house.glb", "z-up")
    assert "no such file" in complaint(capsys, "convert", "gone.glb")


def test_a_part_takes_one_material_instead_of_the_files_own(elsewhere):
    (elsewhere / "house.glb").write_bytes(scene_bytes(ground(), materials=[{"name": "x"}]))
    header = 'title = "t"\n[spawn]\nat = [0, 0, 0]\n[[parts]]\npart = "mesh"\nfile = "house.glb"\n'
    (elsewhere / "mine.toml").write_text(header + 'material = "wood"\n')
    level = load_level("mine.toml")
    assert {level.materials[surface].name for surface in np.unique(level.surfaces)} == {"wood"}
    (elsewhere / "mine.toml").write_text(header)
    assert "wood" not in {material.name for material in load_level("mine.toml").materials}
