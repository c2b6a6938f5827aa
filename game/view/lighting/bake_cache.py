"""Baked levels on disk: one file a level, named by everything its light depends on."""

import hashlib
import os
import tempfile
import zipfile
from dataclasses import astuple, fields
from pathlib import Path

import numpy as np

from game.collision.engine.jit import COMPILED, SOURCES, cache_home
from game.view.lighting.bake import Baked, bake

BAKERS = ("bake", "facets", "level_light", "light_rays", "lit_facets", "mesh_rows", "refine", "sampling", "closed_solids", "weld")
RAYS = ("mesh/bvh", "mesh/raycast", "engine/vec3")  # of game/collision
MOST_FILES = 30  # in the cache; the oldest go first


def baked_level(level, progress=None):
    """The baked level, from the cache where it is there and whole; else baked, and kept where that is possible."""
    path = cache_home() / "light" / f"{cache_key(level)}.npz"
    found = read(path)
    if found is None:
        found = bake(level, progress)
        write(path, found)
    return found


def cache_key(level):
    """Hash of the level, its colours and sun, the sources of baker and rays, and whether rays can be cast at all."""
    digest = hashlib.sha256(f"{level.hash} {level.materials} {level.sun} {level.path.suffix} {COMPILED}".encode())
    sources = [Path(__file__).parent / f"{name}.py" for name in BAKERS] + [SOURCES / f"{name}.py" for name in RAYS]
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def read(path):
    """The Baked in a file, or None when there is none or it is damaged."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            found = Baked(*(arrays[field.name] for field in fields(Baked)))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    whole = len(found.triangles) == 0 or found.triangles.max() < len(found.positions)
    return found if whole else None


def write(path, baked):
    """Keep a Baked; a folder that cannot be written only means that it is baked again next time."""
    arrays = dict(zip((field.name for field in fields(Baked)), astuple(baked)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            np.savez(file, **arrays)
        os.replace(file.name, path)  # at once, so that a second process never reads half a file
        forget_oldest(path.parent)
    except OSError:
        pass


def forget_oldest(folder):
    kept = sorted(folder.glob("*.npz"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in kept[MOST_FILES:]:
        file.unlink(missing_ok=True)
