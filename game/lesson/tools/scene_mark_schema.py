"""The keys of a page's scene marks in a lesson's TOML file: forms, places and colours, and their check."""

from dataclasses import dataclass
from typing import Annotated, Any, get_args

from ...core.value_rules import Number, OneOf, Point, Text, Yes, refusal
from ...core.vec3 import Vector
from ...explain import palette
from .registry import Tick

COLOURS = {
    "white": palette.BODY,
    "blue": palette.VELOCITY_BEFORE,
    "pink": palette.VELOCITY_AFTER,
    "yellow": palette.CONTACT,
    "green": palette.NORMAL,
    "red": palette.OUTCOMES[max(palette.OUTCOMES)],
    "olive": palette.LAST_TOUCH,
    "sky": palette.MOVE_COLOUR,
}
FORMS = {  # and their own colours
    "point": "yellow",
    "arrow": "blue",
    "line": "white",
    "disc": "yellow",
    "body": "white",
    "section": "yellow",
    "triangle": "red",
    "candidates": "white",
}
PLACES = ("before", "after", "start", "touching", "end", "contact", "normal", "face_normal", "q", "p1", "p2", "p3")


class PlaceRule:
    """The schema of a place: coordinates, the name of a place, or a list of a name and an offset."""

    def __str__(self) -> str:
        return f"[x, y, z], the name of a place, or [name, dx, dy, dz]; there are {', '.join(PLACES)}"

    def check(self, value: Any, where: str) -> tuple[str, Vector]:
        """Return (name, offset [m]) of a place; ("", coordinates) for coordinates. Raise InputError if it is invalid."""
        name, offset = (value, [0, 0, 0]) if isinstance(value, str) else ("", value)
        if isinstance(value, list) and value and isinstance(value[0], str):
            name, offset = value[0], value[1:]
        if name and name not in PLACES:
            raise refusal(value, where, self)
        return name, get_args(Point)[1].check(offset, where)


Place = tuple[str, Vector]  # (name, offset [m]), or ("", coordinates [m])


@dataclass(frozen=True)
class SceneMark:
    """A named point, disc, arrow or outline in the scene, by the keys of its TOML table.

    Places are those of the first sweep of a tick's move pass.
    draw: form of the mark:
        "point": a point at `at`; "arrow", "line": from `at` to `to`;
        "disc": a horizontal disc with its centre at `at`, as wide as from `at` to `to`;
        "body": the outline of the body with its centre at `at`;
        "section": the curve in which the body with its centre at `at` cuts the plane of the touched triangle;
        "triangle": the touched triangle; "candidates": all candidates, in the colours of their outcomes
    at, to: places:
        "before", "after": the body's centre before and after the tick;
        "start", "touching", "end": the body's centre at t = 0, at the contact and at t = 1;
        "contact": the contact point; "normal", "face_normal": the tips of the normals at the contact;
        "q": the point where the sphere first meets the plane of the touched triangle; "p1", "p2", "p3": its corners
    """

    draw: Annotated[str, OneOf(tuple(FORMS))]
    at: Annotated[Place, PlaceRule()] = ("contact", (0.0, 0.0, 0.0))
    to: Annotated[Place | None, PlaceRule()] = None
    name: Text = ""  # text beside the mark
    colour: Annotated[str, OneOf(tuple(COLOURS))] = ""  # a key of COLOURS, or "" for the form's own
    tick: Tick = 0  # counted from 1; 0 is the tick of the page's shot
    length: Annotated[float, Number(0.1, 10.0)] = 1.0  # factor by which an arrow or a line is longer than from `at` to `to`
    answered: Yes = False  # True to draw the mark only after the page's question was answered
