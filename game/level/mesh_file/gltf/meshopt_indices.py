"""Decode corner numbers compressed with meshopt: of triangles that share edges with earlier triangles, and of strips.

Source: the glTF extension KHR_meshopt_compression, appendix A, modes 1 and 2.
"""

from .meshopt_attributes import OTHER_LENGTH, head_of

FIFO = 16  # edges and vertices that a triangle can refer to


class Varints:
    """A stream of numbers with seven bits in each byte.

    at, end: offsets of the next byte and of the end in `data`
    last: vertex index to which `index` adds the next stored difference
    """

    def __init__(self, data: bytes, at: int, end: int):
        self.data, self.at, self.end, self.last = data, at, end, 0

    def byte(self) -> int:
        """Return the next byte. Raises ValueError at the end."""
        if self.at >= self.end:
            raise ValueError(OTHER_LENGTH)
        self.at += 1
        return self.data[self.at - 1]

    def require_end(self) -> None:
        """Raise ValueError unless all bytes have been read."""
        if self.at != self.end:
            raise ValueError(OTHER_LENGTH)

    def number(self) -> int:
        """Return the next unsigned number of 32 bits, which is stored in one to five bytes.

        Raises ValueError if it has more bytes, or if the stream ends within it.
        """
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
        """Return the next vertex index, which is stored as a difference from the last one. Raises ValueError as `number` does."""
        self.last = self.last + unzigzag(self.number()) & 0xFFFFFFFF
        return self.last


def unzigzag(value: int) -> int:
    """Return the signed number of a zigzag code: 0, 1, 2, 3, 4 are the codes of 0, -1, 1, -2, 2."""
    return value >> 1 ^ -(value & 1)


def decoded_indices(data: bytes, count: int) -> list[int]:
    """Return `count` vertex indices of strips and other sequences, stored as differences from one of two earlier indices.

    Raises ValueError if the data is damaged.
    """
    head_of(data, 0xD0, 1)
    varints, last, found = Varints(data, 1, len(data) - 4), [0, 0], []
    for _ in range(count):
        value = varints.number()
        last[value & 1] = last[value & 1] + unzigzag(value >> 1) & 0xFFFFFFFF
        found.append(last[value & 1])
    varints.require_end()
    return found


def decoded_triangles(data: bytes, count: int) -> list[int]:
    """Return the `count` vertex indices of triangles, whose codes refer to edges and vertices of earlier triangles.

    Raises ValueError or IndexError if the data is damaged.
    """
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
