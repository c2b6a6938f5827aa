"""Mesh files are drawn with their own pictures and colours, in baked light, within bounds of memory."""

import numpy as np
import pytest

from game.level.contents.level import Material
from game.level.contents.mesh_pictures_and_colours import Picture, SurfaceFinish
from game.pictures.offscreen import Studio
from game.scene.light import texture_decoding
from game.scene.light.bake import cache_key
from game.scene.light.texture_decoding import level_pictures, mean_colours
from game.scene.static_scenery_and_patterns import build_scenery, finish_textures
from tests.level.mesh_import.look_makers import PALETTE_COLOURS, GlbWriter, coloured_hill, level_of, palette_kit

FLOOR = np.array([(-5, 0, 5), (5, 0, 5), (5, 0, -5), (-5, 0, -5)], float)
CORNERS, PLACES = [(0, 1, 2), (0, 2, 3)], np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))


def picture_from_above(level, height=9.0):
    with Studio((90, 90)) as studio:
        build_scenery(level).reparentTo(studio.scene)
        studio.look_at((0.0, -0.01, height), (0.0, 0.0, 0.0))
        return studio.pixels().astype(int)


def floor_with(pixels, **material):
    file = GlbWriter()
    file.mesh(FLOOR, CORNERS, file.material(file.texture(pixels, nearest=True), **material), PLACES)
    return file.bytes()


def test_each_quarter_of_a_picture_is_where_it_belongs(tmp_path):
    quarters = np.array([[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (255, 255, 0)]], np.uint8)  # upper row first
    seen = picture_from_above(level_of(tmp_path, floor_with(quarters)))
    found = [[seen[row, column] > 100 for column in (25, 65)] for row in (25, 65)]
    assert (np.array(found) == (quarters > 100)).all()


def test_colours_of_vertices_and_palettes_are_seen(tmp_path):
    seen = picture_from_above(level_of(tmp_path, palette_kit()), 30.0).reshape(-1, 3)
    for colour in PALETTE_COLOURS[[0, 2, 4, 6, 7]].astype(float):  # roofs and ground, lit from above
        away = np.abs(seen / np.maximum(seen.max(axis=1, keepdims=True), 1) - colour / colour.max()).max(axis=1)
        assert (away < 0.12).sum() > 20
    hill = picture_from_above(level_of(tmp_path, coloured_hill()), 30.0)
    assert hill[45, 45].min() > 200 and hill[45, 28].argmax() == 1  # a white top, green below


def test_the_grid_look_shows_neither(tmp_path):
    red = np.full((2, 2, 3), (255, 0, 0), np.uint8)
    own = picture_from_above(level_of(tmp_path, floor_with(red)))
    grid = picture_from_above(level_of(tmp_path, floor_with(red), look="grid"))
    assert own[30, 30, 0] > 2 * own[30, 30, 1] and np.ptp(grid[30, 30]) < 40


def test_light_multiplies_pictures(tmp_path):
    """A wall stands on the floor, and its shadow is on the picture."""
    file = GlbWriter()
    white = file.material(file.texture(np.full((2, 2, 3), 255, np.uint8)))
    file.mesh(FLOOR, CORNERS, white, PLACES)
    file.box((-5, 0, 0), (10, 2, 0.2), white)
    seen = picture_from_above(level_of(tmp_path, file.bytes()))[:, 45].mean(axis=1)
    assert seen.max() > 1.5 * seen.min()


def test_holes_show_what_is_behind(tmp_path):
    holes = np.zeros((2, 2, 4), np.uint8)
    holes[:, 0] = (255, 255, 255, 255)  # the left half is white, the right half open
    seen = picture_from_above(level_of(tmp_path, floor_with(holes, alphaMode="MASK", doubleSided=True)))
    assert seen[45, 25].min() > 150
    assert np.ptp(seen[45, 65]) > 10  # the sky's colour below


def test_pictures_are_bounded_and_shared(tmp_path, monkeypatch):
    file = GlbWriter()
    for number in range(4):
        texture = file.texture(np.full((300, 700, 3), 40 * number, np.uint8))
        for tint in (0.2, 0.4, 0.6):
            file.mesh(FLOOR, CORNERS, file.material(texture, (tint, tint, tint, 1.0)), PLACES)
    materials = level_of(tmp_path, file.bytes()).materials
    pictures = level_pictures(materials, "tiny")
    assert [found.shape for found in pictures.values()] == [(256, 512, 4)] * 4
    assert len(finish_textures(materials, "tiny")) == 4  # of twelve materials
    monkeypatch.setattr(texture_decoding, "MOST_PIXELS", 300_000)
    assert sum(found.shape[0] * found.shape[1] for found in level_pictures(materials, "tiny").values()) <= 300_000


def test_a_damaged_picture_leaves_the_colour(tmp_path):
    broken = Material("a", (1.0, 0.0, 0.0), finish=SurfaceFinish(Picture.of(b"no picture", "a.png")))
    cut = Material("b", (1.0, 0.0, 0.0), finish=SurfaceFinish(Picture.of(b"\x89PNG\r\n\x1a\n" + bytes(40), "b.png")))
    assert level_pictures((broken, cut), "tiny") == {}
    assert mean_colours((broken, cut)).tolist() == [[1.0] * 3] * 2


def test_another_look_is_another_light_in_the_cache(tmp_path):
    own, grid = level_of(tmp_path, coloured_hill()), level_of(tmp_path, coloured_hill(), look="grid")
    assert cache_key(own) != cache_key(grid)
