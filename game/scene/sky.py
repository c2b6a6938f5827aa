"""The sky of a level: haze, a glow around the sun, clouds and far hills, on a dome that follows the camera.

Clouds and hills are opaque, with the colours of the sky at their feet: a picture on the dome took a tenth longer for a frame in
the software renderer. The sky is drawn after all that is opaque, so that only the parts that are seen of it cost time.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from panda3d.core import CompassEffect, CullBinManager, NodePath, OmniBoundingVolume

from ..level import Level
from .geometry_nodes import triangles_node, triangles_of_grid
from .light.level_light import direction_to_sun
from .look_and_spring_arm import FAR

ZENITH, HORIZON = (0.30, 0.50, 0.80), (0.80, 0.87, 0.93)  # of a level without colours of its own
BELOW = 0.75  # of the horizon's colour: haze below it
SUNLIGHT, CLOUD = np.array((1.0, 0.93, 0.78)), np.array((1.0, 0.99, 0.97))
RADIUS = 0.95 * FAR  # [m] of the dome. Smaller: it hides far ground; larger: the far plane cuts it
BIN, BIN_SORT = "sky", 25  # after all that is opaque, and before transparent things


class SkyGrid(NamedTuple):
    """A part of the sky: unit directions (r, c, 3) of a grid of vertices, and what is painted over the haze.

    share: (r, c, 1) of the paint, 0..1; paint: shares of sunlit cloud and of the zenith's colour, the rest being the horizon's
    """

    directions: np.ndarray
    share: np.ndarray | float = 0.0
    paint: tuple[float, float] = (0.0, 0.0)


def sky_dome(level: Level) -> NodePath:
    """Return the sky of a level, drawn behind everything else."""
    CullBinManager.getGlobalPtr().addBin(BIN, CullBinManager.BTFixed, BIN_SORT)
    places, colours, triangles, count = [], [], [], 0
    for grid in (dome(), disc_around(direction_to_sun(level.sun)), *clouds(), *hills()):
        rows, columns, _ = grid.directions.shape
        triangles.append(count + triangles_of_grid(rows, columns)[:, (0, 2, 1)])  # seen from inside
        places.append(grid.directions.reshape(-1, 3) * RADIUS)
        colours.append(sky_colours(grid, level).reshape(-1, 3))
        count += rows * columns
    shades = np.round(np.clip(np.concatenate(colours), 0.04, 0.97) * 255).astype(np.uint8)
    path = NodePath(triangles_node("sky", np.concatenate(places), shades, np.concatenate(triangles)))
    path.setBin(BIN, 0)
    path.setDepthWrite(False)
    path.setTwoSided(True)
    path.node().setBounds(OmniBoundingVolume())  # the effect moves the dome, but not its volume
    path.node().setFinal(True)
    return path


def follow_camera(sky: NodePath, camera: NodePath) -> None:
    sky.setEffect(CompassEffect.make(camera, CompassEffect.PPos))


def sky_colours(grid: SkyGrid, level: Level) -> np.ndarray:
    """Return the colours (r, c, 3), 0..1, of a part of the sky."""
    zenith, horizon = np.array((level.sky.zenith, level.sky.horizon) if level.sky else (ZENITH, HORIZON))
    up = grid.directions[..., 2:]
    above = horizon + (zenith - horizon) * np.clip(up, 0.0, 1.0) ** 0.6
    sunk = np.clip(-up * 2.2, 0.0, 1.0)
    colours = np.where(up >= 0.0, above, horizon * (1.0 - (1.0 - BELOW) * sunk * (2.0 - sunk)))
    white, blue = grid.paint
    paint = white * CLOUD + blue * zenith + (1.0 - white - blue) * horizon
    colours = colours + grid.share * (paint - colours)
    near_sun = np.clip(grid.directions @ direction_to_sun(level.sun), 0.0, 1.0)[..., None]
    glow = 0.22 * near_sun**12 + 0.55 * near_sun**220 + 0.2 * near_sun**2500
    return colours + glow * (1.0 - 0.5 * grid.share) * (SUNLIGHT - colours)


def directions(azimuth: np.ndarray, elevation: np.ndarray) -> np.ndarray:
    """Return unit vectors (..., 3). azimuth, elevation: [rad]"""
    azimuth, elevation = np.broadcast_arrays(azimuth, elevation)
    flat = np.cos(elevation)
    return np.stack([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)], axis=-1)


ROUND, RINGS = 40, 28  # facets of the dome. Fewer: the haze has edges; more: costs time
GLOW_ROUND = 16  # facets of the glow around the sun, on the dome
GLOW_RADII = np.array((0.0, 0.015, 0.03, 0.06, 0.1, 0.15, 0.21, 0.28, 0.36))  # [rad]


@cache
def dome() -> SkyGrid:
    heights = np.linspace(-1.0, 1.0, RINGS + 1)[:, None]
    elevation = np.sign(heights) * np.abs(heights) ** 1.6 * np.pi / 2
    return SkyGrid(directions(np.linspace(0.0, 2.0 * np.pi, ROUND + 1), elevation))


def disc_around(axis: np.ndarray) -> SkyGrid:
    first = np.cross((0.0, 0.0, 1.0) if abs(axis[2]) < 0.7 else (0.0, 1.0, 0.0), axis)
    first /= np.linalg.norm(first)
    angles = np.linspace(0.0, 2.0 * np.pi, GLOW_ROUND + 1)[:, None]
    aside = np.cos(angles) * first + np.sin(angles) * np.cross(axis, first)
    return SkyGrid(np.cos(GLOW_RADII)[:, None, None] * axis + np.sin(GLOW_RADII)[:, None, None] * aside)


CLOUDS, CLOUD_COLUMNS = 13, 22  # Fewer columns: corners show; more: costs time
CLOUD_LOW, CLOUD_HIGH = 0.07, 0.50  # [rad] elevation of their flat undersides
CLOUD_WIDE = (0.16, 0.42)  # [rad] least and largest width. Larger: one sees a lid; smaller: dots
CLOUD_ROWS = np.array((0.0, 0.3, 0.62, 0.86, 1.0))  # of a cloud's height
CLOUD_SHARES = np.array((0.0, 0.22, 0.52, 0.72, 0.80))[:, None, None]  # white in them; below, a cloud is as the sky behind it


@cache
def clouds() -> tuple[SkyGrid, ...]:
    """Return clouds: puffs in a row, whose flat underside fades into the sky."""
    random, grids = np.random.default_rng(12), []
    for number in range(CLOUDS):
        low = CLOUD_LOW + (CLOUD_HIGH - CLOUD_LOW) * random.random() ** 1.6
        wide = np.interp(random.random(), (0, 1), CLOUD_WIDE) * (0.6 + low / CLOUD_HIGH)
        middles = np.linspace(-0.32, 0.32, 5) + 0.05 * random.standard_normal(5)
        sizes = np.array((0.14, 0.19, 0.25, 0.20, 0.13)) * random.uniform(0.7, 1.15, 5)
        first, last = (middles - sizes).min(), (middles + sizes).max()
        along = first + (last - first) * (0.5 + 0.5 * np.sin(np.linspace(-0.5, 0.5, CLOUD_COLUMNS) * np.pi))  # denser at the ends
        tops = np.sqrt(np.maximum(sizes**2 - (along[:, None] - middles) ** 2, 0.0)).max(axis=1) * 0.62
        azimuth = (number + 0.5 * random.random()) * 2.0 * np.pi / CLOUDS + along * wide / np.cos(low)
        grids.append(SkyGrid(directions(azimuth, low + CLOUD_ROWS[:, None] * tops * wide), CLOUD_SHARES, (0.66, 0.0)))
    return tuple(grids)


# (waves around, least and largest height [rad], paint), the farthest first: nearer hills are lower and less hazy
HILLS = ((5, 0.016, 0.085, 0.32), (9, 0.004, 0.040, 0.54))
HILL_COLUMNS = 150
HILL_FOOT = -0.02  # [rad] below the horizon. Higher: a gap over far ground; lower: hills stand in front of haze
HILL_SHARES = np.array((0.0, 0.35, 0.9))[:, None, None]  # of their paint at the foot, at a third, at the top: mist lies below


@cache
def hills() -> tuple[SkyGrid, ...]:
    grids, azimuth = [], np.linspace(0.0, 2.0 * np.pi, HILL_COLUMNS + 1)
    for number, (waves, least, most, blue) in enumerate(HILLS):
        shifts = np.random.default_rng(40 + number).random(4) * 2.0 * np.pi
        outline = sum(np.sin(round(waves * 2.1**k) * azimuth + shift) / 1.8**k for k, shift in enumerate(shifts))
        heights = least + (most - least) * ((outline - outline.min()) / np.ptp(outline)) ** 1.3
        elevation = np.stack([np.full_like(heights, HILL_FOOT), heights / 3.0, heights])
        grids.append(SkyGrid(directions(azimuth, elevation), HILL_SHARES, (0.0, blue)))
    return tuple(grids)
