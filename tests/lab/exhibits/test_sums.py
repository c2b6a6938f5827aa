"""The sums: point in a shape and bodies agree, GJK has certificates, and the lecture's sum is wrong."""

from itertools import product

import numpy as np
import pytest

from game.lab import shapes
from game.lab.exhibits.sums import (
    A_AT,
    CELLS,
    DIFFERENCE,
    HIGH,
    MOST_STEPS,
    OFFSETS,
    PAIRS,
    SUM,
    WEDGE,
    advanced,
    entered,
    first,
    gjk_of,
    moved,
    nearest_face,
    on_edges,
    second,
    section,
    separation,
    shape_of,
    signed_distance,
    tour_of,
    wrong_share,
    wrong_until,
)
from game.lab.physics.forum_picking import area, clipped
from game.simulation import Intent, Simulation
from tests.lab.rooms import Run, level_with, place_of

BODIES = range(len(PAIRS))
TURNED = [(pair, turn) for pair in BODIES for turn in (0, 105, 330)]


@pytest.mark.parametrize("pair, turn", TURNED)
def test_the_point_in_the_difference_and_the_bodies_agree(pair, turn):
    """Explicit hull and GJK, distance and depth, from -2.6 to 2.6 m."""
    for offset in OFFSETS:
        found, by_shape = separation(pair, turn, offset), signed_distance(pair, turn, DIFFERENCE, offset)
        assert found == pytest.approx(by_shape, abs=1e-9)
        assert (found <= 0.0) == shape_of(pair, turn, DIFFERENCE).contains((offset, 0.0, HIGH))


@pytest.mark.parametrize("pair, turn", TURNED)
def test_the_distance_has_a_certificate(pair, turn):
    """The closest points are in the bodies, and all of each body is behind its plane: nothing is nearer."""
    apart = [offset for offset in OFFSETS if separation(pair, turn, offset) > 0.0]
    assert len(apart) > 8
    one, hull = first(pair), shapes.Polyhedron(first(pair).vertices)
    for offset in apart:
        other, found = moved(second(pair, turn), (offset, 0.0, HIGH)), gjk_of(pair, turn, offset)
        assert np.linalg.norm(found.closest_a - found.closest_b) == pytest.approx(found.distance, abs=1e-12)
        normal = (found.closest_b - found.closest_a) / found.distance
        gap = (other.vertices @ normal).min() - (one.vertices @ normal).max()
        assert gap == pytest.approx(found.distance, abs=1e-9)
        assert hull.contains(found.closest_a)
        assert shapes.gjk(other, [found.closest_b]).distance < 1e-9


@pytest.mark.parametrize("pair, turn", TURNED)
def test_no_shorter_way_out_than_the_depth(pair, turn):
    """The least overlap over the normals of A, of -B and all cross products of their edges (SAT)."""
    for offset in (-0.4, 0.0, 0.4):
        one, other = first(pair), moved(second(pair, turn), (offset, 0.0, HIGH))
        found = separation(pair, turn, offset)
        if found > 0.0:
            continue
        assert -found == pytest.approx(shapes.penetration(one, other)[0], abs=1e-9)
        way = np.array(nearest_face(pair, turn, offset)[1])
        out = moved(other, tuple((1e-6 - found) * way))
        assert shapes.gjk(one, out).distance > 0.0
        assert shapes.gjk(one, moved(other, tuple((-1e-6 - found) * way))).distance == 0.0 or found > -1e-6


@pytest.mark.parametrize("pair, turn", TURNED)
def test_the_first_touch_is_where_the_ray_enters_the_difference(pair, turn):
    enter, leave = entered(pair, turn, DIFFERENCE)
    assert advanced(pair, turn) == pytest.approx(enter, abs=1e-9)
    for place, is_free in ((enter - 1e-6, True), (enter + 1e-6, False), (leave - 1e-6, False), (leave + 1e-6, True)):
        distance = shapes.gjk(first(pair), moved(second(pair, turn), (place, 0.0, HIGH))).distance
        assert (distance > 0.0) == is_free


def test_a_triangle_against_itself():
    """E22: in the square [-1, 2]^2 of the triangle's side, sum and difference have areas 2 and 3, common is .5: 4/9 is wrong."""
    assert wrong_share(0, 0, SUM) == pytest.approx(4.0 / 9.0, abs=1e-12) and wrong_share(0, 0, DIFFERENCE) == 0.0
    right, wrong = shape_of(0, 0, DIFFERENCE), shape_of(0, 0, SUM)
    places = np.random.default_rng(5).uniform(-1.2, 2.4, (20_000, 2))
    xs, zs = places.T / 1.2
    # The triangle x, z >= 0, x + z <= 1 and itself moved by p overlap if each of the three barycentric intervals does.
    meets = (np.abs(xs) <= 1.0) & (np.abs(zs) <= 1.0) & (np.abs(xs + zs) <= 1.0)
    for shape, expected in ((right, 0.0), (wrong, 400.0 / 9.0)):
        outside = shape.normals @ np.column_stack((places[:, 0], np.zeros(len(places)), places[:, 1])).T
        reach = (shape.vertices @ shape.normals.T).max(axis=0)[:, None]
        inside = (outside <= reach + 1e-12).all(axis=0)
        assert 100.0 * np.mean(inside != meets) == pytest.approx(expected, abs=0.5 if expected else 1e-12)


@pytest.mark.parametrize("pair, turn", [(pair, turn) for pair in BODIES for turn in (0, 45)])
def test_counted_wrong_places_are_those_of_the_areas(pair, turn):
    count = CELLS * CELLS
    assert len(wrong_until(pair, turn, DIFFERENCE, count)) == 0
    assert len(wrong_until(pair, turn, SUM, count)) / count == pytest.approx(wrong_share(pair, turn, SUM), abs=0.015)
    if PAIRS[pair] == "boxes":  # its own mirror image through its origin
        assert len(wrong_until(pair, turn, SUM, count)) == 0 and wrong_share(pair, turn, SUM) == pytest.approx(0.0, abs=1e-9)


def test_common_part_of_polygons():
    square = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])
    assert area(clipped(square, square + 1.0)) == 1.0 and len(clipped(square, square + 5.0)) == 0
    assert area(section(shapes.Polyhedron(WEDGE))) == pytest.approx(0.72, abs=1e-12)


def test_the_sweep_visits_all_of_the_first_body_and_fills_the_sum():
    """D:153: the corners of the sum are corners of B, whose origin is at corners of A."""
    for pair in BODIES:
        assert {tuple(row) for row in tour_of(pair).tolist()} == {tuple(row) for row in first(pair).vertices.tolist()}
        assert (tour_of(pair)[0] == tour_of(pair)[-1]).all()
        for test, sign in ((SUM, 1.0), (DIFFERENCE, -1.0)):
            shape = shape_of(pair, 30, test)
            for way in np.linspace(0.0, 20.0, 60):
                place = on_edges(pair, way)
                assert all(shape.contains(place + sign * corner) for corner in second(pair, 30).vertices)
            corners = {tuple(np.round(a + sign * b, 9)) for a in tour_of(pair) for b in second(pair, 30).vertices}
            assert {tuple(np.round(row, 9)) for row in shape.vertices} <= corners


def test_steps_of_gjk_come_nearer():
    for pair, turn, offset in product(BODIES, range(0, 360, 45), OFFSETS):
        steps = gjk_of(pair, turn, offset).steps
        lengths = [np.linalg.norm(step.nearest) for step in steps]
        assert lengths == sorted(lengths, reverse=True) and len(steps) <= MOST_STEPS


def test_what_the_board_says_of_the_sum():
    run = Run("sums")
    for _ in range(CELLS * CELLS // 4):
        run.go(1, "sums.offset:-0.6", "sums.test:1")
    figures = run.figures
    assert figures["overlap"] == 1.0 and figures["inside"] == 0.0
    assert figures["distance"] == -0.6 and figures["touch"] == -1.2 and figures["by ray"] == 0.0
    assert figures["expected"] == pytest.approx(400.0 / 9.0, abs=1e-6)
    rows = run.board.rows
    assert [row.wrong_prediction for row in rows] == [True, True, True, False] and rows[3].wrong
    assert not any(row.wrong_prediction or row.wrong for row in run.go(1, "sums.test:0").board.rows)


@pytest.mark.parametrize("pair, test, step", list(product(BODIES, (DIFFERENCE, SUM), (0, 1, 3, MOST_STEPS))))
def test_the_drawing_is_made_at_every_moment(pair, test, step):
    run, uses = Run("sums"), (f"sums.bodies:{pair}", f"sums.test:{test}", f"sums.step:{step}", "sums.turn:30")
    for offset in (OFFSETS[0], 0.0, OFFSETS[-1]):
        run.go(1, *uses, f"sums.offset:{offset}")
        kind, state, sheet = run.exhibit.kind, run.states[-1], run.board
        assert kind.bodies(state, state, 0.5) and kind.captions(state, run.exhibit.place)
        assert len(sheet.rows) == 4 and all(np.isfinite(curve.points).all() for curve in sheet.plot.curves)
        assert bool(kind.overlay(state)) == (separation(pair, 30, offset) > 0.0)


def test_the_bodies_stop_a_player_in_a_jump():
    sim = Simulation(level_with(place_of("sums")))
    sim.teleport((A_AT[0] + 0.3, -1.6, 1.6), 0.0)
    for _ in range(20):
        sim.tick(Intent((0.0, 1.0), jump=True))
        low, radii = np.array(sim.state.position), np.array(sim.params.radii)
        assert shapes.gjk((first(0).vertices + A_AT) / radii, [low / radii]).distance > 1.0 - 1e-6
