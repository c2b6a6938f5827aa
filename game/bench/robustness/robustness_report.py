"""The printed report of a robustness run, and of a room's first failure for `python main.py explain --seed`."""

import sys
import time
from collections import Counter
from collections.abc import Callable

from ...collision import Rules, Trace
from ...core.input_errors import InputError
from ...explain.describe_trace import describe_trace
from ...explain.inspector_text import summary_of
from ...explain.triangle_test_replay import Inspection, inspection_of
from ..harness.timing import ResultTable, text, write_json
from .bare_body_run import FAULTS, BodyFailure, Result, robustness, run_room
from .player_run import FAULTS as PLAYER_FAULTS
from .player_run import PlayerFailure, run_player_room, run_players
from .rooms import hostile_room, mesh_of

SHOWN = 10  # failures of each kind
STEPS_A_TICK = 20  # bare steps for each tick of the whole player, which takes as long as these steps


def report(steps: int, seed: int | None, json_path: str | None) -> int:
    """Make and print the robustness run, or only the room of a seed. Returns the exit code, 1 if there is a fault.

    steps: least number of steps of bare bodies; json_path: file for the tables. Raises InputError for wrong numbers or file.
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
    for player_failure in players[2][:SHOWN]:
        print(player_line(player_failure), command_for(player_failure), sep="\n")
    if json_path:
        write_json(tables, json_path)
    return 1 if result.counts.total() + players[1].total() else 0


def command_for(failure: BodyFailure | PlayerFailure) -> str:
    return f"  again: python main.py explain --seed {failure.seed}"


def player_table(ticks: int, counts: Counter) -> ResultTable:
    row = (ticks, *(counts[fault] for fault in PLAYER_FAULTS))
    return ResultTable("The whole player in hostile rooms", ("ticks", *PLAYER_FAULTS), [row])


def show_progress(steps: int) -> Callable[[int], None] | None:
    """Return a function that draws a progress bar of finished steps on the error stream, or None if it is no terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int) -> None:
        part = min(done / steps, 1.0)
        end = "\n" if part == 1.0 else ""
        print(f"\r[{'#' * int(40 * part):40}] {done} steps", end=end, file=sys.stderr, flush=True)

    return show


def result_table(result: Result, seconds: float) -> ResultTable:
    counts = [result.counts[fault] for fault in FAULTS]
    row = (result.steps, *counts, result.deepest * 1000.0, seconds)
    columns = ("steps", *FAULTS, "deepest [mm]", "time [s]")
    return ResultTable("Hostile rooms", columns, [row], "Deepest penetration after a step; negative: no contact.")


def reproduce(seed: int, rules: Rules) -> list[str]:
    """Return texts about the room of a seed: a summary and the first failure. Raises InputError for a negative seed."""
    if seed < 0:
        raise InputError(f"--seed {seed}: must be at least 0")
    result, (ticks, _, players) = run_room(seed, rules), run_player_room(seed, rules)
    faults = len(result.failures), len(players)
    summary = f"room {seed}: {faults[0]} faults in {result.steps} steps, {faults[1]} in {ticks} ticks of whole players"
    if result.failures:
        return [summary, step_line(result.failures[0]), describe_failed_step(result.failures[0])]
    return [summary, player_line(players[0]), *describe_failed_tick(players[0])] if players else [summary]


def step_line(failure: BodyFailure) -> str:
    return (
        f"{failure.fault}: position {failure.position}, velocity {failure.velocity}, gravity {failure.gravity}, "
        f"radii {failure.radii}, heading {failure.heading}"
    )


def player_line(failure: PlayerFailure) -> str:
    return f"{failure.fault}: player {failure.player}, tick {failure.simulation.state.tick}"


def describe_failed_step(failure: BodyFailure) -> str:
    mesh, trace = mesh_of(hostile_room(failure.seed)), Trace()
    failure.reproduce(mesh, trace)
    rows = mesh.rows[trace.candidates]
    return describe_trace(trace, Inspection(trace, mesh.corners[rows], mesh.order[rows]))


def describe_failed_tick(failure: PlayerFailure) -> list[str]:
    record = failure.simulation.history[-1]
    return [*summary_of(record), describe_trace(record.trace, inspection_of(record, failure.simulation))]
