"""Scenario N for all that moves and is different: a scene at a hundredth and a hundred times its size goes the same way."""

from math import inf

import numpy as np
import pytest

from game.level.contents.mover import Waypoint
from game.level.contents.volume import Down, Gravity, Kill, Portal, TurnedGravity, Water, Wind
from game.simulation import Intent, PlayerParams, Simulation, events_of
from tests.simulation.driving import walk
from tests.simulation.scenes import box, floor, level_of, mover, staircase, stairs, volume
from tests.simulation.test_event_detection import CONTACT

LENGTHS = (
    *("eye_height", "speed", "run_speed", "crouch_height", "crouch_speed", "gravity", "jump_height", "terminal_speed"),
    *("step_up", "step_down", "skin"),
)  # what has metres in it
GO, STAY, JUMP = walk(0.0, 0.97, 1.0), Intent(), Intent(jump=True)
UP = Down(direction=(0.0, 0.0, 1.0))


def params_at(scale):
    usual = PlayerParams()
    return PlayerParams(radii=tuple(scale * r for r in usual.radii), **{name: scale * getattr(usual, name) for name in LENGTHS})


class Sized:
    """A function that makes a scene at a scale."""

    def __init__(self, scale):
        self.scale = scale

    def of(self, point):
        return tuple(self.scale * part for part in point)

    def block(self, low, high, *ways, at=(0.0, 0.0, 0.0), speed=1.0, **motion):
        path = tuple(Waypoint(self.of(way)) for way in ((0.0, 0.0, 0.0), *ways))
        return mover(box(self.of(low), self.of(high)), at=self.of(at), path=path, speed=speed * self.scale, **motion)

    def space(self, effect, at, size, height):
        return volume(effect, at=self.of(at), size=self.of(size), height=self.scale * height)

    def level(self, *parts, feet=(0.0, 0.0, 0.0), movers=(), volumes=()):
        return level_of(*(part * self.scale for part in parts), feet=self.of(feet), movers=movers, volumes=volumes)


def off_the_edge(made):
    """Falls out of the level, and is respawned."""
    return made.level(floor(0.0, (-3.0, -3.0), (3.0, 3.0))), [(GO, 150)]


def crushed(made):
    press = made.block((-2.0, -2.0, 0.0), (2.0, 2.0, 1.0), (0.0, 0.0, -2.6), at=(0.0, 0.0, 3.003), mode="once")
    return made.level(floor(), movers=[press]), [(STAY, 150)]


def brushed(made):
    """By a door whose gap is a centimetre too narrow for the player: squeezed, not crushed."""
    door = made.block((-2.0, -0.5, 0.01), (2.0, 0.0, 2.0), (0.0, 1.21, 0.0), at=(0.0, -1.6, 0.0), mode="once")
    wall = made.block((-2.0, 0.4, 0.01), (2.0, 1.0, 2.0))
    return made.level(floor(), movers=[door, wall]), [(STAY, 120)]


def dropped(made):
    """A lift that turns round at once, one m/s up, one down; then one that drops faster than the player falls."""
    gentle = made.block((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0), (0.0, 0.0, 0.5), speed=0.7)
    return made.level(floor(-9.0), movers=[gentle]), [(STAY, 120)]


def thrown(made):
    lift = made.block((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0), (0.0, 0.0, 2.0), speed=4.0)
    return made.level(floor(-9.0), movers=[lift]), [(STAY, 150)]


def put_beside(made):
    """Killed, with a block parked at the respawn point."""
    parked = made.block((-1.0, -1.0, 0.01), (1.0, 1.0, 2.0))
    deadly = made.space(Kill(), (0.0, 6.0, 0.0), (9.0, 1.0), 1.0)
    out = made.space(Portal(made.of((0.0, 4.0, 0.0)), 0.0), (0.0, -3.0, 0.0), (4.0, 1.0), 1.0)
    return made.level(floor(), movers=[parked], volumes=[deadly, out]), [(walk(0.0, -1.0, 1.0), 60), (GO, 100)]


def blown(made):
    volumes = [
        made.space(Wind(made.of((1.0, 0.0, 2.0))), (0.0, 2.0, 0.0), (8.0, 3.037), 6.0),
        made.space(Wind(made.of((0.0, 0.0, 6.0))), (0.0, 5.0, 0.0), (8.0, 3.037), 6.0),
        made.space(Water(made.of((0.3, 0.0, 0.0)), 1.2, 3.0, 3.0 * made.scale, 0.6), (0.0, 9.0, 0.0), (8.0, 5.037), 1.5),
    ]
    return made.level(floor(), volumes=volumes), [(GO, 40), (JUMP, 30), (GO, 90), (JUMP, 20)]


def weighed(made):
    volumes = [
        made.space(TurnedGravity(1.0, UP), (4.0, 0.0, -1.0), (6.0, 90.0), 20.0),
        made.space(Gravity(-1.0), (-4.0, 0.0, -1.0), (6.0, 90.0), 4.0),
    ]
    right, left = walk(1.0, 0.0, 1.0), walk(-1.0, 0.2, 1.0)
    return made.level(floor(), floor(6.0)[:, ::-1], volumes=volumes), [(right, 60), (STAY, 60), (left, 160), (STAY, 120)]


def over_steps(made):
    return made.level(staircase(8, 0.2, 0.3), floor(0.0, (-30.0, 0.0), (30.0, 30.0))), [(GO, 90), (walk(0.3, -1.0, 1.0), 60)]


SCENES = [off_the_edge, crushed, brushed, dropped, thrown, put_beside, blown, weighed, over_steps]


def walked(scene, scale):
    """[(place in the plain scene's size, other facts), ...] of each tick."""
    level, intents = scene(Sized(scale))
    sim = Simulation(level, params_at(scale))
    records = [sim.tick(intent) for intent, ticks in intents for _ in range(ticks)]
    places = np.array([record.after.position for record in records]) / scale
    facts = [
        (s.ground, s.ground_body, s.crushed, s.returns, s.deaths, s.ported, s.inside)
        for s in (record.after for record in records)
    ]
    return places, facts, [[(e.kind, e.mover, e.volume) for e in events_of(r) if e.kind not in CONTACT] for r in records]


@pytest.mark.parametrize("scale", [0.01, 100.0])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_same_at_any_size(scene, scale):
    (places, facts, events), (scaled, scaled_facts, scaled_events) = walked(scene, 1.0), walked(scene, scale)
    assert scaled_facts == facts
    assert np.abs(places - scaled).max() < 1e-6
    assert scaled_events == events


def test_the_scenes_are_what_they_are_called():
    ends = {scene.__name__: walked(scene, 1.0)[1] for scene in SCENES}
    assert ends["off_the_edge"][-1][3] > 0 and ends["crushed"][-1][2] > 0 and ends["brushed"][-1][2] == 0
    assert {fact[1] for fact in ends["dropped"][2:]} == {0} and -1 in {fact[1] for fact in ends["thrown"][2:]}
    assert ends["put_beside"][-1][4] > 0 and ends["put_beside"][-1][5] > 0 and inf > len({fact[6] for fact in ends["blown"]}) > 2


@pytest.mark.parametrize("scale", [0.01, 1.0, 100.0])
def test_a_ladder_is_none_at_any_size(scale):
    """Stairs of .3 m rise and .05 m run are refused."""
    made = Sized(scale)
    sim = Simulation(made.level(floor(), stairs(10, 0.3, 0.05, start=1.0)), params_at(scale))
    for _ in range(180):
        sim.tick(GO)
    assert sim.state.position[2] < 1.4 * scale
