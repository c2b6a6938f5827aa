"""The static scenery of a level: lit surfaces, feature edges, signs and sky under one node.

    scenery = build_scenery(level, renderer="gl", progress=show)   # NodePath; reparentTo the scene's root

The scenery uses neither shaders nor lights, and is not changed between pictures. So the software renderer ("tiny") and OpenGL
("gl", or "llvmpipe" without a graphics card) show the same picture.
"""

import numpy as np
from panda3d.core import DepthOffsetAttrib, NodePath, TextureStage

from ....level.mesh_file_look import Finish
from ...lighting.bake_cache import baked_level
from ...lighting.mesh.vertex_welding import row_numbers
from ..geometry_nodes import triangles_node
from .feature_edges import feature_lines
from .mesh_file_finishes import apply_finish, is_blended
from .sign_boards import sign_boards
from .sky import sky_dome
from .surface_textures import METRES, pattern_texture

BLOCK = 8.0  # [m] surfaces are grouped in cubes of this size, so that blocks out of sight are not drawn
MOST_BLOCKS = 24  # along the longest side of a level; each block costs a little in every frame
TINY_LINES = 3  # depth steps that lines come forward in the software renderer; fewer: dashed lines
PUSHED_BACK = 0.0003  # share of the depth range that surfaces go back in OpenGL, where lines cannot come forward


def build_scenery(level, renderer="tiny", progress=None, baked=None):
    """Return a NodePath of all nodes of a Level that do not move. Only its child "surfaces and lines" depends on the light.

    renderer: "tiny", "gl" or "llvmpipe"
    progress(fraction, text): None, or called with the finished fraction 0..1 and a label while light is baked
    baked: the level's Baked. If None, it is taken from the cache or baked now.
    """
    root = NodePath("scenery")
    sky_dome(level).reparentTo(root)
    baked = baked or baked_level(level, progress)
    surfaces_and_lines(level, baked, renderer).reparentTo(root)
    sign_boards(level).reparentTo(root)
    root.setLightOff(1)
    return root


def surfaces_and_lines(level, baked, renderer):
    """Return a NodePath with a Level's surfaces, in the light of a Baked, and its feature edges.

    renderer: "tiny", "gl" or "llvmpipe"
    """
    level = level.drawn
    return with_lines(NodePath("surfaces and lines"), lit_surfaces(baked, level, renderer), feature_lines(level), renderer)


def with_lines(root, surfaces, lines, renderer):
    """Attach surfaces and the lines on them to the NodePath `root`, and return `root`. Depth offsets keep the lines visible.

    surfaces, lines: NodePaths
    renderer: "tiny", "gl" or "llvmpipe"
    """
    surfaces.reparentTo(root)
    lines.reparentTo(root)
    if renderer == "tiny":
        lines.setDepthOffset(TINY_LINES)
    else:
        surfaces.setAttrib(DepthOffsetAttrib.make(0, PUSHED_BACK, 1.0))
    return root


def lit_surfaces(baked, level, renderer):
    """Return a NodePath with a Level's surfaces in the light of a Baked.

    They are grouped by pattern or finish, and below that by cubes of space. Solids are drawn from outside only. Open sheets are
    drawn from both sides, because both sides stop the player.
    renderer: "tiny", "gl" or "llvmpipe"
    """
    root = NodePath("surfaces")
    first = baked.triangles[:, 0]
    kinds = [material.finish or material.pattern for material in level.materials]
    order = sorted(set(kinds), key=lambda kind: (is_blended(kind), isinstance(kind, Finish), str(kind)))
    numbers = np.array([order.index(kind) for kind in kinds])[baked.materials[first]]
    for number, kind in enumerate(order):
        for solid in (True, False):
            group = blocks(baked, baked.triangles[(numbers == number) & (baked.solid[first] == solid)], kind)
            apply_finish(group, kind, level.materials, renderer) if isinstance(kind, Finish) else group.setTexture(
                TextureStage("pattern"), pattern_texture(kind, renderer)
            )
            group.setTwoSided(not solid)
            group.reparentTo(root)
    return root


def blocks(baked, triangles, kind):
    """Return a NodePath with one node for each cube of space that contains triangles.

    triangles: (t, 3) vertex indices of the Baked, all of one pattern or Finish
    kind: the name of that pattern, or that Finish
    """
    root = NodePath("blocks")
    middles = baked.positions[triangles].mean(axis=1)
    size = max(BLOCK, np.ptp(baked.positions, axis=0).max() / MOST_BLOCKS)
    numbers = row_numbers(np.floor(middles / size).astype(np.int64))
    order = np.argsort(numbers, kind="stable")
    for block in np.split(triangles[order], np.flatnonzero(np.diff(numbers[order])) + 1):
        if len(block):
            root.attachNewNode(block_node(baked, block, 1.0 if isinstance(kind, Finish) else METRES))
    return root


def block_node(baked, triangles, texture_size):
    """Return a GeomNode of triangles (t, 3) of a Baked's vertices.

    texture_size: side of the texture, in the unit of the Baked's texture coordinates
    """
    used, renumbered = np.unique(triangles, return_inverse=True)
    texture = baked.texture[used] / texture_size
    return triangles_node("block", baked.positions[used], baked.colours[used], renumbered.reshape(-1, 3), texture)
