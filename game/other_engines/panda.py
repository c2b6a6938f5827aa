"""Panda3D's own collision system: a sphere pushed out of an octree of collision polygons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.vec3 import Vector
from .capsule_shape import RADIUS, TICK

LEAF = 8  # polygons of a node. Fewer: more nodes to visit; more: more polygons to test
DEPTH = 16  # levels of the tree, at most


def octree(vertices: np.ndarray, triangles: np.ndarray) -> Any:
    """Return the root of a tree of CollisionNodes of at most LEAF polygons, or more at DEPTH, as by egg-octree."""
    from panda3d.core import NodePath

    root = NodePath("octree")
    corners = vertices[triangles]
    _fill(root, corners, corners.mean(axis=1), np.arange(len(triangles)), DEPTH)
    return root


def _fill(parent: Any, corners: np.ndarray, centres: np.ndarray, chosen: np.ndarray, depth: int) -> None:
    """Attach the octree of the chosen triangles, by corners (t, 3, 3) and centres (t, 3) [m], of `depth` more levels."""
    if len(chosen) <= LEAF or depth == 0:
        parent.attachNewNode(_leaf(corners[chosen]))
        return
    own = centres[chosen]
    middle = (own.min(axis=0) + own.max(axis=0)) / 2
    octant = (own > middle) @ np.array([1, 2, 4])
    for which in np.unique(octant):
        _fill(parent.attachNewNode("cell"), corners, centres, chosen[octant == which], depth - 1)


def _leaf(corners: np.ndarray) -> Any:
    """Return a CollisionNode of triangles with the corners (n, 3, 3) [m]."""
    from panda3d.core import CollisionNode, CollisionPolygon, Point3

    node = CollisionNode("leaf")
    for a, b, c in corners.tolist():
        node.addSolid(CollisionPolygon(Point3(*a), Point3(*b), Point3(*c)))
    return node


class PandaPusher:
    """A CollisionTraverser and a CollisionHandlerPusher with one sphere. Walk and fall are one displacement."""

    def __init__(self, root: Any, position: Vector):
        from panda3d.core import CollisionHandlerPusher, CollisionNode, CollisionSphere, CollisionTraverser, NodePath

        self.scene = NodePath("scene")
        self.root = root
        root.reparentTo(self.scene)
        self.path = self.scene.attachNewNode("walker")
        self.path.setPos(*position)
        node = CollisionNode("sphere")
        node.addSolid(CollisionSphere(0, 0, 0, RADIUS))
        collider = self.path.attachNewNode(node)
        self.handler = CollisionHandlerPusher()
        self.handler.addCollider(collider, self.path)
        self.traverser = CollisionTraverser()
        self.traverser.addCollider(collider, self.handler)

    def step(self, velocity: tuple[float, float]) -> None:
        """Walk for one tick with a horizontal velocity (x, y) [m/s], and fall 9.81 TICK^2 m at the same time."""
        x, y, z = self.path.getPos()
        self.path.setPos(x + velocity[0] * TICK, y + velocity[1] * TICK, z - 9.81 * TICK * TICK)
        self.traverser.traverse(self.root)

    def position(self) -> Vector:
        return tuple(self.path.getPos())

    def teleport(self, position: Vector) -> None:
        self.path.setPos(*position)
