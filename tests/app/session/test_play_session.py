"""Playing: fixed ticks, pause, single steps, history, soft eyes. On the small level, with the real simulation."""

import pytest

from game.app.session.play_session import LONGEST_FRAME, MOST_IN_FRAME, Session
from game.collision import Rules
from game.level import load_level
from game.simulation import Intent, Simulation

LIFT = """
title = "Lift"
[spawn]
at = [0, 0, 0]
[[parts]]
part = "floor"
at = [0, 0, -1]
[[movers]]
path = [{pause = 1}, {to = [0, 0, 9]}]
speed = 2
turn = 28.64788975654116
turns_view = true
[[movers.parts]]
part = "floor"
size = [4, 4]
"""
AHEAD = Intent(wish=(0.0, 1.0))


@pytest.fixture
def session(level):
    return Session(Simulation(level))


def ahead():
    return AHEAD


def test_ticks_come_due_by_the_clock(session):
    assert [session.advance(1 / 120, ahead) for _ in range(8)] == [0, 1, 0, 1, 0, 1, 0, 1]


def test_a_second_is_sixty_ticks_whatever_the_frames(session):
    for _ in range(48):
        session.advance(1 / 48, ahead)
    assert session.state.tick in (59, 60)


def test_a_hitch_does_not_leap(session):
    assert session.advance(10.0, ahead) == MOST_IN_FRAME
    assert session.advance(0.0, ahead) <= 1
    assert LONGEST_FRAME * session.sim.hz >= MOST_IN_FRAME


def test_a_hitch_leaves_no_debt_at_a_high_rate(level):
    quick = Session(Simulation(level, hz=480))
    assert quick.advance(10.0, ahead) == MOST_IN_FRAME < LONGEST_FRAME * 480
    assert quick.advance(0.0, ahead) <= 1


def test_a_tick_that_pauses_the_game_is_the_last_that_counts(level):
    """A crowd that moves with the player must not get ahead."""
    session = Session(Simulation(level), on_tick=lambda record, events: session.pause())
    assert session.advance(4 / 60, ahead) == 1 == session.state.tick


def test_pause_stops_the_clock(session):
    session.advance(0.05, ahead)
    session.pause()
    tick = session.state.tick
    assert session.advance(1.0, ahead) == 0 and session.state.tick == tick


def test_scrubbing_shows_older_records_and_stays_inside(session):
    for _ in range(20):
        session.advance(1 / 60, ahead)
    newest = session.state.tick
    session.scrub(-5)
    assert session.paused and session.state.tick == newest - 5
    assert session.position() == session.record.after.position
    session.scrub(-1000)
    assert session.record is session.sim.history[0]
    session.scrub(1000)
    assert session.state.tick == newest


def test_step_goes_through_history_then_on(session):
    for _ in range(10):
        session.advance(1 / 60, ahead)
    newest = session.state.tick
    session.scrub(-1)
    session.step(ahead)
    assert session.state.tick == newest
    session.step(ahead)
    assert session.state.tick == newest + 1 and session.paused


def test_going_on_continues_at_the_tick_shown(session):
    for _ in range(10):
        session.advance(1 / 60, ahead)
    newest = session.state.tick
    session.scrub(-4)
    assert session.resume()
    assert session.state.tick == newest - 4 and session.live
    session.pause()
    assert not session.resume()


def test_position_lies_between_the_last_two_ticks(session):
    session.advance(1 / 60, ahead)
    session.advance(1 / 120, ahead)
    before, after = session.record.before.position, session.record.after.position
    assert session.position()[1] == pytest.approx((before[1] + after[1]) / 2)


def test_eyes_climb_softly(session):
    """On stairs of .18 m no frame lifts the eyes by more than half a step, and they stay in the body."""
    heights, bodies = [], []
    for _ in range(70):
        session.advance(1 / 60, ahead)
        heights.append(session.eye()[2])
        bodies.append(session.position()[2])
    rises = [b - a for a, b in zip(heights, heights[1:])]
    assert max(bodies) > 2.6, "it climbed"
    assert max(rises) < 0.09 < max(b - a for a, b in zip(bodies, bodies[1:]))
    above = session.sim.params.eye_height - session.sim.params.feet
    assert all(b - 0.9 < h < b + 0.9 and abs(h - b - above) < 0.3 for h, b in zip(heights, bodies))


def test_coming_down_from_noclip_stands_where_the_eyes_were(session):
    session.move_eye_to((1.0, -1.0, 3.0), heading=0.5)
    x, y, z = session.eye()
    assert (x, y) == pytest.approx((1.0, -1.0)) and z == pytest.approx(3.0)
    assert session.state.heading == 0.5


def test_coming_down_from_noclip_goes_on_from_there(session):
    """The displayed tick is gone, until `undo` brings it back."""
    for _ in range(20):
        session.advance(1 / 60, ahead)
    session.branch(rules=Rules.fauerby())
    session.scrub(-5)
    before = session.state
    session.move_eye_to((1.0, -1.0, 3.0), heading=0.5)
    assert session.live and session.cursor == 0 and not session.sim.history
    assert session.undo() and session.state == before


# With a lift


@pytest.fixture
def riding(tmp_path):
    """On a lift that turns the view, and rises 2 m/s after a second."""
    path = tmp_path / "lift.toml"
    path.write_text(LIFT, encoding="utf-8")
    session = Session(Simulation(load_level(str(path))))
    for _ in range(70):
        session.advance(1 / 60, Intent)
    return session


def test_the_moment_shown_lies_between_the_last_two_ticks(riding):
    assert riding.time() == pytest.approx(69 / 60)
    riding.advance(1 / 120, Intent)
    assert riding.time() == pytest.approx(69.5 / 60)
    riding.scrub(-5)
    assert riding.time() == pytest.approx(65 / 60)


def test_a_lift_is_no_step_for_the_eyes(riding):
    """They are where they belong at every moment."""
    above = riding.sim.params.eye_height - riding.sim.params.feet
    for _ in range(40):
        riding.advance(1 / 60, Intent)
        assert riding.eye()[2] - riding.position()[2] == pytest.approx(above, abs=1e-6)


def test_the_view_turns_with_what_is_ridden(riding):
    assert riding.view_turn() == pytest.approx(0.5 / 60)


def test_a_simulation_with_its_options_goes_by_the_same(session):
    session.branch(rules=Rules.fauerby(), hz=120)
    another = Session(Simulation(session.sim.level, **session.options))
    assert (another.sim.hz, another.rules, another.params) == (120, session.rules, session.params)


def test_before_the_first_tick_there_is_no_record(session):
    assert session.record is None and session.position() == session.sim.state.position
    session.scrub(-1)
    assert session.cursor == 0


def test_after_a_flight_out_of_the_level_a_fall_leads_back(session):
    """The player fell for ever, because a flight ended without a last safe position."""
    for _ in range(30):
        session.advance(0.05, Intent)
    safe = session.sim.state.stood
    session.move_eye_to((0.0, 0.0, session.sim.mesh.bounds[0][2] - 40.0), heading=0.0)
    for _ in range(30):
        session.advance(0.05, Intent)
    assert session.sim.state.returns == 1 and session.sim.state.stood == pytest.approx(safe, abs=1e-6)
