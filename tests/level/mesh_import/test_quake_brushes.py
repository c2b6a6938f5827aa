"""Brushes of any shape: the polygons that their planes enclose."""

import numpy as np
import pytest

from game.level.mesh_import.mesh_file import load_model
from tests.level.mesh_import.mesh_makers import brush, entity
from tests.level.solidity import areas, volume


def test_a_brush_is_the_box_that_its_planes_enclose(file):
    model = load_model(file("box.map", entity("worldspawn", brush((0, 0, 0), (64, 32, 96)))))
    assert len(model.triangles) == 12 and volume(model) == pytest.approx(2 * 1 * 3)  # 32 units are a metre
    assert areas(model).sum() == pytest.approx(2 * (2 * 1 + 2 * 3 + 1 * 3))
    assert np.ptp(model.vertices, axis=0) == pytest.approx((2, 1, 3))


def test_slanted_brushes_and_planes_that_cut_nothing(file):
    slanted = brush((0, 0, 0), (64, 64, 64), sheared=32.0)
    more = slanted.replace("}\n", "( 999 0 0 ) ( 999 0 1 ) ( 999 1 0 ) stone 0 0 0 1 1\n}\n")
    for text in (slanted, more):
        assert volume(load_model(file("slanted.map", entity("worldspawn", text)))) == pytest.approx(8.0)
