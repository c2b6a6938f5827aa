"""The Minkowski view draws the surface that the body's centre cannot cross, at distance 1 in ellipsoid space."""

import numpy as np
import pytest

from game.collision import Feature
from game.core.shapes import EllipsoidShape, Label, Lines, Skin
from game.explain.minkowski import (
    FADE,
    MOST_PAUSED,
    MOST_RUNNING,
    REACH,
    Espace,
    ExpandedTriangle,
    MinkowskiView,
    build_minkowski,
    parts,
    surfaces_so_far,
    triangles_near,
)
from game.explain.tick_overlay import Switches
from game.level import load_level
from game.simulation import Intent, Simulation
from tests.explain.facets import areas

SKIN = 1e-3  # [radii] distance between a body and a triangle that it touches at its start
SOME = 8  # triangles to expand; more take longer and test nothing else


@pytest.fixture(scope="module", params=[("stairs", 55), ("corners", 116), ("planet", 90)], ids=["stairs", "corners", "planet"])
def walked(request):
    """(simulation, its newest record, Espace)"""
    name, ticks = request.param
    sim = Simulation(load_level(name))
    for _ in range(ticks):
        record = sim.tick(Intent((0.0, 1.0)))
    return sim, record, Espace(sim.body_in(record.after), record.after.frame)


def distances(points, triangles):
    """(k, n): distance of each point from each triangle (k, 3, 3)."""
    return np.array([ExpandedTriangle(corners).measure(points)[0] for corners in triangles])


def test_the_centre_lies_on_the_expanded_surface_at_each_contact(walked):
    sim, record, space = walked
    contacts = 0
    for back in range(30):
        record = sim.history[-1 - back]
        for iteration in (iteration for iteration in record.trace.iterations if iteration.hit):
            corners = sim.mesh.vertices[sim.mesh.triangles[iteration.triangle]]
            centre = np.add(iteration.start, np.multiply(iteration.fraction, iteration.displacement))
            space = Espace(sim.body_in(record.after), record.after.frame)
            (away,), _ = ExpandedTriangle(space.enter(corners)).measure(space.enter(centre)[None])
            assert away == pytest.approx(1.0, abs=1e-6 if iteration.fraction > 1e-3 else SKIN)
            contacts += 1
    assert contacts > 10


def test_the_drawn_surface_is_at_distance_1_and_nothing_is_nearer(walked):
    sim, record, space = walked
    skin, *_ = build_minkowski(record, sim, Switches.none(), SOME)
    corners = space.enter(skin.corners).reshape(-1, 3)
    around = triangles_near(record, sim, space, tuple(space.enter(record.after.position)))[: 2 * SOME]
    away = distances(corners, around)
    assert isinstance(skin, Skin) and len(corners) > 300
    assert (np.abs(away - 1.0).min(axis=0) < 1e-6).all(), "on the surface of one of the triangles"
    assert away.min() > 0.9 and np.quantile(away.min(axis=0), 0.02) > 0.99, "and inside none, except for the error of flat facets"


def test_lines_end_where_the_surface_fades(walked):
    """On stairs each step's edge has a line, and their ends lay in the picture without a surface around them."""
    sim, record, space = walked
    middle = space.enter(record.after.position)
    _, *lines = build_minkowski(record, sim, Switches.none(), SOME)[:3]
    away = [np.linalg.norm(space.enter(one.segments).mean(axis=1) - middle, axis=1).max(initial=0.0) for one in lines]
    assert 0.0 < max(away) < (1.0 - FADE) * REACH


def test_the_surface_is_drawn_at_the_contact(walked):
    sim, record, space = walked
    skin, *_ = build_minkowski(record, sim, Switches.none(), SOME)
    facets = space.enter(skin.corners)
    facets = facets[areas(facets) > 1e-6]
    for iteration in (iteration for iteration in record.trace.iterations if iteration.hit):
        centre = space.enter(np.add(iteration.start, np.multiply(iteration.fraction, iteration.displacement)))
        near = facets[np.linalg.norm(facets.mean(axis=1) - centre, axis=1) < 0.8]
        assert distances(centre[None], near).min() < 0.02


def test_the_body_is_drawn_as_a_point(walked):
    sim, record, _ = walked
    shapes = build_minkowski(record, sim, Switches.all(), SOME)
    assert not any(isinstance(shape, EllipsoidShape) for shape in shapes) and any(isinstance(shape, Label) for shape in shapes)
    assert shapes[-1].position == record.after.position
    assert sum(isinstance(shape, Lines) for shape in shapes) == 2


def test_fewer_triangles_while_time_runs(walked):
    sim, record, _ = walked
    few, some = (build_minkowski(record, sim, Switches.none(), most)[0] for most in (1, SOME))
    assert len(few.corners) < len(some.corners)


def test_a_part_of_the_triangles_is_a_part_of_the_surface(walked):
    sim, record, _ = walked
    surfaces_so_far.cache_clear()
    parts = [build_minkowski(record, sim, Switches.none(), SOME, 2)[0].corners for _ in range(SOME // 2)]
    whole = build_minkowski(record, sim, Switches.none(), SOME)[0].corners
    assert 0 < len(parts[0]) < len(whole) == len(parts[-1])
    assert all((part == whole[: len(part)]).all() for part in parts)
    again = build_minkowski(record, sim, Switches.none(), SOME, 2)[0].corners
    assert len(again) == len(whole), "what was expanded before is not left out again"


CORNERS = np.array([(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 1.5, 0.3)])


def test_far_from_all_triangles_there_is_only_the_path():
    sim = Simulation(load_level("stairs"))
    sim.teleport((0.0, 0.0, 40.0))
    shapes = build_minkowski(sim.tick(Intent()), sim, Switches())
    assert shapes and not any(isinstance(shape, Skin | Lines) for shape in shapes)


@pytest.mark.parametrize("feature", Feature)
def test_parts_of_one_expanded_triangle(feature):
    """The nearest points of the triangle are on the part's feature."""
    triangle = ExpandedTriangle(CORNERS)
    pieces = dict(parts(triangle, CORNERS.mean(axis=0), 5.0))[feature].reshape(-1, 3)
    places = triangle.nearest(pieces)
    assert np.allclose(np.linalg.norm(pieces - places, axis=1), 1.0, atol=1e-9)
    corners = sum((np.linalg.norm(places - corner, axis=1) < 1e-6).astype(int) for corner in CORNERS)
    on_sides = (np.abs(((places[:, None] - triangle.corners) * triangle.inwards).sum(axis=2)) < 1e-6).any(axis=1)
    if feature == Feature.CORNER:
        assert (corners == 1).all()
    elif feature == Feature.EDGE:
        assert on_sides.all() and (corners == 0).any()
    else:
        assert (~on_sides).any() and np.ptp((pieces - CORNERS[0]) @ triangle.normal) == pytest.approx(2.0)


def test_the_whole_surface_of_one_expanded_triangle():
    """Its area: two faces, half cylinders around the sides, one sphere; flat facets have slightly less."""
    triangle = ExpandedTriangle(CORNERS)
    area = sum(areas(pieces).sum() for _, pieces in parts(triangle, CORNERS.mean(axis=0), 9.0))
    exact = 2 * areas(CORNERS[None])[0] + np.pi * np.linalg.norm(triangle.sides, axis=1).sum() + 4 * np.pi
    assert 0.97 * exact < area < exact


def test_the_minkowski_view_keeps_its_shapes(monkeypatch):
    built = []
    monkeypatch.setattr("game.explain.minkowski.build_minkowski", lambda *wanted: built.append(wanted) or [wanted])
    view, record, switches = MinkowskiView(), object(), object()
    assert view.shapes(record, None, switches) is None
    view.on = True
    assert view.shapes(record, None, switches) is view.shapes(record, None, switches) and len(built) == 1
    view.shapes(record, None, switches, paused=False)
    assert len(built) == 2 and built[1][-2] < built[0][-2], "fewer while time runs"


def test_the_minkowski_view_of_a_pause_grows_from_call_to_call_until_it_is_whole(monkeypatch):
    """All at once took seconds, in which the window stood still."""
    monkeypatch.setattr("game.explain.minkowski.build_minkowski", lambda *wanted: [wanted])
    view, record, switches = MinkowskiView(True), object(), object()
    built = [view.shapes(record, None, switches, at_once=False) for _ in range(15)]
    different = len(set(map(id, built)))
    assert {shapes[0][-1] for shapes in built} == {MOST_RUNNING}
    assert (different - 1) * MOST_RUNNING < MOST_PAUSED <= different * MOST_RUNNING
    assert built[-1] is built[-2], "the whole surface is not built again"
