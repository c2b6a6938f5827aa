"""Small worlds for the tests, as triangles (t, 3, 3) [m], and levels made of them. z is up, y is forward."""

from math import cos, radians, sin, tan
from types import SimpleNamespace

import numpy as np

from game.collision import TriangleMesh
from game.level.contents.mover import Motion, Mover, Waypoint
from game.level.contents.volume import Volume
from tests.collision.scenes import quad

FAR = 200.0  # half the size of what stands for an endless plane


def floor(z=0.0, low=(-FAR, -FAR), high=(FAR, FAR)):
    """A level rectangle."""
    (x, y), (u, v) = low, high
    return quad((x, y, z), (u, y, z), (u, v, z), (x, v, z))


def slope(degrees, half=FAR, length=FAR):
    """A plane through the origin that rises towards +y; `length` to both sides, measured along y."""
    rise = length * tan(radians(degrees))
    return quad((-half, -length, -rise), (half, -length, -rise), (half, length, rise), (-half, length, rise))


def wall(x, y, heading=0.0, half=FAR, low=-5.0, high=20.0):
    """An upright plane through (x, y) that faces against forward(heading), so a player that looks along it sees its front."""
    c, s = cos(heading) * half, sin(heading) * half
    left, right = (x - c, y - s), (x + c, y + s)
    return quad((*left, low), (*right, low), (*right, high), (*left, high))


def box(low, high):
    """A closed box, six faces outward."""
    (x, y, z), (u, v, w) = low, high
    bottom, top = [(x, y, z), (x, v, z), (u, v, z), (u, y, z)], [(x, y, w), (u, y, w), (u, v, w), (x, v, w)]
    sides = [
        quad((x, y, z), (u, y, z), (u, y, w), (x, y, w)),
        quad((u, y, z), (u, v, z), (u, v, w), (u, y, w)),
        quad((u, v, z), (x, v, z), (x, v, w), (u, v, w)),
        quad((x, v, z), (x, y, z), (x, y, w), (x, v, w)),
    ]
    return join(quad(*bottom), quad(*top), *sides)


def stairs(steps, rise, run, width=4.0, start=0.0):
    """Risers and treads only, from (y = start, z = 0) on along +y, in the middle of x = 0."""
    x, parts = 0.5 * width, []
    for number in range(steps):
        y, z, top = start + number * run, number * rise, (number + 1) * rise
        parts.append(quad((-x, y, z), (x, y, z), (x, y, top), (-x, y, top)))
        parts.append(quad((-x, y, top), (x, y, top), (x, y + run, top), (-x, y + run, top)))
    return join(*parts)


def staircase(steps, rise, run, width=4.0):
    """Stairs from a floor up to a landing; the first riser at y = 0."""
    top, end = steps * rise, steps * run
    before = floor(0.0, (-FAR, -FAR), (FAR, 0.0))
    return join(before, stairs(steps, rise, run, width), floor(top, (-0.5 * width, end), (0.5 * width, end + 50.0)))


# Walks (x, y, ticks, jump) past, up, down and against everything of `scene`.
WALKS = [(0.3, 1.0, 60, False), (0.0, 1.0, 50, True), (-0.8, 0.5, 60, False), (0.2, -1.0, 60, False), (1.0, 0.3, 60, True)]


def scene():
    """A staircase, a wall, a ramp and two boxes on a floor."""
    ramp = join(slope(25, half=2.0, length=4.0)) + np.array([-5.0, 3.0, 0.0])
    boxes = [box((1.2, 0.5, -0.5), (2.0, 1.4, 0.3)), box((-1.9, 1.0, -0.5), (-1.0, 2.0, 1.6))]
    return join(staircase(8, 0.2, 0.3), floor(0.0, (-30.0, 0.0), (30.0, 30.0)), wall(0.0, 7.0, 0.4), ramp, *boxes)


def join(*parts):
    return np.concatenate([np.asarray(part, dtype=float).reshape(-1, 3, 3) for part in parts])


def turned(triangles, heading):
    """Turned about z [rad], counter-clockwise seen from above."""
    c, s = cos(heading), sin(heading)
    return triangles @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])


def indexed(*parts):
    """The corners of triangles as vertices of their own: (vertices (v, 3), triangles (t, 3))."""
    triangles = join(*parts)
    return triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3)


def level_of(*parts, feet=(0.0, 0.0, 0.0), heading=0.0, name="scene", movers=(), volumes=()):
    """A level with the attributes that a Simulation needs."""
    spawn = SimpleNamespace(at=feet, heading=heading)
    mesh = TriangleMesh(*indexed(*parts))
    inside = {"movers": movers, "volumes": volumes, "gravity": None, "exhibits": ()}
    return SimpleNamespace(name=name, hash="0", mesh=mesh, spawn=spawn, **inside)


def mover(*parts, turns_view=False, **motion):
    """Triangles that move, in a frame of their own."""
    vertices, triangles = indexed(*parts)
    return Mover("mover", vertices, triangles, np.zeros(len(triangles), np.int64), Motion(**motion), turns_view)


def travelling(velocity, at=(0.0, 0.0, 0.0), seconds=100.0, **motion):
    """A motion at a steady velocity [m/s], for so long."""
    end = Waypoint(tuple(seconds * part for part in velocity), time=seconds)
    return {"at": at, "path": (Waypoint(), end), "mode": "once", **motion}


def volume(effect, at=(0.0, 0.0, -1.0), size=(100.0, 100.0), height=50.0, heading=0.0, radius=0.0):
    """A volume with an effect: a box, or a cylinder where there is a radius."""
    return Volume(type(effect).__name__.lower(), effect, at, heading, height, size if not radius else (0.0, 0.0), radius)
