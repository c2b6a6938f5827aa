"""Reads the scenes of a page as its scripts do: base64, deflate, the length of a JSON text, the text, the arrays, meshes."""

import json
import re
import zlib
from base64 import b64decode

import numpy as np

KINDS = {"f": "<f4", "B": "u1", "H": "<u2", "I": "<u4", "h": "<i2", "i": "<i4"}


def read_scenes(page, name="scenes"):
    """Return {"look", "scenes"} of an element of the text of a page, with arrays in place of their references."""
    (text,) = re.findall(rf'<script type="text/plain" id="{name}">([^<]*)</script>', page)
    return read_packed(text)


def read_packed(text):
    data = zlib.decompress(b64decode(text), -15)
    begin = 4 + int.from_bytes(data[:4], "little")

    def array_of(found):
        if "packed" not in found:
            return found
        kind, first, count, width = found["packed"]
        size = np.dtype(KINDS[kind]).itemsize
        planes = np.frombuffer(data, "u1", count * size, begin + first).reshape(size, count)
        return np.ascontiguousarray(planes.T).view(KINDS[kind]).reshape(width, -1).T.ravel()

    return json.loads(data[4:begin], object_hook=array_of)


def read_mesh(mesh):
    """Return the positions (n, 3), colours (n, 3 or 4) and triangles (t, 3) of a mesh."""
    steps = mesh["positions"].reshape(-1, 3).astype(np.int64)
    positions = mesh["grain"] * np.where(steps % 2, -(steps + 1) // 2, steps // 2).cumsum(axis=0)
    colours = mesh["colours"].reshape(len(positions), -1).copy()
    colours[:, 1] += colours[:, 0]
    colours[:, 2] += colours[:, 1]
    corners, new = [], 0
    for back in mesh["triangles"].tolist():
        corners.append(new - back)
        new = max(new, corners[-1] + 1)
    return positions, colours.cumsum(axis=0, dtype=np.uint8), np.array(corners, int).reshape(-1, 3)
