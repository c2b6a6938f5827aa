"""Shared fixtures of the tests of levels."""

import pytest

from game.core.input_errors import InputError
from game.level import load_level


@pytest.fixture
def file(tmp_path):
    """A function that writes a file of a name and content, and gives its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def level_file(file):
    """A function that writes a level file, and gives its path."""
    return lambda text, name="my_level.toml": file(name, text)


@pytest.fixture
def refused_in_a_line(level_file):
    """A function that loads a level file of a text, which fails in one line that has the file's name and words."""

    def check(text, words):
        with pytest.raises(InputError) as caught:
            load_level(level_file(text))
        message = str(caught.value)
        assert "\n" not in message and "my_level.toml" in message
        assert [word for word in words if word not in message] == []

    return check
