"""Verdicts of the first oracle, kept on disk: each takes milliseconds with 50 digits, and each run of tests needs the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import mpmath
import numpy as np
from mpmath import mp, mpf

from game.core.user_and_cache_folders import cache_folder
from tests.oracle.newton import DIGITS, newton
from tests.oracle.verdict import Verdict

FILES = r"[0-9a-f]{32}\.json"
MOST_FILES = 400  # some 70 belong to one version of the sources


def verdicts(sweeps) -> list[Verdict]:
    """Return the Verdicts of `newton` on sweeps, each a (triangle, start, displacement).

    The file's name is a hash of the sweeps, of all sources of the oracle and of the library's version.
    """
    digest = hashlib.sha256(mpmath.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    for sweep in sweeps:
        for part in sweep:
            digest.update(np.asarray(part, dtype=float).tobytes())
    folder, name = cache_folder("oracle", FILES), f"{digest.hexdigest()[:32]}.json"
    content = folder.read(name) if folder else None
    if content is not None:
        return [read(row) for row in json.loads(content)]
    found = [newton(*sweep) for sweep in sweeps]
    if folder:
        folder.write(name, json.dumps([written(verdict) for verdict in found]).encode())
        folder.delete_oldest(MOST_FILES, spared=name)
    return found


def written(verdict: Verdict):
    """Return a Verdict as JSON can hold it, with all bits of its numbers."""
    t = verdict.t
    return verdict.status, None if t is None else [int(t.man) if t >= 0 else -int(t.man), int(t.exp)], verdict.approach.hex()


def read(row) -> Verdict:
    """Return the Verdict that `written` has written."""
    status, t, approach = row
    with mp.workdps(2 * DIGITS):
        return Verdict(status, None if t is None else mpf(tuple(t)), float.fromhex(approach))
