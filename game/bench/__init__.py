"""Measurements of Glissade: its speed beside other engines, outcomes of triangle tests, jitter, and robustness.

`python main.py bench` calls `run`. Only the command line (cli_commands.py) uses this package.

start_times                  time of a new process to the first step, and to the first frame
speed_against_peers          a step and a sweep on meshes of growing size, and the making of a mesh
step_overheads               interpreter, trace, simulation and batch compared with a bare step
frame_times                  a frame of each level at each quality
crowd_speed_and_faults       crowds of agents
ball_speed_against_peers     balls in a box, beside other engines
triangle_test_statistics     outcomes of triangle tests, as in the paper's conclusion
controller_route_comparison  how many routes each controller walks
standing_and_walking_jitter  motion of a standing player, and of the eyes of a walking player
view_smoothing_plot          picture of how the eyes follow kerbs, stairs and ramps
harness                      meshes, moves, timing and tables of all measurements
robustness                   random bodies in hostile rooms
"""

import os
from argparse import Namespace
from collections.abc import Iterator

from .harness.timing import ResultTable, text, write_json


def run(options: Namespace) -> int:
    """Make and print the measurements that the options of `python main.py bench` name. Return 1 if a run found a fault.

    Raises InputError if an option is wrong, or if a file cannot be read or written.
    """
    if options.robustness:
        from .robustness.robustness_report import report

        return report(options.steps, options.seed, options.json)
    if options.eyes:
        from .view_smoothing_plot import write_drawing

        write_drawing(options.eyes)
        print(options.eyes)
        return 0
    tables = []
    for table in measurements(options.peers, options.frames, options.lab, options.start, options.routes, options.meshes):
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


def measurements(
    peers: bool,
    only_frames: bool = False,
    only_lab: bool = False,
    only_start: bool = False,
    routes: list[str] | None = None,
    meshes: str | None = None,
) -> Iterator[ResultTable]:
    """Yield the tables of all measurements, each measured when requested, or only that of an option.

    routes: paths of routes files, to yield only their table; meshes: folder of the routes' mesh files
    """
    if only_frames:
        from .frame_times import frame_table

        yield frame_table()
        return
    if only_lab:
        from .ball_speed_against_peers import lab_table

        yield lab_table()
        return
    if only_start:
        from .start_times import startup_table

        yield startup_table()
        return
    if routes:
        from .controller_route_comparison import routes_table

        yield routes_table(routes, meshes)
        return
    from . import (
        crowd_speed_and_faults,
        speed_against_peers,
        standing_and_walking_jitter,
        start_times,
        step_overheads,
        triangle_test_statistics,
    )

    yield start_times.startup_table()
    yield step_overheads.compiled_table()
    yield start_times.window_table()
    measured = speed_against_peers.tracks()
    yield speed_against_peers.steps_table(measured, peers)
    yield speed_against_peers.sweeps_table(measured, peers)
    yield speed_against_peers.spheres_table(measured, peers)
    yield step_overheads.overheads_table(measured[0])
    yield crowd_speed_and_faults.crowd_table()
    yield speed_against_peers.build_table(peers)
    yield triangle_test_statistics.detection_table()
    yield standing_and_walking_jitter.standing_table()
    yield standing_and_walking_jitter.walking_table()


__all__ = ["ResultTable", "measurements", "run"]
