"""Keys and a gamepad, which move the player, the mouse pointer, which turns the view in play, and the Intent of each tick.

In a pause or a film the pointer can click, the right button orbits, and the wheel zooms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from direct.showbase.DirectObject import DirectObject
from direct.showbase.ShowBase import ShowBase
from panda3d.core import GamepadButton, InputDevice, ModifierButtons, WindowProperties

from ..panels.bindings import BINDINGS, Binding, keys_of, owner_of, shown_keys
from ..scene.look_and_spring_arm import Look
from ..simulation import Intent
from .panels.loading_screen import drop_keys
from .session.play_session import Session
from .session.settings import Settings

if TYPE_CHECKING:
    from .exhibit_interaction import Hand
    from .menu.menu_model import Menu
    from .teaching.tutorial import Prompt
    from .window import Window

STICK_SPEED = 3.2  # [rad/s] of a stick pushed to its end. Slower: turning round takes long; faster: it is hard to aim
TRIGGERED = 0.5  # a trigger that is farther down counts as pressed
USED = 0.3  # a stick that is farther from its middle marks the gamepad as used


class PadButton(NamedTuple):
    name: str  # the text on the button
    action: str | None  # name of its action during play, or None
    menu: str | None = None  # the key event that it sends to the menu, or None


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
STOPPING = tuple(binding.action for binding in BINDINGS if binding.stops)
TRIGGERS = {InputDevice.Axis.left_trigger: PadButton("LT", "reverse"), InputDevice.Axis.right_trigger: PadButton("RT", "run")}


def without_dead_zone(x: float, y: float, dead: float) -> tuple[float, float]:
    """Return a stick's position (x, y), -1..1, without its dead zone, a circle of radius `dead`: 0 at its edge, 1 at the end."""
    length = hypot(x, y)
    if length <= dead:
        return 0.0, 0.0
    factor = min((length - dead) / (1.0 - dead), 1.0) / length
    return x * factor, y * factor


class Gamepad:
    """The first connected gamepad, with its two sticks walk (right, forward) and look (right, up), each -1..1.

    act(action): called for a pressed button, except for held ones; to_menu(event): called with its key instead if is_menu()
    """

    def __init__(
        self, devices: Callable[[], Sequence[InputDevice]], settings: Settings, act: Callable[[str], None],
        to_menu: Callable[[str], None], is_menu: Callable[[], bool]
    ):
        self._devices, self._settings = devices, settings
        self._act, self._to_menu, self._is_menu = act, to_menu, is_menu
        self._down: set[PadButton] = set()
        self.held: set[str] = set()  # actions of HELD and STOPPING whose buttons are down. It is empty while a menu is open.
        self.walk = self.look = (0.0, 0.0)
        self.is_used = False  # True if the gamepad was used after the last key that moves or turns the player

    def update(self) -> None:
        """Read the gamepad, and handle the buttons just pressed, once in each frame. Without one, all inputs are zero."""
        device = next((d for d in self._devices() if d.connected and d.device_class == InputDevice.DeviceClass.gamepad), None)
        if device is None:
            self._down, self.held, self.walk, self.look, self.is_used = set(), set(), (0.0, 0.0), (0.0, 0.0), False
            return
        axis, dead = InputDevice.Axis, self._settings.dead_zone / 100
        self.walk = without_dead_zone(device.findAxis(axis.left_x).value, device.findAxis(axis.left_y).value, dead)
        self.look = without_dead_zone(device.findAxis(axis.right_x).value, device.findAxis(axis.right_y).value, dead)
        down = {button for handle, button in BUTTONS.items() if device.findButton(handle).pressed}
        down |= {button for axis, button in TRIGGERS.items() if device.findAxis(axis).value > TRIGGERED}
        newly_down, self._down = down - self._down, down
        self.held = set() if self._is_menu() else {button.action for button in down if button.action in HELD + STOPPING}
        self.is_used = self.is_used or bool(newly_down) or hypot(*self.walk) + hypot(*self.look) > USED
        for button in newly_down:
            self._press(button)

    def _press(self, button: PadButton) -> None:
        if self._is_menu():
            if button.menu:
                self._to_menu(button.menu)
        elif button.action and button.action not in HELD:
            self._act(button.action)

    @staticmethod
    def name_of(action: str) -> str:
        return next((b.name for b in (*BUTTONS.values(), *TRIGGERS.values()) if b.action == action), action)


LOOK_SPEED = radians(110.0)  # [rad/s] of the keys that turn the view
MOUSE_TURN = radians(0.09)  # [rad] for each pixel at sensitivity 1
ANY_KEY = "any-key"  # event of each key pressed, with the key's name
WARP_AT = 0.25  # fraction of the window from its centre. Smaller: more warps, which lose motion; larger: the pointer leaves


class Controls:
    """The state of the keys, the mouse and a gamepad. act(action): called for a pressed key of an action that is not held."""

    def __init__(self, base: ShowBase, settings: Settings, pad: Gamepad, act: Callable[[str], None]):
        self._base, self._settings, self.pad, self._act = base, settings, pad, act
        self._down: set[str] = set()  # actions
        self._tapped: set[str] = set()
        self._last_pointer: tuple[float, float] | None = None
        self._grabbed = False
        self.arrows: dict[str, str] = {}  # {key: action} of the arrow keys that do not walk now; "": they choose an answer
        thrower = base.buttonThrowers[0].node()
        thrower.setModifierButtons(ModifierButtons())  # "p" stays "p" with Shift down
        thrower.setButtonDownEvent(ANY_KEY)
        self._bound: list[str] = []
        self._caught: Callable[[str], None] | None = None
        base.accept(ANY_KEY, self._catch)
        self.bind()

    def bind(self) -> None:
        """Bind all keys as the settings demand, after a change of Settings.keys."""
        for event in self._bound:
            self._base.ignore(event)
        self._bound = []
        for binding in BINDINGS:
            for key in keys_of(binding, self._settings.keys):
                self._bind(binding, key)

    def is_chosen(self, key: str) -> bool:
        """True if the user has chosen a button of the mouse or a turn of the wheel for an action. It then does nothing else."""
        return owner_of(key, self._settings.keys) is not None

    def catch_next_key(self, handle: Callable[[str], None]) -> None:
        """Call handle(key) once for the next key, button or turn of the wheel, but not in the current frame."""
        self._base.taskMgr.doMethodLater(0, self._wait_for_key, "wait for key", extraArgs=[handle])

    def _wait_for_key(self, handle: Callable[[str], None]) -> None:
        self._caught = handle

    @property
    def is_catching(self) -> bool:
        return self._caught is not None

    def _catch(self, key: str) -> None:
        if self._caught:
            self._base.taskMgr.doMethodLater(0, self._give, "caught key", extraArgs=[self._caught, key])

    def _give(self, handle: Callable[[str], None], key: str) -> None:
        """Call handle(key) after all events of the key are processed, so that the key performs no action."""
        self._caught = None
        handle(key)

    def _bind(self, binding: Binding, key: str) -> None:
        def accept(event: str, *method: Any) -> None:
            self._bound.append(event)
            self._base.accept(event, *method)

        if binding.held:
            accept(key, self._press, [binding.action, key])
            accept(f"{key}-up", self._release, [binding.action])
            return
        accept(key, self._do, [binding.action])
        if binding.stops:
            accept(f"{key}-up", self._release, [binding.action])
        if binding.repeats:
            accept(f"{key}-repeat", self._do, [binding.action])

    def _do(self, action: str) -> None:
        if self.is_catching:
            return
        if action in STOPPING:
            self._down.add(action)
            self._tapped.add(action)
        self._act(action)

    def _press(self, action: str, key: str) -> None:
        if self.is_catching:
            return
        if key in self.arrows:
            if self.arrows[key]:
                self._act(self.arrows[key])
            return
        self._down.add(action)
        self._tapped.add(action)
        self.pad.is_used = False

    def _release(self, action: str) -> None:
        self._down.discard(action)

    def names_of(self, prompt: Prompt) -> tuple[str, ...]:
        """Return the names of the keys for a prompt of the tutorial, or of the buttons if the gamepad was used last."""
        if self.pad.is_used:
            return (prompt.pad,) if prompt.pad else tuple(map(self.pad.name_of, prompt.actions))
        shown = {b.action: shown_keys(b, self._settings.keys).split("  ")[0] for b in BINDINGS} | {"mouse": "mouse"}
        return tuple(shown[action] for action in prompt.actions)

    def down(self, action: str) -> bool:
        """True if an action's key or button is down, or was tapped since the last tick. So a short tap counts."""
        return action in self._down or action in self._tapped or action in self.pad.held

    def forget(self) -> None:
        self._down.clear()
        self._tapped.clear()
        self._last_pointer = None

    def drop_waiting(self) -> None:
        self._base.dgTrav.traverse(self._base.dataRootNode)
        drop_keys()
        self.forget()

    def axes(self) -> tuple[int, int, int]:
        """Return the movement by the keys and buttons that are down, without sticks: (forward, right, up), each -1, 0 or 1."""
        held = self.down
        return (held("forward") - held("back"), held("right") - held("left"), held("jump") - held("crouch"))

    def wish(self, heading: float) -> tuple[float, float]:
        """Return the direction (x, y) in which the user wants to walk, of length 1 for full speed. heading: of the view [rad]"""
        forward, right, _ = map(float, self.axes())
        right, forward = right + self.pad.walk[0], forward + self.pad.walk[1]
        length = max(1.0, hypot(forward, right))
        sine, cosine = sin(heading), cos(heading)
        return (right * cosine - forward * sine) / length, (right * sine + forward * cosine) / length

    def clear_taps(self) -> None:
        self._tapped.clear()

    def turn_angles(self, seconds: float) -> tuple[float, float]:
        """Return the angles (left, up) [rad] by which mouse, keys and gamepad turn the view in a frame of `seconds` [s]."""
        right, down = self._mouse_motion()
        turn = MOUSE_TURN * self._settings.sensitivity
        keys = LOOK_SPEED * seconds
        sideways = self.down("look_left") - self.down("look_right")
        upwards = self.down("look_up") - self.down("look_down")
        upside = 1 if self._settings.invert_mouse else -1
        across, up = self.pad.look
        stick = STICK_SPEED * self._settings.sensitivity * seconds
        left = keys * sideways - right * turn - across * abs(across) * stick  # squared: fine aiming near the middle
        return left, keys * upwards + down * upside * turn - upside * up * abs(up) * stick

    def _mouse_motion(self) -> tuple[float, float]:
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

    def _keep_inside(self, pointer_position: tuple[float, float]) -> None:
        """Warp the pointer to the window's centre if it is far away. Warps in every frame would lose a third of the motion."""
        window = self._base.win
        middle = (window.getXSize() // 2, window.getYSize() // 2)
        if any(abs(at - centre) > WARP_AT * 2 * centre for at, centre in zip(pointer_position, middle)):
            if window.movePointer(0, *middle):
                self._last_pointer = middle

    def grab(self, wanted: bool) -> None:
        """Hide the pointer and confine it to the window, or release it."""
        properties = WindowProperties()
        properties.setCursorHidden(wanted)
        properties.setMouseMode(WindowProperties.MConfined if wanted else WindowProperties.MAbsolute)
        self._base.win.requestProperties(properties)
        self._last_pointer, self._grabbed = None, wanted


class PointerHandlers(NamedTuple):
    """The functions that the Pointer calls, with positions (x, y) [pixels] from the upper left corner of the window."""

    click: Callable[[float, float], Any]  # returns a true value if a panel handled a click, and a function (x, y) for a drag
    scroll: Callable[[float, float, int], bool]  # returns True if a panel handled a turn of the wheel, 1 (up) or -1
    click_world: Callable[[float, float], None]  # called for other clicks
    zoom: Callable[[float], None]  # called for other turns of the wheel
    stop_time: Callable[[], None]  # called when the right button is pressed during play


class Pointer(DirectObject):
    """The mouse pointer, which turns the view or is free to click."""

    def __init__(
        self, base: ShowBase, session: Session, menu: Menu, window: Window, controls: Controls, hand: Hand,
        handlers: PointerHandlers
    ):
        super().__init__()
        self._base, self._session, self._menu = base, session, menu
        self._window, self._controls = window, controls
        self._hand, self._handlers, self._caught, self.turns_view = hand, handlers, False, False
        self._drag: Callable[[float, float], Any] | None = None
        self._left_at: tuple[float, float] | None = None
        self._was_free: bool | None = None
        self.accept("mouse1", self._press)
        self.accept("mouse1-up", self._release)
        self.accept("mouse3", self._look)
        self.accept("mouse3-up", self._stop_looking)
        self.accept("wheel_up", self._scroll, [1])
        self.accept("wheel_down", self._scroll, [-1])

    @property
    def is_free(self) -> bool:
        """True if the pointer can click, in a pause or a film, unless `set_free` has let it turn the view."""
        return self._session.sim is not None and not self._session.live and not self._caught

    @property
    def at(self) -> tuple[float, float] | None:
        if not self.is_free or self.turns_view:
            return None
        here = self._base.win.getPointer(0)  # it waits until the display has taken the last picture
        return (here.getX(), here.getY()) if here.getInWindow() else None

    def update(self) -> None:
        """Hide the pointer while it turns the view, else show it. Menus and a window without focus always show it."""
        playing = self._session.sim is not None and not self._menu.is_open and not self._window.away
        self._was_free = self.is_free
        self._controls.grab(playing and (self.turns_view or not self.is_free))

    def set_free(self, free: bool) -> None:
        """Let the pointer of a paused game click, or hide it and let it turn the view. A drag ends."""
        self._caught, self.turns_view, self._drag = not free, False, None
        self.update()

    def update_frame(self) -> None:
        """Continue a drag, and show or hide the pointer when the game pauses or continues. Called once a frame."""
        if self._session.live and (self._caught or self.turns_view):
            self.set_free(True)
        if self.is_free != self._was_free:
            self.update()
        if self._drag and self.at:
            self._drag(*self.at)

    def _press(self) -> None:
        if self._menu.is_open:
            return
        if self._session.live:
            self._hand.use()
            return
        x, y = self._aim()
        handled = self._handlers.click(x, y)
        if not handled:
            self._handlers.click_world(x, y)
        self._drag = handled if callable(handled) else None

    def _aim(self) -> tuple[float, float]:
        (x, y), (width, height) = self._window.screen.middle, self._window.size
        return self.at or (x * width, y * height)

    def pick(self) -> None:
        self._handlers.click_world(*self._aim())

    def _release(self) -> None:
        self._drag = None

    def _look(self) -> None:
        if self._menu.is_open or self._controls.is_chosen("mouse3"):
            return
        if not self.is_free:
            self._handlers.stop_time()
            self.set_free(True)
            return
        self.turns_view, self._left_at = True, self.at
        self.update()

    def _stop_looking(self) -> None:
        if not self.turns_view:
            return
        self.turns_view = False
        self.update()
        if self._left_at:
            self._base.win.movePointer(0, *map(int, self._left_at))

    def _scroll(self, turns: int) -> None:
        if self._menu.is_open or self._controls.is_chosen("wheel_up" if turns > 0 else "wheel_down"):
            return
        if self._session.live:
            self._hand.turn(turns)
        elif not (self.at and self._handlers.scroll(*self.at, turns)):
            self._handlers.zoom(turns)


class Intents:
    """The source of the Intents (wish direction, jump, run, crouch, heading, uses of exhibits): a script, or the controls."""

    def __init__(self, session: Session, controls: Controls, look: Look, hand: Hand, show_message: Callable[[str], None]):
        self._session, self._controls, self._look, self._hand, self._show_message = session, controls, look, hand, show_message
        self._script: Iterator[Intent] | None = None
        self._waits = False

    def wait_for_walking(self) -> None:
        self._waits = True

    def play(self, script: Iterable[Intent] | None) -> None:
        """Use the Intents of a script until it ends. None drops the current script without a message. Waiting ends."""
        self._script, self._waits = None if script is None else iter(script), False

    @property
    def is_scripted(self) -> bool:
        return self._script is not None

    def next(self) -> Intent | None:
        """Return the next tick's Intent, whose script turns the view, or None until the user walks after `wait_for_walking`."""
        self._waits = self._waits and not (any(self._controls.wish(0.0)) or self._controls.down("jump"))
        if self._waits:
            return None
        intent = self._from_script()
        if intent is None:
            return self._from_controls()
        if intent.heading is not None:
            self._look.heading = intent.heading
        return intent

    def repeat_last(self) -> Intent:
        """Return the Intent of a single tick in a pause: the script's next, or else the last tick's.

        Held keys move the camera.
        """
        intent, session = self._from_script(), self._session
        if intent or not session.record:
            return intent or self._from_controls()
        last = session.record.intent._replace(actions=())
        self._show_message(f"a new tick, with the keys of the tick before: {held_keys(last)}")
        return last if last.heading is None else last._replace(heading=last.heading + session.view_turn())

    def _from_script(self) -> Intent | None:
        intent = next(self._script, None) if self._script else None
        if intent is None:
            self.end_script()
        return intent

    def end_script(self) -> None:
        """Drop the script, and show the message that the user has control. Do nothing without a script."""
        if self._script:
            self._script = None
            self._show_message("the recording is over: you have control")

    def _from_controls(self) -> Intent:
        """Return the Intent of the controls. The player's Look turns with the ground below the player."""
        look, down = self._look, self._controls.down
        look.heading += self._session.view_turn()
        keys = down("jump"), down("run"), down("crouch")
        intent = Intent(self._controls.wish(look.heading), *keys, look.heading, self._hand.pop_actions())
        self._controls.clear_taps()
        return intent


def held_keys(intent: Intent) -> str:
    names = "run" if intent.run else "walk", "jump", "crouch"
    return ", ".join(name for name, held in zip(names, (any(intent.wish), intent.jump, intent.crouch)) if held) or "none"
