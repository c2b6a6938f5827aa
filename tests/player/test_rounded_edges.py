"""Scenario W. Edges as people model them: rounded, chamfered, leaning. They are climbed and left as sharp edges are.

| ground                                                           | what happens                                        |
|------------------------------------------------------------------|-----------------------------------------------------|
| three steps of up to .40, edges of 5 mm to 3 cm, leaning risers   | climbed at every rate and pace, by every body       |
| the same down                                                    | on the floor in every tick                          |
| kerbs that lean by 10 to 40 degrees, half-round logs              | climbed, as high as a step                          |
| bevels and ramps that are walkable, above kerbs of a low step     | climbed, as high as a step                          |
| leaning risers with treads of little more than the least depth    | climbed by thin bodies, too                         |
| ledges too narrow for a foot, together no higher than a step      | climbed                                             |
| rounded stairs under a beam, a bevelled sill below a lintel       | climbed and passed, if the body has room on them    |
| a bevelled step with a post, a door jamb or a wall beside it      | climbed and left as a sharp one                     |
| the same with treads that rise to the next riser                 | climbed, if no riser is higher than a step          |
| any of these higher than a step; ramps above the limit           | refused                                             |
| a fall or jump onto such an edge                                 | ends on the floor                                   |
| a fall onto a leaning wall, rough ramps above the limit          | slides, refused                                     |
| a mover with such steps                                          | climbed                                             |
"""

from math import atan, cos, pi, radians, sin, tan

import numpy as np
import pytest

from game.core.right_forward_up_frame import to_frame
from game.level.contents.volume import Down
from game.simulation import Ground, Intent, Simulation
from tests.simulation.driving import grounds, run, settled, simulate
from tests.simulation.scenes import box, join, level_of, mover, quad, turned

HALF = 8.0  # half the width of what is climbed [m]
PACES = [(30, 1.0), (60, 0.25), (240, 0.1), (480, 1.0)]  # ticks per second, part of the walking speed
BODIES = [0.3, 0.4, 0.5]
EDGES = [("round", 0.005), ("round", 0.03), ("chamfer 60", 0.02), ("chamfer 75", 0.03), ("lean 65", 0.0)]


def ridge(points, heading=0.0):
    """A surface as wide as 2 HALF through the points (y, z) of a profile, turned about z."""
    strips = zip(points, points[1:])
    return turned(join(*(quad((-HALF, a, b), (HALF, a, b), (HALF, c, d), (-HALF, c, d)) for (a, b), (c, d) in strips)), heading)


def edge(shape, size, y, z, rise):
    """The profile of one edge, whose sharp form is (y, z)."""
    name, *degrees = shape.split()
    if name == "round":
        turns = [pi / 16 * part for part in range(9)]
        return [(y + size - size * cos(turn), z - size + size * sin(turn)) for turn in turns]
    leaning = tan(radians(float(degrees[0])))
    return [(y, z - size), (y + size / leaning, z)] if name == "chamfer" else [(y + rise / leaning, z)]


def flight(shape, size, rise, steps=3, depth=0.3):
    """The profile of steps from a floor up to a landing, the first riser at y = 0."""
    points = [(-20.0, 0.0)]
    for step in range(steps):
        points += [(step * depth, step * rise), *edge(shape, size, step * depth, (step + 1) * rise, rise)]
    return [*points, (20.0, steps * rise)]


def log(radius):
    turns = [pi - pi * part / 16 for part in range(17)]
    return [(-20.0, 0.0), *((radius + radius * cos(turn), radius * sin(turn)) for turn in turns), (20.0, 0.0)]


def walked_up(points, pace, half_width, heading=0.0, enough=np.inf, parts=(), **options):
    """The greatest height of the feet [m] of a player that walks at the profile, until it is `enough` or the player stops.

    parts: what else is in the level
    """
    hz, part = pace
    feet = (sin(heading) * 0.6, -cos(heading) * 0.6, 0.0)
    sim = settled(simulate(ridge(points, heading), *parts, feet=feet, hz=hz, radii=(half_width, half_width, 0.9), **options))
    wish, top, before = Intent((-sin(heading) * part, cos(heading) * part)), 0.0, None
    for _ in range(round(2.5 / sim.params.speed / part * hz)):
        position = sim.tick(wish).after.position
        top = max(top, position[2] - 0.9)
        if top >= enough or position == before:
            break
        before = position
    return top


@pytest.mark.parametrize("half_width", BODIES)
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("shape, size", EDGES)
@pytest.mark.parametrize("rise", [0.18, 0.30, 0.40])
def test_rounded_and_leaning_steps_are_climbed(rise, shape, size, pace, half_width):
    steps = 1 if shape == "lean 65" and rise == 0.40 else 3  # three of these have no treads
    heading = radians(40.0) if half_width == 0.4 else 0.0
    top = steps * rise
    assert walked_up(flight(shape, size, rise, steps), pace, half_width, heading, top - 2e-3) >= top - 2e-3


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("shape, size", EDGES)
@pytest.mark.parametrize("rise", [0.18, 0.30, 0.40])
def test_down_they_never_leave_the_player_in_the_air(rise, shape, size, pace):
    hz, part = pace
    steps = 1 if shape == "lean 65" and rise == 0.40 else 3
    start = (0.0, steps * 0.3 + 0.5, steps * rise)
    sim = settled(simulate(ridge(flight(shape, size, rise, steps)), feet=start, hz=hz))
    records = run(sim, 2.2 / sim.params.speed / part * hz, Intent((0.0, -part)))
    assert grounds(records) == {Ground.FLOOR}
    assert all(record.after.position[2] <= record.before.position[2] + 1e-9 for record in records)
    assert sim.state.position[2] == pytest.approx(0.9, abs=1e-3)


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("degrees", [50.5, 55, 60, 70, 80])
@pytest.mark.parametrize("rise", [0.15, 0.40])
def test_leaning_kerbs_are_climbed(rise, degrees, pace):
    assert walked_up(flight(f"lean {degrees}", 0.0, rise, 1), pace, 0.4, enough=rise - 2e-3) >= rise - 2e-3


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("radius", [0.15, 0.30, 0.40])
def test_half_round_logs_are_climbed(radius, pace):
    assert walked_up(log(radius), pace, 0.4, enough=0.95 * radius) >= 0.95 * radius


@pytest.mark.parametrize("half_width", BODIES)
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("step_up", [0.12, 0.18])
def test_walkable_bevels_are_climbed_as_high_as_a_low_step(step_up, pace, half_width):
    """Also where the steepest walkable slope from the edge is higher than a step before it is as long as a tread."""
    options = {"step_up": step_up, "step_down": 0.5, "heading": 0.6}
    for size, above in ((0.01, 0.0), (1.0, 1.0)):  # a bevelled kerb, and a ramp that begins on a kerb
        rise = 0.95 * step_up + above
        assert walked_up(flight("chamfer 45", size, rise, 1), pace, half_width, enough=rise - 2e-3, **options) >= rise - 2e-3
    low = step_up + 0.01  # the height at which the bevel begins
    alone = 0.9 * (1.0 - cos(atan(tan(radians(50)) * half_width / 0.9)))
    if low > alone:
        assert walked_up(flight("chamfer 45", 0.01, low + 0.01, 1), pace, half_width, enough=low, **options) < low


@pytest.mark.parametrize("half_width", [0.15, 0.2, 0.25])
@pytest.mark.parametrize("pace", [*PACES, (120, 1.0)])
@pytest.mark.parametrize("degrees", [52, 60])
@pytest.mark.parametrize("deeper", [0.02, 0.05])
def test_thin_bodies_climb_leaning_risers_with_narrow_treads(deeper, degrees, pace, half_width):
    """Such a riser is longer in plan view than the foothold, and a tick may lead over a tread. The mean slope is below 50."""
    depth = 0.36 / tan(radians(degrees)) + 0.5 * half_width + deeper
    assert walked_up(flight(f"lean {degrees}", 0.0, 0.36, 3, depth), pace, half_width, enough=1.078) >= 1.078


@pytest.mark.parametrize("half_width, step_up", [(0.1, 0.3), (0.15, 0.4), (0.2, 0.5)])
@pytest.mark.parametrize("pace", [*PACES, (120, 1.0), (480, 0.1)])
@pytest.mark.parametrize("limit", [35, 45, 50])
def test_a_leaning_riser_longer_than_the_body_is_wide_is_climbed(limit, pace, half_width, step_up):
    """In plan view. It leans one degree more than the limit; the landing is wide."""
    rise, options = 0.96 * step_up, {"step_up": step_up, "step_down": 0.5, "max_slope": radians(limit)}
    assert walked_up(flight(f"lean {limit + 1}", 0.0, rise, 1), pace, half_width, enough=rise - 4e-3, **options) >= rise - 4e-3
    high = flight(f"lean {limit + 1}", 0.0, step_up + 0.1, 1)
    assert walked_up(high, pace, half_width, enough=step_up, **options) < step_up


def bent(rise, flat, degrees, steps=3):
    """The profile of steps whose risers lean in their upper half; `flat` is the depth of the treads."""
    depth = 0.5 * rise / tan(radians(degrees))
    edges = [(step * (depth + flat), step * rise) for step in range(steps)]
    points = [point for y, z in edges for point in ((y, z), (y, z + 0.5 * rise), (y + depth, z + rise))]
    return [(-20.0, 0.0), *points, (20.0, steps * rise)]


RATES = [(30, 1.0), (30, 0.3), (60, 0.25), (240, 0.1), (480, 1.0)]


@pytest.mark.parametrize("pace", RATES)
@pytest.mark.parametrize("flat", [0.2, 0.22, 0.24])
@pytest.mark.parametrize("limit, step_up", [(50, 0.5), (45, 0.4)])
def test_narrow_treads_between_bent_risers_are_found(limit, step_up, flat, pace):
    """Above such a tread the body first touches the next riser, except from a part of its foothold."""
    for part in (0.9, 0.96, 1.0):
        points, top = bent(part * step_up, flat, limit + 2), 3.0 * part * step_up - 4e-3
        assert walked_up(points, pace, 0.4, enough=top, step_up=step_up, max_slope=radians(limit)) >= top


@pytest.mark.parametrize("radii, rise, step_up, flat", [
    ((0.4, 0.4, 0.5), 0.4, 0.4, 0.23),
    ((0.4, 0.4, 0.5), 0.39, 0.4, 0.23),
    ((0.5, 0.5, 0.35), 0.35, 0.35, 0.62),
    ((0.5, 0.5, 0.35), 0.2, 0.2, 0.29),
    ((0.2, 0.2, 0.8), 0.5, 0.5, 0.11),
])  # fmt: skip
def test_steps_as_high_as_a_low_body_s_waist_are_climbed(radii, rise, step_up, flat):
    """Sharp ones. The body hangs from the edge of the first tread, so the next edge is at its waist."""
    for hz, part in RATES:
        sim = simulate(ridge(flight("lean 90", 0.0, rise, 3, flat)), feet=(0.0, -0.7, 0.0), hz=hz, radii=radii, step_up=step_up)
        run(settled(sim), 2.5 / sim.params.speed / part * hz, Intent((0.0, part)))
        assert sim.state.position[2] == pytest.approx(3.0 * rise + radii[2], abs=2e-3), (hz, part)


@pytest.mark.parametrize("hz, part", RATES)
def test_a_walk_at_an_angle_to_narrow_treads_climbs_them(hz, part):
    """At 30 ticks a second the slide along the riser is longer than the way up to the tread."""
    bevelled = flight("chamfer 43.7", 0.091, 0.4, 3, 0.2 + 0.091 / tan(radians(43.7)) + 0.003)
    sim = simulate(ridge(bevelled), feet=(0.0, -0.6, 0.0), hz=hz, max_slope=radians(35.0))
    heading = 0.677
    run(settled(sim), 3.0 / sim.params.speed / part * hz, Intent((-sin(heading) * part, cos(heading) * part)))
    assert sim.state.position[2] == pytest.approx(1.2 + 0.9, abs=2e-3)

@pytest.mark.parametrize("part", [1.01, 1.04])
def test_a_rounding_whose_walkable_part_begins_below_a_step_is_climbed(part):
    """Its upper part is higher than a step above the floor, but the body walks up there."""
    points, radii = flight("round", 0.0935, 0.4 * part, 2, 0.6), (0.5, 0.5, 0.5)
    for hz, pace in RATES:
        sim = simulate(ridge(points), feet=(0.0, -0.8, 0.0), hz=hz, radii=radii, max_slope=radians(40.0))
        run(settled(sim), 2.2 / sim.params.speed / pace * hz, Intent((0.0, pace)))
        assert sim.state.position[2] == pytest.approx(0.8 * part + 0.5, abs=2e-3), (hz, pace)


@pytest.mark.parametrize("radii, rise, depth", [
    ((0.5, 0.5, 0.35), 0.33, 0.45), ((0.5, 0.5, 0.35), 0.346, 0.41), ((0.5, 0.5, 0.35), 0.2, 0.28), ((0.5, 0.5, 0.5), 0.496, 0.9),
    ((0.4, 0.4, 0.5), 0.4, 0.3),
])  # fmt: skip
def test_a_low_body_walks_down_stairs_without_a_fall(radii, rise, depth):
    """Each edge comes up to its waist before the body has passed it."""
    for hz, part in RATES:
        start, limits = (0.0, 2.0 * depth + 0.6, 3.0 * rise), {"step_up": rise + 1e-3, "step_down": rise + 4e-3}
        sim = settled(simulate(ridge(flight("lean 90", 0.0, rise, 3, depth)), feet=start, hz=hz, radii=radii, **limits))
        records = run(sim, (2.0 * depth + 1.4) / sim.params.speed / part * hz, Intent((0.0, -part)))
        assert grounds(records) == {Ground.FLOOR}, (hz, part)
        assert sim.state.position[2] == pytest.approx(radii[2], abs=1e-3)

@pytest.mark.parametrize("half_width", [0.2, 0.25, 0.3])
@pytest.mark.parametrize("degrees", [65, 75])
@pytest.mark.parametrize("rise", [0.4, 0.48])
def test_steep_stairs_of_leaning_risers_are_judged_alike_at_every_rate(rise, degrees, half_width):
    """Deep treads are climbed. Narrow ones are refused, because such stairs are steeper than the slope limit."""
    for flat, is_climbed in ((0.5 * half_width + 1e-3, True), (0.15 * half_width, False)):
        depth = rise / tan(radians(degrees)) + flat
        points = flight(f"lean {degrees}", 0.0, rise, 3, depth)
        tops = [walked_up(points, pace, half_width, enough=3.0 * rise - 4e-3, step_up=0.5) for pace in RATES]
        assert [top >= 3.0 * rise - 4e-3 for top in tops] == [is_climbed] * len(tops), flat


@pytest.mark.parametrize("half_width, steps, rise, depth", [
    (0.25, 2, 0.1, 0.075), (0.25, 5, 0.075, 0.05), (0.3, 4, 0.09, 0.06), (0.4, 2, 0.18, 0.12), (0.4, 3, 0.1, 0.08),
])  # fmt: skip
@pytest.mark.parametrize("shape, size", [("lean 90", 0.0), ("round", 0.01)])
def test_ledges_too_narrow_for_a_foot_are_climbed_together_as_one_step(shape, size, half_width, steps, rise, depth):
    """A plinth with mouldings. A fast step leads over the ledges, and a slow one comes down on each of them."""
    points, top = flight(shape, size, rise, steps, depth), steps * rise - 4e-3
    for pace in [*RATES, (60, 1.0), (144, 1.0)]:
        assert walked_up(points, pace, half_width, enough=top) >= top, pace


@pytest.mark.parametrize("half_width, rise, depth", [(0.25, 0.1, 0.05), (0.3, 0.1, 0.06), (0.4, 0.2, 0.1)])
def test_ledges_too_narrow_for_a_foot_are_refused_if_higher_than_a_step(half_width, rise, depth):
    points = flight("lean 90", 0.0, rise, 6, depth)
    for pace in [*RATES, (60, 1.0), (144, 1.0)]:
        assert walked_up(points, pace, half_width, enough=0.41) < 0.41, pace


@pytest.mark.parametrize("step, depth", [(0.1, 0.2), (0.2, 0.3), (0.3, 0.3), (0.3, 0.4)])
@pytest.mark.parametrize("first, ledge, second", [(0.4, 0.02, 0.05), (0.4, 0.05, 0.2), (0.39, 0.1, 0.39), (0.3, 0.1, 0.39)])
def test_a_step_in_front_of_such_ledges_does_not_lead_up_to_them(first, ledge, second, step, depth):
    """The body that leans on the ledge from that step seemed to stand on the ledge, at some rates and paces."""
    points = [(-20.0, 0.0), (0.0, 0.0), (0.0, step), (depth, step), (depth, step + first), (depth + ledge, step + first)]
    points += [(depth + ledge, step + first + second), (20.0, step + first + second)]
    for pace in [*RATES, (60, 1.0), (120, 1.0), (144, 0.6)]:
        assert walked_up(points, pace, 0.4, enough=step + 0.41) < step + 0.41, pace


@pytest.mark.parametrize("half_width, points", [
    (0.5, [(0.9, 0.755), (0.9, 0.821), (1.113, 0.821), (1.113, 1.105), (1.13, 1.135)]),
    (0.4, [(0.866, 0.5), (0.866, 0.554), (1.016, 0.554), (1.016, 0.854)]),
    (0.3, [(0.459, 0.528), (0.459, 0.578), (0.462, 0.588), (0.492, 0.588), (0.525, 0.626), (0.543, 0.731), (0.793, 0.731)]),
])  # fmt: skip
def test_a_narrow_ledge_at_the_end_of_a_ramp_is_climbed(half_width, points):
    """The body on the ledge still touches the ramp behind and below; ledge and riser count from the ramp's end."""
    profile, top = [(-20.0, 0.0), (0.0, 0.0), *points, (20.0, points[-1][1])], points[-1][1] - 4e-3
    for pace in [*RATES, (60, 1.0), (144, 0.6)]:
        assert walked_up(profile, pace, half_width, enough=top) >= top, pace


@pytest.mark.parametrize("foot, degrees", [(0.4, 60), (0.8, 85), (0.4, 70), (0.3, 50.6)])
def test_a_leaning_riser_behind_a_ramp_is_no_higher_than_a_step(foot, degrees):
    """A place on the riser itself is not its foot."""
    points = [(-20.0, 0.0), (0.0, 0.0), (0.04, 0.02), (foot, 0.02), (foot + 0.41 / tan(radians(degrees)), 0.43), (20.0, 0.43)]
    for pace in [*RATES, (60, 1.0), (144, 0.6)]:
        assert walked_up(points, pace, 0.4, enough=0.2) < 0.2, pace


@pytest.mark.parametrize("hz, part", [(30, 1.0), (60, 0.25), (144, 0.6), (240, 0.1)])
def test_over_a_narrow_ledge_above_a_steep_slope_it_stays_on_the_floor(hz, part):
    points = [(-20.0, 0.0), (0.12, 0.0), (0.12, -0.094), (0.193, -0.094), (0.418, -0.484), (20.0, -0.484)]
    sim = settled(simulate(ridge(points), feet=(0.0, -0.6, 0.0), hz=hz))
    records = run(sim, 2.0 / sim.params.speed / part * hz, Intent((0.0, part)))
    assert grounds(records) == {Ground.FLOOR} and sim.state.position[1] > 1.0


@pytest.mark.parametrize("head", [1.86, 1.9, 2.0, 2.1, 2.15])
@pytest.mark.parametrize("shape, size", [("round", 0.02), ("chamfer 60", 0.02), ("lean 90", 0.0)])
def test_rounded_stairs_under_a_beam_are_climbed(shape, size, head):
    """Raised by the greatest height of a step, the head met the beam, at high tick rates and slow paces."""
    y = 2.5 * 0.28
    low = y / 0.28 * 0.17 + 0.17 + head
    beam = quad((-8.0, y, low), (8.0, y, low), (8.0, y, low + 2.0), (-8.0, y, low + 2.0))
    for pace in [*RATES, (60, 1.0), (144, 0.6), (240, 1.0)]:
        assert walked_up(flight(shape, size, 0.17, 4, 0.28), pace, 0.4, enough=0.675, parts=(beam,)) >= 0.675, pace


@pytest.mark.parametrize("half_width", [0.4, 0.5])
@pytest.mark.parametrize("rise, degrees", [(0.4, 0.5), (0.385, 5), (0.37, 10)])
@pytest.mark.parametrize("shape, size", [("round", 0.01), ("chamfer 60", 0.01), ("chamfer 75", 0.02)])
def test_such_stairs_with_treads_that_rise_are_climbed(shape, size, rise, degrees, half_width):
    """The next tread is higher than a step above the one on which the body stands, but not above its riser's foot."""
    points, z = [(-20.0, 0.0)], 0.0
    for step in range(3):
        points += [(step * 0.28, z), *edge(shape, size, step * 0.28, z + rise, rise), (step * 0.28 + 0.05, z + rise)]
        z += rise + 0.23 * tan(radians(degrees))
    top = points[-1][1]
    for pace in [*RATES, (60, 1.0), (144, 0.6)]:
        assert walked_up([*points, (20.0, top)], pace, half_width, enough=top - 4e-3) >= top - 4e-3, pace


@pytest.mark.parametrize("half_width, sill, room", [
    (0.4, 0.2, 0.01), (0.4, 0.2, 0.05), (0.4, 0.3, 0.05), (0.4, 0.4, 0.05), (0.3, 0.15, 0.1), (0.3, 0.3, 0.1),
])  # fmt: skip
@pytest.mark.parametrize("size", [0.0, 0.02])
def test_a_door_with_a_bevelled_sill_is_passed(half_width, sill, room, size):
    """The sill is below the lintel of a wall .2 m thick, under which the body has a little room."""
    aside = size / tan(radians(60.0))
    points = [(-20.0, 0.0), (0.05, 0.0), (0.05, sill - size), (0.05 + aside, sill), (0.15 - aside, sill), (0.15, sill - size)]
    lintel = box((-8.0, 0.0, 1.8 + sill + room), (8.0, 0.2, 5.0))
    for hz, part in [*RATES, (60, 1.0), (144, 0.6)]:
        scene = join(ridge([*points, (0.15, 0.0), (20.0, 0.0)]), lintel)
        sim = settled(simulate(scene, feet=(0.0, -0.6, 0.0), hz=hz, radii=(half_width, half_width, 0.9)))
        run(sim, 2.0 / sim.params.speed / part * hz, Intent((0.0, part)))
        assert sim.state.position[1] > 0.6, (hz, part)


POST = box((-0.02, 0.0, -1.0), (0.02, 0.04, 3.0))  # a baluster, flush with the riser
DOOR = join(box((-9.0, 0.0, -1.0), (-0.5, 0.2, 3.0)), box((0.5, 0.0, -1.0), (9.0, 0.2, 3.0)))
WALL = turned(quad((-20.0, 0.0, -1.0), (20.0, 0.0, -1.0), (20.0, 0.0, 4.0), (-20.0, 0.0, 4.0)), radians(-50.0))
PANEL = turned(box((-0.5, 0.0, -1.0), (-0.45, 3.0, 3.0)), radians(-26.0))
BESIDE = [("post", POST, 0.35, 1.0), ("door", DOOR, 0.15, 1.0), ("wall", WALL, 0.24, 0.3), ("panel", PANEL, -0.3, 0.3)]


@pytest.mark.parametrize("thing, x, least", [case[1:] for case in BESIDE], ids=[case[0] for case in BESIDE])
@pytest.mark.parametrize("size, aside", [(0.02, 0.015), (0.1, 0.06), (0.02, 0.011)])
@pytest.mark.parametrize("rise", [0.25, 0.38])
def test_something_beside_a_bevelled_edge_does_not_stop_the_player(rise, size, aside, thing, x, least):
    """The body touches the thing while it is on the edge, slides along it, and is then up on the step."""
    points = [(-20.0, 0.0), (0.0, 0.0), (0.0, rise - size), (aside, rise), (20.0, rise)]
    for hz, part in [*RATES, (60, 1.0), (144, 0.6)]:
        sim = settled(simulate(ridge(points), thing, feet=(x, -1.5, 0.0), hz=hz))
        records = run(sim, 3.5 / sim.params.speed / part * hz, Intent((0.0, part)))
        assert sim.state.position[1] > least and sim.state.position[2] > 0.9 + rise, (hz, part)
        assert grounds(records) == {Ground.FLOOR}, (hz, part)


@pytest.mark.parametrize("size, aside", [(0.0, 0.0), (0.02, 0.01), (0.05, 0.025)])
@pytest.mark.parametrize("height", [0.1, 0.2, 0.38])
@pytest.mark.parametrize("degrees", [30, 45, 47, 49])
def test_a_bevelled_kerb_across_a_slope_is_climbed(degrees, height, size, aside):
    """The slope behind the kerb is little less steep than the limit, so it is long before it is below a slope at the limit."""
    rise = tan(radians(degrees))
    kerb = [(0.0, 0.0), (0.0, height - size), (aside, height), (6.0, height)]
    points = [(y, rise * y + z) for y, z in [(-9.0, 0.0), *(kerb if size else [kerb[0], (0.0, height), kerb[3]])]]
    for hz, part in RATES:
        sim = settled(simulate(ridge(points), feet=(0.0, -1.0, 0.2 - rise), hz=hz, keep_horizontal_speed=True))
        run(sim, hz)
        run(sim, 2.5 / sim.params.speed / part * hz, Intent((0.0, part)))
        assert sim.state.position[1] > 0.5, (hz, part)


LOWER_WALL = quad((-17.8, -8.9, -1.0), (17.8, 9.3, -1.0), (17.8, 9.3, 4.0), (-17.8, -8.9, 4.0))
LOWER_PANEL = turned(box((-0.5, -3.0, -1.0), (-0.45, 0.0, 3.0)), radians(15.0)) + (0.0, 0.1, 0.0)
LOWER_POST = box((-0.09, -0.29, -1.0), (0.09, -0.11, 3.0))
DOWN_BESIDE = [  # the thing, the feet at the start, the direction of the walk counter-clockwise from +y [degrees]
    ("wall", LOWER_WALL, (1.96, -2.0, 0.0), 36.0),
    ("panel", LOWER_PANEL, (0.235, 1.2, 0.3), 151.0),
    ("post", LOWER_POST, (0.51, 1.2, 0.3), 173.0),
]


@pytest.mark.parametrize("thing, feet, degrees", [case[1:] for case in DOWN_BESIDE], ids=[case[0] for case in DOWN_BESIDE])
@pytest.mark.parametrize("size, aside", [(0.0, 0.0), (0.03, 0.02), (0.1, 0.06)])
def test_a_slide_down_a_bevelled_kerb_stays_on_the_floor(size, aside, thing, feet, degrees):
    """The player slides along something while it walks over the edge, so it gets less far than it wishes to walk."""
    points = [(-20.0, 0.0), (0.0, 0.0), (0.0, 0.3 - size), (aside, 0.3), (20.0, 0.3)]
    for hz, part in [*RATES, (60, 1.0), (60, 0.3), (240, 1.0)]:
        sim = settled(simulate(ridge(points), thing, feet=feet, hz=hz))
        wish = Intent((-sin(radians(degrees)) * part, cos(radians(degrees)) * part))
        records = run(sim, 1.36 * 5.0 / sim.params.speed / part * hz, wish)
        assert grounds(records) == {Ground.FLOOR}, (hz, part)


@pytest.mark.parametrize("half_width", [0.15, 0.25])
def test_a_contact_higher_on_a_leaning_riser_decides_no_other_way(half_width):
    """The tread behind these risers ends before a slope at the limit is as high as the tread."""
    depth = 0.47 / tan(radians(77.3)) + 0.4 * half_width
    tops = [walked_up(flight("lean 77.3", 0.0, 0.47, 3, depth), pace, half_width, step_up=0.5, enough=1.4) for pace in RATES]
    assert len({top >= 1.4 for top in tops}) == 1, tops

@pytest.mark.parametrize("half_width", BODIES)
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("shape, size", EDGES)
@pytest.mark.parametrize("rise", [0.42, 0.60])
def test_higher_than_a_step_they_are_refused(rise, shape, size, pace, half_width):
    assert walked_up(flight(shape, size, rise), pace, half_width, enough=0.15) < 0.15


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("height", [0.45, 3.0])
@pytest.mark.parametrize("degrees", [50.5, 60, 80])
def test_ramps_above_the_limit_are_refused(degrees, height, pace):
    assert walked_up(flight(f"lean {degrees}", 0.0, height, 1), pace, 0.4, enough=0.15) < 0.15


@pytest.mark.parametrize("limit", [30, 40, 60, 70])
@pytest.mark.parametrize("rise, climbed", [(0.38, True), (0.45, False)])
def test_every_slope_limit_has_the_same_steps(rise, climbed, limit):
    for pace in PACES:
        top = walked_up(flight("round", 0.02, rise, 1), pace, 0.4, enough=rise - 2e-3, max_slope=radians(limit))
        assert (top >= rise - 2e-3) == climbed, pace


@pytest.mark.parametrize("radii", [(0.3, 0.5, 0.9), (0.5, 0.3, 0.9), (0.4, 0.4, 0.5)])
def test_bodies_that_are_not_round_climb_them(radii):
    """Towards the kerb with the narrow side, the wide side or a corner of the body."""
    for heading in (0.0, 0.6):
        for hz, part in PACES:
            sim = settled(simulate(ridge(flight("round", 0.02, 0.3, 1)), feet=(0.0, -0.8, 0.0), hz=hz, radii=radii))
            records = run(sim, 1.6 / sim.params.speed / part * hz, Intent((0.0, part), heading=heading))
            assert records[-1].after.position[2] == pytest.approx(0.3 + radii[2], abs=1e-3), (heading, hz)


@pytest.mark.parametrize("hz", [30, 60, 144, 240, 480])
@pytest.mark.parametrize("shape, size", EDGES[:4])
def test_a_fall_onto_a_rounded_edge_ends_on_the_floor(shape, size, hz):
    for y in (-0.05, -0.15, -0.25, -0.3):
        sim = simulate(ridge(flight(shape, size, 0.3, 1)), feet=(0.0, y, 0.9), hz=hz)
        after = [record.after.ground for record in run(sim, 0.8 * hz)]
        assert Ground.STEEP not in after and after[-1] == Ground.FLOOR, y
        assert sim.state.position[1] == pytest.approx(y, abs=0.06)


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_jump_at_stairs_lands_on_their_rounded_edges(hz):
    for start in (-0.9, -0.75, -0.6, -0.5):
        sim = settled(simulate(ridge(flight("round", 0.02, 0.3)), feet=(0.0, start, 0.0), hz=hz))
        records = run(sim, 0.4 * hz, Intent((0.0, 0.4), jump=True)) + run(sim, 1.0 * hz)
        assert Ground.STEEP not in grounds(records), start


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("degrees", [52, 60, 75])
def test_a_fall_onto_a_leaning_wall_slides(degrees, hz):
    """Below the part of its top that the round bottom climbs by itself: no jump and step leads up such a wall."""
    sim = simulate(ridge(flight(f"lean {degrees}", 0.0, 1.2, 1)), feet=(0.0, 0.55 / tan(radians(degrees)) - 0.2, 1.2), hz=hz)
    records = run(sim, 1.2 * hz)
    assert Ground.STEEP in grounds(records) and sim.state.position[2] < 1.0


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("shape, size", [("lean 90", 0.0), ("round", 0.005)])
def test_a_tread_of_exactly_half_the_half_width_is_deep_enough(shape, size, pace):
    depth = 0.25 + (size and 0.01)
    assert walked_up(flight(shape, size, 0.3, 3, depth), pace, 0.5, enough=0.898) >= 0.898
    assert walked_up(flight(shape, size, 0.3, 3, 0.24), pace, 0.5, enough=0.5) < 0.5


NARROW = [  # half width, rise, depth, edge: steeper than the limit, and too narrow for a foot
    (0.4, 0.15, 0.12, "round", 0.01),
    (0.25, 0.1668, 0.1203, "chamfer 45", 0.0111),
    (0.25, 0.1406, 0.0935, "chamfer 45", 0.0236),
    (0.4, 0.1675, 0.1368, "chamfer 45", 0.0147),
    (0.3, 0.1773, 0.1121, "chamfer 45", 0.0274),
    (0.5, 0.3738, 0.2118, "chamfer 45", 0.0254),
]


@pytest.mark.parametrize("pace", [(30, 1.0), (30, 0.4), (60, 1.0), *PACES[1:]])
@pytest.mark.parametrize("half_width, rise, depth, shape, size", NARROW)
def test_a_chance_landing_on_the_bevel_of_a_narrow_tread_does_not_climb_it(half_width, rise, depth, shape, size, pace):
    assert walked_up(flight(shape, size, rise, 3, depth), pace, half_width) < 3.0 * rise - 4e-3


def rough_ramp(degrees, teeth, seed, height=2.0):
    """The profile of a ramp whose teeth have two faces each, by chance below and above the mean slope."""
    chance, points, y, z = np.random.default_rng(seed), [(-20.0, 0.0), (0.0, 0.0)], 0.0, 0.0
    while z < height:
        depth = teeth * chance.uniform(0.5, 1.5)
        rise = depth * tan(radians(degrees))
        points += [(y + depth * chance.uniform(0.3, 0.7), z + rise * chance.uniform(0.3, 0.7)), (y + depth, z + rise)]
        y, z = points[-1]
    return [*points, (20.0, z)]


@pytest.mark.parametrize("pace", [(60, 1.0), (60, 0.3), (240, 0.5)])
@pytest.mark.parametrize("degrees", [52, 55])
@pytest.mark.parametrize("teeth", [0.04, 0.07, 0.1])
def test_rough_ramps_above_the_limit_are_refused(teeth, degrees, pace):
    """Chance treads of a few centimetres are no stairs. A player gets no higher than one step."""
    for seed in range(5):
        assert walked_up(rough_ramp(degrees, teeth, seed), pace, 0.4, enough=0.41) < 0.41


@pytest.mark.parametrize("hz, part", PACES)
def test_a_mover_with_rounded_steps_is_climbed(hz, part):
    stairs = mover(ridge(flight("round", 0.02, 0.3)))
    far_away = quad((90, 90, -9), (91, 90, -9), (91, 91, -9), (90, 91, -9))
    sim = settled(simulate(far_away, feet=(0.0, -0.6, 0.0), hz=hz, movers=[stairs]))
    run(sim, 2.2 / sim.params.speed / part * hz, Intent((0.0, part)))
    assert sim.state.position[2] == pytest.approx(0.9 + 0.9, abs=2e-3)


def test_the_trace_agrees_with_the_state():
    """At rest on a rounded edge, the contact that carries the player is walkable in the trace, too."""
    sim = settled(simulate(ridge(flight("round", 0.03, 0.3, 1)), feet=(0.0, -0.6, 0.0)))
    for record in run(sim, 60, Intent((0.0, 0.1))):
        assert record.after.ground == Ground.FLOOR
        assert record.contacts[-1].walkable


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_rests_on_a_rounded_edge_without_creeping(hz):
    sim = settled(simulate(ridge(flight("round", 0.02, 0.3, 1)), feet=(0.0, -0.6, 0.0), hz=hz))
    while sim.state.position[2] < 1.05:
        sim.tick(Intent((0.0, 0.3)))
    place = sim.state.position
    assert grounds(run(sim, 3 * hz)) == {Ground.FLOOR}
    assert sim.state.position == pytest.approx(place, abs=1e-4)


@pytest.mark.parametrize("pace", [1.0, 0.3])
@pytest.mark.parametrize("points", [flight("round", 0.02, 0.3, 1), flight("lean 65", 0.0, 0.3, 1)], ids=["round", "lean"])
def test_the_same_with_gravity_along_y(points, pace):
    """The level is turned so that its z is the world's y, and its y the world's -z."""
    level = level_of(ridge(points) @ np.array([(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)]), feet=(0.0, 0.0, 0.7))
    level.gravity = Down((0.0, -1.0, 0.0))
    sim = Simulation(level)
    right, forward, _ = to_frame(sim.state.frame, (0.0, 0.0, -1.0))
    run(sim, 50 / pace, Intent((right * pace, forward * pace)))
    assert sim.state.position[1] == pytest.approx(1.2, abs=1e-3) and sim.state.ground == Ground.FLOOR


@pytest.mark.parametrize("radii", [(0.4, 0.4, 0.9), (0.5, 0.5, 0.5), (0.3, 0.3, 0.9)])
def test_the_round_bottom_climbs_by_itself(radii):
    """Up to the height where the body is as steep as max_slope: rz (1 - cos e), tan e = tan(max_slope) r / rz."""
    alone = radii[2] * (1.0 - cos(atan(tan(radians(50)) * radii[0] / radii[2])))
    for rise, is_climbed in ((alone - 0.005, True), (alone + 0.005, False)):
        sim = settled(simulate(ridge(flight("lean 90", 0.0, rise, 1)), feet=(0.0, -0.7, 0.0), step_up=0.0, radii=radii))
        run(sim, 120, Intent((0.0, 0.5)))
        assert (sim.state.position[2] - radii[2] > rise - 0.001) == is_climbed


@pytest.mark.parametrize("hz", [30, 60, 240])
@pytest.mark.parametrize("degrees, height", [(52, 1.5), (60, 3.0), (75, 2.0)])
def test_a_run_over_the_brink_of_a_steep_slope_is_a_flight(degrees, height, hz):
    """The upper part of the slope is an edge of the ground above it, but no floor is near below."""
    start = (0.0, height / tan(radians(degrees)) + 0.5, height)
    sim = settled(simulate(ridge(flight(f"lean {degrees}", 0.0, height, 1)), feet=start, hz=hz))
    records = run(sim, 0.5 * hz, Intent((0.0, -1.0)))
    first = next(number for number, record in enumerate(records) if record.after.ground == Ground.AIR)
    assert {record.after.ground for record in records[first : first + round(0.1 * hz)]} == {Ground.AIR}
    assert records[first].before.position[2] > height + 0.9 - 0.45
