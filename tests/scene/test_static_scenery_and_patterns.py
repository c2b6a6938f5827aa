"""Scenery: all that a level shows, feature edges where shapes need them and nowhere else, textures in whole metres."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.core.jit import COMPILED
from game.level import load_level
from game.level.contents.level import Sign
from game.scene.feature_edges import feature_segments
from game.scene.light.shading_mesh import in_closed_solids, level_facets
from game.scene.signs_and_goals import sign_boards
from game.scene.static_scenery_and_patterns import (
    METRES,
    PATTERNS,
    PIXELS,
    build_scenery,
    fading_mipmaps,
    pattern_pixels,
    remove_grain,
)
from tests.app.table_level import table_level

HEADER = 'title = "Boxes"\n[spawn]\nat = [0.0, -2.0, 0.0]\n'
BOX = '[[parts]]\npart = "box"\nat = [{}, 0.0, 0.0]\nsize = [1.0, 1.0, 1.0]\n'


def boxes(folder, *places):
    path = folder / "boxes.toml"
    path.write_text(HEADER + "".join(BOX.format(x) for x in places), encoding="utf-8")
    return load_level(str(path))


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("renderer", ["tiny", "gl", "llvmpipe"])
def test_scenery_has_sky_surfaces_edges_and_signs(tmp_path, renderer):
    scenery = build_scenery(table_level(tmp_path), renderer)
    lit = scenery.find("surfaces and lines")
    assert [child.getName() for child in scenery.getChildren()] == ["sky", "surfaces and lines", "signs"]
    assert [child.getName() for child in lit.getChildren()] == ["surfaces", "edges"]
    low, high = lit.find("surfaces").getTightBounds()
    assert tuple(low) == pytest.approx((-5.0, -4.0, -0.5), abs=1e-5)
    assert tuple(high) == pytest.approx((5.0, 4.0, 0.6), abs=1e-5)
    assert scenery.find("signs").getNumChildren() == 1


def test_a_box_has_twelve_edges(tmp_path):
    starts, ends = feature_segments(boxes(tmp_path, 0.0))
    assert np.linalg.norm(ends - starts, axis=1).sum() == pytest.approx(12.0)


@pytest.mark.skipif(not COMPILED, reason="seams are found by compiled rays only")
def test_the_seam_of_two_flush_boxes_is_no_edge(tmp_path):
    starts, ends = feature_segments(boxes(tmp_path, 0.0, 1.0))
    assert np.linalg.norm(ends - starts, axis=1).sum() == pytest.approx(4 * 2.0 + 8 * 1.0)


def test_boxes_are_closed_and_a_floor_without_thickness_is_not(tmp_path):
    assert in_closed_solids(boxes(tmp_path, 0.0, 5.0)).all()
    path = tmp_path / "sheet.toml"
    sheet = '[[parts]]\npart = "stairs"\nat = [4.0, 0.0, 0.0]\nstyle = "surface"\n'
    path.write_text(HEADER + BOX.format(0.0) + sheet, encoding="utf-8")
    assert in_closed_solids(load_level(str(path))).sum() == 12


def test_texture_axes_are_level_and_up_and_a_metre_long(tmp_path):
    facets = level_facets(boxes(tmp_path, 0.0))
    along, up = facets.frames[:, 0], facets.frames[:, 1]
    assert np.linalg.norm(along, axis=1) == pytest.approx(1.0)
    walls = np.abs(facets.normals[:, 2]) < 0.1
    assert (along[walls, 2] == 0.0).all() and (up[walls, 2] == 1.0).all()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_repeat_without_a_seam_and_stay_light(pattern):
    picture = pattern_pixels(pattern)
    assert picture.shape == (METRES * PIXELS, METRES * PIXELS)
    assert 0.5 < picture.min() and picture.max() <= 1.0 and picture.mean() > 0.92


def test_pictures_on_record_have_no_grain(tmp_path):
    """With it all records together took 12 MB instead of 8."""
    scenery = build_scenery(table_level(tmp_path), "tiny")
    grained = [texture for texture in scenery.findAllTextures() if texture.getName() in PATTERNS]
    remove_grain(scenery)
    smooth = [texture for texture in scenery.findAllTextures() if texture.getName() in PATTERNS]
    assert grained and {one.getName() for one in grained} == {one.getName() for one in smooth}
    assert not set(map(id, grained)) & set(map(id, smooth)) and not set(grained) & set(smooth)


def test_mipmaps_halve_down_to_one_pixel_and_fade():
    levels = list(fading_mipmaps(pattern_pixels("grid")))
    assert [len(level) for level in levels] == [1024 >> k for k in range(11)]
    assert np.ptp(levels[7].astype(int)) < 0.5 * np.ptp(levels[3].astype(int))


def test_a_sign_stands_in_its_own_upright():
    """On a ceiling: its letters' top points down, its face along its heading."""
    sign = Sign("up", (1.0, 2.0, 3.0), 0.0, 0.2, (0.0, 0.0, -1.0))
    board = sign_boards(SimpleNamespace(signs=(sign,))).find("sign")
    top, out = board.getMat().xformVec((0, 0, 1)), board.getMat().xformVec((0, -1, 0))
    assert tuple(top) == pytest.approx((0.0, 0.0, -0.2), abs=1e-6) and tuple(out) == pytest.approx((0.0, 0.2, 0.0), abs=1e-6)
    assert tuple(board.getPos()) == (1.0, 2.0, 3.0)
