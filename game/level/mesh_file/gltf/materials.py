"""The materials of a glTF file: colours, pictures, and the coordinates of the pictures on the triangles.

Source: the glTF 2.0 specification, chapters 3.8 (textures) and 3.9 (materials); the extensions KHR_texture_transform and
KHR_materials_pbrSpecularGlossiness.
"""

import base64
from typing import NamedTuple
from urllib.parse import unquote

import numpy as np

from game.bounded_file_reading import TooManyBytes, named_file
from game.collision.engine.elementary_functions import cos, sin
from game.input_errors import InputError
from game.level.file.material_palette import PALETTE, PATTERNS
from game.level.mesh_file.gltf.document_and_accessors import (
    GltfDocument,
    custom_properties,
    extension_of,
    numbers_in,
    table_in,
    whole,
)
from game.level.mesh_file.triangle_material_assignment import kind_of_name
from game.level.mesh_file_look import Finish, Picture

SPECULAR, TRANSFORM = "KHR_materials_pbrSpecularGlossiness", "KHR_texture_transform"
NEAREST, REPEATING = 9728, (10497, 33648)  # values of samplers: pixels with hard edges; pictures that repeat, mirrored or not
MODES = {"MASK": "mask", "BLEND": "blend"}


class GltfMaterial(NamedTuple):
    """A material of the file.

    name: of a material of the palette, or the file's own name
    pattern: "" if the file sets no pattern
    factor: linear colour with alpha (4,), or None if the file gives none
    finish: the finish, with the material's picture if it has one. None if a pattern is drawn instead.
    texcoord: number n of the attribute TEXCOORD_n that the picture uses
    transform: (2, 3), acting on columns (u, v, 1), from this attribute to coordinates on the picture, both from the upper left
    """

    name: str = ""
    pattern: str = ""
    factor: np.ndarray | None = None
    finish: Finish | None = None
    texcoord: int = 0
    transform: np.ndarray = np.eye(2, 3)


class MaterialReader:
    """A reader of the materials of a document, which reads each picture once.

    notes: dict whose keys are remarks for the user about pictures that cannot be read
    """

    def __init__(self, file: GltfDocument):
        self.file, self.notes = file, dict[str, None]()
        self.materials: dict[int, GltfMaterial] = {}
        self.pictures: dict[int, Picture | None] = {}

    def material(self, number: int) -> GltfMaterial:
        """Return the material with the index `number` in the file. Raises ValueError if it is broken."""
        if number not in self.materials:
            self.materials[number] = self._read(*self.file.item("materials", number))
        return self.materials[number]

    def _read(self, material: dict, named: str) -> GltfMaterial:
        """Return the GltfMaterial that a table of the file describes. Raises ValueError if the table is broken.

        named: name of the table in messages
        """
        extras = custom_properties(material)
        name, pattern = extras.get("kind"), extras.get("pattern")
        name = name if isinstance(name, str) else kind_of_name(str(material.get("name", "")))
        surface, factor, texture = table_in(material, "pbrMetallicRoughness", named), "baseColorFactor", "baseColorTexture"
        if factor not in surface and extension_of(material, SPECULAR, named):
            surface, factor, texture = extension_of(material, SPECULAR, named), "diffuseFactor", "diffuseTexture"
        colour = numbers_in(surface, factor, named, (1.0,) * 4) if factor in surface else None
        mode = MODES.get(str(material.get("alphaMode")), "opaque")
        opacity = float(np.clip(colour[3], 0.0, 1.0)) if colour is not None and mode == "blend" else 1.0
        made = GltfMaterial(name, pattern if pattern in PATTERNS else "", colour)
        used = table_in(surface, texture, named)
        finish = self._finish(used, mode, opacity, named) if used else None
        if finish is None:
            has_pattern = made.pattern or name in PALETTE or colour is None
            return made._replace(finish=None if has_pattern else Finish(mode=mode, opacity=opacity))
        moved = extension_of(used, TRANSFORM, named)
        texcoord = whole(moved, "texCoord", named, whole(used, "texCoord", named, 0))
        return made._replace(finish=finish, texcoord=texcoord, transform=transform_of(moved, named))

    def _finish(self, used: dict, mode: str, opacity: float, named: str) -> Finish | None:
        """Return the finish with the picture of a texture, or None if the picture cannot be read.

        used: the material's reference to the texture
        mode, opacity: as in Finish
        named: name of the material in messages
        Raises ValueError if the texture is broken.
        """
        texture, where = self.file.item("textures", whole(used, "index", named))
        packed = extension_of(texture, "EXT_texture_webp", where)
        if "source" not in packed and "source" not in texture:
            self.notes["a picture is of a kind that cannot be read"] = None
            return None
        picture = self._picture(whole(packed if "source" in packed else texture, "source", where))
        sampler = self.file.item("samplers", whole(texture, "sampler", where))[0] if "sampler" in texture else {}
        repeats = tuple(whole(sampler, axis, where, REPEATING[0]) in REPEATING for axis in ("wrapS", "wrapT"))
        is_sharp = sampler.get("magFilter") == NEAREST
        return Finish(picture, (repeats[0], repeats[1]), is_sharp, mode, opacity) if picture else None

    def _picture(self, number: int) -> Picture | None:
        """Return the Picture of the image with the index `number`, or None if it cannot be read.

        Raises TooManyBytes if it makes the total of the file's data too large.
        """
        if number not in self.pictures:
            image, where = self.file.item("images", number)
            name = str(image.get("name") or image.get("uri", ""))[:60] or where
            try:
                self.pictures[number] = Picture.of(self._bytes(image, where), name)
            except TooManyBytes:
                raise
            except (InputError, OSError, ValueError):
                self.pictures[number] = None
                self.notes[f"the picture {name} cannot be read"] = None
        return self.pictures[number]

    def _bytes(self, image: dict, where: str) -> bytes:
        """Return the bytes of an image: in a buffer, embedded as text, or in a separate file. `where` is its name in messages."""
        if "bufferView" in image:
            view, named = self.file.item("bufferViews", whole(image, "bufferView", where))
            return self.file.slice_of(view, named)
        uri = image.get("uri")
        if not isinstance(uri, str) or "\0" in uri:
            raise ValueError(f"uri of {where} must name a file")
        if uri.startswith("data:"):
            return base64.b64decode(uri.partition(",")[2])
        return self.file.budget.file_bytes(named_file(self.file.folder, unquote(uri)))


def transform_of(moved: dict, named: str) -> np.ndarray:
    """Return the transform (2, 3), acting on columns (u, v, 1), that a table of KHR_texture_transform describes.

    moved: the table. Without its keys the transform is the identity.
    named: name of the material in errors
    Raises ValueError for an offset, a scale or a rotation that is not valid.
    """
    offset, scale = numbers_in(moved, "offset", named, (0.0, 0.0)), numbers_in(moved, "scale", named, (1.0, 1.0))
    (angle,) = numbers_in({"rotation": [moved.get("rotation", 0.0)]}, "rotation", named, (0.0,))
    c, s = cos(angle), sin(angle)
    return np.column_stack([np.array([[c, s], [-s, c]]) * scale, offset])
