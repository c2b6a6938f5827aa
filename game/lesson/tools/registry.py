"""The registries of drawings and measures: functions of a page's Run, which a lesson's file names.

`@drawing` on `def side_view(run, tick: Tick = 0)` gives lessons a drawing "side_view" with the key `tick` and its default.
`@measure` on `def height(run, tick: Tick = 0)` gives them a measure "height". Shared keys are explained in argument_types.
An underscore at the end of the function's name is left out: a lesson can have a drawing and a measure of one name.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from functools import partial
from inspect import Signature, signature

DRAWINGS: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run
MEASURES: dict[str, Callable] = {}  # the same


def drawing(function: Callable) -> Callable:
    """Register a function as a drawing and return it. Its arguments are a Run and annotated keys; it returns an Svg."""
    return registered(DRAWINGS, function)


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
    build.__dict__["__signature__"] = Signature(own)
    build.__annotations__ = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    build.__doc__ = function.__doc__
    registry[function.__name__.removesuffix("_")] = build
    return function


def import_files(package: str, folders: Iterable[str]) -> None:
    """Import all files of a package, which registers their drawings and measures. folders: its `__path__`"""
    for found in pkgutil.iter_modules(folders, f"{package}."):
        importlib.import_module(found.name)
