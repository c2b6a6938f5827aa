"""The hand points at the control under the crosshair and turns uses into Actions of the next tick."""

from dataclasses import replace
from math import atan2, hypot
from types import SimpleNamespace

import pytest

from game.app.exhibit_interaction import BELOW_DESK, GO_NEARER, IN_REACH, LOOK_UP, TOO_FAR, Hand
from game.core.vec3 import sub
from game.lab import Action
from game.level.contents.exhibit_place import CONTROL_SPACING
from game.scene.look_and_spring_arm import Look
from game.simulation import Intent, Simulation
from tests.lab.rooms import level_with, place_of
from tests.shipped_levels import shipped

SPRINGS = place_of("springs")
NAMES = ("frequency", "rate", "damping", "method", "pull")
PULL = NAMES.index("pull")


def hand_at(number, away=1.0, live=True):
    """A Hand whose player stands `away` from the desk [m] and looks at a control, and its Simulation."""
    sim, eye = Simulation(level_with(SPRINGS)), (0.0, -3.3 - away, 1.62)
    x, y, z = sub(SPRINGS.desk.control_place(number, len(NAMES)), eye)
    look = Look(atan2(-x, y), atan2(z, hypot(x, y)))
    session = SimpleNamespace(sim=sim, live=live, eye=lambda: eye)
    return Hand(session, look), sim


@pytest.mark.parametrize("number", range(5))
def test_it_points_at_what_is_under_the_crosshair(number):
    hand, _ = hand_at(number)
    assert hand.text is None
    assert hand.find_control() == (0, number) and hand.is_near and NAMES[number] in hand.text.title


def test_it_reads_the_numbers_of_the_board():
    """They follow the exhibit's state."""
    hand, sim = hand_at(1)
    hand.find_control()
    before = hand.text.rows
    assert len(before[0]) == 3 and all(isinstance(text, str) for row in before for text in row)
    sim.tick(Intent(actions=(Action("springs", "rate", 20.0),)))
    assert hand.text.rows != before


@pytest.mark.parametrize("away, live", [(7.0, True), (1.0, False)])
def test_it_reaches_nothing_from_afar_or_while_time_stands(away, live):
    hand, _ = hand_at(0, away, live)
    assert hand.find_control() is None and hand.text is None and not hand.use() and hand.pop_actions() == ()


def test_near_a_desk_it_says_what_to_do_until_a_control_was_used():
    hand, _ = hand_at(1, away=3.0)
    hand._look.pitch = 0.4
    assert hand.find_control() is None and hand.text == TOO_FAR
    hand, _ = hand_at(1)
    look = hand._look
    down, look.pitch = look.pitch, 0.4
    assert hand.find_control() is None and hand.text == IN_REACH
    look.pitch = -1.5
    assert hand.find_control() is None and hand.text == BELOW_DESK, "a newcomer looked at the floor, and was told to look down"
    look.pitch = down
    assert hand.find_control() and hand.use()
    look.pitch = 0.4
    assert hand.find_control() is None and hand.text not in (IN_REACH, TOO_FAR)


@pytest.mark.parametrize("has_used", [False, True])
@pytest.mark.parametrize("away", [3.0, 4.0])
def test_it_says_go_nearer_of_each_control_that_is_out_of_reach(away, has_used):
    hand, _ = hand_at(1)
    if has_used:
        assert hand.find_control() and hand.use()
        hand.pop_actions()
    hand._session.eye = lambda: (0.0, -3.3 - away, 1.62)
    assert look_at(hand, SPRINGS.desk.control_place(1, len(NAMES))) is None
    assert hand.text.title == "rate" and hand.text.lines == (GO_NEARER,)
    assert not hand.use() and not hand.turn(1) and hand.pop_actions() == ()


@pytest.mark.parametrize("number, pressed", [(PULL, True), (1, False)])
def test_the_button_is_pressed_again_while_one_looks_at_the_exhibit(number, pressed):
    """Also after a dial was turned: its exhibit's first button."""
    hand, _ = hand_at(number)
    assert hand.find_control() and hand.again is None and hand.use()
    assert (("springs", "pull", 1.0) in hand.pop_actions()) == pressed
    hand._look.pitch = 0.4
    assert hand.find_control() is None and hand.again == (0, PULL) and hand.text.keys == 'Click {play_sweep}  use "pull"'
    assert hand.use() and hand.pop_actions() == (Action("springs", "pull", 1.0),)
    assert not hand.turn(1) and hand.pop_actions() == ()
    assert hand.text.title == "Five methods beside the exact spring", "it says which exhibit"


def look_at(hand, goal):
    """Turn the view of a hand to a place (3,) [m]."""
    x, y, z = sub(goal, hand._session.eye())
    hand._look.heading, hand._look.pitch = atan2(-x, y), atan2(z, hypot(x, y))
    return hand.find_control()


def at_desk_of(name, level="lab"):
    """A Hand in a level that comes with the game, behind the desk of an exhibit, and {name: ExhibitPlace}."""
    sim = Simulation(shipped(level), history=1)
    places = {exhibit.place.name: exhibit.place for exhibit in sim.lab.exhibits}
    x, y, _ = places[name].desk.to_world((0.0, -0.95, 0.0))
    return Hand(SimpleNamespace(sim=sim, live=True, eye=lambda: (x, y, 1.62)), Look()), places


def pressed_at(name, button, level="lab"):
    """The same after a button was used."""
    hand, places = at_desk_of(name, level)
    exhibit = next(one for one in hand._lab.exhibits if one.place.name == name)
    names = [control.name for control in exhibit.controls]
    assert look_at(hand, places[name].desk.control_place(names.index(button), len(names))) and hand.use()
    hand.pop_actions()
    return hand, places


EXHIBITS = {
    "springs": "pull", "floor": "throw", "race_wall": "fire", "balls": "start", "cradle": "lift", "counting_wall": "push",
    "zeno": "drop", "billiards": "shoot", "swept_spheres": "run", "court": "launch", "turning_box": "start",
}  # fmt: skip


@pytest.mark.parametrize("name", EXHIBITS)
def test_at_each_desk_the_button_is_pressed_again_by_a_look_at_its_exhibit_and_its_board(name):
    hand, places = pressed_at(name, EXHIBITS[name])
    x, y, _ = places[name].at
    for goal in ((x, y, 1.7), places[name].board.at):
        look_at(hand, goal)
        assert hand.again, goal
        assert hand.use() and hand.pop_actions() == (Action(name, EXHIBITS[name], 1.0),)


@pytest.mark.parametrize(
    "name, button, other",
    [("billiards", "shoot", "cradle"), ("cradle", "lift", "zeno"), ("springs", "pull", "floor")],
)
def test_no_button_is_pressed_again_while_one_looks_at_another_exhibit_or_at_a_desk(name, button, other):
    hand, places = pressed_at(name, button)
    x, y, _ = places[other].at
    board, own, next_to_it = places[other].board.at, places[name].desk, places[other].desk
    for goal in ((x, y, 1.7), board, own.to_world((own.width / 2.0 - 0.05, -0.25, 0.9)), next_to_it.at):
        look_at(hand, goal)
        assert hand.again is None, goal
        assert hand.pointed or not hand.use()


def test_a_button_is_forgotten_by_walking_away_and_coming_back():
    hand, places = pressed_at("billiards", "shoot")
    here, goal = hand._session.eye, (*places["billiards"].at[:2], 1.7)
    hand._session.eye = lambda: (0.0, -8.0, 1.62)
    hand.find_control()
    hand._session.eye = here
    look_at(hand, goal)
    assert hand.again is None and not hand.use()


def test_at_a_desk_between_two_the_nearest_board_is_read():
    """The desks of billiards and cradle are 3 m apart."""
    hand, places = at_desk_of("cradle")
    look_at(hand, places["cradle"].board.at)
    assert hand._lab.exhibits[hand.board].place.name == "cradle"


def test_the_hand_of_a_flying_player_reaches_nothing():
    hand, _ = pressed_at("billiards", "shoot")
    flies, hand._is_flying = [True], lambda: flies[0]
    for number in range(60):
        hand._look.heading = 0.1 * number
        assert hand.find_control() is None and hand.text is None and not hand.use() and not hand.turn(1)
    assert hand.pop_actions() == ()


def test_the_wheel_presses_no_button():
    hand, _ = hand_at(PULL)
    assert hand.find_control() == (0, PULL) and not hand.turn(1) and not hand.turn(-1) and hand.pop_actions() == ()


def test_no_button_is_pressed_again_from_afar_or_in_another_level():
    hand, _ = hand_at(PULL)
    hand.find_control()
    hand.use()
    hand.pop_actions()
    near, hand._session.eye = hand._session.eye, lambda: (0.0, -12.0, 1.62)
    assert hand.find_control() is None and hand.again is None and hand.text is None and not hand.use()
    hand._look.pitch, hand._session.eye, hand._session.sim = 0.4, near, Simulation(level_with(SPRINGS))
    assert hand.find_control() is None and hand.again is None and not hand.use()


def test_turns_of_the_wheel_before_a_tick_add_up_and_are_taken_once():
    hand, sim = hand_at(1)
    hand.find_control()
    assert hand.turn(-1) and hand.turn(-1) and "20 steps/s" in hand.text.title
    actions = hand.pop_actions()
    assert actions == (Action("springs", "rate", 20.0),) and hand.pop_actions() == ()
    sim.tick(Intent(actions=actions))
    assert hand.turn(1) and hand.pop_actions() == (Action("springs", "rate", 30.0),)


def test_a_use_does_not_wait_for_another_level():
    """In a level without the exhibit, it would be a wrong Intent, which ends the game."""
    hand, _ = hand_at(1)
    hand.find_control()
    assert hand.use()
    hand._session.sim = Simulation(level_with())
    assert hand.pop_actions() == ()


def test_a_click_presses_a_button_and_goes_round_a_switch():
    hand, _ = hand_at(PULL)
    hand.find_control()
    assert LOOK_UP not in hand.text.lines
    assert hand.use() and hand.pop_actions() == (Action("springs", "pull", 1.0),)
    assert LOOK_UP in hand.text.lines
    hand, _ = hand_at(NAMES.index("method"))
    hand.find_control()
    assert hand.use() and hand.pop_actions() == (Action("springs", "method", 0.0),)


NEAR, FAR = (1.0, -4.0, 1.6), (0.0, -40.0, 1.6)


@pytest.mark.parametrize("eye, yaw, is_read", [(NEAR, 0.0, True), (NEAR, 1.2, False), (FAR, 0.0, False)])
def test_a_board_is_read_by_looking_at_it_from_its_room(eye, yaw, is_read):
    sim = Simulation(level_with(SPRINGS))
    board = SPRINGS.board
    x, y, z = sub(board.at, eye)
    look = Look(atan2(-x, y) + yaw, atan2(z, hypot(x, y)))
    hand = Hand(SimpleNamespace(sim=sim, live=True, eye=lambda: eye), look)
    hand.find_control()
    assert (hand.board == 0) == is_read
    if is_read:
        assert hand.text.title and hand.text.lines and len(hand.text.rows) > 1 and not hand.text.keys


@pytest.mark.parametrize("eye, is_read", [(NEAR, False), ((1.0, -9.5, 1.6), True)])
def test_at_a_desk_no_board_of_another_exhibit_is_read(eye, is_read):
    sim = Simulation(level_with(replace(SPRINGS, board=None), replace(SPRINGS, name="other", desk=None)))
    x, y, z = sub(SPRINGS.board.at, eye)
    hand = Hand(SimpleNamespace(sim=sim, live=True, eye=lambda: eye), Look(atan2(-x, y), atan2(z, hypot(x, y))))
    hand.find_control()
    assert hand.is_near != is_read and hand.board == (1 if is_read else None)


def test_between_two_controls_one_of_them_is_chosen():
    hand, _ = hand_at(1)
    hand._look.heading -= 0.5 * CONTROL_SPACING / 1.3
    assert hand.find_control() in ((0, 1), (0, 2))
