"""Routes walked by Glissade and its peers: counts, places of failures, and refusals."""

import json

import pytest

from game.bench.controller_route_comparison import routes_table
from game.core.input_errors import InputError

FLOOR = "v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nf 1 2 3 4\n"
WALL = "v 3 -9 0\nv 3 9 0\nv 3 9 4\nv 3 -9 4\nf 5 6 7 8\n"
ALONG, ACROSS = [[-3, 0, 0], [0, 2, 0], [2, 5, 0]], [[0, 0, 0], [6, 0, 0]]


@pytest.fixture
def hall(tmp_path):
    """A routes file beside its mesh: a floor, and a wall across one of the two routes."""
    (tmp_path / "hall.obj").write_text(FLOOR + WALL)
    path = tmp_path / "hall.json"
    path.write_text(json.dumps({"file": "hall.obj", "zones": [{"routes": [{"pts": ALONG}, {"pts": ACROSS}]}]}))
    return path


def test_each_controller_walks_the_free_route_and_fails_at_the_wall(hall):
    table = routes_table([str(hall)])
    (row,) = table.rows
    assert table.columns[:4] == ("level", "routes", "Glissade", "Bullet")
    assert row[0] == "hall" and set(row[2:]) == {1} and row[1] == 2
    for name in table.columns[2:]:
        assert f"hall, {name}: route 2, leg 1: stuck, feet at 2." in table.note


def test_the_mesh_lies_in_another_folder(hall, tmp_path):
    meshes = tmp_path / "meshes"
    meshes.mkdir()
    (tmp_path / "hall.obj").rename(meshes / "hall.obj")
    with pytest.raises(InputError, match=r"hall\.json: there is no hall\.obj .* --meshes"):
        routes_table([str(hall)])
    assert routes_table([str(hall)], str(meshes)).rows[0][1:3] == (2, 1)


def test_a_routes_file_that_names_no_mesh_is_refused(tmp_path):
    path = tmp_path / "paths.json"
    path.write_text(json.dumps({"zones": [{"routes": [{"pts": ALONG}]}]}))
    with pytest.raises(InputError, match=r"paths\.json: does not name its mesh file"):
        routes_table([str(path)])
