"""The TOML table of a page's drawing. Its key `draw` names the drawing. All other keys are arguments of the drawing."""

from collections.abc import Callable
from typing import Any

from ..core.input_errors import InputError
from ..core.value_rules import call_checked, nearest, refusal
from .course import DRAWINGS


class DrawingRule:
    """The schema of a drawing's TOML table, which becomes a function from a Run to an Svg."""

    def __str__(self) -> str:
        return "a table of draw, the name of a drawing, and the drawing's own keys"

    def check(self, value: Any, where: str) -> Callable:
        """Return the drawing of a table `value`, as a function of a Run that returns an Svg.

        Raises InputError, which names the table's place in the file (`where`), if the table is invalid.
        """
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        name = value.get("draw")
        if not isinstance(name, str) or name not in DRAWINGS:
            raise InputError(f"{where}: draw = {name!r} does not exist{nearest(name, DRAWINGS)}; there are {', '.join(DRAWINGS)}")
        own = {key: part for key, part in value.items() if key != "draw"}
        return call_checked(DRAWINGS[name], own, f"{where}: drawing {name}")
