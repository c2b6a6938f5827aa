"""A small level with its record, made once: each test gets a copy that it may spoil."""

import shutil

import pytest

from game.errors import InputError
from game.level import load_level
from game.regression.command import put_on_record
from game.view import photographer
from tests.view.small_level import write_small_level


@pytest.fixture(scope="session")
def level(tmp_path_factory):
    return load_level(str(write_small_level(tmp_path_factory.mktemp("level"))))


@pytest.fixture(scope="session")
def pristine(level, tmp_path_factory):
    folder = tmp_path_factory.mktemp("golden")
    put_on_record([level], folder, show=lambda fraction, text: None, size=(160, 90))
    return folder


@pytest.fixture
def golden(pristine, tmp_path):
    return shutil.copytree(pristine, tmp_path / "golden")


@pytest.fixture
def no_renderer(monkeypatch):
    """A machine on which the software renderer does not start."""

    def fail(*_, **__):
        raise InputError("the renderer does not start")

    monkeypatch.setattr(photographer, "Photographer", fail)
