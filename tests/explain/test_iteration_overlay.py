"""The tick inspector: its text is that of `explain`, and its shapes are where the trace says."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from game.app.session.play_session import Session
from game.app.teaching.tick_inspector import TickInspector
from game.collision import Ending, Feature, Outcome, Pass
from game.core.shapes import Arrow, Disc, EllipsoidShape, Label, Lines, Point, Polyline, Skin, Triangles
from game.explain import palette
from game.explain.describe_trace import describe_trace, point, result_of
from game.explain.inspector_text import NO_CANDIDATE, summary_of, text_of
from game.explain.iteration_overlay import LONGEST, InspectedTick, arrow_words, iteration_labels
from game.explain.tick_overlay import plain_marks
from game.explain.triangle_picking import describe_pick, pick
from game.level import level_names
from game.pictures.tour_pictures import play_tour
from game.simulation import Intent, Simulation
from tests.shipped_levels import shipped
from tests.simulation.sampled import some_records

RUNS = [("stairs", "modern"), ("corners", "fauerby"), ("platforms", "modern"), ("planet", "modern")]
some_records = cache(some_records)


@pytest.fixture(params=RUNS, ids=str)
def ticks(request):
    """InspectedTicks of random ticks."""
    sim, records = some_records(*request.param)
    return [InspectedTick(record, sim) for record in records if record.trace.iterations]


def iterations(ticks):
    return [(tick, number, iteration) for tick in ticks for number, iteration in enumerate(tick.iterations)]


def test_the_panel_says_what_explain_prints(ticks):
    for tick in ticks:
        text = describe_trace(tick.trace, tick.inspection).splitlines()[1:]
        printed = [line[4:] for line in text if line.startswith("    ")]
        shown = [f"{section:4}{text}" for number in range(len(tick.iterations)) for section, text in text_of(tick, number).lines]
        assert shown == printed


def test_the_summary_names_the_end_and_a_step_that_was_taken(ticks):
    """A step was taken if the rest of the tick began at the end of the step, not of the move pass."""
    for tick in ticks:
        lines, result = summary_of(tick.record), result_of(tick.record)
        assert point(tick.record.after.position) in lines[bool(result)] and lines[0].startswith(result)
        passes = {iteration.pass_: iteration.end for iteration in tick.iterations}
        later = [
            iteration.start
            for iteration in tick.iterations
            if iteration.pass_ in (Pass.GRAVITY, Pass.GROUND) and iteration.number == 0
        ]
        if Pass.MOVE in passes and later:
            end = passes[Pass.STEP_DOWN if "the step is kept" in result else Pass.MOVE]
            assert later[0] == pytest.approx(end, abs=1e-6) or tick.record.before.ground_body >= 0
        assert (len(lines) - bool(result) == 2) == (tick.trace.frame is not None)


def test_its_numbers_are_those_of_the_trace(ticks):
    """Read back from the text: the contact point and the new velocity."""
    for tick, number, iteration in iterations(ticks):
        words = " ".join(line.text for line in text_of(tick, number).lines)
        for name, vector in (("contact point", iteration.point), ("newVelocityVector", iteration.next_displacement)):
            if name in words:
                read = [float(x) for x in words.partition(name)[2].partition("(")[2].partition(")")[0].split(",")]
                assert read == pytest.approx(vector, abs=6e-7)
        assert ("contact point" in words) == iteration.hit and ("newVelocityVector" in words) == (iteration.ending == Ending.SLID)


def test_candidates_have_the_colours_of_this_iteration(ticks):
    for tick, number, iteration in iterations(ticks):
        (shape,) = [shape for shape in tick.static_shapes(number) if isinstance(shape, Triangles)] or [None]
        colours = [tuple(colour) for colour in shape.colours] if shape else []
        assert colours == [palette.OUTCOMES[Outcome(outcome)] for outcome in iteration.outcomes]
        counts = sum(int(text.split()[0]) for _, text in tick.legend(number) if text[0].isdigit())
        assert counts == len(iteration.outcomes)


@pytest.mark.parametrize("name", level_names())
def test_all_that_is_drawn_is_in_the_legend_in_its_colour_and_nothing_else(name):
    """Normal, sliding plane and destination were drawn without a word. The Minkowski view had the list of another picture."""
    session = Session(Simulation(shipped(name)))
    records = play_tour(session.sim)
    inside, names = TickInspector(session, None, lambda message: None), set()
    for record in (one for one in records[:: len(records) // 5] if one.trace.iterations):
        session.pause()
        session.show_tick(session.sim.state.tick - record.tick)
        inside.on = True
        for number in range(len(record.trace.iterations)):
            inside.number, inside.cuts = number, bool(record.tick % 2)
            for grown in (False, True)[: 2 - (number > 0)]:  # to expand triangles takes long
                inside.update(0.0, labels=True, minkowski=grown)
                drawn = inside.shapes
                assert {colour for colour, _ in inside.legend} == colours_of(drawn), (record.tick, number, grown)
                words = [words for _, words in inside.legend]
                names |= set(words)
                assert len(set(words)) == len(words)
                for kind, colour, said in SAID:
                    is_drawn = any(isinstance(shape, kind) and colour in (None, shape.colour) for shape in drawn)
                    assert is_drawn == (said in words), (record.tick, number, said)
    assert {"body", "displacement", "destination", "sliding plane", "triangles expanded by the body"} <= names


SAID = (
    (EllipsoidShape, None, "body"),
    (Disc, None, "sliding plane"),
    (Arrow, palette.NORMAL, "normal of the sliding plane"),
    (Arrow, palette.VELOCITY_BEFORE, "displacement"),
    (Arrow, palette.VELOCITY_AFTER, "new displacement"),
)


def colours_of(shapes):
    """The colours of shapes without labels, and without the outlines of filled faces."""
    found, is_filled = set(), False
    for shape in shapes:
        if isinstance(shape, (Triangles, Skin)):
            found |= set(map(tuple, shape.colours.reshape(-1, shape.colours.shape[-1])[:, :3].tolist()))
            is_filled = len(shape.colours) > 0
        elif isinstance(shape, EllipsoidShape):
            found |= {shape.colour, palette.BODY}  # its rings
        elif not isinstance(shape, Label) and not (isinstance(shape, Lines) and is_filled):
            found.add(tuple(shape.colour))
    return found


def test_arrows_of_short_displacements_are_long_enough_and_the_words_say_by_how_much(ticks):
    """The second move of a slide was a dot. Arrows of an iteration have one factor, and meet at the end of its sweep."""
    factors = set()
    for tick, number, iteration in iterations(ticks):
        shapes = tick.static_shapes(number)
        arrows = {shape.colour: shape for shape in shapes if isinstance(shape, Arrow) and not shape.is_normal}
        lengths = {colour: np.linalg.norm(np.subtract(arrow.end, arrow.start)) for colour, arrow in arrows.items()}
        displacement = np.linalg.norm(iteration.displacement)
        if displacement > 1e-4:
            assert lengths[palette.VELOCITY_BEFORE] > min(0.1, 0.2 * LONGEST * displacement / 1e-4)
        words = arrow_words(iteration)
        factor = int(words.split()[1]) if words else 1
        factors.add(factor)
        if palette.VELOCITY_BEFORE in arrows:
            assert lengths[palette.VELOCITY_BEFORE] == pytest.approx(factor * displacement, abs=1e-9)
            shown = arrows[palette.VELOCITY_BEFORE]
            apart = np.cross(np.subtract(iteration.end, shown.start), iteration.displacement)
            assert not iteration.hit or np.linalg.norm(apart) < 1e-6 * factor
        if palette.VELOCITY_AFTER in arrows:
            assert arrows[palette.VELOCITY_AFTER].start == iteration.end
            new = np.linalg.norm(iteration.next_displacement)
            assert lengths[palette.VELOCITY_AFTER] == pytest.approx(factor * new, abs=1e-9)
        (label, *_) = [label for label in iteration_labels(iteration) if label.text == "destination"]
        named = [shape for shape in shapes if isinstance(shape, Point) and shape.colour == label.colour]
        assert all(np.linalg.norm(np.subtract(shape.position, label.position)) < 0.11 for shape in named)
    assert len(factors) >= 2


def test_a_newcomers_arrow_of_a_short_way_is_seen(ticks):
    for _, _, iteration in iterations(ticks):
        for arrow in plain_marks(iteration):
            assert not isinstance(arrow, Arrow) or np.linalg.norm(np.subtract(arrow.end, arrow.start)) > 0.89


def test_the_sweep_goes_from_the_start_to_the_contact(ticks):
    for tick, number, iteration in iterations(ticks):
        begin, end = (tick.swept_body(number, phase) for phase in (0.0, 1.0))
        assert isinstance(end, EllipsoidShape) and begin.centre == pytest.approx(iteration.start)
        if not iteration.hit:
            assert end.centre == pytest.approx(iteration.end, abs=1e-9)
            continue
        touched = (np.subtract(iteration.point, end.centre) @ tick._axes.T) / tick.body.radii
        if tick.test(number, iteration.candidate).e_distance >= 0.0:
            assert np.linalg.norm(touched) == pytest.approx(1.0, abs=2e-4)


def test_contact_feature_and_plane_are_drawn(ticks):
    for tick, number, iteration in iterations(ticks):
        shapes = tick.static_shapes(number)
        discs = [shape for shape in shapes if isinstance(shape, Disc)]
        assert [disc.centre for disc in discs] == ([iteration.point] if iteration.hit else [])
        if iteration.hit and iteration.feature != Feature.FACE:
            colour = palette.FEATURES[iteration.feature]
            kind = Polyline if iteration.feature == Feature.EDGE else Point
            assert any(isinstance(shape, kind) and shape.colour == colour for shape in shapes)
        assert bool(iteration_labels(iteration))


# Picking


@pytest.fixture(scope="module")
def standing():
    sim = Simulation(shipped("stairs"))
    return sim, sim.tick(Intent())


def test_a_ray_picks_the_triangle_that_it_hits(standing):
    sim, _ = standing
    found = pick(sim, 1, (0.3, 0.4, 2.0), (0.0, 0.0, -1.0))
    assert found.distance == pytest.approx(2.0) and found.place == pytest.approx((0.3, 0.4, 0.0))
    assert found.normal == pytest.approx((0.0, 0.0, 1.0)) and sum(found.weights) == pytest.approx(1.0)
    assert found.weights @ found.corners == pytest.approx(found.place)
    assert found.made_of == "floor of room"
    text = " ".join(line.text for line in describe_pick(found))
    assert f"triangle {found.triangle}," in text and "2.000000 m away" in text and "tilted 0.00 degrees" in text


def test_from_behind_the_normal_turns_to_the_viewer(standing):
    assert pick(standing[0], 1, (0.3, 0.4, -2.0), (0.0, 0.0, 1.0)).normal == pytest.approx((0.0, 0.0, -1.0))


def test_a_ray_into_the_sky_picks_nothing(standing):
    assert pick(standing[0], 1, (0.0, 0.0, 500.0), (0.0, 0.0, 1.0)) is None


def test_a_picked_candidate_shows_its_test_and_another_triangle_that_it_has_none(standing):
    sim, record = standing
    tick = InspectedTick(record, sim)
    below = pick(sim, 1, sim.state.position, (0.0, 0.0, -1.0))
    words = text_of(tick, 0, below)
    assert words.lines == describe_pick(below) + tick.test_lines(0, tick.candidate_of(below.triangle))
    assert text_of(tick, 0, replace(below, triangle=10**6)).lines[-1].text == NO_CANDIDATE


def test_a_mover_is_picked_at_its_pose_of_the_tick():
    sim, records = some_records("platforms", "modern")
    mover = sim.movers.all[0]
    corners = sim.movers.corners(sim.movers.firsts[0], records[0].tick)
    middle, normal = corners.mean(axis=0), np.cross(corners[1] - corners[0], corners[2] - corners[0])
    normal /= np.linalg.norm(normal)
    found = pick(sim, records[0].tick, tuple((middle + 0.01 * normal).tolist()), tuple((-normal).tolist()))
    assert found.made_of == f"mover {mover.name}" and found.distance == pytest.approx(0.01)
