"""The materials of an OBJ file: colours and pictures of the material files that it names (mtllib)."""

from pathlib import Path
from typing import NamedTuple

from game.bounded_file_reading import MOST_WORDS, ByteBudget, TooManyBytes, named_file
from game.input_errors import InputError
from game.level.mesh_file.model import Colour
from game.level.mesh_file.triangle_material_assignment import rounded
from game.level.mesh_file_look import Finish, Picture

OPTIONS = {b"-s": 3, b"-o": 3, b"-t": 3, b"-mm": 2}  # numbers behind an option of a map; all others have one word


class ObjMaterial(NamedTuple):
    """A material of a material file.

    colour: rounded colour, or None if the file gives none
    exact: the colour as written in the file, or None
    finish: the finish with the material's picture, or None without a picture
    """

    colour: Colour | None = None
    exact: Colour | None = None
    finish: Finish | None = None


class ObjMaterials:
    """The materials in the files that an OBJ file names, as far as they can be read.

    lines, folder: lines of the OBJ file, and its folder
    pictured: names of the materials with a picture
    notes: dict whose keys are remarks for the user about pictures that cannot be read
    Raises TooManyBytes if these files and pictures are too large in total.
    """

    def __init__(self, lines: list[bytes], folder: Path):
        self._materials: dict[bytes, ObjMaterial] = {}
        self._pictures: dict[tuple[Path, str], Picture | None] = {}
        self.notes: dict[str, None] = {}
        self._budget = ByteBudget()
        for line in lines:
            if line.startswith(b"mtllib"):
                self._read(folder, line[6:].strip().decode("utf-8", "replace"))
        self.pictured = {name for name, material in self._materials.items() if material.finish}

    def of(self, name: bytes) -> ObjMaterial:
        """Return the material of a name, or a material without colour and picture if the files do not define it."""
        return self._materials.get(name, ObjMaterial())

    def _read(self, folder: Path, file: str) -> None:
        """Read a material file up to its first broken line. A file that cannot be read is ignored.

        folder: folder of the OBJ file
        file: name of the material file in the OBJ file
        Raises TooManyBytes if it and its pictures make the total too large.
        """
        name = b""
        try:
            path = named_file(folder, file)
            for line in self._budget.file_bytes(path, MOST_WORDS).splitlines():
                words = line.split(None, 1)
                if words and words[0] == b"newmtl":
                    name = words[-1].strip()
                elif words and words[0] == b"Kd":
                    numbers = [float(number) for number in words[1].split()[:3]]
                    colour, (red, green, blue) = rounded(numbers), numbers
                    self._materials[name] = self.of(name)._replace(colour=colour, exact=(red, green, blue))
                elif words and words[0] in (b"map_Kd", b"map_kd"):
                    picture = self._picture(path.parent, words[1])
                    self._materials[name] = self.of(name)._replace(finish=Finish(picture) if picture else None)
        except TooManyBytes:
            raise
        except (OSError, ValueError, IndexError):  # also an InputError: no regular file
            return

    def _picture(self, folder: Path, words: bytes) -> Picture | None:
        """Return the picture that a map statement names after its options, or None if it cannot be read.

        folder: folder of the material file
        words: the statement without its first word
        Raises TooManyBytes if the picture makes the total of the files too large.
        """
        rest = words.split()
        while rest and rest[0] in OPTIONS or rest and rest[0][:1] == b"-" and len(rest) > 2:
            rest = rest[1 + OPTIONS.get(rest[0], 1) :]
        name = (words.strip() if not words.startswith(b"-") else b" ".join(rest)).decode("utf-8", "replace")
        key = folder, name
        if key not in self._pictures:
            try:
                path = named_file(folder, name)
                self._pictures[key] = Picture.of(self._budget.file_bytes(path), path.name)
            except TooManyBytes:
                raise
            except (InputError, OSError, ValueError):
                self._pictures[key] = None
                self.notes[f"the picture {name[-60:]} cannot be read"] = None
        return self._pictures[key]
