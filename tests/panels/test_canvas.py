"""Keys in texts and on key caps are those that the user chose."""

import pytest
from panda3d.core import NodePath

from game.panels.canvas import Canvas, draw_hint, hint_width, pairs_of, set_chosen_keys
from game.panels.theme import SMALL

SIZE = (1280, 720)
CHOSEN = {"pause": ["c"], "step": ["mouse2"]}


def texts_below(root):
    return [path.node().getText() for path in root.findAllMatches("**/+TextNode")]


@pytest.fixture(params=[{}, CHOSEN], ids=["usual", "chosen"])
def canvas(request):
    root = NodePath("root")
    if request.param:
        set_chosen_keys(root, request.param)
    return Canvas(root, SIZE)


@pytest.fixture
def is_chosen(canvas):
    return canvas.root.getNetPythonTag("keys") == CHOSEN


def test_a_text_names_the_key_of_an_action(canvas, is_chosen):
    canvas.text("{pause} and {undo} bring {it} back", 0, 0)
    assert texts_below(canvas.root) == [f"{'C' if is_chosen else 'P'} and Z bring {{it}} back"]


def test_a_text_is_measured_with_the_key(canvas, is_chosen):
    assert canvas.text_width("{step}") == canvas.text_width("middle button" if is_chosen else ".")


def test_a_hint_has_one_cap_for_a_key_with_a_long_name(canvas, is_chosen):
    hint = "{pause} {step}  stop time    slow motion 1/4"
    draw_hint(canvas, hint, 0, 0)
    keys = ["C", "middle button"] if is_chosen else ["P", "."]
    assert sorted(texts_below(canvas.root)) == sorted([*keys, "stop time", "slow motion 1/4"])
    assert hint_width(canvas, hint) > canvas.cap_width(keys[0], SMALL) + canvas.cap_width(keys[1], SMALL)


def test_words_without_a_key_are_a_pair():
    assert pairs_of("slow motion 1/4    {faster} +  faster") == [((), "slow motion 1/4"), (("{faster}", "+"), "faster")]
