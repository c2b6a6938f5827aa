"""Measured processes: their times, and their failures."""

import pytest

from game.bench.start_times import output


def test_a_process_that_fails_is_reported_with_its_last_line_or_its_exit_code():
    with pytest.raises(RuntimeError, match="ValueError: too deep"):
        output("raise ValueError('too deep')", {})
    with pytest.raises(RuntimeError, match="exit code 3"):
        output("import os; os._exit(3)", {})
