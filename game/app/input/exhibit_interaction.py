"""The player's hand: the control of an exhibit under the crosshair, and its uses as lab Actions of the next tick.

An Action of the lab is a new value of one control. It is part of the tick's Intent. After a use, a click presses the desk's
button again while the player looks at the exhibit. Most events would otherwise be over before the player looks up.
"""

from math import atan2, hypot, inf, pi, radians
from typing import NamedTuple

from ...core.vec3 import dot, sub
from ...lab import Action
from ...lab.exhibit_drawings import drawing_of
from ...lab.exhibits.exhibit import ControlKind
from ...level.contents.exhibit_place import CONTROL_SPACING

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
HOW = {
    ControlKind.BUTTON: "Click {play_sweep}  press",
    ControlKind.SWITCH: "Click {play_sweep}  next    Wheel {turn_down} {turn_up}  turn",
    ControlKind.DIAL: "Wheel {turn_down} {turn_up}  turn    Click {play_sweep}  next",
}


class HandText(NamedTuple):
    """The text about what the crosshair points at.

    title: name and value of a control, or title of a board
    lines: effect of the control, or notes of the board
    keys: the keys that work the control, as a hint (panels/canvas/key_hints.py), or ""
    rows: ((name, number, number), ...), the numbers of the board as texts; the first row has the names of the columns
    """

    title: str
    lines: tuple[str, ...]
    keys: str = ""
    rows: tuple[tuple[str, str, str], ...] = ()


# The hint near a desk: what to do, and what for.
IN_REACH = HandText(
    "look down at the desk",
    ("and point at a button, a switch or a dial", "{overlay_exhibits} shows or hides what is computed"),
)
LOOK_UP = "look up and click: it is pressed again"  # under a button that was pressed
TOO_FAR = HandText("a desk", ("go nearer: its controls are out of reach",))
GO_NEARER = "go nearer: it is out of reach"


class Hand:
    """The hand of the player of a Session.

    session: Session
    look: Look of the player
    is_flying(): returns True in noclip, where the eyes are not at the player and so nothing can be reached
    pointed: (index of the exhibit, index of its control) under the crosshair, or None
    far: the same for a control under the crosshair that is out of reach
    is_near: True near a desk
    board: index of the exhibit whose board is under the crosshair, or None
    again: (index of the exhibit, index of its button) that a click presses again although the crosshair is elsewhere, or None
    """

    def __init__(self, session, look, is_flying=lambda: False):
        self._session, self._look, self._is_flying = session, look, is_flying
        self._actions, self._is_in_reach, self._has_used = {}, False, False
        self._used = None  # the Exhibit used last and the index of its button, while the player is at its desk
        self._read, self._sheet = None, None  # the ExhibitState of the Sheet
        self._forget_sight()

    def _forget_sight(self):
        self.pointed, self.far, self.again, self.board, self.is_near, self._is_in_reach = None, None, None, None, False, False

    @property
    def _lab(self):
        return self._session.sim.lab if self._session.sim else None

    def find_control(self):
        """Find the control under the crosshair, and update the attributes of the hand. Return `pointed`.

        Call it once in each frame. In pauses, films and noclip the result is None.
        """
        self._forget_sight()
        if self._lab is None or not self._session.live or self._is_flying():
            return None
        eye, ahead = self._session.eye(), self._look.forward()
        nearby, least, aside, far_aside = None, NEAR, AIM, FAR_AIM
        for number, exhibit in enumerate(self._lab.exhibits):
            desk, board, is_here = exhibit.place.desk, exhibit.place.board, exhibit.place.is_in_room(eye)
            if board and is_here and board.is_hit(eye, ahead, READING):
                self.board = number
            if desk is None:
                continue
            if desk.distance(eye) < least:
                nearby, least = number, desk.distance(eye)
            for place in range(len(exhibit.controls)):
                distance, offset = sight_of(sub(desk.control_place(place, len(exhibit.controls)), eye), ahead)
                self._is_in_reach |= distance <= REACH
                if distance <= REACH and offset < aside:
                    self.pointed, aside = (number, place), offset
                elif REACH < distance <= POINTING and is_here and offset < far_aside:
                    self.far, far_aside = (number, place), offset
        self.far = None if self.pointed else self.far
        self.is_near = nearby is not None
        if self.is_near and self.board != nearby:
            self.board = None  # at a desk, only its own board is read
        if self._used and (nearby is None or self._lab.exhibits[nearby] is not self._used[0]):
            self._used = None  # the player has left that desk
        if self._used and not self.pointed and not self.far and self._looks_at(nearby, eye, ahead):
            self.again = nearby, self._used[1]
        return self.pointed

    def _looks_at(self, number, eye, ahead):
        """True if the player looks at the board of an exhibit, or at no board and no desk but roughly towards the exhibit.

        In the second case, the horizontal angle is below FACING, and smaller than that of all other exhibits in the room.
        number: index of the exhibit
        eye: position of the player's eyes (3,) [m]; ahead: direction of the view, a unit vector (3,)
        """
        if self.board is not None:
            return self.board == number
        places = [exhibit.place for exhibit in self._lab.exhibits]
        if any(place.desk and place.desk.is_hit(eye, ahead, READING) for place in places):
            return False
        angles = {place.name: angle_to(place, eye, ahead) for place in places if place.is_in_room(eye)}
        name = min(angles, key=angles.get, default=None)
        return name == places[number].name and angles[name] < FACING

    def _control(self, pointed):
        """Return (Exhibit, Control, value). The value includes a use that waits for the next tick.

        pointed: (index of the exhibit, index of its control)
        """
        number, place = pointed
        exhibit = self._lab.exhibits[number]
        control = exhibit.controls[place]
        waiting = self._actions.get((exhibit.place.name, control.name))
        return exhibit, control, self._lab.state[number].values[place] if waiting is None else waiting

    def use(self):
        """Press the button under the crosshair, or choose the next position of the switch or dial there.

        Without a control under the crosshair, press the button `again`. Return True if there is a control to use.
        """
        if self.pointed is None and self.again:
            exhibit, control, _ = self._control(self.again)
            self._actions[exhibit.place.name, control.name] = 1.0
            return True
        return self.turn(1, goes_round=True)

    def turn(self, steps, goes_round=False):
        """Turn the dial or switch under the crosshair. Return True if there is a control that can be turned.

        steps: number of positions, negative for backwards
        goes_round: True for a use by a click: the first position of a dial follows its last position, and a button is pressed
        """
        if self.pointed is None:
            return False
        exhibit, control, value = self._control(self.pointed)
        if control.kind is ControlKind.BUTTON and not goes_round:
            return False  # the wheel turns, and does not press
        new = control.step_value(value, steps)
        if goes_round and new == value and control.kind is ControlKind.DIAL:
            new = control.positions[0]
        self._actions[exhibit.place.name, control.name] = new
        self._has_used, self._used = True, used_button(exhibit, self.pointed[1])
        return True

    def pop_actions(self):
        """Return the newest use of each control since the last call, as a tuple of lab Actions, and clear them."""
        actions = tuple(Action(*names, value) for names, value in self._actions.items())
        self._actions.clear()
        return actions

    @property
    def text(self):
        """The HandText about the control under the crosshair, else about the board or about the button to press `again`.

        A control out of reach has a hint to go nearer. Near a desk there is a hint before the first use. The text is None if
        there is nothing to say.
        """
        if self.pointed is not None:
            exhibit, control, value = self._control(self.pointed)
            lines = (control.does, LOOK_UP) if self._used == (exhibit, self.pointed[1]) else (control.does,)
            sheet = self._sheet_of(self.pointed[0])
            rows = ((sheet.title, *sheet.labels), *rows_of(sheet))
            return HandText(f"{control.name}   {control.text(value)}".rstrip(), lines, HOW[control.kind], rows)
        if self.far is not None:
            return HandText(self._control(self.far)[1].name, (GO_NEARER,))
        press = f'Click {{play_sweep}}  press "{self._control(self.again)[1].name}" again' if self.again else ""
        if self.board is not None:
            sheet = self._sheet_of(self.board)
            return HandText(sheet.title, sheet.notes, press, (("", *sheet.labels), *rows_of(sheet)))
        if self.again:
            return HandText(self._control(self.again)[0].kind.TITLE, (), press)
        if self.is_near and not self._has_used:
            return IN_REACH if self._is_in_reach else TOO_FAR
        return None

    def _sheet_of(self, number):
        """Return the Sheet of the board of the exhibit with index `number`.

        It is computed again only if the exhibit's state has changed, because that takes a millisecond.
        """
        exhibit, state = self._lab.exhibits[number], self._lab.state[number]
        if self._read is not state:
            self._read, self._sheet = state, drawing_of(exhibit).sheet(exhibit, state)
        return self._sheet


def rows_of(sheet):
    """Return the rows of a Sheet as tuples (name, predicted, measured)."""
    return tuple((row.name, row.predicted, row.measured) for row in sheet.rows)


def sight_of(away, ahead):
    """Return (distance [m], offset from the line of sight [m]) of a point. The offset is inf for a point behind the eyes.

    away: (3,) [m] from the eyes to the point; ahead: direction of the view, a unit vector (3,)
    """
    along = dot(away, ahead)
    return hypot(*away), hypot(*(a - along * b for a, b in zip(away, ahead))) if along > 0.0 else inf


def angle_to(place, eye, ahead):
    """Return the horizontal angle from a view to an exhibit or to its board, whichever is smaller [rad].

    place: ExhibitPlace; eye: position (3,) [m]; ahead: direction of the view (3,)
    """
    heading = atan2(ahead[1], ahead[0])
    points = [place.at, *([place.board.at] if place.board else [])]
    return min(abs((atan2(y - eye[1], x - eye[0]) - heading + pi) % (2.0 * pi) - pi) for x, y, _ in points)


def used_button(exhibit, place):
    """Return (Exhibit, index of the button that the next click presses again), or None if the exhibit has no button.

    place: index of the control just used. For a control that is no button, the index of the first button is returned.
    """
    buttons = [number for number, control in enumerate(exhibit.controls) if control.kind is ControlKind.BUTTON]
    return (exhibit, place if place in buttons else buttons[0]) if buttons else None
