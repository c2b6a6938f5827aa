"""The effects that the menu describes for each repair that is off do happen (explain/rule_explanations.py)."""

from math import hypot

import pytest

from game.collision import Rules
from game.simulation import Ground, Intent, PlayerParams, Simulation
from tests.shipped_levels import shipped

NO_STEPS = {"climb_steps": False}


def walked(level, feet, ticks, wish=(0.0, 1.0), params=None, **switches):
    """The states of a walk from a place with the default rules and these switches."""
    sim = Simulation(shipped(level), params, Rules(**switches))
    sim.begin_at(feet)
    return [sim.tick(Intent(wish)).after for _ in range(ticks)]


def speed(states, hz=60):
    """[m/s] from the first to the last."""
    (x, y, z), (u, v, w) = states[0].position, states[-1].position
    return hypot(u - x, v - y, w - z) * hz / (len(states) - 1)


@pytest.mark.parametrize("switches", [{"gravity_lands": False} | NO_STEPS, {"separate_gravity": False}])
def test_down_a_ramp_of_30_degrees_at_4_centimetres_a_second(switches):
    states = walked("ramps", (0.0, 12.0, 0.9), 120, (0.0, 0.0), **switches)
    assert speed(states[40:]) == pytest.approx(0.04, abs=0.002)
    assert speed(walked("ramps", (0.0, 12.0, 0.9), 120, (0.0, 0.0))[40:]) == pytest.approx(0.0, abs=1e-6)


def test_up_45_degrees_faster_than_on_the_flat():
    on, off = (walked("ramps", (8.4, 12.1, 0.2), 20, **NO_STEPS, slide_in_world=world)[4:] for world in (True, False))
    assert speed(on) < 4.0 and speed(off) > 5.2


def test_stuck_under_the_lowest_overhang():
    speeds = []
    for kept in (True, False):
        sim = Simulation(shipped("corners"), rules=Rules(keep_planes=kept))
        sim.begin_at((-17.0, 6.0, 0.0))
        states = [sim.tick(Intent(wish)).after for wish in [(0.0, 1.0)] * 60 + [(-0.7, 0.7)] * 20]
        speeds.append(speed(states[61:]))
    assert speeds == [pytest.approx(3.5, abs=0.2), pytest.approx(0.0, abs=1e-6)]


def test_up_a_red_ramp_and_back_again_and_again():
    on, off = (walked("ramps", (16.8, 12.0, 0.0), 120, steep_is_wall=wall)[20:] for wall in (True, False))
    heights = [state.position[2] for state in off]
    ups = [b > a for a, b in zip(heights, heights[1:])]
    assert max(state.position[2] for state in on) < 0.91 and max(heights) > 1.1
    assert sum(a != b for a, b in zip(ups, ups[1:])) >= 3


def up_the_stairs(**switches):
    """(speed [m/s] across the flight straight ahead, the states on it)"""
    states = walked("stairs", (0.0, 2.0, 0.0), 200, **switches)
    flight = [state for state in states if 3.2 < state.position[1] < 5.4]
    return (flight[-1].position[1] - flight[0].position[1]) * 60 / (len(flight) - 1) if flight else 0.0, flight


def test_stairs_without_faces():
    assert up_the_stairs()[0] == pytest.approx(5.0, abs=0.1)
    assert up_the_stairs(class_by_face=False)[0] == pytest.approx(2.5, abs=0.3)
    assert up_the_stairs(class_by_face=False, **NO_STEPS) == (0.0, [])


def test_stairs_without_steps():
    across, flight = up_the_stairs(**NO_STEPS)
    assert across == pytest.approx(2.8, abs=0.15)
    assert any(state.ground == Ground.AIR for state in flight)


def test_a_gap_of_2_millimetres_straight_at_a_wall():
    """The room's east wall in Corners is at x = 25."""
    on, off = (walked("corners", (20.0, -5.0, 0.0), 90, (1.0, 0.0), skin_from_plane=skin)[-1] for skin in (True, False))
    assert 24.6 - on.position[0] == pytest.approx(1e-4, abs=1e-6)
    assert on.position[0] - off.position[0] == pytest.approx(0.002, abs=2e-4)


def test_a_wide_body_that_does_not_turn_keeps_its_distance():
    body, wall = PlayerParams(radii=(0.7, 0.2, 0.9)), (1.0, 0.0)
    ends = []
    for turns in (True, False):
        sim = Simulation(shipped("corners"), body, Rules(turn_body=turns))
        sim.begin_at((20.0, -5.0, 0.0), heading=-90.0)
        ends.append([sim.tick(Intent(wall, heading=-1.5707963)).after for _ in range(90)][-1].position[0])
    assert ends[0] - ends[1] == pytest.approx(0.5, abs=1e-3)
