"""The command line, with a function for each verb (subcommand). Bad input gives a one-line error and exit code 2.

The functions of the verbs take the parsed options. They return the exit code, or None for 0.
"""

import os
import sys
from pathlib import Path

from .cli_options import parser, settings
from .cli_simulation import compile_first, load, physics, run, twins_of
from .core.input_errors import InputError, one_line
from .core.safe_files import refuse_foreign, working_folder_words, write_file

OUT = Path("out")


def main(arguments):
    """Run the command line `arguments`, a list of words, and return the exit code.

    0: success; 1: a difference or a fault was found; 2: bad input, too little memory or a system error; 130: interrupted
    Raises SystemExit after `--help`.
    """
    if sys.stdout is None:  # closed by the caller, as pythonw.exe and services have it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a terminal without a character, such as a superscript 2, shows a question mark
    try:
        os.getcwd()  # fails if the folder is deleted, in which numpy cannot be imported by Python 3.13
        options = parser().parse_args(arguments)
        code = VERBS[options.verb](options) or 0
        sys.stdout.flush()
        return code
    except (InputError, MemoryError) as error:
        return complain(str(error) or "not enough memory; use a smaller level, or close other programs")
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe; Python's own last flush must not fail either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return complain(f"{error.filename or working_folder_words()}: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130


def complain(error):
    """Print an error in one line to the error stream. Returns the exit code 2."""
    print(f"glissade: {one_line(str(error))}", file=sys.stderr)
    return 2


# The verbs


def start(options):
    """Open the menu of levels, or draw the tours of all levels if there is no display. Called without a verb.

    options: not used
    """
    from .app.window import why_no_display

    if (reason := why_no_display()) is None:
        from .app.start_game import play as play_window

        return play_window(None)
    from .pictures.simulation_pictures import tour

    print(f"No window: {reason}. Each level's tour is played without a window instead.")
    compile_first()
    return tour(OUT / "tour")


def play(options):
    """Play a level in the window, or open the menu if the options name no level."""
    from .app.start_game import play as play_window
    from .app.window import require_display

    require_display()
    params, rules = physics(options)
    level = load(options) if options.level else None
    return play_window(level, params=params, rules=rules, hz=options.hz, crowd=options.crowd)


def list_levels(options):
    """Print all levels. Errors of invalid levels are printed to the error stream, and the exit code is then 2."""
    from .level import level_names, load_level

    code = 0
    for name in level_names():
        try:
            level = load_level(name)
            print(f"{name:12} {level.title} ({len(level.triangles)} triangles)")
        except InputError as error:
            code = complain(error)
    return code


def convert(options):
    """Print a level file for a mesh file."""
    from .level.mesh_import.mesh_file import existing
    from .level.mesh_level import level_file_text

    print(level_file_text(existing(Path(options.file)), options.axis, options.scale), end="")


def sim(options):
    """Run a script on a level, write the files that the options name, and print a summary and the state hash.

    With --route, walk routes instead (`walk_routes`).
    """
    if options.route:
        return walk_routes(options)
    from .simulation import Recording
    from .simulation.recording import MARK, TITLE, write_csv

    for path, mark in ((options.csv, MARK), (options.record, TITLE)):
        refuse_foreign(path, mark) if path else None  # before the run, not after it
    simulation = run(options, keep=bool(options.csv or options.record))
    if options.csv:
        write_csv(simulation.history, simulation.hz, options.csv)
    if options.record:
        write_file(options.record, str(Recording.of(simulation)), TITLE)
    print(simulation.summary())
    print(f"state hash {simulation.state_hash()}")


def walk_routes(options):
    """Walk every route of a routes file, and print a report. Returns 1 if any walk fails, else 0.

    Raises InputError for options that cannot be combined with --route.
    """
    from .core.safe_files import read_text
    from .simulation import Simulation
    from .simulation.waypoint_routes_and_walks import parse_routes, report_lines, walk_route

    for name in ("script", "spawn", "heading", "csv", "record"):
        if getattr(options, name) is not None:
            raise InputError(f"--{name}: cannot be used with --route, which has its own start and path")
    routes = parse_routes(read_text(options.route), options.route)
    options.scale = options.scale or routes.scale
    if routes.step_up is not None:
        options.set.insert(0, f"step_up={routes.step_up!r}")
    compile_first()
    simulation = Simulation(load(options), *physics(options), options.hz, history=1)
    walks = [walk_route(simulation, path) for path in routes.paths]
    print(*report_lines(walks, simulation.params.speed), sep="\n")
    return 1 if any(walk.failure for walk in walks) else 0


def replay(options):
    """Play a recording in the window, or compare its final state hash. Returns 1 if the hash differs."""
    from .core.safe_files import read_text
    from .simulation import Recording

    recording = Recording.parse(read_text(options.file), options.file)
    level = recording.load_level(options.file, options.axis, options.scale)
    if not options.verify:
        from .app.start_game import play_recording
        from .app.window import require_display

        require_display()
        return play_recording(recording, level)
    compile_first()
    same, found = recording.verify(level)
    print(f"{options.file}: {'same' if same else f'DIFFERENT: {found} now, {recording.final_hash} recorded'}")
    return 0 if same else 1


def check(options):
    """Compare cases with their golden records, accept them, or add a case. Returns 1 if there is a difference."""
    from .regression import accept, add_case
    from .regression import check as check_cases

    if options.cases and (options.accept or options.add):
        raise InputError(f"{options.cases[0]}: leave it out, or name it behind --accept")
    if options.set and (options.accept or options.add):
        raise InputError(f"--set {options.set[0]}: only compares; to put this on record, write it into the cases")
    compile_first()
    how = options.axis, options.scale
    if options.add:
        return add_case(*options.add, lambda word: accept([word], *how, options.processes), *how)
    if options.accept:
        return accept(options.accept, *how, options.processes)
    return check_cases(options.cases, *how, options.processes, settings(options.set).items())


def explain(options):
    """Print the solver's steps in one tick, or write them as a page. With --seed, print a failure of the robustness run."""
    from .explain.describe_trace import describe_trace
    from .explain.inspector_text import summary_of
    from .explain.triangle_test_replay import inspection_of

    if options.seed is not None and options.level is None:
        return explain_seed(options)
    if options.level is None or (options.tick or 0) < 1 or options.seed is not None:
        raise InputError("explain: give it a LEVEL and a --tick, from 1 on, or the --seed of a room of bench --robustness")
    simulation = run(options, until=options.tick)
    record = simulation.history[-1]
    if options.html:
        from .pictures.tick_page import write_page

        write_page(record, simulation, options.rules, Path(options.html))
        print(options.html)
        return
    print(f"{simulation.level.name}, tick {record.tick}, rules {options.rules}, {options.hz} ticks a second")
    print(*summary_of(record), describe_trace(record.trace, inspection_of(record, simulation)), sep="\n")


def explain_seed(options):
    """Print a summary of the robustness room with the seed --seed, and the first failure in this room, if any."""
    from .bench.robustness.robustness_report import reproduce

    compile_first()
    print(*reproduce(options.seed, physics(options)[1]), sep="\n")


def shot(options):
    """Write a picture of the state after a tick, or of the start, and print the path of the picture."""
    from .pictures.simulation_pictures import take_picture

    simulation = run(options, until=options.tick or 0, keep=bool(options.twins))
    twins = twins_of(simulation, options.twins)
    view = options.size, options.overlays, options.third_person
    shown = {"space": options.space, "minkowski": options.minkowski, "twins": twins}
    print(take_picture(simulation, Path(options.out), *view, **shown))


def lesson(options):
    """Open a lesson in the window, list all lessons, or write pages as pictures or HTML."""
    from .lesson import lesson_names, lesson_summaries, load_lesson

    if options.html is not None:
        from .pictures.lesson_book import PICTURE_SIZE, write_book

        if bool(options.lesson) == options.all:
            raise InputError("lesson --html: name one lesson, or give --all for the whole course")
        compile_first()
        names = lesson_names() if options.all else [options.lesson]
        return write_book([load_lesson(name) for name in names], options.html, options.size or PICTURE_SIZE)
    if options.lesson is None:
        for name, title, pages in lesson_summaries():
            print(f"{name:12} {title} ({pages} pages)")
        return 0
    chosen = load_lesson(options.lesson)
    if not options.shots:
        from .app.start_game import teach
        from .app.window import require_display

        require_display()
        return teach(chosen)
    from .pictures.lesson_slides import SLIDE_SIZE, write_slides

    compile_first()
    return write_slides(chosen, Path(options.out or OUT / "lessons"), options.size or SLIDE_SIZE)


def bench(options):
    """Make the measurements. Returns 1 if the robustness run found a fault."""
    from .bench import run as run_bench

    return run_bench(options)


VERBS = {
    "start": start,
    "play": play,
    "list": list_levels,
    "convert": convert,
    "sim": sim,
    "replay": replay,
    "check": check,
    "explain": explain,
    "shot": shot,
    "lesson": lesson,
    "bench": bench,
}
