"""The palette of materials that every level may use by name, and the parsing of colours."""

import re
from typing import Annotated, Any

from game.input_errors import InputError
from game.level.level import Material
from game.value_rules import Number, OneOf, Row, refusal

HEX = re.compile(r"#[0-9a-fA-F]{6}")


class ColourRule:
    """A colour: "#rrggbb" or [red, green, blue] from 0 to 1."""

    parts = Row(Number(0.0, 1.0), 3)

    def __str__(self) -> str:
        return 'a colour "#rrggbb" or [red, green, blue], each from 0 to 1'

    def check(self, value: Any, where: str) -> tuple[float, float, float]:
        if isinstance(value, str) and HEX.fullmatch(value):
            return from_hex(value)
        try:
            return self.parts.check(value, where)
        except InputError:
            raise refusal(value, where, self) from None


def from_hex(text: str) -> tuple[float, float, float]:
    """Return (red, green, blue), each 0..1, of a text "#rrggbb"."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


Colour = Annotated[tuple, ColourRule()]
PATTERNS = ("grid", "checker", "stripes", "plain")
Pattern = Annotated[str, OneOf(PATTERNS)]


PALETTE = {
    name: Material(name, from_hex(colour), pattern)
    for name, colour, pattern in (
        ("floor", "#9b9ea3", "grid"),
        ("stone", "#cdc6b6", "grid"),
        ("pale", "#e0dccf", "grid"),
        ("slate", "#6d737c", "grid"),
        ("tread", "#e0ae4a", "grid"),
        ("riser", "#c76a24", "grid"),
        ("ramp", "#479bd8", "grid"),
        ("ramp_side", "#34719f", "grid"),
        ("red", "#d05240", "grid"),
        ("dark_red", "#93392f", "grid"),
        ("teal", "#3fa596", "grid"),
        ("violet", "#8373b8", "grid"),
        ("wood", "#a97c50", "stripes"),
        ("grass", "#7ba153", "checker"),
        ("earth", "#8d7455", "plain"),
        ("sand", "#d9c48f", "checker"),
        ("hazard", "#d8b13a", "stripes"),
    )
}
