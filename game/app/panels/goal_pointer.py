"""The pointer to the nearest golden mark that is not found yet: an arrow and the distance, at the mark or at the edge."""

from math import dist

from panda3d.core import Point2, Point3

from ...core.vec3 import along
from ...panels.panel import Panel
from ...panels.theme import PANEL, SMALL, TextStyle
from ...scene.signs_and_goals import GOLDEN, HEIGHT

EDGE, PADDING, TALL = 14, 6, 22  # [units] from the picture's edge to the panel, around its text, and its height
RAISED = 44  # [units] from the middle of a mark to the top of the panel above it. Less: it covers the mark
NEAR = 6.0  # [m] A nearer mark in view has no pointer. Larger: a mark behind a corner is not found; smaller: clutter
STYLE = TextStyle(SMALL, (*GOLDEN, 1.0))


class GoalPointer(Panel):
    """The panel of the pointer. Its data is the text. `put` moves it.

    parent: NodePath `pixel2d`
    size: (width, height) of the window [pixels]
    """

    NAME = "goal"

    def draw(self, canvas, data):
        canvas.box(0, 0, canvas.text_width(data, STYLE) + 2 * PADDING, TALL, PANEL)
        canvas.text(data, PADDING, 2, STYLE)

    def put(self, x, y):
        """Move the panel: its upper edge has the middle (x, y) [units], as far as the picture's edges allow it."""
        canvas = self.canvas
        width = canvas.text_width(self._data, STYLE) + 2 * PADDING
        left = min(max(x - width / 2, EDGE), canvas.width - EDGE - width)
        top = min(max(y, EDGE), canvas.height - EDGE - TALL)
        canvas.root.setPos(round(left * canvas.scale), 0, -round(top * canvas.scale))


class GoalView:
    """The GoalPointer as one of the views of Interface. It is hidden in a pause, in a lesson, and while all overlays are off.

    moment(): returns the Moment that was drawn, or None before the first one
    camera: NodePath of the camera that drew it
    """

    def __init__(self, moment, camera):
        self._moment, self._camera, self._panel = moment, camera, None

    def build(self, parent, size):
        """Make the panel. `parent` is the NodePath `pixel2d`, `size` is (width, height) of the window [pixels]."""
        self._panel = GoalPointer(parent, size)

    def update(self, is_uncovered):
        """Update the panel once a frame. `is_uncovered` is False while a menu or the help panel covers it."""
        moment, canvas, found = self._moment(), self._panel.canvas, None
        if is_uncovered and moment and moment.is_live and moment.spaces == (0.0,) and moment.overlays.any():
            found = pointer_at(moment, self._camera)
        self._panel.show(found and found[0])
        self._panel.visible = True  # also if a more important panel was in its place
        if found:
            _, across, down, is_above = found
            self._panel.put(across * canvas.width, down * canvas.height - RAISED * is_above)

    def remove(self):
        self._panel.remove()


def pointer_at(moment, camera):
    """Return (text, x, y, is_above) of the pointer in a Moment's picture, or None if the player needs no pointer.

    camera: NodePath of the camera
    x, y: in fractions of the picture, from its upper left corner. `is_above` is True if they are the position of the mark itself.
    """
    if moment.found is None:
        return None
    eye = moment.state.position
    left = [goal.at for goal in moment.sim.level.goals if goal.name not in moment.found]
    at = min(left, key=lambda place: dist(place, eye), default=None)
    if at is None:
        return None
    place = camera.getRelativePoint(camera.getTop(), Point3(*along(at, moment.sim.up_at(at), HEIGHT)))
    seen, text = Point2(), f"{dist(at, eye):.0f} m"
    if camera.node().getLens().project(place, seen):
        return (f"▼ {text}", (1.0 + seen.x) / 2.0, (1.0 - seen.y) / 2.0, True) if dist(at, eye) > NEAR else None
    if place.y <= 0.0 or abs(seen.x) > 1.0:
        return (f"{text} ▶", 1.0, 0.5, False) if place.x > 0.0 else (f"◀ {text}", 0.0, 0.5, False)
    return f"▲ {text}" if seen.y > 0.0 else f"▼ {text}", (1.0 + seen.x) / 2.0, float(seen.y < 0.0), False
