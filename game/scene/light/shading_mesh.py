"""The triangles of a level that need light: those that are visible, without the back sides of closed solids.

Ray casts return rows, which are positions of triangles in the tree. Materials belong to the level's triangles.
"""

from dataclasses import dataclass

import numpy as np

from ...collision.mesh.closed_shells import pieces
from .facet_refinement import edges_of, place_numbers, row_numbers, split_long_edges
from .texture_decoding import mean_colours


def in_closed_solids(level):
    """Return a mask (t,), True for triangles of a Level that belong to a closed solid.

    A closed solid is a connected component without open edges. An edge is open if it belongs to an odd number of triangles.
    In a level that is a mesh file, all entries are False, because the winding of its triangles may be wrong.
    """
    if level.path.suffix != ".toml":
        return np.zeros(len(level.triangles), dtype=bool)
    places = place_numbers(level.vertices)[level.triangles]
    _, sides = edges_of(places)
    is_open = np.bincount(sides.ravel())[sides] % 2 == 1
    piece = pieces(places)
    has_opening = np.zeros(len(piece), dtype=bool)
    has_opening[piece[places[is_open.any(axis=1), 0]]] = True
    return ~has_opening[piece[places[:, 0]]]


CREASE = np.cos(np.radians(18.0))  # surfaces that meet at a larger angle keep their own normals
LONGEST = 2.0  # [m] edges. Larger: the software renderer bends textures; smaller: more triangles
LARGE_AREA = 7000.0  # [m2] levels with more surface get longer edges, for the same number of triangles
OWN_STEPS = (65536, 65536, 512, 512, 512)  # steps per unit: coordinates and colours that differ by less than one step are equal
# Edges of larger meshes are not shortened. Fewer: the bundled levels (up to 44 680) get coarser; more: long strips are slow
MOST_TRIANGLES = 60_000


@dataclass
class Facets:
    """A mesh for shading: triangles to be lit at their vertices and drawn. Smooth surfaces of one material share vertices.

    positions: (n, 3) [m]
    normals: (n, 3) unit vectors
    places: (n,) position numbers, equal for vertices at the same position
    materials: (n,) index of each vertex's material in the level
    solid: (n,) True for the surface of a closed solid, which is visible from outside only
    frames: (n, 2, 3) unit directions of the texture's two axes
    triangles: (t, 3) vertex indices
    own: (n, 5) two texture coordinates and a linear colour from the mesh file, or None for a level without them
    """

    positions: np.ndarray
    normals: np.ndarray
    places: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
    frames: np.ndarray
    triangles: np.ndarray
    own: np.ndarray | None = None

    @property
    def corners(self):
        """Positions (t, 3, 3) [m] of the corners of each triangle."""
        return self.positions[self.triangles]


def level_facets(level):
    """Return the Facets of a Level. Triangles without area are left out, and edges longer than `longest_edge` are split.

    At about MOST_TRIANGLES triangles, as in a strip of 1000 km, edges stay longer.
    """
    corners = level.vertices[level.triangles]
    normals, doubled = normals_of(corners)
    has_area = doubled > 1e-12
    corners, normals, doubled, surfaces = corners[has_area], normals[has_area], doubled[has_area], level.surfaces[has_area]
    smooth = smooth_normals(corners, normals, doubled)
    frames = texture_frames(normals, is_flat(smooth, normals))
    own = own_look(level)
    solid = in_closed_solids(level)[has_area]
    facets = share_vertices(corners, smooth, surfaces, solid, frames, None if own is None else own[has_area])
    return split_long_edges(facets, longest_edge(doubled.sum() / 2), MOST_TRIANGLES)


def own_look(level):
    """Return an array (t, 3, 5): two texture coordinates and a linear colour for each corner of a Level's triangles.

    They come from `level.look`, the appearance stored in a mesh file. A corner without a colour gets its material's colour.
    The result is None for a level without `look`.
    """
    if level.look is None:
        return None
    plain = material_albedos(level.materials)[level.surfaces][:, None]
    tints = np.where(np.isnan(level.look.tints), plain, level.look.tints)
    return np.concatenate((level.look.coordinates, tints), axis=2)


def material_albedos(materials):
    """Return the linear colours (m, 3) of m materials."""
    return to_linear(np.array([material.colour for material in materials], dtype=float))


def triangle_albedos(level):
    """Return the linear colour (t, 3) of each triangle of a Level.

    It is the colour of the triangle's material. In a level with a Look, it is the mean colour of the triangle's corners times
    the mean colour of the material's picture. A material without a picture counts as white there.
    """
    own = own_look(level)
    if own is None:
        return material_albedos(level.materials)[level.surfaces]
    return own[:, :, 2:].mean(axis=1) * mean_colours(level.materials)[level.surfaces]


def longest_edge(area):
    """Return the longest allowed edge [m] of a mesh with an `area` [m2]."""
    return LONGEST * max(1.0, np.sqrt(area / LARGE_AREA))


def normals_of(corners):
    """Return the unit normals (t, 3) and the doubled areas (t,) [m2] of triangles with corners (t, 3, 3) [m].

    The normal of a triangle without area is zero.
    """
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(doubled, 1e-300)[:, None], doubled


def smooth_normals(corners, normals, weights):
    """Return the unit normal (t, 3, 3) of each corner: the weighted mean normal of the triangles that meet smoothly there.

    Triangles meet smoothly if the cosine of the angle between their normals is above CREASE.

    corners: (t, 3, 3) [m]
    normals: (t, 3) unit normals of the triangles
    weights: (t,) weights of the triangles, such as their areas
    """
    owner = np.repeat(np.arange(len(corners)), 3)
    places = place_numbers(corners.reshape(-1, 3))
    order = np.argsort(places, kind="stable")
    total = (normals * weights[:, None])[owner]
    for shift in range(1, 64):
        a, b = order[:-shift], order[shift:]
        together = places[a] == places[b]
        if not together.any():
            break
        a, b = a[together], b[together]
        smooth = np.einsum("ij,ij->i", normals[owner[a]], normals[owner[b]]) > CREASE
        a, b = a[smooth], b[smooth]
        np.add.at(total, a, normals[owner[b]] * weights[owner[b], None])
        np.add.at(total, b, normals[owner[a]] * weights[owner[a], None])
    lengths = np.linalg.norm(total, axis=1, keepdims=True)
    return (total / np.maximum(lengths, 1e-300)).reshape(-1, 3, 3)


def is_flat(smooth, normals):
    """Return a mask (t,), True for triangles whose corners have the triangle's own normal. Other triangles are shaded as round.

    smooth: (t, 3, 3) unit normals of the corners
    normals: (t, 3) unit normals of the triangles
    """
    return (np.einsum("tcj,tj->tc", smooth, normals) > 1.0 - 1e-6).all(axis=1)


def texture_frames(normals, flat):
    """Return the unit directions (t, 2, 3) of the texture's axes on t triangles.

    normals: (t, 3) unit normals
    flat: (t,) True for flat triangles (`is_flat`)

    On flat triangles, the first axis is horizontal and the second points up the slope. On horizontal ones they are x and y. On
    other triangles, the axes are in the nearest coordinate plane, so that the pattern continues from triangle to triangle.
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


def share_vertices(corners, normals, materials, solid, frames, own=None):
    """Return the Facets of t triangles. Corners that are equal in all properties become one vertex.

    corners: (t, 3, 3) [m]
    normals: (t, 3, 3) unit normals of the corners
    materials, solid: (t,) index of the material, and True for a closed solid
    frames: (t, 2, 3) unit directions of the texture's axes
    own: (t, 3, 5) texture coordinates and linear colours of the corners, or None
    """
    places = place_numbers(corners.reshape(-1, 3))
    key = np.concatenate(
        (
            places[:, None],
            np.round(normals.reshape(-1, 3) * 500).astype(np.int64),
            np.repeat(materials, 3)[:, None],
            np.repeat(solid, 3)[:, None],
            np.round(np.repeat(frames.reshape(-1, 6), 3, axis=0) * 500).astype(np.int64),
            *([] if own is None else [np.round(own.reshape(-1, 5) * OWN_STEPS).astype(np.int64)]),
        ),
        axis=1,
    )
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


def to_linear(display):
    """Convert display colours 0..1 (any shape) to linear colours."""
    return np.asarray(display) ** 2.2


def are_hidden(facets, buried, source):
    """Return a mask (t,), True for triangles of Facets of which no part is visible.

    All three vertices of such a triangle are buried. That alone is not enough: a corner of the visible surface between two solids
    can lie in the middle of a triangle. Also, splits mark the midpoints of edges from a buried vertex as buried.

    buried: (n,) True for vertices inside a solid
    source: the LevelLight that knows the solids
    The triangles of a closed solid are visible from outside only, and all others from both sides.
    """
    is_hidden = buried[facets.triangles].all(axis=1)
    chosen = np.flatnonzero(is_hidden)
    corners = facets.corners[chosen]
    normals = normals_of(corners)[0]
    seen = source.may_be_visible(corners, normals)
    two_sided = np.flatnonzero(~facets.solid[facets.triangles[chosen, 0]])
    seen[two_sided] |= source.may_be_visible(corners[two_sided], -normals[two_sided])
    is_hidden[chosen[seen]] = False
    return is_hidden


def row_triangles(mesh):
    """Return the index (t,) of the level's triangle for each row of a TriangleMesh's tree.

    A row is the position of a triangle in the tree. `mesh.order` holds ~index where the mesh reversed a triangle's winding.
    """
    return np.maximum(mesh.order, ~mesh.order)


def row_normals(level):
    """Return the unit normal (t, 3) of each row of the Level's collision tree, by the winding of the level's file."""
    return normals_of(level.vertices[level.triangles[row_triangles(level.mesh)]])[0]
