"""The parts of a level that do not move as nodes, and the pictures on its surfaces: patterns and the textures of mesh files.

It uses neither shaders nor lights, so the software renderer and OpenGL ("gl", or "llvmpipe" without a card) draw the same.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np
from panda3d.core import (
    DepthOffsetAttrib,
    GeomNode,
    NodePath,
    PTAUchar,
    SamplerState,
    Texture,
    TextureStage,
    TransparencyAttrib,
)

from ..core.elementary_functions import smooth
from ..core.progress_bar import Progress
from ..level import Level, Material
from ..level.contents.mesh_pictures_and_colours import SurfaceFinish
from .feature_edges import feature_lines
from .geometry_nodes import triangles_node
from .light.bake import Baked, baked_level
from .light.facet_refinement import row_numbers
from .light.texture_decoding import level_pictures
from .signs_and_goals import sign_boards
from .sky import sky_dome

GLASS_SORT = 4  # transparent surfaces are drawn after the level, and before volumes and overlays
TRANSPARENCIES = {"mask": TransparencyAttrib.MBinary, "blend": TransparencyAttrib.MAlpha}


def is_blended(kind: str | SurfaceFinish) -> bool:
    return isinstance(kind, SurfaceFinish) and kind.mode == "blend"


def apply_finish(path: NodePath, finish: SurfaceFinish, materials: tuple[Material, ...], renderer: str) -> None:
    """Set texture and transparency of a node by a mesh file's finish. materials: all, because they are decoded together"""
    texture = finish_textures(materials, renderer).get(sampling(finish))
    if texture:
        path.setTexture(TextureStage("picture"), texture)
    else:
        path.setTextureOff()
    if finish.mode in TRANSPARENCIES and (texture or finish.opacity < 1.0):
        path.setTransparency(TRANSPARENCIES[finish.mode])
    if is_blended(finish):
        path.setAlphaScale(finish.opacity)
        path.setDepthWrite(False)
        path.setBin("fixed", GLASS_SORT)


def sampling(finish: SurfaceFinish) -> tuple:
    """Return the properties that the texture of a finish depends on. Equal tuples share a texture."""
    return finish.picture, finish.repeats, finish.is_sharp, finish.mode == "opaque"


@lru_cache(maxsize=2)  # levels of which the textures are kept: the one in play and the one before
def finish_textures(materials: tuple[Material, ...], renderer: str) -> dict[tuple, Texture]:
    """Return {sampling(finish): texture} for all materials of a level. Pictures that cannot be decoded are left out."""
    pictures = level_pictures(materials, renderer)
    finishes = [one.finish for one in materials if one.finish]
    found = dict.fromkeys((finish, finish.picture) for finish in finishes if finish.picture and finish.picture in pictures)
    return {sampling(finish): texture_of_finish(finish, picture.name, pictures[picture], renderer) for finish, picture in found}


def texture_of_finish(finish: SurfaceFinish, name: str, pixels: np.ndarray, renderer: str) -> Texture:
    """Return the texture of a finish. pixels: (height, width, 4) uint8 red, green, blue, opacity, lowest row first"""
    height, width, _ = pixels.shape
    kind = Texture.FRgb if finish.mode == "opaque" else Texture.FRgba
    texture = Texture(name)
    texture.setup2dTexture(width, height, Texture.TUnsignedByte, kind)
    texture.setRamImageAs(pixels.tobytes(), "RGBA")
    texture.generateRamMipmapImages()
    repeat_u, repeat_v = (SamplerState.WMRepeat if repeats else SamplerState.WMClamp for repeats in finish.repeats)
    texture.setWrapU(repeat_u)
    texture.setWrapV(repeat_v)
    texture.setMagfilter(SamplerState.FTNearest if finish.is_sharp else SamplerState.FTLinear)
    texture.setMinfilter(SamplerState.FTLinearMipmapNearest if renderer == "tiny" else SamplerState.FTLinearMipmapLinear)
    texture.setAnisotropicDegree(8 if renderer == "gl" else 1)
    return texture


METRES = 4  # side of a picture. Smaller: the repetition shows; larger: costs memory
PIXELS = 256  # per metre; a power of two
LINE = 0.012  # [m] half width of the lines at whole metres
FINE_LINE = 0.004  # [m] half width of those at quarters
SHARP_LEVELS = 3  # mipmaps of full contrast. More: flicker far away; fewer: lines fade near the player
MEAN = 0.93  # brightness of a pattern. Smaller: materials are darker than their colour; larger: light parts of a pattern are cut
VARIATION = 0.035  # how much lighter or darker single tiles are


@cache
def pattern_texture(pattern: str, renderer: str, has_grain: bool = True) -> Texture:
    """Return the texture of a pattern, a key of PATTERNS, METRES wide. The same call returns the same object."""
    pixels = pattern_pixels(pattern, has_grain)
    texture = Texture(pattern)
    texture.setup2dTexture(pixels.shape[1], pixels.shape[0], Texture.TUnsignedByte, Texture.FLuminance)
    for level, smaller in enumerate(fading_mipmaps(pixels)):
        texture.setRamMipmapImage(level, PTAUchar(smaller.tobytes()))
    texture.setWrapU(SamplerState.WMRepeat)
    texture.setWrapV(SamplerState.WMRepeat)
    texture.setMagfilter(SamplerState.FTLinear)
    # Between mipmap levels the software renderer distorts colours: there only the nearest one is used.
    texture.setMinfilter(SamplerState.FTLinearMipmapNearest if renderer == "tiny" else SamplerState.FTLinearMipmapLinear)
    texture.setAnisotropicDegree(8 if renderer == "gl" else 1)
    return texture


def fading_mipmaps(pixels: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the mipmaps of brightness (n, n), 0..1, as uint8 down to (1, 1), with less contrast, so that lines fade."""
    level, mean = 0, pixels.mean()
    while True:
        contrast = 0.72 ** max(0, level - SHARP_LEVELS)
        yield np.round((mean + contrast * (pixels - mean)) * 255).astype(np.uint8)
        if len(pixels) == 1:
            return
        pixels = pixels.reshape(len(pixels) // 2, 2, -1, 2).mean(axis=(1, 3))
        level += 1


def remove_grain(root: NodePath) -> None:
    """Draw the patterns below a node without grain, in the software renderer: their pictures take half of the memory."""
    for texture in root.findAllTextures():
        if texture.getName() in PATTERNS:
            root.replaceTexture(texture, pattern_texture(texture.getName(), "tiny", False))


def pattern_pixels(pattern: str, has_grain: bool = True) -> np.ndarray:
    """Return the brightness (n, n), 0..1, of a pattern, a key of PATTERNS. Its mean is near MEAN."""
    pixels = PATTERNS[pattern]() * (GRAINS[pattern]() if has_grain else 1.0)
    return np.minimum(pixels * (MEAN / pixels.mean()), 1.0)


def texel_places() -> tuple[np.ndarray, np.ndarray]:
    along = (np.arange(METRES * PIXELS, dtype=np.float32) + 0.5) / PIXELS
    return along[None, :], along[:, None]


def tiles() -> np.ndarray:
    """Return the brightness (n, n), 0..1, of tiles 1 m wide. Each tile has a constant random brightness a little below 1."""
    random = np.random.default_rng(7)
    each = 1.0 - VARIATION * random.random((METRES, METRES)).astype(np.float32)
    return each.repeat(PIXELS, 0).repeat(PIXELS, 1)


def line_pattern(spacing: float, half_width: float, depth: float) -> np.ndarray:
    """Return the brightness (n, n), 0..1, of lines of a half width each `spacing` [m], with edges one pixel soft."""
    darkness = [coverage(np.abs((along + spacing / 2) % spacing - spacing / 2), half_width) for along in texel_places()]
    return 1.0 - depth * np.maximum(*darkness)


def coverage(distance: np.ndarray, half_width: float) -> np.ndarray:
    return np.clip((half_width - distance) * PIXELS + 0.5, 0.0, 1.0)


def grain(across: int, along: int, depth: float, seed: int) -> np.ndarray:
    """Return the brightness (n, n), 0..1, of stains: random in `across` x `along` cells of a picture, smooth between them."""
    random = np.random.default_rng(seed).random((along, across), dtype=np.float32)
    size = min(METRES * PIXELS, 4 << max(across, along).bit_length())  # finer than the cells, to be fast
    for axis, cells in enumerate((along, across)):
        at = np.arange(size, dtype=np.float32) * (cells / size)
        first, share = at.astype(int), at % 1.0
        share = smooth(share).reshape((-1, 1) if axis == 0 else (1, -1))
        random = random.take(first, axis) * (1.0 - share) + random.take((first + 1) % cells, axis) * share
    repeats = METRES * PIXELS // size
    return (1.0 - depth * random).repeat(repeats, 0).repeat(repeats, 1)


def mottled(seed: int, depth: float) -> np.ndarray:
    """Return the brightness (n, n), 0..1, of a rough surface: stains of 40 cm, blotches of 7 cm, and pores of 2 cm."""
    return grain(10, 10, 0.4 * depth, seed) * grain(60, 60, 0.5 * depth, seed + 1) * grain(250, 250, 0.8 * depth, seed + 2)


def courses(width: float, height: float, joint: float, variation: float, seed: int) -> np.ndarray:
    """Return the brightness (n, n), 0..1, of courses of blocks `width` x `height` [m], half a block beside each other.

    joint: half width of the dark joints [m]. Below a joint the edge of a block is darker, and above it lighter, as in sunlight.
    """
    u, v = texel_places()
    row = np.floor(v / height).astype(int)
    along = u + width / 2 * (row % 2)
    column = np.floor(along / width).astype(int) % round(METRES / width)
    shades = 1.0 - variation * np.random.default_rng(seed).random((round(METRES / height), round(METRES / width)), np.float32)
    up, side = v % height, along % width
    distance = np.minimum(np.minimum(up, height - up), np.minimum(side, width - side))
    rounded = 1.0 - 0.07 * np.clip(1.0 - np.minimum(up, side) / 0.03, 0.0, 1.0)  # the lower and the left edge lie in shade
    return shades[row, column] * rounded * (1.0 - 0.26 * coverage(distance, joint))


def planks() -> np.ndarray:
    """Return the brightness (n, n), 0..1, of upright boards of 0.25 x 2 m, with ends at different heights."""
    u, v = texel_places()
    board, side = np.floor(u / 0.25).astype(int), u % 0.25
    starts, shades = np.random.default_rng(9).random((2, 3, 16), np.float32)
    lifted = v + METRES * starts[0][board]
    end = lifted % 2.0
    shade = 1.0 - 0.16 * shades[np.floor(lifted / 2.0).astype(int) % 2, board]
    gaps = np.maximum(coverage(np.minimum(side, 0.25 - side), 0.006), coverage(np.minimum(end, 2.0 - end), 0.004))
    return shade * (1.0 - 0.24 * gaps)


def checker() -> np.ndarray:
    u, v = texel_places()
    dark = (np.floor(u) + np.floor(v)) % 2
    return tiles() * (1.0 - 0.09 * dark)


def stripes() -> np.ndarray:
    u, v = texel_places()
    wave = np.abs(((u + v) % 0.5) - 0.25)
    return tiles() * (1.0 - 0.16 * np.clip((wave - 0.125) * PIXELS + 0.5, 0.0, 1.0))


PATTERNS = {
    "grid": lambda: tiles() * np.minimum(line_pattern(1.0, LINE, 0.30), line_pattern(0.25, FINE_LINE, 0.07)),
    "blocks": lambda: courses(1.0, 0.5, 0.010, 0.10, 3),
    "bricks": lambda: courses(0.5, 0.25, 0.008, 0.13, 5),
    "planks": planks,
    "checker": checker,
    "stripes": stripes,
    "plain": tiles,
}
GRAINS = {  # what is seen from near
    "grid": lambda: mottled(11, 0.05),
    "blocks": lambda: mottled(21, 0.07),
    "bricks": lambda: mottled(31, 0.06),
    "planks": lambda: grain(200, 5, 0.10, 41) * grain(500, 24, 0.08, 42),
    "checker": lambda: mottled(51, 0.09) * grain(320, 110, 0.08, 54),
    "stripes": lambda: mottled(61, 0.04),
    "plain": lambda: grain(6, 40, 0.10, 71) * mottled(72, 0.09),
}


BLOCK = 8.0  # [m] surfaces are grouped in cubes of this size, so that blocks out of sight are not drawn
MOST_BLOCKS = 24  # along the longest side of a level; each block costs a little in every frame
TINY_LINES = 3  # depth steps that lines come forward in the software renderer; fewer: dashed lines
PUSHED_BACK = 0.0003  # share of the depth range that surfaces go back in OpenGL, where lines cannot come forward


def build_scenery(level: Level, renderer: str = "tiny", progress: Progress | None = None, baked: Baked | None = None) -> NodePath:
    """Return all nodes of a level that do not move. baked: its light, or None to take it from the cache or bake it"""
    root = NodePath("scenery")
    sky_dome(level).reparentTo(root)
    baked = baked or baked_level(level, progress)
    surfaces_and_lines(level, baked, renderer).reparentTo(root)
    sign_boards(level).reparentTo(root)
    root.setLightOff(1)
    return root


def surfaces_and_lines(level: Level, baked: Baked, renderer: str) -> NodePath:
    level = level.drawn
    return with_lines(NodePath("surfaces and lines"), lit_surfaces(baked, level, renderer), feature_lines(level), renderer)


def with_lines(root: NodePath, surfaces: NodePath, lines: NodePath, renderer: str) -> NodePath:
    """Attach surfaces and the lines on them to `root`, and return `root`. Depth offsets keep the lines visible."""
    surfaces.reparentTo(root)
    lines.reparentTo(root)
    if renderer == "tiny":
        lines.setDepthOffset(TINY_LINES)
    else:
        surfaces.setAttrib(DepthOffsetAttrib.make(0, PUSHED_BACK, 1.0))
    return root


def lit_surfaces(baked: Baked, level: Level, renderer: str) -> NodePath:
    """Return a level's lit surfaces by pattern or finish and cubes of space, open sheets drawn from both sides."""
    root = NodePath("surfaces")
    first = baked.triangles[:, 0]
    kinds = [material.finish or material.pattern for material in level.materials]
    order = sorted(set(kinds), key=lambda kind: (is_blended(kind), isinstance(kind, SurfaceFinish), str(kind)))
    numbers = np.array([order.index(kind) for kind in kinds])[baked.materials[first]]
    for number, kind in enumerate(order):
        for solid in (True, False):
            group = block_nodes(baked, baked.triangles[(numbers == number) & (baked.solid[first] == solid)], kind)
            if isinstance(kind, SurfaceFinish):
                apply_finish(group, kind, level.materials, renderer)
            else:
                group.setTexture(TextureStage("pattern"), pattern_texture(kind, renderer))
            group.setTwoSided(not solid)
            group.reparentTo(root)
    return root


def block_nodes(baked: Baked, triangles: np.ndarray, kind: str | SurfaceFinish) -> NodePath:
    """Return one node for each cube of space that contains triangles (t, 3) of a Baked, all of one pattern or finish."""
    root = NodePath("blocks")
    middles = baked.positions[triangles].mean(axis=1)
    size = max(BLOCK, np.ptp(baked.positions, axis=0).max() / MOST_BLOCKS)
    numbers = row_numbers(np.floor(middles / size).astype(np.int64))
    order = np.argsort(numbers, kind="stable")
    for block in np.split(triangles[order], np.flatnonzero(np.diff(numbers[order])) + 1):
        if len(block):
            root.attachNewNode(block_node(baked, block, 1.0 if isinstance(kind, SurfaceFinish) else METRES))
    return root


def block_node(baked: Baked, triangles: np.ndarray, texture_size: float) -> GeomNode:
    used, renumbered = np.unique(triangles, return_inverse=True)
    texture = baked.texture[used] / texture_size
    return triangles_node("block", baked.positions[used], baked.colours[used], renumbered.reshape(-1, 3), texture)
