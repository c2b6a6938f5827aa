"""Mesh files with a look of their own: a textured house, a hill of coloured vertices, a kit that shares one small palette."""

import io
import json

import numpy as np
from PIL import Image

from game.level import load_level
from tests.level.mesh_import.mesh_makers import glb_bytes

BOX_FACES = (  # outward, each counter-clockwise from its lower left corner; y is up
    ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    ((1, 0, 0), (0, 0, 0), (0, 1, 0), (1, 1, 0)),
    ((1, 0, 1), (1, 0, 0), (1, 1, 0), (1, 1, 1)),
    ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
    ((0, 1, 1), (1, 1, 1), (1, 1, 0), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
)
SQUARE = np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float)  # of a face: texture coordinates from the upper left


class GlbWriter:
    """Collects accessors, pictures and meshes of a .glb; each mesh is a node of the scene."""

    def __init__(self):
        self.document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "buffers": [{}], "images": []}
        self.document |= {key: [] for key in ("nodes", "meshes", "accessors", "bufferViews", "materials", "textures", "samplers")}
        self.binary = b""

    def view(self, data):
        """The number of a new buffer view of these bytes."""
        self.document["bufferViews"].append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)})
        self.binary += data + b"\0" * (-len(data) % 4)
        return len(self.document["bufferViews"]) - 1

    def accessor(self, numbers, kind):
        numbers = np.asarray(numbers)
        code = {"f": 5126, "u": 5125}[numbers.dtype.kind]
        table = {"bufferView": self.view(numbers.tobytes()), "componentType": code, "count": len(numbers), "type": kind}
        if kind == "VEC3" and numbers.dtype.kind == "f":
            table |= {"min": numbers.min(axis=0).tolist(), "max": numbers.max(axis=0).tolist()}
        self.document["accessors"].append(table)
        return len(self.document["accessors"]) - 1

    def texture(self, pixels, nearest=False):
        """The number of a new texture of an array (h, w, 3 or 4) uint8, as a PNG inside the file."""
        stream = io.BytesIO()
        Image.fromarray(pixels).save(stream, "PNG")
        self.document["images"].append({"bufferView": self.view(stream.getvalue()), "mimeType": "image/png"})
        self.document["samplers"].append({"magFilter": 9728 if nearest else 9729})
        number = len(self.document["images"]) - 1
        self.document["textures"].append({"source": number, "sampler": number})
        return number

    def material(self, texture=None, factor=None, **more):
        surface = {} if texture is None else {"baseColorTexture": {"index": texture}}
        surface |= {} if factor is None else {"baseColorFactor": list(factor)}
        self.document["materials"].append({"pbrMetallicRoughness": surface, **more})
        return len(self.document["materials"]) - 1

    def mesh(self, positions, triangles, material=None, coordinates=None, colours=None):
        """A node with a mesh. positions (v, 3), y up; triangles (t, 3); coordinates (v, 2); colours (v, 3) linear"""
        attributes = {"POSITION": self.accessor(np.asarray(positions, np.float32), "VEC3")}
        if coordinates is not None:
            attributes["TEXCOORD_0"] = self.accessor(np.asarray(coordinates, np.float32), "VEC2")
        if colours is not None:
            attributes["COLOR_0"] = self.accessor(np.asarray(colours, np.float32), "VEC3")
        primitive = {"attributes": attributes, "indices": self.accessor(np.ravel(triangles).astype(np.uint32), "SCALAR")}
        self.document["meshes"].append({"primitives": [primitive | ({} if material is None else {"material": material})]})
        self.document["nodes"].append({"mesh": len(self.document["meshes"]) - 1})
        self.document["scenes"][0]["nodes"].append(len(self.document["nodes"]) - 1)

    def box(self, at, size, material, metres=1.0, point=None):
        """A box, its picture repeated every `metres`; point: the one place (u, v) of the picture that colours it"""
        positions = np.array([np.array(corner) * size + at for face in BOX_FACES for corner in face], float)
        spans = np.array([[np.linalg.norm(np.subtract(b, a) * size) for a, b in ((f[0], f[1]), (f[0], f[3]))] for f in BOX_FACES])
        square = np.concatenate([SQUARE * span / metres for span in spans])
        coordinates = square if point is None else np.tile(point, (len(positions), 1))
        triangles = [(first + a, first + b, first + c) for first in range(0, 24, 4) for a, b, c in ((0, 1, 2), (0, 2, 3))]
        self.mesh(positions, triangles, material, coordinates)

    def bytes(self):
        self.document["buffers"][0]["byteLength"] = len(self.binary)
        return glb_bytes(json.loads(json.dumps(self.document)), self.binary)


def bricks(side=128):
    """A picture of brickwork (side, side, 3): eight rows of bricks, lighter and darker, in pale mortar."""
    y, x = np.mgrid[0:side, 0:side] / side * 8
    x = x / 2 + (np.floor(y) % 2) / 2
    tone = 0.75 + 0.25 * np.random.default_rng(3).random((8, 9))[np.floor(y).astype(int) % 8, np.floor(x).astype(int) % 9]
    mortar = ((y % 1 < 0.12) | (x % 1 < 0.06))[..., None]
    return np.where(mortar, (205, 198, 184), tone[..., None] * (178, 78, 52)).astype(np.uint8)


def planks(side=128):
    """A picture of four planks with grain (side, side, 3)."""
    y, x = np.mgrid[0:side, 0:side] / side
    grain = 0.85 + 0.1 * np.sin(40 * y + 6 * np.sin(9 * x + np.floor(y * 4))) + 0.05 * np.sin(190 * y)
    gap = ((y * 4) % 1 < 0.05)[..., None]
    return np.where(gap, (60, 40, 25), grain[..., None] * (176, 124, 74)).clip(0, 255).astype(np.uint8)


def fence(side=64):
    """A picture of a lattice with holes (side, side, 4)."""
    y, x = np.mgrid[0:side, 0:side] / side * 4
    holes = (((x + y) % 1 > 0.25) & ((x - y) % 1 > 0.25))[..., None]
    return np.where(holes, (0, 0, 0, 0), (235, 235, 225, 255)).astype(np.uint8)


def textured_house():
    """A brick house with a plank floor, a fence with holes and a glass pane, on an untextured lawn."""
    file = GlbWriter()
    brick, plank = file.material(file.texture(bricks())), file.material(file.texture(planks()), (1.0, 0.9, 0.8, 1.0))
    lattice = file.material(file.texture(fence()), alphaMode="MASK", doubleSided=True)
    lawn, glass = file.material(factor=(0.07, 0.2, 0.05, 1.0)), file.material(factor=(0.3, 0.6, 0.8, 0.35), alphaMode="BLEND")
    file.box((-12, -1, -12), (24, 1, 24), lawn)
    file.box((-4, -0.05, -4), (8, 0.1, 8), plank, 2.0)
    for at, size in (((-4, 0, -4), (8, 3, 0.3)), ((-4, 0, -3.7), (0.3, 3, 7.7)), ((3.7, 0, -3.7), (0.3, 3, 7.7)),
                     ((-4, 0, 3.7), (3, 3, 0.3)), ((1, 0, 3.7), (3, 1, 0.3)), ((1, 2.2, 3.7), (3, 0.8, 0.3)),
                     ((-1, 2.2, 3.7), (2, 0.8, 0.3))):  # fmt: skip
        file.box(at, size, brick, 1.0)
    file.box((1, 1, 3.8), (3, 1.2, 0.05), glass)
    file.box((-8, 0, 6), (16, 1, 0.05), lattice, 1.0)
    return file.bytes()


def coloured_hill(cells=48, side=30.0):
    """A hill whose vertices are green, earth and white by their height, without material."""
    x, z = (axis.ravel() for axis in np.meshgrid(*[np.linspace(-side / 2, side / 2, cells + 1)] * 2, indexing="ij"))
    height = 4.0 * np.exp(-(x**2 + z**2) / 60.0) + 0.3 * np.sin(x) * np.cos(0.8 * z)
    share = np.clip((height - 0.5) / 3.0, 0.0, 1.0)[:, None]
    colours = np.where(
        share < 0.6, (0.08, 0.28, 0.05) + share / 0.6 * np.subtract((0.3, 0.17, 0.07), (0.08, 0.28, 0.05)), (0.85,) * 3
    )
    first = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()[:, None]
    triangles = (first + (0, 1, cells + 2, 0, cells + 2, cells + 1)).reshape(-1, 3)
    file = GlbWriter()
    file.mesh(np.column_stack([x, height, z]), triangles, colours=colours)
    return file.bytes()


PALETTE_COLOURS = np.array([(236, 94, 72), (250, 186, 72), (104, 178, 108), (72, 152, 206), (130, 104, 180), (228, 222, 208),
                            (96, 108, 122), (152, 108, 74)], np.uint8)  # fmt: skip


def palette_kit():
    """A street of houses and trees, all of one material with a picture of eight pixels."""
    file = GlbWriter()
    paint = file.material(file.texture(PALETTE_COLOURS[None], nearest=True))

    def block(at, size, colour):
        file.box(at, size, paint, point=((colour + 0.5) / 8, 0.5))

    block((-15, -1, -10), (30, 1, 20), 2)
    block((-15, -0.05, -1.5), (30, 0.1, 3), 6)
    for number in range(4):
        x = -12.0 + 7.0 * number
        block((x, 0, -7), (4, 3, 3.5), (5, 1, 3, 0)[number])
        block((x - 0.3, 3, -7.3), (4.6, 0.5, 4.1), (0, 7, 6, 4)[number])
        block((x + 1.5, 0, -3.55), (1, 2, 0.1), 7)
        block((x + 1.8, 0, 4), (0.4, 1.5, 0.4), 7)
        block((x + 1, 1.5, 3.2), (2, 2, 2), 2)
    return file.bytes()


def level_of(folder, content, **options):
    """Return the Level of the bytes of a .glb, which is written into a folder."""
    path = folder / "model.glb"
    path.write_bytes(content)
    return load_level(path, **options)
