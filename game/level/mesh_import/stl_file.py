"""Read STL, triangles without materials, as binary or text. Panda3D's loader is not used: it crashes on a broken file."""

import re
from pathlib import Path

import numpy as np

from ...core.input_errors import counted
from ...core.safe_files import as_utf8, file_bytes
from ..contents.limits import MOST_TEXT, MOST_TRIANGLES, require
from .files_beside import faults_named
from .model import Model, Paint

HEAD = 84  # bytes before the first facet: any text, and the number of facets
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
# The name of a mesh in a text, up to its first facet.
NAME = re.compile(rb"(?<!\S)(?:end)?solid(?!\S).*?(?=\sfacet\s+normal\s|\Z)", re.DOTALL)


def read_stl(path: Path) -> Model:
    """Read an STL file in its own frame and unit, without shared vertices. Raises InputError if it is broken, or OSError."""
    data = file_bytes(path)
    with faults_named(path, "STL"):
        corners = text_corners(as_utf8(data)) if is_text(data) else binary_corners(data)
    triangles = np.arange(len(corners), dtype=np.int64).reshape(-1, 3)
    return Model(corners, triangles, np.zeros(len(triangles), np.int64), (Paint(),))


def is_text(data: bytes) -> bool:
    """True if a file begins with "solid" and is text. A binary file that begins so has a zero byte, in its number of facets."""
    head = as_utf8(data[: 100 * HEAD])
    return head.lstrip()[:5].lower() == b"solid" and b"\0" not in head[:HEAD]


def binary_corners(data: bytes) -> np.ndarray:
    """Return the corners (3 n, 3) of a binary file. Raises ValueError if it is too short, or for too many facets."""
    if len(data) < HEAD:
        raise ValueError(f"{len(data)} bytes, the header alone has {HEAD}")
    count, held = int.from_bytes(data[HEAD - 4 : HEAD], "little"), (len(data) - HEAD) // FACET.itemsize
    if count > held:
        raise ValueError(f"its header declares {counted(count, 'triangle')}, but the file has {held}")
    require(count, MOST_TRIANGLES, "triangles")
    return np.frombuffer(data, FACET, count, HEAD)["corners"].astype(np.float64).reshape(-1, 3)


def text_corners(data: bytes) -> np.ndarray:
    """Return the corners (3 n, 3) of the facets of a text file. Raises ValueError for an incomplete one or too long a text."""
    require(len(data), MOST_TEXT, "bytes of text", "save it as binary STL")
    lines = data.lower().splitlines()
    if any(line.lstrip().startswith(b"facet") for line in lines):
        lines = [line for line in lines if not line.lstrip().startswith((b"solid", b"endsolid"))]
    else:  # the whole file is one line, with its name in it
        lines = [NAME.sub(b"", line) for line in lines]
    words = b" ".join(lines).split()
    places = [place for place, word in enumerate(words) if word == b"vertex"]
    begun = sum(pair == (b"facet", b"normal") for pair in zip(words, words[1:]))
    ended = words.count(b"endfacet")
    if begun != ended or len(places) != 3 * ended:
        raise ValueError(f"{begun} facets begin and {ended} end, with {len(places)} vertices, and each must have three")
    rows = [words[place + 1 : place + 4] for place in places]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
