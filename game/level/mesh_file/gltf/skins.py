"""Skins in their rest pose. Only the joints place a skinned mesh. The transform of its node has no effect.

Source: the glTF 2.0 specification, chapter 3.7.3.
"""

import numpy as np

from ....core.elementary_functions import product
from .document_and_accessors import GltfDocument, whole, wholes
from .nodes import Node, all_nodes

# Vertices moved at once. Fewer: slower by what calls of numpy take; more: 200 bytes of memory for each.
AT_ONCE = 100_000


def joint_matrices(file: GltfDocument, number: int, nodes: dict[int, Node]) -> np.ndarray:
    """Return the matrices (joints, 4, 4) of a skin, acting on columns, from the mesh's frame to the scene's frame.

    number: index of the skin
    nodes: the nodes of the scene by index. Joints outside the scene are looked for in the file.
    Raises ValueError if the skin is broken.
    """
    skin, where = file.item("skins", number)
    joints = wholes(skin, "joints", where)
    if not joints:
        raise ValueError(f"{where} has no joints")
    if not nodes.keys() >= set(joints):  # a joint may be outside the scene: it is not drawn, but places the mesh
        nodes = {**all_nodes(file), **nodes}
    for joint in joints:
        if joint not in nodes:
            raise ValueError(f"nodes[{joint}], a joint of {where}, does not exist, or is its own ancestor")
    matrices = np.array([nodes[joint].matrix for joint in joints])
    if "inverseBindMatrices" not in skin:
        return matrices
    inverse = file.numbers(whole(skin, "inverseBindMatrices", where), "MAT4")
    if len(inverse) < len(joints):
        raise ValueError(f"{where} has {len(joints)} joints, but {len(inverse)} inverseBindMatrices")
    return product(matrices, inverse[: len(joints)].reshape(-1, 4, 4).transpose(0, 2, 1))


def skinned(vertices: np.ndarray, joints: np.ndarray, weights: np.ndarray, matrices: np.ndarray, where: str) -> np.ndarray:
    """Return the vertices (v, 3) moved by their joints in proportion to the weights.

    joints: indices of joints (v, n)
    weights: (v, n), which need not add up to 1. A vertex without weights follows its first joint.
    matrices: (joints, 4, 4)
    where: name of the node in errors
    Raises ValueError for a joint that does not exist.
    """
    joints = joints.astype(np.int64)
    used = weights > 0.0
    if (joints[used] >= len(matrices)).any():
        raise ValueError(f"{where} names joint {joints[used].max()}, its skin has {len(matrices)}")
    total = weights.sum(axis=1, keepdims=True)
    shares = np.where(total > 0.0, weights / np.where(total > 0.0, total, 1.0), 0.0)
    shares[total[:, 0] <= 0.0, 0] = 1.0  # a vertex without weights follows its first joint
    moved = np.zeros_like(vertices)
    for start in range(0, len(vertices), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        for joint, share in zip(np.minimum(joints[rows], len(matrices) - 1).T, shares[rows].T):
            at = (matrices[joint, :3, :3] * vertices[rows][:, None]).sum(axis=2) + matrices[joint, :3, 3]
            moved[rows] += share[:, None] * at
    return moved
