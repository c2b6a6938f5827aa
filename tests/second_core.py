"""The work of a second process while the first compiles the player's tick, before the tests run in several processes."""

import os
import subprocess
import sys

from game.lab import Actor, Lab
from game.level import load_level
from game.web.tick_module import tick_module
from tests.app.prepared_cache import complete_machine_code
from tests.lab.rooms import use

COLLECT = [sys.executable, "-m", "pytest", "--collect-only", "-n", "0", "-p", "no:cacheprovider"]


def compile_exhibits():
    """Start all exhibits of the lab for a tick."""
    level = load_level("lab")
    x, y, z = level.spawn.at
    lab = Lab(level.exhibits, 60)
    lab.tick(lab.begin(), Actor((x, y, z + 0.9), (0.4, 0.4, 0.9)), use(*(f"{exhibit.name}.start" for exhibit in level.exhibits)))


def prepare(*places):
    """Collect the tests of these places, which compiles their sources. Then compile what no tick calls, and the web's tick."""
    subprocess.run([*COLLECT, *places], env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=False)
    compile_exhibits()
    complete_machine_code()
    tick_module()
