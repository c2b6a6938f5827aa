"""Whatever a level file says: a closed solid with an outside, or one line. Never a traceback, never a hole."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.core import value_rules
from game.core.input_errors import InputError
from game.level.parts import PARTS
from tests.level.solidity import areas, same_both_ways, volume


def values(rule):
    """A strategy for what the rule allows, mostly of the size that levels are made of."""
    if isinstance(rule, value_rules.Number):
        common = st.sampled_from([0.1, 0.3, 0.5, 1.0, 2.0, 3.0, 10.0, 40.0, 90.0])
        wide = st.floats(max(rule.low, -50.0), min(rule.high, 50.0)) if rule.low < 50.0 else st.just(rule.low)
        return (common | wide).filter(lambda x: rule.low <= x <= rule.high)
    if isinstance(rule, value_rules.Whole):
        return st.integers(rule.low, min(rule.high, 12))
    if isinstance(rule, value_rules.OneOf):
        return st.sampled_from(rule.words)
    if isinstance(rule, value_rules.Values):
        return st.lists(values(rule.rule), min_size=rule.length, max_size=rule.length)
    if isinstance(rule, value_rules.ListOf):
        return st.lists(values(rule.rule), min_size=rule.least, max_size=rule.least + 2)
    if isinstance(rule, value_rules.TableOf):
        return tables(rule.build)
    return st.booleans()


def tables(build):
    return st.fixed_dictionaries({}, optional={name: values(rule) for name, rule in value_rules.parameters(build).items()})


@pytest.mark.parametrize("name", sorted(set(PARTS) - {"mesh"}))
def test_any_table_gives_a_closed_solid_or_one_line(name):
    build = PARTS[name].build

    @settings(max_examples=12 if name == "terrain" else 40)  # a terrain may have a hundred thousand triangles
    @example(table={"hole": 1e-169} if name == "funnel" else {})
    @given(table=tables(build))
    def check(table):
        try:
            shape = value_rules.call_checked(build, table, "level.toml:7: parts[1]")
        except InputError as problem:
            assert "\n" not in str(problem) and str(problem).startswith("level.toml:7: parts[1]")
            return
        assert np.isfinite(shape.vertices).all() and len(shape.triangles) == len(shape.roles)
        if table.get("style") != "surface":
            assert same_both_ways(shape)
            assert volume(shape) > 0.0
            assert areas(shape).min() > 0.0

    check()
