"""Measures of one triangle's test, as the paper's formulas have them: all in eSpace, times as parts of the displacement."""

from typing import Annotated

import numpy as np

from game.explain.recorded_triangles import inspection_of
from game.level.schema import OneOf, Yes

from .registry import Index, PassName, Tick, measure
from .sweeps import contact_of

Coefficient = Annotated[str, OneOf(("a", "b", "c"))]
Exit = Annotated[str, OneOf(("back_facing", "interval_outside", "full_test"))]
CULLED, OUTSIDE, FULL = "back_facing", "interval_outside", "full_test"


def touched_test(run, of, contact, tick):
    """The TriangleTest of the triangle that a contact touched."""
    step = contact_of(run, of, tick, contact)
    return inspection_of(run.record(tick), run.simulation).test(step, step.candidate)


def touched_part(run, of, contact, tick):
    """The corner or edge, a Part, that a contact touched. ValueError if it touched a face"""
    parts = [part for part in touched_test(run, of, contact, tick).parts if part.t is not None]
    if not parts:
        raise ValueError("this contact is with a face: it has no quadratic equation")
    return parts[-1]


@measure
def plane_distance(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """d: the signed distance of the sphere's centre from the plane of the touched triangle at the start of the sweep."""
    return touched_test(run, of, contact, tick).distance


@measure
def normal_dot_velocity(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """N . v, of the touched triangle's plane and the displacement of the sweep."""
    return touched_test(run, of, contact, tick).normal_dot_velocity


@measure
def weight(run, corner: Index = 0, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """The barycentric weight of a corner, from 0, for the point where the sphere meets the plane of the touched triangle."""
    return touched_test(run, of, contact, tick).barycentric[corner]


@measure
def coefficient(run, letter: Coefficient, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """a, b or c of the quadratic equation of the corner or edge that was touched."""
    return touched_part(run, of, contact, tick).equation["abc".index(letter)]


@measure
def root(run, last: Yes = False, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """The first or the last root of the quadratic equation of the corner or edge that was touched."""
    return touched_part(run, of, contact, tick).roots[1 if last else 0]


@measure
def edge_place(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """f: the place of the contact on the touched edge, 0 at its first corner and 1 at its second."""
    return touched_part(run, of, contact, tick).f0


@measure
def share_without_tree(run, of: Exit) -> float:
    """The part of all triangles of the level that leave the printed test at this exit, in all sweeps of the script [per cent].

    Every triangle is tested in every sweep, as without a tree. full_test: the part that is left after t0 and t1
    """
    mesh, scales = run.simulation.mesh, 1.0 / np.array(run.simulation.params.radii)
    corners = mesh.vertices[mesh.triangles] * scales
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    counts = dict.fromkeys((CULLED, OUTSIDE, FULL), 0)
    for step in (step for record in run.records for step in record.trace.steps):
        closing = normals @ (step.displacement * scales)
        distance = np.einsum("ij,ij->i", normals, np.array(step.start) * scales - corners[:, 0])
        facing = closing <= 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            first, last = (1.0 - distance) / closing, (-1.0 - distance) / closing
        never = np.where(closing == 0.0, np.abs(distance) >= 1.0, (first > 1.0) | (last < 0.0))
        counts[CULLED] += int((~facing).sum())
        counts[OUTSIDE] += int((facing & never).sum())
        counts[FULL] += int((facing & ~never).sum())
    return 100.0 * counts[of] / sum(counts.values())
