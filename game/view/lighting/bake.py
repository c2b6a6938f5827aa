"""Baking: the light of a level, computed once and stored in the colours of vertices.

First the mesh is split along the borders of shadows, so that the borders are clean lines. Then edges are split in several
rounds. An edge is split if the light at its midpoint differs from the mean of the light at its two ends. So triangles are
small in corners, and metres large on open floors.

Light maps (light in a second texture) were tried. With them a frame took 16 instead of 10 ms in the software renderer
(1280x720).
"""

from dataclasses import dataclass

import numpy as np

from ...core.jit import is_interpreted
from .level_and_room_exposure import exposure, room_exposure
from .light_adaptive_subdivision import LitFacets
from .mesh.shading_mesh import level_facets, material_albedos
from .mesh.shadow_border_refinement import fit_to_borders
from .sun_and_sky_light import SKY_RAYS, SUN_RAYS, LevelLight, Sampling, tone_map

ROUNDS = 5  # of splitting: from two metres down to the smallest edge
FITTED, LIT = 0.35, 0.6  # progress 0..1 at which the facets are fitted, and at which their vertices are lit
MOST_TRIANGLES = 170_000  # a level that reaches this keeps coarser light. More: smoother, but slow without a graphics card
COARSE_SAMPLING = Sampling(sun_rays=9, sky_rays=12)
MOST_POINTS = 150_000  # vertices; meshes with more vertices get fewer rays per vertex
DARKEST, BRIGHTEST = 0.04, 0.97  # of a vertex colour; the software renderer draws stray pixels beyond


@dataclass(frozen=True)
class Baked:
    """A level's surfaces with their light, ready to be drawn as triangles with vertex colours.

    positions: (n, 3) float32 [m]
    texture: (n, 2) float32 texture coordinates: in [m] for a pattern, those of the mesh file for an image texture
    colours: (n, 3) uint8 display colours: the material's colour times its light
    materials: (n,) int32 index of each vertex's material in the level
    solid: (n,) bool, True for vertices of closed solids, whose surfaces are visible from outside only
    triangles: (t, 3) int32 vertex indices
    """

    positions: np.ndarray
    texture: np.ndarray
    colours: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
    triangles: np.ndarray


def coarse_light(level):
    """Return the Baked of a Level with light that takes only a moment: few rays, at the corners of large triangles.

    Interpreted code casts no rays at all, as in plain light.
    """
    level = level.drawn
    facets = level_facets(level)
    source = LevelLight(level, COARSE_SAMPLING, threads=1)
    return to_baked(LitFacets(facets, np.zeros(len(facets.positions), dtype=bool), source), level)


def bake(level, progress=None, plain=False):
    """Return the Baked of a Level.

    progress(fraction, text): None, or called several times with the finished fraction 0..1 and a label
    plain: True for light that depends on surface directions alone, without rays and shadows
    Plain light takes only a moment. It is also used if rays would be cast by interpreted code.
    """
    level, plain = level.drawn, plain or is_interpreted()
    text = "Plain light" if plain else "Baking light"

    def report(fraction):
        if progress:
            progress(fraction, text)

    report(0.0)
    facets = level_facets(level)
    buried = np.zeros(len(facets.positions), dtype=bool)
    source = LevelLight(level, affordable_sampling(len(facets.positions)), plain)
    if not plain:
        facets, buried = fit_to_borders(facets, source, lambda share: report(FITTED * share))
    lit = LitFacets(facets, buried, source, lambda share: report(FITTED + (LIT - FITTED) * share))
    for number in range(0 if plain else ROUNDS):
        if len(lit.facets.triangles) > MOST_TRIANGLES:
            break
        if not lit.refine(lambda share, done=number: report(LIT + (1.0 - LIT) * (done + share) / ROUNDS)):
            break
    report(1.0)
    return to_baked(lit, level)


def affordable_sampling(vertex_count):
    """Return the Sampling for a mesh with `vertex_count` vertices. Above MOST_POINTS vertices, each vertex gets fewer rays."""
    if vertex_count <= MOST_POINTS:
        return Sampling()
    share = MOST_POINTS / vertex_count
    return Sampling(sun_rays=max(4, int(SUN_RAYS * share)), sky_rays=max(12, int(SKY_RAYS * share)))


def to_baked(lit, level):
    """Cut LitFacets at shadows, and return their Baked: display colours from light, exposure and the Level's materials.

    Dark rooms are brightened in a level from a mesh file only.
    """
    lit.cut_at_shadows()
    facets = lit.facets
    albedo = material_albedos(level.materials)[facets.materials] if facets.own is None else facets.own[:, 2:]
    light = lit.light()
    if level.path.suffix != ".toml":  # the author of a level file sees its light and places openings; a scan has no author
        light = light * room_exposure(facets.positions, facets.normals, facets.triangles, light)[:, None]
    colours = tone_map(light * exposure(light) * albedo)
    glow = np.array([one.finish.glow if one.finish else 0.0 for one in level.materials])[facets.materials]
    colours = np.clip(np.maximum(colours, glow[:, None] * np.clip(albedo, 0.0, 1.0) ** (1 / 2.2)), DARKEST, BRIGHTEST)
    texture = np.einsum("nij,nj->ni", facets.frames, facets.positions)
    if facets.own is not None:
        has_picture = np.array([bool(one.finish and one.finish.picture) for one in level.materials])[facets.materials]
        texture = np.where(has_picture[:, None], facets.own[:, :2], texture)
    return Baked(
        facets.positions.astype(np.float32),
        texture.astype(np.float32),
        np.round(colours * 255).astype(np.uint8),
        facets.materials.astype(np.int32),
        facets.solid,
        lit.visible_triangles().astype(np.int32),
    )
