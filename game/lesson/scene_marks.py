"""Marks of a page: named points, discs, arrows, outlines and triangles in its scene, at places of the page's run."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from game.collision import Outcome
from game.overlay import palette
from game.overlay.geometry.shape_types import Arrow, Disc, Label, Polyline, Triangles
from game.overlay.geometry.shape_types import Point as Dot
from game.overlay.geometry.spaces import body_axes
from game.overlay.geometry.unit_meshes import circle
from game.overlay.iteration_overlay import body_rings
from game.overlay.tick_overlay import NORMAL_LENGTH, along, corners_of
from game.value_rules import Number, OneOf, Point, Text, Yes, refusal

from .measures.registry import Tick
from .measures.sweeps_and_contacts import sweeps_of
from .measures.triangle_test_values import touched_test

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
SIZE = 0.022  # [m] radius of a point; an arrow's shaft is 0.7 times as thick, a line 0.35 times


class PlaceRule:
    """The schema of a place: coordinates, the name of a place, or a list of a name and an offset."""

    def __str__(self) -> str:
        return f"[x, y, z], the name of a place, or [name, dx, dy, dz]; there are {', '.join(PLACES)}"

    def check(self, value: Any, where: str) -> tuple[str, tuple]:
        """Return (name, offset (3,) [m]) of a place. For coordinates, the name is "" and the offset contains the coordinates.

        Raise InputError, which names the value's place in the file (`where`), if it is invalid.
        """
        name, offset = (value, [0, 0, 0]) if isinstance(value, str) else ("", value)
        if isinstance(value, list) and value and isinstance(value[0], str):
            name, offset = value[0], value[1:]
        if name and name not in PLACES:
            raise refusal(value, where, self)
        return name, Point.__metadata__[0].check(offset, where)


Place = Annotated[tuple | None, PlaceRule()]


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
    name: text beside the mark
    colour: a key of COLOURS, or "" for the form's own
    tick: counted from 1; 0 is the tick of the page's shot
    length: factor by which an arrow or a line is longer than from `at` to `to`
    answered: True to draw the mark only after the page's question was answered
    """

    draw: Annotated[str, OneOf(tuple(FORMS))]
    at: Place = ("contact", (0.0, 0.0, 0.0))
    to: Place = None
    name: Text = ""
    colour: Annotated[str, OneOf(tuple(COLOURS))] = ""
    tick: Tick = 0
    length: Annotated[float, Number(0.1, 10.0)] = 1.0
    answered: Yes = False

    def shapes(self, run) -> list:
        """Return the mark's overlay shapes in world space. `run` is the page's Run.

        Raises IndexError as `named_place` does, and ValueError as `section` does.
        """
        colour = COLOURS[self.colour or FORMS[self.draw]]
        at = place_of(run, self.tick, self.at)
        record = run.record(self.tick)
        named, foot = at, None
        if self.draw == "point":
            shapes = [Dot(tuple(at), colour, SIZE)]
        elif self.draw in ("arrow", "line"):
            to = at + self.length * (place_of(run, self.tick, self.to) - at)
            named = (at + to) / 2
            is_arrow = self.draw == "arrow"
            is_normal = self.to[0].endswith("normal")
            foot = tuple(at) if is_normal else None
            shapes = [Polyline(np.array([at, to]), colour, 0.35 * SIZE)]
            shapes = [Arrow(tuple(at), tuple(to), colour, 0.7 * SIZE, is_normal)] if is_arrow else shapes
        elif self.draw == "disc":
            radius = float(np.linalg.norm(place_of(run, self.tick, self.to) - at))
            shapes = [Disc(tuple(at), (0.0, 0.0, 1.0), radius, colour)]
        elif self.draw == "triangle":
            corners = corners_of(run.simulation, np.array([sweeps_of(run, "move", self.tick)[0].triangle]), record.tick)
            named, shapes = corners[0].mean(axis=0), [Triangles(corners, np.array([colour]))]
        elif self.draw == "candidates":
            table = np.array([palette.OUTCOMES[outcome] for outcome in Outcome])
            faces = corners_of(run.simulation, record.trace.candidates, record.tick)
            shapes = [Triangles(faces, table[sweeps_of(run, "move", self.tick)[0].outcomes])]
        elif self.draw == "body":
            axes = body_axes(record.body.heading, record.trace.frame)
            shapes = list(body_rings(at, record.body.radii, axes, colour))
            named = at + record.body.radii[2] * axes[2]
        else:
            shapes = [Polyline(section(run, self.tick, at), colour, SIZE / 2)]
            named = shapes[0].points[0]
        return shapes + ([Label(tuple(named), self.name, tuple(0.5 + 0.5 * part for part in colour), foot)] if self.name else [])


def marks_of(run, is_answered):
    """Return the overlay shapes of the marks of a Run's page, in world space, a list.

    is_answered: True if the page's question was answered; otherwise marks with `answered` are left out
    """
    return [shape for mark in run.page.marks if is_answered or not mark.answered for shape in mark.shapes(run)]


def place_of(run, tick, place):
    """Return the position (3,) [m] of a place in the world.

    place: (name of a place, offset (3,) [m]), or ("", coordinates)
    Raises IndexError as `named_place` does.
    """
    name, offset = place
    return np.array(offset, float) + (named_place(run, tick, name) if name else 0.0)


def named_place(run, tick, name):
    """Return the position (3,) [m] in the world of one of PLACES in a tick. SceneMark explains the names.

    Raises IndexError for a tick without a sweep of the move pass, and for a place of a contact if the first sweep has none.
    """
    record = run.record(tick)
    if name in ("before", "after"):
        return np.array(getattr(record, name).position)
    step = sweeps_of(run, "move", tick)[0]
    if name in ("start", "touching", "end"):
        return np.array(along(step.start, step.displacement, {"start": 0.0, "touching": step.fraction, "end": 1.0}[name]))
    if not step.hit:
        raise IndexError(f"{name}: the first sweep of the tick has no contact")
    if name == "contact":
        return np.array(step.point)
    if name.endswith("normal"):
        return np.array(along(step.point, step.normal if name == "normal" else step.face_normal, NORMAL_LENGTH))
    test = touched_test(run, "move", 0, tick)
    point = test.point_on_plane if name == "q" else test.corners[int(name[1]) - 1]
    axes = body_axes(record.body.heading, record.trace.frame)
    return (np.array(point) * record.body.radii) @ axes + step.start  # the test counts from the sweep's start


def section(run, tick, centre):
    """Return the closed curve (n, 3) [m] in which the body cuts the plane of the first triangle that it touches in a tick.

    centre: (3,) of the body [m]
    Raises ValueError if the body does not reach the plane.
    """
    record, step = run.record(tick), sweeps_of(run, "move", tick)[0]
    axes, radii = body_axes(record.body.heading, record.trace.frame), np.array(record.body.radii)
    corner, normal = named_place(run, tick, "p1"), (axes @ np.array(step.face_normal)) * radii
    height = float(np.dot(step.face_normal, corner - centre)) / np.linalg.norm(normal)  # of the plane, in eSpace
    if abs(height) > 1.0:
        raise ValueError("mark section: the body does not reach the plane there")
    normal /= np.linalg.norm(normal)
    across = np.cross(normal, np.eye(3)[np.argmin(abs(normal))])
    across /= np.linalg.norm(across)
    ring = circle(48) @ np.array([across, np.cross(normal, across)]) * np.sqrt(1.0 - height * height) + height * normal
    return centre + (ring * radii) @ axes
