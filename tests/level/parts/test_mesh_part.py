"""The part "mesh": the objects of a file that are solid, drawn, or both."""

import numpy as np

from game.level import load_level
from tests.level.mesh_import.scene_makers import ground, node, scene_bytes

HEADER = 'title = "T"\nabout = "A"\nspawn = {at = [0, 0, 0], heading = 0}\n'


def test_an_object_that_is_only_solid_is_not_drawn_and_one_that_is_not_solid_is(tmp_path):
    content = scene_bytes(ground(), node("Rail-colonly", (5, 0, 1), (1, 1, 2)), node("Leaves-nocol", (-5, 0, 1), (2, 2, 2)))
    (tmp_path / "model.glb").write_bytes(content)
    (tmp_path / "level.toml").write_text(HEADER + '[[parts]]\npart = "mesh"\nfile = "model.glb"\nat = [0, 3, 0]\nheading = 90\n')
    level = load_level(tmp_path / "level.toml")
    solid, drawn = (one.vertices[one.triangles].reshape(-1, 3) for one in (level, level.drawn))
    assert len(level.triangles) == len(level.drawn.triangles) == 24
    assert np.ptp(solid[solid[:, 2] > 0.1], axis=0).tolist() == [1, 1, 0]  # the top of the rail
    assert middle(solid[solid[:, 2] > 0.1]) == [0, 8, 2]
    assert middle(drawn[drawn[:, 2] > 0.1]) == [0, -2, 2]


def middle(points):
    """The middle of the box of points (n, 3) [m]."""
    return ((points.min(axis=0) + points.max(axis=0)) / 2).round(6).tolist()


def test_the_other_parts_are_drawn_as_well(tmp_path):
    (tmp_path / "model.glb").write_bytes(scene_bytes(node("Rail-colonly", (5, 0, 1), (1, 1, 2)), ground()))
    box = '[[parts]]\npart = "box"\nsize = [1, 1, 1]\n'
    (tmp_path / "level.toml").write_text(HEADER + '[[parts]]\npart = "mesh"\nfile = "model.glb"\n' + box)
    level = load_level(tmp_path / "level.toml")
    assert (len(level.triangles), len(level.drawn.triangles)) == (36, 24)
    assert level.drawn.parts == ((0, "mesh"), (12, "box"))
