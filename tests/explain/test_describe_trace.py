"""A trace in words: the numbers of a tick that was worked out by hand, in the order of its passes."""

from itertools import groupby

import pytest

from game.collision import Ellipsoid, Ending, Feature, Outcome, Pass, Trace, collide_and_slide
from game.explain.describe_trace import (
    ENDING_WORDS,
    OUTCOME_WORDS,
    PASS_WORDS,
    describe_iteration,
    describe_trace,
    millimetres,
    result_of,
)
from game.level import load_level
from game.simulation import Simulation, parse_script
from tests.collision.scenes import floor, mesh, wall


@pytest.fixture(scope="module")
def trace():
    """Walks 2 m into a wall 1 m away, slides along it, then falls 1 m onto a floor."""
    made, body = Trace(), Ellipsoid((0.5, 0.5, 1.0))
    collide_and_slide(mesh(wall(4.0), floor()), body, (0.0, 2.5, 2.0), (1.0, 2.0, 0.0), (0.0, 0.0, -2.0), trace=made)
    return made


def test_a_tick_in_words(trace):
    text = describe_trace(trace)
    walk, fall = text.index("Move pass"), text.index("Gravity pass")
    assert walk < fall
    for words in (
        "F   from (0.000000, 2.500000, 2.000000)",
        "by (1.000000, 2.000000, 0.000000), 2.236068 m",
        "2.4 basePoint (0.000000, 0.000000, 0.000000)",
        "velocity (2.000000, 4.000000, 0.000000)",
        "nearest: face of triangle",
        "at t = 0.500000",
        "contact point (0.500000, 4.000000, 2.000000)",
        "4.1 slidePlaneNormal (0.000000, -1.000000, 0.000000)",
        "destinationPoint (1.000000, 4.500000, 2.000000)",
        "tilted 90.00 degrees",
        "cannot be stood on",
        "Goes on along the sliding plane.",
    ):
        assert walk < text.index(words) < fall
    assert text.index("Lands: gravity does not slide on walkable ground.") > fall


def test_every_ending_outcome_and_pass_has_words():
    assert set(ENDING_WORDS) == set(Ending) and set(OUTCOME_WORDS) == set(Outcome) and set(PASS_WORDS) == set(Pass)


def test_an_empty_trace_has_no_iterations():
    assert describe_trace(Trace()).startswith("0 candidate triangles")


RESTS = "Lands on the floor", "Stands on the floor"
OBSTACLE = """
title = "An obstacle"
about = "A floor, and a box ahead."
[spawn]
at = [0.0, 0.0, 0.0]
[[parts]]
part = "floor"
at = [0.0, 0.0, 0.0]
size = [20.0, 20.0]
[[parts]]
part = "box"
at = [0.0, 3.0, 0.0]
size = [6.0, 2.0, {height}]
"""


def records(folder, height, script):
    (folder / "obstacle.toml").write_text(OBSTACLE.format(height=height), encoding="utf-8")
    simulation = Simulation(load_level(folder / "obstacle.toml"))
    return [simulation.tick(intent) for intent in parse_script(script).intents()]


def test_the_result_of_walking_on_a_floor(tmp_path):
    """5 m/s are 83.3 mm in a sixtieth of a second."""
    _, stood, *_, walked = records(tmp_path, 0.2, "10\n5 forward=1")
    assert result_of(stood.trace) == "Stands on the floor."
    assert result_of(walked.trace) == "Nothing is in the way: 83.3 mm. Stands on the floor."


def test_the_result_of_a_step_has_what_both_ways_came_to(tmp_path):
    """The end of the tick is that of the step. The slide is the move pass alone."""
    kept = [one for one in records(tmp_path, 0.18, "10\n40 forward=1") if "the step is kept" in result_of(one.trace)]
    assert len(kept) >= 1
    for record in kept:
        moves = [one for one in record.trace.iterations if one.pass_ == Pass.MOVE]
        slid, stepped = moves[-1].end[1] - record.before.position[1], record.after.position[1] - record.before.position[1]
        assert stepped > slid
        ways = f"The slide gets {millimetres(slid)}, the step gets {millimetres(stepped)}: the step is kept."
        assert result_of(record.trace) == f"{ways} Stands on the floor."


def test_the_result_before_an_edge_that_is_too_high_has_its_height(tmp_path):
    last = records(tmp_path, 0.45, "10\n60 forward=1")[-1]
    refused = "No step: the edge is 0.45 m above the feet, a step at most 0.40 m."
    assert result_of(last.trace) == f"The slide gets 0.0 mm of 83.3 mm. {refused} Stands on the floor."
    wall = records(tmp_path, 3.0, "10\n60 forward=1")[-1]
    assert result_of(wall.trace) == "The slide gets 0.0 mm of 83.3 mm. Stands on the floor.", "its height is not known"


def test_the_upright_edge_of_a_wall_has_no_height(tmp_path):
    """The body touches it in the middle of its own height, whatever the height of the wall."""
    found = records(tmp_path, 3.0, "10\n38 right=1\n60 forward=1")
    met = [one for one in found if any(it.hit and it.wall and it.feature == Feature.EDGE for it in one.trace.iterations)]
    assert met and not any("No step" in result_of(one.trace) for one in met)


def test_the_result_of_a_jump(tmp_path):
    said = [result_of(one.trace) for one in records(tmp_path, 0.2, "10\n1 jump\n80")]
    kinds = [text for text, _ in groupby(said)]
    assert kinds == [f"{kind}." for kind in ("Lands on the floor", "Stands on the floor", "Rises", "Falls", *RESTS)]


def test_an_edge_too_steep_to_stand_on_has_its_reason(tmp_path):
    """The round bottom touches the edge of a step at 59 degrees, more than the limit of 50; the tread behind it is level."""
    found = []
    for record in records(tmp_path, 0.18, "10\n40 forward=1"):
        for iteration in record.trace.iterations:
            said = " ".join(line.text.strip() for line in describe_iteration(record.trace, iteration))
            if iteration.hit and iteration.walkable:
                found.append(iteration.normal[2] < 0.64)  # between the cosines of 50.0 and 50.2 degrees
                assert ("because its face is not too steep" in said) == found[-1]
    assert len(set(found)) == 2
