"""Shadows of movers and of the player: straight below, on the next surface, fainter the higher."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.collision import Ellipsoid
from game.core.jit import COMPILED
from game.scene.geometry_nodes import VERTEX
from game.scene.shadows import FOOTPRINT_CELL, OFF, MoverShadows, PlayerShadow
from tests.app.small_level import level_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="there are no shadows without compiled rays")

LEVEL = """
title = "Movers"
[spawn]
at = [0, 0, 0]
[[parts]]
part = "floor"
size = [40, 40]
[[parts]]
part = "box"
at = [12, 0, 0]
size = [6, 6, 2]
[[movers]]
at = [0, 0, 1]
path = [{}, {to = [0, 0, 6]}]
speed = 1
turn = 45
[[movers.parts]]
part = "box"
size = [2, 1, 0.4]
"""


RAMP = """
title = "Ramp"
[spawn]
at = [0, -5, 0]
[[parts]]
part = "floor"
size = [40, 40]
[[parts]]
part = "ramp"
angle = {}
height = 3.0
width = 4.0
"""


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return level_of(LEVEL, tmp_path_factory)


def drawn(root):
    """(places (c, 4, 3) [m], darkness (c, 4) 0..1) of the drawn cells."""
    if root.isHidden():
        return np.empty((0, 4, 3)), np.empty((0, 4))
    geom = root.node().getGeom(0)
    rows = np.frombuffer(bytes(geom.getVertexData().getArray(0)), VERTEX)
    cells = rows[: 4 * (geom.getPrimitive(0).getNumVertices() // 6)].reshape(-1, 4)
    return cells["position"].astype(float), cells["colour"][..., 3] / 255


def shadow_at(level, time=0.0, moved=(0.0, 0.0, 0.0)):
    """The drawn cells of the mover's shadow, the mover displaced by `moved` [m]."""
    shadows, pose = MoverShadows(level), level.movers[0].pose(time)
    shadows.place([pose._replace(x=pose.x + moved[0], y=pose.y + moved[1], z=pose.z + moved[2])])
    return drawn(shadows.root)


@pytest.mark.parametrize("time", (0.0, 1.0, 2.7))
def test_a_shadow_is_on_the_floor_right_below_and_turns_with_the_mover(level, time):
    places, darkness = shadow_at(level, time)
    pose = level.movers[0].pose(time)
    own = np.array([pose.to_own(place) for place in places.reshape(-1, 3)])
    assert places[..., 2] == pytest.approx(OFF * (1.0 + darkness), abs=1e-4), "the darker, the nearer"
    dark = darkness.ravel() > 0.02
    assert (np.abs(own[dark, :2]) < (1.0 + FOOTPRINT_CELL, 0.5 + FOOTPRINT_CELL)).all() and np.abs(own[dark, 0]).max() > 0.9
    middle = np.hypot(own[:, 0], own[:, 1]) < 0.3
    assert darkness.ravel()[middle].min() > 0.95 * darkness.max() > 0.2


def test_a_shadow_is_fainter_and_softer_from_higher_up(level):
    near, high = (shadow_at(level, moved=(0.0, 0.0, up))[1] for up in (-0.9, 4.0))
    assert near.max() > 1.5 * high.max() > 0.2
    between = [((0.1 < part) & (part < 0.8)).sum() for part in (near / near.max(), high / high.max())]
    assert between[1] > between[0]


def test_across_an_edge_each_cell_is_on_one_of_the_floors(level):
    places, darkness = shadow_at(level, moved=(9.0, 0.0, 3.0))
    heights = places[..., 2] - OFF * (1.0 + darkness)
    assert (np.isclose(heights, 0.0, atol=1e-4) | np.isclose(heights, 2.0, atol=1e-4)).all()
    assert (np.ptp(heights, axis=1) < 1e-3).all() and len(np.unique(heights.round(2))) == 2


def test_there_is_no_shadow_where_nothing_is_below(level):
    assert len(shadow_at(level, moved=(40.0, 0.0, 0.0))[0]) == 0


def test_the_player_has_a_shadow_straight_below(level):
    shadow, line_of_sight = PlayerShadow((0.4, 0.4, 0.9)), SimpleNamespace(raycast=level.mesh.raycast)
    body, found = Ellipsoid(), []
    for up in (0.9, 2.9):
        shadow.place(line_of_sight, (3.0, 5.0, up), None, body.radii)
        places, darkness = drawn(shadow.root)
        assert np.average(places.reshape(-1, 3), axis=0, weights=darkness.ravel()) == pytest.approx((3.0, 5.0, 3 * OFF), abs=0.02)
        found.append(darkness.max())
    assert found[0] > 1.3 * found[1] > 0.2


@pytest.mark.parametrize("degrees", [30, 48, 55, 70, 80])
def test_a_shadow_on_a_ramp_has_no_stripes(tmp_path_factory, degrees):
    """All cells lie on the ramp; one too steep to stand on has none. It had stairs of stripes."""
    ramp = level_of(RAMP.format(degrees), tmp_path_factory)
    shadow, line_of_sight = PlayerShadow((0.4, 0.4, 0.9)), SimpleNamespace(raycast=ramp.mesh.raycast)
    rise = np.tan(np.radians(degrees))
    shadow.place(line_of_sight, (0.0, 1.5 / rise, 2.6), None, Ellipsoid().radii)
    places, darkness = drawn(shadow.root)
    on_ramp = ((places[..., 1] > 0.0) & (places[..., 1] < 2.4 / rise)).all(axis=1)  # the rays begin at 2.6 m
    heights = places[..., 2] - 2.0 * OFF * (1.0 + darkness)
    assert (on_ramp.sum() > 6) == (degrees <= 50) and heights[on_ramp] == pytest.approx(places[on_ramp][..., 1] * rise, abs=2e-3)


def test_the_shadow_falls_along_gravity(level):
    """The player's up is -x, so the shadow falls on the side of the box."""
    shadow, line_of_sight = PlayerShadow((0.4, 0.4, 0.9)), SimpleNamespace(raycast=level.mesh.raycast)
    frame = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (-1.0, 0.0, 0.0))
    shadow.place(line_of_sight, (8.0, 0.0, 1.0), frame, Ellipsoid().radii)
    places, darkness = drawn(shadow.root)
    assert places[..., 0] == pytest.approx(9.0 - 2 * OFF * (1.0 + darkness), abs=1e-4)
