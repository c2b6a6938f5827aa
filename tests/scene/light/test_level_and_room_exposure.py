"""Exposure: levels and rooms without sun are brightened, as eyes adapt; sunny ones stay as they are."""

import numpy as np
import pytest

from game.scene.light.exposure import ADAPTED, MOST_ADAPTED, MOST_EXPOSURE, exposure, room_exposure

UP, DOWN = np.array((0.0, 0.0, 1.0)), np.array((0.0, 0.0, -1.0))


def plane(height, normal, brightness, side=40):
    """Positions, normals, triangles and light of points on a horizontal plane, one each metre."""
    x, y = (axis.ravel() for axis in np.meshgrid(*[np.arange(side, dtype=float)] * 2))
    count = len(x)
    corner = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)).ravel()[:, None]
    triangles = np.concatenate([corner + (0, 1, side), corner + (1, side + 1, side)])
    places = np.column_stack([x, y, np.full(count, height)])
    return places, np.tile(normal, (count, 1)), triangles, np.full((count, 3), brightness)


def together(*planes):
    starts = np.cumsum([0] + [len(plane[0]) for plane in planes[:-1]])
    moved = [(places, normals, triangles + start, light) for (places, normals, triangles, light), start in zip(planes, starts)]
    return [np.concatenate(arrays) for arrays in zip(*moved)]


@pytest.mark.parametrize("brightness", [ADAPTED, 0.6, 1.4])
def test_light_places_stay_as_they_are(brightness):
    assert room_exposure(*plane(0.0, UP, brightness)) == pytest.approx(1.0)
    assert exposure(np.full((10, 3), 0.8)) == 1.0


def test_a_dark_room_below_a_sunny_roof_is_brightened_and_the_roof_is_not():
    factors = room_exposure(*together(plane(0.0, UP, 0.05), plane(5.0, DOWN, 0.05), plane(5.3, UP, 1.2)))
    inside, roof = factors[: 2 * 40**2], factors[2 * 40**2 :]
    assert inside.min() > 2.0 and roof == pytest.approx(1.0)


def test_it_is_bounded():
    assert room_exposure(*plane(0.0, UP, 0.011)).max() == MOST_ADAPTED
    assert exposure(np.zeros((10, 3))) == MOST_EXPOSURE


def test_it_changes_evenly_along_a_floor_from_dark_to_light():
    positions, normals, triangles, light = plane(0.0, UP, 1.0)
    light[positions[:, 0] < 20] = 0.05
    factors = room_exposure(positions, normals, triangles, light).reshape(40, 40)
    assert (factors[:, 0] > 2.0).all() and factors[:, -1] == pytest.approx(1.0)
    assert np.abs(np.diff(factors, axis=1)).max() < 0.4 * factors.max() and (np.diff(factors, axis=1) <= 1e-9).all()
