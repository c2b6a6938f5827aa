"""The controls of a desk. A control has a value, which an Action changes; a button has none."""

from __future__ import annotations

from enum import Enum
from math import isfinite
from typing import NamedTuple

from ..errors import InputError, shown


class ControlKind(Enum):
    BUTTON = "button"
    SWITCH = "switch"
    DIAL = "dial"


class Control(NamedTuple):
    """A control of an exhibit.

    does: its effect, in a few words; start: its first value
    positions: the values that the hand can choose, in order; words: their names, () for numbers with a unit
    """

    name: str
    kind: ControlKind
    does: str
    positions: tuple[float, ...] = ()
    start: float = 0.0
    unit: str = ""
    words: tuple[str, ...] = ()

    def turned(self, value: float, steps: int) -> float:
        """The value that is so many positions after the nearest one to `value`. A switch goes round, a dial has two ends."""
        if not self.positions:
            return 1.0
        place = min(range(len(self.positions)), key=lambda number: abs(self.positions[number] - value)) + steps
        if self.kind is ControlKind.SWITCH:
            return self.positions[place % len(self.positions)]
        return self.positions[max(0, min(place, len(self.positions) - 1))]

    def text(self, value: float) -> str:
        """A value as text."""
        if self.kind is ControlKind.BUTTON:
            return ""
        return self.words[int(value)] if self.words else f"{value:g} {self.unit}".rstrip()

    def check(self, value: float, where: str) -> float:
        """Return the value of an Action. Raises InputError if the control cannot have it."""
        if self.kind is ControlKind.BUTTON:
            return 1.0
        low, high = min(self.positions), max(self.positions)
        if not isfinite(value) or not low <= value <= high or (self.words and value != int(value)):
            names = f" ({', '.join(f'{n} {word}' for n, word in enumerate(self.words))})" if self.words else ""
            allowed = "a whole number" if self.words else "a number"
            raise InputError(f"{where} = {shown(value)}: allowed is {allowed} from {low:g} to {high:g} {self.unit}".rstrip() + names)
        return float(value)


def button(name: str, does: str) -> Control:
    return Control(name, ControlKind.BUTTON, does)


def switch(name: str, words: tuple[str, ...], does: str, start: int = 0) -> Control:
    """A switch between methods; its value is the number of the word."""
    return Control(name, ControlKind.SWITCH, does, tuple(map(float, range(len(words)))), float(start), words=words)


def dial(name: str, positions: tuple[float, ...], start: float, unit: str, does: str) -> Control:
    return Control(name, ControlKind.DIAL, does, tuple(map(float, positions)), float(start), unit)
