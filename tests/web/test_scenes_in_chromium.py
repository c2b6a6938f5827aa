"""The scenes of pages in a real browser: they are drawn and turned, no text runs as a script, no console complains."""

import re

import numpy as np
import pytest
from PIL import Image

from game.cli_commands import main
from tests.app.small_level import TEXT
from tests.browser import needs_chromium
from tests.web.level_pages import dragged, touch

pytestmark = needs_chromium

COARSE = 0.5  # pixels of a picture for one of the page. More: only costs time; fewer: thin lines are lost
LIVE = "document.querySelector('figure.live') && window.panel"
PANEL = "panels.then(([first]) => { window.panel = first; });"
MIDDLE = """var middle = number => { const c = panel.data.corners.subarray(9 * number);
  return [0, 1, 2].map(i => (c[i] + c[3 + i] + c[6 + i]) / 3); };"""  # of a candidate
ATTACK = "<img src=x onerror=window.ran=1><script>window.ran=1</script>\"'`</script>${window.ran=1}"
OBJ = f"""mtllib attack.mtl
o {ATTACK}
usemtl {ATTACK}
v -3 -3 0
v 3 -3 0
v 3 3 0
v -3 3 0
f 1 2 3
f 1 3 4
"""


@pytest.fixture(scope="module")
def browser(browser):
    """The Chromium of all pages, in which each page that is opened has its first panel as `window.panel`."""
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=f"addEventListener('load', () => {{ {PANEL} }})")
    yield browser
    browser.call("Page.removeScriptToEvaluateOnNewDocument", **script)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of a tick in a level whose title tries to run a script."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "small.toml").write_text(TEXT.replace("Small room", ATTACK.replace('"', '\\"')), encoding="utf-8")
    assert main(["explain", str(folder / "small.toml"), "--tick", "24", "--html", str(folder / "tick.html")]) == 0
    return folder / "tick.html"


def picture(browser, path):
    browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    browser.picture(path)
    box = browser.run("(({left, top, width, height}) => [left, top, width, height])(panel.canvas.getBoundingClientRect())")
    left, top, width, height = (round(x) for x in np.array(box) * browser.run("devicePixelRatio"))
    return np.asarray(Image.open(path).convert("RGB")).astype(int)[max(top, 0) : top + height, left : left + width]


def network(browser):
    return [url for url in browser.requests if not url.startswith("data:")]


def share_changed(one, other):
    return float((np.abs(one - other).max(axis=-1) > 8).mean())


@pytest.mark.parametrize("width, height", [(1280, 720), (800, 600), (390, 844)])
def test_a_tick_is_drawn_and_can_be_turned(browser, page, tmp_path, width, height):
    browser.size(width, height, phone=width < 500, scale=COARSE)
    browser.open(page, LIVE, draws=True)
    first = picture(browser, tmp_path / "first.png")
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 300, "level, body and shapes are to be seen"
    assert browser.run("document.documentElement.scrollWidth") <= width, "nothing scrolls sideways"
    x, y = browser.run("(({left, top}) => [left + 150, top + 60])(panel.canvas.getBoundingClientRect())")
    yaw, distance = browser.run("[panel.camera.yaw, panel.camera.distance]")
    if width < 500:
        touch(browser, "touchStart", (x, y))
        touch(browser, "touchMove", (x + 60, y + 5))
        touch(browser, "touchEnd")
    else:
        dragged(browser, (x, y), (x + 60, y + 5))
        browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=200)
    browser.wait(f"panel.camera.yaw < {yaw} - 0.3")
    if width >= 500:
        browser.wait(f"panel.camera.distance > 1.1 * {distance}")
    assert share_changed(first, picture(browser, tmp_path / "turned.png")) > 0.05
    browser.run("panel.canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home'}))")
    assert share_changed(first, picture(browser, tmp_path / "home.png")) < 0.001
    assert browser.errors == [] and network(browser) == [page.resolve().as_uri()]


def places_in_the_picture(browser, points):
    """Return the places (n, 2) of points in the picture, -1..1. points: an expression for a list of [x, y, z]"""
    rows = "[0, 1, 3].map(i => m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i])"
    found = browser.run(f"(m => {points}.map(p => {rows}))(panel.camera.view().matrix)")
    return np.array([(x / depth, y / depth) for x, y, depth in found])


@pytest.mark.parametrize("width, height", [(1280, 720), (800, 600), (390, 844), (1000, 400)])
def test_a_tick_begins_from_the_side_with_its_contact_in_the_middle_third(browser, page, width, height):
    """A teacher saw the steps lengthwise, where no displacement is seen, and bodies without their heads in a step's sweeps."""
    browser.size(width, height)
    browser.open(page, LIVE)
    label = "panel.step.labels.find(label => label.foot)"
    (contact, tip) = places_in_the_picture(browser, f"[{label}.foot, {label}.at]")
    assert np.abs(contact).max() <= 1 / 3 + 0.02
    ends = """panel.data.steps.flatMap((step, k) => "said" in step ? [0, step.reached, 1].flatMap(part => {
      const row = [...panel.data.rows.bodies.subarray(16 * k, 16 * k + 12)], centre = plus(row.slice(0, 3), step.way, part);
      return [3, 6, 9].flatMap(k => [1, -1].map(sign => plus(centre, row.slice(k, k + 3), sign))); }) : [])"""
    assert np.abs(places_in_the_picture(browser, ends)).max() < 1, "the body is whole in each iteration"
    normal, way = browser.run(f"[unit(minus({label}.at, {label}.foot)), unit(panel.step.way)]")
    back = np.array(browser.run("panel.camera.frame.back"))
    assert abs(back @ normal) < 0.15 and abs(back @ way) < 0.15 and browser.run("panel.isCut")


def test_a_sweep_shows_where_it_began_how_far_it_got_and_where_it_was_to_go(browser, page):
    browser.size(1000, 700)
    browser.open(page, LIVE)
    number = "panel.data.steps.findIndex(step => step.reached > 0.05 && step.reached < 0.9)"
    browser.run(f"panel.show({number})")
    far, reached = browser.run("[Math.hypot(...panel.step.way), panel.step.reached]")
    bodies = """(phase => { let kept; const {shapes} = panel.scene;
      panel.scene.shapes = given => (kept = given.bodies ? given : kept, shapes.call(panel.scene, given));
      panel.sweep.value = phase; panel.sweep.dispatchEvent(new Event('input')); delete panel.scene.shapes;
      return {bodies: [...kept.bodies], rings: kept.rings.length / 16, said: panel.sweep.ariaValueText}; })"""
    rings = browser.run(f"{bodies}(0).rings")
    for phase, rings_more in ((0.0, 0), (round(reached / 2, 2), 0), (round(reached + 0.05, 2), 1), (1.0, 0)):
        found = browser.run(f"{bodies}({phase})")
        rows = np.reshape(found["bodies"], (-1, 16))[:3, :3]  # at the start, at the destination, now
        gone = [np.linalg.norm(row - rows[0]) for row in rows]
        assert gone == pytest.approx([0.0, far, min(phase, reached) * far], abs=1e-4)
        assert found["rings"] == rings + rings_more
        assert found["said"] == f"sweep: {1000 * min(phase, reached) * far:.1f} of {1000 * far:.1f} mm"


def test_the_sliders_lead_through_iterations_sweep_and_spaces(browser, page, tmp_path):
    browser.size(1000, 700, scale=COARSE)
    browser.open(page, LIVE, draws=True)
    pictures = [picture(browser, tmp_path / "0.png")]
    shown = "[...document.querySelectorAll('.iteration')].filter(one => one.checkVisibility()).map(one => one.id)"
    assert browser.run(shown) == [f"i{browser.run('panel.tick.deciding')}"] != ["i1"]
    for name, value in (("iteration", 1), ("sweep", 0), ("stretch", 1)):
        browser.run(f"panel.{name}.value = {value}; panel.{name}.dispatchEvent(new Event('input'))")
        pictures.append(picture(browser, tmp_path / f"{name}.png"))
    assert browser.run(shown) == ["i1"]
    assert all(share_changed(one, other) > 1e-4 for one, other in zip(pictures, pictures[1:]))
    names = browser.run("[...document.querySelectorAll('.controls input')].map(one => one.labels[0].textContent)")
    assert len(names) == 4 and all(names)


def test_ellipsoid_space_of_the_shader_is_that_of_python(browser, page):
    """A point of the surface of the body is one vertical radius from its centre."""
    browser.open(page, LIVE)
    lengths = """(() => {
      const {axes, scales, anchor} = panel.tick, body = panel.data.rows.bodies, space = spaceAt(axes, scales, anchor, 1);
      const [centre, ...radii] = [0, 3, 6, 9].map(k => [...body.slice(k, k + 3)]), at = place => drawnAt(space, place);
      return radii.map(radius => Math.hypot(...minus(at(plus(centre, radius)), at(centre))) / Math.hypot(...radii[2])); })()"""
    assert browser.run(lengths) == pytest.approx([1.0, 1.0, 1.0], abs=1e-6)


def test_a_link_to_an_iteration_shows_it_also_when_the_page_opens(browser, page):
    browser.size(1280, 720)
    browser.open(page, LIVE)
    shown = "[panel.step.said, panel.words.findIndex(one => !one.hidden)]"
    first, words = browser.run(shown)
    assert first == words != 1
    browser.run("document.querySelector('.statistics a[href=\\'#i1\\']').click()")
    browser.wait("panel.step.said === 1")
    assert browser.run(shown) == [1, 1] and browser.run("panel.iteration.value") == "1"
    browser.call("Page.reload")
    browser.wait(f"document.readyState === 'complete' && ({LIVE}) && panel.step.said === 1")
    assert browser.run(shown) == [1, 1]


def test_the_ticks_before_and_after_are_a_button_away(browser, page):
    browser.size(1280, 720)
    browser.open(page, LIVE)
    heading = "[...document.querySelectorAll('.iteration')].find(one => one.checkVisibility()).querySelector('h2').textContent"
    for name, words, disabled in (
        ("earlier", "Tick 23: ", [True, False]),
        ("later", "", [False, False]),
        ("later", "Tick 25: ", [False, True]),
    ):
        x, y = browser.run(f"""(panel.{name}.scrollIntoView({{block: 'center'}}),
            (({{left, top, width, height}}) => [left + width / 2, top + height / 2])(panel.{name}.getBoundingClientRect()))""")
        dragged(browser, (x, y))
        browser.wait(f"{heading}.startsWith(`{words}${{panel.tick.deciding + 1}} of `)")
        assert browser.run("[panel.earlier.disabled, panel.later.disabled]") == disabled
        number = browser.run("panel.tick.number")
        shown = "[...document.querySelectorAll('{}')].filter(one => one.checkVisibility()).map(one => one.textContent)"
        assert browser.run(shown.format("h1"))[0].endswith(f", tick {number}")
        first, *_ = summaries = browser.run(shown.format(".summary"))
        assert len(summaries) == 2 and first == browser.run("panel.tick.result")
        assert browser.run(shown.format(".numbers dd"))[0].startswith(f"{number}, ")
        assert "".join(browser.run(shown.format(".result"))) == "", "the sentence in bold is there once"
        (statistics,) = browser.run(shown.format(".statistics caption"))
        assert f", {int(browser.run('panel.iteration.max')) + 1} iterations, " in statistics
        browser.run("[...document.querySelectorAll('.statistics a')].find(one => one.checkVisibility()).click()")
        browser.wait("panel.iteration.value === '0'")
        assert browser.run("panel.tick.number") == number, "a row leads to an iteration of its own tick"
        browser.run("panel.showTick(panel.step.tick)")
    assert browser.run("[panel.earlier.ariaLabel, panel.later.ariaLabel]") == ["the tick before", "the next tick"]
    assert browser.errors == []


def test_arrows_of_a_tick_are_long_enough_to_be_read_and_say_by_how_much(browser, page):
    """A student could not see displacements of 83 mm beside a body of 1.8 m."""
    browser.size(1280, 720)
    browser.open(page, LIVE)
    found = browser.run("""panel.data.steps.map((step, k) => { let front; const {shapes} = panel.scene;
      panel.scene.shapes = given => (front = given.bodies ? front : given, shapes.call(panel.scene, given));
      panel.show(k); delete panel.scene.shapes;
      return {way: step.way, next: step.next, rods: [...front.rods], said: panel.scale.textContent}; })""")
    factors = []
    for one in found:
        rods = np.reshape(one["rods"], (-1, 11))
        drawn = np.linalg.norm(rods[0, 3:6] - rods[0, :3])
        factors.append(round(drawn / np.linalg.norm(one["way"])))
        assert rods[0, 3:6] - rods[0, :3] == pytest.approx(factors[-1] * np.array(one["way"]), abs=1e-4) and drawn > 0.15
        if len(rods) == 3:
            assert rods[2, 3:6] - rods[2, :3] == pytest.approx(factors[-1] * np.array(one["next"]), abs=1e-4)
        assert one["said"] == (f"arrows: {factors[-1]} times their length" if factors[-1] > 1 else "")
    assert max(factors) >= 5


def test_a_click_on_a_candidate_says_how_its_test_ended(browser, page):
    browser.size(1000, 700)
    browser.open(page, LIVE)
    hit = "panel.candidates.find(one => panel.data.outcomes[one.outcome].words === 'hit').triangle"
    browser.run(f"{MIDDLE} panel.camera.look(plus(middle({hit}), [0.4, -1.5, 1.5]), middle({hit}))")
    box = "(({left, top, width, height}) => [left + width / 2, top + height / 2])(panel.canvas.getBoundingClientRect())"
    x, y = browser.run(box)
    dragged(browser, (x, y))
    browser.wait("/^triangle [0-9]+, .*: hit/.test(panel.said.textContent)")
    assert browser.run(f"panel.picked === {hit}"), "its border is drawn"
    browser.run("panel.camera.look([0, 0, 0], [0, 1, 9]); panel.pick(0, 0)")
    assert browser.run("panel.said.textContent") == "No candidate triangle is there."
    browser.run("panel.show(panel.at ? 0 : 1)")
    said = browser.run("panel.picked === null && panel.said.textContent === HINT")
    assert said, "a teacher read the numbers of another iteration"


def test_the_level_is_cut_open_and_can_be_closed(browser, page, tmp_path):
    browser.size(1000, 700, scale=COARSE)
    browser.open(page, LIVE, draws=True)
    first = picture(browser, tmp_path / "cut.png")
    button = "[...document.querySelectorAll('button')].find(one => one.textContent === 'Cut open')"
    browser.run(f"{button}.click()")
    assert browser.run(f"{button}.ariaPressed") == "false"
    assert share_changed(first, picture(browser, tmp_path / "closed.png")) > 0.02


def test_a_run_is_played_and_its_words_follow(browser, page, tmp_path):
    level, script, path = page.with_name("small.toml"), tmp_path / "script.txt", tmp_path / "run.html"
    script.write_text("40 forward=1\n")
    assert main(["sim", str(level), "--script", str(script), "--html", str(path)]) == 0
    browser.size(1000, 700)
    browser.open(path, LIVE)
    words = "document.querySelector('.iteration').textContent"
    assert browser.run(words).startswith("Tick 1: ")
    browser.run("panel.ticks.value = 20; panel.ticks.dispatchEvent(new Event('input'))")
    assert browser.run(words).startswith("Tick 21: ")
    gap = "Math.hypot(...minus(panel.camera.target, panel.tick.anchor))"
    before = browser.run(gap)
    browser.run("panel.playing.click()")
    browser.wait(f"{words}.startsWith('Tick 40: ') && panel.playing.textContent === 'Play the run'")
    assert browser.run(gap) == pytest.approx(before), "the camera goes along"
    assert browser.run("window.ran") is None and browser.errors == [] and len(network(browser)) == 1


def test_a_slider_that_is_moved_takes_over_from_what_plays(browser, page, tmp_path):
    """A teacher moved the slider of ticks while the run played, and it jumped back in the next picture."""
    level, script, path = page.with_name("small.toml"), tmp_path / "script.txt", tmp_path / "run.html"
    script.write_text("90 forward=1\n")
    assert main(["sim", str(level), "--script", str(script), "--html", str(path)]) == 0
    browser.open(path, LIVE)
    wait = "new Promise(done => setTimeout(done, 200))"
    browser.run("panel.playing.click(), panel.ticks.value = 70, panel.ticks.dispatchEvent(new Event('input'))")
    browser.run(wait)
    assert browser.run("[panel.step.tick, panel.playing.textContent]") == [70, "Play the run"]
    browser.run("panel.playing.click(), panel.earlier.click()")
    tick = browser.run("panel.step.tick")
    browser.run(wait)
    assert browser.run("panel.step.tick") == tick
    sweep = "[...document.querySelectorAll('button')].find(one => one.textContent === 'Play the sweep')"
    browser.run(f"{sweep}.click(), panel.sweep.value = 0.1, panel.sweep.dispatchEvent(new Event('input'))")
    browser.run(wait)
    assert browser.run("panel.phase") == pytest.approx(0.1)


def test_words_beside_a_lost_scene_are_those_of_its_still_picture(browser, page, tmp_path):
    """Two ticks later, the page had the heading and the numbers of one tick beside the picture of another."""
    lose = "panel.scene.gl.getExtension('WEBGL_lose_context').loseContext()"
    words = """[document.querySelector('h1'), ...document.querySelectorAll('.of-tick, .iteration')]
        .filter(one => one.checkVisibility()).map(one => one.textContent)"""
    off = browser.call("Page.addScriptToEvaluateOnNewDocument", source="HTMLCanvasElement.prototype.getContext = () => null;")
    browser.open(page, "document.querySelector('.said-of-triangle')")
    still = browser.run(words)
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=off["identifier"])
    browser.open(page, LIVE)
    browser.run(f"panel.later.click(), panel.later.click(), {lose}")
    browser.wait("!panel.stage.isConnected")
    assert browser.run(words) == still
    level, script, path = page.with_name("small.toml"), tmp_path / "script.txt", tmp_path / "run.html"
    script.write_text("90 forward=1\n")
    assert main(["sim", str(level), "--script", str(script), "--html", str(path)]) == 0
    browser.open(path, LIVE)
    browser.run(f"panel.playing.click(), {lose}")
    browser.wait("!panel.stage.isConnected")
    browser.run("new Promise(done => setTimeout(done, 200))")
    assert not any(browser.run(words)[1:]), "the run that played has stopped, too"


def test_a_browser_that_cannot_unpack_a_scene_says_why(browser, page, lesson):
    off = browser.call("Page.addScriptToEvaluateOnNewDocument", source="delete window.DecompressionStream")
    said = "document.querySelector('.said-of-triangle')?.textContent.includes('is older than 2023')"
    browser.open(page, said)
    browser.open(lesson)
    browser.run(f"{TURN}[0].click()")
    browser.wait(said)
    assert browser.errors == []
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=off["identifier"])


def test_no_text_of_a_level_runs_and_all_of_it_is_shown(browser, page):
    browser.open(page, LIVE)
    assert browser.run("window.ran") is None and ATTACK in browser.run("document.body.textContent")
    assert browser.run("document.querySelectorAll('img').length") == 1


def test_no_name_of_a_mesh_file_runs(browser, tmp_path):
    name, path = "<img src=x onerror=ran=1>", tmp_path / "attack.html"
    (tmp_path / f"{name}.obj").write_text(OBJ, encoding="utf-8")
    (tmp_path / "attack.mtl").write_text(f"newmtl {ATTACK}\nKd 0.5 0.5 0.5\n", encoding="utf-8")
    assert main(["explain", str(tmp_path / f"{name}.obj"), "--tick", "5", "--html", str(path)]) == 0
    browser.open(path, LIVE)
    browser.run(f"{MIDDLE} panel.camera.look(plus(middle(0), [0.1, 0.1, 2]), middle(0)); panel.pick(0, 0)")
    assert ATTACK in browser.run("panel.said.textContent"), "the name of the material was put into the page"
    assert name in browser.run("document.querySelector('h1').textContent + panel.canvas.ariaLabel")
    assert browser.run("window.ran") is None and browser.run("document.querySelectorAll('img').length") == 1
    assert browser.errors == []


def test_paper_and_browsers_without_webgl_show_the_still_picture(browser, page):
    browser.open(page, LIVE)
    assert not browser.run("document.querySelector('figure > img').checkVisibility()")
    browser.call("Emulation.setEmulatedMedia", media="print")
    seen = "['img', '.stage', '.controls'].map(one => document.querySelector('figure > ' + one).checkVisibility())"
    assert browser.run(seen) == [True, False, False]
    assert browser.run("[...document.querySelectorAll('.iteration:not(:empty)')].every(one => one.checkVisibility())")
    browser.call("Emulation.setEmulatedMedia", media="")
    off = browser.call("Page.addScriptToEvaluateOnNewDocument", source="HTMLCanvasElement.prototype.getContext = () => null;")
    browser.open(page, "document.querySelector('.said-of-triangle')")
    assert "no WebGL2" in browser.run("document.querySelector('figure').textContent")
    assert browser.run("document.querySelector('figure > img').checkVisibility() && !document.querySelector('.stage')")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=off["identifier"])
    assert browser.errors == []


def test_the_scripts_never_set_markup():
    from game.web.scene_data import HERE, SCRIPTS

    text = "".join((HERE / name).read_text() for name in SCRIPTS)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|setAttribute\(.on", text)


# Lessons

TURN = "document.querySelectorAll('.turn')"


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    assert main(["lesson", "nearest", "--html", str(folder), "--size", "320x180"]) == 0
    return folder / "nearest.html"


def turn(browser, number=0):
    """Press the button of the page's first scene that is still, and show it in the middle."""
    browser.run(f"{TURN}[{number}].scrollIntoView({{block: 'center'}}); {TURN}[{number}].click()")
    browser.wait("opened.length && opened[opened.length - 1].camera")
    browser.run("window.panel = opened[opened.length - 1]; panel.stage.scrollIntoView({block: 'center'})")


def small(pixels):
    return np.asarray(Image.fromarray(pixels.astype(np.uint8)).resize((64, 36), Image.Resampling.BOX)).astype(int)


@pytest.mark.parametrize("width, height", [(1280, 720), (800, 600), (390, 844)])
def test_a_picture_of_a_lesson_is_turned_from_the_view_that_it_shows(browser, lesson, tmp_path, width, height):
    browser.size(width, height, phone=width < 500, scale=COARSE)
    browser.open(lesson, draws=True)
    assert browser.run("document.querySelectorAll('canvas').length") == 0, "nothing starts by itself"
    browser.run("window.panel = {canvas: document.querySelector('figure > img')}; panel.canvas.scrollIntoView({block: 'center'})")
    still = picture(browser, tmp_path / "still.png")
    turn(browser)
    first = picture(browser, tmp_path / "first.png")
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.run("document.activeElement === panel.canvas && document.querySelector('figcaption').checkVisibility()")
    x, y = browser.run("(({left, top}) => [left + 150, top + 60])(panel.canvas.getBoundingClientRect())")
    yaw, distance = browser.run("[panel.camera.yaw, panel.camera.distance]")
    if width < 500:
        touch(browser, "touchStart", (x, y), (x + 30, y))
        touch(browser, "touchMove", (x, y), (x + 90, y))
        touch(browser, "touchEnd")
        browser.wait(f"panel.camera.distance < 0.8 * {distance}")
    else:
        dragged(browser, (x, y), (x + 60, y + 5))
        browser.wait(f"panel.camera.yaw < {yaw} - 0.3")
        turned = picture(browser, tmp_path / "turned.png")
        shown, begin, later = small(still), small(first), small(turned)
        assert np.abs(shown - begin).mean() < min(16, np.abs(shown - later).mean()), "the scene begins as the picture is"
        is_free = np.minimum(shown.max(axis=2), begin.max(axis=2)) > 110  # of the names' dark plates, which are larger in stills
        bodies = [is_free & (picture[..., 0] > picture[..., 2] + 40) for picture in (shown, begin)]  # sandstone: 35
        assert (bodies[0] & bodies[1]).sum() > 0.8 * (bodies[0] | bodies[1]).sum() > 20
    browser.call("Input.dispatchKeyEvent", type="keyDown", key="Home", code="Home")
    assert share_changed(first, picture(browser, tmp_path / "home.png")) < 0.001
    assert browser.errors == [] and network(browser) == [lesson.resolve().as_uri()]


@pytest.mark.parametrize("width, height", [(1280, 720), (390, 844)])
def test_the_button_of_a_scene_covers_nothing_of_its_picture(browser, lesson, width, height):
    """In a wide window, an open answer takes the place of the pictures before it."""
    browser.size(width, height, phone=width < 500)
    browser.open(lesson)
    for opened, least in (("details.folded", 4), ("details", 1)):
        browser.run(f"document.querySelectorAll('{opened}').forEach(one => one.open = true)")
        boxes = browser.run("""[...document.querySelectorAll('.turn')].filter(one => one.checkVisibility()).map(button =>
            [button, button.parentNode.querySelector('img')].map(one => {
              const {left, top, right, bottom} = one.getBoundingClientRect(); return [left, top, right, bottom]; }))""")
        assert len(boxes) >= least
        for (left, top, right, bottom), (_, _, _, end) in boxes:
            assert top >= end and bottom > top + 15 and 0 <= left < right <= width


def test_scenes_of_a_lesson_come_and_go_and_few_are_there_at_once(browser, lesson):
    browser.size(1000, 700)
    browser.open(lesson)
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    count = browser.run(f"{TURN}.length")
    for number in range(count):
        turn(browser)
        assert browser.run(f"opened.length === {number + 1} && {TURN}.length === {count - number - 1}")
    browser.run("for (const panel of [...opened]) panel.close('')")
    assert browser.run(f"{TURN}.length") == count and browser.run("document.querySelectorAll('canvas').length") == 0
    turn(browser)
    browser.run("[...document.querySelectorAll('.controls button')].find(one => one.textContent === 'Still picture').click()")
    assert browser.run("document.activeElement.className") == "turn"
    assert browser.run("document.querySelector('figure > img').checkVisibility() && !opened.length")
    assert browser.errors == []


def test_scenes_that_were_closed_leave_nothing_behind(browser, lesson):
    """Each one stayed in memory with its graphics card's part, by what it listened to, and a reason stayed after it was gone."""
    browser.open(lesson)
    browser.run("window.kept = []")
    for _ in range(4):
        turn(browser)
        browser.run("kept.push(new WeakRef(panel)), panel.close('The graphics card was lost.'), panel = null")
        browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    browser.call("HeapProfiler.enable")
    browser.call("HeapProfiler.collectGarbage")
    assert browser.run("kept.filter(one => one.deref()).length") <= 1
    figure = f"{TURN}[0].closest('figure')"
    assert browser.run(f"{figure}.querySelectorAll('.said-of-triangle').length") == 1
    turn(browser)
    assert browser.run("panel.figure.querySelectorAll('.said-of-triangle').length") == 1
    assert browser.run("panel.said.isConnected && panel.said.textContent === HINT")


def test_page_down_leads_from_page_to_page_and_pictures_have_their_room(browser, lesson):
    """A teacher pressed Page Down, and half of a page was left of the one before."""
    browser.size(1280, 720)
    browser.open(lesson)
    tops = browser.run("[...document.querySelectorAll('section')].map(one => one.getBoundingClientRect().top + scrollY)")
    assert browser.run("scrollY") == 0, "the heading is seen first"
    for top in tops[:4]:
        for kind in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, code="PageDown", key="PageDown", windowsVirtualKeyCode=34)
        browser.wait(f"Math.abs(scrollY - {top}) < 2")
        browser.run("new Promise(done => setTimeout(done, 300))")  # or a press while the page still moves has no effect
    boxes = browser.run("""[...document.querySelectorAll('section > .views')].map(views => {
        const {width, height} = views.querySelector('img').getBoundingClientRect();
        const {bottom: end} = views.querySelector('figcaption').getBoundingClientRect();
        return [width, height, end - views.parentNode.getBoundingClientRect().top]; })""")
    assert len(boxes) > 3
    for width, height, bottom in boxes:
        assert width > 0.43 * 1280 and width / height == pytest.approx(16 / 9, abs=0.01) and bottom <= 720


def test_texts_are_drawn_on_their_surfaces(browser, lesson, tmp_path):
    browser.size(1000, 700)
    browser.open(lesson, draws=True)
    turn(browser)
    without = picture(browser, tmp_path / "without.png")
    browser.run("""(() => {
      const {target, frame, distance} = panel.camera, before = plus(target, frame.back, 0.5 * distance);
      const at = plus(plus(before, frame.right, -0.5), frame.up, -0.5);
      panel.things.texts = panel.scene.texts([["MMMM\\nMMMM", "rgb(255,0,255)", at, frame.right, frame.up]]);
      panel.ask(); })()""")
    found = picture(browser, tmp_path / "with.png")
    pink = (found[..., 0] > 200) & (found[..., 1] < 80) & (found[..., 2] > 200)
    rows, columns = np.nonzero(np.abs(found - without).max(axis=-1) > 30)  # also where the body or a triangle lies over a letter
    assert pink.sum() > 500 and share_changed(without, found) < 0.2
    middles = [(ends.min() + ends.max()) / 2 for ends in (rows, columns)]  # the body shines through some of the letters
    assert np.abs(middles / np.array(found.shape[:2]) - 0.5).max() < 0.05
    assert browser.errors == []


def test_a_lesson_is_printed_with_its_pictures(browser, lesson):
    browser.open(lesson)
    turn(browser)
    browser.call("Emulation.setEmulatedMedia", media="print")
    seen = "[...document.querySelectorAll('figure > img')].every(one => one.checkVisibility())"
    assert browser.run(seen)
    hidden = "[...document.querySelectorAll('.turn, .stage, .controls, .said-of-triangle')].some(one => one.checkVisibility())"
    assert not browser.run(hidden)
    browser.call("Emulation.setEmulatedMedia", media="")
