"""The spawn, volumes and movers among a mesh file's objects, as tables of a level file.

The custom properties of an object are the keys of its table. Unknown properties are ignored.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.elementary_functions import product
from ...core.value_rules import parameters
from ..file.mover_table import MoverTable
from ..file.volume_table import KINDS
from .model import Model, Object, heading_of, rotate_back
from .object_roles import ARRIVAL, SPAWN, VOLUMES, TrianglesByRole, base_of

MEDALS = {"gold": 30.0, "silver": 60.0, "bronze": 120.0}  # [s] of a goal without times
THINNEST = 0.01  # [m] of a volume; a flat one would have no inside
WAY = ("heading", "time", "pause")  # keys of a waypoint, from the custom properties of its own object and of its mover


@dataclass
class Tables:
    """Tables for a level file, made from the objects of a mesh file, in metres with z up."""

    spawn: dict | None = None
    volumes: dict[str, dict] = field(default_factory=dict)  # by the names of their objects
    movers: dict[int, dict] = field(default_factory=dict)  # by the numbers of their objects; without parts


def tables_of(model: Model, found: TrianglesByRole) -> Tables:
    """Return the tables for the objects of an upright model in metres. Of several spawns the first by name counts.

    found: the model's triangles by role
    """
    tables = Tables()
    for number in sorted(range(len(model.objects)), key=lambda number: model.objects[number].name):  # the order of checkpoints
        one, role = model.objects[number], found.roles[number]
        if role == SPAWN and tables.spawn is None:
            tables.spawn = {"at": place_of(one), "heading": degrees(heading_of(one))}
        elif role in VOLUMES:
            for table in volume_tables(model, number, role):
                tables.volumes[f"{one.name} [{number}]"] = table
        elif number in found.movers:
            tables.movers[number] = mover_table(one, found.waypoints[number])
    return tables


# Places


def place_of(one: Object) -> list[float]:
    """Return the position of an object [x, y, z] with six decimals."""
    return [round(float(number), 6) + 0.0 for number in one.matrix[:3, 3]]


def degrees(angle: float) -> float:
    """Convert an angle [rad] to degrees with six decimals."""
    return round(math.degrees(angle), 6) + 0.0


# Volumes


def volume_tables(model: Model, number: int, kind: str) -> Iterator[dict]:
    """Yield the table of a volume, or nothing for a portal without an exit.

    The volume is a box with the object's heading around the object's triangles. For an object without triangles it is the box
    around a cube in the object's frame, from -1 to 1 along each axis.
    number: index of the object in the model
    kind: kind of the volume
    """
    one = model.objects[number]
    heading = heading_of(one)
    rows = model.owners == number if model.owners is not None else np.zeros(0, bool)
    if rows.any():
        corners = model.vertices[model.triangles[rows]].reshape(-1, 3)
    else:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        corners = product(signs, one.matrix[:3, :3].T) + one.matrix[:3, 3]
    own = rotate_back(corners, heading)
    low, high = own.min(axis=0), own.max(axis=0)
    size = np.maximum(high - low, THINNEST)
    at = rotate_back(np.array([[*(low + high)[:2] / 2, low[2]]]), -heading)[0]
    numbers = {"at": at.round(6).tolist(), "size": size.round(6).tolist(), "heading": degrees(heading)}
    allowed = parameters(KINDS[kind])
    settings = {key: value for key, value in one.extras.items() if key in allowed}
    if kind == "finish":
        settings = {**MEDALS, **settings}
    if kind == "portal" and "to" not in settings:
        exits = [other for other in model.objects if other.name == f"{base_of(one.name)}-{ARRIVAL}"]
        if not exits:
            return  # a portal to nowhere
        settings |= {"to": place_of(exits[0]), "to_heading": degrees(heading_of(exits[0]))}
    yield {"kind": kind, **numbers, **settings}


# Movers


def mover_table(mover: Object, waypoints: list[Object]) -> dict:
    """Return the table of a mover without its parts. The path begins at the mover's own position.

    waypoints: the objects that mark its path, in order
    """
    allowed = set(parameters(MoverTable)) - {"parts", "name", "at", "heading", "path", "repeat"}
    table: dict[str, Any] = {"name": mover.name, "at": place_of(mover), "heading": degrees(heading_of(mover))}
    table |= {key: value for key, value in mover.extras.items() if key in allowed}
    if waypoints:
        table["path"] = [waypoint(mover, point) for point in (mover, *waypoints)]
    return table


def waypoint(mover: Object, point: Object) -> dict:
    """Return the table of a waypoint of a mover. `point` is the object at the waypoint.

    Heading, time and pause are custom properties of `point`, or else of the mover. Without `heading` the mover does not turn.
    """
    away = (point.matrix - mover.matrix)[:3, 3]
    settings = {key: value for key, value in {**mover.extras, **point.extras}.items() if key in WAY}
    return {"to": [round(float(number), 6) + 0.0 for number in away], **settings}
