"""A mutation run: small faults are put into the sources one by one, and each should make a test fail.

    python -m tests.tools.mutation --count 25 --seed 1 [--package collision] [--file rays] [--jobs 2] [--budget 60]

All happens in copies of the checkout. The first run finds out which tests call which functions (calls.py), which takes as long as
the whole suite. The result is kept in out/mutation/calls.json, and later only files of tests that changed run again. Delete it
after large changes of game/. Then each mutant runs the tests that call its function, the quickest first, until one fails.

A mutant of a compiled source runs interpreted first, with the tests that are quick enough. If it survives, it is compiled.
Survivors that behave like the original are listed with their reason in mutants_without_effect.toml.
"""

import argparse
import itertools
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from tests.sources import INSTALLED, sources
from tests.tools.callers import CALLS, INTERPRETED, PYTEST, ROOT, Tests
from tests.tools.mutants import mutants_of

KNOWN = Path(__file__).with_name("mutants_without_effect.toml")
NOT_COPIED = shutil.ignore_patterns(".git", "out", "__pycache__", ".venv", ".*_cache", ".hypothesis", *INSTALLED)
NEEDS_COMPILING = "from game.collision import needs_compiling; print(needs_compiling())"
WARM_UP = "from game.simulation import warm_up; warm_up()"
# Limits of a mutant's processor time [s]: to start, to compile, and a factor on the recorded time of its tests. Smaller: a slow
# machine kills mutants; larger: mutants without an end keep it busy.
STARTING, COMPILING, SLOWER = 40.0, 60.0, 4.0
BUSY = 12.0  # seconds that may pass for each of a processor. Smaller: a busy machine kills mutants


class Site(NamedTuple):
    """A Mutant and the path of its file from the checkout."""

    file: str
    mutant: object

    @property
    def home(self):
        """The package of game/ that contains the file."""
        parts = Path(self.file).parts
        return parts[1] if len(parts) > 2 else parts[0]

    def __str__(self):
        return f"{self.file}:{self.mutant.line} {self.mutant.function}: {self.mutant.mutation}"


class Verdict(NamedTuple):
    """The result of the tests on a mutant, with a description and the name of the test that failed."""
    is_killed: bool
    words: str
    killer: str = ""


class Workshop:
    """A copy of the checkout in which mutants are tested one after another.

    Its cache is kept, because machine code has its path.
    """

    def __init__(self, folder):
        self.root, self.cache = folder / "checkout", folder / "cache"
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(ROOT, self.root, ignore=NOT_COPIED)
        self._clock = time.time()
        self.run([sys.executable, "-c", WARM_UP], self.cache)

    def run(self, command, cache, seconds=None, **environment):
        """Run a command and return (exit code, output). The code is None if the command took too long.

        cache: folder of the machine code
        seconds: limit of the processor time [s]. A command that waits without using the processor is ended after BUSY times that.
        environment: additional variables
        """
        environment = os.environ | {"GLISSADE_CACHE": str(cache)} | environment
        limits = f"ulimit -t {seconds:.0f}; exec " if seconds else "exec "
        process = subprocess.Popen(
            ["bash", "-c", limits + shlex.join(command)], cwd=self.root, env=environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds and BUSY * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]
        return None if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else process.returncode, output

    def tested(self, tests, cache, extra=0.0, **environment):
        """Run tests and return the Verdict.

        tests: [(name, recorded duration [s]), ...]
        cache: folder of the machine code; extra: additional processor time that is allowed [s]
        """
        if not tests:
            return Verdict(False, "survived: no test is known to call it")
        listed = self.root.parent / "tests.txt"
        listed.write_text("\n".join(name for name, _ in tests), encoding="utf-8")
        seconds = STARTING + extra + SLOWER * sum(seconds for _, seconds in tests)
        code, output = self.run([*PYTEST, "-n", "0", "-x", f"@{listed}"], cache, seconds, **environment)
        if code is None:
            return Verdict(True, f"killed: no end after {seconds:.0f} s of a processor")
        if code == 0:
            return Verdict(False, f"survived {len(tests)} tests")
        killer = re.search(r"^(?:FAILED|ERROR) (tests/\S+?\.py(?:::[^\n]*?)?)(?: - .*)?$", output, re.MULTILINE)
        name = killer[1] if killer else ""
        return Verdict(True, f"killed by {name or f'exit code {code}'}", name)

    def judged(self, site, tests):
        """Write the mutant of a Site into its file, run its tests, restore the file, and return the Verdict.

        tests: Tests, which knows the tests that call the mutated function
        """
        path = self.root / site.file
        source, times = path.read_text(encoding="utf-8"), path.stat()
        cache = self.root.parent / "cache of a mutant"
        shutil.copytree(self.cache, cache, dirs_exist_ok=True)
        try:
            path.write_text(site.mutant.applied(source), encoding="utf-8")
            self._clock += 2.0  # Python takes a .pyc for fresh by its source's second and size
            os.utime(path, (self._clock, self._clock))
            code, output = self.run([sys.executable, "-c", NEEDS_COMPILING], cache)
            if code:
                return Verdict(True, "killed by the import")
            if output.strip() != "True":
                return self.tested(tests.of(site), cache)
            tests.bring("interpreted", f"tests/{site.home}/**/test_*.py")
            verdict = self.tested(tests.of(site, interpreted=True), cache, **INTERPRETED)
            return verdict if verdict.is_killed else self.tested(tests.of(site), cache, COMPILING)
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # which machine code is known by
            shutil.rmtree(cache)


def all_sites(package, file):
    """Return {package: list of its Sites} for the files whose path contains `file`. `package` is one of them, or "" for all."""
    sites = defaultdict(list)
    for path in sources(ROOT / "game"):
        name = path.relative_to(ROOT).as_posix()
        if file in name:
            found = [Site(name, mutant) for mutant in mutants_of(path.read_text(encoding="utf-8"))]
            if found and package in ("", found[0].home):
                sites[found[0].home] += found
    return sites


def drawn(sites, chance):
    """Yield Sites in random order until none is left.

    A package is chosen by the square root of its size, then a kind of mutation.
    """
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
    """Return {(function, mutation): reason} of the mutants that behave like the original. Print those that do not exist."""
    listed = tomllib.loads(KNOWN.read_text(encoding="utf-8")).get("mutant", [])
    reasons = {(entry["function"], entry["mutation"]): entry["reason"] for entry in listed}
    there = {(site.mutant.function, site.mutant.mutation) for found in sites.values() for site in found}
    for function, mutation in sorted(set(reasons) - there):
        print(f"{KNOWN.name}: {function}: {mutation}: no such mutant any more")
    return reasons


def main():
    options = arguments()
    reasons = known_reasons(all_sites("", ""))
    lot = drawn(all_sites(options.package, options.file), random.Random(options.seed))
    sites = list(itertools.islice(lot, options.skip, options.skip + options.count))
    if options.list:
        print(*sites, sep="\n")
        return 0
    unspoilt = Workshop(CALLS.parent / "unspoilt")
    tests, workshops = Tests(unspoilt, options.jobs, options.budget), Queue()
    tests.bring("plain", "tests/**/test_*.py")
    for job in range(options.jobs):
        workshops.put(Workshop(CALLS.parent / str(job)))

    def judge(site):
        verdict = reason_or_verdict(site)
        print(f"{site}: {verdict.words}", flush=True)
        return verdict

    def reason_or_verdict(site):
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
        verdicts = list(threads.map(judge, sites))
    killers = sorted({verdict.killer for verdict in verdicts if verdict.killer})
    if killers:
        sound = unspoilt.tested([(name, STARTING) for name in killers], unspoilt.cache)
        print(f"without a mutant: {sound.words if sound.is_killed else f'all {len(killers)} tests that killed pass'}")
    print(*summary(sites, verdicts), sep="\n")
    return 0


def summary(sites, verdicts):
    """Yield the lines of a table: for each package the number of mutants, killed, survived and without effect."""
    counts = defaultdict(Counter)
    for site, verdict in zip(sites, verdicts):
        counts[site.home]["killed" if verdict.is_killed else verdict.words.split()[0].rstrip(":")] += 1
    counts["all"] = sum((counts[home] for home in list(counts)), Counter())
    yield f"{'package':12} mutants  killed  survived  without effect"
    for home, count in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        yield f"{home:12} {count.total():7d} {count['killed']:7d} {count['survived']:9d} {count['without']:15d}"


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutation", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants")
    parser.add_argument("--count", type=int, default=25, help="so many mutants")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first of them, to go on with a run")
    parser.add_argument("--package", default="", help="of one package of game/ alone")
    parser.add_argument("--file", default="", help="of files alone whose path contains this")
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests that a mutant runs at most")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
