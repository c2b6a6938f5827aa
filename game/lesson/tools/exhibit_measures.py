"""Measures of exhibits: the figures on their boards, and numbers in their states. Arguments: see registry."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.input_errors import InputError
from ...core.value_rules import Text
from ...lab.exhibits.exhibit import Exhibit, ExhibitState
from ...lab.exhibits.springs import COLOURS, NAMES
from ...simulation import TickRecord
from .lesson_records import Run
from .registry import Tick, measure
from .svg_canvas import hex_of

LANE_COLOURS = dict(zip(NAMES, map(hex_of, COLOURS)))


def exhibit_at(run: Run, name: str, tick: int = 0, before: bool = False) -> tuple[Exhibit, ExhibitState[Any]]:
    """Return an exhibit and its state after a tick, or before it. Raises InputError if the level has no exhibit of this name."""
    lab = run.record(tick).lab
    pairs = zip(lab.exhibits, lab.before if before else lab.after) if lab else ()
    found = {exhibit.place.name: (exhibit, state) for exhibit, state in pairs}
    if name not in found:
        raise InputError(f"no exhibit {name!r} in this level; it has {', '.join(found) or 'none'}")
    return found[name]


def bodies_at(run: Run, exhibit: str, tick: int = 0, before: bool = False) -> Any:
    return exhibit_at(run, exhibit, tick, before)[1].bodies


def bodies_until(run: Run, exhibit: str, until: int = 0) -> list[Any]:
    """Return an exhibit's bodies after each tick from 1 to `until`, or to the shot's tick for 0."""
    return [bodies_at(run, exhibit, tick) for tick in range(1, (until or run.page.shot.tick) + 1)]


def kind_at(run: Run, exhibit: str) -> Any:
    return exhibit_at(run, exhibit)[0].kind


def values_at(run: Run, exhibit: str, tick: int = 0) -> dict[str, float]:
    """Return {name: value} of the controls of an exhibit after a tick."""
    found, state = exhibit_at(run, exhibit, tick)
    return found.kind.values(state)


def number_in(value: Any, path: str) -> float:
    """Return the number at a path in an exhibit's bodies: names of fields and indices, such as "lanes.2.particle.velocity.2"."""
    for name in path.split("."):
        value = value[int(name)] if name.isdigit() else value[name] if isinstance(value, np.ndarray) else getattr(value, name)
    return float(value)


def figures_of(run: Run, exhibit: str, reading: str) -> list[float]:
    """Return a figure of an exhibit's board after each tick up to that of the page's shot."""
    return [board(record, exhibit)[reading] for record in run.records[: run.page.shot.tick]]


def board(record: TickRecord, exhibit: str) -> Mapping[str, float]:
    return (record.lab.readouts if record.lab else {})[exhibit].figures


@measure
def readout(run: Run, exhibit: Text, reading: Text, tick: Tick = 0) -> float:
    """Return the value of a figure on an exhibit's board after a tick, in the figure's unit. Raises KeyError as `board` does."""
    return float(board(run.record(tick), exhibit)[reading])


@measure
def exhibit_number(run: Run, exhibit: Text, path: Text, tick: Tick = 0) -> float:
    """Return a number in an exhibit's state after a tick. `path` leads to it, such as "lanes.2.particle.velocity.2"."""
    return number_in(bodies_at(run, exhibit, tick), path)


def bodies_of(run: Run, exhibit: str, tick: int = 0) -> tuple[Any, Any]:
    """Return the bodies of an exhibit before and after a tick."""
    return bodies_at(run, exhibit, tick, before=True), bodies_at(run, exhibit, tick)
