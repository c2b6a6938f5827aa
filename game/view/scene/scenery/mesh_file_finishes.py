"""Finishes of surfaces from mesh files: image textures, which multiply the baked light, and transparency."""

from functools import lru_cache

from panda3d.core import SamplerState, Texture, TextureStage, TransparencyAttrib

from ....level.mesh_file_look import Finish
from ...lighting.texture_decoding import level_pictures

GLASS_SORT = 4  # transparent surfaces are drawn after the level, and before volumes and overlays
TRANSPARENCIES = {"mask": TransparencyAttrib.MBinary, "blend": TransparencyAttrib.MAlpha}


def is_blended(kind):
    """True if `kind` is a Finish that lets surfaces behind it shine through. Another `kind` is the name of a pattern."""
    return isinstance(kind, Finish) and kind.mode == "blend"


def apply_finish(path, finish, materials, renderer):
    """Set texture and transparency of a NodePath by a Finish, the appearance that a mesh file gives a material.

    materials: tuple of all materials of the level, because their pictures are decoded together
    renderer: "tiny", "gl" or "llvmpipe"
    """
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


def sampling(finish):
    """Return a tuple of the properties that the texture of a Finish depends on. Finishes with equal tuples share a texture."""
    return finish.picture, finish.repeats, finish.is_sharp, finish.mode == "opaque"


@lru_cache(maxsize=2)  # levels of which the textures are kept: the one in play and the one before
def finish_textures(materials, renderer):
    """Return {sampling(finish): Texture} for the materials of a level. Pictures that cannot be decoded are left out.

    materials: tuple of all materials of the level
    renderer: "tiny", "gl" or "llvmpipe"
    """
    pictures = level_pictures(materials, renderer)
    finishes = [one.finish for one in materials if one.finish and one.finish.picture in pictures]
    return {sampling(finish): texture_of(finish, pictures[finish.picture], renderer) for finish in dict.fromkeys(finishes)}


def texture_of(finish, pixels, renderer):
    """Return the Texture of a Finish.

    pixels: its picture, (height, width, 4) uint8 red, green, blue, opacity, lowest row first
    renderer: "tiny", "gl" or "llvmpipe"
    """
    height, width, _ = pixels.shape
    kind = Texture.FRgb if finish.mode == "opaque" else Texture.FRgba
    texture = Texture(finish.picture.name)
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
