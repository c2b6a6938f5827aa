"""glTF scenes of boxes and marks, as Blender writes them: y up, names, custom properties."""

import numpy as np

from tests.level.mesh_import.mesh_makers import FACES, glb_bytes, gltf_document

CUBE = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])  # its middle is its origin


def scene_bytes(*nodes, **extra):
    """A .glb of nodes. Its mesh 0 is a cube of one metre."""
    document, binary = gltf_document(CUBE, FACES, **extra)
    document["nodes"] = list(nodes)
    children = {child for node in nodes for child in node.get("children", [])}
    document["scenes"] = [{"nodes": [number for number in range(len(nodes)) if number not in children]}]
    return glb_bytes(document, binary)


def node(name, at=(0.0, 0.0, 0.0), size=None, heading=0.0, **extras):
    """A node at a place of Blender's frame (z up, metres). size: of its box, None: it has no mesh; heading: degrees"""
    x, y, z = at
    half = np.radians(heading) / 2
    table = {"name": name, "translation": [x, z, -y], "rotation": [0.0, float(np.sin(half)), 0.0, float(np.cos(half))]}
    if size is not None:
        table |= {"mesh": 0, "scale": [size[0], size[2], size[1]]}
    return table | ({"extras": extras} if extras else {})


def ground(name="Ground"):
    """A floor of 20 x 20 whose top is at 0."""
    return node(name, (0.0, 0.0, -0.5), (20.0, 20.0, 1.0))
