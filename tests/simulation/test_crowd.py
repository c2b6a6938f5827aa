"""A crowd: each of it moves like the one player of a Simulation, to the bit, and all of them stay in the level."""

import numpy as np
import pytest

from game.collision import overlap
from game.core.input_errors import InputError
from game.level.contents.volume import Checkpoint
from game.simulation import Crowd, Intent, PlayerParams, Simulation, Wander, parse_script
from tests.shipped_levels import shipped
from tests.simulation.driving import simulate, walk
from tests.simulation.scenes import floor, level_of, volume, wall

TICKS = 400


def tour(level):
    """The first intents of a level's tour, with jumps and runs among them."""
    script = parse_script(level.tour, level.name).intents(level.spawn.heading)
    return [intent._replace(jump=i % 70 > 60, run=i % 50 > 30) for i, intent in zip(range(TICKS), script)]


@pytest.mark.parametrize("hz", [60, 240])
@pytest.mark.parametrize("name", ["stairs", "corners", "terrain", "playground"])
def test_a_crowd_of_one_is_the_player_to_the_bit(name, hz):
    level, params = shipped(name), PlayerParams(acceleration=40.0)
    one, crowd = Simulation(level, params, hz=hz), Crowd(level, 1, params, hz=hz)
    for intent in tour(level):
        one.tick(intent)
        crowd.tick(intent.wish, intent.jump, intent.run, headings=intent.heading)
        assert crowd.state(0) == one.state


def test_agents_do_not_affect_each_other():
    """The other agents do not change an agent's run, not even one that starts embedded."""
    level, wishes = shipped("playground"), np.array([(0.0, 1.0), (1.0, 0.0), (-0.6, -0.8)])
    together, alone = Crowd(level, 3), [Crowd(level, 1) for _ in wishes]
    together.positions[1, 2] -= 0.2
    alone[1].positions[0, 2] -= 0.2
    for _ in range(120):
        together.tick(wishes)
        for crowd, wish in zip(alone, wishes):
            crowd.tick(wish)
    np.testing.assert_array_equal(together.positions, np.concatenate([crowd.positions for crowd in alone]))


def test_an_agent_that_falls_out_respawns_at_its_last_safe_position():
    crowd = Crowd(level_of(floor(low=(-2.0, -2.0), high=(2.0, 2.0))), 5)
    for _ in range(300):
        crowd.tick((0.0, 1.0))
    assert crowd.returns >= 5 and crowd.positions[:, 2].min() > -2.0


def test_a_fall_on_a_course_counts_once():
    """A single player's fall there is both a return and a death."""
    ledge, start = floor(low=(-2.0, -2.0), high=(2.0, 2.0)), volume(Checkpoint(), at=(0.0, 0.0, 0.0), size=(1.0, 1.0), height=2.0)
    crowd = Crowd(level_of(ledge, volumes=(start,)), 3)
    while not crowd.returns:
        crowd.tick((0.0, 1.0))
    assert crowd.returns == 3 and crowd.state(0).deaths == crowd.state(0).returns == 1


def test_a_crowd_walks_as_fast_as_a_player():
    sim, crowd = simulate(floor()), Crowd(level_of(floor()), 4)
    for _ in range(60):
        sim.tick(walk(0.0, 5.0))
        crowd.tick((0.0, 1.0))
    np.testing.assert_array_equal(crowd.positions, [sim.state.position] * 4)
    assert crowd.positions[:, 1] == pytest.approx(5.0)


def test_wanderers_stay_in_their_room():
    walls = [wall(0.0, 2.0), wall(0.0, -2.0, np.pi), wall(-2.0, 0.0, np.pi / 2), wall(2.0, 0.0, -np.pi / 2)]
    crowd, wander = Crowd(level_of(floor(), *walls), 50), Wander(50)
    for _ in range(300):
        crowd.tick(wander.wishes(crowd))
    assert np.abs(crowd.positions[:, :2]).max() < 2.0 and np.ptp(crowd.positions[:, 0]) > 1.0
    assert (crowd.grounds == 0).all()
    assert max(overlap(crowd.mesh, crowd.body, place) for place in crowd.positions.tolist()) <= 0.0


@pytest.mark.parametrize("count", [0, -3, 10**7])
def test_an_impossible_number_of_agents_is_refused(count):
    with pytest.raises(InputError, match="crowd"):
        Crowd(level_of(floor()), count)


def test_the_same_seed_wanders_the_same_way():
    ends = []
    for _ in range(2):
        crowd, wander = Crowd(level_of(floor()), 7), Wander(7, seed=3)
        for _ in range(30):
            crowd.tick(wander.wishes(crowd))
        ends.append(crowd.positions.copy())
    np.testing.assert_array_equal(*ends)


def test_intents_of_one_tick_may_be_one_for_all():
    crowd = Crowd(level_of(floor()), 3)
    crowd.tick(Intent().wish)
    crowd.tick((0.0, 0.0), jumps=np.array([True, False, True]))
    assert (crowd.velocities[:, 2] > 0.0).tolist() == [True, False, True]


def test_a_refused_rate_changes_nothing():
    crowd = Crowd(level_of(floor()), 2)
    for _ in range(6):
        crowd.tick((0.0, 1.0))
    with pytest.raises(InputError, match="between 30 and 480"):
        crowd.set_rate(20)
    assert crowd.ticks == 6 and crowd.hz == 60


def test_another_rate_takes_other_strides():
    crowd = Crowd(level_of(floor()), 2)
    crowd.tick((0.0, 1.0))
    before = crowd.positions.copy()
    crowd.set_rate(120)
    crowd.tick((0.0, 1.0))
    np.testing.assert_allclose(crowd.positions[:, 1] - before[:, 1], 5.0 / 120)
