"""The JSON document of a glTF file, its buffers, and the numbers in them. Every value is checked before it is used.

Every function raises ValueError that names the fault, with `where`, the name of a table. Source: glTF 2.0, chapter 3.6.
"""

import base64
import json
import struct
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from ...core.input_errors import InputError, cut, shown
from ...core.safe_files import decoded
from ..contents.limits import FARTHEST, MOST_VERTICES, require
from . import meshopt
from .files_beside import ByteBudget, named_file

Table = dict[str, Any]  # a JSON object of the file
KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")
MOST_READ = 4 * MOST_VERTICES  # numbers or vertices read in all: positions, indices, colours and texture coordinates


def parsed(data: bytes) -> tuple[Table, bytes]:
    """Return the JSON document and the binary chunk, or b"", of a .glb or a JSON file."""
    if data[:4] != b"glTF":
        return document_of(data), b""
    if len(data) < 12:
        raise ValueError(f"{len(data)} bytes, the header alone has 12")
    _, version, length = struct.unpack("<III", data[:12])
    if version != 2:
        raise ValueError(f"version {version}, only 2 is known")
    if len(data) < length:
        raise ValueError(f"the file has {len(data)} bytes, but its header declares {length}")
    chunks: dict[bytes, bytes] = {}
    at = 12
    while at + 8 <= length:
        size, kind = struct.unpack("<I4s", data[at : at + 8])
        chunks.setdefault(kind, data[at + 8 : at + 8 + size])
        at += 8 + size
    if b"JSON" not in chunks:
        raise ValueError("no chunk of JSON")
    return document_of(chunks[b"JSON"]), chunks.get(b"BIN\0", b"")


def document_of(text: bytes) -> Table:
    try:
        document = json.loads(decoded(text))
    except UnicodeDecodeError:
        raise ValueError("it is neither binary glTF nor text") from None
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise ValueError(f"its JSON is broken at {place} ({problem.msg}); save it again as glTF 2.0") from None
    if not isinstance(document, dict):
        raise ValueError("its JSON is not an object { }")
    asset = table_in(document, "asset", "the file")
    # In glTF 1.0 `asset` is optional, and tables by name are what lists are in 2.0.
    is_first = any(isinstance(document.get(key), dict) for key in ("scenes", "nodes", "meshes", "accessors", "buffers"))
    version, least = str(asset.get("version", "1.0" if is_first else "2.0")), str(asset.get("minVersion", "2.0"))
    if version.partition(".")[0] != "2":
        raise ValueError(f"version {cut(version)}, only 2 is known; convert it to glTF 2.0")
    if least not in ("1.0", "2", "2.0"):  # by the specification a reader of a lower version must not load it
        raise ValueError(f"it needs a reader of version {cut(least)} (asset.minVersion), and 2.0 is known; save it as glTF 2.0")
    return document


# Values of a file, each checked for the type that the standard requires


def listed(table: Table, key: str, where: str) -> list[Any]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise ValueError(f"{key} of {where} is {shown(value)}, and must be a list")
    return value


def whole(table: Table, key: str, where: str, default: int | None = None) -> int:
    """Return the whole number under a key of a table, at least 0. `default` replaces a missing one; None: there must be one."""
    value = table.get(key, default)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:  # some write 36.0
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise ValueError(f"{key} of {where} is {shown(value)}, and must be a whole number, 0 or more")
    return value


def numbers_at(table: Table, key: str, where: str, default: tuple[float, ...]) -> np.ndarray:
    """Return the finite numbers (n,) under a key of a table. `default` gives their count, and replaces missing ones."""
    value = table.get(key, default)
    kinds = isinstance(value, list | tuple) and all(isinstance(n, int | float) and not isinstance(n, bool) for n in value)
    if not kinds or len(value) != len(default) or not all(abs(number) <= FARTHEST for number in value):
        raise ValueError(f"{key} of {where} is {shown(value)}, and must be {len(default)} numbers, none beyond {FARTHEST:g}")
    return np.array([float(number) for number in value])


def wholes(table: Table, key: str, where: str) -> list[int]:
    return [whole({key: value}, key, where) for value in listed(table, key, where)]


def table_in(table: Table, key: str, where: str) -> Table:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key} of {where} is {shown(value)}, and must be a table {{ }}")
    return value


def extension_of(table: Table, name: str, where: str) -> Table:
    return table_in(table_in(table, "extensions", where), name, where)


def custom_properties(table: Table) -> Table:
    """Return the custom properties (`extras`) of a table, {} if they are missing or of another type."""
    extras = table.get("extras")
    return extras if isinstance(extras, dict) else {}


class GltfDocument:
    """A parsed document and its buffers. `budget` limits the bytes read from other files. Raises OSError."""

    def __init__(self, data: bytes, folder: Path):
        self.document, binary = parsed(data)
        self.folder, self.budget, self.read = folder, ByteBudget(), 0
        self.decoded: dict[int, bytes] = {}  # compressed buffer views, by number
        self.buffers = [self.buffer_bytes(number, binary) for number in range(len(self.listed("buffers")))]

    def listed(self, key: str) -> list[Any]:
        return listed(self.document, key, "the file")

    def item(self, kind: str, number: int) -> tuple[Table, str]:
        """Return the table `number` of the top-level list `kind`, such as "meshes", and the table's name in messages."""
        items, where = self.listed(kind), f"{kind}[{number}]"
        if number >= len(items):
            raise ValueError(f"{where} is used, there are {len(items)}")
        if not isinstance(items[number], dict):
            raise ValueError(f"{where} is {shown(items[number])}, and must be a table {{ }}")
        return items[number], where

    def buffer_bytes(self, number: int, binary: bytes) -> bytes:
        """Return a buffer's bytes: the binary chunk, base64 text, or a file. Without data, or as a fallback, it is b""."""
        buffer, where = self.item("buffers", number)
        if buffer.get("uri") is None or any(extension_of(buffer, name, where).get("fallback") is True for name in MESHOPT):
            return binary if number == 0 else b""
        try:
            return self.named_bytes(buffer, where)
        except InputError as problem:
            raise ValueError(f"uri of {where}: {problem}") from None

    def named_bytes(self, table: Table, where: str) -> bytes:
        """Return the bytes that the `uri` of a table stands for: base64 text, or those of a file."""
        uri = table.get("uri")
        if not isinstance(uri, str) or "\0" in uri:
            raise ValueError(f"uri of {where} is {shown(uri)}, and must name a file")
        if uri.startswith("data:"):
            return base64.b64decode(uri.partition(",")[2])
        return self.budget.file_bytes(named_file(self.folder, unquote(uri)))

    def count(self, number: int) -> int:
        return self.checked_count(*self.item("accessors", number))

    @staticmethod
    def checked_count(accessor: Table, where: str) -> int:
        count = whole(accessor, "count", where)
        require(count, MOST_VERTICES, f"numbers or vertices in {where}")
        return count

    def numbers(self, number: int, *types: str) -> np.ndarray:
        """Return the values (count, width) of an accessor of one of the types, such as "VEC3", with sparse changes.

        Values of one component keep the stored type, unless they are normalised. All others are float64.
        """
        accessor, where = self.item("accessors", number)
        count, kind = self.checked_count(accessor, where), self.kind_of(accessor, where)
        if accessor.get("type") not in types:
            raise ValueError(f"type of {where} is {shown(accessor.get('type'))}, and must be {' or '.join(types)}")
        width = WIDTHS[accessor["type"]]
        self.read += count
        require(self.read, MOST_READ, "numbers or vertices in all that is shown")
        if "bufferView" in accessor:
            begins = whole(accessor, "byteOffset", where, 0)
            values = self.rows(whole(accessor, "bufferView", where), begins, kind, count, width).copy()
        else:
            values = np.zeros((count, width), kind)
        if "sparse" in accessor:
            self.change_sparse(values, table_in(accessor, "sparse", where), kind, f"sparse of {where}")
        wide = values.astype(np.float64) if width > 1 else values
        if accessor.get("normalized") is True and kind.kind != "f":
            return np.maximum(wide / np.iinfo(kind).max, -1.0)
        return wide

    @staticmethod
    def kind_of(table: Table, where: str) -> np.dtype:
        kind = whole(table, "componentType", where)
        if kind not in KINDS:
            raise ValueError(f"componentType of {where} is {kind}; there are {', '.join(map(str, KINDS))}")
        return np.dtype(KINDS[kind])

    def change_sparse(self, values: np.ndarray, sparse: Table, kind: np.dtype, where: str) -> None:
        """Overwrite some rows of an accessor's values (count, width), as its table `sparse` says."""
        count, named, new = whole(sparse, "count", where), table_in(sparse, "indices", where), table_in(sparse, "values", where)
        index_kind = self.kind_of(named, where)
        if index_kind.kind == "f":
            raise ValueError(f"{where} names rows by numbers that are not whole")
        require(count, MOST_VERTICES, f"changes in {where}")
        rows = self.rows(whole(named, "bufferView", where), whole(named, "byteOffset", where, 0), index_kind, count, 1)[:, 0]
        if count and not 0 <= rows.min() <= rows.max() < len(values):
            raise ValueError(f"{where} changes row {rows.max()}, there are {len(values)}")
        begins = whole(new, "byteOffset", where, 0)
        values[rows] = self.rows(whole(new, "bufferView", where), begins, kind, count, values.shape[1])

    def rows(self, number: int, offset: int, kind: np.dtype, count: int, width: int) -> np.ndarray:
        """Return the stored values (count, width) of a buffer view from an offset [bytes] on."""
        data, begins, stride, where = self.view(number)
        least = width * kind.itemsize
        stride = least if stride is None else stride
        start = begins + offset
        if count == 0:
            return np.zeros((0, width), kind)
        if stride < least or start + (count - 1) * stride + least > len(data):
            raise ValueError(f"a buffer of {len(data)} bytes ends before the {count} numbers or vertices of {where}")
        rows = np.lib.stride_tricks.as_strided(np.frombuffer(data, np.uint8, offset=start), (count, least), (stride, 1))
        return np.ascontiguousarray(rows).view(kind)

    def view(self, number: int) -> tuple[bytes, int, int | None, str]:
        """Return the bytes that contain a buffer view, its offset in them, its stride or None, and its name in messages."""
        view, where = self.item("bufferViews", number)
        for name in MESHOPT:
            packed = extension_of(view, name, where)
            if packed:
                if number not in self.decoded:
                    self.decoded[number] = self.decompressed(packed, where)
                return self.decoded[number], 0, whole(packed, "byteStride", where), where
        begins = whole(view, "byteOffset", where, 0)
        return self.buffer_of(view, where), begins, whole(view, "byteStride", where) if "byteStride" in view else None, where

    def decompressed(self, packed: Table, where: str) -> bytes:
        """Return the bytes of a buffer view that is compressed with meshopt. `packed` is the table of the extension."""
        count, stride, mode = whole(packed, "count", where), whole(packed, "byteStride", where), packed.get("mode")
        if mode not in ("ATTRIBUTES", "TRIANGLES", "INDICES"):
            raise ValueError(f"mode of {where} is {shown(mode)}; there are ATTRIBUTES, TRIANGLES and INDICES")
        self.budget.add(count * stride, where)
        data = self.slice_of(packed, where)
        try:
            return meshopt.decoded_stream(data, count, stride, mode, str(packed.get("filter", "NONE")))
        except ValueError as problem:
            raise ValueError(f"{where}: {problem}") from None

    def slice_of(self, view: Table, where: str) -> bytes:
        data, begins, length = self.buffer_of(view, where), whole(view, "byteOffset", where, 0), whole(view, "byteLength", where)
        if begins + length > len(data):
            raise ValueError(f"a buffer of {len(data)} bytes ends before {where}")
        return data[begins : begins + length]

    def buffer_of(self, view: Table, where: str) -> bytes:
        buffer = whole(view, "buffer", where)
        if buffer >= len(self.buffers):
            raise ValueError(f"{where} lies in buffers[{buffer}], there are {len(self.buffers)}")
        return self.buffers[buffer]
