"""The time from a new process to the first frame in which the player can walk, cold and warm. A display is needed."""

from __future__ import annotations

import json
import os
import sys
import tempfile

from ..harness.timing import ResultTable
from .measured_process import output

LEVEL = "stairs"
# Opens the window, and ends once machine code and light are in use. Prints the times since the start of the process [s].
START = """
import sys, time
begun = time.perf_counter()
from game.app.start_game import open_game
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
    """Return the ResultTable of two starts of the window, with empty caches and with filled ones. Its columns are COLUMNS.

    On Linux without a display it has no rows. Raises RuntimeError if a start fails.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return ResultTable("Start of the window", COLUMNS, [], "Not measured: there is no display.")
    with tempfile.TemporaryDirectory() as empty:
        rows = [row(name, empty) for name in ("cold: empty caches", "warm")]
    note = f"Level {LEVEL}. Until all is compiled and lit, the solver runs interpreted and the light is plain."
    return ResultTable("Start of the window", COLUMNS, rows, note)


def row(name: str, cache: str) -> tuple:
    """Return the table row of a start. Raises RuntimeError if the process fails.

    name: first cell; cache: path of the folder for caches
    """
    words = output(START.replace("sys.argv[1]", json.dumps(LEVEL)), {"GLISSADE_CACHE": cache}).splitlines()[-1].split()
    walking, cpu, done, usual, longest = map(float, words)
    return name, walking, cpu, done, 1000.0 * usual, 1000.0 * longest
