"""Rules: the three named sets, and that every number is checked by name."""

import inspect
from dataclasses import replace

import pytest

from game.collision import Rules


def test_modern_has_every_repair():
    assert all(getattr(Rules.modern(), name) for name in Rules.SWITCHES)
    assert Rules.modern() == Rules()


def switched_on(rules):
    return {name for name in Rules.SWITCHES if getattr(rules, name)}


def test_fauerby_has_none_but_the_pass_of_its_own_for_gravity():
    assert switched_on(Rules.fauerby()) == {"separate_gravity"}


def test_thebigh_turns_the_body_and_sees_both_sides():
    assert switched_on(Rules.thebigh()) == {"two_sided", "turn_body", "separate_gravity"}


@pytest.mark.parametrize("name", Rules.NAMES)
def test_by_name(name):
    assert Rules.named(name) == getattr(Rules, name)()


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="newton.*modern, fauerby, thebigh"):
        Rules.named("newton")


@pytest.mark.parametrize("name", Rules.SWITCHES)
def test_every_switch_is_explained(name):
    assert f"\n{name} " in inspect.getdoc(Rules)  # from Python 3.13 on, __doc__ itself has no indent
    with pytest.raises(ValueError, match=rf"^rules: {name}\b"):
        replace(Rules(), **{name: "yes"})


@pytest.mark.parametrize("name", ["skin", "very_close", "max_iterations", "max_slope"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_impossible_numbers_are_refused(name, value):
    with pytest.raises(ValueError, match=rf"^rules: {name}\b"):
        replace(Rules(), **{name: value})


def test_a_slope_limit_may_be_just_less_than_a_right_angle():
    assert Rules(max_slope=1.57).max_slope == 1.57


@pytest.mark.parametrize("change", [{"max_iterations": 2.5}, {"max_iterations": 33}, {"max_slope": 1.6}])
def test_numbers_out_of_range_are_refused(change):
    with pytest.raises(ValueError, match=rf"^rules: {next(iter(change))}\b"):
        replace(Rules(), **change)
