"""Pictures: equal or not, and where."""

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.regression.case_pictures import magnified, picture_difference, tile_means


@pytest.fixture
def picture():
    return np.random.default_rng(1).integers(0, 256, (45, 70, 3), dtype=np.uint8)


def test_equal_pictures(picture):
    assert picture_difference(picture, picture.copy()) is None


@pytest.mark.parametrize("x, y, left, top", [(0, 0, 0, 0), (16, 15, 16, 0), (69, 44, 64, 32)])
def test_the_tile_of_one_pixel(picture, x, y, left, top):
    changed = picture.copy()
    changed[y, x, 1] ^= 1
    difference = picture_difference(changed, picture)
    assert (difference.pixels, difference.left, difference.top) == (1, left, top)
    width, height = min(16, 70 - left), min(16, 45 - top)
    assert difference.worst == pytest.approx(1 / 3 / (width * height))


def test_a_small_thing_weighs_more_than_noise_everywhere(picture):
    noisy, missing = picture // 2 + 60, picture // 2 + 60
    noise = noisy + np.random.default_rng(2).integers(0, 2, noisy.shape, dtype=np.uint8)
    missing = noisy.copy()
    missing[20:26, 20:26] = 0
    assert picture_difference(missing, noisy).worst > 5 * picture_difference(noise, noisy).worst


def test_tiles_at_the_edges_are_means_too():
    assert tile_means(np.full((45, 70), 3.0)) == pytest.approx(np.full((3, 5), 3.0))


def test_two_sizes_are_refused(picture):
    with pytest.raises(InputError, match="70x45 pixels, today's 60x45"):
        picture_difference(picture[:, :60], picture)


def test_the_magnified_picture_shows_one_pixel(picture):
    changed = np.tile(picture, (6, 6, 1))
    before = changed.copy()
    changed[100, 300, 2] ^= 1
    shown = magnified(changed, before, picture_difference(changed, before))
    assert shown.shape == before.shape
    assert tuple(shown[100, 300]) == (255, 150, 40)
    orange = (shown == (255, 150, 40)).all(axis=2)
    assert orange.sum() == 1 + 36  # itself, and six times as wide and high in the enlarged tile
