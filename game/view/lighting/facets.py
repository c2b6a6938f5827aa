"""The surfaces of a level, ready to be lit: corners with smooth normals, shared where smooth, edges of a metre."""

from dataclasses import dataclass

import numpy as np

from game.view.lighting.closed_solids import in_closed_solids
from game.view.lighting.refine import shortened
from game.view.lighting.weld import place_numbers, row_numbers

CREASE = np.cos(np.radians(18.0))  # surfaces that meet more sharply keep their own normals
LONGEST = 2.0  # [m] edges; larger: the software renderer bends textures, smaller: more triangles
LARGE_AREA = 7000.0  # [m2] levels with more surface get longer edges, so that the number of triangles stays the same
MOST_TRIANGLES = 60_000  # meshes of more stay as they are


@dataclass
class Facets:
    """A mesh to be lit and drawn. Vertices are shared by triangles of one material that meet smoothly.

    positions, normals (n, 3); places (n,): equal for equal positions; materials (n,); solid (n,): of a closed solid, so
    seen from outside only; frames (n, 2, 3): directions of the texture's axes; triangles (t, 3) into all these.
    """

    positions: np.ndarray
    normals: np.ndarray
    places: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
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
    facets = shared(corners, smooth, surfaces, in_closed_solids(level)[real], frames)
    return shortened(facets, longest_edge(len(corners), doubled.sum() / 2))


def longest_edge(triangles, area):
    """How long edges may be [m], for a level of so many triangles and so much area [m2]."""
    if triangles > MOST_TRIANGLES:
        return np.inf
    return LONGEST * max(1.0, np.sqrt(area / LARGE_AREA))


def normals_of(corners):
    """Unit normals (t, 3) and doubled areas (t,) of triangles (t, 3, 3)."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(normals, axis=1)
    return normals / np.maximum(doubled, 1e-300)[:, None], doubled


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


def shared(corners, normals, materials, solid, frames):
    """Facets whose equal corners are one vertex."""
    places = place_numbers(corners.reshape(-1, 3))
    key = np.concatenate(
        (
            places[:, None],
            np.round(normals.reshape(-1, 3) * 500).astype(np.int64),
            np.repeat(materials, 3)[:, None],
            np.repeat(solid, 3)[:, None],
            np.round(np.repeat(frames.reshape(-1, 6), 3, axis=0) * 500).astype(np.int64),
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
    )
