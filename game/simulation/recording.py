"""Recordings of a run, and tables of a run as CSV.

glissade recording 1
level: stairs
level-hash: 3f0c9a...
rate: 60
rules: modern
player: speed=5.0 ...
position: 0.0 0.0 0.9001
heading: 0.0
crouched: 1.0
ticks: 600
final-hash: 1d2e...
rules after 350: ...
player after 350: ...
---
60 heading=0.0 forward=1.0

The line "crouched" is there only for a player that starts crouched. The two lines with "after" appear once for each change of
rules or player during the run.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from io import StringIO
from itertools import pairwise
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any, TypeVar

from ..collision import Rules
from ..core.argument_checks import vector
from ..core.input_errors import InputError
from ..core.safe_files import write_file
from ..level import level_names, load_level
from ..level.library import LEVELS
from ..player.player_params import PlayerParams
from ..player.player_state import PlayerState
from .script import Script, parse_script, script_of
from .simulation import HISTORY, Simulation

if TYPE_CHECKING:
    from ..core.vec3 import Vector
    from ..level import Level
    from .intent_and_tick_record import Intent, TickRecord
    from .simulation import History

    Change = tuple[int, Rules, PlayerParams]  # ticks before it, and what holds from then on

T = TypeVar("T", Rules, PlayerParams)

COLUMNS = "tick,time,x,y,z,vx,vy,vz,ground,nx,ny,nz,contacts,iterations".split(",")
MARK = ",".join(COLUMNS)  # in the head of every such table


def write_csv(history: Sequence[TickRecord], hz: int, path: str | Path) -> None:
    """Write a run as a CSV file: a header, a row for the state before the first record, and a row for each record.

    Without records only the header is written. Raises InputError if that fails, or for a file that is no such table.
    """
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    if history:
        writer.writerow(row(history[0].before, hz, 0, 0))
    writer.writerows(row(r.after, hz, len(r.contacts), len(r.trace.iterations)) for r in history)
    write_file(path, text.getvalue(), MARK)


def row(state: PlayerState, hz: int, contacts: int, iterations: int) -> list[str | int]:
    """Return the values of a row, in the order of COLUMNS. contacts, iterations: their numbers in the tick"""
    numbers = (*state.position, *state.velocity)
    places = (state.tick, state.tick / hz, *numbers, state.ground.name.lower(), *state.normal)
    return [repr(float(x)) if isinstance(x, float) else x for x in places] + [contacts, iterations]


TITLE = "glissade recording 1"
AFTER = " after "  # between "rules" or "player" and the number of ticks
KEYS = ("level", "source", "level-hash", "rate", "rules", "player", "position", "heading", "ticks", "final-hash")


@dataclass(frozen=True)
class Recording:
    """A run: level, rate, rules, player, start and script, and the state hash at its end."""

    level: str  # name of the level
    level_source: str  # name or path with which load_level finds it
    level_hash: str  # hash of its content
    hz: int  # ticks per second
    rules: Rules
    params: PlayerParams
    position: Vector  # centre of the player at the start (3,) [m]
    heading: float  # at the start [rad]
    script: Script
    final_hash: str  # hash of all states, as from `History.hash`
    changes: tuple[Change, ...] = ()  # ((ticks before the change, Rules, PlayerParams), ...) for each change during the run
    crouched: float = 0.0  # as in PlayerState, at the start

    @classmethod
    def of(cls, simulation: Simulation) -> Recording:
        """Return the Recording of a Simulation. Raises InputError as `of_run`, or if it has a function `refuse`."""
        if simulation.refuse is not None:
            raise InputError("nothing to record: a recording cannot contain the function `refuse` of this simulation")
        return cls.of_run(simulation.level, simulation.hz, simulation.past)

    @classmethod
    def of_run(cls, level: Level, hz: int, past: History) -> Recording:
        """Return the Recording of the run in a History. Raises InputError if it is empty or no longer contains the start."""
        history = past.records
        if not history or history[0].before.tick != 0:
            why = "no tick since the start, the start was too long ago, or the tick rate was changed since"
            raise InputError(f"nothing to record: {why}")
        first, start = history[0], history[0].before
        script = script_of([record.intent for record in history], start.heading)
        header = level.name, source_of(level), level.hash, hz, first.rules, first.params, start.position, start.heading
        return cls(*header, script, past.hash(), changes_in(history), start.crouched)

    def load_level(self, file: str | Path, axis: str | None = None, scale: float | None = None) -> Level:
        """Return the recorded Level: from the place that the recording names, or from beside `file`, the recording.

        If several files have the level's name, the first with the recorded hash is taken, or else the first. Raises InputError.
        """
        folder, name = Path(file).parent, PureWindowsPath(self.level_source).name  # both kinds of slashes divide folders
        places = self.level_source, str(folder / self.level_source), str(folder / name)
        found = [place for place in dict.fromkeys(places) if Path(place).is_file()]
        if self.level_source in level_names() or self.level_source.startswith("models/"):
            found = [self.level_source]
        if not found:
            remedy = f"put {name} beside the recording, or run this in the folder from which it was recorded"
            raise InputError(f"{file}: its level {self.level_source} is not here; {remedy}")
        levels = (load_level(place, axis, scale) for place in found)
        first = next(levels)
        return first if first.hash == self.level_hash else next((one for one in levels if one.hash == self.level_hash), first)

    def simulation(self, level: Level, history: int = HISTORY) -> Simulation:
        """Return a Simulation at the recording's start. Raises InputError if `level` is not the level that was recorded."""
        if level.hash != self.level_hash:
            raise InputError(
                f"the recording was made in another version of level {self.level} (hash {self.level_hash}, now {level.hash}): "
                "record it again, or restore the old level"
            )
        simulation = Simulation(level, self.params, self.rules, self.hz, history=history)
        simulation.teleport(self.position, self.heading, self.crouched)
        return simulation

    def intents(self, simulation: Simulation) -> Iterator[Intent]:
        """Yield the Intent of each tick. Before a tick with a change, give its rules and parameters to the simulation."""
        changes = {ticks: (rules, params) for ticks, rules, params in self.changes}
        for ticks, intent in enumerate(self.script.intents(self.heading)):
            if ticks in changes:
                rules, params = changes[ticks]
                simulation.set_params(params)
                simulation.set_rules(rules)
            yield intent

    def verify(self, level: Level) -> tuple[bool, str]:
        """Replay the run. Returns True if the state hashes at the end are equal, and the replay's. Raises InputError."""
        simulation = self.simulation(level)
        for intent in self.intents(simulation):
            simulation.tick(intent)
        return simulation.state_hash() == self.final_hash, simulation.state_hash()

    def __str__(self) -> str:
        rows = zip(KEYS, (
            self.level, self.level_source, self.level_hash, self.hz, fields_text(self.rules), fields_text(self.params),
            " ".join(repr(x) for x in self.position), repr(self.heading), self.script.ticks, self.final_hash,
        ))  # fmt: skip
        later = [
            f"{key}{AFTER}{ticks}: {text}"
            for ticks, rules, params in self.changes
            for key, text in (("rules", fields_text(rules)), ("player", fields_text(params)))
        ]
        posture = [f"crouched: {self.crouched!r}"] if self.crouched else []
        return "\n".join([TITLE, *(f"{key}: {value}" for key, value in rows), *posture, *later, "---", str(self.script)])

    @classmethod
    def parse(cls, text: str, name: str = "recording") -> Recording:
        """Return the Recording in a text. Raises InputError that names the damaged line or key of the recording `name`."""
        head, cut, body = text.partition("\n---\n")
        title, *lines = head.splitlines() or [""]
        if title != TITLE or not cut:
            raise InputError(f"{name}: not a recording (its first line must be '{TITLE}', and a line '---' ends the header)")
        header = dict(line.partition(": ")[::2] for line in lines)
        missing = [key for key in KEYS if key not in header]
        if missing:
            raise InputError(f"{name}: the header lacks {', '.join(missing)}")
        script = parse_script(body, f"{name}, after the header")
        if header["ticks"] != str(script.ticks):
            raise InputError(f"{name}: {header['ticks']} ticks were recorded, but the script has {script.ticks}: it is damaged")
        try:
            start, changes = start_from(header), tuple(changes_from(header))
            crouched = float(header.get("crouched", 0.0))
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{name}: damaged header: {error}") from None
        return cls(*start, script, header["final-hash"], changes, crouched)


def start_from(header: Mapping[str, str]) -> tuple[str, str, str, int, Rules, PlayerParams, Vector, float]:
    """Return the first eight fields of a Recording, `level` to `heading`. Raises ValueError, KeyError or TypeError."""
    position = vector("position", [float(part) for part in header["position"].split()])
    physics = int(header["rate"]), fields_from(Rules, header["rules"]), fields_from(PlayerParams, header["player"])
    return header["level"], header["source"], header["level-hash"], *physics, position, float(header["heading"])


def changes_in(history: Sequence[TickRecord]) -> tuple[Change, ...]:
    return tuple(
        (record.before.tick, record.rules, record.params)
        for earlier, record in pairwise(history)
        if (record.rules, record.params) != (earlier.rules, earlier.params)
    )


def changes_from(header: Mapping[str, str]) -> Iterator[Change]:
    """Yield each Change in a recording's header. Raises ValueError, KeyError or TypeError that names what is damaged."""
    for ticks in sorted(int(key.partition(AFTER)[2]) for key in header if key.startswith(f"rules{AFTER}")):
        rules, player = (header[f"{key}{AFTER}{ticks}"] for key in ("rules", "player"))
        yield ticks, fields_from(Rules, rules), fields_from(PlayerParams, player)


def source_of(level: Level) -> str:
    """Return the argument with which load_level finds a Level again: the name of a shipped level, otherwise its path."""
    is_shipped = level.path.suffix == ".toml" and level.path.resolve().parent == LEVELS
    return level.name if is_shipped else str(level.path)


def fields_text(values: Rules | PlayerParams) -> str:
    return " ".join(f"{field.name}={getattr(values, field.name)!r}".replace(", ", ",") for field in fields(values))


def fields_from(kind: type[T], text: str) -> T:
    """Return the Rules or PlayerParams in a text `name=value ...`. Raise ValueError for a wrong value, TypeError for a name."""
    pairs = (word.partition("=")[::2] for word in text.split())
    return kind(**{name: literal(name, value) for name, value in pairs})


def literal(name: str, text: str) -> Any:
    """Return the value in a text: a bool, a number or a tuple of numbers. Raise ValueError with `name` for any other text."""
    if text in ("True", "False"):
        return text == "True"
    try:
        if text.startswith("("):
            return tuple(float(part) for part in text.strip("()").split(","))
        return int(text) if text.isdigit() else float(text)
    except ValueError:
        raise ValueError(f"{name}={text} is not a value") from None
