"""The registry of measures: functions of a page's Run that return the numbers which the page may claim.

`@measure` on `def height(run, tick: Tick = 0)` gives lessons a measure "height" with the key `tick`, its default and its limits.
Arguments that measures and drawings share:
run: the page's Run
tick: counted from 1; 0 is the tick of the page's shot
since, until: first and last tick; 0 is the start of the run for `since`, and the shot's tick for `until`
twin: 1 is the first twin, 0 the player
of: the name of a pass, such as "move" or "gravity"
exhibit: name of an exhibit in its level
sweep: index of a sweep in its pass, from 0; contact: index of a contact in its pass, from 0
axis: "x", "y" or "z"
espace: true for values in ellipsoid space instead of the world
"""

from collections.abc import Callable
from functools import partial
from inspect import Signature, signature
from typing import Annotated

from game.collision import Outcome, Pass
from game.level.file.case_table import MOST_TICKS
from game.value_rules import ListOf, OneOf, Whole

MEASURES: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run

Tick = Annotated[int, Whole(0, MOST_TICKS)]  # 0: the page's moment; as the first tick of a range: the start
Twin = Annotated[int, Whole(0, 9)]  # 0: the player, 1: the first twin
Axis = Annotated[str, OneOf(("x", "y", "z"))]
Index = Annotated[int, Whole(0, 95)]  # of a contact in its pass, from 0


def names_of(kinds):
    """Return the names of an enum's members in lower case, as lessons write them, in a tuple."""
    return tuple(kind.name.lower() for kind in kinds)


PassName = Annotated[str, OneOf(names_of(Pass))]
OutcomeName = Annotated[str, OneOf(names_of(Outcome))]
Outcomes = Annotated[tuple, ListOf(OneOf(names_of(Outcome)), least=1)]


def measure(function: Callable) -> Callable:
    """Register a function as a measure and return it. Its arguments are a Run and annotated keys; it returns a number."""
    return registered(MEASURES, function)


def registered(registry: dict[str, Callable], function: Callable) -> Callable:
    """Add a function of a Run and of annotated keys to a registry, and return the function.

    The registry holds a builder under the function's name. The builder takes the keys and returns a function of the Run alone.
    """

    def build(**arguments):
        return partial(function, **arguments)

    own = [parameter for parameter in signature(function).parameters.values() if parameter.name != "run"]
    build.__signature__ = Signature(own)
    build.__annotations__ = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    registry[function.__name__] = build
    return function
