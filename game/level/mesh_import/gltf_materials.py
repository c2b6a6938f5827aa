"""The materials of a glTF file: colours, pictures, and their coordinates. Functions raise ValueError that names the fault.

Source: the glTF 2.0 specification, chapters 3.8 and 3.9; KHR_texture_transform, KHR_materials_pbrSpecularGlossiness,
KHR_materials_emissive_strength and KHR_materials_unlit.
"""

from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import cos, sin
from ...core.input_errors import InputError
from ..contents.level import PALETTE, PATTERNS
from ..contents.mesh_pictures_and_colours import Picture, SurfaceFinish
from .files_beside import TooManyBytes
from .gltf_document import GltfDocument, Table, custom_properties, extension_of, numbers_at, table_in, whole
from .model import emitting, kind_of_name

SPECULAR, TRANSFORM = "KHR_materials_pbrSpecularGlossiness", "KHR_texture_transform"
STRENGTH, UNLIT = "KHR_materials_emissive_strength", "KHR_materials_unlit"
NEAREST, REPEATING = 9728, (10497, 33648)  # values of samplers: pixels with hard edges; pictures that repeat, mirrored or not
MODES = {"MASK": "mask", "BLEND": "blend"}


class GltfMaterial(NamedTuple):
    name: str = ""  # of a material of the palette, or the file's own name
    pattern: str = ""  # "" if the file sets none
    factor: np.ndarray | None = None  # linear base colour (3,)
    emission: np.ndarray | None = None  # linear colour (3,) that is added, also to colours of vertices
    finish: SurfaceFinish | None = None  # with the material's picture if it has one; None to draw a pattern
    texcoord: int = 0  # n of the attribute TEXCOORD_n that the picture uses
    transform: np.ndarray = np.eye(2, 3)  # acting on columns (u, v, 1), to coordinates from the picture's upper left


class MaterialReader:
    """A reader of the materials of a document, which reads each picture once. Keys of `notes` are remarks for the user."""

    def __init__(self, file: GltfDocument):
        self.file, self.notes = file, dict[str, None]()
        self.materials: dict[int, GltfMaterial] = {}
        self.pictures: dict[int, Picture | None] = {}

    def material(self, number: int) -> GltfMaterial:
        if number not in self.materials:
            self.materials[number] = self._read(*self.file.item("materials", number))
        return self.materials[number]

    def _read(self, material: Table, named: str) -> GltfMaterial:
        extras = custom_properties(material)
        name, pattern = extras.get("kind"), extras.get("pattern")
        name = name if isinstance(name, str) else kind_of_name(str(material.get("name", "")))
        surface, factor, texture = table_in(material, "pbrMetallicRoughness", named), "baseColorFactor", "baseColorTexture"
        if factor not in surface and extension_of(material, SPECULAR, named):
            surface, factor, texture = extension_of(material, SPECULAR, named), "diffuseFactor", "diffuseTexture"
        colour = numbers_at(surface, factor, named, (1.0,) * 4) if factor in surface else None
        used, mode = table_in(surface, texture, named), MODES.get(str(material.get("alphaMode")), "opaque")
        opacity = float(np.clip(colour[3], 0.0, 1.0)) if colour is not None and mode == "blend" else 1.0
        emission, glow = emission_of(material, named), 1.0 if UNLIT in table_in(material, "extensions", named) else 0.0
        made = GltfMaterial(name, pattern if pattern in PATTERNS else "", None if colour is None else colour[:3])
        finish = self._finish(used, mode, opacity, named) if used else None
        if emission.any() and not glow:
            emissive = table_in(material, "emissiveTexture", named)
            light = emitting(made.factor, finish.picture if finish else None, emission, bool(emissive))
            glow = light.glow
            if light.picture != "base":
                made, used = made._replace(factor=light.base, emission=light.emission), emissive if light.picture else {}
                finish = self._finish(used, mode, opacity, named) if used else None
        if finish is None:
            has_pattern = not glow and (made.pattern or name in PALETTE or made.factor is None)
            return made._replace(finish=None if has_pattern else SurfaceFinish(mode=mode, opacity=opacity, glow=glow))
        finish = finish._replace(glow=glow)
        moved = extension_of(used, TRANSFORM, named)
        texcoord = whole(moved, "texCoord", named, whole(used, "texCoord", named, 0))
        return made._replace(finish=finish, texcoord=texcoord, transform=transform_of(moved, named))

    def _finish(self, used: Table, mode: str, opacity: float, named: str) -> SurfaceFinish | None:
        """Return the finish with the picture of a texture that a material refers to, or None if it cannot be read."""
        texture, where = self.file.item("textures", whole(used, "index", named))
        packed = extension_of(texture, "EXT_texture_webp", where)
        if "source" not in packed and "source" not in texture:
            self.notes["a picture is of a kind that cannot be read"] = None
            return None
        picture = self._picture(whole(packed if "source" in packed else texture, "source", where))
        sampler = self.file.item("samplers", whole(texture, "sampler", where))[0] if "sampler" in texture else {}
        repeats = tuple(whole(sampler, axis, where, REPEATING[0]) in REPEATING for axis in ("wrapS", "wrapT"))
        is_sharp = sampler.get("magFilter") == NEAREST
        return SurfaceFinish(picture, (repeats[0], repeats[1]), is_sharp, mode, opacity) if picture else None

    def _picture(self, number: int) -> Picture | None:
        """Return a picture by its index, or None if it cannot be read. Raises TooManyBytes if the total is too large."""
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

    def _bytes(self, image: Table, where: str) -> bytes:
        """Return the bytes of an image: in a buffer, embedded as text, or in a separate file."""
        if "bufferView" in image:
            view, named = self.file.item("bufferViews", whole(image, "bufferView", where))
            return self.file.slice_of(view, named)
        return self.file.named_bytes(image, where)


def emission_of(material: Table, named: str) -> np.ndarray:
    """Return the linear colour (3,) of the light that a material emits, 0 or more."""
    strength = extension_of(material, STRENGTH, named).get("emissiveStrength", 1.0)
    (strength,) = numbers_at({"emissiveStrength": [strength]}, "emissiveStrength", named, (1.0,))
    return np.maximum(numbers_at(material, "emissiveFactor", named, (0.0,) * 3) * max(strength, 0.0), 0.0)


def transform_of(moved: Table, named: str) -> np.ndarray:
    """Return the transform (2, 3), acting on columns (u, v, 1), of a table of KHR_texture_transform. {} is the identity."""
    offset, scale = numbers_at(moved, "offset", named, (0.0, 0.0)), numbers_at(moved, "scale", named, (1.0, 1.0))
    (angle,) = numbers_at({"rotation": [moved.get("rotation", 0.0)]}, "rotation", named, (0.0,))
    c, s = cos(angle), sin(angle)
    return np.column_stack([np.array([[c, s], [-s, c]]) * scale, offset])
