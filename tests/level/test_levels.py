"""The levels that come with the game."""

import math

import numpy as np
import pytest

from game.collision import Ellipsoid, overlap
from game.level import level_names
from game.simulation import EventKind, Ground, Intent, Simulation, events_of
from game.simulation.race_clock_and_medals import finish_of, medal_of, run_seconds
from tests.processes import output_of_process
from tests.shipped_levels import shipped, toured

SHIPPED = [
    "corners", "corridors", "gauntlet", "lab", "planet", "platforms",
    "playground", "ramps", "range", "river", "shapes", "stairs", "terrain",
]  # fmt: skip
LONG = {"gauntlet": 30.0, "platforms": 30.0, "river": 48.0, "shapes": 48.0}  # [s] tours of courses and many rooms
BODY = Ellipsoid()


@pytest.fixture(params=level_names())
def level(request):
    return shipped(request.param)


def test_all_are_there():
    assert set(SHIPPED) <= set(level_names())


def test_a_level_has_what_a_player_is_shown(level):
    assert level.title and level.about and level.views and level.tour.strip()
    assert len(level.surfaces) == len(level.triangles) <= 12_000
    assert level.surfaces.min() >= 0 and level.surfaces.max() < len(level.materials)
    assert level.mesh.dropped == 0


def test_the_spawn_is_free_and_on_the_floor(level):
    x, y, z = level.spawn.at
    assert overlap(level.mesh, BODY, (x, y, z + BODY.radii[2] + 1e-4)) <= 0.0
    down = level.mesh.raycast(np.array([[x, y, z + 0.5]]), np.array([[0.0, 0.0, -1.0]]), np.array([2.0]))
    assert down[0] - 0.5 < 0.1


def test_no_view_leads_out_of_a_level(level):
    """A level look from the spawn in any direction ends at something: there is an edge to stop at."""
    headings = np.arange(360) * math.tau / 360
    looks = np.stack([-np.sin(headings), np.cos(headings), np.zeros(360)], axis=1)
    eyes = np.tile(np.add(level.spawn.at, (0.0, 0.0, 1.62)), (360, 1))
    assert np.isfinite(level.mesh.raycast(eyes, looks, np.full(360, 200.0))).all()


def test_signs_stand_inside_the_level(level):
    low, high = level.mesh.bounds
    for sign in level.signs:
        assert all(a - 1.0 < x < b + 1.0 for a, x, b in zip(low, sign.at, high)), sign


def test_boards_of_exhibits_are_outside_walls_and_can_be_seen_from_their_desks(level):
    for place in level.exhibits:
        board, desk = place.board, place.desk
        across, up = np.linspace(-0.49, 0.49, 7) * board.size[0], np.linspace(-0.49, 0.49, 5) * board.size[1]
        spots = [(x, y) for x in across for y in up]
        front, ahead = (np.array([board.to_world(x, y, lift) for x, y in spots]) for lift in (0.01, 0.5))
        assert np.isinf(rays(level, ahead, front)).all(), f"{place.name}: the board is in a wall"
        eye = np.tile(np.add(desk.to_world((0.0, -0.95, 0.0)), (0.0, 0.0, 1.62)), (len(spots), 1))
        seen = np.isinf(rays(level, eye, front))
        assert seen.mean() > 0.8, f"{place.name}: {seen.mean():.0%} of the board"


def rays(level, starts, ends):
    """The distances (n,) [m] at which rays from starts (n, 3) to ends (n, 3) hit the level; inf: a free line of sight."""
    ways = ends - starts
    lengths = np.linalg.norm(ways, axis=1)
    return level.mesh.raycast(starts, ways / lengths[:, None], lengths)


def test_the_tour_walks_the_level_without_leaving_it(level):
    states, low = [record.after for record in toured(level.name)], level.mesh.bounds[0][2]
    heights, start = [state.position[2] for state in states], level.spawn.at[:2]
    seconds, longest = len(states) / 60, LONG.get(level.name, 27.0)
    assert 10.0 <= seconds <= longest, f"the tour takes {seconds:.1f} s instead of 10 to {longest:.0f} s"
    assert min(heights) > low, "the tour falls out of the level"
    far, rise = max(math.dist(state.position[:2], start) for state in states), max(heights) - min(heights)
    assert far > 15.0, f"the tour gets only {far:.1f} m away from the spawn, not more than 15 m"
    assert rise > 1.0 or level.name == "corridors", f"the tour changes its height by only {rise:.2f} m, not more than 1 m"
    assert states[-1].ground == Ground.FLOOR, "the tour does not end on a floor"


def test_the_tour_of_the_playground_ends_on_the_roof_of_the_tower():
    assert toured("playground")[-1].after.position[2] - BODY.radii[2] == pytest.approx(9.18, abs=0.01)


def test_the_tour_of_the_platforms_rides_them_all():
    """In this order; a pusher pushes on the way, and nothing crushes."""
    level, ridden, pushed = shipped("platforms"), [], False
    for record in toured("platforms"):
        body = record.after.ground_body
        name = level.movers[body].name if body >= 0 else ""
        ridden += [name] if name and name not in ridden else []
        pushed |= body < 0 and record.before.ground_body < 0 and record.ride.displacement[0] < -0.05
    assert ridden == ["walkway", "lift", "great disc", "second disc", "third disc", "ferry", "paternoster"]
    assert pushed and record.after.crushed == 0
    assert record.after.position[2] > 8.5, "on the lookout"


def test_the_tour_of_the_planet_goes_all_the_way_round_and_ends_on_a_ceiling():
    states = [record.after for record in toured("planet")]
    ups = [state.frame[2] if state.frame else (0.0, 0.0, 1.0) for state in states]
    round_it = np.unwrap([math.atan2(x, z) for x, _, z in ups[:480]])
    assert np.ptp(round_it) > math.tau - 0.1 and ups[-1] == (0.0, 0.0, -1.0)
    assert states[-1].position[2] + BODY.radii[2] == pytest.approx(18.0 - 5 * 0.18, abs=0.01)  # up its stairs


@pytest.mark.parametrize("name", ["gauntlet", "platforms", "river"])
def test_the_tour_of_a_timed_level_earns_gold(name):
    """Over all checkpoints, without dying; and with a fifth more time, as a player needs it, unlike a script."""
    level, state = shipped(name), toured(name)[-1].after
    checkpoints = [number for number, volume in enumerate(level.volumes) if volume.kind == "checkpoint"]
    assert state.finished > 0 and state.deaths == state.crushed == 0 and state.checkpoint == max(checkpoints, default=-1)
    assert medal_of(finish_of(level), 1.2 * run_seconds(state, 60)) == "gold"


def test_a_return_to_the_second_checkpoint_of_the_gauntlet_is_in_line_with_the_beam():
    """It was half a metre to the right of it: a run straight on fell off."""
    level = shipped("gauntlet")
    zone = [volume for volume in level.volumes if volume.kind == "checkpoint"][1]
    ahead = np.array(zone.rotate((0.0, 1.0, 0.0)))
    aside = np.array((ahead[1], -ahead[0], 0.0))
    feet = [zone.at + far * ahead + side * aside + (0.0, 0.0, 0.1) for far in range(1, 13) for side in (-0.6, 0.0, 0.6)]
    assert (level.mesh.raycast(np.array(feet), np.tile((0.0, 0.0, -1.0), (len(feet), 1)), 0.2) < 0.15).all()


def test_the_tour_of_the_river_is_carried_and_lifted_and_ends_where_it_began():
    """Every kind of volume of that level has its part in it."""
    level, records = shipped("river"), toured("river")
    events = [event for record in records for event in events_of(record)]
    entered = {level.volumes[event.volume].kind for event in events if event.kind == EventKind.ENTERED}
    assert {"water", "wind", "gravity", "checkpoint", "magic_wall"} <= entered
    state = records[-1].after
    assert state.ported == 1 and state.deaths == 0
    assert math.dist(state.position[:2], level.spawn.at[:2]) < 2.0


def follow(simulation, points, patience=500):
    """Walks straight to one (x, y) after the other; False when one is not reached."""
    for goal in points:
        for _ in range(patience):
            away = np.subtract(goal, simulation.state.position[:2])
            if np.linalg.norm(away) < 0.15:
                break
            simulation.tick(Intent(wish=tuple(away / np.linalg.norm(away))))
        else:
            return False
    return True


ROUTES = {
    "by the gallery, the keep and the bridge into the tower": (
        [(15, -22.4), (21.5, -22.4), (27.5, -22.4), (28.5, 1), (28.5, 9.5), (20, 16), (10, 16), (3.2, 16), (1.2, 17.1)], 6.1),
    "up the ramp of 30 degrees to the keep": ([(16, -16), (17, -4), (20.6, -4), (20.6, 9)], 5.58),
    "through the keep": ([(15, -16), (16, 11.5), (19.5, 11.5), (23.5, 10.5), (23.5, 5)], 0.0),
    "through the warren": ([(-9, -21), (-15.3, -21), (-18.5, -24.5), (-21, -24.5), (-21, -28.5), (-14, -28.5)], 0.0),
    "to the rim of the half pipe": ([(-10, -16), (-17.9, -16), (-17.9, -10)], 2.16),
    "into the funnel": ([(-9, -17), (-11, -15), (-11, -1.5), (-13, -1.5), (-13, 4)], 0.07),
    "to the stones on the garden's hill": ([(-10, -17), (-9.9, 8), (-15, 12), (-20, 20), (-21, 22.6), (-25, 24.5)], 3.6),
}


@pytest.mark.parametrize(("route", "height"), ROUTES.values(), ids=ROUTES.keys())
def test_the_places_of_the_playground_can_be_reached(route, height):
    simulation = Simulation(shipped("playground"))
    assert follow(simulation, route), simulation.state
    assert simulation.state.position[2] - BODY.radii[2] == pytest.approx(height, abs=0.25)


def test_the_stairs_begin_with_ten_steps_of_18_by_28_straight_ahead():
    level = shipped("stairs")
    ahead = np.arange(0.0, 9.0, 0.005)
    tops = np.stack([np.zeros(len(ahead)), ahead, np.full(len(ahead), 3.0)], axis=1)
    height = 3.0 - level.mesh.raycast(tops, np.tile((0.0, 0.0, -1.0), (len(ahead), 1)), np.full(len(ahead), 10.0))
    jumps = np.flatnonzero(np.diff(height) > 0.01)
    assert len(jumps) == 10
    assert np.diff(height)[jumps] == pytest.approx(0.18)
    assert np.diff(ahead[jumps]) == pytest.approx(0.28, abs=0.006)
    assert height[-1] == pytest.approx(1.8)  # a landing to walk on


def test_the_hash_is_the_same_in_another_process():
    names = level_names()
    code = f"from game.level import load_level\nfor name in {names!r}: print(load_level(name).hash)"
    assert output_of_process(code, PYTHONHASHSEED="7").split() == [shipped(name).hash for name in names]


def test_the_hash_distinguishes_levels():
    hashes = [shipped(name).hash for name in level_names()]
    assert len(set(hashes)) == len(hashes) and all(len(h) == 16 and int(h, 16) >= 0 for h in hashes)


def test_a_report_counts_triangles():
    level = shipped("stairs")
    assert level.report == f"stairs: {len(level.triangles)} triangles kept, 0 dropped for having no area"
