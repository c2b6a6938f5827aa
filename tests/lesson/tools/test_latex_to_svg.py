"""Formulas are set as vector pictures, with the figures of claims put in."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import ziamath

from game.core.html_writer import element, html
from game.lesson.tools import latex_to_svg
from game.lesson.tools.latex_to_svg import SMALLEST, formula, formula_lines, label, with_shared_letters
from game.lesson.tools.lesson_records import fill_in, fill_in_formula


@pytest.mark.parametrize("latex", [r"t_0 = \frac{1 - d}{N \cdot v}", r"v' = v - (v \cdot n)\,n", r"\sqrt{b^2 - 4ac}"])
def test_a_formula_is_one_svg_without_fonts_or_ids(latex):
    svg = formula(latex)
    root = ET.fromstring(svg.text)
    kinds = {part.tag.rpartition("}")[2] for part in root.iter()}
    assert {"text", "use", "image"}.isdisjoint(kinds) and "path" in kinds
    assert svg.width == float(root.get("width")) > 10.0 and svg.height == float(root.get("height")) > 10.0


@pytest.mark.parametrize("latex", [
    r"t = \frac{{-}A \cdot B - \sqrt{(A \cdot B)^2 - B^2}}{B^2}",
    r"{x}^{{n}}_{{i}} = {{=}} \left( \frac{{a}}{{-}}, \text{if } b \right)",
    r"\begin{matrix} {a} & {-} \\ {\frac{c}{d}} & e \end{matrix}",
])  # fmt: skip
def test_a_formula_without_its_outer_row_is_the_same_picture(latex, monkeypatch):
    monkeypatch.setattr(ziamath.config, "svg2", False)
    assert formula(latex).text == ziamath.Latex(latex, size=20.0, color="currentColor", inline=False).svg()


def test_letters_are_as_high_as_the_size():
    room = 1.0  # [pixels] that the library leaves around a formula, at each side
    low, high = (formula("x", size).height - 2.0 * room for size in (20.0, 40.0))
    assert high == pytest.approx(2.0 * low, rel=0.02)


def test_a_unit_keeps_its_distance_from_the_number():
    assert label("24 mm").width > label("24mm").width + 1.0


@pytest.mark.parametrize("line, tight", [
    (r"(-2,\ -1)", r"({-}2,\ {-}1)"),
    (r"a = -2 \cdot -\frac{b}{c}", r"a = {-}2 \cdot {-}\frac{b}{c}"),
    (r"\text{if}\ -1 \le a", r"\text{if}\ {-}1 \le a"),
    (r"\frac{a}{b} - (a - b)", r"\frac{a}{b} - (a - b)"),
])  # fmt: skip
def test_a_minus_that_negates_stands_close_to_its_number(line, tight):
    assert formula(line).width == formula(tight).width


def test_words_and_formulas_stand_in_one_label():
    assert label("the sphere at $t_0$").width > label("the sphere at").width


def test_a_drawn_svg_has_a_place():
    root = ET.fromstring(label("d").element_at(3.0, 4.5))
    assert (root.get("x"), root.get("y")) == ("3.00", "4.50")


def test_figures_are_put_into_braces_and_brackets():
    assert fill_in("t = {t0}", {"t0": "0.64"}) == "t = 0.64"
    assert fill_in_formula(r"\frac{1}{2} = @half", {"half": "0.5"}) == r"\frac{1}{2} = 0.5"


@pytest.mark.parametrize("line", [r"x = @far", r"\frac{1}{", r"\nonsense{x}"])
def test_what_cannot_be_set_is_a_value_error(line):
    with pytest.raises(ValueError):
        fill_in_formula(line, {"near": "1"})


def test_the_reason_stands_in_place_of_a_formula_that_only_its_layout_refuses():
    latex = r"\style{a}{b}"
    assert fill_in_formula(latex, {}) == latex
    with pytest.raises(ValueError, match="style"):
        formula(latex)
    (reason,) = formula_lines(latex, 300.0)
    assert reason.width > label("formula").width


LONG = r"a = \frac{b \quad c}{d}, \quad \left( e \qquad f \right) = g, \ (h,\ i)"


@pytest.mark.parametrize("width, lines", [
    (1000.0, [LONG]),
    (1.0, ["a ", r"= \frac{b \quad c}{d}, ", r"\left( e \qquad f \right) ", "= g, ", r"(h,\ i)"]),
])  # fmt: skip
def test_a_long_formula_is_broken_outside_braces(width, lines):
    """At gaps, and where that is not enough, before relations."""
    assert formula_lines(LONG, width) == tuple(map(formula, lines))


def test_a_formula_is_broken_as_soon_as_its_letters_would_be_too_small():
    latex = r"a = b + c, \quad d = e + f"
    fitting = formula(latex).width * SMALLEST
    assert len(formula_lines(latex, fitting + 0.01)) == 1 and len(formula_lines(latex, fitting - 0.01)) == 2


def forbidden(*_):
    raise AssertionError("it is on the disk")


forbidden.__name__ = "formula"


def test_a_picture_is_set_once_and_then_read_from_the_disk(tmp_path, monkeypatch, capsys):
    """By the next process, too. A damaged file is set again, and a cache that cannot be written does no harm."""
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))
    set_again = latex_to_svg.kept(formula.__wrapped__)
    first, (path,) = set_again(r"a \cdot b"), list(tmp_path.rglob("*.svg"))
    assert latex_to_svg.kept(forbidden)(r"a \cdot b") == first == formula(r"a \cdot b")
    path.write_bytes(path.read_bytes().replace(b"<path", b"<pa", 1))
    assert latex_to_svg.kept(formula.__wrapped__)(r"a \cdot b") == first and "damaged" in capsys.readouterr().err
    assert set_again(r"a \cdot c") != first and len(list(tmp_path.rglob("*.svg"))) == 2
    monkeypatch.setenv("GLISSADE_CACHE", str(path / "no folder"))
    assert latex_to_svg.kept(formula.__wrapped__)(r"a \cdot b") == first


def corners_of(path):
    """The points of a path, absolute ones too, in its order. A closing leads back to the begin of its part."""
    at = begin = (0.0, 0.0)
    found = []
    for command, rest in re.findall("([MLQCZmlqcz])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        points = [(at[0] + x, at[1] + y) if command.islower() else (x, y) for x, y in zip(numbers[::2], numbers[1::2])]
        at = points[-1] if points else begin
        begin = at if command in "Mm" else begin
        found += points
    return np.array(found)


def test_shared_letters_are_the_same_letters_at_their_places():
    page = html(formula(r"\sum_{k} a_k = \sqrt{a_1 + a_2}").text, label("a few letters in $a_k$", 14.0, "#ff8800").text)
    shared = with_shared_letters(page)
    outlines = {number: path for number, path in re.findall(r'<path id="l(\d+)" transform="scale\(0.02\)" d="([^"]*)">', shared)}
    used = re.findall(r'<use href="#l(\d+)" x="([^"]*)" y="([^"]*)"(?: color="([^"]*)")?></use>', shared)
    given = re.findall(r'<path d="(M[^"]*Z) *" fill="([^"]*)"', page)
    assert len(used) == len(given) > len(outlines) > 5 and len(shared) < 0.8 * len(page)
    for (number, x, y, colour), (path, fill) in zip(used, given):
        assert (colour or "currentColor") == fill
        places = corners_of(outlines[number]) * 0.02 + (float(x), float(y))
        apart = np.abs(places[:, None] - corners_of(path)).max(axis=2)
        assert apart.min(axis=0).max() < 0.032 and apart.min(axis=1).max() < 0.032


def test_a_page_without_letters_is_left_alone():
    page = html(element("p", "no <letters>"), element("svg", element("path", d="M 1 2 H 3", stroke="red")))
    assert with_shared_letters(page) == page
