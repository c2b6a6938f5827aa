"""Slow motion, playing backwards and again, smooth ways between ticks, marks: the session's clock, without a window."""

from math import dist

import pytest

from game.app.free_camera_and_panorama import AWAY, FARTHER, GLIDE_TIME, ZOOM, FreeCamera
from game.app.panels.user_interface import FADING, SHOWN, hint_of, opacity_of
from game.app.session.play_session import BACKWARD, FORWARD, SLOWER, Session
from game.explain.timeline_marks import MarkKind
from game.scene.framing import Framing
from game.scene.look_and_spring_arm import Look
from game.simulation import Intent, Simulation

FRAME = 1 / 60


@pytest.fixture
def session(level):
    """After a second and a half, up the stairs."""
    session = Session(Simulation(level))
    play(session, 90)
    return session


def ahead():
    return Intent((0.0, 1.0))


def play(session, frames):
    return sum(session.advance(FRAME, ahead) for _ in range(frames))


# Slow motion


@pytest.mark.parametrize("place", range(len(SLOWER)))
def test_slower_by_so_much(level, place):
    session = Session(Simulation(level))
    session.slow_down(place)
    assert play(session, 120) in (120 // SLOWER[place] - 1, 120 // SLOWER[place])
    assert session.speed == 1 / SLOWER[place]


def test_a_restart_is_at_normal_speed(level):
    """"R starts one that counts", said a race in slow motion, and its next run was slow again."""
    session = Session(Simulation(level))
    session.slow_down(2)
    session.pause()
    session.restart()
    assert session.speed == 1.0 and session.live


def test_slow_ticks_are_the_same_ticks(session, level):
    slow = Session(Simulation(level))
    slow.slow_down(2)
    play(slow, 360)
    assert slow.sim.state_hash() == session.sim.state_hash()


def test_between_ticks_the_body_moves_smoothly(session):
    session.slow_down(4)
    seen = []
    for _ in range(64):
        play(session, 1)
        seen.append((*session.position(), *session.eye()))
    ways = [dist(a[:3], b[:3]) for a, b in zip(seen, seen[1:])]
    assert max(ways) < 0.05 and sum(ways) > 0.2
    assert max(abs(b[5] - a[5]) for a, b in zip(seen, seen[1:])) < 0.02


def test_the_speed_has_its_ends(session):
    session.slow_down(-1)
    assert session.speed == 1.0
    session.slow_down(99)
    assert session.speed == 1 / 60


# Backwards and again


def test_backwards_to_the_oldest_tick_then_again_to_the_newest(session):
    hashed, newest = session.sim.state_hash(), session.state
    session.pause()
    session.play_film(BACKWARD)
    ticks = []
    for _ in range(89):
        assert play(session, 1) == 0
        ticks.append(session.state.tick)
    assert session.paused and session.record is session.sim.history[0]
    assert ticks == sorted(ticks, reverse=True) and len(set(ticks)) > 80
    session.play_film(FORWARD)
    play(session, 91)
    assert session.paused and session.state is newest and session.sim.state_hash() == hashed


def test_backwards_the_way_is_the_same(session):
    forward = [record.after.position for record in session.sim.history]
    session.slow_down(2)
    session.play_film(BACKWARD)
    for _ in range(100):
        play(session, 1)
        behind = session._behind
        index = len(forward) - 1 - behind
        low, part = int(index), index - int(index)
        between = [a + (b - a) * part for a, b in zip(forward[low], forward[low + 1])]
        assert session.position() == pytest.approx(between, abs=1e-9)
        assert session.time() == pytest.approx((session.sim.state.tick - behind) / 60)


def test_no_tick_is_reported_while_it_is_simulated_again(level):
    played = []
    session = Session(Simulation(level), lambda record, events: played.append(record.tick))
    play(session, 60)
    count = len(played)
    session.play_film(BACKWARD)
    play(session, 20)
    session.play_film(FORWARD)
    play(session, 10)
    assert len(played) == count
    session.resume()
    play(session, 5)
    assert len(played) > count


def test_film_is_not_the_players(session):
    session.play_film(BACKWARD)
    assert not session.live and not session.paused
    session.pause()
    assert session.film == 0 and session.paused


def test_pausing_leaves_the_eyes_where_they_are(session):
    """At the end of a tick; the stairs' softness is kept."""
    session.advance(FRAME, ahead)
    session._owed = 1 / 60 - 1e-12
    before = session.eye()
    session.pause()
    assert dist(before, session.eye()) < 1e-6


def test_going_on_leaves_the_body_where_it_is(session):
    session.slow_down(6)
    session.pause()
    before = session.position()
    session.resume()
    for _ in range(60):
        session.advance(FRAME, ahead)
        assert dist(before, session.position()) < 0.01
        before = session.position()


def test_before_the_first_tick_nothing_happens(level):
    session = Session(Simulation(level))
    session.play_film(BACKWARD)
    session.advance(FRAME, ahead)
    session.branch(hz=120)
    assert session.paused and session.state.tick == 0 and list(session.marks()) == []


# Marks


def test_marks_are_the_same_list_until_something_changes(session):
    session.pause()
    marks = session.marks()
    session.scrub(-10)
    assert session.marks() is marks and any(mark.kind == MarkKind.STEP_UP for mark in marks)
    session.resume()
    session.step(ahead)
    fresh = session.marks()
    assert fresh is not marks and [mark.tick for mark in fresh if mark.kind == MarkKind.BRANCH] == [session.state.tick - 1]
    session.undo()
    assert session.marks() == marks


# Hints


def test_hints_name_what_matters_and_fade(session):
    assert "{pause}  stop time" in hint_of(session, False) and "fly" in hint_of(session, True)
    assert "{restart}" in hint_of(session, True) and opacity_of(1e4, True) == 1.0, "in noclip it says the way back all the time"
    assert hint_of(session, False, is_race=True).startswith("{restart}")
    session.slow_down(2)
    assert "1/4" in hint_of(session, False)
    session.pause()
    assert hint_of(session, False) == "", "the side panel has the keys"
    session.play_film(BACKWARD)
    assert "{pause}  stop time" in hint_of(session, False)
    assert opacity_of(0.0) == opacity_of(SHOWN) == 1.0 > opacity_of(SHOWN + 0.5 * FADING) > opacity_of(SHOWN + FADING) == 0.0


# The free camera


class Keys:
    """Holds the key that walks forward."""

    def __init__(self, *axes):
        self.axes = lambda: axes
        self.down = lambda action: False


HOME = Framing((0.0, 0.0, 1.6), Look(0.5, 0.1), (0.0, 0.0, 0.9), 85.0)


def test_without_a_key_the_camera_stays_in_the_eyes():
    camera = FreeCamera()
    camera.fly(HOME, Keys(0, 0, 0), FRAME)
    assert camera.place is None and camera.framing_after(HOME, FRAME) is HOME


def test_a_key_flies_it_out_with_a_look_of_its_own():
    camera = FreeCamera()
    camera.fly(HOME, Keys(0, 0, 0), FRAME)
    camera.fly(HOME, Keys(1, 0, 0), 0.5)
    view = camera.framing_after(HOME, FRAME)
    assert dist(view.place, HOME.place) == pytest.approx(3.0)
    camera.turn(1.0, 0.0)
    assert HOME.look.heading == 0.5 and camera.place == view.place


def test_a_pause_while_walking_leaves_the_camera_in_its_place():
    camera = FreeCamera()
    for _ in range(2):
        camera.fly(HOME, Keys(1, 0, 0), FRAME)
        assert camera.place is None
        camera.fly(HOME, Keys(0, 0, 0), FRAME)
        camera.fly(HOME, Keys(1, 0, 0), FRAME)
        assert camera.place is not None
        camera.return_to_player()


def test_it_glides_back_when_time_goes_on():
    camera = FreeCamera()
    camera.put(HOME._replace(place=(0.0, 0.0, 4.6), look=Look(-3.0, -0.4)))
    camera.return_to_player()
    seen = [camera.framing_after(HOME, GLIDE_TIME / 20) for _ in range(21)]
    heights = [4.6, *(view.place[2] for view in seen)]
    assert seen[-1] is HOME and max(a - b for a, b in zip(heights, heights[1:])) < 0.3
    assert all(a >= b for a, b in zip(heights, heights[1:]))
    assert camera.framing_after(HOME, FRAME) is HOME


def test_it_orbits_about_the_body_and_zooms_without_turning_away():
    camera, centre = FreeCamera(), (0.0, 0.0, 0.9)
    camera.orbit(HOME, centre, 0.4, -0.2)
    before = camera.framing
    assert HOME.look.heading == 0.5 and before.pivot == centre and dist(before.place, centre) == pytest.approx(AWAY)
    camera.orbit(HOME, centre, 0.7, 0.0)
    camera.zoom(HOME, centre, 3)
    after = camera.framing
    assert dist(after.place, centre) == pytest.approx(AWAY * ZOOM**3) and after.place != before.place
    ahead = [p + dist(after.place, centre) * f for p, f in zip(after.place, after.look.forward())]
    assert ahead == pytest.approx(centre)
    camera.zoom(HOME, centre, -500)
    assert dist(camera.place, centre) == pytest.approx(FARTHER)
