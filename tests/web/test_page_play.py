"""A page that is played in a real Chromium: keys, fingers and gamepads, texts, signs, sounds, and what comes back."""

import json
import re
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from game.app.sound import ambient_loudness
from game.core.input_errors import InputError
from game.explain import describe_trace
from game.scene.event_sounds import event_sounds
from game.simulation import Ground, Intent, Recording, Simulation, parse_script
from game.simulation.event_detection import events_of
from game.simulation.race_clock_and_medals import finish_of, medal_of
from game.web.play_site import page_names
from tests.browser import needs_chromium
from tests.shipped_levels import shipped
from tests.web.level_pages import CLIMB, COARSE, dragged, opened, touch

pytestmark = needs_chromium


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


def test_the_page_and_the_desktop_say_alike_that_a_player_fell_to_its_death(browser, site):
    native, over_the_chasm = Simulation(shipped("river")), (0.0, 36.0, -6.0)
    native.state = native.state.replace(position=over_the_chasm, ground=Ground.AIR)
    records = [native.tick(Intent()) for _ in range(120)]
    said = next(filter(None, (describe_trace.teleport_of(one.before, one.after) for one in records)))
    opened(browser, site, "river").run(f"game.solver.put({{position: {list(over_the_chasm)}, ground: {int(Ground.AIR)}}})")
    moved = browser.run("Array.from({length: 120}, () => (game.step({forward: 0, right: 0}), game.solver.moved)).find(Boolean)")
    assert moved == said == "fell"


def test_a_player_that_never_stood_returns_to_the_start_of_the_page(browser, site, evil_level):
    """A spawn beside the floor: the page showed a sky, 240 m deep, without a word."""
    native, beside = Simulation(evil_level), (50.0, 0.0, 3.0)
    native.state = native.state.replace(position=beside, ground=Ground.AIR)
    records = [native.tick(Intent()) for _ in range(400)]
    facts = [describe_trace.teleport_of(one.before, one.after) for one in records]
    opened(browser, site, page_names([evil_level])[0])
    browser.run(f"game.solver.put({{position: {list(beside)}, ground: {int(Ground.AIR)}}})")
    moved = browser.run("Array.from({length: 400}, () => (game.step({forward: 0, right: 0}), game.solver.moved))")
    assert moved == facts and "fell out before it stood" in facts
    read = "['position', 'returns', 'deaths'].map(name => game.solver.read(name))"
    assert browser.run(read) == [list(native.state.position), 1, 0] and native.state.ground == Ground.FLOOR


def test_a_message_is_not_over_the_first_hint(browser, stairs):
    seen = "[...document.querySelectorAll('.hint')].some(one => one.checkVisibility({visibilityProperty: true}))"
    assert browser.run(seen)
    browser.run("game.seekContact(1)")
    assert "no new contact" in browser.run("document.querySelector('.trouble').textContent") and not browser.run(seen)
    browser.run("game.say('')")
    assert browser.run(seen), "it is read later"


def test_a_page_says_what_is_to_be_found_and_counts_what_is(browser, stairs):
    """A student saw no goal on the page: the desktop has golden marks and a finish."""
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


def test_arrow_keys_walk_while_time_runs_whatever_has_the_focus(browser, site):
    """A student clicked the slider of ticks, played on, and could not walk with the arrows any more."""
    opened(browser, site, "stairs").run("for (let i = 0; i < 40; i++) game.step({forward: 0, right: 0}); game.paint(1)")
    x, y = browser.run("(({left, top, width, height}) => [left + width / 2, top + height / 2])("
                       "document.querySelector('.time').getBoundingClientRect())")  # fmt: skip
    dragged(browser, (x, y))
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


@pytest.mark.parametrize("damage, words", [
    (lambda text: "nonsense", "not a recording of Glissade"),
    (lambda text: text.replace("level-hash: ", "level-hash: 0"), "another level, or in another version"),
    (lambda text: text.replace("ticks: 40", "ticks: 41"), "it has 40 ticks, and should have 41"),
    (lambda text: text.replace("forward=1", "forward=fast"), "forward=fast in line .* is not a number"),
    (lambda text: text.replace("---\n40 ", "---\nmany "), "many in line .* is not a number of ticks"),
    (lambda text: text.replace("forward=1", "fly=1"), "fly"),
    (lambda text: re.sub("position: .*", "position: 0 0", text), "position is not three numbers"),
    (lambda text: text.replace("climb_steps=True", "climb_steps=Perhaps"), "rules or a player of its own"),
    (lambda text: text.replace("rate: 60", "rate: 30"), "has 30 ticks a second"),
])  # fmt: skip
def test_a_damaged_recording_is_refused_and_the_run_stays(browser, stairs, damage, words):
    browser.run("for (let i = 0; i < 40; i++) game.step({forward: 1, right: 0})")
    text = browser.run("game.recording()")
    before = browser.run("game.hash()")
    assert damage(text) != text
    said = browser.run(f"game.open({json.dumps(damage(text))}), document.querySelector('.trouble').textContent")
    assert re.search(words, said) and browser.run("game.hash()") == before and browser.run("game.at") == 40


def test_a_line_that_the_desktop_refuses_is_refused_by_the_page(browser, site):
    opened(browser, site, "stairs").run("for (let i = 0; i < 40; i++) game.step({forward: 1, right: 0})")
    text, before = browser.run("[game.recording(), game.hash()]")
    for was, now in (
        ("forward=1", "forward=7"), ("forward=1", "forward=1 forward=0"), ("forward=1", "forward=1 jump=0"),
        ("forward=1", "forward=1=2"), ("---\n40 ", "---\n39.5 "), ("---\n40 ", "---\n-5 forward=1\n40 "),
        ("---\n40 ", "---\n0x28 "), ("---\n40 ", "---\n# 40 "),
    ):  # fmt: skip
        damaged = text.replace(was, now)
        if "# " in now:
            damaged = damaged.replace("ticks: 40", "ticks: 0")
        with pytest.raises(InputError):
            Recording.parse(damaged)
        said = browser.run(f"game.open({json.dumps(damaged)}), document.querySelector('.trouble').textContent")
        assert said.startswith("The recording ") and browser.run("game.hash()") == before, now


def test_a_recording_that_stops_in_its_middle_leaves_the_run_its_other_branch_and_the_twin(browser, site):
    opened(browser, site, "stairs").run("game.choose(game.rules.own, game.level.rules.sets[1].choice, true)")
    browser.wait("game.twin")
    browser.run("for (let i = 0; i < 100; i++) game.step({forward: 1, right: 0}); game.go(60), game.step({forward: 0, right: 1})")
    state = "[game.hash(), game.at, game.other.ticks.length, game.twin.first, ...game.twin.position]"
    before, text = browser.run(f"[{state}, game.recording()]")
    text = re.sub("position: .*", "position: 0 0 -0.3", text)  # in the floor
    assert "inside a surface" in browser.run(f"game.open({json.dumps(text)}), document.querySelector('.trouble').textContent")
    assert browser.run(state) == before


def test_a_file_that_cannot_be_read_is_said(browser, stairs):
    """A stick was pulled out, or a folder was chosen."""
    browser.run("""document.querySelector('input[type=file]').onchange({target: {value: '', files: [
        {name: 'my.recording', text: () => Promise.reject(new DOMException('', 'NotReadableError'))}]}})""")
    assert browser.run("document.querySelector('.trouble').textContent") == "my.recording cannot be read."
    assert browser.errors == []


def test_a_phone_brings_back_a_run_and_its_help_begins_with_fingers(browser, stairs):
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


@pytest.mark.parametrize("title", ["Stairs", "the_stairs_of_the_old_town_hall_with_all_their_railings.glb"])
@pytest.mark.parametrize("width, height", [(390, 700), (320, 568), (768, 1024), (700, 390)])
def test_no_text_above_the_level_covers_another(browser, stairs, width, height, title):
    """On a phone the first hint hid all lines of the state but one."""
    browser.run(f"document.querySelector('h1').textContent = {title!r}")
    browser.size(width, height, phone=True, scale=COARSE)
    browser.run("game.tell()")
    settled = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    boxes = """[...document.querySelectorAll('h1, .state, .hint, .trouble, .inspector, .touch')].filter(
        one => one.checkVisibility() && one.offsetHeight).map(one => {
            const {left, top, right, bottom} = one.getBoundingClientRect();
            return [one.className || 'title', left, top, right, bottom]; })"""
    later = ["game.say('The run is over: it had 1 tick.')", "game.say('', 0), game.inspector.open(true)"]
    states = ["0"] + later * (title == "Stairs")
    for number, state in enumerate(states):
        if number:
            browser.run("for (let i = 0; i < 20; i++) game.step({forward: 1, right: 0})")
        browser.run(f"{state}, game.tell()")
        browser.run(settled)
        found = browser.run(boxes)
        assert len(found) >= 3 and all(0 <= left and right <= width for _, left, _, right, _ in found), found
        for one, other in combinations(found, 2):
            is_apart = any(one[low] > other[low + 2] - 1 or other[low] > one[low + 2] - 1 for low in (1, 2))  # of whole pixels
            assert is_apart, (one, other)


def test_a_picture_that_was_lost_comes_back(browser, site, tmp_path):
    opened(browser, site, "stairs", draws=True)
    browser.run("document.body.dataset.walked = ''")  # without the hint, whose letters are not always at the same pixels

    def picture(name):
        browser.run("game.changed(), new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        browser.picture(tmp_path / name)
        return np.asarray(Image.open(tmp_path / name).convert("RGB")).astype(int)[25:150]

    before = picture("before.png")
    browser.run("var lost = game.scene.gl.getExtension('WEBGL_lose_context'); lost.loseContext()")
    browser.wait("document.querySelector('.trouble').textContent.includes('lost the picture')")
    browser.run("lost.restoreContext()")
    browser.wait("document.querySelector('.trouble').textContent === 'The picture is back.'")  # time still stands
    assert (np.abs(picture("after.png") - before).max(axis=-1) > 8).mean() < 0.001


def test_a_still_picture_is_drawn_again_when_the_buttons_below_it_need_more_room(browser, site):
    """A student turned a phone while time stood, and the player became broad."""
    opened(browser, site, "stairs", scale=1.0)
    for width, height in ((1280, 720), (700, 720), (390, 844), (844, 390)):
        browser.size(width, height, scale=1.0)
        browser.run("new Promise(done => setTimeout(done, 300))")
        drawn = browser.run("[game.canvas.width, game.canvas.height]")
        assert drawn == browser.run("[game.canvas.clientWidth, game.canvas.clientHeight]")


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


def test_a_tap_shorter_than_a_picture_jumps(browser, stairs):
    browser.run("for (let i = 0; i < 20; i++) game.step({forward: 0, right: 0}); game.canvas.focus()")
    browser.run("""for (const kind of ['keydown', 'keyup']) game.canvas.dispatchEvent(new KeyboardEvent(kind,
        {code: 'Space', key: ' ', bubbles: true})); game.step(game.controls.input())""")
    assert browser.run("game.ticks.at(-1).input.jump") and browser.run("game.solver.read('velocity')[2]") > 0
    browser.run("game.step(game.controls.input())")
    assert not browser.run("game.ticks.at(-1).input.jump"), "it counts once"


def test_a_twin_at_the_same_place_is_an_outline(browser, stairs):
    browser.run("(async () => { await game.choose(game.rules.own, game.level.rules.sets[1].choice, true); })()")
    browser.wait("game.twin")
    given = """(() => { let found; const {update} = game.scene;
        game.scene.update = (group, rows) => (found = found || rows, update.call(game.scene, group, rows)); game.paint(1);
        delete game.scene.update; return [found.bodies.length / 16, found.rings ? found.rings.length / 16 : 0]; })()"""
    assert browser.run(given) == [1, 1]
    browser.run("for (let i = 0; i < 200; i++) game.step({forward: 1, right: 0})")
    assert browser.run("Math.hypot(...minus(game.twin.position, game.shown.position))") > 0.2 and browser.run(given) == [2, 0]


def test_a_twin_that_is_taken_back_at_once_does_not_come(browser, stairs):
    """Its memory is made meanwhile. An arrow key in the list of twins chooses one after another."""
    browser.run("""(async () => { const [, one, other] = game.level.rules.sets;
        game.rules.choose(game.rules.own, one.choice); game.rules.choose(game.rules.own, other.choice);
        game.rules.choose(game.rules.own, null); await new Promise(done => setTimeout(done, 500)); })()""")
    assert browser.run("game.twin") is None


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


def test_a_loop_is_heard_near_its_place_while_time_runs(browser, site):
    opened(browser, site, "river", draws=True)  # faces of water, too: `errors` has those of drawing
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


def test_a_hidden_page_is_silent(browser, site):
    """A student changed to another tab, and the river went on: a hidden page has no pictures, which turned its sound down."""
    opened(browser, site, "river")
    place = next(list(volume.at) for volume in shipped("river").volumes if volume.kind == "water")
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, code="KeyV", key="v")
    browser.wait("game.sounds.context && game.sounds.context.state === 'running'")
    browser.run(f"game.frame = () => {{}}; game.sounds.surround({place})")
    assert browser.run("game.sounds.loops.water.loudness") > 0.3
    browser.run("""Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange')); delete document.hidden""")
    assert browser.run("game.sounds.loops.water.loudness") == 0


def test_sounds_begin_with_a_key_and_end_with_another(browser, stairs):
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


def test_signs_can_be_read_from_everywhere(browser, stairs):
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


def test_what_playing_on_cuts_off_comes_back(browser, stairs):
    """A student pressed Play while a recording was shown, and lost its rest."""
    browser.run("for (let i = 0; i < 100; i++) game.step({forward: 1, right: 0})")
    before = browser.run("game.hash()")
    browser.run("game.go(60), game.step({forward: 0, right: 1})")
    assert browser.run("game.ticks.length") == 61
    branch = browser.run("game.hash()")
    browser.run("game.undo(), game.go(Infinity)")
    assert browser.run("game.at") == 100 and browser.run("game.hash()") == before
    browser.run("game.undo(), game.go(Infinity)")
    assert browser.run("game.hash()") == branch


def test_keys_walk_jump_pause_and_go_back(browser, stairs):
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


def test_keys_walk_by_their_places_and_are_no_commands_there(browser, site):
    """On a French keyboard, the places of W and A have Z and Q: to walk brought back what was cut off, and stopped time."""
    opened(browser, site, "stairs").run("game.pause(false), game.canvas.focus()")
    for code, letter in (("KeyW", "z"), ("KeyA", "q"), ("KeyL", "n"), ("KeyS", "o")):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code=code, key=letter)
        assert browser.run(f"game.playing && game.controls.keys.has('{code}') && !document.querySelector('dialog[open]')")
        browser.call("Input.dispatchKeyEvent", type="keyUp", code=code, key=letter)


def test_a_key_that_is_held_is_one_press_of_what_turns_on_and_off(browser, site):
    """The help flickered while H was held, and time started and stopped."""
    opened(browser, site, "stairs").run("for (let i = 0; i < 40; i++) game.step({forward: 0, right: 0})")
    for code, letter, state in (("KeyH", "h", "document.querySelector('.help').open"), ("KeyV", "v", "game.third")):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code=code, key=letter)
        pressed = browser.run(state)
        browser.call("Input.dispatchKeyEvent", type="keyDown", code=code, key=letter, autoRepeat=True)
        assert browser.run(state) == pressed
        browser.call("Input.dispatchKeyEvent", type="keyUp", code=code, key=letter)
        browser.run("document.querySelector('.help').close()")
    for held in (False, True, True):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code="Comma", key=",", autoRepeat=held)
    assert browser.run("game.at") == 37, "a key that moves goes on while it is held"


def test_nothing_behind_an_open_dialog_reacts(browser, stairs):
    """Time ran on behind the help: by Start of a gamepad, and by keys where a click takes the focus away from a dialog."""
    browser.run("""var pad = {mapping: 'standard', axes: [0, 0, 0, 0]};
        pad.buttons = Array.from({length: 17}, () => ({pressed: false}));
        navigator.getGamepads = () => [pad]; game.pause(false); document.querySelector('.bar [data-do=help]').click();
        pad.buttons[9].pressed = true; new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))""")
    assert not browser.run("game.playing")
    browser.run("pad.buttons[9].pressed = false, document.activeElement.blur()")
    for code, letter in (("KeyP", "p"), ("KeyR", "r"), ("KeyW", "w")):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code=code, key=letter)
        assert not browser.run("game.playing || game.controls.keys.size")
        browser.call("Input.dispatchKeyEvent", type="keyUp", code=code, key=letter)
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyH", key="h")
    browser.wait("game.playing && !document.querySelector('.help').open")
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="KeyH", key="h")


def test_space_presses_a_button_while_time_stands_and_only_jumps_while_it_runs(browser, stairs):
    """A reader without a mouse could press no button by Space, nor unfold what is drawn."""

    def space(kind):
        browser.call("Input.dispatchKeyEvent", type=kind, code="Space", key=" ", windowsVirtualKeyCode=32, text=" ")

    browser.run("document.querySelector('.bar [data-do=inspect]').focus()")
    space("keyDown")
    space("keyUp")
    assert browser.run("game.inspector.isOpen") and not browser.run("game.controls.tapped.size")
    browser.run("document.querySelector('.drawn summary').focus()")
    space("keyDown")
    space("keyUp")
    assert browser.run("document.querySelector('.drawn').open")
    browser.run("game.inspector.open(false), game.pause(false), document.querySelector('.bar [data-do=restart]').focus()")
    browser.run("var pressed = 0; document.querySelector('.bar [data-do=restart]').addEventListener('click', () => pressed++)")
    browser.run("var ups = []; addEventListener('keyup', event => ups.push(event.defaultPrevented))")
    space("keyDown")
    assert browser.run("game.controls.keys.has('Space')")
    browser.run("game.controls.rest()")  # as after a death
    space("keyUp")
    assert browser.run("pressed") == 0 and browser.run("ups") == [True]


def test_no_key_stays_pressed_after_command_of_a_mac(browser, site):
    """It reports no release of keys that are released while Command is held: the player walked on by itself."""
    opened(browser, site, "stairs").run("game.pause(false)")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyW", key="w")
    browser.call("Input.dispatchKeyEvent", type="keyDown", code="MetaLeft", key="Meta", modifiers=4)
    browser.call("Input.dispatchKeyEvent", type="keyUp", code="MetaLeft", key="Meta")
    assert browser.run("game.controls.keys.size") == 0


def test_a_finger_walks_and_another_looks_around(browser, stairs):
    browser.size(390, 844, phone=True, scale=COARSE)
    browser.run("game.pause(false)")

    start = browser.run("[game.solver.read('position')[1], game.yaw]")
    touch(browser, "touchStart", (80, 500))
    touch(browser, "touchMove", (80, 430))
    browser.wait(f"game.solver.read('position')[1] > {start[0]} + 1")
    touch(browser, "touchStart", (80, 430), (300, 400))
    touch(browser, "touchMove", (80, 430), (240, 400))
    browser.wait(f"game.yaw > {start[1]} + 0.2")
    touch(browser, "touchEnd")
    browser.run("game.pause(true)")
    assert browser.errors == []


def test_a_click_with_a_locked_mouse_is_no_error(browser, stairs):
    """Browsers refuse to capture it: Firefox had an error in its console with each click."""
    browser.run("""Object.defineProperty(document, 'pointerLockElement', {get: () => game.canvas, configurable: true});
        game.canvas.setPointerCapture = () => { throw new DOMException('locked', 'InvalidStateError'); }""")
    browser.mouse("mousePressed", 300, 300, 1)
    assert browser.run("game.controls.fingers.size") == 1
    browser.mouse("mouseReleased", 300, 300)
    browser.run("delete document.pointerLockElement, delete game.canvas.setPointerCapture")
    assert browser.run("game.controls.fingers.size") == 0 and browser.errors == []


def test_a_sign_lies_in_the_level_and_a_wall_hides_it(browser, stairs):
    """The middle of each sign is where the camera sees its place, to two pixels."""
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


def test_the_first_person_sees_no_body_and_the_second_press_is_back(browser, stairs):
    kinds = """var kinds = []; game.scene.update = (group, given) => (kinds.push(...Object.keys(given)), group); game.paint(1);
        delete game.scene.update; kinds"""
    assert "bodies" in browser.run(kinds)
    for third in (False, True):
        browser.call("Input.dispatchKeyEvent", type="keyDown", code="KeyV", key="v")
        assert ("bodies" in browser.run(kinds)) == third


def test_a_gamepad_walks_looks_and_pauses(browser, stairs):
    browser.run("""var pad = {mapping: 'standard', axes: [0, 0, 0, 0]};
        pad.buttons = Array.from({length: 17}, () => ({pressed: false}));
        navigator.getGamepads = () => [pad]; game.pause(false); pad.axes[1] = -1; pad.axes[2] = -1""")
    browser.wait("Math.hypot(...game.solver.read('velocity')) > 3 && game.yaw > 0.3")
    browser.run("pad.axes = [0, 0, 0, 0]; pad.buttons[1].pressed = true")
    browser.wait("game.solver.read('crouched') === 1")
    browser.run("pad.buttons[9].pressed = true")
    browser.wait("!game.playing")


def test_everything_that_can_be_pressed_has_a_name(browser, stairs):
    for name in ("rules", "help"):
        browser.run("document.querySelectorAll('dialog').forEach(one => one.close())")
        browser.run(f"document.querySelector('dialog.{name}').showModal()")
        tree = browser.call("Accessibility.getFullAXTree")["nodes"]
        pressed = {"button", "slider", "checkbox", "combobox", "link", "application"}
        found = [one for one in tree if one.get("role", {}).get("value") in pressed and not one["ignored"]]
        assert len(found) >= 3 and all(one["name"]["value"] for one in found)
    browser.run("document.querySelectorAll('dialog').forEach(one => one.close())")
