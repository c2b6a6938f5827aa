"""A small level with its record, made once: each test gets a copy of both that it may spoil."""

import shutil
from functools import cache

import pytest
from PIL import Image

from game.core.html_writer import embedded
from game.core.input_errors import InputError
from game.level import load_level
from game.level.contents.level import Case
from game.pictures import photographer
from game.regression import case_pictures, report_page
from game.regression.case_simulation import run_case
from game.regression.check_command import accept as accept_cases
from game.regression.check_command import check
from game.regression.golden_records import trajectory_of
from tests.app.small_level import TEXT, write_small_level

CASES = """
[[cases]]
name = "up"
about = "Up the stairs."
script = "60 forward=1"
shots = [
  { tick = 20, look = "the plane of the first steps" },
  { tick = 40, camera = "free", eye = [-3.0, 3.0, 2.0], target = [0.0, 4.0, 1.0], overlays = ["planes"], look = "the disc" },
]

[[cases]]
name = "aside"
mode = "run"
script = "20 right=1"

[[cases]]
name = "later"
mode = "off"
"""


@pytest.fixture(scope="session")
def pristine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    (folder / "small.toml").write_text(TEXT + CASES, encoding="utf-8")
    accept_cases([f"{folder / 'small.toml'}/up"], processes=1)
    return folder


class Small:
    """A copy of the small level and its record."""

    def __init__(self, folder):
        self.folder, self.path, self.golden = folder, folder / "small.toml", folder / "golden" / "small" / "up"

    def rewrite(self, old, new):
        """Change the level's file."""
        text = self.path.read_text(encoding="utf-8")
        assert old in text
        self.path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def check(self, *words, accept=()):
        """The exit code of a check of the level, or of these of its cases."""
        if accept:
            return accept_cases([f"{self.path}/{word}" for word in accept], processes=1)
        return check([f"{self.path}/{word}" for word in words] or [str(self.path)], processes=1, out=self.folder / "out")

    @property
    def page(self):
        return (self.folder / "out" / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def straight(tmp_path_factory):
    """The table of a walk of 60 ticks in the small level."""
    level = load_level(write_small_level(tmp_path_factory.mktemp("level")))
    return trajectory_of(run_case(level, Case("any", script="60 forward=1")))


@pytest.fixture(scope="session", autouse=True)
def pictures_encoded_once():
    """Encode equal pictures of reports once: that takes .05 s, and most reports are of the same few ticks."""

    @cache
    def encoded(mode, size, data, *rest):
        return embedded(Image.frombytes(mode, size, data), *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_page, "embedded", lambda image, *rest: encoded(image.mode, image.size, image.tobytes(), *rest))
        yield


@pytest.fixture
def small(pristine, tmp_path, monkeypatch):
    """A copy of the level and its record. Reports have short scenes and two frames, because most tests read their words."""
    monkeypatch.setattr(case_pictures, "BEFORE", 1)
    monkeypatch.setattr(case_pictures, "AFTER", 2)
    monkeypatch.setattr(case_pictures, "SHEET", 2)
    return Small(shutil.copytree(pristine, tmp_path / "copy"))


@pytest.fixture
def no_renderer(monkeypatch):
    """A machine on which the software renderer does not start."""

    def fail(*_, **__):
        raise InputError("the renderer does not start")

    monkeypatch.setattr(photographer, "Photographer", fail)
