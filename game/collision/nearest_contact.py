"""The nearest contact of a sweep (section 3.1: the first triangle that is hit may not be the nearest)."""

from typing import NamedTuple

import numpy as np

from .engine.compiled_rules import PassRules
from .engine.compiling.jit import inlined, shared
from .engine.vec3 import Vector, along
from .mesh.gather import is_out_of_reach, triangle_at
from .paper_detection import Contact, Sweep, check_triangle
from .robust_detection import sweep_triangle
from .trace.enums import FACE, FULL_TEST, HIT, UNREACHED, Feature

# Greatest difference of distances [eSpace], and of parts of normals, that count as equal. Smaller: at the common edge of two
# faces, rounding can decide which face is touched, and so the kind of ground; larger: near contacts count as one.
TIE = 1e-10


class Hit(NamedTuple):
    """The first contact of a sweep.

    fraction: part of the displacement before the contact, 0..1
    point: contact point in the world (3,) [m]
    normal: unit normal of the sliding plane in the world (3,), towards the body
    feature: Feature that is touched
    triangle: number of the triangle in the mesh
    """

    fraction: float
    point: Vector
    normal: Vector
    feature: Feature
    triangle: int


class Query(NamedTuple):
    """The input of all sweeps and slides of one tick, and the arrays that they write to.

    candidates: (capacity, COLUMNS), the gathered triangles (mesh/gather.py), of which the first `candidate_count` are valid
    space: change of basis to eSpace, six numbers (ellipsoid_and_espace.py)
    rules: PassRules
    steps: (rows,) of STEP, the trace, with one row for each iteration
    outcomes: (rows, capacity) uint8, the outcome of each candidate's test in each iteration
    planes: (MOST_PLANES, 3), normals of the planes that restrain the current slide
    """

    candidates: np.ndarray
    candidate_count: int
    space: tuple
    rules: PassRules
    steps: np.ndarray
    outcomes: np.ndarray
    planes: np.ndarray


@shared
def nearest_contact(query, sweep, outcomes):
    """Return (index, Contact) of the candidate that a Sweep meets first. Without a contact, the index is -1.

    query: Query
    outcomes: (capacity,) uint8, written: the outcome of each candidate's test. It is HIT for the nearest contact, and FULL_TEST
    for other contacts.
    With the rule exact_contact, the Contact's distance is minus the depth if the sphere overlaps the triangle at the start.
    `wins_tie` decides between contacts at equal distance (TIE). Without a contact, the distance is the sweep's reach.
    """
    rules, hit, nearest = query.rules, -1, sweep.reach
    best = Contact(UNREACHED, sweep.reach, FACE, (0.0, 0.0, 0.0))
    end = along(sweep.base, sweep.direction, sweep.reach)
    for k in range(query.candidate_count):
        if is_out_of_reach(query.candidates, k, sweep.base, end):
            outcomes[k] = UNREACHED
            continue
        triangle = triangle_at(query.candidates, k)
        if rules.exact_contact:
            shorter = Sweep(sweep.base, sweep.direction, min(nearest + TIE, sweep.reach))
            contact = sweep_triangle(triangle, shorter, rules.two_sided)
        else:  # t is a part of the displacement; for a shorter one it would be rounded differently, and ties depend on the order
            contact = check_triangle(triangle, sweep, rules.two_sided)
        outcomes[k] = contact.outcome
        if contact.outcome != HIT:
            continue
        outcomes[k] = FULL_TEST
        is_nearer = hit < 0 or contact.distance < nearest
        if hit >= 0 and abs(contact.distance - nearest) <= TIE:
            is_nearer = wins_tie(triangle, contact, triangle_at(query.candidates, hit), best)
        if is_nearer:
            hit, best = k, contact
        nearest = min(nearest, contact.distance)
    if hit >= 0:
        outcomes[hit] = HIT
    return hit, best


@inlined
def wins_tie(triangle, contact, other, other_contact):
    """True if the Contact with a Triangle is preferred to `other_contact` with the Triangle `other`, at equal distance (TIE).

    A face wins over an edge and an edge over a corner. Then the triangle with the more upright normal wins. Then the smaller
    contact point wins, compared by x, y, z, and then the triangle with the smaller corners. The triangle's number decides only
    among triangles that coincide.
    Of two contacts the same one wins in either order of the triangles. Of three whose distances differ by about TIE, the order
    can decide, because the first two are compared first.
    """
    if contact.feature != other_contact.feature:
        return contact.feature < other_contact.feature
    upright, other_upright = abs(triangle.normal[2]), abs(other.normal[2])
    if abs(upright - other_upright) > TIE:
        return upright > other_upright
    if contact.point != other_contact.point:
        return contact.point < other_contact.point
    if triangle.p1 != other.p1:
        return triangle.p1 < other.p1
    if triangle.p2 != other.p2:
        return triangle.p2 < other.p2
    if triangle.p3 != other.p3:
        return triangle.p3 < other.p3
    return triangle.number < other.number
