"""The controls that move the player: keys, and a gamepad with sticks to walk and look."""

from math import cos, hypot, radians, sin
from typing import NamedTuple

from panda3d.core import GamepadButton, InputDevice, ModifierButtons, WindowProperties

from ...panels.bindings import ARROWS, BINDINGS, keys_of, shown_keys
from ..panels.loading_screen import drop_keys

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


LOOK_SPEED = radians(110.0)  # [rad/s] of the keys that turn the view
MOUSE_TURN = radians(0.09)  # [rad] for each pixel at sensitivity 1
ANY_KEY = "any-key"  # event of each key pressed, with the key's name
WARP_AT = 0.25  # fraction of the window from its centre. Smaller: more warps, which lose motion; larger: the pointer leaves


class Controls:
    """The state of the keys and the mouse.

    base: ShowBase
    settings: Settings
    act(action): called with an action's name when its key is pressed, except for actions of held keys
    pad: Gamepad, or None before `use_pad`
    arrows_act: True while the keys Up and Down choose an iteration instead of walking
    """

    def __init__(self, base, settings, act):
        self._base, self._settings, self._act = base, settings, act
        self._down, self._tapped = set(), set()
        self._last_pointer, self._grabbed = None, False
        self.pad = None
        self.arrows_act = False
        thrower = base.buttonThrowers[0].node()
        thrower.setModifierButtons(ModifierButtons())  # "p" stays "p" with Shift down
        thrower.setButtonDownEvent(ANY_KEY)
        self._bound, self._caught = [], None
        base.accept(ANY_KEY, self._catch)
        self.bind()

    def bind(self):
        """Bind all keys as the settings demand, after a change of Settings.keys."""
        for event in self._bound:
            self._base.ignore(event)
        self._bound = []
        for binding in BINDINGS:
            for key in keys_of(binding, self._settings.keys):
                self._bind(binding, key)

    def catch_next_key(self, handle):
        """Call handle(key) once, with Panda3D's name of the next key pressed.

        Keys of the current frame and the left mouse button do not count.
        """
        self._base.taskMgr.doMethodLater(0, self._wait_for_key, "wait for key", extraArgs=[handle])

    def _wait_for_key(self, handle):
        self._caught = handle

    @property
    def is_catching(self):
        """True while `catch_next_key` waits for a key. That key performs no action."""
        return self._caught is not None

    def _catch(self, key):
        """Pass a pressed key to the function that waits for it, if there is one. The left mouse button is ignored."""
        if self._caught and not key.startswith("mouse1"):
            self._base.taskMgr.doMethodLater(0, self._give, "caught key", extraArgs=[self._caught, key])

    def _give(self, handle, key):
        """Call handle(key) after all events of the key are processed, so that the key performs no action."""
        self._caught = None
        handle(key)

    def _bind(self, binding, key):
        """Bind one key of a Binding. `key` is Panda3D's name."""

        def accept(event, *method):
            self._bound.append(event)
            self._base.accept(event, *method)

        if binding.held:
            accept(key, self._press, [binding.action, key])
            accept(f"{key}-up", self._release, [binding.action])
            return
        accept(key, self._do, [binding.action])
        if binding.repeats:
            accept(f"{key}-repeat", self._do, [binding.action])

    def use_pad(self, is_menu, to_menu):
        """Read gamepads from now on.

        is_menu(): True while a menu is open
        to_menu(event): sends a key event to the menu
        """
        self.pad = Gamepad(lambda: self._base.devices.getDevices(), self._settings, self._act, to_menu, is_menu)

    def _do(self, action):
        if not self.is_catching:
            self._act(action)

    def _press(self, action, key):
        if self.is_catching:
            return
        if self.arrows_act and key in ARROWS:
            self._act(ARROWS[key])
            return
        self._down.add(action)
        self._tapped.add(action)
        if self.pad:
            self.pad.mark_keyboard_used()

    def _release(self, action):
        self._down.discard(action)

    def names_of(self, prompt):
        """Return the names of the keys for a Prompt of the tutorial, a tuple of texts.

        They are the names of buttons if the gamepad was used last.
        """
        if self.pad and self.pad.is_used:
            return (prompt.pad,) if prompt.pad else tuple(map(self.pad.name_of, prompt.actions))
        shown = {b.action: shown_keys(b, self._settings.keys).split("  ")[0] for b in BINDINGS} | {"mouse": "mouse"}
        return tuple(shown[action] for action in prompt.actions)

    def down(self, action):
        """True if an action's key or button is down, or was tapped since the last tick.

        So a short tap between two ticks counts.
        """
        return action in self._down or action in self._tapped or bool(self.pad and action in self.pad.held)

    def forget(self):
        """Forget all pressed keys, after the window lost the keyboard focus or a menu opened."""
        self._down.clear()
        self._tapped.clear()
        self._last_pointer = None

    def drop_waiting(self):
        """Drop the keys that were pressed while a level was loading."""
        self._base.dgTrav.traverse(self._base.dataRootNode)
        drop_keys()
        self.forget()

    def axes(self):
        """Return the movement by the keys and buttons that are down, without sticks: (forward, right, up), each -1, 0 or 1."""
        held = self.down
        return (
            held("forward") - held("back"),
            held("right") - held("left"),
            held("jump") - held("crouch"),
        )

    def wish(self, heading):
        """Return the wish direction (x, y) in the player's frame: the direction in which the user wants to walk.

        Its length is at most 1, which is full speed.
        heading: of the view [rad], 0 along +y, counter-clockwise from above
        """
        forward, right, _ = self.axes()
        if self.pad:
            right, forward = right + self.pad.walk[0], forward + self.pad.walk[1]
        length = max(1.0, hypot(forward, right))
        sine, cosine = sin(heading), cos(heading)
        return (right * cosine - forward * sine) / length, (right * sine + forward * cosine) / length

    def clear_taps(self):
        """Forget the short taps that `down` counts, after a tick has used them."""
        self._tapped.clear()

    def turn_angles(self, seconds):
        """Return the angles (left, up) [rad] by which the view turns, from mouse, keys and gamepad.

        Call it once in each frame, because a call uses up the mouse motion.
        seconds: time since the last frame [s]
        """
        right, down = self._mouse_motion()
        turn = MOUSE_TURN * self._settings.sensitivity
        keys = LOOK_SPEED * seconds
        sideways = self.down("look_left") - self.down("look_right")
        upwards = self.down("look_up") - self.down("look_down")
        upside = 1 if self._settings.invert_mouse else -1
        across, up = self.pad.look if self.pad else (0.0, 0.0)
        stick = STICK_SPEED * self._settings.sensitivity * seconds
        left = keys * sideways - right * turn - across * abs(across) * stick  # squared: fine aiming near the middle
        return left, keys * upwards + down * upside * turn - upside * up * abs(up) * stick

    def _mouse_motion(self):
        """Return the mouse motion (right, down) since the last call [pixels], or zeros while the pointer is free."""
        if not self._grabbed:
            return 0.0, 0.0
        window = self._base.win
        pointer = window.getPointer(0)
        here = (pointer.getX(), pointer.getY())
        last, self._last_pointer = self._last_pointer, here
        if not pointer.getInWindow():
            self._last_pointer = None
        self._keep_inside(here)
        return (here[0] - last[0], here[1] - last[1]) if last else (0.0, 0.0)

    def _keep_inside(self, pointer_position):
        """Warp the pointer to the window's centre if it is far from there. Warps in every frame would lose a third of the motion.

        pointer_position: (x, y) [pixels]
        """
        window = self._base.win
        middle = (window.getXSize() // 2, window.getYSize() // 2)
        if any(abs(at - centre) > WARP_AT * 2 * centre for at, centre in zip(pointer_position, middle)):
            if window.movePointer(0, *middle):
                self._last_pointer = middle

    def grab(self, wanted):
        """Hide the pointer and confine it to the window if `wanted` is True, else release it."""
        properties = WindowProperties()
        properties.setCursorHidden(wanted)
        properties.setMouseMode(WindowProperties.MConfined if wanted else WindowProperties.MAbsolute)
        self._base.win.requestProperties(properties)
        self._last_pointer, self._grabbed = None, wanted
