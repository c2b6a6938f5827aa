"""Rapier, from the optional package `rapier3d`: its kinematic character controller and its shape cast."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core.vec3 import Vector
from ..simulation import PlayerParams
from .capsule_shape import DEFAULT, HALF_HEIGHT, RADIUS, TICK, Capsule

HELD = 0.5  # part of its rise below which a ceiling stopped a jump. Less: it hangs there; more: a grazed wall ends a jump
STEP_WIDTH = 0.2  # [m] least depth of a step that a player climbs; stairs have .25 and more


def installed() -> bool:
    import importlib.util

    return importlib.util.find_spec("rapier3d") is not None


class RapierWorld:
    """A mesh, vertices (v, 3) [m] and triangles (t, 3), as a static collider, with the times to make it [s]."""

    def __init__(self, vertices: np.ndarray, triangles: np.ndarray):
        import rapier3d

        start = time.perf_counter()
        shape = rapier3d.SharedShape.trimesh(vertices.astype(np.float32), triangles.astype(np.uint32))
        self.shape_seconds = time.perf_counter() - start
        self.world = rapier3d.PhysicsWorld(gravity=(0.0, 0.0, -9.81))
        self.world.add_collider(rapier3d.Collider.new(shape).build())
        self.world.step()
        self.build_seconds = time.perf_counter() - start


class RapierCharacter:
    """A character with a capsule. Each tick is two calls of move_shape, the walk and then gravity, like our passes."""

    at: tuple[float, float, float]  # [m] of the centre

    def __init__(self, rapier_world: RapierWorld, position: Vector, params: PlayerParams = DEFAULT, hz: int = 60):
        import rapier3d

        world = rapier_world.world
        self.sets = (world.rigid_bodies, world.colliders, world.query_pipeline)
        self.tick, self.fall = 1.0 / hz, -params.gravity / hz**2
        capsule = Capsule.of(params)
        self.shape = rapier3d.SharedShape.capsule_z(capsule.half_axis, capsule.radius)
        self.pose = rapier3d.Isometry3.from_translation
        self.controller = rapier3d.KinematicCharacterController(offset=0.01)
        self.controller.up = rapier3d.Vec3(0.0, 0.0, 1.0)
        self.controller.snap_to_ground = None
        self.teleport(position)

    def step(self, velocity: tuple[float, float]) -> None:
        """Walk for one tick with a horizontal velocity (x, y) [m/s], then fall gravity / hz^2 [m], without acceleration."""
        self._move((velocity[0] * self.tick, velocity[1] * self.tick, 0.0))
        self._move((0.0, 0.0, self.fall))

    def _move(self, displacement: Vector) -> Any:
        moved = self.controller.move_shape(self.tick, *self.sets, self.shape, self.pose(*self.at), displacement)
        shift = moved.translation
        self.at = (self.at[0] + shift.x, self.at[1] + shift.y, self.at[2] + shift.z)
        return moved

    def position(self) -> Vector:
        return self.at

    def teleport(self, position: Vector) -> None:
        x, y, z = position
        self.at = x, y, z


class RapierPlayer(RapierCharacter):
    """A character as Rapier's manual recommends: it falls with acceleration, steps up, and snaps to the ground."""

    def __init__(self, rapier_world: RapierWorld, position: Vector, params: PlayerParams, hz: int):
        import rapier3d

        super().__init__(rapier_world, position, params, hz)
        self.controller = rapier3d.KinematicCharacterController(
            up=(0.0, 0.0, 1.0),
            offset=0.01,
            autostep=rapier3d.CharacterAutostep(
                max_height=rapier3d.CharacterLength.absolute(params.step_up),
                min_width=rapier3d.CharacterLength.absolute(STEP_WIDTH),
            ),
            snap_to_ground=rapier3d.CharacterLength.absolute(params.step_up),
            max_slope_climb_angle=params.max_slope,
            min_slope_slide_angle=params.max_slope,
        )
        self.most, self.jump_speed, self.snap = params.terminal_speed, params.jump_speed, self.controller.snap_to_ground
        self.falling, self.is_grounded = 0.0, False  # [m] of a tick, downwards negative

    def step(self, velocity: tuple[float, float], jump: bool = False) -> None:
        """Walk and fall for one tick with a horizontal velocity (x, y) [m/s]. `jump` has an effect only on the ground."""
        if jump and self.is_grounded:
            self.falling = self.jump_speed * self.tick
        self.falling = max(self.falling + self.fall, -self.most * self.tick)
        self.controller.snap_to_ground = None if self.falling > 0.0 else self.snap
        before = self.at[2]
        moved = self._move((velocity[0] * self.tick, velocity[1] * self.tick, self.falling))
        self.is_grounded = moved.grounded and self.falling <= 0.0
        is_held = self.falling > 0.0 and self.at[2] - before < HELD * self.falling
        if self.is_grounded or is_held:
            self.falling = 0.0


class RapierSweep:
    """Sweeps of a sphere or a capsule of RADIUS and HALF_HEIGHT with cast_shape, each with a new pose as in a game."""

    def __init__(self, rapier_world: RapierWorld, kind: str):
        import rapier3d

        self.query = rapier_world.world.query_pipeline
        sphere, capsule = rapier3d.SharedShape.ball, rapier3d.SharedShape.capsule_z
        self.shape = sphere(RADIUS) if kind == "sphere" else capsule(HALF_HEIGHT - RADIUS, RADIUS)
        self.options = rapier3d.ShapeCastOptions(max_time_of_impact=1.0)
        self.pose = rapier3d.Isometry3.from_translation

    def sweep(self, moves: Iterable[tuple[Vector, Vector]]) -> Any:
        """Sweep from each start by its displacement [m]. Returns the last result of Rapier's cast_shape."""
        cast, shape, options, pose, result = self.query.cast_shape, self.shape, self.options, self.pose, None
        for start, displacement in moves:
            result = cast(pose(*start), displacement, shape, options)
        return result


class RapierBalls:
    """Balls in a cube that turns, without friction and otherwise with Rapier's defaults. Arguments as of BulletBalls"""

    def __init__(self, balls: np.ndarray, half: float, gravity: float, restitution: float, turn: Vector):
        import rapier3d

        self.world = rapier3d.PhysicsWorld(gravity=(0.0, 0.0, gravity))
        self.world.integration_parameters.dt = TICK
        walls = self.world.add_body(rapier3d.RigidBody.kinematic_velocity_based().angvel(turn).build())
        for axis in range(3):
            for sign in (-1.0, 1.0):
                sides, place = [half + 2.0] * 3, [0.0] * 3
                sides[axis], place[axis] = 1.0, sign * (half + 1.0)
                wall = rapier3d.Collider.cuboid(*sides).translation(rapier3d.Vec3(*place)).restitution(restitution).friction(0.0)
                self.world.add_collider(wall.build(), walls)
        self.handles = []
        for ball in balls:
            start, velocity = tuple(ball["position"].tolist()), tuple(ball["velocity"].tolist())
            handle = self.world.add_body(rapier3d.RigidBody.dynamic().translation(start).linvel(velocity).build())
            sphere = rapier3d.Collider.ball(float(ball["radius"])).restitution(restitution).friction(0.0)
            self.world.add_collider(sphere.mass(float(ball["mass"])).build(), handle)
            self.handles.append(handle)

    def step(self) -> None:
        self.world.step()

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        bodies = [self.world.rigid_bodies[handle] for handle in self.handles]
        places, velocities = [body.translation for body in bodies], [body.linvel for body in bodies]
        return np.array([(v.x, v.y, v.z) for v in places]), np.array([(v.x, v.y, v.z) for v in velocities])
