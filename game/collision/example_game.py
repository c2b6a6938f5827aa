"""A whole first-person game in one file: a window, a level, and collide and slide. It is yours to change.

Run it by `python -m game.collision.example_game`. W, A, S, D walk, the mouse looks, Space jumps, Esc ends it.
"""

from collections.abc import Sequence
from math import cos, hypot, radians, sin

import numpy as np
from direct.showbase.ShowBase import ShowBase
from direct.task.Task import Task
from panda3d.core import Geom, GeomNode, GeomTriangles, GeomVertexData, GeomVertexFormat, GeomVertexWriter, WindowProperties

from . import Ellipsoid, TriangleMesh, collide_and_slide, sweep, warm_up

BODY, EYE = Ellipsoid(radii=(0.4, 0.4, 0.9)), 0.72  # half width, depth and height; height of the eyes above the centre [m]
TICK, STICK = 1.0 / 60.0, (0.0, 0.0, -0.05)  # [s]; ground that is so near below holds the player, also downhill [m]
WALK, JUMP, GRAVITY, LOOK = 5.0, 5.0, 9.81, 0.15  # [m/s], [m/s], [m/s^2], [degrees a pixel of the mouse]
WALKABLE = cos(radians(50.0))  # least upward part of the normal of ground that one can stand on
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))  # counter-clockwise from outside


def box(low: Sequence[float], high: Sequence[float]) -> np.ndarray:
    """Return the eight corners of a box, (8, 3) [m]. Bit 2 of a corner's number selects the high x, bit 1 y, bit 0 z."""
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])], float)


def boxes_of_the_level() -> list[np.ndarray]:
    """Return a list of boxes: a floor, four walls, stairs to a platform, a ramp, and some blocks."""
    ramp = box((4, 2, -0.1), (7, 10, 0)) + np.outer((0, 0, 1, 1) * 2, (0, 0, 3))  # the far end is 3 m higher
    walls = [((-12, y, 0), (12, y + 1, 3)) for y in (-12, 11)] + [((x, -12, 0), (x + 1, 12, 3)) for x in (-12, 11)]
    stairs = [((-4, 3 + 0.4 * k, 0), (-1, 3.4 + 0.4 * k, 0.15 * (k + 1))) for k in range(10)] + [((-4, 7, 0), (-1, 9, 1.5))]
    blocks = [((1, -5, 0), (3, -3, 2)), ((3, -6, 0), (4, -5, 0.5)), ((-7, -4, 0), (-5, -2, 1)), ((-6, -6, 0), (-5.2, -4, 2))]
    return [box((-12, -12, -1), (12, 12, 0)), ramp, *(box(*corners) for corners in walls + stairs + blocks)]


def solid(boxes: list[np.ndarray]) -> TriangleMesh:
    """Return the TriangleMesh of the boxes: two triangles for each face."""
    one_box = np.array([corners for p, q, r, s in FACES for corners in ((p, q, r), (p, r, s))])
    return TriangleMesh(np.concatenate(boxes), np.concatenate([one_box + 8 * number for number in range(len(boxes))]))


def drawn(boxes: list[np.ndarray]) -> GeomNode:
    """Return a GeomNode of the boxes for Panda3D. Each face has one colour, by its direction and its box."""
    data, triangles = GeomVertexData("level", GeomVertexFormat.get_v3c4(), Geom.UH_static), GeomTriangles(Geom.UH_static)
    vertex, colour = GeomVertexWriter(data, "vertex"), GeomVertexWriter(data, "color")
    for number, corners in enumerate(boxes):
        for face in FACES:
            p, q, r, s = (corners[corner] for corner in face)
            normal, first = np.cross(q - p, s - p), data.get_num_rows()
            light = 0.6 + 0.35 * np.dot(normal / np.linalg.norm(normal), (0.3, -0.4, 0.85))
            for corner in (p, q, r, s):
                vertex.add_data3(*corner)
                colour.add_data4(light, light * (0.86 + 0.05 * (number % 4)), light * (0.8 + 0.06 * (number % 3)), 1.0)
            for second in (first + 1, first + 2):
                triangles.add_vertices(first, second, second + 1)
    node = GeomNode("level")
    node.add_geom(Geom(data))
    node.modify_geom(0).add_primitive(triangles)
    return node


class Player:
    """The player: the position of its centre (3,) [m], its vertical speed [m/s], and if it is on the ground."""

    def __init__(self, position: tuple[float, float, float]) -> None:
        self.position, self.vertical_speed, self.on_ground = position, 0.0, False

    def tick(self, mesh: TriangleMesh, wish: tuple[float, float], jump: bool) -> None:
        """Advance by one tick. wish: velocity of walking (x, y) [m/s]"""
        if jump and self.on_ground:
            self.vertical_speed = JUMP
        self.vertical_speed -= GRAVITY * TICK
        height, walk, fall = self.position[2], (wish[0] * TICK, wish[1] * TICK, 0.0), (0.0, 0.0, self.vertical_speed * TICK)
        self.position = collide_and_slide(mesh, BODY, self.position, walk, fall).position
        below = sweep(mesh, BODY, self.position, STICK)
        self.on_ground = self.vertical_speed <= 0.0 and below is not None and below.normal[2] >= WALKABLE
        if self.on_ground:
            self.position = collide_and_slide(mesh, BODY, self.position, (0.0, 0.0, 0.0), STICK).position
        if self.on_ground or (self.vertical_speed > 0.0 and self.position[2] <= height):  # it stands, or its head met a ceiling
            self.vertical_speed = 0.0


class ExampleGame(ShowBase):
    """The window: keys and mouse control the Player, and the camera is its eyes."""

    def __init__(self) -> None:
        super().__init__()
        boxes = boxes_of_the_level()
        self.mesh, self.player = solid(boxes), Player((0.0, -9.0, 1.0))
        self.heading = self.pitch = self.left_over = 0.0
        self.render.attach_new_node(drawn(boxes))
        self.disable_mouse()
        self.camLens.near = 0.05
        self.set_background_color(0.62, 0.75, 0.88)
        self.win.request_properties(WindowProperties(title="Collide and slide", cursor_hidden=True))
        self.accept("escape", self.userExit)
        self.task_mgr.add(self.frame, "frame", sort=10)

    def frame(self, task: Task) -> int:
        """Look by the mouse, run as many ticks as time has passed, and put the camera to the eyes."""
        middle_x, middle_y, pointer = self.win.get_x_size() // 2, self.win.get_y_size() // 2, self.win.get_pointer(0)
        if pointer.in_window and self.win.move_pointer(0, middle_x, middle_y):
            self.heading -= LOOK * (pointer.x - middle_x)
            self.pitch = min(max(self.pitch - LOOK * (pointer.y - middle_y), -85.0), 85.0)
        held = self.mouseWatcherNode.is_button_down
        forward, right = held("w") - held("s"), held("d") - held("a")
        c, s, speed = cos(radians(self.heading)), sin(radians(self.heading)), WALK / max(1.0, hypot(forward, right))
        wish = speed * (c * right - s * forward), speed * (s * right + c * forward)
        self.left_over += min(self.clock.dt, 0.1)  # after a pause it does not catch up
        while self.left_over >= TICK:
            self.player.tick(self.mesh, wish, held("space"))
            self.left_over -= TICK
        self.camera.set_pos_hpr(*np.add(self.player.position, (0.0, 0.0, EYE)), self.heading, self.pitch, 0.0)
        return task.cont


if __name__ == "__main__":
    warm_up(lambda fraction, text: print(text))  # the first time this takes some seconds
    ExampleGame().run()
