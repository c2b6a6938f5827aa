"""The Surroundings of a level, and the volumes and the direction of gravity at a position."""

import numpy as np

from ...core.vec3 import UP
from ...level.volume import Finish, MagicWall
from .gravity_blending import BORDER_WIDTH, gravity_at
from .one_way_walls import wall_rows
from .volume_overlap_and_sweep import find_volumes
from .volume_rows import LEVEL, VOLUME, Surroundings, volume_row, write_gravity_direction


def surroundings_of(level, params, bounds):
    """Return the Surroundings of a Level, with its volumes in the order of its file.

    params: PlayerParams
    bounds: (low, high) corners (3,) of the box around the level and its movers [m]
    """
    volumes, row = getattr(level, "volumes", ()), np.zeros(1, LEVEL)
    write_gravity_direction(row[0], getattr(level, "gravity", None))
    row["low"], row["high"] = bounds
    row["border"] = BORDER_WIDTH * params.feet
    row["is_timed"] = any(isinstance(volume.effect, Finish) for volume in volumes)
    rows = np.array([volume_row(volume) for volume in volumes], VOLUME)
    return Surroundings(row, rows, *wall_rows([v for v in volumes if isinstance(v.effect, MagicWall)], level.mesh, params))


def volumes_at(surroundings, position, up, half):
    """Return a tuple with the indices of the volumes that contain a player whose centre is at a position (3,) [m].

    surroundings: Surroundings
    up: the player's up, unit vector (3,)
    half: half of the player's height [m]
    """
    inside = np.zeros(len(surroundings.volumes), np.bool_)
    find_volumes(surroundings.volumes, position, up, half, inside)
    return tuple(np.flatnonzero(inside).tolist())


def up_at(surroundings, position, half):
    """Return the unit vector (3,) against gravity for a player with its centre at a position (3,) [m].

    The volumes that contain the player are found for an upright body.
    surroundings: Surroundings; half: half of the player's height [m]
    """
    inside = np.zeros(len(surroundings.volumes), np.bool_)
    find_volumes(surroundings.volumes, position, UP, half, inside)
    return gravity_at(surroundings, position, inside, UP).up
