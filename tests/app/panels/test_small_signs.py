"""The text of a sign that is looked at is repeated in the window's letters where the picture has too few pixels for it."""

from types import SimpleNamespace

import pytest
from panda3d.core import Camera, NodePath, PerspectiveLens

from game.app.panels.sign_and_goal_panels import small_sign
from game.level import Sign
from tests.simulation.scenes import box, floor, level_of

SIGN, WIDE = Sign("let it carry you\nSpace  swims up", (0.0, 10.0, 1.6), 3.14159, 0.24), 1280


def shown(drawn_pixels, sign=SIGN, *boxes, y=0.0):
    """The repeated text for a camera at a height of 1.6 m that looks along +y."""
    lens = PerspectiveLens()
    lens.setFov(85.0, 55.0)
    camera = NodePath("scene").attachNewNode(Camera("camera", lens))
    camera.setPos(0.0, y, 1.6)
    level = level_of(floor(-9.0), *boxes)
    level = SimpleNamespace(mesh=level.mesh, movers=(), volumes=(), signs=[sign])
    return small_sign(SimpleNamespace(eye=(0.0, y, 1.6), time=0.0, sim=SimpleNamespace(level=level)), camera, drawn_pixels)


def test_at_half_of_the_pixels_a_sign_ten_metres_away_is_repeated_above_itself():
    text, across, down = shown(WIDE / 2)
    assert text == SIGN.text and across == pytest.approx(0.5, abs=1e-3) and 0.4 < down < 0.49
    assert shown(WIDE) is None, "with all pixels of a window it is read where it is"


@pytest.mark.parametrize("y", [8.0, -20.0])
def test_a_near_sign_is_read_and_a_far_one_is_no_subject(y):
    assert shown(WIDE / 2, y=y) is None


def test_signs_behind_a_wall_beside_the_way_and_from_the_edge_are_not_repeated():
    assert shown(WIDE / 2, SIGN, box((-1.0, 5.0, 0.0), (1.0, 5.2, 3.0))) is None
    assert shown(WIDE / 2, Sign(SIGN.text, (8.0, 10.0, 1.6), 3.14159, 0.24)) is None
    assert shown(WIDE / 2, Sign(SIGN.text, SIGN.at, 1.5708, 0.24)) is None
