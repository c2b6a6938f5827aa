"""The table of keys. Controls, the help panel and the README are made from it."""

import re
from dataclasses import dataclass

ChosenKeys = dict[str, list[str]]  # {action: Panda3D's names of its keys} that the user chose, `Settings.keys`


@dataclass(frozen=True)
class Binding:
    """An action with its keys. In the help, `does` is its effect, and `group` the heading above it."""

    action: str  # name by which its handler is found (action_handlers.py), or a held key by `Controls.down`
    keys: tuple[str, ...]  # Panda3D's names of the keys. "raw-" means a position on the keyboard, independent of its layout.
    shown: str  # the names of the keys for the user, separated by two spaces
    does: str
    group: str
    held: bool = False  # True if the action lasts as long as the key is down, such as walking
    repeats: bool = False  # True if the action is performed again and again while the key is down
    stops: bool = False  # True if the action is performed when the key is pressed, and ends with its release


def held(action: str, keys: tuple[str, ...], shown: str, does: str) -> Binding:
    return Binding(action, keys, shown, does, "move", held=True)


MOVE = (
    held("forward", ("raw-w", "raw-arrow_up"), "W  Up", "walk forward"),
    held("back", ("raw-s", "raw-arrow_down"), "S  Down", "walk back"),
    held("left", ("raw-a", "raw-arrow_left"), "A  Left", "walk to the left"),
    held("right", ("raw-d", "raw-arrow_right"), "D  Right", "walk to the right"),
    held("run", ("raw-lshift", "raw-rshift"), "Shift", "run"),
    held("jump", ("raw-space",), "Space", "jump; in noclip: fly up"),
    held("crouch", ("raw-lcontrol", "raw-c"), "Ctrl  C", "crouch; in noclip: fly down"),
    held("look_left", ("raw-j",), "J", "look left"),
    held("look_right", ("raw-l",), "L", "look right"),
    held("look_up", ("raw-i",), "I", "look up"),
    held("look_down", ("raw-k",), "K", "look down"),
)

TIME = (
    Binding("pause", ("p",), "P", "pause, or go on", "time"),
    Binding("step", (".",), ".", "one tick forward", "time", repeats=True),
    Binding("scrub_back", (",",), ",", "one tick back", "time", repeats=True),
    Binding("jump_ahead", ("]",), "]", "ten ticks forward", "time", repeats=True),
    Binding("jump_back", ("[",), "[", "ten ticks back", "time", repeats=True),
    Binding("oldest", ("home",), "Home", "to the oldest tick in the history", "time"),
    Binding("newest", ("end",), "End", "to the newest tick", "time"),
    Binding("reverse", ("backspace",), "Bksp", "hold: play the history backwards", "time", stops=True),
    Binding("watch", ("q",), "Q", "play the history forwards, or stop", "time"),
    Binding("slower", ("-",), "-", "slow motion: 1/2 to 1/60", "time", repeats=True),
    Binding("faster", ("=", "+"), "=", "faster, up to normal speed", "time", repeats=True),
    Binding("free_pointer", ("tab",), "Tab", "while paused: the mouse points, or turns the head", "time"),
    Binding("undo", ("z",), "Z", "undo: back to the branch before", "time"),
    Binding("redo", ("y",), "Y", "redo: to the branch that Z left", "time"),
    Binding("restart", ("r",), "R", "restart the level, or the page of a lesson", "time"),
    Binding("record", ("f5",), "F5", "record the game into out/, or stop", "time"),
)

SHOW = (
    Binding("third_person", ("v",), "V", "third person on or off", "view"),
    Binding("noclip", ("g", "f4"), "G  F4", "noclip: fly through walls, or walk again", "view"),
    Binding("next_space", ("e",), "E", "next space: world, ellipsoid space, both", "view"),
    Binding("twins", ("o",), "O", "twins (other rules or engines) on or off", "view"),
    Binding("minkowski", ("x",), "X", "Minkowski view on or off", "view"),
    Binding("turn_down", (";",), ";", "at a desk: dial down (or the wheel)", "view", repeats=True),
    Binding("turn_up", ("'",), "'", "at a desk: dial up (or the wheel)", "view", repeats=True),
    Binding("hud", ("f2",), "F2", "head-up display on or off", "view"),
    Binding("sounds", ("u",), "U", "sound on or off", "view"),
    Binding("clip", ("f7",), "F7", "save the last 6 s as a clip", "view"),
    Binding("fullscreen", ("f11",), "F11", "full screen on or off", "view"),
    Binding("screenshot", ("f12",), "F12", "save a screenshot in out/", "view"),
    Binding("help", ("f1", "h"), "F1  H", "help: this table of keys", "view"),
    Binding("menu", ("escape",), "Esc", "menu: levels, overlays, rules, settings", "view"),
)

INSPECTOR = (
    Binding("inspector", ("t",), "T", "tick inspector, a section, on or off", "tick inspector"),
    Binding("previous_iteration", (), "Up", "inspector: previous iteration", "tick inspector"),
    Binding("next_iteration", (), "Down", "inspector: next iteration", "tick inspector"),
    Binding("play_sweep", ("raw-enter",), "Enter", "inspector: sweep again; at a desk: use", "tick inspector"),
    Binding("contact", ("f",), "F", "look at the contact", "tick inspector"),
    Binding("flat", ("f9",), "F9", "side view without perspective, or with it", "tick inspector"),
    Binding("pick", ("f8",), "F8", "name or release a triangle (or click on it)", "tick inspector"),
    Binding("break_rule", ("/",), "/", "inspector: the tick without its rule, or with it", "tick inspector"),
    Binding("inspector_panel", ("f3",), "F3", "all numbers of the tick, or fewer", "tick inspector"),
)
# Movement keys that choose the iteration while the tick inspector is on.
ARROWS = {"raw-arrow_up": "previous_iteration", "raw-arrow_down": "next_iteration"}

LEVELS = (
    Binding("next_level", ("n",), "N", "next level", "levels"),
    Binding("previous_level", ("b",), "B", "previous level", "levels"),
    Binding("lessons", ("f6",), "F6", "list of lessons", "levels"),
    Binding("next_page", ("page_down",), "PgDn", "next level, or page of a lesson", "levels"),
    Binding("previous_page", ("page_up",), "PgUp", "previous level, or page of a lesson", "levels"),
    Binding("next_rules", ("m",), "M", "next rules: repaired, printed, the forum's", "levels"),
)


def overlay(number: int, name: str, does: str) -> Binding:
    return Binding(f"overlay_{name}", (str(number),), str(number), does, "overlays")


OVERLAYS = (
    overlay(1, "ellipsoid", "the ellipsoid"),
    overlay(2, "contacts", "contact points"),
    overlay(3, "normals", "normals of contact and triangle"),
    overlay(4, "planes", "sliding planes"),
    overlay(5, "velocity", "velocity before and after"),
    overlay(6, "path", "path through the iterations"),
    overlay(7, "candidates", "candidate triangles, coloured by test result"),
    overlay(8, "labels", "labels"),
    overlay(9, "exhibits", "what the exhibits of the lab compute"),
    Binding("all_overlays", ("0",), "0", "all overlays off, or back on", "overlays"),
)

BINDINGS = (*MOVE, *TIME, *SHOW, *INSPECTOR, *LEVELS, *OVERLAYS)

NAMES = {  # of keys whose name for the player is not Panda3D's in capitals
    "lshift": "Shift", "rshift": "Shift", "lcontrol": "Ctrl", "rcontrol": "Ctrl", "lalt": "Alt", "ralt": "Alt", "arrow_up": "Up",
    "arrow_down": "Down", "arrow_left": "Left", "arrow_right": "Right", "page_up": "PgUp", "page_down": "PgDn", "escape": "Esc",
    "backspace": "Bksp", "space": "Space", "enter": "Enter", "tab": "Tab", "home": "Home", "end": "End", "insert": "Ins",
    "delete": "Del", "mouse2": "Mouse 2", "mouse4": "Mouse 4", "mouse5": "Mouse 5",
}  # fmt: skip


def plain_name(key: str) -> str:
    return key.removeprefix("raw-")


def key_name(key: str) -> str:
    plain = plain_name(key)
    return NAMES.get(plain, plain.upper())


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


def markdown() -> str:
    rows = [f"| {binding.shown.replace('  ', ', ')} | {binding.does} |" for binding in BINDINGS]
    return "\n".join(["| key | what it does |", "|---|---|", *rows])
