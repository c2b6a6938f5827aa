"""Medians of interleaved runs, so that the load by other programs is the same for every contender."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

BLOCK = 64  # calls timed together; fewer: the cost of the clock shows in calls of a microsecond
ROUNDS = 25  # blocks of each contender; fewer: the median varies


def interleaved(contenders: dict[str, Callable[[int], object]], rounds: int = ROUNDS, block: int = BLOCK) -> dict[str, float]:
    """Return the median time of a call of each contender [us].

    contenders: {name: function of the call's number, which counts from 0}
    rounds: number of blocks of each contender
    block: number of calls that are timed together
    Each contender runs a block without measurement, then the contenders take turns.
    """
    times: dict[str, list[float]] = {name: [] for name in contenders}
    gc.collect()
    gc.disable()
    try:
        for turn in range(rounds + 1):
            for name, call in contenders.items():
                times[name].append(_block(call, turn * block, block))
    finally:
        gc.enable()
    return {name: statistics.median(measured[1:]) for name, measured in times.items()}


def _block(call: Callable[[int], object], first: int, count: int) -> float:
    """Return the mean time of `count` calls [us]. The first call gets the argument `first`, the next ones count up."""
    start = time.perf_counter_ns()
    for index in range(first, first + count):
        call(index)
    return (time.perf_counter_ns() - start) / count / 1000.0


def seconds(call: Callable[[], object]) -> float:
    """Return the duration of a call [s]."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
