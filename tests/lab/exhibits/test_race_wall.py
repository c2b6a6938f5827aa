"""The race wall counts what the formulas of looking too late predict."""

import pytest

from game.lab import IncidentKind
from game.lab.exhibits import race_wall
from game.lab.exhibits.race_wall import BALL, NAMES, PANE, PANES, RaceWall
from tests.lab.rooms import Run


def noticed(speed, target, **keys):
    """(predicted share, {lane: share noticed of 10 000 shots})"""
    figures = Run("race_wall", 2, f"race_wall.speed:{speed}", f"race_wall.target:{target}", "race_wall.many", **keys).figures
    return figures["predicted"], {name: figures[f"{name}, noticed"] for name in NAMES}


@pytest.mark.parametrize("speed, target", [(10.0, PANE), (20.0, PANE), (50.0, PANE), (400.0, PANE), (100.0, PANES), (50.0, BALL)])
def test_the_share_noticed_is_that_of_the_formula(speed, target):
    """Shares by the formula (w + 2 r) / v h, within 1.5 points of 10 000 shots; our sweep notices all."""
    predicted, shares = noticed(speed, target)
    assert shares["overlap test"] == pytest.approx(predicted, abs=0.015)
    assert shares["our sweep"] == 1.0


def test_a_bullet_and_a_pane_of_the_lecture():
    """(w + 2 r) / v h: bullet 5 mm, glass 10 mm, 60 Hz: 60 % noticed at 2 m/s, 12 % at 10, .3 % at 400."""
    for speed, share in ((2.0, 0.6), (10.0, 0.12), (400.0, 0.003)):
        predicted, shares = noticed(speed, PANE, radius=0.005, thickness=0.01)
        assert predicted == pytest.approx(share, abs=5e-4) and shares["overlap test"] == pytest.approx(share, abs=0.015)


def test_a_shot_that_is_noticed_breaks_its_pane_and_another_passes():
    incidents = Run("race_wall", 120, "race_wall.speed:1000").incidents
    kinds = [kind for kind in incidents if kind in (IncidentKind.BROKE, IncidentKind.PASSED)]
    assert len(kinds) == len(NAMES) and kinds[0] == IncidentKind.BROKE and IncidentKind.PASSED in kinds


def test_the_sweep_finds_the_same_place_at_every_speed():
    """The impact is where bullet and pane touch, at any speed and phase, within rounding."""
    for speed in (2.0, 15.0, 400.0, 1000.0):
        shot = Run("race_wall", 1, f"race_wall.speed:{speed}").bodies.shots[0]
        assert shot.distance == pytest.approx(7.0 - 0.08 - 0.02, abs=1e-12 * max(speed, 7.0))


def test_the_slowest_bullet_arrives():
    assert all(shot.obstacle == 0 for shot in Run("race_wall", 1, "race_wall.speed:2", rate=240.0).bodies.shots)


@pytest.mark.parametrize("rate", [70.0, 83.3, 90.0, 125.0, 166.7])
def test_two_panes_that_are_noticed_by_the_same_shots_count_once(rate):
    """At 83.3 tests a second a bullet of 100 m/s goes 1.2 m between two tests, which is the distance of the panes."""
    predicted, shares = noticed(100.0, PANES, rate=rate)
    assert shares["overlap test"] == pytest.approx(predicted, abs=0.015)


@pytest.mark.parametrize("speed", [2.0, 20.0, 100.0, 1000.0])
def test_another_machine_shows_the_bullet_beyond_the_pane_until_the_news_arrives(speed):
    """It is put back by v times the time from the impact to the news: 150 ms, and up to 50 ms until the next packet is sent."""
    run, kind = Run("race_wall", 1, f"race_wall.speed:{speed}"), RaceWall()
    bodies, figures = run.bodies, run.figures
    assert figures["put back"] == pytest.approx(figures["put back, predicted"], rel=1e-12)
    assert 0.15 * speed - 1e-9 <= figures["put back"] <= 0.2 * speed
    news = kind.news(bodies)
    assert kind.shown_remotely(bodies, 0.149) == 0.0, "no packet has arrived"
    assert kind.shown_remotely(bodies, 0.16) == pytest.approx(0.16 * speed if news > 0.16 else bodies.shots[0].distance)
    assert kind.shown_remotely(bodies, news + 1e-9) == bodies.shots[0].distance


def test_the_errors_of_dead_reckoning():
    """Without gravity g (L + T)^2 / 2, 11 cm at 150 ms; after a bounce |dV| t; otherwise nothing, to 1e-12."""
    weight, none = (0.0, 0.0, -9.81), (0.0, 0.0, 0.0)
    packet = race_wall.Packet(1.0, (1.0, 2.0, 3.0), (4.0, 0.0, 5.0))
    true = (1.0 + 4.0 * 0.15, 2.0, 3.0 + 5.0 * 0.15 - 9.81 * 0.15**2 / 2.0)
    assert race_wall.reckoned(packet, 1.15, weight) == pytest.approx(true, abs=1e-12)
    late = race_wall.reckoned(packet, 1.15, none)[2] - true[2]
    assert late == pytest.approx(race_wall.error_without_gravity(9.81, 0.15), abs=1e-12)
    assert late == pytest.approx(9.81 * 0.15**2 / 2.0, abs=1e-12)
    assert late == pytest.approx(0.11, abs=1e-3)
    bounced = true[0] - 8.0 * 0.1  # from 4 m/s to -4 m/s, 0.1 s ago
    error = race_wall.error_after_bounce((4.0, 0.0, 0.0), (-4.0, 0.0, 0.0), 0.1)
    assert error == pytest.approx(8.0 * 0.1, abs=1e-12)
    assert race_wall.reckoned(packet, 1.15, weight)[0] - bounced == pytest.approx(error, abs=1e-12)


def test_the_newest_packet_is_late():
    link = race_wall.Connection(0.05, 0.1)
    assert [race_wall.newest_packet(link, now) for now in (0.09, 0.101, 0.149, 0.151)] == [-1, 0, 0, 1]


@pytest.mark.parametrize("radius, rate", [(0.02, 60.0), (0.15, 60.0), (0.08, 240.0)])
def test_dials_of_radius_and_rate_change_what_an_overlap_test_notices(radius, rate):
    """A bullet is in a pane of .04 m over .04 + 2 r, of a path of v / rate from test to test; 10 000 shots at 100 m/s."""
    run = Run("race_wall", 1, "race_wall.many")
    run.go(1, f"race_wall.radius:{radius}", f"race_wall.rate:{rate}", "race_wall.speed:100")
    assert run.bodies.measured == (), "counts of another bullet are gone"
    figures, expected = run.go(1, "race_wall.many").figures, min(1.0, (0.04 + 2.0 * radius) * rate / 100.0)
    assert figures["predicted"] == pytest.approx(expected) and figures["our sweep, noticed"] == 1.0
    assert figures["overlap test, noticed"] == pytest.approx(expected, abs=0.02)
