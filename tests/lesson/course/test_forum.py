"""Drawings and measures of the lesson "forum" agree with closed forms."""

from math import hypot

import numpy as np
import pytest

from game.lab.physics.forum_picking import area
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.forum import AS_PRINTED, PRINTED, RED, WALL, first_call, normal_of_call
from game.lesson.tools.svg_canvas import BODY, CONTACT, NORMAL
from tests.lesson.svg_parts import parts, places
from tests.lesson_pages import run_of


def test_what_is_tested_as_printed_lies_across_the_gap():
    """Turned by 90 degrees both bodies are .24 m wide; what is tested as printed stays .70 m wide."""
    svg = DRAWINGS["turned_bodies"]()(run_of("forum", 1))
    widths = {}
    for part in parts(svg, "polygon"):
        across = [x for x, _ in places(part)]
        widths[part.get("stroke")] = max(across) - min(across)
    assert widths[CONTACT] / widths[BODY] == pytest.approx(0.35 / 0.12, rel=1e-3) and widths[PRINTED] == widths[BODY]


def test_the_printed_body_is_drawn_where_it_stops():
    """At the gap's corners, as far before the front of their wall, y = 3, as in the run; the right body is behind the wall."""
    run = run_of("forum", 1)
    polygons = [(part.get("stroke"), np.array(places(part))) for part in parts(DRAWINGS["turned_bodies"]()(run), "polygon")]
    front, back = polygons[0][1][:, 1].max(), polygons[0][1][:, 1].min()  # y is downwards
    bodies = {stroke: outline for stroke, outline in polygons if stroke in (PRINTED, BODY, CONTACT)}
    metre = np.ptp(bodies[CONTACT][:, 0]) / 0.7
    stopped = bodies[PRINTED][:, 1].mean() - front
    assert stopped / metre == pytest.approx(3.0 - run.of(1).records[-1].after.position[1], abs=5e-3)
    assert bodies[CONTACT].mean(axis=0) == pytest.approx(bodies[PRINTED].mean(axis=0), abs=0.01)
    assert bodies[BODY][:, 1].max() < back


def test_three_triangles_as_large_as_the_first_are_beside_it():
    drawn = parts(DRAWINGS["accepted_points"]()(run_of("forum", 2)), "polygon")
    areas = [area(np.array(places(part))) for part in drawn]
    assert [part.get("stroke") for part in drawn] == [RED] * 3 + [NORMAL]
    assert areas == pytest.approx([areas[-1]] * 4, rel=1e-3)


def test_the_gap_shrinks_by_one_minus_l():
    """gap' = gap (1 - L), but for the margin, and the player's is closed at once."""
    run = run_of("forum", 3)
    size = MEASURES["forum_call"](part="L")(run)
    assert MEASURES["gap_ratio"]()(run) == pytest.approx(1.0 - size, abs=1e-4)
    assert run.of(1).state(25).position[1] < run.state(25).position[1] - 1e-3
    svg = DRAWINGS["gaps_to_wall"](since=19, until=30)(run)
    printed, player = (part for part in parts(svg, "polyline") if len(places(part)) == 12)
    assert all(low <= high + 0.01 for (_, high), (_, low) in zip(places(player), places(printed)))


def test_the_printed_body_is_behind_the_wall_two_radii_a_tick_later():
    run = run_of("forum", 5)
    ellipses = parts(DRAWINGS["passed_wall"](since=12, until=15)(run), "ellipse")
    x, radius = [float(part.get("cx")) for part in ellipses if part.get("stroke") == PRINTED], float(ellipses[0].get("rx"))
    assert np.diff(x) == pytest.approx([2.0 * radius] * 3, rel=1e-2)
    front, back = WALL, WALL + 0.5
    centre = run.of(1).state(12).position[1]
    assert max(centre - front, back - centre) < run.simulation.params.radii[1] and centre > front, "as the page says"


def test_the_long_step_ends_in_the_wall():
    svg = DRAWINGS["step_through"]()(run_of("forum", 4))
    wall = min(x for x, _ in places(parts(svg, "polygon")[0]))
    ends = {part.get("fill"): float(part.get("cx")) for part in parts(svg, "ellipse") if part.get("fill") != "none"}
    assert ends[BODY] < wall < ends[PRINTED]


def test_the_slide_is_too_long_by_the_square():
    run = run_of("forum", 6)
    size = hypot(*normal_of_call(first_call(run, AS_PRINTED), AS_PRINTED))
    slide, flat = (MEASURES["forum_call"](part=part)(run) for part in ("slide", "flat"))
    assert slide / flat == pytest.approx(size * size, rel=1e-12)


def test_the_text_s_parabola_is_the_code_s_in_a_mirror():
    run = run_of("forum", 7)
    code, text = ({part: MEASURES["edge_number"](part=part, text=text)(run) for part in "ABCt"} for text in (False, True))
    assert (code["A"], -code["B"], code["C"]) == (text["A"], text["B"], text["C"]) and text["t"] < 0.0 < code["t"] < 1.0
    assert len(parts(DRAWINGS["edge_parabolas"]()(run), "polyline")) >= 3


def test_the_exit_is_where_the_body_of_the_picture_touches_the_corner():
    run = run_of("forum", 8)
    start, corner, arrow = run.page.marks
    way = np.subtract(arrow.to[1], arrow.at[1])
    ends = np.add(start.at[1], 0.25 * way), np.subtract(start.at[1], 0.75 * way)
    radius = run.simulation.params.radii[0]
    assert [np.linalg.norm(end - corner.at[1]) for end in ends] == pytest.approx([radius, radius], abs=2e-3)
    assert np.linalg.norm(way) == pytest.approx(2.0 * radius, abs=2e-3)
    assert ends[0] == pytest.approx(run.state(1).position, abs=2e-3)


def test_the_earliest_of_the_six_drawn_times_is_named():
    svg = DRAWINGS["six_times"]()(run_of("forum", 9))
    assert len(parts(svg, "polygon")) >= 3


def test_glissade_gets_up_faster():
    run = run_of("forum", 10)
    at_first, at_last = (MEASURES["left_behind"](tick=tick)(run) for tick in (5, 70))
    assert at_first == pytest.approx(0.0, abs=1e-3) and at_last > 0.4
    paths = [part for part in parts(DRAWINGS["two_climbs"]()(run), "polyline") if part.get("stroke") in (BODY, PRINTED)]
    assert places(paths[0])[-1][0] > places(paths[1])[-1][0]


def test_the_printed_program_climbs():
    assert MEASURES["highest"](twin=1)(run_of("forum", 10)) == pytest.approx(1.8, abs=0.05)
