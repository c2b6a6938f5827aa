"""The main page: in a level with exhibits it has a page that leads to each desk."""

from math import degrees
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from game.app.action_handlers import LevelActions
from game.app.menu.main_pages import ABOUT_NEXT, END, LESSONS_TITLE, MenuPages, marks_page, next_place
from game.app.menu.menu_model import Menu
from game.app.menu.settings_page import capital
from game.app.session.play_session import Session
from game.app.session.saved_progress import UserProgress
from game.lesson import load_lesson
from game.level import level_names
from game.panels.lesson_panel import Reading
from game.simulation import Intent, Simulation
from tests.app.run_actions import run_actions
from tests.shipped_levels import shipped, tables_of


def menu_pages(menu, session, **parts):
    """(MenuPages, ProgramActions that do nothing), with parts of RunActions."""
    program = MagicMock()
    program.interface.help = Help()
    return MenuPages(menu, run_actions(session=session, **parts), None, None, program), program


def opened(level, level_actions=None):
    """(Menu with the main page open, Session) of a level."""
    session, menu = Session(Simulation(shipped(level))), Menu(lambda: None)
    menu_pages(menu, session, level_actions=level_actions or MagicMock(is_tutorial_done=False))[0].menu()
    return menu, session


def choose(menu, name):
    menu.focus_on([row.name for row in menu.page.rows].index(name))
    menu.activate()


@pytest.mark.parametrize("level", ["lab", "range"])
def test_each_desk_can_be_chosen_and_the_player_stands_before_it(level):
    titles = [exhibit.kind.TITLE for exhibit in opened(level)[1].sim.lab.exhibits]
    assert len(set(titles)) == len(titles), "two rows with one name cannot be told apart"
    for title, place in zip(titles, shipped(level).exhibits):
        menu, session = opened(level)
        choose(menu, "Exhibits")
        choose(menu, title)
        assert not menu.is_open and session.sim.state.tick == 0
        assert degrees(session.sim.state.heading - place.desk.heading) % 360.0 == pytest.approx(0.0, abs=1e-9)
        assert place.desk.distance(session.sim.state.position) < 1.0
        before = session.sim.state.position
        for _ in range(30):
            session.advance(1.0 / 60.0, Intent)
        assert session.sim.state.position == pytest.approx(before, abs=0.02), "the place is free, and on the floor"


def test_the_lab_counts_its_exhibits_and_rooms_as_the_menu_and_the_signs_do():
    """A newcomer read "Seven rooms", and found more entries under "Rooms" in the menu."""
    menu, session = opened("lab")
    choose(menu, "Exhibits")
    rooms = sum("\n" not in sign.text for sign in session.sim.level.signs)  # over each door; another one is the map
    assert (len(menu.page.rows), rooms) == (11, 7)
    assert session.sim.level.goals[0].found.startswith("Eleven exhibits in seven rooms.")


class Help:
    """The help as the menu sees it: two pages."""

    page: int | None = None

    @property
    def visible(self):
        return self.page is not None

    @visible.setter
    def visible(self, visible):
        self.page = 0 if visible else None

    def show_next_page(self):
        self.page = 0 if self.page is None else (self.page + 1) % 2 or None


BY_ESC, BY_F1 = ("menu",), ("help", "help")


@pytest.mark.parametrize("closing", [BY_ESC, BY_F1])
@pytest.mark.parametrize("before", [(), ("front",), ("front", "pause"), ("pause",)])
def test_the_help_returns_exactly_to_where_it_was_opened(before, closing):
    """A gamer read the keys on the front page once. From then on Esc after F1 led there, and the run was lost."""
    session, menu, closed = Session(Simulation(shipped("stairs"))), Menu(lambda: closed.append(True)), []
    pages, program = menu_pages(menu, session)

    def close_help():
        for action in closing if program.interface.help.page == 0 else ():
            getattr(pages, action)()
        while program.interface.help.visible:
            pages.help()

    for place in before:
        pages.open_title() if place == "front" else pages.menu()
        number = [row.name for row in menu.page.rows].index(capital("help"))
        menu.focus_on(number)
        page = menu.page
        menu.activate()
        assert program.interface.help.visible and not menu.is_open
        close_help()
        assert menu.is_open and menu.page is page and menu.focus == number and not closed
        menu.close(), closed.clear()
    pages.help()
    assert program.interface.help.visible
    close_help()
    assert not menu.is_open and not program.show_title.called, "in play, the game goes on"


def test_the_list_of_lessons_closes_the_help():
    session, menu = Session(Simulation(shipped("stairs"))), Menu(lambda: None)
    pages, program = menu_pages(menu, session)
    pages.help(), pages.lessons()
    assert not program.interface.help.visible and menu.page.title == LESSONS_TITLE
    menu.back()
    assert not menu.is_open


def test_other_levels_have_no_exhibits():
    assert "Exhibits" not in [row.name for row in opened("stairs")[0].page.rows]


def test_after_the_tutorial_the_first_level_is_recommended_and_in_focus():
    """A newcomer was done, opened the menu, and found the focus on a row that leads back to where all was done."""
    levels = MagicMock(is_tutorial_done=True)
    menu, _ = opened("stairs", levels)
    assert menu.page.rows[menu.focus].name == "Next: Playground" and menu.page.rows[menu.focus].about.startswith(ABOUT_NEXT)
    menu.activate()
    levels.visit.assert_called_once_with("playground")
    assert not menu.is_open and opened("stairs")[0].page.rows[0].name == "Go on"


def test_a_row_that_is_not_always_there_moves_none_but_quit():
    """A gamer chose "Levels" without looking, and got another page: a row had come above it."""
    usual, *others = (
        [row.name for row in opened(*menu)[0].page.rows]
        for menu in (("stairs",), ("lab",), ("stairs", MagicMock(is_tutorial_done=True)))
    )
    assert all(names[: len(usual) - 1] == usual[:-1] and len(names) == len(usual) + 1 for names in others)
    assert {names[-1] for names in (usual, *others)} == {"Quit"}, "a teacher looked for no level below it"


def test_in_a_lesson_the_page_names_the_lesson_and_its_page():
    session, menu = Session(Simulation(shipped("stairs"))), Menu(lambda: None)
    lessons = MagicMock()
    lessons.is_open, lessons.reading = True, Reading(load_lesson("espace"), 2)
    menu_pages(menu, session, lessons=lessons, level_actions=MagicMock(is_tutorial_done=False))[0].menu()
    assert menu.page.title == lessons.reading.lesson.heading != session.sim.level.title
    assert menu.page.rows[0].about == "Back to page 3 of this lesson."


def test_the_key_for_the_next_level_follows_the_order_of_the_levels_page():
    """A newcomer met River and The lab by N before the levels that the page shows first."""
    session, menu, visited, chosen = MagicMock(sim=None), Menu(lambda: None), [], []
    session.state = SimpleNamespace(started=-1, finished=-1, position=(0.0, 0.0, 0.9))
    lessons = SimpleNamespace(is_open=False, options_before={})
    level_actions = LevelActions(lambda name, **_: visited.append(name), session, lessons, None, MagicMock(), None)
    run = run_actions(session=session, progress=MagicMock(), level_actions=level_actions)
    MenuPages(menu, run, None, None, MagicMock())._open_levels()
    session.sim = SimpleNamespace(level=SimpleNamespace(name="", spawn=SimpleNamespace(at=(0.0, 0.0, 0.0))))
    for row in menu.page.rows:
        row.activate()
        chosen, visited[:] = [*chosen, *visited], []
    for name in chosen:
        session.sim.level.name = name
        run.next_level()
    assert chosen[:3] == ["playground", "terrain", "river"] and visited == [*chosen[1:], chosen[0]]
    visited.clear()
    run.previous_page()
    assert visited == [chosen[-2]], "the keys for pages, too"


def test_the_front_page_offers_the_last_level_again_from_its_start():
    """A newcomer chose "Continue - River", and stood at the start of River."""
    menu, level_actions = Menu(lambda: None), MagicMock()
    progress = SimpleNamespace(last_level="river")
    run = run_actions(progress=progress, level_actions=level_actions)
    MenuPages(menu, run, None, None, MagicMock()).open_title()
    row = menu.page.rows[menu.focus]
    assert (row.name, row.value()) == ("River again", "")
    assert row.about.startswith("The level that you played last, from its start. A race down the river")
    row.activate()
    level_actions.visit.assert_called_once_with("river")


def test_the_golden_marks_of_all_levels_are_counted_on_one_page_and_the_last_one_ends_it(tmp_path):
    progress = UserProgress(tmp_path / "progress.json")
    there = {name: [goal["name"] for goal in tables_of(name).get("goals", ())] for name in level_names()}
    count = sum(map(len, there.values()))
    page = marks_page(lambda name: lambda: None, progress)
    assert page.title == f"Golden marks: 0 of {count}" and len(page.rows) == sum(bool(goals) for goals in there.values())
    assert next_place("playground", progress) == f"Next: {tables_of('terrain')['title']}, {{next_level}}."
    for name, goals in there.items():
        for goal in goals:
            assert next_place("playground", progress) != END
            progress.store_goal(name, goal)
        progress.store_goal(name, "its old name")
    page = marks_page(lambda name: lambda: None, progress)
    assert page.title == f"Golden marks: {count} of {count}" and all("All of them." in row.about for row in page.rows)
    assert next_place("playground", progress) == END
