"""Lessons in the window: a page's moment, a question that the game answers, and everything as before at the end."""

from dataclasses import replace
from itertools import repeat
from math import hypot
from types import SimpleNamespace

import pytest

from game.app.action_handlers import LevelActions
from game.app.camera import Viewpoint
from game.app.game import Game
from game.app.session.play_session import SLOWER, Session
from game.app.session.race import EVERY, RaceTracker
from game.app.session.saved_progress import UserProgress
from game.app.session.settings import Settings
from game.app.teaching.lesson_player import LessonCallbacks, LessonPanelControl, LessonPlayer
from game.app.teaching.teaching_views import SpaceChoice, TickViews, TwinManager
from game.app.teaching.tick_inspector import TickInspector
from game.collision import Rules
from game.core.shapes import Label, Point, Polyline
from game.explain.minkowski import MinkowskiView
from game.explain.rule_explanations import preset_name
from game.explain.tick_overlay import Switches
from game.lab import Action
from game.lesson import lesson_names, level_of, load_lesson
from game.lesson.tools.lesson_records import AT_ONCE, SLOWDOWNS
from game.level import load_level
from game.level.contents.volume import Finish, Volume
from game.panels.lesson_panel import NO_ANSWER, lesson_sheet
from game.panels.tick_and_iteration_content import TWINS_TITLE
from game.scene.framing import Screen
from game.simulation import Intent, Simulation
from tests.lesson_pages import lesson_of, lesson_table, page_tables
from tests.simulation import scenes

SIZE = (1280, 720)
OWN = Switches.only(["labels"])


class Player:
    """As much of a Game as a lesson needs, without a window."""

    def __init__(self, folder):
        self.progress = UserProgress(folder / "progress.json")
        self.settings = Settings(overlays=OWN, third_person=False)
        self.session = Session(on_tick=lambda record, events: self.lessons.handle_tick(record))
        self.viewpoint = Viewpoint(self.session, self.settings, Screen)
        inspector = TickInspector(self.session, None, self.show_message)
        self.views = TickViews(SpaceChoice(), MinkowskiView(), TwinManager(), inspector)
        self.is_waiting = False
        source = SimpleNamespace(play=lambda script: None, wait_for_walking=lambda: setattr(self, "is_waiting", True))
        host = LessonCallbacks(self.load, self.replay, source, None, self.show_message, lambda: None, lambda: self.race)
        self.lessons = LessonPlayer(self.session, self.settings, self.viewpoint, self.views, self.progress, host)
        self.load(level_of("corners"))
        self.home = self.session.sim.level

    def load(self, level, leaving=None, **options):
        if leaving:
            leaving()
        self.replay(Simulation(level, **options), [])

    def replay(self, sim, script):
        self._script = iter(script)
        self.session.begin(sim)
        self.views.twins.begin(sim)
        self.race = RaceTracker(sim)

    def show_message(self, words):
        self.message = words

    def play(self, frames):
        for _ in range(frames):
            self.session.advance(1 / 60, lambda: next(self._script))


@pytest.fixture
def player(tmp_path):
    return Player(tmp_path)


@pytest.fixture(scope="module")
def wedges():
    return load_lesson("wedges")


def test_a_page_opens_at_its_moment_and_looks_as_it_wants(player, wedges):
    player.lessons.open(wedges)
    page = wedges.pages[0]
    assert player.session.paused and player.session.state.tick == page.shot.tick and player.lessons.is_read
    assert player.settings.third_person and player.settings.overlays == Switches.only(page.shot.overlays)
    assert player.session.sim.level is player.home, "the level that stands there already is not loaded again"


def test_a_page_in_slow_motion_plays_up_to_its_moment(player, wedges):
    number = next(number for number, page in enumerate(wedges.pages) if page.slower)
    page = wedges.pages[number]
    player.lessons.open(wedges, number)
    assert not player.session.paused and player.session.state.tick == 0
    assert player.session.speed == 1 / page.slower
    player.play(page.slower * page.shot.tick + 20)
    assert player.session.paused and player.session.state.tick == page.shot.tick and player.session.speed == 1.0


def test_speeds_of_lessons_are_speeds_of_the_clock():
    assert SLOWDOWNS == (AT_ONCE, *SLOWER)


def test_the_game_answers_a_question(player, wedges):
    number = next(number for number, page in enumerate(wedges.pages) if page.question)
    page, lessons = wedges.pages[number], player.lessons
    lessons.open(wedges, number)
    assert lessons.is_asking and player.session.state.tick == page.question.ask_at
    lessons.choose()
    assert lessons.is_asking, "no answer is suggested, so Enter gives none"
    lessons.move_focus(1)
    assert lessons.reading.focus == 0
    lessons.move_focus(1)
    lessons.choose()
    assert not lessons.is_asking and lessons.reading.chosen == 1 and lessons.reading.decided is None
    player.play(page.shot.tick)
    assert player.session.paused and lessons.reading.decided == page.question.right
    lessons.restart_page()
    assert lessons.is_asking, "this page again"


def test_leaving_puts_everything_back(player, wedges):
    before = player.session.sim
    before.teleport((1.0, -2.0, 0.95), 1.5)
    player.lessons.open(wedges)
    assert player.lessons.settings_to_keep().overlays == OWN
    player.lessons.turn_pages(1)
    assert player.session.sim.rules != before.rules
    player.lessons.leave()
    assert not player.lessons.is_open and not player.lessons.is_read
    assert (player.settings.overlays, player.settings.third_person) == (OWN, False)
    assert (player.session.sim.level, player.session.sim.rules) == (player.home, before.rules)
    assert (player.session.sim.state.position, player.session.sim.state.heading) == ((1.0, -2.0, 0.95), 1.5)


def test_a_timed_run_goes_on_after_a_lesson_and_counts(player, wedges, monkeypatch, tmp_path):
    """A newcomer read a lesson on a platform, and the clock began at 0:00.00 in the middle of the level."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    line = Volume("finish", Finish(5.0, 8.0, 9.0), (0.0, 5.0, 0.0), 0.0, 2.0, (4.0, 1.0))
    player.load(scenes.level_of(scenes.floor(), volumes=(line,)))

    def walk(ticks):
        return [words for _ in range(ticks) if (words := player.race.update(player.session.sim.tick(Intent((0.0, 1.0)))))]

    walk(31)
    before = player.session.sim.state
    player.lessons.open(wedges)
    player.lessons.leave()
    assert player.session.sim.state == before and player.message == "your run goes on at 0:00.52 as soon as you walk"
    assert player.is_waiting
    (message,) = walk(40)
    assert "gold medal, your best" in message and 0.85 < player.race.best.seconds < 0.95
    assert len(player.race.best.track) == pytest.approx(54 / EVERY + 1, abs=1)


def test_the_end_is_a_summary_and_the_way_to_the_next_lesson(player, wedges):
    last, asked = len(wedges.pages) - 1, [number for number, page in enumerate(wedges.pages) if page.question]
    player.progress.store_right_answer("wedges", asked[0])
    player.lessons.open(wedges, last)
    player.lessons.turn_pages(1)
    summary = player.lessons.reading.summary
    assert (summary.right, summary.questions) == (1, len(asked)) and not player.lessons.is_asking
    assert player.progress.pages_read("wedges") == {last}
    player.lessons.turn_pages(-1)
    assert player.lessons.reading.summary is None and player.lessons.reading.number == last
    player.lessons.turn_pages(1)
    player.lessons.turn_pages(1)
    names = lesson_names()
    assert player.lessons.reading.lesson.name == names[names.index("wedges") + 1] and player.lessons.reading.number == 0


def test_after_the_last_lesson_everything_is_as_before(player):
    last = load_lesson(lesson_names()[-1])
    player.lessons.open(last, len(last.pages) - 1)
    player.lessons.turn_pages(1)
    assert player.lessons.reading.summary.following is None
    player.lessons.turn_pages(1)
    assert not player.lessons.is_open and player.settings.overlays == OWN


def test_a_right_answer_is_kept_and_a_wrong_one_is_not(player, wedges):
    number, page = next((number, page) for number, page in enumerate(wedges.pages) if page.question)
    for answer in (page.question.right + 1) % len(page.question.answers), page.question.right:
        player.lessons.open(wedges, number)
        player.lessons.restart_page()
        player.lessons.choose(answer)
        player.play(page.shot.tick)
        assert (number in player.progress.right_answers("wedges")) == (answer == page.question.right)


def test_an_answered_question_is_shown_with_its_answer_again(player, wedges):
    player.lessons.open(wedges, [page.question is not None for page in wedges.pages].index(True))
    player.lessons.choose(0)
    player.play(600)
    answered = player.lessons.reading
    player.lessons.turn_pages(-1)
    player.lessons.turn_pages(1)
    assert answered.decided is not None and player.lessons.reading == replace(answered, focus=NO_ANSWER)
    assert player.session.record.tick == answered.page.shot.tick


def test_to_another_level_out_of_a_lesson_without_its_rules(player, wedges):
    before = player.session.options
    player.lessons.open(wedges, 1)
    assert player.session.options != before
    assert player.lessons.options_before == before
    player.lessons.close()
    assert player.lessons.options_before == {} and not player.lessons.is_open


class Visitor(Player):
    """Loads levels as the Game does, but without a loading screen."""

    _options, _crowd_size, base, controls, background = {}, 0, None, SimpleNamespace(drop_waiting=lambda: None), None

    def visit(self, name):
        tutorial = SimpleNamespace(end=lambda: None)
        LevelActions(self.load, self.session, self.lessons, tutorial, self.progress, self.show_message).visit(name)

    def load(self, level, **options):
        Game.load(self, level, **options) if self.session.sim else super().load(level, **options)

    def _begin(self, sim, screen):
        self.replay(sim, [])

    def show_message(self, words):
        self.message = words


def test_a_faulty_level_leaves_the_lesson_open_and_a_good_one_goes_by_the_players_rules(wedges, monkeypatch, tmp_path):
    monkeypatch.setattr("game.app.game.LoadingScreen", lambda base, name: SimpleNamespace(remove=lambda: None))
    opened = lambda name, screen, background, needs_speed, **options: Simulation(load_level(name), **options)  # noqa: E731
    monkeypatch.setattr("game.app.game.open_level", opened)
    (tmp_path / "faulty.toml").write_text("title = ")
    player = Visitor(tmp_path)
    before = player.session.options
    player.lessons.open(wedges, 1)
    of_the_page = player.session.options
    player.visit(str(tmp_path / "faulty.toml"))
    assert "faulty.toml" in player.message and player.lessons.is_open and player.session.options == of_the_page
    player.visit("ramps")
    assert not player.lessons.is_open and player.session.options == before and player.session.sim.level.name == "ramps"


def test_before_the_first_page_there_is_none(player, wedges):
    player.lessons.open(wedges)
    player.lessons.turn_pages(-1)
    assert player.lessons.reading.number == 0


def test_marks_are_drawn_at_the_moments_of_their_page(player):
    features = lesson_of("features")
    player.lessons.open(features, 3)
    asked = player.lessons.marks
    assert asked and player.lessons.marks is asked, "the list is the same until it changes, so that it is drawn once"
    player.lessons.choose(1)
    assert player.lessons.marks == (), "time runs"
    player.play(30)
    assert len(player.lessons.marks) > len(asked), "some marks wait for the answer"
    player.lessons.leave()
    assert player.lessons.marks == ()


def test_marks_in_the_world_stay_while_the_reader_steps(player):
    """The edges of the invisible face of the printed program, at which the page's task lets the twin stop, and its corners."""
    player.lessons.open(lesson_of("forum"), 1)
    player.play(120)
    marks = player.lessons.marks
    assert [len([mark for mark in marks if isinstance(mark, kind)]) for kind in (Polyline, Point, Label)] == [3, 3, 3]
    player.session.step(Intent)
    assert len(player.lessons.marks) == len(marks)


def test_a_task_is_noticed_once_it_is_done_and_stays_done(player):
    iterating = lesson_of("iterating")
    number = next(number for number, page in enumerate(iterating.pages) if page.task and page.task.iteration == 2)
    player.lessons.open(iterating, number)
    player.lessons.notice_task()
    assert not player.lessons.reading.is_done
    player.views.inspector.on = True
    for move, is_done in ((0, False), (1, True), (-1, True)):
        player.views.inspector.update(0.0)
        player.views.inspector.move(move) if move else None
        player.lessons.notice_task()
        assert player.lessons.reading.is_done == is_done
    assert player.progress.tasks_done("iterating") == {number}
    player.lessons.turn_pages(1), player.lessons.turn_pages(-1)
    assert player.lessons.reading.is_done


def test_the_use_of_a_control_is_noticed(player):
    impulse = lesson_of("impulse")
    is_wanted = lambda task: task and task.use == "blocks.k" and not task.walk  # noqa: E731
    number = next(number for number, page in enumerate(impulse.pages) if is_wanted(page.task))
    task = impulse.pages[number].task
    player.lessons.open(impulse, number)
    player.play(400)  # to the moment of the page
    for value, is_done in ((task.value + 1.0, False), (task.value, True)):
        player.lessons.handle_tick(player.session.sim.tick(Intent(actions=(Action("blocks", "k", value),))))
        player.lessons.notice_task()
        assert player.lessons.reading.is_done == is_done


def test_a_link_opens_its_page(player):
    player.lessons.open(lesson_of("algorithm"), 4)
    player.lessons.follow_link("sweep", 9)
    assert (player.lessons.reading.lesson.name, player.lessons.reading.number) == ("sweep", 9)
    player.lessons.leave()
    assert player.session.sim.level is player.home


def test_a_task_is_walked_by_the_printed_rules_and_then_by_the_repaired_ones(player):
    lesson = load_lesson("climbing")
    number = next(number for number, page in enumerate(lesson.pages) if page.task and len(page.task.walk) > 1)
    lessons, page = player.lessons, lesson.pages[number]
    lessons.open(lesson, number)
    player.play(page.shot.tick * page.slower + 20)
    assert player.session.paused
    for rules in page.task.walk:
        assert preset_name(player.session.rules) == rules and not lessons.reading.is_done
        assert task_of(lessons).startswith("▶ Now the same by the repaired" if rules == "modern" else "▶ Press")
        walk_ahead(player)
    assert lessons.reading.is_done and number in player.progress.tasks_done("climbing")
    assert task_of(lessons).startswith("✓ Press"), "the whole task"
    assert "repaired rules" in player.message


def task_of(lessons):
    return "".join(span.text for span in lesson_sheet(lessons.reading).foot[0].spans)


def test_a_walk_is_seen_from_behind_and_a_desk_through_the_eyes(player):
    """A newcomer walked over the table through the eyes, and never saw the body slide."""
    for name, number, is_behind in (("climbing", 0, True), ("climbing", 2, True), ("climbing", 8, False), ("overlap", 1, False)):
        player.lessons.open(lesson_of(name), number)
        assert player.settings.third_person == is_behind
    player.lessons.leave()
    assert not player.settings.third_person


@pytest.mark.parametrize("has_other_rules", [False, True])
def test_a_task_is_walked_by_the_pages_own_rules_with_its_switches(player, has_other_rules):
    lesson = load_lesson("climbing")
    page = lesson.pages[0]
    assert page.switches and page.task.walk == ("modern",)
    player.lessons.open(lesson, 0)
    player.play(page.shot.tick * page.slower + 20)
    if has_other_rules:
        player.session.sim.set_rules(Rules.named("fauerby"))
    walk_ahead(player)
    assert player.lessons.reading.is_done == (not has_other_rules)


def walk_ahead(player):
    player._script = iter(lambda: Intent((0.0, 1.0)), None)
    player.session.resume()
    for _ in range(200):
        if player.session.live:
            player.play(1)
        player.lessons.notice_task()


def test_what_a_page_says_of_its_picture_is_there_at_its_moment_alone(player):
    """A gamer walked on, still read "In the air.", and saw the plot of the twins twice: in the panel and over the picture."""
    view, sheets = LessonPanelControl(player.lessons, None, player.session, player.views, None), []
    view._panel = SimpleNamespace(show=sheets.append)

    def words():
        player.views.twins.update()
        view.update(True)
        return " ".join(span.text for block in sheets[-1].blocks for span in block.spans)

    player.lessons.open(load_lesson("climbing"), 3)
    assert "Orange: repaired slide." in words() and TWINS_TITLE in words()
    player.session.resume()
    player._script = iter(lambda: Intent((0.0, 1.0)), None)
    player.play(5)
    assert "Orange: repaired slide." not in words() and TWINS_TITLE not in words(), "the plot is over the picture"
    player.session.pause()
    assert "Orange: repaired slide." not in words() and TWINS_TITLE in words()
    player.lessons.open(load_lesson("climbing"), 5)
    assert "In the air over the stairs." in words()
    player.session.step(Intent)
    assert "In the air over the stairs." not in words() and "Drawing: the body's lowest point" in words()
    view.ignoreAll()


LAB_WALKS = [
    (name, number)
    for name in lesson_names()
    if lesson_table(name)["order"] > 14
    for number, page in enumerate(page_tables(name))
    if "walk" in page.get("task", ())
]


ROUND = {"impulse": ((99.2, 4.6),)}  # {lesson: (x, y) [m] round the end of a wall}


def test_each_lesson_has_a_page_that_is_walked():
    assert not [name for name in lesson_names() if not any(page.task and page.task.walk for page in lesson_of(name).pages)]


@pytest.mark.parametrize("name, number", LAB_WALKS)
def test_in_the_lab_a_visitor_walks_straight_to_a_desk_and_uses_it(player, name, number):
    lessons, page = player.lessons, lesson_of(name).pages[number]
    lessons.open(lesson_of(name), number)
    while player.session.live:
        player.play(1)

    def towards():
        for to_x, to_y in (*ROUND.get(name, ()), page.task.near[:2]):
            while True:
                x, y, _ = player.session.state.position
                away = hypot(to_x - x, to_y - y)
                if away < 0.3:
                    break
                yield Intent(((to_x - x) / away, (to_y - y) / away))
        yield from repeat(Intent())

    player._script = towards()
    player.session.resume()
    for _ in range(1200):
        player.play(1)
        lessons.notice_task()
        if lessons._walks:
            break
    assert lessons._walks == 1 and lessons.reading.is_done == (not page.task.use)
    if page.task.use:
        exhibit, control = page.task.use.split(".")
        controls = next(one.controls for one in player.session.sim.lab.exhibits if one.place.name == exhibit)
        start = next(one.start for one in controls if one.name == control)
        action = Action(exhibit, control, start if page.task.value is None else page.task.value)
        lessons.handle_tick(player.session.sim.tick(Intent(actions=(action,))))
        lessons.notice_task()
    assert lessons.reading.is_done
