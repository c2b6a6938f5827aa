"""Looking inside a tick: which iteration is chosen, that nothing is made twice, and that its panel fits the window."""

import re
from dataclasses import replace

import numpy as np
import pytest

from game.app.session.play_session import Session
from game.app.teaching.tick_inspector import SWEEP_TIME, InspectorPanel, TickInspector
from game.core.shapes import Polyline
from game.explain import palette
from game.explain.describe_trace import OUTCOME_WORDS
from game.explain.plain_sentences import plain_sentence, plain_words
from game.explain.rule_explanations import CLIMBS, SLIDES, rule_at_work
from game.explain.triangle_picking import NO_CANDIDATE, pick, pick_message
from game.level import load_level
from game.panels.side_panel import ABOVE, MORE, SidePanel
from game.panels.tick_and_iteration_content import all_blocks, iteration_sheet, plain_sheet, rule_hint, tick_sheet
from game.simulation import Intent, Simulation

SIZE = (1280, 720)
TOLD = []  # messages of the inspector


@pytest.fixture
def inside(level):
    """In front of the first step, which tick 24 meets."""
    session = Session(Simulation(level))
    for _ in range(26):
        session.sim.tick(Intent(wish=(0.0, 1.0)))
    session.show_tick(1)
    looking = TickInspector(session, None, TOLD.append)
    looking.toggle()
    looking.update(0.0)
    return looking


def session_of(inside):
    return inside._session


def test_it_pauses_and_begins_with_the_first_iteration(inside):
    assert session_of(inside).paused and inside.on and inside.number == 0 and inside.phase == 0.0


def test_the_sweep_is_played_and_then_stays(inside):
    inside.update(SWEEP_TIME / 2)
    assert inside.phase == pytest.approx(0.5)
    inside.update(SWEEP_TIME)
    still = inside.shapes
    assert inside.phase == 1.0
    inside.update(SWEEP_TIME + 9.0)
    assert inside.shapes is still, "nothing changes, nothing is made again"
    inside.play()
    inside.update(SWEEP_TIME + 10.0)
    assert inside.phase == 0.0


def test_it_goes_through_all_iterations_and_over_the_ends_of_the_tick(inside):
    session, first = session_of(inside), inside.tick
    count = len(first.iterations)
    assert count > 2
    for number in range(1, count):
        inside.move(1)
        assert inside.number == number
    inside.move(1)
    inside.update(0.0)
    assert session.cursor == 0 and inside.number == 0 and inside.tick is not first
    assert TOLD[-1] == f"on to the next tick, {session.record.tick}"
    inside.move(-1)
    inside.update(0.0)
    assert session.cursor == 1 and inside.number == count - 1


def test_an_iteration_can_be_chosen_by_number_from_outside(inside):
    inside.toggle()
    inside.choose(1)
    inside.update(0.0)
    assert inside.on and inside.number == 1 and inside.phase == 0.0


def test_at_the_newest_tick_it_stays_at_the_last_iteration(inside):
    session_of(inside).show_tick(0)
    inside.update(0.0)
    for _ in range(40):
        inside.move(1)
    assert inside.number == len(inside.tick.iterations) - 1 and session_of(inside).cursor == 0
    assert "newest tick" in TOLD[-1]


def test_it_is_gone_when_the_game_goes_on_or_it_is_switched_off(inside):
    session_of(inside).resume()
    inside.update(0.0)
    assert inside.tick is None and inside.shapes is None
    session_of(inside).pause()
    inside.update(0.0)
    assert inside.tick is None, "the next stop is a plain one"
    inside.toggle(), inside.update(0.0)
    assert inside.tick is not None
    inside.toggle(), inside.update(0.0)
    assert inside.tick is None


@pytest.mark.parametrize("go", [
    lambda session: session.resume(),
    lambda session: session.play_film(-1),
    lambda session: session.restart(),
    lambda session: session.begin(Simulation(session.sim.level)),
])  # fmt: skip
def test_going_on_a_rewind_a_restart_and_another_level_end_it(inside, go):
    """A gamer left a tick by P. Minutes later, in another level, each stop opened inside the tick again."""
    left, session = [], session_of(inside)
    inside.left = lambda: left.append(True)
    go(session)
    inside.update(0.0)
    assert left == [True] and not inside.on
    session.pause(), inside.update(0.0)
    assert inside.tick is None


def test_a_page_of_a_lesson_plays_up_to_the_inside_of_its_tick(inside):
    inside.show(0)
    session_of(inside).resume(), inside.update(0.0)
    assert inside.on and inside.tick is None
    session_of(inside).pause(), inside.update(0.0)
    assert inside.tick is not None


@pytest.mark.parametrize("leave", [
    lambda inside: inside.show(None), lambda inside: inside.toggle(), lambda inside: session_of(inside).resume(),
    lambda inside: session_of(inside).play_film(-1), lambda inside: session_of(inside).restart(),
    lambda inside: session_of(inside).begin(Simulation(session_of(inside).sim.level)),
])  # fmt: skip
def test_no_iteration_is_left_for_the_camera_once_its_tick_is_left(inside, leave):
    """The camera is updated before the inspector: it flew to the body of the page before, and stayed there."""
    assert inside.find_iteration() is not None
    leave(inside)
    assert inside.find_iteration() is None


def test_the_iteration_is_of_the_displayed_tick_before_the_next_frame(inside):
    for places in [-1] * 60 + [1] * 80:
        inside.move(places)
        names = [(one.pass_, one.number) for one in session_of(inside).record.trace.iterations]
        assert (inside.find_iteration().pass_, inside.find_iteration().number) == names[inside.number]
        assert inside.tick.record is session_of(inside).record
        inside.update(0.0)


def test_one_pick_after_the_other(inside):
    sim, x, y, z = session_of(inside).sim, *session_of(inside).state.position
    for aside in (0.0, 1.0):
        inside.picked = pick(sim, 1, (x + aside, y, z), (0.0, 0.0, -1.0))
        inside.update(SWEEP_TIME)
        lines = [shape for shape in inside.shapes if isinstance(shape, Polyline)]
        border = [shape for shape in lines if shape.colour == palette.PICKED]
        assert len(border) == 1 and np.allclose(border[0].points[:3], inside.picked.corners)


def test_a_picked_triangle_is_released_by_another_pick(inside):
    x, y, z = session_of(inside).state.position
    inside._ray = lambda across, *_: ((x + across, y, z), (0.0, 0.0, -1.0) if across < 1.0 else (0.0, 1.0, 0.0))
    inside.pick(0.0)
    first = inside.picked
    assert first is not None
    inside.pick(0.001)  # the same triangle
    assert inside.picked is None and inside.on
    inside.pick(0.0)
    inside.pick(1.0)
    assert inside.picked is not None and inside.picked.triangle != first.triangle


def test_the_message_of_a_pick_has_few_digits_and_the_verdict_of_the_test(inside):
    """A newcomer clicked on a post of a lesson, and read "2.345678 m away", but not what its test found."""
    session, (x, y, z) = session_of(inside), session_of(inside).state.position
    inside._ray = lambda *_: ((x, y, z + 0.0123456), (0.0, 0.0, -1.0))
    inside.pick()
    words, _, verdict = TOLD[-1].rpartition(": ")
    assert re.search(rf"^triangle {inside.picked.triangle}, .*, \d\.\d{{1,3}} m away$", words), words
    k = inside.tick.candidate_of(inside.picked.triangle)
    assert verdict == OUTCOME_WORDS[session.record.trace.iterations[inside.number].outcomes[k]]
    elsewhere = replace(inside.picked, triangle=10**6)
    assert pick_message(elsewhere, session.record, 0).endswith(f": {NO_CANDIDATE}")


# The panels


def words_of(block):
    return "".join(span.text for span in block.spans)


def bounds(path, root):
    low, high = path.getTightBounds(root)
    return low.x, high.x, -high.z, -low.z


def test_every_iteration_has_a_sheet_that_begins_with_a_large_plain_sentence(studio, inside):
    """A gamer read "Move pass, iteration 1 of 1", "Fauerby 4.1" and source code where the tutorial had said a sentence."""
    session = session_of(inside)
    sheet = tick_sheet(session, [], has_numbers=True)
    assert words_of(sheet.blocks[0]) == plain_words(session.record)
    for number in range(len(inside.tick.iterations)):
        inside.number = number
        sheet = iteration_sheet(inside)
        first, *others = (*sheet.head, *sheet.blocks)
        assert words_of(first) == plain_sentence(inside.tick.trace, inside.tick.iterations[inside.number])
        assert all(span.style.size < first.spans[0].style.size for block in others for span in block.spans)
        assert not any("(" in words_of(block) for block in others), "numbers and source are on the large page"


def test_numbers_are_shown_and_folded_again_by_one_key_and_never_without_a_tick(inside):
    """It had a third size, without a panel, that stayed in the next level."""
    inside.toggle_size()
    assert inside.is_large
    inside.toggle_size()
    assert not inside.is_large
    inside.toggle_size()
    session_of(inside).resume()
    inside.update(0.0)
    assert not inside.is_large
    inside.toggle_size()
    assert not inside.is_large and "{inspector} looks inside" in TOLD[-1]


def test_every_iteration_has_a_large_page_with_its_numbers_and_its_source(studio, inside):
    while True:
        inside.update(0.0)
        panel = SidePanel(studio.overlay, SIZE)
        panel.show(iteration_sheet(inside))
        left, right, top, bottom = bounds(panel.canvas.root, studio.overlay)
        assert left >= 1280 * 2 / 3 - 1 and right <= 1283 and top >= 0 and bottom <= 722
        texts = [words_of(block) for block in all_blocks(inside.tick, inside.number, None)[0]]
        iteration = inside.tick.iterations[inside.number]
        rows = [text for text in texts if re.fullmatch(r".{17}( +-?\d+\.\d{3}){3}", text)]
        assert len({len(text) for text in rows}) == 1, "columns are aligned"
        names = [text[:17].rstrip() for text in rows]
        assert ("contact p" in names) == bool(iteration.hit) and "displacement v" in names and len(rows) <= 6
        assert any(text.endswith((":", ")")) and "(" in text for text in texts), "source"
        assert sum(text.startswith("No contact") for text in texts) == (not iteration.hit), "said once"
        panel.remove()
        before = inside.number, session_of(inside).cursor
        inside.move(1)
        if (inside.number, session_of(inside).cursor) == before:
            break


def test_a_click_on_an_iteration_of_the_sheet_names_it(studio, inside):
    panel = SidePanel(studio.overlay, SIZE)
    panel.show(iteration_sheet(inside))
    found = set()
    for _ in range(20):
        found |= {panel.action_at(1066, y) for y in range(0, 720, 3)} - {None}
        panel.scroll(-1)
    assert found == {("act", "break_rule"), *(("iteration", number) for number in range(len(inside.tick.iterations)))}
    panel.remove()


def test_the_large_panel_has_every_line_and_scrolls(studio, inside):
    shown = InspectorPanel(studio.overlay, SIZE)
    shown.show(inside, True, (0.5, 0.5))
    assert shown.covers(300, 300) and not shown.covers(300, 700)
    seen = set()
    for _ in range(60):
        seen |= {path.node().getText().strip() for path in shown._large.canvas.root.findAllMatches("**/+TextNode")}
        shown.scroll(-1)
    words = " ".join(seen).split()
    assert all(line.text.split()[0] in words for line in inside.tick.lines(inside.number))
    shown.show(None, True, None)
    assert not shown.visible
    shown.remove()


def texts_of(shown):
    return {path.node().getText().strip() for path in shown._large.canvas.root.findAllMatches("**/+TextNode")}


def test_the_large_panel_says_that_it_scrolls_and_names_its_keys(studio, inside):
    """A newcomer did not find that the wheel scrolls: the last section was below the window, without a sign."""
    shown, found = InspectorPanel(studio.overlay, SIZE), set()
    for number in range(len(inside.tick.iterations)):
        inside.number = number
        shown.show(inside, True, None)
        shown.scroll(100)
        texts, hides = texts_of(shown), shown._large._hidden > 0.0
        assert {"F3", "T", "Up", "Down"} <= texts and (MORE in texts) == hides and ABOVE not in texts
        shown.scroll(-100)
        assert MORE not in texts_of(shown) and (ABOVE in texts_of(shown)) == hides
        found.add(hides)
    assert found == {False, True}
    shown.remove()


def test_it_is_drawn_once(studio, inside):
    shown = InspectorPanel(studio.overlay, SIZE)
    shown.show(inside, True, None)
    before = list(shown._large.canvas.root.getChildren())
    inside.update(SWEEP_TIME)
    shown.show(inside, True, None)
    assert list(shown._large.canvas.root.getChildren()) == before
    shown.remove()


def test_inside_a_step_one_line_offers_the_tick_without_the_step_rule(inside):
    record, iteration = inside.tick.record, inside.find_iteration()
    assert rule_at_work(record, iteration) is CLIMBS
    for sheet in (iteration_sheet(inside), plain_sheet(record, inside)):
        words = " ".join(map(words_of, (*sheet.head, *sheet.blocks))).replace("\u00a0", " ")
        assert "without climbing steps" in words
    assert "with climbing steps" in words_of(rule_hint(record, iteration, CLIMBS)[0]).replace("\u00a0", " ")


@pytest.mark.parametrize("name, start, wish, rule", [
    ("corners", (0.0, -1.5, 0.0), (0.5, 1.0), SLIDES), ("corners", (0.0, -6.0, 0.0), (0.0, 0.0), None),
])  # fmt: skip
def test_the_rule_at_work_is_named_by_what_was_touched(name, start, wish, rule):
    sim = Simulation(load_level(name))
    sim.begin_at(start, 0.0)
    found = [sim.tick(Intent(wish=wish)) for _ in range(90)]
    met = next((record for record in found if record.wall_contact), found[-1])
    assert rule_at_work(met, met.wall_contact) is rule
