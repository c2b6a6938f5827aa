"""The sky: a dome of coloured vertices around the camera, with haze at the horizon and a glow around the sun."""

import numpy as np
from panda3d.core import CompassEffect, NodePath, OmniBoundingVolume

from .geometry_nodes import triangles_node
from .light.sun_and_sky_light import direction_to_sun

ZENITH, HORIZON = (0.30, 0.50, 0.80), (0.80, 0.87, 0.93)  # of a level without colours of its own
BELOW = (0.60, 0.66, 0.70)  # haze below the horizon
RADIUS = 100.0  # [m]; the dome follows the camera, so each size between the clipping planes looks the same
ROUND, RINGS = 64, 40  # vertices; fewer shows corners in the glow


def sky_dome(level):
    """Return the sky of a Level as a NodePath that is drawn behind everything else. See `follow_camera`."""
    directions, triangles = dome()
    colours = np.round(np.clip(sky_colours(directions, level), 0.04, 0.97) * 255).astype(np.uint8)
    dome_path = NodePath(triangles_node("sky", directions * RADIUS, colours, triangles))
    dome_path.setBin("background", 0)
    dome_path.setDepthWrite(False)
    dome_path.setDepthTest(False)
    dome_path.setTwoSided(True)
    dome_path.node().setBounds(OmniBoundingVolume())  # the effect moves the dome, but not its volume
    dome_path.node().setFinal(True)
    return dome_path


def follow_camera(dome, camera):
    """Keep the sky, a NodePath, at the position of a camera, a NodePath."""
    dome.setEffect(CompassEffect.make(camera, CompassEffect.PPos))


def dome():
    """Return the unit directions (n, 3) of the dome's vertices and its triangles (t, 3) of vertex indices."""
    heights = np.linspace(-1.0, 1.0, RINGS + 1)
    elevation = np.sign(heights) * np.abs(heights) ** 1.6 * np.pi / 2
    azimuth = np.arange(ROUND) * 2 * np.pi / ROUND
    flat = np.cos(elevation)[:, None]
    rings = (flat * np.cos(azimuth), flat * np.sin(azimuth), np.repeat(np.sin(elevation)[:, None], ROUND, axis=1))
    ring, step = np.meshgrid(np.arange(RINGS), np.arange(ROUND), indexing="ij")
    a, b = ring * ROUND + step, ring * ROUND + (step + 1) % ROUND
    quads = np.stack((a, b, b + ROUND, a, b + ROUND, a + ROUND), axis=-1)
    return np.stack(rings, axis=-1).reshape(-1, 3), quads.reshape(-1, 3)


def sky_colours(directions, level):
    """Return the colours (n, 3), 0..1, of a Level's sky in unit directions (n, 3)."""
    zenith, horizon = np.array((level.sky.zenith, level.sky.horizon) if level.sky else (ZENITH, HORIZON))
    up = directions[:, 2:]
    above = horizon + (zenith - horizon) * np.clip(up, 0.0, 1.0) ** 0.6
    sunk = np.clip(-up * 2.2, 0.0, 1.0)
    colours = np.where(up >= 0.0, above, horizon + (np.array(BELOW) - horizon) * sunk * (2.0 - sunk))
    towards_sun = np.clip(directions @ direction_to_sun(level.sun), 0.0, 1.0)[:, None]
    glow = 0.22 * towards_sun**12 + 0.55 * towards_sun**220
    return colours + glow * (np.array((1.0, 0.93, 0.78)) - colours)
