"""Decode buffer views that are compressed with meshopt: attributes, triangle indices and other indices. Undo their filters.

No package is used, because PyPI's `meshoptimizer` has no wheels. Plain Python reads the parts whose length depends on their
content, at 1 us for 16 bytes of attributes and 1 us for a triangle. numpy reads the rest.
Source: the glTF extensions EXT_meshopt_compression and KHR_meshopt_compression, appendices A (streams) and B (filters).
"""

from typing import NamedTuple

import numpy as np

from .meshopt_attributes import OTHER_LENGTH, decoded_attributes
from .meshopt_indices import decoded_indices, decoded_triangles


class Stream(NamedTuple):
    """A compressed buffer view.

    data: the compressed bytes
    elements: number of elements
    stride: bytes of each element
    mode: "ATTRIBUTES", "TRIANGLES" or "INDICES"
    filter: "NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL" or "COLOR"
    """

    data: bytes
    elements: int
    stride: int
    mode: str
    filter: str


def decoded(stream: Stream) -> bytes:
    """Return the decoded bytes, elements * stride of them. Raises ValueError if the data is damaged."""
    try:
        if stream.mode == "ATTRIBUTES":
            return filtered(decoded_attributes(stream.data, stream.elements, stream.stride), stream.filter).tobytes()
        if stream.stride not in (2, 4):
            raise ValueError(f"compressed corner numbers have {stream.stride} bytes; there are 2 and 4")
        read = decoded_triangles if stream.mode == "TRIANGLES" else decoded_indices
        numbers = read(stream.data, stream.elements)
        return np.array(numbers, np.int64).astype(f"<u{stream.stride}").tobytes()
    except IndexError:
        raise ValueError(OTHER_LENGTH) from None


# Filters: transforms of elements that improve compression


def filtered(rows: np.ndarray, name: str) -> np.ndarray:
    """Return the elements with the transform of a filter undone. Raises ValueError for an unknown filter.

    rows: decoded elements (n, stride) uint8
    name: of the filter
    Type and width of the resulting array depend on the filter. The bytes of a row are those of the element. Directions
    (OCTAHEDRAL) are not used, so they stay filtered.
    """
    if name == "NONE" or name == "OCTAHEDRAL":  # directions only, which are not used here
        return rows
    if name == "EXPONENTIAL":
        numbers = rows.view("<i4")
        return np.ldexp((numbers << 8 >> 8).astype(np.float64), numbers >> 24).astype("<f4")
    wide = rows.shape[1] // 4
    if rows.shape[1] not in (4, 8) or (name == "QUATERNION" and wide == 1):
        raise ValueError(f"compressed data has the filter {name} for elements of {rows.shape[1]} bytes")
    if name == "QUATERNION":
        return unfiltered_quaternions(rows.view("<i2"))
    if name == "COLOR":
        return unfiltered_colours(rows.view(f"<u{wide}"), rows.view(f"<i{wide}"))
    raise ValueError(f'compressed data has the filter "{name[:20]}", which is not known')


def unfiltered_quaternions(numbers: np.ndarray) -> np.ndarray:
    """Return quaternions (n, 4) x, y, z, w, as int16 of which 32767 is 1, from rows in which the largest component is missing.

    numbers: (n, 4) int16, three components and a number whose last two bits are the index of the largest component
    """
    last = numbers[:, 3].astype(np.int64)
    parts = numbers[:, :3] / ((last | 3)[:, None] * np.sqrt(2.0))
    largest = np.sqrt(np.maximum(0.0, 1.0 - (parts**2).sum(axis=1)))
    found = np.empty(numbers.shape, "<i2")
    rows = np.arange(len(numbers))
    for place, part in enumerate((largest, *parts.T)):
        found[rows, ((last & 3) + place) % 4] = np.round(part * 32767.0)
    return found


def unfiltered_colours(numbers: np.ndarray, signed: np.ndarray) -> np.ndarray:
    """Return colours (n, 4) red, green, blue, alpha, from luma, two colour differences, and alpha.

    numbers, signed: the stored values (n, 4), read as unsigned and as signed numbers
    The highest set bit of alpha gives the number of bits of the components.
    """
    luma, alpha = numbers[:, 0].astype(np.int64), numbers[:, 3].astype(np.int64)
    orange, green = signed[:, 1].astype(np.int64), signed[:, 2].astype(np.int64)
    full = (1 << np.frexp(alpha.astype(np.float64))[1].astype(np.int64)) - 1
    seen = alpha & full >> 1
    parts = np.stack([luma + orange - green, luma + green, luma - orange - green, seen << 1 | seen & 1], axis=1)
    most = np.iinfo(numbers.dtype).max
    return np.round(parts * (most / np.maximum(full, 1))[:, None]).clip(0, most).astype(numbers.dtype)
