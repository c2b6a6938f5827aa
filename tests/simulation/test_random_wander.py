"""Wandering agents avoid deadly volumes, and spawn on floors."""

import numpy as np

from game.level.contents.volume import Kill, Volume
from game.simulation import Crowd, Ground, Wander
from game.simulation.crowd import find_hazards, spawn_along_tour
from tests.shipped_levels import shipped
from tests.simulation.scenes import floor, level_of

FIRE = Volume("kill", Kill(), (0.0, 6.0, -0.5), 0.0, 1.0, (200.0, 4.0))  # from y = 4 to 8


def crowd_before_fire(count=24):
    return Crowd(level_of(floor(), volumes=(FIRE,)), count)


def test_agents_that_walk_into_fire_see_a_hazard_and_agents_beside_it_do_not():
    crowd, seen = crowd_before_fire(16), set()
    crowd.positions[:, 1] = 3.2
    headings = np.where(np.arange(16) < 8, 0.0, np.pi / 2)
    for crowd.ticks in range(8):
        seen |= set(find_hazards(crowd, headings).tolist())
    assert seen == set(range(8))


def test_wandering_agents_do_not_walk_into_fire():
    crowd, wander = crowd_before_fire(), Wander(24)
    reached = 0.0
    for _ in range(400):
        crowd.tick(wander.wishes(crowd))
        reached = max(reached, crowd.positions[:, 1].max())
    assert crowd.returns == 0 and 2.0 < reached < 4.0


def test_a_crowd_spawns_all_along_the_tour():
    crowd = Crowd(shipped("stairs"), 60)
    start = crowd.positions[0].copy()
    spawn_along_tour(crowd)
    assert len(np.unique(crowd.positions, axis=0)) > 10 and np.ptp(crowd.positions[:, 2]) > 1.0
    assert np.linalg.norm(crowd.positions - start, axis=1).min() > 3.0, "the player has room"
    for _ in range(3):
        crowd.tick((0.0, 0.0))
    assert (crowd.grounds == Ground.FLOOR).all() and crowd.returns == 0


def test_without_a_tour_the_crowd_stays_at_the_level_spawn():
    level = level_of(floor())
    level.tour = ""
    crowd = Crowd(level, 5)
    before = crowd.positions.copy()
    spawn_along_tour(crowd)
    np.testing.assert_array_equal(crowd.positions, before)
