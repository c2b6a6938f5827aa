"""Borders between opposing gravities: a player there comes to rest, however it came, and gets away again."""

from math import pi

import numpy as np
import pytest

from game.core.right_forward_up_frame import up_of
from game.level.contents.volume import Down, Gravity, TurnedGravity
from game.player.forces import BORDER_WIDTH, WEAK_GRAVITY, forces_on
from game.player.player_params import params_row
from game.simulation import Ground, Intent, PlayerParams, Simulation
from tests.simulation.driving import apart, run, walk
from tests.simulation.scenes import floor, level_of, volume

FEET = PlayerParams().feet
UPWARDS = (0.0, 0.0, 1.0)
JUMP = Intent(jump=True)
CEILING = floor(12.0)[:, ::-1]


def pulling(direction, at=(0.0, 0.0, -1.0), size=(90.0, 90.0), height=50.0, heading=0.0):
    return volume(TurnedGravity(1.0, Down(direction=direction)), at=at, size=size, height=height, heading=heading)


BELOW_UP = pulling(UPWARDS, height=7.0)  # it pulls up as far as z = 6, and above that down is down
BESIDE_UP = pulling(UPWARDS, at=(45.0, 0.0, -1.0))  # from x = 0 on
TO_THE_MIDDLE = [pulling((1.0, 0.0, 0.0), at=(-45.0, 0.0, -1.0)), pulling((-1.0, 0.0, 0.0), at=(45.0, 0.0, -1.0))]
LIFTING = volume(Gravity(-1.0), at=(0.0, 0.0, -1.0), height=7.0)
PLACEMENTS = {
    "pulled up from below, down from above": ([BELOW_UP], (0.0, 0.0, 1.0)),
    "the same, from high above": ([BELOW_UP], (0.3, 0.2, 10.0)),
    "the same, across the border": ([BELOW_UP], (0.0, 0.0, 5.1)),
    "up without turning, from below": ([LIFTING], (0.0, 0.0, 1.0)),
    "up without turning, from above": ([LIFTING], (0.0, 0.0, 9.0)),
    "beside, on this side": ([BESIDE_UP], (-0.01, 0.0, 0.0)),
    "beside, on that side": ([BESIDE_UP], (0.01, 0.0, 0.0)),
    "beside, on the very border": ([BESIDE_UP], (0.0, 0.0, 0.0)),
    "beside, a foot away": ([BESIDE_UP], (-0.4, 0.0, 0.0)),
    "sideways, to the middle": (TO_THE_MIDDLE, (4.0, 0.0, 3.0)),
    "sideways, in the middle": (TO_THE_MIDDLE, (0.0, 0.0, 0.0)),
    "away from the border, on it": ([pulling(UPWARDS, at=(0.0, 0.0, 6.0))], (0.0, 0.0, 5.1)),
}  # fmt: skip


def between_floor_and_ceiling(volumes, feet, heading=0.0, hz=60):
    sim = Simulation(level_of(floor(), CEILING, feet=feet, heading=heading, volumes=volumes), hz=hz, history=60)
    sim.teleport((feet[0], feet[1], feet[2] + FEET + 1e-4), heading)
    return sim


def is_at_rest(sim):
    """For a second nothing moves and nothing turns."""
    before = sim.state
    records = run(sim, sim.hz)
    return max(apart(r.after.position, before.position) for r in records) < 1e-3 and all(
        r.after.frame == before.frame for r in records
    )


@pytest.mark.parametrize("volumes, feet", PLACEMENTS.values(), ids=PLACEMENTS)
def test_without_input_the_player_comes_to_rest_and_walking_it_gets_away(volumes, feet):
    sim = between_floor_and_ceiling(volumes, feet, 0.7, hz=30)
    for record in run(sim, 20 * 30):
        assert np.isfinite([*record.after.position, *record.after.velocity]).all()
        assert -0.5 < record.after.position[2] < 12.5
    assert is_at_rest(sim)
    before = sim.state.position
    run(sim, 30, walk(0.0, 5.0))
    assert apart(sim.state.position, before) > 4.0


@pytest.mark.parametrize("hz, height", ((30, 1.0), (60, 10.0), (120, 5.0)))
def test_between_gravities_that_pull_inwards_the_player_rests_in_the_middle(hz, height):
    """Half of the player under each, at any tick rate; where there is almost no gravity it may stay."""
    sim = between_floor_and_ceiling([BELOW_UP], (0.0, 0.0, height), hz=hz)
    run(sim, 18 * hz)
    assert sim.state.position[2] == pytest.approx(6.0, abs=0.5 * WEAK_GRAVITY * BORDER_WIDTH * FEET)
    assert sim.state.ground == Ground.AIR


@pytest.mark.parametrize("heading, speed", ((-pi / 2, 1.0), (-pi / 2, 5.0), (-1.2, 5.0)))
def test_walking_from_floor_to_ceiling_turns_the_player_over_once(heading, speed):
    """Ahead through the border beside: its up goes from one to the other and never back."""
    sim = between_floor_and_ceiling([BESIDE_UP], (-2.0, 0.0, 0.0), heading)
    tilts = [up_of(record.after.frame)[2] for record in run(sim, 240, walk(speed, 0.0)) + run(sim, 300)]
    assert tilts[0] == 1.0 and tilts[-1] == -1.0 and sim.state.ground == Ground.FLOOR
    assert all(after <= before + 1e-9 for before, after in zip(tilts, tilts[1:]))


def test_jumping_into_it_and_falling_back():
    """Above z = 2.5 gravity is reversed, and a jump's top is just in it. The player lands again and does not turn over."""
    sim = between_floor_and_ceiling([pulling(UPWARDS, at=(0.0, 0.0, 2.5))], (0.0, 0.0, 0.0))
    records = run(sim, 30, JUMP) + run(sim, 600)
    turns = sum(np.arccos(np.clip(np.dot(up_of(r.before.frame), up_of(r.after.frame)), -1.0, 1.0)) for r in records)
    assert turns < pi + 0.1 and is_at_rest(sim)


def test_walking_to_and_fro_across_it_stays_sound():
    sim = between_floor_and_ceiling([BESIDE_UP], (-1.0, 0.0, 0.0))
    for number in range(1200):
        after = sim.tick(walk(5.0 if number // 25 % 2 else -5.0, 1.0, jump=number % 50 == 7)).after
        assert np.isfinite([*after.position, *after.velocity]).all() and 0.3 < after.position[2] < 11.7
        assert np.abs(np.array(after.frame or np.eye(3)) @ np.array(after.frame or np.eye(3)).T - np.eye(3)).max() < 1e-12


# How much of a volume's gravity there is


def weighed(volumes, height, **params):
    """(up, gravity [m/s2]) of a player with its centre at a height."""
    sim = Simulation(level_of(floor(-50.0), feet=(0.0, 0.0, -50.0), volumes=volumes), PlayerParams(**params))
    sim.teleport((0.0, 0.0, height))
    sim.tick(Intent())
    before = sim.state.replace(position=(0.0, 0.0, height), fall=(0.0, 0.0, 0.0))
    rows, params = sim.new_rows(before, 1), params_row(sim.params, sim.rules, 1e9)[0]
    forces = forces_on(sim.surroundings, rows.before[0], rows.inputs[0], rows.inside[0], params)
    return forces.up, forces.gravity


@pytest.mark.parametrize("thick", [0.1, 0.3, 0.6, 0.89, 1.5, 4.0])
@pytest.mark.parametrize("effect", [Gravity(-1.0), Gravity(-0.5), TurnedGravity(1.0, Down(direction=UPWARDS))])
def test_in_its_middle_a_volume_has_its_full_strength_however_thin_it_is(effect, thick):
    slab = volume(effect, at=(0.0, 0.0, 10.0 - 0.5 * thick), height=thick)
    up, pull = weighed([slab], 10.0)
    assert up[2] * pull == pytest.approx(-9.81 * abs(effect.factor), rel=1e-9)


@pytest.mark.parametrize("thick", [0.3, 0.9, 3.0])
def test_it_gives_way_from_its_middle_or_half_a_border_inside_to_half_a_border_outside(thick):
    """Half of it at its side; it changes with the height as straight lines do."""
    slab, room = volume(Gravity(-1.0), at=(0.0, 0.0, 10.0), height=thick), min(0.45, 0.5 * thick)
    parts = [(-0.5, 1.0), (-0.45, 1.0), (-0.225, 0.5), (0.0, 0.0), (0.5 * room, -0.5), (room, -1.0)]
    for deep, share in parts:
        up, pull = weighed([slab], 10.0 + deep)
        assert up[2] * pull == pytest.approx(9.81 * share, abs=1e-6)


@pytest.mark.parametrize("scale", [0.01, 1.0, 100.0])
def test_the_border_is_half_a_body_wide(scale):
    slab = volume(Gravity(-1.0), at=(0.0, 0.0, 0.0), size=(90 * scale, 90 * scale), height=9.0 * scale)
    up, pull = weighed([slab], -0.3 * 0.9 * scale, radii=(0.4 * scale, 0.4 * scale, 0.9 * scale), skin=1e-4 * scale)
    assert up[2] * pull == pytest.approx(9.81 * 0.6, abs=1e-6)
