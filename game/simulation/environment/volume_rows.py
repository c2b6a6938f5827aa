"""Rows of a level's volumes, gravity and one-way walls, which the compiled tick reads."""


from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import cos_sin
from ...core.jit import inlined
from ...core.vec3 import UP, away_from, vec
from ...level.volume import Checkpoint, Conveyor, Finish, Gravity, Kill, MagicWall, Portal, TurnedGravity, Water, Wind
from ..player.tick_rows import VECTOR, row_dtype

# Kinds of effects. Up to GRAVITY they change the player's motion while it is inside; from KILL to PORTAL they act once, when the
# volume is entered.
WATER, WIND, CONVEYOR, GRAVITY, KILL, CHECKPOINT, FINISH, PORTAL, MAGIC_WALL = range(9)
KINDS = {
    **{Water: WATER, Wind: WIND, Conveyor: CONVEYOR, Gravity: GRAVITY, TurnedGravity: GRAVITY},
    **{Kill: KILL, Checkpoint: CHECKPOINT, Finish: FINISH, Portal: PORTAL, MagicWall: MAGIC_WALL},
}
# A volume of a level. x, y: of its middle [m]; c, s: cosine and sine of its heading; low_corner, high_corner: of its box [m]
# deepest: distance of its middle from a side [m]; flow: velocity (3,) at which it carries the player [m/s]
# factor: of gravity; up, or the `centre` that it points away from, of a volume that turns gravity
# buoyancy, drag, swim, pace: of water. entry, is_mixed: working memory of a tick.
VOLUME = row_dtype(
    ("low_corner high_corner flow up centre", *VECTOR),
    ("half", "f8", 2),
    ("x y low high c s radius squared_radius deepest factor buoyancy drag swim pace entry", "f8"),
    ("kind", "i8"),
    ("turns is_central is_mixed", "?"),
)
# The level itself. up or centre: of its gravity; low, high: corners of the box around it, paths of movers included
# border: width of borders between gravities [m]; is_timed: True if it has a finish
LEVEL = row_dtype(("up centre low high", *VECTOR), ("border", "f8"), ("is_central is_timed", "?"))
# A one-way wall. at: middle of its bottom [m]; c, s: cosine and sine of its heading
# reach: distance beyond which the wall has no effect [m]; first, end: of its triangles in Surroundings.wall_triangles
WALL = row_dtype(("at", *VECTOR), ("c s reach", "f8"), ("first end", "i8"), ("one_way is_open", "?"))


class Surroundings(NamedTuple):
    """A level as the compiled tick reads it.

    level: (1,) row of LEVEL
    volumes: (v,) rows of VOLUME
    walls: (w,) rows of WALL
    wall_triangles: (t,) numbers of the walls' triangles in the level's mesh
    wall_corners: (t, 9) their corners [m]
    """

    level: np.ndarray
    volumes: np.ndarray
    walls: np.ndarray
    wall_triangles: np.ndarray
    wall_corners: np.ndarray


def volume_row(volume):
    """Return the row of VOLUME for a level's Volume."""
    effect, row, (x, y, low) = volume.effect, np.zeros(1, VOLUME)[0], volume.at
    row["x"], row["y"], row["low"], row["high"], row["kind"] = x, y, low, low + volume.height, KINDS[type(effect)]
    (row["c"], row["s"]), row["radius"] = cos_sin(volume.heading), volume.radius
    row["half"] = across, ahead = volume.size[0] / 2.0, volume.size[1] / 2.0
    row["squared_radius"], row["flow"] = volume.radius * volume.radius, volume.rotate(flow_of(effect))
    row["deepest"] = min(0.5 * volume.height, volume.radius or min(across, ahead))
    c, s = abs(row["c"]), abs(row["s"])
    aside, beside = (volume.radius,) * 2 if volume.radius else (across * c + ahead * s, across * s + ahead * c)
    row["low_corner"], row["high_corner"] = (x - aside, y - beside, low), (x + aside, y + beside, low + volume.height)
    for name in ("factor", "buoyancy", "drag", "swim", "pace"):
        row[name] = getattr(effect, name, 0.0)
    row["turns"] = isinstance(effect, TurnedGravity)
    write_gravity_direction(row, getattr(effect, "down", None))
    return row


def flow_of(effect):
    """Return the velocity (3,) [m/s] at which a volume's effect carries the player, in the volume's frame, or zeros."""
    if isinstance(effect, Water):
        return effect.current
    if isinstance(effect, Wind):
        return effect.velocity
    return (0.0, effect.speed if isinstance(effect, Conveyor) else 0.0, 0.0)


def write_gravity_direction(row, down):
    """Write the direction of gravity to a row of VOLUME or LEVEL. down: Down of level/gravity_direction.py, or None for -z"""
    row["up"], row["is_central"] = UP, down is not None and down.towards is not None
    if row["is_central"]:
        row["centre"] = down.towards
    elif down is not None:
        row["up"] = down.up((0.0, 0.0, 0.0))


@inlined
def up_by(row, position):
    """Return the unit vector (3,) against the gravity of a level or a volume at a position (3,) [m]. row: of LEVEL or VOLUME"""
    return away_from(vec(row.centre), position) if row.is_central else vec(row.up)
