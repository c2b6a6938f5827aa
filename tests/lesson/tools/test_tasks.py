"""A page's task is still to do when the page opens. Its keys bring it about, and it shows what it says."""

import re
from itertools import islice, repeat
from math import dist

import pytest

from game.collision import Ending, Feature, Pass, Rules
from game.explain.tick_overlay import Switches
from game.lab import Lab
from game.lesson import intents_of, lesson_names, level_of, simulation_of
from game.lesson.tools.lesson_records import WALKED, Attempt, Task
from game.panels.bindings import BINDINGS
from game.simulation import Ground, Intent
from tests.lesson_pages import lesson_of, page_tables

TASKS = {
    (name, number): table["task"]
    for name in lesson_names()
    for number, table in enumerate(page_tables(name), 1)
    if "task" in table
}
PAGES = [pytest.param(place, id="-".join(map(str, place))) for place in TASKS]
ACTIONS = {binding.action for binding in BINDINGS}
SPACES = ("world", "ellipsoid", "both")


def opened(page):
    """The Attempt of a reader that has just opened the page."""
    overlays = Switches.only(page.shot.overlays)
    shown = frozenset(name for name in Switches.names() if getattr(overlays, name))
    return Attempt(page.shot.tick, 0 if page.inside is None else page.inside + 1, shown, page.space, page.minkowski)


def records_until(page, last):
    """The TickRecords of the page's run from its shot to tick `last`. After the shot the input repeats, as with the key step."""
    sim = simulation_of(page, level=level_of(page.level))
    script = list(islice(intents_of(page, sim.state.heading), page.shot.tick)) or [Intent()]
    script = (script + [script[-1]] * page.shot.tick)[: page.shot.tick]
    script += repeat(script[-1]._replace(actions=()), last - page.shot.tick)
    return [sim.tick(intent) for intent in script][page.shot.tick - 1 :]


def controls_of(page):
    return {
        f"{exhibit.place.name}.{control.name}": control
        for exhibit in Lab(level_of(page.level).exhibits, 60).exhibits
        for control in exhibit.controls
    }


def landed(records):
    return any(record.before.ground is not Ground.FLOOR and record.after.ground is Ground.FLOOR for record in records)


def is_on_a_floor(records):
    return records[-1].after.ground is Ground.FLOOR


def rests_on_a_face(records):
    return any(
        iteration.pass_ is Pass.GRAVITY and iteration.hit and iteration.feature is Feature.FACE
        for iteration in records[-1].trace.iterations
    )


def is_free(records):
    """True if no pass but gravity's met anything in the last tick."""
    return not any(iteration.hit for iteration in records[-1].trace.iterations if iteration.pass_ is not Pass.GRAVITY)


SHOWN = {  # words of a task: what its last tick must show
    "lands": landed,
    "stands": is_on_a_floor,
    "is a floor": is_on_a_floor,
    "on a floor": is_on_a_floor,
    "is floor": is_on_a_floor,
    "rest on the floor": is_on_a_floor,
    "tread": rests_on_a_face,
    "face carries": rests_on_a_face,
    "no edge": is_free,
    "walks freely": is_free,
    "no contact with": is_free,
    "meets the edge": lambda records: any(
        iteration.feature is Feature.EDGE for iteration in records[-1].trace.iterations if iteration.hit
    ),
    "begins to slide": lambda records: records[-1].trace.iterations[0].ending is Ending.SLID,
    "meets the surface": lambda records: records[-1].trace.iterations[0].hit,
    "it rests": lambda records: max(map(abs, moved(records))) < 1e-9,
    "never rests": lambda records: max(map(abs, moved(records))) > 1e-4,
    "along the wall": lambda records: (
        records[-1].trace.iterations[0].ending is Ending.SLID and max(map(abs, moved(records))) > 0.01
    ),
}


def moved(records):
    return [b - a for a, b in zip(records[-1].before.position, records[-1].after.position)]


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_it_is_not_done_when_the_page_opens(page):
    assert not page.task.is_done(opened(page))


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_its_keys_exist_and_bring_about_its_condition(page):
    task, named = page.task, set(re.findall(r"{(\w+)}", page.task.say))
    assert named <= ACTIONS
    if task.tick:
        assert page.shot.tick < task.tick and named & {"step", "jump_ahead"}
    if task.iteration:
        steps = records_until(page, page.shot.tick)[-1].trace.iterations
        assert task.iteration <= len(steps) and (named & {"inspector", "next_iteration"})
        assert task.iteration == 1 or "next_iteration" in named
    if task.overlay:
        assert f"overlay_{task.overlay}" in named
    if task.space:
        assert "next_space" in named and task.space in SPACES
    assert task.minkowski == ("minkowski" in named) and task.flat == ("flat" in named)
    assert task.pick == ("Click" in task.say)
    assert not task.walk or "pause" in named
    if task.use:
        control = controls_of(page)[task.use]
        assert task.value is None or task.value in control.positions


@pytest.mark.parametrize("page", [page for page, task in zip(PAGES, TASKS.values()) if "tick" in task], indirect=True)
def test_the_last_tick_shows_what_it_says(page):
    demanded = [shows for words, shows in SHOWN.items() if words in page.task.say]
    if demanded:
        records = records_until(page, page.task.tick)
        assert all(shows(records) for shows in demanded), page.task.say


# The walks of the lab, by one set of rules and to a desk, are those of tests/app/teaching/test_lesson_player.py.
WALKED_PAGES = [page for page, task in zip(PAGES, TASKS.values()) if len(task.get("walk", ())) > 1]


@pytest.mark.parametrize("page", WALKED_PAGES, indirect=True)
def test_a_walk_leads_to_its_place_with_each_of_its_rules(page):
    """With the page's own input, and the last one repeated: first from the moment that the page shows, then from its start."""
    for rules in page.task.walk:
        sim = simulation_of(page, None if rules == page.task.walk[0] else Rules.named(rules), level_of(page.level))
        script = list(islice(intents_of(page, sim.state.heading), page.shot.tick))
        begun = page.shot.tick if rules == page.task.walk[0] else 0
        there = set()
        for number, intent in enumerate([*script, *repeat(script[-1], 4 * page.hz)]):
            x, y, z = sim.tick(intent).after.position
            if number - begun >= WALKED * page.hz:
                there.add(dist((x, y, z - sim.body.radii[2]), page.task.near) <= page.task.within)
        assert True in there, rules


def test_each_lesson_on_the_paper_has_a_page_that_one_walks():
    lessons = [lesson_of(name) for name in lesson_names()]
    walked = [lesson.name for lesson in lessons if any(page.task and page.task.walk for page in lesson.pages)]
    assert {lesson.name for lesson in lessons if lesson.order <= 14} <= {*walked}


def test_most_pages_have_something_to_do_that_the_game_notices():
    pages = [page for name in lesson_names() for page in lesson_of(name).pages]
    assert sum(bool(page.question or page.task) for page in pages) >= 0.7 * len(pages)


def test_all_conditions_must_hold_at_once():
    task = Task("look", tick=5, overlay="path", use="wall.speed", value=20.0)
    done = Attempt(5, overlays=frozenset({"path"}), used={"wall.speed": 20.0})
    assert task.is_done(done)
    for part in ({"tick": 4}, {"overlays": frozenset()}, {"used": {}}, {"used": {"wall.speed": 15.0}}):
        assert not task.is_done(done._replace(**part))
    assert not Task("nothing").is_done(done)
