"""The palette of materials that every level may use by name, and the names of their patterns."""

from typing import Annotated

from ...core.value_rules import OneOf, from_hex
from .level import Material

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
