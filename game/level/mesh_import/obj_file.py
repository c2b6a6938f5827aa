"""Read Wavefront OBJ: vertices, faces with any number of corners, and the colours and pictures of its materials.

Both loaders of Panda3D 1.10.16 fail on concave faces: assimp returns triangles outside the wall, and the egg loader ends the
process. This reader keeps positions in double precision, and takes a last line without an end. A vertex may have a colour after
its position, which is common but not in the standard.
"""

import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...core.input_errors import InputError, brief, shown
from ...core.safe_files import TooManyBytes, as_utf8, file_bytes
from ..contents.level import PALETTE
from ..contents.limits import MOST_TEXT, MOST_TRIANGLES, require
from ..contents.mesh_file_look import MeshLook, SurfaceFinish, joined_looks, linear_colour
from ..contents.polygon_triangulation import face_triangles
from .model import Model, Paint, kind_of_name, require_near, rounded
from .obj_materials import ObjMaterials

# A remark, or the mark of a line that goes on in the next one. A remark does not go on, though it may end with a folder's name.
REMARK_OR_CONTINUED = re.compile(rb"#(?<!\S#)[^\r\n]*+|\\(?:\r\n|\r|\n)")
BESIDE_POSITION = re.compile(rb"/[^\s]*")  # texture and normal numbers after a corner's position number
# Lines whose words are held at a time. Fewer: slower by what a call of numpy takes; more: 200 bytes of memory for each.
CHUNK = 100_000
POINT = re.compile(rb"(?<!\S)-?\d+/(-?\d+)")  # the number of a corner's point on a picture
Key = tuple[bytes, int]  # material, number of corners


def read_obj(path: Path) -> Model:
    """Read an OBJ file in its own frame and unit. Raises InputError if it is broken, or OSError if it cannot be read."""
    try:
        data = as_utf8(file_bytes(path, MOST_TEXT))
        lines = [line.lstrip() for line in joined_lines(data).splitlines()]
        numbers = read_positions([line for line in lines if line[:2] in (b"v ", b"v\t")])
        positions = numbers[:, :3]
        require_near(positions)
        materials = ObjMaterials(lines, path)
        faces = sorted_faces(lines, materials)
        require(sum(len(rows) * (size - 2) for (_, size), rows in faces.items()), MOST_TRIANGLES, "triangles")
        pieces = [(name, face_corners(rows, size, positions, name in materials.pictured)) for (name, size), rows in faces.items()]
        points = read_points(lines) if materials.pictured else np.zeros((0, 2))
    except InputError:
        raise
    except TooManyBytes as problem:
        raise InputError(f"{path}: {problem}") from None
    except ValueError as problem:
        raise InputError(f"{path}: is a broken OBJ file: {brief(problem)}") from None
    found = [(corners.triangles, *look_of(corners, numbers, points, materials, name)) for name, corners in pieces]
    return replace(sharing_vertices(positions, found), notes=tuple(materials.notes))


def joined_lines(data: bytes) -> bytes:
    """Return the text of an OBJ file with a blank in place of each `\\` after which a statement goes on in the next line."""
    return REMARK_OR_CONTINUED.sub(lambda found: found[0] if found[0].startswith(b"#") else b" ", data)


def read_positions(lines: list[bytes]) -> np.ndarray:
    """Return positions and colours (v, 6) of vertex lines, 0..1, or nan without a colour. Raises ValueError.

    A fourth coordinate is ignored. If any colour is above 1, all colours are read as 0..255.
    """
    chunks = [np.zeros((0, 6))]
    for start in range(0, len(lines), CHUNK):
        rows = [line.split(b"#", 1)[0].split()[1:8] for line in lines[start : start + CHUNK]]
        for line, row in zip(lines[start : start + CHUNK], rows):
            if len(row) < 3:
                raise ValueError(f"{shown(line.decode('utf-8', 'replace').strip())} has fewer than three numbers")
        plain = np.array([row[:3] for row in rows], dtype=np.float64)
        coloured = [number for number, row in enumerate(rows) if len(row) in (6, 7)]
        colours = np.full(plain.shape, np.nan)
        colours[coloured] = np.array([rows[number][-3:] for number in coloured], dtype=np.float64).reshape(-1, 3)
        chunks.append(np.concatenate([plain, colours], axis=1))
    numbers = np.concatenate(chunks)
    if len(numbers) and np.nanmax(numbers[:, 3:], initial=0.0) > 1.0:  # some programs write 0 to 255
        numbers[:, 3:] /= 255.0
    return numbers


def read_points(lines: list[bytes]) -> np.ndarray:
    """Return the texture coordinates (p, 2) of the `vt` lines, from the picture's lower left, 0 for one that is not finite."""
    rows = [(line.split(b"#", 1)[0].split() + [b"0", b"0"])[1:3] for line in lines if line[:2] == b"vt"]
    return np.nan_to_num(np.array(rows, dtype=np.float64).reshape(-1, 2), posinf=0.0, neginf=0.0)


def sorted_faces(lines: list[bytes], materials: ObjMaterials) -> dict[Key, list[bytes]]:
    """Return the corners of all faces as {(material, number of corners): [text with the corners of one face, ...]}.

    A corner is the number of the position, from 1, and with a material in `pictured` also that of the texture coordinates.
    """
    faces: dict[Key, list[bytes]] = defaultdict(list)
    material, count, points = b"", 0, 0
    for line in lines:
        start = line[:2]
        if start in (b"v ", b"v\t"):
            count += 1
        elif start == b"vt":
            points += 1
        elif start in (b"f ", b"f\t", b"fo"):  # `fo` is the name of `f` in files of the first version
            line = line.split(b"#", 1)[0]
            corners = BESIDE_POSITION.sub(b"", line[2:]) if b"/" in line else line[2:]
            corners = counted_forward(corners, count) if b"-" in corners else corners
            size = len(corners.split())
            if material in materials.pictured:
                corners = with_points(corners, line[2:], points)
            faces[material, size].append(corners)
        elif line[:6].lower() == b"usemtl":
            material = materials.name_of(line[6:].strip())
    return faces


def with_points(corners: bytes, line: bytes, points: int) -> bytes:
    """Return the corners of a face as text, each position number with that of its texture coordinates, or 1 if one has none."""
    positions, found = corners.split(), POINT.findall(line)
    numbers = [int(number) for number in found] if len(found) == len(positions) else [1] * len(positions)
    return b" ".join(b"%b %d" % (one, n if n >= 0 else points + 1 + n) for one, n in zip(positions, numbers))


def counted_forward(corners: bytes, count: int) -> bytes:
    """Return the position numbers of a face as text, with negative ones, back from `count`, replaced by numbers from 1."""
    numbers = [int(number) for number in corners.split()]
    return b" ".join(b"%d" % (number if number >= 0 else count + 1 + number) for number in numbers)


class Corners(NamedTuple):
    """The corners of triangles of one material."""

    triangles: np.ndarray  # (t, 3) vertex indices
    points: np.ndarray | None  # (t, 3) indices of texture coordinates, or None without a picture


def face_corners(rows: list[bytes], size: int, positions: np.ndarray, has_points: bool) -> Corners:
    """Return the Corners of faces of `size` corners each, of one or, with `has_points`, two numbers."""
    try:
        numbers = np.array(b" ".join(rows).split(), dtype=np.int64) - 1
    except OverflowError:
        raise ValueError("a face names a vertex by a number of more than 18 digits") from None
    if not has_points:
        return Corners(face_triangles(numbers.reshape(-1, size), positions, 1), None)
    pairs = numbers.reshape(-1, 2)
    bad = (pairs[:, 0] < 0) | (pairs[:, 0] >= len(positions))
    if bad.any():
        raise ValueError(f"a face names vertex {pairs[bad][0, 0] + 1}, there are {len(positions)}")
    corners = np.arange(len(pairs)).reshape(-1, size)
    triangles = face_triangles(corners, positions[pairs[:, 0]], 1)
    return Corners(pairs[triangles, 0], pairs[triangles, 1])


def look_of(
    corners: Corners, numbers: np.ndarray, points: np.ndarray, materials: ObjMaterials, material: bytes
) -> tuple[Paint, MeshLook | None]:
    """Return the look of triangles with one material, None without colour and picture. Vertex colours multiply the material's.

    numbers: positions and colours of the file's vertices (v, 6); points: texture coordinates of the file (p, 2)
    """
    known = materials.of(material)
    name = kind_of_name(material.decode("utf-8", "replace"))
    tints, finish = numbers[:, 3:][corners.triangles], known.finish
    seen = tints[np.isfinite(tints).all(axis=2)]
    colour = rounded(seen.mean(axis=0) * (known.colour or (1.0, 1.0, 1.0))) if len(seen) else known.colour
    if finish is None and colour is not None and name not in PALETTE:
        finish = SurfaceFinish()
    if finish is None and colour is None:
        return Paint(None, name), None
    coordinates = np.zeros((*corners.triangles.shape, 2), np.float32)
    if corners.points is not None and len(points):
        coordinates = points[np.clip(corners.points, 0, len(points) - 1)] * known.scale + known.offset
        coordinates = coordinates.astype(np.float32)
    plain = (1.0, 1.0, 1.0) if finish and finish.picture else (np.nan,) * 3  # nan: as the material
    is_black = finish is not None and finish.picture is not None and not any(known.exact or ())  # some programs write so
    factor = linear_colour(np.array(plain if is_black else known.exact or plain))
    tints = np.where(np.isfinite(tints), linear_colour(tints) * np.where(np.isfinite(factor), factor, 1.0), factor)
    return Paint(colour, name, finish=finish), MeshLook(coordinates, tints.astype(np.float32))


def sharing_vertices(positions: np.ndarray, pieces: list[tuple[np.ndarray, Paint, MeshLook | None]]) -> Model:
    """Return the model of several meshes that share the file's vertices."""
    paints = list(dict.fromkeys(paint for _, paint, _ in pieces))
    numbers = [np.full(len(triangles), paints.index(paint)) for triangles, paint, _ in pieces]
    triangles = np.concatenate([np.zeros((0, 3), np.int64), *(triangles for triangles, _, _ in pieces)])
    look = joined_looks([look for _, _, look in pieces], [len(triangles) for triangles, _, _ in pieces])
    return Model(positions, triangles, np.concatenate([np.zeros(0, np.int64), *numbers]), tuple(paints), look=look)
