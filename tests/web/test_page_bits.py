"""Runs, tests and cameras of a page in a real Chromium: the same bits and places as on the desktop."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from game.collision import Rules
from game.explain import describe_trace
from game.explain.triangle_test_replay import inspection_of
from game.level.contents.level import LevelRaycast
from game.scene.look_and_spring_arm import TILT, Look, SpringArm
from game.simulation import Recording, Simulation, parse_script
from tests.browser import needs_chromium
from tests.shipped_levels import shipped
from tests.web.level_pages import SCRIPTS, opened

pytestmark = needs_chromium

TOURS = "stairs", "river", "planet"


def test_a_walk_ends_where_the_desktop_ends(browser, stairs):
    browser.run("for (let i = 0; i < 200; i++) game.step({forward: i < 30 ? 0 : 1, right: 0})")
    native = Simulation(shipped("stairs"))
    for intent in parse_script("30\n170 forward=1").intents():
        native.tick(intent)
    assert tuple(browser.run("game.solver.read('position')")) == native.state.position
    assert browser.run("game.hash()") == native.state_hash()
    assert browser.errors == [] and all(url.startswith("file:") for url in browser.requests)


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


def test_a_recording_of_the_page_has_the_same_bits_on_the_desktop(browser, stairs):
    browser.run("""for (let i = 0; i < 300; i++) { game.yaw = -i / 170;
        game.step({forward: Math.cos(i / 30), right: -0.3, jump: i % 50 === 0, run: i > 150});
        if (i === 200) game.solver.use(game.level.rules.sets[1].choice); }""")
    recording = Recording.parse(browser.run("game.recording()"))
    assert len(recording.changes) == 1 and recording.script.ticks == 300
    assert recording.verify(shipped("stairs"))[0]


def test_rules_and_crouching_of_the_page_have_the_same_bits_on_the_desktop(browser, stairs):
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


def test_a_twin_has_the_bits_of_a_run_by_its_rules(browser, stairs):
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
    said, told, found = browser.run("""(() => {
        const words = one => [...game.inspector.story(one).children].map(part => part.textContent);
        const ticks = game.ticks.map((_, i) => {
            game.go(i + 1);
            const trace = game.solver.trace(), lines = one => game.inspector.sentences(one).map(line => line[1]);
            return [trace.map(lines), trace.map(words), game.inspector.result(trace)]; });
        return [ticks.flatMap(one => one[0]), ticks.flatMap(one => one[1]), ticks.map(one => one[2])]; })()""")
    for mine, others in zip(said, wanted):
        assert mine == [text.strip() for text in others]  # the roots of a corner are indented there
    wanted = [[text.strip() for text in others] for others in wanted]
    assert said == wanted and len(said) > 300 and "slidePlaneNormal" in str(said)
    assert told == stories and found == results and len(results) == native.state.tick
    assert len(set(results)) > 4 and ("is off" in " ".join(results)) == (name != "planet")
    texts = "\n".join(text for lines in said for text in lines)
    assert "barycentric" in texts and "x1" in texts and "contact with its" in texts


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
