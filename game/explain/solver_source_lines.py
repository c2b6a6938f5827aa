"""The lines of the solver's source code that ended a triangle's test or an iteration."""

from ast import FunctionDef, parse
from collections.abc import Callable
from functools import cache
from inspect import getsource
from typing import NamedTuple

from ..collision import Iteration, paper_detection, plane_set, response, robust_detection
from ..collision.candidates_and_nearest_contact import is_out_of_reach
from ..collision.rules import PassRules
from ..collision.trace import Ending, Feature
from ..player import passes_and_ground
from .triangle_test_replay import Stage, TriangleTest


class Source(NamedTuple):
    """The source code of a function, without its docstring, and the index `at` of the line that decided the outcome."""

    name: str
    lines: tuple[str, ...]
    at: int


@cache
def find_source(function: Callable, words: str) -> Source:
    """Return the Source of a Python or compiled function at its only line with the text `words`. Raises ValueError otherwise."""
    lines = code_of(getsource(getattr(function, "py_func", function)))
    found = [index for index, line in enumerate(lines) if words in line]
    if len(found) != 1:
        raise ValueError(f"{words!r} is {len(found)} times in {function.__name__}, not once")
    return Source(f"{function.__module__.rpartition('.')[2]}.{function.__name__}", tuple(lines), found[0])


def code_of(text: str) -> list[str]:
    """Return the lines of a function's source text from its `def` on, without its docstring, which it must have."""
    (function,) = parse(text).body
    assert isinstance(function, FunctionDef)
    docstring, lines = function.body[0], text.splitlines()
    return lines[function.lineno - 1 : docstring.lineno - 1] + lines[docstring.end_lineno :]


# The line that ends a test at each stage: in the exact test, and in the test as printed in the paper.
EXACT = {
    Stage.BACK_FACING: (robust_detection.sweep_triangle, "return Contact(BACK_FACING"),
    Stage.INTERVAL: (robust_detection.sweep_triangle, "return Contact(INTERVAL_OUTSIDE"),
    Stage.TOUCHING: (robust_detection.sweep_triangle, "if squared <= 1.0 and towards"),
    Stage.AWAY: (robust_detection.stays_away, "return towards <= 0.0"),
    Stage.INSIDE: (robust_detection.sweep_triangle, "if is_inside(foot"),
    Stage.OUTLINE: (robust_detection.sweep_triangle, "return reach_outline"),
    Stage.UNREACHED: (is_out_of_reach, "return ("),
}
PRINTED = {
    Stage.BACK_FACING: (paper_detection.check_triangle, "return Contact(BACK_FACING"),
    Stage.INTERVAL: (paper_detection.check_triangle, "return Contact(INTERVAL_OUTSIDE"),
    Stage.INSIDE: (paper_detection.check_triangle, "return Contact(HIT, t0 * sweep.reach, FACE"),
    Stage.OUTLINE: (paper_detection.check_triangle, "return sweep_corners_and_edges"),
    Stage.UNREACHED: (is_out_of_reach, "return ("),
}
# The line that accepts a root, by (exact, feature).
FOUND = {
    (True, Feature.EDGE): (robust_detection.reach_edge, "distance = clamp_to_start"),
    (True, Feature.CORNER): (robust_detection.reach_corner, "return clamp_to_start"),
    (False, Feature.EDGE): (paper_detection.sweep_edge, "return (root, f)"),
    (False, Feature.CORNER): (paper_detection.sweep_corner, "return lowest_root"),
}
# The line that ends an iteration. SLID depends on the rules: source_of_ending.
ENDED = {
    Ending.ARRIVED: (response.collide_with_world, "finish_without_contact(query, position, row)"),
    Ending.LANDED: (response.collide_with_world, "STOPPED if is_probe(pass_) else LANDED"),
    Ending.STOPPED: (response.collide_with_world, "STOPPED if is_probe(pass_) else LANDED"),
    Ending.SNAPPED: (passes_and_ground.make_gravity_pass, "GRAVITY, SNAPPED"),
    Ending.BLOCKED: (response.ending_of_slide, "return BLOCKED"),
    Ending.TOO_SHORT: (response.ending_of_slide, "return TOO_SHORT"),
    Ending.ITERATIONS: (response.ending_of_slide, "return ITERATIONS"),
}


def source_of_test(test: TriangleTest) -> Source:
    if test.feature is not None and test.stage == Stage.OUTLINE:
        return find_source(*FOUND[test.exact, test.feature])
    return find_source(*(EXACT if test.exact else PRINTED)[test.stage])


def source_of_ending(iteration: Iteration, rules: PassRules) -> Source:
    """Return the line that ended an iteration, or that computed its slide if another iteration follows."""
    if iteration.ending == Ending.LANDED and not iteration.walkable:
        return find_source(response.is_carried, "return is_walkable_way(rules")
    if iteration.ending != Ending.SLID:
        return find_source(*ENDED[iteration.ending])
    if rules.keep_planes:
        return find_source(plane_set.nearest_allowed, "best = project_on_one_plane")
    if rules.slide_in_world:
        return find_source(response.slide, "return from_plan(slope, reject(")
    return find_source(response.slide, "return to_world(space, reject(")


def excerpt(source: Source, most: int) -> tuple[list[str], int]:
    """Return (at most `most` lines around the deciding one, without common indentation; index of the deciding one among them)."""
    first = max(0, min(source.at - most // 2, len(source.lines) - most))
    lines = source.lines[first : first + most]
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [line[indent:] for line in lines], source.at - first
