"""The real window on a virtual display, driven as a player does it: keys, mouse, clock, menu and focus.

These do the same whatever draws, so one renderer is enough. `test_window_size_focus_and_screenshots.py` drives both.
"""

import time
from math import dist

import pytest

from game.app.panels.timeline_panel import Layout
from game.panels.panel import strip_height
from game.panels.theme import SMALLEST
from tests.app.hands import NEEDS_WINDOW

pytestmark = [NEEDS_WINDOW, pytest.mark.parametrize("game", ["tiny"], indirect=True), pytest.mark.usefixtures("fresh")]
LEVELS_ROW = "184"  # [pixels] from the top of a low window, where the menu's third row is


def escape_to(game, page):
    """Press Escape, and wait for a page of the menu, "" for none."""
    game.key("Escape")
    game.wait_for(lambda now: now["menu"] == page)


def test_keyup_stops(game):
    game.do("keydown", "s")
    game.wait_for(lambda now: now["position"][1] < -0.5)
    game.do("keyup", "s")
    game.wait_for(lambda now: "0.00 of 0.00 m/s" in now["hud"][3])


def test_jumps(game):
    game.key("space")
    game.wait_for(lambda now: now["ground"] == "AIR")
    game.wait_for(lambda now: now["ground"] == "FLOOR")


def test_pause_step_and_scrub(game):
    game.wait_for(lambda now: now["tick"] > 30)
    game.key("p")
    tick = game.wait_for(lambda now: now["paused"])["tick"]
    game.key("comma")
    assert game.wait_for(lambda now: now["cursor"] == 1)["tick"] == tick - 1
    game.key("bracketleft")
    assert game.wait_for(lambda now: now["cursor"] == 11)["tick"] == tick - 11
    game.key("bracketright")
    game.wait_for(lambda now: now["cursor"] == 1)
    game.key("period")
    game.wait_for(lambda now: now["cursor"] == 0)
    game.key("period")
    assert game.wait_for(lambda now: now["tick"] == tick + 1)["paused"]


def test_time_by_keys(game):
    """Backwards in slow motion to the oldest tick, other rules there, out of the body, on from there, and back again."""
    game.wait_for(lambda now: now["tick"] > 60)
    game.key("p")
    ticks = game.wait_for(lambda now: now["paused"])["ticks"]
    game.key("minus")
    game.do("keydown", "BackSpace")
    game.wait_for(lambda now: now["film"] == -1 and now["slower"] == 1 and now["cursor"] > 3)
    game.do("keyup", "BackSpace")
    game.wait_for(lambda now: now["film"] == 0)
    game.key("Home")
    game.key("equal")
    game.wait_for(lambda now: now["paused"] and now["cursor"] == now["ticks"] - 1 and now["slower"] == 0)
    game.key("m")
    game.wait_for(lambda now: now["rules"] == "fauerby" and now["branches"] == 1)
    game.do("keydown", "w")
    game.wait_for(lambda now: now["camera"] and now["camera"][1] > 0.3)
    game.do("keyup", "w")
    game.key("p")
    game.wait_for(lambda now: now["branches"] == 2 and not now["paused"] and not now["camera"] and now["ticks"] < ticks)
    game.key("z")
    game.wait_for(lambda now: now["branches"] == 1 and now["ticks"] == ticks)
    game.key("z")
    game.wait_for(lambda now: now["rules"] == "modern" and now["branches"] == 0 and now["ticks"] == ticks)


def test_time_by_mouse(game):
    """The right button frees the pointer; a click on the timeline shows a tick, one on a button goes on from it."""
    game.wait_for(lambda now: now["tick"] > 20)
    game.do("click", "3")
    ticks = game.wait_for(lambda now: now["paused"] and now["free_pointer"])["ticks"]
    width, height = game.now["size"]
    layout = Layout(width / SMALLEST, height / SMALLEST, strip_height((width, height)) / SMALLEST)
    left, right, y = layout.x + layout.inside / 4, layout.x + layout.inside / 2, layout.bar + 2
    game.point(left, y)
    game.do("click", "1")
    game.wait_for(lambda now: now["cursor"] == pytest.approx(0.75 * ticks, abs=2))
    game.do("mousedown", "1")
    game.point(right, y)
    game.wait_for(lambda now: now["cursor"] == pytest.approx(0.5 * ticks, abs=2))
    game.do("mouseup", "1")
    button = next(x + width / 2 for action, _, x, width in layout.buttons() if action == "pause")
    game.point(button, layout.keys + 9)
    game.do("click", "1")
    game.wait_for(lambda now: not now["paused"] and not now["free_pointer"] and now["branches"] == 1)


def test_the_camera_flies_to_the_contact_and_back_orbits_and_zooms(game):
    game.wait_for(lambda now: now["tick"] > 20)
    game.key("t")
    side = game.wait_for(lambda now: now["inside"] == 0 and now["camera"])["camera"]
    game.key("f")
    near = game.wait_for(lambda now: dist(now["camera"], now["position"]) < dist(side, now["position"]))["camera"]
    game.do("click", "5")
    zoomed = game.wait_for(lambda now: now["camera"] != near)["camera"]
    game.do("mousedown", "3", "sleep", ".2", "mousemove_relative", "--", "40", "0", "sleep", ".2", "mousemove_relative", "9", "0")
    game.wait_for(lambda now: dist(now["camera"], zoomed) > 0.05)
    game.do("mouseup", "3")
    game.key("p")
    game.wait_for(lambda now: not now["paused"] and not now["camera"])


@pytest.mark.parametrize("key, state", [("v", "third_person"), ("g", "flying"), ("F2", "hud_shown")])
def test_switching_keys(game, key, state):
    before = game.now[state]
    game.key(key)
    game.wait_for(lambda now: now[state] is not before)
    game.key(key)
    game.wait_for(lambda now: now[state] is before)


def test_the_keys_are_shown_and_hidden(game):
    game.key("h")
    game.wait_for(lambda now: now["help"])
    while game.later()["help"]:  # the keys of the mode, then all keys on one page or two
        game.key("h")


def test_the_keys_return_to_the_menu_page_from_which_they_were_opened(game):
    game.key("Escape")
    page = game.wait_for(lambda now: now["menu"])
    while game.later()["row"] != "Keys":
        game.key("Down")
    game.key("Return")
    game.wait_for(lambda now: now["help"] and not now["menu"])
    game.key("Escape")
    game.wait_for(lambda now: not now["help"] and now["menu"] == page["menu"] and now["row"] == "Keys")
    escape_to(game, "")


@pytest.mark.parametrize("leave", ["p", "r", "BackSpace"])
def test_a_stop_after_the_inside_of_a_tick_is_plain(game, leave):
    game.wait_for(lambda now: now["tick"] > 20)
    game.key("t")
    game.wait_for(lambda now: now["inside"] == 0)
    game.key(leave)
    game.wait_for(lambda now: now["inside"] is None)
    if not game.later()["paused"]:
        game.key("p")
    assert game.wait_for(lambda now: now["paused"])["inside"] is None and game.later()["inside"] is None


def test_keys_turn_the_look(game):
    heading, pitch = game.now["look"]
    game.do("keydown", "j")
    game.wait_for(lambda now: now["look"][0] > heading + 0.1)
    game.do("keyup", "j")
    game.do("keydown", "k")
    game.wait_for(lambda now: now["look"][1] < pitch - 0.1)
    game.do("keyup", "k")


def test_menu_opens_and_closes(game):
    escape_to(game, "Small room")
    tick = game.later()["tick"]
    assert game.later()["tick"] == tick, "the menu stops the clock"
    game.key("Escape")
    game.wait_for(lambda now: not now["menu"] and now["tick"] > tick + 5)


def test_the_list_of_lessons_opens_over_the_menu_once(game):
    escape_to(game, "Small room")
    game.key("F6")
    game.wait_for(lambda now: now["menu"] == "Lessons")
    game.key("F6")
    escape_to(game, "Small room")
    escape_to(game, "")


def test_a_pointer_at_rest_does_not_choose_in_the_menu(game):
    width = game.now["size"][0]
    game.do("search", "--name", "^Glissade$", "mousemove", "--window", "%1", str(width // 4), LEVELS_ROW)
    escape_to(game, "Small room")
    time.sleep(0.3)
    game.key("Return")
    game.wait_for(lambda now: not now["menu"])


def test_the_mouse_chooses_in_the_menu(game):
    escape_to(game, "Small room")
    width = game.now["size"][0]
    game.do("search", "--name", "^Glissade$", "mousemove", "--window", "%1", str(width // 4), LEVELS_ROW)
    game.wait_for(lambda now: now["pointer"] == [width // 4, int(LEVELS_ROW)])
    game.do("click", "1")
    game.wait_for(lambda now: now["menu"] == "Levels")
    escape_to(game, "Small room")
    escape_to(game, "")


def test_rules_go_round(game):
    seen = []
    for _ in range(3):
        seen.append(game.now["rules"])
        game.key("m")
        game.wait_for(lambda now: now["rules"] != seen[-1])
    assert seen == ["modern", "fauerby", "thebigh"] and game.now["rules"] == "modern"


def test_losing_the_keyboard_stops_the_clock_and_lets_go_of_keys(game):
    game.do("keydown", "w")
    game.wait_for(lambda now: now["position"][1] > 0.3)
    game.do("search", "--name", "^Glissade$", "windowminimize")
    game.wait_for(lambda now: now["away"])
    game.do("keyup", "w")
    tick = game.later()["tick"]
    assert game.later()["tick"] == tick
    game.do("search", "--name", "^Glissade$", "windowactivate")
    game.wait_for(lambda now: not now["away"] and now["tick"] > tick + 5)
    place = game.wait_for(lambda now: now["tick"] > tick + 20)["position"]
    assert game.wait_for(lambda now: now["tick"] > tick + 40)["position"] == place, "it does not walk any more"


def test_falling_out_of_the_level_ends_on_the_floor_again(game):
    game.do("keydown", "s")
    game.wait_for(lambda now: now["returns"] > 0)
    game.do("keyup", "s")
    game.wait_for(lambda now: now["ground"] == "FLOOR" and now["position"][2] > 0.0)


def test_a_start_again_is_undone(game):
    game.wait_for(lambda now: now["tick"] > 60)
    run = game.now["run"]
    game.key("r")
    game.wait_for(lambda now: now["run"] != run and now["tick"] > 2)
    game.key("z")
    game.wait_for(lambda now: now["paused"] and now["ticks"] > 60 and now["message"] == "back on the run before this one")
