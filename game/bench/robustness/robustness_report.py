"""Print a robustness run: the counts, and the first failures with the commands that reproduce them."""

from __future__ import annotations

import sys
import time
from collections import Counter

from ...core.input_errors import InputError
from ..harness.timing import ResultTable, text, write_json
from .bare_body_run import FAULTS, Result, robustness, run_room
from .failure_reproduction import player_line, step_line
from .player_run import FAULTS as PLAYER_FAULTS
from .player_run import run_player_room, run_players

SHOWN = 10  # failures of each kind
STEPS_A_TICK = 20  # bare steps for each tick of the whole player, which takes as long as these steps


def report(steps: int, seed: int | None, json_path: str | None) -> int:
    """Make and print the robustness run, or only the room of a seed. Returns the exit code, 1 if there is a fault, else 0.

    steps: least number of steps of bare bodies. With a seed it is only checked.
    seed: of the only room, or None for as many rooms as the steps need
    json_path: file for the tables, or None
    Raises InputError if the number of steps is below 1, if the seed is negative, or if the file cannot be written.
    """
    if steps < 1 or (seed or 0) < 0:
        raise InputError(f"bench: steps must be at least 1 and a seed at least 0, not {steps} and {seed}")
    began = time.perf_counter()
    result = robustness(steps, progress=show_progress(steps)) if seed is None else run_room(seed)
    tables = [result_table(result, time.perf_counter() - began)]
    print(text(tables[0]))
    for failure in result.failures[:SHOWN]:
        print(step_line(failure), command_for(failure), sep="\n")
    players = run_players(max(steps // STEPS_A_TICK, 1)) if seed is None else run_player_room(seed)
    tables.append(player_table(*players[:2]))
    print(text(tables[1]))
    for failure in players[2][:SHOWN]:
        print(player_line(failure), command_for(failure), sep="\n")
    if json_path:
        write_json(tables, json_path)
    return 1 if result.counts.total() + players[1].total() else 0


def command_for(failure) -> str:
    """Return a line with a command that runs the room of a Failure or PlayerFailure again and describes its first failure."""
    return f"  again: python main.py explain --seed {failure.seed}"


def player_table(ticks: int, counts: Counter) -> ResultTable:
    """Return the ResultTable of the runs of whole players: the number of ticks, and the count of each fault."""
    row = (ticks, *(counts[fault] for fault in PLAYER_FAULTS))
    return ResultTable("The whole player in hostile rooms", ("ticks", *PLAYER_FAULTS), [row])


def show_progress(steps: int):
    """Return a function that draws a progress bar on the error stream, or None if that stream is not a terminal.

    The function's argument is the number of finished steps.
    steps: total number of steps
    """
    if not sys.stderr.isatty():
        return None

    def show(done: int) -> None:
        part = min(done / steps, 1.0)
        end = "\n" if part == 1.0 else ""
        print(f"\r[{'#' * int(40 * part):40}] {done} steps", end=end, file=sys.stderr, flush=True)

    return show


def result_table(result: Result, seconds: float) -> ResultTable:
    """Return the ResultTable of the run of bare bodies. `seconds` is the duration of the run [s]."""
    counts = [result.counts[fault] for fault in FAULTS]
    row = (result.steps, *counts, result.deepest * 1000.0, seconds)
    columns = ("steps", *FAULTS, "deepest [mm]", "time [s]")
    return ResultTable("Hostile rooms", columns, [row], "Deepest penetration after a step; negative: no contact.")
