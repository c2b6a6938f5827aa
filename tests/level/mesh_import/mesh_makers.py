"""Small mesh files of every format, written by the tests themselves: a box of 2 x 1 x 3 in the file's frame."""

import json
import struct
import subprocess
import sys

import numpy as np

# A box of 2 x 1 x 3 (x, y, z of the file), wound outward.
BOX = np.array([[x, y, z] for x in (0.0, 2.0) for y in (0.0, 1.0) for z in (0.0, 3.0)])
FACES = np.array([
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
    [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
])  # fmt: skip

WRITE_BAM = """
import sys
from panda3d.core import Filename, Loader, NodePath
egg, bam, as_root, scale, position = sys.argv[1], sys.argv[2], sys.argv[3] == "True", eval(sys.argv[4]), eval(sys.argv[5])
path = NodePath(Loader.get_global_ptr().load_sync(Filename.from_os_specific(egg)))
path = path.find("**/+GeomNode") if as_root else path
path.set_pos_hpr_scale(position, (0.0, 0.0, 0.0), scale)
path.write_bam_file(Filename.from_os_specific(bam))
"""


def obj_text(vertices=BOX, faces=FACES):
    lines = ["v " + " ".join(map(repr, map(float, v))) for v in vertices]
    return "\n".join(lines + ["f " + " ".join(str(i + 1) for i in face) for face in faces]) + "\n"


def stl_bytes(vertices=BOX, faces=FACES):
    facets = np.zeros(len(faces), dtype=[("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")])
    facets["v"] = np.asarray(vertices)[faces]
    return bytes(80) + struct.pack("<I", len(faces)) + facets.tobytes()


def stl_text(vertices=BOX, faces=FACES):
    lines = ["solid box"]
    for face in np.asarray(vertices)[faces]:
        corners = "".join("vertex {} {} {}\n".format(*corner) for corner in face)
        lines.append(f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet")
    return "\n".join(lines + ["endsolid box\n"])


def ply_text(vertices=BOX, faces=FACES):
    head = [
        "ply\nformat ascii 1.0",
        f"element vertex {len(vertices)}\nproperty float x\nproperty float y\nproperty float z",
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header",
    ]
    rows = [" ".join(map(str, v)) for v in vertices] + [" ".join(map(str, (len(face), *face))) for face in faces]
    return "\n".join(head + rows) + "\n"


def ply_bytes(order="<", faces=FACES, numbers="float f4", counts="uchar u1", corners="int i4", colours=None, strips=()):
    """Binary PLY. order: of bytes; numbers, counts, corners: PLY's and numpy's name of a kind; colours: (8, 3) of 0..255"""
    kinds = [kind.split() for kind in (numbers, counts, corners)]
    head = ["ply", f"format binary_{'big' if order == '>' else 'little'}_endian 1.0", "comment a box"]
    head += [f"element vertex {len(BOX)}", *(f"property {kinds[0][0]} {axis}" for axis in "xyz")]
    head += [] if colours is None else [f"property uchar {colour}" for colour in ("red", "green", "blue")]
    head += ["element camera 1", "property double focus", "property list uchar short pixels"]
    for name, lists in (("face", faces), ("tristrips", strips)):
        head += [f"element {name} {len(lists)}", f"property list {kinds[1][0]} {kinds[2][0]} vertex_indices"]
    paint = [b""] * len(BOX) if colours is None else map(bytes, colours)
    rows = [np.array(v, order + kinds[0][1]).tobytes() + colour for v, colour in zip(BOX, paint)]
    rows.append(np.array(1.5, order + "f8").tobytes() + b"\x02" + np.array([3, 4], order + "i2").tobytes())
    for row in [*faces, *strips]:
        rows.append(np.array([len(row)], order + kinds[1][1]).tobytes() + np.array(row).astype(order + kinds[2][1]).tobytes())
    return "\n".join([*head, "end_header", ""]).encode() + b"".join(rows)


def egg_text(vertices=BOX, faces=FACES, texture=""):
    points = "".join(f"<Vertex> {i} {{ {x} {y} {z} }}\n" for i, (x, y, z) in enumerate(vertices))
    named = f"<Texture> t {{ {texture} }}\n" if texture else ""
    used = "<TRef> { t }" if texture else ""
    polygons = "".join(f"<Polygon> {{ {used} <VertexRef> {{ {' '.join(map(str, f))} <Ref> {{ box }} }} }}\n" for f in faces)
    return f"<CoordinateSystem> {{ Z-Up }}\n{named}<VertexPool> box {{\n{points}}}\n{polygons}"


def dae_text(vertices=BOX, faces=FACES, up="Z_UP"):
    numbers, corners = " ".join(map(str, np.ravel(vertices))), " ".join(map(str, np.ravel(faces)))
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>{up}</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="{3 * len(vertices)}">{numbers}</float_array>
<technique_common><accessor source="#a" count="{len(vertices)}" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="{len(faces)}"><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">
<node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""


def gltf_document(vertices=BOX, faces=FACES, mode=4, indexed=True, node=None, **extra):
    """(document, binary) of one mesh under one node."""
    points = np.asarray(vertices, "<f4")
    corners = np.ravel(faces).astype("<u2")
    corners = np.pad(corners, (0, len(corners) % 2))  # chunks end on four bytes
    count = int(np.size(faces))
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, **(node or {})}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": mode, **({"indices": 1} if indexed else {})}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": count, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": points.nbytes},
            {"buffer": 0, "byteOffset": points.nbytes, "byteLength": corners.nbytes},
        ],
        "buffers": [{"byteLength": points.nbytes + corners.nbytes}],
        **extra,
    }
    return document, points.tobytes() + corners.tobytes()


def glb_bytes(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def bam_bytes(tmp_path, scale=(1.0, 1.0, 1.0), position=(0.0, 0.0, 0.0), as_root=False):
    """The box as a .bam, through Panda3D's own writer: under a node with a transform, or the geometry as the root itself.

    In a process of its own: after writing one, a process that also draws a picture crashes when it ends.
    """
    egg, bam = tmp_path / "for_bam.egg", tmp_path / "for_bam.bam"
    egg.write_text(egg_text())
    words = [egg, bam, as_root, scale, position]
    subprocess.run([sys.executable, "-c", WRITE_BAM, *map(str, words)], check=True, capture_output=True)
    return bam.read_bytes()


def with_view(made, data, **view):
    """(document, binary) with one more buffer view, at a multiple of four bytes."""
    document, binary = made
    binary += bytes(-len(binary) % 4)
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data), **view})
    return document, binary + data


def with_accessor(made, numbers, kind, normalized=False):
    """(document, binary) with one more accessor, of an array (n,) or (n, width) of one of glTF's types."""
    numbers = np.asarray(numbers)
    codes = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
    document, binary = with_view(made, numbers.tobytes())
    accessor = {"bufferView": len(document["bufferViews"]) - 1, "componentType": codes[numbers.dtype.str[1:]], "type": kind}
    document["accessors"].append({**accessor, "count": len(numbers), **({"normalized": True} if normalized else {})})
    return document, binary


def meshopt_attributes(rows):
    """Rows (n, stride) of bytes as a stream of version 0 in which every delta is stored whole."""
    rows = np.asarray(rows)
    count, stride = rows.shape
    steps = np.diff(rows, axis=0, prepend=rows[:1]).astype("i1")
    coded = (steps << 1 ^ steps >> 7).astype("u1")
    out, most = [b"\xa0"], min(8192 // stride & ~15, 256)
    for start in range(0, count, most):
        block = coded[start : start + most]
        groups = -(-len(block) // 16)
        padded = np.pad(block, ((0, groups * 16 - len(block)), (0, 0)))
        out += [b"\xff" * -(-groups // 4) + padded[:, column].tobytes() for column in range(stride)]
    return b"".join(out) + bytes(max(0, 32 - stride)) + rows[0].tobytes()


def meshopt_triangles(corners):
    """Corner numbers (3 t,) as a stream of version 1 in which every corner is stored as a difference."""
    last, data = 0, b""
    for triangle in np.reshape(corners, (-1, 3)).tolist():
        data += b"\xff"
        for corner in triangle:
            step = corner - last
            data, last = data + varint(2 * step if step >= 0 else -2 * step - 1), corner
    return b"\xe1" + b"\xff" * (len(corners) // 3) + data + bytes(16)


def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def meshopt_box(vertices=BOX, faces=FACES, name="EXT_meshopt_compression", **extra):
    """(document, binary) of a mesh whose views are compressed; the buffer that they would have without that is empty."""
    document, _ = gltf_document(vertices, faces, extensionsRequired=[name], extensionsUsed=[name], **extra)
    streams = [
        (meshopt_attributes(np.asarray(vertices, "<f4").view("u1").reshape(-1, 12)), len(vertices), 12, "ATTRIBUTES"),
        (meshopt_triangles(np.ravel(faces)), np.size(faces), 2, "TRIANGLES"),
    ]
    binary = b""
    for view, (data, count, stride, mode) in zip(document["bufferViews"], streams):
        place = {"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)}
        packed = {**place, "byteStride": stride, "count": count, "mode": mode}
        view.update(buffer=1, extensions={name: packed})
        binary += data
    document["buffers"] = [{"byteLength": len(binary)}, {"byteLength": 1000, "extensions": {name: {"fallback": True}}}]
    return document, binary


def off_text(vertices=BOX, faces=FACES):
    rows = [" ".join(map(repr, map(float, v))) for v in vertices] + [f"{len(face)} {' '.join(map(str, face))}" for face in faces]
    return "\n".join(["OFF", f"{len(vertices)} {len(faces)} 0", *rows, ""])


def threeds_bytes(vertices=BOX, faces=FACES):
    def chunk(number, content):
        return struct.pack("<HI", number, 6 + len(content)) + content

    corners = np.pad(np.asarray(faces), ((0, 0), (0, 1))).astype("<u2")
    points = chunk(0x4110, struct.pack("<H", len(vertices)) + np.asarray(vertices, "<f4").tobytes())
    triangles = chunk(0x4120, struct.pack("<H", len(faces)) + corners.tobytes())
    return chunk(0x4D4D, chunk(0x3D3D, chunk(0x4000, b"box\0" + chunk(0x4100, points + triangles))))


def brush(low, high, texture="stone", sheared=0.0):
    """A box of a .map file; sheared: how far its top is aside along x."""
    (x, y, z), (right, back, top) = low, high
    slope = sheared / (top - z)
    planes = [
        ((0, 0, z), (1, 0, z), (0, 1, z)), ((0, 0, top), (0, 1, top), (1, 0, top)),
        ((0, y, 0), (0, y, 1), (1, y, 0)), ((0, back, 0), (1, back, 0), (0, back, 1)),
        ((x, 0, z), (x, 1, z), (x + slope, 0, z + 1)), ((right, 0, z), (right + slope, 0, z + 1), (right, 1, z)),
    ]  # fmt: skip
    lines = [" ".join("( {} {} {} )".format(*point) for point in plane) + f" {texture} 0 0 0 1 1" for plane in planes]
    return "{\n" + "\n".join(lines) + "\n}\n"


def entity(kind, *brushes, **keys):
    lines = [f'"{key}" "{value}"' for key, value in {"classname": kind, **keys}.items()]
    return "{\n" + "\n".join(lines) + "\n" + "".join(brushes) + "}\n"
