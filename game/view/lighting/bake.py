"""Baking: the light of a level computed once, into the colours of vertices that lie closer together where light changes fast.

Round by round each edge of the mesh is asked for the light in its middle. Where that is not what its ends promise, or the
ends differ much, the edge is split there. So shadow edges and corners get cells of centimetres, open floors of a metre.
"""

from dataclasses import dataclass

import numpy as np

from game.collision.engine.jit import COMPILED
from game.view.lighting.facets import facets_of
from game.view.lighting.level_light import SKY_RAYS, SUN_RAYS, LevelLight, Lighting, linear, seen
from game.view.lighting.lit_facets import LitFacets

ROUNDS = 7  # of splitting: from a metre's diagonal down to the smallest edge
FIRST_SHARE = 0.3  # of the progress, for the light before the first round
MOST_TRIANGLES = 170_000  # a level that reaches this keeps coarser cells; more: smoother, but slow without a graphics card
MOST_POINTS = 150_000  # vertices; meshes of more get fewer rays a point
INDOORS, MOST_EXPOSURE = 0.55, 5.0  # light that the brightest tenth of a level has at least, and how much this may brighten it
DARKEST, BRIGHTEST = 0.04, 0.97  # of a vertex colour; the software renderer draws stray pixels beyond


@dataclass(frozen=True)
class Baked:
    """A level as it is drawn. positions (n, 3) float32; texture (n, 2) float32 [m]; colours (n, 3) uint8;
    materials (n,) int32 into the level's; solid (n,) bool: seen from outside only; triangles (t, 3) int32."""

    positions: np.ndarray
    texture: np.ndarray
    colours: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
    triangles: np.ndarray


def bake(level, progress=None):
    """Light a level. progress(fraction, text) is called now and then. -> Baked."""
    tell = progress or (lambda fraction, text: None)
    text = "Baking light" if COMPILED else "Plain light: numba is missing, so there are no shadows"
    tell(0.0, text)
    facets = facets_of(level)
    source = LevelLight(level, affordable(len(facets.positions)))
    lit = LitFacets(facets, source, lambda share: tell(FIRST_SHARE * share, text))
    for number in range(ROUNDS if COMPILED else 0):
        if len(lit.facets.triangles) > MOST_TRIANGLES or not lit.refine(round_progress(tell, number, text)):
            break
    tell(1.0, text)
    return baked(lit, level)


def round_progress(tell, number, text):
    """Progress of one round, as part of the whole."""
    return lambda share: tell(FIRST_SHARE + (1.0 - FIRST_SHARE) * (number + share) / ROUNDS, text)


def affordable(points):
    """Fewer rays a point for meshes with very many points."""
    if points <= MOST_POINTS:
        return Lighting()
    share = MOST_POINTS / points
    return Lighting(sun_rays=max(4, int(SUN_RAYS * share)), sky_rays=max(12, int(SKY_RAYS * share)))


def baked(lit, level):
    """Colours from the light and the materials, and texture coordinates."""
    facets = lit.facets
    albedo = linear(np.array([material.colour for material in level.materials], dtype=float))[facets.materials]
    light = lit.without_buried()
    colours = np.clip(seen(light * exposure(light) * albedo), DARKEST, BRIGHTEST)
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
    """By how much to brighten a level that the sun does not reach, as eyes do indoors. light (n, 3) -> 1 or more."""
    bright = np.percentile(light.mean(axis=1), 90)
    return float(np.clip(INDOORS / max(bright, 1e-9), 1.0, MOST_EXPOSURE))
