"""The controls of a desk. A control has a value, which an Action changes; a button has none."""

from __future__ import annotations

from enum import Enum
from math import isfinite
from typing import NamedTuple

from ..core.input_errors import InputError, shown


class ControlKind(Enum):
    BUTTON = "button"
    SWITCH = "switch"
    DIAL = "dial"


class Control(NamedTuple):
    """A control of a desk.

    name: unique on the desk
    kind: ControlKind
    does: its effect, in a few words
    positions: the values that the player can choose, in order; () for a button
    start: its first value
    unit: of the value, as text
    words: the names of the positions, () for numbers with a unit
    """

    name: str
    kind: ControlKind
    does: str
    positions: tuple[float, ...] = ()
    start: float = 0.0
    unit: str = ""
    words: tuple[str, ...] = ()

    def step_value(self, value: float, steps: int) -> float:
        """Return the value of another position: `steps` positions after the one nearest to `value`.

        A negative number of steps goes back. A switch continues with its first position after its last one, and the other way
        round. A dial stops at both ends. A button returns 1.0.
        """
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
        """Return the value of an Action as a float, 1.0 for a button. A dial may have any number in its range.

        where: beginning of the error message
        Raises InputError for a value out of range, and for a fraction if the positions have names.
        """
        if self.kind is ControlKind.BUTTON:
            return 1.0
        low, high = min(self.positions), max(self.positions)
        if not isfinite(value) or not low <= value <= high or (self.words and value != int(value)):
            names = f" ({', '.join(f'{n} {word}' for n, word in enumerate(self.words))})" if self.words else ""
            allowed = f"{'a whole number' if self.words else 'a number'} from {low:g} to {high:g} {self.unit}".rstrip()
            raise InputError(f"{where} = {shown(value)}: allowed is {allowed}{names}")
        return float(value)


def button(name: str, does: str) -> Control:
    """Return a Control that is pressed. does: its effect, in a few words"""
    return Control(name, ControlKind.BUTTON, does)


def switch(name: str, words: tuple[str, ...], does: str, start: int = 0) -> Control:
    """Return a Control that chooses one of several words. Its value is the index of the chosen word.

    words: the names of its positions; does: its effect, in a few words; start: first value
    """
    return Control(name, ControlKind.SWITCH, does, tuple(map(float, range(len(words)))), float(start), words=words)


def dial(name: str, positions: tuple[float, ...], start: float, unit: str, does: str) -> Control:
    """Return a Control with numbers as its positions, in order.

    start: its first value; unit: as text; does: its effect, in a few words
    """
    return Control(name, ControlKind.DIAL, does, tuple(map(float, positions)), float(start), unit)
