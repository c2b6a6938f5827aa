"""Read OFF, Geomview's text format: counts, vertices, faces. Panda3D's loader (assimp) splits concave faces wrongly."""

import re
from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate
from pathlib import Path

import numpy as np

from ...core.safe_files import as_utf8, file_bytes
from ..contents.limits import MOST_TEXT, MOST_TRIANGLES, MOST_VERTICES, require
from ..contents.polygon_triangulation import face_triangles
from .files_beside import faults_named
from .model import Model, Paint, require_near

# The first word, which may be missing. The letters before OFF say what a vertex has: texture coordinates, colours, normals, a
# fourth coordinate that divides the others, and any number of dimensions, which then stands before the counts.
HEAD = re.compile(rb"(ST)?(C)?(N)?(4)?(n)?OFF")


def read_off(path: Path) -> Model:
    """Read an OFF file in its own frame and unit. Raises InputError if it is broken, or OSError if it cannot be read."""
    data = as_utf8(file_bytes(path, MOST_TEXT))
    lines = [words for line in data.splitlines() if (words := line.split(b"#", 1)[0].split())]
    with faults_named(path, "OFF"):
        try:
            return model_of(lines)
        except IndexError:
            raise ValueError("it ends early") from None


def model_of(lines: list[list[bytes]]) -> Model:
    """Return the Model in lines of words, without comments and blank lines. Raises ValueError, IndexError, OverflowError.

    The first word, such as OFF, can be on the same line as the counts, or missing. It is removed from `lines`.
    """
    head = HEAD.fullmatch(lines[0][0].upper() if lines[0][0] == b"off" else lines[0][0])
    if head:
        lines[0].pop(0)
        lines = lines if lines[0] else lines[1:]
    if lines[0][0].upper() == b"BINARY":
        raise ValueError("it is binary, which cannot be read; save it as text")
    texture, colour, normal, fourth, any_dimension = head.groups() if head else (None,) * 5
    if any_dimension:
        dimension = int(lines[0].pop(0))
        lines = lines if lines[0] else lines[1:]
        if dimension != 3:
            raise ValueError(f"it has {dimension} dimensions, and must have 3")
    if not head and not lines[0][0].isdigit():
        raise ValueError("it must begin with the word OFF, or with its counts")
    is_split = len(lines[0]) == 1  # the counts are on lines of their own
    while len(lines[0]) < 2 or len(lines[0]) < 3 and is_split:
        lines[:2] = [lines[0] + lines[1]]
    vertex_count, face_count = int(lines[0][0]), int(lines[0][1])
    require(vertex_count, MOST_VERTICES, "vertices")
    require(face_count, MOST_TRIANGLES, "faces")
    size = 4 if fourth else 3
    rows, faces = lines[1 : 1 + vertex_count], lines[1 + vertex_count : 1 + vertex_count + face_count]
    if len(faces) < face_count or any(len(row) < size for row in rows) or any(not is_face(row) for row in faces):
        width = size + (3 if normal else 0) + (4 if colour else 0) + (2 if texture else 0)
        rows, faces = free_rows([lines[0][3:], *lines[1:]], vertex_count, width, face_count)
    positions = np.array([row[:size] for row in rows], dtype=np.float64).reshape(-1, size)
    positions = positions[:, :3] / positions[:, 3:] if fourth else positions
    require_near(positions)
    by_size: dict[int, list[list[bytes]]] = defaultdict(list)
    for row in faces:
        by_size[int(row[0])].append(row[1 : 1 + int(row[0])])
    require(sum((size - 2) * len(rows) for size, rows in by_size.items() if size > 2), MOST_TRIANGLES, "triangles")
    cut = [face_triangles(np.array(rows, dtype=np.int64).reshape(-1, size), positions) for size, rows in by_size.items()]
    triangles = np.concatenate([np.zeros((0, 3), np.int64), *cut])
    return Model(positions, triangles, np.zeros(len(triangles), np.int64), (Paint(),))


def is_face(row: list[bytes]) -> bool:
    return 0 <= int(row[0]) < len(row)


def free_rows(
    lines: list[list[bytes]], vertex_count: int, width: int, face_count: int
) -> tuple[list[list[bytes]], list[list[bytes]]]:
    """Return the rows of vertices of `width` words and of faces, whose lines end anywhere. Raises ValueError.

    Faces have colours only if each is on a line of its own: without lines a colour would look like the next face.
    """
    words, end = [word for line in lines for word in line], vertex_count * width
    if vertex_count < 0 or face_count < 0 or end + face_count > len(words):
        raise ValueError(f"its head declares {vertex_count} vertices and {face_count} faces, but the file ends before them")
    rows, faces = [words[at : at + width] for at in range(0, end, width)], []
    ends = list(accumulate(map(len, lines)))
    first = bisect_left(ends, end) + 1  # the line behind the last vertex
    own_lines = lines[first : first + face_count]
    if end in ends[first - 1 : first] and len(own_lines) == face_count and all(map(is_face, own_lines)):
        return rows, own_lines
    for _ in range(face_count):
        size = int(words[end]) if end < len(words) else -1
        if not 0 <= size < len(words) - end:
            raise ValueError(f"a face declares {size} corners, but has {max(len(words) - end - 1, 0)}")
        faces.append(words[end : end + 1 + size])
        end += 1 + size
    return rows, faces
