"""SVG pictures: scale, arrows and letters."""


import pytest

from game.lesson.tools.svg_canvas import HEAD, SvgSheet
from tests.lesson.svg_parts import parts, rectangles


def test_a_sheet_has_one_scale_and_y_up():
    sheet = SvgSheet((0.0, 0.0, 2.0, 1.0), 220, 220, margin=10)
    assert sheet.at((0.0, 0.5)) == (10.0, 110.0) and sheet.at((2.0, 1.0)) == (210.0, 60.0)
    left, bottom, right, top = sheet.box
    assert (right - left, top - bottom) == pytest.approx((2.2, 2.2))


def test_the_head_of_an_arrow_ends_at_its_point():
    sheet = SvgSheet((0.0, 0.0, 1.0, 1.0), 120, 120, margin=10)
    sheet.arrow((0.0, 0.0), (1.0, 0.0))
    tip = parts(sheet.svg(""), "polygon")[0].get("points").split()[0]
    assert tip == "110.00,110.00"
    assert float(parts(sheet.svg(""), "line")[0].get("x2")) == pytest.approx(110.0 - 0.7 * HEAD)


def test_letters_stay_on_the_sheet():
    sheet = SvgSheet((0.0, 0.0, 1.0, 1.0), 120, 120, margin=0)
    sheet.letter((1.0, 1.0), "a long text here", towards=(1, 1))
    placed = parts(sheet.svg(""), "svg")[1]
    assert float(placed.get("x")) + float(placed.get("width")) <= 120.0 and float(placed.get("y")) >= 0.0


def test_enlarged_letters_stay_apart_and_on_the_wider_sheet():
    sheet = SvgSheet((0.0, 0.0, 1.0, 1.0), 200, 100, margin=10)
    sheet.put(60, 50, "left")
    sheet.put(110, 50, "right")
    sheet.letter((1.0, 1.0), "at the end of it", towards=(1, 0))
    usual, large = rectangles(sheet.svg("").text), rectangles(sheet.svg("").enlarge(2.0, 400.0))
    growth = [(b[3] - b[1]) / (a[3] - a[1]) for a, b in zip(usual, large)]
    assert growth[2] == pytest.approx(2.0, abs=0.01) and large[2][2] > 200.0, "beside the usual sheet is room"
    assert 1.0 <= min(growth[:2]) < max(growth[:2]) < 2.0 and large[0][2] < large[1][0], "as large as they can be"
    assert all(-100.0 <= left and right <= 300.0 and 0.0 <= top and low <= 100.0 for left, top, right, low in large)
