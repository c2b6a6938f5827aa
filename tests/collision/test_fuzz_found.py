"""Cases that the robustness runs found, each made small, so that they stay mended."""

import pytest

from game.collision import Ellipsoid, TriangleMesh, collide_and_slide

SKIN = 1e-4


@pytest.mark.parametrize("gap", (0.9, 0.99, 1.0, 1.01))
def test_floor_and_a_wall_that_begins_ahead_do_not_ping_pong(gap):
    """The body backs off from a wall .2 m ahead that it meets at a grazing angle, then slides on the floor, and on, and on."""
    floor = [(-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)]
    wall = [(0.2, 0, 0), (9, 0, 0), (9, 0, 3), (0.2, 0, 3)]
    mesh = TriangleMesh(floor + wall, [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)])
    body, start = Ellipsoid((0.3, 0.3, 0.9)), (0.0, 0.3 + gap * SKIN, 0.9 + SKIN)
    move = collide_and_slide(mesh, body, start, (4.0, -0.002, -0.00015))
    assert move.position[0] == pytest.approx(4.0, abs=1e-3)
    assert len(move.contacts) <= 3
