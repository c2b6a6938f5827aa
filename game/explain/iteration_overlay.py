"""The shapes, the legend and the text of each iteration of a tick. Every number comes from the trace, or from its replay."""

from dataclasses import replace
from functools import cached_property
from math import inf

import numpy as np

from ..collision import Iteration
from ..collision.trace import Feature, Outcome
from ..core.shapes import Arrow, Colour, Disc, EllipsoidShape, Label, Point, Polyline, Rings, Shape, Triangles
from ..core.vec3 import Vector, VectorLike, along
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
from .section import expanded_section_shapes, section_shapes
from .spaces import body_axes
from .tick_overlay import (
    NORMAL_LENGTH,
    PLANE_RADIUS,
    Entries,
    body_at,
    corners_of,
    differ,
    iteration_entries,
    label_text,
)
from .triangle_test_replay import Inspection, TriangleTest, triangles_of

FARTHEST = 3.0  # [m] from the start to a mark of a time t. Smaller: few whole intervals are drawn; larger: marks are far away
THIN, THICK = 0.004, 0.016  # [m] radius of lines
EDGE_SHOWN = 0.3  # [m] of an edge to each side of its contact. More: a side view looks along it, and its end hides the contact
BODY_POINT = 0.04  # [m] radius of the body as a point
MARK = 0.014  # [m] radius of a rejected root's mark
OF_TEST = palette.FIRST_TOUCH, palette.LAST_TOUCH, palette.UNDONE  # colours of marks that not every test has


class InspectedTick:
    """The shapes and the text of a tick's iterations. `number` is the index of one, `k` that of a candidate in the trace."""

    def __init__(self, record: TickRecord, sim: Simulation):
        self.record, self.trace, self.iterations, self._sim = record, record.trace, record.trace.iterations, sim
        self._corners, order = triangles_of(sim, self.trace.candidates, record)
        self._faces = corners_of(sim, self.trace.candidates, record)
        self.inspection = Inspection(self.trace, self._corners, order)
        self.body = record.body

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

    def legend(self, number: int, k: int | None = None) -> Entries:
        """Name the colours of `static_shapes` and of the sweep, in the order of events."""
        iteration = self.iterations[number]
        counts = [(outcome, iteration.count(outcome)) for outcome in Outcome]
        outcomes = [(palette.OUTCOMES[outcome], f"{count} {OUTCOME_WORDS[outcome]}") for outcome, count in counts if count]
        displacement, *rest = iteration_entries(iteration)
        drawn = {shape.colour for shape in self._test_marks(iteration, k)}
        return [displacement, *outcomes, *(entry for entry in rest if entry[0] not in OF_TEST or entry[0] in drawn)]

    # Shapes

    def section_shapes(self, number: int, k: int | None = None) -> list[Shape]:
        """Return the section of the level in the plane of iteration `number`, and the shapes of `static_shapes`."""
        return self.section(number) + self.static_shapes(number, k)

    def section(self, number: int) -> list[Shape]:
        return section_shapes(self.record, self._sim, self.iterations[number])

    def expanded_shapes(self, number: int) -> list[Shape]:
        """Return iteration `number` in the section of the Minkowski view: the body is a point, and its path meets a border."""
        iteration = self.iterations[number]
        shapes = expanded_section_shapes(self.record, self._sim, iteration) + self._displacements(iteration)
        if iteration.hit:
            tip = along(iteration.end, iteration.normal, NORMAL_LENGTH)
            shapes.append(Arrow(iteration.end, tip, palette.NORMAL, is_normal=True))
        return [*shapes, Point(iteration.start, palette.UNDONE, 0.03)]

    def swept_body(self, number: int, phase: float) -> EllipsoidShape:
        """Return the body during a sweep. phase: 0 at the start, 1 at the contact or the end of the displacement"""
        iteration = self.iterations[number]
        centre = along(iteration.start, iteration.displacement, phase * min(iteration.fraction, 1.0))
        return replace(body_at(centre, self.record), frame=self.trace.frame)

    def static_shapes(self, number: int, k: int | None = None, has_arrows: bool = True) -> list[Shape]:
        """Return the shapes that do not move during the sweep, with the test of candidate k, by default the hit one.

        has_arrows: False without the displacements
        """
        iteration = self.iterations[number]
        shapes: list[Shape] = [*self._candidates(iteration), self.outline(iteration.start, palette.PASSES[iteration.pass_])]
        shapes += [*self._test_marks(iteration, k), *self._contact(iteration)]
        return shapes + (self._displacements(iteration) if has_arrows else [])

    def _candidates(self, iteration: Iteration) -> list[Shape]:
        if not len(self._faces):
            return []
        table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
        return [Triangles(self._faces, table[iteration.outcomes])]

    def outline(self, centre: Vector, colour: Colour) -> Rings:
        return Rings(centre, self.body.radii, self._axes, colour)

    def _test_marks(self, iteration: Iteration, k: int | None) -> list[Rings | Point | Polyline]:
        """Return the body at t0 and t1, the rejected roots and the touched feature, unless farther than FARTHEST.

        k: candidate whose test it is, by default the hit one
        """
        k = iteration.candidate if k is None and iteration.hit else k
        test = None if k is None else self.inspection.test(iteration, k)
        if k is None or test is None:
            return []
        shapes: list[Rings | Point | Polyline] = []
        for t, colour in zip(test.interval, (palette.FIRST_TOUCH, palette.LAST_TOUCH)):
            if self._is_near(iteration, t) and test.normal_dot_velocity != 0.0:
                shapes.append(self.outline(along(iteration.start, iteration.displacement, t), colour))
        rejected = [x for part in test.parts for x in part.roots if x != part.t and abs(x) < inf and self._is_near(iteration, x)]
        shapes += [Point(along(iteration.start, iteration.displacement, x), palette.UNDONE, MARK) for x in rejected]
        return shapes + self._feature(test, k, iteration.point)

    def _is_near(self, iteration: Iteration, t: float) -> bool:
        return bool(abs(t) * np.linalg.norm(iteration.displacement) <= FARTHEST)

    def _feature(self, test: TriangleTest, k: int, at: Vector) -> list[Rings | Point | Polyline]:
        """Mark the touched feature of candidate k, if any. An edge is marked only near the contact point `at`."""
        if test.feature is None:
            return []
        corners, colour = self._corners[k].reshape(3, 3), palette.FEATURES[test.feature]
        accepted = [part.name for part in test.parts if part.t is not None]
        touched = [int(digit) - 1 for digit in accepted[-1] if digit.isdigit()] if accepted else [0, 1, 2, 0]
        if test.feature == Feature.CORNER:
            return [Point(tuple(corners[touched[-1]].tolist()), colour, 2.5 * THICK)]
        if test.feature == Feature.EDGE:
            return [Polyline(part_near(corners[touched], np.asarray(at)), colour, THICK)]
        return [Polyline(corners[touched], colour, THIN)]

    def _contact(self, iteration: Iteration) -> list[Shape]:
        if not iteration.hit:
            return []
        plane = Disc(iteration.point, iteration.normal, PLANE_RADIUS, palette.PASSES[iteration.pass_])
        normal = Arrow(iteration.point, along(iteration.point, iteration.normal, NORMAL_LENGTH), palette.NORMAL, is_normal=True)
        return [Point(iteration.point, palette.CONTACT), normal, plane]

    def _displacements(self, iteration: Iteration) -> list[Shape]:
        """Return the displacement, and after a contact the new one and the projection of its end to the plane."""
        wanted = along(iteration.start, iteration.displacement, 1.0)
        shapes: list[Shape] = []
        if differ(iteration.start, wanted):
            shapes += [Arrow(iteration.start, wanted, palette.VELOCITY_BEFORE), Point(wanted, palette.DESTINATION, 0.02)]
        if not iteration.hit:
            return shapes
        after = along(iteration.end, iteration.next_displacement, 1.0)
        shapes += [Polyline(np.array([wanted, after]), palette.DESTINATION, THIN), Point(after, palette.VELOCITY_AFTER, 0.02)]
        return shapes + ([Arrow(iteration.end, after, palette.VELOCITY_AFTER)] if differ(iteration.end, after) else [])


def part_near(ends: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Return the part (2, 3) [m] of a segment `ends` (2, 3) that is at most EDGE_SHOWN from a point (3,) on it."""
    along_it = ends[1] - ends[0]
    whole = max(float(np.linalg.norm(along_it)), 1e-9)
    middle = float((point - ends[0]) @ along_it) / whole
    places = np.clip([middle - EDGE_SHOWN, middle + EDGE_SHOWN], 0.0, whole)
    return ends[0] + places[:, None] * along_it / whole


def iteration_labels(iteration: Iteration) -> list[Label]:
    wanted = along(iteration.start, iteration.displacement, 1.0)
    labels = [Label(along(wanted, (0.0, 0.0, 1.0), 0.1), "destination", palette.DESTINATION)]
    if not iteration.hit:
        return labels
    tip = along(iteration.point, iteration.normal, NORMAL_LENGTH)
    return [Label(tip, label_text(iteration), palette.CONTACT, iteration.point), *labels]


def picked_shapes(corners: VectorLike) -> list[Shape]:
    return [Polyline(np.asarray(corners)[[0, 1, 2, 0]], palette.PICKED, THICK)]
