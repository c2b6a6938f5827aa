"""A pytest plugin for mutation.py: it records which functions of game/ each test calls, and how long the test takes.

Functions are recorded, not lines, because that is cheap. Machine code is invisible to it, and of another process it sees only
the start.
"""

import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = f"{ROOT / 'game'}{os.sep}"
FOLDER = os.environ["GLISSADE_CALLS"]  # one file a process of pytest lands here
MOST_SECONDS = float(os.environ.get("GLISSADE_CALLS_SECONDS", "0"))  # a test is stopped after these; 0: never

ANOTHER_PROCESS = "another process"  # among the functions of a test: it starts one
called = set()  # code objects, and ANOTHER_PROCESS
by_fixture = {}  # {fixture definition: code objects that its setup called}
by_file = defaultdict(set)  # {path of a file of tests: code objects that its import called}


class TooSlow(BaseException):
    """The end of a test that takes too long. It is not an Exception, for which hypothesis would search for a smaller example."""


def note(frame, event, argument):
    called.add(frame.f_code)  # and returns None: no line of this frame is traced


def hear(event, arguments):
    if event == "subprocess.Popen":
        called.add(ANOTHER_PROCESS)


sys.addaudithook(hear)


def stop(signal_number, frame):
    raise TooSlow


signal.signal(signal.SIGALRM, stop)


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    """Record the functions that a file of tests calls when it is imported, as for all of its tests."""
    called.clear()
    sys.settrace(note)
    yield
    sys.settrace(None)
    by_file[collector.path].update(called)


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef, request):
    """Record the functions that a fixture calls.

    A fixture of a module is set up in its first test, but belongs to all that use it.
    """
    before = set(called)
    called.clear()
    yield
    by_fixture[fixturedef] = set(called)
    called.update(before)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    called.clear()
    began = time.perf_counter()
    threading.settrace(note)
    sys.settrace(note)
    yield
    sys.settrace(None)
    threading.settrace(None)
    write(item, time.perf_counter() - began)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_setup(item):
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0.0)


pytest_runtest_call = pytest_runtest_setup


passed = set()  # names of tests


def pytest_runtest_logreport(report):
    if report.when == "call" and report.passed:
        passed.add(report.nodeid)


def write(item, seconds):
    """Append the functions that a test called to this process's file. `item` is the test, `seconds` its duration."""
    found = called | by_file[item.path]
    for definitions in item._fixtureinfo.name2fixturedefs.values():
        found.update(*(by_fixture.get(definition, ()) for definition in definitions))
    codes = found - {ANOTHER_PROCESS}
    names = sorted({name_of(code) for code in codes if code.co_filename.startswith(GAME)} | (found - codes))
    line = {"test": item.nodeid, "seconds": round(seconds, 4), "passed": item.nodeid in passed, "functions": names}
    with open(Path(FOLDER) / f"{os.getpid()}.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def name_of(code):
    """Return the name of a code object, such as "game/level/contents/level.py:Case.method".

    Code of a nested function counts as the outer function.
    """
    return f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{code.co_qualname.split('.<locals>')[0]}"
