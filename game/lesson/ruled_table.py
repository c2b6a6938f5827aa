"""The keys that say by which rules somebody walks: `rules`, the name of a preset, and `switches`, what is changed in it."""

from dataclasses import fields
from typing import Annotated, Any

from game.collision import Rules
from game.level.schema import OneOf, nearest, refusal

from .lesson import Ruled

PLAYERS = ("skin", "max_slope", "climb")  # fields of Rules that the player's parameters set (PlayerParams.on)
FREE = tuple(field.name for field in fields(Rules) if field.name not in PLAYERS)


class SwitchesRule:
    """Fields of Rules with the values that they shall have instead of the preset's."""

    def __str__(self) -> str:
        return "a table of " + ", ".join(FREE)

    def check(self, value: Any, where: str) -> tuple:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        for name, wanted in value.items():
            if name not in FREE:
                raise refusal(name, where, f"{self}{nearest(name, FREE)}")
            if isinstance(wanted, bool) != (name in Rules.SWITCHES) or not isinstance(wanted, (bool, int, float)):
                raise refusal(wanted, f"{where}.{name}", "true or false" if name in Rules.SWITCHES else "a number")
        return tuple(value.items())


def ruled_table(
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern", switches: Annotated[tuple, SwitchesRule()] = ()
) -> Ruled:
    """Rules of a player or of a twin. ValueError when Rules refuses a number."""
    ruled = Ruled(rules, switches)
    ruled.made()
    return ruled
