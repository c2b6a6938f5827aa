"""The text of `check` names each input, parameter and rule that differs from the record."""

from game.level import load_level
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from game.regression.golden_records import header_of
from game.regression.verdict import causes, changed_words
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
    other = header_of(run_case(level, Case("any", script="59 forward=1", hz=30, settings=(("speed", "4"),), heading=9.0)))
    assert causes(head, head) == []
    for key, newer in (("player", " fall_gravity=1.0"), ("rules", " climb_steps=True")):
        assert newer in head[key] and causes(head, head | {key: head[key].replace(newer, "")}) == []
    assert causes(other, head) == [
        "the script has changed",
        "the start has changed",
        "30 ticks a second instead of 60",
        "speed=4.0 instead of 5.0",
    ]
