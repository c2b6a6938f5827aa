"""The program break does not move while Panda3D and the C library allocate, each in a process of its own."""

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, sys
from panda3d.core import Geom, GeomVertexData, GeomVertexFormat
from game.app.background_jobs import fix_program_break

library = ctypes.CDLL(None)
library.sbrk.restype, library.sbrk.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
if sys.argv[1] == "fixed":
    assert fix_program_break() and fix_program_break()
before, moved = library.sbrk(0), False
for _ in range(3):
    blocks = [library.malloc(100_000) for _ in range(200)]
    moved |= library.sbrk(0) != before
    nodes = [GeomVertexData("rows", GeomVertexFormat.get_v3n3(), Geom.UH_static) for _ in range(200)]
    for node in nodes:
        node.unclean_set_num_rows(3000)
    moved |= library.sbrk(0) != before
    nodes.clear()
    for block in blocks:
        library.free(block)
    moved |= library.sbrk(0) != before
print("moved" if moved else "still")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not grow both heaps by sbrk")
@pytest.mark.parametrize("how, expected", [("free", "moved"), ("fixed", "still")])
def test_no_allocator_moves_the_program_break_once_it_is_fixed(how, expected):
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.returncode) == (expected, 0), done.stderr
