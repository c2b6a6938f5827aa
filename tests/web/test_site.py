"""Sites: their folders, their pages in a real Chromium, and runs that are carried to a desktop and back."""

import json
import re
import time

import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.scene.light.bake import bake
from game.simulation import Recording, Simulation, parse_script
from game.web.site import LIST, WHOLE, page_names, write_site
from tests.browser import Browser, needs_chromium
from tests.shipped_levels import shipped

pytest.importorskip("wasmtime")

from tests.web.wasm_run import compiled

EVIL = '<img src=x onerror="alert(1)">'
EVIL_LEVEL = f"""
title = '{EVIL}'
about = '</script>{EVIL}'
[spawn]
at = [0.0, 0.0, 0.0]
[[parts]]
part = "floor"
at = [0.0, 0.0, 0.0]
size = [8.0, 8.0]
"""
TOURS = "stairs", "river", "planet"
MOST_BYTES = 1.5e6  # of a level's data


@pytest.fixture(scope="module", autouse=True)
def plain_light():
    """Light the levels without rays, because a test of light has them."""
    compiled()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.web.play_data.baked_level", lambda level, progress=None: bake(level, plain=True))
        yield


@pytest.fixture(scope="module")
def evil_level(tmp_path_factory):
    """Return a level of one floor whose name, title and text are markup."""
    file = tmp_path_factory.mktemp("evil") / "<b>evil.toml"
    file.write_text(EVIL_LEVEL, encoding="utf-8")
    return load_level(file)


@pytest.fixture(scope="module")
def site(tmp_path_factory, evil_level):
    folder = tmp_path_factory.mktemp("site") / "levels"
    write_site(folder, [*map(shipped, TOURS), evil_level])
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def opened(browser, site, name):
    """Open the page of a level, at rest in its first tick."""
    browser.size(1280, 720)
    browser.open(site / f"{name}.html", "document.body.dataset.ready === ''")
    browser.run("game.pause(true), game.begin(game.solver.start)")
    return browser


# Folders


def test_the_same_levels_have_the_same_bytes(site, tmp_path):
    write_site(tmp_path / "again", [shipped("planet")])
    for name in ("planet.js", "planet.html", "tick.js", "play.js"):
        assert (tmp_path / "again" / name).read_bytes() == (site / name).read_bytes()


def test_a_level_is_small(site):
    sizes = {file.name: file.stat().st_size for file in site.iterdir()}
    assert max(sizes.values()) < MOST_BYTES and sizes["tick.js"] < 1e5


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


def test_the_usual_levels_have_nothing_that_a_page_cannot_play():
    for name in WHOLE:
        level = shipped(name)
        assert not level.movers and not level.exhibits


# In a browser


@needs_chromium
def test_a_walk_ends_where_the_desktop_ends(browser, site):
    opened(browser, site, "stairs")
    browser.run("for (let i = 0; i < 200; i++) game.step({forward: i < 30 ? 0 : 1, right: 0})")
    native = Simulation(shipped("stairs"))
    for intent in parse_script("30\n170 forward=1").intents():
        native.tick(intent)
    assert tuple(browser.run("game.solver.read('position')")) == native.state.position
    assert browser.run("game.hash()") == native.state_hash()
    assert browser.errors == [] and all(url.startswith("file:") for url in browser.requests)


@needs_chromium
@pytest.mark.parametrize("name", TOURS)
def test_a_recording_of_the_desktop_has_the_same_bits_in_the_page(browser, site, name):
    native = Simulation(shipped(name))
    for intent in parse_script(native.level.tour, "tour").intents(native.state.heading):
        native.tick(intent)
    recording = Recording.of(native)
    opened(browser, site, name).run(f"game.open({json.dumps(str(recording))})")
    assert browser.run("document.querySelector('.trouble').textContent").endswith("to the bit. Q plays them.")
    browser.run("game.go(Infinity)")
    assert browser.run("game.ticks.length") == native.state.tick
    assert browser.run("game.hash()") == recording.verify(shipped(name))[1]


@needs_chromium
def test_a_recording_of_the_page_has_the_same_bits_on_the_desktop(browser, site):
    opened(browser, site, "stairs")
    browser.run("""for (let i = 0; i < 300; i++) { game.yaw = -i / 170;
        game.step({forward: Math.cos(i / 30), right: -0.3, jump: i % 50 === 0, run: i > 150});
        if (i === 200) game.solver.use(1); }""")
    recording = Recording.parse(browser.run("game.recording()"))
    assert len(recording.changes) == 1 and recording.script.ticks == 300
    assert recording.verify(shipped("stairs"))[0]


@needs_chromium
def test_keys_walk_jump_pause_and_go_back(browser, site):
    opened(browser, site, "stairs")
    browser.run("game.pause(false), game.canvas.focus()")

    def key(kind, code, text):
        browser.call("Input.dispatchKeyEvent", type=kind, code=code, key=text)

    key("keyDown", "KeyW", "w")
    browser.wait("game.solver.read('position')[1] > 1.5")
    key("keyDown", "Space", " ")
    browser.wait("game.solver.read('ground') === 2")
    key("keyUp", "Space", " ")
    key("keyUp", "KeyW", "w")
    key("keyDown", "KeyP", "p")
    browser.wait("!game.playing")
    ticks = browser.run("game.at")
    key("keyDown", "Comma", ",")
    assert browser.run("game.at") == ticks - 1
    key("keyDown", "KeyT", "t")
    browser.wait("document.querySelectorAll('.inspector li').length > 0")
    assert browser.errors == []


@needs_chromium
def test_a_finger_walks_and_another_looks_around(browser, site):
    opened(browser, site, "stairs")
    browser.size(390, 844, phone=True)
    browser.run("game.pause(false)")

    def touch(kind, *points):
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    start = browser.run("[game.solver.read('position')[1], game.yaw]")
    touch("touchStart", (80, 500))
    touch("touchMove", (80, 430))
    browser.wait(f"game.solver.read('position')[1] > {start[0]} + 1")
    touch("touchStart", (80, 430), (300, 400))
    touch("touchMove", (80, 430), (240, 400))
    browser.wait(f"game.yaw > {start[1]} + 0.2")
    touch("touchEnd")
    browser.run("game.pause(true)")
    assert browser.errors == []


@needs_chromium
def test_markup_in_names_is_shown_as_text(browser, site, evil_level):
    (name,) = page_names([evil_level])
    opened(browser, site, name)
    assert browser.run("document.querySelector('h1').textContent") == evil_level.title
    browser.run("document.querySelector('[data-do=help]').click()")
    time.sleep(0.2)
    assert browser.run("document.querySelectorAll('img').length") == 0 and browser.errors == []
    browser.open(site / "index.html")
    assert browser.run("document.querySelectorAll('img[src=x]').length") == 0 and browser.errors == []
