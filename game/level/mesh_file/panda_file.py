"""Mesh files that only Panda3D's loaders can read, in a child process with limits: a broken file cannot crash the game."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from game.errors import InputError, cut
from game.level.limits import CHILD_BYTES, CHILD_CLOCK, CHILD_SECONDS, require_regular
from game.level.mesh_file import panda_subprocess
from game.level.mesh_file.model import Model, rounded

REMEDY = "open it in Blender and save it as glTF (.glb)"


def read_with_panda(path: Path) -> Model:
    """Read the triangles of a file with Panda3D, in the file's own frame. Raises InputError if it cannot."""
    if path.exists():
        require_regular(path)
        if path.stat().st_size == 0:
            raise InputError(f"{path}: is an empty file")
    with tempfile.TemporaryDirectory(prefix="glissade-") as folder:
        out = Path(folder) / "arrays"
        reason = child_reason(path, out)
        if reason:
            raise InputError(f"{path}: cannot be read as a mesh: {reason}")
        try:
            return model_of(out)
        except (OSError, ValueError, EOFError):
            raise InputError(f"{path}: cannot be read as a mesh: Panda3D's reader returned nothing; {REMEDY}") from None


def child_reason(path: Path, out: Path) -> str:
    """Read the file in a child process. Returns the reason of a failure, or nothing."""
    limits = str(CHILD_BYTES), str(CHILD_SECONDS)
    command = [sys.executable, "-P", panda_subprocess.__file__, str(path), str(out), *limits]
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
        return f"it takes Panda3D's reader more than {CHILD_SECONDS} s; {REMEDY}"
    return f"it ends Panda3D's reader, or needs more than {CHILD_BYTES >> 20} MB; {REMEDY}"


def model_of(out: Path) -> Model:
    """The model that a child has left, pieces of one colour as one."""
    with out.open("rb") as stream:
        vertices, triangles, pieces, found, coloured = (np.load(stream, allow_pickle=False) for _ in range(5))
    named = [rounded(colour) if is_known else None for colour, is_known in zip(found.tolist(), coloured)]
    colours = list(dict.fromkeys(named))
    numbers = np.array([colours.index(colour) for colour in named], np.int64)
    return Model(vertices, triangles, numbers[pieces], tuple(colours))
