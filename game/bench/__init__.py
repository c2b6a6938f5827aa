"""Measurements of Glissade: its speed beside other engines, outcomes of triangle tests, jitter, and robustness.

`python main.py bench` calls `run`. Only the command line (cli_commands.py) uses this package.

start_times                  time of a new process to the first step, and to the first frame
speed                        a step, a sweep, a mesh, balls, pairs, crowds and frames, mostly beside other engines
triangle_test_statistics     outcomes of triangle tests, as in the paper's conclusion
controller_route_comparison  how many routes each controller walks
smoothness                   motion of a standing player, and of the eyes of a walking player
hostile_rooms                random rooms that make collision code fail
harness                      timing and tables of all measurements
terrain_and_tracks           terrain with stairs and boxes, and the moves of bodies on it, the same for all contenders
robustness                   random bodies and players in hostile rooms, with a check of every step
"""

import os
from argparse import Namespace
from collections.abc import Callable, Iterator

from .harness import ResultTable, text, write_json

STEPS = 200_000  # of --robustness. Fewer: rare faults are missed; more: takes longer than some minutes


def run(options: Namespace) -> int:
    """Make and print the measurements that the options of `python main.py bench` name. Return 1 if a run found a fault.

    Raises InputError if a file cannot be read or written.
    """
    if options.robustness:
        from .robustness import report

        return report(STEPS if options.steps is None else options.steps, options.seed, options.json)
    if options.eyes:
        from .smoothness import write_drawing

        write_drawing(options.eyes)
        print(options.eyes)
        return 0
    tables = []
    for table in measurements(options):
        print(text(table), end="\n\n", flush=True)
        tables.append(table)
    print(load_note())
    if options.json:
        write_json(tables, options.json)
    return 0


def load_note() -> str:
    """Return a line about the machine's load, which makes all times longer, or advice if the load is unknown."""
    if not hasattr(os, "getloadavg"):
        return "Close other programs while measuring: they make all figures worse."
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    state = "free" if load < cores else "BUSY: all times are too long, and ratios are rough"
    return f"Load {load:.1f} on {cores} cores: the machine was {state}."


def measurements(options: Namespace) -> Iterator[ResultTable]:
    """Yield the tables of all measurements, each measured when requested, or only those of an option."""
    from . import smoothness, speed, start_times, triangle_test_statistics
    from .controller_route_comparison import routes_table

    alone: dict[str, list[Callable[[], ResultTable]]] = {
        "frames": [speed.frame_table],
        "lab": [speed.lab_table, speed.pairs_table],
        "start": [start_times.startup_table],
        "routes": [lambda: routes_table(options.routes, options.meshes)],
    }
    chosen = [make for option, tables in alone.items() if getattr(options, option) for make in tables]
    if chosen:
        yield from (make() for make in chosen)
        return
    yield start_times.startup_table()
    yield speed.compiled_table()
    yield start_times.window_table()
    measured = speed.tracks()
    yield from (speed.against_peers(*table, measured, options.peers) for table in speed.PEER_TABLES)
    yield speed.overheads_table(measured[0])
    yield speed.crowd_table()
    yield speed.build_table(options.peers)
    yield triangle_test_statistics.detection_table()
    yield smoothness.standing_table()
    yield smoothness.walking_table()


__all__ = ["ResultTable", "measurements", "run"]
