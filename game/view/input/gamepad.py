"""A gamepad with sticks to walk and look, and buttons for actions, read by Panda3D's device support."""

from math import hypot
from typing import NamedTuple

from panda3d.core import GamepadButton, InputDevice

STICK_SPEED = 3.2  # [rad/s] of a stick pushed to its end. Slower: turning round takes long; faster: it is hard to aim
TRIGGERED = 0.5  # a trigger that is farther down counts as pressed
USED = 0.3  # a stick that is farther from its middle marks the gamepad as used


class PadButton(NamedTuple):
    """A button of a gamepad.

    name: the text on the button
    action: name of its action during play, or None
    menu: the key event that it sends to the menu, or None
    """

    name: str
    action: str | None
    menu: str | None = None


BUTTONS = {
    GamepadButton.face_a(): PadButton("A", "jump", "enter"),
    GamepadButton.face_b(): PadButton("B", "crouch", "escape"),
    GamepadButton.face_x(): PadButton("X", "pause"),
    GamepadButton.face_y(): PadButton("Y", "inspector"),
    GamepadButton.lshoulder(): PadButton("LB", "scrub_back"),
    GamepadButton.rshoulder(): PadButton("RB", "step"),
    GamepadButton.dpad_up(): PadButton("D-pad up", "previous_iteration", "arrow_up"),
    GamepadButton.dpad_down(): PadButton("D-pad down", "next_iteration", "arrow_down"),
    GamepadButton.dpad_left(): PadButton("D-pad left", "previous_page", "arrow_left"),
    GamepadButton.dpad_right(): PadButton("D-pad right", "next_page", "arrow_right"),
    GamepadButton.lstick(): PadButton("left stick", "run"),
    GamepadButton.rstick(): PadButton("right stick", "third_person"),
    GamepadButton.start(): PadButton("Start", "menu", "escape"),
    GamepadButton.back(): PadButton("Back", "restart"),
}
HELD = ("jump", "crouch", "run")
TRIGGER = InputDevice.Axis.right_trigger, PadButton("RT", "run")


def without_dead_zone(x, y, dead):
    """Return a stick's position (x, y), -1..1, without its dead zone: 0 at the zone's edge, 1 at the end of travel.

    x, y: the position that the device reports, -1..1
    dead: radius of the dead zone, 0..1
    """
    length = hypot(x, y)
    if length <= dead:
        return 0.0, 0.0
    factor = min((length - dead) / (1.0 - dead), 1.0) / length
    return x * factor, y * factor


class Gamepad:
    """The first connected gamepad.

    devices(): returns all InputDevices.
    settings: Settings
    act(action): called with the name of a pressed button's action, except for actions of held buttons.
    to_menu(event): called instead of `act` with the button's key event while is_menu() is True.
    is_menu(): True while a menu is open
    held: actions of HELD whose buttons are down, a set. It is empty while a menu is open.
    walk, look: positions of the two sticks, (right, forward) and (right, up), each -1..1
    is_used: True if the gamepad was used after the last key that moves or turns the player
    """

    def __init__(self, devices, settings, act, to_menu, is_menu):
        self._devices, self._settings = devices, settings
        self._act, self._to_menu, self._is_menu = act, to_menu, is_menu
        self._down, self.held = set(), set()
        self.walk = self.look = (0.0, 0.0)
        self.is_used = False

    def update(self):
        """Read the gamepad, and handle the buttons just pressed. Call it once in each frame.

        All inputs are zero without a gamepad.
        """
        device = next((d for d in self._devices() if d.connected and d.device_class == InputDevice.DeviceClass.gamepad), None)
        if device is None:
            self._down, self.held, self.walk, self.look, self.is_used = set(), set(), (0.0, 0.0), (0.0, 0.0), False
            return
        axis, dead = InputDevice.Axis, self._settings.dead_zone / 100
        self.walk = without_dead_zone(device.findAxis(axis.left_x).value, device.findAxis(axis.left_y).value, dead)
        self.look = without_dead_zone(device.findAxis(axis.right_x).value, device.findAxis(axis.right_y).value, dead)
        down = {button for handle, button in BUTTONS.items() if device.findButton(handle).pressed}
        if device.findAxis(TRIGGER[0]).value > TRIGGERED:
            down.add(TRIGGER[1])
        newly_down, self._down = down - self._down, down
        self.held = set() if self._is_menu() else {button.action for button in down if button.action in HELD}
        self.is_used = self.is_used or bool(newly_down) or hypot(*self.walk) + hypot(*self.look) > USED
        for button in newly_down:
            self._press(button)

    def _press(self, button):
        if self._is_menu():
            if button.menu:
                self._to_menu(button.menu)
        elif button.action not in HELD:
            self._act(button.action)

    def mark_keyboard_used(self):
        """Store that a key was used after the gamepad."""
        self.is_used = False

    @staticmethod
    def name_of(action):
        """Return the name of the button for an action, or the action's own name if it has no button."""
        return next((b.name for b in (*BUTTONS.values(), TRIGGER[1]) if b.action == action), action)
