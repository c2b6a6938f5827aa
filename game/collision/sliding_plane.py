"""The sliding plane (the paper's sections 4.1 and 4.2): the tangent plane of the body at the contact, and the slide along it.

`write_contact_and_plane` computes the plane's normal in eSpace, and `classify_plane` (plane_classification.py) its normal in the
world. `slide` computes the displacement along the plane. `refresh_planes` (plane_set.py) turns the plane while the body slides
around an edge or a corner.
"""

from typing import NamedTuple

from .ellipsoid_and_espace import normal_to_espace, to_espace, to_world
from .engine.compiling.jit import inlined
from .engine.vec3 import along, length, normalise, put, reject, scale, sub, vec
from .mesh.gather import triangle_at
from .plane_set import (
    LEVEL,
    floor_slope,
    from_plan,
    make_vertical,
    plane_in_plan,
    refresh_planes,
    slide_along_planes,
    to_plan,
)


class Progress(NamedTuple):
    """The state of a pass after some of its iterations.

    wish: displacement that the whole pass tries to move (3,) [m]
    remaining: part of the wish that is still to move, 0..1
    first: row of the trace with the pass's first iteration
    """

    wish: tuple
    remaining: float
    first: int


@inlined
def write_contact_and_plane(query, step, sweep, reach, hit, contact):
    """Write the Contact of a Sweep, and the normal of its sliding plane in eSpace (section 4.1), to a row of STEP.

    query: Query; step: the row of STEP
    reach: length of the displacement [eSpace], which is shorter than the sweep if the sweep looks ahead
    hit: index of the candidate
    The fraction of the displacement is above 1 for a contact that only the look ahead found.
    """
    distance = max(contact.distance, 0.0)
    e_centre = along(sweep.base, sweep.direction, distance)
    put(step.e_point, contact.point)
    put(step.e_normal, normalise(sub(e_centre, contact.point)))
    put(step.point, to_world(query.space, contact.point))
    step.is_hit, step.fraction, step.e_distance = True, distance / reach, distance
    step.feature, step.candidate, step.triangle = contact.feature, hit, triangle_at(query.candidates, hit).number


@inlined
def slide(query, progress, displacement, fraction, row):
    """Return the displacement (3,) [m] of the next iteration, along the sliding plane of the iteration in `row`.

    query: Query; progress: Progress of the pass
    displacement, fraction: of the iteration in `row` (3,) [m], and the part of it that was moved, 0..1
    With the rule keep_planes, the result is the rest of the pass's wish along all planes that still restrain the pass. Without
    it, as printed, the rest of this iteration's displacement is projected on this iteration's plane. Also writes the flag
    `restrains` of the rows.
    """
    rules, space, step = query.rules, query.space, query.steps[row]
    if rules.keep_planes:
        refresh_planes(query, progress.first, row)
        return slide_along_planes(query, scale(progress.wish, progress.remaining), progress.first, row)
    step.restrains = True
    rest, normal, slope = scale(displacement, 1.0 - fraction), vec(step.normal), LEVEL
    if step.is_wall:
        slope = floor_slope(rules, step.pass_)
        normal = make_vertical(plane_in_plan(slope, normal))
    if rules.slide_in_world:
        return from_plan(slope, reject(to_plan(slope, rest), normal), length(rest))
    return to_world(space, reject(to_espace(space, rest), normal_to_espace(space, normal)))
