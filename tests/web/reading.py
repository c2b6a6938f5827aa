"""Reads the scenes of a page as its scripts do: base64, deflate, the length of a JSON text, the text, the arrays."""

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
        return np.frombuffer(data, KINDS[kind], count, begin + first).reshape(width, -1).T.ravel()

    return json.loads(data[4:begin], object_hook=array_of)
