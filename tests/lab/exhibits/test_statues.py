"""The statues: each volume holds its parts, no touch is missed, and the hierarchy asks less."""

import numpy as np
import pytest

from game.collision import Ellipsoid, TriangleMesh, overlap
from game.explain.describe_trace import describe_trace
from game.explain.triangle_test_replay import inspection_of
from game.lab import Actor, shapes
from game.lab.exhibits import statues
from game.lab.exhibits.statues import (
    AABB,
    COVARIANCE,
    EACH,
    HIERARCHY,
    LEAST,
    LEAVES,
    NODES,
    ONE,
    PARTS,
    PLACES,
    PROBE,
    ROOT,
    SPHERE,
    TURNS,
    VOLUMES,
    balls_hit,
    counted_tests,
    expected_tests,
    formula_ratio,
    is_hit,
    part_triangles,
    ratio,
    volumes,
)
from game.simulation import Intent, Simulation
from tests.lab.rooms import Run, level_with, place_of

RADII = (0.4, 0.4, 0.9)
KINDS = range(len(VOLUMES))


def values_of(kind=AABB, tests=HIERARCHY, turn=0.0):
    return {"volume": float(kind), "tests": float(tests), "turn": turn}


def visitor(x, y, velocity=(0.0, 0.0, 0.0)):
    return Actor((x, y, 0.9), RADII, velocity)


def beyond(volume, points):
    """Return the distances (n,) by which points (n, 3) are outside a volume [m]."""
    offset = points - volume.centre
    if volume.axes is None:
        return np.linalg.norm(offset, axis=1) - volume.half[0]
    return np.linalg.norm(np.maximum(np.abs(offset @ volume.axes.T) - volume.half, 0.0), axis=1)


def test_the_figure_has_eleven_parts_in_eighteen_volumes():
    assert len(PARTS) == len(LEAVES) == 11 and ROOT == 17 and set(NODES[ROOT].parts) == set(PARTS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turn", [0, 75, 195])
def test_no_corner_is_outside_of_a_volume(kind, turn):
    for node, volume in zip(NODES, volumes(kind, turn)):
        corners = np.concatenate([part_triangles(name, turn).reshape(-1, 3) for name in node.parts])
        assert beyond(volume, corners).max() < 1e-12


@pytest.mark.parametrize("kind", KINDS)
def test_no_ball_that_touches_a_part_is_missed(kind):
    """A million balls that touch a part by construction: their centres are within PROBE of a point of one of its triangles."""
    random, turn = np.random.default_rng(kind), 135
    above = {child: number for number, node in enumerate(NODES) for child in node.children}
    for leaf in LEAVES:
        triangles = part_triangles(NODES[leaf].name, turn)
        corners = triangles[random.integers(len(triangles), size=250_000 // len(LEAVES) + 1)]
        weights = random.dirichlet((1.0, 1.0, 1.0), len(corners))
        ways = random.normal(size=(len(corners), 3))
        ways *= PROBE * random.random((len(corners), 1)) / np.linalg.norm(ways, axis=1, keepdims=True)
        places = (weights[:, :, None] * corners).sum(axis=1) + ways
        node = leaf
        while node is not None:
            assert balls_hit(volumes(kind, turn)[node], places).all()
            node = above.get(node)


@pytest.mark.parametrize("turn", TURNS)
def test_volumes_are_those_of_the_formulas(turn):
    """Sphere: 4/3 pi of half the diagonal; AABB: |R| a; OBB: the body itself. The least OBB is never above the AABB."""
    for name in ("plank", "cube"):
        for kind in (AABB, SPHERE, LEAST):
            values = values_of(kind, turn=turn)
            assert ratio(name, values) == pytest.approx(formula_ratio(name, values), rel=1e-9)
    for least, loose in zip(volumes(LEAST, int(turn)), volumes(AABB, int(turn))):
        assert least.size <= loose.size * (1.0 + 1e-12)


def test_the_box_by_covariance_of_a_cube_has_no_reason():
    """E27: three AABBs of the cube in its own axes in the median of the turns (LAB: at least 3)."""
    assert np.median([ratio("cube", values_of(COVARIANCE, turn=turn)) for turn in TURNS]) >= 3.0


def test_a_hierarchy_asks_less_and_finds_the_same():
    """L24: a child's AABB lies in its parent's, so the leaves that are hit are those of a test of each part."""
    random = np.random.default_rng(2)
    for x, y in random.uniform(-2.0, 2.0, (300, 2)).tolist():
        each, some = (statues.tested(values_of(tests=tests, turn=30.0), visitor(x, y)) for tests in (EACH, HIERARCHY))
        assert set(each.hit) == {node for node in some.hit if not NODES[node].children}
        assert each.touched == some.touched or set(each.touched) == set(some.touched)
    for kind in KINDS:
        assert counted_tests(kind, HIERARCHY, 0) <= 0.4 * counted_tests(kind, EACH, 0)


@pytest.mark.parametrize("turn", [0, 45, 90])
def test_the_mean_number_of_tests_is_that_of_steiners_formula(turn):
    assert counted_tests(AABB, HIERARCHY, turn) == pytest.approx(expected_tests(AABB, HIERARCHY, turn), abs=0.12)
    for kind in (SPHERE, LEAST, COVARIANCE):
        assert counted_tests(kind, HIERARCHY, turn) <= expected_tests(kind, HIERARCHY, turn) + 0.1


@pytest.mark.parametrize("kind", KINDS)
def test_the_players_ellipsoid_is_tested_exactly(kind):
    """In eSpace it is a unit sphere: GJK gives the centre's distance from a box. From a sphere: by many points of it."""
    random, radii = np.random.default_rng(8), np.array(RADII)
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    ball = random.normal(size=(20_000, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    for number in (ROOT, LEAVES[2], LEAVES[6]):
        volume = volumes(kind, 15)[number]
        for place in volume.centre + random.uniform(-2.0, 2.0, (60, 3)) * 0.7:
            found = is_hit(volume, (kind, 15, number), Actor(tuple(place.tolist()), RADII, heading=float(place[0])))
            if volume.axes is None:
                distance = np.linalg.norm((volume.centre + volume.half[0] * ball - place) / radii, axis=1).min()
                distance = 0.0 if np.linalg.norm(place - volume.centre) < volume.half[0] else distance
            else:
                distance = shapes.gjk([place / radii], (signs * volume.half @ volume.axes + volume.centre) / radii).distance
            assert found == (distance <= 1.0) or abs(distance - 1.0) < 0.02


def test_the_statue_stops_the_player_that_touches_it():
    sim = Simulation(level_with(place_of("statues")))
    sim.teleport((-3.0, -0.2, 0.9001), 0.0)
    mesh = [TriangleMesh(t.reshape(-1, 3), np.arange(3 * len(t)).reshape(-1, 3)) for t in (part_triangles(n, 0) for n in PARTS)]
    counts = []
    for _ in range(120):
        record = sim.tick(Intent((1.0, 0.0)))
        counts.append(record.lab.readouts["statues"].figures["tested"])
        assert max(overlap(one, Ellipsoid(RADII), record.after.position) for one in mesh) <= 0.0
    assert counts[0] == 1.0 and max(counts) > 10.0 and record.lab.readouts["statues"].figures["touched"] >= 1.0
    assert sim.state.position[0] < -0.3


def test_a_record_that_is_no_longer_in_the_history_still_has_the_triangles_that_it_met():
    """A case keeps one tick of history, and describes its shots at the end."""
    sim = Simulation(level_with(place_of("statues"), feet=(-1.2, -0.2, 0.0)), history=1)
    records = [sim.tick(Intent((1.0, 0.0))) for _ in range(30)]
    met = next(record for record in records if any(i.triangle >= sim.first_solid for i in record.trace.iterations if i.hit))
    assert met is not sim.history[0] and "face" in describe_trace(met.trace, inspection_of(met, sim))


@pytest.mark.parametrize("x, y", [(0.2, -0.8), (1.2, 0.3), (-0.2, 0.8), (-1.2, -0.3)])
def test_a_board_behind_the_figure_has_the_counts_for_a_visitor_on_each_side(x, y):
    """From among the boxes a visitor could not read the counts on the board by the desk."""
    run = Run("statues", 1, actor=visitor(x, y))
    before, captions = (run.exhibit.kind.captions(state, run.exhibit.place) for state in run.states)
    figures, caption = run.figures, captions[-1]
    assert len(before) == len(PLACES)
    assert caption.text == f"{figures['tested']:.0f} tested\n{figures['hit']:.0f} hit" and figures["hit"] > 0
    away = np.array(caption.place[:2]) - (x, y)
    ahead = -np.array((x, y)).round()
    assert away @ ahead > 0.7 * np.hypot(*away), "within 45 degrees of a view across the turntable"
    assert abs(ahead @ (-np.sin(caption.heading), np.cos(caption.heading))) > 0.9, "it faces the visitor"


def test_the_time_until_the_boxes_meet():
    """G8: the predicted time is the one at which the boxes overlap, within a tick."""
    sim = Simulation(level_with(place_of("statues")))
    sim.teleport((-4.0, 0.3, 0.9001), 0.0)
    low, high = (part(np.concatenate([part_triangles(n, 0).reshape(-1, 3) for n in PARTS]), axis=0) for part in (np.min, np.max))
    predicted = []
    while True:
        record = sim.tick(Intent((1.0, 0.0)))
        predicted.append(record.lab.readouts["statues"].figures["meets"])
        place = np.array(record.after.position)
        if (np.abs(place - (low + high) / 2.0) <= (high - low) / 2.0 + RADII).all():
            break
    assert predicted[4] == pytest.approx((len(predicted) - 5) / 60.0, abs=1.5 / 60.0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tests", [ONE, EACH, HIERARCHY])
def test_the_drawing_is_made_at_every_moment(kind, tests):
    run = Run("statues")
    for x in (-6.0, -0.9):
        run.go(1, f"statues.volume:{kind}", f"statues.tests:{tests}", "statues.probes", actor=visitor(x, -0.2))
        shown, state, rows = run.exhibit.kind, run.states[-1], run.board.rows
        assert shown.bodies(state, state, 0.5) and shown.captions(state, run.exhibit.place)
        assert len(rows) == 4 and "press" not in rows[3].measured
        shown.overlay(state)


# Boxes that move


def test_swept_boxes_against_many_times():
    random = np.random.default_rng(4)
    times, met = np.linspace(0.0, 1.0, 4001), 0
    for _ in range(300):
        low, other = random.uniform(-2.0, 2.0, (2, 3))
        high, other_high = low + random.uniform(0.1, 1.0, 3), other + random.uniform(0.1, 1.0, 3)
        way = (1.5 * (other - low) + random.uniform(-1.0, 1.0, 3)) * random.choice((0.0, 1.0), 3, p=(0.1, 0.9))
        moved = times[:, None] * way
        is_there = ((low + moved <= other_high) & (high + moved >= other)).all(axis=1)
        found = shapes.sweep_boxes(low, high, way, other, other_high)
        if found is None:
            assert not is_there.any()
            continue
        met += 1
        enter, leave, axis = found
        if is_there.any():
            assert enter == pytest.approx(times[is_there][0], abs=5e-4) and leave == pytest.approx(times[is_there][-1], abs=5e-4)
        if enter > 0.0:
            gap = min(abs(high[axis] + enter * way[axis] - other[axis]), abs(low[axis] + enter * way[axis] - other_high[axis]))
            assert gap < 1e-12
    assert met > 50


@pytest.mark.parametrize(
    "way, expected",
    [
        ((0.0, 0.0, 0.0), None),
        ((1.0, 0.0, 0.0), (1.0, 1.0, 0)),
        ((4.0, 0.0, 0.0), (0.25, 0.75, 0)),
        ((-4.0, 0.0, 0.0), None),
        ((4.0, 8.0, 0.0), None),
    ],
)
def test_swept_boxes_in_special_positions(way, expected):
    """Two unit cubes, 1 m apart along x: at rest, just touching, through, away, and past each other."""
    assert shapes.sweep_boxes((0, 0, 0), (1, 1, 1), way, (2, 0, 0), (3, 1, 1)) == expected


def test_a_box_that_is_none_is_refused():
    with pytest.raises(ValueError, match="a box or its way"):
        shapes.sweep_boxes((0, 0, 0), (1, 1, 1), (float("nan"), 0, 0), (2, 0, 0), (3, 1, 1))
