"""Baking: the light of a level is computed once and stored as colours of vertices.

Vertices are denser where light changes fast. In each round the light is measured at the midpoint of each edge. The edge is split
if that light differs from the mean of its ends, or if the ends differ much. So shadow edges and corners get cells of centimetres,
open floors get cells of a metre.
"""

from dataclasses import dataclass

import numpy as np

from game.collision.engine.jit import is_interpreted
from game.view.lighting.facets import level_facets
from game.view.lighting.level_light import SKY_RAYS, SUN_RAYS, LevelLight, Sampling, to_linear, tone_map
from game.view.lighting.lit_facets import LitFacets

ROUNDS = 7  # of splitting: from a metre's diagonal down to the smallest edge
FIRST_SHARE = 0.3  # of the progress, for the light before the first round
MOST_TRIANGLES = 170_000  # a level that reaches this keeps coarser cells. More: smoother, but slow without a graphics card
MOST_POINTS = 150_000  # vertices; meshes of more get fewer rays a point
INDOORS, MOST_EXPOSURE = 0.55, 5.0  # least light of a level's brightest tenth; how much a level may be brightened to reach it
DARKEST, BRIGHTEST = 0.04, 0.97  # of a vertex colour; the software renderer draws stray pixels beyond


@dataclass(frozen=True)
class Baked:
    """A level with baked light, ready to be drawn.

    positions (n, 3) float32 [m]; texture (n, 2) float32: texture coordinates [m]; colours (n, 3) uint8
    materials (n,) int32: indices into the level's materials; solid (n,) bool: True if only the outside is visible
    triangles (t, 3) int32: vertex numbers"""

    positions: np.ndarray
    texture: np.ndarray
    colours: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
    triangles: np.ndarray


def bake(level, progress=None, plain=False):
    """Light a level. progress(fraction, text) is called from time to time; plain: light by direction alone. -> Baked.

    Plain light has no shadows, and takes a moment only. Without machine code there is no other.
    """
    level, plain = level.drawn, plain or is_interpreted()
    text = "Plain light" if plain else "Baking light"

    def report(fraction):
        if progress:
            progress(fraction, text)

    report(0.0)
    facets = level_facets(level)
    source = LevelLight(level, affordable_sampling(len(facets.positions)), plain)
    lit = LitFacets(facets, source, lambda share: report(FIRST_SHARE * share))
    for number in range(0 if plain else ROUNDS):
        if len(lit.facets.triangles) > MOST_TRIANGLES:
            break
        if not lit.refine(lambda share, done=number: report(FIRST_SHARE + (1.0 - FIRST_SHARE) * (done + share) / ROUNDS)):
            break
    report(1.0)
    return to_baked(lit, level)


def affordable_sampling(points):
    """The Sampling for a number of points. Very large meshes get fewer rays for each point."""
    if points <= MOST_POINTS:
        return Sampling()
    share = MOST_POINTS / points
    return Sampling(sun_rays=max(4, int(SUN_RAYS * share)), sky_rays=max(12, int(SKY_RAYS * share)))


def to_baked(lit, level):
    """The LitFacets as Baked: light and materials become colours."""
    facets = lit.facets
    albedo = to_linear(np.array([material.colour for material in level.materials], dtype=float))[facets.materials]
    light = lit.without_buried()
    colours = np.clip(tone_map(light * exposure(light) * albedo), DARKEST, BRIGHTEST)
    texture = np.einsum("nij,nj->ni", facets.frames, facets.positions)
    return Baked(
        facets.positions.astype(np.float32),
        texture.astype(np.float32),
        np.round(colours * 255).astype(np.uint8),
        facets.materials.astype(np.int32),
        facets.solid,
        lit.visible_triangles().astype(np.int32),
    )


def exposure(light):
    """The exposure: a factor of at least 1 that brightens a dark level, as eyes adapt indoors. light (n, 3)"""
    bright = np.percentile(light.mean(axis=1), 90)
    return float(np.clip(INDOORS / max(bright, 1e-9), 1.0, MOST_EXPOSURE))
