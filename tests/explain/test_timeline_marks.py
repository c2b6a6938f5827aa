"""The marks of the timeline: their kinds and words, and that each record is processed once."""

from dataclasses import replace

import pytest

from game.collision import Rules
from game.explain import timeline_marks
from game.explain.timeline_marks import LOOKS, Mark, MarkBook, MarkKind, summary
from game.level import load_level
from game.simulation import Intent, Simulation, parse_script
from tests.simulation.driving import run, settled, simulate, walk
from tests.simulation.scenes import floor, wall


@pytest.fixture(scope="module")
def climb():
    """The first 400 ticks of the stairs' tour; the rules change after 200."""
    level = load_level("stairs")
    simulation = Simulation(level)
    for number, intent in zip(range(400), parse_script(level.tour).intents()):
        if number == 200:
            simulation.set_rules(replace(Rules.modern(), keep_planes=False))
        simulation.tick(intent)
    return simulation


def kinds(found):
    return [mark.kind for mark in found]


def test_every_kind_has_a_sign_of_its_own():
    assert set(LOOKS) == set(MarkKind)
    assert len({sign for sign, _, _ in LOOKS.values()}) == len({name for _, _, name in LOOKS.values()}) == len(MarkKind)


def test_steps_up_and_the_change_of_rules_are_marked(climb):
    found = MarkBook().read(climb.history)
    assert kinds(found).count(MarkKind.STEP_UP) > 10
    (change,) = [mark for mark in found if mark.kind == MarkKind.RULES]
    assert change == Mark(201, MarkKind.RULES, "keep planes: off")
    assert [mark.tick for mark in found] == sorted(mark.tick for mark in found)


def test_a_wall_is_marked_when_it_is_first_touched():
    simulation = settled(simulate(floor(), wall(0.0, 2.0)))
    records = run(simulation, 40, walk(0.0, 5.0)) + run(simulation, 5, walk(0.0, -5.0)) + run(simulation, 20, walk(0.0, 5.0))
    found = MarkBook().read(records)
    assert kinds(found) == [MarkKind.WALL, MarkKind.WALL]
    touching = [record.tick for record in records if any(not step.walkable for step in record.contacts)]
    assert found[0].tick == touching[0] and found[1].tick > touching[0] + 20


def test_jump_and_landing_are_marked():
    simulation = settled(simulate(floor()))
    records = run(simulation, 1, Intent(jump=True)) + run(simulation, 60, Intent())
    jump, landing = MarkBook().read(records)
    assert (jump.kind, landing.kind) == (MarkKind.JUMP, MarkKind.LANDING)
    assert landing.words == "landing at 4.4 m/s"


def test_each_record_is_processed_once(climb, monkeypatch):
    book, processed = MarkBook(), []
    first = book.read(climb.history)
    monkeypatch.setattr(timeline_marks, "marks_of", lambda record, events: processed.append(record) or [])
    assert book.read(climb.history, forks=()) == first and not processed
    climb.rewind(3)
    climb.tick(Intent())
    book.read(climb.history)
    assert [record.tick for record in processed] == [398]


def test_a_book_does_not_grow_without_limit(climb):
    book, records = MarkBook(), list(climb.history)[:10]
    for _ in range(200):
        book.read([record._replace(microseconds=0.0) for record in records])
    assert len(book._pages) <= 1000 + 5 * len(records)


def test_branches_within_the_records_are_marked(climb):
    records = list(climb.history)[100:120]
    found = MarkBook().read(records, forks=(40, 100, 107, 120))
    assert [mark.tick for mark in found if mark.kind == MarkKind.BRANCH] == [101, 107, 120]
    assert MarkBook().read((), forks=(7,)) == []


def test_marks_that_share_a_place_are_counted():
    up, jump = Mark(3, MarkKind.STEP_UP, "step up of 18 cm"), Mark(5, MarkKind.JUMP, "jump")
    assert summary([up]) == "tick 3: step up of 18 cm"
    assert summary([up, up._replace(tick=4), jump]) == "ticks 3 to 5: jump, 2 × step up"
