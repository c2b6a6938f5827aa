"""Hashes of exhibits' states, which enter the hash of a run, and states made read-only."""

import hashlib
import struct
from typing import Any

import numpy as np


def digest_of(values: tuple[float, ...], bodies: Any) -> bytes:
    """Return a hash of a state: 16 bytes, the same in every process.

    values: of the controls, in their order
    bodies: nested tuples of numbers, arrays and None
    """
    digest = hashlib.blake2b(struct.pack(f"<{len(values)}d", *values), digest_size=16)
    add(digest, bodies)
    return digest.digest()


def add(digest: Any, part: Any) -> None:
    """Add a value of a state to a hash.

    digest: hash object with `update`
    part: None, a number, an array, or a tuple of such values
    """
    if part is None:
        digest.update(b"n")
    elif isinstance(part, np.ndarray):
        digest.update(np.ascontiguousarray(part).tobytes())
    elif isinstance(part, (bool, int, np.integer)):
        digest.update(struct.pack("<q", int(part)))
    elif isinstance(part, (float, np.floating)):
        digest.update(struct.pack("<d", float(part)))
    else:
        digest.update(struct.pack("<q", len(part)))
        for inner in part:
            add(digest, inner)


def make_read_only(part: Any) -> int:
    """Make all arrays of a state read-only. Return the size of the state [bytes].

    The size is that of the arrays, and 8 bytes for each number or None.
    part: None, a number, an array, or a tuple of such values
    """
    if isinstance(part, np.ndarray):
        part.flags.writeable = False
        return part.nbytes
    return sum(map(make_read_only, part)) if isinstance(part, tuple) else 8
