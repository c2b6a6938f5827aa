"""meshopt: streams of the reference encoder give the reference decoder's bytes; damaged ones are refused in words.

meshopt_streams.json was made by the npm package meshoptimizer 1.3.0 from numbers of a random generator: each codec, both
versions, every level, and the filters.
"""

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from game.level.mesh_import.meshopt import decoded_stream

CASES = json.loads((Path(__file__).parent / "meshopt_streams.json").read_text())


def decoded(case, data=None):
    data = base64.b64decode(case["data"]) if data is None else data
    return decoded_stream(data, case["count"], case["stride"], case["mode"], case["filter"])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_stream_gives_the_bytes_of_the_reference_decoder(case):
    wanted, got = base64.b64decode(case["plain"]), decoded(case)
    kind = {"QUATERNION": "<i2", "COLOR": f"<u{case['stride'] // 4}"}.get(case["filter"])
    if kind is None:
        assert got == wanted
    else:
        off = np.frombuffer(got, kind).astype(int) - np.frombuffer(wanted, kind)
        assert np.abs(off).max() <= 1 and len(got) == len(wanted)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_damaged_stream_is_an_error_in_words_or_other_bytes(case):
    whole, random = base64.b64decode(case["data"]), np.random.default_rng(3)
    for end in range(0, len(whole), 1 + len(whole) // 40):
        with pytest.raises(ValueError, match="compressed"):
            decoded(case, whole[:end])
    for _ in range(40):
        data = bytearray(whole)
        data[random.integers(len(data))] ^= 1 << random.integers(8)
        try:
            assert len(decoded(case, bytes(data))) == case["count"] * case["stride"]
        except ValueError as problem:
            assert "compressed" in str(problem)


@pytest.mark.parametrize("change", [{"stride": 3}, {"stride": 260}, {"filter": "NOVEL"}, {"filter": "QUATERNION"}])
def test_an_impossible_stream_is_refused(change):
    with pytest.raises(ValueError, match="compressed"):
        decoded(CASES[2] | change)
