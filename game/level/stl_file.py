"""STL: the binary form is read here, as it is a plain array; the text form goes to Panda3D's loader."""

from pathlib import Path

import numpy as np

from game.level.model import Model, joined
from game.level.panda_file import read_with_panda

HEADER = 84  # bytes: 80 of free text, then the number of triangles
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])  # 50 bytes


def read_stl(path: Path) -> Model:
    """The triangles of an STL file, three vertices each."""
    data = path.read_bytes()
    count = int.from_bytes(data[80:HEADER], "little")
    if len(data) < HEADER or len(data) != HEADER + count * FACET.itemsize:
        return read_with_panda(path)
    corners = np.frombuffer(data, FACET, count, HEADER)["corners"].reshape(-1, 3)
    return joined([(corners.astype(np.float64), np.arange(3 * count).reshape(-1, 3), None)] if count else [])
