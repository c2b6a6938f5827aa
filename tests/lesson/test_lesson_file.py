"""A lesson's file: an error in it is one line that names the file, the page and the key."""

import pytest

from game.core.input_errors import InputError
from game.lesson import load_lesson, play
from game.lesson.library_and_page_runs import order_of
from tests.lesson_pages import word_count

HEAD = 'title = "Small"\norder = 1\nabout = "A small lesson."\nlevel = "stairs"\n'
PAGE = """[[pages]]
title = "One"
section = "4.1"
text = "It says {far}."
script = "9 forward=1"
shot = { tick = 9, look = "Look." }
"""
CLAIM = 'claims = [{ name = "far", figure = "0.75", measure = "walked" }]\n'
QUESTION = """
[pages.question]
ask = "How far?"
right = 2
because = "Its speed leads {far} m."
measure = "walked"
answers = [{ text = "Near.", high = 0.5 }, { text = "Far.", low = 0.5 }]
"""


@pytest.fixture
def written(tmp_path):
    def write(*parts):
        path = tmp_path / "small.toml"
        path.write_text("".join(parts), encoding="utf-8")
        return path

    return write


def test_a_valid_lesson(written):
    lesson = load_lesson(written(HEAD, PAGE, CLAIM, QUESTION))
    page = lesson.pages[0]
    assert (lesson.name, lesson.title, page.level, word_count(page)) == ("small", "Small", "stairs", 4)
    assert page.text == "It says 0.75.", "the figure of the claim is in the text"
    assert page.question.because == "Its speed leads 0.75 m.", "and in the answer"
    run = play(page)
    assert page.claims[0].measure(run) == pytest.approx(0.75) and page.question.answer_for(page.question.measure(run)) == 1


FOUR_CURVES = """drawing = { draw = "flight_errors", exhibit = "aim", methods = ["Verlet", "explicit", "exact", "implicit"] }
"""
FAULTS = [
    (PAGE + CLAIM + "colour = 1\n", 'small.toml:5: pages[1] One: unknown key "colour"'),
    (PAGE, "{far} is no claim of this page"),
    (PAGE.replace("4.1", "4.9") + CLAIM, 'section = \'4.9\': allowed is one of "1", '),
    (PAGE.replace("tick = 9", "tick = 10") + CLAIM, "shot: tick 10: the script has only 9 ticks"),
    (PAGE.replace("9 forward", "9 froward") + CLAIM, "'froward'= is not known"),
    (PAGE.replace('"Look."', '"Look.", overlays = ["plane"]') + CLAIM, "shot: no overlay 'plane'; there are"),
    (PAGE.replace('"Look."', '"Look.", camera = "free"') + CLAIM, "a shot needs eye and target if"),
    (PAGE + CLAIM.replace("walked", "wlked"), "measure = 'wlked' does not exist; did you mean \"walked\"?"),
    (PAGE + CLAIM.replace('"walked"', '"walked", since = -1'), "measure walked: since = -1: allowed is a whole number"),
    (PAGE + CLAIM.replace('"walked"', '"walked", since1 = 1'), 'measure walked: unknown key "since1"; did you mean "since"?'),
    (PAGE + CLAIM.replace('"0.75"', "0.75"), "figure = 0.75: allowed is a number in quotes"),
    (PAGE + CLAIM + "switches = { keep_plane = false }\n", 'did you mean "keep_planes"?'),
    (PAGE + CLAIM + "switches = { keep_planes = 1 }\n", "switches.keep_planes = 1: allowed is true or false"),
    (PAGE + CLAIM + "switches = { max_iterations = 99 }\n", "max_iterations must be a whole number up to 32"),
    (PAGE + CLAIM + "set = { sped = 5 }\n", "player parameter 'sped' does not exist; did you mean speed?"),
    (PAGE + CLAIM + 'twins = ["faurby"]\n', "twins[0] = 'faurby': allowed is one of \"modern\", \"fauerby\""),
    (PAGE + CLAIM + 'space = "euclid"\n', "space = 'euclid': allowed is one of \"world\", \"ellipsoid\", \"both\""),
    (PAGE + CLAIM + "inside = 0\n" + QUESTION, "a page with a question cannot have `inside`"),
    (PAGE.replace('"Look."', '"Look.", camera = "section"') + CLAIM, 'whose camera is "section" needs `inside`'),
    (PAGE + CLAIM + QUESTION.replace("right = 2", "right = 3"), "a question has two to four answers, of which `right` is one"),
    (PAGE + CLAIM + QUESTION.replace("right = 2", "right = 2\nask_at = 9"), "ask_at 9: must be before the shot's tick 9"),
    (PAGE + CLAIM + "slower = 3\n", "slower = 3: allowed is one of 0, 1, 2, 4"),
    (PAGE + CLAIM + FOUR_CURVES, "a list of 1 to 3, each"),
    ("", "pages is missing"),
]


@pytest.mark.parametrize("rest, words", FAULTS, ids=[words[:40] for _, words in FAULTS])
def test_an_invalid_lesson_is_refused_in_one_line(written, rest, words):
    with pytest.raises(InputError) as refusal:
        load_lesson(written(HEAD, rest))
    message = str(refusal.value)
    assert words in message and "small.toml" in message and "\n" not in message


def test_an_unknown_lesson_is_refused_with_the_nearest_name():
    with pytest.raises(InputError, match='no lesson "wedge"; did you mean "wedges"?'):
        load_lesson("wedge")


def test_a_lesson_that_cannot_be_read_comes_last(tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text("order = = 1", encoding="utf-8")
    assert order_of(path) > 1000
