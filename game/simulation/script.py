"""Scripts: a player's input as text, also in recordings.

A line is `TICKS [heading=DEG] [forward=F] [right=R] [jump] [crouch] [run] [use=EXHIBIT.CONTROL[:VALUE]]`. A `#` begins a comment.
The heading is valid until it is changed, and a use only in the first tick of its line. All other words are valid for their own
line. Recordings may also contain `radians=` for the heading, and `x=` and `y=` for the wish in the player's frame. They are
used if degrees, forward and right would lose bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import degrees, isfinite, radians
from typing import Any, NamedTuple

from ..core.argument_checks import instance
from ..core.elementary_functions import cos_sin
from ..core.input_errors import InputError, shown
from ..lab import Action
from .intent_and_tick_record import Intent

LONGEST_LINE = 10_000_000  # [ticks], about two days; a larger number is a typing error
MOST_DIGITS = 20  # Python refuses to convert thousands of digits
FLAGS = ("jump", "crouch", "run")
AMOUNTS = ("heading", "forward", "right")
EXACT_AMOUNTS = ("radians", "x", "y")
ANGLES = ("heading", "radians")
USE = "use"


class ScriptLine(NamedTuple):
    """A line of a script: the same input for a number of ticks.

    forward, right: wish relative to the heading, -1..1
    x, y: exact wish as in Intent, in recordings. It replaces `forward` and `right`, unless both numbers are 0.
    """

    ticks: int
    heading: float | None = None  # [degrees], counter-clockwise from +y, or None for no change
    forward: float = 0.0
    right: float = 0.0
    jump: bool = False
    crouch: bool = False
    run: bool = False
    radians: float | None = None  # exact heading [rad] in recordings, or None. It replaces `heading`.
    x: float = 0.0
    y: float = 0.0
    uses: tuple[Action, ...] = ()  # Actions on exhibits in the line's first tick

    def __str__(self) -> str:
        words = [str(self.ticks)]
        words += [f"{name}={getattr(self, name)!r}" for name in ANGLES if getattr(self, name) is not None]
        words += [f"{name}={getattr(self, name)!r}" for name in ("forward", "right", "x", "y") if getattr(self, name)]
        return " ".join(words + [name for name in FLAGS if getattr(self, name)] + [f"{USE}={use_text(use)}" for use in self.uses])


class Script(NamedTuple):
    """The input of a player for a number of ticks, as Lines in the order of time."""

    lines: tuple[ScriptLine, ...]

    @property
    def ticks(self) -> int:
        return sum(line.ticks for line in self.lines)

    def intents(self, heading: float = 0.0) -> Iterator[Intent]:
        """Yield an Intent for each tick. `heading` is the player's heading before the first line [rad]."""
        for line in self.lines:
            heading = heading_during(line, heading)
            intent = Intent(wish_of(line, heading), line.jump, line.run, line.crouch, heading)
            for tick in range(line.ticks):
                yield intent if tick or not line.uses else intent._replace(actions=line.uses)

    def __str__(self) -> str:
        return "\n".join(str(line) for line in self.lines) + "\n"


def heading_during(line: ScriptLine, heading: float) -> float:
    """Return the heading [rad] during a line. heading: heading before the line [rad], which stays if the line names none"""
    if line.radians is not None:
        return line.radians
    return heading if line.heading is None else radians(line.heading)


def wish_of(line: ScriptLine, heading: float) -> tuple[float, float]:
    """Return the wish (x, y) of a line, as in Intent. heading: heading during the line [rad]"""
    if line.x or line.y:
        return line.x, line.y
    c, s = cos_sin(heading)
    return line.forward * -s + line.right * c, line.forward * c + line.right * s


def script_of(intents: Iterable[Intent], heading: float) -> Script:
    """Return the Script that repeats these Intents exactly. heading: before the first one [rad]; None keeps the one before"""
    lines: list[ScriptLine] = []
    for intent, group in groupby(intents):
        ticks = sum(1 for _ in group)
        for count in [1] * ticks if intent.actions else [ticks]:
            lines.append(line_of(intent, count, heading))
            heading = heading_during(lines[-1], heading)
    return Script(tuple(lines))


def line_of(intent: Intent, ticks: int, heading: float) -> ScriptLine:
    """Return a ScriptLine that repeats an Intent exactly for a number of ticks. `heading` is the heading before it [rad].

    The line has degrees, forward and right if these give exactly the same values, otherwise radians, x and y.
    """
    flags: dict[str, Any] = {"jump": bool(intent.jump), "crouch": bool(intent.crouch), "run": bool(intent.run)}
    turn: dict[str, Any] = {}
    if intent.heading is not None and intent.heading != heading:
        heading = float(intent.heading)
        in_degrees = float(f"{degrees(heading):.12g}")
        turn = {"heading": in_degrees} if radians(in_degrees) == heading else {"radians": heading}
    c, s = cos_sin(heading)
    x, y = float(intent.wish[0]), float(intent.wish[1])
    flags |= {"uses": tuple(intent.actions)} if intent.actions else {}
    forward, right = float(f"{y * c - x * s:.9g}") + 0.0, float(f"{x * c + y * s:.9g}") + 0.0
    line = ScriptLine(ticks, **turn, **flags, forward=forward, right=right)
    small = max(abs(line.forward), abs(line.right)) <= 1.0
    if small and wish_of(line, heading) == (x, y):
        return line
    return line._replace(forward=0.0, right=0.0, x=x, y=y)


def parse_script(text: str, name: str = "script") -> Script:
    """Return the Script in a text. Raises InputError that names an invalid line, or if there are no lines."""
    lines = []
    instance("text", text, str)
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split("#")[0].split()
        if words:
            lines.append(parse_line(words, f"{name}, line {number}"))
    if not lines:
        raise InputError(f"{name}: the script is empty; a line is: TICKS [heading=DEG] [forward=F] [right=R] [jump] ...")
    return Script(tuple(lines))


def parse_line(words: list[str], where: str) -> ScriptLine:
    """Return the ScriptLine in the words of a line, at least one. Raises InputError that begins with `where`."""
    ticks = parse_ticks(words[0], where)
    values: dict[str, Any] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name == USE:
            values["uses"] = (*values.get("uses", ()), parse_use(value, where))
            continue
        if name in values:
            raise InputError(f"{where}: {shown(name)} is given twice")
        values[name] = parse_amount(name, value, where) if equals else parse_flag(name, where)
    return ScriptLine(ticks, **values)


def use_text(use: Action) -> str:
    """Return an Action as text, EXHIBIT.CONTROL[:VALUE]. A value of 1 is left out."""
    return f"{use.exhibit}.{use.control}" + (f":{use.value!r}" if use.value != 1.0 else "")


def parse_use(text: str, where: str) -> Action:
    """Return the Action in a text EXHIBIT.CONTROL[:VALUE]. A value that is left out is 1. Only the lab knows if both exist."""
    names, colon, value = text.partition(":")
    exhibit, dot, control = names.partition(".")
    try:
        amount = float(value) if colon else 1.0
    except ValueError:
        amount = float("nan")
    if not (exhibit and control) or not isfinite(amount):
        raise InputError(f"{where}: {USE}={shown(text)} must be {USE}=EXHIBIT.CONTROL or {USE}=EXHIBIT.CONTROL:NUMBER")
    return Action(exhibit, control, amount)


def parse_ticks(word: str, where: str) -> int:
    known = word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
    if not known or not 0 < int(word) <= LONGEST_LINE:
        raise InputError(f"{where}: begins with {shown(word)}, but must begin with a number of ticks, 1 to {LONGEST_LINE}")
    return int(word)


def parse_flag(name: str, where: str) -> bool:
    if name not in FLAGS:
        raise InputError(f"{where}: {shown(name)} is not known; there are {', '.join(FLAGS)}, {'=, '.join(AMOUNTS)}=")
    return True


def parse_amount(name: str, value: str, where: str) -> float:
    if name not in AMOUNTS + EXACT_AMOUNTS:
        raise InputError(f"{where}: {shown(name)}= is not known; there are {'=, '.join(AMOUNTS)}=, {', '.join(FLAGS)}")
    try:
        amount = float(value)
    except ValueError:
        amount = float("nan")
    unlimited = name in ANGLES or name in EXACT_AMOUNTS  # a program's wish may be longer than 1: the tick scales it
    if not isfinite(amount) or (not unlimited and abs(amount) > 1.0):
        allowed = "a finite number" if unlimited else "a number from -1 to 1"
        raise InputError(f"{where}: {name}={shown(value)} must be {allowed}")
    return amount
