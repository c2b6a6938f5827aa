"""Ellipsoid space as drawn: the body is a sphere, planes stay planes, and it agrees with the solver's eSpace."""

import typing

import numpy as np
import pytest

from game.cli_options import SPACES
from game.collision import Ellipsoid, Rules
from game.core.shapes import MAPS, Arrow, Disc, EllipsoidShape, Label, Placed, Point, Polyline, Shape, Triangles, mapped
from game.explain.spaces import CHOICES, WORLD, body_axes, space_between
from game.explain.tick_overlay import Switches, build_overlay
from game.level import load_level
from game.scene.framing import Subject
from game.simulation import Intent, PlayerParams, Simulation

BODY = Ellipsoid((0.4, 0.3, 0.9), 0.7)
FRAME = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))  # up is +x
ANCHOR = (1.0, 2.0, 3.0)


def espace(frame=None):
    return space_between(BODY, frame, ANCHOR, 1.0)


def surface(frame=None):
    """Points (n, 3) of the body's surface around the anchor."""
    unit = np.random.default_rng(1).normal(size=(40, 3))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    return ANCHOR + unit * BODY.radii @ body_axes(BODY.heading, frame)


@pytest.mark.parametrize("frame", [None, FRAME], ids=["upright", "lying"])
def test_the_body_becomes_a_sphere_as_high_as_it_is(frame):
    away = espace(frame).points(surface(frame)) - ANCHOR
    assert np.allclose(np.linalg.norm(away, axis=1), 0.9, atol=1e-12)


def test_heights_keep_their_length_and_the_anchor_its_position():
    assert np.allclose(espace().points([ANCHOR, (1.0, 2.0, 5.0)]), [ANCHOR, (1.0, 2.0, 5.0)])
    assert np.allclose(espace(FRAME).points((4.0, 2.0, 3.0)), (4.0, 2.0, 3.0))


def test_the_morph_begins_in_the_world_and_is_monotonic():
    assert space_between(BODY, None, ANCHOR, 0.0).is_world and not espace().is_world
    spaces = [space_between(BODY, None, ANCHOR, part) for part in (0.0, 0.3, 0.7, 1.0)]
    widths = [np.linalg.norm(space.points((2.0, 2.0, 3.0)) - ANCHOR) for space in spaces]
    assert widths == sorted(widths) and widths[0] == pytest.approx(1.0)


def test_back_is_the_inverse_of_points():
    assert np.allclose(espace(FRAME).back(espace(FRAME).points(surface())), surface(), atol=1e-12)


def test_another_anchor_only_shifts():
    other = espace().about((5.0, 5.0, 5.0))
    assert np.allclose(other.points(surface()) - other.shift, espace().points(surface()) - espace().shift)


RUNS = (
    ("stairs", {}, Intent((0.3, 1.0)), 60),
    ("ramps", {"rules": Rules.fauerby()}, Intent((0.0, 1.0), heading=0.4), 60),
    ("corners", {"params": PlayerParams(radii=(0.5, 0.3, 0.9)), "rules": Rules.thebigh()}, Intent((0.2, 1.0), heading=0.6), 90),
    ("planet", {}, Intent((0.0, 1.0)), 90),
)


@pytest.mark.parametrize("name, options, intent, ticks", RUNS, ids=[run[0] for run in RUNS])
def test_sliding_planes_are_those_of_the_trace(name, options, intent, ticks):
    """A plane drawn in eSpace has the normal and constant of the solver's e_plane, up to rounding."""
    sim, planes = Simulation(load_level(name), **options), 0
    for _ in range(ticks):
        record = sim.tick(intent)
        body, frame, origin = sim.body_in(record.after), record.after.frame, record.trace.origin
        space, axes = space_between(body, frame, origin, 1.0), body_axes(body.heading, frame)
        discs = mapped(build_overlay(record, sim, Switches.none().toggled("planes")), space)
        for iteration, disc in zip([iteration for iteration in record.trace.iterations if iteration.hit], discs, strict=True):
            # From the drawing to eSpace: along the body's axes, in units of the vertical radius.
            normal, place = axes @ disc.normal, axes @ (np.array(disc.centre) - origin) / body.radii[2]
            e_normal, constant = iteration.e_plane
            assert np.allclose(normal, e_normal, atol=1e-9) and -normal @ place == pytest.approx(constant, abs=1e-9)
            planes += 1
    assert planes > 10


def test_a_sliding_plane_touches_the_sphere():
    """The tangent plane in eSpace: through the contact, one radius from the centre at the contact."""
    sim = Simulation(load_level("stairs"))
    for _ in range(45):
        record = sim.tick(Intent((0.0, 1.0)))
    space, hits = (
        space_between(sim.body_in(record.after), None, ANCHOR, 1.0),
        [iteration for iteration in record.trace.iterations if iteration.hit],
    )
    for iteration in hits:
        centre = space.points(np.add(iteration.start, np.multiply(iteration.fraction, iteration.displacement)))
        assert space.normal(iteration.normal) @ (centre - space.points(iteration.point)) == pytest.approx(0.9, abs=1e-3)
    assert hits


def test_every_kind_of_shape_has_places_and_some_have_more_to_map():
    assert set(MAPS) < set(typing.get_args(Shape)) and all(issubclass(kind, Placed) for kind in typing.get_args(Shape))


def test_positions_are_mapped_and_radii_are_kept():
    red = (0.9, 0.1, 0.1)
    shapes = [
        Point((2.0, 2.0, 3.0), red),
        Arrow((1.0, 2.0, 3.0), (2.0, 2.0, 3.0), red),
        Polyline(np.array([(1.0, 2.0, 3.0), (2.0, 2.0, 3.0)]), red),
        Triangles(np.array([[(1.0, 2.0, 3.0), (2.0, 2.0, 3.0), (1.0, 3.0, 3.0)]]), np.array([red])),
        Label((2.0, 2.0, 3.0), "here", red),
    ]
    space = space_between(Ellipsoid((0.3, 0.3, 0.9)), None, ANCHOR, 1.0)
    point, arrow, line, triangles, label = mapped(shapes, space)
    assert point.position == arrow.end == label.position == pytest.approx((4.0, 2.0, 3.0))
    assert point.radius == shapes[0].radius and arrow.radius == shapes[1].radius and line.radius == shapes[2].radius
    assert np.allclose(triangles.corners, [[(1, 2, 3), (4, 2, 3), (1, 5, 3)]]) and np.allclose(line.points[1], (4, 2, 3))


def test_normals_stay_at_right_angles_to_their_planes():
    red, normal = (0.9, 0.1, 0.1), np.array((0.6, 0.0, 0.8))
    tip = tuple(ANCHOR + 0.5 * normal)
    shapes = Disc(ANCHOR, tuple(normal), 0.7, red), Arrow(ANCHOR, tip, red, is_normal=True), Label(tip, "", red, foot=ANCHOR)
    disc, arrow, label = mapped(shapes, espace())
    along = np.array(arrow.end) - arrow.start
    assert np.allclose(along, 0.5 * np.array(disc.normal)) and arrow.end == label.position
    in_plane = espace().matrix @ np.array([(0.8, 0.0, -0.6), (0.0, 1.0, 0.0)]).T
    assert np.allclose(np.array(disc.normal) @ in_plane, 0.0, atol=1e-12)


def test_the_body_keeps_its_place_and_the_space_makes_it_round():
    body = EllipsoidShape(ANCHOR, BODY.radii, BODY.heading, (0.9, 0.9, 0.9))
    assert mapped([body], espace())[0].centre == pytest.approx(ANCHOR)
    subject = Subject(ANCHOR, BODY.radii, BODY.heading)
    away = np.linalg.norm(subject.points(espace()) - np.array(ANCHOR), axis=1)
    assert np.allclose(away, 0.9) and np.ptp(np.linalg.norm(subject.points() - np.array(ANCHOR), axis=1)) > 0.4


def test_the_world_leaves_shapes_unchanged():
    shapes = [Point(ANCHOR, (0.9, 0.1, 0.1))]
    assert mapped(shapes, WORLD) is shapes


def test_the_command_line_knows_the_same_names():
    assert tuple(CHOICES) == SPACES
