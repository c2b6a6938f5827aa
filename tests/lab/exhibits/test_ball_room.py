"""Balls in a box: what physics keeps is kept, and the player among them is never overlapped."""

from random import Random

import numpy as np
import pytest

from game.collision import Ellipsoid, TriangleMesh, overlap
from game.core.input_errors import InputError
from game.lab import Actor
from game.lab.exhibits.ball_room import forum_reach, forum_tally
from game.lab.physics.ball_array import deepest_overlap
from game.lab.physics.balls_as_triangles import ball_triangles, widest_margin
from game.lab.physics.ellipsoid_among_balls import Obstacle, ellipsoid_gap
from game.lab.physics.walls_of_turning_box import half_extent
from game.simulation import Intent, Simulation
from tests.lab.rooms import Run, lab_of, level_with, place_of, use
from tests.shipped_levels import shipped

AWAY = Actor((0.0, -12.0, 0.9), (0.4, 0.4, 0.9))


def after(ticks, *uses, hz=60, **keys):
    run = Run("ball_room", ticks, *(f"ball_room.{use}" for use in uses), actor=AWAY, hz=hz, **keys)
    return run.bodies, [readout.figures for readout in run.readouts]


def least_gap(balls):
    """The least gap between two balls [m]."""
    places, radii = balls["position"], balls["radius"]
    gaps = np.linalg.norm(places[:, None] - places, axis=2) - radii[:, None] - radii
    return gaps[np.triu_indices(len(places), 1)].min()


@pytest.mark.parametrize("gravity", [0, 1])
@pytest.mark.parametrize("hz", [60, 144])
def test_a_box_at_rest_keeps_the_energy(gravity, hz):
    """E without gravity to 1e-11, with gravity to 1e-10."""
    _, figures = after(10 * hz, f"gravity:{gravity}", hz=hz, balls=60)
    assert max(abs(one["energy change"]) for one in figures) < (1e-10 if gravity else 1e-11)
    assert all(one["outside"] == 0.0 for one in figures)


@pytest.mark.parametrize("rate", [0.1, 0.5, 2.0])
def test_a_steady_turn_keeps_e_less_w_l(rate):
    """E - w.L to 1e-10, and E changes by the work of the walls alone."""
    _, figures = after(600, f"turning:{rate}", turning=True, balls=60, height=6.0)
    scale = max(one["energy"] for one in figures) / figures[0]["energy"]
    assert max(abs(one["kept change"]) for one in figures) < 1e-10 * scale
    assert max(abs(one["energy change"]) for one in figures) < 1e-10 * scale
    assert figures[-1]["energy"] != pytest.approx(figures[0]["energy"], rel=1e-3)
    assert max(one["outside"] for one in figures) == 0.0


@pytest.mark.parametrize("law", [0, 4])
def test_balls_at_a_thousand_metres_a_second_stay_inside_and_apart(law):
    """By the desk's dial, in the order of time and all at once. The second loses nearly all their energy."""
    bodies, figures = after(120, "speed:1000", f"law:{law}", turning=True, height=6.0)
    assert least_gap(bodies.balls) > -1e-9
    assert max(one["outside"] for one in figures) == 0.0
    left = figures[-1]["energy"] / (15 * 0.5 * 1000.0**2)
    assert left < 0.1 if law else (left > 0.9 and figures[-1]["events"] > 100)


def test_the_printed_law_leaks_and_ours_does_not():
    """claims.toml, E9: a ball slower than the wall that comes goes through it."""
    leaked = {}
    for law in (0, 1):
        _, figures = after(1200, "turning:2", f"law:{law}", turning=True, height=6.0, speed=1.0)
        leaked[law] = max(one["outside"] for one in figures)
    assert leaked[0] == 0.0 < leaked[1]


def test_balls_that_lose_energy_heap_up_without_overlap():
    bodies, figures = after(600, "bounce:0.5", "gravity:1", balls=200)
    assert least_gap(bodies.balls) > -1e-9 and figures[-1]["outside"] == 0.0
    assert np.linalg.norm(bodies.balls["velocity"], axis=1).mean() < 0.3


def test_a_change_of_the_dial_compares_with_the_energy_from_then_on():
    run = Run("ball_room", 100, actor=AWAY, turning=True, height=6.0).go(100, "ball_room.turning:1", actor=AWAY)
    assert abs(run.figures["kept change"]) < 1e-9


@pytest.mark.parametrize("radius, most", [(0.3, 0.07 * 0.3), (0.08, 0.018)])
def test_the_triangles_of_a_ball_hold_it_whole(radius, most):
    corners = ball_triangles(np.zeros((1, 3)), np.array([radius])).reshape(-1, 3, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    heights = (normals * corners[:, 0]).sum(axis=1) / np.linalg.norm(normals, axis=1)
    assert heights.min() == pytest.approx(radius, abs=1e-12) and 0.0 < widest_margin(radius) < most
    assert np.linalg.norm(corners, axis=2).max() <= radius + widest_margin(radius) + 1e-12


def balls_at(body, balls):
    """The balls that a body may overlap: with n times its radii it would reach the centre, and (n - 1) least radii are a gap."""
    times = np.linalg.norm((balls["position"] - np.array(body.centre)) / np.array(body.radii), axis=1)
    return balls[(times - 1.0) * min(body.radii) <= balls["radius"]]


def gaps_of(record, place):
    """The gap between the player and each ball after a tick [m], for all balls whose centre is so near that it may be below 0."""
    (state,) = record.lab.after
    x, y, z = (a - b for a, b in zip(record.after.position, place.at))
    body = Obstacle((x, y, z - 3.0), record.body.radii)
    near = balls_at(body, state.bodies.balls)
    return [ellipsoid_gap(body, tuple(ball["position"].tolist()))[0] - float(ball["radius"]) for ball in near]


@pytest.mark.parametrize("balls, gravity", [(60, 0), (60, 1), (200, 1)])
def test_a_player_that_walks_at_random_is_never_overlapped(balls, gravity):
    """Never overlapped, never out; the balls are kicked, and none gets lost."""
    place = place_of("ball_room", balls=balls)
    sim, random, least = Simulation(level_with(place, feet=(0.0, -5.0, 0.0))), Random(balls + gravity), 1.0
    sim.tick(Intent(actions=use(f"ball_room.gravity:{gravity}")))
    for _ in range(40):  # ticks of walking into the box
        sim.tick(Intent((0.0, 1.0)))
    wish = (0.0, 0.0)
    for tick in range(600):
        if tick % 20 == 0:
            x, y, _ = sim.state.position
            wish = (random.uniform(-1.0, 1.0) - 0.2 * x, random.uniform(-1.0, 1.0) - 0.2 * y)
        record = sim.tick(Intent(wish, jump=random.random() < 0.05, run=random.random() < 0.3))
        least = min([least, *gaps_of(record, place)])
        assert record.lab.readouts["ball_room"].figures["outside"] == 0.0
    assert least > -1e-6


def test_a_standing_player_is_pushed_by_nothing():
    place = place_of("ball_room", balls=60)
    sim = Simulation(level_with(place, feet=(0.0, 0.0, 0.0)))
    sim.tick(Intent(actions=use("ball_room.start")))
    start = sim.state.position
    for _ in range(300):
        record = sim.tick(Intent())
    assert record.after.position == pytest.approx(start, abs=1e-9)
    assert record.lab.readouts["ball_room"].figures["energy"] < 0.95 * 60 * 4.5, "the player takes energy"


def test_a_kick_speeds_a_ball_up():
    place = place_of("ball_room", balls=1, speed=0.0, half=[3.0, 3.0, 0.25001], height=0.25001)
    sim = Simulation(level_with(place, feet=(0.0, -2.5, 0.0)))
    for _ in range(150):
        x, y, _ = sim.state.position
        away = np.array(sim.lab.state[0].bodies.balls["position"][0][:2]) - (x, y)
        record = sim.tick(Intent(tuple(away / np.linalg.norm(away))))
    assert record.lab.readouts["ball_room"].figures["energy"] > 1.0


def test_the_same_run_has_the_same_bits():
    hashes = set()
    for _ in range(2):
        sim = Simulation(level_with(place_of("ball_room", balls=60), feet=(0.0, -5.0, 0.0)))
        for tick in range(120):
            sim.tick(Intent((0.0, 1.0) if tick < 60 else (1.0, 0.0)))
        hashes.add(sim.state_hash())
        sim.rewind(80)
        for _ in range(80):
            sim.tick(Intent((0.0, 1.0) if sim.state.tick < 60 else (1.0, 0.0)))
        hashes.add(sim.state_hash())
    assert len(hashes) == 1


def test_triangles_of_balls_block_a_body():
    mesh = TriangleMesh(ball_triangles(np.zeros((1, 3)), np.array([0.5])).reshape(-1, 3), np.arange(384).reshape(-1, 3))
    assert overlap(mesh, Ellipsoid(), (0.0, 0.0, 1.45)) < 0.0 < overlap(mesh, Ellipsoid(), (0.0, 0.0, 1.3))


def test_a_ball_larger_than_its_box_is_refused():
    with pytest.raises(InputError, match="radius must be less than half of the shortest side, 3 m"):
        lab_of("ball_room", radius=5.0)


@pytest.mark.parametrize("balls", [3, 3000])
def test_a_box_that_the_player_fills_has_no_balls(balls):
    """Neither at random places, nor at those of a grid, which many balls get."""
    keys = {"half": [0.3, 0.3, 0.3], "height": 0.9, "balls": balls, "radius": 0.05}
    run = Run("ball_room", 1, "ball_room.start", actor=Actor((0.0, 0.0, 0.9), (0.4, 0.4, 0.9)), **keys)
    assert len(run.bodies.balls) == 0


@pytest.mark.parametrize("balls", [1000, 3000])
def test_so_many_balls_that_they_would_fill_the_box_are_smaller(balls):
    """Balls of a quarter of a metre: 1 000 or 3 000 of them do not fit into six metres."""
    bodies, _ = after(1, half=[3.0, 3.0, 3.0], balls=balls, radius=0.25)
    centres, radius = bodies.balls["position"], bodies.balls["radius"]
    apart = min(np.linalg.norm(centres[k + 1 :] - centre, axis=1).min() for k, centre in enumerate(centres[:-1]))
    assert len(centres) == balls and np.ptp(radius) == 0.0 and radius[0] < 0.25 and apart >= 2.0 * radius[0]


def test_the_player_stands_among_ten_thousand_balls():
    """They fill the player's place at no start, fall on it, and never overlap it."""
    player, uses = Actor((1.0, 0.5, 0.9), (0.4, 0.4, 0.9)), ("balls:10000", "bounce:0.5", "gravity:1")
    keys = {"half": [5.0, 5.0, 3.0], "height": 3.0, "balls": 60, "radius": 0.3}
    run = Run("ball_room", 90, *(f"ball_room.{use}" for use in uses), actor=player, **keys)
    balls, body = run.bodies.balls, Obstacle((1.0, 0.5, 0.9 - 3.0), player.radii)
    near = np.linalg.norm(balls["position"] - np.array(body.centre), axis=1) < 1.2
    gaps = [ellipsoid_gap(body, tuple(place))[0] for place in balls["position"][near].tolist()]
    assert len(balls) == 10_000 and run.figures["outside"] == 0.0
    assert len(gaps) > 50 and min(gaps) > balls["radius"][0] - 1e-9


def visit(balls=60, rate=0.5, gravity=0, law=0):
    """A Simulation of level "lab" whose player walks from the room up the stairs through the hatch into the turning box."""
    sim = Simulation(shipped("lab"))
    sim.begin_at((23.5, 3.4, 0.0), -90.0)
    names = (f"balls:{balls}", f"turning:{rate}", f"gravity:{gravity}", f"law:{law}")
    sim.tick(Intent(actions=use(*(f"turning_box.{name}" for name in names))))
    for _ in range(130):
        sim.tick(Intent((1.0, 0.0)))
    return sim


def in_the_box(record):
    """(the exhibit's state, the player relative to the middle of the box in the exhibit's frame, the kind)"""
    number = next(n for n, one in enumerate(record.lab.exhibits) if one.place.name == "turning_box")
    place, kind = record.lab.exhibits[number].place, record.lab.exhibits[number].kind
    x, y, z = place.pose.to_own(record.after.position)
    return record.lab.after[number].bodies, (x, y, z - kind.height), kind


def least_room(record):
    """(least gap to a ball [m], least gap to a side wall or the back wall [m]) of the player after a tick."""
    bodies, middle, kind = in_the_box(record)
    body = Obstacle(middle, record.body.radii)
    near = balls_at(body, bodies.balls)
    gaps = [ellipsoid_gap(body, tuple(ball["position"].tolist()))[0] - float(ball["radius"]) for ball in near]
    axes = kind.axes_at(bodies.angle)
    walls = [2.2 - abs(np.dot(axes[k], middle)) - half_extent(body.radii, axes[k]) for k in (0, 2)]
    return min([1.0, *gaps]), min(*walls, 2.2 - middle[1] - body.radii[1])


@pytest.mark.parametrize(
    "balls, rate, gravity, law", [(60, 0.0, 1, 0), (60, 0.5, 0, 0), (60, 2.0, 1, 0), (600, 1.0, 0, 0), (600, 1.0, 0, 4)]
)
def test_the_player_climbs_into_the_turning_box_and_is_never_overlapped(balls, rate, gravity, law):
    """It walks in by the stairs, then at random for 10 s; no ball and no wall overlaps it, none gets out."""
    sim, random, wish, waits = visit(balls, rate, gravity, law), Random(balls), (0.0, 0.0), 0
    assert in_the_box(sim.history[-1])[0].holds
    for tick in range(600):
        if tick % 20 == 0:
            x, y, _ = in_the_box(sim.history[-1])[1]
            wish = (random.uniform(-1.0, 1.0) - 0.5 * y, random.uniform(-1.0, 1.0) + 0.5 * x)
        record = sim.tick(Intent(wish, jump=random.random() < 0.05, run=random.random() < 0.3))
        figures = record.lab.readouts["turning_box"].figures
        waits += figures["waits"]
        if not in_the_box(record)[0].holds:
            continue  # it has jumped out
        gap, room = least_room(record)
        assert gap > -1e-6 and room > -1e-6 and figures["outside"] == 0.0, (tick, gap, room)
    assert waits <= 30, "it turns nearly always"


def test_a_hatch_is_for_turning_boxes_and_smaller_than_their_sides():
    for keys in ({"hatch": 3.0, "turning": True}, {"hatch": 1.0}):
        with pytest.raises(InputError, match="hatch must be less than half of the sides of a turning box"):
            lab_of("ball_room", **keys)


def test_the_player_climbs_out_of_the_hatch_again():
    """It walks against the wall with the hatch and jumps, while the box turns."""
    sim = visit()
    for tick in range(400):
        record = sim.tick(Intent((-1.0, 0.0), jump=tick % 30 == 0))
        if record.after.position[0] < 28.8:
            break
    assert record.after.position[0] < 28.8 and not in_the_box(record)[0].holds


@pytest.mark.parametrize("turning", [False, True])
def test_start_brings_all_balls_back(turning):
    """Also in the turning box, where the forum's law lets them out and only that switch brought them back."""
    uses = ("ball_room.turning:0.5", "ball_room.law:1") if turning else ("ball_room.gravity:1",)
    run = Run("ball_room", 61, *uses, actor=AWAY, balls=15, turning=turning).go(1, "ball_room.start", actor=AWAY)
    first, moved, again = (run.states[tick].bodies.balls["position"] for tick in (1, 61, 62))
    away = np.abs(moved - first).max()
    assert away > 0.5 and np.abs(again - first).max() < 0.5 * away


@pytest.mark.parametrize("hz", [60, 144])
@pytest.mark.parametrize("count, fallen", [(300, 31), (60, 90), (600, 60), (15, 240)])
def test_energy_is_kept_or_the_board_says_that_collisions_were_cut_off(count, fallen, hz):
    """Balls fall into a heap, and then bounce without loss: infinitely many collisions do not end in a tick."""
    uses = "ball_room.gravity:1", "ball_room.bounce:0.3"
    run = Run("ball_room", fallen * hz // 60, *uses, actor=AWAY, hz=hz, balls=count, speed=0.5)
    for tick in range(20):
        run.go(1, *["ball_room.bounce:1"][tick:], actor=AWAY)
        sheet, figures = run.board, run.figures
        words = " ".join([*sheet.notes, *(row.predicted for row in sheet.rows)])
        assert abs(figures["energy change"]) < 1e-9 or figures["cut"] > 0.0
        assert ("ended all at once" in words and "not kept: cut off" in words) == (figures["cut"] > 0.0)


@pytest.mark.parametrize("law, words", [(2, "springs push apart"), (3, "is moved by its depth"), (4, "nothing overlaps, but E")])
def test_overlaps_are_resolved_by_springs_or_by_moving_or_never_made(law, words):
    """L35, L39: more positions of the switch. Springs leave overlaps that the exact law never has. The board says how."""
    keys = {"turning": True, "balls": 60, "radius": 0.35, "speed": 6.0}
    bodies, figures = after(120, f"law:{law}", **keys)
    exact, _ = after(120, "law:0", **keys)
    overlap = deepest_overlap(bodies.balls)
    assert deepest_overlap(exact.balls) <= 1e-9 and (overlap > 1e-4, True, overlap <= 1e-9)[law - 2]
    assert all(np.isfinite(one["energy"]) for one in figures) and (law == 2 or figures[-1]["outside"] == 0.0)
    assert words in Run("ball_room", 1, f"ball_room.law:{law}", actor=AWAY, **keys).board.notes[1]


def test_the_energy_of_the_forum_is_rounded_after_each_ball():
    """E11: by up to half a unit for each of 15 balls. The board shows both sums. E10: so are the radii, to whole units."""
    keys = {"turning": True, "balls": 15, "radius": 0.35, "speed": 2.0}
    bodies, _ = after(60, "law:1", **keys)
    shown, exact = forum_tally(bodies.balls)
    units = 0.5 * bodies.balls["mass"] * (np.linalg.norm(bodies.balls["velocity"], axis=1) * 256.0 / 3.0 / 60.0) ** 2
    assert exact == pytest.approx(units.sum(), rel=1e-12) and shown == int(shown)
    total = 0.0
    for unit in units:
        total = round(total + unit)  # to even at a half, as BASIC
    assert shown == total and 0.0 < abs(shown - exact) <= 7.5
    assert forum_reach(bodies.balls) == (pytest.approx(60.0 / (256.0 / 3.0)), 0.7)
    board = Run("ball_room", 1, "ball_room.law:1", actor=AWAY, **keys).board
    assert "rounded after each ball: 60, exact 60.7" in board.notes[1]
