"""The keys of a level file for title, spawn, gravity, sun, sky, materials, signs, goals, views and tour.

A function's signature is the schema of its table: parameters are keys, annotations are rules. Degrees become radians.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Any

from ..core.value_rules import Colour, Degrees, Length, ListOf, Number, Passing, Point, TableOf, Text, Yes, call_checked, refusal
from ..core.vec3 import UP
from .contents.level import PALETTE, Goal, Material, Pattern, Sign, Sky, Spawn, Sun, Vector, View
from .contents.volume import Direction, Down, gravity_table, unit


def spawn_table(at: Point, heading: Degrees = 0.0) -> Spawn:
    return Spawn(at, math.radians(heading))


def sun_table(heading: Degrees, elevation: Annotated[float, Number(1.0, 90.0, "degrees")] = 45.0) -> Sun:
    return Sun(math.radians(heading), math.radians(elevation))


def sky_table(zenith: Colour, horizon: Colour) -> Sky:
    return Sky(zenith, horizon)


def sign_table(text: Text, at: Point, heading: Degrees = 180.0, height: Length = 0.25, upwards: Direction = UP) -> Sign:
    return Sign(text, at, math.radians(heading), height, unit("upwards", upwards))


def goal_table(name: Text, at: Point, found: Text = "", view: Yes = False) -> Goal:
    return Goal(name, at, found, view)


def view_table(name: Text, eye: Point, target: Point) -> View:
    return View(name, eye, target)


def material_table(colour: Colour, pattern: Pattern = "grid") -> tuple[Vector, str]:
    return colour, pattern


class MaterialsRule:
    """The tables [materials.NAME]. A material here replaces the one of the same name in the palette."""

    def __str__(self) -> str:
        return "tables [materials.NAME] with colour and pattern"

    def check(self, value: Any, where: str) -> dict[str, Material]:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        return {name: Material(name, *call_checked(material_table, table, f"{where}.{name}")) for name, table in value.items()}


@dataclass(frozen=True)
class Header:
    """The top-level keys and tables of a level file except parts, movers, volumes, exhibits and cases, as in Level."""

    title: Text
    spawn: Annotated[Spawn, TableOf(spawn_table)]
    about: Text = ""
    sun: Annotated[Sun, TableOf(sun_table)] = Sun(math.radians(140.0), math.radians(42.0))
    sky: Annotated[Sky | None, TableOf(sky_table)] = None
    materials: Annotated[dict[str, Material], MaterialsRule()] = field(default_factory=dict)
    signs: Annotated[tuple[Sign, ...], ListOf(TableOf(sign_table))] = ()  # without those of parts
    goals: Annotated[tuple[Goal, ...], ListOf(TableOf(goal_table))] = ()
    views: Annotated[tuple[View, ...], ListOf(TableOf(view_table))] = ()
    tour: Annotated[str, Passing("a script in quotes", lambda value: isinstance(value, str))] = ""
    gravity: Annotated[Down | None, TableOf(gravity_table)] = None

    def palette(self) -> dict[str, Material]:
        return {**PALETTE, **self.materials}
