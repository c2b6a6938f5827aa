"""The shapes, the legend and the text of each iteration of a tick. Every number comes from the trace, or from its replay."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import dist, inf
from typing import NamedTuple

import numpy as np

from ..collision import Iteration
from ..collision.trace import Feature, Outcome
from ..core.shapes import Arrow, Colour, Disc, EllipsoidShape, Label, Lines, Point, Polyline, Rings, Shape, Skin, Triangles
from ..core.vec3 import Vector, VectorLike, along, sub
from ..simulation import Simulation, TickRecord
from . import palette
from .describe_trace import (
    OUTCOME_WORDS,
    ExplanationLine,
    describe_iteration,
    describe_triangle_test,
    is_thrown_away,
    without_repeats,
)
from .section import EXPANDED, EXPANDED_OUTLINE, FILL, OUTLINE, expanded_section_shapes, section_shapes
from .spaces import body_axes
from .tick_overlay import (
    NORMAL_LENGTH,
    PLANE_RADIUS,
    Entries,
    body_at,
    corners_after,
    differ,
    label_text,
)
from .triangle_test_replay import Inspection, TriangleTest, triangles_of

FARTHEST = 3.0  # [m] from the start to a mark of a time t. Smaller: few whole intervals are drawn; larger: marks are far away
THIN, THICK = 0.004, 0.016  # [m] radius of lines
EDGE_SHOWN = 0.3  # [m] of an edge to each side of its contact. More: a side view looks along it, and its end hides the contact
BODY_POINT = 0.04  # [m] radius of the body as a point
MARK = 0.014  # [m] radius of a rejected root's mark
CUT = {OUTLINE: (FILL, "level, cut open"), EXPANDED_OUTLINE: (EXPANDED, "triangles expanded by the body")}
# [m] of the longest arrow, and how many times as long as its displacement it may be. Longer: it leaves the body; shorter: a dot
LONGEST, TIMES = 0.45, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
FIRST = palette.VELOCITY_BEFORE, palette.DESTINATION, palette.VELOCITY_AFTER  # in a legend; what hides other shapes is drawn last


Colourful = Arrow | Disc | Point | Polyline | Rings
BODY_ENTRIES: Entries = [(palette.PLAYER, "body"), (palette.BODY, "rings of the body")]
INTERVAL_NAMES = "body at t0: it reaches the plane", "body at t1: it leaves the plane"


class Named(NamedTuple):
    """A shape with its entries in the legend. The outline of another shape has none."""

    shape: Shape
    entries: Entries


def named(shape: Colourful, name: str) -> Named:
    return Named(shape, [(shape.colour, name)])


def shapes_of(drawn: Sequence[Named]) -> list[Shape]:
    return [one.shape for one in drawn]


def legend_of(drawn: Sequence[Named]) -> Entries:
    """Name each colour of shapes once for each thing that has it, displacements first."""
    entries = list(dict.fromkeys(entry for one in drawn for entry in one.entries))
    return sorted(entries, key=lambda entry: FIRST.index(entry[0]) if entry[0] in FIRST else len(FIRST))


class InspectedTick:
    """The shapes and the text of a tick's iterations. `number` is the index of one, `k` that of a candidate in the trace."""

    def __init__(self, record: TickRecord, sim: Simulation):
        self.record, self.trace, self.iterations, self._sim = record, record.trace, record.trace.iterations, sim
        self._corners, order = triangles_of(sim, self.trace.candidates, record)
        self._faces = corners_after(sim, self.trace.candidates, record)
        self.inspection = Inspection(self.trace, self._corners, order)
        self.body = record.body
        self._still: dict[tuple[int, int | None], list[Named]] = {}  # what was drawn already, without displacements

    @property
    def first_contact(self) -> int:
        """The index of the first iteration with a contact, of the move pass if possible, or 0. Sections are drawn through it."""
        met = [k for k, iteration in enumerate(self.iterations) if iteration.hit]
        return min(met, key=lambda k: self.iterations[k].pass_, default=0)

    @property
    def deciding(self) -> int:
        """The index of the iteration that decided where walking ended: as `first_contact`, but of the passes that were kept."""
        kept = [k for k, iteration in enumerate(self.iterations) if not is_thrown_away(self.trace, iteration)]
        met = [k for k in kept if self.iterations[k].hit]
        return min(met or kept, key=lambda k: self.iterations[k].pass_, default=0)

    @cached_property
    def _axes(self) -> np.ndarray:
        return body_axes(self.body.heading, self.trace.frame)

    # Text

    def lines(self, number: int) -> list[ExplanationLine]:
        return describe_iteration(self.trace, self.iterations[number], self.inspection)

    def candidate_of(self, triangle: int) -> int | None:
        found = np.flatnonzero(self.trace.candidates == triangle)
        return int(found[0]) if len(found) else None

    def test(self, number: int, k: int) -> TriangleTest | None:
        """Return the test of candidate k in iteration `number`, or None if the iteration has no displacement."""
        return self.inspection.test(self.iterations[number], k)

    def test_lines(self, number: int, k: int) -> list[ExplanationLine]:
        """Describe the whole test of candidate k in iteration `number`. Without a displacement there is no test, and no line."""
        test = self.test(number, k)
        return without_repeats(describe_triangle_test(test)) if test else []

    def legend(self, number: int, k: int | None = None, is_cut: bool = False) -> Entries:
        """Name the colours of `drawn` and of the body. is_cut: and of the section"""
        section = self.section(number) if is_cut else []
        return legend_of([*section, *self.drawn(number, k)]) + BODY_ENTRIES

    # Shapes

    def section_shapes(self, number: int, k: int | None = None) -> list[Shape]:
        """Return the section of the level in the plane of iteration `number`, and the shapes of `static_shapes`."""
        return [*shapes_of(self.section(number)), *self.static_shapes(number, k)]

    def section(self, number: int) -> list[Named]:
        return cut_faces(section_shapes(self.record, self._sim, self.iterations[number]))

    def expanded_shapes(self, number: int) -> list[Named]:
        """Return iteration `number` in the section of the Minkowski view: the body is a point, and its path meets a border."""
        iteration = self.iterations[number]
        drawn = cut_faces(expanded_section_shapes(self.record, self._sim, iteration)) + self._displacements(iteration)
        if iteration.hit:
            drawn += [normal_at(iteration.end, iteration), sliding_plane_at(iteration.end, iteration)]
        return [*drawn, named(Point(iteration.start, palette.UNDONE, 0.03), "start of the point")]

    def swept_body(self, number: int, phase: float) -> EllipsoidShape:
        """Return the body during a sweep. phase: 0 at the start, 1 at the contact or the end of the displacement"""
        iteration = self.iterations[number]
        centre = along(iteration.start, iteration.displacement, phase * min(iteration.fraction, 1.0))
        return replace(body_at(centre, self.record), frame=self.trace.frame)

    def drawn(self, number: int, k: int | None = None, has_arrows: bool = True) -> list[Named]:
        """Return the shapes that do not move during the sweep, with the test of candidate k, by default the hit one.

        has_arrows: False without the displacements
        """
        iteration = self.iterations[number]
        if (number, k) not in self._still:
            start = named(self.outline(iteration.start, palette.PASSES[iteration.pass_]), "body at the start")
            marks = self._test_marks(iteration, k)
            self._still[number, k] = [*self._candidates(iteration), start, *marks, *self._contact(iteration)]
        return self._still[number, k] + (self._displacements(iteration) if has_arrows else [])

    def static_shapes(self, number: int, k: int | None = None, has_arrows: bool = True) -> list[Shape]:
        return shapes_of(self.drawn(number, k, has_arrows))

    def _candidates(self, iteration: Iteration) -> list[Named]:
        if not len(self._faces):
            return []
        table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
        counts = [(outcome, iteration.count(outcome)) for outcome in Outcome]
        entries = [(palette.OUTCOMES[outcome], f"{count} {OUTCOME_WORDS[outcome]}") for outcome, count in counts if count]
        return [Named(Triangles(self._faces, table[iteration.outcomes]), entries)]

    def outline(self, centre: Vector, colour: Colour) -> Rings:
        return Rings(centre, self.body.radii, self._axes, colour)

    def _test_marks(self, iteration: Iteration, k: int | None) -> list[Named]:
        """Return the body at t0 and t1, the rejected roots and the touched feature, unless farther than FARTHEST.

        k: candidate whose test it is, by default the hit one
        """
        k = iteration.candidate if k is None and iteration.hit else k
        test = None if k is None else self.inspection.test(iteration, k)
        if k is None or test is None:
            return []
        drawn: list[Named] = []
        for t, colour, name in zip(test.interval, (palette.FIRST_TOUCH, palette.LAST_TOUCH), INTERVAL_NAMES):
            if self._is_near(iteration, t) and test.normal_dot_velocity != 0.0:
                drawn.append(named(self.outline(along(iteration.start, iteration.displacement, t), colour), name))
        rejected = [x for part in test.parts for x in part.roots if x != part.t and abs(x) < inf and self._is_near(iteration, x)]
        places = [along(iteration.start, iteration.displacement, x) for x in rejected]
        return [*drawn, *(named(Point(place, palette.UNDONE, MARK), "rejected root") for place in places),
                *self._feature(test, k, iteration.point)]  # fmt: skip

    def _is_near(self, iteration: Iteration, t: float) -> bool:
        return bool(abs(t) * np.linalg.norm(iteration.displacement) <= FARTHEST)

    def _feature(self, test: TriangleTest, k: int, at: Vector) -> list[Named]:
        """Mark the touched feature of candidate k, if any. An edge is marked only near the contact point `at`."""
        if test.feature is None:
            return []
        corners, colour = self._corners[k].reshape(3, 3), palette.FEATURES[test.feature]
        name = f"{test.feature.name.lower()} touched"
        accepted = [part.name for part in test.parts if part.t is not None]
        touched = [int(digit) - 1 for digit in accepted[-1] if digit.isdigit()] if accepted else [0, 1, 2, 0]
        if test.feature == Feature.CORNER:
            return [named(Point(tuple(corners[touched[-1]].tolist()), colour, 2.5 * THICK), name)]
        if test.feature == Feature.EDGE:
            return [named(Polyline(part_near(corners[touched], np.asarray(at)), colour, THICK), name)]
        return [named(Polyline(corners[touched], colour, THIN), name)]

    def _contact(self, iteration: Iteration) -> list[Named]:
        if not iteration.hit:
            return []
        at, point = iteration.point, named(Point(iteration.point, palette.CONTACT), "contact point")
        return [point, normal_at(at, iteration), sliding_plane_at(at, iteration)]

    def _displacements(self, iteration: Iteration) -> list[Named]:
        """Return the displacement, and after a slide the new one and the projection of the destination to the plane."""
        _, (start, wanted, after) = arrow_places(iteration)
        drawn: list[Named] = []
        if differ(start, wanted):
            drawn.append(named(Arrow(start, wanted, palette.VELOCITY_BEFORE, in_front=True), "displacement"))
            drawn.append(named(Point(wanted, palette.DESTINATION, 0.02, in_front=True), "destination"))
        if iteration.hit and differ(iteration.end, after):
            line = Polyline(np.array([wanted, after]), palette.DESTINATION, THIN, in_front=True)
            drawn.append(named(line, "its projection on the sliding plane"))
            drawn.append(named(Point(after, palette.VELOCITY_AFTER, 0.02, in_front=True), "new displacement"))
            drawn.append(named(Arrow(iteration.end, after, palette.VELOCITY_AFTER, in_front=True), "new displacement"))
        return drawn


def cut_faces(shapes: Sequence[Shape]) -> list[Named]:
    """Name the shapes of a section, faces and outlines by turns. The outlines have an entry where there is nothing but them."""
    drawn = []
    for faces, lines in zip(shapes[::2], shapes[1::2]):
        assert isinstance(faces, Skin) and isinstance(lines, Lines)
        fill, name = CUT[lines.colour]
        has_faces = len(faces.corners) > 0
        drawn += [Named(faces, [(fill, name)] * has_faces), Named(lines, [(lines.colour, name)] * (not has_faces))]
    return drawn


def normal_at(place: Vector, iteration: Iteration) -> Named:
    tip = along(place, iteration.normal, NORMAL_LENGTH)
    return named(Arrow(place, tip, palette.NORMAL, is_normal=True), "normal of the sliding plane")


def sliding_plane_at(place: Vector, iteration: Iteration) -> Named:
    return named(Disc(place, iteration.normal, PLANE_RADIUS, palette.PASSES[iteration.pass_]), "sliding plane")


def arrow_places(iteration: Iteration) -> tuple[int, tuple[Vector, Vector, Vector]]:
    """Return where an iteration's start and its destination before and after the slide are drawn, as (factor, places).

    In a tick most displacements are too short to be seen. So the places are `factor` times as far from the end of the sweep as
    they are, and the arrows still meet there.
    """
    end, after = iteration.end, along(iteration.end, iteration.next_displacement, float(iteration.hit))
    places = iteration.start, along(iteration.start, iteration.displacement, 1.0), after
    longest = max(dist(place, end) for place in places)
    times = max((times for times in TIMES if times * longest <= LONGEST), default=1)
    start, wanted, after = (along(end, sub(place, end), float(times)) for place in places)
    return times, (start, wanted, after)


def arrow_label(iteration: Iteration) -> list[Label]:
    """Return a Label with `arrow_words`, for pictures beside which nothing else says them."""
    words, (_, (_, wanted, _)) = arrow_words(iteration), arrow_places(iteration)
    return [Label(wanted, words, palette.VELOCITY_BEFORE)] if words else []


def arrow_words(iteration: Iteration) -> str:
    times, _ = arrow_places(iteration)
    return f"arrows: {times} times their length" if times > 1 and any(iteration.displacement) else ""


def part_near(ends: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Return the part (2, 3) [m] of a segment `ends` (2, 3) that is at most EDGE_SHOWN from a point (3,) on it."""
    along_it = ends[1] - ends[0]
    whole = max(float(np.linalg.norm(along_it)), 1e-9)
    middle = float((point - ends[0]) @ along_it) / whole
    places = np.clip([middle - EDGE_SHOWN, middle + EDGE_SHOWN], 0.0, whole)
    return ends[0] + places[:, None] * along_it / whole


def iteration_labels(iteration: Iteration) -> list[Label]:
    _, (_, wanted, _) = arrow_places(iteration)
    labels = [Label(along(wanted, (0.0, 0.0, 1.0), 0.1), "destination", palette.DESTINATION)]
    if not iteration.hit:
        return labels
    tip = along(iteration.point, iteration.normal, NORMAL_LENGTH)
    return [Label(tip, label_text(iteration), palette.CONTACT, iteration.point), *labels]


def picked_shapes(corners: VectorLike) -> list[Named]:
    return [named(Polyline(np.asarray(corners)[[0, 1, 2, 0]], palette.PICKED, THICK), "picked triangle")]
