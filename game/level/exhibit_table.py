"""The tables [[exhibits]] of a level file: the keys of every exhibit. Those of each kind are read by the lab.

Room, desk and board are in the exhibit's frame, so it moves and turns as a whole. Degrees become radians.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Any

from ..core.input_errors import InputError
from ..core.value_rules import Degrees, Length, Point, Size2, Size3, TableOf, call_checked, errors_at, parameters
from .case_table import NAME, refuse_twice
from .contents.exhibit_place import Board, Desk, ExhibitPlace
from .contents.mover import Pose
from .toml_reader import table_names

MOST_EXHIBITS = 100  # in a level. Fewer: a large lab has no room; more: a typing error
DESK_PART = "desk"  # the part that makes the desk solid


def desk_table(at: Point, heading: Degrees = 0.0, width: Length = 2.0) -> Desk:
    return Desk(at, math.radians(heading), width)


def board_table(at: Point, heading: Degrees = 180.0, size: Size2 = (6.0, 3.6)) -> Board:
    return Board(at, math.radians(heading), size)


@dataclass(frozen=True)
class ExhibitTable:
    """The keys that every table [[exhibits]] may have, with the meanings of ExhibitPlace. The keys of its kind may follow."""

    kind: Annotated[str, NAME]
    name: Annotated[str, NAME]
    at: Point
    heading: Degrees = 0.0  # [degrees]
    room: Size3 = (12.0, 12.0, 6.0)
    room_at: Point = (0.0, 0.0, 0.0)
    desk: Annotated[Desk | None, TableOf(desk_table)] = None  # in the exhibit's frame
    board: Annotated[Board | None, TableOf(board_table)] = None  # in the exhibit's frame


def read_exhibits(tables: Any, text: str, file: str) -> tuple[ExhibitPlace, ...]:
    """Return the places of the value of the key `exhibits`. Raises InputError that names the wrong table, or for too many."""
    if not isinstance(tables, list):
        raise InputError(f"{file}: exhibits must be tables [[exhibits]]")
    if len(tables) > MOST_EXHIBITS:
        raise InputError(f"{file}: {len(tables)} tables [[exhibits]], {MOST_EXHIBITS} can be loaded")
    wheres = table_names(tables, "exhibits", "name", text, file)
    places = tuple(read_exhibit(table, where) for table, where in zip(tables, wheres))
    with errors_at(file):
        refuse_twice([place.name for place in places], "exhibits: name")
    return places


def read_exhibit(table: Any, where: str) -> ExhibitPlace:
    """Return the place of one table, with desk and board in the world. The keys of the kind are not checked yet."""
    shared = parameters(ExhibitTable)
    if not isinstance(table, dict):
        raise InputError(f"{where}: must be a table with {', '.join(shared)} and the keys of its kind")
    common = call_checked(ExhibitTable, {key: value for key, value in table.items() if key in shared}, where)
    own = tuple(sorted((key, value) for key, value in table.items() if key not in shared))
    at, heading = common.at, math.radians(common.heading)
    pose = Pose.at(at, heading)
    desk, board = (
        furniture and replace(furniture, at=pose.to_world(furniture.at), heading=furniture.heading + heading)
        for furniture in (common.desk, common.board)
    )
    return ExhibitPlace(common.kind, common.name, at, heading, common.room, common.room_at, desk, board, own, where)


def desk_part(desk: Desk) -> dict[str, Any]:
    """Return a table [[parts]] that makes a desk of an ExhibitPlace solid."""
    return {"part": DESK_PART, "at": list(desk.at), "heading": math.degrees(desk.heading), "width": desk.width}
