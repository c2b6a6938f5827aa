"""Shared fixtures of all tests: the checkout, the profile of hypothesis, and an empty working folder for each test."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from game.collision import needs_compiling
from game.core.background_compiling import start_process
from game.core.user_and_cache_folders import PLACES
from game.level import level_names
from game.regression import accept
from game.simulation import warm_up

SCRIPT = "30\n40 forward=1\n5 jump\n25 right=1\n"  # 100 ticks
ROOT = Path(__file__).resolve().parents[1]

# All processes share the compiled sources, in the folders where Python keeps them, even if the environment forbids it. Otherwise
# each would compile them again: half a second for a process of a test, and nine for a worker.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# No test leaves a compiler behind. Those of the background compiler switch it on.
os.environ["GLISSADE_COMPILE_IN_BACKGROUND"] = "0"

# The same examples on every run, so that a failure can be repeated. The search for new ones is `bench --robustness`.
settings.register_profile("suite", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


def pytest_addoption(parser):
    words = "put today's runs and pictures of all levels on record, instead of comparing with what is there"
    parser.addoption("--update-golden", action="store_true", help=words)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session):
    """Do the shared work once, before all processes start: compile, and accept the runs of today if that is requested."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    if needs_compiling():
        places = session.config.args if session.config.getoption("numprocesses", None) else None  # one process collects itself
        beside = places and start_process("tests.second_core", "prepare", *places)
        warm_up()
        if beside:
            beside.wait()
    if session.config.getoption("--update-golden"):
        accept(level_names())


def pytest_xdist_make_scheduler(config, log):
    """Give tests that share work to one process, unless another way is wanted than that of .pytest.ini."""
    if config.getoption("dist") == "loadfile":
        from tests.shared_work import SharedWork  # here: one process needs no scheduler

        return SharedWork(config, log)


def pytest_configure(config):
    """Let a worker send only what its tests came to, unless more is wanted."""
    worker = next((plugin for plugin in config.pluginmanager.get_plugins() if type(plugin).__name__ == "WorkerInteractor"), None)
    if worker and not (config.option.durations or config.option.xmlpath):
        from tests.shared_work import Outcomes  # here: one process sends nothing

        config.pluginmanager.register(Outcomes(worker))


def pytest_collection_finish(session):
    """Spare the garbage collector the 400 000 objects of the collected tests. To visit them takes a twentieth of all time."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def nothing_of_the_users(tmp_path_factory):
    """Give the tests folders of their own for data and settings, so that no file of the user is read or changed.

    The cache is shared.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in (PLACES[kind][0] for kind in ("data", "settings")):
            patch.setenv(name, str(tmp_path_factory.mktemp(name)))
        yield


@pytest.fixture
def root():
    """Return the folder of the checkout."""
    return ROOT


@pytest.fixture
def no_display(monkeypatch):
    """Remove the display from the environment."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Change to an empty folder and return it, so that a command writes its folder out/ there instead of the checkout."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def script(elsewhere):
    """Write a short script and return its path."""
    path = elsewhere / "walk.txt"
    path.write_text(SCRIPT)
    return str(path)
