"""Read maps of TrenchBroom and other Quake editors (.map): entities with keys, brushes and curved patches, as polygons.

Entities become objects with names that object_roles.py understands. Curves other than patchDef2 and patchDef3 are skipped and
counted. 32 units are a metre, which makes Quake's player of 56 units 1.75 m tall.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import cos, sin
from ...core.input_errors import shown
from ...core.safe_files import as_utf8, file_bytes
from ...core.vec3 import Vector
from ..contents.limits import MOST_CUTS, MOST_TABLES, MOST_TEXT, MOST_TRIANGLES, require
from .files_beside import faults_named
from .model import Model, Object, Paint, Piece, joined, require_near

FARTHEST_SIDE = 2.0**20  # units; half the side of the square that a face is cut from. Smaller: large maps lose walls
ON_PLANE = 1e-4  # units; points nearer to a plane are on it. Smaller: slivers from rounding; larger: thin brushes vanish
# units; the farthest that a curved patch lies from its triangles, 1.6 cm. Smaller: more triangles; larger: arches have corners.
FLATNESS = 0.5


class Face(NamedTuple):
    normal: Vector  # unit vector, which points outward
    distance: float  # of the plane from the origin along the normal
    texture: str  # name with its folders, in small letters


def faces_on(outward: np.ndarray, point: np.ndarray, texture: str) -> list[Face]:
    """Return the Face on the plane through a point (3,) with a normal (3,) of any length, as a list, [] without a direction."""
    length = np.sqrt((outward * outward).sum())
    if not length > 0.0:
        return []
    unit = outward / length
    return [Face(tuple(unit.tolist()), float((unit * point).sum()), texture)]


def polygons(brush: list[Face]) -> Iterator[tuple[list[Vector], str]]:
    """Yield corners, counter-clockwise seen from outside, and texture of each face that the others do not cut away."""
    for number, (facing, distance, texture) in enumerate(brush):
        corners = square_on(facing, distance)
        for other, (cutter, reach, _) in enumerate(brush):
            if other != number and corners:
                corners = clipped_below(corners, cutter, reach)
        if len(corners) > 2:
            yield corners, texture


def square_on(normal: Vector, distance: float) -> list[Vector]:
    """Return the corners of a very large square, counter-clockwise seen from where the unit normal points to."""
    least = min(range(3), key=lambda axis: abs(normal[axis]))
    across = np.cross(np.eye(3)[least], normal)
    across *= FARTHEST_SIDE / np.sqrt((across * across).sum())
    along, middle = np.cross(normal, across), distance * np.array(normal)
    corners = (middle - across - along, middle + across - along, middle + across + along, middle - across + along)
    return [(float(x), float(y), float(z)) for x, y, z in corners]


def clipped_below(corners: list[Vector], normal: Vector, distance: float) -> list[Vector]:
    """Clip a convex polygon to the inner side of a plane. Corners on it are kept, so fewer than three have no area."""
    a, b, c = normal
    heights = [a * x + b * y + c * z - distance for x, y, z in corners]
    if max(heights) <= ON_PLANE:
        return corners
    kept = []
    for number, (here, height) in enumerate(zip(corners, heights)):
        before, other = corners[number - 1], heights[number - 1]
        if (height > ON_PLANE and other < -ON_PLANE) or (height < -ON_PLANE and other > ON_PLANE):
            share = other / (other - height)
            (x, y, z), (u, v, w) = before, here
            kept.append((x + (u - x) * share, y + (v - y) * share, z + (w - z) * share))
        if height <= ON_PLANE:
            kept.append(here)
    return kept


def piece_of(faces: list[list[Vector]], owner: int) -> Piece:
    """Return the Piece of convex polygons, each split into a fan of triangles. Coordinates are rounded to 4 decimals."""
    corners = [corner for polygon in faces for corner in polygon]
    triangles, first = [], 0
    for polygon in faces:
        triangles += [(first, first + i, first + i + 1) for i in range(1, len(polygon) - 1)]
        first += len(polygon)
    return Piece(np.round(np.array(corners), 4), np.array(triangles, np.int64), Paint(), owner)


class Patch(NamedTuple):
    points: np.ndarray  # (w, h, 3), w and h odd; pieces of 3 by 3 share their outermost points
    texture: str  # name with its folders, in small letters
    parts: tuple[np.ndarray, np.ndarray] = (np.ones(1), np.ones(1))  # of each piece, as in patch_divisions


def divided_alike(patches: list[Patch]) -> list[Patch]:
    """Return the patches with their numbers of parts. Patches that share a curve at their edges divide it alike.

    Otherwise there would be gaps between them, as wide as FLATNESS. All curves of a strip of pieces have as many parts.
    So strips that share a curve form a group, which has the greatest number. Straight edges have no gaps.
    """
    divisions = [patch_divisions(patch) for patch in patches]
    counts = np.concatenate([parts for pair in divisions for parts in pair] or [np.empty(0)])
    group = list(range(len(counts)))  # the number of another strip of the same group, or the strip's own number
    strips: dict[tuple, int] = {}  # of each curve, the first strip that has it
    first = 0
    for patch in patches:
        for points in (patch.points, np.swapaxes(patch.points, 0, 1)):
            for edge in (points[:, 0], points[:, -1]):
                for strip in range(len(points) // 2):
                    p, q, r = (tuple(point) for point in edge[2 * strip : 2 * strip + 3].tolist())
                    if not is_straight(p, q, r):
                        other = strips.setdefault((min(p, r), q, max(p, r)), first + strip)
                        ends = sorted((root(group, first + strip), root(group, other)))
                        group[ends[1]] = ends[0]
            first += len(points) // 2
    roots = [root(group, strip) for strip in range(len(counts))]
    most = np.zeros(len(counts))
    np.maximum.at(most, roots, counts)
    borders = np.cumsum([len(parts) for pair in divisions for parts in pair])[:-1]
    alike = np.split(most[roots], borders) if patches else []
    return [patch._replace(parts=(alike[2 * i], alike[2 * i + 1])) for i, patch in enumerate(patches)]


def root(group: list[int], member: int) -> int:
    """Return the first member of a group, and shorten the way to it. group: for each member, another one or itself"""
    while group[member] != member:
        group[member] = group[group[member]]
        member = group[member]
    return member


def is_straight(p: Vector, q: Vector, r: Vector) -> bool:
    """True if the control points of a curve are on a line, within ON_PLANE."""
    along, aside = np.subtract(r, p), np.subtract(q, p)
    across = np.cross(along, aside)
    return float((across * across).sum()) <= ON_PLANE * ON_PLANE * float((along * along).sum())


def patch_divisions(patch: Patch) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of parts, whole floats, of each piece along w ((w - 1) / 2,) and h ((h - 1) / 2,).

    A quadratic curve with control points p, q, r in n chords lies up to | p - 2 q + r | / 4 n^2 from them. The bends along w and
    h may make a quarter of FLATNESS each. The other half is for the twist of a cell, which has two triangles.
    """
    points = patch.points
    across, along = most_bend(points), most_bend(np.swapaxes(points, 0, 1))
    cells = points[1:, 1:] - points[:-1, 1:] - points[1:, :-1] + points[:-1, :-1]
    twist = np.sqrt((cells * cells).sum(axis=2)).reshape(len(across), 2, len(along), 2).max(axis=(1, 3))
    more = np.sqrt(np.maximum(twist / (FLATNESS / 2.0 * across[:, None] * along), 1.0))
    return np.ceil(across * more.max(axis=1)), np.ceil(along * more.max(axis=0))


def most_bend(points: np.ndarray) -> np.ndarray:
    """Return the parts, at least 1, that the bend of each piece along the first axis needs, a fraction (pieces,)."""
    bend = points[:-2:2] - 2.0 * points[1:-1:2] + points[2::2]
    longest = np.sqrt((bend * bend).sum(axis=2)).max(axis=1)
    return np.maximum(np.sqrt(longest / FLATNESS), 1.0)


def patch_piece(patch: Patch, owner: int) -> Piece:
    """Return the Piece of a patch within FLATNESS of it, rounded to 4 decimals. Its front is along the cross product w x h."""
    across, along = patch.parts
    points = curve_points(patch.points, across)
    points = np.swapaxes(curve_points(np.swapaxes(points, 0, 1), along), 0, 1)
    width, height, _ = points.shape
    first = (np.arange(width - 1)[:, None] * height + np.arange(height - 1)).ravel()
    right, up, far = first + height, first + 1, first + height + 1
    triangles = np.concatenate([np.stack([first, right, up], axis=1), np.stack([up, right, far], axis=1)])
    return Piece(np.round(points.reshape(-1, 3), 4), triangles, Paint(), owner)


def curve_points(points: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return points (sum of counts + 1, h, 3) on quadratic Bezier curves along the first axis of control points (w, h, 3)."""
    rows = [points[:1]]
    for piece, count in enumerate(counts.astype(int).tolist()):
        p, q, r = points[2 * piece : 2 * piece + 3]
        t = (np.arange(1, count + 1) / count).reshape(-1, 1, 1)
        rows.append((1.0 - t) * (1.0 - t) * p + 2.0 * t * (1.0 - t) * q + t * t * r)
    return np.concatenate(rows)


UNIT = 1.0 / 32.0  # [m]
FEET = 24.0  # units from an entity's origin down to the feet of its player
# The patterns are possessive (`*+`) or atomic (`(?>`): a number of thousands of digits is tried once, not in all ways.
# No group is possessive, because Python before 3.11.5 then finds too little.
# Comments as the compilers and editors of Quake's family read them. One that is not closed reaches to the end.
COMMENT = r"(?://|;)[^\n]*+|/\*(?>[^*]*+(?:\*(?!/)[^*]*+)*)(?:\*/|\Z)"
BLANK = rf"(?>(?:\s++|{COMMENT})*)"  # also comments
BLANK_OR_REMARK = rf"(?>(?:\s++|#[^\n]*+|{COMMENT})*)"  # also those of q3map, where no name of a texture begins with #
GAP = rf"(?>(?:\s++|{COMMENT})+)"
NUMBER = r"([-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?>(?:[eE][-+]?[0-9]++)?))"
TEXTURE = r"(\"[^\"\n]*+\"|(?!\}(?:\s|$))[^\s\"(]\S*+)"
# Numbers behind the texture, which say how it lies: they are not needed.
REST = rf"(?>(?:\s++|#[^\n]*+|{COMMENT}|[^\s(){{}}/;#]++|/)*)"
POINT = rf"\({BLANK}{NUMBER}{GAP}{NUMBER}{GAP}{NUMBER}{BLANK}\){BLANK}"
# The matrix of brush primitives, which stands before the texture.
MATRIX = rf"(?>(?:\({BLANK}{2 * POINT}\){BLANK})?)"
FACE = re.compile(3 * POINT + MATRIX + TEXTURE + REST)
# A face of idTech 4: a normal n and a number d, for the plane n x + d = 0.
PLANE = re.compile(rf"\({BLANK}{3 * (NUMBER + GAP)}{NUMBER}{BLANK}\){BLANK}{MATRIX}{TEXTURE}{REST}")
# A curved patch: its texture, and the numbers of its control points along w and h, with three or five other numbers behind them.
PATCH = re.compile(rf"{BLANK_OR_REMARK}{TEXTURE}{BLANK_OR_REMARK}\({BLANK}{NUMBER}{GAP}{NUMBER}{GAP}[^()]*+\)")
# A quoted text. \" is a quotation mark in it, but not at the end of a line: there it is the end of a folder's name.
TEXT = r'"((?>(?:[^"\\\n]|\\(?!")|\\"(?![ \t]*+(?:[\r\n}]|$)))*)\\?+)"'
KEY = re.compile(TEXT + BLANK + TEXT)
BLANKS, COMMENTS = re.compile(BLANK_OR_REMARK), re.compile(rf"#[^\n]*+|{COMMENT}")
BLOCK, VERSION = re.compile(r"(brushDef|patch|mesh|curve|terrain)\w*+"), re.compile(r"Version\s++\d++")
BRACES = re.compile(rf'"[^"\n]*+"|#[^\n]*+|{COMMENT}|[{{}}]')
DEEPEST_GROUP = 100  # groups in groups. Smaller: an object deep in groups is not found in its layer; larger: a ring takes longer
# The last part of a texture's name, of faces that only help the map compiler, and of invisible faces that stop the player.
# A clip that stops monsters, bots or shots only does not stop the player.
LEFT_OUT = re.compile(
    r"hint(skip)?|skip|origin|trigger|aaatrigger|toolstrigger|toolsskip|toolshint"
    r"|(tools)?(bot|mon|monster|npc|shot|ai|ik|moveable)_?clip|clip_?(bot|mon|monster|npc|shot|ai)"
)
PORTAL = re.compile(r"(area|vis|cluster)portal")  # a brush with such a face is not solid: it divides the map for the compiler
HIDDEN = re.compile(
    r"caulk|nodraw|invisible|toolsnodraw|toolsskybox"
    r"|(tools)?(player|full|weap|weapon|missile|grenade|vehicle|ladder|metal|carpet)?_?clip"
    r"|clip_?(player|full|weap|weapon|missile|vehicle|bevel(brush)?|hull\d)|clip_?(nosight_?)?(metal|wood|stone|grass|snow|carpet)?"
)
# The sky: a name that ends after the word, or goes on without a letter, as sky1 and sky_night. Quake 3 has a folder for it. The
# compilers of Quake and Half-Life, whose textures have no folders, read every name that begins so. Here only words of colours,
# hours and weather go on with it: a wall that is drawn in place of a sky is seen, but an invisible skyscraper or skyway is not.
SKY = re.compile(
    r"(.*/)?sky(box|dome)?([^a-z/][^/]*)?|(.*/)?(sky|skies|skybox|skyboxes)/[^/]*"
    r"|sky(black|blue|brown|dark|gr[ae]y|green|orange|pink|purple|red|white|yellow|dawn|day|dusk|evening|morning|night|noon|sunrise"
    r"|sunset|clouds?|fog|hell|lava|moon|rain|smoke|snow|space|stars?|storm)[^a-z/]*"
)
LIQUIDS = (("lava", "kill"), ("slime", "kill"), ("water", "water"), ("teleport", ""))
VOLUMES = {"trigger_teleport": "portal", "trigger_hurt": "kill", "trigger_changelevel": "goal"}
# Kinds of objects at which a player begins: the first of these that a map has, then those of other games, such as
# info_player_team1.
SPAWNS = ("info_player_start", "info_player_coop", "info_player_deathmatch", "info_player_start2")
OTHER_SPAWN = re.compile(r"info_player_(?!intermission)\w+|team_ctf_\w+(player|spawn)", re.IGNORECASE)
# Horizontal part of a unit vector that gives a heading. Smaller: rounding gives one to what looks straight up; larger: what looks
# steeply up loses its own.
LEVEL = 1e-6
TURNS = ("angle", "angles", "mangle", "rotation")
UP_AND_DOWN = {-1.0: (0.0, 0.0, 1.0), -2.0: (0.0, 0.0, -1.0)}  # special angles


@dataclass
class Entity:
    keys: dict[str, str] = field(default_factory=dict)
    brushes: list[list[Face]] = field(default_factory=list)
    patches: list[Patch] = field(default_factory=list)

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

    def numbers(self, key: str, count: int) -> np.ndarray:
        """Return the finite numbers (count,) under a key, or zeros if it is missing or has other words."""
        try:
            numbers = np.array(self.keys[key].split(), float)
        except (KeyError, ValueError):
            return np.zeros(count)
        return numbers if numbers.shape == (count,) and np.isfinite(numbers).all() else np.zeros(count)

    @property
    def origin(self) -> np.ndarray:
        return self.numbers("origin", 3)

    @property
    def direction(self) -> np.ndarray:
        """The unit vector (3,) in which the entity looks or moves, by the last such key in the file, as in the engines.

        `angle` is in degrees from +x, or -1 for up and -2 for down. `angles` and `mangle` are pitch (positive down), yaw and roll
        in degrees. `rotation` is a matrix, whose first row is the direction.
        """
        key = next((key for key in reversed(self.keys) if key in TURNS), "angle")
        if key == "rotation":
            forward = self.numbers(key, 9)[:3]
            length = math.sqrt(float((forward * forward).sum()))
            return forward / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
        pitch, yaw = (0.0, self.number(key, 0.0)) if key == "angle" else self.numbers(key, 3)[:2].tolist()
        if pitch == 0.0 and yaw in UP_AND_DOWN:
            return np.array(UP_AND_DOWN[yaw])
        pitch, yaw = math.radians(pitch), math.radians(yaw)
        return np.array([cos(pitch) * cos(yaw), cos(pitch) * sin(yaw), -sin(pitch)])

    def feet(self) -> np.ndarray:
        """Return the pose (4, 4), acting on columns, of a player's feet here. Its y axis is horizontal, along the direction."""
        x, y, _ = self.direction.tolist()
        length = math.sqrt(x * x + y * y)
        x, y = (x / length, y / length) if length > LEVEL else (1.0, 0.0)
        matrix = np.eye(4)
        matrix[:2, :2] = [[y, x], [-x, y]]
        matrix[:3, 3] = self.origin - (0.0, 0.0, FEET)
        return matrix


def read_map(path: Path) -> Model:
    """Read a .map file, z up, in its own units. Raises InputError if it is broken, or OSError if it cannot be read."""
    with faults_named(path, ".map"):
        entities, curves = entities_of(as_utf8(file_bytes(path, MOST_TEXT)).decode("utf-8", "replace"))
        require(count := len(entities), MOST_TABLES, "entities")
        entities = exported(entities)
        require(sum(len(brush) ** 2 for one in entities for brush in one.brushes), MOST_CUTS, "cuts of faces in its brushes")
        require(sum(len(one.patches) for one in entities), MOST_TABLES, "curved patches")
        alike = iter(divided_alike([patch for one in entities for patch in one.patches]))
        for one in entities:
            one.patches = [next(alike) for _ in one.patches]
        counts = [(across.sum(), along.sum()) for one in entities for across, along in (patch.parts for patch in one.patches)]
        require(sum(2 * int(across) * int(along) for across, along in counts), MOST_TRIANGLES, "triangles in its curved patches")
        objects = [Object("spawn", {}, one.feet()) for one in starts_of(entities)[:1]]
        pieces = [piece for number, entity in enumerate(entities) for piece in pieces_of(entity, number, entities, objects)]
        require(sum(len(piece.triangles) for piece in pieces), MOST_TRIANGLES, "triangles")
    left_out = [(curves, "curved patches left out"), (count - len(entities), "entities of omitted layers left out")]
    notes = tuple(f"{number} {what}" for number, what in left_out if number)
    return replace(joined(pieces, tuple(objects)), notes=notes)


def entities_of(text: str) -> tuple[list[Entity], int]:
    """Return all entities of a map's text, whose line ends are blanks, and the number of skipped curved patches."""
    entities: list[Entity] = []
    opened: list[str] = []  # the open braces: each is an entity, a brush, or the inner braces of a brush
    left_out, word = 0, ""
    at = BLANKS.match(text).end()  # type: ignore[union-attr]  # it matches nothing, too
    while at < len(text):
        depth, end = len(opened), at + 1
        if text[at] == "{" and depth == 0:
            entities.append(Entity())
            opened.append("entity")
        elif text[at] == "{" and depth == 1:
            entities[-1].brushes.append([])
            opened.append("brush")
        elif text[at] == "{" and depth == 2 and word.startswith("brushDef"):
            opened.append(word)
        elif text[at] == "{" and depth == 2 and word:
            end = closing_brace(text, at)
            patch = patch_in(text[at + 1 : end - 1]) if word in ("patchDef2", "patchDef3") else None
            entities[-1].patches += [patch] if patch else []
            left_out += patch is None
        elif text[at] == "}" and depth:
            opened.pop()
        elif depth > 1 and (face := FACE.match(text, at)):
            first, middle, last = np.array(face.groups()[:9], float).reshape(3, 3)  # clockwise seen from outside
            outward = np.cross(first - middle, last - middle)
            entities[-1].brushes[-1] += faces_on(outward, middle, texture_name(face[FACE.groups]))
            end = face.end()
        elif depth > 1 and (face := PLANE.match(text, at)):
            plane = np.array(face.groups()[:4], float)
            moved = entities[-1].origin if opened[-1] != "brush" else np.zeros(3)  # idTech 4 counts from the entity's origin
            square = float((plane[:3] * plane[:3]).sum())
            on_plane = moved - plane[:3] * (plane[3] / square if square > 0.0 else 0.0)
            entities[-1].brushes[-1] += faces_on(plane[:3], on_plane, texture_name(face[PLANE.groups]))
            end = face.end()
        elif depth and (key := KEY.match(text, at)):
            if depth == 1:
                entities[-1].keys[key[1]] = key[2]
            end = key.end()
        elif depth == 2 and not word and (name := BLOCK.match(text, at)):
            word, at = name[0], BLANKS.match(text, name.end()).end()  # type: ignore[union-attr]
            continue
        elif depth == 0 and (version := VERSION.match(text, at)):
            end = version.end()
        else:
            fault = "closes a brace that was not opened" if text[at] == "}" else f"cannot be read: {shown(text[at : at + 200])}"
            raise ValueError(f"line {text.count(chr(10), 0, at) + 1} {fault}")
        word = ""
        at = BLANKS.match(text, end).end()  # type: ignore[union-attr]
    if opened:
        raise ValueError("it ends inside an entity")
    return entities, left_out


def patch_in(text: str) -> Patch | None:
    """Return the Patch of the text between its braces, or None without 3 by 3 control points or more, of five numbers each."""
    head = PATCH.match(text)
    if not head:
        return None
    numbers = COMMENTS.sub(" ", text[head.end() :]).replace("(", " ").replace(")", " ").split()
    try:
        width, height = int(head[2]), int(head[3])
        points = np.array(numbers, float).reshape(width, height, 5)[:, :, :3]
    except ValueError:
        return None
    if min(width, height) < 3 or width % 2 == 0 or height % 2 == 0 or not np.isfinite(points).all():
        return None
    require_near(points.reshape(-1, 3))
    return Patch(points, texture_name(head[1]))


def texture_name(written: str) -> str:
    return written.strip('"').lower().replace("\\", "/")


def closing_brace(text: str, at: int) -> int:
    """Return the index behind the brace that closes the one at an index, or the end of the text."""
    depth = 0
    for found in BRACES.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(text)


def exported(entities: list[Entity]) -> list[Entity]:
    """Return the entities without those in layers omitted from export. What lies in a layer or group names its number."""
    homes = {(one.keys.get("_tb_type"), one.keys.get("_tb_id")): one for one in entities if "_tb_type" in one.keys}
    world = next((one for one in entities if one.kind == "worldspawn"), Entity())
    kept = []
    for entity in entities:
        layer, above = entity, 0
        while layer.keys.get("_tb_type") != "_tb_layer" and layer is not world and above < DEEPEST_GROUP:
            inside = ("_tb_group", layer.keys.get("_tb_group")), ("_tb_layer", layer.keys.get("_tb_layer"))
            layer = next((homes[home] for home in inside if home[1] and home in homes), world)
            above += 1
        if layer.keys.get("_tb_layer_omit_from_export") != "1":
            kept.append(entity)
    return kept


def starts_of(entities: list[Entity]) -> list[Entity]:
    """Return the entities at which a player may begin, the one that a single player begins at first."""
    found = [one for one in entities if one.kind in SPAWNS or OTHER_SPAWN.fullmatch(one.kind)]
    return sorted(found, key=lambda one: SPAWNS.index(one.kind) if one.kind in SPAWNS else len(SPAWNS))


def pieces_of(entity: Entity, number: int, entities: list[Entity], objects: list[Object]) -> Iterator[Piece]:
    """Yield the Pieces of an entity, and append its objects, also marks of a spawn, an exit, or the path of a door or lift."""
    kind, name = entity.kind, f"{entity.kind or 'entity'} {number}"
    if not entity.brushes:
        return
    sorted_faces, sorted_patches = defaultdict(list), defaultdict(list)
    for patch in entity.patches if kind not in VOLUMES else ():
        word = last_part(patch.texture)
        if word[:1] not in ("*", "!") and not LEFT_OUT.fullmatch(word) and not PORTAL.fullmatch(word):
            sorted_patches[hidden_suffix(patch.texture)].append(patch)
    for brush in entity.brushes:
        liquid = next((word for word in (last_part(face.texture) for face in brush) if word[:1] in ("*", "!")), "")
        faces = [] if any(PORTAL.fullmatch(last_part(face.texture)) for face in brush) else list(polygons(brush))
        if liquid and kind not in VOLUMES:
            what = next((what for word, what in LIQUIDS if word in liquid), "water")
            if what and faces:
                objects.append(Object(f"{name} {liquid}", {"kind": what}, np.eye(4)))
                yield piece_of([corners for corners, _ in faces], len(objects) - 1)
            continue
        for corners, texture in faces:
            if kind in VOLUMES or not LEFT_OUT.fullmatch(last_part(texture)):
                sorted_faces["" if kind in VOLUMES else hidden_suffix(texture)].append(corners)
    if kind in VOLUMES:
        arrivals = [one for one in entities if one.keys.get("targetname") == entity.keys.get("target", " ")]
        if kind == "trigger_teleport" and not arrivals:
            return
        objects += [Object(f"{name}-to", {}, arrivals[0].feet())] if kind == "trigger_teleport" else []
    elif kind.startswith(("trigger_", "info_", "light")):
        return
    elif kind in ("func_door", "func_plat"):
        corners = [corner for faces in sorted_faces.values() for face in faces for corner in face]
        curves = [patch_piece(patch, -1) for patches in sorted_patches.values() for patch in patches]
        corners += [corner for curve in curves for corner in curve.vertices.tolist()]
        objects += waypoints(entity, name, corners)
    for suffix in dict.fromkeys([*sorted_faces, *sorted_patches]):
        illusion = "-nocol" if kind in ("func_illusionary", "func_detail_illusionary") else suffix
        moves = kind in ("func_door", "func_plat")
        objects.append(Object(name if moves else name + illusion, extras_of(entity), np.eye(4)))
        if sorted_faces[suffix]:
            yield piece_of(sorted_faces[suffix], len(objects) - 1)
        yield from (patch_piece(patch, len(objects) - 1) for patch in sorted_patches[suffix])


def hidden_suffix(texture: str) -> str:
    """Return the end of the name of an object with a texture: "-colonly" if its faces are solid and not drawn, else ""."""
    return "-colonly" if HIDDEN.fullmatch(last_part(texture)) or SKY.fullmatch(texture) else ""


def last_part(texture: str) -> str:
    return texture.rpartition("/")[2]


def extras_of(entity: Entity) -> dict[str, str | float]:
    """Return an object's custom properties: the kind of a volume, or speed [m/s] and pause [s] of a door or a lift."""
    if entity.kind in VOLUMES:
        return {"kind": VOLUMES[entity.kind]}
    if entity.kind in ("func_door", "func_plat"):
        wait = entity.number("wait", 3.0)
        return {"speed": max(entity.number("speed", 100.0), 1.0) * UNIT, "pause": wait if wait > 0.0 else 3.0}
    return {}


def waypoints(entity: Entity, name: str, corners: list[Vector]) -> list[Object]:
    """Return an object that marks the far end of a door's or a lift's path in a list, or [] without faces.

    A door moves in its direction by its size minus its key `lip`. A lift moves down by its height minus `lip`, or by `height`.
    """
    if not corners:
        return []
    size = np.ptp(np.array(corners), axis=0)
    direction = entity.direction if entity.kind == "func_door" else np.array(UP_AND_DOWN[-2.0])
    reach = max(float((np.abs(direction) * size).sum()) - entity.number("lip", 8.0), 0.0)
    if entity.kind == "func_plat":
        reach = entity.number("height", reach)
    away = np.eye(4)
    away[:3, 3] = direction * reach
    return [Object(f"{name}-path", {}, away)]
