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

from game.errors import InputError
from game.level.geometry.polygon import triangulate
from game.level.mesh_file.model import Model, rounded

CONTINUED = re.compile(rb"\\\r?\n")
BESIDE_POSITION = re.compile(rb"/[^\s]*")  # texture and normal numbers after a corner's position number
Key = tuple[bytes, int]  # material, number of corners


def read_obj(path: Path) -> Model:
    """The triangles of an OBJ file in its own frame. InputError when it is broken."""
    try:
        lines = CONTINUED.sub(b" ", path.read_bytes()).splitlines()
        positions = read_positions([line for line in lines if line[:2] in (b"v ", b"v\t")])
        faces = sorted_faces(lines)
        pieces = [(material, face_triangles(rows, size, positions)) for (material, size), rows in faces.items()]
    except ValueError as problem:
        raise InputError(f"{path}: is a broken OBJ file: {problem}") from None
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror}") from None
    colours = material_colours(lines, path.parent)
    return sharing_vertices(positions, [(triangles, colours.get(material)) for material, triangles in pieces])


def read_positions(lines: list[bytes]) -> np.ndarray:
    """(v, 3) float64; a fourth number and colours after it are left out."""
    rows = [line.split()[1:4] for line in lines]
    for line, row in zip(lines, rows):
        if len(row) < 3:
            raise ValueError(f'"{line.decode("utf-8", "replace").strip()}" has fewer than three numbers')
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def sorted_faces(lines: list[bytes]) -> dict[Key, list[bytes]]:
    """The faces' corners as text, by material and number of corners; numbers that count back are made absolute."""
    faces: dict[Key, list[bytes]] = defaultdict(list)
    material, count = b"", 0
    for line in lines:
        start = line[:2]
        if start == b"v ":
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


def face_triangles(rows: list[bytes], size: int, positions: np.ndarray) -> np.ndarray:
    """(t, 3) vertex numbers of faces that all have `size` corners."""
    if size < 3:
        return np.zeros((0, 3), np.int64)
    corners = np.array(b" ".join(rows).split(), dtype=np.int64).reshape(-1, size) - 1
    bad = (corners < 0) | (corners >= len(positions))
    if bad.any():
        raise ValueError(f"a face names vertex {corners[bad][0] + 1}, there are {len(positions)}")
    if size == 3:
        return corners
    return split_quads(corners, positions) if size == 4 else split_polygons(corners, positions)


def split_quads(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Two triangles a quad, cut from the corner that bends inward if there is one."""
    a, b, c, d = (positions[corners[:, i]] for i in range(4))
    normal = np.cross(c - a, d - b)
    first, second = np.cross(b - a, c - a), np.cross(c - a, d - a)
    along_ac = (np.sum(first * normal, axis=1) >= 0.0) & (np.sum(second * normal, axis=1) >= 0.0)
    turned = np.where(along_ac[:, None], corners, np.roll(corners, -1, axis=1))
    return np.concatenate([turned[:, [0, 1, 2]], turned[:, [0, 2, 3]]])


def split_polygons(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Ears are clipped: a concave outline must not be fanned. A face without area becomes a fan and is dropped later."""
    triangles = []
    for face in corners:
        try:
            cut = triangulate(positions[face].tolist())
        except ValueError:
            cut = [(0, i, i + 1) for i in range(1, len(face) - 1)]
        triangles += [face[list(triangle)] for triangle in cut]
    return np.array(triangles)


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
        for line in path.read_bytes().splitlines():
            words = line.split(None, 1)
            if words and words[0] == b"newmtl":
                name = words[-1].strip()
            elif words and words[0] == b"Kd":
                colours[name] = rounded([float(number) for number in words[1].split()[:3]])
    except (OSError, ValueError, IndexError):
        return colours
    return colours
