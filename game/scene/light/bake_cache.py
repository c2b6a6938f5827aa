"""Baked levels on disk. Each file is named by a hash of all data that the light of a level depends on."""

import hashlib
import io
from dataclasses import fields
from pathlib import Path

import numpy as np

from ...core.jit import COMPILED
from ...core.machine_code_cache import SOURCES
from ...core.user_folders import KeptFolder, cache_folder
from ...level import Level
from .bake import Baked, Progress, bake

RAYS = ("collision/mesh/bvh", "collision/mesh/raycast", "core/vec3")
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
    """Return a level's light from the cache, or None if there is no valid entry."""
    folder, name = entry(level)
    return read(folder, name, len(level.materials)) if folder else None


def entry(level: Level) -> tuple[KeptFolder | None, str]:
    """Return the cache's folder, or None if there is no cache, and the name of a level's file in it."""
    return cache_folder("light", LIGHT), f"{cache_key(level)}.npz"


def cache_key(level: Level) -> str:
    """Return the hash (24 hex digits) of what a level's light depends on, including source code and compiled rays."""
    digest = hashlib.sha256(f"{level.drawn.hash} {level.materials} {level.sun} {level.path.suffix} {COMPILED}".encode())
    for array in level.drawn.look or ():
        digest.update(np.ascontiguousarray(array).tobytes())
    for source in [*sorted(Path(__file__).parent.rglob("*.py")), *(SOURCES / f"{name}.py" for name in RAYS)]:
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
