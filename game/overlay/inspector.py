"""Inside a tick: one iteration of it at a time, as shapes, a legend with counts, and words. Pure data.

Every number is the trace's, or the inspection's, which is the solver's own test made again (game.explain.replay).
"""

from functools import cached_property
from math import inf

import numpy as np

from game.collision.kinds import Feature, Outcome
from game.explain.describe_trace import OUTCOME_WORDS, tell
from game.explain.describe_triangle_test import tell_test
from game.explain.recorded_triangles import triangles_of
from game.explain.replay import Inspection
from game.explain.text import without_repeats

from . import palette
from .shapes import Arrow, Disc, Ellipsoid, Label, Point, Polyline, Triangles
from .spaces import body_axes
from .tick_overlay import NORMAL_LENGTH, PLANE_RADIUS, along, corners_of, differ, label_text
from .unit_meshes import circle

FARTHEST = 3.0  # [m] from the start that marks of a time t are drawn. Smaller: an interval is seldom seen whole; larger: far off
OUTLINE_PARTS = 48  # straight pieces of an outline's rings
THIN, THICK = 0.004, 0.016  # [m] radius of lines
MARK = 0.014  # [m] radius of a rejected root's mark


class InsideTick:
    """A tick that is looked into. record: StepRecord with iterations; sim: the Simulation that made it"""

    def __init__(self, record, sim):
        self.record, self.trace, self.steps = record, record.trace, record.trace.steps
        self._corners, order = triangles_of(sim, self.trace.candidates, record.tick)
        self._faces = corners_of(sim, self.trace.candidates, record.tick)
        self.inspection = Inspection(self.trace, self._corners, order)
        self.body = record.body

    @cached_property
    def _axes(self):
        return body_axes(self.body.heading, self.trace.frame)

    # In words

    def lines(self, number):
        """An iteration as `explain` tells it, a list of Said."""
        return tell(self.trace, self.steps[number], self.inspection)

    def place_of(self, triangle):
        """Which candidate a triangle is, or None when it is none."""
        places = np.flatnonzero(self.trace.candidates == triangle)
        return int(places[0]) if len(places) else None

    def test(self, number, place):
        """The TriangleTest of a candidate in an iteration; None where there is no way to go."""
        return self.inspection.test(self.steps[number], place)

    def test_lines(self, number, place):
        """A candidate's whole test, a list of Said."""
        test = self.test(number, place)
        return without_repeats(tell_test(test)) if test else []

    def legend(self, number):
        """[(colour, words), ...]: how the candidates left this iteration's test, with counts, and what the marks are."""
        step = self.steps[number]
        outcomes = [(palette.OUTCOMES[way], f"{step.count(way)} {OUTCOME_WORDS[way]}") for way in Outcome if step.count(way)]
        return outcomes + (palette.INSIDE if step.hit else palette.INSIDE[:1])

    # In shapes

    def swept(self, number, phase, up_to=1.0):
        """The body on its way. phase: 0 at its start to 1 at the contact; up_to: see shapes.Ellipsoid"""
        step = self.steps[number]
        centre = along(step.start, step.displacement, phase * min(step.fraction, 1.0))
        return Ellipsoid(centre, self.body.radii, self.body.heading, palette.BODY, up_to, self.trace.frame)

    def standing(self, number, place=None, up_to=1.0):
        """All that does not move while it is played. place: of a candidate to look at instead of the one that was hit"""
        step = self.steps[number]
        place = step.candidate if place is None and step.hit else place
        shapes = [*self._candidates(step), *self._outline(step.start, palette.PASSES[step.pass_], up_to)]
        if place is not None:
            shapes += self._test_marks(step, self.inspection.test(step, place), place, up_to)
        return shapes + self._contact(step) + self._ways(step)

    def _candidates(self, step):
        """Every candidate, by how it left this iteration's test."""
        if not len(self._faces):
            return []
        table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
        return [Triangles(self._faces, table[step.outcomes])]

    def _outline(self, centre, colour, up_to):
        """The body as three thin rings."""
        around = circle(OUTLINE_PARTS)
        flat = np.zeros(len(around))
        rings = [(*around.T, flat), (around[:, 0], flat, around[:, 1]), (flat, *around.T)]
        for ring in (np.column_stack(ring) for ring in rings):
            points = (ring[ring[:, 2] <= up_to + 1e-9] * self.body.radii) @ self._axes + np.array(centre)
            yield Polyline(points, colour, THIN)

    def _test_marks(self, step, test, place, up_to):
        """Where the sphere touches the triangle's plane, [t0, t1], and the roots that were rejected."""
        if test is None:
            return []
        shapes = []
        for t, colour in zip(test.interval, (palette.FIRST_TOUCH, palette.LAST_TOUCH)):
            if self._is_near(step, t) and test.normal_dot_velocity != 0.0:
                shapes += self._outline(along(step.start, step.displacement, t), colour, up_to)
        rejected = [x for part in test.parts for x in part.roots if x != part.t and abs(x) < inf and self._is_near(step, x)]
        shapes += [Point(along(step.start, step.displacement, x), palette.UNDONE, MARK) for x in rejected]
        return shapes + self._feature(test, place)

    def _is_near(self, step, t):
        return abs(t) * np.linalg.norm(step.displacement) <= FARTHEST

    def _feature(self, test, place):
        """The corner, the edge or the border of the face that was touched."""
        if test.feature is None:
            return []
        corners, colour = self._corners[place].reshape(3, 3), palette.FEATURES[test.feature]
        accepted = [part.name for part in test.parts if part.t is not None]
        touched = [int(digit) - 1 for digit in accepted[-1] if digit.isdigit()] if accepted else [0, 1, 2, 0]
        if test.feature == Feature.CORNER:
            return [Point(tuple(corners[touched[-1]].tolist()), colour, 2.5 * THICK)]
        return [Polyline(corners[touched], colour, THICK if test.feature == Feature.EDGE else THIN)]

    def _contact(self, step):
        """The nearest contact of all, and the sliding plane there."""
        if not step.hit:
            return []
        plane = Disc(step.point, step.normal, PLANE_RADIUS, palette.PASSES[step.pass_])
        return [Point(step.point, palette.FEATURES[step.feature]), plane]

    def _ways(self, step):
        """The displacement, its destination before and after the projection, the line between, and the new displacement."""
        wanted, shapes = along(step.start, step.displacement, 1.0), []
        if differ(step.start, wanted):
            shapes += [Arrow(step.start, wanted, palette.PASSES[step.pass_]), Point(wanted, palette.DESTINATION, 0.02)]
        if not step.hit:
            return shapes
        after = along(step.end, step.next_displacement, 1.0)
        shapes += [Polyline(np.array([wanted, after]), palette.DESTINATION, THIN), Point(after, palette.VELOCITY_AFTER, 0.02)]
        return shapes + ([Arrow(step.end, after, palette.VELOCITY_AFTER)] if differ(step.end, after) else [])


def inside_labels(step):
    """Words at an iteration's marks."""
    wanted = along(step.start, step.displacement, 1.0)
    labels = [Label(along(wanted, (0.0, 0.0, 1.0), 0.1), "destination", palette.DESTINATION)]
    if not step.hit:
        return labels
    tip = along(step.point, step.normal, NORMAL_LENGTH)
    return [Label(tip, label_text(step), palette.FEATURES[step.feature], step.point), *labels]


def picked_shapes(corners):
    """A triangle that was picked, (3, 3) [m]: a bright border."""
    return [Polyline(np.asarray(corners)[[0, 1, 2, 0]], palette.PICKED, THICK)]
