"""Colours that appear beside each other can be distinguished, also with a colour vision deficiency.

Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), full severity;
distances in CIE L*a*b*, where a difference of about 2 is just visible.
"""

from itertools import combinations

import numpy as np
import pytest

from game.collision import Feature
from game.explain import palette
from game.panels.theme import PANEL

EYES = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])
LEAST_DISTANCE = 25.0  # for thin lines and small squares; print and projectors reduce it
TOGETHER = {
    "features": list(palette.FEATURES.values()),
    "passes": list(dict.fromkeys(palette.PASSES.values())),
    "candidates": [*palette.OUTCOMES.values(), palette.GRAVITY_COLOUR],
    "arrows": [palette.VELOCITY_BEFORE, palette.VELOCITY_AFTER, palette.UNDONE, palette.BODY],
    "inside a tick": [palette.FEATURES[Feature.CORNER], palette.VELOCITY_BEFORE, palette.VELOCITY_AFTER, palette.FIRST_TOUCH],
    "words": [palette.CONTACT, palette.NORMAL, palette.MOVE_COLOUR, palette.VELOCITY_BEFORE, palette.VELOCITY_AFTER],
}


def to_lab(colour, eyes):
    """A colour in L*a*b* as these eyes see it."""
    colour = np.asarray(colour)
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(np.asarray(eyes) @ linear, 0.0, 1.0) / WHITE)
    return np.array([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("group", TOGETHER)
def test_colours_beside_each_other_differ(group, eyes):
    for one, other in combinations(TOGETHER[group], 2):
        assert np.linalg.norm(to_lab(one, EYES[eyes]) - to_lab(other, EYES[eyes])) > LEAST_DISTANCE, (one, other)


COLOURS = [value for value in vars(palette).values() if isinstance(value, tuple) and len(value) == 3 and type(value[0]) is float]


@pytest.mark.parametrize("colour", [*COLOURS, *palette.FEATURES.values(), *palette.OUTCOMES.values()])
def test_words_in_each_colour_can_be_read_on_a_dark_panel(colour):
    """The contrast of WCAG 2, level AA: 4.5 to 1. The words of gravity and of a corner had less."""
    linear = lambda colour: np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4) @ TO_XYZ[1]  # noqa: E731
    text, panel = (linear(np.array(one[:3])) for one in (palette.text_colour(colour), PANEL))
    assert (text + 0.05) / (panel + 0.05) > 4.5
