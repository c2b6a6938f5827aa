"""The real window with both renderers: what is drawn, the size of the window, and pictures of it."""

import time

import pytest

from game.panels.theme import SMALLEST
from tests.app.hands import ANSWER_TIME, NEEDS_WINDOW

pytestmark = [NEEDS_WINDOW, pytest.mark.parametrize("game", ["tiny", "gl"], indirect=True), pytest.mark.usefixtures("fresh")]
OVERLAYS = ("ellipsoid", "contacts", "normals", "planes", "velocity", "path")


def test_the_wanted_renderer_draws(game):
    names = {"tiny": "TinyPanda", "gl": "OpenGL"}
    assert game.now["renderer"] in (names[game.renderer], "TinyPanda")


def test_walks_up_the_stairs_and_the_hud_says_so(game):
    game.do("keydown", "w")
    now = game.wait_for(lambda now: now["position"][2] > 2.6)
    game.do("keyup", "w")
    assert now["ground"] == "FLOOR"
    height = float(now["hud"][2].removesuffix(" m").split(", ")[2])
    assert height > 2.6 and any(line.startswith("ground") and "floor" in line for line in now["hud"])


def test_inside_a_tick_by_keys_and_mouse(game):
    """Into the tick, through its iterations to the tick before, a triangle named by key and by click, and out again."""
    game.wait_for(lambda now: now["tick"] > 20)
    game.key("t")
    game.wait_for(lambda now: now["paused"] and now["inside"] == 0)
    cursor = game.now["cursor"]
    game.key("Up")
    game.wait_for(lambda now: now["cursor"] == cursor + 1 and now["inside"] is not None)
    game.key("Down")
    game.wait_for(lambda now: now["cursor"] == cursor and now["inside"] == 0 and now["camera"] and now["free_pointer"])
    game.point(50, 0.8 * game.now["size"][1] / SMALLEST)  # the floor beside the body
    game.do("click", "1")
    clicked = game.wait_for(lambda now: now["picked"] is not None)["picked"]
    game.key("Tab")
    game.wait_for(lambda now: not now["free_pointer"])
    game.key("F8")
    game.wait_for(lambda now: now["picked"] != clicked)
    game.key("t")
    game.wait_for(lambda now: now["inside"] is None and now["paused"] and not now["camera"])


@pytest.mark.parametrize("number, name", list(enumerate(OVERLAYS, 1)))
def test_overlay_keys(game, number, name):
    if not game.now["in_play"]:  # they are hidden while time runs, and the first press shows them
        game.key(str(number))
        game.wait_for(lambda now: now["in_play"])
    before = game.now["overlays"][name]
    game.key(str(number))
    game.wait_for(lambda now: now["overlays"][name] is not before)
    game.key(str(number))
    game.wait_for(lambda now: now["overlays"][name] is before)


def test_the_mouse_turns_the_look(game):
    heading = game.now["look"][0]
    for _ in range(8):
        game.do("mousemove_relative", "--", "12", "0")
        time.sleep(0.05)
    game.wait_for(lambda now: now["look"][0] < heading - 0.02)


def test_saves_a_picture(game):
    game.key("F12")
    until = time.monotonic() + ANSWER_TIME
    while not list(game.folder.glob("out/screenshot-*.png")) and time.monotonic() < until:
        time.sleep(0.05)
    assert list(game.folder.glob("out/screenshot-*.png"))


def test_resizes_and_forgets_nothing(game):
    game.wait_for(lambda now: now["tick"] > 20)
    game.key("bracketleft")
    tick = game.wait_for(lambda now: now["paused"])["tick"]
    game.do("search", "--name", "^Glissade$", "windowsize", "720", "420")
    game.wait_for(lambda now: now["size"] == [720, 420] and now["paused"] and now["tick"] == tick and now["cursor"] == 10)
