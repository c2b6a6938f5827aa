"""Line breaks of texts, with a canvas on which every letter is ten units wide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.panels.canvas import balance_lines, wrap_text, wrap_to_width


class TenUnitsALetter:
    def __init__(self):
        self.measured = 0

    def text_width(self, text, style):
        self.measured += 1
        assert self.measured < 10_000, "the search for a narrower width does not end"
        return 10 * len(text)


@pytest.mark.parametrize("text", ["aaaaaaaa bbbbbbbb", "aaaaaaaa bbbbbbbb cccccccc", "a"])
def test_words_that_share_no_line_end_the_search(text):
    assert balance_lines(TenUnitsALetter(), text, 80) == text.split()


def test_lines_are_of_similar_length():
    assert balance_lines(TenUnitsALetter(), "one two three four", 150) == ["one two", "three four"]


@given(words=st.lists(st.text("ab", min_size=1, max_size=12), max_size=12), width=st.integers(10, 300))
def test_no_line_more_and_no_word_lost(words, width):
    text = " ".join(words)
    lines = balance_lines(TenUnitsALetter(), text, width)
    assert " ".join(lines).split() == words
    assert len(lines) == len(wrap_to_width(TenUnitsALetter(), text, width))


def test_wrapped_lines_are_short_and_keep_all_words():
    text = "one two three four five six seven"
    lines = wrap_text(text, lambda line: len(line) <= 10)
    assert all(len(line) <= 10 for line in lines) and " ".join(lines) == text


def test_a_word_longer_than_a_line_gets_a_line_of_its_own():
    assert wrap_text("incomprehensible words", lambda line: len(line) <= 10) == ["incomprehensible", "words"]
