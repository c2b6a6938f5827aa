"""Pages of cards: all cards are in the window at every size, the focus moves in a grid, and a click finds its card."""

from types import SimpleNamespace

import pytest

from game.lesson import lesson_names
from game.level import level_names
from game.view.menu.cards import FIRST_LEVEL, FOOT, CardGrid, picture_of
from game.view.menu.lesson_pages import COLUMNS
from game.view.menu.menu import Menu, Page, Row


@pytest.mark.parametrize("count, columns", [(len(level_names()), 4), (len(lesson_names()), COLUMNS), (12, 4)])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080), (1000, 560)])
def test_all_cards_are_visible_and_apart(count, columns, size):
    grid = CardGrid(SimpleNamespace(width=size[0], height=size[1]), count, columns)
    places = [grid.place(number) for number in range(count)]
    for x, y in places:
        assert 0 <= x <= size[0] - grid.width and 0 <= y <= size[1] - FOOT - grid.height + 1e-9
    for number, (x, y) in enumerate(places):
        assert grid.card_at(x + 1, y + 1) == grid.card_at(x + grid.width - 1, y + grid.height - 1) == number
    assert grid.card_at(2, 2) is None and min(grid.width, grid.height) > 90


def test_the_focus_moves_in_the_grid():
    menu = Menu(lambda: None)
    menu.open(Page("cards", tuple(Row(str(number)) for number in range(10)), columns=4))

    def after(move, amount):
        move(amount)
        return menu.focus

    assert [after(menu.change, 1), after(menu.move, 1), after(menu.move, 1), after(menu.move, 1)] == [1, 5, 9, 1]
    assert [after(menu.change, 1), after(menu.move, -1)] == [2, 9], "the last line is short"
    assert after(menu.change, 1) == 0


@pytest.mark.parametrize("name", [FIRST_LEVEL, *level_names()])
def test_every_level_has_a_picture(name):
    assert picture_of(name).is_file(), "python -m tests.level_cards"
