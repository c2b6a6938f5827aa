"""The peers with a character: their names, the levels that they can walk in, and new characters."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from ..collision import TriangleMesh
from ..core.input_errors import InputError
from ..core.vec3 import Vector
from ..level import Level
from ..simulation import PlayerParams
from ..simulation.forum_player import has_turned_gravity
from . import bullet, rapier

BULLET, RAPIER = "Bullet", "Rapier"
NAMES = BULLET, RAPIER
INSTALL = "Rapier is not installed; python -m pip install rapier3d adds it"


class Character(Protocol):
    """A peer's character."""

    def step(self, velocity: tuple[float, float], jump: bool = False) -> None:
        """Walk for one tick with a horizontal velocity (x, y) [m/s]."""

    def position(self) -> Vector:
        """Return the position of the centre [m]."""


def installed() -> tuple[str, ...]:
    """Return the names of the peers whose packages can be imported on this computer."""
    return NAMES if rapier.installed() else (BULLET,)


def check(name: str, level: Level) -> None:
    """Raise InputError if a peer is not installed, or if gravity in the level is not along -z everywhere."""
    if name == RAPIER and not rapier.installed():
        raise InputError(INSTALL)
    if has_turned_gravity(level):
        raise InputError(f"{name} cannot walk in {level.name}: its gravity is not straight down everywhere")


def features_without_collision(level: Level) -> list[str]:
    """Return the names of the level's features that peers ignore: "movers", "volumes" and "exhibits"."""
    return [name for name in ("movers", "volumes", "exhibits") if getattr(level, name, ())]


def new_characters(name: str, mesh: TriangleMesh, params: PlayerParams, hz: int) -> Callable[[Vector], Character]:
    """Return a function of a centre [m] that makes a peer's character. Bullet's last one is removed first."""
    if name == RAPIER:
        colliders = rapier_world(mesh)
        return lambda position: rapier.RapierPlayer(colliders, position, params, hz)
    world = bullet_world(mesh).copy()
    last: list[bullet.BulletCharacter] = []

    def character(position: Vector) -> Character:
        while last:
            last.pop().remove()
        last.append(bullet.BulletCharacter(world, position, params, hz))
        return last[0]

    return character


# A world takes as long to build as the level's own tree, and twins begin again often. So that of the last mesh is kept.


@lru_cache(maxsize=1)
def bullet_world(mesh: TriangleMesh) -> bullet.BulletWorld:
    return bullet.BulletWorld(mesh.vertices, mesh.triangles)


@lru_cache(maxsize=1)
def rapier_world(mesh: TriangleMesh) -> rapier.RapierWorld:
    return rapier.RapierWorld(mesh.vertices, mesh.triangles)
