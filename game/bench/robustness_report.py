"""Printing a robustness run: what was counted, and every failure so that it can be made again."""

from __future__ import annotations

import sys
import time

from game.collision import Trace, describe

from .report import Table, text, write_json
from .robustness import FAULTS, Failure, Result, robustness, run_room


def report(steps: int, seed: int | None, json_path: str | None) -> int:
    """Run and print; with a seed only that one room, and its first failure told step by step. Returns the exit code."""
    began = time.perf_counter()
    result = robustness(steps, progress=show_progress(steps)) if seed is None else run_room(seed)
    table = result_table(result, time.perf_counter() - began)
    print(text(table))
    for failure in result.failures[:10]:
        print(one_line(failure))
    if result.failures and seed is not None:
        print(told(result.failures[0]))
    if json_path:
        write_json([table], json_path)
    return 1 if result.counts.total() else 0


def show_progress(steps: int):
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return None

    def show(done: int) -> None:
        part = min(done / steps, 1.0)
        end = "\n" if part == 1.0 else ""
        print(f"\r[{'#' * int(40 * part):40}] {done} steps", end=end, file=sys.stderr, flush=True)

    return show


def result_table(result: Result, seconds: float) -> Table:
    counts = [result.counts[fault] for fault in FAULTS]
    row = (result.steps, *counts, result.deepest * 1000.0, seconds)
    columns = ("steps", *FAULTS, "deepest [mm]", "time [s]")
    return Table("Hostile rooms", columns, [row], "Deepest penetration after a step; below zero: never touched.")


def one_line(failure: Failure) -> str:
    """A failure, and how to see it again."""
    return (
        f"{failure.fault}: position {failure.position}, velocity {failure.velocity}, gravity {failure.gravity}, "
        f"radii {failure.radii}, heading {failure.heading}\n  again: python main.py bench --robustness --seed {failure.seed}"
    )


def told(failure: Failure) -> str:
    """The failing step in words and numbers."""
    trace = Trace()
    failure.again(trace)
    return describe(trace)
