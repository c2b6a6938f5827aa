"""The rules in plain words: every switch, every preset and every choice of a twin has a name that players can read."""

import pytest

from game.collision import Rules
from game.explain.rule_explanations import NAMES, PRESETS, RULES, describe_choice, describe_preset
from game.simulation.twins import choices


def test_every_rule_has_a_name_without_the_signs_of_code():
    assert tuple(RULES) == Rules.SWITCHES and set(PRESETS) == set(Rules.NAMES)
    assert not [name for name in NAMES.values() if "_" in name or not name[0].isupper()]
    assert len(set(NAMES.values())) == len(NAMES)


@pytest.mark.parametrize("choice", choices())
def test_every_choice_of_a_twin_has_words(choice):
    assert describe_choice(choice).startswith(("without: ", PRESETS.get(choice, "without")))


def test_several_switches_off_and_engines():
    assert describe_choice("no climb steps, combined gravity") == f"without: {NAMES['climb_steps']}; {NAMES['separate_gravity']}"
    assert describe_choice("Bullet") == "the engine Bullet"


def test_the_words_of_a_preset_and_of_a_choice_of_one_s_own():
    assert describe_preset(Rules.fauerby()) == "printed rules (Fauerby's paper)"
    assert describe_preset(Rules(climb_steps=False)) == "rules of your own choice"
