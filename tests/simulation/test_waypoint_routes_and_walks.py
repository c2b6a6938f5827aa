"""Following waypoints: how long it takes, what counts as a failure, and what a routes file may hold."""

import json
from math import inf, pi

import pytest

from game.core.input_errors import InputError
from game.simulation import Simulation
from game.simulation.waypoint_routes_and_walks import GOAL_RADIUS, LATE_FACTOR, Routes, parse_routes, report_lines, walk_route
from tests.simulation.driving import simulate
from tests.simulation.scenes import FAR, box, floor, quad, staircase, wall

SQUARE = ((0.0, 0.0, 0.0), (0.0, 10.0, 0.0), (10.0, 10.0, 0.0), (10.0, 0.0, 0.0))


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_free_way_takes_its_length_at_walking_speed(hz):
    """Less what is cut off at the end, where a waypoint counts as reached, and at corners."""
    walked = walk_route(simulate(floor(), hz=hz), SQUARE)
    assert walked.failure is None and walked.leg == 3
    assert walked.straight == pytest.approx(30.0 / 5.0)
    assert walked.straight - 3 * GOAL_RADIUS / 5.0 - 3 / hz < walked.seconds <= walked.straight
    assert walked.feet == pytest.approx((10.0, 0.0, 1e-4), abs=GOAL_RADIUS)


def test_the_walker_looks_where_it_goes():
    sim = simulate(floor())
    walk_route(sim, SQUARE[:2])
    assert sim.state.heading == pytest.approx(0.0, abs=1e-3)
    walk_route(sim, SQUARE[1:3])
    assert sim.state.heading == pytest.approx(-pi / 2, abs=1e-3)


def test_stairs_are_walked_up_and_down():
    sim = simulate(staircase(10, 0.18, 0.28))
    up = ((0.0, -3.0, 0.0), (0.0, 0.0, 0.0), (0.0, 2.8, 1.8), (0.0, 5.0, 1.8))
    for path in (up, up[::-1]):
        walked = walk_route(sim, path)
        assert walked.failure is None and walked.seconds < 1.05 * walked.straight


@pytest.mark.parametrize(
    "failure, parts, leg",
    [
        ("stuck", [floor(), wall(0.0, 5.0)], 1),
        ("late", [floor(), box((-30.0, 2.0, -1.0), (FAR, 3.0, 4.0))], 1),
        ("below the mesh", [floor(high=(FAR, 10.5))], 2),
    ],
)
def test_failures_of_a_walk(failure, parts, leg):
    """A wall ahead; one that the player may slide along for too long; no floor where the second leg leads."""
    path = ((0.0, 0.0, 0.0), (0.0, 10.0, 0.0), (0.0, 30.0, 0.0)) if leg == 2 else ((0.0, 0.0, 0.0), (-4.0, 4.0, 0.0))
    if failure == "stuck":
        path = ((0.0, 0.0, 0.0), (0.0, 30.0, 0.0))
    walked = walk_route(simulate(*parts), path)
    assert (walked.failure, walked.leg) == (failure, leg)
    assert walked.seconds <= LATE_FACTOR * walked.straight + 1.0


def test_a_storey_above_is_not_arrived_at():
    roof = quad((-5, 5, 3), (5, 5, 3), (5, 9, 3), (-5, 9, 3))
    assert walk_route(simulate(floor(), roof), ((0.0, 0.0, 0.0), (0.0, 7.0, 3.0))).failure is not None


def test_the_report_says_how_many_and_where():
    sim = simulate(floor(), wall(0.0, 12.0))
    walks = [walk_route(sim, SQUARE[:2]), walk_route(sim, ((0.0, 0.0, 0.0), (0.0, 30.0, 0.0)))]
    first, failure = report_lines(walks, 5.0)
    assert first.startswith("1 of 2 routes arrived (50 %): 10 m in 2.0 s, 0.992 of what")
    assert failure.startswith("route 2, leg 1: stuck, feet at 0.0000, 11.5999, 0.0001 after 3.")


# The file


def test_a_file_is_read():
    zones = [{"routes": [{"pts": SQUARE}]}, {"routes": [{"pts": SQUARE[:2]}]}]
    text = json.dumps({"agent": {"climb": 0.4}, "scale": 2, "zones": zones})
    assert parse_routes(text) == Routes((SQUARE, SQUARE[:2]), 0.4, 2.0)
    assert parse_routes(one(SQUARE)) == Routes((SQUARE,), None, None)


def one(points, **more):
    return json.dumps({"zones": [{"routes": [{"pts": points}]}], **more})


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "3", "{}", '{"zones": 1}', '{"zones": []}', '{"zones": [{"routes": [{}]}]}', one([]), one([[0, 0, 0]]),
        one([[0, 0, 0], [0, 0, 0]]), one([[0, 0], [1, 1]]), one([[0, 0, 0], [0, inf, 0]]), one([[0, 0, 0], ["a", 0, 0]]),
        one(SQUARE, agent={"climb": "high"}), one(SQUARE, agent=3), one(SQUARE, scale="big"), one([[0, 0, 0], [None, 0, 0]]),
        one(SQUARE, scale=10**400), 9999 * "[",
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_by_its_name(text):
    with pytest.raises(InputError, match="way.json"):
        parse_routes(text, "way.json")


def test_each_walk_begins_at_its_start():
    sim = simulate(floor())
    assert isinstance(sim, Simulation) and walk_route(sim, SQUARE) == walk_route(sim, SQUARE)
