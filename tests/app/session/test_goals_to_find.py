"""Places to find: each level has a finish or goals, its tour comes by all of them, and recordings find nothing."""

import itertools
from math import atan2, dist, pi, remainder

import pytest

from game.app.session.goals_to_find import UNWALKED, Goals
from game.app.session.play_session import Session
from game.app.session.saved_progress import UserProgress
from game.core.vec3 import UP, along
from game.level import level_names, load_level
from game.level.contents.level import first_hit
from game.simulation import Intent, Simulation
from game.simulation.race_clock_and_medals import finish_of
from tests.shipped_levels import shipped, tables_of, toured

GALLERIES = [
    name for name in level_names() if "finish" not in {volume["kind"] for volume in tables_of(name).get("volumes", ())}
]


@pytest.mark.parametrize("name", GALLERIES)
def test_a_level_without_a_clock_has_something_to_find_and_its_tour_finds_it(name, tmp_path):
    level, records = shipped(name), toured(name)
    assert finish_of(level) is None and level.goals and len({goal.name for goal in level.goals}) == len(level.goals)
    path = tmp_path / "progress.json"
    goals = Goals(level, UserProgress(path))
    marks = [mark for record in records if (mark := goals.update(record, True))]
    assert goals.is_complete and [mark.number for mark in marks] == list(range(1, len(level.goals) + 1))
    assert [mark.bell.name for mark in marks] == ["checkpoint"] * (len(marks) - 1) + ["medal"]
    assert all(mark.onward.startswith("Next: ") for mark in marks[:-1]), "the nearest of those that are left"
    assert UserProgress(path).goals(name) == {goal.name for goal in level.goals}


def test_a_goal_that_was_renamed_can_be_found_again(tmp_path):
    level, records = shipped("playground"), toured("playground")
    progress = UserProgress(tmp_path / "progress.json")
    progress.store_goal("playground", "its old name")
    goals = Goals(level, progress)
    assert goals.invitation and not goals.is_complete
    assert any(goals.update(record, True) for record in records) and goals.is_complete


def test_a_recording_finds_nothing_and_what_was_found_is_not_found_again(tmp_path):
    level, records = shipped("playground"), toured("playground")
    progress = UserProgress(tmp_path / "progress.json")
    watched = Goals(level, progress)
    assert not any(watched.update(record, False) for record in records)
    for expected in (1, 0):
        again = Goals(level, progress)
        assert sum(again.update(record, True) is not None for record in records) == expected


def test_at_the_top_of_the_tower_a_bell_rings_and_the_view_is_shown_once(tmp_path):
    level, records = shipped("playground"), toured("playground")
    shown, marks = [], []
    goals = Goals(level, UserProgress(tmp_path / "progress.json"), lambda: shown.append(len(marks)))
    for record in records:
        marks += filter(None, [goals.update(record, True)])
    assert [goal.view for goal in level.goals] == [True] and shown == [0] and [mark.bell.name for mark in marks] == ["medal"]


def test_the_arrow_leads_along_the_way_to_a_mark(tmp_path):
    """A gamer walked into the tower's column, and circled: the arrow led through walls to the roof."""
    level, records = shipped("playground"), toured("playground")
    goals, aims = Goals(level, UserProgress(tmp_path / "progress.json")), []
    way = [(f"the tower: {stop.name}", stop.at) for stop in level.goals[0].way]
    feet = records[0].params.feet
    for record in records:
        if goals.aim and goals.aim not in aims:
            aims.append(goals.aim)
        goals.update(record, True)
    assert len(way) > 5 and aims == [*way, ("the tower", level.goals[0].at)] and goals.is_complete
    for (_, start), (_, end) in itertools.pairwise(aims[:-1]):
        assert first_hit(level.mesh, along(start, UP, feet), along(end, UP, feet)) is None, "no wall is between two stops"
    again, high = Goals(level, UserProgress(tmp_path / "other.json")), records[600]
    for record in records[:600]:
        again.update(record, True)
    before = way.index(again.aim)
    again.update(high._replace(after=high.after.replace(position=along(way[1][1], UP, 0.9))), True)
    assert way.index(again.aim) == 2 < before, "after a fall it leads to the stairs again"


def test_goals_do_not_change_the_level(tmp_path):
    """Recordings and the regression's cases know a level by its hash."""
    level = shipped("playground")
    path = tmp_path / "playground.toml"
    text = level.path.read_text(encoding="utf-8")
    path.write_text(text.replace("[[goals]]", "[[goals]]\nname = 'other'\nat = [1.0, 2.0, 3.0]\n\n[[goals]]"), encoding="utf-8")
    other = load_level(str(path))
    assert len(other.goals) == len(level.goals) + 1 and other.hash == level.hash


def test_a_player_that_flew_to_a_mark_does_not_find_it_until_it_begins_again(tmp_path):
    level = shipped("stairs")
    goals, sim = Goals(level, UserProgress(tmp_path / "progress.json")), Simulation(level)
    at = level.goals[0].at
    session = Session(sim)
    session.move_eye_to((at[0], at[1], at[2] + sim.params.eye_height), 0.0)
    answers = [goals.update(sim.tick(Intent()), True) for _ in range(30)]
    assert not goals.found and [answer for answer in answers if answer] == [UNWALKED], "it says so once"
    records = toured("stairs")
    assert any(goals.update(record, True) for record in records) and goals.found


@pytest.mark.parametrize("name", [name for name in GALLERIES if len(shipped(name).goals) > 1])
def test_arrow_and_card_name_the_same_mark_until_it_is_found(name, tmp_path):
    """The card named the nearest from the mark that was found, the arrow the nearest from the player."""
    level, records = shipped(name), toured(name)
    goals = Goals(level, UserProgress(tmp_path / "progress.json"))
    (x, y, _), places = level.spawn.at, [(goal.name, goal.at) for goal in level.goals]
    turned = {name: abs(remainder(atan2(x - at[0], at[1] - y) - level.spawn.heading, 2.0 * pi)) for name, at in places}
    ahead = [(name, at) for name, at in places if turned[name] < pi / 4.0]
    assert goals.aim == min(ahead or places, key=lambda aim: dist(aim[1], level.spawn.at))
    for record in records:
        before = goals.aim
        mark = goals.update(record, True)
        if goals.aim is None:
            assert goals.is_complete
        elif mark:
            assert mark.onward.startswith(f"Next: {goals.aim[0]}. ")
        else:
            assert goals.aim == before


@pytest.mark.parametrize("name, first, later", [("stairs", "the gate", "under the wall"), ("shapes", "the terrace", "the mouse")])
def test_the_first_mark_is_ahead_of_the_player_and_the_others_are_the_nearest(tmp_path, name, first, later):
    """On the stairs a star was straight ahead, and an arrow led away from it. Then arrow and card named different ones."""
    level = shipped(name)
    goals = Goals(level, UserProgress(tmp_path / "progress.json"))
    assert goals.next.name == goals.aim[0] == first
    goals.found.add(first)
    assert goals._nearest(next(goal.at for goal in level.goals if goal.name == first)).name == later
