"""Shared fixtures of the tests of levels."""

import pytest


@pytest.fixture
def file(tmp_path):
    """A function that writes a file of a name and content, and gives its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
