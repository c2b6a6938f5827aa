"""The fixtures of the window's tests: a small level, a picture of the usual size, and a game in its own process."""

import pytest

from game.level import load_level
from game.pictures.offscreen import Studio
from tests.app.hands import drive, start_again
from tests.app.small_level import write_small_level


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))


@pytest.fixture(scope="module")
def studio():
    with Studio((1280, 720)) as studio:
        yield studio


@pytest.fixture(scope="module")
def game(request, tmp_path_factory):
    """Start the game with the renderer that is the fixture's parameter, "tiny" or "gl"."""
    yield from drive(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture
def fresh(game):
    start_again(game)
