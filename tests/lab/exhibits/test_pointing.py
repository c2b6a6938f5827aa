"""The pointing gallery: heading and height are the mouse; program and ray are those of the forum's formulas."""

from math import atan2

import numpy as np
import pytest

from game.collision.mesh.bvh import ray_hits_triangle
from game.lab import Actor
from game.lab.exhibits.pointing import DEPTHS, EYE, SIDE, PointingGallery, counted_disagreement
from game.lab.physics.forum_picking import triangle_at
from tests.lab.rooms import Run

RADII = (0.4, 0.4, 0.9)
RANDOM = np.random.default_rng(9)


def visitor(x=0.0, y=-6.0, heading=0.0):
    return Actor((x, y, 0.9), RADII, heading=heading)


def pointed(actor, *actions):
    return Run("pointing", 1, *actions, actor=actor)


@pytest.mark.parametrize("x, y, across", [(0.0, -6.0, 1.5), (2.0, -4.0, -2.5), (-3.0, -8.0, 0.0)])
def test_the_heading_is_the_mouse(x, y, across):
    bodies = pointed(visitor(x, y, -atan2(across - x, -y))).bodies
    assert bodies.is_on and bodies.mouse[0] == pytest.approx(SIDE / 2.0 + 100.0 * across)


@pytest.mark.parametrize("actor", [visitor(heading=3.0), visitor(y=1.0), visitor(heading=1.2)])
def test_a_view_elsewhere_has_no_mouse(actor):
    run = pointed(actor)
    assert not run.bodies.is_on and "do not point" in run.board.rows[0].name


def test_the_ray_is_that_of_the_visitor_s_eye():
    """The board's answer and distance against our own ray test in metres."""
    kind, seen = PointingGallery(), 0
    for _ in range(200):
        x, y, heading, height, depth = RANDOM.uniform((-4.0, -9.0, -0.5, 50.0, 0.0), (4.0, -1.0, 0.5, 550.0, 400.0)).tolist()
        run = pointed(visitor(x, y, heading), f"pointing.corner:{depth}", f"pointing.height:{height}")
        bodies, figures = run.bodies, run.figures
        if not bodies.is_on:
            continue
        corners = np.array([kind.place(corner) for corner in triangle_at(depth)]).reshape(1, 9)
        mouse, eye = np.array(kind.place(np.array([*bodies.mouse, 0.0]))), np.array([x, y, EYE])
        way = (mouse - eye) / np.linalg.norm(mouse - eye)
        distance = ray_hits_triangle(corners, 0, tuple(eye), tuple(way))
        assert bool(figures["seen"]) == np.isfinite(distance)
        if figures["seen"]:
            seen += 1
            assert figures["ray"] == pytest.approx(distance, abs=1e-9)
    assert seen > 10


@pytest.mark.parametrize("depth, percent", [(50.0, 9.0), (200.0, 64.0), (400.0, 172.0)])
def test_the_count_is_that_of_the_area(depth, percent):
    """At wheel 50, 200, 400: 9, 64, 172 %."""
    figures = pointed(visitor(), f"pointing.corner:{depth}", "pointing.count").figures
    assert 100.0 * figures["counted"] == pytest.approx(percent, abs=1.2)
    assert figures["counted"] == pytest.approx(figures["predicted"], abs=0.02)
    assert counted_disagreement(depth) == figures["counted"]


def test_the_switch_ends_with_the_program_that_fails():
    """As printed, the foot and the winding number are wrong, too: it says no where a flat triangle is."""
    mouse_on_it = visitor(heading=0.05)
    repaired, printed = (pointed(mouse_on_it, "pointing.corner:0", f"pointing.program:{n}").figures for n in (0, 1))
    assert repaired["picked"] == repaired["seen"] == 1.0
    assert printed["distance"] == 0.0


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("actor", [visitor(heading=0.05), visitor(heading=-0.4), visitor(heading=3.0)])
def test_the_drawing_is_made_at_every_moment(depth, actor):
    board = pointed(actor, f"pointing.corner:{depth}", "pointing.count").drawn()
    assert "the middle of your view" in board.notes[0] and 2 <= len(board.rows) <= 4


def looked(run, *headings):
    """The bodies and figures after a tick with each of the headings."""
    for heading in headings:
        run.go(1, actor=visitor(heading=heading))
    return run.bodies, run.figures


def test_the_place_stays_while_one_looks_at_the_board():
    """A view rests on a place and turns away at 180 degrees a second. The mouse stays there, not at the edge of the screen."""
    run = Run("pointing")
    rested, figures = looked(run, *[0.1] * 30)
    turned, after = looked(run, *np.arange(0.1, -1.6, -0.052).tolist())
    assert turned.is_held and turned.mouse == rested.mouse and after == figures
    assert len(run.board.rows) == 4 and "stays" in run.board.notes[1]
    back, _ = looked(run, *[-0.1] * 2)
    assert not back.is_held and back.mouse[0] == pytest.approx(600.0 - rested.mouse[0])


def test_the_dial_moves_a_place_that_stays():
    run = Run("pointing")
    looked(run, *[0.1] * 30, 2.0)
    bodies = run.go(1, "pointing.height:500", actor=visitor(heading=2.0)).bodies
    assert bodies.is_held and bodies.mouse[1] == 100.0
