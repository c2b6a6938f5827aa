"""What water, wind, belts and gravity make of the tick to come, for many players at once: forces.py with arrays."""

import numpy as np

from ...collision.engine.vec3 import along, length
from ...level.volume import Conveyor
from ..environment.forces import FREE, Medium, damped, gust, shortened, stirred, wind_drag, with_effect
from ..player.columns import FALL, FLOOR, FLOW, FOOTING, KEPT, POSITION, PULL, WISH


def write_surroundings(inputs, swims, rows, players, inside, volumes, media, dt):
    """Write into the inputs of the players in `rows` (m,) what is around them, and shorten their wishes.

    inside (n, volumes) bool: which hold whom; volumes: Volumes; media: numbers of those that matter
    swims (n,): 1 upwards, -1 downwards, 0
    """
    medium = medium_of_each(swims[rows], players[rows], inside[rows], volumes, media)
    drag, kept = medium.drag, np.ones(len(rows))
    pull, slowed = medium.pull(volumes.params.gravity), drag != 0.0
    left, mean = np.array([damped(each, dt) for each in drag[slowed].tolist()]).reshape(-1, 2).T
    kept[slowed], pull[slowed] = left, pull[slowed] * mean
    inputs[rows, PULL], inputs[rows, KEPT] = pull, kept
    inputs[rows, FLOW], inputs[rows, FLOW + 1] = medium.flow
    shorten(inputs, rows[medium.pace != 1.0], medium.pace[medium.pace != 1.0])


def write_blown(players, rows, were, flows):
    """As surroundings.blown, of those in `rows` (m,), in the air: what carried them until now and what does, (m, 3) [m/s]."""
    sizes = np.array([length(flow) for flow in flows.tolist()])
    blown, was, flow = players[rows, FALL : FALL + 3], were.T, flows.T
    blown += were - flows
    windy = sizes > 0.0
    fall = tuple(blown[windy].T)
    ahead, lacked, grown = gust(fall, was[:, windy], flow[:, windy], sizes[windy])
    fall = along(fall, ahead, np.minimum(np.maximum(lacked, 0.0), np.maximum(grown, 0.0)))
    blown[windy] = np.stack(fall, axis=1)
    players[rows, FALL : FALL + 3] = blown


def medium_of_each(swim, players, inside, volumes, media):
    """The Medium of arrays (m,) that these players are in."""
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
    return stirred(medium, wind_drags(medium.updraft, players[:, FALL + 2], volumes.params.gravity))


def wind_drags(updrafts, rising, gravity):
    """wind_drag of arrays (m,)."""
    drags, blown = np.zeros(len(updrafts)), updrafts != 0.0
    speeds = zip(updrafts[blown].tolist(), rising[blown].tolist())
    drags[blown] = [wind_drag(*speed, gravity) for speed in speeds]
    return drags


def of_columns(columns, up):
    """A Medium of rows of numbers."""
    gravity, drag, lift, fx, fy, pace, updraft = columns
    return Medium(gravity, drag, lift, (fx, fy), pace, updraft, up)


def shorten(inputs, rows, pace):
    """As surroundings.paced."""
    x, y = inputs[rows, WISH], inputs[rows, WISH + 1]
    inputs[rows, WISH], inputs[rows, WISH + 1] = shortened(x, y, np.maximum(np.sqrt(x * x + y * y), 1.0), pace)
