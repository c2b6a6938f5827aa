"""The cache of machine code on disk: a folder for each version of the compiled sources, named by their hash."""

import gc
import hashlib
import sys
import threading
from pathlib import Path

from .user_and_cache_folders import KeptFolder, cache_folder, private_cache_folder

SOURCES = Path(__file__).parents[1]  # the folder of this package and of all that compile
# Compiled sources and what they import, as patterns of paths in SOURCES.
COLLISION = ("core/*.py", "collision/*.py", "collision/mesh/*.py")
MOVERS = ("level/contents/mover.py", "simulation/compiled_carrying.py")
LIGHT = ("scene/light/ray_traced_light.py", "scene/light/shadow_border_refinement.py", "scene/feature_edges.py")
COMPILED = (*COLLISION, "player/*.py", *MOVERS, "lab/physics/*.py", *LIGHT)
VERSIONS = "[0-9a-f]{16}"  # names of the folders of machine code: sources_hash
CODE = r"\w+-[0-9a-f]{32}\.code"  # names of the files in them: packages
MOST_VERSIONS = 4  # number of versions kept. Fewer: an older commit compiles again; more: disk space


def compiled_sources() -> list[Path]:
    """Return the sorted paths of all sources of machine code."""
    return sorted(path for pattern in COMPILED for path in SOURCES.glob(pattern))


def sources_hash() -> str:
    """Return a hash of Python's version and of all sources of machine code, 16 hexadecimal digits."""
    digest = hashlib.sha256(f"{sys.version_info[:3]}".encode())
    for source in compiled_sources():
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def compiled_folder() -> KeptFolder | None:
    """Return the KeptFolder of this version's machine code, or None if it cannot be made. Also deletes the oldest versions."""
    lasting = cache_folder("compiled", VERSIONS)
    versions = lasting or private_cache_folder("compiled", VERSIONS)
    if versions is None:
        return None
    version = sources_hash()
    try:
        folder = KeptFolder(versions.path / version, CODE)
    except OSError:
        return None
    folder.is_lasting = versions is lasting
    versions.delete_oldest(MOST_VERSIONS, spared=version)
    return folder


class NotKept(Exception):
    """The error for a function whose machine code is not in the cache."""


class ThreadState(threading.local):
    """The settings of a thread for calls of functions that have no machine code yet.

    compiles: it loads or compiles them, even while other threads run them interpreted; only_kept: it only loads, or raises
    NotKept
    collects_later: it has switched Python's garbage collector off until the end of its block of `jit.machine_code`
    """

    compiles = only_kept = collects_later = False


THREAD = ThreadState()


def collect_again() -> None:
    """Switch Python's garbage collector on again, if this thread has switched it off. It never visits today's objects again."""
    if THREAD.collects_later:
        THREAD.collects_later = False
        gc.freeze()  # a compiler's million objects: 0.6 s for the next collection, and for the exit of the process
        gc.enable()
