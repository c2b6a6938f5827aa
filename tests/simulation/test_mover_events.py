"""Events of movers: landings at relative speed, head bumps by movers, pushes."""

from math import sqrt

import pytest

from game.level.contents.volume import Conveyor, Kill, Portal, Water
from game.simulation import EventKind, Intent, events_of
from game.simulation.event_detection import STRIDE
from tests.simulation.driving import GRAVITY, run, settled, simulate, walk
from tests.simulation.random_rooms import intents_of, scene_of
from tests.simulation.scenes import box, floor, mover, travelling, volume
from tests.simulation.test_event_detection import JUMP, listed

PLATE = box((-3.0, -3.0, -0.2), (3.0, 3.0, 0.0))


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("speed", [-3.0, -1.0, 0.0, 2.0, 5.0])
def test_a_landing_is_as_hard_as_the_two_meet(speed, hz):
    """A fall from 3 m onto a lift at a steady speed: relative to the lift the fall begins at that speed."""
    sim = simulate(floor(-50.0), feet=(0.0, 0.0, 3.0), hz=hz, movers=(mover(PLATE, **travelling((0.0, 0.0, speed))),))
    ((_, landed),) = listed(run(sim, 3 * hz), EventKind.LANDED)
    meets = sqrt(2.0 * GRAVITY * 3.0 + speed**2)
    assert meets - GRAVITY / hz - 1e-3 <= landed.amount <= meets + GRAVITY / hz and landed.mover == 0


def test_a_lift_that_rises_to_a_floating_player_is_a_hard_landing():
    """In water that carries the player it does not fall at all."""
    sea = volume(Water((0.0, 0.0, 0.0), 1.0, 3.0, 3.0, 0.6), at=(0.0, 0.0, -20.0), height=60.0)
    lift = mover(PLATE, **travelling((0.0, 0.0, 4.0), (0.0, 0.0, -3.0)))
    sim = simulate(floor(-30.0), movers=(lift,), volumes=(sea,))
    ((_, landed),) = listed(run(sim, 90), EventKind.LANDED)
    assert landed.amount == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize("belt", [-5.0, 0.0, 3.0])
def test_on_a_belt_only_own_walking_makes_footsteps(belt):
    """Ten seconds at 4 m/s, and ten at rest: being carried makes no footstep."""
    sim = settled(simulate(floor(), volumes=(volume(Conveyor(belt), size=(900.0, 900.0)),)))
    steps = listed(run(sim, 600, walk(0.0, 4.0)), EventKind.FOOTSTEP)
    assert len(steps) == int(40.0 / (STRIDE * 1.8)) and all(event.amount == pytest.approx(4.0) for _, event in steps)
    assert listed(run(sim, 600), EventKind.FOOTSTEP) == []


def test_on_a_ferry_only_own_walking_makes_footsteps():
    deck = mover(box((-9.0, -99.0, -0.2), (9.0, 99.0, 0.0)), **travelling((0.0, -4.0, 0.0)))
    sim = settled(simulate(floor(-9.0), movers=(deck,)))
    run(sim, 2)
    y = sim.state.position[1]
    steps = listed(run(sim, 600, walk(0.0, 4.0)), EventKind.FOOTSTEP)
    assert sim.state.position[1] == pytest.approx(y, abs=1e-6) and len(steps) == int(40.0 / (STRIDE * 1.8))
    assert {event.mover for _, event in steps} == {0}


def test_a_lid_that_comes_down_bumps_the_head_of_a_jumping_player():
    lid = mover(box((-3.0, -3.0, 0.0), (3.0, 3.0, 0.5)), **travelling((0.0, 0.0, -1.0), (0.0, 0.0, 3.0), seconds=0.8))
    sim = settled(simulate(floor(), movers=(lid,)))
    run(sim, 20)
    bumps = listed(run(sim, 60, JUMP), EventKind.BUMPED_HEAD)
    assert len(bumps) == 1 and bumps[0][1].mover == 0


def test_a_pushing_wall_has_an_event_in_every_tick():
    """It comes from y = -2 at 3 m/s to a player at 0, 40 cm deep, and stops after a second."""
    wall = mover(box((-3.0, -0.5, 0.01), (3.0, 0.0, 2.0)), **travelling((0.0, 3.0, 0.0), (0.0, -2.0, 0.0), seconds=1.0))
    sim = settled(simulate(floor(), movers=(wall,)))
    pushed = listed(run(sim, 90), EventKind.PUSHED)
    assert pushed[0][0] == pytest.approx(60 * 1.6 / 3.0, abs=1.0) and pushed[-1][0] == 60
    assert [tick for tick, _ in pushed] == [*range(pushed[0][0], 61)]
    assert all(event.mover == 0 and event.amount == pytest.approx(3.0) for _, event in pushed)


# Pairs


def balanced(records):
    """Contacts and volumes never begin twice, and never persist or end without a beginning; events match each tick's end."""
    touching, inside = set(), set(records[0].before.inside)
    for record in records:
        for event in events_of(record):
            if event.kind == EventKind.CONTACT_BEGAN:
                assert event.triangle not in touching
                touching.add(event.triangle)
            elif event.kind == EventKind.CONTACT_PERSISTED:
                assert event.triangle in touching
            elif event.kind == EventKind.CONTACT_ENDED:
                touching.remove(event.triangle)
            elif event.kind == EventKind.ENTERED:
                assert event.volume not in inside
                inside.add(event.volume)
            elif event.kind == EventKind.LEFT:
                inside.remove(event.volume)
        assert touching == {step.triangle for step in record.contacts} and inside == {*record.after.inside}


@pytest.mark.parametrize("seed", range(10))
def test_begun_events_end_among_movers_volumes_and_deaths(seed):
    level, options = scene_of(seed)
    sim = simulate(floor())
    sim.__init__(level, history=500, **options)
    balanced([sim.tick(intent) for intent in intents_of(seed, 240)])


def test_begun_events_end_across_portals_deaths_and_rewinds():
    door = volume(Portal((0.0, 3.5, 0.0), 0.0), at=(0.0, 2.0, 0.0), size=(2.0, 1.0), height=2.0)
    pool = volume(Water((0.0, 0.0, 0.0), 0.5, 1.0, 3.0, 0.9), at=(0.0, 4.0, 0.0), size=(4.0, 2.5), height=1.0)
    sim = simulate(floor(), volumes=[door, pool, volume(Kill(), at=(0.0, 7.0, 0.0), size=(2.0, 1.0), height=1.0)])
    run(sim, 40, walk(0.0, 5.0))
    for back, wish in ((30, 5.0), (25, -5.0), (10, 5.0)):
        sim.rewind(back)
        run(sim, 90, walk(0.0, wish))
        balanced([*sim.history])
    assert sim.state.deaths + sim.state.ported >= 2
    for bumps in events_of(sim.tick(Intent())):
        assert bumps.kind != EventKind.CONTACT_BEGAN
