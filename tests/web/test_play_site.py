"""Sites: their folders, and what a page says that cannot be played or whose level has markup in its names."""

import re

import pytest

from game.cli_commands import main
from game.core.input_errors import InputError
from game.web.play_site import LIST, WHOLE, page_names, write_site
from tests.browser import Browser, needs_chromium
from tests.shipped_levels import shipped
from tests.web.level_pages import EVIL, opened, plain_light

pytest.importorskip("wasmtime")

MOST_BYTES = 1.5e6  # of a level's data


@pytest.fixture(scope="module", autouse=True)
def plain_sites():
    with plain_light():
        yield


def test_the_same_levels_have_the_same_bytes(site, tmp_path):
    write_site(tmp_path / "again", [shipped("planet")])
    for name in ("planet.js", "planet.html", "tick.js", "play.js"):
        assert (tmp_path / "again" / name).read_bytes() == (site / name).read_bytes()


def test_a_level_is_small(site):
    sizes = {file.name: file.stat().st_size for file in site.iterdir()}
    assert max(sizes.values()) < MOST_BYTES and sizes["tick.js"] < 1e5 and sizes["sound_data.js"] < 120e3


def test_nothing_is_loaded_from_elsewhere(site):
    for file in site.glob("*.html"):
        sources = re.findall(r'(?:src|href)="([^"]*)"', file.read_text(encoding="utf-8"))
        assert sources and all(name.startswith("data:image/webp;") or (site / name).is_file() for name in sources)


def test_a_site_is_replaced_and_other_files_stay(tmp_path):
    folder, level = tmp_path / "site", shipped("corners")
    write_site(folder, [level])
    (folder / "CNAME").write_text("levels.example")
    write_site(folder, [level])
    listed = (folder / LIST).read_text(encoding="utf-8").splitlines()[1:]
    assert {file.name for file in folder.iterdir()} == {*listed, LIST, "CNAME"}


def test_a_page_that_is_not_written_again_goes(tmp_path, evil_level):
    folder = tmp_path / "site"
    write_site(folder, [evil_level])
    (old,) = (file for file in folder.glob("*.html") if file.name != "index.html")
    write_site(folder, [shipped("corners")])
    assert (folder / "corners.html").is_file() and not old.exists()


@pytest.mark.parametrize("make, words", [
    (lambda path: path.write_text("mine"), "is a file"),
    (lambda path: (path.mkdir(), (path / "mine.txt").write_text("mine")), "is not empty"),
    (lambda path: None, "there is no folder"),
])  # fmt: skip
def test_a_folder_of_others_is_refused(tmp_path, make, words):
    path = tmp_path / "there" if words != "there is no folder" else tmp_path / "no" / "there"
    make(path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError, match=words):
        write_site(path, [shipped("corners")])
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_of_others_in_a_site_is_refused(tmp_path):
    write_site(tmp_path / "site", [shipped("corners")])
    (tmp_path / "site" / "corridors.html").write_text("mine")
    with pytest.raises(InputError, match="corridors.html: exists already"):
        write_site(tmp_path / "site", [shipped("corridors")])
    assert (tmp_path / "site" / "corridors.html").read_text() == "mine" and (tmp_path / "site" / "corners.html").is_file()


def test_names_of_pages_are_plain_and_different():
    class Named:
        def __init__(self, name):
            self.name = name

    names = page_names([Named(name) for name in ("stairs", "Stairs", "../../etc", EVIL, "", "index", "play")])
    assert len(set(names)) == len(names) and all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    assert not {"index", "play"} & set(names)
    assert page_names([Named(name) for name in ("room-2", "room", "room")]) == ["room-2", "room", "room-3"]


def test_the_usual_levels_have_nothing_that_a_page_cannot_play():
    for name in WHOLE:
        level = shipped(name)
        assert not level.movers and not level.exhibits


@pytest.mark.parametrize("arguments, words", [
    (["site", "--level", "nowhere"], "nowhere"),
    (["site", "--level", "broken.glb"], "broken.glb"),
    (["site", "--level", "broken.obj"], "broken.obj"),
    (["full", "--level", "corners"], "is not empty"),
    (["no/site", "--level", "corners"], "there is no folder"),
])  # fmt: skip
def test_a_wrong_input_is_one_line_and_nothing_is_written(tmp_path, monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.glb").write_bytes(b"glTF\x02\0\0\0nonsense")
    (tmp_path / "broken.obj").write_text("v 0 0 0\nf 1 2 3\n")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert main(["web", *arguments]) == 2
    said = capsys.readouterr().err.strip()
    assert words in said and "\n" not in said and sorted(tmp_path.rglob("*")) == before


def test_pages_and_cards_say_what_a_level_leaves_out(tmp_path):
    write_site(tmp_path / "site", [shipped("platforms"), shipped("corners")])
    for name in ("platforms.html", "index.html"):
        text = (tmp_path / "site" / name).read_text(encoding="utf-8")
        assert f"its {len(shipped('platforms').movers)} movers" in text


@needs_chromium
@pytest.mark.parametrize("flag, before, words", [
    ("--disable-3d-apis", "", "has no WebGL2"),
    ("--mute-audio", "delete window.WebAssembly", "has no WebAssembly"),
    ("--mute-audio", "delete window.DecompressionStream", "is older than 2023"),
])  # fmt: skip
def test_a_browser_that_cannot_play_says_why(site, tmp_path, flag, before, words):
    with Browser(tmp_path, flag) as browser:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        browser.open(site / "stairs.html")
        browser.wait(f"document.querySelector('.trouble').textContent.includes('{words}')")
        assert browser.errors == []


@needs_chromium
def test_markup_in_names_is_shown_as_text(browser, site, evil_level):
    (name,) = page_names([evil_level])
    opened(browser, site, name)
    assert browser.run("document.querySelector('h1').textContent") == evil_level.title
    browser.run("document.querySelector('[data-do=help]').click()")
    assert evil_level.about in browser.run("document.querySelector('.help').textContent")
    assert browser.run("[...document.querySelectorAll('.signs div')].map(one => one.textContent)") == [EVIL]
    assert browser.run("document.querySelectorAll('img').length") == 0 and browser.errors == []
    browser.open(site / "index.html")
    assert browser.run("document.querySelectorAll('img[src=x]').length") == 0 and browser.errors == []
