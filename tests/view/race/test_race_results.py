"""Runs against the clock as they are told: the card of a finished run, the glow at a checkpoint, the lecture that stays away."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.level.volume import Finish
from game.simulation import EventKind, PlayerState
from game.view.feedback.respawn_messages import respawn_message
from game.view.feedback.screen_flash import DURATION, ScreenFlash
from game.view.pictures.offscreen import Studio
from game.view.race.best_runs import BestRun
from game.view.race.race_results import Result, next_medal, result_rows, verdict
from game.view.race.race_view import ClearView, is_lecture
from game.view.race.results_card import ResultsCard

FINISH = Finish(10.0, 20.0, 30.0)
BEFORE = BestRun("0", 21.0, 0.05, (), ((3, 5.0), (7, 15.0)))


def result(seconds, before=BEFORE, counts=True):
    return Result(seconds, ((3, 5.5), (7, 14.0)), before, counts, FINISH)


def test_each_part_stands_beside_the_best_run_before():
    rows = [("checkpoint 1", "0:05.50", 0.5), ("checkpoint 2", "0:14.00", -1.0), ("finish", "0:22.00", 1.0)]
    assert result_rows(result(22.0)) == rows
    assert [apart for _, _, apart in result_rows(result(22.0, None))] == [None] * 3


NEXT = {9.0: "now beat your ghost", 10.0: "now beat your ghost", 12.5: "gold: 2.50 s faster", 31.0: "bronze: 1.00 s faster"}


@pytest.mark.parametrize("seconds", NEXT)
def test_the_next_medal_is_the_nearest_that_is_better(seconds):
    assert next_medal(result(seconds)) == NEXT[seconds]


def test_the_verdict():
    told = [verdict(result(20.0)), verdict(result(22.0)), verdict(result(22.0, None)), verdict(result(5.0, counts=False))]
    assert told == ["your best", "your best is 0:21.00", "your first time", "not kept: not the usual run"]


def test_the_card_comes_and_goes_and_tells_where_it_ends():
    with Studio((640, 480)) as studio:
        empty, card = studio.pixels().astype(int), ResultsCard(studio.overlay, (640, 480), 312, 96)
        card.show(result(22.0))
        rows, columns = np.nonzero((np.abs(studio.pixels() - empty) > 8).any(axis=2))
        scale = 480 / card._canvas.height
        assert abs(rows.min() - 96 * scale) <= 1 and rows.max() < card.bottom * scale
        assert abs(columns.min() + columns.max() - 640) <= 2
        card.show(None)
        assert (studio.pixels() == empty).all() and card.bottom == 96


def test_the_glow_fades():
    with Studio((64, 48)) as studio:
        empty, flash = studio.pixels().astype(int), ScreenFlash(studio.overlay, (64, 48))
        strength = []
        for kind, since in ((EventKind.DIED, 0.0), (EventKind.DIED, DURATION / 2), (EventKind.DIED, DURATION), (None, 0.0)):
            flash.show(kind, since)
            strength.append(np.abs(studio.pixels() - empty).max())
        assert strength[0] > 1.5 * strength[1] > 10 and strength[2:] == [0, 0]


def played(finish=FINISH, live=True, slower=0, lesson=False, twins=None, minkowski=False):
    """Instead of a Game."""
    asked = {"twins": SimpleNamespace(twins=twins), "minkowski": SimpleNamespace(on=minkowski)}
    session, told = SimpleNamespace(live=live, slower=slower), []
    game = SimpleNamespace(session=session, keeper=SimpleNamespace(finish=finish), guide=SimpleNamespace(is_open=lesson))
    return SimpleNamespace(**vars(game), **asked, tell=told.append, told=told, settings=SimpleNamespace(hud=False))


UNLIKE = {"finish": None}, {"live": False}, {"slower": 2}, {"lesson": True}, {"twins": True}, {"minkowski": True}


@pytest.mark.parametrize("unlike", UNLIKE, ids=str)
def test_the_lecture_stays_away_from_races_alone(unlike):
    assert ClearView(played()).on and not ClearView(played(**unlike)).on
    assert not ClearView(played(**unlike)).turn("hud")


def test_the_keys_of_the_lecture_bring_it_back():
    view = ClearView(game := played())
    assert is_lecture("overlay_planes") and view.turn("overlay_planes") and not view.on
    assert not view.turn("overlay_planes"), "now it is the switch that it says"
    assert view.turn("hud") and view.on and view.turn("hud") and not view.on
    assert game.settings.hud and len(game.told) == 3


def test_mishaps_are_told():
    fine = PlayerState((0.0, 0.0, 1.0))
    assert respawn_message(fine, fine, True) is None
    assert respawn_message(fine, fine._replace(deaths=1), True).startswith("back where you began. R ")
    assert respawn_message(fine, fine._replace(deaths=1, checkpoint=3), True) == "back at the last checkpoint"
    assert respawn_message(fine, fine._replace(crushed=1), False) == "crushed: back where you began"
    assert "fell out" in respawn_message(fine, fine._replace(returns=1), False)
