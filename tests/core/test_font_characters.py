"""Characters that a font lacks: they are found without the engine's warning, and a mark stands in their place."""

import pytest

from game.core.font_characters import FONTS, MARK, SIGN_FONT, TEXT_FONT, characters, missing, shown_in


@pytest.mark.parametrize("font", [path.name for path in FONTS.glob("*.ttf")])
def test_each_font_has_the_mark_and_the_letters_of_the_texts(font):
    assert set(MARK + "aZ09 °→×²√≤") <= characters(font)


def test_a_character_that_the_font_lacks_becomes_one_mark():
    assert missing("漢 é 漢😀\n", SIGN_FONT) == "漢😀"
    assert shown_in("漢 é\n😀", SIGN_FONT) == f"{MARK} é\n{MARK}"
    assert shown_in("👩\u200d🚀", TEXT_FONT) == MARK * 2
    assert shown_in("☀\ufe0f漢", TEXT_FONT).count(MARK) <= 2
