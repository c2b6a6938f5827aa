"""Shared fixtures of all tests: the checkout, the profile of hypothesis, and an empty working folder for each test."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from game.collision import needs_compiling
from game.level import level_names
from game.regression import accept
from game.simulation import warm_up

SCRIPT = "30\n40 forward=1\n5 jump\n25 right=1\n"  # 100 ticks
ROOT = Path(__file__).resolve().parents[1]

# The same examples on every run, so that a failure can be repeated. The search for new ones is `bench --robustness`.
settings.register_profile("suite", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


def pytest_addoption(parser):
    words = "put today's runs and pictures of all levels on record, instead of comparing with what is there"
    parser.addoption("--update-golden", action="store_true", help=words)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session):
    """Do the shared work once, before all processes: compiling, and accepting today's runs if that is requested."""
    if hasattr(session.config, "workerinput"):
        return
    if needs_compiling():
        warm_up()
    if session.config.getoption("--update-golden"):
        accept(level_names())


@pytest.fixture(scope="session", autouse=True)
def nothing_of_the_users(tmp_path_factory):
    """Folders for data and settings of the tests' own: nothing that the user has kept is read or changed. The cache stays."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name)))
        yield


@pytest.fixture
def root():
    """The checkout."""
    return ROOT


@pytest.fixture
def no_display(monkeypatch):
    """A machine without a display, whatever this one has."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """An empty folder to work in: what a command writes to out/ does not land in the checkout."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def script(elsewhere):
    """A short script, as a path."""
    path = elsewhere / "walk.txt"
    path.write_text(SCRIPT)
    return str(path)
