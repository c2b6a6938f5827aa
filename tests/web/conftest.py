"""A site and a Chromium for all tests of its pages in a process, because both take seconds to make."""

import pytest

from game.level import load_level
from game.web.play_site import write_site
from tests.browser import Browser
from tests.shipped_levels import shipped
from tests.web.level_pages import EVIL_LEVEL, SCRIPTS, opened, plain_light


@pytest.fixture(scope="session")
def evil_level(tmp_path_factory):
    """Return a level of one floor whose name, title and text are markup."""
    file = tmp_path_factory.mktemp("evil") / "<b>evil.toml"
    file.write_text(EVIL_LEVEL, encoding="utf-8")
    return load_level(file)


@pytest.fixture(scope="session")
def site(tmp_path_factory, evil_level):
    pytest.importorskip("wasmtime")
    from tests.web.wasm_run import compiled

    folder = tmp_path_factory.mktemp("site") / "levels"
    compiled()
    with plain_light():
        write_site(folder, [*map(shipped, SCRIPTS), shipped("river"), evil_level])
    return folder


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def stairs(browser, site):
    """The page of the level "stairs", just opened, at rest in its first tick."""
    return opened(browser, site, "stairs")
