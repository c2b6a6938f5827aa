"""Subscripts in plain text."""

import pytest

from game.explain.inspector_text import split_subscripts


@pytest.mark.parametrize(
    "text, pieces",
    [
        ("no subscript", [("no subscript", False)]),
        ("n_z is 1", [("n", False), ("z", True), (" is 1", False)]),
        ("1/m_a + 1/m_b", [("1/m", False), ("a", True), (" + 1/m", False), ("b", True)]),
        ("with n_ez.", [("with n", False), ("ez", True), (".", False)]),
        ("step_up and collide_and_slide", [("step_up and collide_and_slide", False)]),
        ("x_long", [("x_long", False)]),
        ("", [("", False)]),
    ],
)
def test_a_letter_with_a_subscript_is_split_and_a_name_is_not(text, pieces):
    assert split_subscripts(text) == pieces
