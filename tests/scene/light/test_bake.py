"""Baked light: dark where the sky is hidden, smooth, without gaps; and the light without numba."""

import numpy as np
import pytest

from game.core.jit import COMPILED
from game.scene.light.bake import COARSE_SAMPLING, bake
from game.scene.light.exposure import exposure, tone_map
from game.scene.light.level_light import SKY_LIGHT, SUN_COLOUR, LevelLight, direction_to_sun
from game.scene.light.light_adaptive_subdivision import LitFacets
from game.scene.light.shading_mesh import level_facets
from tests.app.table_level import table_level
from tests.explain.facets import areas

compiled_only = pytest.mark.skipif(not COMPILED, reason="rays are cast by compiled code only")
UP = np.array([[0.0, 0.0, 1.0]])


@pytest.fixture
def light(tmp_path):
    return LevelLight(table_level(tmp_path))


def brightness(light, point, normal=UP):
    return float(total(light, np.array([point], dtype=float), np.asarray(normal, dtype=float)).mean())


def total(light, points, normals):
    """Light of sky and sun at points (n, 3). -> (n, 3) linear."""
    found = light.at(points, normals)
    return found.sky + light.sunlight(normals, found.sun)


@compiled_only
def test_it_is_darker_under_the_table_than_in_the_open(light):
    assert brightness(light, (0.0, 0.0, 0.0)) < 0.4 * brightness(light, (-3.0, 3.0, 0.0))


@compiled_only
def test_a_corner_is_darker_than_the_open_even_where_the_sun_reaches_neither(light):
    assert brightness(light, (0.3, 0.0, 0.0)) < brightness(light, (1.2, 0.0, 0.0)) < brightness(light, (3.0, 3.0, 0.0))


def test_surfaces_that_face_the_sun_are_brighter(light):
    sunny, shady = light.sun, light.sun * (-1, -1, 1)
    assert brightness(light, (-3.0, 3.0, 0.0), [sunny]) > 1.3 * brightness(light, (-3.0, 3.0, 0.0), [shady])


@compiled_only
def test_shadows_fall_away_from_the_sun_of_the_level(tmp_path):
    left = LevelLight(table_level(tmp_path, sun=90))  # heading 90 looks along -x
    right = LevelLight(table_level(tmp_path, sun=270))
    assert brightness(left, (0.9, 0.0, 0.0)) < brightness(right, (0.9, 0.0, 0.0))
    assert brightness(left, (-0.9, 0.0, 0.0)) > brightness(right, (-0.9, 0.0, 0.0))


@compiled_only
def test_shadow_edges_are_soft(light):
    across = np.linspace(1.0, 1.8, 201)
    points = np.column_stack((across, np.zeros(201), np.zeros(201)))
    levels = tone_map(total(light, points, np.repeat(UP, 201, axis=0)).mean(axis=1))
    assert np.ptp(levels) > 0.3
    assert np.abs(np.diff(levels)).max() < 0.4 * np.ptp(levels)  # a hard edge would fall by all of it within 4 mm


@compiled_only
def test_a_point_inside_a_solid_is_buried(light):
    inside = light.at(np.array([[0.0, 0.0, 0.55], [0.0, 0.0, 0.6]]), np.repeat(UP, 2, axis=0)).inside
    assert inside[0] == 1.0 and inside[1] == 0.0


def test_the_baked_level_covers_the_same_area_without_gaps(tmp_path):
    level = table_level(tmp_path)
    baked = bake(level)
    assert total_area(baked.positions[baked.triangles]) == pytest.approx(total_area(level.vertices[level.triangles]), rel=1e-5)


@compiled_only
def test_shadow_edges_get_small_triangles_and_open_floor_large_ones(tmp_path):
    baked = bake(table_level(tmp_path))
    corners = baked.positions[baked.triangles]
    floor = (corners[:, :, 2] == 0.0).all(axis=1)
    distance = np.linalg.norm(corners.mean(axis=1)[:, :2] - (0.5, 0.0), axis=1)
    size = np.sqrt(areas(corners))
    assert np.median(size[floor & (distance < 0.8)]) < 0.3 * np.median(size[floor & (distance > 3.0)])


@compiled_only
def test_edges_of_shadows_are_drawn_within_5_cm(light, tmp_path):
    """Points of the floor with the same light 5 cm around them are drawn in that light."""
    baked = bake(table_level(tmp_path))
    corners, colours = baked.positions[baked.triangles].astype(float), baked.colours[baked.triangles].mean(axis=2)
    lit = np.abs(corners[:, :, 2]).max(axis=1) < 1e-6
    places = np.random.default_rng(1).uniform((-2.5, -2.5), (2.5, 2.5), (4000, 2))
    around = np.concatenate([places + 0.05 * np.array(side) for side in ((1, 0), (-1, 0), (0, 1), (0, -1), (0, 0))])
    suns = light.at(np.column_stack((around, np.zeros(len(around)))), np.repeat(UP, len(around), axis=0)).sun.reshape(5, -1)
    bright, dark = (drawn(corners[lit], colours[lit], places[(suns == share).all(axis=0)]) for share in (1, 0))
    assert len(bright) > 2500 and len(dark) > 200
    assert dark.max() < bright.min() - 20


def drawn(corners, colours, places):
    """The colour interpolated in triangles (t, 3, 3) on the floor, at each of places (n, 2)."""
    a, b, c = (corners[:, k, None, :2] for k in range(3))
    cross = lambda u, v: u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]  # noqa: E731
    whole = cross(b - a, c - a)
    parts = np.stack([cross(c - b, places - b), cross(a - c, places - c), cross(b - a, places - a)]) / whole
    triangle = parts.min(axis=0).argmax(axis=0)
    return np.einsum("kn,nk->n", parts[:, triangle, np.arange(len(places))], colours[triangle])


def test_every_triangle_has_one_material_and_colours_keep_away_from_black_and_white(tmp_path):
    baked = bake(table_level(tmp_path))
    assert (baked.materials[baked.triangles] == baked.materials[baked.triangles[:, :1]]).all()
    assert baked.colours.min() >= 10 and baked.colours.max() <= 248


def test_baking_twice_gives_the_same_bits(tmp_path):
    one, two = bake(table_level(tmp_path)), bake(table_level(tmp_path))
    assert (one.colours == two.colours).all() and (one.positions == two.positions).all()


def test_progress_is_reported_and_never_falls(tmp_path):
    reports = []
    bake(table_level(tmp_path), lambda fraction, text: reports.append((fraction, text)))
    fractions = [fraction for fraction, _ in reports]
    assert fractions == sorted(fractions) and 0.0 <= fractions[0] and fractions[-1] <= 1.0
    assert all(text for _, text in reports)


def test_without_rays_the_sky_lights_by_height_and_the_sun_by_angle(light):
    """A surface that faces away from the sun gets light from the zenith, the horizon or the ground alone."""
    zenith, horizon, ground = np.array(SKY_LIGHT)
    level = np.array([*-light.sun[:2], 0.0]) / np.linalg.norm(light.sun[:2])
    normals = np.array([-level, level, (0.0, 0.0, -1.0), (0.0, 0.0, 1.0), (0.6 * level[0], 0.6 * level[1], -0.8)])
    sunlit = np.maximum(normals @ light.sun, 0.0)[:, None] * np.array(SUN_COLOUR)
    sky = 0.9 * np.array([horizon, horizon, ground, zenith, 0.2 * horizon + 0.8 * ground])
    assert light.without_rays(normals) + light.sunlight(normals, np.ones(5)) == pytest.approx(sky + sunlit)


def test_without_rays_light_depends_on_direction_alone(light):
    normals = np.array([towards_sun := light.sun, -towards_sun])
    sunny, away = (light.without_rays(normals) + light.sunlight(normals, np.ones(2))).mean(axis=1)
    assert sunny > 2 * away > 0.0


def test_only_levels_without_sun_are_brightened_up_to_a_limit():
    assert exposure(np.full((10, 3), 0.9)) == 1.0
    assert exposure(np.full((10, 3), 0.3)) == pytest.approx(0.55 / 0.3)
    assert exposure(np.zeros((10, 3))) == 5.0


def test_the_direction_to_the_sun_follows_its_angles():
    from game.level import Sun

    assert direction_to_sun(Sun(heading=0.0, elevation=0.0)) == pytest.approx((0.0, 1.0, 0.0))
    assert direction_to_sun(Sun(heading=np.pi / 2, elevation=np.pi / 4)) == pytest.approx((-(0.5**0.5), 0.0, 0.5**0.5))


def total_area(corners):
    return areas(np.asarray(corners, dtype=float)).sum()


@compiled_only
def test_a_triangle_with_three_buried_vertices_is_drawn_if_its_centre_is_visible(tmp_path):
    """At the foot of the steps in the lake of `river` the bed had a hole: all three corners lay at the borders of solids."""
    level = table_level(tmp_path)
    facets = level_facets(level)
    lit = LitFacets(facets, np.ones(len(facets.positions), dtype=bool), LevelLight(level, COARSE_SAMPLING, threads=1))
    shown = facets.positions[lit.visible_triangles()].mean(axis=1)
    far_from_table = np.abs(facets.corners.mean(axis=1)[:, :2]).max(axis=1) > 3.0
    assert far_from_table.sum() > 4
    assert {tuple(centre) for centre in facets.corners[far_from_table].mean(axis=1)} <= {tuple(centre) for centre in shown}
