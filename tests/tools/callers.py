"""The functions of game/ that each test calls, for mutation.py. They are found by running the tests once, and cached."""

import ast
import hashlib
import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from threading import Lock

from tests.sources import sources

ROOT = Path(__file__).resolve().parents[2]
CALLS = ROOT / "out" / "mutation" / "calls.json"
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rfE", "--tb=no"]
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
ANOTHER_PROCESS = "another process"  # what calls.py lists for it
QUICK = 0.5  # [s] a test may take interpreted. Smaller: more mutants are compiled; larger: the first run takes longer


class Tests:
    """The functions that each test calls, compiled ("plain") and interpreted.

    workshop: Workshop of mutation.py in which the tests run
    jobs: number of processes; budget: largest total time of the tests of a mutant [s]
    The cache has for both ways {file of tests: {"hash": ..., "tests": [[name, seconds, passed, functions], ...]}}.
    """

    def __init__(self, workshop, jobs, budget):
        self._workshop, self._jobs, self._budget = workshop, jobs, budget
        self._kept = json.loads(CALLS.read_text(encoding="utf-8")) if CALLS.exists() else {"plain": {}, "interpreted": {}}
        self._users = users_of_names()
        self._lock = Lock()

    def bring(self, way, pattern):
        """Run the files of tests that match `pattern` and are new or changed, and cache the result.

        `way`: "plain" or "interpreted"
        """
        today = {path.relative_to(ROOT).as_posix(): content_hash(path) for path in sorted(ROOT.glob(pattern))}
        with self._lock:
            kept = self._kept[way]
            stale = [name for name, digest in today.items() if kept.get(name, {}).get("hash") != digest]
            if not stale:
                return
            print(f"running {len(stale)} files of tests to see what they call ({way})", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                limit = {"GLISSADE_CALLS_SECONDS": str(QUICK), **INTERPRETED} if way == "interpreted" else {}
                command = [*PYTEST, "-p", "tests.tools.calls", "-n", str(self._jobs), *stale]
                self._workshop.run(command, self._workshop.cache, GLISSADE_CALLS=folder, **limit)
                found = read_calls(Path(folder))
            kept.update({name: {"hash": today[name], "tests": found.get(name, [])} for name in stale})
            CALLS.parent.mkdir(parents=True, exist_ok=True)
            CALLS.write_text(json.dumps(self._kept), encoding="utf-8")

    def of(self, site, interpreted=False):
        """Return [(name, seconds), ...] of the tests to run for a Site: first those of its own package, the quickest first.

        interpreted: True for tests that are quick enough without compiling
        """
        mirrored = f"tests/{site.home}/"
        plain, slow = self._calling(site, "plain"), self._calling(site, "interpreted")
        if interpreted:
            found = {name: seconds for name, seconds, passed in slow if passed}
        else:
            durations = {test[0]: test[1] for file in self._kept["plain"].values() for test in file["tests"] if test[2]}
            called = {name for name, _, passed in plain if passed} | {name for name, _, _ in slow}
            found = {name: durations[name] for name in called if name in durations}
        if not found and not interpreted:  # it may run in another process alone
            found = {name: seconds for name, seconds, passed in self._naming({ANOTHER_PROCESS}) if passed and mirrored in name}
        chosen, spent = [], 0.0
        for name, seconds in sorted(found.items(), key=lambda test: (not test[0].startswith(mirrored), test[1])):
            spent += seconds
            if spent > self._budget and chosen:
                break
            chosen.append((name, seconds))
        return chosen

    def _calling(self, site, way):
        """Yield (name, seconds, passed) of the tests that call the mutated function, or a function with the mutated constant.

        way: "plain" or "interpreted"
        """
        mutant = site.mutant
        wanted = self._users[mutant.function] if mutant.is_constant else {f"{site.file}:{mutant.function}"}
        return self._naming(wanted, way)

    def _naming(self, wanted, way="plain"):
        """Yield (name, seconds, passed) of the tests that call one of the functions `wanted`.

        A class stands for all its methods.
        """
        inside = tuple(f"{name}." for name in wanted)
        for file in self._kept[way].values():
            for name, seconds, passed, functions in file["tests"]:
                if wanted & set(functions) or any(function.startswith(inside) for function in functions):
                    yield name, seconds, passed


def users_of_names():
    """Return {name: set of the functions of game/ that use it}. Functions are named as in calls.py."""
    users = defaultdict(set)
    for path in sources(ROOT / "game"):
        file = path.relative_to(ROOT).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}:
                users[name].add(f"{file}:{getattr(node, 'name', '')}")
    return users


def read_calls(folder):
    """Return {file of tests: [[name, seconds, passed, functions], ...]} from the files that calls.py wrote to a folder."""
    found = defaultdict(list)
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            test = json.loads(line)
            found[test["test"].split("::")[0]].append([test["test"], test["seconds"], test["passed"], test["functions"]])
    return found


def content_hash(path):
    """Return a hash of a file's bytes as 16 hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
