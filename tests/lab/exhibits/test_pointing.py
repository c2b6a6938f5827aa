"""The pointing gallery: heading and height are the mouse; program and ray are those of the forum's formulas."""

from math import atan2

import numpy as np
import pytest

from game.collision.mesh.bvh import ray_hits_triangle
from game.lab import Actor
from game.lab.exhibits.pointing import DEPTHS, EYE, SIDE, PointingGallery, counted_disagreement
from game.lab.physics.forum_picking import triangle_at
from tests.lab.rooms import lab_of, use

RADII = (0.4, 0.4, 0.9)
RANDOM = np.random.default_rng(9)


def visitor(x=0.0, y=-6.0, heading=0.0):
    return Actor((x, y, 0.9), RADII, heading=heading)


def pointed(actor, *actions):
    lab = lab_of("pointing")
    state, readouts = lab.step(lab.begin(), actor, use(*actions))
    return lab, state, readouts["pointing"].figures


@pytest.mark.parametrize("x, y, across", [(0.0, -6.0, 1.5), (2.0, -4.0, -2.5), (-3.0, -8.0, 0.0)])
def test_the_heading_is_the_mouse(x, y, across):
    _, state, _ = pointed(visitor(x, y, -atan2(across - x, -y)))
    assert state[0].bodies.is_on and state[0].bodies.mouse[0] == pytest.approx(SIDE / 2.0 + 100.0 * across)


@pytest.mark.parametrize("actor", [visitor(heading=3.0), visitor(y=1.0), visitor(heading=1.2)])
def test_a_view_elsewhere_has_no_mouse(actor):
    lab, state, _ = pointed(actor)
    assert not state[0].bodies.is_on
    assert "do not point" in lab.exhibits[0].kind.sheet(state[0]).rows[0].name


def test_the_ray_is_that_of_the_visitor_s_eye():
    """The board's answer and distance against our own ray test in metres."""
    kind, seen = PointingGallery(), 0
    for _ in range(200):
        x, y, heading, height, depth = RANDOM.uniform((-4.0, -9.0, -0.5, 50.0, 0.0), (4.0, -1.0, 0.5, 550.0, 400.0)).tolist()
        _, state, figures = pointed(visitor(x, y, heading), f"pointing.corner:{depth}", f"pointing.height:{height}")
        if not state[0].bodies.is_on:
            continue
        corners = np.array([kind.place(corner) for corner in triangle_at(depth)]).reshape(1, 9)
        mouse, eye = np.array(kind.place(np.array([*state[0].bodies.mouse, 0.0]))), np.array([x, y, EYE])
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
    *_, figures = pointed(visitor(), f"pointing.corner:{depth}", "pointing.count")
    assert 100.0 * figures["counted"] == pytest.approx(percent, abs=1.2)
    assert figures["counted"] == pytest.approx(figures["predicted"], abs=0.02)
    assert counted_disagreement(depth) == figures["counted"]


def test_the_switch_ends_with_the_program_that_fails():
    """As printed, the foot and the winding number are wrong, too: it says no where a flat triangle is."""
    mouse_on_it = visitor(heading=0.05)
    repaired, printed = (pointed(mouse_on_it, "pointing.corner:0", f"pointing.program:{n}")[2] for n in (0, 1))
    assert repaired["picked"] == repaired["seen"] == 1.0
    assert printed["distance"] == 0.0


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("actor", [visitor(heading=0.05), visitor(heading=-0.4), visitor(heading=3.0)])
def test_the_drawing_is_made_at_every_moment(depth, actor):
    lab, state, _ = pointed(actor, f"pointing.corner:{depth}", "pointing.count")
    exhibit = lab.exhibits[0]
    assert exhibit.kind.bodies(state[0], state[0], 0.5) and exhibit.kind.overlay(state[0])
    assert "the middle of your view" in exhibit.kind.sheet(state[0]).notes[0]
    assert 2 <= len(exhibit.kind.sheet(state[0]).rows) <= 4


def looked(lab, state, *headings):
    """The state after a tick with each of the headings, with the readouts of the last one."""
    for heading in headings:
        state, readouts = lab.step(state, visitor(heading=heading), ())
    return state, readouts["pointing"].figures


def test_the_place_stays_while_one_looks_at_the_board():
    """A view rests on a place and turns away at 180 degrees a second. The mouse stays there, not at the edge of the screen."""
    lab = lab_of("pointing")
    state, figures = looked(lab, lab.begin(), *[0.1] * 30)
    mouse = state[0].bodies.mouse
    turned, after = looked(lab, state, *np.arange(0.1, -1.6, -0.052).tolist())
    assert turned[0].bodies.is_held and turned[0].bodies.mouse == mouse and after == figures
    content = lab.exhibits[0].kind.sheet(turned[0])
    assert len(content.rows) == 4 and "stays" in content.notes[1]
    back, _ = looked(lab, turned, *[-0.1] * 2)
    assert not back[0].bodies.is_held and back[0].bodies.mouse[0] == pytest.approx(600.0 - mouse[0])


def test_the_dial_moves_a_place_that_stays():
    lab = lab_of("pointing")
    state, _ = looked(lab, lab.begin(), *[0.1] * 30, 2.0)
    state, _ = lab.step(state, visitor(heading=2.0), use("pointing.height:500"))
    assert state[0].bodies.is_held and state[0].bodies.mouse[1] == 100.0
