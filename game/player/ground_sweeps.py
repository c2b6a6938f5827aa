"""The ground under the player, found by sweeps over the gathered candidates.

Positions are relative to the start of the tick.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from ..collision.nearest_contact import Query
from ..collision.plane_set import ZERO
from ..collision.response import collide_with_world
from ..collision.rules import replace_ground_rules
from ..collision.trace import GRAVITY, GROUND, STEP_DOWN
from ..core.jit import inlined, inlined_source, shared
from ..core.vec3 import UP, dot, put, sub, vec
from .tick_rows import FLOOR
from .triangles_in_reach import Obstacles

# Greatest difference of normals that count as equal [part of 1]. Smaller: rounding splits a wall; larger: near walls are merged.
SAME = 1e-6
# Parts of the skin: two planes one part from each other are merged. More: rounding splits a wall; fewer: near walls are merged.
SKIN_PARTS = 100.0
# How far [skins] the floor is searched for when steps down are not followed, or a fall is shorter. Smaller: standing is not
# noticed at high tick rates; larger: seen as landing early.
FEEL = 4.0


class Tick(NamedTuple):
    """The data that the sweeps of a player's tick read.

    query: Query
    obstacles: Obstacles, for rays
    origin: the player's position at the start (3,) [m], in the frame of the obstacles
    params: one row of PARAMS (tick_rows.py)
    reach: (aside, down, up), distances [m] that the centre may move from the start; triangles were gathered for them
    is_beyond: (1,) bool, set to True if a sweep leads farther
    """

    query: Query
    obstacles: Obstacles
    origin: tuple
    params: np.ndarray
    reach: tuple
    is_beyond: np.ndarray


@inlined_source
def run_pass(tick, pass_, start, displacement, row):
    """Run a pass or a plain sweep over the gathered candidates. Returns the end of the path (3,) [m] and the next free row.

    tick: Tick; pass_: number of a Pass (trace/enums.py); row: next free row of the trace
    start, displacement: (3,) [m], relative to the tick's start
    """
    end, next_row = collide_with_world(tick.query, start, displacement, pass_, row)
    check_reach(tick, row, next_row)
    return end, next_row


@shared
def check_reach(tick, first, end):
    """Set `tick.is_beyond` if an iteration from row `first` to `end` - 1 led farther than the gathered triangles reach."""
    aside, down, up = tick.reach
    for row in range(first, end):
        x, y, z = vec(tick.query.steps[row].end)
        if abs(x) > aside or abs(y) > aside or z > up or z < -down:
            tick.is_beyond[0] = True


@inlined
def with_ground_rules(tick, class_by_face, climb, faces_up_to):
    """Return a copy of the Tick with other ground rules: three fields of PassRules that decide what is walkable ground.

    class_by_face: bool; climb, faces_up_to: heights [m]; all as in PassRules
    """
    query = tick.query
    rules = replace_ground_rules(query.rules, class_by_face, climb, faces_up_to)
    count = query.candidate_count
    changed = Query(query.candidates, count, query.space, rules, query.steps, query.outcomes, query.planes)
    return Tick(changed, tick.obstacles, tick.origin, tick.params, tick.reach, tick.is_beyond)


@inlined
def write_floor_normal(player, settings, params):
    """Write `floor_normal` to the settings: the normal of the floor that the player is on, or +z.

    It is +z in the air and on a steep slope, without the rule climb_steps, and if step_down is 0. Slides along walls are computed
    in plan view, in which this floor is level (plane_set.py).
    player: row of PLAYER; settings: one row of SETTINGS; params: row of PARAMS
    """
    follows = player.ground == FLOOR and params.climb_steps and params.step_down != 0.0
    put(settings[0]["floor_normal"], vec(player.normal) if follows else UP)


@inlined_source
def find_support(tick, row):
    """Return the support point of the player (3,) [m]: the point of the ground on which the player stands.

    tick: Tick; row: a free row of the trace, which is overwritten later
    On stairs it is a point of an edge in front of the body, above the body's lowest point. Without ground it is that lowest
    point. The sweep may first touch an edge from its side. Such an edge supports the player only if no floor is as near below.
    """
    steps, rules = tick.query.steps, tick.query.rules
    run_pass(tick, GROUND, ZERO, (0.0, 0.0, -tick.params[0].step_up), row)
    if not steps[row].is_hit:
        return 0.0, 0.0, -tick.params[0].feet
    point = vec(steps[row].point)
    if is_ground_by_face_alone(steps[row], rules):
        _, next_row = slide_beneath(tick, ZERO, FEEL * rules.skin, -inf, row)
        if has_landed(steps[next_row - 1]):
            return vec(steps[next_row - 1].point)
    return point


@inlined
def has_landed(step):
    """True if the iteration in a row of STEP has a contact with walkable ground."""
    return step.is_hit and step.is_walkable


@inlined
def floor_normal(step, rules):
    """Return the normal (3,) of the floor at a contact: the face's normal, or the contact's normal if that is more upright.

    Without the rule class_by_face it is always the contact's. step: row of STEP; rules: PassRules
    """
    if rules.class_by_face and step.face_normal[2] >= step.normal[2]:
        return vec(step.face_normal)
    return vec(step.normal)


@inlined
def has_contact(steps, end):
    """True if one of the rows of STEP before row `end` has a contact."""
    for row in range(end):
        if steps[row].is_hit:
            return True
    return False


@inlined
def is_ground_by_face_alone(step, rules):
    """True if the contact in a row of STEP is an edge touched from the side, which is walkable only by the face above it.

    rules: PassRules
    """
    return has_landed(step) and step.normal[2] < rules.walkable_cos


@inlined_source
def slide_beneath(tick, start, farthest, height, row):
    """Slide down from `start` (3,) [m] by at most `farthest` [m]. Returns the end (3,) [m] and the next free row.

    tick: Tick; row: next free row of the trace
    height: z [m] above which the contact decides if an edge is walkable, instead of the face above the edge
    """
    rules = tick.query.rules
    return run_pass(with_ground_rules(tick, rules.class_by_face, rules.climb, height), GRAVITY, start, (0.0, 0.0, -farthest), row)


@shared
def is_brushed(tick, row):
    """True if the edge that row `row` found below is more than a step above the support point, and was not climbed.

    tick: Tick
    Without this test, the side of a ledge would carry a player that walks along it while the floor beside it goes down.
    """
    steps, rules, params = tick.query.steps, tick.query.rules, tick.params[0]
    height, highest = steps[row].point[2], params.step_up + rules.skin
    if height <= highest - params.feet or not is_ground_by_face_alone(steps[row], rules) or is_climbed(steps, row, rules.skin):
        return False
    return height > find_support(tick, row + 1)[2] + highest


@inlined
def is_climbed(steps, row, skin):
    """True if the tick slid or stepped up over the edge that row `row` of the trace touches. skin: [m]"""
    face, point = vec(steps[row].face_normal), vec(steps[row].point)
    for other in range(row):
        step = steps[other]
        if not step.is_hit or step.is_wall:
            continue
        is_upwards = step.pass_ == STEP_DOWN or step.next_displacement[2] > 0.0
        if is_upwards and abs(dot(face, sub(vec(step.point), point))) < skin / SKIN_PARTS:
            return True
    return False
