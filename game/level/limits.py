"""Limits on the contents of a file, checked before memory is allocated.

A file of eight lines can claim a billion triangles. Every reader compares the numbers in a file with the file's contents and with
the limits here. The comment at each limit says what breaks if the limit is smaller or larger.
"""

import stat
import sys
from pathlib import Path, PureWindowsPath

from game.input_errors import InputError

# Triangles of a level: its mesh, or all its parts with their repeats. Smaller: scans of one or two million triangles, which
# load and can be walked in, are refused; larger: loading takes more than a minute and more than 2 GB.
MOST_TRIANGLES = 4_000_000
# Vertices of a mesh file: three for each triangle. Smaller: files that share no vertex, as STL, are refused too early; larger:
# they fill the memory although no triangle uses them.
MOST_VERTICES = 3 * MOST_TRIANGLES
# Bytes of a mesh file, and of all files together that it names: buffers, material files, pictures. Smaller: scans with pictures
# inside are refused; larger: a file is read for minutes before an error in it is found.
MOST_BYTES = 512 * 2**20
# Bytes of a mesh file in text (OBJ, and PLY or STL in ASCII): Python holds some eight times as much while it reads. Smaller:
# two million triangles do not fit; larger: reading needs more than 1 GB of memory.
MOST_TEXT = 128 * 2**20
# Bytes of a level file, a lesson, cases, a script or a recording. Smaller: terrain of 500 x 500 heights does not fit; larger:
# TOML of more bytes is read for longer than half a minute.
MOST_WORDS = 16 * 2**20
# Nodes of a glTF scene. Smaller: towns of many placed meshes are refused; larger: 10 us for each, on top of its triangles.
MOST_NODES = 200_000
# Tables of one kind in a level file, such as [[parts]]. Smaller: levels written by a program are refused; larger: each takes some
# 0.3 ms, so loading takes minutes.
MOST_TABLES = 30_000
# Movers of a level, with their copies. Smaller: playable levels are refused; larger: each mover takes time in every tick.
MOST_MOVERS = 10_000
# Solids of one part, such as the teeth of a battlement. Smaller: walls of some kilometres are refused; larger: each takes 0.5 ms,
# so loading takes half a minute.
MOST_SOLIDS = 10_000
# Numbers that a part computes with numpy before it has triangles: cells of noise, hills times cells. Smaller: fine-grained
# terrain is refused; larger: seconds and gigabytes for a table of three lines.
MOST_NUMBERS = 50_000_000
# The same in Python: cells of a wall times its openings. Smaller: towers of hundreds of windows are refused; larger: minutes.
MOST_CELLS = 10_000_000
# Corners of one face. Smaller: floor plans drawn as one outline are refused; larger: triangulation takes time with the square.
MOST_CORNERS = 20_000
# Cuts of the planes of brushes with each other: for each brush the square of its faces. Smaller: large maps are refused; larger:
# each takes 5 us, so loading takes a minute.
MOST_CUTS = 10_000_000
# Corners tested while faces are triangulated: for each face the square of its corners, and more when no ear is known. Smaller: a
# face of MOST_CORNERS is refused; larger: a very irregular outline takes minutes.
MOST_CORNER_TESTS = 2_000_000_000
# The farthest coordinate from the origin [m, and units of the file]. Smaller: worlds 1e15 m away, which work, are refused;
# larger: areas overflow.
FARTHEST = 1e30
# Limits of a child process that reads a file with Panda3D's loaders: memory [bytes] including 170 MB for its libraries, processor
# time [s], and wall-clock time [s]. Smaller: large models in Panda3D's own formats (5 s for 20 000 polygons of egg) cannot be
# read; larger: a malicious file hangs or fills the memory for longer.
CHILD_BYTES = 700 * 2**20
CHILD_SECONDS = 7
CHILD_CLOCK = 30.0


def require(count: float, most: float, what: str, remedy: str = "") -> None:
    """Raise ValueError if a count exceeds its limit `most`.

    what: plural noun for the counted objects in the message, such as "triangles"
    remedy: advice at the end of the message, or ""
    """
    if count > most:
        raise ValueError(f"{count:,} {what}, {most:,} can be read".replace(",", " ") + (f"; {remedy}" if remedy else ""))


class Tally:
    """A running total over all parts of a level, compared with a limit.

    most: the limit
    what: plural noun for the counted objects in the error, such as "triangles"
    """

    def __init__(self, most: int, what: str):
        self.most, self.what, self.count = most, what, 0

    def add(self, count: int, where: str) -> None:
        """Add a count to the total. Raises InputError that begins with the table's name `where` if the total exceeds the limit.
        """
        self.count += count
        if self.count > self.most:
            allowed = f"{self.most:,}".replace(",", " ")
            raise InputError(
                f"{where}: with it the level has {self.count} {self.what}, {allowed} can be loaded; "
                "repeat less or make it coarser"
            )


def file_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file of at most `most` bytes.

    Raises InputError for a folder, a device, a pipe or a larger file. Raises OSError if the file cannot be read.
    """
    require_regular(path, most)
    with path.open("rb") as file:
        return file.read(most)


class TooManyBytes(ValueError):
    """Raised if the files to which a mesh file refers have more than MOST_BYTES bytes in total."""


class ByteBudget:
    """The number of bytes read for one mesh file from the files that it names, with the limit MOST_BYTES.

    held: bytes counted so far. A file that is read twice counts twice.
    """

    def __init__(self):
        self.held = 0

    def add(self, count: int, name: str) -> None:
        """Count bytes of the file or buffer `name`. Raises TooManyBytes if the total exceeds the limit."""
        self.held += count
        if self.held > MOST_BYTES:
            held, most = (f"{count:,}".replace(",", " ") for count in (self.held, MOST_BYTES))
            counts = f"{held} bytes in buffers and pictures with {name[-60:]}, {most} can be read"
            raise TooManyBytes(f"{counts}; make its pictures smaller, or use fewer")

    def file_bytes(self, path: Path, most: int = sys.maxsize) -> bytes:
        """Return the bytes of a regular file, and count them.

        most: limit of this file [bytes]
        Raises TooManyBytes, before the file is read, if the total exceeds the limit. Raises InputError and OSError as the
        function `file_bytes` of this module.
        """
        require_regular(path, most)
        self.add(path.stat().st_size, path.name)
        return file_bytes(path)


def named_file(folder: Path, name: str) -> Path:
    """Return the path of a file that a mesh file names. The name is relative to the folder of the mesh file, `folder`.

    Raises InputError for a name that begins at a root, a drive or a network share. A mesh file may come from a stranger, and
    opening a share would send the user's name to a server. A name with ".." is allowed.
    """
    name = name.replace("\\", "/")
    if name.startswith("/") or PureWindowsPath(name).drive:
        raise InputError(f"{name[:80]}: begins at a root, a drive or a server; put the file beside the mesh file")
    return folder / name


def require_regular(path: Path, most: int = MOST_BYTES) -> None:
    """Raise InputError for a folder, a device, a pipe, or a file of more than `most` bytes. Raise OSError if there is no file."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"{path}: is not a regular file; name a file that is stored on a disk")
    if found.st_size > most:
        raise InputError(f"{path}: has {found.st_size >> 20} MB, {most >> 20} MB can be read; make it smaller or split it")


def read_text(path: str) -> str:
    """Return the text of a script or a recording. Line ends "\\r\\n" become "\\n". `path` names a file or a pipe.

    Raises InputError if the content is not UTF-8 text or is longer than MOST_WORDS bytes, and OSError if it cannot be read.
    """
    with open(path, "rb") as file:  # the length of a pipe is unknown
        data = file.read(MOST_WORDS + 1)
    if len(data) > MOST_WORDS:
        raise InputError(f"{path}: has more than {MOST_WORDS >> 20} MB of text; divide it")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not a text file") from None
