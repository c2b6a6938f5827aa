"""Times of interleaved runs, so that the load by other programs is the same for every contender."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

BLOCK = 64  # calls timed together; fewer: the cost of the clock shows in calls of a microsecond
ROUNDS = 25  # turns of each contender; fewer: the median varies


class Contender(NamedTuple):
    """A function to measure, as a loop over the arguments of many calls.

    arguments(first, count): returns the arguments of `count` calls, from number `first` on. It is not measured. Vectors are
        new objects, so that the calls find them in the processor's cache, as in a game that has just computed them.
    calls(arguments): makes these calls
    """

    arguments: Callable[[int, int], list]
    calls: Callable[[list], object]


def interleaved(contenders: dict[str, Contender], rounds: int = ROUNDS, turn: int = BLOCK) -> dict[str, np.ndarray]:
    """Return {name: times of a call (rounds, blocks) [us]}, each the mean of a block of BLOCK calls.

    rounds: number of turns of each contender
    turn: number of calls before the next contender has its turn, a multiple of BLOCK
    Each contender has a turn without measurement, then all take turns. Their calls are numbered on from turn to turn.
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
    """Return the mean time of BLOCK calls of a Contender [us], from number `first` on."""
    arguments = contender.arguments(first, BLOCK)
    start = time.perf_counter_ns()
    contender.calls(arguments)
    return (time.perf_counter_ns() - start) / BLOCK / 1000.0


def typical(times: np.ndarray) -> float:
    """Return the median over the rounds of the mean time of a call [us]. times: as from `interleaved`"""
    return float(np.median(times.mean(axis=1)))


def walk_ratio(times: np.ndarray, others: np.ndarray) -> float:
    """Return `times` as a multiple of `others` in whole turns. Both: as from `interleaved`"""
    return typical(times) / typical(others)


def typical_ratio(times: np.ndarray, others: np.ndarray) -> float:
    """Return `times` as a multiple of `others` at the typical place: the median over the blocks. Both: as from `interleaved`"""
    return float(np.median(np.median(times, axis=0) / np.median(others, axis=0)))


def seconds(call: Callable[[], object]) -> float:
    """Return the duration of a call [s]."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
