"""The text of `check` names each parameter and rule that differs from the record."""

from game.regression.golden_records import changed_words


def test_a_changed_parameter_and_one_that_only_one_side_has_are_named():
    now, was = "speed=5.0 step_up=0.4 gravity=9.8", "speed=5.0 step_up=0.3 snap=0.2"
    assert changed_words(now, was) == [
        "step_up=0.4 instead of 0.3",
        "gravity=9.8 instead of nothing",
        "snap=nothing instead of 0.2",
    ]
    assert changed_words(now, now) == []
