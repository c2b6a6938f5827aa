"""Bodies of twins: an ellipsoid with the player's radii, an upright capsule of the same height for another engine."""

import numpy as np
import pytest
from panda3d.core import NodePath

from game.pictures.offscreen import Studio
from game.scene.geometry_nodes import VERTEX
from game.scene.look_and_spring_arm import Look
from game.scene.moment import Moment
from game.scene.player_body import TWIN_OPACITY, TwinBodies, body_model
from game.scene.scene import Scene
from game.simulation import PlayerState, Simulation
from tests.shipped_levels import shipped

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


def test_a_twin_fades_in_while_it_leaves_the_player():
    """A full twin some centimetres before the player covered it: the player saw one body in two colours."""
    root, opacity = NodePath("scene"), []
    bodies = TwinBodies(root, RADII)
    for away in (0.03, 0.1, 0.25, 0.5, 2.0):
        bodies.place([((away, 0.0, 0.0), PlayerState((away, 0.0, 0.0)), ONE, False)], ORIGIN, 0.01)
        (shown,) = [path for path in root.getChildren() if not path.isHidden()]
        opacity.append(shown.getSa())
    assert opacity == sorted(opacity) and opacity[0] < 0.1 < opacity[1]
    assert opacity[-2] == opacity[-1] == pytest.approx(TWIN_OPACITY, abs=0.01)


def test_a_face_is_painted_on_the_same_ellipsoid():
    """Its vertices at the edges of eyes and pack are on the ellipsoid, too, so close together that no edge is blurred."""
    radii, found = (0.4, 0.3, 0.9), {}
    for has_face in (False, True):
        body = body_model(radii, has_face=has_face)
        geom = body.find("**/+GeomNode").node().getGeom(0)
        rows = np.frombuffer(geom.getVertexData().getArray(0).getHandle().getData(), VERTEX)
        assert np.linalg.norm(rows["position"] / radii, axis=1) == pytest.approx(1.0, abs=1e-5)
        found[has_face] = body.getTightBounds(), rows
    assert found[False][0] == found[True][0]
    blue = {has_face: (rows["colour"][:, 2] > rows["colour"][:, 0]).sum() for has_face, (_, rows) in found.items()}
    assert blue[True] > blue[False] > 0, "a pack, besides the visor"


def test_a_body_behind_a_pillar_is_seen_through_it_while_time_runs():
    """A gamer lost the body behind a thin pillar, which was neither faded nor ignored."""
    sim, pictures = Simulation(shipped("playground")), []
    state, eye = sim.state.replace(position=(3.0, -13.4, 1.6)), (3.0, -17.4, 1.9)
    with Studio((160, 120)) as studio:
        scene = Scene(studio.screen, sim, "tiny")
        for is_live in (False, True):
            fields = {"sim": sim, "record": None, "state": state, "body": sim.body, "field_of_view": 85.0, "time": 0.0}
            scene.draw(Moment(**fields, eye=eye, look=Look(), is_live=is_live))
            pictures.append(np.asarray(studio.render(), float)[62:72, 74:86].mean(axis=(0, 1)))
    assert np.abs(pictures[1] - pictures[0]).max() > 15.0
