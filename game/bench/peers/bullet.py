"""Bullet, as Panda3D ships it: the character controller and the sweeps of a sphere and a capsule."""

from __future__ import annotations

import time

import numpy as np

RADIUS, HALF_HEIGHT = 0.4, 0.9  # [m] of the body
TICK = 1.0 / 60.0  # [s]


def geom(vertices: np.ndarray, triangles: np.ndarray):
    """Return a Panda3D Geom of a mesh with vertices (v, 3) and triangles (t, 3). Positions become float32."""
    from panda3d.core import Geom, GeomEnums, GeomTriangles, GeomVertexData, GeomVertexFormat

    data = GeomVertexData("mesh", GeomVertexFormat.getV3(), GeomEnums.UHStatic)
    data.uncleanSetNumRows(len(vertices))
    data.modifyArrayHandle(0).copyDataFrom(np.ascontiguousarray(vertices, dtype=np.float32))
    primitive = GeomTriangles(GeomEnums.UHStatic)
    primitive.setIndexType(GeomEnums.NTUint32)
    array = primitive.modifyVertices()
    array.uncleanSetNumRows(triangles.size)
    array.modifyHandle().copyDataFrom(np.ascontiguousarray(triangles, dtype=np.uint32).ravel())
    made = Geom(data)
    made.addPrimitive(primitive)
    return made


class BulletWorld:
    """A mesh as a static Bullet body.

    vertices: (v, 3) [m]
    triangles: (t, 3) vertex indices
    shape_seconds: time to make the BulletTriangleMeshShape alone [s]
    build_seconds: total time [s]
    """

    def __init__(self, vertices: np.ndarray, triangles: np.ndarray):
        from panda3d import bullet

        start = time.perf_counter()
        mesh = bullet.BulletTriangleMesh()
        mesh.addGeom(geom(vertices, triangles))
        filled = time.perf_counter()
        shape = bullet.BulletTriangleMeshShape(mesh, dynamic=False)
        self.shape_seconds = time.perf_counter() - filled
        self.build_seconds = time.perf_counter() - start
        self.world = bullet.BulletWorld()
        self.world.setGravity((0, 0, -9.81))
        self.ground = bullet.BulletRigidBodyNode("ground")
        self.ground.addShape(shape)
        self.world.attach(self.ground)


class BulletCharacter:
    """A BulletCharacterControllerNode with a capsule of the body's size. One step is one tick of the world.

    position: of the centre [m]
    step_height: of the highest step that it climbs [m]
    """

    def __init__(self, bullet_world: BulletWorld, position: tuple[float, float, float], step_height: float = 0.4):
        from panda3d import bullet
        from panda3d.core import NodePath, Vec3

        self.vector = Vec3
        self.world = bullet_world.world
        capsule = bullet.BulletCapsuleShape(RADIUS, 2 * (HALF_HEIGHT - RADIUS), bullet.ZUp)
        self.node = bullet.BulletCharacterControllerNode(capsule, step_height, "walker")
        self.path = NodePath(self.node)
        self.path.setPos(*position)
        self.world.attach(self.node)

    def step(self, velocity: tuple[float, float]) -> None:
        """Walk for one tick with a horizontal velocity (x, y) [m/s]."""
        self.node.setLinearMovement(self.vector(velocity[0], velocity[1], 0), False)
        self.world.doPhysics(TICK, 1, TICK)

    def position(self) -> tuple[float, float, float]:
        """Return the position of the centre (3,) [m]."""
        return tuple(self.path.getPos())

    def teleport(self, position: tuple[float, float, float]) -> None:
        """Put the centre at a position (3,) [m]."""
        self.path.setPos(*position)


class BulletSweep:
    """A sweepTestClosest with a sphere or a capsule. Each call makes its two transforms, like a game.

    kind: "sphere" or "capsule"
    starts, displacements: of the moves (n, 3) [m]
    """

    def __init__(self, bullet_world: BulletWorld, kind: str, starts: np.ndarray, displacements: np.ndarray):
        from panda3d import bullet
        from panda3d.core import BitMask32, TransformState

        self.world, self.transform = bullet_world.world, TransformState.makePos
        shapes = {
            "sphere": lambda: bullet.BulletSphereShape(RADIUS),
            "capsule": lambda: bullet.BulletCapsuleShape(RADIUS, 2 * (HALF_HEIGHT - RADIUS), bullet.ZUp),
        }
        self.shape = shapes[kind]()
        self.mask = BitMask32.allOn()
        self.moves = list(zip(map(tuple, starts.tolist()), map(tuple, (starts + displacements).tolist())))

    def sweep(self, index: int):
        """Sweep along the move with this index, and return Bullet's result."""
        start, end = self.moves[index]
        return self.world.sweepTestClosest(self.shape, self.transform(start), self.transform(end), self.mask, 0.0)
