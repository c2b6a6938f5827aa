"""Read maps of TrenchBroom and other Quake editors (.map): entities with keys and brushes (quake_brushes.py).

Entities become objects with names that object_roles.py understands: spawn, doors, teleports, water. Curved patches are skipped
and counted. 32 units are a metre, which makes Quake's player of 56 units 1.75 m tall.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from game.bounded_file_reading import file_bytes
from game.collision.engine.elementary_functions import cos, sin
from game.input_errors import InputError, brief, shown
from game.level.limits import MOST_CUTS, MOST_TABLES, MOST_TEXT, MOST_TRIANGLES, require
from game.level.mesh_file.formats.quake_brushes import Face, piece_of, polygons
from game.level.mesh_file.model import Model, Object, Piece, joined

UNIT = 1.0 / 32.0  # [m]
FEET = 24.0  # units from an entity's origin down to the feet of its player
NUMBER = r"\s*(-?[\d.]+(?:[eE][-+]?\d+)?)"
FACE = re.compile(rf"\({3 * NUMBER}\s*\)\s*\({3 * NUMBER}\s*\)\s*\({3 * NUMBER}\s*\)\s*(\"[^\"]*\"|\S+)")
KEY = re.compile(r'"([^"]*)"\s*"([^"]*)"')
# The last part of a texture's name, of faces that only help the map compiler, and of invisible faces that stop the player.
LEFT_OUT = re.compile(r"hint(skip)?|skip|origin|areaportal|trigger|aaatrigger|toolstrigger|toolsskip|toolshint")
HIDDEN = re.compile(r"clip|playerclip|full_?clip|weapclip|caulk|nodraw|invisible|sky.*|toolsclip|toolsnodraw|toolsskybox|\w*clip")
LIQUIDS = (("lava", "kill"), ("slime", "kill"), ("water", "water"), ("teleport", ""))
VOLUMES = {"trigger_teleport": "portal", "trigger_hurt": "kill", "trigger_changelevel": "goal"}
SPAWNS = ("info_player_start", "info_player_deathmatch", "info_player_coop", "info_player_start2")
DIRECTIONS = {-1.0: (0.0, 0.0, 1.0), -2.0: (0.0, 0.0, -1.0)}  # special angles: up and down


@dataclass
class Entity:
    """An entity of the map: its keys, and its brushes, each a list of Faces."""

    keys: dict[str, str] = field(default_factory=dict)
    brushes: list[list[Face]] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.keys.get("classname", "")

    def number(self, key: str, default: float) -> float:
        """Return the number under a key, or `default` if it is missing or not a finite number."""
        try:
            value = float(self.keys[key])
        except (KeyError, ValueError):
            return default
        return value if math.isfinite(value) else default

    @property
    def origin(self) -> np.ndarray:
        """The entity's position (3,) in units of the map, or (0, 0, 0) if the map gives no valid one."""
        try:
            origin = np.array(self.keys.get("origin", "0 0 0").split(), float)
        except ValueError:
            origin = np.zeros(3)
        return origin if origin.shape == (3,) and np.isfinite(origin).all() else np.zeros(3)

    def feet(self) -> np.ndarray:
        """Return the pose of a player at this entity as a matrix (4, 4), acting on columns, in units of the map.

        Its origin is at the player's feet. Its y axis is the view direction, which the entity's key `angle` gives in degrees from
        +x.
        """
        turn = math.radians(self.number("angle", 0.0) - 90.0)
        matrix = np.eye(4)
        matrix[:2, :2] = [[cos(turn), -sin(turn)], [sin(turn), cos(turn)]]
        matrix[:3, 3] = self.origin - (0.0, 0.0, FEET)
        return matrix


def read_map(path: Path) -> Model:
    """Read the triangles and entities of a .map file, z up, in its own units.

    Raises InputError if the file is broken, or OSError if it cannot be read.
    """
    try:
        entities, patches = entities_of(file_bytes(path, MOST_TEXT).decode("utf-8", "replace"))
        require(sum(len(brush) ** 2 for one in entities for brush in one.brushes), MOST_CUTS, "cuts of faces in its brushes")
        require(len(entities), MOST_TABLES, "entities")
        objects: list[Object] = []
        pieces = [piece for number, entity in enumerate(entities) for piece in pieces_of(entity, number, entities, objects)]
        require(sum(len(piece.triangles) for piece in pieces), MOST_TRIANGLES, "triangles")
    except ValueError as problem:
        if isinstance(problem, InputError):
            raise
        raise InputError(f"{path}: is a broken .map file: {brief(problem)}") from None
    notes = (f"{patches} curved patches left out",) if patches else ()
    return replace(joined(pieces, tuple(objects)), notes=notes)


# Reading the text


def entities_of(text: str) -> tuple[list[Entity], int]:
    """Return all entities of a map's text, and the number of skipped curved patches. Raises ValueError that names the wrong line.
    """
    entities: list[Entity] = []
    depth = patches = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith("//") or not words:
            continue
        if words == "{":
            depth += 1
            if depth == 1:
                entities.append(Entity())
            elif depth == 2:
                entities[-1].brushes.append([])
        elif words == "}":
            depth -= 1
        elif depth == 1 and (key := KEY.match(words)):
            entities[-1].keys[key[1]] = key[2]
        elif depth == 2 and (found := FACE.match(words)):
            points = np.array(found.groups()[:9], float).reshape(3, 3)
            entities[-1].brushes[-1].append(Face(points, found[10].strip('"').lower().rpartition("/")[2]))
        elif depth == 2 and words.startswith("patchDef"):
            patches += 1
        elif depth < 3 and not words.startswith(("brushDef", "(")):
            raise ValueError(f"line {number} cannot be read: {shown(words)}")
        if depth < 0:
            raise ValueError(f"line {number} closes a brace that was not opened")
    if depth:
        raise ValueError("it ends inside an entity")
    return entities, patches


# Entities


def pieces_of(entity: Entity, number: int, entities: list[Entity], objects: list[Object]) -> Iterator[Piece]:
    """Yield the Pieces of an entity, and append its objects to `objects`, also those without triangles.

    Objects without triangles mark a spawn, the exit of a teleport, or the path of a door or a lift.
    number: index of the entity in `entities`, for its name
    entities: all entities of the map
    """
    kind, name = entity.kind, f"{entity.kind or 'entity'} {number}"
    if kind in SPAWNS:
        objects.append(Object("spawn" if kind == SPAWNS[0] else "spawn-2", {}, entity.feet()))
    if not entity.brushes:
        return
    sorted_faces = defaultdict(list)
    for brush in entity.brushes:
        liquid = next((face.texture for face in brush if face.texture[:1] in ("*", "!")), "")
        faces = list(polygons(brush))
        if liquid and kind not in VOLUMES:
            what = next((what for word, what in LIQUIDS if word in liquid), "water")
            if what and faces:
                objects.append(Object(f"{name} {liquid}", {"kind": what}, np.eye(4)))
                yield piece_of([corners for corners, _ in faces], len(objects) - 1)
            continue
        for corners, texture in faces:
            if kind in VOLUMES or not LEFT_OUT.fullmatch(texture):
                sorted_faces["" if kind in VOLUMES or not HIDDEN.fullmatch(texture) else "-colonly"].append(corners)
    if kind in VOLUMES:
        arrivals = [one for one in entities if one.keys.get("targetname") == entity.keys.get("target", " ")]
        if kind == "trigger_teleport" and not arrivals:
            return
        objects += [Object(f"{name}-to", {}, arrivals[0].feet())] if kind == "trigger_teleport" else []
    elif kind.startswith(("trigger_", "info_", "light")):
        return
    elif kind in ("func_door", "func_plat"):
        objects += waypoints(entity, name, [corner for faces in sorted_faces.values() for face in faces for corner in face])
    for suffix, outlines in sorted_faces.items():
        illusion = "-nocol" if kind == "func_illusionary" else suffix
        moves = kind in ("func_door", "func_plat")
        objects.append(Object(name if moves else name + illusion, extras_of(entity), np.eye(4)))
        yield piece_of(outlines, len(objects) - 1)


def extras_of(entity: Entity) -> dict:
    """Return the custom properties {name: value} of an entity's object: the kind of a volume, or speed and pause of a mover.

    Doors and lifts are movers. Their speed is in m/s, and their pause in s. Any other entity has no properties, {}.
    """
    if entity.kind in VOLUMES:
        return {"kind": VOLUMES[entity.kind]}
    if entity.kind in ("func_door", "func_plat"):
        wait = entity.number("wait", 3.0)
        return {"speed": max(entity.number("speed", 100.0), 1.0) * UNIT, "pause": wait if wait > 0.0 else 3.0}
    return {}


def waypoints(entity: Entity, name: str, corners: list) -> list[Object]:
    """Return a list of one object, which marks the far end of the path of a door or a lift, or [] without faces.

    A door moves in the direction of its key `angle`, by its size in this direction minus its key `lip`. A lift moves down by
    its height minus `lip`, or by its key `height`.
    name: name of the moving object
    corners: of its faces (x, y, z), in units of the map
    """
    if not corners:
        return []
    size = np.ptp(np.array(corners), axis=0)
    angle = entity.number("angle", 0.0) if entity.kind == "func_door" else -2.0
    turn = math.radians(angle)
    direction = np.array(DIRECTIONS.get(angle, (cos(turn), sin(turn), 0.0)))
    reach = max(float((np.abs(direction) * size).sum()) - entity.number("lip", 8.0), 0.0)
    if entity.kind == "func_plat":
        reach = entity.number("height", reach)
    away = np.eye(4)
    away[:3, 3] = direction * reach
    return [Object(f"{name}-path", {}, away)]
