"""Build and run a simulation from the options of the command line."""

from .cli_options import settings
from .core.input_errors import InputError
from .core.progress_bar import clear_bar, show_bar

WAIT = "60\n"  # script for a level without a tour: one second without input


def load(options):
    """Return the Level that the options name. The notes are printed, and the report of a mesh file.

    Raises InputError if there is no such level, or if its file has a fault.
    """
    from .level import load_level

    level = load_level(options.level, options.axis, options.scale, getattr(options, "look", "own"))
    if level.path.suffix != ".toml":
        print(level.report)
    for note in level.notes:
        print(f"{level.name}: {note}")
    return level


def compile_first():
    """Compile the solver before a run if it is not compiled yet, with a progress bar, because it takes some seconds."""
    from .collision import needs_compiling
    from .simulation import warm_up

    if needs_compiling():
        warm_up(show_bar)
        clear_bar()


def twins_of(simulation, names):
    """Return Twins, advanced to the newest tick of a Simulation, or None without names. Raises InputError for a wrong name.

    names: one or two names of rules or peers, or None
    """
    from .other_engines.engine_twin import twin_of
    from .simulation import Twins

    if names and len(names) > 2:
        raise InputError(f"--twins: takes one or two names, not {len(names)}; put a name of several words in quotes")
    try:
        return Twins.of_history(simulation, names, twin_of) if names else None
    except ValueError as error:
        raise InputError(f"--twins: {error}") from None


def physics(options):
    """Return the PlayerParams and the Rules of the options. Raises InputError if a value is wrong."""
    from .simulation import PlayerParams
    from .simulation.twins import rules_of

    try:
        return PlayerParams.from_settings(settings(options.set), options.feel), rules_of(options.rules)
    except ValueError as error:
        raise InputError(str(error)) from None


def run(options, until=None, keep=False):
    """Run the script that the options name, or else the level's tour, and return the Simulation.

    until: number of the last tick, or None to run the whole script
    keep: True to keep the records of all ticks in the history, False to keep only the last one
    Raises InputError if an option is wrong, or if `until` is negative or beyond the end of the script.
    """
    from .core.safe_files import read_text
    from .simulation import Simulation, parse_script

    compile_first()
    level = load(options)
    params, rules = physics(options)
    source = options.script or f"the tour of {level.name}"
    script = parse_script(read_text(options.script) if options.script else level.tour.strip() or WAIT, source)
    if until is not None and not 0 <= until <= script.ticks:
        raise InputError(f"--tick {until}: {source} has {script.ticks} ticks")
    simulation = Simulation(level, params, rules, options.hz, history=script.ticks if keep else 1)
    simulation.begin_at(options.spawn, options.heading)
    for tick, intent in enumerate(script.intents(simulation.state.heading), 1):
        if until is not None and tick > until:
            break
        simulation.tick(intent)
    return simulation
