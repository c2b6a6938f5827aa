"""The first question of a process, about a mesh with more triangles at the origin than a body has room for at first."""

import pytest

from tests.forks import GAME, output_of_fork

DENSE = """
import sys
from pathlib import Path
import numpy as np
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide, collide_and_slide_many, depenetrate, overlap, sweep

def icosphere(radius, splits):
    golden = (1.0 + 5.0**0.5) / 2.0
    corners = [(a, b * golden, 0.0) for a in (-1.0, 1.0) for b in (-1.0, 1.0)]
    corners = np.array([np.roll(corner, turn) for turn in range(3) for corner in corners])
    edges = [{j for j in range(12) if 1.9 < np.linalg.norm(corners[i] - corners[j]) < 2.1} for i in range(12)]
    faces = [(i, j, k) for i in range(12) for j in edges[i] for k in edges[i] & edges[j] if i < j < k]
    triangles = corners[np.array(faces)]
    for _ in range(splits):
        a, b, c = triangles.transpose(1, 0, 2)
        ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
        triangles = np.concatenate([np.stack(rows, 1) for rows in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    return radius * triangles / np.linalg.norm(triangles, axis=2, keepdims=True)

triangles = icosphere(0.5, int(sys.argv[2]))
assert len(triangles) == 20 * 4 ** int(sys.argv[2])
mesh = TriangleMesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))
body, above, down = Ellipsoid((0.4, 0.4, 0.9)), (0.0, 0.0, 3.0), (0.0, 0.0, -3.0)
"""

# What is called, and what has to come of it: the ball's top is at .5 m, the body is .9 m high above its centre.
CALLS = {
    "sweep": "print(abs(sweep(mesh, body, above, down).fraction - 1.6 / 3.0) < 1e-3)",
    "overlap": "print(0.3 < overlap(mesh, body, (0.0, 0.0, 1.0)) < 0.5, overlap(mesh, body, above) < 0.0)",
    "collide_and_slide": "print(abs(collide_and_slide(mesh, body, above, down).position[2] - 1.4) < 1e-2)",
    "collide_and_slide_many": "print(abs(collide_and_slide_many(mesh, body, [above], [down])[0][0, 2] - 1.4) < 1e-2)",
    "depenetrate": "at, free = depenetrate(mesh, body, (0.0, 0.0, 1.3)); print(free, abs(at[2] - 1.4) < 1e-2)",
    "load_level": """
from game.level import load_level
file = Path(sys.argv[1]) / "ball.obj"
lines = ["v %r %r %r" % tuple(corner) for corner in triangles.reshape(-1, 3).tolist()]
file.write_text("\\n".join(lines + ["f %d %d %d" % (k, k + 1, k + 2) for k in range(1, 3 * len(triangles) + 1, 3)]))
level = load_level(str(file))
print(len(level.triangles) == len(triangles), level.spawn.at[2] > 0.4)
""",
}


def ask(code, switch, folder, splits=4):
    """Run the code behind DENSE in a fresh process; each word that it prints has to be True."""
    assert set(output_of_fork(DENSE + code, folder, splits, preload=GAME, NUMBA_DISABLE_JIT=switch).split()) == {"True"}


@pytest.mark.parametrize("call", CALLS)
def test_a_dense_mesh_at_the_origin_is_no_obstacle_to_the_first_question(call, tmp_path):
    ask(CALLS[call], "0", tmp_path)


def test_nor_is_it_one_without_numba(tmp_path):
    """One process: nothing is compiled, so each new mesh is queried as the first one would be. 1280 triangles suffice."""
    again = "mesh = TriangleMesh(mesh.vertices, mesh.triangles)"
    ask("\n".join(f"{call}\n{again}" for name, call in CALLS.items() if name != "load_level"), "1", tmp_path, splits=3)
