"""Scenario D. Stairs: climbed at every tick rate, on the floor in every tick, refused where they are too high or too narrow.

| stairs                                                                       | step up | what happens                         |
|------------------------------------------------------------------------------|---------|--------------------------------------|
| .30 by .30                                                                   | 0       | stops at the first riser for good    |
| rises .15 .18 .20 .25 .30 .35 .40, runs .25 .28 .30, 0 .. 75 degrees askew   | .40     | at the top in 1.5 times the flat time |
| the same down; beside a wall; solid with sides; a spiral                     | .40     | on the floor in every tick           |
| .30 by .05; any higher than .40; walls of ledges, 66 .. 85 degrees           | .40     | refused, at rest                     |
| treads of less than .20 m, steeper than 50 degrees on average                | .40     | leaned on, not climbed               |
| the same, less steep than that                                               | .40     | climbed                              |
| the same at the end of the flight, beside floor or a drop                    | .40     | refused                              |
| an edge, however slowly                                                      | .40     | the skin is kept                     |
| a riser up to .40 at the end of a slope of 5 .. 50 degrees                    | .40     | climbed, as on a level floor         |
| the same behind a ramp shorter than the body; treads that rise to the riser  | .40     | climbed                              |
| the same with seams of up to 3 cm in front of the riser, between planks       | .40     | climbed                              |
| the middle right above the side of the stairs                                | .40     | climbed                              |
| a kerb that the round bottom rolls over                                      | 0       | is a slope like any other            |
"""

from math import atan, cos, hypot, pi, radians, sin, tan

import numpy as np
import pytest

from game.simulation import Ground, Intent, PlayerParams
from tests.simulation.driving import grounds, path, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, join, quad, staircase, turned, wall

RATES = (30, 60, 120, 240, 360)
STEPS = 10
FLIGHTS = [(0.15, 0.28), (0.18, 0.30), (0.20, 0.25), (0.25, 0.28), (0.30, 0.30), (0.35, 0.30), (0.40, 0.25)]
SKIN = 1e-4
REST = 0.9 + SKIN


def climb(rise, step_run, *parts, hz=60, degrees=0.0, x=0.0, seconds=None, width=4.0, speed=4.0, **params):
    """Walk towards ten steps, `degrees` off straight, for 1.5 times what flat ground would take, or so many seconds."""
    sim = simulate(staircase(STEPS, rise, step_run, width), *parts, feet=(x, -1.0, 0.0), hz=hz, speed=speed, **params)
    angle = radians(degrees)
    seconds = seconds or 1.5 * (1.0 + STEPS * step_run) / cos(angle) / speed
    return sim, run(settled(sim), seconds * hz, Intent((-sin(angle), cos(angle))))


def assert_climbed(sim, records, rise):
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(STEPS * rise + REST, abs=SKIN)


def assert_refused(sim, records, hz=60):
    """Stopped before the stairs, at rest for the last second."""
    assert max(z for _, _, z in path(records)) < REST + 1e-3
    assert grounds(records) == {Ground.FLOOR}
    assert len({(round(x, 6), round(y, 6), round(z, 6)) for x, y, z in path(records[-hz:])}) == 1


@pytest.mark.parametrize("hz", RATES)
def test_climbs_ten_steps(hz):
    sim, records = climb(0.3, 0.3, hz=hz)
    assert_climbed(sim, records, 0.3)
    assert all(record.after.position[0] == 0.0 for record in records)
    assert all(record.after.position[1] > record.before.position[1] for record in records)
    assert all(record.after.position[2] > record.before.position[2] - 1e-9 for record in records)


@pytest.mark.parametrize("hz", RATES)
def test_without_stepping_up_it_stops_at_the_first_riser(hz):
    sim, records = climb(0.3, 0.3, hz=hz, seconds=10.0, step_up=0.0)
    assert_refused(sim, records, hz)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("degrees", [0, 30, 75])
@pytest.mark.parametrize("rise, step_run", FLIGHTS)
def test_walks_down_on_the_floor(rise, step_run, degrees, hz):
    angle = radians(degrees)
    sim = simulate(staircase(STEPS, rise, step_run, 100.0), feet=(0.0, STEPS * step_run + 1.0, STEPS * rise), hz=hz)
    records = run(settled(sim), (STEPS * step_run + 1.8) / cos(angle) / 4.0 * hz, walk(4.0 * sin(angle), -4.0 * cos(angle)))
    assert grounds(records) == {Ground.FLOOR}
    assert all(record.after.velocity[2] <= 0.0 for record in records)
    assert all(record.after.position[2] <= record.before.position[2] + 1e-9 for record in records)
    assert all(record.after.position[1] < record.before.position[1] for record in records)
    assert sim.state.position[2] == pytest.approx(REST, abs=SKIN)


@pytest.mark.parametrize("speed", [1.0, 5.0, 8.0])
@pytest.mark.parametrize("step_run", [0.25, 0.28, 0.30])
@pytest.mark.parametrize("rise", [0.15, 0.18, 0.20, 0.25, 0.35, 0.40])
def test_climbs_stairs_of_every_rise(rise, step_run, speed):
    sim, records = climb(rise, step_run, speed=speed)
    assert_climbed(sim, records, rise)


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("rise", [0.15, 0.18, 0.20, 0.25, 0.30, 0.35, 0.40])
@pytest.mark.parametrize("degrees", [5, 15, 30, 45, 60, 75])
def test_climbs_at_an_angle(degrees, rise, hz):
    sim, records = climb(rise, 0.28, degrees=degrees, width=100.0, hz=hz)
    assert_climbed(sim, records, rise)
    angle = radians(degrees)
    for record in records:
        (x, y, _), (u, v, _) = record.before.position, record.after.position
        assert hypot(u - x, v - y) < 4.0 / hz * 1.01
        assert (u - x) * -sin(angle) + (v - y) * cos(angle) > 0.0


@pytest.mark.parametrize("x", [-1.0, -1.5 + 0.4 + SKIN])
@pytest.mark.parametrize("rise", [0.18, 0.30, 0.40])
@pytest.mark.parametrize("degrees", [-60, -10, 0, 10, 30, 60])
def test_climbs_beside_a_wall(degrees, rise, x):
    """The wall is to the left; so askew into it (above 0) or away from it, touching it or not."""
    side = wall(-1.5, 0.0, heading=pi / 2)
    sim, records = climb(rise, 0.28, side, degrees=degrees, x=x, width=100.0)
    assert_climbed(sim, records, rise)
    assert all(record.after.position[1] > record.before.position[1] for record in records)


def solid_stairs(rise, step_run):
    """Ten steps as one closed mesh: treads, risers, sides of upright slices, back and bottom."""
    slices = [box((-1.0, i * step_run, 0.0), (1.0, (i + 1) * step_run, (i + 1) * rise)) for i in range(STEPS)]
    return join(*slices)


@pytest.mark.parametrize("x", [0.0, 0.6, 0.95, 1.3])
def test_climbs_a_closed_mesh_with_sides_or_walks_past_it(x):
    sim = simulate(floor(), solid_stairs(0.3, 0.3), feet=(x, -1.0, 0.0))
    top = REST + 3.0 if x < 1.0 else None
    records = run(settled(sim), 58, walk(0.0, 4.0))
    assert grounds(records) == {Ground.FLOOR}
    if top is not None:
        assert sim.state.position[2] == pytest.approx(top, abs=SKIN)


def spiral(rise, degrees, steps, inner, outer):
    """Winding stairs about the z axis, risers and treads only; the first riser along +x, rising counter-clockwise."""
    parts = []
    for number in range(steps):
        (a, b), (c, d) = arms(number, degrees, inner, outer), arms(number + 1, degrees, inner, outer)
        low, top = (0.0, 0.0, number * rise), (0.0, 0.0, (number + 1) * rise)
        parts.append(quad(b + low, a + low, a + top, b + top))
        parts.append(quad(a + top, b + top, d + top, c + top))
    return join(*parts)


def arms(number, degrees, inner, outer):
    direction = np.array([cos(radians(number * degrees)), sin(radians(number * degrees)), 0.0])
    return direction * inner, direction * outer


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("radius", [1.0, 1.6, 2.1])
@pytest.mark.parametrize("rise, degrees", [(0.18, 15.0), (0.25, 18.0), (0.18, 22.5)])
def test_climbs_a_spiral(rise, degrees, radius, hz):
    """Steered along a circle."""
    steps = 20
    sim = settled(simulate(floor(), spiral(rise, degrees, steps, 0.3, 2.6), feet=(radius, -1.0, 0.0), hz=hz))
    records = run(sim, hz / 3.0, walk(0.0, 3.0))
    while np.arctan2(sim.state.position[1], sim.state.position[0]) < pi * 0.9:
        x, y, _ = sim.state.position
        inward = 2.0 * (radius - hypot(x, y))
        away = np.array([x, y]) / hypot(x, y)
        way = np.array([-away[1], away[0]]) * 3.0 + away * inward
        records += run(sim, 1, walk(*way))
        assert len(records) < 1.5 * (1.0 + pi * radius) / 3.0 * hz
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] > REST + int(160 / degrees) * rise


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", [0.5, 4.0, 8.0])
@pytest.mark.parametrize("rise, step_run", [(0.3, 0.05), (0.2, 0.05), (0.42, 0.3), (0.45, 0.28), (1.0, 0.3)])
def test_refuses_stairs_too_narrow_or_too_high(rise, step_run, speed, hz):
    sim, records = climb(rise, step_run, seconds=5.0, speed=speed, hz=hz)
    assert_refused(sim, records, hz)


@pytest.mark.parametrize("number, rise", list(enumerate([0.01, 0.02, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30, 0.40])))
@pytest.mark.parametrize("degrees", [66, 70, 75, 80, 85])
def test_a_steep_wall_of_ledges_is_no_ladder(degrees, number, rise):
    """A slope too steep to walk is not climbed in steps either, at any speed, however fine its ledges are.

    The tick rates take turns: each meets three rises of every slope, and every rise at one slope or two.
    """
    hz = (30, 60, 240)[(number + degrees // 5) % 3]
    ladder = staircase(round(2.0 / rise), rise, rise / tan(radians(degrees)))
    for speed in (0.5, 2.0, 8.0):
        sim = settled(simulate(ladder, feet=(0.0, -0.5, 0.0), speed=speed, hz=hz))
        records = run(sim, 2 * hz, walk(0.0, speed, speed))
        assert max(z for _, _, z in path(records)) < REST + 1e-3
        assert grounds(records) == {Ground.FLOOR}


FINE = [(0.05, 0.03), (0.07, 0.05), (0.10, 0.07), (0.10, 0.08), (0.15, 0.10), (0.15, 0.12), (0.20, 0.15), (0.25, 0.19)]


@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("askew", [0, 60])
@pytest.mark.parametrize("rise, step_run", FINE)
def test_fine_stairs_steeper_than_the_limit_are_no_stairs(rise, step_run, askew, hz):
    """51 to 59 degrees on average, on treads less deep than half the body: leaned on, never climbed."""
    for speed in (2.0, 8.0):
        _, records = climb(rise, step_run, hz=hz, degrees=askew, width=100.0, speed=speed, seconds=2.0)
        assert max(z for _, _, z in path(records)) < REST + 0.5 * rise


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("rise, step_run", [(0.05, 0.05), (0.10, 0.09), (0.10, 0.10), (0.15, 0.14), (0.20, 0.18)])
def test_fine_stairs_within_the_limit_are_climbed(rise, step_run, hz):
    sim, records = climb(rise, step_run, hz=hz)
    assert_climbed(sim, records, rise)


@pytest.mark.parametrize("height, climbs", [(0.39, True), (0.40, True), (0.401, False)])
def test_step_up_is_inclusive(height, climbs):
    sim = settled(simulate(floor(), box((-2.0, 0.0, -1.0), (2.0, 5.0, height)), feet=(0.0, -1.0, 0.0)))
    records = run(sim, 60, walk(0.0, 2.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(REST + (height if climbs else 0.0), abs=SKIN)


def test_without_stepping_up_a_kerb_is_what_its_edge_looks_like():
    """The round bottom meets an edge h above the feet at a tilt T with h = b (1 - cos atan(a / b tan T)): walkable or a wall."""
    highest = 0.9 * (1.0 - cos(atan(0.4 / 0.9 * tan(PlayerParams().max_slope))))
    assert highest == pytest.approx(0.1046, abs=1e-4)
    for height, rolled in ((0.02, True), (highest - 2e-3, True), (highest + 2e-3, False), (0.2, False)):
        sim = settled(simulate(floor(), box((-9.0, 0.0, -1.0), (9.0, 9.0, height)), feet=(0.0, -1.0, 0.0), step_up=0.0))
        records = run(sim, 90, walk(0.0, 4.0))
        assert grounds(records) == {Ground.FLOOR}
        assert sim.state.position[2] == pytest.approx(REST + (height if rolled else 0.0), abs=1e-3)


@pytest.mark.parametrize("degrees", [0, 20, 45, 70])
@pytest.mark.parametrize("speed", [0.2, 1.0, 5.0])
def test_a_kerb_is_stepped_up_and_down(degrees, speed):
    sim = settled(simulate(floor(), box((-20.0, 0.0, -1.0), (20.0, 1.5, 0.15)), feet=(0.0, -0.6, 0.0)))
    angle = radians(degrees)
    records = run(sim, 3.0 / cos(angle) / speed * 60, walk(-speed * sin(angle), speed * cos(angle)))
    assert grounds(records) == {Ground.FLOOR}
    assert max(z for _, _, z in path(records)) == pytest.approx(REST + 0.15, abs=SKIN)
    assert sim.state.position[2] == pytest.approx(REST, abs=SKIN)


@pytest.mark.parametrize("speed", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("roof", [None, 0.05 + 1.8 + 2.5 * SKIN])
def test_the_skin_is_kept_over_an_edge_however_slowly(speed, roof):
    """A level way can pass within the skin of an edge without touching it; under a low ceiling as well."""
    parts = [floor(), box((-9.0, 0.0, -1.0), (9.0, 9.0, 0.05))] + ([] if roof is None else [floor(roof)])
    sim = settled(simulate(*parts, feet=(0.0, -0.04, 0.05)))
    records = run(sim, 0.06 / speed * 60, walk(0.0, speed))
    assert grounds(records[1:]) == {Ground.FLOOR}
    assert sim.state.position[1] > 0.01 and sim.state.position[2] - 0.95 > 0.5 * SKIN


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("rise, degrees", [(0.40, 5), (0.35, 10), (0.30, 25), (0.25, 35), (0.20, 50)])
def test_a_riser_at_the_end_of_a_slope_is_as_high_as_it_is_there(degrees, rise, hz):
    """A player that walks up a slope stands on it in front of the riser, below the riser's foot."""
    length, top = 3.0, 3.0 * tan(radians(degrees))
    ramp = quad((-2.0, -length, 0.0), (2.0, -length, 0.0), (2.0, 0.0, top), (-2.0, 0.0, top))
    riser = quad((-2.0, 0.0, top), (2.0, 0.0, top), (2.0, 0.0, top + rise), (-2.0, 0.0, top + rise))
    ends = floor(0.0, (-2.0, -9.0), (2.0, -length)), floor(top + rise, (-2.0, 0.0), (2.0, 9.0))
    sim = settled(simulate(ramp, riser, *ends, feet=(0.0, -4.0, 0.0), hz=hz))
    records = run(sim, 2.0 * hz, walk(0.0, 5.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(top + rise + REST, abs=1e-3)


def walked_up_profile(points, hz, part, heading=0.0, half_width=0.4, enough=np.inf):
    """The greatest height of the feet [m] on a profile of points (y, z), with a landing behind it, until it is `enough`."""
    ends = [(-9.0, points[0][1]), *points, (9.0, points[-1][1])]
    strips = [quad((-9.0, a, b), (9.0, a, b), (9.0, c, d), (-9.0, c, d)) for (a, b), (c, d) in zip(ends, ends[1:])]
    sim = settled(simulate(*strips, feet=(0.0, -0.8, 0.0), hz=hz, radii=(half_width, half_width, 0.9)))
    wish, top = Intent((-sin(heading) * part, cos(heading) * part)), 0.0
    for _ in range(round(2.5 / cos(heading) / sim.params.speed / part * hz)):
        top = max(top, sim.tick(wish).after.position[2] - REST)
        if top >= enough:
            break
    return top


SLOW_AND_FAST = [(30, 1.0), (30, 0.3), (60, 1.0), (60, 0.25), (144, 0.6), (240, 0.1), (480, 0.5)]  # hz, part of the speed


@pytest.mark.parametrize("length", [0.1, 0.2, 0.3, 0.5])
@pytest.mark.parametrize("rise, degrees", [(0.39, 3), (0.38, 5), (0.38, 20), (0.30, 30), (0.39, 35), (0.39, 45)])
def test_a_riser_behind_a_short_ramp_is_as_high_as_it_is_there(degrees, rise, length):
    """The body still stands in front of the ramp when it touches the riser."""
    up = length * tan(radians(degrees))
    points = [(0.0, 0.0), (length, up), (length, up + rise)]
    tops = [walked_up_profile(points, *pace, enough=up + rise - 1e-3) for pace in SLOW_AND_FAST]
    assert min(tops) >= up + rise - 1e-3, tops


@pytest.mark.parametrize("length", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("degrees", [5, 20, 40])
def test_step_up_is_inclusive_behind_a_short_ramp(degrees, length):
    up = length * tan(radians(degrees))
    points = [(0.0, 0.0), (length, up), (length, up + 0.4)]
    for pace in SLOW_AND_FAST:
        assert walked_up_profile(points, *pace, enough=up + 0.399) >= up + 0.399, pace
    points[-1] = length, up + 0.405
    assert max(walked_up_profile(points, *pace, enough=up + 0.1) for pace in SLOW_AND_FAST) < up + 0.1


@pytest.mark.parametrize("seam", [0.001, 0.003, 0.01, 0.03])
@pytest.mark.parametrize("rise, degrees, length", [(0.38, 10, 0.9), (0.35, 40, 0.9), (0.38, 20, 0.3), (0.3, 30, 0.2)])
@pytest.mark.parametrize("planks", [False, True])
def test_a_seam_in_front_of_a_riser_changes_nothing(planks, rise, degrees, length, seam):
    """Levels of separate parts have seams between a ramp and the riser behind it, or between the planks of a ramp."""
    slope, parts = tan(radians(degrees)), [(0.0, length)]
    if planks:
        parts = [(length * part / 3, length * (part + 1) / 3 - (seam if part < 2 else 0.0)) for part in range(3)]
    points = []
    for start, end in parts:
        points += [(start, -0.5), (start, start * slope), (end, end * slope), (end, -0.5)]
    y, z = length + seam, length * slope
    points = [(0.0, 0.0), *points[1:], (y, -0.5), (y, z + rise)]
    for pace in SLOW_AND_FAST:
        assert walked_up_profile(points, *pace, enough=z + rise - 1e-3) >= z + rise - 1e-3, pace
    points[-1] = y, z + seam * slope + 0.42  # above the slope, continued over the seam
    assert max(walked_up_profile(points, *pace, enough=z + 0.1) for pace in SLOW_AND_FAST) < z + 0.1


@pytest.mark.parametrize("trench", [0.0, 0.06, 0.12])
@pytest.mark.parametrize("degrees, landing", [(20, 0.05), (20, 0.2), (30, 0.1), (30, 0.2), (40, 0.05), (40, 0.2), (49, 0.1)])
def test_a_riser_behind_a_ramp_and_a_landing_is_no_higher_than_a_step(degrees, landing, trench):
    """The ground in front of the riser is level, so the ramp does not count as continued to it."""
    up, y = 0.5 * tan(radians(degrees)), 0.5 + landing
    points = [(0.0, 0.0), (0.5, up), (y, up), *([(y, up - 0.6), (y + trench, up - 0.6)] if trench else [])]
    for rise in (0.46, 0.5, 0.54):
        top = max(walked_up_profile([*points, (y + trench, up + rise)], *pace, enough=up + 0.2) for pace in SLOW_AND_FAST)
        assert top < up + 0.2, rise


@pytest.mark.parametrize("half_width", [0.4, 0.5])
@pytest.mark.parametrize("level", [0.03, 0.1])
@pytest.mark.parametrize("rise, degrees", [(0.4, 0.3), (0.395, 2), (0.385, 5), (0.37, 10)])
def test_treads_that_rise_to_the_next_riser_are_climbed(rise, degrees, level, half_width):
    """The body stands on the level front of a tread, and the next riser's foot is higher than that."""
    up, points, z = (0.28 - level) * tan(radians(degrees)), [], 0.0
    for step in range(3):
        points += [(step * 0.28, z), (step * 0.28, z + rise), (step * 0.28 + level, z + rise), ((step + 1) * 0.28, z + rise + up)]
        z += rise + up
    top = z - up
    for pace in SLOW_AND_FAST:
        for heading in (0.0, 0.4):
            assert walked_up_profile(points[:-1], *pace, heading, half_width, top - 1e-3) >= top - 1e-3, (pace, heading)


@pytest.mark.parametrize("pace", SLOW_AND_FAST)
@pytest.mark.parametrize("low, depth, rise", [(0.05, 0.1, 0.39), (0.1, 0.05, 0.38), (0.1, 0.15, 0.39), (0.02, 0.02, 0.4)])
def test_a_low_ledge_in_front_of_a_riser_is_no_ramp(low, depth, rise, pace):
    """Too narrow for a foot, and together with the riser higher than a step."""
    points = [(0.0, 0.0), (0.0, low), (depth, low), (depth, low + rise)]
    assert walked_up_profile(points, *pace, enough=low + 0.1) < low + 0.1


@pytest.mark.parametrize("hz", [60, 120, 240])
@pytest.mark.parametrize("heading", [0.5092319709535298, *np.linspace(0.1, 6.1, 9)])
def test_right_above_the_side_of_the_stairs(heading, hz):
    """Half of the body is over the edge: rays into the tread would run in the face at its side, where rounding decides."""
    blocks = [box((-1.0, i * 0.3, 0.0), (1.0, 5.0, (i + 1) * 0.3)) for i in range(8)]
    scene = turned(join(floor(), *blocks), heading)
    c, s = cos(heading), sin(heading)
    sim = simulate(scene, feet=(c + 0.7 * s, s - 0.7 * c, 0.0), hz=hz, speed=4.0)
    records = run(settled(sim), 1.2 * hz, walk(-4.0 * s, 4.0 * c, 4.0))
    assert grounds(records) == {Ground.FLOOR}
    assert sim.state.position[2] == pytest.approx(8 * 0.3 + REST, abs=1e-3)


@pytest.mark.parametrize("height", np.linspace(0.0, 3.0, 12))
def test_the_position_of_a_kerb_does_not_matter(height):
    """Without steps up: a ray of no length, from the kerb's own edge, hit the kerb or not, as rounding had it."""
    velocities = []
    for low in (0.0, height):
        low, high = (-3.0, -9.0, low - 1.0), (9.0, 9.0, low)
        kerb = turned(box((0.6, -9.0, high[2] - 1.0), (9.0, 9.0, high[2] + 0.19)), 0.8)
        sim = simulate(box((-9.0, -9.0, low[2]), high), kerb, feet=(0.0, 0.0, high[2]), radii=(0.21, 0.21, 0.99), step_up=0.0)
        velocities += [record.after.walk for record in run(settled(sim), 20, walk(4.0, 2.0))][-1:]
    assert velocities[1] == pytest.approx(velocities[0], abs=1e-9)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("rise, tread, climbs", [
    (0.2, 0.13, False), (0.2, 0.1, False), (0.3, 0.1, False), (0.35, 0.1, False),
    (0.2, 0.2, True), (0.18, 0.16, True), (0.4, 0.25, True),
])  # fmt: skip
@pytest.mark.parametrize("is_drop", [False, True])
def test_at_the_end_of_a_flight_treads_are_as_narrow_as_in_its_middle(rise, tread, climbs, is_drop, hz):
    """The contacts are at corners there, and lead askew over the treads."""
    steps = [box((-6.0, i * tread, i * rise if i else -0.2), (0.0, 3.0 + 6 * tread, (i + 1) * rise)) for i in range(6)]
    for x in (0.02, 0.1, 0.2, 0.3):
        for degrees in (-10.0, 0.0, 10.0):
            ground = floor(0.0, (-40.0, -40.0), (0.0 if is_drop else 40.0, 40.0))
            sim = simulate(*steps, ground, floor(-5.0), feet=(min(x, 0.1) if is_drop else x, -0.9, 0.0), hz=hz)
            angle = radians(degrees)
            records = run(settled(sim), 1.2 * hz, Intent((-sin(angle), cos(angle))))
            highest = max(z for _, _, z in path(records)) - REST
            assert highest < 2.0 * rise + 0.05 or climbs
            assert highest > 5.0 * rise or not climbs or degrees < 0.0 or x > 0.1


@pytest.mark.parametrize("hz", (60, 120, 240, 480))
@pytest.mark.parametrize("lean", [0.0, 0.03, 0.1, 0.2])
@pytest.mark.parametrize("height", [0.4, 0.7, 0.8, 0.9])
def test_after_a_landing_beside_a_wall_it_is_as_high_as_before(height, lean, hz):
    """The body touches the floor and the wall's edge: the height of a step is measured from the floor."""
    top = quad((-6.0, lean, height), (6.0, lean, height), (6.0, 9.0, height), (-6.0, 9.0, height))
    face = quad((-6.0, 0.0, 0.0), (6.0, 0.0, 0.0), (6.0, lean, height), (-6.0, lean, height))
    for y in (-0.43, -0.47, -0.51, -0.55, -0.6):
        for fall in (0.03, 0.05, 0.08):
            sim = simulate(floor(), face, top, feet=(0.0, y, fall), hz=hz)
            records = run(sim, 0.8 * hz, walk(0.0, 5.0))
            highest = max(z for _, _, z in path(records)) - REST
            assert highest == pytest.approx(height, abs=1e-3) if height == 0.4 else highest < 0.4


@pytest.mark.parametrize("hz", (30, 60, 120, 240))
@pytest.mark.parametrize("top", [0.1, 0.2, 0.3, 2.0])
def test_a_thing_beside_the_end_of_a_kerb_is_no_riser(top, hz):
    """A drum on the floor, .1 to .3 m higher than the kerb, or a post."""
    kerb, ring = box((-3.0, 0.0, -0.5), (0.0, 3.0, 0.3)), [(0.2 * cos(k * pi / 4.0), 0.2 * sin(k * pi / 4.0)) for k in range(9)]
    faces = [quad((*a, -0.1), (*b, -0.1), (*b, 0.3 + top), (*a, 0.3 + top)) for a, b in zip(ring, ring[1:])]
    lid = [np.array([[(0.0, 0.0, 0.3 + top), (*a, 0.3 + top), (*b, 0.3 + top)]]) for a, b in zip(ring, ring[1:])]
    for at in ((0.25, 0.2), (0.3, 0.2), (0.3, 0.35)):
        drum = join(*faces, *lid) + np.array([*at, 0.0])
        for x in (0.0, 0.1, 0.2):
            for degrees in (-13.0, 0.0, 13.0):
                sim = simulate(floor(), kerb, drum, feet=(x, -0.9, 0.0), hz=hz)
                records = run(settled(sim), 1.2 * hz, Intent((-sin(radians(degrees)), cos(radians(degrees)))))
                assert records[-1].after.position[1] > 0.0, (at, x, degrees)
