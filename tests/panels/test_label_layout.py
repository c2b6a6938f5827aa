"""Labels lie on nothing that is to be read, stay in the picture, and do not jump."""

import random
from itertools import combinations
from math import cos, radians, sin

import pytest
from panda3d.core import Camera, NodePath, PerspectiveLens

from game.core.shapes import Label
from game.panels.label_layer import ANGLES, LabelLayer, LabelLayout, beside, boxes_overlap, is_inside, nearest_point

AREA, PANEL = (4.0, 4.0, 1276.0, 716.0), (14.0, 14.0, 466.0, 260.0)
SIZE = (180.0, 22.0)


def labels(places):
    return [((number, "label"), at, SIZE) for number, at in enumerate(places)]


@pytest.mark.parametrize("seed", range(6))
def test_labels_cover_neither_each_other_nor_panels_nor_places(seed):
    chance = random.Random(seed)
    places = [(chance.gauss(640, 90), chance.gauss(400, 60)) for _ in range(10)]
    boxes = LabelLayout().place(labels(places), AREA, [PANEL])
    assert not any(boxes_overlap(a, b) for a, b in combinations([*boxes, PANEL], 2))
    assert all(is_inside(box, AREA) for box in boxes)
    assert not any(box[0] < x < box[2] and box[1] < y < box[3] for box in boxes for x, y in places)


def test_near_the_edge_a_label_goes_to_the_other_side():
    (box,) = LabelLayout().place(labels([(1270.0, 8.0)]), AREA)
    assert is_inside(box, AREA) and box[2] < 1270.0


def test_labels_stay_where_they_are_when_the_camera_moves():
    layout, places = LabelLayout(), [(600.0 + 9 * k, 400.0 + 5 * k) for k in range(6)]
    before = layout.place(labels(places), AREA)
    for step in range(1, 30):
        moved = [(x + 2.0 * step, y - step) for x, y in places]
        after = layout.place(labels(moved), AREA)
        ways = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(before, after)]
        assert ways == [pytest.approx((2.0 * step, -step))] * 6


@pytest.mark.parametrize("side", ANGLES)
def test_a_label_is_on_the_side_that_it_wants(side):
    """A lesson drew lines of its own to move names aside, and readers took these lines for rays and edges."""
    ((left, top, right, bottom),) = LabelLayout().place(labels([(640.0, 360.0)]), AREA, sides={(0, "label"): side})
    across, up = cos(radians(side)), sin(radians(side))
    assert left > 640.0 if across > 0.1 else right < 640.0 if across < -0.1 else left + right == 1280.0
    assert bottom < 360.0 if up > 0.1 else top > 360.0 if up < -0.1 else top + bottom == 720.0


def test_a_label_without_room_on_its_side_is_elsewhere():
    (box,) = LabelLayout().place(labels([(1270.0, 360.0)]), AREA, sides={(0, "label"): 0.0})
    assert is_inside(box, AREA) and box[2] < 1270.0


def test_a_full_picture_keeps_all_labels_inside():
    boxes = LabelLayout().place(labels([(200.0, 100.0)] * 30), (0.0, 0.0, 400.0, 200.0))
    assert len(boxes) == 30 and all(is_inside(box, (0.0, 0.0, 400.0, 200.0)) for box in boxes)


def test_the_line_ends_at_the_nearest_point_of_the_box():
    box = beside((100.0, 100.0), SIZE, (30.0, -40.0))
    assert box == (130.0, 38.0, 310.0, 60.0) and nearest_point(box, (100.0, 100.0)) == (130.0, 60.0)
    assert beside((100.0, 100.0), SIZE, (0.0, 40.0)) == (10.0, 140.0, 190.0, 162.0)


def test_labels_move_with_the_picture_when_a_panel_opens_beside_it():
    """A teacher saw the names of twins beside a pillar: only the lens had changed, and it returns the matrix that it changes."""
    lens, root, world = PerspectiveLens(), NodePath("window"), NodePath("world")
    camera = world.attachNewNode(Camera("camera", lens))
    layer, shapes = LabelLayer(root, (1280, 720), camera), [Label((0.0, 10.0, 0.0), "twin", (1.0, 1.0, 1.0))]
    layer.show(shapes)
    (name,) = layer._drawn
    x = name._line.getX()
    lens.setFilmOffset(0.25 * lens.getFilmSize()[0], 0.0)
    layer.show(shapes)
    assert abs(name._line.getX() - x) > 300.0
