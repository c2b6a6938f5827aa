"""Medians of interleaved runs: whatever else the machine does meets every contender alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

BLOCK = 64  # calls timed as one: one call of a microsecond is too near the clock's own cost
ROUNDS = 25  # blocks of each contender; the median of fewer wanders


def interleaved(contenders: dict[str, Callable[[int], object]], rounds: int = ROUNDS, block: int = BLOCK) -> dict[str, float]:
    """Median microseconds a call of each contender; `contender(i)` makes its i-th call.

    Each contender gets one block unmeasured, then the blocks take turns.
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
    start = time.perf_counter_ns()
    for index in range(first, first + count):
        call(index)
    return (time.perf_counter_ns() - start) / count / 1000.0


def seconds(call: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
