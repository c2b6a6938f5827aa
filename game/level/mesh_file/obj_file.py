"""Wavefront OBJ: vertices, faces of any number of corners, and the flat colours of its materials.

Read here and not by Panda3D 1.10.16's loaders, as both fail on concave faces: the one by assimp makes 100 square metres of a
wall of 90 around a doorway, part of them across the doorway; the one by way of egg ends the process. A last line without an
end counts here, and positions stay in double precision. For 200 000 triangles the two are about as quick.
Negative numbers count back from the vertices read so far; a missing material file costs only the colours.
"""

import re
from collections import defaultdict
from pathlib import Path

import numpy as np

from game.errors import InputError, brief, shown
from game.level.limits import MOST_TEXT, MOST_TRIANGLES, MOST_WORDS, file_bytes, require
from game.level.mesh_file.face_triangulation import face_triangles
from game.level.mesh_file.model import Model, require_finite, rounded

CONTINUED = re.compile(rb"\\\r?\n")
BESIDE_POSITION = re.compile(rb"/[^\s]*")  # texture and normal numbers after a corner's position number
# Lines whose words are held at a time. Fewer: slower by what a call of numpy takes; more: 200 bytes of memory for each.
CHUNK = 100_000
Key = tuple[bytes, int]  # material, number of corners


def read_obj(path: Path) -> Model:
    """Read the triangles of an OBJ file in its own frame. Raises InputError if it is broken."""
    try:
        data = file_bytes(path, MOST_TEXT)
        lines = CONTINUED.sub(b" ", data).splitlines()
        positions = read_positions([line for line in lines if line[:2] in (b"v ", b"v\t")])
        faces = sorted_faces(lines)
        require(sum(len(rows) * (size - 2) for (_, size), rows in faces.items()), MOST_TRIANGLES, "triangles")
        pieces = [(material, face_triangles(face_corners(rows, size), positions, 1)) for (material, size), rows in faces.items()]
    except InputError:
        raise
    except ValueError as problem:
        raise InputError(f"{path}: is a broken OBJ file: {brief(problem)}") from None
    colours = material_colours(lines, path.parent)
    return sharing_vertices(positions, [(triangles, colours.get(material)) for material, triangles in pieces])


def read_positions(lines: list[bytes]) -> np.ndarray:
    """(v, 3) float64; a fourth number and colours after it are left out."""
    chunks = [np.zeros((0, 3))]
    for start in range(0, len(lines), CHUNK):
        rows = [line.split()[1:4] for line in lines[start : start + CHUNK]]
        for line, row in zip(lines[start : start + CHUNK], rows):
            if len(row) < 3:
                raise ValueError(f"{shown(line.decode('utf-8', 'replace').strip())} has fewer than three numbers")
        chunks.append(np.array(rows, dtype=np.float64))
    positions = np.concatenate(chunks)
    require_finite(positions)
    return positions


def sorted_faces(lines: list[bytes]) -> dict[Key, list[bytes]]:
    """The faces' corners as text, by material and number of corners; numbers that count back are made absolute."""
    faces: dict[Key, list[bytes]] = defaultdict(list)
    material, count = b"", 0
    for line in lines:
        start = line[:2]
        if start in (b"v ", b"v\t"):
            count += 1
        elif start in (b"f ", b"f\t"):
            corners = BESIDE_POSITION.sub(b"", line[2:]) if b"/" in line else line[2:]
            corners = counted_forward(corners, count) if b"-" in corners else corners
            faces[material, len(corners.split())].append(corners)
        elif line.startswith(b"usemtl"):
            material = line[6:].strip()
    return faces


def counted_forward(corners: bytes, count: int) -> bytes:
    numbers = [int(number) for number in corners.split()]
    return b" ".join(b"%d" % (number if number > 0 else count + 1 + number) for number in numbers)


def face_corners(rows: list[bytes], size: int) -> np.ndarray:
    """(n, size) vertex numbers from 0 of faces that all have `size` corners."""
    try:
        return np.array(b" ".join(rows).split(), dtype=np.int64).reshape(-1, size) - 1
    except OverflowError:
        raise ValueError("a face names a vertex by a number of more than 18 digits") from None


def sharing_vertices(positions: np.ndarray, pieces: list[tuple[np.ndarray, tuple | None]]) -> Model:
    """One model over the file's own vertices."""
    colours = list(dict.fromkeys(colour for _, colour in pieces))
    numbers = [np.full(len(triangles), colours.index(colour)) for triangles, colour in pieces]
    triangles = np.concatenate([np.zeros((0, 3), np.int64), *(triangles for triangles, _ in pieces)])
    return Model(positions, triangles, np.concatenate([np.zeros(0, np.int64), *numbers]), tuple(colours))


def material_colours(lines: list[bytes], folder: Path) -> dict[bytes, tuple]:
    """The diffuse colour (Kd) of every material in the files named by `mtllib` that can be read."""
    colours: dict[bytes, tuple] = {}
    for line in lines:
        if line.startswith(b"mtllib"):
            colours |= read_materials(folder / line[6:].strip().decode("utf-8", "replace"))
    return colours


def read_materials(path: Path) -> dict[bytes, tuple]:
    name, colours = b"", {}
    try:
        for line in file_bytes(path, MOST_WORDS).splitlines():
            words = line.split(None, 1)
            if words and words[0] == b"newmtl":
                name = words[-1].strip()
            elif words and words[0] == b"Kd":
                colours[name] = rounded([float(number) for number in words[1].split()[:3]])
    except (OSError, ValueError, IndexError):  # also an InputError: no regular file
        return colours
    return colours
