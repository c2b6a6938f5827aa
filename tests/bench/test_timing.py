"""Contenders take turns, and the figures are medians over whole turns and over places."""

import numpy as np
import pytest

from game.bench.harness import BLOCK, Contender, interleaved, typical, typical_ratio


def test_contenders_take_turns_with_the_same_calls():
    made, numbers = [], lambda first, count: list(range(first, first + count))
    contenders = {name: Contender(numbers, lambda calls, name=name: made.append((name, *calls))) for name in ("one", "other")}
    times = interleaved(contenders, rounds=2, turn=2 * BLOCK)
    assert all(times[name].shape == (2, 2) and (times[name] > 0).all() for name in contenders)
    blocks = [tuple(range(at, at + BLOCK)) for at in range(0, 6 * BLOCK, BLOCK)]
    assert made == [(name, *block) for turn in range(3) for name in contenders for block in blocks[2 * turn : 2 * turn + 2]]


def test_a_walk_is_a_mean_over_places_and_the_typical_place_a_median():
    """The last of three places is expensive, and the second of three rounds was disturbed."""
    ours, theirs = np.array([[1, 1, 4], [9, 9, 9], [1, 1, 4]], float), np.array([[3, 3, 40], [3, 3, 40], [90, 3, 40]], float)
    assert typical(ours) == 2.0 and typical(theirs) == pytest.approx(46 / 3)
    assert typical_ratio(theirs, ours) == 3.0
