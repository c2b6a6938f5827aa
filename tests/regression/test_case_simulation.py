"""A case that cannot be run is refused with its name."""

import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from tests.app.small_level import write_small_level


@pytest.mark.parametrize(
    "wrong", [{"hz": 0}, {"spawn": (float("nan"), 0.0, 0.0)}, {"set": (("speed", "fast"),)}, {"rules": "none"}]
)
def test_every_wrong_input_is_refused_with_the_name_of_the_case(tmp_path, wrong):
    level = load_level(write_small_level(tmp_path))
    with pytest.raises(InputError, match="brisk"):
        run_case(level, Case("brisk", script="9 forward=1", **wrong))
