"""The command line: one verb a function. Bad input ends in one line and exit code 2, never in a traceback."""

import argparse
import sys
from pathlib import Path

from .errors import InputError

OUT = Path("out")


def main(arguments):
    """Run one command. Returns the exit code: 0, 1 (a difference was found), 2 (bad input), 130 (interrupted)."""
    try:
        options = parser().parse_args(arguments)
        return options.verb(options) or 0
    except InputError as error:
        return complain(error)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        return 130


def complain(error):
    print("glissade: " + " ".join(str(error).split()), file=sys.stderr)
    return 2


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line, not in a page of usage."""

    def error(self, message):
        raise InputError(f"{message} (python main.py --help lists what there is)")


# What each verb takes


def parser():
    """The parser of the whole command line."""
    top = OneLineParser(prog="main.py", description="Glissade: collide and slide, to walk in, to look into, to measure.")
    top.set_defaults(verb=start)
    verbs = top.add_subparsers(title="verbs", metavar="VERB")
    add_play(verbs)
    add_list(verbs)
    add_sim(verbs)
    add_replay(verbs)
    add_check(verbs)
    add_explain(verbs)
    add_shot(verbs)
    add_bench(verbs)
    return top


def add_verb(verbs, name, function, words):
    verb = verbs.add_parser(name, help=words, description=words)
    verb.set_defaults(verb=function)
    return verb


def add_level(verb):
    verb.add_argument("level", metavar="LEVEL", help="a name in levels/, or a path to a level or mesh file")
    add_mesh_options(verb)


def add_mesh_options(verb):
    verb.add_argument("--axis", choices=("y-up", "z-up", "x-up"), help="which axis of a mesh file points up (default: by format)")
    verb.add_argument("--scale", type=number, help="metres for one unit of a mesh file (default 1)")


def add_run(verb, script_required):
    verb.add_argument("--script", metavar="FILE", required=script_required, help="what the player does (default: the level's tour)")
    verb.add_argument("--spawn", metavar="X,Y,Z", type=place, help="where the player's feet begin [m]")
    verb.add_argument("--heading", metavar="DEG", type=number, help="where he looks at first")
    add_physics(verb)


def add_physics(verb):
    verb.add_argument("--hz", type=whole, default=60, help="ticks a second, 30 to 480 (default 60)")
    verb.add_argument("--rules", default="modern", help="modern, fauerby or thebigh")
    verb.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a player parameter, such as speed=5")


def add_play(verbs):
    verb = add_verb(verbs, "play", play, "play a level in a window")
    verb.add_argument("level", metavar="LEVEL", nargs="?", help="a name in levels/, or a path to a level or mesh file")
    add_mesh_options(verb)
    add_physics(verb)


def add_list(verbs):
    add_verb(verbs, "list", list_levels, "list the levels")


def add_sim(verbs):
    verb = add_verb(verbs, "sim", sim, "run a script without a window; prints a summary and the state hash")
    add_level(verb)
    add_run(verb, script_required=False)
    verb.add_argument("--csv", metavar="OUT", help="write every tick as a row")
    verb.add_argument("--record", metavar="OUT", help="write the run as a recording")


def add_replay(verbs):
    verb = add_verb(verbs, "replay", replay, "play a recording again, in the window or checked without one")
    verb.add_argument("file", metavar="FILE")
    add_mesh_options(verb)
    verb.add_argument("--verify", action="store_true", help="no window: compare the final hash; exit code 1 when it differs")


def add_check(verbs):
    verb = add_verb(verbs, "check", check, "compare every level's tour with what is on record")
    verb.add_argument("levels", metavar="LEVEL", nargs="*")
    verb.add_argument("--update", action="store_true", help="put today's runs on record")


def add_explain(verbs):
    verb = add_verb(verbs, "explain", explain, "tell the algorithm's steps of one tick in words and numbers")
    add_level(verb)
    add_run(verb, script_required=False)
    verb.add_argument("--tick", type=whole, required=True, help="which tick, from 1")


def add_shot(verbs):
    verb = add_verb(verbs, "shot", shot, "write one picture, without a window")
    add_level(verb)
    add_run(verb, script_required=False)
    verb.add_argument("--tick", type=whole, help="run the script up to this tick (default: the start)")
    verb.add_argument("--size", type=size, default=(1280, 720), help="width x height (default 1280x720)")
    verb.add_argument("--out", metavar="FILE.png", required=True)
    verb.add_argument("--overlays", action="store_true", help="draw what the algorithm did")
    verb.add_argument("--third-person", action="store_true", help="see the player from behind")


def add_bench(verbs):
    verb = add_verb(verbs, "bench", bench, "measure speed and robustness")
    verb.add_argument("--peers", action="store_true", help="beside Bullet, Panda3D and Rapier, where installed")
    verb.add_argument("--json", metavar="OUT", help="write the tables as JSON")
    verb.add_argument("--robustness", action="store_true", help="hostile rooms and bodies: count escapes, NaN, penetrations, jams")
    verb.add_argument("--steps", type=whole, default=200_000, help="how many steps of --robustness (default 200000)")
    verb.add_argument("--seed", type=whole, help="one seed of --robustness alone")


# How values are read


def number(text):
    return float(text)


def whole(text):
    return int(text)


def place(text):
    """X,Y,Z as three floats."""
    parts = [float(part) for part in text.split(",")]
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f"{text!r} is not X,Y,Z")
    return tuple(parts)


def size(text):
    """WIDTHxHEIGHT as two ints."""
    width, cross, height = text.partition("x")
    if not cross or not (width.isdigit() and height.isdigit()) or not (16 <= int(width) <= 8192 and 16 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT of 16 to 8192 pixels")
    return int(width), int(height)


def settings(words):
    """{"speed": "5"} from ["speed=5"]."""
    pairs = [word.partition("=") for word in words]
    for name, equals, _ in pairs:
        if not equals:
            raise InputError(f"--set {name}: must be NAME=VALUE, such as speed=5")
    return {name: value for name, _, value in pairs}


# The verbs


def start(options):
    """No verb: play with the menu of levels; without a display, the tour of all levels."""
    from .view.display import why_no_display

    reason = why_no_display()
    if reason is None:
        from .view.app import play as play_window

        return play_window(None)
    from .view.tour import tour

    print(f"No window: {reason}. Playing each level's tour offscreen instead.")
    return tour(OUT / "tour")


def play(options):
    from .view.app import play as play_window
    from .view.display import require_display

    require_display()
    params, rules = physics(options)
    level = load(options) if options.level else None
    return play_window(level, params=params, rules=rules, hz=options.hz)


def list_levels(options):
    from .level import level_names, load_level

    for name in level_names():
        level = load_level(name)
        print(f"{name:12} {level.title} ({len(level.triangles)} triangles)")


def sim(options):
    from .simulation import Recording
    from .simulation.csv import write_csv

    simulation = run(options, keep=True)
    if options.csv:
        write_csv(simulation.history, simulation.hz, options.csv)
    if options.record:
        Path(options.record).write_text(str(Recording.of(simulation)))
    print(simulation.summary())
    print(f"state hash {simulation.state_hash()}")


def replay(options):
    from .level import load_level
    from .simulation import Recording

    recording = Recording.parse(read_text(options.file), options.file)
    level = load_level(recording.level_source, axis=options.axis, scale=options.scale)
    if not options.verify:
        from .view.app import play_recording
        from .view.display import require_display

        require_display()
        return play_recording(recording, level)
    same, found = recording.verify(level)
    print(f"{options.file}: {'same' if same else f'DIFFERENT: {found} now, {recording.final_hash} recorded'}")
    return 0 if same else 1


def check(options):
    from .regression import check as check_levels

    return check_levels(options.levels, update=options.update)


def explain(options):
    from .collision import describe

    simulation = run(options, until=options.tick)
    record = simulation.history[-1]
    print(f"{simulation.level.name}, tick {record.tick}, rules {options.rules}, {options.hz} ticks a second")
    print(describe(record.trace))


def shot(options):
    from .view.shot import take_picture

    simulation = run(options, until=options.tick or 0)
    path = take_picture(simulation, Path(options.out), options.size, options.overlays, options.third_person)
    print(path)


def bench(options):
    from .bench import run as run_bench

    return run_bench(options)


# What verbs share


def load(options):
    from .level import load_level

    return load_level(options.level, axis=options.axis, scale=options.scale)


def physics(options):
    """(PlayerParams, Rules) as the command line says."""
    from .collision import Rules
    from .simulation import PlayerParams

    try:
        return PlayerParams.from_settings(settings(options.set)), Rules.named(options.rules)
    except ValueError as error:
        raise InputError(str(error)) from None


def read_text(path):
    """A text file. InputError when it is none."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None


def run(options, until=None, keep=False):
    """Simulate the script on the level, up to tick `until`. Returns the Simulation."""
    from .simulation import Simulation, parse_script

    level = load(options)
    params, rules = physics(options)
    source = options.script or f"the tour of {level.name}"
    script = parse_script(read_text(options.script) if options.script else level.tour, source)
    if until is not None and not 0 <= until <= script.ticks:
        raise InputError(f"--tick {until}: {source} has {script.ticks} ticks")
    simulation = Simulation(level, params, rules, options.hz, history=script.ticks if keep else 1)
    simulation.begin_at(options.spawn, options.heading)
    for tick, intent in enumerate(script.intents(simulation.state.heading), 1):
        if until is not None and tick > until:
            break
        simulation.tick(intent)
    return simulation
