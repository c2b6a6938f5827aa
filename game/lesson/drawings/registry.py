"""The registry of drawings: functions of a page's Run that return an SVG picture.

`@drawing` on `def side_view(run, tick: Tick = 0)` gives lessons a drawing "side_view" with the key `tick` and its default.
Shared keys such as `of`, `contact` and `tick` are explained in measures/argument_types.py.
"""

from collections.abc import Callable

from ..measures.registry import registered

DRAWINGS: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run


def drawing(function: Callable) -> Callable:
    """Register a function as a drawing and return it. Its arguments are a Run and annotated keys; it returns an Svg."""
    return registered(DRAWINGS, function)
