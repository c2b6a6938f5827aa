"""Scenarios C and Q. Staying on the floor downhill and over crests, and flying where sticking is switched off."""

from math import cos, radians, tan

import pytest

from game.collision import Ending, Pass
from game.simulation import Ground, Intent, Simulation
from game.simulation.script import parse_script
from tests.shipped_levels import shipped
from tests.simulation.driving import GRAVITY, grounds, height_on, on_slope, path, run, settled, simulate, walk
from tests.simulation.scenes import floor, quad, slope


@pytest.mark.parametrize("hz", [30, 60, 120, 240, 360])
@pytest.mark.parametrize("degrees", [10, 30, 45, 49])
def test_runs_down_a_slope_on_the_floor(degrees, hz):
    """C: 10 m/s for 90 ticks of 60 a second."""
    sim = settled(on_slope(degrees, slope(degrees), speed=10.0, hz=hz))
    records = run(sim, 90 * hz / 60, walk(0.0, -10.0, 10.0))
    assert grounds(records) == {Ground.FLOOR}
    for x, y, z in path(records):
        assert abs(x) < 1e-12 and z == pytest.approx(y * tan(radians(degrees)) + height_on(degrees), abs=1e-4)
    assert sim.state.position[1] == pytest.approx(-15.0 * cos(radians(degrees)), abs=1e-3)


@pytest.mark.parametrize("hz", [60, 240])
def test_without_stepping_down_it_flies_off_the_slope(hz):
    sim = on_slope(45, slope(45), speed=10.0, step_down=0.0, hz=hz)
    _, y, z = settled(sim).state.position
    records = run(sim, 90 * hz / 60, walk(0.0, -10.0, 10.0))
    # The fall catches up with the slope after 2 * 10 / g seconds: later than the 1.5 s looked at.
    assert grounds(records) == {Ground.AIR}
    for number, (_, py, pz) in enumerate(path(records), 1):
        time = number / hz
        assert py == pytest.approx(y - 10.0 * time, abs=1e-3)
        assert pz == pytest.approx(z - 0.5 * GRAVITY * time**2, abs=1e-3)


def crest(up, down):
    """Ten metres of slope up to the crest at the origin, and a long one down behind it."""
    rise, fall = 10.0 * tan(radians(up)), 50.0 * tan(radians(down))
    return quad((-5, -10, -rise), (5, -10, -rise), (5, 0, 0), (-5, 0, 0)), quad(
        (-5, 0, 0), (5, 0, 0), (5, 50, -fall), (-5, 50, -fall)
    )


@pytest.mark.parametrize("hz", [30, 60, 120, 240, 360])
@pytest.mark.parametrize("up", [0, 10, 15, 20, 30, 45])
@pytest.mark.parametrize("break_", [10, 20, 30])
def test_a_crest_is_followed_at_full_run(up, break_, hz):
    """Q: a break of so many degrees downwards, on the floor in every tick, never more than 1 cm above the crest's rest."""
    down = break_ - up
    sim = settled(on_slope(up, *crest(up, down), y=-5.0, speed=8.0, hz=hz))
    records = run(sim, 1.5 * hz, walk(0.0, 8.0, 8.0))
    assert grounds(records) == {Ground.FLOOR}
    for _, y, z in path(records):
        highest = max(y * tan(radians(up)) + height_on(up), -y * tan(radians(down)) + height_on(down))
        assert z < highest + 0.01
    assert sim.state.position[1] > 0.5


@pytest.mark.parametrize("drop, follows", [(0.1, True), (0.49, True), (0.55, False)])
def test_a_drop_is_followed_as_deep_as_step_down(drop, follows):
    sim = settled(simulate(floor(0.0, high=(200.0, 0.0)), floor(-drop), feet=(0.0, -1.0, 0.0)))
    records = run(sim, 60, walk(0.0, 2.0))
    assert (grounds(records) == {Ground.FLOOR}) == follows
    assert sim.state.position[2] == pytest.approx(0.9 + 1e-4 - drop, abs=1e-6)


def test_a_jump_is_not_pulled_back():
    sim = settled(on_slope(30, slope(30)))
    first = sim.tick(Intent(jump=True))
    assert first.after.position[2] - first.before.position[2] == pytest.approx(
        sim.params.jump_speed / 60 - 0.5 * GRAVITY / 3600, abs=1e-9
    )
    assert grounds(run(sim, 30)) == {Ground.AIR}


def test_a_valley_is_crossed_on_the_floor():
    sim = settled(on_slope(-20, slope(-20, length=200.0), slope(20), y=-4.0))
    records = run(sim, 90, walk(0.0, 5.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[1] > 2.0
    assert sim.state.normal[1] < 0.0


@pytest.mark.parametrize("name", ["stairs", "ramps", "corridors"])
def test_each_tick_of_a_tour_has_one_gravity_pass(name):
    """On the floor it is the sweep that carries the player down. What it moves beyond gravity's displacement is its snap."""
    sim = Simulation(shipped(name))
    for intent in parse_script(sim.level.tour, name).intents(sim.state.heading):
        record = sim.tick(intent)
        passes = [iteration for iteration in record.trace.iterations if iteration.pass_ == Pass.GRAVITY]
        assert [iteration.number for iteration in passes] == list(range(len(passes))) and passes, f"tick {record.after.tick}"
        if record.after.ground == Ground.FLOOR:
            assert passes[-1].hit and passes[-1].walkable and passes[-1].ending in (Ending.SNAPPED, Ending.LANDED)


@pytest.mark.parametrize("hz", [30, 60, 120])
@pytest.mark.parametrize("lean", [0.0, 0.06, 0.2])
@pytest.mark.parametrize("degrees", [0, 9, 30])
def test_no_tick_on_the_floor_leads_farther_down_than_a_step(degrees, lean, hz):
    """Off a ledge, level or at the end of a ramp: while the body leans on its edge, the snap may end at a floor below."""
    climb = tan(radians(degrees))
    for height in (0.85, 0.97, 1.2, 1.46, 1.89):
        faces = [(-20.0, height - 2.0 * climb), (-2.0, height - 2.0 * climb), (0.0, height), (lean, 0.0), (30.0, 0.0)]
        strips = [quad((-9.0, *one), (9.0, *one), (9.0, *other), (-9.0, *other)) for one, other in zip(faces, faces[1:])]
        for speed in (5.0, 2.5):
            for start in (0.0, 0.02, 0.05, 0.08):
                y = start - 0.7
                sim = settled(simulate(*strips, feet=(0.0, y, height + y * climb + 0.02), speed=speed, hz=hz))
                for record in run(sim, 1.6 / speed * hz, walk(0.0, speed, speed)):
                    before, after = record.before, record.after
                    if before.ground == after.ground == Ground.FLOOR:
                        assert before.position[2] - after.position[2] < 0.5 + climb * speed / hz + 2e-4, (height, speed, start)
