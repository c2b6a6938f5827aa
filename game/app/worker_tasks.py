"""Functions that other processes run for the game. They store their results in the caches of machine code and light."""

import json

from ..lab import Lab
from ..level import load_level
from ..pictures import clip
from ..scene.light.bake_cache import baked_level
from ..scene.mover_models import MoverModels
from ..scene.static_scenery import surfaces_and_lines
from ..simulation import warm_up


def compile_all():
    """Compile all functions that a tick calls, and store the machine code in the cache."""
    warm_up(alone=True)


def compile_exhibits(path, reading):
    """Compile all functions that the exhibits of a level call, and store the machine code in the cache.

    path: of the level's file
    reading: `Level.reading` as JSON
    """
    lab = Lab(load_level(path, **json.loads(reading)).exhibits, 60)
    for exhibit in lab.exhibits:
        lab.warm_up(exhibit)


def light_level(path, reading):
    """Bake the light of a level, and compile the code for it. Store both in the caches.

    path: of the level's file
    reading: `Level.reading` as JSON
    """
    lit_nodes(load_level(path, **json.loads(reading)), "tiny")


def draw_clip(folder, out):
    """Draw a clip (an animated picture) of the run that `begin_clip` stored in `folder`, into the file `out`. Both are paths."""
    clip.draw_clip(folder, out)


def lit_nodes(level, renderer):
    """Return the nodes of a Level that depend on light, for `Scene.replace_lit_nodes`: (NodePath, MoverModels).

    The NodePath has surfaces and edges. Light that is not in the cache is baked first, and stored there.
    renderer: "tiny", "gl" or "llvmpipe"
    """
    return surfaces_and_lines(level, baked_level(level), renderer), MoverModels(level, renderer)
