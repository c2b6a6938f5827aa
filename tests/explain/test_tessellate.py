"""Shapes keep their positions and sizes as triangles."""

import numpy as np
import pytest

from game.core.shapes import Arrow, Boxes, Disc, Point, Polyline, Triangles
from game.explain.tessellate import BORDER, CLOSE, HEAD_LENGTH, HEAD_WIDTH, LIFT, framed, to_triangles

RED = (0.9, 0.1, 0.1)


def positions(vertices):
    return vertices["position"].astype(float)


def test_nothing_gives_no_triangles():
    made = to_triangles([])
    assert len(made.opaque) == len(made.transparent) == 0


@pytest.mark.parametrize(
    "shape",
    [
        Point((1, 2, 3), RED),
        Arrow((0, 0, 0), (0, 0, 1), RED),
        Arrow((0, 0, 0), (0, 0, 0), RED),
        Polyline(np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0)], float), RED),
        Disc((0, 0, 0), (0, 0, 1), 0.5, RED),
        Triangles(np.array([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]], float), np.array([RED])),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_every_shape_becomes_finite_complete_triangles(shape):
    made = to_triangles([shape])
    assert len(made.opaque) > 0 and len(made.opaque) % 3 == len(made.transparent) % 3 == 0
    assert np.isfinite(positions(made.opaque)).all() and np.isfinite(positions(made.transparent)).all()
    assert (made.opaque["colour"][:, 3] == 255).all() and (made.transparent["colour"][:, 3] < 255).all()


def test_an_arrow_reaches_from_start_to_end():
    points = positions(to_triangles([Arrow((1, 1, 1), (1, 3, 1), RED, 0.02)]).opaque)
    assert points[:, 1].min() == pytest.approx(1.0) and points[:, 1].max() == pytest.approx(3.0)
    assert np.abs(points[:, [0, 2]] - 1.0).max() < 0.06


@pytest.mark.parametrize("length", [0.02, 0.2, 2.0])
def test_the_head_of_an_arrow_is_three_times_as_long_as_wide_or_a_part_of_a_short_arrow(length):
    points = positions(to_triangles([Arrow((0, 0, 0), (0, length, 0), RED, 0.01)]).opaque)
    aside = np.hypot(points[:, 0], points[:, 2])
    widest = points[aside > 0.9 * aside.max()]
    head = min(3.0 * HEAD_WIDTH * 0.01, HEAD_LENGTH * length)
    assert widest[:, 1] == pytest.approx(np.full(len(widest), length - head), abs=1e-6)


def test_a_disc_lies_in_its_plane_lifted_towards_the_eye():
    normal = np.array([0.0, -0.6, 0.8])
    for eye, side in (((0, 0, 5), 1.0), ((0, 0, -5), -1.0)):
        made = to_triangles([Disc((0, 1, 0), tuple(normal), 0.5, RED)], eye)
        for vertices in (made.opaque, made.transparent):
            heights = (positions(vertices) - (0, 1, 0)) @ normal
            assert np.allclose(heights, side * LIFT, atol=1e-6)
        assert np.linalg.norm(positions(made.opaque) - (0, 1, 0), axis=1).max() == pytest.approx(0.5, abs=1e-3)


def test_a_disc_that_fades_is_transparent_near_the_eye_and_has_no_opaque_rim():
    disc = Disc((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), 0.35, RED, fades=True)
    opacities = []
    for away in (0.5, 1.0, 3.0):
        made = to_triangles([disc], eye=(0.0, 1.0, away))
        assert not len(made.opaque)
        opacities.append(made.transparent["colour"][:, 3].max() if len(made.transparent) else 0)
    assert opacities[0] == 0 < opacities[1] < opacities[2] == 255


def test_borders_lie_inside_their_triangle():
    corners = np.array([[(0.0, 0, 0), (2, 0, 0), (0, 1, 0)]])
    points = framed(corners)[0]
    x, y = points[:, 0], points[:, 1]
    assert (x >= -1e-12).all() and (y >= -1e-12).all() and (x / 2 + y <= 1 + 1e-12).all()
    inner = points[(x > 1e-9) & (y > 1e-9) & (x / 2 + y < 1 - 1e-9)]
    assert inner[:, 0].min() == pytest.approx(BORDER) and inner[:, 1].min() == pytest.approx(BORDER)


def test_the_border_of_a_needle_stays_inside():
    corners = np.array([[(0.0, 0, 0), (1, 0, 0), (0, 1e-6, 0)]])
    assert framed(corners)[0][:, 1].max() <= 1e-6


@pytest.mark.parametrize("are_turned", [False, True])
def test_from_one_place_the_sides_of_boxes_that_face_it_are_drawn_and_no_others(are_turned):
    """A thousand boxes with all their sides took a fifth of the picture's time."""
    random = np.random.default_rng(3)
    axes = np.linalg.qr(random.standard_normal((200, 3, 3)))[0] if are_turned else None
    halves, eye = random.uniform(0.05, 0.4, (200, 3)), np.array((0.3, -0.2, 0.5))
    centres = random.uniform(-5.0, 5.0, (200, 3))
    centres[0] = eye + 0.4  # beside it
    boxes = Boxes(centres, halves, random.random((200, 3)), axes)
    own = eye - boxes.centres if axes is None else np.einsum("nkx,nx->nk", axes, eye - boxes.centres)
    every, seen = (to_triangles([boxes], seen_from=place).opaque.reshape(-1, 3) for place in (None, tuple(eye)))
    is_close = (np.abs(own) - halves).max(axis=1) < CLOSE
    assert 1 <= is_close.sum() < 10
    faces = np.stack([own < -halves, own > halves], axis=2).reshape(-1, 6) | is_close[:, None]  # in the order of `box`
    wanted = every.reshape(200, 6, 2, 3)[faces].reshape(-1, 3)
    assert len(every) == 2400 and 400 < len(seen) < 1212 and seen.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("eye", [(1.0, 2.0, 3.0), (1.2, 2.0, 2.9), (1.0, 2.0, 3.4 + 0.9 * CLOSE)])
def test_a_box_around_the_camera_or_beside_it_has_all_sides(eye):
    """The near plane opens it, and then its far sides are seen from inside."""
    box = Boxes(np.array([(1.0, 2.0, 3.0)]), np.full((1, 3), 0.4), np.array([RED]))
    assert len(to_triangles([box], seen_from=eye).opaque) == 36
