"""The reader of PLY files, in text and binary. Every function raises ValueError if the file is broken.

The header declares elements with properties, and the rows of the elements follow. A property is a number, or a list of numbers
after its length. Elements and properties that do not concern triangles are skipped.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...core.input_errors import shown
from ...core.safe_files import as_utf8, file_bytes
from ..contents.limits import MOST_TEXT, MOST_TRIANGLES, MOST_VERTICES, require
from ..contents.mesh_pictures_and_colours import MeshLook, SurfaceFinish, linear_colour
from ..contents.polygon_triangulation import face_triangles
from .files_beside import faults_named
from .model import Model, Paint, rounded


class TextBody:
    """The rows of a text file as one array of numbers. An offset is an index in this array."""

    def __init__(self, data: bytes):
        self.numbers = np.array(data.split(), dtype=np.float64)

    def __len__(self) -> int:
        return len(self.numbers)

    def width(self, kind: str) -> int:
        return 1

    def at(self, offsets: np.ndarray, kind: str) -> np.ndarray:
        return self.numbers[offsets]

    def count(self, offset: int, kind: str) -> int:
        length = self.numbers[offset] if offset < len(self) else -1.0
        if not 0.0 <= length <= len(self) or length != int(length):
            raise ValueError(f"a list has {length} numbers, or the file ends before it")
        return int(length)


class BinaryBody:
    """The rows of a binary file in the byte order "<" or ">". An offset is in bytes. A `kind` is numpy's, as "u1" or "f4"."""

    def __init__(self, data: bytes, order: str):
        self.data, self.order = np.frombuffer(data, np.uint8), order

    def __len__(self) -> int:
        return len(self.data)

    def width(self, kind: str) -> int:
        return int(kind[1])

    def at(self, offsets: np.ndarray, kind: str) -> np.ndarray:
        held = np.dtype(self.order + kind)
        raw = np.empty((*offsets.shape, held.itemsize), np.uint8)
        for byte in range(held.itemsize):  # one byte of all at a time: no list of eight offsets for each number
            raw[..., byte] = self.data[offsets + byte]
        return raw.view(held)[..., 0]

    def count(self, offset: int, kind: str) -> int:
        """Return the length of the list at an offset. At the end of the file the bytes that are left are the length."""
        raw = self.data[offset : offset + self.width(kind)].tobytes()
        length = int.from_bytes(raw, "big" if self.order == ">" else "little", signed=kind[0] == "i") if raw else -1
        if not 0 <= length <= len(self):
            raise ValueError(f"a list has {length} numbers, or the file ends before it")
        return length


Body = TextBody | BinaryBody


KINDS = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2", "uint16": "u2",
    "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4", "double": "f8", "float64": "f8",
}  # fmt: skip
ORDERS = {b"ascii": "", b"binary_little_endian": "<", b"binary_big_endian": ">"}
CORNERS = ("vertex_indices", "vertex_index")
HEAD_END = re.compile(rb"(?<=[\r\n])end_header[ \t]*+(\r\n|\r|\n|\Z)")  # on a line of its own: a comment may have the word, too
# Bytes in which the header must end. Smaller: headers with long comments are refused; larger: a file without one is searched.
LONGEST_HEAD = 2**20


class Property(NamedTuple):
    name: str
    kind: str  # numpy type of its numbers, such as "f4"
    count_kind: str  # numpy type of the length before a list, or "" for a single number


@dataclass
class Element:
    name: str
    count: int
    properties: list[Property] = field(default_factory=list)


class Lists(NamedTuple):
    counts: np.ndarray  # (n,) int64
    numbers: np.ndarray  # (sum of counts,) int64, one list after the other


def read_ply(path: Path) -> Model:
    """Read a PLY file in its own frame and unit. Raises InputError if it is broken, or OSError if it cannot be read."""
    data = as_utf8(file_bytes(path))
    with faults_named(path, "PLY"):
        order, elements, start = head_of(data)
        if not order:
            require(len(data), MOST_TEXT, "bytes of text", "save it as binary PLY")
        body = TextBody(data[start:]) if not order else BinaryBody(data[start:], order)
        return model_of(elements, body)


def head_of(data: bytes) -> tuple[str, list[Element], int]:
    """Return the byte order ("" for text, "<" or ">"), the elements, and the offset [bytes] of the first row."""
    end = HEAD_END.search(data, 0, LONGEST_HEAD)
    if data[:3] != b"ply" or end is None:
        raise ValueError("it must begin with the line ply, and a line end_header must end its header")
    order, elements = None, []
    for line in data[: end.start()].splitlines()[1:]:
        words = line.split()
        if not words or words[0] in (b"comment", b"obj_info"):
            continue
        if words[0] == b"format" and len(words) == 3 and words[1] in ORDERS and words[2] == b"1.0":
            order = ORDERS[words[1]]
        elif words[0] == b"element" and len(words) == 3 and words[2].isdigit():
            elements.append(Element(words[1].decode("utf-8", "replace"), int(words[2])))
        elif words[0] == b"property" and elements:
            elements[-1].properties.append(property_of([word.decode("utf-8", "replace") for word in words[1:]], line))
        else:
            raise ValueError(f"its header has a line that cannot be read: {shown_line(line)}")
    if order is None:
        raise ValueError(f"its header has no format; there are {', '.join(word.decode() for word in ORDERS)}, each 1.0")
    # Numbers may begin with the byte of a line end: after lines that end with \r alone, such a byte is not of the header.
    one_byte = data[3:4] == b"\r" and data[4:5] != b"\n"
    return order, elements, end.end() - (one_byte and end[1] == b"\r\n")


def property_of(words: list[str], line: bytes) -> Property:
    """Return the Property of the words behind the first of a header's line."""
    if len(words) == 2 and words[0] in KINDS:
        return Property(words[1], KINDS[words[0]], "")
    if len(words) == 4 and words[0] == "list" and words[2] in KINDS and KINDS.get(words[1], "f")[0] != "f":
        return Property(words[3], KINDS[words[2]], KINDS[words[1]])
    raise ValueError(f"its header has a line that cannot be read: {shown_line(line)}")


def shown_line(line: bytes) -> str:
    return shown(line.decode("utf-8", "replace").strip())


def model_of(elements: list[Element], body: Body) -> Model:
    found, at = {}, 0
    for element in elements:
        found[element.name], at = columns_of(element, body, at)
    vertices = found.get("vertex", {})
    if not all(isinstance(vertices.get(axis), np.ndarray) for axis in "xyz"):
        raise ValueError("its vertices have no numbers x, y and z")
    positions = np.stack([vertices[axis] for axis in "xyz"], axis=1).astype(np.float64)
    require(len(positions), MOST_VERTICES, "vertices")
    strips = face_triangles(strip_triangles(corner_lists(found.get("tristrips", {}))), positions)
    whole = np.concatenate([cut_faces(corner_lists(found.get("face", {})), positions), strips])
    require(len(whole), MOST_TRIANGLES, "triangles")
    colours = vertex_colours(vertices, elements)
    if colours is None:
        return Model(positions, whole, np.zeros(len(whole), np.int64), (Paint(),))
    look = MeshLook.none(len(whole))._replace(tints=linear_colour(colours).astype(np.float32)[whole])
    paint = Paint(rounded(colours.mean(axis=0)), finish=SurfaceFinish())
    return Model(positions, whole, np.zeros(len(whole), np.int64), (paint,), look=look)


def columns_of(element: Element, body: Body, at: int) -> tuple[dict[str, np.ndarray | Lists], int]:
    """Return the properties of an element by name, without lists that are no corners, and the offset of the next element."""
    least = sum(body.width(one.count_kind or one.kind) for one in element.properties)
    if at + element.count * least > len(body):
        raise ValueError(f"its header declares {element.count} of {shown(element.name)}, but the file ends before them")
    if least == 0 or element.count == 0:
        return {}, at
    has_lists = any(one.count_kind for one in element.properties)
    require(element.count, MOST_TRIANGLES if has_lists else MOST_VERTICES, f"rows of {shown(element.name)}")
    places, end = even_places(element, body, at) or uneven_places(element, body, at)
    columns: dict[str, np.ndarray | Lists] = {}
    for one, where in zip(element.properties, places):
        if not one.count_kind:
            columns[one.name] = body.at(where, one.kind)
        elif one.name in CORNERS:
            counts = body.at(where, one.count_kind).astype(np.int64)
            columns[one.name] = Lists(counts, flat_lists(body, where + body.width(one.count_kind), counts, one.kind))
    return columns, end


def even_places(element: Element, body: Body, at: int) -> tuple[list[np.ndarray], int] | None:
    """Return the offsets (n,) of each property and the end of the element, or None unless all rows have the same length."""
    offsets, offset = [], 0
    for one in element.properties:
        offsets.append(offset)
        offset += list_length(body, one, at + offset) if one.count_kind else body.width(one.kind)
    if at + offset * element.count > len(body):
        return None
    rows = at + offset * np.arange(element.count, dtype=np.int64)
    for one, where in zip(element.properties, offsets):
        if one.count_kind and np.ptp(body.at(rows + where, one.count_kind)) != 0:
            return None
    return [rows + where for where in offsets], at + offset * element.count


def uneven_places(element: Element, body: Body, at: int) -> tuple[list[np.ndarray], int]:
    """Return as `even_places` for rows that differ in length, which are read one by one."""
    places: list[list[int]] = [[] for _ in element.properties]
    for _ in range(element.count):
        for found, one in zip(places, element.properties):
            found.append(at)
            at += body.width(one.kind) if not one.count_kind else list_length(body, one, at)
    if at > len(body):
        raise ValueError(f"it ends within the last of {shown(element.name)}")
    return [np.array(found, np.int64) for found in places], at


def list_length(body: Body, list_property: Property, at: int) -> int:
    """Return the length of a list in units of the body's offsets, including its first number, the count."""
    count_kind = list_property.count_kind
    return body.width(count_kind) + body.count(at, count_kind) * body.width(list_property.kind)


def flat_lists(body: Body, starts: np.ndarray, counts: np.ndarray, kind: str) -> np.ndarray:
    """Return the numbers (sum of counts,) int64 of n lists from offsets (n,) on, one list after the other."""
    before = np.repeat(np.cumsum(counts) - counts, counts)
    places = np.repeat(starts, counts) + (np.arange(len(before)) - before) * body.width(kind)
    numbers = body.at(places, kind)
    if numbers.dtype.kind == "f" and not (np.isfinite(numbers).all() and (numbers == np.floor(numbers)).all()):
        raise ValueError("a face names a vertex by a number that is not whole")
    if numbers.dtype.kind == "f" and len(numbers) and np.abs(numbers).max() > 2.0**53:
        raise ValueError("a face names a vertex by a number of more than 15 digits")
    return numbers.astype(np.int64)


def corner_lists(columns: dict[str, np.ndarray | Lists]) -> Lists:
    lists = [column for name in CORNERS if isinstance(column := columns.get(name), Lists)]
    return lists[0] if lists else Lists(np.zeros(0, np.int64), np.zeros(0, np.int64))


def cut_faces(faces: Lists, positions: np.ndarray) -> np.ndarray:
    """Cut all faces into triangles. Return their vertex indices (t, 3), in the order of the faces."""
    firsts = np.cumsum(faces.counts) - faces.counts
    order = np.argsort(faces.counts, kind="stable")
    sizes, begins = np.unique(faces.counts[order], return_index=True)
    triangles, numbers = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
    require(int(np.maximum(faces.counts - 2, 0).sum()), MOST_TRIANGLES, "triangles")
    for size, rows in zip(sizes.tolist(), np.split(order, begins[1:])):
        triangles.append(face_triangles(faces.numbers[firsts[rows][:, None] + np.arange(size)], positions))
        numbers.append(np.tile(rows, 2) if size == 4 else np.repeat(rows, max(0, size - 2)))  # as they are cut there
    return np.concatenate(triangles)[np.argsort(np.concatenate(numbers), kind="stable")]


def strip_triangles(strips: Lists) -> np.ndarray:
    """Return the triangles (t, 3) of strips, all in one winding. A list has one strip, or several separated by -1."""
    numbers = np.insert(strips.numbers, np.cumsum(strips.counts), -1)
    if len(numbers) < 3:
        return np.zeros((0, 3), np.int64)
    places = np.arange(len(numbers))
    begins = np.maximum.accumulate(np.where(numbers == -1, places + 1, 0))  # of the strip that each number belongs to
    triangles = np.stack([numbers[:-2], numbers[1:-1], numbers[2:]], axis=1)
    odd = (places - begins)[:-2] % 2 == 1
    triangles[odd] = triangles[odd][:, [1, 0, 2]]
    return triangles[(triangles != -1).all(axis=1)]


def vertex_colours(vertices: dict[str, np.ndarray | Lists], elements: list[Element]) -> np.ndarray | None:
    """Return the displayed colours (v, 3) of the vertices, 0..1, or None if they have no colours."""
    kinds = {one.name: one.kind for element in elements if element.name == "vertex" for one in element.properties}
    for names in (("red", "green", "blue"), ("diffuse_red", "diffuse_green", "diffuse_blue")):
        columns = [column for name in names if isinstance(column := vertices.get(name), np.ndarray) and len(column)]
        if len(columns) == len(names):
            whole = [1.0 if kinds[name][0] == "f" else float(np.iinfo(kinds[name]).max) for name in names]
            return np.stack([column.astype(np.float64) / most for column, most in zip(columns, whole)], axis=1)
    return None
