"""The shared parts of all measurements: contenders in turn, times and ratios, and tables as text and JSON."""

import gc
import json
import platform
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..core.safe_files import write_file

MARK = '{\n "python": "'  # at the beginning of every file of tables


class ResultTable(NamedTuple):
    """A table: its title, the names of the columns, rows of the same length, and a note on the method."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple]
    note: str = ""


def text(table: ResultTable) -> str:
    cells = [table.columns, *([shown(value) for value in row] for row in table.rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(table.columns))]
    lines = [aligned(row, widths) for row in cells]
    rule = "-" * len(lines[0])
    return "\n".join([table.title, rule, lines[0], rule, *lines[1:], *([table.note] if table.note else [])])


def aligned(row: Sequence[str], widths: list[int]) -> str:
    return "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))])


def shown(value: object) -> str:
    """Return a value as text. Floats have three significant digits, or no decimals from 1000 on, and None is a dash."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


def write_json(tables: list[ResultTable], path: str) -> None:
    """Write all tables with a description of the machine to a JSON file. Raises InputError as `write_file` does."""
    document = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "tables": [{"title": t.title, "note": t.note, "rows": [dict(zip(t.columns, row)) for row in t.rows]} for t in tables],
    }
    write_file(path, json.dumps(document, indent=1) + "\n", MARK)


BLOCK = 64  # calls timed together; fewer: the cost of the clock shows in calls of a microsecond
ROUNDS = 25  # turns of each contender; fewer: the median varies


class Contender(NamedTuple):
    """A function to measure, as a loop over the arguments of many calls.

    arguments(first, count): new objects for `count` calls, in the processor's cache; calls(arguments): makes these calls
    """

    arguments: Callable[[int, int], list]
    calls: Callable[[list], object]


def interleaved(contenders: dict[str, Contender], rounds: int = ROUNDS, turn: int = BLOCK) -> dict[str, np.ndarray]:
    """Return {name: times of a call (rounds, blocks) [us]}, each the mean of a block of BLOCK calls.

    rounds: turns of each contender; turn: its calls, a multiple of BLOCK. Each has a turn without measurement first.
    """
    times: dict[str, list[list[float]]] = {name: [] for name in contenders}
    gc.collect()
    gc.disable()
    try:
        for first in range(0, (rounds + 1) * turn, turn):
            for name, contender in contenders.items():
                times[name].append([_block(contender, start) for start in range(first, first + turn, BLOCK)])
    finally:
        gc.enable()
    return {name: np.array(measured[1:]) for name, measured in times.items()}


def _block(contender: Contender, first: int) -> float:
    """Return the mean time of BLOCK calls [us], from number `first` on."""
    arguments = contender.arguments(first, BLOCK)
    start = time.perf_counter_ns()
    contender.calls(arguments)
    return (time.perf_counter_ns() - start) / BLOCK / 1000.0


def typical(times: np.ndarray) -> float:
    return float(np.median(times.mean(axis=1)))


def walk_ratio(times: np.ndarray, others: np.ndarray) -> float:
    return typical(times) / typical(others)


def typical_ratio(times: np.ndarray, others: np.ndarray) -> float:
    """Return `times` as a multiple of `others` at the typical place: the median over the blocks."""
    return float(np.median(np.median(times, axis=0) / np.median(others, axis=0)))


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
