"""Read mesh files with Panda3D's loaders in a child process with limits, so that a broken file cannot crash the game."""

import tempfile
from pathlib import Path

import numpy as np

from ....core.input_errors import InputError
from ....core.safe_files import require_regular
from ..model import Model, Paint
from ..triangle_material_assignment import rounded
from .native_worker_client import PANDA, REMEDY, run_child


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
