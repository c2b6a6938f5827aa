"""The registry of measures: functions of a page's Run that return the numbers which the page may claim.

`@measure` on `def height(run, tick: Tick = 0)` gives lessons a measure "height" with the key `tick`, its default and its limits.
Arguments that measures and drawings share are explained in argument_types.
"""

from collections.abc import Callable
from functools import partial
from inspect import Signature, signature

MEASURES: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run


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
