"""Scenario D: ledges higher than a step, which are neither climbed nor hung on, and posts that stand on stairs.

| scene                                                        | what happens                                                |
|--------------------------------------------------------------|-------------------------------------------------------------|
| ledges of .402 .. .90 m; walked into, along, round, at random | stays on the floor below                                   |
| the same ledge beside a ramp that leads down                 | follows the ramp; the ledge's edge never carries the player |
| a ledge of .40 m, a kerb before a ledge                      | climbed, crouched and with a wide body too, at any tick rate |
| stairs with posts in front, at the side, .9 m apart          | gets round them, up to the top                              |
"""

from math import atan2, cos, pi, radians, sin, tan
from random import Random

import numpy as np
import pytest

from game.simulation import Ground, Intent
from tests.simulation.driving import grounds, path, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, join, quad, staircase, turned

SKIN = 1e-4
REST = 0.9 + SKIN
TOO_HIGH = (0.402, 0.42, 0.45, 0.46, 0.50, 0.54, 0.60, 0.90)


def block(random):
    """A block on the floor, of any size and heading, too high to climb."""
    across, along = random.choice([(1.0, 1.0), (0.05, 2.0), (2.0, 0.05), (0.3, 0.3), (0.1, 0.1), (3.0, 1.0)])
    lying = box((-0.5 * across, -0.5 * along, -0.3), (0.5 * across, 0.5 * along, random.choice(TOO_HIGH)))
    return turned(lying, random.choice([0.0, 0.0, random.uniform(0.0, pi)])) + place(random, 2.2)


def place(random, far):
    return np.array([random.uniform(-far, far), random.uniform(-far, far), 0.0])


def stroll(sim, random, seconds):
    """Random turns, mostly towards the middle."""
    records, heading = [], 0.0
    while len(records) < seconds * sim.hz:
        x, y, _ = sim.state.position
        heading = heading + random.uniform(-2, 2) if random.random() < 0.6 else atan2(x, -y) + random.uniform(-1, 1)
        records += run(sim, random.choice([0.05, 0.1, 0.3, 0.6]) * sim.hz, Intent((-sin(heading), cos(heading))))
    return records


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5, 8, 13, 21])
def test_no_way_leads_onto_blocks_higher_than_a_step(seed):
    random = Random(seed)
    blocks = [block(random) for _ in range(12)]
    sim = settled(simulate(floor(), *blocks, feet=(0.0, -5.0, 0.0), hz=random.choice([30, 60, 240])))
    records = stroll(sim, random, 12.0)
    assert max(z for _, _, z in path(records)) < REST + 1e-3
    assert grounds(records) == {Ground.FLOOR}


def test_an_edge_nearer_than_its_skin_does_not_lift_the_player():
    """Two ledges meet in a corner. The player slides along one into the skin of the other, which once counted as floor."""
    scene = join(floor(), box((-4.0, 0.0, -1.0), (4.0, 4.0, 0.45)), box((0.0, -4.0, -1.0), (4.0, 4.0, 0.5)))
    for heading in np.radians(np.arange(-88.0, 0.0, 4.0)):
        sim = settled(simulate(scene, feet=(-0.6, -0.6, 0.0), speed=1.0))
        records = run(sim, 90, walk(-sin(heading), cos(heading), 1.0))
        assert max(z for _, _, z in path(records)) < REST + 1e-4


def ledge_along_a_ramp(height, degrees):
    """A floor that descends from y = 0 on, and beside it a level ledge that touches the player's side."""
    low = -6.0 * tan(radians(degrees))
    ramp = quad((-2.0, 0.0, 0.0), (2.0, 0.0, 0.0), (2.0, 6.0, low), (-2.0, 6.0, low))
    return join(floor(0.0, (-2.0, -4.0), (2.0, 0.0)), ramp, box((0.4, -4.0, -9.0), (2.0, 6.0, height)))


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("askew", [0.0, 0.02, 0.3])
@pytest.mark.parametrize("degrees", [5, 20])
@pytest.mark.parametrize("height", [0.45, 0.50, 0.54, 0.70])
def test_a_ledge_beside_a_ramp_does_not_carry_the_player(height, degrees, askew, hz):
    """An edge up to .54 m above the feet may be ground, but not one that is only brushed while the floor descends."""
    sim = settled(simulate(ledge_along_a_ramp(height, degrees), feet=(-0.2, -1.0, 0.0), hz=hz, speed=2.0))
    run(sim, 0.3 * hz, walk(2.0, 0.0, 2.0))
    records = run(sim, 1.5 * hz, walk(2.0 * sin(askew), 2.0 * cos(askew), 2.0))
    assert all(z + max(y, 0.0) * tan(radians(degrees)) < REST + 0.02 for _, y, z in path(records))
    assert grounds(records) == {Ground.FLOOR} and sim.state.position[1] > 0.8


@pytest.mark.parametrize("hz", [30, 60, 120, 240, 360])
@pytest.mark.parametrize("crouch, radii", [(True, (0.4, 0.4, 0.9)), (False, (0.6, 0.3, 0.9)), (False, (0.4, 0.4, 0.9))])
@pytest.mark.parametrize("height", [0.39, 0.40])
def test_a_whole_step_is_climbed_crouched_and_wide_at_any_rate(height, crouch, radii, hz):
    sim = settled(simulate(floor(), box((-3.0, 0.0, -1.0), (3.0, 5.0, height)), feet=(0.0, -0.8, 0.0), hz=hz, radii=radii))
    run(sim, 0.3 * hz, Intent((0.0, 0.0), crouch=crouch))
    records = run(sim, 0.8 * hz, Intent((0.0, 1.0), crouch=crouch))
    assert grounds(records) == {Ground.FLOOR}
    half = 0.6 if crouch else 0.9
    assert sim.state.position[2] == pytest.approx(height + half + SKIN, abs=SKIN)


@pytest.mark.parametrize("hz", [30, 240])
@pytest.mark.parametrize("kerb, ledge, climbs", [(0.2, 0.55, True), (0.4, 0.8, True), (0.2, 0.62, False), (0.4, 0.82, False)])
def test_a_kerb_before_a_ledge_is_two_steps(kerb, ledge, climbs, hz):
    """Each ledge counts from the player's ground."""
    blocks = box((-3.0, 0.0, -1.0), (3.0, 9.0, kerb)), box((-3.0, 0.3, -1.0), (3.0, 9.0, ledge))
    sim = settled(simulate(floor(), *blocks, feet=(0.0, -0.8, 0.0), hz=hz))
    records = run(sim, 1.2 * hz, walk(0.0, 2.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(REST + (ledge if climbs else kerb), abs=5e-3 if climbs else 0.05)


def post(x, y, rise, run_, half):
    """An upright post of 1 m on the tread below it, or a pillar when it is thick."""
    foot = rise * (int(y / run_) + 1)
    return box((x - half, y - half, foot - rise), (x + half, y + half, foot + 1.0))


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("rise, step_run", [(0.40, 0.30), (0.40, 0.25), (0.25, 0.28)])
@pytest.mark.parametrize("x, half", [(-0.38, 0.02), (-0.3, 0.02), (0.2, 0.02), (0.39, 0.05), (-0.4, 0.1), (-0.25, 0.2)])
def test_a_post_on_the_stairs_is_walked_round(x, half, rise, step_run, hz):
    """A post on every third tread blocks the body, not its middle."""
    posts = [post(x, step_run * (number + 0.5), rise, step_run, half) for number in (2, 5)]
    sim = settled(simulate(staircase(8, rise, step_run, 60.0), *posts, feet=(0.0, -0.9, 0.0), hz=hz))
    records = run(sim, 2.5 * hz, walk(0.0, 4.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(8 * rise + REST, abs=SKIN)


@pytest.mark.parametrize("rise, step_run", [(0.40, 0.25), (0.18, 0.28)])
def test_a_gap_of_point_nine_between_posts_is_passed(rise, step_run):
    posts = [post(side * 0.5, step_run * 3.5, rise, step_run, 0.05) for side in (-1, 1)]
    sim = settled(simulate(staircase(8, rise, step_run, 60.0), *posts, feet=(0.03, -0.9, 0.0)))
    records = run(sim, 80, walk(0.0, 4.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(8 * rise + REST, abs=SKIN)
