"""The baked light of a level, in its steps, and its cache on disk.

First the mesh is split along the borders of shadows. Then, in several rounds, edges whose midpoint differs from the mean of its
two ends. So triangles are small in corners, and metres large on open floors. Light maps took 16 instead of 10 ms a frame in the
software renderer (1280x720). A cached file is named by a hash of all that the light of a level depends on.
"""

import hashlib
import io
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np

from ...core.jit import COMPILED, is_interpreted
from ...core.machine_code_cache import SOURCES
from ...core.progress_bar import Progress
from ...core.user_and_cache_folders import KeptFolder, cache_folder
from ...level import Level
from .exposure import exposure, room_exposure, tone_map
from .level_light import SKY_RAYS, SUN_RAYS, LevelLight, Sampling
from .light_adaptive_subdivision import LitFacets
from .shading_mesh import level_facets, material_albedos
from .shadow_border_refinement import fit_to_borders

ROUNDS = 5  # of splitting: from two metres down to the smallest edge
FITTED, LIT = 0.35, 0.6  # progress 0..1 at which the facets are fitted, and at which their vertices are lit
MOST_TRIANGLES = 170_000  # a level that reaches this keeps coarser light. More: smoother, but slow without a graphics card
COARSE_SAMPLING = Sampling(sun_rays=9, sky_rays=12)
MOST_POINTS = 150_000  # vertices; meshes with more vertices get fewer rays per vertex
DARKEST, BRIGHTEST = 0.04, 0.97  # of a vertex colour; the software renderer draws stray pixels beyond


@dataclass(frozen=True)
class Baked:
    """A level's surfaces with their light, ready to be drawn as triangles with vertex colours.

    positions: (n, 3) float32 [m]; texture: (n, 2) float32 coordinates, in [m] for a pattern; colours: (n, 3) uint8 display
    colours
    materials: (n,) int32 index in the level; solid: (n,) bool, visible from outside only; triangles: (t, 3) int32 vertex indices
    """

    positions: np.ndarray
    texture: np.ndarray
    colours: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
    triangles: np.ndarray


def coarse_light(level: Level) -> Baked:
    """Return a level with light of few rays at the corners of large triangles, or of none in interpreted code."""
    level = level.drawn
    facets = level_facets(level)
    source = LevelLight(level, COARSE_SAMPLING, threads=1)
    return to_baked(LitFacets(facets, np.zeros(len(facets.positions), dtype=bool), source), level)


def bake(level: Level, progress: Progress | None = None, plain: bool = False) -> Baked:
    """Compute the light of a level. plain: True for light of surface directions alone, without rays, as if interpreted"""
    level, plain = level.drawn, plain or is_interpreted()
    text = "Plain light" if plain else "Baking light"

    def report(fraction: float) -> None:
        if progress:
            progress(fraction, text)

    def report_round(number: int, share: float) -> None:
        report(LIT + (1.0 - LIT) * (number + share) / ROUNDS)

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
        if not lit.refine(partial(report_round, number)):
            break
    report(1.0)
    return to_baked(lit, level)


def affordable_sampling(vertex_count: int) -> Sampling:
    if vertex_count <= MOST_POINTS:
        return Sampling()
    share = MOST_POINTS / vertex_count
    return Sampling(sun_rays=max(4, int(SUN_RAYS * share)), sky_rays=max(12, int(SKY_RAYS * share)))


def to_baked(lit: LitFacets, level: Level) -> Baked:
    """Cut the facets at shadows, and return their display colours. Only mesh files' dark rooms are brightened."""
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


# Other sources of which the light is made; a test finds what is missing. `pieces` sorts out triangles inside closed solids.
OTHER_SOURCES = ("collision/mesh/bvh", "collision/mesh/closed_shells", "core/right_forward_up_frame", "core/vec3")
LIGHT = r"[0-9a-f]{24}\.npz|\.[0-9a-f]{24}\.npz\.\w+\.part"  # names of the files, also of half-written ones after a kill
KINDS = {  # (type of the numbers, shape of a row)
    "positions": (np.float32, (3,)),
    "texture": (np.float32, (2,)),
    "colours": (np.uint8, (3,)),
    "materials": (np.int32, ()),
    "solid": (np.bool_, ()),
    "triangles": (np.int32, (3,)),
}
MOST_FILES = 30  # in the cache; the oldest go first


def baked_level(level: Level, progress: Progress | None = None) -> Baked:
    """Return a level's light from the cache. Without a valid entry, bake it and store the result if possible."""
    found = cached_light(level)
    if found is None:
        found = bake(level, progress)
        folder, name = entry(level)
        if folder:
            write(folder, name, found)
    return found


def cached_light(level: Level) -> Baked | None:
    folder, name = entry(level)
    return read(folder, name, len(level.materials)) if folder else None


def entry(level: Level) -> tuple[KeptFolder | None, str]:
    return cache_folder("light", LIGHT), f"{cache_key(level)}.npz"


def cache_key(level: Level) -> str:
    """Return the hash (24 hex digits) of what a level's light depends on, including source code."""
    digest = hashlib.sha256(f"{level.drawn.hash} {level.materials} {level.sun} {level.path.suffix} {COMPILED}".encode())
    for array in level.drawn.look or ():
        digest.update(np.ascontiguousarray(array).tobytes())
    for source in [*sorted(Path(__file__).parent.rglob("*.py")), *(SOURCES / f"{name}.py" for name in OTHER_SOURCES)]:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def read(folder: KeptFolder, name: str, material_count: int) -> Baked | None:
    """Return the light in a file, or None if it is missing or damaged. A damaged file is deleted."""
    content = folder.read(name)
    if content is None:
        return None
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            found = Baked(*(arrays[field.name] for field in fields(Baked)))
    except Exception:  # numpy and zipfile raise many kinds of errors
        found = None
    if found is None or not is_intact(found, material_count):
        folder.discard(name)
        return None
    return found


def is_intact(baked: Baked, material_count: int) -> bool:
    """True if all arrays have the right shapes and types, finite numbers and valid indices. material_count: as in `read`"""
    points, corners = len(baked.positions), len(baked.triangles)
    for name, (dtype, shape) in KINDS.items():
        array = getattr(baked, name)
        if array.dtype != dtype or array.shape != (corners if name == "triangles" else points, *shape):
            return False
    finite = np.isfinite(baked.positions).all() and np.isfinite(baked.texture).all()
    return bool(finite and are_indices(baked.triangles, points) and are_indices(baked.materials, material_count))


def are_indices(array: np.ndarray, count: int) -> bool:
    return array.size == 0 or (array.min() >= 0 and array.max() < count)


def write(folder: KeptFolder, name: str, baked: Baked) -> None:
    """Store a level's light in a file, and delete the oldest files beyond MOST_FILES."""
    content = io.BytesIO()
    np.savez(content, **{field.name: getattr(baked, field.name) for field in fields(Baked)})
    folder.write(name, content.getvalue())
    folder.delete_oldest(MOST_FILES, spared=name)
