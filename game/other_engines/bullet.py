"""Bullet, as Panda3D ships it: the character controller and the sweeps of a sphere and a capsule."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core.vec3 import Vector
from ..simulation import PlayerParams
from .capsule_shape import DEFAULT, HALF_HEIGHT, RADIUS, TICK, Capsule


def geom(vertices: np.ndarray, triangles: np.ndarray) -> Any:
    """Return a mesh as a Geom of Panda3D. Positions become float32. vertices: (v, 3) [m]; triangles: (t, 3) vertex indices"""
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
    """A mesh, vertices (v, 3) [m] and triangles (t, 3), as a static Bullet body, with the times to make it [s]."""

    def __init__(self, vertices: np.ndarray, triangles: np.ndarray):
        from panda3d import bullet

        start = time.perf_counter()
        mesh = bullet.BulletTriangleMesh()
        mesh.addGeom(geom(vertices, triangles))
        filled = time.perf_counter()
        shape = bullet.BulletTriangleMeshShape(mesh, dynamic=False)
        self.shape_seconds = time.perf_counter() - filled
        self.build_seconds = time.perf_counter() - start
        self._fill(shape)

    def _fill(self, shape: Any) -> None:
        from panda3d import bullet

        self.shape = shape
        self.world = bullet.BulletWorld()
        self.world.setGravity((0, 0, -9.81))
        self.ground = bullet.BulletRigidBodyNode("ground")
        self.ground.addShape(shape)
        self.world.attach(self.ground)

    def copy(self) -> BulletWorld:
        """Return another world of this mesh shape, without times. Characters in different worlds do not collide."""
        other = object.__new__(BulletWorld)
        other._fill(self.shape)
        return other


class BulletCharacter:
    """A BulletCharacterControllerNode with a capsule of the body's size.

    bullet_world: of its own, or it would collide with others; position: of the centre [m]; hz: ticks per second
    """

    def __init__(self, bullet_world: BulletWorld, position: Vector, params: PlayerParams = DEFAULT, hz: int = 60):
        from panda3d import bullet
        from panda3d.core import NodePath, Vec3

        self.vector, self.tick = Vec3, 1.0 / hz
        self.world = bullet_world.world
        capsule = Capsule.of(params)
        shape = bullet.BulletCapsuleShape(capsule.radius, 2 * capsule.half_axis, bullet.ZUp)
        self.node = bullet.BulletCharacterControllerNode(shape, params.step_up, "walker")
        self.node.setMaxSlope(params.max_slope)
        self.node.setGravity(params.gravity)
        self.node.setFallSpeed(params.terminal_speed)
        self.node.setJumpSpeed(params.jump_speed)
        self.node.setMaxJumpHeight(params.jump_height)
        self.path = NodePath(self.node)
        self.path.setPos(*position)
        self.world.attach(self.node)

    def step(self, velocity: tuple[float, float], jump: bool = False) -> None:
        """Walk for one tick with a horizontal velocity (x, y) [m/s]. `jump` has an effect only on the ground."""
        self.node.setLinearMovement(self.vector(velocity[0], velocity[1], 0), False)
        if jump and self.node.isOnGround():
            self.node.doJump()
        self.world.doPhysics(self.tick, 1, self.tick)

    def position(self) -> Vector:
        return tuple(self.path.getPos())

    def teleport(self, position: Vector) -> None:
        self.path.setPos(*position)

    def remove(self) -> None:
        self.world.remove(self.node)


class BulletSweep:
    """A sweepTestClosest with a sphere or a capsule of RADIUS and HALF_HEIGHT. Each one makes two transforms, as a game would."""

    def __init__(self, bullet_world: BulletWorld, kind: str):
        from panda3d import bullet
        from panda3d.core import BitMask32, TransformState

        self.world, self.transform = bullet_world.world, TransformState.makePos
        shapes = {
            "sphere": lambda: bullet.BulletSphereShape(RADIUS),
            "capsule": lambda: bullet.BulletCapsuleShape(RADIUS, 2 * (HALF_HEIGHT - RADIUS), bullet.ZUp),
        }
        self.shape = shapes[kind]()
        self.mask = BitMask32.allOn()

    def sweep(self, moves: Iterable[tuple[Vector, Vector]]) -> Any:
        """Sweep from start to end of each pair [m]. Returns Bullet's BulletClosestHitSweepResult of the last one."""
        sweep, shape, mask, transform, result = self.world.sweepTestClosest, self.shape, self.mask, self.transform, None
        for start, end in moves:
            result = sweep(shape, transform(start), transform(end), mask, 0.0)
        return result


class BulletBalls:
    """Balls in a cube that turns, without friction and otherwise with Bullet's default settings.

    balls: (n,) of BALL, relative to the cube's centre; half: of its side [m]; gravity: along z [m/s2], negative downwards;
    restitution: 0..1; turn: angular velocity of the cube [rad/s]
    """

    def __init__(self, balls: np.ndarray, half: float, gravity: float, restitution: float, turn: Vector):
        from panda3d import bullet
        from panda3d.core import LQuaternionf, NodePath, Point3, TransformState, Vec3

        self.world, self.ticks, self.rate = bullet.BulletWorld(), 0, float(np.sqrt(np.square(turn).sum()))
        self.world.setGravity((0.0, 0.0, gravity))
        self.quaternion, self.axis = LQuaternionf, Vec3(*(part / max(self.rate, 1e-9) for part in turn))
        walls = bullet.BulletRigidBodyNode("walls")
        for axis in range(3):
            for sign in (-1.0, 1.0):
                sides, place = [half + 2.0] * 3, [0.0] * 3
                sides[axis], place[axis] = 1.0, sign * (half + 1.0)
                walls.addShape(bullet.BulletBoxShape(Vec3(*sides)), TransformState.makePos(Point3(*place)))
        walls.setKinematic(True)
        self.walls = NodePath(walls)
        self.nodes = [NodePath(bullet.BulletRigidBodyNode(f"ball {n}")) for n in range(len(balls))]
        for path, ball in zip(self.nodes, balls):
            path.node().addShape(bullet.BulletSphereShape(float(ball["radius"])))
            path.node().setMass(float(ball["mass"]))
            path.setPos(*ball["position"].tolist())
            path.node().setLinearVelocity(Vec3(*ball["velocity"].tolist()))
        for path in (self.walls, *self.nodes):
            path.node().setRestitution(restitution**0.5)  # Bullet multiplies those of both bodies
            path.node().setFriction(0.0)
            self.world.attach(path.node())

    def step(self) -> None:
        self.ticks += 1
        if self.rate:
            turned = self.quaternion()
            turned.setFromAxisAngleRad(self.rate * self.ticks * TICK, self.axis)
            self.walls.setQuat(turned)
        self.world.doPhysics(TICK, 1, TICK)

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        velocities = [tuple(path.node().getLinearVelocity()) for path in self.nodes]
        return np.array([tuple(path.getPos()) for path in self.nodes]), np.array(velocities)
