"""Scenes that a browser draws: their data (levels with baked light, shapes of overlays) as arrays in a packed text, and the
parts of a page that shows them: a figure for each, the packed data, style and scripts.

Positions are relative to the `origin` of a scene, so that float32 is exact to much less than the skin. scene.js reads the arrays:
each is {"packed": [kind, first byte, count, width]} in the JSON text that is packed before them.
"""

import json
import zlib
from base64 import b64encode
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.html_writer import Html, element
from ..core.shapes import (
    Arrow,
    Balls,
    Boxes,
    Colour,
    Disc,
    EllipsoidShape,
    Faces,
    Label,
    Lines,
    Point,
    Polyline,
    Rings,
    Shape,
    Skin,
    Triangles,
)
from ..core.vec3 import VectorLike
from ..explain import iteration_overlay, palette, tessellate
from ..explain.spaces import body_axes
from ..explain.tick_overlay import SAME_PLACE
from ..scene.light.bake import Baked

HERE = Path(__file__).parent
SCRIPTS = ("scene.js", "camera.js", "arrows.js", "panel.js")  # of a page with scenes
WITHOUT_SCRIPTS = "Scripts are turned off, so the picture stands still."
LEVEL_GRAIN = 2.0**-10  # [m] to which positions of the level are rounded. Coarser: cracks are seen; finer: a larger page
GRAIN = 2.0**-16  # [m] of shapes. Coarser: the skin of 0.1 mm is not shown; finer: a larger page
SHADE = 4  # of 256 steps of a level's colours. Larger: they differ visibly from the picture; smaller: a larger page
CELL = 2.0**-5  # [m] of the curve along which triangles are sorted. Larger or much smaller: a larger page
RECENT = 16  # triangles among which the next one's neighbour is looked for. Fewer: a larger page; more: only slower
KINDS = {"f": "<f4", "B": "u1", "H": "<u2", "I": "<u4", "h": "<i2", "i": "<i4"}
TRANSLUCENT = 0.5  # opacity of a body. Larger: shapes in it are lost; smaller: it is not seen itself
# Floats of a row of each kind.
WIDTHS = {"rods": 11, "balls": 8, "boxes": 15, "discs": 10, "triangles": 12, "rings": 16, "bodies": 16}
ROD, ARROW, NORMAL = 0.0, 1.0, 2.0  # forms of rods
BALL, POINT = 0.0, 1.0  # forms of balls


def look() -> dict[str, Any]:
    """Return the constants of drawings that scene.js needs, so that they are written in Python only."""
    return {
        "headLength": tessellate.HEAD_LENGTH,
        "headWidth": tessellate.HEAD_WIDTH,
        "mostOfView": tessellate.MOST_OF_VIEW,
        "rim": tessellate.RIM,
        "border": tessellate.BORDER,
        "opacity": tessellate.OPACITY,
        "dimmed": tessellate.DIMMED,
        "sideLight": tessellate.SIDE_LIGHT,
        "visor": [*palette.VISOR_HEIGHTS, palette.VISOR_HALF_WIDTH],
        "visorColour": palette.VISOR,
        "arrows": {
            "before": palette.VELOCITY_BEFORE, "after": palette.VELOCITY_AFTER, "destination": palette.DESTINATION,
            "radius": Arrow.radius, "line": Polyline.radius / 2.0, "point": 0.02, "differ": SAME_PLACE,
            "longest": iteration_overlay.LONGEST, "times": iteration_overlay.TIMES,
        },
    }  # fmt: skip


class Packer:
    """The arrays of a page, one behind the other, and the text of the whole."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, array: np.ndarray | Sequence, kind: str = "f") -> dict[str, list]:
        """Add an array (n,) or (n, width) as numbers of one of KINDS, and return the reference to put in its place.

        Columns lie one behind the other: first the lowest bytes of all numbers, then the next ones. So they compress better.
        """
        numbers = np.asarray(array, KINDS[kind])
        data = np.ascontiguousarray(numbers.T).reshape(-1).view("u1").reshape(-1, numbers.itemsize).T.tobytes()
        first = self._size
        self._parts.append(data + b"\0" * (-len(data) % 4))
        self._size += len(self._parts[-1])
        return {"packed": [kind, first, numbers.size, numbers.shape[1] if numbers.ndim == 2 else 1]}

    def text(self, head: Mapping[str, Any]) -> str:
        """Return the whole as base64 text: the length of `head` as JSON, this, and the arrays, compressed."""
        words = json.dumps(head, separators=(",", ":"), ensure_ascii=True).encode()
        words += b" " * (-len(words) % 4)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = packer.compress(len(words).to_bytes(4, "little") + words + b"".join(self._parts)) + packer.flush()
        return b64encode(data).decode()


# Levels


def mesh_data(
    baked: Baked, origin: VectorLike, packer: Packer, near: tuple[np.ndarray, float | np.ndarray] | None = None
) -> dict[str, Any]:
    """Return a level as a mesh of scene.js. near: places (n, 3) and distances [m], beyond which triangles are left out"""
    triangles = baked.triangles if near is None else baked.triangles[are_near(baked.positions[baked.triangles], *near)]
    triangles = triangles[np.argsort(curve_places(baked.positions[triangles[:, 0]]), kind="stable")]
    is_solid = baked.solid[triangles[:, 0]]
    walked = np.concatenate([walked_over(triangles[is_solid]), walked_over(triangles[~is_solid])])
    colours = baked.colours // SHADE * SHADE + SHADE // 2
    mesh = coded_mesh(baked.positions - np.asarray(origin), colours, walked, LEVEL_GRAIN, packer)
    return mesh | {"solids": int(np.count_nonzero(is_solid))}


def curve_places(positions: np.ndarray) -> np.ndarray:
    """Return the places (n,) of positions (n, 3) [m] along a curve through all cells, so that neighbours have near numbers."""
    cells = ((positions - positions.min(axis=0)) / CELL).astype(np.int64) if len(positions) else np.empty((0, 3), np.int64)
    return sum((((cells >> bit) & 1) << (3 * bit + np.arange(3))).sum(axis=1) for bit in range(20))


def walked_over(triangles: np.ndarray) -> np.ndarray:
    """Return triangles (n, 3) of vertex numbers in an order in which most share a side with one shortly before."""
    given, beyond, is_left = triangles.tolist(), beyond_sides(triangles), [True] * len(triangles) + [False]
    found: list[int] = []  # numbers of the sides that the triangles begin with: three for each triangle
    recent: deque[list[tuple[int, int]]] = deque(maxlen=RECENT)
    for first in range(len(given)):
        number, begin = first, given[first][0]
        while is_left[number]:
            is_left[number] = False
            side = 3 * number + given[number].index(begin)
            found.append(side)
            recent.append(beyond[side : 3 * number + 3] + beyond[3 * number : side])
            number, begin = next((step for near in reversed(recent) for step in near if is_left[step[0]]), (number, begin))
    sides = np.array(found, int)[:, None]
    return triangles.ravel()[sides - sides % 3 + (sides + np.arange(3)) % 3]


def beyond_sides(triangles: np.ndarray) -> list[tuple[int, int]]:
    """Return (last triangle beyond it, vertex where that begins) for each side of triangles (n, 3), n if there is none."""
    begins, ends = triangles.ravel().astype(np.int64), np.roll(triangles, -1, axis=1).ravel().astype(np.int64)
    width = int(triangles.max(initial=0)) + 1
    keys = begins * width + ends
    order = np.argsort(keys, kind="stable")
    last = order[np.searchsorted(keys[order], ends * width + begins, "right") - 1] if len(order) else order
    is_there = (begins[last] == ends) & (ends[last] == begins)
    return list(zip(np.where(is_there, last // 3, len(triangles)).tolist(), ends.tolist()))


def coded_mesh(
    positions: np.ndarray, colours: np.ndarray, triangles: np.ndarray, grain: float, packer: Packer
) -> dict[str, Any]:
    """Return the used vertices in the order of their first use, with triangles, in a form with small numbers for scene.js.

    positions: (n, 3) [m], rounded to `grain`; colours: (n, 3) or (n, 4) uint8. Both are differences to the vertex before; green
    and blue are differences to red and green. A corner of a triangle is counted back from the next vertex that is new.
    """
    corners = triangles.ravel()
    used, first, places = np.unique(corners, return_index=True, return_inverse=True)
    order = np.argsort(first)
    numbers = np.empty(len(used), int)
    numbers[order] = np.arange(len(used))
    corners, used = numbers[places.ravel()], used[order]
    new = np.concatenate([[0], np.maximum.accumulate(corners)[:-1] + 1]) if len(corners) else corners
    steps = np.diff(np.round(positions[used] / grain).astype(np.int64), axis=0, prepend=0)
    shades = np.diff(colours[used].astype(np.int64), axis=0, prepend=0)
    shades[:, 1:3] -= shades[:, :2].copy()
    return {
        "grain": grain,
        "positions": packer.add(np.where(steps < 0, -2 * steps - 1, 2 * steps), "I"),
        "colours": packer.add(shades.astype(np.uint8), "B"),
        "triangles": packer.add(new - corners, "I"),
    }


def are_near(corners: np.ndarray, places: np.ndarray, reach: float | np.ndarray) -> np.ndarray:
    """True (n,) for triangles with corners (n, 3, 3) whose bounding boxes are less than `reach` from one of `places` [m].

    reach: one for all places, or one for each
    """
    low, high = corners.min(axis=1), corners.max(axis=1)
    found = np.zeros(len(corners), bool)
    for place, far in zip(np.asarray(places), np.broadcast_to(reach, len(places))):
        gaps = np.maximum(np.maximum(low - place, place - high), 0.0)
        found |= (gaps**2).sum(axis=1) < far**2
    return found


def rounded(positions: np.ndarray, grain: float) -> np.ndarray:
    return np.round(np.asarray(positions, float) / grain) * grain


# Shapes


def shape_rows(shapes: Iterable[Shape], origin: VectorLike) -> dict[str, np.ndarray]:
    """Return the rows (n, WIDTHS[kind]) of instances of each kind that scene.js draws, without kinds that have none.

    Labels, and the triangles of `face_data`, are not among them.
    """
    rows: dict[str, list[np.ndarray]] = {kind: [] for kind in WIDTHS}
    zero = np.asarray(origin, float)
    for shape in shapes:
        if isinstance(shape, Arrow):
            ends = from_origin(shape.start, zero), from_origin(shape.end, zero)
            rows["rods"].append(numbers_row(*ends, shape.radius, NORMAL if shape.is_normal else ARROW, shape.colour))
        elif isinstance(shape, Polyline):
            points = rounded(shape.points - zero, GRAIN)
            rows["rods"] += [numbers_row(a, b, shape.radius, ROD, shape.colour) for a, b in zip(points, points[1:])]
        elif isinstance(shape, Lines):
            segments = rounded(shape.segments - zero, GRAIN)
            rows["rods"] += [numbers_row(a, b, shape.radius, ROD, shape.colour) for a, b in segments]
        elif isinstance(shape, Point):
            rows["balls"].append(numbers_row(from_origin(shape.position, zero), shape.radius, POINT, shape.colour))
        elif isinstance(shape, Balls):
            balls = zip(rounded(shape.centres - zero, GRAIN), shape.radii, shape.colours)
            rows["balls"] += [numbers_row(centre, radius, BALL, colour) for centre, radius, colour in balls]
        elif isinstance(shape, Boxes):
            axes = np.broadcast_to(np.eye(3), (len(shape.centres), 3, 3)) if shape.axes is None else shape.axes
            edges = (axes * shape.halves[:, :, None]).reshape(-1, 9)
            rows["boxes"] += list(np.column_stack([rounded(shape.centres - zero, GRAIN), edges, shape.colours]))
        elif isinstance(shape, Disc):
            rows["discs"].append(numbers_row(from_origin(shape.centre, zero), shape.normal, shape.radius, shape.colour))
        elif isinstance(shape, Triangles):
            corners = rounded(shape.corners - zero, GRAIN).reshape(-1, 9)
            rows["triangles"] += list(np.column_stack([corners, shape.colours]))
        elif isinstance(shape, Rings):
            axes = np.asarray(shape.axes) * np.reshape(shape.radii, (3, 1))
            rows["rings"].append(numbers_row(from_origin(shape.centre, zero), axes.ravel(), shape.colour, shape.radius))
        elif isinstance(shape, EllipsoidShape):
            axes = body_axes(shape.heading, shape.frame) * np.reshape(shape.radii, (3, 1))
            rows["bodies"].append(numbers_row(from_origin(shape.centre, zero), axes.ravel(), shape.colour, TRANSLUCENT))
    return {kind: np.array(found, np.float32).reshape(-1, WIDTHS[kind]) for kind, found in rows.items() if found}


def numbers_row(*parts: VectorLike | float) -> np.ndarray:
    return np.concatenate([np.atleast_1d(np.asarray(part, float)) for part in parts])


def from_origin(position: VectorLike, origin: np.ndarray) -> np.ndarray:
    return rounded(np.asarray(position) - origin, GRAIN)


def face_data(shapes: Iterable[Shape], origin: VectorLike, packer: Packer) -> dict[str, Any]:
    """Return the surfaces of Faces and Skins as meshes of scene.js: "opaque", "shells" and "faces", if there are any."""
    surfaces = [shape for shape in shapes if isinstance(shape, Skin | Faces)]
    shells = [shape for shape in surfaces if isinstance(shape, Skin) and shape.is_solid]
    made = tessellate.to_triangles([shape for shape in surfaces if shape not in shells])
    found = {"opaque": made.opaque, "shells": tessellate.to_triangles(shells).transparent, "faces": made.transparent}
    return {name: faces_of(vertices, origin, packer) for name, vertices in found.items() if len(vertices)}


def faces_of(vertices: np.ndarray, origin: VectorLike, packer: Packer) -> dict[str, Any]:
    """Return vertices (n,) of the dtype VERTEX, three for each triangle, as a mesh of scene.js."""
    _, first, places = np.unique(vertices, return_index=True, return_inverse=True)
    positions = vertices["position"].astype(float) - np.asarray(origin)
    return coded_mesh(positions, vertices["colour"], first[places.reshape(-1, 3)], GRAIN, packer)


def label_data(shapes: Iterable[Shape], origin: VectorLike) -> list[dict[str, Any]]:
    """Return the Labels: text, colour, place, side, and the foot of a normal's arrow at whose tip it is; None for neither."""
    zero = np.asarray(origin, float)
    return [
        {
            "text": shape.text,
            "colour": css(palette.text_colour(shape.colour)[:3]),
            "at": np.round(shape.position - zero, 3).tolist(),
            "side": shape.side,
            "foot": None if shape.foot is None else np.round(shape.foot - zero, 3).tolist(),
        }
        for shape in shapes
        if isinstance(shape, Label)
    ]


def css(colour: Sequence[float]) -> str:
    return "rgb({},{},{})".format(*(round(255 * part) for part in colour))


def swatch(colour: Colour) -> Html:
    return element("i", class_="swatch", style=f"background:{css(colour)}")


def script() -> str:
    """Return the scripts of a page with scenes, without the spaces and comments that only their readers need.

    A comment stands alone, or behind two spaces, which no text of these scripts has in front of two slashes.
    """
    lines = [line.strip() for name in SCRIPTS for line in (HERE / name).read_text(encoding="utf-8").splitlines()]
    return "".join(f"{line.partition('  // ')[0]}\n" for line in lines if line and not line.startswith("//"))


def scene_style() -> str:
    return (HERE / "scene.css").read_text(encoding="utf-8")


def scene_figure(number: int, still: Html, caption: object, data: str = "scenes", later: bool = False) -> Html:
    """Return the figure of a page's scene.

    number: in the element `scenes_data` with the id `data`; still: the picture for paper and without WebGL2; later: True to show
    it until a button is pressed
    """
    off = "" if later else element("noscript", element("p", WITHOUT_SCRIPTS))
    figcaption = element("figcaption", caption) if caption else ""
    where = {"data_scene": number, "data_from": data, "data_later": later or None}
    return element("figure", still, figcaption, off, class_="scene", **where)


def scenes_data(text: str, data: str = "scenes") -> Html:
    """Return the element, with the id `data`, of `packed_scenes`."""
    return element("script", Html(text), type="text/plain", id=data)


def packed_scenes(scenes: Sequence[dict[str, Any]], packer: Packer) -> str:
    """Return the packed data of scenes, whose arrays are in `packer`."""
    return packer.text({"look": look(), "scenes": list(scenes)})
