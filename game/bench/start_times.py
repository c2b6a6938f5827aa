"""The start of the program in new processes, with empty caches and with filled ones: its first step, and its first frame."""

import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from .harness import ResultTable

ROOT = Path(__file__).parents[2]


class ProcessTime(NamedTuple):
    """The wall-clock and the CPU time of a process [s]. Other programs do not change the latter, 0 on Windows."""

    wall: float
    cpu: float


def output(code: str, environment: dict[str, str]) -> str:
    """Return the output of a new process that runs Python code in the checkout. Raises RuntimeError with its last error line."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    if run.returncode:
        last_line = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        raise RuntimeError(f"a measured process failed: {last_line}")
    return run.stdout


NUMPY = "import numpy"
MESH = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide, sweep
mesh = TriangleMesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (9, 9, 0)], [(0, 1, 2), (1, 3, 2)])
"""
FIRST_ANSWERS = {
    "import of the library": "import game.collision",
    "first sweep": MESH + "sweep(mesh, Ellipsoid(), (2, 2, 1), (0.1, 0, -0.1))",
    "first step": MESH + "collide_and_slide(mesh, Ellipsoid(), (2, 2, 1), (0.1, 0, 0), (0, 0, -0.1))",
    "first tick on stairs": """
from game.level import load_level
from game.simulation import Intent, Simulation
Simulation(load_level("stairs")).tick(Intent())
""",
}
COMPILED = {
    "the library compiled": "from game.collision import warm_up; warm_up(alone=True)",
    "the library and the player compiled": "from game.simulation import warm_up; warm_up(alone=True)",
}
PEERS = {
    "panda3d": ("Bullet: first sweep of a sphere", """
from panda3d.bullet import BulletSphereShape, BulletTriangleMesh, BulletTriangleMeshShape, BulletRigidBodyNode, BulletWorld
from panda3d.core import Point3, TransformState
mesh, world, body = BulletTriangleMesh(), BulletWorld(), BulletRigidBodyNode("floor")
mesh.add_triangle(Point3(0, 0, 0), Point3(9, 0, 0), Point3(0, 9, 0))
body.add_shape(BulletTriangleMeshShape(mesh, dynamic=False))
world.attach(body)
ends = TransformState.make_pos(Point3(2, 2, 2)), TransformState.make_pos(Point3(2, 2, 0))
world.sweep_test_closest(BulletSphereShape(0.5), *ends)
"""),
    "rapier3d": ("Rapier: import", "import rapier3d"),
}
# At the end of a measured process: end the process that compiles for it, and print the most memory that it used [kB].
END = """
import sys
background = sys.modules.get("game.core.background_compiling")
if background and background.State.child:
    background.State.child.kill()
try:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1))
except ImportError:
    print("nan")
"""
START_COLUMNS = ("new process", "time [s]", "CPU time [s]", "CPU minus numpy [s]", "memory [MiB]", "memory minus numpy [MiB]")
TRIES = 3  # of each process but those that compile. Fewer: rough figures; more: minutes


class Start(NamedTuple):
    """The ProcessTime of a new process up to its end, and the most memory that it used [MiB]."""

    time: ProcessTime
    memory: float


def measure(code: str, tries: int = TRIES, is_cold: bool = False) -> Start:
    """Return the least of the measurements of some new processes. With `is_cold` each has an empty cache of its own."""
    found = []
    for _ in range(tries):
        with tempfile.TemporaryDirectory() as empty:
            begun, before = time.perf_counter(), os.times()
            printed = output(code + END, {"GLISSADE_CACHE": empty} if is_cold else {})
            taken, after = time.perf_counter() - begun, os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        found.append((cpu, taken, float(printed.split()[-1]) / 1024.0))
    cpu, taken, memory = map(min, zip(*found))
    return Start(ProcessTime(taken, cpu), memory)


def startup_table() -> ResultTable:
    """Return the times and the memory of new processes up to their first answers, warm and cold, beside those of peers."""
    for code in COMPILED.values():
        output(code, {})  # the warm rows need a filled cache
    starts = {"numpy alone": measure(NUMPY)}
    for what, code in FIRST_ANSWERS.items():
        starts[f"warm: {what}"] = measure(code)
    for what, code in FIRST_ANSWERS.items():
        starts[f"cold: {what}"] = measure(code, is_cold=True)
    for what, code in COMPILED.items():
        starts[f"cold: {what}"] = measure(code, 1, is_cold=True)
    for module, (what, code) in PEERS.items():
        if find_spec(module):
            starts[what] = measure(code)
    bare = starts["numpy alone"]
    rows = [
        (what, *start.time, start.time.cpu - bare.time.cpu, start.memory, start.memory - bare.memory)
        for what, start in starts.items()
    ]
    note = f"Least of {TRIES}, those that compile once. In the cold rows, calls run interpreted, and another process compiles."
    return ResultTable("Start-up", START_COLUMNS, rows, note)


LEVEL = "stairs"
# Opens the window, and ends once machine code and light are in use. Prints the times since the start of the process [s].
START = """
import sys, time
begun = time.perf_counter()
from game.app.game import open_game
game = open_game()
game.load(sys.argv[1])
frames = []

def watch(task):
    frames.append(time.perf_counter() - begun)
    if game.background.text:
        return task.cont
    pauses = sorted(b - a for a, b in zip(frames, frames[1:])) or [0.0]
    print(frames[0], time.process_time(), frames[-1], pauses[len(pauses) // 2], pauses[-1])
    sys.exit()

game.base.taskMgr.add(watch, "watch", sort=60)
game.run()
"""
COLUMNS = ("start", "walking after [s]", "CPU time [s]", "compiled and lit after [s]", "usual frame [ms]", "longest frame [ms]")


def window_table() -> ResultTable:
    """Return two starts of the window, with empty caches and with filled ones; none on Linux without a display."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return ResultTable("Start of the window", COLUMNS, [], "Not measured: there is no display.")
    with tempfile.TemporaryDirectory() as empty:
        rows = [window_row(name, empty) for name in ("cold: empty caches", "warm")]
    note = f"Level {LEVEL}. Until all is compiled and lit, the solver runs interpreted and the light is plain."
    return ResultTable("Start of the window", COLUMNS, rows, note)


def window_row(name: str, cache: str) -> tuple:
    words = output(START.replace("sys.argv[1]", json.dumps(LEVEL)), {"GLISSADE_CACHE": cache}).splitlines()[-1].split()
    walking, cpu, done, usual, longest = map(float, words)
    return name, walking, cpu, done, 1000.0 * usual, 1000.0 * longest
