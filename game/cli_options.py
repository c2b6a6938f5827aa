"""The options of each verb of the command line, and the parsing and checking of their values."""

import argparse
from collections.abc import Iterable, Sequence
from math import isfinite, nan
from typing import NoReturn

from .core.input_errors import InputError

Verbs = argparse._SubParsersAction
ABOUT = "Glissade: a game and a teaching demo of collide and slide."
WITHOUT = "Without a verb: play, with a menu of levels and lessons. `main.py VERB --help` lists the options of a verb."
WRITES = "Files are written completely or not at all. An existing file is replaced only if Glissade wrote it."
Options = dict[str, dict[str, tuple[str, ...]]]
# Options that do something only beside one of others, or with a level or lesson.
NEEDS: Options = {
    "play": {"axis": ("level", "ghost"), "scale": ("level", "ghost"), "look": ("level",)},
    "explain": {
        **{name: ("level",) for name in ("tick", "script", "spawn", "heading", "axis", "scale", "hz", "feel", "set")},
        "html": ("tick",),
    },
    "lesson": {"all": ("html",), "out": ("shots",), "size": ("shots", "html"), "shots": ("lesson",)},
    "bench": {"steps": ("robustness",), "seed": ("robustness",), "meshes": ("routes",)},
}
# Options that would have no effect beside another: a routes file has its own start and path, for example.
MEASUREMENTS = "peers", "frames", "lab", "start", "routes"
REFUSES: Options = {
    "sim": {"route": ("script", "spawn", "heading", "csv", "record", "html")},
    "replay": {"html": ("verify",)},
    "explain": {"seed": ("level",)},
    "lesson": {"html": ("shots",)},
    "bench": {"eyes": ("robustness", "json", *MEASUREMENTS), "robustness": MEASUREMENTS, "peers": MEASUREMENTS[1:]},
}
SPACES = ("world", "ellipsoid", "both")  # the names of game.explain.spaces.CHOICES


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that raises InputError with one line for wrong arguments, instead of printing its usage."""

    def error(self, message: str) -> NoReturn:
        lists = [action.option_strings[0] for action in self._actions if action.option_strings and action.nargs == "+"]
        if lists and "required: " in message and not message.partition("required: ")[2].startswith("-"):
            message += f"; put it before {' and '.join(lists)}"  # these take all words after them
        raise InputError(f"{message} (see python {self.prog} --help)")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the words of the command line. Raises InputError for wrong ones, and for options that would be ignored."""
    top, verbs = parser()
    options, unknown = top.parse_known_args(with_signs(arguments))
    verb = "" if options.verb == "start" else f"{options.verb} "
    if unknown:
        raise InputError(f"unrecognized arguments: {' '.join(unknown)} (see python main.py {verb}--help)")
    default = verbs[options.verb].get_default if verb else top.get_default
    given = {name for name, value in vars(options).items() if value != default(name)}
    for option, needed in NEEDS.get(options.verb, {}).items():
        if option in given and not given.intersection(needed):
            raise InputError(f"--{option}: needs {' or '.join(map(dashed, needed))} (see python main.py {verb}--help)")
    for option, refused in REFUSES.get(options.verb, {}).items():
        for other in refused if option in given else ():
            if other in given:
                raise InputError(f"{dashed(other)}: has no effect beside --{option} (see python main.py {verb}--help)")
    return options


def dashed(name: str) -> str:
    """Return an option or an argument as it is written: `--html`, or a LEVEL or LESSON without dashes."""
    return name.upper() if name in ("level", "lesson") else f"--{name}"


def with_signs(words: Iterable[str]) -> list[str]:
    """Join a negative value to --spawn: "--spawn", "-1,2,3" becomes "--spawn=-1,2,3", for argparse."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] == "--spawn" and word[:1] == "-" and word[1:2] in tuple("0123456789."):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


# The options of each verb


def parser() -> tuple[OneLineParser, dict[str, OneLineParser]]:
    """Return the parser of the whole command line, and the parser of each verb by its name."""
    top = OneLineParser(prog="main.py", description=ABOUT, epilog=WITHOUT)
    top.set_defaults(verb="start")
    verbs = top.add_subparsers(title="verbs", metavar="VERB")
    add_play(verbs)
    add_list(verbs)
    add_convert(verbs)
    add_sim(verbs)
    add_replay(verbs)
    add_check(verbs)
    add_explain(verbs)
    add_shot(verbs)
    add_lesson(verbs)
    add_web(verbs)
    add_claims(verbs)
    add_bench(verbs)
    return top, verbs.choices


def add_verb(verbs: Verbs, name: str, words: str, epilog: str | None = None) -> argparse.ArgumentParser:
    """Add a verb with its help text, and return its parser. epilog: text at the end of the help"""
    verb = verbs.add_parser(name, help=words, description=words, epilog=epilog)
    verb.set_defaults(verb=name)
    return verb


def add_level(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("level", metavar="LEVEL", type=word, help="a name in levels/, or a path to a level or mesh file")
    add_mesh_options(verb)


def add_mesh_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--axis", choices=("y-up", "z-up"), help="the up axis of a mesh file (default: by its format)")
    verb.add_argument("--scale", type=finite, help="metres per unit of a mesh file (default 1)")


def add_look(verb: argparse.ArgumentParser) -> None:
    words = "pictures and colours of mesh files (own, the default), or plain colours with a metre grid"
    verb.add_argument("--look", choices=("own", "grid"), default="own", help=words)


def add_run(verb: argparse.ArgumentParser) -> None:
    """Add the options for a run of a script to the parser of a verb."""
    verb.add_argument("--script", metavar="FILE", type=word, help="the player's input (default: the level's tour)")
    verb.add_argument("--spawn", metavar="X,Y,Z", type=place, help="start of the player's feet [m]")
    verb.add_argument("--heading", metavar="DEG", type=finite, help="the first view direction [degrees]")
    add_physics(verb)


def add_physics(verb: argparse.ArgumentParser) -> None:
    """Add the options for the player and the rules to the parser of a verb."""
    verb.add_argument("--hz", type=whole, default=60, help="ticks a second, 30 to 480 (default 60)")
    verb.add_argument("--rules", default="modern", help="modern, fauerby, thebigh; or modern without a repair: 'no climb steps'")
    words = "exact: full speed at once; smooth: acceleration, friction, short hops, a fast fall"
    verb.add_argument("--feel", default="exact", help=f"{words} (default exact; of play: that of the settings)")
    words = "a player parameter, such as speed=5; may be given several times"
    verb.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help=words)


def add_play(verbs: Verbs) -> None:
    verb = add_verb(verbs, "play", "play a level in a window")
    words = "a name in levels/, or a path to a level or mesh file (default: choose in the menu)"
    verb.add_argument("level", metavar="LEVEL", type=word, nargs="?", help=words)
    add_mesh_options(verb)
    add_look(verb)
    add_physics(verb)
    verb.set_defaults(feel=None)
    words = "race against the run of a file, saved after a finish with F5; the run is played again to check it"
    verb.add_argument("--ghost", metavar="FILE", type=word, help=words)
    verb.add_argument("--crowd", metavar="N", type=from_0, default=0, help="number of walkers that wander through the level")


def add_list(verbs: Verbs) -> None:
    add_verb(verbs, "list", "list the levels")


def add_convert(verbs: Verbs) -> None:
    verb = add_verb(verbs, "convert", "print a level file with what was found in a mesh file: convert house.glb > mine.toml")
    verb.add_argument("file", metavar="FILE", type=word, help="a mesh file; the level file names it by this path")
    add_mesh_options(verb)


def add_sim(verbs: Verbs) -> None:
    verb = add_verb(verbs, "sim", "run a script without a window; prints a summary and the state hash", WRITES)
    add_level(verb)
    add_run(verb)
    verb.add_argument("--route", metavar="FILE", type=word, help="walk every route of a routes file; exit code 1 if one fails")
    verb.add_argument("--csv", metavar="OUT", type=word, help="write every tick as a row of a CSV table")
    verb.add_argument("--record", metavar="OUT", type=word, help="write the run as a recording")
    verb.add_argument("--html", metavar="OUT", type=word, help="write the run as a page with a scene to turn")


def add_replay(verbs: Verbs) -> None:
    verb = add_verb(verbs, "replay", "replay a recording in the window, or verify it without one")
    verb.add_argument("file", metavar="FILE", type=word, help="a recording, made with F5 in the game or with sim --record")
    add_mesh_options(verb)
    verb.add_argument("--verify", action="store_true", help="no window: compare the final hash; exit code 1 if it differs")
    verb.add_argument("--html", metavar="OUT", type=word, help="no window: write the run as a page with a scene to turn")


def add_check(verbs: Verbs) -> None:
    verb = add_verb(verbs, "check", "compare cases of levels with their golden records; exit code 1 on a difference")
    words = "LEVEL or LEVEL/CASE (default: all cases of all levels)"
    verb.add_argument("cases", metavar="CASE", type=word, nargs="*", help=words)
    words = "put today's runs of these cases on record"
    verb.add_argument("--accept", metavar="CASE", type=word, nargs="+", default=[], help=words)
    words = "append a recording as a case to its level's file, and put it on record"
    verb.add_argument("--add", metavar=("RECORDING", "NAME"), type=word, nargs=2, help=words)
    words = "compare with another player parameter, to see its effect; nothing is put on record"
    verb.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help=words)
    verb.add_argument("--processes", type=processes, default=2, help="number of parallel processes (default 2)")
    add_mesh_options(verb)


def add_explain(verbs: Verbs) -> None:
    words = "explain the solver's iterations in one tick, or in a failed call, in words and numbers"
    verb = add_verb(verbs, "explain", words, WRITES)
    verb.add_argument("level", metavar="LEVEL", type=word, nargs="?", help="a name in levels/, or a path to a level or mesh file")
    add_mesh_options(verb)
    add_run(verb)
    verb.add_argument("--tick", type=whole, help="number of the tick, from 1 (default: list what happens in which tick)")
    verb.add_argument("--seed", type=whole, help="without a level: the failure in this room of bench --robustness, with --rules")
    verb.add_argument("--html", metavar="FILE", type=word, help="write a page with a scene to turn instead")


def add_shot(verbs: Verbs) -> None:
    verb = add_verb(verbs, "shot", "write one picture, without a window", WRITES)
    verb.usage = "%(prog)s LEVEL --out FILE.png [options]"
    add_level(verb)
    add_look(verb)
    add_run(verb)
    verb.add_argument("--tick", type=whole, help="run the script up to this tick (default: the start)")
    verb.add_argument("--size", metavar="WxH", type=size, default=(1280, 720), help="width x height in pixels (default 1280x720)")
    verb.add_argument("--out", metavar="FILE.png", type=word, required=True, help="the file to write")
    verb.add_argument("--overlays", action="store_true", help="draw the solver's iterations, seen towards the contact")
    verb.add_argument("--third-person", action="store_true", help="show the player from behind")
    words = "show the level cut open through the tick's first contact, as a look inside the tick does"
    verb.add_argument("--section", action="store_true", help=words)
    words = "one or two twins: the same input with other rules, by the program forum, or in an engine: Bullet or Rapier"
    verb.add_argument("--twins", nargs="+", metavar="NAME", help=words)
    verb.add_argument("--space", choices=SPACES, default="world", help="world, ellipsoid (space), or both side by side")
    verb.add_argument("--minkowski", action="store_true", help="show the triangles grown by the body, the body as a point")


def add_lesson(verbs: Verbs) -> None:
    verb = add_verb(verbs, "lesson", "open a lesson in the window; without a name: list them", WRITES)
    words = "a name in levels/lessons/, its number from 1 on, or a path to a file"
    verb.add_argument("lesson", metavar="LESSON", type=word, nargs="?", help=words)
    verb.add_argument("--shots", action="store_true", help="no window: write its pages as pictures, for slides")
    verb.add_argument("--html", metavar="FOLDER", type=word, help="no window: write it as a page for a browser")
    verb.add_argument("--all", action="store_true", help="with --html: the whole course as a book")
    verb.add_argument("--out", metavar="FOLDER", type=word, help="folder of the pictures (default: out/lessons)")
    verb.add_argument("--size", metavar="WxH", type=size, help="of the pictures [pixels] (default 1280x720; --html: 960x540)")


def add_web(verbs: Verbs) -> None:
    verb = add_verb(verbs, "web", "write a folder of pages that play levels in a browser, also without a network", WRITES)
    verb.usage = "%(prog)s FOLDER [--level LEVEL ...] [--axis {y-up,z-up}] [--scale SCALE]"
    verb.add_argument("folder", metavar="FOLDER", type=word, help="a new or empty folder, or one with a site that Glissade wrote")
    words = "names in levels/, or paths to level or mesh files (default: the levels that a page plays whole)"
    verb.add_argument("--level", metavar="LEVEL", type=word, nargs="+", dest="levels", help=words)
    add_mesh_options(verb)


def add_claims(verbs: Verbs) -> None:
    words = "print the claims and errors of the source documents: where each is shown, its figures printed and measured"
    verb = add_verb(verbs, "claims", words, "The exit code is 1 if a figure is not as printed, or if a row is not shown yet.")
    verb.add_argument("rows", metavar="ROW", nargs="*", help="a row of the table, such as P9 or E17 (default: all rows)")


def add_bench(verbs: Verbs) -> None:
    verb = add_verb(verbs, "bench", "measure speed and robustness", WRITES)
    verb.add_argument("--peers", action="store_true", help="compare with Bullet, Panda3D and Rapier, if installed")
    verb.add_argument("--json", metavar="OUT", type=word, help="write the tables as JSON")
    verb.add_argument("--eyes", metavar="FILE.svg", type=word, help="only draw how the eyes follow kerbs, stairs and ramps")
    verb.add_argument("--frames", action="store_true", help="only measure how long frames take at each quality")
    verb.add_argument("--lab", action="store_true", help="only measure balls and pairs, beside Rapier, Bullet and scipy")
    verb.add_argument("--start", action="store_true", help="only measure new processes up to their first answer, warm and cold")
    words = "only count the routes that Glissade, Bullet and Rapier walk"
    verb.add_argument("--routes", metavar="FILE", type=word, nargs="+", help=words)
    words = "where the mesh files of --routes lie (default: beside each FILE)"
    verb.add_argument("--meshes", metavar="FOLDER", type=word, help=words)
    verb.add_argument("--robustness", action="store_true", help="count escapes, NaN, penetrations and jams in hostile rooms")
    verb.add_argument("--steps", type=from_0, help="number of steps of --robustness (default 200000)")
    verb.add_argument("--seed", type=whole, help="only the rooms of this seed of --robustness")


# Parsing of values


def finite(text: str) -> float:
    """Parse a finite float. Raises ArgumentTypeError for another text."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a finite number")
    return value


def whole(text: str) -> int:
    """Parse an int. Raises ArgumentTypeError for another text."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number") from None


def from_0(text: str) -> int:
    """Parse an int from 0 on. Raises ArgumentTypeError for another text."""
    number = whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is below 0")
    return number


def word(text: str) -> str:
    """Return the name of a file, folder or level. Raises ArgumentTypeError for an empty one, as of a variable that is not set."""
    if not text:
        raise argparse.ArgumentTypeError("is empty; give it a name")
    return text


def processes(text: str) -> int:
    """Parse a number of processes from 1 to 64. Raises ArgumentTypeError for another text."""
    count = whole(text)
    if not 1 <= count <= 64:
        raise argparse.ArgumentTypeError(f"{text} is not a number of processes from 1 to 64")
    return count


def place(text: str) -> tuple[float, ...]:
    """Parse X,Y,Z as a tuple of three finite floats. Raises ArgumentTypeError for another text."""
    parts = text.split(",")
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f"{text!r} is not X,Y,Z")
    return tuple(map(finite, parts))


def size(text: str) -> tuple[int, int]:
    """Parse WIDTHxHEIGHT as a tuple of two ints from 16 to 8192. Raises ArgumentTypeError for another text."""
    width, cross, height = text.partition("x")
    if not cross or not (width.isdigit() and height.isdigit()) or not (16 <= int(width) <= 8192 and 16 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT of 16 to 8192 pixels")
    return int(width), int(height)


def settings(words: Sequence[str]) -> dict[str, str]:
    """Parse words such as "speed=5" as {"speed": "5"}, the last one counts. Raises InputError without "="."""
    pairs = [word.partition("=") for word in words]
    for name, equals, _ in pairs:
        if not equals:
            raise InputError(f"--set {name}: must be NAME=VALUE, such as speed=5")
    return {name: value for name, _, value in pairs}
