"""Every shipped level declares cases, and each is walked as it is on record. `pytest --update-golden` accepts today's runs.

Numbers of all cases, pictures of a few: lighting all levels for the first time takes too long for a test. `main.py check`
compares them all, to the bit; here there is room for the rounding of another processor and mathematics library.
"""

import pytest

from game.level import level_names
from game.level.contents.level import COMPARE, OFF
from game.regression.case_pictures import draw_pictures, picture_difference
from game.regression.case_simulation import run_case
from game.regression.check_command import SceneCache
from game.regression.first_difference import ROUNDING, trajectory_finding
from game.regression.golden_records import GOLDEN, golden_folder, golden_of, orphans, read_golden, trajectory_of
from tests.shipped_levels import shipped, tables_of

PICTURED = ("up-18", "up-40", "up-beside-wall")  # of the stairs
ROUNDING_OF_LIGHT = 1.0  # of the worst tile, 0..255; a missing overlay has more than 50
MOST_PICTURES = 8_400_000  # [bytes] Smaller: no room for a level of the lab with three exhibits; larger: each clone loads them

TABLES = [(name, table) for name in level_names() for table in tables_of(name).get("cases", ())]
COMPARED = [
    pytest.param(name, table["name"], id=f"{name}/{table['name']}")
    for name, table in TABLES
    if table.get("mode", COMPARE) == COMPARE
]


@pytest.mark.parametrize("name", level_names())
def test_every_level_declares_a_case(name):
    assert shipped(name).cases, 'add a table [[cases]], if only one with mode = "off"'


@pytest.mark.parametrize("name, title", COMPARED)
def test_the_case_is_walked_as_on_record(name, title):
    level = shipped(name)
    (case,) = [case for case in level.cases if case.name == title]
    was = read_golden(golden_folder(level) / case.name, level, case, pictures=False)
    finding = trajectory_finding(trajectory_of(run_case(level, case)), was.rows)
    assert finding is None or 0.0 < finding.farthest <= ROUNDING, str(finding)


def test_the_pictures_are_those_on_record():
    level, scenes = shipped("stairs"), SceneCache()
    for case in (case for case in level.cases if case.name in PICTURED):
        walked = run_case(level, case)
        pictures, _, without = draw_pictures(walked, scenes)
        if without:
            pytest.skip(without)
        was = read_golden(golden_folder(level) / case.name, level, case)
        found = [picture_difference(pictures[name], was.pictures[name]) for name in was.pictures]
        assert max(difference.worst if difference else 0.0 for difference in found) <= ROUNDING_OF_LIGHT, case.name
        assert set(golden_of(walked).overlays) == set(was.overlays)
    scenes.close()


def test_every_record_belongs_to_a_case():
    assert sorted(path.name for path in GOLDEN.iterdir()) == [n for n in level_names() if n in {one for one, _ in TABLES}]
    assert [path for name in level_names() for path in orphans(GOLDEN / name, shipped(name).cases)] == []


def test_there_are_many():
    walked = [case for name in level_names() for case in shipped(name).cases if case.mode != OFF]
    assert len(walked) >= 40 and sum(len(case.shots) for case in walked) >= 60
    assert {case.hz for case in walked} >= {30, 60, 120, 240}
    assert {case.rules for case in walked} == {"modern", "fauerby", "thebigh"}


def test_all_pictures_together_stay_small():
    assert sum(path.stat().st_size for path in GOLDEN.rglob("*.webp")) < MOST_PICTURES
