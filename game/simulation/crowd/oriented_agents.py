"""Players who have a body or an up of their own, many at once: oriented_tick.py and volumes.py with arrays.

Frames of many are three rows of three arrays each, so that the functions for one frame (collision/engine/frames.py) serve them.
"""

from math import cos, hypot, sin
from typing import NamedTuple

import numpy as np

from ...collision.engine.frames import rolled_onto, to_frame, to_world
from ...collision.engine.vec3 import UP, along, cross, dot, scale
from ...level.volume import TurnedGravity
from ..advance import ALIKE, advance_each
from ..environment.gravity_blending import share_of
from ..environment.orientation import TURN_RATE
from ..environment.oriented_tick import sides_of
from ..player.columns import FALL, FLOOR, FLOW, FOOTING, FOOTING_NORMAL, PLACE, POSITION, PULL, SIDES, STOOD, VELOCITY, WALK
from ..player.rows import numbers_of
from .agents import FRAME

# Part of the most that a body can turn in a tick up to which it is not looked more closely. More: rounding decides who is quick
# enough; less: more of them go one by one.
QUICK = 0.99


class Leaning(NamedTuple):
    """rows (m,): numbers of those who lean and go in the common call; frames (m, 9): in which their ticks are made"""

    rows: np.ndarray
    frames: np.ndarray

    @property
    def ups(self):
        return self.frames[:, 6:]


NOBODY = Leaning(np.empty(0, np.int64), np.empty((0, 9)))


def leaning_of(walkers, rows, level, volumes, dt):
    """Leaning, of those in `rows` who get to stand as gravity wants it within the tick, and not upright."""
    ups, simple = ups_at(level, volumes, walkers.players[rows, POSITION : POSITION + 3], walkers.inside[rows])
    frames, quick = follow(walkers.others[rows, FRAME:], ups, dt)
    alike = simple & quick & (ups != UP).any(axis=1)
    return Leaning(rows[alike], frames[alike])


# Their bodies


def bodies_at(radii, headings):
    """(n, BODY_COLUMNS) of bodies turned to headings (n,) [rad]: as Ellipsoid has them, to the bit."""
    rx, ry, rz = radii
    c, s = np.array([(cos(heading), sin(heading)) for heading in headings.tolist()]).reshape(-1, 2).T
    across, ahead = np.hypot(c * rx, s * ry), np.hypot(s * rx, c * ry)
    rest = np.broadcast_to((1.0 / rz, rx * ry), (len(c), 2)).T
    return np.stack([c / rx, s / rx, -s / ry, c / ry, *rest, across, ahead, np.full(len(c), rz)], axis=1)


# Their ups


def ups_at(level, volumes, positions, inside):
    """Against gravity at positions (n, 3) in these volumes (n, volumes): (ups (n, 3), (n,) bool, of whom that is all to say)."""
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
    """borders.share_of at each of positions (n, 3); most are too far away."""
    shares, middle = np.zeros(len(positions)), np.array((volume.x, volume.y, 0.5 * (volume.low + volume.high)))
    aside = max(volume.volume.radius, hypot(*volume.half))
    sides = np.array((aside, aside, 0.5 * (volume.high - volume.low))) + width
    near = np.flatnonzero((np.abs(positions - middle) <= sides).all(axis=1))
    shares[near] = [share_of(volume, place, width) for place in positions[near].tolist()]
    return shares


def follow(frames, ups, dt):
    """Frames (n, 9) that follow ups (n, 3) in a tick of dt [s], as frame.followed: (frames, (n,) bool, who gets there in it)."""
    start, still = columns_of(frames), (frames[:, 6:] == ups).all(axis=1)
    axis, cosine = cross(start[2], ups.T), dot(start[2], ups.T)
    quick = np.arctan2(np.sqrt(dot(axis, axis)), cosine) < QUICK * TURN_RATE * dt
    goals = np.where(quick[:, None], ups, frames[:, 6:])
    turned = rows_of(upright(rolled_onto(start, tuple(goals.T))))
    return np.where(still[:, None], frames, turned), still | quick


def upright(frame):
    """collision.frame.upright of many."""
    right, _, up = frame
    right = along(right, up, -dot(right, up))
    right = scale(right, 1.0 / np.sqrt(dot(right, right)))
    return right, cross(up, right), up


def columns_of(frames):
    """Frames (n, 9) as three rows of three arrays (n,)."""
    x = tuple(frames.T)
    return x[:3], x[3:6], x[6:]


def rows_of(frame):
    """Three rows of three arrays (n,) as frames (n, 9)."""
    return np.stack([part for row in frame for part in row], axis=1)


def heights_above(bounds, positions, ups):
    """How high positions (n, 3) are above the lowest corner of a box (low, high), each along an up of his own [m]."""
    return ((positions - np.where(ups > 0.0, *bounds)) * ups).sum(axis=1)


# Their tick


def move_each(near, turned, walkers, inputs, rows, bodies, frames, params, dt):
    """The tick of the walkers in `rows` (m,), who have `bodies` (m or 0, BODY_COLUMNS) and `frames` (m or 0, 9) of their own.

    near: Nearby that uses the body, if all have the same; turned: Turned, room for those who are brought out
    Returns the numbers of those who are inside of something and turn in it: for them nothing was done.
    """
    before, told = walkers.players[rows], numbers_of(params, near.rules, dt)
    after = np.empty_like(before)
    if not len(frames):
        inside = advance_each(near, (bodies, *ALIKE[1:]), before, after, inputs[rows], told, lambda row: None)
        walkers.after[rows] = after
        return rows[inside].tolist()
    frame = columns_of(frames)
    around = inputs[rows]
    walk, fall, flow = before[:, WALK : WALK + 2], before[:, FALL : FALL + 3], around[:, FLOW : FLOW + 2]
    speeds = size_of(walk), size_of(fall) + 2.0 * size_of(flow)
    sides = np.stack(sides_of(params, frame, speeds, around[:, PULL], dt), axis=1)
    own = bodies, np.column_stack([frames, before[:, POSITION : POSITION + 3], sides]), ALIKE[2]

    def outside(row):
        return None if len(bodies) else turned.outside(near, *places_of(own[1][row].tolist()))

    inside = advance_each(near, own, in_frames(before, frame), after, around, told, outside)
    walkers.after[rows] = in_world(before, after, frame)
    return rows[inside].tolist()


def size_of(vectors):
    return np.linalg.norm(vectors, axis=1)


def places_of(row):
    """(frame, place, sides) of a row of FRAME_COLUMNS numbers."""
    frame = tuple(row[:3]), tuple(row[3:6]), tuple(row[6:9])
    return frame, tuple(row[PLACE:SIDES]), tuple(row[SIDES:])


def in_frames(players, frame):
    """As turned.in_frame."""
    seen = players.copy()
    seen[:, POSITION : POSITION + 3] = 0.0
    x, y, z = to_frame(frame, three(players, FALL))
    seen[:, FALL : FALL + 3] = np.stack([x + 0.0, y + 0.0, z], axis=1)
    seen[:, FOOTING_NORMAL : FOOTING_NORMAL + 3] = np.stack(to_frame(frame, three(players, FOOTING_NORMAL)), axis=1)
    return seen


def in_world(before, after, frame):
    """As turned.in_world."""
    ended = after.copy()
    for column in (POSITION, VELOCITY, FOOTING_NORMAL, FALL):
        ended[:, column : column + 3] = np.stack(to_world(frame, three(after, column)), axis=1)
    ended[:, POSITION : POSITION + 3] = before[:, POSITION : POSITION + 3] + ended[:, POSITION : POSITION + 3]
    stands = (after[:, FOOTING] == FLOOR)[:, None]
    ended[:, STOOD : STOOD + 3] = np.where(stands, ended[:, POSITION : POSITION + 3], before[:, STOOD : STOOD + 3])
    return ended


def three(rows, column):
    """A vector of many, as three arrays."""
    return rows[:, column], rows[:, column + 1], rows[:, column + 2]
