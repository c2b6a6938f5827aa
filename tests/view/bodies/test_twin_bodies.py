"""Bodies of twins: an ellipsoid with the player's radii, an upright capsule of the same height for another engine."""

import numpy as np
import pytest
from panda3d.core import NodePath

from game.simulation import PlayerState
from game.view.bodies.twin_bodies import TwinBodies

RADII, ONE, ORIGIN = (0.4, 0.5, 0.9), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)


@pytest.mark.parametrize("is_capsule, radii", [(False, RADII), (True, (0.4, 0.4, 0.9))])
def test_a_twin_has_the_shape_that_its_engine_moves(is_capsule, radii):
    root = NodePath("scene")
    TwinBodies(root, RADII).place([((3.0, 0.0, 0.0), PlayerState((3.0, 0.0, 0.0)), ONE, is_capsule)], ORIGIN, 0.1)
    (shown,) = [path for path in root.getChildren() if not path.isHidden()]
    low, high = shown.getTightBounds(shown)
    assert tuple(high) == pytest.approx(radii, abs=0.005) and tuple(low) == pytest.approx(np.negative(radii), abs=0.005)


def test_no_twin_is_seen_before_it_has_a_place():
    root = NodePath("scene")
    TwinBodies(root, RADII)
    assert root.getChildren() and all(path.isHidden() for path in root.getChildren())


def test_a_twin_at_the_players_place_is_hidden():
    root = NodePath("scene")
    TwinBodies(root, RADII).place([((0.05, 0.0, 0.0), PlayerState((0.05, 0.0, 0.0)), ONE, False)], ORIGIN, 0.1)
    assert all(path.isHidden() for path in root.getChildren())
