"""Roles of the objects of a mesh file: solid, drawn, moving, or a marker such as a spawn or a volume.

The role is the custom property `kind`, or the end of the name after the last hyphen ("Lake-water"), or without triangles the
whole name ("spawn"). A copy's number (".001") is ignored. A prefix of Unreal Engine's collision shapes ("UBX_") means "colonly",
and words after an underscore or a dollar sign count there ("Floor_collider"). Without a role, the motion of the parent or its
role of SOLID is inherited.
"""

import re
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from .model import Model, Object

SPAWN, PATH, ARRIVAL = "spawn", "path", "to"
VOLUMES = ("water", "wind", "conveyor", "gravity", "kill", "checkpoint", "finish", "portal", "magic_wall")  # as a level file's
ALIASES = {"playerstart": SPAWN, "player_start": SPAWN, "info_player_start": SPAWN, "goal": "finish", "convcol": "col",
           "convcolonly": "colonly", "collider": "colonly", "colliders": "colonly", "collision": "colonly", "navmesh": "noimp",
           "navigation": "noimp", "occonly": "noimp", "occ": "col", "rigid": "col"}  # fmt: skip
SOLID = {"col": (True, True), "colonly": (True, False), "nocol": (False, True), "noimp": (False, False)}  # (solid, drawn)
ROLES = {SPAWN, PATH, ARRIVAL, *SOLID, *VOLUMES}
UNREAL = re.compile(r"U(BX|CP|SP|CX)_")  # Unreal Engine's prefixes of collision shapes
COPY = re.compile(r"\.\d+$")
# Endings after an underscore, with the number of a copy. Shorter words are parts of ordinary names there, such as "flood_water".
# After a dollar sign all of Godot's words count. A word alone, such as "navmesh", is a name in Godot and Unreal Engine.
ENDING = re.compile(
    r"(?:_(?=colonly|conv|colli|nav|occonly|noimp)|\$)"
    r"(col|colonly|convcolonly|convcol|collider|colliders|collision|navmesh|occ|occonly|rigid|noimp)[_ ]?\d*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TrianglesByRole:
    """The triangles of a model by the roles of their objects. Each array is (t,) bool."""

    solid: np.ndarray  # triangles that stop the player and do not move
    drawn: np.ndarray  # triangles that are drawn and do not move
    movers: dict[int, np.ndarray]  # number of an object -> the triangles that move with it
    waypoints: dict[int, list[Object]]  # number of an object -> its waypoints, in the order of their names
    roles: tuple[str, ...]  # of each object, "" for an object without its own role


def sorted_triangles(model: Model) -> TrianglesByRole:
    solid, drawn = np.ones((2, len(model.triangles)), bool)
    if model.owners is None or not model.objects:
        return TrianglesByRole(solid, drawn, {}, {}, ("",) * len(model.objects))
    counts = np.bincount(model.owners[model.owners >= 0], minlength=len(model.objects))
    own = [role_of(one, count > 0) for one, count in zip(model.objects, counts.tolist())]
    waypoints = moving_objects(model.objects, own)
    whole = inherited(model.objects, [f"moves {number}" if number in waypoints else role for number, role in enumerate(own)])
    of_triangle = np.array([*whole, ""])[model.owners]  # the last is for triangles without an object
    movers = {number: of_triangle == f"moves {number}" for number in waypoints}
    for role in set(whole):
        is_mark = role in ROLES or role.startswith("moves ")
        kept = SOLID.get(role, (False, False) if is_mark else (True, True))
        solid[of_triangle == role], drawn[of_triangle == role] = kept
    return TrianglesByRole(solid, drawn, {number: rows for number, rows in movers.items() if rows.any()}, waypoints, tuple(own))


def role_of(one: Object, has_triangles: bool) -> str:
    """Return an object's own role, a word of ROLES from its `kind` or name, or "". With triangles it is no spawn, path or to."""
    kind = one.extras.get("kind")
    name = COPY.sub("", one.name)
    ending = ENDING.search(name)
    by_name = ending[1] if ending else name.rpartition("-")[2] if "-" in name or not has_triangles else ""
    said = kind if isinstance(kind, str) else by_name
    word = ALIASES.get(said.strip().lower(), said.strip().lower())
    if UNREAL.match(name):
        return "colonly"
    if has_triangles and word in (SPAWN, PATH, ARRIVAL) and said != kind:
        return ""  # a mesh that is named so, such as a garden-path
    return word if word in ROLES else ""


def base_of(name: str) -> str:
    """Return a name without its role and the number of its copy, such as "Gate" for "Gate-portal.001"."""
    name = ENDING.sub("", COPY.sub("", name))
    base, hyphen, word = name.rpartition("-")
    return base if hyphen and ALIASES.get(word.lower(), word.lower()) in ROLES else name


def inherited(objects: tuple[Object, ...], own: list[str]) -> list[str]:
    """Return the role of each object, its own or its parent's motion or role of SOLID. Parents come first.

    own: of each object: "moves N" for an object that moves and has the index N, or "" for one without a role
    """
    roles: list[str] = []
    for one, role in zip(objects, own):
        above = roles[one.parent] if 0 <= one.parent < len(roles) else ""
        roles.append(role or (above if above in SOLID or above.startswith("moves ") else ""))
    return roles


def moving_objects(objects: tuple[Object, ...], roles: list[str]) -> dict[int, list[Object]]:
    """Return the moving objects, each with its waypoints by name. Those have no role, and waypoints or the property `turn`."""
    waypoints: dict[str, list[Object]] = defaultdict(list)
    for one, role in zip(objects, roles):
        if role == PATH:
            waypoints[base_of(one.name)].append(one)
    return {
        number: sorted(waypoints.get(one.name, []), key=lambda point: point.name)
        for number, one in enumerate(objects)
        if (one.name in waypoints or "turn" in one.extras) and not roles[number]
    }
