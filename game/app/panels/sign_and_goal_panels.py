"""The pointer to a goal, the copy of a far sign, and the card of a found golden mark."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, dist, hypot, radians, sin, tan
from typing import TYPE_CHECKING

from panda3d.core import NodePath, Point2, Point3

from ...core.right_forward_up_frame import frame_at, own_to_world
from ...core.vec3 import along, dot, sub
from ...level import Sign
from ...level.contents.level import MARKS, LevelRaycast, first_hit
from ...panels.canvas import Canvas, shortened, wrap_to_width
from ...panels.panel import Panel, PanelView
from ...panels.theme import ACCENT, LARGE, LINE_HEIGHT, PANEL, SMALL, TEXT, Size, TextStyle
from ...scene.framing import Area
from ...scene.moment import Moment
from ...scene.signs_and_goals import ADVANCE, GOLDEN, HEIGHT, PAPER, RIM, RIM_WIDTH
from ...scene.signs_and_goals import INK as INK_OF_SIGNS
from ...scene.signs_and_goals import MARGIN as MARGIN_OF_SIGNS
from ...simulation.race_clock_and_medals import finish_of, next_goal

if TYPE_CHECKING:
    from ..session.goals_to_find import FoundMark

MARGIN, PADDING, CARD_PADDING = 14, 10, 18  # [units] from the window's edge; around the words; at the sides of the card
GOAL_EDGE, GOAL_PADDING, GOAL_HEIGHT = 14, 6, 22  # [units] from the picture's edge to the panel, around its text, and its height
GOAL_WIDE = 520  # [units] longest text. More: a long name of a goal hides the way
GOAL_RAISED = 44  # [units] from the middle of a mark to the top of the panel above it. Less: it covers the mark
GOAL_NEAR = 6.0  # [m] A nearer mark in view has no pointer. Larger: a mark behind a corner is not found; smaller: clutter
GOAL_STYLE = TextStyle(SMALL, (*GOLDEN, 1.0))


class GoalPointer(Panel[str]):
    """The pointer to what to reach: an arrow, a name and the distance. `put` moves it."""

    NAME = "goal"

    def draw(self, canvas: Canvas, data: str) -> None:
        canvas.box(0, 0, canvas.text_width(data, GOAL_STYLE) + 2 * GOAL_PADDING, GOAL_HEIGHT, PANEL)
        canvas.text(data, GOAL_PADDING, 2, GOAL_STYLE)

    def put(self, text: str, x: float, y: float, right: float) -> None:
        """Show a text. The panel's upper edge has the middle (x, y) [units], as far as the picture's edges allow it.

        right: right end of the picture [units]
        """
        self.show(text)
        canvas = self.canvas
        width = canvas.text_width(text, GOAL_STYLE) + 2 * GOAL_PADDING
        left = min(max(x - width / 2, GOAL_EDGE), right - GOAL_EDGE - width)
        top = min(max(y, GOAL_EDGE), canvas.height - GOAL_EDGE - GOAL_HEIGHT)
        canvas.root.setPos(round(left * canvas.scale), 0, -round(top * canvas.scale))


class GoalView(PanelView[GoalPointer]):
    """The view of the GoalPointer, which is hidden in a pause."""

    PANEL = GoalPointer

    def __init__(self, moment: Callable[[], Moment | None], camera: NodePath, area: Callable[[], Area]):
        self._moment, self._camera, self._area = moment, camera, area

    def update(self, is_uncovered: bool) -> None:
        moment, canvas, found = self._moment(), self._panel.canvas, None
        if is_uncovered and moment and moment.is_live and moment.spaces == (0.0,):
            found = pointer_at(moment, self._camera)
        if found:
            text, across, down, is_above = found
            text = shortened(canvas, text, GOAL_WIDE, GOAL_STYLE)
            right, wide = self._area().right * canvas.width, canvas.text_width(text, GOAL_STYLE) + 2 * GOAL_PADDING
            x, y = across * canvas.width, down * canvas.height - GOAL_RAISED * is_above
            label = (across, y / canvas.height, wide / canvas.width, GOAL_HEIGHT / canvas.height)
            if is_above and moment and covers_sign(moment, self._camera, *label):
                y += 2 * GOAL_RAISED - GOAL_HEIGHT  # below the mark instead
            self._panel.put(text, x, y, right)
        else:
            self._panel.show(None)


def pointer_at(moment: Moment, camera: NodePath) -> tuple[str, float, float, bool] | None:
    """Return (text, x, y, is at the goal) of the pointer in a camera's picture, in fractions of it, or None if it needs none.

    A mark in the picture has no arrow, and a near one no pointer. Stops before it keep theirs, and what a race leads to. The
    pointer leads to the Moment's aim: a golden mark, a stop before it, or the place of a lesson's task. Without one it
    leads in a race to the next checkpoint or the finish.
    """
    eye, level, aim = moment.state.position, moment.sim.level, moment.aim
    vanishes = moment.found is None or aim is not None and aim[1] in {goal.at for goal in level.goals}
    if aim is None and moment.found is not None and finish_of(level) and moment.state.finished < 0:
        next_volume = next_goal(level, moment.state.checkpoint)
        aim = None if next_volume is None else (level.volumes[next_volume].kind, level.volumes[next_volume].at)
    if aim is None:
        return None
    name, at = aim
    mark, root = along(at, moment.sim.up_at(at), HEIGHT), camera.getTop()
    place = camera.getRelativePoint(root, Point3(*mark))
    seen, text = Point2(), f"{name}, {dist(at, eye):.0f} m"
    if camera.node().getLens().project(place, seen):
        if vanishes and dist(at, eye) <= GOAL_NEAR:
            return None
        is_hidden = first_hit(LevelRaycast(level, moment.time), camera.getPos(root), mark) is not None
        return f"{text}, out of sight" if is_hidden else text, (1.0 + seen.x) / 2.0, (1.0 - seen.y) / 2.0, True
    if place.y <= 0.0 or abs(seen.x) > 1.0:
        return (f"{text} ▶", 1.0, 0.5, False) if place.x > 0.0 else (f"◀ {text}", 0.0, 0.5, False)
    return f"▲ {text}" if seen.y > 0.0 else f"▼ {text}", (1.0 + seen.x) / 2.0, float(seen.y < 0.0), False


def half_board(sign: Sign) -> tuple[float, float]:
    """Return half of the width and half of the height [m] of a sign's board."""
    lines = sign.text.split("\n")
    return sign.height * (0.5 * ADVANCE * max(map(len, lines)) + SIGN_EDGE), sign.height * (0.5 * len(lines) + SIGN_EDGE)


def covers_sign(moment: Moment, camera: NodePath, middle: float, top: float, width: float, height: float) -> bool:
    """True if a label lies over a sign nearer than FAR_SIGN. All lengths are fractions of the picture."""
    lens, corner = camera.node().getLens(), Point2()
    for sign in moment.sim.level.signs:
        if dist(sign.at, moment.eye) > FAR_SIGN:
            continue
        wide, high = half_board(sign)
        side, seen = own_to_world(frame_at(sign.upwards), (cos(sign.heading), sin(sign.heading), 0.0)), []
        for across, up in ((wide, high), (-wide, high), (wide, -high), (-wide, -high)):
            place = along(along(sign.at, side, across), sign.upwards, up)
            if lens.project(camera.getRelativePoint(camera.getTop(), Point3(*place)), corner):
                seen.append(((1.0 + corner.x) / 2.0, (1.0 - corner.y) / 2.0))
        if seen:
            (left, upper), (right, lower) = map(min, zip(*seen)), map(max, zip(*seen))
            if left < middle + width / 2 and middle - width / 2 < right and upper < top + height and top < lower:
                return True
    return False


# [drawn pixels] of a sign's line that can be read. Smaller: mush; larger: texts over signs that can be read
READABLE = 14.0
# Of a sign that is looked at: farthest [m]; largest distance from the middle of the picture, in halves of it; least cosine of the
# angle of view; share of the ray to it that ends before it; its upper edge above its text, in line heights.
FAR_SIGN, AIMED, SLANTED, BEFORE_SIGN, SIGN_EDGE = 26.0, (0.2, 0.35), 0.35, 0.02, MARGIN_OF_SIGNS + RIM_WIDTH
SIGN_INK, SIGN_PAPER, SIGN_RIM = ((*tuple(colour)[:3], 1.0) for colour in (INK_OF_SIGNS, PAPER, RIM))
SIGN_EDGED, STEM = 3, 16  # [units] width of the rim; length of the line to the sign. Shorter: the copy seems to float


class SignPanel(Panel[str]):
    """The text of a sign again, on a larger sign that a line joins to it. `put` moves it."""

    NAME = "sign"

    def draw(self, canvas: Canvas, data: str) -> None:
        lines, style = data.split("\n"), TextStyle(colour=SIGN_INK, bold=True)
        row = style.size * LINE_HEIGHT
        wide = max(canvas.text_width(line, style) for line in lines) + 2 * PADDING
        tall = len(lines) * row + PADDING
        self.tall = tall + 2 * SIGN_EDGED + STEM
        canvas.box(-SIGN_EDGED / 2, -STEM, SIGN_EDGED, STEM, SIGN_RIM)
        canvas.box(-wide / 2 - SIGN_EDGED, -self.tall, wide + 2 * SIGN_EDGED, tall + 2 * SIGN_EDGED, SIGN_RIM)
        canvas.box(-wide / 2, SIGN_EDGED - self.tall, wide, tall, SIGN_PAPER)
        for number, line in enumerate(lines):
            canvas.text(line, 0, PADDING / 2 + SIGN_EDGED - self.tall + number * row - 2, style, align="centre")

    def put(self, text: str, x: float, y: float) -> None:
        """Show a text whose line ends at (x, y) [units]."""
        self.show(text)
        scale = self.canvas.scale
        self.canvas.root.setPos(round(x * scale), 0, -round(max(y, self.tall + MARGIN) * scale))


class SignView(PanelView[SignPanel]):
    """The view of a sign that the player looks at, but cannot read in a picture of few pixels. Boards of the lab have a HandView.

    scale(): returns the drawn pixels for each pixel of the window, along one side
    """

    PANEL = SignPanel

    def __init__(self, moment: Callable[[], Moment | None], camera: NodePath, scale: Callable[[], float]):
        self._moment, self._camera, self._scale = moment, camera, scale

    def build(self, parent: NodePath, size: Size) -> None:
        self._width = size[0]
        super().build(parent, size)

    def update(self, is_uncovered: bool) -> None:
        moment, canvas, found = self._moment(), self._panel.canvas, None
        if is_uncovered and moment and moment.is_live and moment.spaces == (0.0,) and moment.found is not None:
            found = small_sign(moment, self._camera, self._width * self._scale())
        if found:
            text, across, down = found
            self._panel.put(text, across * canvas.width, down * canvas.height)
        else:
            self._panel.show(None)


def small_sign(moment: Moment, camera: NodePath, pixels: float) -> tuple[str, float, float] | None:
    """Return (text, x, y) of the sign nearest to the middle of a picture that is too small there to be read, or None.

    x, y: of the middle of its upper edge, in fractions of the picture; pixels: drawn along the width of the picture
    """
    lens, eye = camera.node().getLens(), moment.eye
    per_metre = pixels / (2.0 * tan(radians(lens.getHfov()) / 2.0))  # at a distance of 1 m
    aimed: list[tuple[float, Sign, Point2]] = []
    for sign in moment.sim.level.signs:
        away = dist(sign.at, eye)
        if not sign.height * per_metre / READABLE < away < FAR_SIGN or MARKS in sign.text:
            continue
        seen, front = Point2(), own_to_world(frame_at(sign.upwards), (-sin(sign.heading), cos(sign.heading), 0.0))
        edge = along(sign.at, sign.upwards, half_board(sign)[1])
        is_ahead = lens.project(camera.getRelativePoint(camera.getTop(), Point3(*edge)), seen)
        is_faced = abs(dot(front, sub(sign.at, eye))) > SLANTED * away
        if is_ahead and is_faced and abs(seen.x) < AIMED[0] and abs(seen.y) < AIMED[1]:
            aimed.append((hypot(seen.x, seen.y), sign, seen))
    if not aimed:
        return None
    _, sign, seen = min(aimed, key=lambda found: found[0])
    if first_hit(LevelRaycast(moment.sim.level, moment.time), eye, along(sign.at, sub(eye, sign.at), BEFORE_SIGN)):
        return None
    return sign.text, (1.0 + seen.x) / 2.0, (1.0 - seen.y) / 2.0


FOUND_WIDE, PIP = 360, 16  # [units] of the card of a found mark: most of its text's width. More: it covers the way; a square
FOUND_FOR, FOUND_READING = 4.0, 0.05  # [s] that it is shown, and more for each letter. Less: not read; more: it covers the way


class FoundPanel(Panel["FoundMark"]):
    """The card of a golden mark that was just found: its name, a square for each mark of the level, and what is next."""

    NAME, SORT = "found", 4

    def draw(self, canvas: Canvas, data: FoundMark) -> None:
        lines = [(line, TEXT) for line in wrap_to_width(canvas, data.words, FOUND_WIDE)] if data.words else []
        lines += [(line, TextStyle(colour=ACCENT)) for line in wrap_to_width(canvas, data.onward, FOUND_WIDE)]
        title, count = TextStyle(LARGE, (*GOLDEN, 1.0), bold=True), f"{data.number} of {data.total}"
        squares = data.total * (PIP + 4)
        head = shortened(canvas, f"You found: {data.name}", FOUND_WIDE, title)
        row = squares + 8 + canvas.text_width(count, TEXT)
        width = max(canvas.text_width(head, title), row, *(canvas.text_width(*line) for line in lines)) + 2 * CARD_PADDING
        height = title.size * LINE_HEIGHT + PIP + 3 * PADDING + len(lines) * TEXT.size * LINE_HEIGHT + PADDING
        middle, y = MARGIN + width / 2, float(MARGIN + PADDING)  # at the upper left: in the middle it lies over the board ahead
        canvas.box(MARGIN, MARGIN, width, height, PANEL)
        canvas.box(MARGIN, MARGIN, width, 3, (*GOLDEN, 1.0))
        canvas.text(head, middle, y - 2, title, align="centre")
        y += title.size * LINE_HEIGHT + 4
        for number in range(data.total):
            colour = (*GOLDEN, 1.0 if number < data.number else 0.25)
            canvas.box(middle - row / 2 + number * (PIP + 4), y, PIP, PIP, colour)
        canvas.text(count, middle - row / 2 + squares + 8, y - 4, TEXT)
        y += PIP + PADDING
        for line, style in lines:
            canvas.text(line, middle, y, style, align="centre")
            y += style.size * LINE_HEIGHT


class FoundView(PanelView[FoundPanel]):
    """The view of the mark that was found last, but not over a picture that a tick has cut open.

    now(): returns the clock's time [s]; is_inside(): True inside a tick
    """

    PANEL = FoundPanel

    def __init__(self, now: Callable[[], float], is_inside: Callable[[], bool]):
        self._now, self._until, self._is_inside = now, 0.0, is_inside
        self._mark: FoundMark | None = None

    def put(self, mark: FoundMark) -> None:
        self._mark, self._until = mark, self._now() + FOUND_FOR + FOUND_READING * len(mark.words + mark.onward)

    @property
    def invites(self) -> bool:
        """True while the card names the key for the next level."""
        return self._mark is not None and self._now() < self._until and "{next_level}" in self._mark.onward

    def update(self, is_uncovered: bool) -> None:
        is_shown = is_uncovered and self._now() < self._until and not self._is_inside()
        self._panel.show(self._mark if is_shown else None)
