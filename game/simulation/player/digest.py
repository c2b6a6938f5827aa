"""SHA-256 (FIPS 180-4) whose state is plain numbers: it can be copied and pickled, and the library's cannot."""

import hashlib
from math import isqrt

import numpy as np

from ...collision.engine.jit import compiled, inlined

MASK = 0xFFFFFFFF
BLOCK = 64  # bytes
# Bytes that wait for each other before they are compressed. Fewer: more calls; more: a longer one now and then.
BUFFER = 1 << 16


def cube_root(number):
    """The whole part of the cube root of a whole number."""
    root = round(number ** (1.0 / 3.0))
    root += (number - root**3) // (3 * root**2)  # one step of Newton's method, at most one too far
    return root - 1 if root**3 > number else root


# The standard's constants: the first 32 binary digits behind the point of the roots of the first primes.
PRIMES = [number for number in range(2, 312) if all(number % divisor for divisor in range(2, isqrt(number) + 1))]
START = np.array([isqrt(prime << 64) & MASK for prime in PRIMES[:8]])
ROUNDS = np.array([cube_root(prime << 96) & MASK for prime in PRIMES])


@inlined
def rotated(word, by):
    """A word of 32 bits rotated to the right."""
    return (word >> by | word << 32 - by) & MASK


@compiled
def compress(words, data, rounds, schedule):
    """Take blocks of 16 words into the state. words: (8,), data: (16 n,), schedule: (64,) to work in; all int64 below 2^32"""
    for block in range(0, data.shape[0], 16):
        for i in range(16):
            schedule[i] = data[block + i]
        for i in range(16, 64):
            x, y = schedule[i - 15], schedule[i - 2]
            x = rotated(x, 7) ^ rotated(x, 18) ^ x >> 3
            y = rotated(y, 17) ^ rotated(y, 19) ^ y >> 10
            schedule[i] = (schedule[i - 16] + x + schedule[i - 7] + y) & MASK
        a, b, c, d, e, f, g, h = words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]
        for i in range(64):
            chosen = e & f ^ (MASK ^ e) & g
            first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + rounds[i] + schedule[i]
            second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g
        for i, word in enumerate((a, b, c, d, e, f, g, h)):
            words[i] = (words[i] + word) & MASK


class Digest:
    """The hash of all bytes so far, as hashlib.sha256 has it."""

    def __init__(self):
        self._words, self._compressed, self._rest = START.copy(), 0, bytearray()

    def update(self, data):
        """Bytes more."""
        self._rest += data
        if len(self._rest) >= BUFFER:
            whole = len(self._rest) // BLOCK * BLOCK
            self._compress(self._rest[:whole])
            del self._rest[:whole]

    def _compress(self, data):
        compress(self._words, np.frombuffer(data, ">u4").astype(np.int64), ROUNDS, np.empty(64, np.int64))
        self._compressed += len(data)

    def copy(self):
        other = Digest()
        other._words, other._compressed, other._rest = self._words.copy(), self._compressed, self._rest.copy()
        return other

    def hexdigest(self):
        """The hash in 64 hexadecimal digits."""
        if not self._compressed:
            return hashlib.sha256(self._rest).hexdigest()
        last, bits = self.copy(), 8 * (self._compressed + len(self._rest))
        padding = b"\x80" + bytes((BLOCK - 9 - len(self._rest)) % BLOCK) + bits.to_bytes(8, "big")
        last._compress(last._rest + padding)
        return "".join(f"{word:08x}" for word in last._words.tolist())
