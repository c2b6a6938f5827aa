"""The verdict on a case names the kind of its difference, and each input, parameter and rule that differs from the record."""

import pytest

from game.level import load_level
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from game.regression.first_difference import Finding, findings_of
from game.regression.golden_records import Golden, header_of
from game.regression.verdict import Matter, causes, changed_words, matter_of
from tests.app.small_level import write_small_level


def test_a_changed_parameter_and_one_that_only_one_side_has_are_named():
    now, was = "speed=5.0 step_up=0.4 gravity=9.8", "speed=5.0 step_up=0.3 snap=0.2"
    assert changed_words(now, was) == [
        "step_up=0.4 instead of 0.3",
        "gravity=9.8 instead of nothing",
        "snap=nothing instead of 0.2",
    ]
    assert changed_words(now, now) == []


def test_causes_name_what_has_changed(tmp_path):
    level = load_level(write_small_level(tmp_path))
    head = header_of(run_case(level, Case("any", script="60 forward=1")))
    other = header_of(run_case(level, Case("any", script="59 forward=1", hz=30, set=(("speed", "4"),), heading=9.0)))
    assert causes(head, head) == []
    for key, newer in (("player", " fall_gravity=1.0"), ("rules", " climb_steps=True")):
        assert newer in head[key] and causes(head, head | {key: head[key].replace(newer, "")}) == []
    assert causes(other, head) == [
        "the script has changed",
        "the start has changed",
        "30 ticks a second instead of 60",
        "speed=4.0 instead of 5.0",
    ]


@pytest.mark.parametrize(
    "change, matter",
    [
        ({"x": 1e-12}, Matter.ROUNDING),
        ({"x": 1e-6}, Matter.CONTACTS),
        ({"x": 1e-3}, Matter.PATH),
        ({"ground": "air"}, Matter.PATH),
        ({"story": "move 0  edge of triangle 9 at 0.100  slid"}, Matter.CONTACTS),
    ],
)
def test_the_path_matters_most_then_the_contacts(straight, change, matter):
    (name, value), row = *change.items(), straight[9]
    value = value if isinstance(value, str) else getattr(row, name) + value
    other = (*straight[:9], row._replace(**{name: value}), *straight[10:])
    now, was = (Golden({}, rows, (), {}, {}, {}) for rows in (other, straight))
    assert matter_of(findings_of(now, was), now, was) == matter


def test_other_candidates_and_fractions_are_rounding_but_a_visible_picture_is_not(straight):
    told = tuple(row._replace(story=row.story.replace(" at 0.0", " at 0.1")) for row in straight)
    now, was = Golden({}, told, (), {5: "9 candidates"}, {}, {}), Golden({}, straight, (), {5: "8 candidates"}, {}, {})
    found = findings_of(now, was)
    assert told != straight and matter_of(found, now, was) == Matter.ROUNDING
    assert matter_of([*found, Finding("picture", 5, "", worst=9.0)], now, was) == Matter.PICTURE
    assert matter_of([Finding("picture", 5, "", worst=0.1)], was, was) == Matter.PICTURE, "nothing else differs"
