#!/usr/bin/env bash
# Bullet's character controller neither falls nor jumps under a ceiling that is nearer to its head than its step height.
#
# Versions: panda3d 1.10.16 from PyPI with the Bullet that it contains, Python 3.11.
# Behaviour: a capsule of 1.8 m with a step height of .4 m stands on a level floor, under a level ceiling.
#   With a ceiling of 2.25 m and more it sinks .04 m into the floor, which is its collision margin, and it can jump. With one of
#   less than 2.2 m, which is its height and its step height, it stays at the height at which it was put, here .05 m over the
#   floor. isOnGround() is true there, and a jump does not move it. It can still walk.
# Expected: it falls to the floor, as the gap below it is free, and a jump takes it to the ceiling.
# Output seen:
#   ceiling 3 m: feet at -0.040 m, jumps 0.87 m, on ground: True
#   ceiling 2.25 m: feet at -0.040 m, jumps 0.10 m, on ground: True
#   ceiling 2.15 m: feet at 0.050 m, jumps 0.00 m, on ground: True
#   ceiling 2 m: feet at 0.050 m, jumps 0.00 m, on ground: True
# Exit code: 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --only-binary :all: panda3d==1.10.16
"$folder/venv/bin/python" - <<'PYTHON'
import sys
from math import radians

from panda3d import bullet
from panda3d.core import NodePath, Point3, Vec3

TICK = 1.0 / 60.0
HEIGHT, RADIUS, STEP = 1.8, 0.4, 0.4
PUT = 0.05  # [m] of the feet over the floor at the start


def square(mesh, height, facing_up):
    corners = [Point3(x, y, height) for x, y in ((-40, -40), (40, -40), (40, 40), (-40, 40))]
    first, second, third, fourth = corners if facing_up else corners[::-1]
    mesh.addTriangle(first, second, third)
    mesh.addTriangle(first, third, fourth)


def stand_and_jump(ceiling):
    """Return (height of the feet after a second, rise of the jump after it, both [m], True if it says that it is on ground)."""
    world, mesh, room = bullet.BulletWorld(), bullet.BulletTriangleMesh(), bullet.BulletRigidBodyNode("room")
    square(mesh, 0.0, True)
    square(mesh, ceiling, False)
    room.addShape(bullet.BulletTriangleMeshShape(mesh, dynamic=False))
    world.attach(room)
    capsule = bullet.BulletCapsuleShape(RADIUS, HEIGHT - 2.0 * RADIUS, bullet.ZUp)
    walker = bullet.BulletCharacterControllerNode(capsule, STEP, "walker")
    walker.setGravity(9.81)
    walker.setJumpSpeed(4.43)
    walker.setMaxJumpHeight(1.0)
    walker.setMaxSlope(radians(50.0))
    path = NodePath(walker)
    path.setPos(0.3, 0.2, 0.5 * HEIGHT + PUT)
    world.attach(walker)
    for _ in range(60):
        world.doPhysics(TICK, 1, TICK)
    stood, on_ground = path.getZ(), walker.isOnGround()
    walker.doJump()
    heights = []
    for _ in range(60):
        world.doPhysics(TICK, 1, TICK)
        heights.append(path.getZ())
    return stood - 0.5 * HEIGHT, max(heights) - stood, on_ground


as_described = True
for ceiling in (3.0, 2.25, 2.15, 2.0):
    feet, rise, on_ground = stand_and_jump(ceiling)
    print(f"ceiling {ceiling:g} m: feet at {feet:.3f} m, jumps {rise:.2f} m, on ground: {on_ground}")
    hangs = abs(feet - PUT) < 0.002 and rise < 0.002
    stands = abs(feet + 0.04) < 0.002 and rise > 0.05
    as_described &= on_ground and (hangs if ceiling < HEIGHT + STEP else stands)
sys.exit(0 if as_described else "the behaviour has changed")
PYTHON
