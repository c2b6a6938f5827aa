"""Python code in a new process, started in the project's folder."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 300.0  # [s]; a cold compilation on a busy machine takes some 60


def output_of_process(code, *arguments, **environment):
    """Run Python code in a new process with `arguments` in sys.argv[1:], and return its output. Its exit code must be 0.

    environment: additional variables
    """
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
