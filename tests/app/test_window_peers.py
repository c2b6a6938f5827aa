"""Other engines as twins in the real window: chosen in the menu, and beside the player on the stairs."""

import pytest

from game.other_engines.engine_twins_and_failures import INSTALL, installed
from tests.app.hands import NEEDS_WINDOW

pytestmark = [NEEDS_WINDOW, pytest.mark.parametrize("game", ["tiny"], indirect=True)]
TWINS = "Twins"


def open_row(game, page, row):
    """Move the focus of a page's rows down to one, and choose it."""
    game.wait_for(lambda now: now["menu"].startswith(page))
    while game.now["row"] != row:
        before = game.now["row"]
        game.key("Down")
        game.wait_for(lambda now, before=before: now["row"] != before)


def test_bullet_climbs_beside_the_player(game):
    """To the left from the printed rules: modern, then the peers from the end of the list."""
    game.key("Escape")
    for page, row in (("Small room", "Experiments"), ("Experiments", TWINS), (TWINS, "Two twins")):
        open_row(game, page, row)
        game.key("Return")
    game.wait_for(lambda now: len(now["twins"]) == 2)
    open_row(game, TWINS, "Blue twin")
    for name in ("modern", "Rapier", "Bullet"):
        game.key("Left")
        now = game.wait_for(lambda now, name=name: now["twin_names"][0] == name)
        is_absent = name == "Rapier" and name not in installed()
        assert (now["message"] == INSTALL, not now["twins"]) == (is_absent, is_absent)
    for page in ("Experiments", "Small room", ""):
        game.key("Escape")
        game.wait_for(lambda now, page=page: now["menu"].startswith(page) and bool(now["menu"]) == bool(page))
    game.do("keydown", "w")
    now = game.wait_for(lambda now: now["position"][2] > 2.6)
    game.do("keyup", "w")
    assert now["twins"][0] == "walks along so far"
    game.key("o")
    game.wait_for(lambda now: not now["twins"])
