"""Exposure: how much a level's light is brightened, as eyes adapt indoors."""

import numpy as np

INDOORS, MOST_EXPOSURE = 0.55, 5.0  # least light of a level's brightest tenth; how much a level may be brightened to reach it
ROOM = 3.0  # [m] side of the cubes in which light is averaged. Smaller: every niche gets its own; larger: a hall dims a room
MOST_CELLS = 96  # cubes along a side of a level; larger levels get larger cubes
ADAPTED = 0.30  # mean light of a room up to which eyes adapt to it. Smaller: rooms stay dark; larger: shade looks like sun
STRENGTH = 0.75  # part of the difference (in stops) that eyes make up for. 1: all rooms are equally bright; 0: none adapts
DARKEST = 0.01  # light of surfaces that are inside of others
MOST_ADAPTED = 6.0  # how much a room may be brightened. More: noise of the light becomes visible


def exposure(light):
    """The factor that brightens a level without sun, as eyes adapt indoors: 1 or more. light (n, 3)"""
    bright = np.percentile(light.mean(axis=1), 90)
    return float(np.clip(INDOORS / max(bright, 1e-9), 1.0, MOST_EXPOSURE))


def room_exposure(positions, normals, triangles, light):
    """The factors (n,) that brighten dark rooms of a level that is sunny elsewhere: 1 or more.

    positions [m], normals (n, 3); triangles (t, 3); light (n, 3) of the vertices. The light of a surface counts by its area, and for
    the space in front of it, so that both sides of a wall adapt to their own side.
    """
    a, b, c = (positions[triangles[:, corner]] for corner in range(3))
    areas = np.bincount(triangles.ravel(), np.repeat(np.linalg.norm(np.cross(b - a, c - a), axis=1), 3), len(positions))
    areas = np.where(light.mean(axis=1) > DARKEST, areas, 0.0) + 1e-12  # without light: inside of something
    size = max(ROOM, float(np.ptp(positions, axis=0).max()) / MOST_CELLS)
    places = (positions + normals * (0.5 * size) - positions.min(axis=0)) / size + 1.0
    low = np.floor(places).astype(int)
    part, shape = places - low, low.max(axis=0) + 2
    corners = [(low + corner, np.where(corner, part, 1.0 - part).prod(axis=1)) for corner in np.ndindex(2, 2, 2)]
    cells = [(np.ravel_multi_index(tuple(cell.T), shape), weight) for cell, weight in corners]
    cells_of_light = [(cell, weight * areas) for cell, weight in cells]
    stops = np.log(np.maximum(light.mean(axis=1), DARKEST))  # eyes see ratios: a lamp beside the door does not light the hall
    total = sum(np.bincount(cell, weight * stops, np.prod(shape)) for cell, weight in cells_of_light)
    count = sum(np.bincount(cell, weight, np.prod(shape)) for cell, weight in cells_of_light)
    around = sum(weight * count[cell] for cell, weight in cells)
    mean = np.exp(sum(weight * total[cell] for cell, weight in cells) / around)
    factors = np.clip((ADAPTED / mean) ** STRENGTH, 1.0, MOST_ADAPTED)
    dim = np.clip((ADAPTED - light.mean(axis=1)) / (ADAPTED / 2.0), 0.0, 1.0)  # light surfaces are not dazzling beside a dark room
    return 1.0 + (factors - 1.0) * dim
