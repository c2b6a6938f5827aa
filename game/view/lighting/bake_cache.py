"""The cache of baked levels on disk. The name of a file is a hash of everything that the light depends on."""

import hashlib
import io
from dataclasses import fields
from pathlib import Path

import numpy as np

from game.collision.engine.jit import COMPILED, SOURCES
from game.collision.engine.user_dirs import cache_folder
from game.view.lighting.bake import Baked, bake

BAKERS = ("bake", "closed_solids", "facet_refinement", "facets", "level_light", "light_rays", "lit_facets", "ray_hit_triangles")
BAKERS += ("sampling", "vertex_welding")
RAYS = ("mesh/bvh", "mesh/raycast", "engine/vec3")  # of game/collision
LIGHT = r"[0-9a-f]{24}\.npz|\.[0-9a-f]{24}\.npz\.\w+\.part"  # names of the files, and of those that a kill left half written
KINDS = {  # (type of the numbers, shape of a row)
    "positions": (np.float32, (3,)),
    "texture": (np.float32, (2,)),
    "colours": (np.uint8, (3,)),
    "materials": (np.int32, ()),
    "solid": (np.bool_, ()),
    "triangles": (np.int32, (3,)),
}
MOST_FILES = 30  # in the cache; the oldest go first


def baked_level(level, progress=None):
    """The baked level, read from the cache if a valid entry exists. Else it is baked, and stored in the cache if possible."""
    found = kept_light(level)
    if found is None:
        found, folder = bake(level, progress), cache_folder("light", LIGHT)
        if folder:
            write(folder, f"{cache_key(level)}.npz", found)
    return found


def kept_light(level):
    """The baked level as the cache has it; None if there is no valid entry."""
    folder = cache_folder("light", LIGHT)
    return read(folder, f"{cache_key(level)}.npz", len(level.materials)) if folder else None


def cache_key(level):
    """The cache key: a hash of the level, its colours and sun, the sources of the baker, and if rays can be cast."""
    digest = hashlib.sha256(f"{level.drawn.hash} {level.materials} {level.sun} {level.path.suffix} {COMPILED}".encode())
    sources = [Path(__file__).parent / f"{name}.py" for name in BAKERS] + [SOURCES / f"{name}.py" for name in RAYS]
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def read(folder, name, materials):
    """Read a Baked from a KeptFolder. Returns None if it is missing or damaged. materials: number of the level's materials"""
    content = folder.read(name)
    if content is None:
        return None
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            found = Baked(*(arrays[field.name] for field in fields(Baked)))
    except Exception:  # numpy and zipfile raise whatever they stumble over
        found = None
    if found is None or not is_sound(found, materials):
        folder.discard(name)
        return None
    return found


def is_sound(baked, materials):
    """True if all arrays have the shapes and types of a Baked, finite numbers and valid indices."""
    points, corners = len(baked.positions), len(baked.triangles)
    for name, (dtype, shape) in KINDS.items():
        array = getattr(baked, name)
        if array.dtype != dtype or array.shape != (corners if name == "triangles" else points, *shape):
            return False
    finite = np.isfinite(baked.positions).all() and np.isfinite(baked.texture).all()
    return bool(finite and are_indices(baked.triangles, points) and are_indices(baked.materials, materials))


def are_indices(array, count):
    return array.size == 0 or (array.min() >= 0 and array.max() < count)


def write(folder, name, baked):
    """Write a Baked to a KeptFolder, and delete the oldest files."""
    content = io.BytesIO()
    np.savez(content, **{field.name: getattr(baked, field.name) for field in fields(Baked)})
    folder.write(name, content.getvalue())
    folder.forget(MOST_FILES, spared=name)
