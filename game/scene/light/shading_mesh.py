"""The triangles of a level that need light: those that are visible, without the back sides of closed solids.

Ray casts return rows, which are positions of triangles in the tree. Materials belong to the level's triangles.
"""

from collections.abc import Sequence

import numpy as np

from ...collision import TriangleMesh
from ...collision.mesh.closed_shells import pieces
from ...core.vec3 import triangle_normals
from ...level import Level, Material
from .facet_refinement import Facets, edges_of, place_numbers, row_numbers, split_long_edges
from .texture_decoding import mean_colours


def in_closed_solids(level: Level) -> np.ndarray:
    """Return a mask (t,) of the triangles of closed solids: components whose edges have an even number of triangles.

    In a level that is a mesh file, all entries are False, because the winding of its triangles may be wrong.
    """
    if level.path.suffix != ".toml":
        return np.zeros(len(level.triangles), dtype=bool)
    places = place_numbers(level.vertices)[level.triangles]
    _, sides = edges_of(places)
    is_open = np.bincount(sides.ravel())[sides] % 2 == 1
    piece = pieces(places, int(places.max()) + 1)
    has_opening = np.zeros(len(piece), dtype=bool)
    has_opening[piece[places[is_open.any(axis=1), 0]]] = True
    return ~has_opening[piece[places[:, 0]]]


CREASE = np.cos(np.radians(18.0))  # surfaces that meet at a larger angle keep their own normals
LONGEST = 2.0  # [m] edges. Larger: the software renderer bends textures; smaller: more triangles
LARGE_AREA = 7000.0  # [m2] levels with more surface get longer edges, for the same number of triangles
OWN_STEPS = (65536, 65536, 512, 512, 512)  # steps per unit: coordinates and colours that differ by less than one step are equal
# Edges of larger meshes are not shortened. Fewer: the bundled levels (up to 44 680) get coarser; more: long strips are slow
MOST_TRIANGLES = 60_000


def level_facets(level: Level) -> Facets:
    """Make the facets of a level without empty triangles, and split long edges up to MOST_TRIANGLES."""
    corners = level.vertices[level.triangles]
    normals, doubled = normals_of(corners)
    has_area = doubled > 1e-12
    corners, normals, doubled, surfaces = corners[has_area], normals[has_area], doubled[has_area], level.surfaces[has_area]
    groups = smooth_groups(corners, normals)
    smooth = smooth_normals(groups, normals, doubled)
    flat = is_flat(smooth, normals)
    frames = texture_frames(normals, flat)
    own = own_look(level)
    if own is None:
        own = graded_look(level.materials, surfaces, groups, flat, doubled)
    else:
        own = own[has_area]
    solid = in_closed_solids(level)[has_area]
    facets = share_vertices(corners, smooth, surfaces, solid, frames, own)
    return split_long_edges(facets, LONGEST * max(1.0, np.sqrt((doubled.sum() / 2) / LARGE_AREA)), MOST_TRIANGLES)


def own_look(level: Level) -> np.ndarray | None:
    """Return (t, 3, 5), texture coordinates and linear colour (or the material's) by `level.look`, or None without it."""
    if level.look is None:
        return None
    plain = material_albedos(level.materials)[level.surfaces][:, None]
    tints = np.where(np.isnan(level.look.tints), plain, level.look.tints)
    return np.concatenate((level.look.coordinates, tints), axis=2)


def material_albedos(materials: Sequence[Material]) -> np.ndarray:
    return np.asarray(np.array([material.colour for material in materials], dtype=float)) ** 2.2


def graded_look(
    materials: Sequence[Material], surfaces: np.ndarray, groups: np.ndarray, flat: np.ndarray, weights: np.ndarray
) -> np.ndarray | None:
    """Return (t, 3, 5) as `own_look` does, or None without curved ground on which a plain and a patterned material meet.

    There one colour runs into the other: the border of bare earth in grass was a saw of triangles. surfaces: (t,) index of the
    material; groups: (3 t,), a result of `smooth_groups`; flat: (t,) mask; weights: (t,)
    """
    albedos = np.repeat(material_albedos(materials)[surfaces], 3, axis=0)
    is_plain = np.repeat(np.array([not one.finish and one.pattern == "plain" for one in materials])[surfaces], 3)
    share = np.repeat(np.where(flat, 0.0, weights), 3)
    total = np.bincount(groups, share)
    plain = np.bincount(groups, share * is_plain) / np.maximum(total, 1e-300)
    mixed = np.stack([np.bincount(groups, share * column) for column in albedos.T], axis=1) / np.maximum(total, 1e-300)[:, None]
    graded = (share > 0.0) & (plain > 0.0)[groups] & (plain < 1.0)[groups]
    if not graded.any():
        return None
    colours = np.where(graded[:, None], mixed[groups], albedos)
    return np.concatenate((np.zeros((len(colours), 2)), colours), axis=1).reshape(-1, 3, 5)


def triangle_albedos(level: Level) -> np.ndarray:
    """Return the linear colour (t, 3) of each triangle: the material's, or the Look's mean times that of its picture."""
    own = own_look(level)
    if own is None:
        return material_albedos(level.materials)[level.surfaces]
    return own[:, :, 2:].mean(axis=1) * mean_colours(level.materials)[level.surfaces]


def normals_of(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return unit normals (t, 3), zero without area, and doubled areas (t,) [m2] of corners (t, 3, 3) [m]."""
    normals = triangle_normals(corners)
    doubled = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(doubled, 1e-300)[:, None], doubled


def smooth_normals(groups: np.ndarray, normals: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the unit normal (t, 3, 3) of each corner: the weighted mean of its group, (3 t,) as `smooth_groups` returns it.

    normals, weights: (t, 3), (t,)
    """
    weighted = np.repeat(normals * weights[:, None], 3, axis=0)
    total = np.stack([np.bincount(groups, column) for column in weighted.T], axis=1)[groups]
    lengths = np.linalg.norm(total, axis=1, keepdims=True)
    return (total / np.maximum(lengths, 1e-300)).reshape(-1, 3, 3)


def smooth_groups(corners: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Return the number (3 t,) of each corner's smooth group: corners at one position whose triangles are linked by small angles.

    The cosine of an angle between linked normals is above CREASE. A link of links counts, too: on the crest of a hill opposite
    triangles are no neighbours, and normals of their own would show each triangle. corners: (t, 3, 3) [m]; normals: (t, 3)
    """
    owner = np.repeat(np.arange(len(corners)), 3)
    places = place_numbers(corners.reshape(-1, 3))
    order = np.argsort(places, kind="stable")
    links = []
    for shift in range(1, 64):
        a, b = order[:-shift], order[shift:]
        together = places[a] == places[b]
        if not together.any():
            break
        a, b = a[together], b[together]
        smooth = np.einsum("ij,ij->i", normals[owner[a]], normals[owner[b]]) > CREASE
        links.append(np.stack((a[smooth], b[smooth])))
    groups = np.arange(3 * len(corners))
    a, b = np.concatenate(links, axis=1) if links else np.empty((2, 0), dtype=np.int64)
    while True:
        least = np.minimum(groups[a], groups[b])
        if np.array_equal(least, groups[a]) and np.array_equal(least, groups[b]):
            return groups
        np.minimum.at(groups, a, least)
        np.minimum.at(groups, b, least)


def is_flat(smooth: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Return a mask (t,) of triangles whose corners' normals `smooth` (t, 3, 3) are the triangle's own, `normals` (t, 3)."""
    return (np.einsum("tcj,tj->tc", smooth, normals) > 1.0 - 1e-6).all(axis=1)


def texture_frames(normals: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """Return the unit directions (t, 2, 3) of the texture's axes on t triangles with unit normals (t, 3).

    On flat ones: horizontal and up the slope, or x and y. On others: in the nearest coordinate plane, so that it continues.
    """
    main = np.zeros_like(normals)
    largest = np.abs(normals).argmax(axis=1)
    main[np.arange(len(normals)), largest] = np.sign(normals[np.arange(len(normals)), largest])
    facing = np.where(flat[:, None], normals, main)
    level = np.cross((0.0, 0.0, 1.0), facing)
    length = np.linalg.norm(level, axis=1, keepdims=True)
    is_level = length[:, 0] < 0.02
    level = np.where(is_level[:, None], (1.0, 0.0, 0.0), level / np.maximum(length, 1e-300))
    rising = np.where(is_level[:, None], (0.0, 1.0, 0.0), np.cross(facing, level))
    return np.round(np.stack((level, rising), axis=1), 9) + 0.0


def share_vertices(
    corners: np.ndarray,
    normals: np.ndarray,
    materials: np.ndarray,
    solid: np.ndarray,
    frames: np.ndarray,
    own: np.ndarray | None = None,
) -> Facets:
    """Make facets of t triangles. Corners that are equal in all properties become one vertex.

    corners: (t, 3, 3) [m]; normals: (t, 3, 3); materials, solid: (t,); frames: (t, 2, 3); own: (t, 3, 5) as of `own_look`
    """
    places = place_numbers(corners.reshape(-1, 3))
    columns: list[np.ndarray] = [
        places[:, None],
        np.round(normals.reshape(-1, 3) * 500).astype(np.int64),
        np.repeat(materials, 3)[:, None],
        np.repeat(solid, 3)[:, None],
        np.round(np.repeat(frames.reshape(-1, 6), 3, axis=0) * 500).astype(np.int64),
    ]
    if own is not None:
        columns.append(np.round(own.reshape(-1, 5) * OWN_STEPS).astype(np.int64))
    key = np.concatenate(columns, axis=1)
    _, first, number = np.unique(row_numbers(key), return_index=True, return_inverse=True)
    owner = first // 3
    return Facets(
        corners.reshape(-1, 3)[first],
        normals.reshape(-1, 3)[first],
        places[first],
        np.asarray(materials)[owner],
        solid[owner],
        frames[owner],
        number.reshape(-1, 3),
        None if own is None else own.reshape(-1, 5)[first].astype(float),
    )


def row_triangles(mesh: TriangleMesh) -> np.ndarray:
    """Return the index (t,) of the level's triangle for each row of a tree, where ~index means a reversed winding."""
    return np.maximum(mesh.order, ~mesh.order)


def row_normals(level: Level) -> np.ndarray:
    """Return the unit normal (t, 3) of each row of the level's collision tree, by the winding of the level's file."""
    return normals_of(level.vertices[level.triangles[row_triangles(level.mesh)]])[0]
