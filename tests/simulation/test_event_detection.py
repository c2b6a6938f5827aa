"""The events of a tick's record, compared with the geometry of the scene."""

from math import pi, sqrt

import numpy as np
import pytest

from game.level.contents.volume import Checkpoint, Finish, Kill, Portal, Water
from game.simulation import EventKind, Intent, events_of
from game.simulation.event_detection import STRIDE as STRIDES
from tests.simulation.driving import GRAVITY, height_on, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, mover, slope, stairs, travelling, volume, wall

FORWARD = walk(0.0, 5.0)
STRIDE = STRIDES * 1.8  # [m] of a man of 1.8 m
JUMP = Intent(jump=True)
CONTACT = (EventKind.CONTACT_BEGAN, EventKind.CONTACT_PERSISTED, EventKind.CONTACT_ENDED)


def listed(records, *kinds):
    """[(tick, Event), ...] of these kinds; all but contacts when there are none."""
    events = [(record.tick, event) for record in records for event in events_of(record)]
    return [(tick, event) for tick, event in events if (event.kind in kinds if kinds else event.kind not in CONTACT)]


def kinds(records):
    return [event.kind for _, event in listed(records)]


# Contacts


def test_a_contact_begins_once_persists_and_ends_once():
    """Against a wall for a second, and away from it: the wall's triangle 2 or 3."""
    sim = settled(simulate(floor(), wall(0.0, 2.0)))
    records = run(sim, 60, FORWARD) + run(sim, 30, walk(0.0, -5.0))
    of_wall = [(tick, event) for tick, event in listed(records, *CONTACT) if event.triangle in (2, 3)]
    began, *persisted, ended = [event.kind for _, event in of_wall]
    assert (began, ended) == (EventKind.CONTACT_BEGAN, EventKind.CONTACT_ENDED)
    assert set(persisted) == {EventKind.CONTACT_PERSISTED}
    first, last = of_wall[0][0], of_wall[-1][0]
    assert last == records[0].tick + 60 and len(of_wall) == last - first + 1
    assert of_wall[0][1].place[1] == pytest.approx(2.0, abs=1e-6)


def test_the_first_tick_begins_all_its_contacts():
    sim = simulate(floor())
    assert [event.kind for event in events_of(sim.tick(Intent()))] == [EventKind.CONTACT_BEGAN, EventKind.LANDED]


def test_contacts_name_their_surface():
    sim = simulate(floor())
    sim.mesh.surfaces[:] = 7
    (event,) = [event for _, event in listed([sim.tick(Intent())], EventKind.CONTACT_BEGAN)]
    assert event.surface == 7


# Jumping and landing


@pytest.mark.parametrize("height", [0.5, 2.0, 8.0])
@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_landing_has_its_speed(height, hz):
    """sqrt(2 g h), less what one tick of gravity may add."""
    sim = simulate(floor(), feet=(0.0, 0.0, height), hz=hz)
    ((_, event),) = listed(run(sim, 3 * hz))
    speed = sqrt(2 * GRAVITY * height)
    assert event.kind == EventKind.LANDED and speed - GRAVITY / hz - 1e-3 <= event.amount <= speed + 1e-3


def test_a_jump_has_events_at_its_start_and_its_end():
    sim = settled(simulate(floor()))
    records = run(sim, 1, JUMP) + run(sim, 90)
    (up, jumped), (down, landed) = listed(records)
    assert (jumped.kind, landed.kind) == (EventKind.JUMPED, EventKind.LANDED)
    assert (down - up) / 60 == pytest.approx(2 * sqrt(2 / GRAVITY), abs=1.5 / 60)


def test_a_head_bumps_once_a_jump():
    sim = settled(simulate(floor(), box((-2.0, -2.0, 2.2), (2.0, 2.0, 3.0))))
    records = run(sim, 1, JUMP) + run(sim, 90)
    assert kinds(records) == [EventKind.JUMPED, EventKind.BUMPED_HEAD, EventKind.LANDED]
    assert listed(records, EventKind.BUMPED_HEAD)[0][1].place[2] == pytest.approx(2.2, abs=1e-6)


@pytest.mark.parametrize("degrees, bumps", [(20, True), (60, True), (75, True), (82, False)])
def test_a_head_bumps_against_ceilings_and_not_against_walls_that_lean_over(degrees, bumps):
    ceiling = slope(degrees) + np.array([0.0, 0.0, 0.9 + 0.3 + height_on(degrees)])
    sim = settled(simulate(floor(), ceiling))
    records = run(sim, 1, JUMP) + run(sim, 20)
    assert any(contact.normal[2] < -0.1 for record in records for contact in record.contacts)
    assert (EventKind.BUMPED_HEAD in kinds(records)) is bumps


# Walking


def test_footsteps_are_a_stride_apart():
    """6 s at 5 m/s are 30 m."""
    sim = settled(simulate(floor()))
    steps = listed(run(sim, 360, FORWARD), EventKind.FOOTSTEP)
    assert len(steps) == int(30.0 / STRIDE)
    places = [event.place[1] for _, event in steps]
    assert all(b - a == pytest.approx(STRIDE, abs=5 / 60 + 1e-9) for a, b in zip(places, places[1:]))
    assert all(event.amount == pytest.approx(5.0) and event.surface == 0 for _, event in steps)


def test_no_footsteps_at_rest_in_the_air_or_walking_on_the_spot():
    sim = settled(simulate(floor()))
    assert listed(run(sim, 60)) == []
    sim = settled(simulate(floor(), wall(0.0, 0.42)))
    run(sim, 10, FORWARD)
    assert listed(run(sim, 120, FORWARD)) == []
    sim = simulate(floor(-200.0))
    assert listed(run(sim, 120, FORWARD)) == []


@pytest.mark.parametrize("rise", [0.15, 0.18, 0.25, 0.35])
def test_steps_of_stairs_have_events_up_and_down(rise):
    """Up in every tick that climbs, which adds up to their height; down once a step."""
    sim = settled(simulate(floor(), stairs(8, rise, 0.5), floor(8 * rise, (-5.0, 4.0), (5.0, 20.0)), feet=(0.0, -2.0, 0.0)))
    up = run(sim, 100, walk(0.0, 4.0))
    assert sum(event.amount for _, event in listed(up, EventKind.STEPPED_UP)) == pytest.approx(8 * rise, abs=1e-9)
    assert len(listed(up, EventKind.STEPPED_UP)) >= 8 and listed(up, EventKind.STEPPED_DOWN) == []
    down = run(sim, 120, walk(0.0, -4.0))
    assert listed(down, EventKind.STEPPED_UP) == []
    assert len(listed(down, EventKind.STEPPED_DOWN)) == 8


def test_a_ramp_has_no_steps():
    sim = settled(simulate(slope(30.0), feet=(0.0, 0.0, 0.2)))
    run(sim, 30)
    records = run(sim, 60, FORWARD) + run(sim, 60, walk(0.0, -5.0))
    assert listed(records, EventKind.STEPPED_UP, EventKind.STEPPED_DOWN) == []


# Volumes


def test_volumes_have_events_of_entering_and_leaving():
    pool = volume(Water((0, 0, 0), 0.0, 1.0, 0.0, 1.0), at=(0.0, 3.0, 0.0), size=(4.0, 2.1), height=0.5)
    sim = settled(simulate(floor(), volumes=(pool,)))
    (a, entered), (b, left) = listed(run(sim, 60, FORWARD), EventKind.ENTERED, EventKind.LEFT)
    assert (entered.kind, entered.volume, left.kind, left.volume) == (EventKind.ENTERED, 0, EventKind.LEFT, 0)
    assert (a, b) == (1 + 24, 1 + 49)  # 1.95 m and 4.05 m at 5 m/s: the first tick beyond


def test_checkpoint_finish_and_death_have_one_event_each():
    volumes = (
        volume(Checkpoint(), at=(0.0, 2.0, 0.0), size=(2.0, 1.0), height=2.0),
        volume(Finish(1.0, 2.0, 3.0), at=(0.0, 4.0, 0.0), size=(2.0, 1.0), height=2.0),
        volume(Kill(), at=(0.0, 6.0, 0.0), size=(2.0, 1.0), height=2.0),
    )
    sim = settled(simulate(floor(), volumes=volumes))
    wanted = EventKind.CHECKPOINT, EventKind.FINISHED, EventKind.DIED
    assert [event.kind for _, event in listed(run(sim, 90, FORWARD), *wanted)] == list(wanted)


def test_a_crushed_player_dies_once():
    press = mover(box((-3.0, -3.0, 0.0), (3.0, 3.0, 1.0)), **travelling((0.0, 0.0, -2.0), (0.0, 0.0, 3.0), seconds=1.1))
    sim = simulate(floor(), feet=(50.0, 0.0, 0.0), movers=(press,))
    sim.teleport((0.0, 0.0, 0.9 + 1e-4))
    ((tick, event),) = listed(run(sim, 120), EventKind.DIED)
    assert 1.8 > 3.0 - 2.0 * tick / 60 > 1.7 and event.place[0] == 50.0


def test_movers_have_no_surface_of_the_level():
    sim = simulate(floor(-5.0), movers=(mover(box((-3.0, -3.0, -0.2), (3.0, 3.0, 0.0))),))
    (_, began), (_, landed) = listed(run(sim, 2), EventKind.CONTACT_BEGAN, EventKind.LANDED)
    assert began.triangle == landed.triangle >= 2 and (began.surface, landed.surface) == (-1, -1)


def test_a_portal_is_an_event():
    door = volume(Portal((0.0, 50.0, 0.0), pi), at=(0.0, 3.0, 0.0), size=(2.0, 1.1), height=2.0)
    sim = settled(simulate(floor(), volumes=(door,)))
    ((tick, event),) = listed(run(sim, 60, FORWARD), EventKind.PORTED)
    assert event.place[:2] == (0.0, 50.0) and tick == 1 + 30  # 2.45 m


def test_asking_changes_nothing():
    one, other = (settled(simulate(floor(), stairs(4, 0.2, 0.3, start=1.0))) for _ in range(2))
    for record in run(one, 60, FORWARD):
        assert list(events_of(record)) == list(events_of(record))
    run(other, 60, FORWARD)
    assert one.state_hash() == other.state_hash()
