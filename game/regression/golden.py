"""Golden: what is on record of one run, as a text that can be read, compared line by line, and kept under version control.

    {
     "level": "stairs",
     ...
     "path": [
      [0, 0.0, -2.0, 0.9001, "FFFFFFFFFF", "09ab..."],
      ...

A row of the path is: tick, position of the centre [m], and for this tick and those up to the next row the ground
(Floor, Steep or Air) and a mark, four hexadecimal digits that stand for the whole state.
"""

import hashlib
import json
import struct
from collections import Counter
from dataclasses import asdict, dataclass, fields
from math import dist
from typing import NamedTuple

from ..errors import InputError
from ..simulation.recording import params_text, rules_text

EVERY = 10  # ticks between two positions on record: more make large files, fewer miss where two paths are farthest apart
MARK = 4  # letters; fewer would let a tick that differs pass as the same more often than once in 65536


class Shot(NamedTuple):
    """A picture on record: after which tick, seen by the player ("first") or from behind ("third"), overlays drawn or not."""

    tick: int
    person: str
    overlays: bool


@dataclass(frozen=True)
class Golden:
    """level_hash, script_hash: of what was walked, and how; player, rules: every parameter as `name=value` words.

    ticks_on: ticks on each ground; longest_step: longest way of one tick [m]; path: rows, see above; shots: tuple of Shot
    """

    level: str
    level_hash: str
    script_hash: str
    hz: int
    rules: str
    player: str
    ticks: int
    state_hash: str
    ticks_on: dict
    longest_step: float
    shots: tuple
    path: tuple

    @property
    def marks(self):
        """One mark a tick, from tick 0 on."""
        text = "".join(row[5] for row in self.path)
        return [text[start : start + MARK] for start in range(0, len(text), MARK)]

    @property
    def grounds(self):
        """One letter a tick, from tick 0 on."""
        return "".join(row[4] for row in self.path)

    @property
    def places(self):
        """{tick: position of the centre [m]}."""
        return {row[0]: tuple(row[1:4]) for row in self.path}

    def __str__(self):
        head = [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in asdict(self).items() if name != "path"]
        rows = ",\n".join("  " + json.dumps(row) for row in self.path)
        return "\n".join(["{", *head, f' "path": [\n{rows}\n ]', "}\n"])


def golden_of(simulation, records, shots=()):
    """What a run puts on record. records: all StepRecords of `simulation` since its start."""
    states = [records[0].before, *(record.after for record in records)]
    return Golden(
        level=simulation.level.name,
        level_hash=simulation.level.hash,
        script_hash=hashlib.sha256(simulation.level.tour.encode()).hexdigest()[:16],
        hz=simulation.hz,
        rules=rules_text(simulation.rules),
        player=params_text(simulation.params),
        ticks=len(records),
        state_hash=simulation.state_hash(),
        ticks_on=dict(sorted(Counter(state.ground.name.lower() for state in states[1:]).items())),
        longest_step=max(dist(before.position, after.position) for before, after in zip(states, states[1:])),
        shots=tuple(shots),
        path=tuple(row_of(states[start : start + EVERY]) for start in range(0, len(states), EVERY)),
    )


def row_of(states):
    first = states[0]
    grounds = "".join(state.ground.name[0] for state in states)
    return (first.tick, *first.position, grounds, "".join(mark_of(state) for state in states))


def mark_of(state):
    """What stands for a state: equal for equal states, and hardly ever for others."""
    numbers = struct.pack("<6dqq", *state.position, *state.velocity, int(state.ground), state.tick)
    return hashlib.sha256(numbers).hexdigest()[:MARK]


def read_golden(folder, name):
    """The Golden of a level. InputError when there is none, or it is damaged."""
    path = folder / f"{name}.json"
    remedy = f"`python main.py check {name} --update` puts today's run on record"
    if not path.exists():
        raise InputError(f"{name}: nothing is on record yet; {remedy}")
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        values = {field.name: values[field.name] for field in fields(Golden)}
        shots = tuple(Shot(*shot) for shot in values["shots"])
        return Golden(**{**values, "shots": shots, "path": tuple(checked_row(row) for row in values["path"])})
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path.name}: the record is damaged ({error!r}); {remedy}") from None


def checked_row(row):
    tick, x, y, z, grounds, marks = row
    if len(marks) != MARK * len(grounds):
        raise ValueError(f"row of tick {tick}")
    return (int(tick), float(x), float(y), float(z), grounds, marks)


def write_golden(folder, golden):
    """Put a run on record. Returns the path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{golden.level}.json"
    path.write_text(str(golden), encoding="utf-8")
    return path
