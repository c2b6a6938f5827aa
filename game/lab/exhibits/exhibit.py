"""A kind of exhibit: its class, the controls of its desk, and the inputs and outputs of a tick.

To add one, put a subclass of ExhibitKind, a frozen dataclass with `@exhibit("name")`, into a file of `exhibits`. Its fields are
the keys of the exhibit's table in a level file, annotated like the parameters of a part of levels.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import struct
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from math import isfinite
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from ...core.input_errors import InputError, shown
from ...core.shapes import Arrow, Colour, Shape
from ...core.vec3 import ZERO, Vector
from ...level.contents.exhibit_place import ExhibitPlace
from .board_content import BoardContent, Caption


class ControlKind(Enum):
    BUTTON = "button"
    SWITCH = "switch"
    DIAL = "dial"


class Control(NamedTuple):
    name: str  # unique on the desk
    kind: ControlKind
    does: str  # its effect, in a few words
    positions: tuple[float, ...] = ()  # the values that the player can choose, in order; () for a button
    start: float = 0.0  # its first value
    unit: str = ""  # of the value, as text
    words: tuple[str, ...] = ()  # the names of the positions, () for numbers with a unit

    def step_value(self, value: float, steps: int) -> float:
        """Return the value `steps` positions on. A switch goes round, a dial stops at both ends, a button is 1.0."""
        if not self.positions:
            return 1.0
        place = min(range(len(self.positions)), key=lambda number: abs(self.positions[number] - value)) + steps
        if self.kind is ControlKind.SWITCH:
            return self.positions[place % len(self.positions)]
        return self.positions[max(0, min(place, len(self.positions) - 1))]

    def text(self, value: float) -> str:
        """Return a value as text: the name of its position, or the number with its unit. A button has the text ""."""
        if self.kind is ControlKind.BUTTON:
            return ""
        return self.words[int(value)] if self.words else f"{value:g} {self.unit}".rstrip()

    def check(self, value: float, where: str) -> float:
        """Return an Action's value as a float, 1.0 for a button. Raises InputError out of range, or between named positions."""
        if self.kind is ControlKind.BUTTON:
            return 1.0
        low, high = min(self.positions), max(self.positions)
        if not isfinite(value) or not low <= value <= high or (self.words and value != int(value)):
            names = f" ({', '.join(f'{n} {word}' for n, word in enumerate(self.words))})" if self.words else ""
            allowed = f"{'a whole number' if self.words else 'a number'} from {low:g} to {high:g} {self.unit}".rstrip()
            raise InputError(f"{where} = {shown(value)}: allowed is {allowed}{names}")
        return float(value)


def button(name: str, does: str) -> Control:
    return Control(name, ControlKind.BUTTON, does)


def switch(name: str, words: tuple[str, ...], does: str, start: int = 0) -> Control:
    """Return a Control that chooses one of several words. Its value is the index of the chosen word."""
    return Control(name, ControlKind.SWITCH, does, tuple(map(float, range(len(words)))), float(start), words=words)


def dial(name: str, positions: tuple[float, ...], start: float, unit: str, does: str) -> Control:
    """Return a Control with numbers as its positions, in order."""
    return Control(name, ControlKind.DIAL, does, tuple(map(float, positions)), float(start), unit)


# Incidents of one exhibit that are kept in a tick. Fewer: a break of billiards is heard as one click; more: ten thousand balls
# fill the memory with collisions.
MOST_INCIDENTS = 32
# Size of a state above which a thread computes its hash [bytes]. Less: starting the thread (0.1 ms) takes as long as the hash;
# more: ticks of ten thousand balls wait for it.
HASHED_ASIDE = 1 << 18
# Size up to which a state is hashed only when its hash is asked for [bytes]. It keeps the state until then. Less: more hashes
# are computed for nothing; more: the states of a history fill the memory.
HASHED_LATER = 1 << 13


class Action(NamedTuple):
    """One use of a control by the player."""

    exhibit: str
    control: str
    value: float = 1.0  # new value of a switch or a dial; ignored for a button


class Actor(NamedTuple):
    """The player as the lab sees it: a moving ellipsoid, in the world, or for `ExhibitKind.tick` in the exhibit's frame.

    It pushes bodies with the sum of the walking velocity that it wishes, and of its actual velocity along its up.
    """

    position: Vector  # centre [m]
    radii: Vector  # [m]
    velocity: Vector = ZERO  # with which it pushes bodies [m/s]
    heading: float = 0.0  # of the view [rad]: 0 along +y, counterclockwise from above
    reach: Vector = (2.5, 2.5, 2.5)  # (aside, down, up) from the centre, where a body can stop it in this tick [m]


class IncidentKind(IntEnum):
    """The kinds of events in an exhibit that cause a sound or a mark."""

    OPERATED = 0  # a control was used
    STRUCK = 1  # two bodies, or a body and a wall, met
    PASSED = 2  # a body passed through what should have stopped it
    BROKE = 3
    BURST = 4


class Incident(NamedTuple):
    """An event of a tick, for sounds and marks."""

    kind: IncidentKind
    place: Vector  # in the exhibit's frame [m]
    amount: float = 0.0  # an impulse, a change of speed, or a number of collisions, as the kind of exhibit chooses
    bodies: tuple[int, ...] = ()  # numbers of the bodies or lanes that took part


class Readout(NamedTuple):
    """The output of an exhibit after a tick."""

    figures: Mapping[str, float] = {}  # {name: number}, with the names and units of the kind's FIGURES
    incidents: tuple[Incident, ...] = ()  # at most MOST_INCIDENTS
    sample: tuple[float, ...] | None = None  # (abscissa, value of each curve) to add to the board's plot; None for no new point
    restarted: bool = False  # True if the plot begins again
    busy: bool = False  # True if the exhibit must be simulated even without a player in its room
    push: Vector = ZERO  # velocity that the exhibit gives the player [m/s], in the exhibit's frame; zero for none
    shift: Vector = ZERO  # displacement of the player by the exhibit in this tick [m], in the exhibit's frame; zero for none


Chosen = Mapping[str, float]  # the values of the controls: {name: value}
Bodies = TypeVar("Bodies")


class StateHash:
    """The hash of an exhibit's state, read-only bodies of `size` bytes.

    A thread computes that of a large state beside the picture: it is 2.2 of 7 ms of a tick of 20 000 boxes. That of a small state
    is computed when it is asked for, which most never are.
    """

    def __init__(self, values: tuple[float, ...], bodies: Any, size: int) -> None:
        self._state: tuple[tuple[float, ...], Any] | None = (values, bodies)  # None: the digest is known
        self._digest = b""
        self._thread: threading.Thread | None = None
        if size > HASHED_ASIDE:
            self._thread = threading.Thread(target=self._compute, daemon=True)
            self._thread.start()
        elif size > HASHED_LATER:
            self._compute()

    def _compute(self) -> None:
        if state := self._state:
            self._digest, self._state = digest_of(*state), None

    @property
    def digest(self) -> bytes:
        """16 bytes that are equal for equal states, the same in every process."""
        if self._thread:
            self._thread.join()
            self._thread = None
        self._compute()  # a small state's; or a process was forked, and has no such thread
        return self._digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateHash) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __getstate__(self) -> dict[str, Any]:
        return {"_state": None, "_digest": self.digest, "_thread": None}


class ExhibitState(NamedTuple, Generic[Bodies]):
    values: tuple[float, ...]  # of its controls, in their order
    bodies: Bodies  # NamedTuple of the exhibit's kind
    state_hash: StateHash
    samples: tuple[tuple[float, ...], ...] = ()  # the latest points of its plot, from Readouts
    size: int = 0  # of the bodies [bytes]
    busy: bool = False  # True if it is simulated even without a player in its room

    @property
    def digest(self) -> bytes:
        return self.state_hash.digest

    def plotted(self, columns: int) -> tuple[np.ndarray, float]:
        """Return the samples as an array (n, columns), and the first number of the first one, 0 without samples."""
        samples = np.array(self.samples) if self.samples else np.zeros((0, columns))
        return samples, float(samples[0, 0]) if self.samples else 0.0


class ExhibitKind(Generic[Bodies]):
    """A kind of exhibit. Each method is a pure function of keys and arguments, in the exhibit's frame.

    Bodies: the NamedTuple, of numbers, tuples and arrays, that is the state of the exhibit's bodies
    """

    @property
    def TITLE(self) -> str:
        """The text above the board."""
        raise NotImplementedError

    @property
    def CONTROLS(self) -> tuple[Control, ...]:
        raise NotImplementedError

    FIGURES: ClassVar[Mapping[str, str]]  # {name of a figure: its unit}

    def begin(self, values: Chosen) -> Bodies:
        raise NotImplementedError

    def tick(self, values: Chosen, bodies: Bodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[Bodies, Readout]:
        """Return the bodies after one tick, and the Readout. used: names of the controls used in this tick"""
        raise NotImplementedError

    def bodies(self, before: ExhibitState[Bodies], after: ExhibitState[Bodies], part: float) -> list[Shape]:
        """Make the shapes that are always seen, at a part 0..1 of the tick between two states."""
        raise NotImplementedError

    def sheet(self, state: ExhibitState[Bodies]) -> BoardContent:
        """Make the rows and the plot of the board."""
        raise NotImplementedError

    def overlay(self, state: ExhibitState[Bodies]) -> list[Shape]:
        """Make the shapes that key 9 adds."""
        return []

    def captions(self, state: ExhibitState[Bodies], place: ExhibitPlace) -> list[Caption]:
        """Make texts beside the bodies."""
        return []

    def starts(self) -> dict[str, float]:
        """Return {name: first value} of the controls that do not begin with the value in CONTROLS."""
        return {}

    def obstacles(self, bodies: Bodies, actor: Actor) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the centres (k, 3) and radii (k,) [m] of the balls that can stop the player, or None."""
        return None

    def walls(self, state: ExhibitState[Bodies], actor: Actor) -> np.ndarray | None:
        """Return the corners (n, 3, 3) [m] of other triangles that can stop the player, or None."""
        return None

    def values(self, state: ExhibitState[Bodies]) -> dict[str, float]:
        """Return {name: value} of the controls in a state."""
        return {control.name: value for control, value in zip(self.CONTROLS, state.values)}


class Exhibit(NamedTuple):
    """An exhibit's place in a level, and its kind with the keys of its table."""

    place: ExhibitPlace
    kind: Any  # an ExhibitKind

    @property
    def controls(self) -> tuple[Control, ...]:
        return self.kind.CONTROLS


KINDS: dict[str, type[ExhibitKind]] = {}


def exhibit(name: str) -> Callable[[type], type]:
    """Return a decorator that registers a class as the kind of exhibit `name`."""

    def register(kind: type) -> type:
        KINDS[name] = kind
        return kind

    return register


def load_kinds() -> dict[str, type[ExhibitKind]]:
    """Import each file of `exhibits`, and return {name: class} of all kinds of exhibits."""
    from .. import exhibits

    for name in sorted(found.name for found in pkgutil.iter_modules(exhibits.__path__)):
        importlib.import_module(f"{exhibits.__name__}.{name}")
    return KINDS


def lane_places(count: int, spacing: float) -> tuple[float, ...]:
    """Return the x positions [m] of lanes around the middle of an exhibit."""
    return tuple((number - (count - 1) / 2.0) * spacing for number in range(count))


def ring(centre: Sequence[float], radius: float, points: int = 33) -> np.ndarray:
    """Return the points (n, 3) [m] of a circle in an xz plane, of which the first one is also the last."""
    angles = np.linspace(0.0, 2.0 * np.pi, points)
    return np.array(centre) + radius * np.column_stack([np.cos(angles), np.zeros(points), np.sin(angles)])


def speed_arrows(places: Iterable[Vector], speeds: Iterable[float], colours: Iterable[Colour], width: float) -> list[Shape]:
    """Make an arrow for the displacement of each ball upwards in the next tenth of a second."""
    rows = zip(places, speeds, colours)
    return [Arrow((x, y, z), (x, y, z + 0.1 * speed), colour, width) for (x, y, z), speed, colour in rows]


# {types of all values of a tuple: how they are written}
NUMBERS: dict[frozenset[type], str] = {
    frozenset({float}): "d",
    frozenset({int}): "q",
    frozenset({bool}): "q",
    frozenset({int, bool}): "q",
}


def digest_of(values: tuple[float, ...], bodies: Any) -> bytes:
    """Return a hash of a state: 16 bytes, the same in every process. bodies: nested tuples of numbers, arrays and None"""
    digest = hashlib.blake2b(struct.pack(f"<{len(values)}d", *values), digest_size=16)
    add(digest, bodies)
    return digest.digest()


def add(digest: hashlib.blake2b, part: Any) -> None:
    """Add a value of a state to a hash: None, a number, an array, or a tuple of such values."""
    if isinstance(part, tuple) and (code := NUMBERS.get(frozenset(map(type, part)))):  # most of a state: at once, the same bytes
        digest.update(struct.pack(f"<q{len(part)}{code}", len(part), *part))
    elif part is None:
        digest.update(b"n")
    elif isinstance(part, np.ndarray):
        digest.update(np.ascontiguousarray(part).data)
    elif isinstance(part, (bool, int, np.integer)):
        digest.update(struct.pack("<q", int(part)))
    elif isinstance(part, (float, np.floating)):
        digest.update(struct.pack("<d", float(part)))
    else:
        digest.update(struct.pack("<q", len(part)))
        for inner in part:
            add(digest, inner)
