"""The type hints of the public packages agree with their code, and report a caller's mistakes."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.core.user_and_cache_folders import cache_home

ROOT = Path(__file__).resolve().parents[1]
RIGHT = """
import numpy as np
from game.collision import Ellipsoid, TriangleMesh, sweep

mesh = TriangleMesh([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], [(0, 1, 2)])
body = Ellipsoid(np.array([0.4, 0.4, 0.9]))
hit = sweep(mesh, body, [0.0, 0.0, 2.0], np.array([0.0, 0.0, -2.0]))
"""
# A wrong line after RIGHT, and the line's report.
WRONG = {
    'sweep(mesh, body, "wrong", 5)': 'Argument 3 to "sweep"',
    "sweep(mesh, body, (0.0, 0.0, 2.0), 5)": 'Argument 4 to "sweep"',
    "hit.fraction": 'Item "None" of "Hit | None" has no attribute "fraction"',
    "Ellipsoid(0.4)": 'Argument 1 to "Ellipsoid"',
}
OF_RUNS = """
from game.level import load_level
from game.simulation import Intent, Simulation

sim = Simulation(load_level("stairs"), hz=60)
height: float = sim.tick(Intent((0.0, 1.0))).after.position[2]
"""
WRONG_OF_RUNS = {
    'sim.tick("forward")': 'Argument 1 to "tick" of "Simulation"',
    "sim.state.position[3]": "Tuple index out of range",
    "Intent(wish=1.0)": 'Argument "wish" to "Intent"',
    "sim.history[0].contacts[0].nromal": '"Iteration" has no attribute "nromal"',
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A folder for mypy's cache, outside the checkout, and kept: with the hashes in it, the next run takes a second, not ten."""
    return (cache_home() or tmp_path_factory.mktemp("cache")) / "mypy"


def report_of(cache, *arguments):
    """(exit code, output) of mypy with the project's own settings."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / ".mypy.ini"), "--cache-dir", str(cache), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    return done.returncode, done.stdout + done.stderr


def test_the_packages_agree_with_their_hints(cache):
    code, output = report_of(cache)
    assert code == 0 and output.startswith("Success"), output


def test_wrong_arguments_and_uses_are_reported(cache, tmp_path):
    program, lines = tmp_path / "program.py", (RIGHT + OF_RUNS).splitlines()
    wrong = WRONG | WRONG_OF_RUNS
    program.write_text("\n".join([*lines, *wrong, ""]))
    code, output = report_of(cache, str(program))
    reports = [line for line in output.splitlines() if "error:" in line]
    assert code == 1 and {number_of(line) for line in reports} == set(range(len(lines) + 1, len(lines) + 1 + len(wrong))), output
    for number, expected in enumerate(wrong.values(), len(lines) + 1):
        assert any(number_of(line) == number and expected in line for line in reports), output


def number_of(line):
    """The line number in an error of mypy."""
    return int(line.split("program.py:")[1].split(":")[0])


@pytest.mark.parametrize("package", ["collision", "level", "simulation"])
def test_the_packages_are_marked_as_typed(package):
    assert (ROOT / "game" / package / "py.typed").is_file()
