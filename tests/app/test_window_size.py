"""The window fits on the display, with its title bar, and keeps its shape."""

import pytest

from game.app.window import TITLE_BAR, fit_to_display


@pytest.mark.parametrize("display", [(1280, 720), (1024, 768), (800, 600), (3840, 1000)])
def test_it_fits_with_its_title_bar(display):
    width, height = fit_to_display((1280, 720), display)
    assert width <= display[0] and height + TITLE_BAR <= display[1]
    assert width / height == pytest.approx(16 / 9, rel=0.01)
    assert (width, height) == (1280, 720) or abs(width - display[0]) < 2 or abs(height + TITLE_BAR - display[1]) < 2


@pytest.mark.parametrize("display", [(1920, 1080), (1280, 720 + TITLE_BAR), (0, 0)])
def test_it_is_as_wanted_where_there_is_room_or_the_display_is_not_known(display):
    assert fit_to_display((1280, 720), display) == (1280, 720)
