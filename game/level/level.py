"""A level in memory: triangles with surfaces, spawn, light, signs and tour."""

import hashlib
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from game.collision import TriangleMesh
from game.collision.engine.vec3 import Vector
from game.errors import InputError
from game.level.look import Finish, Look

if TYPE_CHECKING:  # they import this file
    from game.level.gravity_direction import Down
    from game.level.mover import Mover
    from game.level.regression_case import Case
    from game.level.volume import Volume


@dataclass(frozen=True)
class Material:
    name: str
    colour: Vector  # red, green, blue, each 0..1
    pattern: str = "grid"  # "grid" | "checker" | "stripes" | "plain"
    finish: Finish | None = None  # drawn instead of the pattern


@dataclass(frozen=True)
class Sign:
    """Flat text in the level. Its face looks along `heading`, so a reader looks in the opposite direction."""

    text: str  # lines separated by "\n"
    position: Vector  # middle of the text [m]
    heading: float  # [rad]
    height: float = 0.2  # of one line [m]
    upwards: Vector = (0.0, 0.0, 1.0)  # unit vector; the heading is relative to it


@dataclass(frozen=True)
class Sun:
    """Direction of the sun: `heading`, and `elevation` above the horizon [rad]."""

    heading: float
    elevation: float


@dataclass(frozen=True)
class Sky:
    """Colours of the sky overhead and at the horizon, each 0..1."""

    zenith: Vector
    horizon: Vector


@dataclass(frozen=True)
class Spawn:
    feet: Vector  # the floor under the player [m]
    heading: float  # [rad]


@dataclass(frozen=True)
class Goal:
    """A place to find. Not part of the level's hash, since it has no effect on the player.

    at: of the feet [m]; found: what the player reads there
    """

    name: str
    at: Vector
    found: str = ""


@dataclass(frozen=True)
class View:
    """A camera position for a still picture."""

    name: str
    eye: Vector
    target: Vector


@dataclass(frozen=True, eq=False)
class Level:
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
    movers: "tuple[Mover, ...]" = ()
    volumes: "tuple[Volume, ...]" = ()
    gravity: "Down | None" = None  # None: along -z
    cases: "tuple[Case, ...]" = ()
    parts: tuple[tuple[int, str], ...] = ()  # (its first triangle, its name) of each part, in the order of the triangles
    files: tuple[Path, ...] = ()  # other files that it was read from, such as the meshes in it
    reading: dict = field(default_factory=dict)  # options of load_level by which it was read
    notes: tuple[str, ...] = ()  # how a mesh file was read: its size, its axis
    drawn_as: "Level | None" = None  # if not all that is solid is drawn, or the other way round
    look: Look | None = None  # of its triangles; None: all have the colours of their materials

    @cached_property
    def mesh(self) -> TriangleMesh:
        """The collision mesh. Raises InputError if no triangle has an area."""
        try:
            return TriangleMesh(self.vertices, self.triangles, self.surfaces)
        except ValueError as problem:
            raise InputError(f"{self.path}: cannot be played: {problem}") from None

    @property
    def drawn(self) -> "Level":
        """The level as it is drawn."""
        return self.drawn_as or self

    def in_grid_look(self) -> "Level":
        """The level in the colours and patterns of its materials, without pictures and colours of vertices."""
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
        """16 hex digits over geometry, surfaces, spawn, movers, volumes and gravity: equal for equal levels, in every process."""
        digest = hashlib.sha256()
        digest.update(np.ascontiguousarray(self.vertices + 0.0, dtype="<f8").tobytes())  # + 0.0: -0 becomes 0
        for numbers in (self.triangles, self.surfaces):
            digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())
        digest.update(np.array([*self.spawn.feet, self.spawn.heading], dtype="<f8").tobytes())
        for mover in self.movers:
            digest.update(mover.digest())
        for volume in self.volumes:
            digest.update(repr(volume).encode())
        if self.gravity is not None:
            digest.update(repr(self.gravity).encode())
        return digest.hexdigest()[:16]

    def part_of(self, triangle: int) -> str:
        """The name of the part that a triangle of the mesh belongs to; "" if the level has no parts."""
        place = bisect_right(self.parts, triangle, key=lambda part: part[0])
        return self.parts[place - 1][1] if place else ""

    @cached_property
    def report(self) -> str:
        """One line about the triangles kept and dropped."""
        dropped = self.mesh.dropped
        return f"{self.name}: {len(self.triangles) - dropped} triangles kept, {dropped} dropped for having no area"
