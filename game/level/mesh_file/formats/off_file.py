"""Read OFF, Geomview's text format: counts, then vertices, then faces with any number of corners.

Panda3D's loader (assimp) is not used, because it splits concave faces wrongly.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np

from game.bounded_file_reading import file_bytes
from game.input_errors import InputError, brief
from game.level.limits import MOST_TEXT, MOST_TRIANGLES, MOST_VERTICES, require
from game.level.mesh_file.face_triangulation import face_triangles
from game.level.mesh_file.model import Model, Paint, require_near

# The first word. Letters before OFF say what a vertex has behind its position: normals, colours, texture coordinates.
HEADS = (b"OFF", b"NOFF", b"COFF", b"CNOFF", b"STOFF", b"STNOFF", b"STCOFF", b"STCNOFF")


def read_off(path: Path) -> Model:
    """Read the triangles of an OFF file in its own frame and unit.

    Raises InputError if the file is broken, or OSError if it cannot be read.
    """
    try:
        data = file_bytes(path, MOST_TEXT)
        lines = [words for line in data.splitlines() if (words := line.split(b"#", 1)[0].split())]
        return model_of(lines)
    except (ValueError, IndexError, OverflowError) as problem:
        if isinstance(problem, InputError):
            raise
        reason = "it ends early" if isinstance(problem, IndexError) else brief(problem)
        raise InputError(f"{path}: is a broken OFF file: {reason}") from None


def model_of(lines: list[list[bytes]]) -> Model:
    """Return the Model in the lines of an OFF file, each a list of words without comments. Blank lines must be left out.

    The first word, such as OFF, can be on the same line as the counts. It is removed from `lines`.
    Raises ValueError, IndexError or OverflowError if the file is broken.
    """
    head = lines[0].pop(0)
    if head not in HEADS:
        raise ValueError("it must begin with the word OFF; binary and four-dimensional files cannot be read")
    lines = lines if lines[0] else lines[1:]
    vertex_count, face_count = int(lines[0][0]), int(lines[0][1])
    require(vertex_count, MOST_VERTICES, "vertices")
    require(face_count, MOST_TRIANGLES, "faces")
    if vertex_count < 0 or face_count < 0 or len(lines) < 1 + vertex_count + face_count:
        raise ValueError(f"its head declares {vertex_count} vertices and {face_count} faces, but the file ends before them")
    rows = lines[1 : 1 + vertex_count]
    if any(len(row) < 3 for row in rows):
        raise ValueError("a vertex has fewer than three numbers")
    positions = np.array([row[:3] for row in rows], dtype=np.float64).reshape(-1, 3)
    require_near(positions)
    by_size: dict[int, list[list[bytes]]] = defaultdict(list)
    for row in lines[1 + vertex_count : 1 + vertex_count + face_count]:
        size = int(row[0])
        if not 0 <= size < len(row):
            raise ValueError(f"a face declares {size} corners, but has {len(row) - 1}")
        by_size[size].append(row[1 : 1 + size])
    require(sum((size - 2) * len(rows) for size, rows in by_size.items() if size > 2), MOST_TRIANGLES, "triangles")
    cut = [face_triangles(np.array(rows, dtype=np.int64).reshape(-1, size), positions) for size, rows in by_size.items()]
    triangles = np.concatenate([np.zeros((0, 3), np.int64), *cut])
    return Model(positions, triangles, np.zeros(len(triangles), np.int64), (Paint(),))
