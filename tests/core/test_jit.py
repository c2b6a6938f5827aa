"""Compiling: a second process finds the machine code, numba can be switched off, and a broken one is one clear line."""

import pytest

from tests.forks import output_of_fork
from tests.processes import output_of_process

TICK = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide
from game.collision import entry_points
from game.core import jit
mesh = TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)])
move = collide_and_slide(mesh, Ellipsoid(), (0.0, 0.0, 1.0), (0.1, 0.2, 0.0), (0.0, 0.0, -0.3))
print(jit.COMPILED, [float(x).hex() for x in move.position])
if jit.COMPILED:
    print(entry_points.step.first_code is not None, len(entry_points.step.compiled_types))
"""

def tick_in_process(**environment):
    return output_of_fork(TICK, **environment).splitlines()


def test_a_second_process_compiles_nothing():
    tick_in_process(NUMBA_DISABLE_JIT="0")
    assert tick_in_process(NUMBA_DISABLE_JIT="0")[1] == "True 0"


def test_the_environment_switches_compiling_off():
    plain, fast = tick_in_process(NUMBA_DISABLE_JIT="1"), tick_in_process(NUMBA_DISABLE_JIT="0")
    assert plain[0].split(" ", 1) == ["False", fast[0].split(" ", 1)[1]]


BROKEN = {
    "numba needs another\n numpy": "raise ImportError('numba needs another\\n numpy')",
    "No module named 'llvmlite_of_old'": "import llvmlite_of_old",
}


@pytest.mark.parametrize("cause, source", BROKEN.items())
def test_a_broken_numba_is_one_clear_line(tmp_path, cause, source):
    """It is not taken for a missing one, which would make everything slow without a word."""
    (tmp_path / "numba.py").write_text(source)
    code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom tests.core.tiny_entry import twice\n"
    code += "try: twice(21.0)\nexcept ImportError as error: print(error)"
    line = output_of_process(code, tmp_path, NUMBA_DISABLE_JIT="0", GLISSADE_CACHE=str(tmp_path / "cache"))
    assert " ".join(cause.split()) in line and "NUMBA_DISABLE_JIT=1" in line and line.count("\n") == 1


def test_without_numba_all_runs_interpreted():
    code = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numba":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
""" + TICK
    assert output_of_process(code, NUMBA_DISABLE_JIT="0").startswith("False")
