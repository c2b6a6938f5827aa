"""Keys and mouse: what is held down, how far the mouse moved, and the intent that follows from it."""

from math import cos, hypot, radians, sin

from panda3d.core import ModifierButtons, WindowProperties

from ..loading_screen import drop_keys
from .bindings import ARROWS, BINDINGS

LOOK_SPEED = radians(110.0)  # [rad/s] of the keys for looking
MOUSE_TURN = radians(0.09)  # [rad] a pixel at sensitivity 1
WARP_AT = 0.25  # of the window, away from its middle. Smaller: each warp loses some motion; larger: the pointer gets out


class Controls:
    """base: ShowBase; settings: Settings; act(action): called for every key that is not one to hold down."""

    def __init__(self, base, settings, act):
        self._base, self._settings, self._act = base, settings, act
        self._down, self._tapped = set(), set()
        self._last_pointer, self._grabbed = None, False
        self.arrows_act = False  # Up and Down choose something and do not walk
        base.buttonThrowers[0].node().setModifierButtons(ModifierButtons())  # "p" stays "p" with Shift down
        for binding in BINDINGS:
            for key in binding.keys:
                self._bind(binding, key)

    def _bind(self, binding, key):
        accept = self._base.accept
        if binding.held:
            accept(key, self._press, [binding.action, key])
            accept(f"{key}-up", self._release, [binding.action])
            return
        accept(key, self._act, [binding.action])
        if binding.repeats:
            accept(f"{key}-repeat", self._act, [binding.action])

    def _press(self, action, key):
        if self.arrows_act and key in ARROWS:
            self._act(ARROWS[key])
            return
        self._down.add(action)
        self._tapped.add(action)

    def _release(self, action):
        self._down.discard(action)

    def down(self, action):
        """Held down, or tapped since the last tick: a quick tap between two ticks counts."""
        return action in self._down or action in self._tapped

    def forget(self):
        """Let go of everything: the window lost the keyboard, or a menu opened."""
        self._down.clear()
        self._tapped.clear()
        self._last_pointer = None

    def drop_waiting(self):
        """Ignore the keys pressed while a level was loading: they were not meant for it."""
        self._base.dgTrav.traverse(self._base.dataRootNode)
        drop_keys()
        self.forget()

    def axes(self):
        """(forward, right, up), each -1, 0 or 1."""
        held = self.down
        return (
            held("forward") - held("back"),
            held("right") - held("left"),
            held("jump") - held("crouch"),
        )

    def wish(self, heading):
        """The direction to walk in, world x, y, length at most 1."""
        ahead, aside, _ = self.axes()
        long = max(1.0, hypot(ahead, aside))
        sine, cosine = sin(heading), cos(heading)
        return (aside * cosine - ahead * sine) / long, (aside * sine + ahead * cosine) / long

    def take_taps(self):
        """A tick has seen the taps."""
        self._tapped.clear()

    def look(self, seconds):
        """(left, up) to turn since the last frame [rad], of mouse and keys together."""
        right, down = self._mouse_motion()
        turn = MOUSE_TURN * self._settings.sensitivity
        keys = LOOK_SPEED * seconds
        sideways = self.down("look_left") - self.down("look_right")
        upwards = self.down("look_up") - self.down("look_down")
        upside = 1 if self._settings.invert_mouse else -1
        return keys * sideways - right * turn, keys * upwards + down * upside * turn

    def _mouse_motion(self):
        """(right, down) in pixels; none while the pointer is not ours."""
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

    def _keep_inside(self, here):
        """Put the pointer back to the middle once it is far from it; every frame would lose a third of the motion."""
        window = self._base.win
        middle = (window.getXSize() // 2, window.getYSize() // 2)
        if any(abs(at - centre) > WARP_AT * 2 * centre for at, centre in zip(here, middle)):
            if window.movePointer(0, *middle):
                self._last_pointer = middle

    def grab(self, wanted):
        """Hide the pointer and keep it in the window, or give it back."""
        properties = WindowProperties()
        properties.setCursorHidden(wanted)
        properties.setMouseMode(WindowProperties.MConfined if wanted else WindowProperties.MAbsolute)
        self._base.win.requestProperties(properties)
        self._last_pointer, self._grabbed = None, wanted
