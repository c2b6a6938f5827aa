"""Compiling in another process: one child of low priority for all processes, which goes on when its parent has ended.

It calls the warm-up that was registered last, the most complete one. Its machine code comes into the cache, where every process
finds it (Entry in jit.py). The operating system frees the lock of a child that ends, so nothing is left behind.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .user_and_cache_folders import KeptFolder

if TYPE_CHECKING:
    import subprocess

SWITCH = "GLISSADE_COMPILE_IN_BACKGROUND"  # of the environment: 0 to wait for the compiler at the first call
LESS_URGENT = 5  # steps of priority below its parent. Fewer: the picture of the game stutters; more: a busy machine starves it
LOOK_AGAIN = 0.1  # [s] between two looks at the child. Less: each call pays for one; more: machine code is used later
LOCK = "compiling.lock"  # the name of the file that the one child locks
BUSY = 3  # exit code of a child that found another one at work
ROOT = Path(__file__).resolve().parents[__name__.count(".")]  # the folder that holds the package, whatever its name is
# The first process holds the other end of the pipe, so a read ends when that process does, also if it was killed.
CODE = """
import os, sys, threading
from importlib import import_module
root, nice, outlives, module, function = sys.argv[1:6]
if not outlives:
    threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
sys.path.insert(0, root)
if hasattr(os, "nice"):
    os.nice(int(nice))
getattr(import_module(module), function)(*sys.argv[6:])
"""


class State:
    """The state of the compiling process, as this process knows it."""

    wanted = os.environ.get(SWITCH, "1") != "0"  # False if each call without machine code shall wait for the compiler
    warm_up: tuple[str, str] | None = None  # module and name of the function that the child calls
    child: subprocess.Popen | None = None  # the newest
    tried: set[tuple[str, str]] = set()  # warm-ups for which a child of this process has ended, or could not be started
    looked = -LOOK_AGAIN, False  # time of the latest look [s], and its result


def compile_in_background(wanted: bool = True) -> None:
    """Answer calls without machine code interpreted, while another process compiles. If `wanted` is False, compile and wait."""
    State.wanted, State.looked = wanted, (-LOOK_AGAIN, False)


def register_warm_up(module: str, function: str) -> None:
    """Register the function that a compiling process calls, by its names. A later one must do all that an earlier one does."""
    State.warm_up, State.looked = (module, function), (-LOOK_AGAIN, False)


def is_expected(folder: KeptFolder | None) -> bool:
    """True if another process compiles what is missing in the folder of machine code. It is started if there is none."""
    if not State.wanted or folder is None or not folder.is_lasting:
        return False
    now = time.monotonic()
    if now - State.looked[0] >= LOOK_AGAIN:
        State.looked = now, is_at_work(folder)
    return State.looked[1]


def is_at_work(folder: KeptFolder) -> bool:
    """True if a child is at work, of this process or another one, or was started now. See `is_expected`."""
    if State.child is not None:
        code = State.child.poll()
        if code is None:
            return True
        State.child = None
        if code != BUSY:
            return False
    if is_locked(folder):
        return True
    if State.warm_up is None or State.warm_up in State.tried:
        return False
    State.tried.add(State.warm_up)
    child = "compile_in_child", str(folder.path), *State.warm_up
    State.child = start_process(__name__, *child, nice=LESS_URGENT, outlives=True)
    return State.child is not None


def start_process(module: str, function: str, *arguments: str, nice: int = 0, outlives: bool = False) -> subprocess.Popen | None:
    """Start a Python process that calls a function of a module. Returns the Popen, or None if there can be none.

    The process waits for the compiler where it needs it. A game that is frozen into one file cannot start one.
    nice: steps of priority below this process; outlives: True for a process that goes on when this one ends. Another one ends
    with it, or with its Popen, and is not started on a machine with one core.
    """
    import subprocess  # only here, because its import takes a tenth of a start

    if getattr(sys, "frozen", False) or not sys.executable or (os.cpu_count() == 1 and not outlives):
        return None
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    quiet |= {"env": os.environ | {SWITCH: "0"}, "stdin": subprocess.DEVNULL if outlives else subprocess.PIPE}
    if sys.platform == "win32":
        quiet["creationflags"] = subprocess.BELOW_NORMAL_PRIORITY_CLASS if nice else 0
        quiet["creationflags"] |= subprocess.CREATE_NEW_PROCESS_GROUP if outlives else 0
    else:
        quiet["start_new_session"] = outlives  # Ctrl+C and a closed terminal end the program, not this process
    command = [sys.executable, "-c", CODE, str(ROOT), str(nice), "1" if outlives else "", module, function, *arguments]
    with suppress(OSError):
        return subprocess.Popen(command, **quiet)
    return None


def compile_in_child(path: str, module: str, function: str) -> None:
    """Compile all that a warm-up calls, as the only process that does so for a folder. Else end with the code BUSY."""
    from importlib import import_module

    with open(Path(path) / LOCK, "ab") as file:
        if not lock(file):
            sys.exit(BUSY)
        getattr(import_module(module), function)(alone=True)


def is_locked(folder: KeptFolder) -> bool:
    try:
        with open(folder.path / LOCK, "rb+") as file:
            return not lock(file)
    except OSError:
        return False


def lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, and return True. Return False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
