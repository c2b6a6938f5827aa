"""Collision response (the paper's chapter 4, appendix F) in small worlds, and what each repair of the listing changes."""

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest

from game.collision import Ellipsoid, Ending, Pass, Rules, Trace, collide_and_slide, sweep
from tests.collision.scenes import floor, mesh, quad, resting_height, side_wall, slope, slope_normal, wall

MODERN, PRINTED = Rules.modern(), Rules.fauerby()
SKIN = MODERN.skin
BALL = Ellipsoid((0.5, 0.5, 0.5))
BODY = Ellipsoid((0.4, 0.4, 0.9))
STILL = (0.0, 0.0, 0.0)


def moved(world, body, position, velocity, gravity=STILL, rules=MODERN):
    """(end (3,), trace)"""
    trace = Trace()
    return np.array(collide_and_slide(world, body, position, velocity, gravity, rules, trace).position), trace


def moves(trace):
    """The iterations of the move pass."""
    return [iteration for iteration in trace.iterations if iteration.pass_ == Pass.MOVE]


# Section 4.1 and 4.2: stop, sliding plane, slide


def test_free_way_is_gone_whole():
    end, trace = moved(mesh(wall(5.0)), BALL, STILL, (1.0, 2.0, 3.0))
    assert end == pytest.approx((1.0, 2.0, 3.0))
    assert [step.ending for step in moves(trace)] == [Ending.ARRIVED]


def test_stops_a_skin_before_the_wall():
    end, _ = moved(mesh(wall(2.0)), BALL, STILL, (0.0, 4.0, 0.0))
    assert end == pytest.approx((0.0, 1.5 - SKIN, 0.0), abs=1e-12)


def test_slides_along_the_plane():
    """The rest of the displacement loses its part into the wall: 3 m along the wall remain."""
    end, trace = moved(mesh(wall(2.0)), BALL, STILL, (3.0, 4.0, 0.0))
    assert end == pytest.approx((3.0, 1.5 - SKIN, 0.0), abs=1e-8)
    first = trace.iterations[0]
    assert first.normal == pytest.approx((0.0, -1.0, 0.0))
    assert first.fraction == pytest.approx(1.5 / 4.0)
    assert first.next_displacement == pytest.approx((3.0 * 2.5 / 4.0, 0.0, 0.0), abs=1e-3)


def test_slides_again_along_a_second_wall():
    """Into a corner, and up along the crease of its two walls."""
    end, trace = moved(mesh(wall(2.0), side_wall(3.0)), BALL, STILL, (6.0, 6.0, 1.0))
    assert end == pytest.approx((2.5 - SKIN, 1.5 - SKIN, 1.0), abs=1e-7)
    assert [step.hit for step in moves(trace)] == [True, True, False]


def test_three_planes_end_the_pass():
    end, trace = moved(mesh(wall(2.0), side_wall(3.0), floor(-1.0)), BALL, STILL, (6.0, 6.0, -3.0))
    assert end == pytest.approx((2.5 - SKIN, 1.5 - SKIN, -0.5 + SKIN), abs=1e-7)
    assert moves(trace)[-1].ending == Ending.BLOCKED


def test_gravity_is_a_pass_of_its_own():
    """Walking costs nothing of the fall, and falling nothing of the walk (appendix F)."""
    end, trace = moved(mesh(wall(2.0), floor(-3.0)), BALL, STILL, (0.0, 4.0, 0.0), (0.0, 0.0, -9.0))
    assert end == pytest.approx((0.0, 1.5 - SKIN, -2.5 + SKIN), abs=1e-8)
    assert {iteration.pass_ for iteration in trace.iterations} == {Pass.MOVE, Pass.GRAVITY}
    assert trace.iterations[-1].ending == Ending.LANDED


def test_ellipsoids_stop_where_their_surface_touches():
    tall = Ellipsoid((0.4, 0.3, 0.9))
    end, _ = moved(mesh(floor(), wall(4.0)), tall, (0.0, 0.0, 2.0), (0.0, 9.0, 0.0), (0.0, 0.0, -9.0))
    assert end == pytest.approx((0.0, 3.7 - SKIN, 0.9 + SKIN), abs=1e-8)


@pytest.mark.parametrize("heading", [0.0, 0.5, 1.0, 1.5707963267948966])
def test_a_turned_ellipsoid_meets_a_wall_with_its_extent(heading):
    body = Ellipsoid((0.8, 0.2, 0.9), heading)
    hit = sweep(mesh(wall(4.0)), body, STILL, (0.0, 8.0, 0.0))
    assert hit.fraction == pytest.approx((4.0 - body.extents[1]) / 8.0, rel=1e-12)
    assert hit.normal == pytest.approx((0.0, -1.0, 0.0), abs=1e-12)


def test_the_listing_stops_very_close_to_the_plane():
    """.005 in eSpace, along the velocity: on a slanting way less in the direction of the plane."""
    straight, _ = moved(mesh(wall(2.0)), Ellipsoid((1, 1, 1)), STILL, (0.0, 4.0, 0.0), rules=PRINTED)
    assert straight == pytest.approx((0.0, 1.0 - 0.005, 0.0), abs=1e-12)
    slanting, _ = moved(mesh(wall(2.0)), Ellipsoid((1, 1, 1)), STILL, (4.0 * 0.8, 4.0 * 0.6, 0.0), rules=PRINTED)
    assert slanting[1] == pytest.approx(1.0 - 0.005 * 0.6, abs=1e-9)


# What each repair repairs: the same tick with the repair on and off


def on_and_off(switch, world, body, position, velocity, gravity=STILL, rules=MODERN):
    """The ends with all repairs, and with all but this one."""
    on, _ = moved(world, body, position, velocity, gravity, rules)
    off, _ = moved(world, body, position, velocity, gravity, replace(rules, **{switch: False}))
    return on, off


def resting(degrees):
    """The position of a body at rest on a slope, a skin away from it."""
    return np.array([0.0, 0.0, resting_height(BODY.radii, degrees)]) + SKIN * slope_normal(degrees)


def test_exact_contact():
    """Half embedded in an edge and leaving it: printed, the way out is an obstacle."""
    edge = mesh(quad((-9.0, 0.0, -9.0), (-9.0, 0.0, 0.0), (9.0, 0.0, 0.0), (9.0, 0.0, -9.0)))
    on, off = on_and_off("exact_contact", edge, BALL, (0.0, 0.0, 0.4), (0.0, 0.3, 0.4))
    assert on == pytest.approx((0.0, 0.3, 0.8))
    assert off != pytest.approx((0.0, 0.3, 0.8))


def test_skin_from_plane():
    """At a grazing angle the distance kept shrinks; from the plane it does not."""
    grazing = (20.0, 1.0, 0.0)
    on, off = on_and_off("skin_from_plane", mesh(wall(0.7)), BALL, STILL, grazing)
    assert 0.2 - on[1] == pytest.approx(SKIN, abs=1e-8)
    assert 0.2 - off[1] == pytest.approx(0.5 * MODERN.very_close * grazing[1] / np.linalg.norm(grazing), rel=1e-3)


def test_slide_in_world():
    """Up 45 degrees, at right angles in the world: cos 45 of the way. In eSpace 1.18 times the way: faster than on the flat."""
    one_plane = replace(MODERN, keep_planes=False)
    on, off = on_and_off("slide_in_world", mesh(slope(45.0)), BODY, resting(45.0), (0.0, 0.1, 0.0), rules=one_plane)
    climbed = [np.linalg.norm(end - resting(45.0)) for end in (on, off)]
    assert climbed[0] == pytest.approx(0.1 * cos(radians(45.0)), rel=2e-3)
    assert climbed[1] == pytest.approx(0.1 * 1.18, rel=5e-3)


def test_keep_planes():
    """Into an acute corner: with one plane at a time the body is thrown from wall to wall until its iterations are used up."""
    left = quad((9 * sin(0.2), 9 * cos(0.2), -9.0), (0.0, 0.0, -9.0), (0.0, 0.0, 9.0), (9 * sin(0.2), 9 * cos(0.2), 9.0))
    notch = mesh(left, left[:, ::-1] * (-1.0, 1.0, 1.0))
    _, on = moved(notch, BALL, (0.1, 6.0, 0.0), (0.3, -9.0, 0.0))
    _, off = moved(notch, BALL, (0.1, 6.0, 0.0), (0.3, -9.0, 0.0), rules=replace(MODERN, keep_planes=False))
    assert moves(on)[-1].ending == Ending.BLOCKED and len(moves(on)) <= 3
    assert len(moves(off)) > len(moves(on))


def test_gravity_lands():
    """Gravity on a slope of 30 degrees that can be stood on: stays, or creeps down."""
    on, off = on_and_off("gravity_lands", mesh(slope(30.0)), BODY, resting(30.0), STILL, (0.0, 0.0, -0.01))
    assert on == pytest.approx(resting(30.0), abs=1e-9)
    assert off[1] == pytest.approx(-0.01 * sin(radians(30.0)) * cos(radians(30.0)), rel=0.05)


def test_gravity_slides_down_a_slope_that_is_too_steep():
    """60 degrees: along the slope, at the part of gravity that points down it."""
    end, trace = moved(mesh(slope(60.0)), BODY, resting(60.0), STILL, (0.0, 0.0, -0.1))
    fall = [iteration for iteration in trace.iterations if iteration.pass_ == Pass.GRAVITY]
    assert [iteration.number for iteration in fall] == list(range(len(fall))) and fall[-1].ending != Ending.LANDED
    assert np.linalg.norm(end - resting(60.0)) == pytest.approx(0.1 * sin(radians(60.0)), rel=2e-3)


def test_steep_is_wall():
    """Walking at a slope of 60 degrees: a wall, or climbed."""
    on, off = on_and_off("steep_is_wall", mesh(slope(60.0)), BODY, resting(60.0), (0.0, 0.1, 0.0))
    assert on[2] == pytest.approx(resting(60.0)[2], abs=1e-6)
    assert off[2] - resting(60.0)[2] == pytest.approx(0.1 * sin(radians(60.0)) * cos(radians(60.0)), rel=0.01)


def test_class_by_face():
    """The foot on a step's edge touches with a tilted normal; the tread's face says that it can be stood on."""
    step = mesh(quad((-9.0, 0.0, 0.0), (9.0, 0.0, 0.0), (9.0, 9.0, 0.0), (-9.0, 9.0, 0.0)))
    verdicts = []
    for rules in (MODERN, replace(MODERN, class_by_face=False)):
        _, trace = moved(step, BODY, (0.0, -0.35, 2.0), STILL, (0.0, 0.0, -3.0), rules)
        verdicts.append(trace.contacts[0].walkable)
    assert verdicts == [True, False]


def test_two_sided():
    """From behind a wall: stopped, or let through."""
    on, off = on_and_off("two_sided", mesh(wall(2.0)), BALL, (0.0, 4.0, 0.0), (0.0, -4.0, 0.0))
    assert on[1] == pytest.approx(2.5 + SKIN)
    assert off[1] == 0.0


@pytest.mark.parametrize("degrees", [20.0, 30.0, 40.0])
def test_separate_gravity(degrees):
    """Up a slope: by itself gravity lands and takes nothing; in one pass with the way it takes its part along the slope."""
    way, pull, angle = 0.1, 0.05, radians(degrees)
    world, start = mesh(slope(degrees)), resting(degrees)
    on, off = on_and_off("separate_gravity", world, BODY, start, (0.0, way, 0.0), (0.0, 0.0, -pull))
    assert np.linalg.norm(on - start) == pytest.approx(way * cos(angle), abs=1e-6)
    assert np.linalg.norm(off - start) == pytest.approx(abs(way * cos(angle) - pull * sin(angle)), abs=1e-6)


def test_one_pass_for_both_slides_on_flat_ground():
    """Section 4.3: on the flat one pass for both takes two iterations, a pass for each one iteration each."""
    resting_on_floor, way, pull = (0.0, 0.0, BODY.radii[2] + SKIN), (0.0, 0.1, 0.0), (0.0, 0.0, -0.01)
    together = replace(MODERN, separate_gravity=False)
    found = [moved(mesh(floor()), BODY, resting_on_floor, way, pull, rules)[1].iterations for rules in (MODERN, together)]
    assert [(step.pass_, step.number) for step in found[0]] == [(Pass.MOVE, 0), (Pass.GRAVITY, 0)]
    assert [(step.pass_, step.number) for step in found[1]] == [(Pass.MOVE, 0), (Pass.MOVE, 1)]


@pytest.mark.parametrize("name", Rules.NAMES)
@pytest.mark.parametrize("speed", [0.01, 0.1, 1.0])
def test_no_rules_let_a_body_through_a_wall_from_its_front(name, speed):
    rules, world, position = Rules.named(name), mesh(wall(1.0), floor(-0.6)), STILL
    for _ in range(40):
        position = collide_and_slide(world, BALL, position, (0.02, speed, 0.0), (0.0, 0.0, -0.05), rules).position
    assert position[1] <= 0.5 and position[2] >= -0.1 - 1e-9
    assert position[0] > 0.5


def test_a_move_is_read_by_name_by_number_and_unpacked():
    move = collide_and_slide(mesh(wall(2.0)), Ellipsoid((1.0, 1.0, 1.0)), (0.0, 0.0, 0.0), (0.0, 3.0, 0.0))
    position, velocity, contacts = move
    assert (move[0], move[1]) == (move.position, move.velocity) == (position, velocity)
    assert [one.point for one in move[2]] == [one.point for one in contacts] and len(contacts) == len(move.contacts) == 1
