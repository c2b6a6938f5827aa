"""Formats that Panda3D reads, in a child process with limits on memory and time."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...core.input_errors import InputError, cut
from ...core.safe_files import require_regular
from ..contents.limits import CHILD_BYTES, CHILD_CLOCK, CHILD_SECONDS
from . import native_worker
from .model import Model, Paint, rounded

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


def read_with_panda(path: Path) -> Model:
    """Read the triangles of a file with Panda3D, in the file's own frame. Raises InputError if Panda3D cannot read it.

    path: a file, or the name of one of Panda3D's own models, such as models/environment
    """
    if path.exists():
        require_regular(path)
        if path.stat().st_size == 0:
            raise InputError(f"{path}: is an empty file")
    with tempfile.TemporaryDirectory(prefix="glissade-") as folder:
        out = Path(folder) / "arrays"
        reason = run_child(PANDA, path, out)
        if reason:
            raise InputError(f"{path}: cannot be read as a mesh: {reason}")
        try:
            return model_of(out)
        except (OSError, ValueError, EOFError):
            raise InputError(f"{path}: cannot be read as a mesh: Panda3D's reader returned nothing; {REMEDY}") from None


def model_of(out: Path) -> Model:
    """Read the arrays that the child process has written to the file `out`, and return them as a Model.

    Pieces of the same colour share a Paint. Raises OSError, ValueError or EOFError if the file is missing or incomplete.
    """
    with out.open("rb") as stream:
        vertices, triangles, pieces, found, coloured = (np.load(stream, allow_pickle=False) for _ in range(5))
    named = [Paint(rounded(colour) if is_known else None) for colour, is_known in zip(found.tolist(), coloured)]
    paints = list(dict.fromkeys(named))
    numbers = np.array([paints.index(paint) for paint in named], np.int64)
    return Model(vertices, triangles, numbers[pieces], tuple(paints))
