"""Mutated level files and files of cases: a level with a mesh, or one line."""

from game.level import load_level
from game.level.case_table import beside, cases_beside
from tests.tools.fuzzing import answers, cases, mutated

LEVEL = b"""title = "All"
about = "Parts of every kind."
tour = "60 forward=1"
[spawn]
at = [0, 0, 1]
heading = 90
[sun]
heading = 140
elevation = 42
[materials.mud]
colour = "#806040"
pattern = "plain"
[[signs]]
text = "Here"
at = [1, 2, 3]
[[views]]
name = "all"
eye = [0, -9, 5]
target = [0, 0, 0]
[[parts]]
part = "floor"
size = [20.0, 20.0]
material = "mud"
[[parts]]
part = "stairs"
at = [3, 0, 0]
rise = 0.18
steps = 6
style = "open"
repeat = {count = 3, step = [3, 0, 0], turn = 10}
[[parts]]
part = "spiral_stairs"
steps = 5
[[parts]]
part = "terrain"
cells = [6, 5]
hills = [{at = [1, 1], radius = 3, height = 1}]
roughness = 0.2
grain = 2.0
[[parts]]
part = "wall"
path = [[0, 0], [5, 0], [5, 5]]
openings = [{wall = 1, width = 1.2, height = 2.0, sill = 0.5}]
[[parts]]
part = "room"
battlements = true
[[parts]]
part = "corridor"
path = [[0, 0], [0, 5], [5, 5]]
frames = [{wall = 1}]
[[parts]]
part = "bumps"
count = 2
segments = 6
[[parts]]
part = "planet"
cells = 3
upwards = [0, 1, 1]
[[parts]]
part = "mesh"
file = "box.obj"
scale = 2.0
[[movers]]
name = "lift"
path = [{to = [0, 0, 0]}, {to = [0, 0, 3], pause = 1}]
repeat = {count = 2, step = [3, 0, 0], phase = 1}
[[movers.parts]]
part = "disc"
sides = 8
[[volumes]]
kind = "water"
at = [0, 0, 0]
size = [3, 3, 2]
current = [1, 0, 0]
[[volumes]]
kind = "finish"
at = [9, 0, 0]
radius = 1
height = 2
gold = 5
silver = 9
bronze = 20
"""
CASES = b"""[[cases]]
name = "walk"
script = "60 forward=1"
spawn = [0, 0, 0]
heading = 90
hz = 60
rules = "modern"
mode = "compare"
set = { speed = 5 }
[[cases]]
name = "stand"
script = "30"
"""
OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_level_files(tmp_path):
    path = tmp_path / "all.toml"
    (tmp_path / "box.obj").write_bytes(OBJ)

    def read(content):
        path.write_bytes(content)
        level = load_level(path)
        assert len(level.mesh.triangles) == len(level.triangles)
        assert all(len(mover.mesh.triangles) for mover in level.movers)

    read(LEVEL)
    good, bad = answers(cases("level"), lambda chance: mutated(chance, LEVEL), read)
    assert bad > good / 20


def test_files_of_cases(tmp_path):
    mesh = tmp_path / "house.obj"

    def read(content):
        beside(mesh).write_bytes(content)
        return cases_beside(mesh)

    assert len(read(CASES)) == 2
    good, bad = answers(cases("cases"), lambda chance: mutated(chance, CASES), read)
    assert bad > good / 20
