"""Pages of cards: all cards are in the window at every size, the focus moves in a grid, and a click finds its card."""

from types import SimpleNamespace

import pytest
from panda3d.core import NodePath, TextNode

from game.app.menu import main_pages
from game.app.menu.main_pages import COLUMNS, LevelEntry, lesson_entries, lesson_entry, level_entry
from game.app.menu.menu_model import Menu, MenuPage, MenuRow
from game.app.menu.menu_panel import CAPTION, FIRST_LEVEL, FOOT, NAME, CardGrid, MenuPanel, MenuState, draw_cards, picture_path
from game.lesson import lesson_names, load_lesson
from game.lesson.library_and_page_runs import LESSONS
from game.level import level_names, load_level
from game.panels.canvas import Canvas, set_text_size
from game.panels.theme import LINE_HEIGHT, SMALL
from game.simulation.race_clock_and_medals import finish_of

IN_LAB = sum(entry.is_lab for entry in lesson_entries())
ON_PAPER = len(lesson_entries()) - IN_LAB + 1  # and the card that opens the lessons in the lab


CARDS = [(len(level_names()), COLUMNS), (ON_PAPER, COLUMNS), (IN_LAB, COLUMNS), (12, 4)]


@pytest.mark.parametrize("count, columns", CARDS)
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080), (1000, 560)])
def test_all_cards_are_visible_and_apart(count, columns, size):
    grid = CardGrid(SimpleNamespace(width=size[0], height=size[1]), count, columns)
    places = [grid.place(number) for number in range(count)]
    for x, y in places:
        assert 0 <= x <= size[0] - grid.width and 0 <= y <= size[1] - FOOT - grid.height + 1e-9
    for number, (x, y) in enumerate(places):
        assert grid.row_at(x + 1, y + 1) == grid.row_at(x + grid.width - 1, y + grid.height - 1) == number
    assert grid.row_at(2, 2) is None and min(grid.width, grid.height) > 90


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text", [1.0, 1.25])
def test_no_name_of_a_lesson_is_cut(size, text):
    """A newcomer chose larger text, and the longest names ended in dots. The name of a file is one word, and may be cut."""
    root = NodePath("pixel2d")
    set_text_size(root, text)
    for is_lab in (False, True):
        names = [entry.title for entry in lesson_entries() if entry.is_lab == is_lab]
        canvas, page = Canvas(root, size), MenuPage("Lessons", (*map(MenuRow, names), MenuRow(40 * "x")), columns=COLUMNS)
        grid = draw_cards(canvas, page, [""] * len(page.rows), 0)
        texts = [path.node().getText() for path in canvas.root.getChildren() if isinstance(path.node(), TextNode)]
        drawn = [text for text in texts if text]
        assert [" ".join(name.split("\n")) for name in drawn[:-1]] == [" ".join(name.split()) for name in names]
        assert drawn[-1].endswith("x…") and max(canvas.text_width(name, NAME) for name in drawn) < grid.width
        assert max(name.count("\n") for name in drawn) * CAPTION < grid.height / 2, "the picture stays in view"


@pytest.mark.parametrize("size", [(560, 660), (640, 480), (1280, 720)])
def test_the_text_below_the_cards_ends_above_the_keys(size):
    """In a narrow window the last line, the number of right answers, lay behind the key caps."""
    names = [f"Lesson {number}" for number in range(12)]
    about = "How a round bottom slides up over an edge, what is wrong with that, and what may count as a step at all. "
    for times in (1, 2, 3):
        rows = tuple(MenuRow(name, str, about=times * about + "Questions\u00a0answered\u00a0right:\u00a03.") for name in names)
        panel = MenuPanel(NodePath("pixel2d"), size)
        drawn = recorded_texts(panel.canvas)
        panel.show(MenuState(MenuPage("Lessons", rows, columns=4), ("",) * len(rows), 5))
        ((text, top),) = [(text, y) for text, y in drawn if "right:" in text]
        assert top + len(text.split("\n")) * SMALL * LINE_HEIGHT <= panel.canvas.height - 32
        assert max(panel._grid.place(number)[1] for number in range(len(rows))) + panel._grid.height < top


def recorded_texts(canvas):
    """A list that gets the text and the upper end of each text drawn on a Canvas from now on."""
    drawn, write = [], canvas.text

    def record(text, x, y, *style, **align):
        drawn.append((text, y))
        return write(text, x, y, *style, **align)

    canvas.text = record
    return drawn


def test_the_focus_moves_in_the_grid():
    menu = Menu(lambda: None)
    menu.open(MenuPage("cards", tuple(MenuRow(str(number)) for number in range(10)), columns=4))

    def after(move, amount):
        move(amount)
        return menu.focus

    assert [after(menu.change, 1), after(menu.move, 1), after(menu.move, 1), after(menu.move, 1)] == [1, 5, 9, 1]
    assert [after(menu.change, 1), after(menu.move, -1)] == [2, 9], "the last line is short"
    assert after(menu.change, 1) == 0


@pytest.mark.parametrize("name", level_names())
def test_the_card_of_a_level_says_what_the_level_says(name):
    level, entry = load_level(name), level_entry(name)
    goals = tuple(goal.name for goal in level.goals)
    assert entry == LevelEntry(name, level.title, level.about, goals, finish_of(level) is not None)


@pytest.mark.parametrize("name", lesson_names()[:2])
def test_the_card_of_a_lesson_says_what_the_lesson_says(name):
    lesson, entry = load_lesson(name), lesson_entry(LESSONS / f"{name}.toml")
    questions = sum(page.question is not None for page in lesson.pages)
    assert entry == (name, f"{lesson.order}  {lesson.title}", lesson.about, len(lesson.pages), questions, False)


@pytest.mark.parametrize("text", ["not TOML", "", "title = 1", "pages = 3", "pages = []", 'pages = ["a"]', "pages = [[]]"])
def test_the_card_of_a_faulty_lesson_says_so(tmp_path, text):
    path = tmp_path / "broken.toml"
    path.write_text(text)
    assert lesson_entry(path).title == "broken" and lesson_entry(path).about


@pytest.mark.parametrize("text", ["not TOML", "", "volumes = 3", 'title = "a"\nvolumes = [1]', 'title = "a"\ngoals = 1'])
def test_the_card_of_a_faulty_level_says_so(tmp_path, monkeypatch, text):
    monkeypatch.setattr(main_pages, "LEVELS", tmp_path)
    (tmp_path / "broken.toml").write_text(text)
    entry = level_entry.__wrapped__("broken")
    assert entry.title == "broken" and entry.about


@pytest.mark.parametrize("name", [FIRST_LEVEL, *level_names()])
def test_every_level_has_a_picture(name):
    assert picture_path(name).is_file(), "python -m tests.menu_cards"


@pytest.mark.parametrize("name", lesson_names())
def test_every_lesson_has_a_picture(name):
    assert picture_path(name, "lessons").is_file(), "python -m tests.menu_cards"
