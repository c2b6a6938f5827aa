"""Formulas set as vector pictures: LaTeX in, SVG out. Letters are outlines, so a page needs no font and no network."""

from functools import cache
from typing import NamedTuple

from game.html_page import Html, element

EX = 1.0  # [pixels] room that the library leaves around a formula, at each side


class Svg(NamedTuple):
    """A vector picture: its element and its size [pixels at 100 %]. Ink without a colour is `currentColor`."""

    text: Html
    width: float
    height: float

    def drawn_at(self, x, y):
        """The element of this picture inside another SVG, with its top left corner at (x, y) [pixels of the outer picture]."""
        place = {"x": f"{x:.2f}", "y": f"{y:.2f}", "width": self.width, "height": self.height}
        return element("svg", self.text, **place)


@cache
def formula(latex, size=20.0):
    """The Svg of a formula. latex: without dollars; size: height of the letters [pixels]. ValueError if it is not LaTeX."""
    import ziamath  # imported here, because it takes .4 s and only lessons need it

    ziamath.config.svg2 = False  # without shared parts: a page may hold many pictures, whose ids would meet
    try:
        set_formula = ziamath.Latex(latex, size=size, color="currentColor", inline=False)
        svg = measured(set_formula.svg())
    except Exception as problem:  # the library raises many kinds
        raise ValueError(f"formula {latex!r}: {problem}") from None
    unknown = [part.text for part in set_formula.mathml.iter() if part.text and "\\" in part.text]
    if unknown:
        raise ValueError(f"formula {latex!r}: {unknown[0]} is not known")
    return svg


@cache
def label(text, size=15.0, colour="currentColor"):
    """The Svg of a line of words in which $...$ is a formula."""
    import ziamath

    ziamath.config.svg2 = False
    return measured(ziamath.Text(text, size=size, color=colour, halign="left").svg())


def measured(text):
    head = text[: text.index(">")]
    width, height = (float(head.partition(f'{name}="')[2].partition('"')[0]) for name in ("width", "height"))
    return Svg(Html(text), width, height)
