"""Forces of water, wind, belts and gravity for many players at once: environment/forces.py with arrays."""

import numpy as np

from ...collision.engine.vec3 import along, length
from ...level.volume import Conveyor
from ..environment.forces import FREE, Medium, drag_factors, gained_flow, scaled_wish, wind_drag, with_effect, with_updraft
from ..player.columns import FALL, FLOOR, FLOW, FOOTING, KEPT, POSITION, PULL, WISH


def write_forces(inputs, swims, rows, players, inside, volumes, media, dt):
    """Write the forces on the players in `rows` (m,) into their inputs, and scale their wishes.

    inside (n, volumes) bool: the volumes that contain each; volumes: Volumes; media: numbers of the media among them
    swims (n,): 1 upwards, -1 downwards, 0
    """
    medium = medium_of_each(swims[rows], players[rows], inside[rows], volumes, media)
    drag, kept = medium.drag, np.ones(len(rows))
    pull, slowed = medium.pull(volumes.params.gravity), drag != 0.0
    left, mean = np.array([drag_factors(each, dt) for each in drag[slowed].tolist()]).reshape(-1, 2).T
    kept[slowed], pull[slowed] = left, pull[slowed] * mean
    inputs[rows, PULL], inputs[rows, KEPT] = pull, kept
    inputs[rows, FLOW], inputs[rows, FLOW + 1] = medium.flow
    scale_wishes(inputs, rows[medium.pace != 1.0], medium.pace[medium.pace != 1.0])


def write_flow_change(players, rows, were, flows):
    """`change_flow` for the players in `rows` (m,), which are in the air. were, flows: old and new flows (m, 3) [m/s]"""
    sizes = np.array([length(flow) for flow in flows.tolist()])
    falls, was, flow = players[rows, FALL : FALL + 3], were.T, flows.T
    falls += were - flows
    windy = sizes > 0.0
    fall = tuple(falls[windy].T)
    direction, lacked, gained = gained_flow(fall, was[:, windy], flow[:, windy], sizes[windy])
    fall = along(fall, direction, np.minimum(np.maximum(lacked, 0.0), np.maximum(gained, 0.0)))
    falls[windy] = np.stack(fall, axis=1)
    players[rows, FALL : FALL + 3] = falls


def medium_of_each(swim, players, inside, volumes, media):
    """The Medium, of arrays (m,), at each of these players."""
    gravity, drag, lift, (fx, fy), pace, updraft, up = FREE
    columns = np.repeat([[gravity], [drag], [lift], [fx], [fy], [pace], [updraft]], len(players), axis=1)
    feet = volumes.params.feet
    for number in media:
        volume, held = volumes.placed[number], inside[:, number]
        rows = np.flatnonzero(held & (players[:, FOOTING] == FLOOR) if isinstance(volume.effect, Conveyor) else held)
        covered = np.clip(volume.below_top(players[rows, POSITION + 2] - feet, 2.0 * feet), 0.0, 1.0)
        medium = with_effect(of_columns(columns[:, rows], up), volume.effect, volume.flow, covered, swim[rows])
        columns[:, rows] = np.stack(np.broadcast_arrays(*medium[:3], *medium.flow, medium.pace, medium.updraft))
    medium = of_columns(columns, up)
    return with_updraft(medium, wind_drags(medium.updraft, players[:, FALL + 2], volumes.params.gravity))


def wind_drags(updrafts, rising, gravity):
    """`wind_drag` for arrays (m,)."""
    drags, change_flow = np.zeros(len(updrafts)), updrafts != 0.0
    speeds = zip(updrafts[change_flow].tolist(), rising[change_flow].tolist())
    drags[change_flow] = [wind_drag(*speed, gravity) for speed in speeds]
    return drags


def of_columns(columns, up):
    """A Medium from rows of numbers."""
    gravity, drag, lift, fx, fy, pace, updraft = columns
    return Medium(gravity, drag, lift, (fx, fy), pace, updraft, up)


def scale_wishes(inputs, rows, pace):
    """As forces.with_pace."""
    x, y = inputs[rows, WISH], inputs[rows, WISH + 1]
    inputs[rows, WISH], inputs[rows, WISH + 1] = scaled_wish(x, y, np.maximum(np.sqrt(x * x + y * y), 1.0), pace)
