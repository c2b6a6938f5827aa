"""The passes of a tick over the gathered candidates, what they share, and the ground that they find under the player.

Positions and displacements are (3,) [m], relative to the tick's start. `row`, `first` and `free` are rows of the trace; `free`
and those behind it are overwritten later. An IterationRow is a row of ITERATION.
"""

from typing import Any, NamedTuple

import numpy as np

from ..collision.candidates_and_nearest_contact import Query
from ..collision.response import collide_with_world
from ..collision.rules import PassRules
from ..collision.trace import GRAVITY, SNAPPED
from ..core.jit import inlined, shared
from ..core.vec3 import Vector, vec
from .obstacles_and_one_way_walls import Obstacles

IterationRow = Any  # a row of ITERATION (collision/trace.py), with the fields as attributes
# Greatest difference of normals that count as equal [part of 1]. Smaller: rounding splits a wall; larger: near walls are merged.
SAME = 1e-6
# Parts of the skin: two planes one part from each other are merged. More: rounding splits a wall; fewer: near walls are merged.
SKIN_PARTS = 100.0
# How far [skins] the floor is searched for when steps down are not followed, or a fall is shorter. Smaller: standing is not
# noticed at high tick rates; larger: seen as landing early.
FLOOR_SEARCH = 4.0


class SweepContext(NamedTuple):
    """The data that the sweeps of a player's tick read.

    reach: (aside, down, up), distances [m] that the centre may move from the start; triangles were gathered for them
    """

    query: Query
    obstacles: Obstacles  # for rays
    origin: Vector  # the player's position at the start (3,) [m], in the frame of the obstacles
    params: np.ndarray  # one row of PARAMS, the CURRENT one
    reach: Vector
    is_beyond: np.ndarray  # (1,) bool, set to True if a sweep leads farther


@inlined
def run_pass(context: SweepContext, pass_: int, start: Vector, displacement: Vector, row: int) -> tuple[Vector, int]:
    """Run a pass over the gathered candidates, from the next free `row` on. Returns its end and the next free row."""
    end, next_row = collide_with_world(context.query, start, displacement, pass_, row)
    if left_gathered_box(context.query.iterations, row, next_row, context.reach):
        context.is_beyond[0] = True
    return end, next_row


@shared
def left_gathered_box(iterations: np.ndarray, first: int, end: int, reach: Vector) -> bool:
    """True if an iteration from row `first` to `end` - 1 led farther than the triangles were gathered. reach: of SweepContext"""
    aside, down, up = reach
    for row in range(first, end):
        x, y, z = vec(iterations[row].end)
        if abs(x) > aside or abs(y) > aside or z > up or z < -down:
            return True
    return False


@inlined
def with_ground_rules(context: SweepContext, class_by_face: bool, climb: float, faces_up_to: float) -> SweepContext:
    """Return a copy of the SweepContext with other values of what decides about walkable ground: three fields of PassRules."""
    query = context.query
    rules = PassRules(*query.rules[:-3], class_by_face, climb, faces_up_to)
    count = query.candidate_count
    changed = Query(query.candidates, count, query.space, rules, query.iterations, query.outcomes, query.planes)
    return SweepContext(changed, context.obstacles, context.origin, context.params, context.reach, context.is_beyond)


@inlined
def make_gravity_pass(iteration: IterationRow) -> None:
    """Make the plain sweep down that found the floor the gravity pass of a player that stands.

    What the sweep moves beyond gravity's own displacement, at most `step_down`, is its snap to the floor.
    """
    iteration.pass_, iteration.ending = GRAVITY, SNAPPED


@inlined
def has_landed(iteration: IterationRow) -> bool:
    """True if an iteration has a contact with walkable ground."""
    return iteration.is_hit and iteration.is_walkable


@inlined
def floor_normal(iteration: IterationRow, rules: PassRules) -> Vector:
    """Return the normal of the floor at a contact: the face's normal, or the contact's normal if that is more upright.

    Without the rule class_by_face it is always the contact's.
    """
    if rules.class_by_face and iteration.face_normal[2] >= iteration.normal[2]:
        return vec(iteration.face_normal)
    return vec(iteration.normal)


@inlined
def has_contact(iterations: np.ndarray, end: int) -> bool:
    """True if an iteration before row `end` has a contact."""
    for row in range(end):
        if iterations[row].is_hit:
            return True
    return False


@inlined
def is_ground_by_face_alone(iteration: IterationRow, rules: PassRules) -> bool:
    """True if the contact is an edge touched from the side, which is walkable only by the face above it."""
    return has_landed(iteration) and iteration.normal[2] < rules.walkable_cos


@inlined
def slide_beneath(context: SweepContext, start: Vector, farthest: float, height: float, row: int) -> tuple[Vector, int]:
    """Slide down from `start` by at most `farthest` [m], from the next free `row` on. Returns the end and the next free row.

    height: z [m] above which the contact decides if an edge is walkable, instead of the face above the edge
    """
    rules = context.query.rules
    return run_pass(
        with_ground_rules(context, rules.class_by_face, rules.climb, height), GRAVITY, start, (0.0, 0.0, -farthest), row
    )
