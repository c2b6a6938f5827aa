"""The hill: look-up, plane, weights and ray agree, and the player walks on the chosen triangles."""

from itertools import product

import numpy as np
import pytest

from game.collision import Ellipsoid, overlap
from game.lab import Actor
from game.lab.exhibits.hill import (
    AREAS,
    CELLS,
    ERRORS,
    GRID,
    HALF,
    HIGHEST,
    MATRIX,
    NET,
    SIDE,
    field,
    found_at,
    ground_corners,
    ground_of,
    heights,
    mesh_of,
    net,
)
from game.lab.physics.ground import barycentric
from game.simulation import Ground, Intent, Simulation
from tests.lab.rooms import Run, place_of, use
from tests.simulation.scenes import floor, level_of

RADII = (0.4, 0.4, 0.9)
CHOSEN = [
    *({"ground": GRID, "diagonal": diagonal, "error": 0.4, "weights": AREAS} for diagonal in (0, 1)),
    *({"ground": NET, "diagonal": 0, "error": error, "weights": AREAS} for error in ERRORS),
]


def places(count):
    """Random places on the hill, and places on lines and points of the grid (n, 2) [m]."""
    random = np.random.default_rng(3)
    some = random.uniform(-HALF, HALF, (count, 2))
    on_points = random.integers(0, CELLS + 1, (count // 8, 2)) * SIDE - HALF
    on_lines = np.where(np.arange(len(on_points))[:, None] % 2 == [[0, 1]], on_points, some[: len(on_points)])
    return np.concatenate((some, on_points, on_lines))


@pytest.mark.parametrize("values", CHOSEN)
def test_the_height_is_that_of_a_ray(values):
    ground, some = ground_of(values), places(4000 if values["ground"] == GRID else 800)
    rays = np.column_stack((some, np.full(len(some), HIGHEST)))
    down = HIGHEST - mesh_of(ground).raycast(rays, np.tile((0.0, 0.0, -1.0), (len(rays), 1)), np.inf)
    # A ray from 100 m has a rounding of 1.4e-14 m, and misses none; a point on the border may be beyond it by a last digit.
    is_inner = np.abs(some).max(axis=1) < HALF
    assert np.abs(ground.heights_at(some) - down)[is_inner].max() < 1e-12


@pytest.mark.parametrize("values", CHOSEN)
def test_plane_weights_and_ray_agree_under_the_player(values):
    for x, y in places(60):
        found = found_at(values, (x, y, 3.0))
        assert found.plane == pytest.approx(ground_of(values).height(x, y), abs=1e-12)
        assert abs(sum(found.weights) - 1.0) <= 4.5e-16 and min(found.weights) >= 0.0
        assert max(abs(x), abs(y)) == HALF or found.ray == pytest.approx(found.plane, abs=1e-12)


def test_a_weight_is_negative_only_outside():
    triangle = field(0).triangle(0.3, 0.4)
    for x, y in places(400):
        is_inside = field(0).triangle(x, y).number == triangle.number
        least = min(barycentric(triangle, (x, y)))
        assert least >= 0.0 if is_inside else least <= 0.0


def test_the_diagonal_moves_the_middle_of_a_cell():
    """By half of |z00 + z11 - z01 - z10|."""
    z = heights()
    for i, j in product(range(0, CELLS, 5), range(0, CELLS, 3)):
        x, y = (i + 0.5) * SIDE - HALF, (j + 0.5) * SIDE - HALF
        expected = 0.5 * abs(z[i, j] + z[i + 1, j + 1] - z[i, j + 1] - z[i + 1, j])
        assert abs(field(0).height(x, y) - field(1).height(x, y)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("error", ERRORS)
def test_the_net_keeps_to_its_error_and_is_searched_in_few_steps(error):
    grid, few = field(0).vertices, net(error)
    assert np.abs(few.heights_at(grid[:, :2]) - grid[:, 2]).max() <= error + 1e-12
    assert len(few.triangles) < (2 * CELLS * CELLS) / (2.5 if error == 0.1 else 7.0)
    steps = [len(few.walk(x, y)) for x, y in places(300)]
    assert np.mean(steps) <= 3.0 * len(few.triangles) ** 0.5


def test_the_lectures_matrix_answers_for_the_foot_along_the_normal():
    """E29: h above a plane with the unit normal n the foot is aside by h nz times the length of n, seen from above."""
    values = CHOSEN[0]
    for x, y in places(40):
        found = found_at(values, (x, y, 3.0))
        one, two, three = map(np.array, found.triangle.corners)
        normal = np.cross(two - one, three - one)
        normal /= np.linalg.norm(normal)
        expected = abs(3.0 - found.plane) * normal[2] * np.hypot(normal[0], normal[1])
        assert found.aside == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("actions", [(), use("hill.diagonal:1"), use("hill.ground:1", "hill.error:0.4")])
def test_the_player_walks_on_the_chosen_triangles(actions):
    """The solver's floor is the ground: no overlap, and no gap larger than the skin along the way up and down."""
    level = level_of(floor(low=(-60.0, -60.0), high=(60.0, 60.0), z=-1.5), floor(low=(-60.0, -60.0), high=(60.0, -HALF)))
    level.exhibits = (place_of("hill", at=(0.0, 0.0, 0.0)),)
    sim = Simulation(level)
    sim.teleport((-1.0, -HALF - 1.5, RADII[2] + 0.01), 0.0)
    high, seen = 0.0, 0
    for tick in range(420):
        record = sim.tick(Intent((0.05, 1.0), actions=actions if tick == 0 else ()))
        figures = record.lab.readouts["hill"].figures
        if figures["plane"] != figures["plane"]:  # before or behind the hill
            if high:
                break
            continue
        values = dict(zip(("ground", "diagonal", "error", "weights"), record.lab.after[0].values))
        place, mesh = np.array(record.after.position), mesh_of(ground_of(values))
        assert figures["plane"] == pytest.approx(figures["ray"], abs=1e-8)
        assert overlap(mesh, Ellipsoid(RADII), tuple(place)) <= 0.0
        if record.after.ground is Ground.FLOOR:
            seen += 1
            assert overlap(mesh, Ellipsoid(RADII), tuple(place - (0.0, 0.0, 2.0 * sim.rules.skin + 1e-4))) > 0.0
        high = max(high, figures["plane"])
    assert high > 2.5 and seen > 200


def test_outside_of_the_hill_there_is_no_triangle():
    run = Run("hill", 1, actor=Actor((HALF + 0.01, 0.0, 0.9), RADII))
    kind, state, figures = run.exhibit.kind, run.states[-1], run.figures
    assert figures["plane"] != figures["plane"] and figures["triangles"] == 2.0 * CELLS * CELLS
    assert len(kind.bodies(state, state, 0.5)) == 1 and not kind.overlay(state) and not run.board.rows


@pytest.mark.parametrize("values", [*CHOSEN, {**CHOSEN[0], "weights": MATRIX}, {**CHOSEN[3], "weights": MATRIX}])
def test_the_drawing_is_made_at_every_moment(values):
    run, uses = Run("hill"), [f"hill.{name}:{value}" for name, value in values.items()]
    for x, y in ((0.0, 0.0), (-HALF, HALF), (3.1, -8.2)):
        sheet = run.go(1, *uses, actor=Actor((x, y, 4.0), RADII)).drawn()
        assert len(sheet.rows) == 4 and all(np.isfinite(curve.points).all() for curve in sheet.plot.curves)
        if x != -HALF:  # at the corner the matrix may be right
            assert sheet.rows[2].wrong == (values["weights"] == MATRIX)
    assert len(ground_corners(ground_of(values))) == len(ground_of(values).triangles)
