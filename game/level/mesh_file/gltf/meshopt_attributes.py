"""Decode attributes compressed with meshopt: deltas of each byte between successive elements, in blocks of groups.

Source: the glTF extension KHR_meshopt_compression, appendix A, mode 0.
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
    """Return the version of a stream, the low four bits of its first byte.

    kind: first byte of this kind of stream in version 0, such as 0xA0. Its high four bits must match.
    newest: highest supported version
    Raises ValueError for an empty stream, another kind or a higher version.
    """
    if not data or data[0] & 0xF0 != kind or data[0] & 0x0F > newest:
        raise ValueError(f"compressed data begins with {data[:1].hex() or 'nothing'}, which is no known version")
    return data[0] & 0x0F


def decoded_attributes(data: bytes, count: int, stride: int) -> np.ndarray:
    """Return the decoded bytes (count, stride) uint8 of `count` elements of `stride` bytes.

    data: the stream
    Raises ValueError if the data is damaged, or IndexError if it ends too early.
    """
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

    A group holds the deltas of one byte of GROUP elements. Its row is the byte's index in an element, the first element, the
    number of bits of a delta, and the offset of its data.
    data: the stream
    count, stride: number of elements, and bytes of each
    version: 0 or 1
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
    """Return for each of 256 bytes the number of its deltas with all bits set. Those deltas follow as whole bytes.

    bits: number of bits of a delta, 1, 2 or 4
    """
    full = (1 << bits) - 1
    return [sum(byte >> shift & full == full for shift in range(0, 8, bits)) for byte in range(256)]


def spread(data: np.ndarray, groups: np.ndarray, count: int, stride: int) -> np.ndarray:
    """Return the deltas (count, stride) as stored, before they are summed.

    data: the stream (bytes,)
    groups: (n, 4), as from `attribute_groups`
    count, stride: number of elements, and bytes of each
    """
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
    """Return deltas (n, GROUP) from packed bits. A delta with all bits set is stored as a whole byte after the bits.

    data: the stream (bytes,)
    packed: bytes of the bits (n, 2 * bits)
    bits: number of bits of a delta, 1, 2 or 4
    behind: offset (n,) of the whole bytes of each group
    """
    shifts = np.arange(0, 8, bits) if bits == 1 else np.arange(8 - bits, -1, -bits)  # single bits: the lowest is the first
    values = (packed[:, :, None] >> shifts.astype(np.uint8) & ((1 << bits) - 1)).reshape(-1, GROUP)
    full = values == (1 << bits) - 1
    places = behind[:, None] + np.cumsum(full, axis=1) - 1
    return np.where(full, data[np.minimum(places, len(data) - 1)], values)


def summed(deltas: np.ndarray, first: np.ndarray, channels: bytes) -> np.ndarray:
    """Return the bytes (n, stride) of all elements: running sums, or running XORs, of the deltas (n, stride).

    first: the element (stride,) before the first delta
    channels: a byte for each group of four bytes. Its low four bits are 0 or 1 for sums of one or two bytes, or 2 for XORs of
        four bytes. Its high four bits are the rotation of these XORs.
    Raises ValueError for an unknown coding.
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
            steps = zigzag >> 1 ^ (0 - (zigzag & 1)).astype(kind)
            found = np.cumsum(np.concatenate([before.view(kind)[None], steps]), axis=0, dtype=kind)[1:]
        else:
            raise ValueError(f"compressed data has a channel of kind {channel}, which is not known")
        out[:, part] = np.ascontiguousarray(found).view(np.uint8)
    return out
