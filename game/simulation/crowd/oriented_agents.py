"""Agents with a body or an up of their own, many at once: oriented_tick.py and volumes.py with arrays.

Frames of many agents are three rows of three arrays each, so that the functions for one frame serve them too
(collision/engine/orientation_frame.py).
"""

from math import cos, hypot, sin
from typing import NamedTuple

import numpy as np

from ...collision.engine.orientation_frame import rolled_onto, to_frame, to_world
from ...collision.engine.vec3 import UP, along, cross, dot, scale
from ...level.volume import TurnedGravity
from ..advance import ALIKE, advance_each
from ..environment.gravity_blending import volume_share
from ..environment.orientation import TURN_RATE
from ..environment.oriented_tick import box_half_sides
from ..player.columns import FALL, FLOOR, FLOW, FOOTING, FOOTING_NORMAL, PLACE, POSITION, PULL, SIDES, STOOD, VELOCITY, WALK
from ..player.state_arrays import numbers_of
from .agents import FRAME

# Part of the largest turn of a tick below which an agent surely completes its turn. Larger: rounding decides; smaller: more
# agents take the slow path.
SURE_TURN = 0.99


class OrientedAgents(NamedTuple):
    """Agents of the compiled call whose up is not +z. rows (m,): their numbers; frames (m, 9): the frames of their ticks"""

    rows: np.ndarray
    frames: np.ndarray

    @property
    def ups(self):
        return self.frames[:, 6:]


NO_AGENTS = OrientedAgents(np.empty(0, np.int64), np.empty((0, 9)))


def find_oriented(agents, rows, level, volumes, dt):
    """OrientedAgents: those in `rows` whose frame reaches its up within the tick, and whose up is not +z."""
    ups, simple = ups_at(level, volumes, agents.players[rows, POSITION : POSITION + 3], agents.inside[rows])
    frames, reached = follow_ups(agents.others[rows, FRAME:], ups, dt)
    chosen = simple & reached & (ups != UP).any(axis=1)
    return OrientedAgents(rows[chosen], frames[chosen])


# Their bodies


def bodies_at(radii, headings):
    """(n, BODY_COLUMNS) of bodies turned to headings (n,) [rad]: the numbers of Ellipsoid, to the bit."""
    rx, ry, rz = radii
    c, s = np.array([(cos(heading), sin(heading)) for heading in headings.tolist()]).reshape(-1, 2).T
    across, ahead = np.hypot(c * rx, s * ry), np.hypot(s * rx, c * ry)
    rest = np.broadcast_to((1.0 / rz, rx * ry), (len(c), 2)).T
    return np.stack([c / rx, s / rx, -s / ry, c / ry, *rest, across, ahead, np.full(len(c), rz)], axis=1)


# Their ups


def ups_at(level, volumes, positions, inside):
    """Ups at positions (n, 3) in these volumes (n, volumes): (ups (n, 3), (n,) bool: True outside borders between gravities)."""
    own = getattr(level, "gravity", None)
    ups = np.tile(UP, (len(positions), 1)) if own is None else ups_by(own, positions)
    simple = np.ones(len(positions), bool)
    for number, volume in volumes.gravities if volumes else ():
        inner = ups_by(volume.effect.down, positions) if isinstance(volume.effect, TurnedGravity) else ups
        against = np.flatnonzero(dot(inner.T, ups.T) * volume.effect.factor < 0.0)
        shares = shares_of(volume, positions[against], volumes.border)
        simple[against] &= (shares == 0.0) | (shares == 1.0)
        turned = inside[:, number].copy()
        turned[against] = shares == 1.0
        ups = np.where(turned[:, None], inner, ups)
    return ups, simple


def ups_by(down, positions):
    """`Down.up` at each of positions (n, 3)."""
    if down.towards is None:
        return np.tile(down.up(None), (len(positions), 1))
    return np.array([down.up(position) for position in positions.tolist()]).reshape(-1, 3)


def shares_of(volume, positions, width):
    """`gravity_blending.volume_share` at each of positions (n, 3); it is 0 for most, which are far away."""
    shares, middle = np.zeros(len(positions)), np.array((volume.x, volume.y, 0.5 * (volume.low + volume.high)))
    aside = max(volume.volume.radius, hypot(*volume.half))
    sides = np.array((aside, aside, 0.5 * (volume.high - volume.low))) + width
    near = np.flatnonzero((np.abs(positions - middle) <= sides).all(axis=1))
    shares[near] = [volume_share(volume, place, width) for place in positions[near].tolist()]
    return shares


def follow_ups(frames, ups, dt):
    """Turn frames (n, 9) towards ups (n, 3) for a tick of dt [s], as `orientation.turn_towards`.

    Returns (frames, (n,) bool: True where the frame reaches its up)
    """
    start, still = columns_of(frames), (frames[:, 6:] == ups).all(axis=1)
    axis, cosine = cross(start[2], ups.T), dot(start[2], ups.T)
    quick = np.arctan2(np.sqrt(dot(axis, axis)), cosine) < SURE_TURN * TURN_RATE * dt
    goals = np.where(quick[:, None], ups, frames[:, 6:])
    turned = rows_of(upright(rolled_onto(start, tuple(goals.T))))
    return np.where(still[:, None], frames, turned), still | quick


def upright(frame):
    """`collision.engine.frames.upright` for many frames."""
    right, _, up = frame
    right = along(right, up, -dot(right, up))
    right = scale(right, 1.0 / np.sqrt(dot(right, right)))
    return right, cross(up, right), up


def columns_of(frames):
    """Frames (n, 9) as vector_of rows of vector_of arrays (n,)."""
    x = tuple(frames.T)
    return x[:3], x[3:6], x[6:]


def rows_of(frame):
    """Three rows of vector_of arrays (n,) as frames (n, 9)."""
    return np.stack([part for row in frame for part in row], axis=1)


def heights_above(bounds, positions, ups):
    """Heights [m] of positions (n, 3) above the lowest corner of a box (low, high), each along its own up."""
    return ((positions - np.where(ups > 0.0, *bounds)) * ups).sum(axis=1)


# Their tick


def move_each(near, oriented, agents, inputs, rows, bodies, frames, params, dt):
    """Advance the agents in `rows` (m,), which have `bodies` (m or 0, BODY_COLUMNS) and `frames` (m or 0, 9) of their own.

    near: Nearby that uses the body, if all have the same; oriented: OrientedTick, for the recovery of embedded agents
    Returns the numbers of embedded agents with a body of their own: they are not advanced.
    """
    before, numbers = agents.players[rows], numbers_of(params, near.rules, dt)
    after = np.empty_like(before)
    if not len(frames):
        embedded = advance_each(near, (bodies, *ALIKE[1:]), before, after, inputs[rows], numbers, lambda row: None)
        agents.after[rows] = after
        return rows[embedded].tolist()
    frame = columns_of(frames)
    chosen = inputs[rows]
    walk, fall, flow = before[:, WALK : WALK + 2], before[:, FALL : FALL + 3], chosen[:, FLOW : FLOW + 2]
    speeds = size_of(walk), size_of(fall) + 2.0 * size_of(flow)
    sides = np.stack(box_half_sides(params, frame, speeds, chosen[:, PULL], dt), axis=1)
    own = bodies, np.column_stack([frames, before[:, POSITION : POSITION + 3], sides]), ALIKE[2]

    def recovered_position(row):
        return None if len(bodies) else oriented.recovered_position(near, *places_of(own[1][row].tolist()))

    embedded = advance_each(near, own, players_in_frames(before, frame), after, chosen, numbers, recovered_position)
    agents.after[rows] = players_in_world(before, after, frame)
    return rows[embedded].tolist()


def size_of(vectors):
    return np.linalg.norm(vectors, axis=1)


def places_of(row):
    """(frame, position, half sides) from a row of FRAME_COLUMNS numbers."""
    frame = tuple(row[:3]), tuple(row[3:6]), tuple(row[6:9])
    return frame, tuple(row[PLACE:SIDES]), tuple(row[SIDES:])


def players_in_frames(players, frame):
    """`oriented_tick.state_in_frame` for many players, for gravity straight down in their frames."""
    seen = players.copy()
    seen[:, POSITION : POSITION + 3] = 0.0
    x, y, z = to_frame(frame, vector_of(players, FALL))
    seen[:, FALL : FALL + 3] = np.stack([x + 0.0, y + 0.0, z], axis=1)
    seen[:, FOOTING_NORMAL : FOOTING_NORMAL + 3] = np.stack(to_frame(frame, vector_of(players, FOOTING_NORMAL)), axis=1)
    return seen


def players_in_world(before, after, frame):
    """`oriented_tick.state_in_world` for many players."""
    ended = after.copy()
    for column in (POSITION, VELOCITY, FOOTING_NORMAL, FALL):
        ended[:, column : column + 3] = np.stack(to_world(frame, vector_of(after, column)), axis=1)
    ended[:, POSITION : POSITION + 3] = before[:, POSITION : POSITION + 3] + ended[:, POSITION : POSITION + 3]
    stands = (after[:, FOOTING] == FLOOR)[:, None]
    ended[:, STOOD : STOOD + 3] = np.where(stands, ended[:, POSITION : POSITION + 3], before[:, STOOD : STOOD + 3])
    return ended


def vector_of(rows, column):
    """A vector of many players, as three arrays."""
    return rows[:, column], rows[:, column + 1], rows[:, column + 2]
