"""The rows of a PLY file, as text or binary: numbers at offsets, and the lengths of lists."""

import numpy as np


class TextBody:
    """The rows of a text file as one array of numbers. An offset is an index in this array."""

    def __init__(self, data: bytes):
        self.numbers = np.array(data.split(), dtype=np.float64)

    def __len__(self) -> int:
        return len(self.numbers)

    def width(self, kind: str) -> int:
        """Return the length of a number in units of offsets, which is 1 for text. The type `kind` does not matter."""
        return 1

    def at(self, offsets: np.ndarray, kind: str) -> np.ndarray:
        """Return the numbers at `offsets`, in an array of the same shape. The type `kind` does not matter."""
        return self.numbers[offsets]

    def count(self, offset: int, kind: str) -> int:
        """Return the length of the list at the offset `offset`. Raises ValueError if there is no valid length."""
        length = self.numbers[offset] if offset < len(self) else -1.0
        if not 0.0 <= length <= len(self) or length != int(length):
            raise ValueError(f"a list has {length} numbers, or the file ends before it")
        return int(length)


class BinaryBody:
    """The rows of a binary file as bytes. An offset is a number of bytes.

    order: byte order, "<" for little-endian or ">" for big-endian
    The methods name types of numbers as numpy does, such as "u1" or "f4".
    """

    def __init__(self, data: bytes, order: str):
        self.data, self.order = np.frombuffer(data, np.uint8), order

    def __len__(self) -> int:
        return len(self.data)

    def width(self, kind: str) -> int:
        """Return the length [bytes] of a number of the type `kind`."""
        return int(kind[1])

    def at(self, offsets: np.ndarray, kind: str) -> np.ndarray:
        """Return the numbers of the type `kind` at `offsets` [bytes], in an array of the same shape."""
        held = np.dtype(self.order + kind)
        raw = np.empty((*offsets.shape, held.itemsize), np.uint8)
        for byte in range(held.itemsize):  # one byte of all at a time: no list of eight offsets for each number
            raw[..., byte] = self.data[offsets + byte]
        return raw.view(held)[..., 0]

    def count(self, offset: int, kind: str) -> int:
        """Return the length of the list at the offset `offset` [bytes]. Raises ValueError if there is no valid length.

        kind: type of the length. If the file ends within the length, the bytes that are left are read as the length.
        """
        raw = self.data[offset : offset + self.width(kind)].tobytes()
        length = int.from_bytes(raw, "big" if self.order == ">" else "little", signed=kind[0] == "i") if raw else -1
        if not 0 <= length <= len(self):
            raise ValueError(f"a list has {length} numbers, or the file ends before it")
        return length


Body = TextBody | BinaryBody
