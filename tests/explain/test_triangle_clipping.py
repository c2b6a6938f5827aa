"""Clipping and subdividing lose no area."""

import numpy as np
import pytest

from game.explain.minkowski import clipped_facets, quartered_facets, square_triangles
from tests.explain.facets import areas


def test_clipping_splits_the_area_in_two():
    flat = np.concatenate([square_triangles(5, 4), np.zeros((40, 3, 1))], axis=2)
    values = flat @ (0.7, -0.4, 0.0) - 0.13
    kept, of, cuts = clipped_facets(flat, values)
    left, _, same = clipped_facets(flat, -values)
    assert areas(kept).sum() + areas(left).sum() == pytest.approx(1.0) and 0.1 < areas(kept).sum() < 0.9
    assert len(cuts) == len(same) and np.allclose(cuts @ (0.7, -0.4, 0.0), 0.13)
    assert len(of) == len(kept) and (np.linalg.norm(kept.mean(axis=1) - flat[of].mean(axis=1), axis=1) < 0.2).all()


def test_quartering_keeps_the_area():
    flat = np.concatenate([square_triangles(2, 3), np.zeros((12, 3, 1))], axis=2)
    assert len(quartered_facets(flat)) == 48 and areas(quartered_facets(flat)).sum() == pytest.approx(1.0)
