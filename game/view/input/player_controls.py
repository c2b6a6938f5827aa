"""The controls: held keys, mouse and gamepad, converted to directions of movement and angles of turning."""

from math import cos, hypot, radians, sin

from panda3d.core import ModifierButtons, WindowProperties

from ..loading.loading_screen import drop_keys
from .bindings import ARROWS, BINDINGS, keys_of, shown_keys
from .gamepad import STICK_SPEED
from .gamepad import Gamepad

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
