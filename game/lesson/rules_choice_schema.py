"""The keys of a page that choose the player's rules: `rules` names a preset, `switches` changes fields of it."""

from dataclasses import fields
from typing import Annotated, Any

from ..collision import Rules
from ..core.value_rules import OneOf, nearest, refusal
from ..simulation.twins import choices, rules_of
from .lesson import RulesChoice

PLAYERS = ("skin", "max_slope", "climb")  # fields of Rules that the player's parameters set (PlayerParams.on)
FREE = tuple(field.name for field in fields(Rules) if field.name not in PLAYERS)


class SwitchesRule:
    """The schema of the table `switches`: fields of Rules, with the values that replace the preset's."""

    def __str__(self) -> str:
        return "a table of " + ", ".join(FREE)

    def check(self, value: Any, where: str) -> tuple:
        """Return the pairs ((field, value), ...) of a TOML table `value`.

        Raise InputError, which names the table's place in the file (`where`), if the table is invalid.
        """
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        for name, wanted in value.items():
            if name not in FREE:
                raise refusal(name, where, f"{self}{nearest(name, FREE)}")
            if isinstance(wanted, bool) != (name in Rules.SWITCHES) or not isinstance(wanted, (bool, int, float)):
                raise refusal(wanted, f"{where}.{name}", "true or false" if name in Rules.SWITCHES else "a number")
        return tuple(value.items())


class TwinRule:
    """The schema of a twin: a value must be the name of rules that a twin can have."""

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{name}"' for name in choices())

    def check(self, value: Any, where: str) -> str:
        """Return `value`, the name of a twin's rules.

        Raise InputError, which names the value's place in the file (`where`), for any other value.
        """
        try:
            rules_of(value)
        except (ValueError, AttributeError):
            raise refusal(value, where, f"{self}{nearest(value, choices())}") from None
        return value


def rules_choice(
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern", switches: Annotated[tuple, SwitchesRule()] = ()
) -> RulesChoice:
    """Return the RulesChoice of the keys `rules` and `switches` of a page.

    Raises ValueError for a value that Rules does not allow.
    """
    choice = RulesChoice(rules, switches)
    choice.build()
    return choice
