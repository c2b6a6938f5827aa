"""Mutated files. A reader must answer each with a result or with one line, quickly, whatever the file contains.

GLISSADE_FUZZ=2500 in the environment tries that many files of each format instead of a few. GLISSADE_FUZZ_SEED chooses others.
"""

import copy
import os
import random
import re
import struct
import time
import warnings

from game.core.input_errors import InputError

FEW = 40  # cases of a format in the suite: some 0.2 s
SECONDS = 10.0  # of processor time for one case: more is a hang
HOSTILE = (
    "nan", "-nan", "inf", "1e30", "1e-200", "-1", "0", "4294967296", "2147483647", 5000 * "9", "1e308", "true", "0x10", "",
)  # fmt: skip
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:e-?\d+)?")
HOSTILE_JSON = (
    None, True, -1, 0, 1, 2**32, 2**31 - 1, 10**400, 1e30, -1e308, float("nan"), float("inf"), 0.5, "", "text", [], {}, [[]],
    {"a": 1}, [1, 2, 3], "../nowhere.bin", "data:,AAAA",
)  # fmt: skip
RAW = [struct.pack("<I", n) for n in (0, 1, 2**31 - 1, 2**31, 2**32 - 1, 10**6)]
RAW += [struct.pack("<f", x) for x in (float("nan"), float("inf"), 1e30, -1.0)]


def cases(name, few=FEW, share=1.0):
    """Return a random generator for each case of a format.

    name: of the format, which is part of the seed
    few: number of cases without GLISSADE_FUZZ
    share: factor of GLISSADE_FUZZ, for formats that take long to read
    """
    count = int(float(os.environ.get("GLISSADE_FUZZ", 0)) * share) or few
    seed = os.environ.get("GLISSADE_FUZZ_SEED", "1")
    return [random.Random(f"{name} {seed} {number}") for number in range(count)]


def mutated(chance, data):
    """Return the bytes `data` with one to three random changes. `chance` is the random generator of the case."""
    for _ in range(chance.randint(1, 3)):
        data = chance.choice(MUTATIONS)(chance, data)
    return data


def cut_short(chance, data):
    """Return the bytes without a random part at the end."""
    return data[: chance.randint(0, len(data))]


def flipped(chance, data):
    """Return the bytes with one to eight bits flipped."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def other_number(chance, data):
    """Return the bytes of a text with one of its numbers replaced by a hostile one."""
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    place = chance.choice(found)
    return data[: place.start()] + chance.choice(HOSTILE).encode() + data[place.end() :]


def other_raw(chance, data):
    """Return the bytes with four of them replaced by a hostile number in binary form."""
    at = chance.randint(0, max(0, len(data) - 4))
    return data[:at] + chance.choice(RAW) + data[at + 4 :]


def piece_of(chance, data):
    """Return (start, end) of a random piece of the bytes."""
    start = chance.randint(0, len(data))
    return start, start + chance.choice((1, 4, 12, 50, 200))


def doubled(chance, data):
    """Return the bytes with a piece repeated."""
    start, end = piece_of(chance, data)
    return data[:end] + data[start:end] * chance.choice((1, 1, 30)) + data[end:]


def without_piece(chance, data):
    """Return the bytes without a piece."""
    start, end = piece_of(chance, data)
    return data[:start] + data[end:]


def other_lines(chance, data):
    """Return the bytes of a text with one of its lines left out, repeated or moved."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    taken = [lines.pop(at)] * chance.choice((0, 1, 2))
    to = chance.choice((at, chance.randint(0, len(lines))))
    return b"\n".join(lines[:to] + taken + lines[to:])


def other_word(chance, data):
    """Return the bytes of a text with one of its words replaced by another one."""
    words = list(re.finditer(rb"\S+", data))
    if not words:
        return data
    place, other = chance.choice(words), chance.choice(words)
    return data[: place.start()] + other.group() + data[place.end() :]


MUTATIONS = (cut_short, flipped, other_number, other_number, other_raw, doubled, without_piece, other_lines, other_word)


def mutated_json(chance, document):
    """Return a copy of a JSON document in which one to three values are replaced, doubled or missing."""
    document = copy.deepcopy(document)
    for _ in range(chance.randint(1, 3)):
        places = list(places_in(document))
        if not places:
            break
        holder, key = chance.choice(places)
        change = chance.random()
        if change < 0.15:
            del holder[key]
        elif change < 0.3:
            other, name = chance.choice(places)
            holder[key] = copy.deepcopy(other[name])
        elif change < 0.4 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[key] = copy.deepcopy(chance.choice(HOSTILE_JSON))
    return document


def places_in(value):
    """Yield (container, key or index) of every value in a JSON document."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from places_in(inner)


def answered(read):
    """Call a reader.

    Return True if it has a result, False if it raises InputError of one line. Any other outcome fails the test.
    """
    begun = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            read()
            good = True
        except InputError as problem:
            said = str(problem)
            assert said and "\n" not in said and max(map(len, said.split())) <= 450, said
            good = False
    assert time.process_time() - begun < SECONDS
    return good


def answers(sources, mutate, read):
    """Read mutated files of a format, and return (number of results, number of refusals).

    sources: random generators, as from `cases`
    mutate: function from a generator to a mutated file
    read: the reader, which takes that file
    An AssertionError names the case that failed, so that it can be repeated.
    """
    counts = [0, 0]
    for number, chance in enumerate(sources):
        made = mutate(chance)
        try:
            counts[not answered(lambda made=made: read(made))] += 1
        except Exception as problem:
            raise AssertionError(f"case {number}: {type(problem).__name__}: {problem}; {made!r:.3000}") from problem
    return tuple(counts)
