"""The legend names the colours of the picture, and text has the same colours."""

from game.core.shapes import EllipsoidShape, Triangles
from game.explain import palette
from game.explain.palette import coloured_words
from game.explain.tick_overlay import Switches, build_overlay, legend
from tests.explain.hand_made import record, simulation


def test_legend_names_only_what_is_on():
    assert [heading for heading, _ in legend(Switches.none().toggled("velocity"), record())] == ["velocity"]
    headings = [heading for heading, _ in legend(Switches.all(), record(), minkowski=True)]
    assert headings == ["expanded", "contact", "pass", "velocity", "candidates"]


def test_legend_names_every_colour_of_the_picture_and_no_other():
    drawn = build_overlay(record(), simulation(), Switches.all())
    colours = {tuple(colour) for shape in drawn if isinstance(shape, Triangles) for colour in shape.colours.tolist()}
    colours |= {shape.colour for shape in drawn if not isinstance(shape, (Triangles, EllipsoidShape))}
    assert {colour for _, entries in legend(Switches.all(), record()) for colour, _ in entries} == colours
    flying = record()
    flying.trace.iterations, flying.contacts = [iteration for iteration in flying.trace.iterations if not iteration.hit], ()
    names = [name for _, entries in legend(Switches(), flying) for _, name in entries]
    assert names == ["move", "velocity before", "velocity after"]


def test_words_are_coloured_by_the_thing_that_they_name():
    text = "The new displacement lies in the sliding plane; Normals and contacts, not contactless."
    pieces = coloured_words(text)
    assert "".join(words for words, _ in pieces) == text
    assert [(words, colour) for words, colour in pieces if colour] == [
        ("new displacement", palette.VELOCITY_AFTER),
        ("sliding plane", palette.MOVE_COLOUR),
        ("Normals", palette.NORMAL),
        ("contacts", palette.CONTACT),
    ]
    assert ("sliding plane", palette.GRAVITY_COLOUR) in coloured_words(text, palette.GRAVITY_COLOUR)
    usual = "Its speed is 1.00 of normal, under ten times normal gravity."
    assert coloured_words(usual) == [(usual, None)], "the word means usual here"
