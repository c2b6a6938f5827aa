"""Limits on the contents of a file, checked before memory is allocated.

A file of eight lines can claim a billion triangles. Every reader compares a file's numbers with its contents and with these.
"""

from ...core.input_errors import InputError

# Triangles of a level: its mesh, or all its parts with their repeats. Smaller: scans of one or two million triangles, which
# load and can be walked in, are refused; larger: loading takes more than a minute and more than 2 GB.
MOST_TRIANGLES = 4_000_000
# Vertices of a mesh file: three for each triangle. Smaller: files that share no vertex, as STL, are refused too early; larger:
# they fill the memory although no triangle uses them.
MOST_VERTICES = 3 * MOST_TRIANGLES
# Bytes of a mesh file in text (OBJ, and PLY or STL in ASCII): Python holds some eight times as much while it reads. Smaller:
# two million triangles do not fit; larger: reading needs more than 1 GB of memory.
MOST_TEXT = 128 * 2**20
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


class TooMany(ValueError):
    pass


def require(count: float, most: float, what: str, remedy: str = "") -> None:
    """Raise TooMany if a count of `what`, a plural noun, exceeds `most`. `remedy` is advice for the user."""
    if count > most:
        raise TooMany(f"{count:,} {what}, {most:,} can be read".replace(",", " ") + (f"; {remedy}" if remedy else ""))


class Tally:
    """A running total of `what`, a plural noun, over all parts of a level, compared with a limit."""

    def __init__(self, most: int, what: str):
        self.most, self.what, self.count = most, what, 0

    def add(self, count: int, where: str) -> None:
        """Add a count. Raises InputError that begins with the table's name `where` if the total exceeds the limit."""
        self.count += count
        if self.count > self.most:
            allowed = f"{self.most:,}".replace(",", " ")
            raise InputError(
                f"{where}: with it the level has {self.count} {self.what}, {allowed} can be loaded; "
                "repeat less or make it coarser"
            )
