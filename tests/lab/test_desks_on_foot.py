"""Each desk of the levels with exhibits is reached on foot, from the spawn and through the door of its room."""

import pytest

from game.simulation import Simulation
from game.simulation.waypoint_routes_and_walks import walk_route
from tests.shipped_levels import shipped

# Waypoints (x, y) [m] between the spawn and the desks of a room: before its door, and behind it.
ROOMS = {
    "lab": {
        ((-10.0, 10.5), (-10.0, 14.5)): ("springs", "floor"),
        ((10.0, 10.5), (10.0, 14.5)): ("race_wall",),
        ((-18.0, 0.0), (-20.9, 0.0), (-18.5, 0.0)): ("balls",),
        ((18.0, 0.0), (22.5, 0.0)): ("turning_box",),
        ((0.0, -10.5), (0.0, -14.5)): ("cradle", "counting_wall", "zeno", "billiards"),
        ((-14.5, -10.5), (-14.5, -14.5)): ("swept_spheres",),
        ((14.5, -10.5), (14.5, -14.5)): ("court",),
    },
    "range": {((0.0, -42.0),): ("aim", "steps", "finish")},
    "shapes": {
        ((4.0, -8.0),): ("gallery",),
        ((0.0, -16.5), (0.0, -19.0)): ("pairs",),
        ((21.0, -9.0), (25.0, -9.0)): ("statues",),
        ((-21.0, -13.0), (-25.0, -13.0)): ("sums",),
        ((-6.0, -8.0), (-6.0, 12.0), (-2.4, 14.5), (-2.4, 20.0)): ("hill",),
    },
}
DESKS = [(level, doors, desk) for level, rooms in ROOMS.items() for doors, desks in rooms.items() for desk in desks]
# Waypoints before the desks that are not in line with their door.
WAYS = {"cradle": ((0.0, -21.5),), "billiards": ((0.0, -21.0),), "counting_wall": ((0.0, -21.5),), "balls": ((-16.0, 2.5),)}


def test_there_is_a_route_to_each_desk():
    for level, rooms in ROOMS.items():
        assert sorted(name for names in rooms.values() for name in names) == sorted(e.name for e in shipped(level).exhibits)


@pytest.mark.parametrize("name, doors, desk", DESKS, ids=[desk for _, _, desk in DESKS])
def test_a_player_walks_from_the_spawn_to_each_desk(name, doors, desk):
    level = shipped(name)
    place = next(exhibit for exhibit in level.exhibits if exhibit.name == desk)
    goal = place.desk.visitor_feet
    floor = level.spawn.at[2]
    path = [level.spawn.at, *((x, y, floor) for x, y in (*doors, *WAYS.get(desk, ()))), (*goal[:2], floor)]
    sim = Simulation(level, history=1)
    found = walk_route(sim, path)
    assert found.failure is None, f"{found.failure} on leg {found.leg}, feet at {found.feet}"
    assert place.is_in_room(sim.state.position)
