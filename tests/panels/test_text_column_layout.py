"""Lines of text and of code that are too long for the side panel, and subscripts in plain text."""

from types import SimpleNamespace

import pytest

from game.panels.text_column_layout import Block, Span, break_lines, code_lines, split_subscripts
from game.panels.theme import CODE, TEXT, TextStyle

LETTER = 7.0  # [units]
CANVAS = SimpleNamespace(text_width=lambda text, style: LETTER * len(text))


def broken(text, letters):
    """The texts of the lines that a line of code takes in a column of so many letters, with their indents in letters."""
    lines = code_lines(CANVAS, SimpleNamespace(spans=(Span(text, CODE),)), 0.0, LETTER * letters)
    return [(round(x / LETTER), span.text) for ((x, span),) in lines]


@pytest.mark.parametrize("text, letters, lines", [
    ("if none: return p      # arrived", 40, [(0, "if none: return p      # arrived")]),
    ("if none: return p      # arrived", 28, [(0, "if none: return p # arrived")]),
    ("  if none: return p      # arrived", 22, [(0, "  if none: return p"), (4, "# arrived")]),
    ("refused unless farther along", 22, [(0, "refused unless farther"), (2, "along")]),
    ("a = 1 # a note that is long", 12, [(0, "a = 1"), (2, "# a note"), (2, "that is"), (2, "long")]),
    ("abcdefghijklmnop", 10, [(0, "abcdefghij"), (2, "klmnop")]),
])  # fmt: skip
def test_a_comment_moves_nearer_then_to_the_next_line(text, letters, lines):
    assert broken(text, letters) == lines


COLOURED = TextStyle(colour=(1.0, 1.0, 0.0, 1.0))


@pytest.mark.parametrize("letters, lines", [
    (40, ["with t0 < 0 and t1 > 1"]),
    (19, ["with t0 < 0 and", "t1 > 1"]),
    (8, ["with", "t0 < 0", "and", "t1 > 1"]),
])  # fmt: skip
def test_a_relation_stays_on_a_line_with_both_its_sides(letters, lines):
    found = break_lines(CANVAS, Block((Span("with t0 < 0 and t1 > 1", COLOURED),)), LETTER * letters)
    assert ["".join(span.text for _, span in line) for line in found] == lines


@pytest.mark.parametrize("letters, lines", [
    (40, ["at the contact, with it"]),
    (15, ["at the contact,", "with it"]),
    (14, ["at the", "contact, with", "it"]),  # not "at the contact" and ", with it"
])  # fmt: skip
def test_no_line_begins_with_the_comma_after_a_coloured_word(letters, lines):
    block = Block((Span("at the ", TEXT), Span("contact", COLOURED), Span(", with it", TEXT)))
    found = break_lines(CANVAS, block, LETTER * letters)
    assert [" ".join(span.text for _, span in line).replace(" ,", ",") for line in found] == lines


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
