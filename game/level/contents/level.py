"""A level in memory, rays against it, and the runs of it that are compared with golden records."""

import hashlib
import math
import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, NamedTuple

import numpy as np

from ...collision import Rules, TriangleMesh
from ...collision.mesh.bvh import FLATTEST
from ...core.input_errors import InputError, counted
from ...core.value_rules import (
    NAME,
    TEXT,
    Angle,
    Colour,
    Degrees,
    Direction,
    Heading,
    ImpossibleShape,
    Length,
    ListOf,
    OneOf,
    Passing,
    Point,
    TableOf,
    Text,
    Whole,
    Yes,
    from_hex,
)
from ...core.vec3 import UP, ZERO, Vector, VectorLike, along, hypot3
from .exhibit_place import ExhibitPlace
from .mesh_pictures_and_colours import MeshLook, SurfaceFinish
from .mover import Mover
from .volume import Down, MagicWall, Volume

OFF, RUN, COMPARE = MODES = ("off", "run", "compare")  # not run; run only; run and compared with the golden record
# the player's eyes; from behind; from `eye` to `target`; from the side, the level cut open at the first contact
FIRST, THIRD, FREE, SECTION = CAMERAS = ("first", "third", "free", "section")
LATEST_TICK = 100_000  # largest tick of a shot. Smaller: no pictures of the end of long tours; larger: a case takes minutes

SCRIPT = Passing("a script in quotes", lambda value: isinstance(value, str) and bool(value.strip()))
# Read as pairs (name, text). The class PlayerParams checks their names and limits later.
SETTINGS = Passing(
    "a table of player parameters, such as { speed = 8.0 }",
    lambda value: isinstance(value, dict) and all(isinstance(one, (int, float, list)) for one in value.values()),
    lambda value: tuple((name, setting_text(one)) for name, one in value.items()),
)


def setting_text(value: Any) -> str:
    """Return a number, or a list of numbers, in the form that the command line accepts, such as "8.0" or "0.3,0.3,0.9"."""
    return ",".join(map(repr, value)) if isinstance(value, list) else repr(value)


@dataclass(frozen=True)
class Shot:
    """A picture of a case. Raises ImpossibleShape for a free camera without eye or target, or another camera with one."""

    tick: Annotated[int, Whole(1, LATEST_TICK)]  # taken after the tick of this number
    look: Text  # what the reader should see in it
    camera: Annotated[str, OneOf(CAMERAS)] = THIRD
    eye: Point | None = None  # (3,) [m] of a free camera, None for the others
    target: Point | None = None  # (3,) [m] that a free camera looks at
    overlays: Annotated[tuple[str, ...] | None, ListOf(TEXT)] = None  # their names, or None for the default ones

    def __post_init__(self) -> None:
        if (self.camera == FREE) != (self.eye is not None and self.target is not None):
            raise ImpossibleShape('a shot needs eye and target if its camera is "free", and must not have them otherwise')

    @property
    def name(self) -> str:
        return f"{self.tick}-{self.camera}"


@dataclass(frozen=True)
class Case:
    """A run of a level by a script. Its fields are the keys of [[cases]]. Raises ImpossibleShape for two shots of one name."""

    name: Annotated[str, NAME]
    about: Text = ""
    mode: Annotated[str, OneOf(MODES)] = COMPARE
    script: Annotated[str, SCRIPT] = ""  # inputs, or "" for the level's tour
    hz: Annotated[int, Whole(30, 480)] = 60  # ticks per second
    rules: Annotated[str, OneOf(Rules.NAMES)] = "modern"
    set: Annotated[tuple[tuple[str, str], ...], SETTINGS] = ()  # player parameters as on the command line: ("speed", "8")
    spawn: Point | None = None  # the feet at the start (3,) [m]; None: at the level's spawn
    heading: Degrees | None = None  # at the start [degrees]; None: that of the level's spawn
    shots: Annotated[tuple[Shot, ...], ListOf(TableOf(Shot))] = ()

    def __post_init__(self) -> None:
        refuse_twice([shot.name for shot in self.shots], "shots: tick and camera")


def refuse_twice(names: list[str], what: str) -> None:
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ImpossibleShape(f'{what} "{twice[0]}" is given twice')


NOTHING_DRAWN = "nothing in it is drawn, so the collision shape is shown"


@dataclass(frozen=True)
class Material:
    """The material of a surface: a colour with a pattern, or a finish that is drawn instead of the pattern."""

    name: str
    colour: Vector  # red, green, blue, each 0..1
    pattern: str = "grid"  # one of PATTERNS
    finish: SurfaceFinish | None = None  # of a mesh file; None to draw the pattern


PATTERNS = ("grid", "blocks", "bricks", "planks", "checker", "stripes", "plain")
Pattern = Annotated[str, OneOf(PATTERNS)]
PALETTE = {  # the materials that every level may use by name
    name: Material(name, from_hex(colour), pattern)
    for name, colour, pattern in (
        ("floor", "#9b9ea3", "grid"),
        ("stone", "#cdc6b6", "blocks"),
        ("pale", "#e0dccf", "blocks"),
        ("slate", "#6d737c", "blocks"),
        ("tread", "#e0ae4a", "grid"),
        ("riser", "#c76a24", "grid"),
        ("ramp", "#479bd8", "grid"),
        ("ramp_side", "#34719f", "grid"),
        ("red", "#d05240", "bricks"),
        ("dark_red", "#93392f", "bricks"),
        ("teal", "#3fa596", "grid"),
        ("violet", "#8373b8", "blocks"),
        ("wood", "#a97c50", "planks"),
        ("grass", "#7ba153", "checker"),
        ("earth", "#8d7455", "plain"),
        ("sand", "#d9c48f", "checker"),
        ("hazard", "#d8b13a", "stripes"),
    )
}


PLACEHOLDER = re.compile(r"\{\w*\}")
MARKS = "{marks}"  # in the text of a Sign: the numbers of golden marks found and there, in all levels
SIGN_TEXT = Passing(
    f"a text of at least one character, in which only {MARKS} may stand in braces",
    lambda value: isinstance(value, str) and bool(value.strip()) and set(PLACEHOLDER.findall(value)) <= {MARKS},
)


LONGEST, MOST_LINES = 60, 24  # letters of a line and lines of a sign. More: a board as long as a street, or as high as a house


def board_text(text: str) -> str:
    """Return the text of a sign with its long lines broken, if possible at spaces. Lines after MOST_LINES become dots."""
    lines = [part for line in text.split("\n") for part in (wrap(line, LONGEST) if len(line) > LONGEST else [line])]
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"])


@dataclass(frozen=True)
class Sign:
    """Flat text in the level. The front faces along `heading`, so a reader looks in the opposite direction."""

    text: Annotated[str, SIGN_TEXT]  # lines separated by "\n", as `board_text` returns them
    at: Point  # middle of the text [m]
    heading: Heading = math.pi  # [rad], in the plane perpendicular to `upwards`
    height: Length = 0.25  # height of one line of text [m]
    upwards: Direction = UP  # unit vector that the text's lines are perpendicular to

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", board_text(self.text))

    def with_marks(self, marks: str) -> "Sign":
        """Return the Sign with words for MARKS. Without words, as in pictures, the lines with MARKS are left out."""
        lines = [line.replace(MARKS, marks) for line in self.text.split("\n") if marks or MARKS not in line]
        return replace(self, text="\n".join(lines))


@dataclass(frozen=True)
class Sun:
    """The direction towards the sun: its heading, and its elevation above the horizon [rad]."""

    heading: Heading
    elevation: Annotated[float, Angle(1.0, 90.0, "degrees")] = math.radians(45.0)


@dataclass(frozen=True)
class Sky:
    """The colours of the sky overhead and at the horizon as (red, green, blue), each 0..1."""

    zenith: Colour
    horizon: Colour


@dataclass(frozen=True)
class Spawn:
    at: Point  # the floor under the player [m]
    heading: Heading = 0.0  # [rad]
    view: Yes = False  # the camera turns once round there, in a game


FOUND_WITHIN = 1.3  # [m] from the feet to the goal. Less: the player walks past it; more: it is found through a wall


class Stop(NamedTuple):
    """A place to pass before a goal."""

    at: Point  # of the feet (3,) [m]
    name: Text = ""


@dataclass(frozen=True)
class Goal:
    """A place for the player to find. It does not affect the player, so the level's hash ignores it."""

    name: Text
    at: Point  # of the feet (3,) [m]
    found: Text = ""  # shown when the player reaches the place
    view: Yes = False  # True for a place with a view, where the camera turns once round
    way: Annotated[tuple[Stop, ...], ListOf(TableOf(Stop))] = ()  # before it, in their order: the arrow leads to the next one


@dataclass(frozen=True)
class View:
    name: Text
    eye: Point
    target: Point


@dataclass(frozen=True, eq=False)
class Level:
    """A level: everything that was read from a level file or a mesh file. It never changes."""

    name: str
    title: str
    about: str
    path: Path
    vertices: np.ndarray  # (v, 3) float64 [m], z up
    triangles: np.ndarray  # (t, 3) int64, counter-clockwise seen from outside
    surfaces: np.ndarray  # (t,) int64 into materials
    materials: tuple[Material, ...]
    spawn: Spawn
    sun: Sun
    sky: Sky | None = None
    signs: tuple[Sign, ...] = ()
    goals: tuple[Goal, ...] = ()
    tour: str = ""  # a script, see game.simulation.parse_script
    views: tuple[View, ...] = ()
    movers: tuple[Mover, ...] = ()
    volumes: tuple[Volume, ...] = ()
    gravity: Down | None = None  # None means along -z
    exhibits: tuple[ExhibitPlace, ...] = ()
    cases: tuple[Case, ...] = ()
    parts: tuple[tuple[int, str], ...] = ()  # (first triangle, name) of each part, in the order of the triangles
    files: tuple[Path, ...] = ()  # other files that the level was read from, such as mesh files of its parts
    reading: dict[str, Any] = field(default_factory=dict)  # options with which a mesh file was read: axis, scale, look
    notes: tuple[str, ...] = ()  # how a mesh file was read: its size, its axis; and places that lie in solids
    drawn_as: "Level | None" = None  # set if the drawn triangles differ from the solid triangles
    look: MeshLook | None = None  # look of the triangles, or None if they have the colours of their materials

    @classmethod
    def of_mesh(cls, name: str, mesh: TriangleMesh, feet: Vector = ZERO) -> "Level":
        """Return a level of a mesh alone, which is not drawn. feet: of the spawn (3,) [m]"""
        level = cls(name, name, "", Path(), mesh.vertices, mesh.triangles, mesh.surfaces, (), Spawn(feet, 0.0), Sun(0.0, 0.0))
        vars(level)["mesh"] = mesh
        return level

    @cached_property
    def mesh(self) -> TriangleMesh:
        """The collision mesh. Raises InputError if it cannot be built, for example if no triangle has an area."""
        try:
            return TriangleMesh(self.vertices, self.triangles, self.surfaces)
        except ValueError as problem:
            raise InputError(f"{self.path}: cannot be played: {problem}") from None

    @property
    def drawn(self) -> "Level":
        return self.drawn_as or self

    def drawn_with(self, drawn: "Level") -> "Level":
        """Return a copy of which the triangles of `drawn` are drawn. If none of them has an area, the solid ones stay drawn."""
        corners = drawn.vertices[drawn.triangles]
        sides = corners - corners[:, (1, 2, 0)]
        areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
        if not (areas > FLATTEST * (sides**2).sum(axis=2).max(axis=1)).any():
            return replace(self, notes=(*self.notes, NOTHING_DRAWN))
        return replace(self, drawn_as=drawn)

    def in_grid_look(self) -> "Level":
        """Return a copy with plain colours and patterns only. Raises InputError as `mesh` does."""
        found = replace(
            self,
            look=None,
            materials=tuple(replace(material, finish=None) for material in self.materials),
            movers=tuple(replace(mover, look=None) for mover in self.movers),
            drawn_as=self.drawn_as and self.drawn_as.in_grid_look(),
        )
        found.__dict__["mesh"] = self.mesh  # the same triangles; building them twice would double the loading time
        return found

    @cached_property
    def hash(self) -> str:
        """The hash of all that moves or stops the player, as 16 hex digits. Titles, scripts, signs and looks do not count."""
        digest = hashlib.sha256()
        digest.update(np.ascontiguousarray(self.vertices + 0.0, dtype="<f8").tobytes())  # + 0.0: -0 becomes 0
        for numbers in (self.triangles, self.surfaces):
            digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())
        digest.update(np.array([*self.spawn.at, self.spawn.heading], dtype="<f8").tobytes())
        for mover in self.movers:
            digest.update(mover.digest())
        for one in (*self.volumes, self.gravity, *self.exhibits):
            digest.update(b"" if one is None else repr(one).encode())
        return digest.hexdigest()[:16]

    def part_of(self, triangle: int) -> str:
        """Return the name of the part that a triangle belongs to, or "" if the level has no parts."""
        parts_before = bisect_right(self.parts, triangle, key=lambda part: part[0])
        return self.parts[parts_before - 1][1] if parts_before else ""

    @cached_property
    def report(self) -> str:
        dropped = self.mesh.dropped
        return f"{self.name}: {counted(len(self.triangles) - dropped, 'triangle')} kept, {dropped} dropped for having no area"


class LevelRaycast:
    """The solids of a Level and its movers at a time [s]. Its `raycast` is as that of a TriangleMesh."""

    def __init__(self, level: Level, time: float):
        self._mesh, self._time = level.mesh, time
        self._movers = level.movers
        self.magic = [volume for volume in level.volumes if isinstance(volume.effect, MagicWall)]

    def raycast(self, origins: np.ndarray, directions: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """Return the distances (n,) [m] to the first surfaces, or inf. origins: (n, 3) [m]; directions: unit (n, 3)"""
        nearest = self._mesh.raycast(origins, directions, lengths)
        ends = origins + directions * np.reshape(lengths, (-1, 1))
        low, high = np.minimum(origins, ends).min(axis=0), np.maximum(origins, ends).max(axis=0)
        for mover in self._movers:
            least, most = mover.range
            if (least <= high).all() and (low <= most).all():
                pose = mover.pose(self._time)
                starts = np.array([pose.to_own(place) for place in origins])
                towards = np.array([pose.to_own(place) for place in origins + directions])  # a ray may have no length
                nearest = np.minimum(nearest, mover.mesh.raycast(starts, towards - starts, lengths))
        return nearest


def first_hit(obstacles: LevelRaycast | TriangleMesh, start: VectorLike, end: VectorLike) -> Vector | None:
    """Return the first point [m] of obstacles on the way between two points, or None."""
    way = np.subtract(end, start)
    length = hypot3(*way.tolist())
    distance = float(obstacles.raycast(np.array([start], float), (way / max(length, 1e-9))[None], np.array([length]))[0])
    return along(start, way / max(length, 1e-9), distance) if distance < inf else None
