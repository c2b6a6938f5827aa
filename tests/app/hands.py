"""Hands on the keyboard and the mouse of a game that runs in its own process, on a virtual display."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.panels.theme import SMALLEST
from tests.app.small_level import write_small_level

MISSING = [program for program in ("Xvfb", "openbox", "xdotool") if not shutil.which(program)]
NEEDS_WINDOW = pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)} (Debian: apt install xvfb openbox xdotool)")
ROOT = Path(__file__).resolve().parents[2]
START_TIME, ANSWER_TIME = 120.0, 60.0  # [s]; a loaded machine is slow; the first includes compiling from scratch
# At the end of the stairs: the player stays there, however seldom a loaded machine reports its position.
WALL = """
[[parts]]
part = "wall"
path = [[-1.5, 5.2], [1.5, 5.2]]
height = 4.0
"""


@contextmanager
def virtual_display():
    """The name of a virtual display with a window manager that answers: a window that is there before it never gets the
    keyboard from it, and so cannot lose it."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1000x700x24"], pass_fds=[writer], stderr=subprocess.DEVNULL
    )
    os.close(writer)
    name = ":" + os.read(reader, 16).decode().strip()
    environment, quiet = {**os.environ, "DISPLAY": name}, {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    manager = subprocess.Popen(["openbox"], env=environment, **quiet)
    wait_to_hear("get_desktop", environment)
    yield name
    for process in (manager, server):
        process.terminate()
        process.wait()


def wait_to_hear(question, environment):
    """Wait until the window manager answers a question."""
    quiet, until = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}, time.monotonic() + ANSWER_TIME
    while subprocess.run(["xdotool", question], env=environment, **quiet).returncode and time.monotonic() < until:
        time.sleep(0.05)


class DrivenGame:
    """A game in its own process, and the hands on its keyboard. mode: "window" or "full screen" """

    def __init__(self, display, renderer, folder, mode="window"):
        self._environment = {**os.environ, "DISPLAY": display, "PYTHONPATH": str(ROOT)}
        level = write_small_level(folder)
        level.write_text(level.read_text(encoding="utf-8") + WALL, encoding="utf-8")
        command = [sys.executable, "-m", "tests.app.driven_game", str(level), renderer, mode]
        self._errors = (folder / "errors.txt").open("w+")
        self._process = subprocess.Popen(
            command, cwd=folder, env=self._environment, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        self.folder, self._reports, self._seen = folder, [], 0  # _seen: so many are from before the last key or answer
        threading.Thread(target=self._listen, daemon=True).start()
        self.wait_for(lambda now: True, START_TIME)
        wait_to_hear("getactivewindow", self._environment)  # it does not minimise a window that it has not taken over yet

    def _listen(self):
        for line in self._process.stdout:
            if line.startswith("{"):
                self._reports.append(json.loads(line))

    @property
    def now(self):
        """The newest report."""
        return self._reports[-1]

    def wait_for(self, condition, seconds=ANSWER_TIME):
        """The first report since the last key or answer that fulfils the condition: none is missed, however busy we are."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self._process.poll() is None:
            for number in range(self._seen, len(self._reports)):
                if condition(self._reports[number]):
                    self._seen = number
                    return self._reports[number]
            time.sleep(0.02)
        self._errors.seek(0)
        raise AssertionError(f"did not happen; last: {self._reports[-1:]}; errors: {self._errors.read()[-2000:]}")

    def later(self, reports=3):
        """The newest report, once so many have come that were not there before: a busy machine may draw no frame in a second."""
        until, wanted = time.monotonic() + ANSWER_TIME, len(self._reports) + reports
        while len(self._reports) < wanted and time.monotonic() < until:
            time.sleep(0.02)
        assert len(self._reports) >= wanted, "it draws no frames any more"
        return self.now

    def do(self, *words):
        self._seen = len(self._reports)
        subprocess.run(["xdotool", *words], env=self._environment, check=True)

    def point(self, x, y):
        """Move the mouse pointer to a place of the canvas [units] in the window."""
        place = [str(round(SMALLEST * units)) for units in (x, y)]
        self.do("search", "--name", "^Glissade$", "mousemove", "--window", "%1", *place)

    def key(self, name):
        self.do("key", name)

    def end(self):
        self._process.terminate()
        self._process.wait()
        self._errors.close()


def drive(renderer, folder):
    """Yield a game with a renderer, "tiny" or "gl", in a window of its own virtual display. Its files lie in `folder`."""
    with virtual_display() as display:
        game = DrivenGame(display, renderer, folder)
        game.renderer = renderer
        yield game
        game.end()


def start_again(game):
    """Begin a new run at the spawn, without a key held down by an earlier test."""
    game.do("keyup", "w", "keyup", "s", "keyup", "j", "keyup", "k")
    run = game.now["run"]
    game.key("r")
    game.wait_for(lambda now: now["run"] != run and not now["paused"])
