"""Shared fixtures of the tests of sessions."""

import pytest

from game.level import load_level
from tests.app.small_level import write_small_level


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))
