"""Compilation at the start: with progress, shared with a second process, and complete."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.collision import warmup
from game.core import background_compiling, jit
from tests.processes import output_of_process

AFTERWARDS = """
import sys
import numpy as np
from game.core.jit import Entry
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide, collide_and_slide_many, overlap, sweep
from game.collision import entry_points
from game.collision.mesh import bvh
from game.collision.mesh import tree_splits
TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)])
mesh = TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0), (9, 9, 0)], [(0, 1, 2), (1, 3, 2)])
body, row = Ellipsoid(), np.array([(0.0, 0.0, 1.0)])
sweep(mesh, body, (0, 0, 1), (0, 0, -1)), overlap(mesh, body, (0, 0, 1)), collide_and_slide(mesh, body, (0, 0, 1), (0, 0, -1))
collide_and_slide_many(mesh, body, row, row), mesh.raycast(row, row, 1.0)
tree_splits.split_into_leaves(np.zeros((8, 4), np.float32))
modules = bvh, entry_points, tree_splits
entries = [entry for module in modules for entry in vars(module).values() if isinstance(entry, Entry)]
print(sum(len(entry.compiled_types) for entry in entries), "numba" in sys.modules)
"""

def test_progress_is_reported():
    told = []
    warmup.warm_up(lambda fraction, text: told.append((fraction, text)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[0] == 0.0 and fractions[-1] == 1.0
    assert all(text for _, text in told)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_afterwards_nothing_is_left_to_compile():
    warmup.warm_up()
    assert output_of_process(AFTERWARDS, NUMBA_DISABLE_JIT="0").split() == ["0", "False"]


def test_the_second_process_does_its_part(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert background_compiling.start_process(warmup.__name__, "compile_mesh").wait() == 0


def test_a_second_process_ends_when_its_program_is_killed(tmp_path):
    """It noticed nothing, and compiled on for half a minute."""
    beat = tmp_path / "beat"
    code = "import os; from game.core.background_compiling import start_process\n"
    code += "from tests.collision import test_warmup as own\n"
    code += "import time; os.cpu_count = lambda: 2; child = start_process(own.__name__, 'beat', sys.argv[1])\n"
    code += "while not os.path.exists(sys.argv[1]): time.sleep(0.02)\nos.kill(os.getpid(), 9)"
    environment = os.environ | {"PYTHONPATH": str(background_compiling.ROOT)}
    program = subprocess.run([sys.executable, "-c", f"import sys; {code}", str(beat)], env=environment, check=False, timeout=60)
    time.sleep(0.5)
    last = beat.read_text(encoding="utf-8")
    time.sleep(0.5)
    assert program.returncode != 0 and beat.read_text(encoding="utf-8") == last


def beat(path):
    """Write the time into a file, again and again, for ten seconds. It runs in a process of its own."""
    end = time.monotonic() + 10.0
    while time.monotonic() < end:
        Path(path).write_text(str(time.monotonic()), encoding="utf-8")
        time.sleep(0.05)


def test_without_a_second_process_one_does_it_all(monkeypatch):
    monkeypatch.setattr(sys, "executable", os.path.join("no", "such", "python"))
    assert background_compiling.start_process(warmup.__name__, "compile_mesh") is None
    monkeypatch.setattr(warmup, "needs_compiling", lambda: True)
    warmup.warm_up()
