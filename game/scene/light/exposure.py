"""Exposure: dark levels and rooms are brightened, because eyes adapt to them, and linear light becomes display colours."""

import numpy as np

INDOORS, MOST_EXPOSURE = 0.55, 5.0  # least light of a level's brightest tenth; largest factor to reach it
ROOM = 3.0  # [m] side of the cubes in which light is averaged. Smaller: every niche gets its own; larger: a hall dims a room
MOST_CELLS = 96  # cubes along a side of a level; larger levels get larger cubes
ADAPTED = 0.30  # mean light of a room up to which eyes adapt to it. Smaller: rooms stay dark; larger: shade looks like sun
STRENGTH = 0.75  # fraction of the difference (in stops) that is corrected. 1: all rooms are equally bright; 0: no correction
DARKEST_LEVEL = 0.01  # light of surfaces within other solids
MOST_ADAPTED = 6.0  # largest factor of a room. Larger: noise of the light becomes visible


def exposure(light: np.ndarray) -> float:
    """Return the factor, 1..MOST_EXPOSURE, that brightens a level whose brightest surfaces, of light (n, 3), are dark."""
    bright = np.percentile(light.mean(axis=1), 90)
    return float(np.clip(INDOORS / max(bright, 1e-9), 1.0, MOST_EXPOSURE))


def room_exposure(positions: np.ndarray, normals: np.ndarray, triangles: np.ndarray, light: np.ndarray) -> np.ndarray:
    """Return the factors (n,), 1..MOST_ADAPTED, that brighten the vertices of a level's dark rooms.

    positions: (n, 3) [m]; normals: (n, 3) unit vectors; triangles: (t, 3) vertex indices; light: (n, 3) linear. Light is averaged
    by area in the space in front of a surface, so that the two sides of a wall get different factors.
    """
    a, b, c = (positions[triangles[:, corner]] for corner in range(3))
    doubled = np.bincount(triangles.ravel(), np.repeat(np.linalg.norm(np.cross(b - a, c - a), axis=1), 3), len(positions))
    areas = np.where(light.mean(axis=1) > DARKEST_LEVEL, doubled, 0.0) + 1e-12  # no light: within a solid
    size = max(ROOM, float(np.ptp(positions, axis=0).max()) / MOST_CELLS)
    places = (positions + normals * (0.5 * size) - positions.min(axis=0)) / size + 1.0
    low = np.floor(places).astype(int)
    part, shape = places - low, low.max(axis=0) + 2
    corners = [(low + corner, np.where(corner, part, 1.0 - part).prod(axis=1)) for corner in np.ndindex(2, 2, 2)]
    cells = [(np.ravel_multi_index(tuple(cell.T), shape), weight) for cell, weight in corners]
    cells_of_light = [(cell, weight * areas) for cell, weight in cells]
    # Eyes see ratios: a lamp beside the door does not light the hall.
    stops = np.log(np.maximum(light.mean(axis=1), DARKEST_LEVEL))
    size_of_grid = int(np.prod(shape))
    total, count = np.zeros(size_of_grid), np.zeros(size_of_grid)
    for cell, weight in cells_of_light:
        total += np.bincount(cell, weight * stops, size_of_grid)
        count += np.bincount(cell, weight, size_of_grid)
    around = sum(weight * count[cell] for cell, weight in cells)
    mean = np.exp(sum(weight * total[cell] for cell, weight in cells) / around)
    factors = np.clip((ADAPTED / mean) ** STRENGTH, 1.0, MOST_ADAPTED)
    # Bright vertices keep their light, so that they do not dazzle in a dark room.
    dim = np.clip((ADAPTED - light.mean(axis=1)) / (ADAPTED / 2.0), 0.0, 1.0)
    return 1.0 + (factors - 1.0) * dim


def tone_map(light: np.ndarray) -> np.ndarray:
    """Convert linear light (any shape) to display colours 0..1. Values above 0.7 are compressed smoothly, as on film."""
    knee = 0.7
    above = np.maximum(light - knee, 0.0)
    rolled = np.where(light > knee, knee + (1.0 - knee) * (1.0 - np.exp(-above / (1.0 - knee))), light)
    return np.maximum(rolled, 0.0) ** (1 / 2.2)
