"""What the player stands on never flickers: it changes when he comes to other ground, not from tick to tick on the same."""

from functools import cache
from math import hypot, radians, sqrt, tan

import pytest

from game.level import load_level
from game.simulation import Ground, Intent, Simulation

from .driving import grounds, run, settled, simulate, walk
from .scenes import FAR, floor, quad

RATES = [30, 60, 120, 240, 360]
level = cache(load_level)


def leaning_wall(distance, degrees):
    """A plane ahead and to the right of the origin, at this distance from it, that leans away by so many degrees."""
    side, away, back = sqrt(0.5) * FAR, sqrt(0.5) * distance, sqrt(0.5) * 5.0 * tan(radians(degrees))
    (x, y), (u, v) = (away - side, away + side), (away + side, away - side)
    return quad((x - back, y - back, -5), (u - back, v - back, -5), (u + back, v + back, 5), (x + back, y + back, 5))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("degrees", [2, 10, 25, 38])
def test_over_an_edge_beside_a_leaning_wall_he_stays_on_the_floor(degrees, hz):
    """The foot rolls over the edge while the wall stops him: straight below is the wall, the edge just behind it."""
    sim = settled(simulate(floor(0.0, high=(0.0, FAR)), floor(-0.3), leaning_wall(1.0, degrees), feet=(-0.6, 0.0, 0.0), hz=hz))
    records = run(sim, 2.0 * hz, walk(4.0, 3.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] < 0.7


def test_down_over_an_edge_beside_a_leaning_wall_of_the_playground():
    sim = Simulation(level("playground"))
    sim.teleport((-6.108, -7.328, 1.2501))
    settled(sim)
    assert grounds(run(sim, 60, Intent((0.8233, 0.5676)))) == {Ground.FLOOR}


@pytest.mark.parametrize("hz", RATES)
def test_down_the_stairs_beside_a_sloping_wall_he_keeps_to_the_treads(hz):
    """The body leans on the wall's edge, which falls as the stairs do; it must not carry him."""
    sim = Simulation(level("stairs"), hz=hz)
    sim.begin_at((-10.6, 6.4, 1.8), 180)
    records = run(settled(sim), hz, Intent((0.35, -1.0)))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(0.9 + sim.params.skin)
    assert max(record.after.position[2] - record.before.position[2] for record in records) < 1e-6


@pytest.mark.parametrize("hz", RATES)
def test_down_a_steep_bank_he_slides_and_is_not_put_at_its_foot(hz):
    """The floor at the foot of a bank is within reach of his step, but a slide to it is no farther aside than he walks."""
    rise, run_out = 0.45, 0.45 / tan(radians(60))
    bank = quad((-FAR, 0, rise), (FAR, 0, rise), (FAR, run_out, 0), (-FAR, run_out, 0))
    top = floor(rise, high=(FAR, 0.0))
    sim = settled(simulate(top, bank, floor(0.0, low=(-FAR, run_out)), feet=(0.0, -1.0, rise), hz=hz, speed=1.0))
    for record in run(sim, 2.5 * hz, walk(0.0, 1.0, 1.0)):
        (x, y, _), (u, v, _) = record.before.position, record.after.position
        assert hypot(u - x, v - y) < 2.0 / hz + hypot(*record.before.fall) / hz + 1e-3
    assert sim.state.ground == Ground.FLOOR
    assert sim.state.position[2] == pytest.approx(0.9 + sim.params.skin)
