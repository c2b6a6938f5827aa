"""Drawings and measures of the lesson "wedges" agree with closed forms."""

from dataclasses import replace
from math import atan, atan2, cos, degrees, hypot, radians, sin, tan

import numpy as np
import pytest

from game.lesson import load_lesson, play
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.wedges import projections
from game.lesson.tools.motion_and_contacts import contact_of
from game.lesson.tools.svg_canvas import BODY, PLANE, SOLID
from game.simulation import Ground
from tests.lesson.svg_parts import drawn, parts, places
from tests.lesson_pages import run_of


@pytest.mark.parametrize("aside, allowed", [(0.6, [False, False]), (-0.6, [True, False])])
def test_a_projection_that_leads_into_the_other_wall_is_not_allowed(aside, allowed):
    """One wall ahead, one on the right: along the first wall the body gets away to the left only."""
    ends = projections(np.array((aside, 0.8, 0.0)), [np.array((0.0, -1.0, 0.0)), np.array((-1.0, 0.0, 0.0))])
    assert [is_allowed for _, is_allowed in ends] == allowed
    assert ends[0][0].tolist() == pytest.approx([aside, 0.0, 0.0])


def test_in_plan_view_the_floor_is_level():
    svg = DRAWINGS["sheared_slope"]()(run_of("wedges", 8))
    floors = [places(part) for part in drawn(svg, "polyline", SOLID) if float(part.get("stroke-width")) == 2.4]
    angles = [degrees(atan2(start[1] - end[1], end[0] - start[0])) for start, end in floors]
    seen = degrees(atan(tan(radians(25.0)) * cos(radians(30.0))))  # along the player's path, squarely into the wall
    assert angles == pytest.approx([seen, 0.0], abs=0.1)


def test_a_corner_shows_the_sweeps_that_move_and_names_the_others():
    """Page 2 of the wedges: six sweeps, of which two move the body; the walls meet at the apex inside the drawing."""
    run = run_of("wedges", 2)
    svg = DRAWINGS["corner_sweeps"](reach=1.9)(run)
    assert (len(drawn(svg, "line", PLANE)), MEASURES["iterations"]()(run)) == (2, 6)
    ends = [place for part in drawn(svg, "polyline", SOLID) for place in places(part)]
    apex = min(y for x, y in ends if ends.count((x, y)) >= 2 and abs(x - svg.width / 2) < 10.0)
    body = next(part for part in parts(svg, "ellipse") if part.get("stroke") == BODY)
    assert 0.0 < apex < float(body.get("cy")) - float(body.get("ry"))


def test_the_enlarged_centre_jumps_as_far_as_the_page_says():
    run = run_of("wedges", 3)
    svg = DRAWINGS["trembling"](since=80, until=86)(run)
    bodies = [part for part in parts(svg, "ellipse") if part.get("stroke") == BODY]
    apart = hypot(*(float(bodies[0].get(axis)) - float(bodies[1].get(axis)) for axis in ("cx", "cy")))
    jump = apart * 0.4 / float(bodies[0].get("rx")) * 1000.0
    assert jump == pytest.approx(MEASURES["jitter"](since=80)(run), rel=0.02)
    assert drawn(DRAWINGS["trembling"](since=80)(run), "ellipse", BODY), "without `until`: up to the page's moment"


def test_between_steep_slopes_the_player_is_on_a_level_floor():
    after = run_of("wedges", 7).record().after
    assert after.ground == Ground.FLOOR and after.normal == (0.0, 0.0, 1.0) and after.fall == (0.0, 0.0, 0.0)


def test_on_a_slope_a_slide_along_a_wall_is_a_projection_seen_from_above():
    """The wall stands at 30 degrees across the slope; the rest of the displacement loses its level part into the wall."""
    run = play(replace(load_lesson("wedges").pages[7], script="60 forward=1"))
    step = contact_of(run)
    assert MEASURES["floor_slope"](axis="y")(run) == pytest.approx(-tan(radians(25.0)))
    wall = (sin(radians(30.0)), -cos(radians(30.0)))
    asked = step.displacement[:2]
    into = asked[0] * wall[0] + asked[1] * wall[1]
    seen = [part - into * normal for part, normal in zip(asked, wall)]
    assert atan2(*step.next_displacement[:2]) == pytest.approx(atan2(*seen))
    assert step.next_displacement[2] / step.next_displacement[1] == pytest.approx(tan(radians(25.0)))
