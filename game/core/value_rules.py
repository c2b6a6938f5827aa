"""Rules for the values in tables of TOML files, and the one-line error for a value that breaks its rule.

The signature of a part is its schema: `def ramp(angle: Slope = 30.0, width: Length = 2.0)` gives a table two keys, their defaults
and their limits. A rule is a class with a method check(value, where). It returns the checked value, or raises InputError that
begins with `where`, the name of the table and the key.
"""

import difflib
import inspect
import math
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from .input_errors import InputError, cut, shown

# Numbers nearer to 0 than this are 0. Smaller: sides too thin to have an area; larger: visible details may vanish.
NOTHING = 1e-6
MOST_LISTED = 10  # names that an error lists. Fewer: the right one may be missing; more: more than a reader compares
FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
HEX = re.compile(r"#[0-9a-fA-F]{6}")  # a colour


@dataclass(frozen=True)
class Number:
    """A finite number from `low` to `high`, in the unit that errors name. A number nearer to 0 than NOTHING becomes 0."""

    low: float
    high: float
    unit: str = ""

    def __str__(self) -> str:
        return f"a number from {self.low:g} to {self.high:g} {self.unit}".rstrip()

    def check(self, value: Any, where: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not self.low <= value <= self.high:
            raise refusal(value, where, self)
        return 0.0 if abs(value) < NOTHING else float(value)


class Angle(Number):
    """A number in degrees or degrees/s, which becomes radians."""

    def check(self, value: Any, where: str) -> float:
        return math.radians(super().check(value, where))


@dataclass(frozen=True)
class Whole:
    low: int
    high: int

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: Any, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise refusal(value, where, self)
        return value


@dataclass(frozen=True)
class OneOf:
    words: tuple[str, ...]

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{word}"' for word in self.words)

    def check(self, value: Any, where: str) -> str:
        if value not in self.words:
            raise refusal(value, where, f"{self}{nearest(value, self.words)}")
        return value


@dataclass(frozen=True)
class Passing:
    """A value that passes the test `is_valid`, as `read` returns it. `words` names such a value in errors."""

    words: str
    is_valid: Callable[[Any], bool]
    read: Callable[[Any], Any] = lambda value: value

    def __str__(self) -> str:
        return self.words

    def check(self, value: Any, where: str) -> Any:
        if not self.is_valid(value):
            raise refusal(value, where, self)
        return self.read(value)


@dataclass(frozen=True)
class Values:
    """A list of exactly `length` values that obey one rule, such as a point [x, y, z]."""

    rule: Any
    length: int

    def __str__(self) -> str:
        return f"[{', '.join(['_'] * self.length)}], each {self.rule}"

    def check(self, value: Any, where: str) -> tuple:
        if not isinstance(value, list) or len(value) != self.length:
            raise refusal(value, where, self)
        return tuple(self.rule.check(item, f"{where}[{index}]") for index, item in enumerate(value))


@dataclass(frozen=True)
class ListOf:
    """A list of at least `least` and at most `most` values that obey one rule. Without `most` there is no upper limit."""

    rule: Any
    least: int = 0
    most: int | None = None

    def __str__(self) -> str:
        count = f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"
        return f"a list of {count}, each {self.rule}"

    def check(self, value: Any, where: str) -> tuple:
        if not isinstance(value, list) or not self.least <= len(value) <= (len(value) if self.most is None else self.most):
            raise refusal(value, where, self)
        return tuple(self.rule.check(item, f"{where}[{index}]") for index, item in enumerate(value))


class ColourRule:
    """A colour: "#rrggbb" or [red, green, blue] from 0 to 1."""

    parts = Values(Number(0.0, 1.0), 3)

    def __str__(self) -> str:
        return 'a colour "#rrggbb" or [red, green, blue], each from 0 to 1'

    def check(self, value: Any, where: str) -> tuple[float, float, float]:
        if isinstance(value, str) and HEX.fullmatch(value):
            return from_hex(value)
        try:
            return self.parts.check(value, where)
        except InputError:
            raise refusal(value, where, self) from None


class DirectionRule:
    """A vector (3,) of any length except 0, which becomes a unit vector."""

    parts = Values(Number(-1e5, 1e5), 3)

    def __str__(self) -> str:
        return str(self.parts)

    def check(self, value: Any, where: str) -> tuple[float, float, float]:
        x, y, z = self.parts.check(value, where)
        size = math.hypot(x, y, z)
        if size == 0.0:
            raise InputError(f"{where} = [0, 0, 0] is not a direction; [0, 0, 1] is up, [0, 0, -1] is down")
        return x / size, y / size, z / size


@dataclass(frozen=True)
class TableOf:
    """A table of a TOML file whose keys are the parameters of the function or class `build`."""

    build: Callable

    def __str__(self) -> str:
        return "a table of " + ", ".join(parameters(self.build))

    def check(self, value: Any, where: str) -> Any:
        return call_checked(self.build, value, where)


def from_hex(text: str) -> tuple[float, float, float]:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def refusal(value: Any, where: str, allowed: Any) -> InputError:
    """Return the error for a value of the key `where` that breaks the rule `allowed`."""
    return InputError(f"{where} = {shown(value)}: allowed is {allowed}")


def nearest(word: Any, words: Any) -> str:
    """Return a hint such as '; did you mean "rise"?', with the most similar of the words, or "" if none is similar."""
    known = {name.lower(): name for name in words}
    close = difflib.get_close_matches(str(word).lower(), known, n=1, cutoff=0.5)
    return f'; did you mean "{known[close[0]]}"?' if close else ""


def some_of(words: Any, word: str = "") -> str:
    """Return the words joined by ", " for an error: at most MOST_LISTED, those most similar to `word`, and the number of all."""
    names = list(map(str, words))
    if len(names) <= MOST_LISTED:
        return ", ".join(names)
    return f"{', '.join(difflib.get_close_matches(word, names, MOST_LISTED, 0.0))} and {len(names) - MOST_LISTED} more"


@cache
def parameters(build: Callable) -> dict[str, Any]:
    """Return the rule for each parameter of a function or class, from annotations such as `Length` or `Length | None`."""
    hints = get_type_hints(build, include_extras=True)
    return {name: rule_of(hints[name]) for name in inspect.signature(build).parameters}


def rule_of(hint: Any) -> Any:
    ruled = hint if hasattr(hint, "__metadata__") else next(one for one in get_args(hint) if hasattr(one, "__metadata__"))
    return ruled.__metadata__[0]


def call_checked(build: Callable, table: Any, where: str) -> Any:
    """Check each key and value of a table, then return `build(**table)`, whose annotations are the rules.

    Raises InputError if `table` is not a dict, or for the first wrong or missing key, or for a ValueError of `build`.
    """
    if not isinstance(table, dict):
        raise refusal(table, where, "a table of " + ", ".join(parameters(build)))
    rules = parameters(build)
    for key in table:
        if key not in rules:
            raise unknown_key(key, rules, where)
    begin = where if where.endswith(":") else f"{where}:"
    checked = {key: rules[key].check(value, f"{begin} {key}") for key, value in table.items()}
    for name, parameter in inspect.signature(build).parameters.items():
        if name not in checked and parameter.default is inspect.Parameter.empty:
            rule = rules[name]
            is_table = isinstance(rule, TableOf)
            remedy = f"add a table [{name}] with {', '.join(parameters(rule.build))}" if is_table else f"allowed is {rule}"
            raise InputError(f"{where.removesuffix(':')}: {name} is missing; {remedy}")
    with errors_at(where):
        return build(**checked)


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Turn a ValueError of the `with` block into an InputError. The message begins with `where`, the name of the table."""
    try:
        yield
    except ValueError as problem:
        raise InputError(f"{where}: {problem}") from None


def unknown_key(key: str, allowed: Any, where: str) -> InputError:
    """Return the error for a key that a table must not have. `allowed` are the keys that it may have."""
    return InputError(f'{where}: unknown key "{cut(key)}"{nearest(key, allowed)}; allowed: {", ".join(allowed)}')


def named_entry(table: Any, key: str, allowed: Collection[str], where: str) -> str:
    """Return the text under a key of a table, which must be one of those allowed. Raises InputError."""
    if not isinstance(table, dict) or key not in table:
        fault = f"{key} is missing"
    elif not isinstance(table[key], str) or table[key] not in allowed:
        fault = f'unknown {key} "{cut(str(table[key]))}"{nearest(table[key], allowed)}'
    else:
        return table[key]
    raise InputError(f"{where}: {fault}; allowed: {', '.join(allowed)}")


def split_table(table: dict[str, Any], shared: Callable, own: Callable, where: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the keys of a table that are parameters of `shared`, and those of `own`. Raises InputError for any other key."""
    of_shared, of_own = parameters(shared), parameters(own)
    for key in table:
        if key not in of_shared and key not in of_own:
            raise unknown_key(key, [*of_own, *of_shared], where)
    common, rest = ({key: value for key, value in table.items() if key in rules} for rules in (of_shared, of_own))
    return common, rest


class ImpossibleShape(ValueError):
    """Raised for values that are valid alone but not together. The caller adds the name of the file and table."""


METRES = Number(-1e5, 1e5, "m")
Length = Annotated[float, Number(0.001, 1e4, "m")]
Height = Annotated[float, Number(0.0, 1e4, "m")]
Offset = Annotated[float, METRES]
Slope = Annotated[float, Number(0.5, 89.5, "degrees")]
Degrees = Annotated[float, Number(-3600.0, 3600.0, "degrees")]
Heading = Annotated[float, Angle(-3600.0, 3600.0, "degrees")]  # [rad]
Count = Annotated[int, Whole(1, 1000)]
NAME = Passing("a name of letters, digits, - and _", lambda value: isinstance(value, str) and bool(FOLDER_NAME.fullmatch(value)))
Yes = Annotated[bool, Passing("true or false", lambda value: isinstance(value, bool))]
TEXT = Passing("a text in quotes", lambda value: isinstance(value, str))
Text = Annotated[str, TEXT]
Colour = Annotated[tuple[float, float, float], ColourRule()]
Point2 = Annotated[tuple[float, float], Values(METRES, 2)]
Point = Annotated[tuple[float, float, float], Values(METRES, 3)]
Direction = Annotated[tuple[float, float, float], DirectionRule()]
Size2 = Annotated[tuple[float, float], Values(Number(0.001, 1e4, "m"), 2)]
Size3 = Annotated[tuple[float, float, float], Values(Number(0.001, 1e4, "m"), 3)]
Path2 = Annotated[tuple[tuple[float, float], ...], ListOf(Values(METRES, 2), least=2)]
