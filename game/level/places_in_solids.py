"""Notes about places for the player that lie in a solid: the spawn, checkpoints and exits of portals."""

from collections.abc import Iterator

import numpy as np

from ..collision.mesh.closed_shells import ClosedShells, may_be_in_solid
from ..core.vec3 import UP, Vector, along
from .level import Level
from .volume import Checkpoint, Portal, TurnedGravity

# Heights above the feet of the points that are tested [m]: at the knees and in the middle of a crouched body. Lower: floors that
# are a little above the feet are noted, although the player comes out of them at once; higher: low tunnels are noted.
HEIGHTS = 0.3, 0.6


def notes_on_places(level: Level) -> tuple[str, ...]:
    """Return a line for each place of a Level that lies in a closed solid.

    Open meshes have no inside, so nothing is noted there. In mesh files a shell that spans the whole level counts as a room,
    because its triangles may face the wrong way.
    """
    corners, shells, notes = level.vertices[level.triangles], None, []
    for name, feet in places_of(level):
        points = [np.array(along(feet, up, height)) for up in ups_at(level, feet) for height in HEIGHTS]
        if not any(may_be_in_solid(corners, point) for point in points):
            continue
        shells = shells or ClosedShells(level.vertices, level.triangles)
        is_file = level.path.suffix != ".toml" or bool(level.files)
        inside = [shells.in_solid(point, is_free=is_file) for point in points]
        if all(any(inside[first : first + len(HEIGHTS)]) for first in range(0, len(inside), len(HEIGHTS))):
            at = ", ".join(f"{number:g}" for number in feet)
            notes.append(f"{name} at ({at}) m lies in a solid; the player is placed beside it")
    return tuple(notes)


def places_of(level: Level) -> Iterator[tuple[str, Vector]]:
    """Yield (name, feet (3,) [m]) of the level's spawn, its checkpoints and the exits of its portals."""
    yield "the spawn", level.spawn.feet
    for number, volume in enumerate(level.volumes, 1):
        if isinstance(volume.effect, Checkpoint):
            yield f"the checkpoint of volume {number}", volume.at
        if isinstance(volume.effect, Portal):
            yield f"the exit of the portal of volume {number}", volume.effect.to


def ups_at(level: Level, feet: Vector) -> list[Vector]:
    """Return the possible directions (3,) against gravity at a place: the level's, and those of volumes with turned gravity."""
    downs = [level.gravity, *(v.effect.down for v in level.volumes if isinstance(v.effect, TurnedGravity))]
    return list(dict.fromkeys(UP if down is None else down.up(feet) for down in downs))
