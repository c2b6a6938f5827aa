"""Overlays of movers: their triangles are drawn at their pose of the tick shown."""

from types import SimpleNamespace

import numpy as np

from game.explain.tick_overlay import corners_after
from game.level.contents.mover import Motion, Mover, Waypoint
from game.simulation.movers import Movers
from tests.explain.hand_made import TRIANGLES, VERTICES, simulation

RISING = Motion(at=(5.0, 0.0, 0.0), path=(Waypoint(), Waypoint((0.0, 0.0, 60.0), time=60.0)), turn=np.pi)


def test_static_and_moving_triangles_are_distinguished():
    sim = simulation()
    sim.movers = Movers([Mover("lift", VERTICES, TRIANGLES, np.zeros(4, np.int64), RISING)], len(TRIANGLES), 60)
    sim.solid_corners = lambda triangle, record: sim.movers.corners(triangle, record.tick)
    corners = corners_after(sim, np.array([1, 4, 7, 2]), SimpleNamespace(tick=60))
    assert np.array_equal(corners[[0, 3]], VERTICES[TRIANGLES[[1, 2]]])
    half_a_turn_later = VERTICES[TRIANGLES[[0, 3]]] * (-1.0, -1.0, 1.0) + (5.0, 0.0, 1.0)
    assert np.allclose(corners[[1, 2]], half_a_turn_later, atol=1e-12)
