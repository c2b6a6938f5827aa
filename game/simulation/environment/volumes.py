"""The surroundings of players in a level, and what Python reads of them: gravity and volumes at a position."""

import numpy as np

from ...collision.engine.vec3 import UP
from ...level.volume import Finish, MagicWall
from .gravity_blending import BORDER_WIDTH, gravity_at
from .one_way_walls import wall_rows
from .volume_overlap import find_volumes
from .volume_rows import LEVEL, VOLUME, Surroundings, volume_row, write_down


def surroundings_of(level, params, bounds):
    """The Surroundings of a Level. params: PlayerParams; bounds: two corners of the box around the level, movers included [m]"""
    volumes, row = getattr(level, "volumes", ()), np.zeros(1, LEVEL)
    write_down(row[0], getattr(level, "gravity", None))
    row["low"], row["high"] = bounds
    row["border"] = BORDER_WIDTH * params.feet
    row["is_timed"] = any(isinstance(volume.effect, Finish) for volume in volumes)
    rows = np.array([volume_row(volume) for volume in volumes], VOLUME)
    return Surroundings(row, rows, *wall_rows([v for v in volumes if isinstance(v.effect, MagicWall)], level.mesh, params))


def volumes_at(surroundings, position, up, half):
    """Numbers of the volumes that contain a player at a position [m]. up: unit vector; half: half of its height [m]"""
    inside = np.zeros(len(surroundings.volumes), np.bool_)
    find_volumes(surroundings.volumes, position, up, half, inside)
    return tuple(np.flatnonzero(inside).tolist())


def up_at(surroundings, position, half):
    """Unit vector against gravity at a position [m]. half: half of the height of a player there [m]"""
    inside = np.zeros(len(surroundings.volumes), np.bool_)
    find_volumes(surroundings.volumes, position, UP, half, inside)
    return gravity_at(surroundings, position, inside, UP).up
