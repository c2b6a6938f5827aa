"""Effects of volumes on the player, compared with closed forms."""

from math import pi, radians

import numpy as np
import pytest

from game.core.vec3 import UP
from game.level.contents.volume import Checkpoint, Conveyor, Finish, Gravity, Kill, Portal, Water, Wind
from game.player.volume_containment import KILL, contains_line, find_inside_kind, volume_row
from game.simulation import Ground, Intent
from game.simulation.respawn_and_portals import volumes_at
from tests.simulation.driving import GRAVITY, apart, run, settled, simulate, walk
from tests.simulation.scenes import floor, slope, volume, wall

REST = 0.9001  # height of the centre above a floor [m]
JUMP = Intent(jump=True)
FORWARD = walk(0.0, 5.0)


def inside(sim, ticks=1):
    """The simulation after the tick that finds the volumes and the floor."""
    run(sim, ticks)
    return sim


# Which volumes hold the player


@pytest.mark.parametrize("heading", [0.0, 30.0, 90.0, 200.0])
def test_a_box_turned_holds_what_lies_within_its_sides(heading):
    box = volume(Kill(), at=(3.0, -2.0, 1.0), size=(2.0, 6.0), height=2.0, heading=radians(heading))
    for across, along, within in [(0.99, 2.99, True), (-0.99, -2.99, True), (1.01, 0.0, False), (0.0, 3.01, False)]:
        x, y, _ = box.rotate((across, along, 0.0))
        assert contains_line(volume_row(box), 3.0 + x, -2.0 + y, 1.5, 2.5) == within


def test_a_cylinder_holds_what_lies_within_its_radius():
    row = volume_row(volume(Kill(), at=(3.0, 0.0, 0.0), radius=2.0))
    assert contains_line(row, 4.4, 1.4, 0.0, 1.8) and not contains_line(row, 4.5, 1.5, 0.0, 1.8)


@pytest.mark.filterwarnings("error")
def test_a_player_too_far_away_to_square_is_in_no_volume():
    places = [(1e200, 0.0, 0.9), (0.0, -1e180, 0.9), (0.0, 0.0, 1e250), (0.1, 0.2, 0.9)]
    sim, found = simulate(floor(), volumes=[volume(Kill(), radius=2.0), volume(Kill(), heading=0.7)]), np.empty(4, np.bool_)
    find_inside_kind(sim.surroundings.volumes, KILL, np.array(places), 0.9, found)
    assert found.tolist() == [False] * 3 + [True]
    assert [volumes_at(sim.surroundings, place, UP, 0.9) for place in places] == [(), (), (), (0, 1)]


def test_a_body_is_held_when_any_part_of_its_height_is():
    row = volume_row(volume(Kill(), at=(0.0, 0.0, 1.0), height=0.5))
    assert all(contains_line(row, 0.0, 0.0, *line) for line in ((-0.9, 1.0), (1.5, 3.3), (0.5, 2.3)))
    assert not any(contains_line(row, 0.0, 0.0, *line) for line in ((-0.9, 0.99), (1.51, 3.3)))


# Gravity


@pytest.mark.parametrize("factor", [0.0, 0.16, 0.5, 2.0])
def test_gravity_is_multiplied(factor):
    """A fall of a second leads g/2 down, at any factor; the first tick is before the volume is known."""
    sim = simulate(floor(-100.0), feet=(0.0, 0.0, 20.0), volumes=(volume(Gravity(factor), at=(0.0, 0.0, -200.0), height=400.0),))
    first = sim.tick(Intent()).after
    last = run(sim, 60)[-1].after
    speed = first.velocity[2]
    assert last.velocity[2] == pytest.approx(speed - factor * GRAVITY, abs=1e-9)
    assert last.position[2] - first.position[2] == pytest.approx(speed - factor * GRAVITY / 2, abs=1e-9)


def test_a_jump_leads_higher_in_less_gravity():
    sim = inside(simulate(floor(), volumes=(volume(Gravity(0.25)),)), 2)
    heights = [record.after.position[2] for record in run(sim, 200, JUMP)]
    assert max(heights) - REST == pytest.approx(4.0, abs=0.01)


def test_gravity_below_zero_lifts_off_the_floor_up_to_a_ceiling():
    sim = inside(simulate(floor(), floor(5.0), volumes=(volume(Gravity(-1.0)),)), 1)
    last = run(sim, 120)[-1].after
    assert last.position[2] == pytest.approx(5.0 - REST, abs=1e-3)


# Wind, belts and currents: the second pass


@pytest.mark.parametrize("hz", [30, 60, 120, 240])
def test_wind_carries_along_at_its_own_speed(hz):
    sim = inside(simulate(floor(), hz=hz, volumes=(volume(Wind((3.0, 0.0, 0.0))),)), 1)
    start = sim.state.position
    last = run(sim, hz)[-1].after
    assert (last.position[0] - start[0], last.position[1]) == pytest.approx((3.0, 0.0), abs=1e-9)
    assert last.ground == Ground.FLOOR and last.position[2] == pytest.approx(REST, abs=1e-6)


def test_wind_adds_to_walking_and_turns_with_its_volume():
    sim = inside(simulate(floor(), volumes=(volume(Wind((0.0, 2.0, 0.0)), heading=pi / 2),)), 1)
    last = run(sim, 60, FORWARD)[-1].after
    assert last.position[:2] == pytest.approx((-2.0, 5.0), abs=1e-9)


def test_wind_slides_along_a_wall():
    """At 45 degrees a wall leaves half of each part."""
    sim = inside(simulate(floor(), wall(1.0, 0.0, heading=-pi / 4), volumes=(volume(Wind((4.0, 0.0, 0.0))),)), 1)
    run(sim, 60)
    begun = sim.state.position
    last = run(sim, 60)[-1].after
    x, y = (b - a for a, b in zip(begun[:2], last.position[:2]))
    assert abs(x) == pytest.approx(2.0, abs=1e-3) and abs(y) == pytest.approx(2.0, abs=1e-3)


def test_wind_carries_through_the_air():
    sim = inside(simulate(floor(-50.0), feet=(0.0, 0.0, 50.0), volumes=(volume(Wind((0.0, 4.0, 0.0)), height=100.0),)), 1)
    last = run(sim, 60)[-1].after
    assert last.position[1] == pytest.approx(4.0, abs=1e-9) and last.ground == Ground.AIR


def test_a_belt_carries_a_player_on_it_and_not_above_it():
    belt = volume(Conveyor(2.5), height=1.2)
    standing = inside(simulate(floor(), volumes=(belt,)), 1)
    assert run(standing, 60)[-1].after.position[1] == pytest.approx(2.5, abs=1e-9)
    falling = simulate(floor(-90.0), feet=(0.0, 0.0, 0.0), volumes=(belt,))
    assert run(falling, 5)[-1].after.position[1] == 0.0


def test_a_belt_goes_up_a_slope_at_its_own_speed():
    sim = inside(simulate(slope(20.0), feet=(0.0, 0.0, 0.05), volumes=(volume(Conveyor(3.0), at=(0, 0, -60), height=120),)), 30)
    begun = sim.state.position
    last = run(sim, 60)[-1].after
    assert apart(begun, last.position) == pytest.approx(3.0, abs=1e-3)


def test_a_player_that_jumps_off_a_belt_keeps_its_speed():
    sim = inside(simulate(floor(), volumes=(volume(Conveyor(3.0), height=1.2),)), 2)
    first, *_, last = run(sim, 25, JUMP)
    assert last.after.ground == Ground.AIR and last.after.fall[1] == pytest.approx(3.0)
    assert last.after.position[1] - first.after.position[1] == pytest.approx(3.0 * 24 / 60, abs=1e-9)


# Water


def test_a_body_that_water_carries_floats_where_its_weight_is_carried():
    """At 1.25 times its weight when wholly covered, four fifths of the height are: 1.44 m below a surface at 2."""
    lake = volume(Water((0.0, 0.0, 0.0), 1.25, 3.0, 3.0, 0.6), at=(0, 0, -10.0), height=12.0)
    sim = simulate(floor(-10.0), feet=(0.0, 0.0, 1.0), volumes=(lake,))
    last = run(sim, 1200)[-1].after
    assert last.position[2] - 0.9 == pytest.approx(2.0 - 0.8 * 1.8, abs=1e-4)
    assert last.velocity[2] == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_heavy_body_sinks_at_its_terminal_speed(hz):
    """With half of the weight carried and a drag of 2/s the player sinks with g / 4."""
    sea = volume(Water((0.0, 0.0, 0.0), 0.5, 2.0, 3.0, 0.6), at=(0, 0, -100.0), height=200.0)
    sim = simulate(floor(-90.0), hz=hz, volumes=(sea,))
    assert run(sim, 8 * hz)[-1].after.velocity[2] == pytest.approx(-GRAVITY / 4, rel=1e-5)


def test_water_slows_walking_and_flows():
    stream = volume(Water((1.0, 0.0, 0.0), 0.5, 3.0, 3.0, 0.5), at=(0, 0, -1.0), height=10.0)
    sim = inside(simulate(floor(), volumes=(stream,)), 2)
    begun = sim.state.position
    last = run(sim, 60, FORWARD)[-1].after
    assert (last.position[0] - begun[0], last.position[1] - begun[1]) == pytest.approx((1.0, 2.5), abs=1e-6)


def test_jump_swims_up_and_crouch_dives():
    sea = volume(Water((0.0, 0.0, 0.0), 1.0, 4.0, 3.0, 0.6), at=(0, 0, -100.0), height=200.0)
    sim = inside(simulate(floor(-90.0), volumes=(sea,)), 1)
    assert run(sim, 240, JUMP)[-1].after.velocity[2] == pytest.approx(3.0, abs=1e-4)
    assert run(sim, 240, Intent(crouch=True))[-1].after.velocity[2] == pytest.approx(-3.0, abs=1e-4)


# Kill, checkpoint, finish


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_crouched_player_passes_under_a_beam_that_kills(hz):
    """1.25 m above the floor: 5 cm above a crouched player, 55 cm below the head of an upright one."""
    beam = volume(Kill(), at=(0.0, 5.0, 1.25), size=(4.0, 0.3), height=0.2)
    ducked, upright = (settled(simulate(floor(), volumes=(beam,), hz=hz)) for _ in range(2))
    run(ducked, 0.5 * hz, Intent(crouch=True))
    run(ducked, 4.0 * hz, Intent((0.0, 1.0), crouch=True))
    run(upright, 4.0 * hz, FORWARD)
    assert (ducked.state.deaths, upright.state.deaths > 0) == (0, True)
    assert ducked.state.position[1] > 9.0

def test_kill_sends_back_to_the_spawn_without_a_checkpoint():
    sim = settled(simulate(floor(), volumes=(volume(Kill(), at=(0.0, 5.0, 0.0), size=(2.0, 2.0), height=0.2),)))
    run(sim, 60, FORWARD)
    assert sim.state.deaths == 1 and sim.state.position[1] < 5.0


def test_kill_sends_back_to_the_last_checkpoint_looking_along_it():
    volumes = (
        volume(Checkpoint(), at=(0.0, 3.0, 0.0), size=(2.0, 1.0), height=2.0, heading=pi / 2),
        volume(Kill(), at=(0.0, 6.0, 0.0), size=(2.0, 2.0), height=0.2),
    )
    sim = settled(simulate(floor(), volumes=volumes))
    records = run(sim, 61, FORWARD)
    dead = next(record for record in records if record.after.deaths)
    assert dead.after.position == (0.0, 3.0, REST) and dead.after.velocity == (0.0, 0.0, 0.0)
    assert dead.after.heading == pi / 2 and dead.after.checkpoint == 0


def test_an_earlier_checkpoint_does_not_count_again():
    volumes = tuple(volume(Checkpoint(), at=(0.0, y, 0.0), size=(2.0, 1.0), height=2.0) for y in (2.0, 4.0))
    sim = settled(simulate(floor(), volumes=volumes))
    run(sim, 60, FORWARD)
    assert sim.state.checkpoint == 1
    run(sim, 60, walk(0.0, -5.0))
    assert sim.state.checkpoint == 1


def test_falling_out_of_the_world_ends_at_the_last_checkpoint():
    ledge = floor(0.0, (-5.0, -5.0), (5.0, 5.0))
    sim = settled(simulate(ledge, volumes=(volume(Checkpoint(), at=(0.0, 2.0, 0.0), size=(2.0, 1.0), height=2.0),)))
    records = run(sim, 200, FORWARD)
    back = next(record for record in records if record.after.returns)
    assert back.after.position == (0.0, 2.0, REST) and back.after.deaths == 1


def test_a_run_is_timed_from_the_first_step_to_the_finish():
    line = volume(Finish(1.0, 2.0, 3.0), at=(0.0, 5.0, 0.0), size=(2.0, 1.0), height=2.0)
    sim = settled(simulate(floor(), volumes=(line,)))
    run(sim, 30)
    run(sim, 120, FORWARD)
    assert sim.state.started == 31
    assert (sim.state.finished - sim.state.started) / 60 == pytest.approx(4.5 / 5.0, abs=1.01 / 60)


# Portal


def test_a_portal_turns_the_heading_and_the_velocity_with_it():
    door = volume(Portal((10.0, 10.0, 0.0), pi / 2), at=(0.0, 3.0, 0.0), size=(2.0, 1.0), height=2.0)
    sim = settled(simulate(floor(), volumes=(door,)))
    records = run(sim, 60, FORWARD)
    through = next(record for record in records if record.after.position[0] > 5.0).after
    assert through.position == (10.0, 10.0, REST)
    assert through.heading == pytest.approx(pi / 2) and through.velocity[:2] == pytest.approx((-5.0, 0.0))


def test_a_portal_into_a_portal_does_not_go_to_and_fro():
    there = volume(Portal((0.0, 9.0, 0.0), 0.0), at=(0.0, 3.0, 0.0), size=(2.0, 1.0), height=2.0)
    back = volume(Portal((0.0, 3.0, 0.0), 0.0), at=(0.0, 9.0, 0.0), size=(2.0, 1.0), height=2.0)
    sim = settled(simulate(floor(), volumes=(there, back)))
    run(sim, 60, FORWARD)
    assert sim.state.position[1] > 9.0


def test_nothing_changes_beside_volumes():
    """A level with a volume that does not hold the player runs the bits of one without."""
    far = volume(Gravity(0.1), at=(50.0, 50.0, 0.0), size=(1.0, 1.0))
    one, other = simulate(floor(), volumes=(far,)), simulate(floor())
    for sim in (one, other):
        run(sim, 20, FORWARD)
        run(sim, 60, JUMP)
    assert one.state_hash() == other.state_hash()
