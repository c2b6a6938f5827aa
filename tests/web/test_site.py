"""Sites: their folders, their pages in a real Chromium, and runs that are carried to a desktop and back."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from game.app.sound import ambient_loudness
from game.cli_commands import main
from game.collision import Rules
from game.core.input_errors import InputError
from game.explain import describe_trace
from game.explain.section import FILL
from game.explain.triangle_test_replay import inspection_of
from game.level import load_level
from game.scene.event_sounds import event_sounds
from game.scene.light.bake import bake
from game.scene.look_and_spring_arm import TILT, LevelRaycast, Look, SpringArm
from game.simulation import Recording, Simulation, parse_script
from game.simulation.event_detection import events_of
from game.simulation.race_clock_and_medals import finish_of, medal_of
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
[[signs]]
text = '{EVIL}'
at = [0.0, 3.0, 1.0]
"""
TOURS = "stairs", "river", "planet"
SCRIPTS = {
    "stairs": "20\n160 forward=1 right=0.3\n300 forward=1\n40 forward=1 crouch right=0.2",
    "ramps": "20\n200 forward=1 right=0.8\n200 forward=1 right=-0.6\n60 forward=1 jump",
    "playground": "20\n200 forward=1 right=0.5\n200 forward=-1 right=1\n100 forward=1 right=1",
    "planet": "20\n160 forward=1 right=0.3",
}
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
    write_site(folder, [*map(shipped, SCRIPTS), shipped("river"), evil_level])
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


# Pixels of the picture for one of the page. More: Chromium draws without a graphics card, which takes most of the time here.
COARSE = 0.25


def opened(browser, site, name, scale=COARSE):
    """Open the page of a level, at rest in its first tick."""
    browser.size(1280, 720, scale=scale)
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
        if (i === 200) game.solver.use(game.level.rules.sets[1].choice); }""")
    recording = Recording.parse(browser.run("game.recording()"))
    assert len(recording.changes) == 1 and recording.script.ticks == 300
    assert recording.verify(shipped("stairs"))[0]


@needs_chromium
def test_rules_and_crouching_of_the_page_have_the_same_bits_on_the_desktop(browser, site):
    opened(browser, site, "stairs")
    browser.run("""var box = document.querySelector('#rule-climb_steps');
        for (let i = 0; i < 240; i++) {
          if (i === 60) { box.checked = false; box.onchange(); }
          game.step({forward: 1, right: 0.1, crouch: i % 60 < 20, jump: i === 150});
        }""")
    recording = Recording.parse(browser.run("game.recording()"))
    assert [rules.climb_steps for _, rules, _ in recording.changes] == [False]
    assert recording.verify(shipped("stairs"))[0]
    again = browser.run(f"game.open({json.dumps(str(recording))}), document.querySelector('.trouble').textContent")
    assert again == "240 ticks, the same to the bit. Q plays them."


@needs_chromium
def test_a_twin_has_the_bits_of_a_run_by_its_rules(browser, site):
    opened(browser, site, "stairs")
    browser.run("""(async () => { const list = document.querySelector('select.twin');
        list.value = list.options[2].value; await game.choose(game.rules.own, list.value, true); })()""")
    browser.run("for (let i = 0; i < 200; i++) game.step({forward: i < 30 ? 0 : 1, right: 0}); game.go(120); game.go(200)")
    native = Simulation(shipped("stairs"), rules=Rules.fauerby())
    for intent in parse_script("30\n170 forward=1").intents():
        native.tick(intent)
    assert tuple(browser.run("game.twin.solver.read('position')")) == native.state.position
    state = browser.run("game.tell(), document.querySelector('.state').textContent")
    assert re.search(r"; the twin is [\d.]+ m away, behind you", state), "the printed rules are slower on stairs"
    browser.run("game.go(50), game.step({forward: 0, right: 1})")
    assert browser.run("game.twin.states.length") == 52
    browser.run("game.choose(game.rules.own, null, true)")


@needs_chromium
@pytest.mark.parametrize("name", ["stairs", "ramps", "playground", "planet"])
def test_the_inspector_of_the_page_says_what_the_desktop_says(browser, site, monkeypatch, name):
    """With the test of each triangle that was hit. In stairs, with each rule off, and with both sets of printed rules."""
    monkeypatch.setattr(describe_trace, "WIDTH", 1000)  # one line for each sentence
    native, script = Simulation(shipped(name)), SCRIPTS[name]
    sets = [replace(Rules(), **{name: False}) for name in Rules.SWITCHES if name != "turn_body"]
    sets += [replace(Rules(), gravity_lands=False, climb_steps=False), Rules.fauerby(), Rules.thebigh()]
    wanted, stories, results = [], [], []
    for intent in parse_script(script).intents(native.state.heading):
        if name != "planet" and native.state.tick >= 60 and native.state.tick % 30 == 0:
            native.set_rules(sets[(native.state.tick // 30 - 2) % len(sets)])
        record = native.tick(intent)
        trace, inspection = record.trace, inspection_of(record, native)
        results.append(describe_trace.result_of(record))
        wanted += [[line.text for line in describe_trace.describe_iteration(trace, one, inspection)] for one in trace.iterations]
        stories += [[part for row in describe_trace.story_of(trace, one) for part in row] for one in trace.iterations]
    opened(browser, site, name).run(f"game.open({json.dumps(str(Recording.of(native)))})")
    count = native.state.tick
    said = browser.run(f"""Array.from({{length: {count}}}, (_, i) => {{
        game.go(i + 1);
        return game.solver.trace().map(one => game.inspector.sentences(one).map(line => line[1])); }}).flat()""")
    for mine, others in zip(said, wanted):
        assert mine == [text.strip() for text in others]  # the roots of a corner are indented there
    wanted = [[text.strip() for text in others] for others in wanted]
    assert said == wanted and len(said) > 300 and "slidePlaneNormal" in str(said)
    told = browser.run(f"""Array.from({{length: {count}}}, (_, i) => {{
        game.go(i + 1);
        const words = one => [...game.inspector.story(one).children].map(part => part.textContent);
        return game.solver.trace().map(words); }}).flat()""")
    assert told == stories
    assert browser.run("game.ticks.map((_, i) => (game.go(i + 1), game.inspector.result(game.solver.trace())))") == results
    assert len(set(results)) > 4 and ("is off" in " ".join(results)) == (name != "planet")
    texts = "\n".join(text for lines in said for text in lines)
    assert "barycentric" in texts and "x1" in texts and "contact with its" in texts


@needs_chromium
@pytest.mark.parametrize("name", ["stairs", "ramps", "playground"])
def test_the_test_of_a_hit_triangle_has_the_bits_of_the_desktop(browser, site, name):
    native, wanted = Simulation(shipped(name)), []
    for intent in parse_script(SCRIPTS[name]).intents():
        if native.state.tick in (150, 250):
            native.set_rules(replace(Rules.fauerby(), exact_contact=native.state.tick == 250))
        record = native.tick(intent)
        inspection = inspection_of(record, native)
        tests = [inspection.test(one, one.candidate) for one in record.trace.iterations if one.hit]
        wanted.append([numbers_of(test) for test in tests if test])
    opened(browser, site, name).run(f"game.open({json.dumps(str(Recording.of(native)))})")
    found = browser.run("""game.ticks.map((_, i) => {
        game.go(i + 1);
        const hits = game.solver.trace().filter(one => one.touches).map(one => new TriangleTest(game.solver, one));
        return hits.filter(one => one.far > 0).map(test => [test.distance, test.closing, ...test.interval, test.atStart ?? 0,
          ...test.planePoint ?? [], ...test.weights ?? [], test.nearest / test.far, test.contact.distance, test.contact.feature,
          ...test.parts.flatMap(part => [...part.equation, ...part.roots, part.f0 ?? 0, part.t ?? -1]),
        ].map(x => Number.isFinite(x) ? x : "inf")); })""")
    assert found == wanted and sum(map(len, wanted)) > 300
    assert len({len(numbers) for tests in wanted for numbers in tests}) >= 2, "of faces, and of edges or corners"


def numbers_of(test):
    parts = [[*part.equation, *part.roots, part.f0 or 0.0, -1.0 if part.t is None else part.t] for part in test.parts]
    start = test.at_start[0] if test.at_start else 0.0
    numbers = [test.distance, test.normal_dot_velocity, *test.interval, start, *(test.point_on_plane or ()),
               *(test.barycentric or ()), test.nearest, test.e_distance, int(test.feature), *(x for part in parts for x in part)]
    return [x if np.isfinite(x) else "inf" for x in numbers]


@needs_chromium
def test_the_page_says_what_brought_the_player_back_and_walks_on_only_with_a_new_key(browser, site, evil_level):
    """A student held W, fell, and was put back again and again. No word said so."""
    native, (name,) = Simulation(evil_level), page_names([evil_level])
    records = [native.tick(intent) for intent in parse_script("10\n400 forward=1").intents()]
    at = next(number for number, one in enumerate(records) if one.after.returns > one.before.returns)
    opened(browser, site, name).run(f"for (let i = 0; i < {at}; i++) game.step({{forward: i < 10 ? 0 : 1, right: 0}})")
    assert browser.run("document.querySelector('.trouble').textContent") == ""
    browser.run("game.controls.hold('KeyW'), game.step(), game.paint(1)")
    said = describe_trace.respawn_message(records[at].before, records[at].after, is_timed=False)
    assert browser.run("document.querySelector('.trouble').textContent") == f"{said[0].upper()}{said[1:]}."
    assert browser.run("game.inspector.result(game.solver.trace())") == describe_trace.result_of(records[at])
    assert browser.run("game.controls.keys.size") == 0
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyW", key="w", autoRepeat=True)
    assert browser.run("game.controls.input().forward") == 0
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyW", key="w")
    assert browser.run("game.controls.input().forward") == 1
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="KeyW", key="w")


@needs_chromium
def test_a_page_says_what_is_to_be_found_and_counts_what_is(browser, site):
    """A student saw no goal on the page: the desktop has golden marks and a finish."""
    opened(browser, site, "stairs")
    goals = shipped("stairs").goals
    hint = browser.run("[...document.querySelectorAll('.hint')].find(one => one.checkVisibility()).textContent")
    assert shipped("stairs").about in hint and f"Golden marks to find: {len(goals)}." in hint
    state = "game.tell(), document.querySelector('.state').textContent"
    assert f"golden marks 0 of {len(goals)}, next under the wall" in browser.run(state)
    seen = browser.run("(({balls, rods}) => [balls.length, rods.length])(game.goals.rows([0, 0, 0]))")
    assert seen == [8 * len(goals), 11]
    x, y, z = goals[0].at
    browser.run(f"game.solver.put({{position: [{x}, {y}, {z + 0.9001}]}}), game.step({{forward: 0, right: 0}})")
    assert f"golden marks 0 of {len(goals)}" in browser.run(state), "only a player finds marks, no recording"
    browser.run("game.playing = true, game.step({forward: 0, right: 0}), game.playing = false")
    said = browser.run("document.querySelector('.trouble').textContent")
    assert said.startswith(f"Found the gate: 1 of {len(goals)}. {goals[0].found} Next: under the wall, 13 m.")
    assert f"golden marks 1 of {len(goals)}, next under the wall, 13 m away" in browser.run(state)
    browser.run("game.paint(1)")
    assert browser.errors == []


@needs_chromium
def test_a_finish_is_said_with_its_time_and_medal(browser, site):
    native = Simulation(shipped("river"))
    for intent in parse_script(native.level.tour, "tour").intents(native.state.heading):
        native.tick(intent)
        if native.state.finished >= 0:
            break
    opened(browser, site, "river").run(f"game.open({json.dumps(str(Recording.of(native)))}), game.go(Infinity)")
    hint = browser.run("[...document.querySelectorAll('.hint')].find(one => one.checkVisibility())?.textContent")
    assert hint is None or "finish" in hint
    seconds = (native.state.finished - native.state.started - (1.0 - native.state.finish_part)) / native.hz
    medal = medal_of(finish_of(native.level), seconds)
    assert browser.run("game.goals.look(-1)") == f"The finish, after {seconds:.2f} s: the {medal} medal."
    assert "; clock " in browser.run("game.tell(), document.querySelector('.state').textContent")


@needs_chromium
def test_arrow_keys_walk_while_time_runs_whatever_has_the_focus(browser, site):
    """A student clicked the slider of ticks, played on, and could not walk with the arrows any more."""
    opened(browser, site, "stairs").run("for (let i = 0; i < 40; i++) game.step({forward: 0, right: 0}); game.paint(1)")
    x, y = browser.run("(({left, top, width, height}) => [left + width / 2, top + height / 2])("
                       "document.querySelector('.time').getBoundingClientRect())")  # fmt: skip
    browser.mouse("mousePressed", x, y, 1)
    browser.mouse("mouseReleased", x, y)
    assert browser.run("document.activeElement.className") == "time" and 0 < browser.run("game.at") < 40
    was = browser.run("game.at")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="ArrowLeft", key="ArrowLeft", windowsVirtualKeyCode=37)
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="ArrowLeft", key="ArrowLeft", windowsVirtualKeyCode=37)
    assert browser.run("game.at") == was - 1 and not browser.run("game.playing"), "it is the slider's while time stands"
    browser.run("game.pause(false)")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="ArrowUp", key="ArrowUp", windowsVirtualKeyCode=38)
    browser.wait("game.solver.read('position')[1] > 0.5")
    assert browser.run("game.playing")
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="ArrowUp", key="ArrowUp", windowsVirtualKeyCode=38)


@needs_chromium
def test_the_inspector_shows_the_iterations_of_a_tick_and_one_of_them_in_full(browser, site):
    opened(browser, site, "stairs")
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


@needs_chromium
@pytest.mark.parametrize("damage, words", [
    (lambda text: "nonsense", "not a recording of Glissade"),
    (lambda text: text.replace("level-hash: ", "level-hash: 0"), "another level, or in another version"),
    (lambda text: text.replace("ticks: 40", "ticks: 41"), "it has 40 ticks, and should have 41"),
    (lambda text: text.replace("forward=1", "forward=fast"), "forward=fast in line .* is not a number"),
    (lambda text: text.replace("---\n40 ", "---\nmany "), "many in line .* is not a number"),
    (lambda text: text.replace("forward=1", "fly=1"), "fly"),
    (lambda text: re.sub("position: .*", "position: 0 0", text), "position is not three numbers"),
    (lambda text: text.replace("climb_steps=True", "climb_steps=Perhaps"), "rules or a player of its own"),
    (lambda text: text.replace("rate: 60", "rate: 30"), "has 30 ticks a second"),
])  # fmt: skip
def test_a_damaged_recording_is_refused_and_the_run_stays(browser, site, damage, words):
    opened(browser, site, "stairs")
    browser.run("for (let i = 0; i < 40; i++) game.step({forward: 1, right: 0})")
    text = browser.run("game.recording()")
    before = browser.run("game.hash()")
    assert damage(text) != text
    said = browser.run(f"game.open({json.dumps(damage(text))}), document.querySelector('.trouble').textContent")
    assert re.search(words, said) and browser.run("game.hash()") == before and browser.run("game.at") == 40


@needs_chromium
def test_keys_lead_to_the_next_and_the_previous_new_contact(browser, site):
    """A student was led to ticks in which the body only stood on another triangle of the floor."""
    opened(browser, site, "stairs")
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


@needs_chromium
def test_the_view_from_the_side_cuts_the_level_through_displacement_and_normal(browser, site, tmp_path):
    opened(browser, site, "stairs", scale=1.0)
    browser.run("for (let i = 0; i < 40; i++) game.step({forward: 1, right: 0})")
    browser.run("document.querySelector('[data-do=inspect]').click()")
    filled = []
    for name in ("side", "player"):
        browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        browser.picture(tmp_path / f"{name}.png")
        pixels = np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB")).astype(int)[:640, :830]
        is_cut = np.abs(pixels - np.round(255 * np.array(FILL))).max(axis=-1) <= 2
        filled.append((is_cut[320:, 415:].mean(), is_cut[:320].mean(), is_cut[:, :415].mean()))
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


SIZES = (1280, 720), (800, 600), (390, 844)
CLIMB = """for (let i = 0; i < 30; i++) game.step({forward: 0, right: 0});
    while (!game.solver.trace().some(one => one.pass === game.level.numbers.STEP_UP)) game.step({forward: 1, right: 0});"""
ALONG = """for (let i = 0; i < 900 && !(game.solver.trace()[0]?.isWall && Math.abs(game.solver.trace()[0].normal[2]) < 0.01); i++)
    game.step({forward: 1, right: i < 450 ? 1 : -1});"""  # a wall, seen from above; gravity would move along this view


@needs_chromium
@pytest.mark.parametrize("width, height, play", [*((*size, CLIMB) for size in SIZES), (*SIZES[0], ALONG)])
def test_one_side_shows_all_bodies_of_a_tick_whole_and_stays_after_closing(browser, site, width, height, play):
    """A student saw the sides of a step change from sweep to sweep, and the raised body without its head."""
    opened(browser, site, "stairs")
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
    browser.run("game.inspector.open(false)")


def dragged(browser, *places):
    browser.mouse("mousePressed", *places[0], 1)
    for place in places[1:]:
        browser.mouse("mouseMoved", *place, 1)
    browser.mouse("mouseReleased", *places[-1])


@needs_chromium
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
    browser.run("game.pause(true), game.inspector.open(false)")


@needs_chromium
def test_two_fingers_zoom_and_one_turns_the_view_from_the_side(browser, site):
    opened(browser, site, "stairs")
    browser.size(390, 844, phone=True, scale=COARSE)
    browser.run(f"{CLIMB} game.inspector.open(true); game.paint(1)")

    def touch(kind, *points):
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    x, y = browser.run("(({left, top, width, height}) => [left + width / 2, top + height / 2])("
                       "game.canvas.getBoundingClientRect())")  # fmt: skip
    camera = "[game.inspector.camera.yaw, game.inspector.camera.distance / game.inspector.camera.away]"
    touch("touchStart", (x - 50, y))
    touch("touchMove", (x, y))
    touch("touchEnd")
    assert browser.run(camera) == [pytest.approx(-0.4), 1]
    touch("touchStart", (x - 30, y), (x + 30, y))
    touch("touchMove", (x - 60, y), (x + 60, y))
    touch("touchEnd")
    assert browser.run(camera)[1] == pytest.approx(0.5, abs=0.02) and browser.run("game.controls.stick") == [0, 0]
    browser.run("game.inspector.open(false)")


@needs_chromium
@pytest.mark.parametrize("width, height", SIZES)
def test_no_button_lies_over_a_text_and_contacts_are_found_inside(browser, site, width, height):
    opened(browser, site, "stairs")
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
    browser.run("game.inspector.open(false)")


@needs_chromium
def test_the_tick_of_a_twin_can_be_looked_into(browser, site):
    opened(browser, site, "stairs")
    browser.run("""(async () => { const list = document.querySelector('select.twin');
        list.value = list.options[2].value; await game.choose(game.rules.own, list.value, true); })()""")
    browser.run("for (let i = 0; i < 100; i++) game.step({forward: i < 30 ? 0 : 1, right: 0})")
    browser.run("game.inspector.open(true), game.paint(1)")
    native = Simulation(shipped("stairs"), rules=Rules.fauerby())
    records = [native.tick(intent) for intent in parse_script("30\n70 forward=1").intents()]
    browser.run("document.querySelector('[data-do=inside_twin]').click(), game.paint(1)")
    for at in (100, 66, 99):
        browser.run(f"game.go({at}), game.paint(1)")
        title, result = browser.run("['h2', '.result'].map(name => document.querySelector(`.inspector ${name}`).textContent)")
        assert title.startswith(f"The twin's tick {at}: ") and result == describe_trace.result_of(records[at - 1])
    assert browser.run("document.querySelector('[data-do=inside_twin]').textContent") == "Player"
    browser.run("game.choose(game.rules.own, null, true)")
    browser.run("game.paint(1)")
    assert browser.run("document.querySelector('.inspector h2').textContent").startswith("Tick 99: ")
    assert not browser.run("document.querySelector('[data-do=inside_twin]').checkVisibility()")
    browser.run("game.inspector.open(false)")


@needs_chromium
@pytest.mark.parametrize("name", ["stairs", "playground"])
def test_the_camera_of_the_third_person_is_where_the_desktop_has_it_and_never_in_a_wall(browser, site, name):
    opened(browser, site, name)
    level, rng, wanted, looks = shipped(name), np.random.default_rng(5), [], []
    browser.run("for (let i = 0; i < 300; i++) { game.yaw = Math.sin(i / 9); game.step({forward: 1, right: Math.cos(i / 40)}); }")
    places = browser.run("game.states.map(state => game.solver.position(state))")
    rays = LevelRaycast(level, 0.0)
    for at in rng.integers(0, len(places), 150):
        eye = tuple(np.add(places[at], [0.0, 0.0, 0.72]).tolist())
        heading, pitch = float(rng.uniform(-3.1, 3.1)), float(rng.uniform(-0.8, 0.5))
        arm = SpringArm(adapts=True)
        place, look = arm.advance(rays, eye, Look(heading, pitch), 1e6)
        looks.append([eye, heading, pitch])
        wanted.append([*place, look.pitch])
    found = browser.run(f"""{json.dumps(looks)}.map(([eye, heading, pitch]) => {{
        const [c, s] = [Math.cos(heading), Math.sin(heading)], axes = [[c, s, 0], [-s, c, 0], [0, 0, 1]];
        const {{place, pitch: tilted}} = new Arm(game.level.arm, game.solver).advance(eye, axes, pitch, Infinity);
        return [...place, tilted]; }})""")
    assert np.array(found) == pytest.approx(np.array(wanted), abs=1e-5)
    far = np.linalg.norm(np.array(found)[:, :3] - [eye for eye, *_ in looks], axis=1)
    is_raised = np.array(found)[:, 3] < np.array([pitch for *_, pitch in looks]) - TILT - 0.1
    assert ((far < 3.0) | is_raised).sum() > 10, "walls behind it"


@needs_chromium
def test_arrows_of_an_iteration_are_long_enough_to_be_read_and_say_by_how_much(browser, site):
    opened(browser, site, "stairs")
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
    browser.run("game.inspector.open(false)")


@needs_chromium
@pytest.mark.parametrize("width, height", SIZES)
def test_buttons_keep_their_places_and_the_panel_ends_above_them(browser, site, width, height):
    opened(browser, site, "stairs")
    browser.size(width, height, phone=width < 500, scale=COARSE)
    browser.run("for (let i = 0; i < 50; i++) game.step({forward: 1, right: 0}); game.inspector.open(true)")
    boxes = """game.tell(), [...document.querySelectorAll('.bar > *')].map(one => {
        const {left, top, width, height} = one.getBoundingClientRect(); return [left, top, width, height]; })"""
    words, found = set(), []
    for act in ("game.pause(true), game.go(50)", "game.go(20)", "game.watch(1)", "game.pause(false)"):
        browser.run(act)
        found.append(browser.run(boxes))
        words.add(browser.run("document.querySelector('[data-do=pause]').textContent"))
        browser.run("game.pause(true)")
    assert words == {"Go on", "Go on from here", "Stop", "Stop time"} and all(one == found[0] for one in found)
    assert browser.run("(one => one.scrollWidth <= one.clientWidth)(document.querySelector('[data-do=pause]'))"), "words fit"
    top = "document.querySelector('.bar').getBoundingClientRect().top"
    browser.wait(f"document.querySelector('.inspector').getBoundingClientRect().bottom <= {top}")
    line, panel = (f"document.querySelector('{name}').getBoundingClientRect()" for name in (".state", ".inspector"))
    assert browser.run(f"{line}.bottom <= {panel}.top || {line}.right <= {panel}.left"), "the line of the state is not below it"
    assert browser.run("document.documentElement.scrollWidth") <= width
    browser.run("game.inspector.open(false)")
    browser.wait(f"Math.abs(game.canvas.getBoundingClientRect().bottom - {top}) < 1")  # the bar covers no picture
    assert width < 1280 or browser.run("document.querySelector('.bar').offsetHeight") < 60, "one row"


@needs_chromium
def test_a_phone_brings_back_a_run_and_its_help_begins_with_fingers(browser, site):
    opened(browser, site, "stairs")
    browser.size(390, 844, phone=True, scale=COARSE)
    disabled = "game.tell(), document.querySelector('[data-do=undo]').disabled"
    browser.run("for (let i = 0; i < 50; i++) game.step({forward: 1, right: 0})")
    assert browser.run(disabled) and browser.run("document.querySelector('[data-do=undo]').checkVisibility()")
    browser.run("game.go(20), game.step({forward: 0, right: 1})")
    assert not browser.run(disabled)
    covers = """(([one, other]) => one.bottom > other.top && one.right > other.left)(
        ['.trouble', '.touch'].map(name => document.querySelector(name).getBoundingClientRect()))"""
    assert browser.run("document.querySelector('.trouble').textContent") and not browser.run(covers)
    browser.run("document.querySelector('[data-do=undo]').click()")
    assert browser.run("game.ticks.length") == 50
    browser.run("document.querySelector('[data-do=help]').click()")
    first = "[...document.querySelectorAll('.help table')].filter(one => one.checkVisibility())[0].textContent"
    assert "draw a finger" in browser.run(first)
    browser.run("document.querySelector('.help .inside').scrollTop = 1e6")
    inside = """(({top, bottom}) => top >= 0 && bottom <= innerHeight)(
        document.querySelector('.help form button').getBoundingClientRect())"""
    assert browser.run("document.querySelector('.help .inside').scrollTop") > 100 and browser.run(inside)
    right = """Math.max(...[...document.querySelectorAll('.help *')].map(one => one.getBoundingClientRect().right))
        - document.querySelector('.help').getBoundingClientRect().right"""
    assert browser.run(right) <= 0, "no text is cut off"
    words = browser.run("document.querySelector('.help').textContent")
    asked = "tick, pass, iteration, sweep, candidate, sliding plane, ellipsoid space, Kasper Fauerby, rules after the forum"
    assert all(word in words for word in asked.split(", "))
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyH", key="h")
    assert not browser.run("document.querySelector('.help').open"), "the key that opened it closes it"


@needs_chromium
def test_a_picture_that_was_lost_comes_back(browser, site, tmp_path):
    opened(browser, site, "stairs", scale=1.0)

    def picture(name):
        browser.run("game.changed(), new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        browser.picture(tmp_path / name)
        return np.asarray(Image.open(tmp_path / name).convert("RGB")).astype(int)[100:600]

    before = picture("before.png")
    browser.run("var lost = game.scene.gl.getExtension('WEBGL_lose_context'); lost.loseContext()")
    browser.wait("document.querySelector('.trouble').textContent.includes('lost the picture')")
    browser.run("lost.restoreContext()")
    browser.wait("document.querySelector('.trouble').textContent.includes('is back')")
    assert (np.abs(picture("after.png") - before).max(axis=-1) > 8).mean() < 0.001


@needs_chromium
def test_the_speed_is_that_of_the_tick(browser, site):
    """The velocity of a body before a wall is what its input wants; of one in a river, without the flow; of a step, level."""
    opened(browser, site, "stairs")
    speed = r"game.tell(), Number(document.querySelector('.state').textContent.match(/([\d.]+) m\/s/)[1])"
    state = browser.run("game.tell(), document.querySelector('.state').textContent")
    assert "tick 0, at the start, 0.0 m/s horizontal, at" in state
    browser.run("for (let i = 0; i < 20; i++) game.step({forward: 1, right: 0})")
    assert browser.run(speed) == 5.0
    browser.run(CLIMB)
    assert browser.run(speed) == 5.0, "a step adds nothing to the horizontal speed"
    assert re.search(r"5\.0 m/s horizontal, \d\.\d up, at", browser.run("document.querySelector('.state').textContent"))
    opened(browser, site, "river")
    found = browser.run("""Array.from({length: 500}, (_, i) => {
        game.step({forward: 1, right: 0.3});
        if (game.solver.read('event')) return null;
        const [a, b] = [game.before, game.shown].map(one => one.position);
        const moved = Math.hypot(...minus(b, a)) * game.level.hz;
        return [Math.hypot(...game.speed()), moved, Math.hypot(...game.solver.read('velocity'))]; }).filter(Boolean)""")
    for said, moved, _ in found:
        assert said == pytest.approx(moved, abs=1e-9)
    assert any(abs(said - velocity) > 0.3 for said, _, velocity in found)


@needs_chromium
def test_a_tap_shorter_than_a_picture_jumps(browser, site):
    opened(browser, site, "stairs")
    browser.run("for (let i = 0; i < 20; i++) game.step({forward: 0, right: 0}); game.canvas.focus()")
    browser.run("""for (const kind of ['keydown', 'keyup']) game.canvas.dispatchEvent(new KeyboardEvent(kind,
        {code: 'Space', key: ' ', bubbles: true})); game.step(game.controls.input())""")
    assert browser.run("game.ticks.at(-1).input.jump") and browser.run("game.solver.read('velocity')[2]") > 0
    browser.run("game.step(game.controls.input())")
    assert not browser.run("game.ticks.at(-1).input.jump"), "it counts once"


@needs_chromium
def test_a_twin_at_the_same_place_is_an_outline(browser, site):
    opened(browser, site, "stairs")
    browser.run("(async () => { await game.choose(game.rules.own, game.level.rules.sets[1].choice, true); })()")
    browser.wait("game.twin")
    given = """(() => { let found; const {update} = game.scene;
        game.scene.update = (group, rows) => (found = found || rows, update.call(game.scene, group, rows)); game.paint(1);
        delete game.scene.update; return [found.bodies.length / 16, found.rings ? found.rings.length / 16 : 0]; })()"""
    assert browser.run(given) == [1, 1]
    browser.run("for (let i = 0; i < 200; i++) game.step({forward: 1, right: 0})")
    assert browser.run("Math.hypot(...minus(game.twin.position, game.shown.position))") > 0.2 and browser.run(given) == [2, 0]
    browser.run("game.choose(game.rules.own, null, true)")


@needs_chromium
@pytest.mark.parametrize("name", ["stairs", "river"])
def test_a_page_plays_the_sounds_of_the_desktop(browser, site, name):
    native, script = Simulation(shipped(name)), "20\n" + 20 * "20 forward=1 right=0.3\n1 forward=1 jump\n" + "200 forward=-1"
    wanted = []
    for intent in parse_script(script, "keys").intents(native.state.heading):
        record = native.tick(intent)
        wanted.append([list(cue) for cue in event_sounds(events_of(record), record, native.level, native.hz)])
    opened(browser, site, name)
    browser.run(f"game.open({json.dumps(str(Recording.of(native)))}), game.go(0)")
    found = browser.run("""game.ticks.map((tick, k) => {
        game.go(k);
        const before = game.sounds.note();
        game.replay(game.ticks[k]);
        return game.sounds.cues(before, game.sounds.note()); })""")
    assert len({cue[0] for cues in wanted for cue in cues}) > 3
    for mine, others in zip(found, wanted, strict=True):
        assert [cue[0] for cue in mine] == [cue[0] for cue in others]
        assert [cue[1:] for cue in mine] == [pytest.approx(cue[1:]) for cue in others]


@needs_chromium
def test_a_finish_a_magic_wall_and_places_sound_as_on_the_desktop(browser, site):
    opened(browser, site, "river")
    level = shipped("river")
    volume = next(volume for volume in level.volumes if volume.kind == "magic_wall")
    native, wanted = Simulation(level), []
    native.begin_at(tuple(np.add(volume.at, [0.0, -1.2, 1.0]).tolist()), 0.0)  # before it, and towards it
    for intent in parse_script("60 forward=1", "keys").intents(native.state.heading):
        record = native.tick(intent)
        wanted.append([cue.name for cue in event_sounds(events_of(record), record, level, native.hz)])
    browser.run(f"game.open({json.dumps(str(Recording.of(native)))}), game.go(0)")
    found = browser.run("""game.ticks.map((tick, k) => {
        game.go(k);
        const before = game.sounds.note();
        game.replay(game.ticks[k]);
        return game.sounds.cues(before, game.sounds.note()).map(cue => cue[0]); })""")
    assert found == wanted and "magic" in sum(wanted, [])
    for ticks in (600, 60 * 3600):
        note = f"started: 10, finish_part: 0.5, finished: {10 + ticks}"
        cues = browser.run(f"(one => game.sounds.cues({{...one, finished: -1}}, {{...one, {note}}}))(game.sounds.note())")
        assert [cue[0] for cue in cues] == ["medal" if medal_of(finish_of(level), ticks / 60) else "finish"]
    rng = np.random.default_rng(2)
    places = [tuple(np.add(volume.at, rng.uniform(-9.0, 9.0, 3)).tolist()) for volume in level.volumes for _ in range(5)]
    session = SimpleNamespace(sim=Simulation(level), time=lambda: 0.0)
    heard = browser.run(f"{[list(place) for place in places]}.map(place => game.sounds.around(place))")
    for place, one in zip(places, heard):
        expected = {name: loudness for name, loudness in ambient_loudness(session, place).items() if name in one}
        assert one == pytest.approx(expected, abs=1e-9)
    assert any(max(one.values()) > 0.2 for one in heard)


@needs_chromium
def test_a_loop_is_heard_near_its_place_while_time_runs(browser, site):
    opened(browser, site, "river")
    place = next(list(volume.at) for volume in shipped("river").volumes if volume.kind == "water")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyV", key="v")
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="KeyV", key="v")
    browser.wait("game.sounds.context && game.sounds.context.state === 'running'")
    gain = "game.sounds.loops.water.loudness"
    assert browser.run(f"game.sounds.surround({place}), {gain}") > 0.3
    assert browser.run(f"game.sounds.surround(null), {gain}") == 0
    browser.run("game.sounds.toggle()")
    assert browser.run(f"game.sounds.surround({place}), {gain}") == 0
    browser.run("game.sounds.toggle()")
    assert browser.errors == []


@needs_chromium
def test_sounds_begin_with_a_key_and_end_with_another(browser, site):
    opened(browser, site, "stairs")
    assert browser.run("game.sounds.context === null"), "nothing before the reader pressed something"
    browser.run("game.pause(false), game.canvas.focus()")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyW", key="w")
    browser.wait("Object.keys(game.sounds.buffers).some(name => name.startsWith('step_'))")
    samples = browser.run("[...Object.values(game.sounds.buffers)[0].getChannelData(0)]")
    assert 0.2 < max(map(abs, samples)) <= 1.0
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyM", key="m")
    assert browser.run("!game.sounds.isOn")
    browser.wait("document.querySelector('[data-do=sound]').getAttribute('aria-pressed') === 'false'")
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="KeyW", key="w")
    assert browser.errors == []


@needs_chromium
def test_a_ray_meets_the_nearest_triangle(browser, site):
    """Against all triangles of the level, one by one."""
    opened(browser, site, "river")
    level, rng = shipped("river"), np.random.default_rng(1)
    a, b, c = np.moveaxis(np.asarray(level.vertices)[np.asarray(level.triangles)], 1, 0)
    low, high = a.min(axis=0), a.max(axis=0)
    starts, ways = rng.uniform(low, high, (300, 3)), rng.normal(size=(300, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    most = rng.uniform(2.0, 40.0, 300)
    found = browser.run(f"{starts.tolist()}.map((from, k) => game.solver.ray(from, {ways.tolist()}[k], {most.tolist()}[k]))")
    wanted = []
    for start, way, far in zip(starts, ways, most):
        across = np.cross(way, c - a)
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = 1.0 / ((b - a) * across).sum(axis=1)
            turned = np.cross(start - a, b - a)
            first, second = ((start - a) * across).sum(axis=1) * scale, turned @ way * scale
            there = ((c - a) * turned).sum(axis=1) * scale
        met = (first >= 0) & (second >= 0) & (first + second <= 1) & (there > 0)
        wanted.append(min(far, there[met].min(initial=np.inf)))
    assert found == pytest.approx(wanted, abs=1e-9) and (np.array(wanted) < most).sum() > 100


@needs_chromium
def test_signs_can_be_read_from_everywhere(browser, site):
    opened(browser, site, "stairs")
    turns = browser.run("""(() => { const found = [], canvas = game.canvas;
        for (let i = 0; i < 400; i++) {
          const sign = game.signs.all[i % game.signs.all.length], angle = i * 2.4, far = 0.15 + 3 * (i % 7) / 7;
          const away = [Math.cos(angle), Math.sin(angle), 0.4 * Math.sin(i)], eye = plus(sign.at, away, far);
          const back = unit(plus(away, [0, 0, 0.3 * Math.cos(3 * i)])), right = unit(cross([0, 0, 1], back));
          const matrix = viewMatrix({eye, right, up: cross(back, right), back}, canvas.clientWidth / canvas.clientHeight, FIELD);
          game.signs.draw(matrix, eye, canvas.clientWidth, canvas.clientHeight, true);
          if (sign.element.hidden) continue;
          const m = new DOMMatrix(sign.element.style.transform), [wide, high] = sign.size;
          const [a, b, c] = [[0, 0], [wide, 0], [0, high]].map(([x, y]) => {
            const {x: u, y: v, w} = m.transformPoint(new DOMPoint(x, y)); return [u / w, v / w]; });
          found.push((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        }
        return found; })()""")
    assert len(turns) > 100 and min(turns) > 0.0, "none is mirrored"


@needs_chromium
def test_a_body_in_water_is_not_in_the_air(browser, site):
    opened(browser, site, "river")
    found = browser.run("""Array.from({length: 400}, () => {
        game.step({forward: 1, right: 0.3});
        game.tell();
        const isWet = game.level.waters.some(number => game.solver.inside()[number]);
        return [game.solver.read('ground'), isWet, document.querySelector('.state').textContent]; })""")
    assert any(ground == 2 and wet for ground, wet, _ in found)
    for ground, wet, said in found:
        assert ("in water" in said) == (ground == 2 and wet) and ("in the air" in said) == (ground == 2 and not wet)


@needs_chromium
def test_what_playing_on_cuts_off_comes_back(browser, site):
    """A student pressed Play while a recording was shown, and lost its rest."""
    opened(browser, site, "stairs")
    browser.run("for (let i = 0; i < 100; i++) game.step({forward: 1, right: 0})")
    before = browser.run("game.hash()")
    browser.run("game.go(60), game.step({forward: 0, right: 1})")
    assert browser.run("game.ticks.length") == 61
    branch = browser.run("game.hash()")
    browser.run("game.undo(), game.go(Infinity)")
    assert browser.run("game.at") == 100 and browser.run("game.hash()") == before
    browser.run("game.undo(), game.go(Infinity)")
    assert browser.run("game.hash()") == branch


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
    browser.size(390, 844, phone=True, scale=COARSE)
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
def test_a_click_with_a_locked_mouse_is_no_error(browser, site):
    """Browsers refuse to capture it: Firefox had an error in its console with each click."""
    opened(browser, site, "stairs")
    browser.run("""Object.defineProperty(document, 'pointerLockElement', {get: () => game.canvas, configurable: true});
        game.canvas.setPointerCapture = () => { throw new DOMException('locked', 'InvalidStateError'); }""")
    browser.mouse("mousePressed", 300, 300, 1)
    assert browser.run("game.controls.fingers.size") == 1
    browser.mouse("mouseReleased", 300, 300)
    browser.run("delete document.pointerLockElement, delete game.canvas.setPointerCapture")
    assert browser.run("game.controls.fingers.size") == 0 and browser.errors == []


@needs_chromium
def test_a_sign_lies_in_the_level_and_a_wall_hides_it(browser, site):
    """The middle of each sign is where the camera sees its place, to two pixels."""
    opened(browser, site, "stairs")
    browser.run("game.paint(1)")
    found = browser.run("""game.signs.all.filter(one => !one.element.hidden).map(one => {
        const matrix = new DOMMatrix(one.element.style.transform), [wide, high] = one.size;
        const middle = matrix.transformPoint(new DOMPoint(wide / 2, high / 2));
        return [middle.x / middle.w, middle.y / middle.w, one.at]; })""")
    assert len(found) >= 3
    wide, high = browser.run("[game.canvas.clientWidth, game.canvas.clientHeight]")
    browser.run("var seen = null; game.signs.draw = matrix => { seen = matrix; }; game.paint(1); delete game.signs.draw")
    for x, y, at in found:
        row = browser.run(f"[0, 1, 3].map(i => [0, 1, 2].reduce((sum, k) => sum + seen[4 * k + i] * {at}[k], seen[12 + i]))")
        assert (x, y) == pytest.approx(((row[0] / row[2] + 1) * wide / 2, (1 - row[1] / row[2]) * high / 2), abs=2)
    assert browser.run("game.hides(plus(game.signs.all[0].at, [0, 0, -30]), game.signs.all[0].at)")
    mask = browser.run("game.signs.place.style.webkitMaskImage")
    half_wide, half_high, x, y = map(float, re.search(r"\(([\d.]+)px ([\d.]+)px at ([\d.]+)px ([\d.]+)px", mask).groups())
    at = browser.run("minus(game.shown.position, game.level.origin)")
    row = browser.run(f"[0, 1, 3].map(i => [0, 1, 2].reduce((sum, k) => sum + seen[4 * k + i] * {at}[k], seen[12 + i]))")
    middle = (row[0] / row[2] + 1) * wide / 2, (1 - row[1] / row[2]) * high / 2
    assert (x, y) == pytest.approx(middle, abs=0.1 * half_high) and 1.5 < half_high / half_wide < 2.5, "a hole where the body is"
    browser.run("game.third = false, game.paint(1), game.third = true")
    assert browser.run("game.signs.place.style.webkitMaskImage") == "" and browser.errors == []


@needs_chromium
def test_the_first_person_sees_no_body_and_the_second_press_is_back(browser, site):
    opened(browser, site, "stairs")
    kinds = """var kinds = []; game.scene.update = (group, given) => (kinds.push(...Object.keys(given)), group); game.paint(1);
        delete game.scene.update; kinds"""
    assert "bodies" in browser.run(kinds)
    for third in (False, True):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyV", key="v")
        assert ("bodies" in browser.run(kinds)) == third


@needs_chromium
def test_a_gamepad_walks_looks_and_pauses(browser, site):
    opened(browser, site, "stairs")
    browser.run("""var pad = {mapping: 'standard', axes: [0, 0, 0, 0]};
        pad.buttons = Array.from({length: 17}, () => ({pressed: false}));
        navigator.getGamepads = () => [pad]; game.pause(false); pad.axes[1] = -1; pad.axes[2] = -1""")
    browser.wait("Math.hypot(...game.solver.read('velocity')) > 3 && game.yaw > 0.3")
    browser.run("pad.axes = [0, 0, 0, 0]; pad.buttons[1].pressed = true")
    browser.wait("game.solver.read('crouched') === 1")
    browser.run("pad.buttons[9].pressed = true")
    browser.wait("!game.playing")
    browser.run("navigator.getGamepads = () => []")


@needs_chromium
def test_everything_that_can_be_pressed_has_a_name(browser, site):
    opened(browser, site, "stairs")
    for name in ("rules", "help"):
        browser.run("document.querySelectorAll('dialog').forEach(one => one.close())")
        browser.run(f"document.querySelector('dialog.{name}').showModal()")
        tree = browser.call("Accessibility.getFullAXTree")["nodes"]
        pressed = {"button", "slider", "checkbox", "combobox", "link", "application"}
        found = [one for one in tree if one.get("role", {}).get("value") in pressed and not one["ignored"]]
        assert len(found) >= 3 and all(one["name"]["value"] for one in found)
    browser.run("document.querySelectorAll('dialog').forEach(one => one.close())")


@needs_chromium
@pytest.mark.parametrize("flag, before, words", [
    ("--disable-3d-apis", "", "has no WebGL2"),
    ("--mute-audio", "delete window.WebAssembly", "has no WebAssembly"),
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
