"""Measures of the touched triangle's test, by the paper's formulas.

Lengths are in eSpace, times are fractions of the displacement. Arguments: see argument_types.
"""

from typing import Annotated

import numpy as np

from ...core.value_rules import OneOf, Yes
from ...explain.candidate_triangle_corners import inspection_of
from .argument_types import Axis, Index, PassName, Tick
from .registry import measure
from .sweeps_and_contacts import contact_of

Coefficient = Annotated[str, OneOf(("a", "b", "c"))]
InsideTerm = Annotated[str, OneOf(tuple("abcdexyzn"))]
PlaneTerm = Annotated[str, OneOf(("constant", "base"))]
SweepVector = Annotated[str, OneOf(("N", "p", "p1"))]
EdgeProduct = Annotated[str, OneOf(("ee", "ev", "ew", "vv", "vw", "ww"))]


def touched_test(run, of, contact, tick):
    """Return the TriangleTest of the triangle that was touched at a contact."""
    step = contact_of(run, of, tick, contact)
    return inspection_of(run.record(tick), run.simulation).test(step, step.candidate)


def touched_part(run, of, contact, tick):
    """Return the Part, a corner or an edge, that was touched at a contact. Raise ValueError if a face was touched."""
    parts = [part for part in touched_test(run, of, contact, tick).parts if part.t is not None]
    if not parts:
        raise ValueError("this contact is with a face: it has no quadratic equation")
    return parts[-1]


@measure
def plane_distance(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0, world: Yes = False) -> float:
    """Return d, the signed distance of the sphere's centre from the touched triangle's plane as the sweep begins.

    It is in eSpace, or in the world [m] with `world`.
    """
    test = touched_test(run, of, contact, tick)
    return test.distance / (np.linalg.norm(test.normal / np.array(run.simulation.params.radii)) if world else 1.0)


@measure
def sweep_vector(run, vector: SweepVector, axis: Axis, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return a component of a vector [eSpace]: "N", "p" or "p1" of a contact.

    "N" is the unit normal of the touched triangle, "p1" its first corner, and "p" the sphere's centre as the sweep begins. Both
    points count from the world's origin.
    """
    test = touched_test(run, of, contact, tick)
    start = contact_of(run, of, tick, contact).start / np.array(run.simulation.params.radii)
    return {"N": test.normal, "p": start, "p1": start + test.corners[0] - test.sweep.base}[vector]["xyz".index(axis)]


@measure
def normal_dot_velocity(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return N . v of the touched triangle's unit normal and the sweep's displacement [eSpace]."""
    return touched_test(run, of, contact, tick).normal_dot_velocity


@measure
def plane_term(run, term: PlaneTerm, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return a term of d = N . p + C_p of the touched triangle's plane [eSpace]: "base" is N . p, "constant" is C_p.

    N and p are as in `sweep_vector`.
    """
    test, start = touched_test(run, of, contact, tick), contact_of(run, of, tick, contact).start
    base = float(np.dot(test.normal, start / np.array(run.simulation.params.radii)))
    return base if term == "base" else test.distance - base


@measure
def espace_speed(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return the length of the displacement of the sweep that ended at a contact [eSpace]."""
    return float(np.linalg.norm(contact_of(run, of, tick, contact).displacement / np.array(run.simulation.params.radii)))


@measure
def espace_distance(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return the distance t |v| along the displacement from the start of a sweep to its contact [eSpace]."""
    return contact_of(run, of, tick, contact).e_distance


@measure
def inside_term(run, letter: InsideTerm, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return a number of the paper's inside test (appendix C) at the point where the sphere meets the touched triangle's plane.

    letter: name of the number in the paper's listing, such as "a"
    """
    test = touched_test(run, of, contact, tick)
    first, second, third = np.array(test.corners)
    along, across, inwards = second - first, third - first, test.point_on_plane - first
    a, b, c, d, e = along @ along, along @ across, across @ across, inwards @ along, inwards @ across
    x, y = d * c - e * b, e * a - d * b
    n = a * c - b * b
    return float(dict(zip("abcdexyzn", (a, b, c, d, e, x, y, x + y - n, n)))[letter])


@measure
def weight(run, corner: Index = 0, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return the barycentric weight of a corner, 0, 1 or 2, at the point where the sphere meets the touched triangle's plane."""
    return touched_test(run, of, contact, tick).barycentric[corner]


@measure
def coefficient(run, letter: Coefficient, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return the coefficient a, b or c of the quadratic equation of the touched corner or edge."""
    return touched_part(run, of, contact, tick).equation["abc".index(letter)]


@measure
def edge_product(run, factors: EdgeProduct, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return the dot product of two vectors of the touched edge's equation [eSpace], such as "ew" for e . w.

    e leads along the edge from its first corner p1, v is the displacement, and w leads from the sphere's centre to p1.
    """
    start, end = np.array(touched_part(run, of, contact, tick).points)
    velocity = contact_of(run, of, tick, contact).displacement / np.array(run.simulation.params.radii)
    vectors = {"e": end - start, "v": velocity, "w": start - touched_test(run, of, contact, tick).sweep.base}
    return float(vectors[factors[0]] @ vectors[factors[1]])


@measure
def root(run, last: Yes = False, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return the first, or with `last` the last, root of the quadratic equation of the touched corner or edge."""
    return touched_part(run, of, contact, tick).roots[1 if last else 0]


@measure
def edge_place(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0) -> float:
    """Return f, the position of the contact along the touched edge: 0 at its first corner and 1 at its second.

    It is None if a corner was touched.
    """
    return touched_part(run, of, contact, tick).f0


@measure
def plane_time(run, contact: Index = 0, tick: Tick = 0, last: Yes = False) -> float:
    """Return t0, or with `last` t1, of the touched triangle's plane in the move pass.

    Both are fractions of the displacement. Paper, 3.2.
    """
    step = contact_of(run, "move", tick, contact)
    test = inspection_of(run.record(tick), run.simulation).test(step, step.candidate)
    return test.interval[1 if last else 0]
