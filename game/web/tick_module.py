"""The player's tick as a WebAssembly module, from the source that the game itself compiles.

`python -m game.web.tick_module FILE` compiles it, in a process of its own, because numba's passes must not run in it. The module
is kept in the cache of machine code. A change of any compiled source, or of what it exports, makes a new one.
"""

from __future__ import annotations

import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from ..core.input_errors import InputError
from ..core.jit import interpret_meanwhile, is_installed
from ..core.machine_code_cache import SOURCES, sources_hash
from ..core.progress_bar import Progress
from ..core.user_and_cache_folders import cache_folder
from ..level import load_level
from ..player.tick import tick_players
from ..simulation import Simulation
from .tick_memory import STACK

NAMES = r"tick-[0-9a-f]{16}\.wasm"
MOST = 4  # modules kept. Fewer: an older commit compiles again; more: disk space
USUAL = 30.0  # [s] that compiling takes. Smaller: the bar waits at its end; larger: it jumps there
SEEN = 0.2  # [s] between two steps of the bar
# What the module exports beside the tick: (cosine, sine) of an angle, with which a page turns a wish as a script does; and the
# parts of a triangle's test, which a page runs once more to say what each came to.
INNER = (
    *("cos_sin", "look_ahead", "nearest_contact", "sweep_triangle", "check_triangle", "closest_on_triangle"),
    *("plane_interval", "plane_point", "edge_functions", "corner_equation", "edge_equation", "both_roots", "edge_parameter"),
    *("reach_corner", "reach_edge", "sweep_corner", "sweep_edge"),
)


def tick_module(progress: Progress = lambda fraction, text: None) -> bytes:
    """Return the WebAssembly module of `tick_players`, compiled or from the cache.

    progress: function called with the fraction done, 0..1, and a text. Raises InputError without numba.
    """
    key = sha256(" ".join([sources_hash(), *INNER]).encode()).hexdigest()[:16]
    folder, name = cache_folder("wasm", NAMES), f"tick-{key}.wasm"
    module = folder.read(name) if folder else None
    if module is None:
        module = compiled_in_child(progress)
        if folder:
            folder.write(name, module)
            folder.delete_oldest(MOST, spared=name)
    return module


def compiled_in_child(progress: Progress) -> bytes:
    if not is_installed("numba"):
        raise InputError("the solver cannot be compiled for a browser without numba: pip install numba")
    with TemporaryDirectory() as place:
        file = Path(place) / "tick.wasm"
        command = [sys.executable, "-m", __name__, str(file)]
        start = time.monotonic()
        with subprocess.Popen(command, cwd=SOURCES.parent, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as child:
            try:
                while child.poll() is None:
                    progress(min((time.monotonic() - start) / USUAL, 0.99), "compiling the solver for browsers")
                    time.sleep(SEEN)
            except BaseException:
                child.kill()
                raise
            words = child.stderr.read().decode(errors="replace").strip().splitlines() if child.stderr else []
        if child.returncode or not file.is_file():
            raise InputError(f"the solver could not be compiled for a browser: {words[-1] if words else 'no reason given'}")
        return file.read_bytes()


def compile_module() -> bytes:
    """Return the module. The types of the tick's arguments are the same in all levels, so any will do."""
    from ..core.wasm_compiler import wasm_module

    interpret_meanwhile()
    world = Simulation(load_level("corners"))
    players = world.new_rows(world.state, 1).tables
    return wasm_module(tick_players, (*world.driver.records(players), 0, 0, 0, 0), INNER, STACK)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(compile_module())
