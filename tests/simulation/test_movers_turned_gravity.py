"""Movers and a player whose up is not +z: what they do to the player on a floor, they do on a ceiling, on a wall and tilted.

Each scene is played upright, and again turned as a whole, with its gravity: it must come out as the first one, turned.
"""

from math import cos, pi, sin

import numpy as np
import pytest

from game.core.right_forward_up_frame import frame_at
from game.level.contents.mover import Waypoint
from game.level.contents.volume import Down, Water, Wind
from game.simulation import Ground, Intent, PlayerParams, Simulation
from tests.simulation.driving import STILL, run, settled, walk
from tests.simulation.scenes import box, floor, level_of, mover, travelling, volume, wall

FEET = PlayerParams().feet
PIT = floor(-50.0)
SLAB = box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0))
WALL = box((-5.0, -0.5, 0.01), (5.0, 0.0, 3.0))
JUMP = Intent(jump=True)
UPS = {
    "upside down": (0.0, 0.0, -1.0),
    "on a wall": (0.0, -1.0, 0.0),
    "on another": (1.0, 0.0, 0.0),
    "aslant": (0.48, -0.6, 0.64),
}
ROUND_TRIP = (Waypoint(), Waypoint((0.0, 0.0, 2.0)), Waypoint((1.5, 1.0, 1.0)))
# Scenes: triangles of the level, of a mover (triangles, motion), and the player's intents.
SCENES = {
    "a platform": ((PIT,), [(SLAB, travelling((3.0, -1.0, 0.0)))], [(60, STILL), (20, walk(0.0, 2.0)), (60, JUMP)]),
    "a lift": ((PIT,), [(SLAB, {"path": ROUND_TRIP, "speed": 1.4, "mode": "loop"})], [(200, STILL)]),
    "a lift that throws": ((PIT,), [(SLAB, {"path": (Waypoint(), Waypoint((0.0, 0.0, 6.0), time=1.0)), "mode": "once"})],
                           [(150, STILL)]),
    "a wall that comes": ((floor(),), [(WALL, travelling((0.3, 2.0, 0.0), (0.0, -1.5, 0.0)))],
                          [(90, STILL), (60, walk(1.0, -5.0)), (30, walk(0.0, 0.0, crouch=True))]),
    "a fast plate": ((floor(),), [(box((-9.0, -0.02, 0.01), (9.0, 0.0, 3.0)), travelling((0.0, 90.0, 0.0), (0.0, -10.0, 0.0)))],
                     [(30, STILL)]),
    "a closing gap": ((floor(), wall(0.0, 1.0)), [(WALL, travelling((0.0, 1.0, 0.0), (0.0, -2.0, 0.0)))], [(150, STILL)]),
    "a press": ((floor(),), [(box((-2.0, -2.0, 0.0), (2.0, 2.0, 1.0)), travelling((0.0, 0.0, -1.0), (0.0, 0.0, 2.5)))],
                [(50, STILL)]),
    "two plates": ((floor(),), [(WALL, travelling((0.0, 1.0, 0.0), (0.0, -2.0, 0.0))),
                                (box((-5.0, 0.0, 0.01), (5.0, 0.5, 3.0)), travelling((0.0, -1.0, 0.0), (0.0, 2.0, 0.0)))],
                   [(110, STILL)]),
    "struck in the air": ((floor(),), [(WALL, travelling((0.0, 6.0, 0.0), (0.0, -2.0, 0.0)))], [(90, JUMP)]),
}  # fmt: skip


def in_frame(frame, points):
    """Points (..., 3) of the frame in the world."""
    return np.asarray(points, dtype=float) @ np.array(frame or np.eye(3))


def turned_motion(frame, motion):
    """The same motion of what is turned as a whole; only upside down can it turn about its axis."""
    place = {"at": tuple(in_frame(frame, motion.get("at", (0.0, 0.0, 0.0))))}
    path = tuple(point._replace(to=tuple(in_frame(frame, point.to))) for point in motion.get("path", (Waypoint(),)))
    return motion | place | {"path": path}


def played(up, static, movers, intents, hz=60, **params):
    """The records of a scene in this gravity."""
    frame = frame_at(up)
    parts = [in_frame(frame, part) for part in static]
    moving = [mover(in_frame(frame, shape), **turned_motion(frame, motion)) for shape, motion in movers]
    level = level_of(*parts, feet=(0.0, 0.0, 0.0), movers=moving)
    level.gravity = Down(direction=tuple(-part for part in up))
    sim = Simulation(level, PlayerParams(**params), hz=hz, history=10**6)
    settled(sim)
    return [record for ticks, intent in intents for record in run(sim, ticks, intent)]


@pytest.mark.parametrize("up", UPS.values(), ids=UPS)
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_movers_do_the_same_to_a_turned_player(scene, up):
    frame = frame_at(up)
    plain, turned = played((0.0, 0.0, 1.0), *scene), played(up, *scene)
    here = in_frame(frame, [record.after.position for record in plain])
    there = np.array([record.after.position for record in turned])
    assert np.abs(here - there).max() < 1e-7
    for name in ("ground", "ground_body", "crushed", "crouched"):
        assert [getattr(r.after, name) for r in plain] == [getattr(r.after, name) for r in turned]
    assert [record.ride.crushed_by for record in plain] == [record.ride.crushed_by for record in turned]
    assert np.ptp(here, axis=0).max() > 0.05 or plain[-1].after.crushed  # something happens


# Scenes that are not turned as a whole: movers turn about z for any up of the player


def on_disc_overhead(turns_view=False, turn=1.5, hz=60):
    """A player on the underside of a turning disc, 9 m from its axis."""
    disc = mover(box((-10.0, -10.0, 0.0), (10.0, 10.0, 0.2)), turn=turn, turns_view=turns_view)
    level = level_of(floor(50.0), feet=(9.0, 0.0, 0.0), movers=[disc])
    level.gravity = Down(direction=(0.0, 0.0, 1.0))
    return settled(Simulation(level, hz=hz))


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_under_a_turning_disc_the_player_moves_on_the_arc(hz):
    sim = on_disc_overhead(turn=2.0 * pi, hz=hz)
    for record in run(sim, 2 * hz):
        angle = 2.0 * pi * (record.tick - 1) / hz  # the first tick found it
        assert record.after.position == pytest.approx((9.0 * cos(angle), 9.0 * sin(angle), -FEET), abs=2e-4)
        assert (record.after.ground, record.after.ground_body) == (Ground.FLOOR, 0)


@pytest.mark.parametrize("turns_view, heading", [(True, -1.5), (False, 0.0)])
def test_under_a_disc_the_view_turns_the_other_way(turns_view, heading):
    """Counter-clockwise from above is clockwise for the player, so its view stays on the same thing."""
    sim = on_disc_overhead(turns_view)
    run(sim, 60)
    assert sim.state.heading == pytest.approx(heading, abs=1e-9)


def test_a_turning_drum_pushes_the_player_on_a_wall():
    """Gravity along +y, towards a wall; a bar that turns about z comes along it and takes the player with it."""
    bar = mover(box((-3.0, 7.0, -5.0), (-2.9, 9.99, 5.0)), turn=-0.3)
    level = level_of(wall(0.0, 10.0), feet=(0.0, 10.0, 0.0), movers=[bar])
    level.gravity = Down(direction=(0.0, 1.0, 0.0))
    sim = settled(Simulation(level))
    for record in run(sim, 120):
        c, s = cos(-0.3 * record.tick / 60), sin(-0.3 * record.tick / 60)
        x, y, _ = record.after.position
        assert x * c + y * s > -2.9 + 0.39  # in the bar's frame the player is ahead of it
    assert sim.state.position[0] > 0.2 and sim.state.crushed == 0


def test_a_platform_around_a_planet_carries_the_player_upright():
    """It goes around the equator; the player's feet stay towards the middle, its view ahead."""
    slab = mover(box((10.0, -2.0, -2.0), (10.2, 2.0, 2.0)), turn=0.5)
    level = level_of(floor(-90.0), feet=(10.2, 0.0, 0.0), movers=[slab])
    level.gravity = Down(towards=(0.0, 0.0, 0.0))
    sim = settled(Simulation(level))
    for record in run(sim, 300):
        angle = 0.5 * (record.tick - 1) / 60
        assert record.after.position == pytest.approx((11.1 * cos(angle), 11.1 * sin(angle), 0.0), abs=2e-3)
        assert record.after.ground == Ground.FLOOR
    assert sim.state.frame[2] == pytest.approx((cos(2.5), sin(2.5), 0.0), abs=0.01)


# Wind, water and belts: the same scenes with volumes that hold everything, what flows in them turned with the rest


def flowing(up, effects, intents, hz=60):
    """The positions of a player in volumes of these effects, in this gravity: (n, 3), seen upright."""
    frame = frame_at(up)
    parts = [in_frame(frame, part) for part in (floor(), wall(3.0, 0.0, -pi / 2), box((-3.0, 2.0, 0.0), (-1.0, 4.0, 0.3)))]
    volumes = [volume(effect(frame), at=(0.0, 0.0, -500.0), size=(900.0, 900.0), height=1000.0) for effect in effects]
    level = level_of(*parts, feet=(0.0, 0.0, 0.0), volumes=volumes)
    level.gravity = Down(direction=tuple(-part for part in up))
    sim = Simulation(level, hz=hz, history=10**6)
    positions = [sim.tick(intent).after.position for ticks, intent in intents for _ in range(ticks)]
    return np.array(positions) @ np.array(frame or np.eye(3)).T


def wind(*velocity):
    return lambda frame: Wind(tuple(in_frame(frame, velocity)))


def water(*current):
    return lambda frame: Water(tuple(in_frame(frame, current)), 0.6, 3.0, 3.0, 0.6)


@pytest.mark.parametrize("up", UPS.values(), ids=UPS)
@pytest.mark.parametrize("effects", ([wind(2.0, 1.0, 0.0)], [wind(0.5, 0.0, 5.0)], [wind(0.0, 0.0, -9.0)],
                                     [water(0.7, 0.3, 0.2)], [wind(-1.0, 0.0, 0.0), water(0.0, 0.0, 2.0)]))  # fmt: skip
def test_flows_carry_a_turned_player_in_the_same_way(effects, up):
    """The push is away from the player's ground, along its walls and over its steps."""
    intents = [(40, STILL), (40, walk(-2.0, 3.0)), (30, JUMP), (30, walk(5.0, 0.0))]
    plain, turned = flowing((0.0, 0.0, 1.0), effects, intents), flowing(up, effects, intents)
    assert np.abs(plain - turned).max() < 1e-7 and np.ptp(plain, axis=0).max() > 1.0
