"""Run a library in C++ in a child process with limits. A broken file cannot crash the game, hang it or fill the memory."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from ....core.input_errors import cut
from ...limits import CHILD_BYTES, CHILD_CLOCK, CHILD_SECONDS
from . import native_worker

REMEDY = "open it in Blender and save it as glTF (.glb)"


class Library(NamedTuple):
    """A library that the child process can use."""

    word: str  # for the child
    name: str  # in messages


PANDA, DRACO = Library("panda", "Panda3D's reader"), Library("draco", "the Draco decoder")


def run_child(library: Library, path: Path, out: Path) -> str:
    """Read a file with a library in a child process, which writes arrays to the file `out`.

    path: for DRACO a file as `draco_arrays` of native_worker.py reads it, for PANDA a file of any format of Panda3D
    out: its arrays will be those of `draco_arrays` or `panda_arrays`
    Returns the reason of a failure in one line, or "" after success.
    """
    limits = str(CHILD_BYTES), str(CHILD_SECONDS)
    command = [sys.executable, "-P", native_worker.__file__, library.word, str(path), str(out), *limits]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # each takes memory for its stack
    no_window = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=CHILD_CLOCK,
            env=one_thread,
            creationflags=no_window,
        )
    except subprocess.TimeoutExpired:
        return f"it takes more than {CHILD_CLOCK:.0f} s; {REMEDY}"
    if done.returncode == 0:
        return ""
    if done.returncode == 1 and done.stdout:
        return " ".join(cut(word) for word in done.stdout.decode("utf-8", "replace").split())
    if -done.returncode in (getattr(signal, "SIGXCPU", None), getattr(signal, "SIGKILL", None)):
        return f"it takes {library.name} more than {CHILD_SECONDS} s; {REMEDY}"
    return f"it ends {library.name}, or needs more than {CHILD_BYTES >> 20} MB; {REMEDY}"
