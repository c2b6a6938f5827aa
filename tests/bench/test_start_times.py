"""Measured processes: their times, and their failures."""

import pytest

from game.bench.start_times import output, time_process


def test_a_process_that_fails_is_reported_with_its_last_line_or_its_exit_code():
    with pytest.raises(RuntimeError, match="ValueError: too deep"):
        output("raise ValueError('too deep')", {})
    with pytest.raises(RuntimeError, match="exit code 3"):
        output("import os; os._exit(3)", {})


def test_processes_are_timed_and_their_failures_are_errors():
    taken = time_process("sum(range(3_000_000))")
    assert taken.cpu < 10 and 0 < taken.wall
    with pytest.raises(RuntimeError, match="no-such-thing"):
        time_process("raise SystemExit('no-such-thing')")
