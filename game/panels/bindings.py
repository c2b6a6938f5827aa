"""The table of keys and of the names of actions. Controls, hints, help, settings, tutorial and README are made from it."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile

ChosenKeys = dict[str, list[str]]  # {action: Panda3D's names of its keys} that the user chose, `Settings.keys`
# Situations in which an action has another name, in the words of the help. Of OFF, the help says "or" instead.
OFF, FLYING, DESK, RACE, LESSON = "off", "in flight", "at a desk", "at the finish", "in a lesson"


@dataclass(frozen=True)
class Binding:
    """An action with its keys and its name, which all texts use. `group` is the heading above it in the help."""

    action: str  # name by which its handler is found (action_handlers.py), or a held key by `Controls.down`
    keys: tuple[str, ...]  # Panda3D's names of the keys. "raw-" means a position on the keyboard, independent of its layout.
    shown: str  # the names of the keys for the user, separated by two spaces
    name: str
    group: str
    more: str = ""  # what the help adds to the name
    others: tuple[tuple[str, str], ...] = ()  # (situation, name there), ...
    held: bool = False  # True if the action lasts as long as the key is down, such as walking
    repeats: bool = False  # True if the action is performed again and again while the key is down
    stops: bool = False  # True if the action is performed when the key is pressed, and ends with its release

    @property
    def does(self) -> str:
        """The names in all situations, each once, and what the help adds. "fly back" is clear from "walk back", and left out."""
        text, said = self.name + (f": {self.more}" if self.more else ""), {self.name}
        for where, name in self.others:
            if name not in said and (where == OFF or name.split()[1:] != self.name.split()[1:]):
                text += f", or {name}" if where == OFF else f"; {where}: {name}"
            said.add(name)
        return text


def held(action: str, keys: tuple[str, ...], shown: str, name: str, in_flight: str = "") -> Binding:
    return Binding(action, keys, shown, name, "move", others=((FLYING, in_flight),) if in_flight else (), held=True)


MOVE = (
    held("forward", ("raw-w", "raw-arrow_up"), "W  Up", "walk forward", "fly forward"),
    held("back", ("raw-s", "raw-arrow_down"), "S  Down", "walk back", "fly back"),
    held("left", ("raw-a", "raw-arrow_left"), "A  Left", "walk to the left", "fly to the left"),
    held("right", ("raw-d", "raw-arrow_right"), "D  Right", "walk to the right", "fly to the right"),
    held("run", ("raw-lshift", "raw-rshift"), "Shift", "run", "fly faster"),
    held("jump", ("raw-space",), "Space", "jump", "fly up"),
    held("crouch", ("raw-lcontrol", "raw-c"), "Ctrl  C", "crouch", "fly down"),
    held("look_left", ("raw-j",), "J", "look left"),
    held("look_right", ("raw-l",), "L", "look right"),
    held("look_up", ("raw-i",), "I", "look up"),
    held("look_down", ("raw-k",), "K", "look down"),
)

TIME = (
    Binding("pause", ("p",), "P", "stop time", "time", others=((OFF, "go on"),)),
    Binding("step", (".",), ".", "one tick forward", "time", repeats=True),
    Binding("scrub_back", (",",), ",", "one tick back", "time", repeats=True),
    Binding("jump_ahead", ("]",), "]", "ten ticks forward", "time", repeats=True),
    Binding("jump_back", ("[",), "[", "ten ticks back", "time", repeats=True),
    Binding("oldest", ("home",), "Home", "to the oldest tick", "time"),
    Binding("newest", ("end",), "End", "to the newest tick", "time"),
    Binding("reverse", ("backspace",), "Bksp", "rewind", "time", more="hold it", stops=True),
    Binding("watch", ("q",), "Q", "play again", "time", others=((RACE, "watch the run"),)),
    Binding("slower", ("-",), "-", "slower", "time", more="to 1/60", repeats=True),
    Binding("faster", ("=", "+"), "=", "faster", "time", more="to normal speed", repeats=True),
    Binding("free_pointer", ("tab",), "Tab", "turn the head", "time", others=((OFF, "point with the mouse"),)),
    Binding("undo", ("z",), "Z", "undo", "time", more="back to the run before"),
    Binding("redo", ("y",), "Y", "redo", "time", more="to the run that was undone"),
    Binding("restart", ("r",), "R", "start again", "time", others=((LESSON, "again"),)),
    Binding("record", ("f5",), "F5", "record", "time", others=((OFF, "save the run"), (RACE, "save the run"))),
)

SHOW = (
    Binding("third_person", ("v",), "V", "from behind", "view", others=((OFF, "through the eyes"),)),
    Binding("noclip", ("g", "f4"), "G  F4", "fly through walls", "view", others=((OFF, "walk from here"),)),
    Binding("next_space", ("e",), "E", "next space", "view", more="world, ellipsoid space, both"),
    Binding("twins", ("o",), "O", "twins", "view", more="walk by other rules or engines"),
    Binding("minkowski", ("x",), "X", "Minkowski view", "view"),
    Binding("turn_down", (";",), ";", "dial down", "view", more="at a desk", repeats=True),
    Binding("turn_up", ("'",), "'", "dial up", "view", more="at a desk", repeats=True),
    Binding("hud", ("f2",), "F2", "details", "view", more="numbers and drawings"),
    Binding("sounds", ("u",), "U", "sound", "view"),
    Binding("clip", ("f7",), "F7", "save a clip", "view", more="the last 6 s"),
    Binding("fullscreen", ("f11",), "F11", "full screen", "view"),
    Binding("screenshot", ("f12",), "F12", "save a picture", "view", more="into out/"),
    Binding("help", ("f1", "h"), "F1  H", "keys", "view"),
    Binding("menu", ("escape",), "Esc", "menu", "view"),
)

INSIDE = "inside a tick"
INSPECTOR = (
    Binding("inspector", ("t",), "T", "look inside", INSIDE, others=((OFF, "leave the tick"),)),
    Binding("previous_iteration", (), "Up", "previous iteration", INSIDE),
    Binding("next_iteration", (), "Down", "next iteration", INSIDE),
    Binding("play_sweep", ("raw-enter",), "Enter", "sweep again", INSIDE, others=((DESK, "use"),)),
    Binding("contact", ("f",), "F", "look at the contact", INSIDE),
    Binding("flat", ("f9",), "F9", "flat side view", INSIDE, more="without perspective"),
    Binding("pick", ("f8",), "F8", "name a triangle", INSIDE, more="or click on it"),
    Binding("break_rule", ("/",), "/", "without its rule", INSIDE, others=((OFF, "with its rule"),)),
    Binding("inspector_panel", ("f3",), "F3", "all numbers", INSIDE, others=((OFF, "fewer numbers"),)),
)
# Movement keys that choose the iteration while the tick inspector is on, and that turn pages of a lesson while time stands.
ITERATION_ARROWS = {"raw-arrow_up": "previous_iteration", "raw-arrow_down": "next_iteration"}
PAGE_ARROWS = {"raw-arrow_left": "previous_page", "raw-arrow_right": "next_page"}

LEVELS = (
    Binding("next_level", ("n",), "N", "next level", "levels"),
    Binding("previous_level", ("b",), "B", "previous level", "levels"),
    Binding("lessons", ("f6",), "F6", "lessons", "levels"),
    Binding("next_page", ("page_down",), "PgDn", "next level", "levels", others=((LESSON, "next"),)),
    Binding("previous_page", ("page_up",), "PgUp", "previous level", "levels", others=((LESSON, "back"),)),
    Binding("next_rules", ("m",), "M", "next rules", "levels", more="repaired, printed, the forum's"),
)


def overlay(number: int, name: str, more: str = "") -> Binding:
    return Binding(f"overlay_{name}", (str(number),), str(number), name, "overlays", more)


OVERLAYS = (
    overlay(1, "ellipsoid", "the body"),
    overlay(2, "contacts", "where it touches"),
    overlay(3, "normals", "of contact and triangle"),
    overlay(4, "planes", "along which it slides"),
    overlay(5, "velocity", "before and after"),
    overlay(6, "path", "through the iterations"),
    overlay(7, "candidates", "triangles that are tested"),
    overlay(8, "labels"),
    overlay(9, "exhibits", "what the lab computes"),
    Binding("all_overlays", ("0",), "0", "all overlays", "overlays"),
)

BINDINGS = (*MOVE, *TIME, *SHOW, *INSPECTOR, *LEVELS, *OVERLAYS)
BY_ACTION = {binding.action: binding for binding in BINDINGS}


def name_of(actions: str, situation: str = "", off: Collection[str] = ()) -> str:
    """Return the name of an action. Of several actions, separated by spaces, it is what their names share, or all names.

    off: actions that are on, so that they are named by what they then do
    """
    bindings = [BY_ACTION[action] for action in actions.split()]
    names = [dict(one.others).get(OFF if one.action in off else situation, one.name) for one in bindings]
    words = [name.split() for name in names]
    first, last = shared_words(words), shared_words([name[::-1] for name in words])[::-1]
    return " ".join(first or last) or ", ".join(names)


def shared_words(names: list[list[str]]) -> list[str]:
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*names))]


def hint_for(*actions: str, situation: str = "", off: Collection[str] = ()) -> str:
    """Return a hint (canvas.py) with the keys and the name, as of `name_of`, of each action or group of actions."""
    keys = (" ".join(f"{{{action}}}" for action in group.split()) for group in actions)
    return "    ".join(f"{caps}  {name_of(group, situation, off)}" for caps, group in zip(keys, actions))


NAMES = {  # of keys whose name for the player is not Panda3D's in capitals
    "lshift": "Shift", "rshift": "Shift", "lcontrol": "Ctrl", "rcontrol": "Ctrl", "lalt": "Alt", "ralt": "Alt", "arrow_up": "Up",
    "arrow_down": "Down", "arrow_left": "Left", "arrow_right": "Right", "page_up": "PgUp", "page_down": "PgDn", "escape": "Esc",
    "backspace": "Bksp", "space": "Space", "enter": "Enter", "tab": "Tab", "home": "Home", "end": "End", "insert": "Ins",
    "delete": "Del", "lmeta": "Super", "rmeta": "Super", "caps_lock": "CapsLk", "num_lock": "NumLk", "scroll_lock": "ScrLk",
    "print_screen": "PrtSc", "pause": "Pause", "menu": "Menu key", "help": "Help",
    "mouse1": "left button", "mouse2": "middle button", "mouse3": "right button", "wheel_up": "wheel up",
    "wheel_down": "wheel down", "wheel_left": "wheel left", "wheel_right": "wheel right",
}  # fmt: skip


def plain_name(key: str) -> str:
    return key.removeprefix("raw-")


def key_name(key: str) -> str:
    plain = plain_name(key)
    return NAMES.get(plain) or re.sub(r"^MOUSE(\d)", r"button \1", plain.upper()).replace("_", " ")


def is_wheel(key: str) -> bool:
    """True for a turn of the wheel, which is pressed and released at once."""
    return key.startswith("wheel_")


def is_of_mouse(key: str) -> bool:
    return is_wheel(key) or key.startswith("mouse")


def keys_of(binding: Binding, changed: ChosenKeys) -> tuple[str, ...]:
    return tuple(changed.get(binding.action, binding.keys))


def shown_keys(binding: Binding, changed: ChosenKeys) -> str:
    if binding.action not in changed:
        return binding.shown
    return "  ".join(dict.fromkeys(map(key_name, changed[binding.action])))


def name_keys(text: str, changed: ChosenKeys) -> str:
    """Return a text with the name of an action's first key instead of each "{action}". Other words in braces stay."""
    if "{" not in text:
        return text
    names = {binding.action: shown_keys(binding, changed).split("  ")[0] for binding in BINDINGS}
    return re.sub(r"{(\w+)}", lambda found: names.get(found[1], found[0]), text)


def owner_of(key: str, changed: ChosenKeys) -> Binding | None:
    """Return the Binding that a key acts for, or None. Names with and without "raw-" are the same key."""
    plain = plain_name(key)
    return next((binding for binding in BINDINGS if plain in map(plain_name, keys_of(binding, changed))), None)


def groups() -> list[tuple[str, list[Binding]]]:
    names = dict.fromkeys(binding.group for binding in BINDINGS)
    return [(name, [binding for binding in BINDINGS if binding.group == name]) for name in names]
