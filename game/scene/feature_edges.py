"""Feature edges, drawn as thin lines: the edges at which a surface ends, or two surfaces meet at a sharp angle."""

import numpy as np
from panda3d.core import Geom, GeomLines, NodePath, TransparencyAttrib

from ..collision.mesh.bvh import cast_ray
from ..core.jit import compiled, is_interpreted
from ..level import Level
from .geometry_nodes import node, vertices
from .light.facet_refinement import affordable_spacing, edges_of, place_numbers
from .light.shading_mesh import normals_of, row_normals

COLOUR = (26, 28, 34, 125)
SHARP = np.cos(np.radians(25.0))  # of angles. Larger angle: ramps get no lines; smaller: lines all over hills
PIECE = 0.5  # [m] longest piece of an edge. Each piece is tested for a seam, and gets its own depth in the software renderer
MOST_PIECES = 100_000  # of a level; with more, pieces are longer. Fewer: dashed lines in wide levels; more: slow pictures
PROBE = 0.01  # [m] distance beside an edge at which a surface behind it is searched
MOST_TRIANGLES = 100_000  # of a level with drawn edges. More: the edges of finer meshes would cover everything


def feature_lines(level: Level) -> NodePath:
    starts, ends = feature_segments(level)
    points = np.stack((starts, ends), axis=1).reshape(-1, 3)
    colours = np.broadcast_to(np.array(COLOUR, dtype=np.uint8), (len(points), 4))
    path = NodePath(node("edges", vertices(points, colours), GeomLines(Geom.UHStatic), np.arange(len(points))))
    path.setTransparency(TransparencyAttrib.MAlpha)
    path.setDepthWrite(False)
    return path


def feature_segments(level: Level) -> tuple[np.ndarray, np.ndarray]:
    """Return the feature edges of a level in segments, starts and ends (k, 3) [m], none above MOST_TRIANGLES."""
    corners = level.vertices[level.triangles]
    normals, doubled = normals_of(corners)
    corners, normals = corners[doubled > 1e-12], normals[doubled > 1e-12]
    if len(corners) > MOST_TRIANGLES:
        return np.empty((0, 3)), np.empty((0, 3))
    starts, ends, faces = sharp_edges(corners, normals)
    starts, ends, owners = cut_to_pieces(starts, ends)
    if not is_interpreted():
        shown = ~is_seam(level, (starts + ends) / 2, faces[owners])
        starts, ends = starts[shown], ends[shown]
    return starts, ends


def sharp_edges(corners: np.ndarray, normals: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Find the open edges of only one triangle, and those at which two normals differ by more than SHARP's angle.

    corners: (t, 3, 3) [m]; normals: (t, 3). Return starts, ends (e, 3) [m] and faces (e, 2, 6), `outward` of both triangles,
    which are the same at an open edge.
    """
    places = place_numbers(corners.reshape(-1, 3)).reshape(-1, 3)
    edges, sides = edges_of(places)
    one, other = two_faces(sides, len(edges))
    agree = np.einsum("ij,ij->i", normals[one], normals[other]) > SHARP
    sharp = np.flatnonzero((one == other) | ~agree)
    positions = np.empty((places.max() + 1, 3))
    positions[places.ravel()] = corners.reshape(-1, 3)
    starts, ends = positions[edges[sharp, 0]], positions[edges[sharp, 1]]
    faces = [outward(normals[face[sharp]], starts, ends, corners[face[sharp]]) for face in (one, other)]
    return starts, ends, np.stack(faces, axis=1)


def two_faces(sides: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the first and the last triangle at each edge, (e,) each. sides: (t, 3) edge indices of the triangles"""
    order = np.argsort(sides.ravel(), kind="stable")
    edge = sides.ravel()[order]
    first, last = (np.searchsorted(edge, np.arange(count), side=side) for side in ("left", "right"))
    return order[first] // 3, order[last - 1] // 3


def outward(normals: np.ndarray, starts: np.ndarray, ends: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return for each edge the unit normal of a triangle, and a unit vector in its plane away from it, (e, 6).

    normals: (e, 3) of the triangles; starts, ends: (e, 3) of the edges [m]; corners: (e, 3, 3) of the triangles [m]
    """
    across = np.cross(ends - starts, normals)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
    inside = np.einsum("ij,ij->i", corners.mean(axis=1) - starts, across)
    return np.concatenate((normals, -np.sign(inside)[:, None] * across), axis=1)


def cut_to_pieces(starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cut segments (n, 3) into at most MOST_PIECES of PIECE [m]: starts, ends (k, 3), index (k,) of the segment."""
    lengths = np.linalg.norm(ends - starts, axis=1)
    counts = np.maximum(1, np.ceil(lengths / affordable_spacing(lengths, PIECE, MOST_PIECES)).astype(int))
    owners = np.repeat(np.arange(len(starts)), counts)
    place = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    piece = (ends - starts)[owners] / counts[owners, None]
    return starts[owners] + piece * place[:, None], starts[owners] + piece * (place[:, None] + 1), owners


def is_seam(level: Level, middles: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Return a mask (k,) of the edges behind which another surface continues in the same plane.

    middles: (k, 3) midpoints of the edges [m]; faces: (k, 2, 6), a result of `sharp_edges`
    """
    flush = np.zeros(len(middles), dtype=bool)
    rows = row_normals(level)
    for face in (faces[:, 0], faces[:, 1]):
        normal, across = np.ascontiguousarray(face[:, :3]), face[:, 3:]
        distances, hits = np.empty(len(middles)), np.empty(len(middles), dtype=np.int64)
        origins = np.ascontiguousarray(middles + PROBE * (across + normal))
        first_hits(level.mesh.nodes, level.mesh.corners, origins, -normal, distances, hits)
        same = np.einsum("ij,ij->i", rows[hits], normal) > 1.0 - 1e-4
        flush |= (hits >= 0) & same & (np.abs(distances - PROBE) < 0.05 * PROBE)
    return flush


@compiled
def first_hits(
    nodes: np.ndarray,
    corners: np.ndarray,
    origins: np.ndarray,
    directions: np.ndarray,
    distances: np.ndarray,
    hits: np.ndarray,
) -> None:
    """Write the distance [m] and the row in the tree of the first triangle within 2 PROBE on each of n rays, or inf and -1.

    nodes, corners: the tree of a TriangleMesh; origins: (n, 3) [m]; directions: (n, 3) unit vectors
    """
    for i in range(len(origins)):
        origin = (origins[i, 0], origins[i, 1], origins[i, 2])
        direction = (directions[i, 0], directions[i, 1], directions[i, 2])
        distances[i], hits[i] = cast_ray(nodes, corners, origin, direction, 2.0 * PROBE)
