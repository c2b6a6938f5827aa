"""Every key, what it does, and how it is shown: the one table behind the keyboard, the help overlay and the README."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Binding:
    """keys: Panda3D's names (raw-: by place on the keyboard, whatever the layout); shown: for people."""

    action: str
    keys: tuple[str, ...]
    shown: str
    does: str
    group: str
    held: bool = False  # acts as long as it is down
    repeats: bool = False  # acts again and again when held down


def held(action, keys, shown, does):
    return Binding(action, keys, shown, does, "move", held=True)


MOVE = (
    held("forward", ("raw-w", "raw-arrow_up"), "W  Up", "walk forward"),
    held("back", ("raw-s", "raw-arrow_down"), "S  Down", "walk back"),
    held("left", ("raw-a", "raw-arrow_left"), "A  Left", "walk to the left"),
    held("right", ("raw-d", "raw-arrow_right"), "D  Right", "walk to the right"),
    held("run", ("raw-lshift", "raw-rshift"), "Shift", "run"),
    held("jump", ("raw-space",), "Space", "jump; upwards in noclip"),
    held("crouch", ("raw-lcontrol", "raw-c"), "Ctrl  C", "crouch; in noclip: downwards"),
    held("look_left", ("raw-j",), "J", "look left, as with the mouse"),
    held("look_right", ("raw-l",), "L", "look right"),
    held("look_up", ("raw-i",), "I", "look up"),
    held("look_down", ("raw-k",), "K", "look down"),
)

TIME = (
    Binding("pause", ("p",), "P", "pause and go on", "time"),
    Binding("step", (".",), ".", "one tick forward", "time", repeats=True),
    Binding("scrub_back", (",",), ",", "one tick back through history", "time", repeats=True),
    Binding("jump_ahead", ("]",), "]", "ten ticks forward", "time", repeats=True),
    Binding("jump_back", ("[",), "[", "ten ticks back", "time", repeats=True),
    Binding("oldest", ("home",), "Home", "to the oldest tick remembered", "time"),
    Binding("newest", ("end",), "End", "to the newest tick", "time"),
    Binding("reverse", ("backspace",), "Bksp", "play backwards, and stop", "time"),
    Binding("watch", ("q",), "Q", "watch again what is remembered", "time"),
    Binding("slower", ("-",), "-", "slower: 1/2 to 1/60", "time", repeats=True),
    Binding("faster", ("=", "+"), "=", "faster, up to life", "time", repeats=True),
    Binding("free_pointer", ("tab",), "Tab", "free the mouse pointer (right click), and back", "time"),
    Binding("undo", ("z",), "Z", "back to the branch before", "time"),
    Binding("redo", ("y",), "Y", "to the branch that Z has left", "time"),
    Binding("restart", ("r",), "R", "start the level again; in a lesson, its page", "time"),
    Binding("record", ("f5",), "F5", "record the play into out/, and stop", "time"),
)

SHOW = (
    Binding("third_person", ("v",), "V", "third person and back", "view"),
    Binding("noclip", ("g", "f4"), "G  F4", "fly through walls and back", "view"),
    Binding("next_space", ("e",), "E", "next space: world, ellipsoid space, both", "view"),
    Binding("twins", ("o",), "O", "twins by other rules beside you, and off", "view"),
    Binding("minkowski", ("x",), "X", "Minkowski view: the body a point", "view"),
    Binding("hud", ("f2",), "F2", "head-up display on and off", "view"),
    Binding("sounds", ("u",), "U", "sounds on and off", "view"),
    Binding("fullscreen", ("f11",), "F11", "full screen and back", "view"),
    Binding("screenshot", ("f12",), "F12", "save a picture in out/", "view"),
    Binding("help", ("f1", "h"), "F1  H", "these keys", "view"),
    Binding("menu", ("escape",), "Esc", "menu: levels, overlays, rules, settings", "view"),
)

INSIDE = (
    Binding("inside", ("t",), "T", "inside the tick, and out of it", "inside"),
    Binding("previous_iteration", (), "Up", "inside: the iteration before", "inside"),
    Binding("next_iteration", (), "Down", "inside: the next iteration", "inside"),
    Binding("play_sweep", ("raw-enter",), "Enter", "inside: play the sweep again", "inside"),
    Binding("pick", ("f",), "F", "name what the crosshair hits", "inside"),
    Binding("inside_panel", ("f3",), "F3", "inside: panel large, hidden", "inside"),
)
# While inside a tick these keys, which else walk, choose the iteration.
ARROWS = {"raw-arrow_up": "previous_iteration", "raw-arrow_down": "next_iteration"}

LEVELS = (
    Binding("next_level", ("n",), "N", "next level", "levels"),
    Binding("previous_level", ("b",), "B", "previous level", "levels"),
    Binding("lessons", ("f6",), "F6", "the lessons", "levels"),
    Binding("next_page", ("page_down",), "PgDn", "next level; next page of a lesson", "levels"),
    Binding("previous_page", ("page_up",), "PgUp", "the page before, or the level before", "levels"),
    Binding("next_rules", ("m",), "M", "next rules: modern, fauerby, thebigh", "levels"),
)


def overlay(number, name, does):
    return Binding(f"overlay_{name}", (str(number),), str(number), does, "overlays")


OVERLAYS = (
    overlay(1, "ellipsoid", "the ellipsoid"),
    overlay(2, "contacts", "contact points, coloured by feature"),
    overlay(3, "normals", "normals of contact and triangle"),
    overlay(4, "planes", "sliding planes"),
    overlay(5, "velocity", "velocity before and after"),
    overlay(6, "path", "path through the iterations"),
    overlay(7, "candidates", "candidate triangles, by how they left the test"),
    overlay(8, "labels", "labels in words"),
    Binding("all_overlays", ("0",), "0", "all overlays on or off", "overlays"),
)

BINDINGS = (*MOVE, *TIME, *SHOW, *INSIDE, *LEVELS, *OVERLAYS)


def groups():
    """[(group, [Binding, ...]), ...] in the order of the table."""
    names = dict.fromkeys(binding.group for binding in BINDINGS)
    return [(name, [binding for binding in BINDINGS if binding.group == name]) for name in names]


def markdown():
    """The README's table of keys."""
    rows = [f"| {binding.shown.replace('  ', ', ')} | {binding.does} |" for binding in BINDINGS]
    return "\n".join(["| key | what it does |", "|---|---|", *rows])
