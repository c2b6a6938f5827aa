"""Read Wavefront OBJ: vertices, faces with any number of corners, and the diffuse colours of its materials.

Both loaders of Panda3D 1.10.16 fail on concave faces. The assimp loader makes 100 square metres of a wall of 90 around a doorway.
The egg loader ends the process. This reader also accepts a last line without a line end, and keeps positions in double precision.
It is about as fast as those loaders for 200 000 triangles. Negative vertex numbers count back from the last vertex read so far.
Without its material file a mesh has no colours. A vertex may have a colour after its position, which is common but not in the
standard.
"""

import re
from collections import defaultdict
from pathlib import Path

import numpy as np

from game.errors import InputError, brief, shown
from game.level.limits import MOST_TEXT, MOST_TRIANGLES, MOST_WORDS, file_bytes, require
from game.level.mesh_file.face_triangulation import face_triangles
from game.level.mesh_file.model import Colour, Model, Paint, kind_of_name, require_near, rounded

CONTINUED = re.compile(rb"\\\r?\n")
BESIDE_POSITION = re.compile(rb"/[^\s]*")  # texture and normal numbers after a corner's position number
# Lines whose words are held at a time. Fewer: slower by what a call of numpy takes; more: 200 bytes of memory for each.
CHUNK = 100_000
Key = tuple[bytes, int]  # material, number of corners


def read_obj(path: Path) -> Model:
    """Read the triangles of an OBJ file in its own frame. Raises InputError if the file is broken."""
    try:
        data = file_bytes(path, MOST_TEXT)
        lines = [line.lstrip() for line in CONTINUED.sub(b" ", data).splitlines()]
        numbers = read_positions([line for line in lines if line[:2] in (b"v ", b"v\t")])
        positions = numbers[:, :3]
        require_near(positions)
        faces = sorted_faces(lines)
        require(sum(len(rows) * (size - 2) for (_, size), rows in faces.items()), MOST_TRIANGLES, "triangles")
        pieces = [(material, face_triangles(face_corners(rows, size), positions, 1)) for (material, size), rows in faces.items()]
    except InputError:
        raise
    except ValueError as problem:
        raise InputError(f"{path}: is a broken OBJ file: {brief(problem)}") from None
    colours = material_colours(lines, path.parent)
    found = [(triangles, paint_of(triangles, numbers, material, colours.get(material))) for material, triangles in pieces]
    return sharing_vertices(positions, found)


def read_positions(lines: list[bytes]) -> np.ndarray:
    """Return positions and colours (v, 6) of vertex lines. The colours are 0..1, or nan if missing. A fourth coordinate is
    ignored.
    """
    chunks = [np.zeros((0, 6))]
    for start in range(0, len(lines), CHUNK):
        rows = [line.split(b"#", 1)[0].split()[1:7] for line in lines[start : start + CHUNK]]
        for line, row in zip(lines[start : start + CHUNK], rows):
            if len(row) < 3:
                raise ValueError(f"{shown(line.decode('utf-8', 'replace').strip())} has fewer than three numbers")
        plain = np.array([row[:3] for row in rows], dtype=np.float64)
        coloured = [number for number, row in enumerate(rows) if len(row) == 6]
        colours = np.full(plain.shape, np.nan)
        colours[coloured] = np.array([rows[number][3:] for number in coloured], dtype=np.float64).reshape(-1, 3)
        chunks.append(np.concatenate([plain, colours], axis=1))
    numbers = np.concatenate(chunks)
    if len(numbers) and np.nanmax(numbers[:, 3:], initial=0.0) > 1.0:  # some programs write 0 to 255
        numbers[:, 3:] /= 255.0
    return numbers


def sorted_faces(lines: list[bytes]) -> dict[Key, list[bytes]]:
    """Return the corners of all faces as text, by material and number of corners. Negative vertex numbers are made positive."""
    faces: dict[Key, list[bytes]] = defaultdict(list)
    material, count = b"", 0
    for line in lines:
        start = line[:2]
        if start in (b"v ", b"v\t"):
            count += 1
        elif start in (b"f ", b"f\t"):
            line = line.split(b"#", 1)[0]
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
    """Return the vertex numbers (n, size), counted from 0, of faces that all have `size` corners."""
    try:
        return np.array(b" ".join(rows).split(), dtype=np.int64).reshape(-1, size) - 1
    except OverflowError:
        raise ValueError("a face names a vertex by a number of more than 18 digits") from None


def paint_of(triangles: np.ndarray, vertices: np.ndarray, material: bytes, colour: Colour | None) -> Paint:
    """Return the paint of a material: its colour times the mean colour of the triangles' vertices (v, 6)."""
    name = kind_of_name(material.decode("utf-8", "replace"))
    tints = vertices[np.unique(triangles), 3:]
    tints = tints[np.isfinite(tints).all(axis=1)]
    return Paint(rounded(tints.mean(axis=0) * (colour or (1.0, 1.0, 1.0))) if len(tints) else colour, name)


def sharing_vertices(positions: np.ndarray, pieces: list[tuple[np.ndarray, Paint]]) -> Model:
    """Return a model of pieces of (triangles, paint) that share the file's vertices `positions` (v, 3)."""
    paints = list(dict.fromkeys(paint for _, paint in pieces))
    numbers = [np.full(len(triangles), paints.index(paint)) for triangles, paint in pieces]
    triangles = np.concatenate([np.zeros((0, 3), np.int64), *(triangles for triangles, _ in pieces)])
    return Model(positions, triangles, np.concatenate([np.zeros(0, np.int64), *numbers]), tuple(paints))


def material_colours(lines: list[bytes], folder: Path) -> dict[bytes, tuple]:
    """Return the diffuse colour (Kd) of each material in the readable files that `mtllib` lines name."""
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
