"""Scenario L. Pushed by movers: ahead of a wall, out of the way at any speed, and crushed where there is no way."""

from math import cos, hypot, pi, sin

import numpy as np
import pytest

from game.level.contents.mover import Waypoint
from game.simulation import Ground
from tests.simulation.driving import GRAVITY, STILL, apart, run, settled, simulate, walk
from tests.simulation.scenes import box, floor, mover, travelling, wall

RATES = (30, 60, 120, 240, 360)
HALF = 0.4 + 1e-4  # the body's half width, and the skin
WALL = box((-5.0, -0.5, 0.01), (5.0, 0.0, 3.0))  # its face looks along +y


def coming(velocity, at, *static, shape=WALL, hz=60, feet=(0.0, 0.0, 0.0), **motion):
    """A player on a floor, and a wall that comes along."""
    return settled(simulate(floor(), *static, feet=feet, hz=hz, movers=(mover(shape, **travelling(velocity, at, **motion)),)))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", (0.1, 2.0, 7.0))
def test_a_wall_pushes_the_player_in_front_of_it(hz, speed):
    sim = coming((0.0, speed, 0.0), (0.0, -1.0, 0.0), hz=hz)
    for record in run(sim, 3 * hz):
        face = -1.0 + speed * record.tick / hz
        x, y, _ = record.after.position
        assert y == pytest.approx(max(0.0, face + HALF), abs=1e-4) and x == 0.0
        assert record.after.ground == Ground.FLOOR
        assert record.ride.displacement[1] <= speed / hz + 1e-9


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", (50.0, 300.0))
def test_a_fast_pusher_does_not_pass_through(hz, speed):
    """A plate of 2 cm, a tick before the player and a tick behind its position."""
    plate = box((-5.0, -0.02, 0.01), (5.0, 0.0, 3.0))
    sim = coming((0.0, speed, 0.0), (0.0, -10.0, 0.0), shape=plate, hz=hz)
    for record in run(sim, hz // 2):
        assert record.after.position[1] >= -10.0 + speed * record.tick / hz + HALF - 1e-4
    assert sim.state.crushed == 0


@pytest.mark.parametrize("angle", (0.3, 0.8, 1.2))
def test_a_slanted_wall_pushes_along_its_normal(angle):
    """Nothing rubs: the player goes where the face leads, at right angles to it."""
    c, s = cos(angle), sin(angle)
    sim = coming((0.0, 2.0, 0.0), (0.0, -2.0, 0.0), shape=box((-9.0, -0.5, 0.01), (9.0, 0.0, 3.0)), heading=angle)
    run(sim, 120)
    x, y, _ = sim.state.position
    assert x * c + y * s == pytest.approx(0.0, abs=1e-3)
    assert -x * s + (y + 2.0 - 2.0 * sim.time) * c == pytest.approx(HALF, abs=1e-3)


@pytest.mark.parametrize("hz", RATES)
def test_a_turning_arm_sweeps_the_player_along(hz):
    """At 3 m from the axis; it stays behind the player, which goes around with it, outwards."""
    arm = box((0.0, -0.1, 0.01), (9.0, 0.1, 3.0))
    sim = settled(simulate(floor(), feet=(3.0, 1.0, 0.0), hz=hz, movers=(mover(arm, turn=1.5),)))
    for record in run(sim, hz):
        x, y, _ = record.after.position
        heading = 1.5 * record.tick / hz
        assert -x * sin(heading) + y * cos(heading) >= 0.1 + HALF - 1e-4
    assert hypot(*sim.state.position[:2]) > 3.0 and sim.state.crushed == 0


def test_a_fast_turning_arm_does_not_pass_through():
    """Four turns a second: 24 degrees a tick, 1.3 m at the player."""
    arm = box((0.0, -0.02, 0.01), (9.0, 0.02, 3.0))
    sim = settled(simulate(floor(), feet=(3.0, 0.6, 0.0), movers=(mover(arm, turn=8.0 * pi),)))
    record = run(sim, 2)[-1]
    x, y, _ = record.after.position
    heading = 8.0 * pi * record.tick / 60
    assert -x * sin(heading) + y * cos(heading) >= 0.02 + HALF - 1e-4


def test_walking_against_a_pusher_loses():
    sim = coming((0.0, 6.0, 0.0), (0.0, -1.0, 0.0))
    for record in run(sim, 60, walk(0.0, -5.0)):
        assert record.after.position[1] >= -1.0 + 6.0 * record.tick / 60 + HALF - 1e-4


def test_it_pushes_over_an_edge():
    """Off the end of the floor the player falls."""
    static = floor(0.0, (-9.0, -9.0), (9.0, 2.0)), floor(-20.0)
    sim = settled(simulate(*static, movers=(mover(WALL, **travelling((0.0, 2.0, 0.0), (0.0, -1.0, 0.0))),)))
    run(sim, 180)
    assert sim.state.ground == Ground.AIR and sim.state.position[2] < 0.0


@pytest.mark.parametrize("hz", RATES)
def test_a_rising_lift_takes_up_a_player_that_jumps_on_it(hz):
    """It meets the player in the air."""
    slab = box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0))
    lift = mover(slab, **travelling((0.0, 0.0, 4.0), (0.0, 0.0, -1.0)))
    sim = simulate(floor(-9.0), feet=(0.0, 0.0, 1.0), hz=hz, movers=(lift,))
    records = run(sim, hz)
    for record in records:
        assert record.after.position[2] - 0.9 >= -1.0 + 4.0 * record.tick / hz - 1e-6
    assert sim.state.ground_body == 0


# Bodies wider than deep


@pytest.mark.parametrize("heading, half", ((0.0, 0.6), (pi / 2, 0.3)))
@pytest.mark.parametrize("turned", (0.0, 0.5, pi / 2))
def test_a_body_that_is_not_round_is_pushed_by_its_own_side(heading, half, turned):
    """However the mover's own frame lies: the same wall, drawn in a frame that is turned."""
    c, s = cos(-turned), sin(-turned)
    frame = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    shape = mover(WALL @ frame, heading=turned, **travelling((0.0, 2.0, 0.0), (0.0, -1.5, 0.0)))
    sim = simulate(floor(), movers=(shape,), radii=(0.3, 0.6, 0.9))
    sim.teleport(sim.state.position, heading)
    run(sim, 90)
    assert sim.state.position[1] == pytest.approx(-1.5 + 2.0 * sim.time + half, abs=1e-3)
    assert sim.state.position[0] == pytest.approx(0.0, abs=1e-6)


# Crushed


def test_a_closing_gap_crushes():
    """Between the wall that comes and one that stands: reported in the tick in which the gap is too narrow, and respawned: behind
    the wall, which is half a metre thick, for the spawn is there."""
    sim = coming((0.0, 1.0, 0.0), (0.0, -2.0, 0.0), wall(0.0, 1.0))
    records = run(sim, 200)
    crushed = [record for record in records if record.ride.crushed_by is not None]
    assert len(crushed) >= 1 and crushed[0].ride.crushed_by == 0
    first = crushed[0]
    gap = 1.0 - (-2.0 + first.tick / 60)
    assert 0.8 - 0.05 < gap < 0.8
    assert first.after.crushed == 1 and first.before.crushed == 0
    assert -2.0 < first.after.position[1] < 1.0 - gap - 0.5 - 0.4
    inside = [record for record in records if record.tick < first.tick]
    assert all(abs(r.after.position[0]) < 1e-6 and r.after.position[2] < 0.91 for r in inside)  # not thrown out


@pytest.mark.parametrize("hz", RATES)
def test_a_press_crushes_on_the_floor(hz):
    press = box((-2.0, -2.0, 0.0), (2.0, 2.0, 1.0))
    sim = coming((0.0, 0.0, -1.0), (0.0, 0.0, 2.5), shape=press, hz=hz)
    crushed = [record.tick / hz for record in run(sim, hz) if record.ride.crushed_by == 0]
    assert crushed and 0.7 <= crushed[0] <= 0.7 + 0.021 + 1.0 / hz


def test_two_movers_crush_between_them():
    walls = (mover(WALL, **travelling((0.0, 1.0, 0.0), (0.0, -2.0, 0.0))),
             mover(box((-5.0, 0.0, 0.01), (5.0, 0.5, 3.0)), **travelling((0.0, -1.0, 0.0), (0.0, 2.0, 0.0))))  # fmt: skip
    sim = settled(simulate(floor(), movers=walls))
    crushed = [record for record in run(sim, 120) if record.ride.crushed_by is not None]
    assert crushed and 1.6 <= crushed[0].tick / 60 <= 1.6 + 0.011 + 2.0 / 60


@pytest.mark.parametrize("order", (1, -1))
def test_no_player_is_pushed_through_a_mover_at_rest(order):
    """A plate at 50 m/s, and a thin door .6 m behind the player, which is crushed between them."""
    plate = mover(box((-5.0, -0.02, 0.01), (5.0, 0.0, 3.0)), **travelling((0.0, 50.0, 0.0), (0.0, -10.0, 0.0)))
    door = mover(box((-5.0, 0.0, 0.01), (5.0, 0.05, 3.0)), at=(0.0, 1.0, 0.0))
    sim = settled(simulate(floor(), movers=(plate, door)[::order]))
    records = run(sim, 30)
    crushed = [record for record in records if record.ride.crushed_by is not None]
    assert crushed and crushed[0].tick in (12, 13)  # the plate is at .0 m after 12 ticks
    assert all(record.after.position[1] < 1.0 for record in records if record.tick <= crushed[0].tick)


def test_a_gap_that_stays_wide_enough_does_not_crush():
    """.82 m between the walls; the body is .8 m wide."""
    stop = (Waypoint(), Waypoint((0.0, 2.18, 0.0), time=2.18))
    sim = settled(simulate(floor(), wall(0.0, 1.0), movers=(mover(WALL, at=(0.0, -2.0, 0.0), path=stop, mode="once"),)))
    run(sim, 240)
    assert sim.state.crushed == 0
    assert -2.0 + 2.18 + 0.4 <= sim.state.position[1] <= 1.0 - 0.4


def test_a_wedge_of_walls_lets_the_player_slip_out():
    """Pushed along a wall at 45 degrees the player slides off sideways, uncrushed."""
    sim = coming((0.0, 2.0, 0.0), (0.0, -1.0, 0.0), wall(0.0, 1.5, pi / 4), shape=box((-50.0, -0.5, 0.01), (50.0, 0.0, 3.0)))
    run(sim, 180)
    assert sim.state.crushed == 0 and abs(sim.state.position[0]) > 1.0


def test_under_a_ceiling_a_lift_crushes():
    slab = box((-2.0, -2.0, -0.2), (2.0, 2.0, 0.0))
    ceiling = box((-3.0, -3.0, 3.0), (3.0, 3.0, 3.5))
    sim = settled(simulate(floor(-9.0), ceiling, movers=(mover(slab, **travelling((0.0, 0.0, 1.0))),)))
    crushed = [record for record in run(sim, 120) if record.ride.crushed_by == 0]
    assert crushed and 1.2 <= crushed[0].tick / 60 <= 1.2 + 0.021 + 1.0 / 60


# At rest beside movers


def test_beside_a_mover_nothing_moves():
    """A wall that passes at 5 m/s, a hair from the player's side."""
    sim = coming((0.0, 5.0, 0.0), (0.0, -20.0, 0.0), shape=box((0.401, -1.0, 0.0), (0.6, 1.0, 3.0)))
    before = sim.state.position
    run(sim, 600)
    assert apart(sim.state.position, before) < 1e-6


def test_leaning_on_a_passing_wall_is_leaning_on_a_wall():
    """The wall moves along itself: the player walks along it at its own pace."""
    sim = coming((0.0, 3.0, 0.0), (0.0, -20.0, 0.0), shape=box((0.6, -99.0, 0.0), (0.8, 99.0, 3.0)))
    run(sim, 120, walk(1.0, 4.0))
    assert sim.state.position[0] == pytest.approx(0.6 - 0.4, abs=2e-4)
    assert sim.state.position[1] == pytest.approx(8.0, abs=0.05)


# Struck in the air


def struck(shape=WALL, hz=60, feet=(0.0, 0.0, 30.0), intent=STILL, **motion):
    """(Simulation, records of a second) of a player that falls, and a mover that comes along."""
    sim = simulate(floor(), feet=feet, hz=hz, movers=(mover(shape, **motion),))
    return sim, run(sim, hz, intent)


HIGH_WALL = box((-5.0, -0.5, 0.0), (5.0, 0.0, 60.0))


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("speed", (1.5, 6.0, 40.0))
def test_a_player_struck_in_the_air_flies_on_at_the_movers_speed(hz, speed):
    """The wall meets the player 1 m on its way and stops at 2 m; the player flies on, and falls as usual."""
    stops = (Waypoint(), Waypoint((0.0, 2.0, 0.0), time=2.0 / speed))
    sim, records = struck(HIGH_WALL, hz, at=(0.0, -1.0 - HALF, 0.0), path=stops, mode="once")
    for record in records:
        seconds = record.tick / hz
        late = max(seconds - 1.0 / speed, 0.0) * speed
        assert record.after.position[1] == pytest.approx(late, abs=speed / hz + 1e-4)
        assert record.after.position[1] >= min(late, 1.0) - 2e-4  # never in the wall
    assert sim.state.fall[1] == pytest.approx(speed, rel=1e-9) and sim.state.fall[2] == pytest.approx(-GRAVITY, abs=1e-9)


def test_a_slanted_blow_gives_the_part_along_its_normal():
    path = Waypoint(), Waypoint((0.0, 3.0, 0.0), time=0.5)
    sim, _ = struck(HIGH_WALL, at=(0.0, -2.0, 0.0), heading=0.6, path=path, mode="once")
    speed = 6.0 * cos(0.6)
    assert sim.state.fall[:2] == pytest.approx((-speed * sin(0.6), speed * cos(0.6)), abs=1e-6)


def test_a_turning_arm_strikes_with_the_speed_it_has_there():
    """2 m from its axis, at 3 rad/s."""
    arm = box((0.0, -0.1, -50.0), (9.0, 0.1, 50.0))
    sim = simulate(floor(-90.0), feet=(2.0, 1.0, 0.0), hz=240, movers=(mover(arm, turn=3.0),))
    while hypot(*sim.state.fall[:2]) == 0.0:
        sim.tick(STILL)
    x, y, _ = sim.state.position
    assert hypot(*sim.state.fall[:2]) == pytest.approx(3.0 * hypot(x, y), rel=0.05)


def test_walking_away_is_not_added_to_a_blow():
    """The player goes at the wall's speed, however much of it is its own."""
    sim, records = struck(HIGH_WALL, intent=walk(0.0, 3.0), **travelling((0.0, 8.0, 0.0), (0.0, -1.5, 0.0)))
    assert records[-1].after.velocity[1] == pytest.approx(8.0, abs=1e-6)
    assert records[-1].after.position[1] == pytest.approx(-1.5 + 8.0 + HALF, abs=0.2)


def test_a_ceiling_that_comes_down_strikes_a_jumper_down():
    press = box((-2.0, -2.0, 0.0), (2.0, 2.0, 1.0))
    sim = simulate(floor(-90.0), feet=(0.0, 0.0, 0.0), movers=(mover(press, **travelling((0.0, 0.0, -20.0), (0.0, 0.0, 4.0))),))
    run(sim, 30)
    assert sim.state.fall[2] <= -20.0


def test_pushed_over_an_edge_the_player_keeps_the_speed():
    static = floor(0.0, (-9.0, -9.0), (9.0, 2.0)), floor(-60.0)
    stops = (Waypoint(), Waypoint((0.0, 4.0, 0.0), time=1.0))
    sim = settled(simulate(*static, movers=(mover(WALL, at=(0.0, -1.0, 0.0), path=stops, mode="once"),)))
    run(sim, 90)
    assert sim.state.ground == Ground.AIR and sim.state.fall[1] == pytest.approx(4.0, abs=1e-6)


def test_on_the_floor_a_push_leaves_nothing():
    """Friction: the wall stops, and so does the player."""
    stops = (Waypoint(), Waypoint((0.0, 2.0, 0.0), time=0.5))
    sim = coming((0.0, 0.0, 0.0), (0.0, -1.0, 0.0), path=stops, mode="once")
    run(sim, 40)
    before = sim.state.position
    run(sim, 30)
    assert sim.state.position == pytest.approx(before, abs=1e-9) and sim.state.velocity == (0.0, 0.0, 0.0)
