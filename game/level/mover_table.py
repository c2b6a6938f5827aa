"""The tables [[movers]] of a level file: parts that move, with their motion. Degrees become radians here."""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from ..core.value_rules import (
    Count,
    Degrees,
    ListOf,
    Number,
    OneOf,
    Passing,
    Point,
    TableOf,
    Text,
    Values,
    Yes,
    call_checked,
    errors_at,
)
from .contents.limits import MOST_MOVERS, Tally
from .contents.mover import EASES, LINEAR, MODES, PING_PONG, Motion, Mover, Waypoint
from .part_reader import Piece, read_part
from .top_level_keys import Header

Seconds = Annotated[float, Number(0.0, 3600.0, "s")]
Duration = Annotated[float, Number(0.01, 3600.0, "s")]
Moment = Annotated[float, Number(-3600.0, 3600.0, "s")]
Point2 = Annotated[tuple[float, float], Values(Number(-1e5, 1e5, "m"), 2)]


def waypoint_table(
    to: Point = (0.0, 0.0, 0.0), heading: Degrees = 0.0, time: Duration | None = None, pause: Seconds = 0.0
) -> Waypoint:
    return Waypoint(to, math.radians(heading), time, pause)


@dataclass(frozen=True)
class Copies:
    """The key `repeat` of a mover."""

    count: Count  # of all movers, with the first one
    phase: Moment = 0.0  # [s] by which each copy is ahead of the copy before
    step: Point = (0.0, 0.0, 0.0)  # [m] of each copy from the copy before


# Their keys are checked by `read_mover`, because that needs the level's materials.
MOVER_PARTS = Passing("one or more tables [[movers.parts]]", lambda value: isinstance(value, list) and len(value) > 0)


@dataclass(frozen=True)
class MoverTable:
    """The keys of a table [[movers]], with the meanings of Motion and Mover."""

    parts: Annotated[list[dict[str, Any]], MOVER_PARTS]  # that move together
    name: Text = ""
    at: Point = (0.0, 0.0, 0.0)
    heading: Degrees = 0.0  # [degrees]
    path: Annotated[tuple[Waypoint, ...], ListOf(TableOf(waypoint_table), least=1)] = (Waypoint(),)
    speed: Annotated[float, Number(0.001, 1000.0, "m/s")] = 1.0
    mode: Annotated[str, OneOf(MODES)] = PING_PONG
    ease: Annotated[str, OneOf(EASES)] = LINEAR
    turn: Annotated[float, Number(-3600.0, 3600.0, "degrees/s")] = 0.0
    axis: Point2 = (0.0, 0.0)
    phase: Moment = 0.0
    turns_view: Yes = False
    repeat: Annotated[Copies, TableOf(Copies)] = Copies(1)

    def motions(self) -> list[Motion]:
        """Return the Motion of each copy. Raises ImpossibleShape if a waypoint that only turns has no time."""
        turned = math.radians(self.heading), math.radians(self.turn)
        first = Motion(self.at, turned[0], self.path, self.speed, self.mode, self.ease, turned[1], self.axis, self.phase)
        (x, y, z), (u, v, w), ahead = self.at, self.repeat.step, self.repeat.phase
        return [
            replace(first, at=(x + index * u, y + index * v, z + index * w), phase=self.phase + index * ahead)
            for index in range(self.repeat.count)
        ]


@dataclass(frozen=True)
class Moving:
    """A mover and its copies, with the Pieces of its triangles in the mover's own frame."""

    name: str
    pieces: list[Piece]
    motions: list[Motion]
    turns_view: bool

    def movers(self, arrays: dict[str, Any]) -> list[Mover]:
        """Return a Mover for each copy. All share the arrays, which are its mesh by the names of its fields."""
        return [Mover(name=self.name, **arrays, motion=motion, turns_view=self.turns_view) for motion in self.motions]


def read_movers(tables: list[Any], header: Header, path: Path, wheres: list[str], tally: Tally) -> list[Moving]:
    """Return the Moving of each table of the key `movers`. Raises InputError that names the wrong table, or for too many."""
    movers = [call_checked(MoverTable, table, where) for table, where in zip(tables, wheres)]
    copies = Tally(MOST_MOVERS, "movers")
    for mover, where in zip(movers, wheres):
        copies.add(mover.repeat.count, where)
    return [read_mover(mover, where, header, path, tally) for mover, where in zip(movers, wheres)]


def read_mover(mover: MoverTable, where: str, header: Header, path: Path, tally: Tally) -> Moving:
    pieces: list[Piece] = []
    for number, part in enumerate(mover.parts, 1):
        pieces += read_part(part, f"{where}: parts[{number}]", header, path, tally, mover.repeat.count)
    with errors_at(where):
        return Moving(mover.name or "mover", pieces, mover.motions(), mover.turns_view)
