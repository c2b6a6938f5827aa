"""Measures of exhibits: the figures on their boards, and numbers in their states. Arguments: see registry."""

import numpy as np

from ...core.input_errors import InputError
from ...core.value_rules import Text
from ...lab.exhibits.springs import COLOURS, NAMES
from ...lab.lab import Exhibit, ExhibitState
from .registry import Tick, measure
from .svg_canvas import hex_of

LANE_COLOURS = dict(zip(NAMES, map(hex_of, COLOURS)))


def exhibit_at(run, name: str, tick: int = 0, before: bool = False) -> tuple[Exhibit, ExhibitState]:
    """Return (Exhibit, ExhibitState after a tick). before: True for the state before the tick

    tick: counted from 1, 0 for the tick of the page's shot
    Raises InputError if the level has no exhibit of this name.
    """
    lab = run.record(tick).lab
    exhibits = lab.exhibits if lab else ()
    for number, exhibit in enumerate(exhibits):
        if exhibit.place.name == name:
            return exhibit, (lab.before if before else lab.after)[number]
    raise InputError(f"no exhibit {name!r} in this level; it has {', '.join(one.place.name for one in exhibits) or 'none'}")


def state_of(run, exhibit, tick=0, before=False):
    """Return the ExhibitState after a tick, or before it. exhibit: its name"""
    return exhibit_at(run, exhibit, tick, before)[1]


def number_in(state, path):
    """Return the number at a path in the bodies of an ExhibitState.

    path: names of fields and indices, joined by points, such as "lanes.2.particle.velocity.2"
    """
    value = state.bodies
    for name in path.split("."):
        value = value[int(name)] if name.isdigit() else value[name] if isinstance(value, np.ndarray) else getattr(value, name)
    return float(value)


def figures_of(run, exhibit, reading, since, until):
    """Return the values of a figure on an exhibit's board, one for each tick after `since` up to `until`, in the figure's unit.

    exhibit, reading: names of the exhibit and of the figure
    until: last tick, 0 for the tick of the page's shot
    Raises KeyError if the exhibit was not simulated in one of these ticks, or has no such figure.
    """
    last = until or run.page.shot.tick
    return [record.lab.readouts[exhibit].figures[reading] for record in run.records[since:last]]


@measure
def readout(run, exhibit: Text, reading: Text, tick: Tick = 0) -> float:
    """Return the value of a figure on an exhibit's board after a tick, in the figure's unit.

    Raises KeyError if the exhibit was not simulated in this tick, or has no such figure.
    """
    return float(run.record(tick).lab.readouts[exhibit].figures[reading])


@measure
def exhibit_number(run, exhibit: Text, path: Text, tick: Tick = 0) -> float:
    """Return a number in an exhibit's state after a tick. `path` leads to it, such as "lanes.2.particle.velocity.2"."""
    return number_in(state_of(run, exhibit, tick), path)


def bodies_of(run, exhibit, tick=0):
    """Return (bodies before a tick, bodies after it) of an exhibit, each a NamedTuple of the exhibit's kind."""
    return tuple(exhibit_at(run, exhibit, tick, before)[1].bodies for before in (True, False))
