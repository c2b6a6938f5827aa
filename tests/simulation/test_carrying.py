"""Scenario L. Riding movers: on the arc, at the lift's height, left by what falls faster, with its velocity when leaving."""

from math import cos, degrees, hypot, pi, sin

import pytest

from game.level.contents.mover import Waypoint
from game.simulation import Ground, Intent, Simulation
from game.simulation.intent_and_tick_record import Ride
from tests.simulation.driving import GRAVITY, STILL, apart, grounds, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, level_of, mover, travelling

PIT = floor(-50.0)
RATES = (30, 60, 120, 240, 360)
DISC = box((-10.0, -10.0, -0.2), (10.0, 10.0, 0.0))
SLAB = box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0))
JUMP = Intent(jump=True)


def on_mover(slab, feet=(0.0, 0.0, 0.0), hz=60, turns_view=False, static=(PIT,), params=None, **motion):
    """A player at rest on a mover, a tick after its placement."""
    return settled(simulate(*static, feet=feet, hz=hz, movers=(mover(slab, turns_view=turns_view, **motion),), **(params or {})))


def feet_of(sim, state):
    """Height of the feet without the skin [m]."""
    return state.position[2] - sim.params.feet - sim.params.skin


# Turning


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("turn", (0.5, 2.0 * pi, -2.0 * pi))
def test_a_turntable_carries_on_its_arc(hz, turn):
    sim = on_mover(DISC, feet=(9.0, 0.0, 0.0), hz=hz, turn=turn)
    began = sim.state.tick
    for record in run(sim, 3 * hz):
        angle = turn * (record.tick - began + 1) / hz  # the first tick did not carry the player yet
        late = turn / hz
        expected = (9.0 * cos(angle - late), 9.0 * sin(angle - late))
        assert apart(record.after.position[:2], expected) < 1e-4
        assert record.after.ground == Ground.FLOOR and record.after.ground_body == 0


@pytest.mark.parametrize("hz", RATES)
def test_turning_neither_lifts_nor_drifts(hz):
    sim = on_mover(DISC, feet=(9.0, 0.0, 0.0), hz=hz, turn=2.0 * pi)
    height = sim.state.position[2]
    for record in run(sim, 60 * hz if hz <= 60 else 10 * hz):
        assert abs(hypot(*record.after.position[:2]) - 9.0) < 1e-6
        assert abs(record.after.position[2] - height) < 1e-6


def test_an_axis_beside_the_origin_is_turned_about():
    sim = on_mover(SLAB, feet=(1.5, 0.0, 0.0), turn=1.0, axis=(-1.5, 0.0))
    run(sim, 120)
    angle = 1.0 * 120 / 60
    assert apart(sim.state.position[:2], (-1.5 + 3.0 * cos(angle), 3.0 * sin(angle))) < 1e-6


@pytest.mark.parametrize("turns_view, heading", ((True, 1.0), (False, 0.0)))
def test_the_view_turns_with_what_asks_for_it(turns_view, heading):
    sim = on_mover(DISC, feet=(5.0, 0.0, 0.0), turn=0.5, turns_view=turns_view)
    records = run(sim, 120)
    assert sim.state.heading == pytest.approx(heading, abs=1e-9)
    assert sum(record.ride.turn for record in records) == pytest.approx(heading, abs=1e-9)


def test_walking_on_a_turntable_is_walking_on_the_ground_that_turns():
    """Towards the axis and on over it: the ground's motion is added to the player's own."""
    sim = on_mover(DISC, feet=(9.0, 0.0, 0.0), turn=0.2)
    records = run(sim, 60, walk(-2.0, 0.0))
    for record in records:
        assert record.after.ground == Ground.FLOOR
        own = tuple(b - a - c for a, b, c in zip(record.before.position, record.after.position, record.ride.displacement))
        assert apart(own, (-2.0 / 60, 0.0, 0.0)) < 1e-6


# Sideways


@pytest.mark.parametrize("hz", RATES)
def test_a_platform_carries_sideways(hz):
    sim = on_mover(SLAB, hz=hz, **travelling((3.0, -1.0, 0.0)))
    began = sim.state
    run(sim, 2 * hz)
    expected = (began.position[0] + 6.0, began.position[1] - 2.0, began.position[2])
    assert apart(sim.state.position, expected) < 1e-6


def test_a_wall_holds_the_rider_back():
    """The platform goes on under the player, which is carried into a wall and along it."""
    sim = on_mover(box((-20.0, -2.0, -0.2), (20.0, 2.0, 0.0)), static=(PIT, box((2.0, -3.0, 0.5), (3.0, 3.0, 3.0))),
                   **travelling((2.0, 0.0, 0.0)))  # fmt: skip
    run(sim, 240)
    assert sim.state.position[0] == pytest.approx(2.0 - 0.4, abs=2e-4)
    assert (sim.state.ground, sim.state.crushed) == (Ground.FLOOR, 0)


# Leaving


@pytest.mark.parametrize("hz", RATES)
def test_a_jump_keeps_the_velocity_of_the_platform(hz):
    sim = on_mover(SLAB, hz=hz, **travelling((4.0, 1.0, 0.0)))
    start = sim.state.position
    sim.tick(JUMP)
    assert sim.state.ground == Ground.AIR and sim.state.velocity[:2] == pytest.approx((4.0, 1.0), abs=1e-9)
    for record in run(sim, 0.4 * hz):
        seconds = (record.tick - 1) / hz
        assert record.after.position[:2] == pytest.approx((start[0] + 4.0 * seconds, start[1] + seconds), abs=1e-6)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("turn", (0.7, -2.0 * pi, 20.0))
def test_a_jump_off_a_turning_disc_leads_along_its_arc(hz, turn):
    """With the speed of the disc at the player, at right angles to the direction of its axis, at any tick rate."""
    sim = on_mover(DISC, feet=(5.0, 0.0, 0.0), hz=hz, turn=turn)
    run(sim, 0.4 * hz)
    x, y, _ = sim.tick(JUMP).after.position
    assert sim.state.fall[:2] == pytest.approx((-turn * y, turn * x), rel=0.002, abs=0.002 * abs(turn) * 5.0)
    assert hypot(x, y) == pytest.approx(5.0, abs=1e-6)


@pytest.mark.parametrize("hz", RATES)
def test_a_jump_off_a_rising_lift_goes_higher(hz):
    sim = on_mover(SLAB, hz=hz, **travelling((0.0, 0.0, 2.0)))
    start, speed = sim.state.position[2], sim.params.jump_speed + 2.0
    records = [sim.tick(JUMP), *run(sim, 0.7 * hz)]
    highest = max(record.after.position[2] for record in records) - start
    assert highest == pytest.approx(speed**2 / (2.0 * GRAVITY), rel=0.01)


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("velocity", ((5.0, 0.0, 0.0), (-20.0, 30.0, 0.0), (3.0, -4.0, 1.0), (8.0, 0.0, -1.5)))
def test_jumping_on_a_platform_lands_on_the_same_spot(hz, velocity):
    """At any speed: the rest of the landing's tick is made up for in the next."""
    vx, vy, _ = velocity
    slab = box((-9.0, -9.0, -0.2), (9.0, 9.0, 0.0))
    sim = on_mover(slab, hz=hz, **travelling(velocity))
    run(sim, hz // 2)  # until the player is surely on it: a slab that drops leaves it in the air at first
    x, y, _ = sim.state.position
    x, y = x - vx * sim.time, y - vy * sim.time
    records = [sim.tick(JUMP), *run(sim, 1.5 * hz)]
    assert grounds(records) == {Ground.AIR, Ground.FLOOR} and sim.state.ground_body == 0
    assert apart(sim.state.position[:2], (x + vx * sim.time, y + vy * sim.time)) < 1e-6


@pytest.mark.parametrize("hz", RATES)
def test_landing_late_in_a_tick_is_no_jerk(hz):
    """Two ticks around a landing lead as far as two others of the ride."""
    sim = on_mover(box((-9.0, -9.0, -0.2), (9.0, 9.0, 0.0)), hz=hz, **travelling((30.0, 0.0, 0.0)))
    records = [sim.tick(JUMP), *run(sim, 1.5 * hz)]
    for one, two, three in zip(records, records[1:], records[2:]):
        assert three.after.position[0] - one.before.position[0] >= 2.0 * 30.0 / hz - 1e-6
        assert two.after.position[0] >= one.after.position[0]


@pytest.mark.parametrize("hz", RATES)
def test_stepping_onto_a_fast_platform_loses_at_most_its_way_of_a_tick(hz):
    """At right angles onto a belt of one long slab that goes by at 20 m/s, level with the floor."""
    belt = mover(box((-90.0, 1.0, -0.2), (90.0, 4.0, 0.0)), **travelling((20.0, 0.0, 0.0)))
    sim = settled(simulate(floor(0.0, (-99.0, -9.0), (99.0, 1.0)), floor(0.0, (-99.0, 4.0), (99.0, 9.0)), hz=hz, movers=(belt,)))
    records = run(sim, 1.2 * hz, walk(0.0, 5.0))
    assert grounds(records) == {Ground.FLOOR}
    on_it = [record for record in records if record.before.ground_body == 0]
    assert len(on_it) / hz == pytest.approx(3.0 / 5.0, abs=1.01 / hz)
    assert sim.state.position[0] == pytest.approx(20.0 * 3.0 / 5.0, abs=20.01 / hz)
    assert sim.state.position[1] == pytest.approx(5.0 * 1.2, abs=1e-6)  # its own walking is not changed


def test_walking_off_keeps_the_velocity_too():
    sim = on_mover(SLAB, **travelling((3.0, 0.0, 0.0)))
    records = run(sim, 60, walk(0.0, 5.0))
    last = records[-1].after
    assert last.ground == Ground.AIR and last.fall[0] == pytest.approx(3.0, abs=1e-9)


def test_a_late_jump_keeps_it_as_well():
    """Off the edge, and the jump within the coyote time."""
    sim = on_mover(SLAB, **travelling((3.0, 0.0, 0.0)))
    while sim.state.ground == Ground.FLOOR:
        sim.tick(walk(0.0, 5.0))
    sim.tick(walk(0.0, 5.0, jump=True))
    assert sim.state.velocity[2] > 4.0 and sim.state.velocity[:2] == pytest.approx((3.0, 5.0), abs=1e-9)


def test_on_standing_ground_the_platforms_velocity_is_gone():
    sim = on_mover(SLAB, static=(PIT, floor(0.0, (-40.0, 2.0), (40.0, 40.0))), **travelling((3.0, 0.0, 0.0)))
    run(sim, 60, walk(0.0, 5.0))
    before = sim.tick(STILL).after
    assert (before.ground, before.ground_body) == (Ground.FLOOR, -1)
    assert sim.tick(STILL).after.position == pytest.approx(before.position, abs=1e-9)


def test_a_player_that_falls_from_a_platform_respawns_on_fixed_ground():
    """The last platform under the player has moved on."""
    island = floor(0.0, (-3.0, -9.0), (3.0, -2.0))
    sim = simulate(island, feet=(0.0, -4.0, 0.0), movers=(mover(SLAB, **travelling((1.0, 0.0, 0.0))),))
    run(sim, 40, walk(0.0, 5.0))
    assert sim.state.ground_body == 0
    run(sim, 120, walk(0.0, 5.0))
    assert sim.state.returns >= 1
    x, y, _ = run(sim, 60)[-1].after.position
    assert (sim.state.ground, sim.state.ground_body, x) == (Ground.FLOOR, -1, 0.0) and y < 2.0


def test_a_lift_may_go_below_everything_that_stands():
    sim = on_mover(SLAB, static=(floor(0.0, (3.0, -9.0), (9.0, 9.0)),), path=(Waypoint(), Waypoint((0.0, 0.0, -5.0))))
    run(sim, 290)
    assert sim.state.returns == 0 and feet_of(sim, sim.state) < -4.5


# The player's own ways on it


def test_steps_on_a_mover_are_steps():
    """Up a step of .3 m that rides on the platform."""
    steps = (SLAB, box((-2.0, 1.0, 0.0), (2.0, 2.0, 0.3)))
    sim = simulate(PIT, movers=(mover(*steps, **travelling((1.0, 0.0, 0.5))),))
    settled(sim)
    records = run(sim, 18, walk(0.0, 5.0))
    assert grounds(records) == {Ground.FLOOR}
    assert feet_of(sim, sim.state) == pytest.approx(0.3 + 0.5 * sim.time, abs=0.01)


def test_it_is_climbed_onto_from_standing_ground():
    """A slab .3 m high that passes by is a step."""
    sim = simulate(floor(), movers=(mover(box((-50.0, 1.0, 0.0), (50.0, 9.0, 0.3)), **travelling((2.0, 0.0, 0.0))),))
    settled(sim)
    run(sim, 30, walk(0.0, 5.0))
    x = sim.state.position[0]
    run(sim, 30)
    assert sim.state.ground_body == 0 and feet_of(sim, sim.state) == pytest.approx(0.3, abs=1e-3)
    assert sim.state.position[0] - x == pytest.approx(1.0, abs=1e-6)


def test_a_mover_at_rest_is_ground_like_any_other():
    """The same walk over the same triangles, standing and as a mover that does not move."""
    block = box((-2.0, 2.0, 0.0), (2.0, 4.0, 0.3))
    one, other = simulate(floor(), block), simulate(floor(), movers=(mover(block),))
    for sim in (one, other):
        run(sim, 90, walk(0.0, 5.0))
    assert one.state.position == pytest.approx(other.state.position, abs=1e-12)


def test_without_movers_nothing_is_added():
    sim = settled(simulate(floor()))
    assert sim.movers is None and sim.state.ground_body == -1 and sim.history[-1].ride == Ride()


def test_a_place_far_out_changes_nothing():
    """10 km from the origin the ride is the same."""
    far = 1e4
    sim = Simulation(level_of(floor(-50.0, (far - 99.0, -99.0), (far + 99.0, 99.0)), feet=(far + 9.0, 0.0, 0.0),
                              movers=(mover(DISC, at=(far, 0.0, 0.0), turn=degrees(0.01)),)))  # fmt: skip
    settled(sim)
    run(sim, 300)
    x, y, _ = sim.state.position
    assert hypot(x - far, y) == pytest.approx(9.0, abs=1e-6)
