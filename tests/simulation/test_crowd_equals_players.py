"""A walker of a crowd is the player of a Simulation, all of the state to the bit: on lifts, in rivers, through
portals, crouched, killed, crushed, round a planet, in a body that turns.
"""

from math import cos, sin
from random import Random

import numpy as np
import pytest

from game.collision import Rules
from game.level.contents.mover import Waypoint
from game.level.contents.volume import Checkpoint, Conveyor, Down, Finish, Gravity, Kill, MagicWall, Portal, TurnedGravity, Wind
from game.level.library import level_names
from game.simulation import Crowd, Intent, PlayerParams, Simulation
from tests.shipped_levels import shipped
from tests.simulation.scenes import box, floor, level_of, mover, travelling
from tests.simulation.scenes import volume as volume_of

NAN = float("nan")


def restless(seed, ticks, heading, crouched):
    """Intents of a player that walks, runs, turns, jumps and crouches by turns; crouched: for that part of the time."""
    random = Random(seed)
    for tick in range(ticks):
        if tick % 15 == 0:
            forward, right, turn = random.choice([1.0, 1.0, 0.4, 0.0, -1.0]), random.choice([0.0, 0.7]), random.gauss(0.0, 0.03)
            run, crouch, looks = random.random() < 0.4, random.random() < crouched, random.random() < 0.8
        heading += turn
        wish = right * cos(heading) - forward * sin(heading), forward * cos(heading) + right * sin(heading)
        yield Intent(wish, random.random() < 0.06, run, crouch, heading if looks else None)


def places_of_interest(level):
    """Feet [m]: where the level begins, on top of each mover, at the bottom of each volume and in its middle."""
    yield level.spawn.at
    for moving in level.movers:
        (x, y, _), (u, v, top) = moving.mesh.bounds
        yield moving.pose(0.0).to_world((0.5 * (x + u), 0.5 * (y + v), top + 0.02))
    for volume in level.volumes:
        x, y, z = volume.at
        yield x, y, z + 0.05
        yield x + 0.3, y + 0.4, z + 0.5 * volume.height


def tick_players(crowd, intents):
    """A tick of a crowd, each agent with its own Intent."""
    wishes, jumps, runs, crouches, headings, _ = zip(*intents)  # agents use no exhibits
    headings = [NAN if heading is None else heading for heading in headings]
    crowd.tick(*map(np.array, (wishes, jumps, runs, crouches, headings)))


def walk_side_by_side(level, places, ticks, hz=60, seed=0, crouched=0.15, **options):
    """A crowd and as many players, one of each at each place, by the same intents. Returns the players."""
    sims = [Simulation(level, hz=hz, **options) for _ in places]
    crowd = Crowd(level, len(places), hz=hz, **options)
    for i, (sim, feet) in enumerate(zip(sims, places)):
        sim.begin_at(feet)
        crowd.agents.set_state(i, sim.state)
    for intents in zip(*(restless(seed + i, ticks, level.spawn.heading, crouched) for i in range(len(places)))):
        tick_players(crowd, intents)
        assert [crowd.state(i) for i in range(len(places))] == [sim.tick(intent).after for sim, intent in zip(sims, intents)]
    return sims


@pytest.mark.parametrize("name", level_names())
def test_in_every_level(name):
    level = shipped(name)
    every = [*places_of_interest(level)]
    places = Random(7).sample(every, min(len(every), 14))
    walk_side_by_side(level, places, 100)


@pytest.mark.parametrize("name", ["platforms", "river", "gauntlet", "planet"])
def test_at_another_rate_and_by_other_feel(name):
    level = shipped(name)
    walk_side_by_side(level, [*places_of_interest(level)][-8:], 60, hz=120, seed=50, params=PlayerParams().with_feel("smooth"))


@pytest.mark.parametrize("rules", [Rules.modern(), Rules.thebigh(), Rules.fauerby()])
@pytest.mark.parametrize("name", ["corners", "platforms", "river"])
def test_in_a_body_wider_than_deep(name, rules):
    level = shipped(name)
    places = [*places_of_interest(level)][:5]
    walk_side_by_side(level, places, 60, seed=90, params=PlayerParams(radii=(0.5, 0.3, 0.9)), rules=rules)


def test_a_crushed_agent_respawns():
    press = mover(box((-3.0, -3.0, 0.0), (3.0, 3.0, 1.0)), **travelling((0.0, 0.0, -2.0), (0.0, 0.0, 3.0)))
    sims = walk_side_by_side(level_of(floor(), movers=(press,)), [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (50.0, 0.0, 0.0)], 60)
    assert [sim.state.crushed > 0 for sim in sims] == [True, True, False]


@pytest.mark.parametrize("name", ["corridors", "platforms", "river", "gauntlet"])
def test_crouched_for_most_of_the_time(name):
    """Jumping, running, swimming, riding; once down they go in the common call as well."""
    level = shipped(name)
    walk_side_by_side(level, [*places_of_interest(level)][-10:], 80, seed=30, crouched=0.9)


def test_obstacles_on_the_path():
    """A belt, a checkpoint, a portal, something deadly and the finish, one behind the other, each entered in a later tick."""
    row = (Conveyor(1.0), Checkpoint(), Portal((0.0, 9.0, 0.0), 0.0), Kill(), Checkpoint(), Finish(9.0, 10.0, 11.0))
    lanes = [volume_of(effect, at=(3.0 * k, 1.0 + 0.3 * k, 0.0), size=(2.0, 1.0)) for k, effect in enumerate(row)]
    level = level_of(floor(), volumes=lanes)
    sims, crowd = [Simulation(level) for _ in row], Crowd(level, len(row))
    for k, sim in enumerate(sims):
        sim.begin_at((3.0 * k, 0.0, 0.0))
        crowd.agents.set_state(k, sim.state)
    for _ in range(60):
        crowd.tick((0.0, 1.0))
        assert [crowd.state(k) for k in range(len(row))] == [sim.tick(Intent((0.0, 1.0))).after for sim in sims]
    portal, kill, checkpoint, finish = sims[2:]
    assert portal.state.ported and kill.state.deaths and checkpoint.state.checkpoint == 4 and finish.state.finished > 0


@pytest.mark.parametrize("crouch", [False, True])
def test_a_beam_that_kills_an_agent_that_does_not_crouch(crouch):
    level = level_of(floor(), volumes=(volume_of(Kill(), at=(0.0, 2.0, 1.25), size=(9.0, 0.3), height=0.2),))
    sim, crowd = Simulation(level), Crowd(level, 1)
    crowd.agents.set_state(0, sim.state)
    for number in range(90):
        wish = (0.0, 1.0 if number > 20 else 0.0)
        crowd.tick(wish, crouches=crouch)
        assert crowd.state(0) == sim.tick(Intent(wish, crouch=crouch)).after
    assert (sim.state.deaths == 0) is crouch


def test_an_agent_that_dies_on_a_ferry_leaves_it():
    ferry = mover(box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0)), **travelling((0.0, 3.0, 0.0), (0.0, 0.0, 0.0)))
    deadly = volume_of(Kill(), at=(0.0, 6.0, 0.0), size=(9.0, 1.0))
    level = level_of(floor(-0.3), movers=(ferry,), volumes=(deadly,), feet=(20.0, 0.0, -0.3))
    sim, crowd = Simulation(level), Crowd(level, 1)
    sim.begin_at((0.0, 0.0, 0.0))
    crowd.agents.set_state(0, sim.state)
    for _ in range(150):
        crowd.tick((0.0, 0.0))
        assert crowd.state(0) == sim.tick(Intent()).after
    assert sim.state.deaths == 1


def test_an_agent_thrown_off_a_lift_in_the_tick_after_its_landing():
    """It comes up at 12 m/s and stops, at moments near each other; what was late of the landing is forgotten by both."""
    way = {"path": (Waypoint(), Waypoint((0.0, 0.0, 1.5))), "speed": 12.0, "mode": "once"}
    shape = box((-0.5, -0.5, -0.1), (0.5, 0.5, 0.0))
    lifts = [mover(shape, at=(2.0 * k, 0.0, 0.3), phase=-0.25 - k / 240.0, **way) for k in range(12)]
    sims = walk_side_by_side(level_of(floor(), movers=lifts), [(2.0 * k, 0.0, 2.5) for k in range(12)], 130, crouched=0.0)
    thrown = [record.after for sim in sims for record in sim.history if record.before.late and record.after.airborne]
    assert thrown and not any(state.late for state in thrown)


def test_in_winds_that_lift_hold_and_press_down():
    speeds = 9.0, 1.0, -2.0
    winds = [volume_of(Wind((0.5, 0.0, z)), at=(9.0 * k, 0.0, 0.0), size=(8.0, 8.0)) for k, z in enumerate(speeds)]
    level = level_of(floor(), volumes=[*winds, winds[1]])
    walk_side_by_side(level, [(9.0 * k, 0.0, z) for k in range(3) for z in (0.0, 5.0)], 80)


@pytest.mark.parametrize("one_way", [False, True])
def test_through_a_magic_wall(one_way):
    """Walls in a row: the first can be passed, one to its right cannot, and a one-way wall only along its heading."""
    block, solid = box((-5.0, 2.0, 0.0), (0.0, 2.5, 4.0)), box((0.0, 2.0, 0.0), (5.0, 2.5, 4.0))
    magic = volume_of(MagicWall(one_way), at=(-2.5, 2.25, 0.0), size=(5.0, 0.5), height=4.0)
    level = level_of(floor(-0.01), block, solid, volumes=(magic,))
    starts, ways = [(-2.0, 0.5, 0.0), (2.0, 0.5, 0.0), (-2.0, 4.0, 0.0)], [1.0, 1.0, -1.0]
    sims, crowd = [Simulation(level) for _ in starts], Crowd(level, len(starts))
    for k, (sim, feet) in enumerate(zip(sims, starts)):
        sim.begin_at(feet)
        crowd.agents.set_state(k, sim.state)
    for _ in range(60):
        crowd.tick([(0.0, way) for way in ways])
        assert [crowd.state(k) for k in range(3)] == [sim.tick(Intent((0.0, way))).after for sim, way in zip(sims, ways)]
    assert [sim.state.position[1] > 2.25 for sim in sims] == [True, False, one_way]


def test_lost_ones_are_put_back():
    sims = walk_side_by_side(level_of(floor(low=(-2.0, -2.0), high=(2.0, 2.0))), [(1.9, 1.9, 0.0), (-1.9, 0.0, 0.0)], 200)
    assert sum(sim.state.returns for sim in sims) > 0


@pytest.mark.parametrize("crouched", [False, True])
def test_agents_that_walk_or_swim_take_the_compiled_call(monkeypatch, crouched):
    """Nothing is done one by one for them, or a thousand in a river would take three times as long as there is."""
    crowd = Crowd(level := shipped("river"), 20)
    sim = Simulation(level)
    for i in range(0, 20, 2):
        sim.begin_at((level.volumes[0].at[0] + 0.2 * i, level.volumes[0].at[1], level.volumes[0].at[2] + 1.0))
        crowd.agents.set_state(i, sim.state)
    for _ in range(15):  # the clock of the run starts, and all are as far down as they want
        crowd.tick((0.0, 0.3), crouches=crouched)
    for name in ("apply_movers", "write_event_outcome", "write_base"):
        monkeypatch.setattr(crowd, name, None)
    monkeypatch.setattr(crowd.driver, "_do_rare_work", None)
    for _ in range(30):
        crowd.tick((0.0, 0.3), crouches=crouched)
    assert crowd.agents.inside[:, 0].sum() == 10


@pytest.mark.parametrize("effect", [Gravity(-1.0), TurnedGravity(1.0, Down(direction=(0.0, 0.0, 1.0)))])
def test_across_borders_of_gravity(effect):
    up = volume_of(effect, at=(10.0, 0.0, -1.0), size=(20.0, 90.0), height=7.0)
    level = level_of(floor(), floor(12.0)[:, ::-1], volumes=[up])
    walk_side_by_side(level, [(x, 0.3 * x, z) for x in (-1.0, -0.3, 0.2, 1.0) for z in (0.0, 4.0, 6.5)], 150, hz=30)
