"""The ground state does not flicker: it changes at the border of other ground, not from tick to tick on the same."""

from itertools import groupby
from math import cos, hypot, radians, sin, sqrt, tan

import pytest

from game.simulation import Ground, Intent, Simulation
from tests.shipped_levels import shipped
from tests.simulation.driving import STILL, grounds, run, settled, simulate, walk
from tests.simulation.scenes import FAR, floor, quad

RATES = [30, 60, 120, 240, 360]


def footings(records):
    """The successive ground states, without repeats."""
    return [ground for ground, _ in groupby(record.after.ground for record in records)]


def leaning_wall(distance, degrees):
    """A plane ahead and to the right of the origin, at this distance from it, that leans away by so many degrees."""
    side, away, back = sqrt(0.5) * FAR, sqrt(0.5) * distance, sqrt(0.5) * 5.0 * tan(radians(degrees))
    (x, y), (u, v) = (away - side, away + side), (away + side, away - side)
    return quad((x - back, y - back, -5), (u - back, v - back, -5), (u + back, v + back, 5), (x + back, y + back, 5))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("degrees", [2, 10, 25, 38])
def test_stays_on_the_floor_over_an_edge_beside_a_leaning_wall(degrees, hz):
    """The foot rolls over the edge while the wall stops the player: straight below is the wall, the edge just behind it."""
    sim = settled(simulate(floor(0.0, high=(0.0, FAR)), floor(-0.3), leaning_wall(1.0, degrees), feet=(-0.6, 0.0, 0.0), hz=hz))
    records = run(sim, 2.0 * hz, walk(4.0, 3.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] < 0.7


def test_down_over_an_edge_beside_a_leaning_wall_of_the_playground():
    sim = Simulation(shipped("playground"))
    sim.teleport((-6.108, -7.328, 1.2501))
    settled(sim)
    assert grounds(run(sim, 60, Intent((0.8233, 0.5676)))) == {Ground.FLOOR}


@pytest.mark.parametrize("hz", RATES)
def test_stays_on_the_treads_beside_a_sloping_wall(hz):
    """The body leans on the wall's edge, which descends like the stairs. The edge must not carry the player."""
    sim = Simulation(shipped("stairs"), hz=hz)
    sim.begin_at((-10.6, 6.4, 1.8), 180)
    records = run(settled(sim), hz, Intent((0.35, -1.0)))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(0.9 + sim.params.skin)
    assert max(record.after.position[2] - record.before.position[2] for record in records) < 1e-6


@pytest.mark.parametrize("hz", RATES)
def test_slides_down_a_steep_bank_without_a_jump_to_its_foot(hz):
    """The floor at the foot of a bank is within a step. A slide to it is no farther to the side than the player walks."""
    rise, run_out = 0.45, 0.45 / tan(radians(60))
    bank = quad((-FAR, 0, rise), (FAR, 0, rise), (FAR, run_out, 0), (-FAR, run_out, 0))
    top = floor(rise, high=(FAR, 0.0))
    sim = settled(simulate(top, bank, floor(0.0, low=(-FAR, run_out)), feet=(0.0, -1.0, rise), hz=hz, speed=1.0))
    for record in run(sim, 2.5 * hz, walk(0.0, 1.0, 1.0)):
        (x, y, _), (u, v, _) = record.before.position, record.after.position
        assert hypot(u - x, v - y) < 2.0 / hz + hypot(*record.before.fall) / hz + 1e-3
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.position[2] == pytest.approx(0.9 + sim.params.skin)


def dome(first, step, count):
    """Slopes down along +y from the origin on, each 0.3 m long and so many degrees steeper than the one before."""
    parts, y, z = [], 0.0, 0.0
    for number in range(count):
        angle = radians(first + number * step)
        u, w = y + 0.3 * cos(angle), z - 0.3 * sin(angle)
        parts.append(quad((-FAR, y, z), (FAR, y, z), (FAR, u, w), (-FAR, u, w)))
        y, z = u, w
    return parts


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("wish", [(0.0, 0.0), (0.0, -1.0), (0.7, -0.7)])
def test_slides_over_the_edges_of_a_steep_hill(wish, hz):
    """The player hops off each edge by less than a centimetre, which does not count as air.

    It meets the hill farther below the floor than its round bottom climbs. Nearer to the brink it stands, as on a leaning kerb.
    """
    hill = dome(52, 3, 5)
    sim = simulate(floor(0.0, high=(FAR, 0.0)), *hill, floor(-1.2), hz=hz)
    sim.teleport((0.0, 0.6, 0.6))
    changes = footings(run(sim, 1.5 * hz, Intent(wish)))
    assert changes in ([Ground.AIR, Ground.STEEP, Ground.FLOOR], [Ground.STEEP, Ground.FLOOR])


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("degrees", [0.0, 0.2, -0.2])
def test_a_fall_beside_a_wall_is_no_slide(degrees, hz):
    """However its corners are rounded: as good as upright is upright."""
    sim = simulate(leaning_wall(0.6, degrees), floor(-4.0), feet=(0.0, 0.0, 0.0), hz=hz)
    assert footings(run(sim, 1.5 * hz, walk(3.0, 3.0))) == [Ground.AIR, Ground.FLOOR]


@pytest.mark.parametrize("hz", RATES)
def test_rising_along_a_steep_wall_is_in_the_air(hz):
    """The rising player touches the slope all the time, but slides on it only on the way down."""
    sim = settled(simulate(floor(), leaning_wall(1.0, 20), feet=(0.0, 0.0, 1.0), hz=hz))
    sim.restore(sim.state.replace(fall=(4.0, 4.0, 6.0), ground=Ground.AIR))
    records = run(sim, 3.0 * hz)
    assert footings(records) == [Ground.AIR, Ground.STEEP, Ground.FLOOR]
    rising = [record for record in records if record.after.position[2] > record.before.position[2] + 1e-9]
    assert any(record.contacts for record in rising)
    assert grounds(rising) == {Ground.AIR}


@pytest.mark.parametrize("step_down", [0.0, 0.5])
@pytest.mark.parametrize("gap", [0.0, 0.3])
def test_a_skin_that_is_worn_down_is_made_whole(gap, step_down):
    """By the next tick on the floor, also where steps down are not followed. gap: what is left [skins]"""
    sim = settled(simulate(floor(), step_down=step_down))
    skin = sim.params.skin
    sim.restore(sim.state.replace(position=(0.0, 0.0, 0.9 + gap * skin)))
    assert sim.tick(STILL).after.position[2] == pytest.approx(0.9 + skin, abs=1e-3 * skin)


@pytest.mark.parametrize("hz", [60, 480])
def test_at_rest_the_floor_is_found_past_a_steep_face_within_the_skin(hz):
    """The face is met first on the way down; the floor is some skins aside, where walking nowhere leads too."""
    a = radians(60.0)
    x, z = 50.0 * cos(a), 50.0 * sin(a)
    face = quad((0.0, -50.0, 0.0), (x, -50.0, z), (x, 50.0, z), (0.0, 50.0, 0.0))
    sim = settled(simulate(floor(high=(0.0, FAR)), face, feet=(-5.0, 0.0, 0.0), hz=hz))
    skin, (across, up) = sim.params.skin, (0.4, 0.9)
    height = up + 3.0 * skin
    x = (height * cos(a) - hypot(across * sin(a), up * cos(a)) - 0.2 * skin) / sin(a)
    sim.restore(sim.state.replace(position=(x, 0.0, height)))
    after = sim.tick(STILL).after
    assert after.ground == Ground.FLOOR and after.velocity == (0.0, 0.0, 0.0)
    assert after.position[2] == pytest.approx(up + skin, abs=0.1 * skin) and abs(after.position[0] - x) < 4.0 * skin
