"""The registry of drawings: pictures with letters that a page may show, as functions of the page's run.

`@drawing` on `def side_view(run, tick: Tick = 0)` gives lessons a drawing "side_view" with the key `tick` and its default.
"""

from collections.abc import Callable

from ..measures.registry import registered

DRAWINGS: dict[str, Callable] = {}  # by name: takes the checked arguments, returns a function of a Run


def drawing(function: Callable) -> Callable:
    """Register a drawing: a function of a Run and of annotated arguments, which returns a formula.Svg."""
    return registered(DRAWINGS, function)
