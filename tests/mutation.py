"""A mutation run: small faults are put into the sources one by one, and each should make a test fail.

    python -m tests.mutation --count 25 --seed 1 [--package collision] [--file rays] [--jobs 2]

All happens in copies of the checkout. The first run finds out which tests call which functions (calls.py): that takes as long as
the whole suite. It is kept in out/mutation/calls.json, and only files of tests that changed are run again; delete it after large
changes of game/. Then a mutant runs the tests that call its function, quickest first, until one fails.

A mutant of a compiled source runs interpreted first, with the tests that are quick enough so. If it survives, it is compiled.
Survivors that behave like the original are listed with their reason in mutants_without_effect.toml.
"""

import argparse
import ast
import hashlib
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import NamedTuple

from tests.mutants import mutants_of

ROOT = Path(__file__).resolve().parents[1]
CALLS = ROOT / "out" / "mutation" / "calls.json"
KNOWN = Path(__file__).with_name("mutants_without_effect.toml")
NOT_COPIED = shutil.ignore_patterns(".git", "out", "__pycache__", ".venv", ".*_cache", ".hypothesis")
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rfE", "--tb=no"]
NEEDS_COMPILING = "from game.collision import needs_compiling; print(needs_compiling())"
WARM_UP = "from game.simulation import warm_up; warm_up()"
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
QUICK = 1.0  # [s] a test may take interpreted. Smaller: more mutants are compiled; larger: the first run takes longer
BUDGET = 60.0  # [s] of tests that a mutant runs at most. Smaller: more survive that a later test would kill
COMPILING = 240.0  # [s] that compiling may take on a busy machine
STARTING = 60.0  # [s] that pytest and its imports may take on a busy machine, beside the tests
SLOWER = 6.0  # times as long as on record a mutant's tests may take. Smaller: a busy machine kills mutants


class Site(NamedTuple):
    """A mutant and its file, as a path from the checkout."""

    file: str
    mutant: object

    @property
    def home(self):
        parts = Path(self.file).parts
        return parts[1] if len(parts) > 2 else parts[0]

    def __str__(self):
        return f"{self.file}:{self.mutant.line} {self.mutant.function}: {self.mutant.mutation}"


class Verdict(NamedTuple):
    is_killed: bool
    words: str
    killer: str = ""


class Workshop:
    """A copy of the checkout in which mutants are made one after another."""

    def __init__(self, folder, cache):
        self.root, self.cache = folder / "checkout", cache
        shutil.copytree(ROOT, self.root, ignore=NOT_COPIED)
        self._clock = time.time()

    def run(self, command, cache, seconds=None, **environment):
        """(exit code, output) of a command; the code is None if it took too long."""
        environment = os.environ | {"GLISSADE_CACHE": str(cache)} | environment
        process = subprocess.Popen(
            command, cwd=self.root, env=environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]
        return process.returncode, output

    def tested(self, tests, cache, extra=0.0, **environment):
        """Verdict of tests, [(name, seconds on record)]."""
        listed = self.root.parent / "tests.txt"
        listed.write_text("\n".join(name for name, _ in tests), encoding="utf-8")
        seconds = STARTING + extra + SLOWER * sum(seconds for _, seconds in tests)
        code, output = self.run([*PYTEST, "-n", "0", "-x", f"@{listed}"], cache, seconds, **environment)
        if code is None:
            return Verdict(True, f"killed: no end after {seconds:.0f} s")
        if code == 0:
            return Verdict(False, f"survived {len(tests)} tests")
        killer = re.search(r"^(?:FAILED|ERROR) (tests/\S+?\.py(?:::[^\n]*?)?)(?: - .*)?$", output, re.MULTILINE)
        name = killer[1] if killer else ""
        return Verdict(True, f"killed by {name or f'exit code {code}'}", name)

    def judged(self, site, tests):
        """The verdict on one mutant."""
        path = self.root / site.file
        source = path.read_text(encoding="utf-8")
        cache = self.root.parent / "cache of a mutant"
        shutil.copytree(self.cache, cache)
        try:
            self._write(path, site.mutant.applied(source))
            code, output = self.run([sys.executable, "-c", NEEDS_COMPILING], cache)
            if code:
                return Verdict(True, "killed by the import")
            if output.strip() != "True":
                return self.tested(tests.of(site), cache)
            tests.bring("interpreted", f"tests/{site.home}/**/test_*.py")
            verdict = self.tested(tests.of(site, interpreted=True), cache, **INTERPRETED)
            return verdict if verdict.is_killed else self.tested(tests.of(site), cache, COMPILING)
        finally:
            self._write(path, source)
            shutil.rmtree(cache)

    def _write(self, path, source):
        """A time of its own for each version: Python takes a .pyc for fresh by its source's second and size."""
        path.write_text(source, encoding="utf-8")
        self._clock += 2.0
        os.utime(path, (self._clock, self._clock))


class Tests:
    """Which tests call what, plain and interpreted: {file of tests: {"hash": ..., "tests": [[name, seconds, passed, functions]]}}."""

    def __init__(self, workshop, jobs):
        self._workshop, self._jobs = workshop, jobs
        self._kept = json.loads(CALLS.read_text(encoding="utf-8")) if CALLS.exists() else {"plain": {}, "interpreted": {}}
        self._users = users_of_names()
        self._lock = Lock()

    def bring(self, way, pattern):
        """Run the files of tests that are new or changed; way: "plain" or "interpreted"."""
        today = {path.relative_to(ROOT).as_posix(): content_hash(path) for path in sorted(ROOT.glob(pattern))}
        with self._lock:
            kept = self._kept[way]
            stale = [name for name, digest in today.items() if kept.get(name, {}).get("hash") != digest]
            if not stale:
                return
            print(f"running {len(stale)} files of tests to see what they call ({way})", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                limit = {"GLISSADE_CALLS_SECONDS": str(QUICK), **INTERPRETED} if way == "interpreted" else {}
                command = [*PYTEST, "-p", "tests.calls", "-n", str(self._jobs), *stale]
                self._workshop.run(command, self._workshop.cache, GLISSADE_CALLS=folder, **limit)
                found = read_calls(Path(folder))
            kept.update({name: {"hash": today[name], "tests": found.get(name, [])} for name in stale})
            CALLS.parent.mkdir(parents=True, exist_ok=True)
            CALLS.write_text(json.dumps(self._kept), encoding="utf-8")

    def of(self, site, interpreted=False):
        """[(name, seconds)] of the tests to run, those of its own package first, and the quickest of these first."""
        mirrored = f"tests/{site.home}/"
        plain, slow = self._calling(site, "plain"), self._calling(site, "interpreted")
        if interpreted:
            found = {name: seconds for name, seconds, passed in slow if passed}
        else:
            durations = {test[0]: test[1] for file in self._kept["plain"].values() for test in file["tests"] if test[2]}
            called = {name for name, _, passed in plain if passed} | {name for name, _, _ in slow}
            found = {name: durations[name] for name in called if name in durations}
        chosen, spent = [], 0.0
        for name, seconds in sorted(found.items(), key=lambda test: (not test[0].startswith(mirrored), test[1])):
            spent += seconds
            if spent > BUDGET and chosen:
                break
            chosen.append((name, seconds))
        return chosen

    def _calling(self, site, way):
        """(name, seconds, passed) of the tests that call a mutant's function, or any that uses its constant."""
        mutant = site.mutant
        wanted = self._users[mutant.function] if mutant.is_constant else {f"{site.file}:{mutant.function}"}
        inside = tuple(f"{name}." for name in wanted)  # a class: all of its methods
        for file in self._kept[way].values():
            for name, seconds, passed, functions in file["tests"]:
                if wanted & set(functions) or any(function.startswith(inside) for function in functions):
                    yield name, seconds, passed


def users_of_names():
    """{name: functions of game/ that use it}, as calls.py names them."""
    users = defaultdict(set)
    for path in sorted((ROOT / "game").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}:
                users[name].add(f"{file}:{getattr(node, 'name', '')}")
    return users


def read_calls(folder):
    """{file of tests: [[name, seconds, passed, functions]]} of what calls.py wrote."""
    found = defaultdict(list)
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            test = json.loads(line)
            found[test["test"].split("::")[0]].append([test["test"], test["seconds"], test["passed"], test["functions"]])
    return found


def content_hash(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def all_sites(package, file):
    """{package: its sites}"""
    sites = defaultdict(list)
    for path in sorted((ROOT / "game").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if file in name:
            found = [Site(name, mutant) for mutant in mutants_of(path.read_text(encoding="utf-8"))]
            if found and package in ("", found[0].home):
                sites[found[0].home] += found
    return sites


def drawn(sites, chance):
    """Sites without end, by lot: a package by the square root of its size, a kind of mutation, one of those."""
    sites = {home: list(found) for home, found in sites.items()}
    while sites:
        home = chance.choices(list(sites), [len(found) ** 0.5 for found in sites.values()])[0]
        kind = chance.choice(sorted({site.mutant.kind for site in sites[home]}))
        site = chance.choice([site for site in sites[home] if site.mutant.kind == kind])
        sites[home].remove(site)
        if not sites[home]:
            del sites[home]
        yield site


def known_reasons(sites):
    """{(function, mutation): reason} of the mutants that behave like the original; says which the sources have no more."""
    listed = tomllib.loads(KNOWN.read_text(encoding="utf-8")).get("mutant", [])
    reasons = {(entry["function"], entry["mutation"]): entry["reason"] for entry in listed}
    there = {(site.mutant.function, site.mutant.mutation) for found in sites.values() for site in found}
    for function, mutation in sorted(set(reasons) - there):
        print(f"{KNOWN.name}: {function}: {mutation}: no such mutant any more")
    return reasons


def main():
    options = arguments()
    reasons = known_reasons(all_sites("", ""))
    sites = list(itertools.islice(drawn(all_sites(options.package, options.file), random.Random(options.seed)), options.count))
    if options.list:
        print(*sites, sep="\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        cache = Path(folder) / "cache"
        unspoilt = Workshop(Path(folder) / "unspoilt", cache)
        unspoilt.run([sys.executable, "-c", WARM_UP], cache)
        tests, workshops = Tests(unspoilt, options.jobs), Queue()
        for job in range(options.jobs):
            workshops.put(Workshop(Path(folder) / str(job), cache))
        tests.bring("plain", "tests/**/test_*.py")

        def judge(site):
            key = site.mutant.function, site.mutant.mutation
            if key in reasons:
                return Verdict(False, f"without effect: {reasons[key]}")
            workshop, began = workshops.get(), time.monotonic()
            try:
                verdict = workshop.judged(site, tests)
            finally:
                workshops.put(workshop)
            return verdict._replace(words=f"{verdict.words} ({time.monotonic() - began:.0f} s)")

        with ThreadPoolExecutor(options.jobs) as threads:
            verdicts = []
            for site, verdict in zip(sites, threads.map(judge, sites)):
                print(f"{site}: {verdict.words}", flush=True)
                verdicts.append(verdict)
        killers = sorted({verdict.killer for verdict in verdicts if verdict.killer})
        if killers:
            sound = unspoilt.tested([(name, STARTING) for name in killers], cache)
            print(f"without a mutant: {sound.words if sound.is_killed else f'all {len(killers)} tests that killed pass'}")
    print(*summary(sites, verdicts), sep="\n")
    return 0


def summary(sites, verdicts):
    """A line a package: mutants, killed, survived, without effect."""
    counts = defaultdict(Counter)
    for site, verdict in zip(sites, verdicts):
        counts[site.home]["killed" if verdict.is_killed else verdict.words.split()[0].rstrip(":")] += 1
    counts["all"] = sum((counts[home] for home in list(counts)), Counter())
    yield f"{'package':12} mutants  killed  survived  without effect"
    for home, count in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        yield f"{home:12} {count.total():7d} {count['killed']:7d} {count['survived']:9d} {count['without']:15d}"


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants")
    parser.add_argument("--count", type=int, default=25, help="so many mutants")
    parser.add_argument("--package", default="", help="of one package of game/ alone")
    parser.add_argument("--file", default="", help="of files alone whose path contains this")
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
