"""Wrong marks in the scene of a page are refused."""

import pytest

from game.core.input_errors import InputError
from game.lesson.tools.lesson_records import PlaceRule


@pytest.mark.parametrize("value", ["corner", ["p1", 0.0], ["p4", 0, 0, 0], [1.0, 2.0], 3])
def test_a_place_that_does_not_exist_is_refused(value):
    with pytest.raises(InputError):
        PlaceRule().check(value, "marks[0]: at")
