"""The walks that compare a rule on and off: each shows a difference that can be seen, and it is the one described."""

import pytest

from game.collision import Rules
from game.explain.rule_explanations import RULES, effect_of

LEAST = 1.3  # factor between the larger and the smaller value: less is no visible difference of two bars


@pytest.mark.parametrize("rule", Rules.SWITCHES)
def test_the_rule_makes_a_visible_difference(rule):
    effect = effect_of(rule)
    small, large = sorted(effect.values)
    assert large > LEAST * small and large > 0.05 and small >= -1e-6
    assert len(effect.paths[0]) == len(effect.paths[1]) == RULES[rule].walk.ticks and effect.title.endswith("]")


@pytest.mark.parametrize(
    "rule, on, off",
    [
        ("skin_from_plane", 0.1, 2.0),  # mm, as the menu says
        ("turn_body", 0.7, 0.2),  # the body's half lengths
        ("gravity_lands", 0.0, 0.08),  # 4 cm a second for two seconds
        ("separate_gravity", 0.0, 0.08),
        ("keep_planes", 3.5, 0.239),  # hardly moves under an overhang
    ],
)
def test_the_difference_is_the_one_described(rule, on, off):
    assert effect_of(rule).values == pytest.approx((on, off), rel=0.03, abs=2e-3)
