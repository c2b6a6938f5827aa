"""The work of a second process while the first compiles the player's tick: `python -m tests.second_core PLACE ...`.

It collects the tests of these places, so that their sources are compiled. Then it compiles what no tick calls:
exhibits and light.
"""

import os
import subprocess
import sys

from game.lab import Actor, Lab
from game.level import load_level
from tests.lab.rooms import use
from tests.view.prepared_cache import complete_machine_code

COLLECT = [sys.executable, "-m", "pytest", "--collect-only", "-n", "0", "-p", "no:cacheprovider"]


def compile_exhibits():
    """Start all exhibits of the lab for a tick."""
    level = load_level("lab")
    x, y, z = level.spawn.feet
    lab = Lab(level.exhibits, 60)
    lab.step(lab.begin(), Actor((x, y, z + 0.9), (0.4, 0.4, 0.9)), use(*(f"{exhibit.name}.start" for exhibit in level.exhibits)))


if __name__ == "__main__":
    subprocess.run([*COLLECT, *sys.argv[1:]], env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=False)
    compile_exhibits()
    complete_machine_code()
