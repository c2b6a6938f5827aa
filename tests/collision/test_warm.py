"""Compiling beforehand: told as it goes, shared with a second process, and complete."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.collision import jit, warm

ROOT = Path(__file__).resolve().parents[2]
AFTERWARDS = """
import numpy as np
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide, collide_and_slide_many, overlap, sweep
from game.collision import bvh, fitting, halving, kernel, rays, sorting
mesh, body, row = TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)]), Ellipsoid(), np.array([(0.0, 0.0, 1.0)])
sweep(mesh, body, (0, 0, 1), (0, 0, -1)), overlap(mesh, body, (0, 0, 1)), collide_and_slide(mesh, body, (0, 0, 1), (0, 0, -1))
collide_and_slide_many(mesh, body, row, row), mesh.raycast(row, row, 1.0), halving.halve_all(np.zeros((8, 4), np.float32))
modules = bvh, fitting, halving, kernel, rays, sorting
entries = [entry for module in modules for entry in vars(module).values() if hasattr(entry, "stats")]
print(sum(sum(entry.stats.cache_misses.values()) for entry in entries))
"""


def test_progress_is_told():
    told = []
    warm.warm_up(lambda fraction, text: told.append((fraction, text)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[0] == 0.0 and fractions[-1] == 1.0
    assert all(text for _, text in told)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_afterwards_nothing_is_left_to_compile():
    warm.warm_up()
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    run = subprocess.run([sys.executable, "-c", AFTERWARDS], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.stdout.strip() == "0", run.stderr


def test_the_second_process_does_its_part(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert warm.compile_beside().wait() == 0


def test_without_a_second_process_one_does_it_all(monkeypatch):
    monkeypatch.setattr(sys, "executable", os.path.join("no", "such", "python"))
    assert warm.compile_beside() is None
    monkeypatch.setattr(warm, "needs_compiling", lambda: True)
    warm.warm_up()
