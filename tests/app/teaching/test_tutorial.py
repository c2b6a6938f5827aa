"""The guided first level: it can be played to its end, and each prompt waits for what it asks for."""

from math import dist, pi
from types import SimpleNamespace

import numpy as np
import pytest
from panda3d.core import NodePath

from game.app.menu.menu_panel import FIRST_LEVEL
from game.app.session.play_session import Session
from game.app.session.settings import Settings
from game.app.teaching.teaching_views import PlainView
from game.app.teaching.tick_inspector import LargePanel
from game.app.teaching.tutorial import (
    BACK,
    CROWD,
    END,
    LEAST,
    MEET,
    PROMPTS,
    READING,
    STOPPED,
    STRAIGHT,
    TIME_STANDS,
    Tutorial,
    TutorialView,
    slides_far,
)  # fmt: skip
from game.collision import Pass
from game.core.shapes import Arrow
from game.explain.iteration_overlay import InspectedTick
from game.explain.tick_overlay import Switches
from game.lesson import level_of
from game.level import load_level
from game.panels.panel import hide_overlapped
from game.panels.tick_and_iteration_content import plain_sheet
from game.scene.look_and_spring_arm import Look
from game.simulation import Intent, Simulation

READ = 9.0  # [s] in which each prompt can be read


class Walk:
    """The first level with its tutorial, and a player that follows it."""

    def __init__(self):
        self.session, self.look, self.ends = Session(Simulation(level_of(FIRST_LEVEL))), Look(), []
        self.inspector = SimpleNamespace(tick=None, number=0, show=lambda number: None)
        self.menu, self.sides = SimpleNamespace(is_open=False), []
        self.viewpoint = viewpoint = SimpleNamespace(look=self.look, show_side=self.sides.append, third_person=False)
        self.tutorial = Tutorial(self.session, viewpoint, self.inspector, self.menu)
        self.tutorial.finished, self.crowds = lambda: self.ends.append(True), []
        self.tutorial.bring_crowd = lambda: self.crowds.append(True) or True
        self.tutorial.begin()

    def play(self, ticks, **intent):
        for _ in range(ticks):
            self.session.advance(1.0 / 60.0, lambda: Intent(**intent))
            self.tutorial.update(1.0 / 60.0)

    def turn(self):
        for _ in range(20):
            self.look.heading += 0.1
            self.tutorial.update(READ)


@pytest.fixture
def walk():
    return Walk()


FORWARD = (0.0, 1.0)


def test_while_time_stands_the_prompt_for_walking_says_how_it_goes_on(walk):
    """A gamer stopped time by chance at the second prompt, and W flew the camera over the level without a body."""
    walk.turn()
    assert walk.tutorial.number == 1
    walk.session.pause(), walk.tutorial.update(READ)
    assert walk.tutorial.prompt is TIME_STANDS and walk.tutorial.number == 1
    walk.session.resume(), walk.play(1)
    assert walk.tutorial.prompt is PROMPTS[1]


def test_without_machine_code_no_crowd_comes(walk):
    walk.tutorial.bring_crowd = lambda: False
    walk.session.pause()
    walk.tutorial.number = CROWD - 1
    walk.tutorial._begin_prompt()
    walk.tutorial.update(READ)
    assert walk.tutorial.prompt is END and walk.ends == [True]


def test_a_small_turn_past_the_south_is_small(walk):
    """A heading jumps from pi to -pi there, which counted as a whole turn."""
    walk.look.heading = pi - 0.01
    walk.tutorial.update(READ)
    walk.tutorial.begin()
    walk.tutorial.update(READ)
    walk.look.turn(0.02, 0.0)
    walk.tutorial.update(READ)
    assert walk.look.heading < 0.0 and walk.tutorial.number == 0 and walk.tutorial.turned == pytest.approx(0.02)


def test_the_whole_course(walk):
    seen = [walk.tutorial.number]

    def done():
        walk.tutorial.update(READ)
        seen.append(walk.tutorial.number)

    walk.turn(), done()
    walk.play(45, wish=FORWARD), done()
    walk.play(10, wish=FORWARD)
    assert walk.tutorial.number == 2 and not walk.tutorial.is_followed, "to walk is not to run"
    walk.play(20, wish=FORWARD, run=True)
    assert walk.tutorial.number == 3, "the prompt was there long enough to be read"
    seen.append(3)
    walk.play(80, wish=FORWARD), done()
    assert walk.tutorial.prompt.actions == ("third_person",), "before the beam, under which the camera is pushed into the body"
    walk.tutorial.update(0.1)
    walk.viewpoint.third_person = True
    done()
    walk.play(60, wish=FORWARD)
    walk.play(5, wish=FORWARD, jump=True)
    walk.play(50, wish=FORWARD), done()
    walk.play(60, wish=FORWARD)
    assert walk.tutorial.prompt.actions == ("crouch",), "the beam lets nobody through upright"
    walk.play(160, wish=FORWARD, crouch=True), done()
    walk.play(240, wish=(0.8, 0.6)), walk.play(20)
    walk.session.pause(), walk.tutorial.update(READ), done()
    assert (
        any(iteration.hit and iteration.pass_ == Pass.MOVE for iteration in walk.session.record.trace.iterations)
        and walk.sides[0].hit
    )
    assert walk.session.cursor > 0, "the last tick shows nothing but the floor"
    for _ in range(3):
        walk.session.scrub(-1), walk.tutorial.update(READ)
    assert walk.tutorial.number == STOPPED, "only back"
    walk.session.scrub(1), walk.tutorial.update(READ), done()
    walk.inspector.tick = object()
    walk.tutorial.update(READ), done()
    walk.tutorial.update(READ)
    walk.inspector.number = 1
    walk.tutorial.update(READ), done()
    assert walk.crowds == [True] and walk.tutorial.number == CROWD
    walk.inspector.tick = None
    assert walk.tutorial.prompt.actions == ("pause",)
    walk.session.resume(), walk.play(300)
    assert walk.tutorial.prompt is MEET, "P was pressed"
    assert walk.tutorial.number == CROWD, "nobody was met"
    ahead = np.array(walk.look.forward())
    walk.tutorial.walkers = lambda: np.array([walk.session.eye() - 3.0 * ahead, walk.session.eye() + 20.0 * ahead])
    walk.play(300)
    assert walk.tutorial.number == CROWD, "behind the back, and too far away"
    assert dist(walk.tutorial.aim[1], walk.session.eye()) == pytest.approx(3.0), "a label leads to the nearest one"
    walk.tutorial.walkers = lambda: np.array([walk.session.eye() - 9.0 * ahead, walk.session.eye() + 20.0 * ahead])
    assert dist(walk.tutorial.aim[1], walk.session.eye()) == pytest.approx(9.0), "it stays with the walker that it has chosen"
    walk.tutorial.walkers = lambda: np.array([walk.session.eye() + 0.8 * ahead])
    walk.play(300), done()
    assert walk.tutorial.prompt.actions == ("reverse",) and walk.tutorial.aim is None
    walk.session.show_tick(BACK + 1), walk.tutorial.update(READ)
    assert seen == list(range(len(PROMPTS))) and walk.ends == [True]
    walk.session.resume()
    walk.play(600)
    assert walk.tutorial.is_done
    assert walk.tutorial.prompt is END, "the end is read before it is gone"
    walk.menu.is_open = True
    walk.tutorial.update(READ)
    assert walk.tutorial.prompt is None and walk.tutorial.is_on and walk.tutorial.is_done
    walk.tutorial.begin()
    assert not walk.tutorial.is_done


def test_each_prompt_can_be_read_although_its_keys_were_used_before_it(walk):
    """A newcomer used the keys of later prompts at prompt 7, and the tutorial went from there to its end in a moment."""
    walk.play(300, wish=FORWARD)
    walk.session.pause()
    walk.tutorial.number, walk.inspector.tick, shown = STOPPED, object(), {}
    walk.tutorial._begin_prompt()
    while walk.tutorial.number < CROWD:
        walk.session.scrub(-1 if walk.session.cursor < 5 else 1)
        walk.inspector.number += 1
        shown[walk.tutorial.number] = shown.get(walk.tutorial.number, 0.0) + 0.1
        walk.tutorial.update(0.1)
    for number in range(STOPPED, CROWD):
        assert shown[number] >= LEAST + READING * len(PROMPTS[number].text) - 0.01


def test_the_body_can_be_looked_at_from_behind_before_the_prompt_is_gone(walk):
    """A teacher pressed the key, and the sentence about the body was gone at once."""
    walk.tutorial.number = next(n for n, prompt in enumerate(PROMPTS) if prompt.actions == ("third_person",))
    walk.tutorial._begin_prompt()
    number = walk.tutorial.number
    walk.tutorial.update(READ)
    walk.viewpoint.third_person = True
    for _ in range(28):
        walk.tutorial.update(0.1)
    assert walk.tutorial.number == number and walk.tutorial.is_followed
    for _ in range(4):
        walk.tutorial.update(0.1)
    assert walk.tutorial.number == number + 1


def test_a_prompt_does_not_wait_for_a_player_that_has_read_it(walk):
    walk.tutorial.update(READ)
    walk.look.heading += 1.0
    walk.tutorial.update(0.01)
    assert walk.tutorial.number == 1


def test_a_prompt_behind_the_menu_is_not_read(walk):
    walk.menu.is_open = True
    walk.turn()
    assert walk.tutorial.number == 0 and walk.tutorial.is_followed


def test_another_tick_with_one_iteration_is_another_iteration(walk):
    walk.play(10, wish=FORWARD)
    walk.session.pause()
    walk.tutorial.number, walk.inspector.tick = CROWD - 1, object()
    walk.tutorial.update(READ)
    walk.session.scrub(-1)
    walk.tutorial.update(READ)
    assert walk.tutorial.number == CROWD


def test_a_prompt_waits_until_it_is_done(walk):
    walk.play(200)
    assert walk.tutorial.number == 0
    walk.turn()
    walk.play(200)
    assert walk.tutorial.number == 1 and walk.ends == []


def test_the_block_is_too_high_for_a_step(walk):
    walk.turn()
    walk.play(400, wish=FORWARD)
    walk.viewpoint.third_person = True
    walk.play(400, wish=FORWARD)
    assert walk.tutorial.prompt.actions == ("jump",)


def test_time_goes_on_where_it_was_stopped_although_the_guide_showed_an_earlier_contact(walk):
    """A newcomer pressed P twice and stood two seconds back."""
    walk.play(300, wish=FORWARD)
    walk.play(20, wish=(0.7, 0.7))
    walk.play(60)
    walk.tutorial.number = PROMPTS.index(next(prompt for prompt in PROMPTS if prompt.actions == ("pause",)))
    newest, here = walk.session.newest, walk.session.state.position
    walk.session.pause(), walk.tutorial.update(READ)
    assert walk.session.cursor > 0, "the tutorial shows the last contact"
    assert not walk.session.resume(), "no branch"
    assert walk.session.newest is newest and walk.session.state.position == here
    assert walk.tutorial.prompt.actions == ("pause",), "the next prompt needs a pause"


def test_a_pause_without_a_contact_to_show_does_not_count(walk):
    """A newcomer had stood still for so long that no contact with a wall was stored."""
    walk.play(60)
    walk.tutorial.number = PROMPTS.index(next(prompt for prompt in PROMPTS if prompt.actions == ("pause",)))
    number = walk.tutorial.number
    walk.session.pause(), walk.tutorial.update(READ)
    assert walk.tutorial.number == number and walk.sides == []
    assert walk.tutorial.prompt.why.startswith("You touched no wall yet"), "a newcomer did not know why it did not count"
    walk.session.resume(), walk.tutorial.update(READ)
    assert walk.tutorial.prompt is PROMPTS[number]


def test_a_straight_hit_asks_for_one_at_a_slant(walk):
    """A gamer ran straight at the wall, and saw nothing of a slide."""
    walk.play(190, wish=FORWARD)
    walk.tutorial.number, walk.tutorial.is_followed = STOPPED - 1, False
    walk.session.pause(), walk.tutorial.update(READ)
    assert walk.tutorial.number == STOPPED - 1 and walk.tutorial.prompt is STRAIGHT
    shown = walk.sides.pop()
    assert shown.point == walk.session.record.wall_contact.point, "the picture shows what stopped it"
    assert not [mark for mark in plain(walk).marks if isinstance(mark, Arrow)], "an arrow said that it slid"
    walk.session.resume()
    walk.play(10, wish=(0.7, 0.7))
    walk.session.pause(), walk.tutorial.update(READ)
    assert walk.tutorial.number == STOPPED and walk.sides[0].hit


def test_a_corner_that_holds_the_body_is_no_slide():
    """A gamer held two keys in a corner, and the tutorial accepted a tick in which the body did not move."""
    walk, corner = Walk(), Simulation(load_level("corners"))
    corner.begin_at((0.0, -1.5, 0.0), 0.0)
    for _ in range(120):
        record = corner.tick(Intent((-0.3, 1.0)))
    went = dist(record.before.position, record.after.position)
    assert went < 1e-5 and slides_far(record.wall_contact, record.trace.up), "its first contact alone seems a slide"
    walk.session.sim.history.append(record)
    assert walk.tutorial._last_contact(1) is None and walk.tutorial._last_contact(1, is_slanted=False)


def plain(walk, **chosen):
    return PlainView(walk.session, Settings(**chosen), lambda: False)


SLIDES = "You hit the upper edge of a wall here: the blue disc. The arrow is the rest of your move: you slid along it."


@pytest.mark.parametrize("wish, sentence, arrows", [
    (FORWARD, "The upper edge of a wall stopped you: the blue disc.", 0),
    ((0.7, 0.7), SLIDES, 1),
    ((0.0, -1.0), "You met no wall in this tick.", 0),
])  # fmt: skip
def test_a_first_stop_says_one_sentence_about_the_wall(walk, wish, sentence, arrows):
    """A newcomer saw a see-through body with crosses, four arrows, and a panel of numbers, and did not know where to look."""
    walk.play(190, wish=FORWARD)
    walk.play(10, wish=wish)
    walk.session.pause()
    assert plain(walk).is_on
    view = plain(walk)
    found = [mark for mark in view.marks if isinstance(mark, Arrow)]
    assert len(found) == arrows and len(view.marks) == 2 + arrows, "without a wall, point and disc of the ground"
    for arrow in found:
        moved = np.subtract(walk.session.record.after.position, walk.session.record.before.position)
        along_wall = np.subtract(arrow.end, arrow.start)
        assert along_wall[0] * moved[0] > 0.0 and abs(along_wall[1]) < 1e-6, "the front of the block is a plane of equal y"
    assert view.marks is view.marks, "one list for one tick: a new one would be drawn in each frame"
    sheet = plain_sheet(walk.session.record, SimpleNamespace(tick=None))
    ground = " The ground carried you." * ("no wall" in sentence)
    assert ["".join(span.text for span in block.spans) for block in sheet.blocks] == [sentence + ground]


def test_a_prompt_is_shown_again_after_a_panel_was_in_its_place_and_beside_all_numbers(walk):
    """After one such panel a gamer saw no prompt any more, not even after a restart."""
    root, size = NodePath("pixel2d"), (1280, 720)
    view, large = TutorialView(walk.tutorial, lambda prompt: ("P",)), LargePanel(root, size)
    view.build(root, size)
    walk.play(200, wish=FORWARD)
    walk.session.pause()
    tick = InspectedTick(walk.session.record, walk.session.sim)
    for top, is_shown in ((0.0, False), (None, True), (view.height() * view._panel.canvas.scale / size[1], True)):
        large.show(None if top is None else (tick, 0, None, top))
        view.refresh(True)
        hide_overlapped(root, size[1])
        assert view._panel.visible is is_shown


def test_chosen_numbers_or_overlays_stay(walk):
    walk.play(10, wish=FORWARD)
    assert not plain(walk).is_on, "time runs"
    walk.session.pause()
    assert plain(walk).is_on
    assert not plain(walk, hud=True).is_on
    assert not plain(walk, overlays=Switches().toggled("path")).is_on
    walk.tutorial.end()
    assert plain(walk).is_on, "a level's stop is as plain as that of the tutorial"
    assert not PlainView(walk.session, Settings(), lambda: True).is_on, "a lesson has words of its own"


def test_after_a_step_time_goes_on_from_the_displayed_tick(walk):
    walk.play(300, wish=FORWARD)
    walk.play(60)
    walk.session.show_tick(40, glance=True)
    walk.session.scrub(-1)
    assert walk.session.resume() and walk.session.state.tick == 360 - 41


def test_a_lesson_in_between_hides_the_prompt_and_does_not_follow_it(walk):
    """The prompt of the first level stood over the lesson, and walking there counted."""
    walk.turn()
    assert walk.tutorial.number == 1
    first, walk.tutorial.session = walk.session, Session(Simulation(load_level("stairs")))
    walk.session = walk.tutorial.session
    walk.play(200, wish=FORWARD)
    assert walk.tutorial.prompt is None and walk.tutorial.number == 1 and walk.tutorial.walked == 0.0
    walk.session = walk.tutorial.session = first
    walk.play(1)
    assert walk.tutorial.prompt == PROMPTS[1] and walk.tutorial.walked < 0.1
