"""The tick inspector of a page in a real Chromium: its iterations, its view from the side, its buttons."""

import numpy as np
import pytest
from PIL import Image

from game.collision import Rules
from game.explain import describe_trace
from game.explain.section import FILL
from game.simulation import Simulation, parse_script
from tests.browser import needs_chromium
from tests.shipped_levels import shipped
from tests.web.level_pages import CLIMB, COARSE, dragged, opened, touch

pytestmark = needs_chromium

SIZES = (1280, 720), (800, 600), (390, 844)
ALONG = """for (let i = 0; i < 900 && !(game.solver.trace()[0]?.isWall && Math.abs(game.solver.trace()[0].normal[2]) < 0.01); i++)
    game.step({forward: 1, right: i < 450 ? 1 : -1});"""  # a wall, seen from above; gravity would move along this view


def test_the_inspector_shows_the_iterations_of_a_tick_and_one_of_them_in_full(browser, stairs):
    browser.run("""for (let i = 0; i < 100; i++) game.step({forward: 1, right: 0});
        while (game.solver.trace().length < 4) game.step({forward: 1, right: 0});
        document.querySelector('[data-do=inspect]').click()""")
    items = "document.querySelectorAll('.inspector li')"
    browser.wait(f"{items}.length === game.solver.trace().length")
    browser.run(f"{items}[0].querySelector('button').click()")
    assert browser.run(f"{items}[0].querySelectorAll('table.said td').length") > 5
    kinds = browser.run("Object.keys(game.inspector.rows(new Array(9).fill(1), false))")
    assert set(kinds) == {"rods", "balls", "discs", "rings", "triangles"}
    count = browser.run("game.solver.candidates(game.solver.trace()[0]).length")
    assert browser.run("game.inspector.rows(new Array(9).fill(1), false).triangles.length") == 12 * count > 0
    result = browser.run("[document.querySelector('.result').textContent, game.inspector.result(game.solver.trace())]")
    assert result[0] == result[1] != ""
    browser.run("document.querySelector('[data-do=close]').click()")
    assert browser.errors == []


def test_keys_lead_to_the_next_and_the_previous_new_contact(browser, stairs):
    """A student was led to ticks in which the body only stood on another triangle of the floor."""
    browser.run("for (let i = 0; i < 120; i++) game.step({forward: 1, right: 0}); game.go(0)")
    met = "one.touches && one.ending !== game.level.numbers.SNAPPED && one.pass !== game.level.numbers.GROUND"
    touched = f"game.solver.trace().filter(one => {met}).map(one => one.triangle)"
    found = []
    for _ in range(20):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyN", key="n")
        found.append(browser.run("game.at"))
    later = [tick for number, tick in enumerate(found) if number == 0 or tick > found[number - 1]]
    assert len(later) > 5 and "no new contact" in browser.run("document.querySelector('.trouble').textContent")
    back = []
    for _ in later:
        browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyB", key="b")
        back.append(browser.run("game.at"))
    assert back == [*reversed(later[:-1]), later[0]]
    assert "No contact is earlier" in browser.run("document.querySelector('.trouble').textContent")
    for tick in range(1, max(later) + 1):
        before, now = browser.run(f"[{tick - 1}, {tick}].map(tick => {{ game.go(tick); return {touched}; }})")
        assert (tick in later) == bool(set(now) - set(before))


def test_the_view_from_the_side_cuts_the_level_through_displacement_and_normal(browser, site, tmp_path):
    opened(browser, site, "stairs", scale=0.5, draws=True)
    browser.run("for (let i = 0; i < 40; i++) game.step({forward: 1, right: 0})")
    browser.run("document.querySelector('[data-do=inspect]').click()")
    filled = []
    for name in ("side", "player"):
        browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        browser.picture(tmp_path / f"{name}.png")
        pixels = np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB")).astype(int)[:320, :415]
        is_cut = np.abs(pixels - np.round(255 * np.array(FILL))).max(axis=-1) <= 2
        filled.append((is_cut[160:, 207:].mean(), is_cut[:160].mean(), is_cut[:, :207].mean()))
        browser.run("document.querySelector('[data-do=side]').click()")
    assert max(filled[1]) < 0.01 and filled[0][0] > 0.25 and max(filled[0][1:]) < 0.01, "the stairs ahead, at the feet"
    view, one = browser.run("[game.inspector.sideView(1.2), game.solver.trace()[0]]")
    for way in (one["displacement"], one["normal"]):
        assert abs(np.dot(view["back"], way)) < 1e-9 and abs(np.dot(view["cut"][:3], way)) < 1e-9
    origin = np.array(browser.run("game.level.origin"))
    assert np.dot(view["cut"][:3], one["point"] - origin) + view["cut"][3] == pytest.approx(0.0, abs=1e-9)
    level = shipped("stairs")
    triangles = np.reshape(browser.run("game.solver.triangles()"), (-1, 3, 3))
    wanted = np.asarray(level.vertices)[np.asarray(level.triangles)]
    normals = [np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) for corners in (triangles, wanted)]
    rows = [np.round(np.hstack([corners.mean(axis=1), normal]), 6) + 0.0 for corners, normal in zip((triangles, wanted), normals)]
    assert sorted(map(tuple, rows[0].tolist())) == sorted(map(tuple, rows[1].tolist())), "each has its winding"
    assert browser.errors == []


@pytest.mark.parametrize("width, height, play", [*((*size, CLIMB) for size in SIZES), (*SIZES[0], ALONG)])
def test_one_side_shows_all_bodies_of_a_tick_whole_and_stays_after_closing(browser, stairs, width, height, play):
    """A student saw the sides of a step change from sweep to sweep, and the raised body without its head."""
    browser.size(width, height, phone=width < 500, scale=COARSE)
    browser.run(f"{play} game.inspector.open(true); game.paint(1)")
    offered = "game.tell(), document.querySelector('[data-do=side]').textContent"
    assert browser.run(offered) == "Player's view"
    from_above = "game.inspector.choose(0), game.inspector.sideView(1).back[2]"
    assert play is CLIMB or browser.run(from_above) > 0.99
    browser.run("""var seen = []; game.signs.draw = matrix => { seen.push([...matrix]); };
        game.solver.trace().forEach((_, k) => { game.inspector.choose(k); game.paint(1); }); delete game.signs.draw""")
    places = np.array(browser.run("game.solver.trace().flatMap(one => [one.start, one.end])")) - browser.run("game.level.origin")
    radii = np.array(browser.run("game.level.radii"))
    bar = browser.run("document.querySelector('.bar').getBoundingClientRect().top")
    box = browser.run("(({left, top, width, height}) => [left, top, width, height])(game.canvas.getBoundingClientRect())")
    points = (places[:, None] + np.vstack([np.diag(radii), np.diag(-radii)])).reshape(-1, 3)
    matrices = [np.reshape(one, (4, 4)).T for one in browser.run("seen")]
    same = matrices if play is CLIMB else matrices[:-1]
    assert len(matrices) >= (5 if play is CLIMB else 2) and all(np.array_equal(one, matrices[0]) for one in same)
    assert play is CLIMB or browser.run("Math.abs(game.inspector.sideView(1).back[2])") < 0.01
    x, y, _, depth = matrices[0] @ np.column_stack([points, np.ones(len(points))]).T
    x, y = box[0] + box[2] * (1 + x / depth) / 2, box[1] + box[3] * (1 - y / depth) / 2
    assert x.min() > box[0] and x.max() < box[0] + box[2] and y.min() > box[1] and y.max() < bar
    browser.run("document.querySelector('[data-do=close]').click(), document.querySelector('[data-do=inspect]').click()")
    assert browser.run("game.inspector.sideView(1) !== null") and browser.run(offered) == "Player's view"


def test_the_view_from_the_side_turns_and_zooms_and_a_button_leads_back_to_the_player(browser, site):
    opened(browser, site, "stairs", scale=1.0)  # Chromium scales the wheel
    browser.run(f"{CLIMB} document.querySelector('.bar [data-do=inspect]').click(); game.paint(1)")
    view = "(({eye, back}) => [...eye, ...back])(game.inspector.sideView(1.2))"
    first, yaw = browser.run(view), browser.run("game.yaw")
    dragged(browser, (300, 300), (340, 310), (380, 320))
    turned = browser.run(view)
    assert np.dot(first[3:], turned[3:]) == pytest.approx(np.cos(0.64) * np.cos(0.16), abs=1e-6)
    assert browser.run("game.yaw") == yaw
    far = "(({eye}) => Math.hypot(...minus(eye, game.inspector.camera.target)))(game.inspector.sideView(1.2))"
    before = browser.run(far)
    browser.mouse("mouseWheel", 300, 300, deltaX=0, deltaY=-500)
    assert browser.run(far) == pytest.approx(before * np.exp(-0.5))
    browser.run("game.inspector.choose(2)")
    assert browser.run(view)[3:] == turned[3:] and browser.run(far) < before, "another iteration keeps the turn and the zoom"
    key = {"code": "ArrowLeft", "key": "ArrowLeft", "windowsVirtualKeyCode": 37}
    browser.run("game.canvas.focus()")
    browser.call("Input.dispatchKeyEvent", type="keyDown", **key)
    browser.call("Input.dispatchKeyEvent", type="keyUp", **key)
    assert browser.run(view)[3:] != turned[3:] and not browser.run("game.controls.tapped.size"), "no step to the side follows"
    browser.run("document.querySelector('[data-do=side]').click(), game.controls.locks = false")
    assert browser.run("game.inspector.sideView(1.2)") is None
    dragged(browser, (300, 300), (340, 300))
    browser.wait(f"game.yaw !== {yaw}")
    browser.run("document.querySelector('[data-do=side]').click()")
    assert browser.run(view) == pytest.approx(first), "where it began"
    browser.run("game.pause(false)")
    assert browser.run("game.inspector.sideView(1.2)") is None, "while time runs, the player sees the way"


def test_two_fingers_zoom_and_one_turns_the_view_from_the_side(browser, stairs):
    browser.size(390, 844, phone=True, scale=COARSE)
    browser.run(f"{CLIMB} game.inspector.open(true); game.paint(1)")

    x, y = browser.run("(({left, top, width, height}) => [left + width / 2, top + height / 2])("
                       "game.canvas.getBoundingClientRect())")  # fmt: skip
    camera = "[game.inspector.camera.yaw, game.inspector.camera.distance / game.inspector.camera.away]"
    touch(browser, "touchStart", (x - 50, y))
    touch(browser, "touchMove", (x, y))
    touch(browser, "touchEnd")
    assert browser.run(camera) == [pytest.approx(-0.4), 1]
    touch(browser, "touchStart", (x - 30, y), (x + 30, y))
    touch(browser, "touchMove", (x - 60, y), (x + 60, y))
    touch(browser, "touchEnd")
    assert browser.run(camera)[1] == pytest.approx(0.5, abs=0.02) and browser.run("game.controls.stick") == [0, 0]


@pytest.mark.parametrize("width, height", SIZES)
def test_no_button_lies_over_a_text_and_contacts_are_found_inside(browser, stairs, width, height):
    browser.size(width, height, phone=width < 500, scale=COARSE)
    browser.run(f"{CLIMB} document.querySelector('.bar [data-do=inspect]').click()")
    browser.run("game.paint(1), game.inspector.choose(0), game.paint(1)")
    box = "(({left, top, right, bottom}) => [left, top, right, bottom])(document.querySelector('%s').getBoundingClientRect())"
    browser.run("document.querySelector('.inspector .inside').scrollTop = 1e4")
    tools, inside, bar = (browser.run(box % name) for name in (".tools", ".inspector .inside", ".bar"))
    assert tools[3] <= inside[1] + 0.5 and inside[3] <= bar[1] + 0.5 and inside[3] - inside[1] > 150
    assert browser.run("document.querySelector('.tools').scrollWidth <= document.querySelector('.tools').clientWidth")
    assert width < 500 or browser.run("document.querySelector('.tools').offsetHeight") < 60, "one row"
    shown = "[...document.querySelectorAll('.tools button')].filter(one => one.checkVisibility())"
    names = browser.run(f"{shown}.map(one => one.textContent)")
    assert names == ["‹ Contact", "Contact ›", "Player's view", "Close"]
    at = browser.run("game.at")
    browser.run("document.querySelector('.tools [data-do=earlier_contact]').click()")
    assert browser.run("game.at") < at and browser.run("game.inspector.isOpen")
    browser.run("document.querySelector('.tools [data-do=contact]').click()")
    assert browser.run("game.at") == at
    words = browser.run("document.querySelector('.drawn').textContent")
    assert all(one in words for one in ("disc", "rings", "sliding plane", "displacement", "destination", "hit", "gravity"))
    for name in ("rules", "help"):
        browser.run(f"document.querySelector('.bar [data-do={name}]').click()")
        browser.run(f"document.querySelector('dialog.{name} .inside').scrollTop = 300")
        head, text, whole = (browser.run(box % f"dialog.{name}{part}") for part in (" .head", " .inside", ""))
        assert head[3] <= text[1] + 0.5 and whole[1] >= 0 and whole[3] <= height and whole[2] <= width
        browser.run(f"document.querySelector('dialog.{name}').close()")


def test_the_tick_of_a_twin_can_be_looked_into(browser, stairs):
    browser.run("""(async () => { const list = document.querySelector('select.twin');
        list.value = list.options[2].value; await game.choose(game.rules.own, list.value, true); })()""")
    browser.run("for (let i = 0; i < 100; i++) game.step({forward: i < 30 ? 0 : 1, right: 0})")
    browser.run("game.inspector.open(true), game.paint(1)")
    native = Simulation(shipped("stairs"), rules=Rules.fauerby())
    records = [native.tick(intent) for intent in parse_script("30\n70 forward=1").intents()]
    browser.run("document.querySelector('[data-do=inside_twin]').click(), game.paint(1)")
    browser.run("var first = () => document.querySelector('.inspector ol button'); first().click(), game.paint(1)")
    assert browser.run("document.activeElement === first()"), "the keyboard stays at the iteration that it chose"
    for at in (100, 66, 99):
        browser.run(f"game.go({at}), game.paint(1)")
        title, result = browser.run("['h2', '.result'].map(name => document.querySelector(`.inspector ${name}`).textContent)")
        assert title.startswith(f"The twin's tick {at}: ") and result == describe_trace.result_of(records[at - 1])
    assert browser.run("document.querySelector('[data-do=inside_twin]').textContent") == "Player"
    browser.run("game.choose(game.rules.own, null, true)")
    browser.run("game.paint(1)")
    assert browser.run("document.querySelector('.inspector h2').textContent").startswith("Tick 99: ")
    assert not browser.run("document.querySelector('[data-do=inside_twin]').checkVisibility()")


def test_a_new_tick_and_a_new_run_have_no_iteration_chosen(browser, stairs):
    """A student chose the fifth iteration and went on: of the next tick, which had one, nothing was drawn and said."""
    browser.run(f"{CLIMB} game.inspector.open(true); game.inspector.choose(4); game.step({{forward: 0, right: 0}})")
    browser.run("game.paint(1)")
    assert browser.run("game.inspector.chosen") is None
    assert browser.run("Object.keys(game.inspector.rows(new Array(9).fill(1), false)).length") > 0
    browser.run("game.inspector.choose(0), game.begin(game.solver.start)")
    assert browser.run("game.inspector.chosen") is None


def test_a_tick_that_is_refused_leaves_the_inside_of_the_tick_before_it(browser, site):
    opened(browser, site, "stairs").run("for (let i = 0; i < 50; i++) game.step({forward: 1, right: 0})")
    inside = "game.inspector.open(true), game.paint(1), [game.at, document.querySelector('.inspector').innerText]"
    before = browser.run(inside)
    browser.run("game.solver.put({position: [0, 0, -0.3]}), game.step({forward: 1, right: 0})")  # in the floor
    assert "inside a surface" in browser.run("document.querySelector('.trouble').textContent")
    assert browser.run(inside) == before


def test_a_picture_without_width_leaves_the_view_from_the_side(browser, site):
    """A page in a frame that is folded away, and unfolded again, had an empty picture for good."""
    opened(browser, site, "stairs").run(f"{CLIMB} game.inspector.open(true); game.paint(1)")
    before = browser.run("game.inspector.camera.distance")
    browser.run("game.canvas.style.width = '0'; game.paint(1); game.canvas.style.width = ''; game.paint(1)")
    assert browser.run("game.inspector.camera.distance") == pytest.approx(before)


def test_arrows_of_an_iteration_are_long_enough_to_be_read_and_say_by_how_much(browser, stairs):
    browser.run(f"{CLIMB} game.inspector.open(true); game.inspector.choose(0); game.paint(1)")
    one = browser.run("game.solver.trace()[0]")
    rods = np.reshape(browser.run("[...game.inspector.arrows().rods]"), (-1, 11))
    factor = np.linalg.norm(rods[0, 3:6] - rods[0, :3]) / np.linalg.norm(one["displacement"])
    assert 3 < factor == pytest.approx(round(factor), abs=1e-5) and len(rods) == 3
    assert rods[2, 3:6] - rods[2, :3] == pytest.approx(factor * np.array(one["next"]), abs=1e-5)
    assert rods[1, 3:6] == pytest.approx(rods[2, 3:6], abs=1e-5), "both end at the new destination"
    assert f"arrows: {round(factor)} times their length" in browser.run("document.querySelector('.marks').textContent")
    legends = browser.run("""game.solver.trace().map((_, k) => { game.inspector.choose(k); game.paint(1);
        return document.querySelector('.marks').textContent.includes('new displacement'); })""")
    moved = browser.run("game.solver.trace().map(one => one.touches && Math.hypot(...one.next) > 1e-6)")
    assert legends == moved and len(set(legends)) == 2


@pytest.mark.parametrize("width, height", SIZES)
def test_buttons_keep_their_places_and_the_panel_ends_above_them(browser, stairs, width, height):
    browser.size(width, height, phone=width < 500, scale=COARSE)
    browser.run("for (let i = 0; i < 50; i++) game.step({forward: 1, right: 0}); game.inspector.open(true)")
    boxes = """game.tell(), [...document.querySelectorAll('.bar > *')].map(one => {
        const {left, top, width, height} = one.getBoundingClientRect(); return [left, top, width, height]; })"""
    fits = "(one => one.scrollWidth <= one.clientWidth)(document.querySelector('[data-do=pause]'))"
    words, found = set(), []
    for act in ("game.pause(true), game.go(50)", "game.go(20)", "game.watch(1)", "game.pause(false)"):
        browser.run(act)
        found.append(browser.run(boxes))
        words.add(browser.run("document.querySelector('[data-do=pause]').textContent"))
        assert browser.run(fits), "each of the words"
        browser.run("game.pause(true)")
    assert words == {"Go on", "Go on from here", "Stop", "Stop time"} and all(one == found[0] for one in found)
    top = "document.querySelector('.bar').getBoundingClientRect().top"
    browser.wait(f"document.querySelector('.inspector').getBoundingClientRect().bottom <= {top}")
    line, panel = (f"document.querySelector('{name}').getBoundingClientRect()" for name in (".state", ".inspector"))
    assert browser.run(f"{line}.bottom <= {panel}.top || {line}.right <= {panel}.left"), "the line of the state is not below it"
    assert browser.run("document.documentElement.scrollWidth") <= width
    browser.run("game.inspector.open(false)")
    browser.wait(f"Math.abs(game.canvas.getBoundingClientRect().bottom - {top}) < 1")  # the bar covers no picture
    assert width < 1280 or browser.run("document.querySelector('.bar').offsetHeight") < 60, "one row"
