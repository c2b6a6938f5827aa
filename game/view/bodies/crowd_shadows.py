"""The contact shadows of a crowd: a soft disc under each body that stands on a floor near the camera."""

import numpy as np
from panda3d.core import NodePath, OmniBoundingVolume, TransparencyAttrib

from ..scene.geometry_nodes import VERTEX, redraw, triangles_node
from .shadow_patches import COLOUR, DEPTH_OFFSET, SORT

AROUND = 10  # corners of a disc
WIDE = 1.35  # radius of a disc, as a multiple of the body's
DARKEST = 0.5  # in the middle. More: it looks like a hole in the floor; less: bodies seem to float
OFF = 0.03  # [m] above the floor. Smaller: the floor shines through; larger: the disc floats
MOST = 300  # discs. More: blending takes long


class CrowdShadows:
    """The contact shadows of a crowd's bodies.

    radii: (3,) [m], the same for all bodies
    root: NodePath to attach to the scene
    """

    def __init__(self, radii):
        self._squared, self._wide = np.square(radii), WIDE * max(radii[:2])
        angles = np.arange(AROUND) * (2.0 * np.pi / AROUND)
        self._rim = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        self._rows = np.zeros((MOST, AROUND + 1), VERTEX)
        self._rows["colour"] = COLOUR
        self._rows["colour"][..., 3] = np.where(np.arange(AROUND + 1), 0, 255 * DARKEST)
        fan = np.stack([np.zeros(AROUND), 1 + np.arange(AROUND), 1 + (np.arange(AROUND) + 1) % AROUND], axis=1)
        self._triangles = (fan + (AROUND + 1) * np.arange(MOST)[:, None, None]).astype(np.uint32)
        node = triangles_node("shadows", np.zeros((1, 3)), np.zeros((1, 3), np.uint8), [])
        node.setBounds(OmniBoundingVolume())
        node.setFinal(True)
        self.root = NodePath(node)
        self.root.setTransparency(TransparencyAttrib.MAlpha)
        self.root.setDepthOffset(DEPTH_OFFSET)
        self.root.setDepthWrite(False)  # else a disc would hide overlays that lie on the floor
        self.root.setBin("fixed", SORT)

    def draw(self, centres, axes, normals):
        """Draw a disc below each of the first MOST standing bodies. Earlier discs disappear.

        centres: (k, 3) [m], the nearest first
        axes: (k, 3, 3) unit vectors right, forward and up of each body
        normals: (k, 3) unit normals of the floor
        """
        centres, axes, normals = centres[:MOST], axes[:MOST], normals[:MOST]
        own = np.einsum("kij,kj->ki", axes, normals)
        foot = self._squared * own / np.sqrt((self._squared * own**2).sum(axis=1))[:, None]
        middle = centres - np.einsum("ki,kij->kj", foot, axes) + OFF * normals
        across = np.cross(axes[:, 1], normals)
        across *= self._wide / np.linalg.norm(across, axis=1, keepdims=True)
        sides = np.stack([across, np.cross(normals, across)], axis=1)
        rows = self._rows[: len(centres)]
        rows["position"][:, 0] = middle
        rows["position"][:, 1:] = self._rim @ sides + middle[:, None]
        redraw(self.root, rows.ravel(), self._triangles[: len(centres)])
