"""The feedback on a run: the card of results, the flash at a checkpoint, hidden overlays, respawn messages."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from game.app.game import Game
from game.app.panels.race_panels import CARD_TIME, CARD_TOP, ClockPanel, ResultsCard, TimerPanel
from game.app.session.race import CHANGED, ELSEWHERE, RECORDING, RaceResult, next_medal_text, result_rows, verdict_lines
from game.app.session.saved_progress import BestRun
from game.app.session.settings import Settings
from game.app.teaching.teaching_views import OverlayVisibility, is_overlay_action
from game.explain.describe_trace import respawn_message
from game.explain.tick_overlay import Switches
from game.level.contents.volume import Finish
from game.panels.hud_panel import FLASH_TIMES, FlashView
from game.pictures.offscreen import Studio
from game.simulation import Event, EventKind, Ground, PlayerState

FINISH = Finish(10.0, 20.0, 30.0)
SHOWN = Switches(exhibits=True)
BEFORE = BestRun("0", 21.0, 0.05, (), ((3, 5.0), (7, 15.0)))


def result(seconds, before=BEFORE, reason=""):
    return RaceResult(seconds, ((3, 5.5), (7, 14.0)), before, reason, FINISH)


def test_each_part_is_compared_with_the_best_run():
    rows = [("checkpoint 1", "0:05.50", 0.5), ("checkpoint 2", "0:14.00", -1.0), ("finish", "0:22.00", 1.0)]
    assert result_rows(result(22.0)) == rows
    assert [delta for _, _, delta in result_rows(result(22.0, None))] == [None] * 3


NEXT = {
    9.0: "now beat your ghost",
    10.0: "now beat your ghost",
    12.5: "for gold: 0:02.50 faster",
    31.0: "for bronze: 0:01.00 faster",
}


@pytest.mark.parametrize("seconds", NEXT)
def test_the_next_medal_is_the_nearest_that_is_better(seconds):
    assert next_medal_text(result(seconds)) == NEXT[seconds]


def test_the_verdict():
    results = result(20.0), result(22.0), result(22.0, None)
    assert [verdict_lines(result)[0] for result in results] == ["your best", "your best is 0:21.00", "your first time"]
    assert verdict_lines(result(20.0)) == ("your best", "for gold: 0:10.00 faster")


def test_a_run_that_does_not_count_has_only_the_reason_on_its_card():
    """A newcomer flew over the line, and was praised for a gold medal in 0:00.00 that was not kept."""
    elsewhere = result(5.0, reason=ELSEWHERE)
    assert elsewhere.medal is None and result_rows(elsewhere) == []
    assert verdict_lines(elsewhere) == ("this run does not count:", "it began again, not at the start")
    replayed = result(5.0, reason=RECORDING)
    assert replayed.medal is None and verdict_lines(replayed)[1] == "now run it yourself"


def test_the_clock_of_a_run_that_does_not_count_shows_no_medal(monkeypatch):
    level, state = SimpleNamespace(volumes=()), PlayerState((0.0, 0.0, 0.0), started=0, finished=300, tick=301)
    clocks = []
    monkeypatch.setattr(ClockPanel, "show", lambda panel, clock: clocks.append(clock))
    with Studio((640, 480)) as studio:
        panel = TimerPanel(studio.overlay, (640, 480))
        for reason in ("", ELSEWHERE, RECORDING):
            ended = result(5.0, reason=reason)
            panel.show(state, 60, SimpleNamespace(finish=FINISH, best=None, ghost=None, level=level, reason=reason, result=ended))
    assert [clock.time.partition("  ")[2] for clock in clocks] == ["gold", "not counted", "recording"]
    assert clocks[1].colour == clocks[2].colour != clocks[0].colour


@pytest.mark.parametrize("later, is_shown", [({}, True), *(({name: 3}, False) for name in ("deaths", "returns", "crushed"))])
def test_the_card_stays_for_its_time_or_until_the_player_respawns(later, is_shown):
    """A newcomer died behind the line, and the card stayed for the rest of the visit."""
    level, finished = SimpleNamespace(volumes=()), result(22.0)._replace(respawns=2)
    tracker = SimpleNamespace(finish=FINISH, best=BEFORE, ghost=BEFORE, level=level, reason="", result=finished)
    with Studio((640, 480)) as studio:
        panel = TimerPanel(studio.overlay, (640, 480))
        clock = panel.bottom
        for ticks, is_early in ((CARD_TIME * 60 - 1, True), (CARD_TIME * 60, False)):
            state = PlayerState((0.0, 0.0, 0.0), started=0, finished=1320, tick=int(1320 + ticks), deaths=2).replace(**later)
            panel.show(state, 60, tracker)
            assert (panel.bottom > clock) == (is_shown and is_early)


@pytest.mark.parametrize("reason", ["", CHANGED])
def test_the_card_is_drawn_down_to_its_bottom_and_removed(reason):
    with Studio((640, 480)) as studio:
        empty, card = studio.pixels().astype(int), ResultsCard(studio.overlay, (640, 480))
        card.show(result(22.0, reason=reason))
        rows, columns = np.nonzero((np.abs(studio.pixels() - empty) > 8).any(axis=2))
        scale = 480 / card.canvas.height
        assert abs(rows.min() - round(CARD_TOP * scale)) <= 1 and rows.max() < card.bottom * scale
        assert columns.min() <= 10 and columns.max() < 0.4 * 640, "the view is free"
        card.show(None)
        assert (studio.pixels() == empty).all() and card.bottom == CARD_TOP


def test_the_flash_fades():
    with Studio((64, 48)) as studio:
        empty, clock, strength = studio.pixels().astype(int), [5.0], []
        flash, whole = FlashView(lambda: clock[0]), FLASH_TIMES[EventKind.DIED]
        flash.build(studio.overlay, (64, 48))
        for kinds, since in ((), 0.0), ((EventKind.DIED, EventKind.LANDED), 0.0), ((), 0.75 * whole), ((), whole):
            clock[0] = 5.0 + since
            flash.put(kinds)
            flash.update(True)
            strength.append(np.abs(studio.pixels() - empty).max())
        assert strength[1] > 1.5 * strength[2] > 10 and strength[::3] == [0, 0]


def test_deaths_without_end_darken_the_picture_once():
    """At a spawn in a kill volume each tick is a death: the window stayed black, and its sound never ended."""
    clock = [5.0]
    game = SimpleNamespace(base=SimpleNamespace(clock=SimpleNamespace(getFrameTime=lambda: clock[0])), _died_at=-math.inf)
    died, other, whole = Event(EventKind.DIED, (0.0,) * 3), Event(EventKind.LANDED, (0.0,) * 3), FLASH_TIMES[EventKind.DIED]
    found = []
    for wait in 0.0, 1 / 60, 0.5 * whole, 0.9 * whole, 1.1 * whole:
        clock[0] += wait
        found.append(died in Game._without_repeated_deaths(game, [other, died]))
        assert Game._without_repeated_deaths(game, [other]) == [other]
    assert found == [True, False, False, False, True]


def overlay_visibility(finish=FINISH, live=True, slower=0, is_explained=False):
    """(OverlayVisibility, its Settings, its messages)"""
    settings, messages = Settings(overlays=SHOWN), []
    session = SimpleNamespace(live=live, slower=slower)
    visibility = OverlayVisibility(session, settings, lambda: finish is not None, lambda: is_explained, messages.append)
    return visibility, settings, messages


UNLIKE = {"finish": None}, {"live": False}, {"slower": 2}, {"is_explained": True}


@pytest.mark.parametrize("unlike", UNLIKE, ids=str)
def test_numbers_are_hidden_in_races_alone(unlike):
    assert overlay_visibility()[0].is_clear and not overlay_visibility(**unlike)[0].is_clear
    assert not overlay_visibility(**unlike)[0].intercept("hud")


@pytest.mark.parametrize("unlike", UNLIKE[1:], ids=str)
def test_overlays_are_drawn_while_something_is_explained(unlike):
    assert overlay_visibility(**unlike)[0].shown == SHOWN


def test_overlays_are_hidden_while_one_plays_until_a_key_shows_them():
    """A newcomer took the body with rings and arrows for a debug mode. Exhibits keep theirs."""
    view, settings, messages = overlay_visibility(finish=None)
    assert view.shown == replace(Switches.none(), exhibits=True)
    assert not view.intercept("overlay_exhibits")
    assert view.intercept("overlay_planes") and view.shown == SHOWN and settings.overlays_in_play
    assert not view.intercept("overlay_planes"), "now the key has its usual effect"
    assert view.intercept("all_overlays") and not settings.overlays_in_play and len(messages) == 2


def test_the_keys_of_overlays_show_them_again():
    view, settings, messages = overlay_visibility()
    assert is_overlay_action("overlay_planes") and view.intercept("overlay_planes") and not view.is_clear
    assert not view.intercept("overlay_planes"), "now the key has its usual effect"
    assert view.intercept("hud") and view.is_clear and view.intercept("hud") and not view.is_clear
    assert settings.hud and len(messages) == 3 and not settings.overlays_in_play
    assert view.intercept("hud") and not settings.hud, "numbers that were hidden in a race came back in the lab"


def test_respawn_messages():
    fine = PlayerState((0.0, 0.0, 1.0), started=0, ground=Ground.FLOOR)
    assert respawn_message(fine, fine, True) is None
    died = "you died: you are back at the start, with the clock at zero"
    assert respawn_message(fine, fine.replace(deaths=1), True) == died
    assert respawn_message(fine, fine.replace(deaths=1, checkpoint=3), True) == "you died: you are back at the last checkpoint"
    placed = fine.replace(ground=Ground.AIR)  # at a spawn in a kill volume: the first fault was "you fell"
    assert respawn_message(placed, placed.replace(deaths=1), False) == "you died: you are back at the start"
    falls = placed.replace(fall=(0.0, 0.0, -4.0))
    assert respawn_message(falls, falls.replace(deaths=1, checkpoint=3), True) == "you fell: you are back at the last checkpoint"
    assert respawn_message(fine, fine.replace(crushed=1), False) == "crushed: you are back at the start"
    waits = fine.replace(started=-1)  # after a landing from noclip on the lava: the clock is at 0 already
    assert respawn_message(waits, waits.replace(deaths=1), True) == "you died: you are back at the start"
    stood = fine.replace(stood=(0.0, 0.0, 1.0))
    assert "you are back where you last stood" in respawn_message(stood, stood.replace(returns=1), False)
