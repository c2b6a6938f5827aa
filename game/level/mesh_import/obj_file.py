"""Read Wavefront OBJ: vertices, faces with any number of corners, and the colours and pictures of its materials.

Both loaders of Panda3D 1.10.16 fail on concave faces: assimp returns triangles outside the wall, and the egg loader ends the
process. This reader keeps positions in double precision, and takes a last line without an end. A vertex may have a colour after
its position, which is common but not in the standard.
"""

import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...core.elementary_functions import product
from ...core.input_errors import InputError, shown
from ...core.safe_files import MOST_WORDS, as_utf8, file_bytes
from ..contents.level import PALETTE
from ..contents.limits import MOST_TEXT, MOST_TRIANGLES, require
from ..contents.mesh_pictures_and_colours import MeshLook, Picture, SurfaceFinish, joined_looks, linear_colour
from ..contents.polygon_triangulation import face_triangles
from .files_beside import ByteBudget, FilesBeside, TooManyBytes, faults_named
from .model import Colour, Model, Paint, display_colour, emitting, kind_of_name, lit_colours, require_near, rounded

# The most words behind an option of a map. Words after the first are optional if they are numbers; other options have one word.
OPTIONS = {"-s": 3, "-o": 3, "-t": 3, "-mm": 2}
# Remarks about one file, and missing files that are looked for. Smaller: a user mends the file in more rounds; larger: a file of
# a million wrong lines fills the terminal, and is searched for minutes.
MOST_REMARKS, MOST_MISSING = 10, 1000
# From the colours of CIE XYZ to linear red, green and blue (IEC 61966-2-1).
RGB_OF_XYZ = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
FILE_NAMES = re.compile(r"(?:\"[^\"]*\"|\S.*?\.mtl)(?=\s|$)", re.IGNORECASE)
# Encodings of names that are not in UTF-8, in the order of trial: the file that is found decides. By Windows' programs of western
# Europe, Japan, China, Korea, Taiwan, central and eastern Europe.
ENCODINGS = ("cp1252", "latin-1", "cp932", "gb18030", "cp949", "big5", "cp1250", "cp1251")
WORD = re.compile(r"\S+")
REMARK = re.compile(rb"(?<!\S)#")  # the begin of a remark. A name may have a # too, but not after a blank in most files


class ObjMaterial(NamedTuple):
    colour: Colour | None = None  # rounded
    exact: Colour | None = None  # as written in the file
    base: np.ndarray | None = None  # linear base colour (3,) of a material that emits light
    emission: np.ndarray | None = None  # linear colour (3,) of this light
    finish: SurfaceFinish | None = None  # with the picture or opacity
    scale: tuple[float, float] = (1.0, 1.0)  # of the texture coordinates (u, v) on the picture
    offset: tuple[float, float] = (0.0, 0.0)


class Map(NamedTuple):
    name: str
    scale: tuple[float, float]
    offset: tuple[float, float]
    repeats: bool
    where: str  # file and line


class ObjMaterials:
    """The materials in the files that an OBJ file names, as far as they can be read. Raises TooManyBytes.

    pictured: names of the materials with a picture; notes: dict whose keys are remarks for the user
    """

    def __init__(self, lines: list[bytes], path: Path):
        self._values: dict[bytes, dict[str, Any]] = defaultdict(dict)  # statements of each material
        self._pictures: dict[Path, Picture | None] = {}
        self._beside = FilesBeside(path.parent)
        self._missing: set[str] = set()
        self.notes: dict[str, None] = {}
        self._budget = ByteBudget()
        for number, line in enumerate(lines, 1):
            if line[:6].lower() == b"mtllib":
                for name in self._file_names(line[6:].strip()):
                    self._read(name, f"{path.name}:{number}")
        self._materials = {name: self._material(values) for name, values in self._values.items()}
        self._without_remark: dict[bytes, list[bytes]] = defaultdict(list)  # names of the materials, by what is before a remark
        for defined in self._materials:
            self._without_remark[without_remark(defined)].append(defined)
        self.pictured = {name for name, one in self._materials.items() if one.finish and one.finish.picture}

    def of(self, name: bytes) -> ObjMaterial:
        return self._materials.get(name, ObjMaterial())

    def name_of(self, words: bytes) -> bytes:
        """Return the name of the material that a statement's words, with or without a remark, mean, or the words, noted."""
        plain = without_remark(words)
        others = self._without_remark[plain]
        names = (words, plain, *others) if len(others) == 1 else (words, plain)
        found = next((name for name in names if name in self._materials), None)
        if found is None and self._materials:
            self._remark(f"its material {shown(words.decode('utf-8', 'replace'))} is in none of its material files")
        return words if found is None else found

    def _file_names(self, words: bytes) -> list[str]:
        """Return the names of the material files in a statement: names that end with .mtl or are quoted, one name, or names
        without blanks.

        The first kind counts by which all files are found, with or without a remark behind them. Else some are missing.
        """
        for text in decodings(words):
            for part in (text, decodings(without_remark(text.encode()))[0]):
                for names in (FILE_NAMES.findall(part) or [part], part.split()):
                    if all(map(self._found, names)):
                        return names
        plain = decodings(without_remark(words))[0]
        return FILE_NAMES.findall(plain) or plain.split()

    def _found(self, name: str, beside: FilesBeside | None = None) -> Path | None:
        """Return the path of a file beside the material file or the OBJ file. A name may have quotation marks or a remark."""
        names = name.strip().strip('"'), without_remark(name.encode()).decode().strip('"')
        if name in self._missing or len(self._missing) > MOST_MISSING:
            return None
        places = [one for one in (beside, self._beside) if one]
        path = next((path for one in names if one for place in places if (path := place.find(one))), None)
        if path is None:
            self._missing.add(name)
        return path

    def _remark(self, remark: str) -> None:
        if len(self.notes) < MOST_REMARKS:
            self.notes[remark] = None
        elif len(self.notes) == MOST_REMARKS:
            self.notes["more lines of its material files cannot be read"] = None

    def _read(self, name: str, where: str) -> None:
        """Read a material file, named at `where`. A line that cannot be read is noted, and the next ones are read."""
        path = self._found(name)
        try:
            text = as_utf8(self._budget.file_bytes(path, MOST_WORDS)) if path else b""
        except TooManyBytes:
            raise
        except (OSError, ValueError):  # also an InputError: no regular file
            path = None
        if path is None:
            self._remark(f"{where}: the material file {name[-60:]} is missing or cannot be read")
            return
        values, beside, begun = self._values[b""], FilesBeside(path.parent), b""
        for number, line in enumerate(text.splitlines(), 1):
            if line.endswith(b"\\") and not REMARK.search(line):  # the next line goes on with it
                begun += line[:-1] + b" "
                continue
            line, begun = begun + line, b""
            words = line.split(None, 1)
            word, rest = words[0].lower() if words else b"", words[1].strip() if len(words) > 1 else b""
            if word == b"newmtl":
                values = self._values[rest]
                continue
            try:
                self._statement(values, word, self._text(rest, beside), f"{path.name}:{number}", beside)
            except ValueError:
                self._remark(f"{path.name}:{number}: {shown(line.decode('utf-8', 'replace').strip())} cannot be read")

    def _text(self, words: bytes, beside: FilesBeside) -> str:
        """Return the words of a statement as text. If they are not in UTF-8, its last words are a name, whose file is found."""
        texts = decodings(words)
        if len(texts) == 1:
            return texts[0]
        return next((text for text in texts if self._found(map_of(text, "").name, beside)), texts[0])

    def _statement(self, values: dict[str, Any], word: bytes, rest: str, where: str, beside: FilesBeside) -> None:
        """Add a statement to its material's values, or ignore it. Raises ValueError if it cannot be read."""
        if word in (b"kd", b"ke"):
            values[word.decode()] = colour_of(rest)
        elif word in (b"d", b"tr"):
            values[word.decode()] = number_of(rest.replace("-halo", "", 1).partition("#")[0])
        elif word in (b"map_kd", b"map_ke", b"map_d"):
            values[word.decode()] = map_of(rest, where), beside

    def _material(self, values: dict[str, Any]) -> ObjMaterial:
        """Return the material of some statements. `d` is its opacity, and without it 1 - `Tr`. `Ke` is its emission."""
        made, glow = ObjMaterial(), 0.0
        if exact := values.get("kd"):
            made = made._replace(colour=rounded(exact), exact=exact)
        opacity = min(max(values.get("d", 1.0 - values.get("tr", 0.0)), 0.0), 1.0)
        drawn, path, picture = self._map(values, "map_kd")
        emissive = self._map(values, "map_ke")[2]
        emission = np.array(values.get("ke", (0.0, 0.0, 0.0)))
        if emission.max() > 0.0 or emissive:  # some programs write a black `Ke` beside a picture
            emission = linear_colour(emission / max(emission.max(), 1.0)) if emission.max() > 0.0 else np.ones(3)
            base = linear_colour(np.array(exact)) if exact and (any(exact) or not picture) else None
            light = emitting(base, picture, emission, emissive is not None)
            glow = light.glow
            if light.picture != "base":
                made = made._replace(base=light.base, emission=light.emission)
                drawn, path, picture = self._map(values, "map_ke") if light.picture else (None, None, None)
        is_cut = picture is not None and has_opacity(picture.data)
        if "map_d" in values:
            cut, beside = values["map_d"]
            other = self._found(cut.name, beside)
            if drawn is None or picture is None or (cut.scale, cut.offset) != (drawn.scale, drawn.offset):
                self._remark(f"{cut.where}: map_d is drawn only on a map_Kd with the same options -s and -o")
            elif other != path and (holes := self._picture(cut, other)):
                picture, is_cut = picture.cut_by(holes), True
        mode = "blend" if opacity < 1.0 else "mask" if is_cut else "opaque"
        if drawn is None or picture is None:
            is_plain = mode == "opaque" and not glow
            return made if is_plain else made._replace(finish=SurfaceFinish(mode=mode, opacity=opacity, glow=glow))
        finish = SurfaceFinish(picture, (drawn.repeats, drawn.repeats), False, mode, opacity, glow)
        return made._replace(finish=finish, scale=drawn.scale, offset=drawn.offset)

    def _map(self, values: dict[str, Any], word: str) -> tuple[Map | None, Path | None, Picture | None]:
        """Return what a statement of a material says about a picture, its path, and the picture, as far as there are these."""
        drawn, beside = values.get(word, (None, None))
        path = self._found(drawn.name, beside) if drawn else None
        return drawn, path, self._picture(drawn, path) if drawn else None

    def _picture(self, drawn: Map, path: Path | None) -> Picture | None:
        """Return the picture that a statement names, or None if there is no such file, or it cannot be read."""
        if path is not None and path not in self._pictures:
            try:
                self._pictures[path] = Picture.of(self._budget.file_bytes(path), path.name)
            except TooManyBytes:
                raise
            except (InputError, OSError, ValueError):
                self._pictures[path] = None
        picture = self._pictures[path] if path is not None else None
        if picture is None:
            self._remark(f"{drawn.where}: the picture {drawn.name[-60:]} cannot be read")
        return picture


def decodings(words: bytes) -> list[str]:
    """Return what the words may mean as text: that of UTF-8, or with a replaced sign, then those of other encodings."""
    texts = [words.decode("utf-8", "replace")]
    if "\ufffd" in texts[0]:
        for encoding in ENCODINGS:
            try:
                texts.append(words.decode(encoding))
            except ValueError:
                continue
    return texts


def without_remark(words: bytes) -> bytes:
    """Return the words before a remark, which begins with a # behind a blank. A # that is the first of the words is no remark."""
    begin = REMARK.search(words, 1)
    return words[: begin.start()].strip() if begin else words.strip()


def number_of(word: str) -> float:
    number = float(word)
    if not np.isfinite(number):
        raise ValueError(f"{shown(word)} is not a finite number")
    return number


def colour_of(words: str) -> Colour:
    """Return the colour of `Kd`: three numbers, one for all, or `xyz` and CIE XYZ. Raises ValueError for other words."""
    parts = words.partition("#")[0].split()
    is_xyz = parts[:1] == ["xyz"]
    numbers = [number_of(part) for part in parts[is_xyz:][:3]]
    if len(numbers) not in (1, 3):
        raise ValueError(f"{shown(words)} is no colour")
    red, green, blue = numbers * 3 if len(numbers) == 1 else numbers
    if is_xyz:
        red, green, blue = display_colour(product(RGB_OF_XYZ, [red, green, blue])).tolist()
    return red, green, blue


def map_of(words: str, where: str) -> Map:
    """Return the Map of a statement: options, and the name of a picture, which may have blanks. Raises ValueError for others."""
    parts = list(WORD.finditer(words))
    scale, offset, repeats, at = [1.0, 1.0], [0.0, 0.0], True, 0
    while at < len(parts) - 1 and parts[at][0].startswith("-"):
        option, at = parts[at][0].lower(), at + 1
        last = min(at + OPTIONS.get(option, 1), len(parts) - 1)  # the last word is always a part of the name
        behind = []
        while at < last and (option not in OPTIONS or is_number(parts[at][0])):
            behind.append(parts[at][0])
            at += 1
        if option in ("-s", "-o"):
            target = scale if option == "-s" else offset
            target[: min(2, len(behind))] = [number_of(word) for word in behind[:2]]
        elif option == "-clamp":
            repeats = behind != ["on"]
    if at >= len(parts):
        raise ValueError("it names no picture")
    return Map(words[parts[at].start() :].strip(), (scale[0], scale[1]), (offset[0], offset[1]), repeats, where)


def is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def has_opacity(data: bytes) -> bool:
    is_png = data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 25
    return is_png and (data[25] in (4, 6) or b"tRNS" in data[: data.find(b"IDAT")])


# A remark, or the mark of a line that goes on in the next one. A remark does not go on, though it may end with a folder's name.
REMARK_OR_CONTINUED = re.compile(rb"#(?<!\S#)[^\r\n]*+|\\(?:\r\n|\r|\n)")
BESIDE_POSITION = re.compile(rb"/[^\s]*")  # texture and normal numbers after a corner's position number
# Lines whose words are held at a time. Fewer: slower by what a call of numpy takes; more: 200 bytes of memory for each.
CHUNK = 100_000
FACE = b"f", b"fo"  # `fo` is the name of `f` in files of the first version
POINT = re.compile(rb"(?<!\S)-?\d+/(-?\d+)")  # the number of a corner's point on a picture
Key = tuple[bytes, int]  # material, number of corners


def read_obj(path: Path) -> Model:
    """Read an OBJ file in its own frame and unit. Raises InputError if it is broken, or OSError if it cannot be read."""
    data = b""
    with faults_named(path, "OBJ", lambda: first_fault(data)):
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
    found = [(corners.triangles, *look_of(corners, numbers, points, materials, name)) for name, corners in pieces]
    return replace(sharing_vertices(positions, found), notes=tuple(materials.notes))


def first_fault(data: bytes) -> tuple[str, str]:
    """Return the place ":LINE" and the reason of the first number that cannot be read, or of a corner without its vertex.

    The reason is "" for a number of too many digits, and the place, too, if there is no such fault.
    """
    lines = REMARK_OR_CONTINUED.sub(lambda found: found[0] if found[0].startswith(b"#") else b" \0 ", data).splitlines()
    there = sum(line.split(None, 1)[:1] == [b"v"] for line in lines)
    count, number, of_pictures = 0, 1, ("", "")  # the last only counts if nothing else is wrong: pictures may not be read
    for line in lines:
        words = line.split(b"#", 1)[0].replace(b"\0", b" ").split()
        kind = words[0] if words else b""
        count += kind == b"v"
        numbers = words[1:8] if kind in (b"v", b"vt") else [word.split(b"/")[0] for word in words[1:]] if kind in FACE else []
        for word in numbers:
            shown_word = shown(word.decode("utf-8", "replace"))
            if not is_number(word.decode("utf-8", "replace")):
                fault = f":{number}", f"{shown_word} is not a number; write numbers with a point, and a blank between two of them"
                if kind != b"vt":
                    return fault
                of_pictures = of_pictures if of_pictures[0] else fault
            if kind in FACE and len(word) > 18:
                return f":{number}", ""
            corner = float(word) if kind in FACE else 1.0
            if not 1 <= (corner if corner >= 0.0 else count + 1 + corner) <= there:
                return f":{number}", f"a face names vertex {shown_word[1:-1]}, there are {there}"
        if kind == b"v" and len(numbers) < 3:
            return f":{number}", f"{shown(b' '.join(words).decode('utf-8', 'replace'))} has fewer than three numbers"
        number += 1 + line.count(b"\0")
    return of_pictures


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
        elif start in (b"f ", b"f\t", b"fo"):
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
    if known.emission is not None:
        colours = np.where(np.isfinite(tints), linear_colour(tints), 1.0) if len(seen) else None
        lit = np.broadcast_to(lit_colours(known.base, known.emission, colours), tints.shape)
        paint = Paint(rounded(display_colour(lit.reshape(-1, 3).mean(axis=0))), name, finish=finish)
        return paint, MeshLook(coordinates, lit.astype(np.float32))
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
