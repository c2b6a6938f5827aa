"""Measuring Glissade: its speed beside its peers', what its tests cost, what trembles, and whether anything gets through.

`run` is what `python main.py bench` calls. Nobody else imports this package, and nothing of it is needed to play.
"""

from __future__ import annotations

import os

from .tables import Table, text, write_json


def run(options) -> int:
    """Measure and print. options: peers, json, eyes, robustness, steps, seed (see `python main.py bench --help`).

    Returns the exit code: 1 when a robustness run found a fault, else 0.
    """
    if options.robustness:
        from .robustness.robustness_report import report

        return report(options.steps, options.seed, options.json)
    if options.eyes:
        from .view_smoothness import write_drawing

        write_drawing(options.eyes)
        print(options.eyes)
        return 0
    tables = []
    for table in measurements(options.peers):
        print(text(table), end="\n\n", flush=True)
        tables.append(table)
    print(busyness())
    if options.json:
        write_json(tables, options.json)
    return 0


def busyness() -> str:
    """A line on how much else the machine had to do, because that makes all figures worse than they are."""
    if not hasattr(os, "getloadavg"):
        return "Close other programs while measuring: they make all figures worse."
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    state = "free" if load < cores else "BUSY: all times are too long, and ratios are rough"
    return f"Load {load:.1f} on {cores} cores: the machine was {state}."


def measurements(peers: bool):
    """All tables, each measured when it is asked for."""
    from . import building, conclusion, crowd, jitter, overheads, speed, startup

    yield startup.startup_table()
    yield startup.compiled_table()
    measured = speed.tracks()
    yield speed.steps_table(measured, peers)
    yield speed.sweeps_table(measured, peers)
    yield speed.spheres_table(measured, peers)
    yield overheads.overheads_table(measured[0])
    yield crowd.crowd_table()
    yield building.building_table(peers)
    yield conclusion.conclusion_table()
    yield jitter.standing_table()
    yield jitter.walking_table()


__all__ = ["Table", "measurements", "run"]
