"""Vector pictures on a panel look as their SVG does, pixel by pixel."""

import numpy as np
import pytest

from game.lesson import load_lesson, play
from game.lesson.tools.latex_to_svg import formula
from game.panels.canvas import Canvas, pixels_of
from game.panels.lesson_panel import Reading, lesson_sheet
from game.panels.text_column_layout import Block, lay_out_blocks
from game.pictures.offscreen import Studio

SIZE = (320, 200)


@pytest.mark.parametrize("width", [97, 128, 200])
def test_a_picture_is_drawn_pixel_by_pixel_at_its_place(width):
    """Also where no side is a power of two."""
    svg = formula(r"t_0 = \frac{1 - d}{N \cdot v}").text
    assert_drawn_as_it_is(svg, width)


def test_a_picture_that_fills_its_texture_is_not_repeated_at_its_border():
    """Its lowest row alone is white. A repeated texture would show it above the highest row, too."""
    low = '<rect x="0" y="31" width="64" height="1" fill="#ffffff"/>'
    assert_drawn_as_it_is(f'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32" viewBox="0 0 64 32">{low}</svg>', 64)


def assert_drawn_as_it_is(svg, width):
    """Assert that a canvas shows an SVG, `width` pixels wide, pixel by pixel."""
    with Studio(SIZE) as studio:
        canvas = Canvas(studio.overlay, SIZE)
        canvas.box(0, 0, SIZE[0] / canvas.scale, SIZE[1] / canvas.scale, (0.0, 0.0, 0.0, 1.0))
        canvas.picture(svg, 20 / canvas.scale, 30 / canvas.scale, width / canvas.scale)
        drawn = np.asarray(studio.pixels(), float)[:, :, :3]
    pixels = pixels_of(svg, width, "#edf2f7").astype(float)
    height = pixels.shape[0]
    expected = np.zeros_like(drawn)
    expected[30 : 30 + height, 20 : 20 + width] = pixels[:, :, :3] * pixels[:, :, 3:] / 255.0
    assert np.abs(drawn - expected).max() < 4.0


def test_the_ink_is_the_colour_of_what_has_none():
    pixels = pixels_of(formula("x").text, 40, "#102030")
    opaque = pixels[pixels[:, :, 3] == 255]
    assert len(opaque) and (opaque[:, :3] == (0x10, 0x20, 0x30)).all()


def test_a_wide_formula_is_shrunk_to_the_column_and_a_narrow_one_is_not_enlarged():
    wide, narrow = formula("a + b + c + d + e + f + g + h + i"), formula("x")
    with Studio(SIZE) as studio:
        canvas = Canvas(studio.overlay, SIZE)
        (first, second), height = lay_out_blocks(canvas, [Block(picture=wide), Block(picture=narrow)], 100.0)
    assert first.height == pytest.approx(wide.height * 100.0 / wide.width) and second.height == narrow.height
    assert second.y == first.height and height == first.height + second.height


def test_a_page_shows_its_formulas_its_drawing_and_its_code():
    lesson = load_lesson("sweep")
    page = lesson.pages[2]
    drawing = page.drawing(play(page))
    blocks = lesson_sheet(Reading(lesson, 2), drawing=drawing).blocks
    assert [block.formula for block in blocks if block.formula] == [*page.formula]
    assert [block.picture for block in blocks if block.picture] == [drawing]
    algorithm = load_lesson("algorithm")
    number = next(n for n, found in enumerate(algorithm.pages) if found.code)
    spans = [block.spans[0] for block in lesson_sheet(Reading(algorithm, number)).blocks if block.spans]
    lines = [span.text for span in spans if span.style.mono]
    assert lines == algorithm.pages[number].code.split("\n")


def test_a_question_hides_its_drawing_until_it_is_answered():
    lesson = load_lesson("sweep")
    number = next(n for n, page in enumerate(lesson.pages) if page.question)
    drawing = formula("x")
    hidden = lesson_sheet(Reading(lesson, number), drawing=drawing)
    shown = lesson_sheet(Reading(lesson, number, chosen=0, decided=0), drawing=drawing)
    assert [any(block.picture is drawing for block in sheet.blocks) for sheet in (hidden, shown)] == [False, True]
