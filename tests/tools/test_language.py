"""The language check notices what its rules are against, and lets plain sentences pass."""

import pytest

from tests.tools.language import MOST_WORDS, faults_of, faults_of_words


@pytest.mark.parametrize(
    "source",
    [
        '"""Where the player stands."""',
        '"""Is it on the ground?"""',
        '"""The player, who walks."""',
        "x = 1  # he waits",
        '"""' + "word " * (MOST_WORDS + 1) + '."""',
        "# " + "word " * 15 + "\n# " + "word " * 15 + "\nx = 1",
        '"""Return zero. While paused, return one."""',
    ],
)
def test_faults_are_noticed(source):
    assert faults_of(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""Clip a velocity by the contact planes."""',
        "x = 1  # `who` is a name",
        '"""' + "word " * 20 + ". " + "word " * 20 + '."""',
    ],
)
def test_plain_sentences_pass(source):
    assert faults_of(source) == []


def test_banned_words_of_texts_are_found_outside_of_code_and_links():
    assert faults_of_words("Tell whoever comes: `he` is [a name](she.md).") == ["tell", "whoever"]
