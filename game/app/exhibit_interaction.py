"""The player's hand: the control of an exhibit under the crosshair, its text, and its uses as lab Actions of the next tick.

An Action of the lab is a new value of one control. It is part of the tick's Intent. After a use, a click presses the desk's
button again while the player looks at the exhibit. Most events would otherwise be over before the player looks up.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, hypot, inf, radians
from typing import TYPE_CHECKING, NamedTuple

from panda3d.core import NodePath

from ..core.elementary_functions import wrapped_angle
from ..core.shapes import Rgba
from ..core.vec3 import Vector, dot, sub
from ..lab import Action
from ..lab.exhibits.board_content import BoardContent, BoardRow
from ..lab.exhibits.exhibit import Control, ControlKind
from ..lab.lab import Exhibit, ExhibitState
from ..lab.lab_run import LabRun
from ..level.contents.exhibit_place import CONTROL_SPACING, ExhibitPlace
from ..panels.bindings import DESK, hint_for
from ..panels.canvas import Canvas, draw_hint, hint_width, wrap_to_width
from ..panels.panel import Panel, PanelView
from ..panels.theme import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, PANEL, TEXT, Size, TextStyle
from ..scene.look_and_spring_arm import Look
from .session.play_session import Session

if TYPE_CHECKING:
    from .window import Window

REACH = 2.8  # [m] largest distance from the eyes. Smaller: the player must lean over a desk; larger: far controls react
# [m] largest horizontal distance from a desk at which the player is near it. Smaller: a step back from the desk makes it forget
# its button; larger: it reacts to a visitor that has left it.
NEAR = REACH + 1.2
# [m] largest distance of a control that is said to be out of reach, and of its middle from the line of sight. Smaller: a visitor
# learns nothing of the control at the crosshair; larger: controls are named while one looks past them.
POINTING, FAR_AIM = 6.0, 0.12
# Largest horizontal angle between the view and the direction of an exhibit that the player looks at [rad]. Smaller: one end of a
# long exhibit does not count; larger: the player looks at it with its side.
FACING = radians(60.0)
READING = 16.0  # [m] largest distance of a board that is read. Smaller: one must walk up; larger: boards of other rooms
# Largest distance of a control's middle from the line of sight [m]. Half of the distance between two controls or less: nothing is
# chosen between them; larger: controls react while one looks at the exhibit behind them.
AIM = 0.57 * CONTROL_SPACING
USE, TURN = hint_for("play_sweep", situation=DESK), hint_for("turn_down turn_up")
HOW = {
    ControlKind.BUTTON: f"Click {USE}",
    ControlKind.SWITCH: f"Click {USE}    Wheel {TURN}",
    ControlKind.DIAL: f"Wheel {TURN}    Click {USE}",
}


class HandText(NamedTuple):
    """The text about what the crosshair points at. `rows` are those of the board, the first with the names of the columns."""

    title: str  # name and value of a control, or title of a board
    lines: tuple[str, ...]  # effect of the control, or notes of the board
    keys: str = ""  # the keys that work the control, as a hint (panels/canvas.py), or ""
    rows: tuple[tuple[str, str, str], ...] = ()
    is_left: bool = False  # True for a text about a board that is looked at, so that it covers less of it


# The hint near a desk: what to do, and what for.
IN_REACH = HandText(
    "look down at the desk",
    ("and point at a button, a switch or a dial", "{overlay_exhibits} shows or hides what is computed"),
)
BELOW_DESK = IN_REACH._replace(title="look up at the desk")  # to a player that looks at the floor before it
LOOK_UP = "look up and click: it is pressed again"  # under a button that was pressed
TOO_FAR = HandText("a desk", ("go nearer: its controls are out of reach",))
GO_NEARER = "go nearer: it is out of reach"


Place = tuple[int, int]  # index of an exhibit, and of one of its controls


class Hand:
    """The hand of the player of a Session.

    pointed, far: the control under the crosshair, within or out of reach, or None; is_near: True near a desk
    board: index of the exhibit whose board is under the crosshair, or None; again: the button that a click presses again, or None
    """

    def __init__(self, session: Session, look: Look, is_flying: Callable[[], bool] = lambda: False):
        self._session, self._look, self._is_flying = session, look, is_flying
        self._actions: dict[tuple[str, str], float] = {}  # new values by the names of exhibit and control
        self._has_used = False
        self._used: tuple[Exhibit, int] | None = None  # the exhibit used last and its button, while the player is at its desk
        self._sheet: tuple[ExhibitState, BoardContent] | None = None  # the last one, and its state
        self._forget_sight()

    def _forget_sight(self) -> None:
        self.pointed: Place | None = None
        self.far: Place | None = None
        self.again: Place | None = None
        self.board: int | None = None
        self.is_near = self._is_in_reach = False
        self._looks_below = True  # False if a control in reach is below the line of sight

    @property
    def _lab(self) -> LabRun | None:
        return self._session.sim.lab if self._session.sim else None

    @property
    def _exhibits(self) -> tuple[Exhibit, ...]:
        return self._lab.exhibits if self._lab else ()

    def find_control(self) -> Place | None:
        """Find the control under the crosshair once in each frame, and update the attributes. Return `pointed`."""
        self._forget_sight()
        if not self._exhibits or not self._session.live or self._is_flying():
            return None
        eye, ahead = self._session.eye(), self._look.forward()
        nearby = self._look_for_controls(eye, ahead)
        self.is_near = nearby is not None
        if self.is_near and self.board != nearby:
            self.board = None  # at a desk, only its own board is read
        if self._used and (nearby is None or self._exhibits[nearby] is not self._used[0]):
            self._used = None  # the player has left that desk
        if self._used and nearby is not None and not self.pointed and not self.far and self._looks_at(nearby, eye, ahead):
            self.again = nearby, self._used[1]
        return self.pointed

    def _look_for_controls(self, eye: Vector, ahead: Vector) -> int | None:
        """Find board and control on the line of sight. Return the index of the exhibit whose desk is nearest, if it is near."""
        nearby, least, aside, far_aside = None, NEAR, AIM, FAR_AIM
        for number, exhibit in enumerate(self._exhibits):
            desk, board, is_here = exhibit.place.desk, exhibit.place.board, exhibit.place.is_in_room(eye)
            if board and is_here and board.is_hit(eye, ahead, READING):
                self.board = number
            if desk is None:
                continue
            if desk.distance(eye) < least:
                nearby, least = number, desk.distance(eye)
            for place in range(len(exhibit.controls)):
                away = sub(desk.control_place(place, len(exhibit.controls)), eye)
                distance, offset = sight_of(away, ahead)
                if distance <= REACH:
                    self._is_in_reach, self._looks_below = True, self._looks_below and dot(away, self._look.upwards()) > 0.0
                if distance <= REACH and offset < aside:
                    self.pointed, aside = (number, place), offset
                elif REACH < distance <= POINTING and is_here and offset < far_aside:
                    self.far, far_aside = (number, place), offset
        self.far = None if self.pointed else self.far
        return nearby

    def _looks_at(self, number: int, eye: Vector, ahead: Vector) -> bool:
        """True if the player looks at the exhibit's board, or at no board or desk but more towards it than to all others here."""
        if self.board is not None:
            return self.board == number
        places = [exhibit.place for exhibit in self._exhibits]
        if any(place.desk and place.desk.is_hit(eye, ahead, READING) for place in places):
            return False
        angles = {place.name: angle_to(place, eye, ahead) for place in places if place.is_in_room(eye)}
        name = min(angles, key=lambda name: angles[name], default=None)
        return name == places[number].name and angles[name] < FACING

    def _control(self, pointed: Place) -> tuple[Exhibit, Control, float]:
        """Return (Exhibit, Control, value). The value includes a use that waits for the next tick."""
        number, place = pointed
        assert self._lab is not None
        exhibit = self._lab.exhibits[number]
        control = exhibit.controls[place]
        waiting = self._actions.get((exhibit.place.name, control.name))
        return exhibit, control, self._lab.state[number].values[place] if waiting is None else waiting

    def use(self) -> bool:
        """Press the button under the crosshair or `again`, or choose the next position there. Return False without a control."""
        if self.pointed is None and self.again:
            exhibit, control, _ = self._control(self.again)
            self._actions[exhibit.place.name, control.name] = 1.0
            return True
        return self.turn(1, goes_round=True)

    def turn(self, places: int, goes_round: bool = False) -> bool:
        """Turn the dial or switch under the crosshair by positions. True if it can. `goes_round`: the first follows the last."""
        if self.pointed is None:
            return False
        exhibit, control, value = self._control(self.pointed)
        if control.kind is ControlKind.BUTTON and not goes_round:
            return False  # the wheel turns, and does not press
        new = control.step_value(value, places)
        if goes_round and new == value and control.kind is ControlKind.DIAL:
            new = control.positions[0]
        self._actions[exhibit.place.name, control.name] = new
        buttons, place = [at for at, one in enumerate(exhibit.controls) if one.kind is ControlKind.BUTTON], self.pointed[1]
        self._has_used, self._used = True, (exhibit, place if place in buttons else buttons[0]) if buttons else None
        return True

    def pop_actions(self) -> tuple[Action, ...]:
        """Return the newest use of each control of this level since the last call, and clear them."""
        here = {exhibit.place.name for exhibit in self._exhibits}  # a use may wait while another level is loaded
        actions = tuple(Action(*names, value) for names, value in self._actions.items() if names[0] in here)
        self._actions.clear()
        return actions

    @property
    def text(self) -> HandText | None:
        """The text about the control under the crosshair, else about the board or `again`, a hint near a new desk, or None."""
        if self.pointed is not None:
            exhibit, control, value = self._control(self.pointed)
            lines = (control.does, LOOK_UP) if self._used == (exhibit, self.pointed[1]) else (control.does,)
            sheet = self._sheet_of(self.pointed[0])
            rows = ((sheet.title, *sheet.labels), *board_rows(sheet))
            return HandText(f"{control.name}   {control.text(value)}".rstrip(), lines, HOW[control.kind], rows)
        if self.far is not None:
            return HandText(self._control(self.far)[1].name, (GO_NEARER,))
        press = f'Click {USE} "{self._control(self.again)[1].name}"' if self.again else ""
        if self.board is not None:
            sheet = self._sheet_of(self.board)
            return HandText(sheet.title, sheet.notes, press, (("", *sheet.labels), *board_rows(sheet)), is_left=True)
        if self.again:
            return HandText(self._control(self.again)[0].kind.TITLE, (), press)
        if self.is_near and not self._has_used:
            in_reach = BELOW_DESK if self._looks_below else IN_REACH
            return in_reach if self._is_in_reach else TOO_FAR
        return None

    def _sheet_of(self, number: int) -> BoardContent:
        """Return the content of an exhibit's board. It is kept while the exhibit's state is, because it takes a millisecond."""
        assert self._lab is not None
        exhibit, state = self._lab.exhibits[number], self._lab.state[number]
        if self._sheet is None or self._sheet[0] is not state:
            self._sheet = state, exhibit.kind.sheet(state)
        return self._sheet[1]


def board_rows(sheet: BoardContent) -> tuple[tuple[str, str, str], ...]:
    """Return the rows of a board as text. Numbers that are not what the head of their column says bear their own names."""

    def named(row: BoardRow) -> tuple[str, str, str]:
        first, second = row.labels or ("", "")
        return row.name, f"{first} {row.predicted}".strip(), f"{second} {row.measured}".strip()

    return tuple(map(named, sheet.rows))


def sight_of(away: Vector, ahead: Vector) -> tuple[float, float]:
    """Return a point's distance [m] and offset from the line of sight [m], inf behind the eyes. `away` is from eyes to point."""
    along = dot(away, ahead)
    return hypot(*away), hypot(*(a - along * b for a, b in zip(away, ahead))) if along > 0.0 else inf


def angle_to(place: ExhibitPlace, eye: Vector, ahead: Vector) -> float:
    """Return the horizontal angle [rad] from a view to an exhibit or to its board, whichever is smaller."""
    heading = atan2(ahead[1], ahead[0])
    points = [place.at, *([place.board.at] if place.board else [])]
    return min(abs(wrapped_angle(atan2(y - eye[1], x - eye[0]) - heading)) for x, y, _ in points)


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


class DeskPanel(Panel[HandText]):
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
