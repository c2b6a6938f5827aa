"""The registries of drawings and measures: functions of a page's Run, which a lesson's file names. Keys: course/README.md.

An underscore at the end of a function's name is left out: a lesson can have a drawing and a measure of one name.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from inspect import Signature, signature
from typing import Annotated, Any, TypeVar

from ...collision import Pass, Rules
from ...core.value_rules import Number, OneOf, Whole
from ...level.contents.level import LATEST_TICK

Tick = Annotated[int, Whole(0, LATEST_TICK)]  # 0: the page's moment; as the first tick of a range: the start
Twin = Annotated[int, Whole(0, 9)]  # 0: the player, 1: the first twin
Axis = Annotated[str, OneOf(("x", "y", "z"))]
Index = Annotated[int, Whole(0, 95)]  # of a contact in its pass, from 0


Function = TypeVar("Function", bound=Callable)


def names_of(kinds: Iterable[Enum]) -> tuple[str, ...]:
    return tuple(kind.name.lower() for kind in kinds)


PassName = Annotated[str, OneOf(names_of(Pass))]
Seconds = Annotated[float, Number(0.0, 60.0, "s")]
RulesName = Annotated[str, OneOf(Rules.NAMES)]


DRAWINGS: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run
MEASURES: dict[str, Callable] = {}  # the same


def drawing(function: Function) -> Function:
    """Register a function of a Run and of annotated keys that returns an Svg as a drawing."""
    return registered(DRAWINGS, function)


def measure(function: Function) -> Function:
    """Register a function of a Run and of annotated keys that returns a number as a measure."""
    return registered(MEASURES, function)


def registered(registry: dict[str, Callable], function: Function) -> Function:
    """Add to a registry a builder that takes the function's annotated keys and returns a function of the Run alone."""

    def build(**arguments: Any) -> Callable:
        return partial(function, **arguments)

    own = [parameter for parameter in signature(function).parameters.values() if parameter.name != "run"]
    build.__dict__["__signature__"] = Signature(own)  # for a type checker, functions have no such attribute
    build.__annotations__ = {name: hint for name, hint in function.__annotations__.items() if name not in ("run", "return")}
    build.__doc__ = function.__doc__
    registry[function.__name__.removesuffix("_")] = build
    return function


def import_files(package: str, folders: Iterable[str]) -> None:
    """Import all files of a package, which registers their drawings and measures. folders: its `__path__`"""
    for found in pkgutil.iter_modules(folders, f"{package}."):
        importlib.import_module(found.name)
