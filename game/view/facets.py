"""The surfaces of a level, ready to be lit: corners with smooth normals, cut along a grid of metres, shared where smooth."""

from dataclasses import dataclass

import numpy as np

CREASE = np.cos(np.radians(18.0))  # surfaces that meet more sharply keep their own normals and get a line between them
WELD = 1e-5  # [m] corners nearer than this are one; smaller: seams of rounding dirt, larger: small details melt
MOST_CUT = 60_000  # triangles; more are not cut along the grid: they are small already
MOST_CELLS = 40_000  # the grid doubles until about this many cells cover the level


@dataclass
class Facets:
    """A mesh to be lit and drawn. Vertices are shared by triangles of one material that meet smoothly.

    positions, normals (n, 3); places (n,): equal for equal positions; materials (n,); frames (n, 2, 3): the directions of
    the texture's axes; triangles (t, 3) into all these.
    """

    positions: np.ndarray
    normals: np.ndarray
    places: np.ndarray
    materials: np.ndarray
    frames: np.ndarray
    triangles: np.ndarray

    @property
    def corners(self):
        return self.positions[self.triangles]


def facets_of(level):
    """The facets of a level's triangles with area."""
    corners = level.vertices[level.triangles]
    normals, doubled = normals_of(corners)
    real = doubled > 1e-12
    corners, normals, doubled, surfaces = corners[real], normals[real], doubled[real], level.surfaces[real]
    smooth = smooth_normals(corners, normals, doubled)
    frames = texture_frames(normals, is_flat(smooth, normals))
    corners, smooth, parents = cut_along_metres(corners, smooth, frames, doubled.sum() / 2)
    return shared(corners, smooth, surfaces[parents], frames[parents])


def normals_of(corners):
    """Unit normals (t, 3) and doubled areas (t,) of triangles (t, 3, 3)."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(doubled, 1e-300)[:, None], doubled


def place_numbers(points):
    """Equal numbers for equal points. (n, 3) -> (n,) int."""
    rounded = np.round(points / WELD).astype(np.int64)
    return np.unique(rounded, axis=0, return_inverse=True)[1].reshape(-1)


def smooth_normals(corners, normals, weights):
    """Normal of each corner: the mean of those faces around it that meet smoothly. -> (t, 3, 3)."""
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
    """Which triangles are part of a plane rather than of something round. -> (t,) bool."""
    return (np.einsum("tcj,tj->tc", smooth, normals) > 1.0 - 1e-6).all(axis=1)


def texture_frames(normals, flat):
    """Directions in which a texture's axes run. (t, 3), (t,) -> (t, 2, 3).

    Planes are measured along themselves: level, and up the slope. Round things take the nearest of the three main planes,
    so that the pattern does not break between their facets.
    """
    main = np.zeros_like(normals)
    largest = np.abs(normals).argmax(axis=1)
    main[np.arange(len(normals)), largest] = np.sign(normals[np.arange(len(normals)), largest])
    facing = np.where(flat[:, None], normals, main)
    level = np.cross((0.0, 0.0, 1.0), facing)
    length = np.linalg.norm(level, axis=1, keepdims=True)
    lies = length[:, 0] < 0.02
    level = np.where(lies[:, None], (1.0, 0.0, 0.0), level / np.maximum(length, 1e-300))
    rising = np.where(lies[:, None], (0.0, 1.0, 0.0), np.cross(facing, level))
    return np.round(np.stack((level, rising), axis=1), 9) + 0.0


def cut_along_metres(corners, normals, frames, area):
    """Cut triangles along whole metres of their textures: small cells bend no texture and can hold the light.

    corners, normals (t, 3, 3); frames (t, 2, 3); area [m2] -> corners, normals (c, 3, 3), parents (c,)
    """
    parents = np.arange(len(corners))
    if len(corners) > MOST_CUT:
        return corners, normals, parents
    cell = 2.0 ** max(0, int(np.ceil(np.log2(max(area / MOST_CELLS, 1e-9)) / 2)))
    for axis in (0, 1):
        corners, normals, parents = cut_along_axis(corners, normals, parents, frames[:, axis] / cell)
    return corners, normals, parents


def cut_along_axis(corners, normals, parents, directions):
    """Cut until no triangle reaches across a whole number along its direction; directions: (parents, 3) [cells/m]."""
    finished = []
    while len(corners):
        along = np.einsum("tcj,tj->tc", corners, directions[parents])
        low, high = along.min(axis=1), along.max(axis=1)
        plane = np.clip(np.round((low + high) / 2), np.floor(low + 1e-4) + 1, np.ceil(high - 1e-4) - 1)
        crossing = (plane > low + 1e-4) & (plane < high - 1e-4)
        done = ~crossing
        finished.append((corners[done], normals[done], parents[done]))
        pieces = split(corners[crossing], normals[crossing], along[crossing] - plane[crossing][:, None])
        corners, normals, owner = pieces
        parents = parents[crossing][owner]
    return tuple(np.concatenate(group) for group in zip(*finished))


def split(corners, normals, heights):
    """Cut each triangle where its heights (t, 3) are zero. -> corners, normals (p, 3, 3), owner (p,): the triangle cut.

    The corner alone on its side comes first; each cut gives the tip and the two halves of the rest.
    """
    heights = np.where(np.abs(heights) < 1e-4, 0.0, heights)
    one_above = (heights > 0).sum(axis=1) == 1
    lone = np.where(one_above, (heights > 0).argmax(axis=1), (heights < 0).argmax(axis=1))
    turn = (lone[:, None] + np.arange(3)) % 3
    rows = np.arange(len(corners))[:, None]
    values = np.concatenate((corners, normals), axis=2)[rows, turn]
    heights = heights[rows, turn]
    a, b, c = values[:, 0], values[:, 1], values[:, 2]
    ab, ac = crossing(a, b, heights[:, 0], heights[:, 1]), crossing(a, c, heights[:, 0], heights[:, 2])
    pieces = np.stack((np.stack((a, ab, ac), 1), np.stack((ab, b, c), 1), np.stack((ab, c, ac), 1)), axis=1)
    owner = np.repeat(np.arange(len(corners)), 3)
    pieces = pieces.reshape(-1, 3, 6)
    real = normals_of(pieces[:, :, :3])[1] > 1e-9
    return pieces[real, :, :3], pieces[real, :, 3:], owner[real]


def crossing(a, b, height_a, height_b):
    """Where the line from a to b has height zero; rows of position and normal."""
    share = (height_a / (height_a - height_b))[:, None]
    return a + share * (b - a)


def shared(corners, normals, materials, frames):
    """Facets whose equal corners are one vertex."""
    places = place_numbers(corners.reshape(-1, 3))
    key = np.concatenate(
        (
            places[:, None],
            np.round(normals.reshape(-1, 3) * 500).astype(np.int64),
            np.repeat(materials, 3)[:, None],
            np.round(np.repeat(frames.reshape(-1, 6), 3, axis=0) * 500).astype(np.int64),
        ),
        axis=1,
    )
    _, first, number = np.unique(key, axis=0, return_index=True, return_inverse=True)
    owner = first // 3
    return Facets(
        corners.reshape(-1, 3)[first],
        normals.reshape(-1, 3)[first],
        places[first],
        np.asarray(materials)[owner],
        frames[owner],
        number.reshape(-1, 3),
    )
