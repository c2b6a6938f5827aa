"""The section of a level: its lines and solid parts against closed forms."""

import itertools

import numpy as np
import pytest

from game.collision import Ellipsoid
from game.core.shapes import Lines, Skin
from game.explain.minkowski import Espace
from game.explain.section import (
    HIGH,
    REACH,
    SPACING,
    THICKNESS,
    WIDE,
    Plane,
    borders,
    cut,
    drawn_section,
    expanded_regions,
    expanded_section_shapes,
    plane_of,
    section_shapes,
    solid_regions,
)
from game.simulation import Simulation, parse_script
from tests.shipped_levels import shipped

FACES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
PLANE = Plane(np.zeros(3), np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), np.array([0.0, -1.0, 0.0]))


def box(low, high, turn=None):
    """The triangles (12, 3, 3) of a box, counter-clockwise from outside, turned by a matrix (3, 3)."""
    (a, b, c), (d, e, f) = low, high
    corners = np.array([(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)], float)
    corners = corners if turn is None else corners @ turn.T
    return np.array([corners[[face[0], face[k], face[k + 1]]] for face in FACES for k in (1, 2)])


def area_of(regions):
    return sum((right - left) * (a + b - c - d) / 2 for left, right, (a, b), (c, d), _ in regions)


def is_solid(points, regions):
    found = np.zeros(len(points), bool)
    for left, right, (a, b), (c, d), _ in regions:
        part = (points[:, 0] - left) / (right - left)
        inside = (part >= 0) & (part <= 1) & (points[:, 1] <= a + part * (b - a)) & (points[:, 1] >= c + part * (d - c))
        found |= inside
    return found


def test_a_box_is_cut_in_a_rectangle():
    lines = cut(box((-1, -0.3, 0.2), (2, 0.7, 0.9)), PLANE)
    regions = solid_regions(lines)
    assert area_of(regions) == pytest.approx(3 * 0.7)
    edges = borders(regions)
    assert np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1).sum() == pytest.approx(2 * 3 + 2 * 0.7)
    assert not len(cut(box((-1, 0.3, 0), (1, 0.7, 1)), PLANE)), "the plane passes before the box"


def test_the_view_from_the_other_side_has_the_same_solid():
    turned = Plane(PLANE.origin, -PLANE.right, PLANE.up, -PLANE.towards)
    solid = box((-1, -0.3, 0.2), (2, 0.7, 0.9))
    assert area_of(solid_regions(cut(solid, turned))) == pytest.approx(3 * 0.7)


@pytest.mark.parametrize("seed", range(12))
def test_turned_boxes_that_overlap_are_solid_where_a_point_is_in_one_of_them(seed):
    rng = np.random.default_rng(seed)
    parts, inside = [], []
    points = rng.uniform(-2.5, 2.5, (4000, 2))
    world = PLANE.world(points)
    for _ in range(6):
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        turn = turn * np.sign(np.linalg.det(turn))
        low = rng.uniform(-1.5, 0.0, 3)
        high = low + rng.uniform(0.3, 2.0, 3)
        parts.append(box(low, high, turn))
        own = world @ turn
        inside.append(((own > low) & (own < high)).all(axis=1))
    regions = solid_regions(cut(np.concatenate(parts), PLANE))
    wrong = is_solid(points, regions) != np.any(inside, axis=0)
    assert wrong.mean() < 0.001, "only on the borders, which are rounded"


def test_a_box_on_a_box_has_no_line_between_them():
    regions = solid_regions(cut(np.concatenate([box((-2, -1, -1), (2, 1, 0)), box((-1, -1, 0), (1, 1, 1))]), PLANE))
    assert area_of(regions) == pytest.approx(4 + 2)
    levels = [edge for edge in borders(regions) if np.allclose(edge[:, 1], 0.0) and np.abs(edge[:, 0]).max() < 0.99]
    assert not levels


def floor(height, is_up=True):
    corners = np.array([(-9, -9, height), (9, -9, height), (9, 9, height), (-9, 9, height)], float)
    faces = np.array([corners[[0, 1, 2]], corners[[0, 2, 3]]])
    return faces if is_up else faces[:, ::-1]


def test_below_an_open_floor_all_is_solid_and_an_open_ceiling_is_thin():
    assert area_of(solid_regions(cut(floor(-1.0), PLANE))) == pytest.approx(2 * REACH * (REACH - 1))
    both = solid_regions(cut(np.concatenate([floor(-1.0), floor(2.0, is_up=False)]), PLANE))
    assert area_of(both) == pytest.approx(2 * REACH * (REACH - 1 + THICKNESS))
    edges = borders(both)
    assert np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1).sum() == pytest.approx(4 * REACH), "of floor and ceiling alone"


def test_the_height_between_two_slopes_is_that_of_the_plane():
    """A ridge: z = 1 - |x| / 2. The solid below it down to the drawing's edge has the area of a pentagon."""
    ridge = np.array([[(-4, -9, -1), (0, -9, 1), (0, 9, 1)], [(-4, -9, -1), (0, 9, 1), (-4, 9, -1)]], float)
    other = ridge * (-1.0, 1.0, 1.0)
    regions = solid_regions(cut(np.concatenate([ridge, other[:, ::-1]]), PLANE))
    assert area_of(regions) == pytest.approx(0.5 * 8 * 2 + 8 * (REACH - 1))


def test_nothing_is_drawn_where_the_plane_meets_nothing():
    assert drawn_section(box((3, 3, 3), (4, 4, 4)), PLANE) == []
    assert drawn_section(np.empty((0, 3, 3)), PLANE) == []


@pytest.mark.parametrize("name", ["stairs", "planet", "platforms", "corners"])
def test_each_contact_of_a_tour_lies_on_the_outline_of_its_section(name):
    level = shipped(name)
    simulation = Simulation(level)
    intents = parse_script(level.tour, name).intents(level.spawn.heading)
    records = [simulation.tick(intent) for intent in itertools.islice(intents, 700)]
    for record in records[::41]:
        for iteration in record.contacts[:2]:
            plane = plane_of(record, iteration)
            axes = np.stack([plane.right, plane.up, plane.towards])
            assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-9) and np.linalg.det(axes) == pytest.approx(1.0)
            skin, lines = section_shapes(record, simulation, iteration)
            assert isinstance(skin, Skin) and isinstance(lines, Lines) and skin.is_section and lines.is_section
            start, end = lines.segments[:, 0], lines.segments[:, 1]
            way = end - start
            part = np.einsum("ni,ni->n", np.array(iteration.point) - start, way) / np.einsum("ni,ni->n", way, way)
            nearest = start + np.clip(part, 0.0, 1.0)[:, None] * way
            assert np.linalg.norm(nearest - iteration.point, axis=1).min() < 1e-3, (record.tick, iteration.point)


def test_a_kerb_expanded_by_the_body_has_an_elliptic_edge():
    """The centre above a kerb's edge at x = 0 is at z = rz sqrt(1 - (x / rx)^2) for x from -rx to 0 (lesson 1)."""
    body = Ellipsoid((0.4, 0.4, 0.9))
    kerb = floor(0.0) * (0.5, 1.0, 1.0) + (4.5, 0.0, 0.0)
    tops = {left: top[0] for left, _, top, _, _ in expanded_regions(kerb, PLANE, Espace(body, None))}
    found = sorted((x, z) for x, z in tops.items() if -0.38 < x < WIDE - 2 * SPACING)
    assert len(found) > 100
    for x, z in found:
        assert z == pytest.approx(0.9 * np.sqrt(1 - (min(x, 0.0) / 0.4) ** 2), abs=2e-3)
    assert min(tops) > -0.4 - SPACING, "farther away it is free"
    assert max(z for _, z in found) < HIGH


def test_the_centre_stops_on_the_border_of_the_expanded_triangles():
    level = shipped("stairs")
    simulation = Simulation(level)
    intents = parse_script(level.tour, "stairs").intents(level.spawn.heading)
    records = [simulation.tick(intent) for intent in itertools.islice(intents, 200)]
    for record in records[140:200:20]:
        for iteration in record.contacts:
            _, lines, *_ = expanded_section_shapes(record, simulation, iteration)
            start, way = lines.segments[:, 0], lines.segments[:, 1] - lines.segments[:, 0]
            part = np.einsum("ni,ni->n", np.array(iteration.end) - start, way) / np.einsum("ni,ni->n", way, way)
            nearest = start + np.clip(part, 0.0, 1.0)[:, None] * way
            assert np.linalg.norm(nearest - iteration.end, axis=1).min() < 3e-3


def upright(x, low, high):
    """A wall of no thickness across the plane, from a height to another [m]."""
    corners = np.array([(x, -1, low), (x, 1, low), (x, 1, high), (x, -1, high)], float)
    return np.array([corners[[0, 1, 2]], corners[[0, 2, 3]]])


def lengths_of_outline(corners):
    _, lines = drawn_section(corners, PLANE)
    return np.linalg.norm(lines.segments[:, 1] - lines.segments[:, 0], axis=1).sum()


@pytest.mark.parametrize("turn", [1, -1])
def test_a_wall_of_no_thickness_is_a_line(turn):
    assert lengths_of_outline(upright(0.5, 1.0, 3.0)[:, ::turn]) == pytest.approx(2.0), "alone"
    standing = np.concatenate([floor(0.0), upright(0.5, -1.0, 3.0)[:, ::turn]])
    assert lengths_of_outline(standing) == pytest.approx(2 * REACH + 3.0), "above the floor, not in it"
    both = np.concatenate([upright(0.5, 1.0, 3.0), upright(0.5, 1.0, 3.0)[:, ::-1], floor(0.0)])
    assert lengths_of_outline(both) >= 2 * REACH + 2.0, "with two sides"


def test_the_side_of_a_solid_is_drawn_once():
    assert lengths_of_outline(box((-1, -1, 0), (1, 1, 2))) == pytest.approx(8.0)
    post = np.concatenate([box((-1, -1, 0), (1, 1, 2)), upright(0.0, 1.0, 3.0), upright(1.0, 0.5, 1.5)])
    assert lengths_of_outline(post) == pytest.approx(9.0), "in a solid, or at its side, it adds nothing"
