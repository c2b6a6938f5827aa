"""Code that runs in a new process: its output, and its wall-clock and CPU time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]


class ProcessTime(NamedTuple):
    """The wall-clock time and the CPU time of a process [s].

    The CPU time does not depend on the load by other programs. It is 0 on Windows.
    """

    wall: float
    cpu: float


def time_process(code: str, **environment: str) -> ProcessTime:
    """Return the ProcessTime of a new process that runs the Python text `code`.

    environment: additional environment variables
    Raises RuntimeError if the process fails.
    """
    begun, before = time.perf_counter(), os.times()
    output(code, environment)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return ProcessTime(time.perf_counter() - begun, cpu)


def output(code: str, environment: dict[str, str]) -> str:
    """Return the output of a new process that runs the Python text `code` in the checkout.

    environment: additional environment variables
    Raises RuntimeError with the last error line if the process fails.
    """
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    if run.returncode:
        last_line = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        raise RuntimeError(f"a measured process failed: {last_line}")
    return run.stdout
