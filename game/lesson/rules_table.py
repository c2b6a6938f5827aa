"""The keys that say by which rules somebody walks: `rules`, the name of a preset, and `switches`, what is changed in it."""

from dataclasses import fields
from typing import Annotated, Any

from game.collision import Rules
from game.level.schema import OneOf, nearest, refusal
from game.simulation.twins import choices, rules_of

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


class TwinRule:
    """Rules of a twin, by the name that the game has for them."""

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{name}"' for name in choices())

    def check(self, value: Any, where: str) -> str:
        try:
            rules_of(value)
        except (ValueError, AttributeError):
            raise refusal(value, where, f"{self}{nearest(value, choices())}") from None
        return value


def ruled_table(
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern", switches: Annotated[tuple, SwitchesRule()] = ()
) -> Ruled:
    """Rules of the player. ValueError when Rules refuses a number."""
    ruled = Ruled(rules, switches)
    ruled.made()
    return ruled
