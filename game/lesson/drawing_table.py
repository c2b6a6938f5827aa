"""The drawing of a page: a table that names a drawing. Its other keys are the parameters of the drawing."""

from collections.abc import Callable
from typing import Any

from game.errors import InputError
from game.level.schema import call_checked, nearest, refusal

from .drawings import DRAWINGS


class DrawingRule:
    """A table that becomes a function of a Run, which returns a formula.Svg."""

    def __str__(self) -> str:
        return "a table of draw, the name of a drawing, and the drawing's own keys"

    def check(self, value: Any, where: str) -> Callable:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        name = value.get("draw")
        if not isinstance(name, str) or name not in DRAWINGS:
            raise InputError(f"{where}: draw = {name!r} does not exist{nearest(name, DRAWINGS)}; there are {', '.join(DRAWINGS)}")
        own = {key: part for key, part in value.items() if key != "draw"}
        return call_checked(DRAWINGS[name], own, f"{where}: drawing {name}")
