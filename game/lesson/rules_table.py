"""The keys for the rules of a player: `rules`, the name of a preset, and `switches`, the fields changed in it."""

from dataclasses import fields
from typing import Annotated, Any

from game.collision import Rules
from game.level.schema import OneOf, nearest, refusal
from game.simulation.twins import choices, rules_of

from .lesson import RulesChoice

PLAYERS = ("skin", "max_slope", "climb")  # fields of Rules that the player's parameters set (PlayerParams.on)
FREE = tuple(field.name for field in fields(Rules) if field.name not in PLAYERS)


class SwitchesRule:
    """Fields of Rules with values that replace the preset's."""

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
    """The rules of a twin by name."""

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{name}"' for name in choices())

    def check(self, value: Any, where: str) -> str:
        try:
            rules_of(value)
        except (ValueError, AttributeError):
            raise refusal(value, where, f"{self}{nearest(value, choices())}") from None
        return value


def rules_choice(
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern", switches: Annotated[tuple, SwitchesRule()] = ()
) -> RulesChoice:
    """The RulesChoice of the keys. ValueError for a value that Rules does not allow."""
    choice = RulesChoice(rules, switches)
    choice.build()
    return choice
