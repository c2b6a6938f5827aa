"""Buffers of glTF files that are compressed by meshopt: attributes, and indices of triangles.

No package is used, because PyPI's `meshoptimizer` has no wheels. Plain Python reads the parts whose length depends on their
content, numpy the rest. Functions raise ValueError or IndexError if the data is damaged. Source: EXT_meshopt_compression and
KHR_meshopt_compression, appendices A (streams) and B (filters).
"""

from array import array

import numpy as np

GROUP = 16  # elements whose deltas are stored with the same number of bits
# Bits of a delta by the two bits of a group's head, for version 0 and the two control modes of version 1.
VERSION_0, BITS = (0, 2, 4, 8), ((0, 1, 2, 4), (1, 2, 4, 8))
NO_DATA, LITERAL = 2, 3  # control modes without groups: all deltas are 0, or stored as they are
# Groups unpacked at once. Fewer: slower by what calls of numpy take; more: 500 bytes of memory for each.
AT_ONCE = 50_000
SHORTEST_TAIL = (32, 24)  # bytes, by version
OTHER_LENGTH = "compressed data ends too early or too late"


def head_of(data: bytes, kind: int, newest: int) -> int:
    """Return the version of a stream, up to `newest`: the low four bits of its first byte, which is `kind` in version 0."""
    if not data or data[0] & 0xF0 != kind or data[0] & 0x0F > newest:
        raise ValueError(f"compressed data begins with {data[:1].hex() or 'nothing'}, which is no known version")
    return data[0] & 0x0F


def decoded_attributes(data: bytes, count: int, stride: int) -> np.ndarray:
    """Return the decoded bytes (count, stride) of `count` elements of `stride` bytes."""
    version = head_of(data, 0xA0, 1)
    if not 4 <= stride <= 256 or stride % 4:
        raise ValueError(f"compressed attributes have {stride} bytes; there are 4 to 256, a multiple of 4")
    last = stride + (stride // 4 if version else 0)  # bytes of the tail: the first element, and how its parts are coded
    groups, ends = attribute_groups(data, count, stride, version)
    if ends + max(last, SHORTEST_TAIL[version]) != len(data):
        raise ValueError(OTHER_LENGTH)
    tail = len(data) - last
    deltas = spread(np.frombuffer(data, np.uint8), groups, count, stride)
    first = np.frombuffer(data, np.uint8, stride, tail)
    channels = data[tail + stride :] if version else bytes(stride // 4)
    return summed(deltas, first, channels)


def attribute_groups(data: bytes, count: int, stride: int, version: int) -> tuple[np.ndarray, int]:
    """Return all groups that have data as (n, 4), and the offset after the last group.

    A group holds the deltas of one byte of GROUP elements. Its row: the byte's index, the first element, bits of a delta, offset.
    """
    groups = array("q")  # 32 bytes for each, where a list of tuples takes 150
    sentinels = {bits: sentinel_counts(bits) for bits in (1, 2, 4)}
    most, at = min((8192 // stride) & ~15, 256), 1
    for block in range(0, count, most):
        rows = min(most, count - block)
        control = data[at : at + stride // 4] if version else b""
        at += len(control)
        for column in range(stride):
            mode = control[column // 4] >> 2 * (column % 4) & 3 if version else 0
            if mode == NO_DATA:
                continue
            if mode == LITERAL:
                for row in range(0, rows, GROUP):
                    groups.extend((column, block + row, 8, at + row))
                at += rows
                continue
            widths = BITS[mode] if version else VERSION_0
            in_block = -(-rows // GROUP)
            heads, at = at, at + -(-in_block // 4)
            for number in range(in_block):
                bits = widths[data[heads + number // 4] >> 2 * (number % 4) & 3]
                if bits == 0:
                    continue
                groups.extend((column, block + number * GROUP, bits, at))
                packed = data[at : at + 2 * bits]
                at += 2 * bits
                if bits < 8:
                    counts = sentinels[bits]
                    at += sum([counts[byte] for byte in packed])
    return np.array(groups, np.int64).reshape(-1, 4), at


def sentinel_counts(bits: int) -> list[int]:
    """Return for each of 256 bytes the number of its deltas with all bits set. Those deltas follow as whole bytes."""
    full = (1 << bits) - 1
    return [sum(byte >> shift & full == full for shift in range(0, 8, bits)) for byte in range(256)]


def spread(data: np.ndarray, groups: np.ndarray, count: int, stride: int) -> np.ndarray:
    """Return the deltas (count, stride) of the groups of `attribute_groups` as stored, before they are summed."""
    deltas = np.zeros((count + GROUP, stride), np.uint8)
    padded = np.concatenate([data, np.zeros(2 * GROUP, np.uint8)])
    for start in range(0, len(groups), AT_ONCE):
        table = groups[start : start + AT_ONCE]
        for bits in (1, 2, 4, 8):
            chosen = table[table[:, 2] == bits]
            packed = padded[chosen[:, 3, None] + np.arange(2 * bits)]
            values = packed if bits == 8 else with_sentinels(padded, packed, bits, chosen[:, 3] + 2 * bits)
            deltas[chosen[:, 1, None] + np.arange(GROUP), chosen[:, 0, None]] = values
    return deltas[:count]


def with_sentinels(data: np.ndarray, packed: np.ndarray, bits: int, behind: np.ndarray) -> np.ndarray:
    """Return deltas (n, GROUP) from packed bits (n, 2 * bits). One with all bits set is a byte, from `behind` (n,) on."""
    shifts = np.arange(0, 8, bits) if bits == 1 else np.arange(8 - bits, -1, -bits)  # single bits: the lowest is the first
    values = (packed[:, :, None] >> shifts.astype(np.uint8) & ((1 << bits) - 1)).reshape(-1, GROUP)
    full = values == (1 << bits) - 1
    places = behind[:, None] + np.cumsum(full, axis=1) - 1
    return np.where(full, data[np.minimum(places, len(data) - 1)], values)


def summed(deltas: np.ndarray, first: np.ndarray, channels: bytes) -> np.ndarray:
    """Return the bytes (n, stride) of all elements: running sums, or running XORs, of the deltas, after `first` (stride,).

    channels: a byte for each group of four bytes. Its low four bits are 0 or 1 for sums of one or two bytes, or 2 for XORs of
    four bytes. Its high four bits are the rotation of these XORs.
    """
    out = np.empty_like(deltas)
    for number, channel in enumerate(channels):
        part = slice(4 * number, 4 * number + 4)
        own, before = np.ascontiguousarray(deltas[:, part]), np.ascontiguousarray(first[part])
        mode, turn = channel & 15, np.uint32(channel >> 4)
        if mode == 2:
            words = own.view("<u4")[:, 0]
            turned = words >> turn | words << ((np.uint32(32) - turn) & np.uint32(31)) if turn else words
            found = np.bitwise_xor.accumulate(np.concatenate([before.view("<u4"), turned]))[1:, None]
        elif mode < 2 and turn == 0:
            kind = "<u2" if mode else "u1"
            zigzag = own.view(kind)
            changes = zigzag >> 1 ^ (0 - (zigzag & 1)).astype(kind)
            found = np.cumsum(np.concatenate([before.view(kind)[None], changes]), axis=0, dtype=kind)[1:]
        else:
            raise ValueError(f"compressed data has a channel of kind {channel}, which is not known")
        out[:, part] = np.ascontiguousarray(found).view(np.uint8)
    return out


FIFO = 16  # edges and vertices that a triangle can refer to


class Varints:
    """A stream of numbers with seven bits in each byte. `index` adds the next stored difference to `last`."""

    def __init__(self, data: bytes, at: int, end: int):
        self.data, self.at, self.end, self.last = data, at, end, 0

    def byte(self) -> int:
        if self.at >= self.end:
            raise ValueError(OTHER_LENGTH)
        self.at += 1
        return self.data[self.at - 1]

    def require_end(self) -> None:
        if self.at != self.end:
            raise ValueError(OTHER_LENGTH)

    def number(self) -> int:
        """Return the next unsigned number of 32 bits, stored in one to five bytes."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value & 0xFFFFFFFF
            if shift > 28:
                raise ValueError("compressed data has a number of more than five bytes")

    def index(self) -> int:
        self.last = self.last + unzigzag(self.number()) & 0xFFFFFFFF
        return self.last


def unzigzag(value: int) -> int:
    """Return the signed number of a zigzag code: 0, 1, 2, 3, 4 are the codes of 0, -1, 1, -2, 2."""
    return value >> 1 ^ -(value & 1)


def decoded_indices(data: bytes, count: int) -> list[int]:
    """Return vertex indices of strips and other sequences, stored as differences from one of two earlier indices."""
    head_of(data, 0xD0, 1)
    varints, last, found = Varints(data, 1, len(data) - 4), [0, 0], []
    for _ in range(count):
        value = varints.number()
        last[value & 1] = last[value & 1] + unzigzag(value >> 1) & 0xFFFFFFFF
        found.append(last[value & 1])
    varints.require_end()
    return found


def decoded_triangles(data: bytes, count: int) -> list[int]:
    """Return the `count` vertex indices of triangles, whose codes refer to edges and vertices of earlier triangles."""
    count, rest = divmod(count, 3)
    version = head_of(data, 0xE0, 1)
    if rest or len(data) < 1 + count + 16:
        raise ValueError(OTHER_LENGTH)
    table, varints = data[-16:], Varints(data, 1 + count, len(data) - 16)
    explicit = 13 if version else 15  # codes from here on mean a corner that is not among the last vertices
    edges, vertices = [(0, 0)] * FIFO, [0] * FIFO  # rings, written at the counts below
    edge = vertex = following = 0
    found: list[int] = []
    for code in data[1 : 1 + count]:
        high, low = code >> 4, code & 15
        if high < 15:
            a, b = edges[edge - 1 - high & 15]
            if low == 0:
                c = following
                following += 1
            elif low < explicit:
                c = vertices[vertex - 1 - low & 15]
            else:
                c = varints.index() if low == 15 else varints.last + (-1 if low == 13 else 1)
                varints.last = c
            if low == 0 or low >= explicit:
                vertices[vertex & 15] = c
                vertex += 1
        else:
            pair = table[low] if low < 14 else varints.byte()
            if low >= 14 and pair == 0:
                following = 0
            if low == 15:
                a = varints.index()
            else:
                a = following
                following += 1
            corners, ring = [], vertex  # both are looked up before any of the three is added
            for number in (pair >> 4, pair & 15):
                if number == 0:
                    corners.append(following)
                    following += 1
                else:
                    corners.append(varints.index() if number == 15 else vertices[ring - number & 15])
            b, c = corners
            for new, number in ((a, 0), (b, pair >> 4), (c, pair & 15)):
                if number in (0, 15):
                    vertices[vertex & 15] = new
                    vertex += 1
            edges[edge & 15] = (b, a)
            edge += 1
        edges[edge & 15], edges[edge + 1 & 15] = (c, b), (a, c)
        edge += 2
        found += (a, b, c)
    varints.require_end()
    return found


def decoded_stream(data: bytes, count: int, stride: int, mode: str, filter: str) -> bytes:
    """Return the decoded bytes of `count` elements of `stride` bytes. Raises ValueError if the data is damaged.

    mode: "ATTRIBUTES", "TRIANGLES" or "INDICES"; filter: "NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL" or "COLOR"
    """
    try:
        if mode == "ATTRIBUTES":
            return filtered(decoded_attributes(data, count, stride), filter).tobytes()
        if stride not in (2, 4):
            raise ValueError(f"compressed corner numbers have {stride} bytes; there are 2 and 4")
        numbers = decoded_triangles(data, count) if mode == "TRIANGLES" else decoded_indices(data, count)
        return np.array(numbers, np.int64).astype(f"<u{stride}").tobytes()
    except IndexError:
        raise ValueError(OTHER_LENGTH) from None


# Filters: transforms of elements that improve compression


def filtered(rows: np.ndarray, name: str) -> np.ndarray:
    """Return the elements (n, stride) uint8 with a filter undone, as rows of the same bytes in the filter's own type."""
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
    """Return quaternions (n, 4) int16, 32767 for 1, from rows without the largest, named by the last two bits."""
    last = numbers[:, 3].astype(np.int64)
    parts = numbers[:, :3] / ((last | 3)[:, None] * np.sqrt(2.0))
    largest = np.sqrt(np.maximum(0.0, 1.0 - (parts**2).sum(axis=1)))
    found = np.empty(numbers.shape, "<i2")
    rows = np.arange(len(numbers))
    for place, part in enumerate((largest, *parts.T)):
        found[rows, ((last & 3) + place) % 4] = np.round(part * 32767.0)
    return found


def unfiltered_colours(numbers: np.ndarray, signed: np.ndarray) -> np.ndarray:
    """Return colours (n, 4) from luma, two colour differences, and alpha, whose highest set bit gives the number of bits."""
    luma, alpha = numbers[:, 0].astype(np.int64), numbers[:, 3].astype(np.int64)
    orange, green = signed[:, 1].astype(np.int64), signed[:, 2].astype(np.int64)
    full = (1 << np.frexp(alpha.astype(np.float64))[1].astype(np.int64)) - 1
    seen = alpha & full >> 1
    parts = np.stack([luma + orange - green, luma + green, luma - orange - green, seen << 1 | seen & 1], axis=1)
    most = np.iinfo(numbers.dtype).max
    return np.round(parts * (most / np.maximum(full, 1))[:, None]).clip(0, most).astype(numbers.dtype)
