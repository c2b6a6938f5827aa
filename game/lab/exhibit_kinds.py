"""The kinds of exhibits.

To add one, put a frozen dataclass with `@exhibit("name")` into a file of `exhibits`. The fields of the class are the keys of
the exhibit's table in a level file. They are annotated like the parameters of a part of levels.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .controls import Control
from .step_input_and_output import Actor, Readout


class ExhibitKind(Protocol):
    """A kind of exhibit. Each method is a pure function of the exhibit's keys and of the arguments.

    Positions are in the exhibit's frame. A kind may also have up to three other methods.
    `obstacles(bodies, actor)` returns (centres (k, 3), radii (k,)) [m] of the balls that can stop the player in this tick.
    `walls(bodies, position)` returns the corners (n, 3, 3) [m] of other triangles that stop the player. The player's centre is
    at `position` (3,) [m].
    `starts()` returns {name: first value} of some controls. These values replace those of CONTROLS.
    TITLE: words above the board; CONTROLS: of the desk; FIGURES: {name of a figure: its unit}
    CURVES: names of the curves of the board's plot, the abscissa's first; () for no plot
    """

    TITLE: str
    CONTROLS: tuple[Control, ...]
    FIGURES: Mapping[str, str]
    CURVES: tuple[str, ...]

    def begin(self, values: Mapping[str, float]) -> Any:
        """Return the bodies at the start: a NamedTuple of numbers, tuples and arrays. values: of the controls, by name"""

    def step(self, values: Mapping[str, float], bodies: Any, used: frozenset[str], actor: Actor, hz: int) -> tuple[Any, Readout]:
        """Return the bodies after one tick, and the Readout.

        values: of the controls, by name; used: names of the controls used in this tick
        actor: the player in the exhibit's frame; hz: ticks per second
        """


KINDS: dict[str, Callable[..., ExhibitKind]] = {}


def exhibit(name: str) -> Callable:
    """Return a decorator that registers a class as the kind of exhibit `name`."""

    def register(kind: type) -> type:
        KINDS[name] = kind
        return kind

    return register


def load_kinds() -> dict[str, Callable[..., ExhibitKind]]:
    """Import each file of `exhibits`, and return {name: class} of all kinds of exhibits."""
    from . import exhibits

    for module in sorted(found.name for found in pkgutil.iter_modules(exhibits.__path__)):
        importlib.import_module(f"{exhibits.__name__}.{module}")
    return KINDS
