"""The registry of measures: the numbers that a page may claim, as functions of the page's run.

`@measure` on `def height(run, tick: Tick = 0)` gives lessons a measure "height" with the key `tick`, its default and its limits.
"""

from collections.abc import Callable
from functools import partial
from inspect import Signature, signature
from typing import Annotated

from game.collision import Outcome, Pass
from game.level.file.case_table import MOST_TICKS
from game.level.schema import ListOf, OneOf, Whole

MEASURES: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run

Tick = Annotated[int, Whole(0, MOST_TICKS)]  # 0: the page's moment; as the first tick of a range: the start
Twin = Annotated[int, Whole(0, 9)]  # 0: the player, 1: the first twin
Axis = Annotated[str, OneOf(("x", "y", "z"))]
Index = Annotated[int, Whole(0, 95)]  # of a contact in its pass, from 0


def names_of(kinds):
    return tuple(kind.name.lower() for kind in kinds)


PassName = Annotated[str, OneOf(names_of(Pass))]
OutcomeName = Annotated[str, OneOf(names_of(Outcome))]
Outcomes = Annotated[tuple, ListOf(OneOf(names_of(Outcome)), least=1)]


def measure(function: Callable) -> Callable:
    """Register a measure: a function of a Run and of annotated arguments, which returns a number."""
    return registered(MEASURES, function)


def registered(registry: dict[str, Callable], function: Callable) -> Callable:
    """Add a builder to a registry: it takes the function's annotated arguments but `run`, and returns a function of a Run."""

    def build(**arguments):
        return partial(function, **arguments)

    own = [parameter for parameter in signature(function).parameters.values() if parameter.name != "run"]
    build.__signature__ = Signature(own)
    build.__annotations__ = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    registry[function.__name__] = build
    return function
