"""The small views of the window, each with a panel: tick inspector, exhibits, goals, captions, background work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, dist, hypot, radians, sin, tan
from typing import TYPE_CHECKING

from panda3d.core import NodePath, Point2, Point3

from ...core.right_forward_up_frame import frame_at, own_to_world
from ...core.vec3 import along, dot, sub
from ...explain.iteration_overlay import InspectedTick
from ...explain.triangle_picking import Pick
from ...level import Sign
from ...level.contents.level import MARKS
from ...panels.canvas import Canvas, draw_hint, hint_width, wrap_to_width
from ...panels.panel import Panel, PanelGroup, PanelView, strip_height
from ...panels.side_panel import SCROLLED_BY
from ...panels.side_panel_content import all_blocks
from ...panels.text_column_layout import Line, lay_out_blocks
from ...panels.theme import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, NOTE, PANEL, SCROLLED, SMALL, TEXT, Rgba, Size, TextStyle
from ...scene.framing import Area
from ...scene.look_and_spring_arm import LevelRaycast, first_hit
from ...scene.moment import Moment
from ...scene.signs_and_goals import ADVANCE, GOLDEN, HEIGHT, PAPER, RIM, RIM_WIDTH
from ...scene.signs_and_goals import INK as INK_OF_SIGNS
from ...scene.signs_and_goals import MARGIN as MARGIN_OF_SIGNS
from ...simulation.race_clock_and_medals import finish_of, next_goal
from ..session.settings import Settings
from ..teaching.teaching_views import TickInspector

if TYPE_CHECKING:
    from ...scene.event_sounds import SoundCue
    from ..background_jobs import Background
    from ..exhibit_interaction import Hand, HandText
    from ..session.golden_marks import FoundMark
    from ..window import Window

PAGE_PADDING, COLUMN_GAP = 18, 24
CROSS, ROOM = 9, 3  # [units] length of the crosshair's strokes; from its middle to the strokes
DARK = (0.04, 0.06, 0.09, 0.95)


class LargePanel(Panel[tuple[InspectedTick, int, Pick | None, float]]):
    """A page over the scene with all numbers and the source code of an iteration.

    It is given by tick, index, picked triangle and its upper edge, as a fraction of the window's height.
    """

    NAME, SORT, NEEDED = "inside", 4, SCROLLED

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self.bottom = self.canvas.height - strip_height(size) / self.canvas.scale
        self.top = self._scrolled = self._hidden = 0.0

    def draw(self, canvas: Canvas, data: tuple[InspectedTick, int, Pick | None, float]) -> None:
        tick, number, picked, top = data
        self.top = top * canvas.height
        canvas.box(0, self.top, canvas.width + 1, self.bottom - self.top, PANEL)
        width = (canvas.width - 2 * PAGE_PADDING - COLUMN_GAP) / 2
        columns = [lay_out_blocks(canvas, blocks, width) for blocks in all_blocks(tick, number, picked)]
        self._hidden = max(0.0, max(height for _, height in columns) - (self.bottom - self.top - 2 * PAGE_PADDING))
        self._scrolled = min(self._scrolled, self._hidden)
        for left, (lines, _) in zip((PAGE_PADDING, PAGE_PADDING + width + COLUMN_GAP), columns):
            for line in lines:
                self._draw_line(canvas, line, left, width)

    def _draw_line(self, canvas: Canvas, line: Line, left: float, width: float) -> None:
        y, block = self.top + PAGE_PADDING + line.y - self._scrolled, line.block
        if y < self.top + PAGE_PADDING / 2 or y + line.height > self.bottom - PAGE_PADDING / 2:
            return
        if block.ground:
            canvas.box(left - 4, y, width + 8, line.height, block.ground)
        for x, run in line.pieces:
            canvas.text(run.text, left + x, y + 2, run.style)
        if block.right and line.is_first:
            canvas.text(block.right.text, left + width, y + 2, block.right.style, "right")

    def scroll(self, turns: int) -> None:
        self._scrolled = min(max(self._scrolled - SCROLLED_BY * turns, 0.0), self._hidden)
        if self._data:
            self.canvas.clear()
            self.draw(self.canvas, self._data)

    def covers(self, x: float, y: float) -> bool:
        return self.visible and self.top <= self.units(x, y)[1] < self.bottom


class Crosshair(Panel[tuple[float, float]]):
    """Four light strokes with dark borders, around the point that a click would pick, in fractions of the window."""

    NAME, SORT = "crosshair", 1

    def draw(self, canvas: Canvas, data: tuple[float, float]) -> None:
        x, y = canvas.width * data[0], canvas.height * data[1]
        for colour, grown in ((DARK, 1), (INK, 0)):
            for away in (ROOM, -ROOM - CROSS):
                canvas.box(x + away - grown, y - grown, CROSS + 2 * grown, 1 + 2 * grown, colour)
                canvas.box(x - grown, y + away - grown, 1 + 2 * grown, CROSS + 2 * grown, colour)


class InspectorPanel(PanelGroup):
    def __init__(self, parent: NodePath, size: Size):
        self._large, self._cross = LargePanel(parent, size), Crosshair(parent, size)
        super().__init__(self._large, self._cross)
        self.covers, self.scroll = self._large.covers, self._large.scroll

    def show(
        self, inspector: TickInspector | None, is_large: bool, crosshair: tuple[float, float] | None, top: float = 0.0
    ) -> None:
        """Show the crosshair, and the large page from `top` on, a fraction of the window's height."""
        self._cross.show(crosshair)
        tick = inspector.tick if inspector and is_large else None
        self._large.show((tick, inspector.number, inspector.picked, top) if inspector and tick else None)


DOT, PADDING = 3, 10  # [units]: half of the crosshair, around the words
# Part of the window's height below the panel. Boards hang in the upper half. Less: it touches the edge; more: it covers a board.
BELOW = 0.07
MARGIN = 14  # [units] from the right edge: in the middle the panel would cover the exhibit
KEYS = 30  # [units] height of the line of keys
WIDEST = 360  # [units] of a line. Wider: the panel covers the board behind it; narrower: more lines cover the desk
TITLE = TextStyle(LARGE, ACCENT)


class CrosshairDot(Panel[tuple[tuple[float, float], Rgba]]):
    """The dot at the crosshair during play: its position in fractions of the window, from the upper left corner, and colour."""

    NAME, SORT = "dot", 3

    def draw(self, canvas: Canvas, data: tuple[tuple[float, float], Rgba]) -> None:
        (across, down), colour = data
        canvas.box(across * canvas.width - DOT, down * canvas.height - DOT, 2 * DOT, 2 * DOT, colour)


class DeskPanel(Panel["HandText"]):
    """The text of a control or of a board, at the lower right or left. A message in its place hides it, but not the crosshair."""

    NAME, SORT = "desk", 3

    def draw(self, canvas: Canvas, data: HandText) -> None:
        lines = [(data.title, TITLE)]
        lines += [(line, TEXT) for paragraph in data.lines for line in wrap_to_width(canvas, paragraph, WIDEST)]
        keys, table = [data.keys] if data.keys else [], data.rows
        widths = [max((canvas.text_width(row[column], TEXT) for row in table), default=0) + PADDING for column in range(3)]
        across = [sum(widths), *(canvas.text_width(*line) for line in lines), *(hint_width(canvas, hint) for hint in keys)]
        width, row_height = max(across) + 2 * PADDING, TEXT.size * LINE_HEIGHT
        height = sum(style.size for _, style in lines) * LINE_HEIGHT + len(table) * row_height + KEYS * len(keys) + 2 * PADDING
        left, top = MARGIN if data.is_left else canvas.width - width - MARGIN, (1.0 - BELOW) * canvas.height - height
        canvas.box(left, top, width, height, PANEL)
        top += PADDING
        for line, style in lines:
            canvas.text(line, left + PADDING, top - 2, style)
            top += style.size * LINE_HEIGHT
        for hint in keys:
            draw_hint(canvas, hint, left + PADDING, top + 4)
            top += KEYS
        for number, row in enumerate(table):
            for column, cell in enumerate(row):
                at = left + PADDING + sum(widths[:column])
                canvas.text(cell, at, top - 2, TEXT if number else ASIDE)
            top += row_height


class HandView(PanelView[DeskPanel]):
    """The view of the Hand: the dot and the text near a desk, and while the player looks at a board or a control."""

    PANEL = DeskPanel
    _dot: CrosshairDot

    def __init__(self, hand: Hand, window: Window):
        self._hand, self._window = hand, window

    def build(self, parent: NodePath, size: Size) -> None:
        self._dot = CrosshairDot(parent, size)
        super().build(parent, size)

    def update(self, is_uncovered: bool) -> None:
        hand, text = self._hand, self._hand.text
        is_shown = is_uncovered and (hand.is_near or text is not None)
        self._dot.show((self._window.screen.middle, ACCENT if text and text.keys else INK) if is_shown else None)
        self._panel.show(text if is_shown else None)

    def remove(self) -> None:
        self._dot.remove()
        super().remove()


GOAL_EDGE, GOAL_PADDING, GOAL_HEIGHT = 14, 6, 22  # [units] from the picture's edge to the panel, around its text, and its height
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


def half_size(sign: Sign) -> tuple[float, float]:
    """Return half of the width and half of the height [m] of a sign's board."""
    lines = sign.text.split("\n")
    return sign.height * (0.5 * ADVANCE * max(map(len, lines)) + SIGN_EDGE), sign.height * (0.5 * len(lines) + SIGN_EDGE)


def covers_sign(moment: Moment, camera: NodePath, middle: float, top: float, width: float, height: float) -> bool:
    """True if a label lies over a sign nearer than FAR_SIGN. All lengths are fractions of the picture."""
    lens, corner = camera.node().getLens(), Point2()
    for sign in moment.sim.level.signs:
        if dist(sign.position, moment.eye) > FAR_SIGN:
            continue
        wide, high = half_size(sign)
        side, seen = own_to_world(frame_at(sign.upwards), (cos(sign.heading), sin(sign.heading), 0.0)), []
        for across, up in ((wide, high), (-wide, high), (wide, -high), (-wide, -high)):
            place = along(along(sign.position, side, across), sign.upwards, up)
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
        away = dist(sign.position, eye)
        if not sign.height * per_metre / READABLE < away < FAR_SIGN or MARKS in sign.text:
            continue
        seen, front = Point2(), own_to_world(frame_at(sign.upwards), (-sin(sign.heading), cos(sign.heading), 0.0))
        edge = along(sign.position, sign.upwards, half_size(sign)[1])
        is_ahead = lens.project(camera.getRelativePoint(camera.getTop(), Point3(*edge)), seen)
        is_faced = abs(dot(front, sub(sign.position, eye))) > SLANTED * away
        if is_ahead and is_faced and abs(seen.x) < AIMED[0] and abs(seen.y) < AIMED[1]:
            aimed.append((hypot(seen.x, seen.y), sign, seen))
    if not aimed:
        return None
    _, sign, seen = min(aimed, key=lambda found: found[0])
    if first_hit(LevelRaycast(moment.sim.level, moment.time), eye, along(sign.position, sub(eye, sign.position), BEFORE_SIGN)):
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
        head = f"You found: {data.name}"
        row = squares + 8 + canvas.text_width(count, TEXT)
        width = max(canvas.text_width(head, title), row, *(canvas.text_width(*line) for line in lines)) + 2 * PAGE_PADDING
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


CAPTIONS = {  # by the name of the sound. Captions of footsteps would fill the screen.
    "jump": "jump", "land": "landing", "bump": "bump", "portal": "portal", "checkpoint": "bell", "finish": "fanfare",
    "medal": "fanfare", "die": "death", "splash": "splash",
    "clink": "clink", "crack": "crack", "burst": "burst", "magic": "magical sound", "switch": "switch",
}  # fmt: skip
SHOWN_FOR = 1.4  # [s]. Shorter: captions cannot be read; longer: they stay long after the sound
MOST_CAPTIONS = 3  # lines
CAPTION_RIGHT, CAPTION_ABOVE, CAPTION_ROW = 16, 110, 22  # [units] from the right and the lower edge of the window; of a line


class CaptionPanel(Panel[Sequence[str]]):
    """The captions of the last sounds, the newest last, for users that cannot hear them."""

    NAME, SORT = "captions", 4

    def draw(self, canvas: Canvas, data: Sequence[str]) -> None:
        for place, words in enumerate(reversed(data)):
            text = f"[{words}]"
            width, y = canvas.text_width(text, NOTE) + 16, canvas.height - CAPTION_ABOVE - CAPTION_ROW * (place + 1)
            canvas.box(canvas.width - CAPTION_RIGHT - width, y, width, CAPTION_ROW - 2, PANEL)
            canvas.text(text, canvas.width - CAPTION_RIGHT - 8, y, NOTE, align="right")


class Captions(PanelView[CaptionPanel]):
    """The view of the captions. now(): returns the clock's time [s]"""

    PANEL = CaptionPanel

    def __init__(self, settings: Settings, now: Callable[[], float]):
        self._settings, self._now = settings, now
        self._lines: list[tuple[str, float]] = []  # each with the time of its end

    def add(self, cues: Sequence[SoundCue]) -> None:
        until = self._now() + SHOWN_FOR
        for words in filter(None, (CAPTIONS.get(cue.name) for cue in cues)):
            self._lines = [line for line in self._lines if line[0] != words] + [(words, until)]

    @property
    def lines(self) -> tuple[str, ...]:
        if not self._settings.captions:
            return ()
        return tuple(words for words, until in self._lines[-MOST_CAPTIONS:] if until > self._now())

    def update(self, is_uncovered: bool) -> None:
        self._panel.show((self.lines or None) if is_uncovered else None)


LINE_TALL, LINE_MARGIN = 24, 16  # [units] of the line of background work


class BackgroundPanel(Panel[tuple[str, float]]):
    """The line that names the current background work. Its right end is a fraction of the window's width."""

    NAME, SORT = "background", 21  # above the menu, for the light of the front page is baked behind it

    def draw(self, canvas: Canvas, data: tuple[str, float]) -> None:
        text, right = data
        width = canvas.text_width(text, NOTE) + 2 * PADDING
        left = right * canvas.width - LINE_MARGIN - width
        canvas.box(left, LINE_MARGIN, width, LINE_TALL, PANEL)
        canvas.text(text, left + PADDING, LINE_MARGIN + 2, ASIDE)


class BackgroundLine(PanelView[BackgroundPanel]):
    """The view of the background work, also over an open menu. area(): that no panel covers"""

    PANEL = BackgroundPanel

    def __init__(self, background: Background, area: Callable[[], Area]):
        self._background, self._area = background, area

    def update(self, is_uncovered: bool) -> None:
        text = self._background.text
        self._panel.show((text, self._area().right if is_uncovered else 1.0) if text else None)
