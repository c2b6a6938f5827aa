"""The command line, with a function of the parsed options for each verb. It returns the exit code, or None for 0.

Bad input gives a one-line error and exit code 2.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from .cli_options import parse, settings
from .core.input_errors import InputError, counted, one_line
from .core.progress_bar import clear_bar, show_bar
from .core.safe_files import is_stream, refuse_foreign, working_folder_words, write_file

if TYPE_CHECKING:  # each verb imports what it needs, so that `--help` needs nothing
    from .collision import Rules
    from .level import Level
    from .simulation import PlayerParams, Simulation, Twins

OUT = Path("out")
WAIT = "60\n"  # script for a level without a tour: one second without input


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code. Raises SystemExit after `--help`.

    0: success; 1: a difference or a fault; 2: bad input, too little memory or a system error; 130: interrupted
    """
    if sys.stdout is None:  # closed by the caller, as pythonw.exe and services have it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a character, such as a superscript 2, shows a question mark
    try:
        os.getcwd()  # fails if the folder is deleted, in which numpy cannot be imported by Python 3.13
        options = parse(arguments)
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


def complain(error: object) -> int:
    """Print an error in one line to the error stream. Returns the exit code 2."""
    print(f"glissade: {one_line(str(error))}", file=sys.stderr)
    return 2


# The verbs


def start(options: Namespace) -> int:
    """Open the menu of levels, or draw the tours of all levels if there is no display. Called without a verb."""
    from .app.window import why_no_display

    if (reason := why_no_display()) is None:
        from .app.game import play as play_window

        play_window(None)
        return 0
    from .pictures.tour_pictures import tour

    print(f"No window: {reason}. Each level's tour is played without a window instead.")
    compile_first()
    tour(OUT / "tour")
    return 0


def play(options: Namespace) -> None:
    """Play a level in the window, against the run of a file if there is one. Without a level, open the menu."""
    from .app.session.settings import Settings
    from .app.window import require_display
    from .collision import Rules
    from .core.safe_files import read_text
    from .simulation import Recording

    require_display()
    ghost, level = None, load(options) if options.level else None
    if options.ghost:
        from .app.session.race import rival_of

        recording = Recording.parse(read_text(options.ghost), options.ghost)
        level = level or recording.load_level(options.ghost, options.axis, options.scale)
        compile_first()
        ghost = rival_of(recording, level, options.ghost)
        options.feel = options.feel or recording.params.feel
    # The printed programs set the speed at once: a body that speeds up climbs no step by their rules.
    options.feel = options.feel or ("exact" if options.rules in Rules.NAMES[1:] else Settings.load().feel)
    params, rules = physics(options)
    from .app.game import play as play_window

    play_window(level, params=params, rules=rules, hz=options.hz, crowd=options.crowd, ghost=ghost)


def list_levels(options: Namespace) -> int:
    """Print all levels. Errors of invalid levels are printed to the error stream, and the exit code is then 2."""
    from .level import level_names, load_level

    code = 0
    for name in level_names():
        try:
            level = load_level(name)
            print(f"{name:12} {level.title} ({counted(len(level.triangles), 'triangle')})")
        except InputError as error:
            code = complain(error)
    return code


def convert(options: Namespace) -> None:
    """Print a level file for a mesh file."""
    from .level.mesh_import.mesh_file import existing
    from .level.mesh_level import level_file_text

    print(level_file_text(existing(Path(options.file)), options.axis, options.scale), end="")


def sim(options: Namespace) -> int:
    """Run a script on a level, write the named files, and print a summary and the state hash. With --route, walk routes."""
    if options.route:
        return walk_routes(options)
    from .core import html_writer
    from .simulation import Recording
    from .simulation.recording import MARK, TITLE, write_csv

    marks = {"csv": MARK, "record": TITLE, "html": html_writer.MARK}
    outputs = {name: Path(getattr(options, name)) for name in marks if getattr(options, name)}
    for name, path in outputs.items():  # before the run, not after it
        refuse_foreign(path, marks[name])
        for other in outputs:
            if other < name and outputs[other].resolve() == path.resolve() and not is_stream(path):
                raise InputError(f"--{name} {path}: is the file of --{other}, too; give each a name of its own")
    simulation = run(options, keep=bool(options.csv or options.record or options.html))
    if options.csv:
        write_csv(simulation.history, simulation.hz, options.csv)
    if options.record:
        write_file(options.record, str(Recording.of(simulation)), TITLE)
    if options.html:
        write_run(simulation, options.html)
    print(simulation.summary())
    print(f"state hash {simulation.state_hash()}")
    return 0


def write_run(simulation: Simulation, path: str) -> None:
    """Write the page of a simulation's history, with a progress bar. Raises InputError if that fails."""
    from .pictures.tick_page import write_run_page

    write_run_page(simulation, Path(path), show_bar)
    clear_bar()


def walk_routes(options: Namespace) -> int:
    """Walk every route of a file, and print a report. Returns 1 if one fails."""
    from .core.safe_files import read_text
    from .simulation import Simulation
    from .simulation.waypoint_routes_and_walks import parse_routes, report_lines, walk_route

    routes = parse_routes(read_text(options.route), options.route)
    options.scale = options.scale or routes.scale
    if routes.step_up is not None:
        options.set.insert(0, f"step_up={routes.step_up!r}")
    compile_first()
    simulation = Simulation(load(options), *physics(options), options.hz, history=1)
    walks = [walk_route(simulation, path) for path in routes.paths]
    print(*report_lines(walks, simulation.params.speed), sep="\n")
    return 1 if any(walk.failure for walk in walks) else 0


def replay(options: Namespace) -> int:
    """Play a recording in the window, write it as a page, or compare its final state hash. Returns 1 if the hash differs."""
    from .core.safe_files import read_text
    from .simulation import Recording

    recording = Recording.parse(read_text(options.file), options.file)
    level = recording.load_level(options.file, options.axis, options.scale)
    if options.html:
        from .core.html_writer import MARK

        refuse_foreign(options.html, MARK)
        compile_first()
        simulation = recording.simulation(level, history=recording.script.ticks)
        for intent in recording.intents(simulation):
            simulation.tick(intent)
        write_run(simulation, options.html)
        print(options.html)
        return 0
    if not options.verify:
        from .app.game import play_recording
        from .app.window import require_display

        require_display()
        play_recording(recording, level)
        return 0
    compile_first()
    same, found = recording.verify(level)
    print(f"{options.file}: {'same' if same else f'DIFFERENT: {found} now, {recording.final_hash} recorded'}")
    return 0 if same else 1


def check(options: Namespace) -> int:
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
        recording, name = options.add
        return add_case(recording, name, lambda word: accept([word], *how, options.processes), *how)
    if options.accept:
        return accept(options.accept, *how, options.processes)
    return check_cases(options.cases, *how, options.processes, settings(options.set).items())


def explain(options: Namespace) -> None:
    """Print the solver's iterations in one tick, or write them as a page. Without a tick, print what happens in which tick.

    With --seed, print a failure of the robustness run.
    """
    from .explain.describe_trace import describe_trace
    from .explain.inspector_text import summary_of
    from .explain.timeline_marks import MarkBook, mark_lines
    from .explain.triangle_test_replay import inspection_of

    if options.seed is not None:
        return explain_seed(options)
    if options.level is None:
        raise InputError("explain: give it a LEVEL, or the --seed of a room of bench --robustness")
    if options.tick is None:
        simulation = run(options, keep=True)
        lines = [*mark_lines(MarkBook().read(simulation.history))]
        print(*lines or [f"nothing happens in {counted(simulation.state.tick, 'tick')}"], sep="\n")
        return
    if options.tick < 1:
        raise InputError(f"--tick {options.tick}: ticks begin at 1")
    simulation = run(options, until=options.tick, neighbours=bool(options.html))
    record = next(record for record in simulation.history if record.tick == options.tick)
    if options.html:
        from .pictures.tick_page import write_page

        write_page(record, simulation, options.rules, Path(options.html), show_bar)
        clear_bar()
        print(options.html)
        return
    print(f"{simulation.level.name}, tick {record.tick}, rules {options.rules}, {options.hz} ticks a second")
    print(*summary_of(record), describe_trace(record.trace, inspection_of(record, simulation)), sep="\n")


def explain_seed(options: Namespace) -> None:
    """Print a summary of the robustness room with the seed --seed, and the first failure in this room, if any."""
    from .bench.robustness import reproduce

    compile_first()
    print(*reproduce(options.seed, physics(options)[1]), sep="\n")


def shot(options: Namespace) -> None:
    """Write a picture of the state after a tick, or of the start, and print the path of the picture."""
    from .pictures.photographer import take_picture

    simulation = run(options, until=options.tick or 0, keep=bool(options.twins))
    twins = twins_of(simulation, options.twins)
    view = options.size, options.overlays, options.third_person
    shown = {"space": options.space, "minkowski": options.minkowski, "twins": twins, "section": options.section}
    print(take_picture(simulation, Path(options.out), *view, **shown))


def lesson(options: Namespace) -> int:
    """Open a lesson in the window, list all lessons, or write pages as pictures or HTML."""
    from .lesson import lesson_names, lesson_summaries, load_lesson

    if options.html is not None:
        from .pictures.lesson_book import PICTURE_SIZE, write_book

        if bool(options.lesson) == options.all:
            raise InputError("lesson --html: name one lesson, or give --all for the whole course")
        compile_first()
        names = lesson_names() if options.all else [options.lesson]
        write_book([load_lesson(name) for name in names], options.html, options.size or PICTURE_SIZE)
        return 0
    if options.lesson is None:
        for name, title, pages in lesson_summaries():
            print(f"{name:12} {title} ({counted(pages, 'page')})")
        return 0
    chosen = load_lesson(options.lesson)
    if not options.shots:
        from .app.game import teach
        from .app.window import require_display

        require_display()
        teach(chosen)
        return 0
    from .pictures.lesson_book import SLIDE_SIZE, write_slides

    compile_first()
    write_slides(chosen, Path(options.out or OUT / "lessons"), options.size or SLIDE_SIZE)
    return 0


def web(options: Namespace) -> None:
    """Write a site of levels that are played in a browser, and print its front page."""
    from .level import load_level
    from .web.play_site import WHOLE, files_of_site, write_site

    files_of_site(Path(options.folder))  # before the work, not after it
    levels = [load_level(source, options.axis, options.scale) for source in options.levels or WHOLE]
    for level in levels:
        print_notes(level)
    compile_first()
    write_site(options.folder, levels, show_bar)
    clear_bar()
    print(Path(options.folder) / "index.html")


def claims(options: Namespace) -> int:
    """Print a table of the source documents' claims. Returns 1 if a figure is not the printed one, or a row is not shown."""
    from .lesson.document_claims import is_complete, measure_figures, read_claims, rows_named, table_lines

    listed = read_claims()
    rows = rows_named(listed, options.rows)
    compile_first()
    figures = measure_figures(rows, show_bar)
    clear_bar()
    print(*table_lines(listed, rows, figures), sep="\n")
    return 0 if is_complete(rows, figures) else 1


def bench(options: Namespace) -> int:
    """Make the measurements. Returns 1 if the robustness run found a fault."""
    from .bench import run as run_bench

    return run_bench(options)


# A simulation from the options


def load(options: Namespace) -> Level:
    """Return the level that the options name, and print its notes and a mesh file's report. Raises InputError."""
    from .level import load_level

    level = load_level(options.level, options.axis, options.scale, getattr(options, "look", "own"))
    if level.path.suffix != ".toml":
        print(level.report)
    print_notes(level)
    return level


def print_notes(level: Level) -> None:
    for note in level.notes:
        print(f"{level.name}: {note}")


def compile_first() -> None:
    """Compile the solver before a run if it is not compiled yet, with a progress bar, because it takes some seconds."""
    from .collision import needs_compiling
    from .simulation import warm_up

    if needs_compiling():
        warm_up(show_bar)
        clear_bar()


def twins_of(simulation: Simulation, names: Sequence[str] | None) -> Twins | None:
    """Return one or two twins, advanced to the newest tick, or None without names. Raises InputError."""
    from .other_engines.engine_twins_and_failures import twin_of
    from .simulation import Twins

    if names and len(names) > 2:
        raise InputError(f"--twins: takes one or two names, not {len(names)}; put a name of several words in quotes")
    try:
        return Twins.of_history(simulation, names, twin_of) if names else None
    except ValueError as error:
        raise InputError(f"--twins: {error}") from None


def physics(options: Namespace) -> tuple[PlayerParams, Rules]:
    """Return the player and the rules of the options. Raises InputError if a value is wrong."""
    from .simulation import PlayerParams
    from .simulation.twins import rules_of

    try:
        return PlayerParams.from_settings(settings(options.set), options.feel), rules_of(options.rules)
    except ValueError as error:
        raise InputError(str(error)) from None


def run(options: Namespace, until: int | None = None, keep: bool = False, neighbours: bool = False) -> Simulation:
    """Run the script that the options name, or else the level's tour, until a tick or the end, and keep records or the last.

    neighbours: True to keep the ticks before and after `until` as well, if the script has them

    Raises InputError if an option is wrong, or if `until` is negative or beyond the end of the script.
    """
    from .core.safe_files import read_text
    from .level import notes_on_spawn
    from .simulation import Simulation, parse_script

    compile_first()
    level = load(options)
    params, rules = physics(options)
    source = options.script or f"the tour of {level.name}"
    script = parse_script(read_text(options.script) if options.script else level.tour.strip() or WAIT, source)
    if until is not None and not 0 <= until <= script.ticks:
        raise InputError(f"--tick {until}: {source} has {counted(script.ticks, 'tick')}, from 1 on")
    simulation = Simulation(level, params, rules, options.hz, history=script.ticks if keep else 3 if neighbours else 1)
    simulation.begin_at(options.spawn, options.heading)
    on_spawn = notes_on_spawn(level, options.spawn) if options.spawn else ()  # those on the level's own are its notes
    for note in filter(None, (simulation.note_on_room(), *on_spawn)):
        print(f"{level.name}: {note}")
    for tick, intent in enumerate(script.intents(simulation.state.heading), 1):
        if until is not None and tick > until + neighbours:
            break
        simulation.tick(intent)
    return simulation


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
    "web": web,
    "claims": claims,
    "bench": bench,
}
