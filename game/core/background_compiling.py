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

from .user_folders import KeptFolder

if TYPE_CHECKING:
    import subprocess

SWITCH = "GLISSADE_COMPILE_IN_BACKGROUND"  # of the environment: 0 to wait for the compiler at the first call
LESS_URGENT = 10  # steps of priority below its parent. Fewer: it slows the game down; more: it may never end on a busy machine
LOOK_AGAIN = 0.1  # [s] between two looks at the child. Less: each call pays for one; more: machine code is used later
LOCK = "compiling.lock"  # the name of the file that the one child locks
BUSY = 3  # exit code of a child that found another one at work
CODE = """
import os, sys
from importlib import import_module
sys.path.insert(0, sys.argv[1])
if hasattr(os, "nice"):
    os.nice(int(sys.argv[2]))
import_module(sys.argv[3]).compile_in_child(*sys.argv[4:])
"""


class State:
    """The state of the compiling process, as this process knows it.

    wanted: False if each call without machine code shall wait for the compiler
    warm_up: (folder of the package, module, name) of the function that the child calls, or None
    child: the Popen of the newest child
    tried: the warm-ups for which a child of this process has ended, or could not be started
    looked: time of the latest look [s], and its result
    """

    wanted = os.environ.get(SWITCH, "1") != "0"
    warm_up: tuple[str, str, str] | None = None
    child: subprocess.Popen | None = None
    tried: set[tuple[str, str, str] | None] = set()
    looked = -LOOK_AGAIN, False


def compile_in_background(wanted: bool = True) -> None:
    """Answer calls without machine code interpreted, while another process compiles. If `wanted` is False, compile and wait."""
    State.wanted, State.looked = wanted, (-LOOK_AGAIN, False)


def register_warm_up(module: str, function: str) -> None:
    """Register the function that a compiling process calls, by its names. A later one must do all that an earlier one does."""
    root = Path(sys.modules[module].__file__ or "").resolve().parents[module.count(".")]
    State.warm_up, State.looked = (str(root), module, function), (-LOOK_AGAIN, False)


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
    State.child = start(folder)
    return State.child is not None


def start(folder: KeptFolder) -> subprocess.Popen | None:
    """Start the child, and return it, or None if that is impossible: no such right, or a game frozen into one file."""
    if State.warm_up is None or getattr(sys, "frozen", False) or not sys.executable:
        return None
    import subprocess  # only here, because its import takes a tenth of a start

    options: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if sys.platform == "win32":
        options["creationflags"] = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP
    else:
        options["start_new_session"] = True  # Ctrl+C and a closed terminal end the program, not its child
    root, module, function = State.warm_up
    command = [sys.executable, "-c", CODE, root, str(LESS_URGENT), __name__, str(folder.path), module, function]
    with suppress(OSError):
        return subprocess.Popen(command, **options)
    return None


def compile_in_child(path: str, module: str, function: str) -> None:
    """Compile all that a warm-up calls, as the only process that does so for a folder. Else end with the code BUSY."""
    from importlib import import_module

    with open(Path(path) / LOCK, "ab") as file:
        if not lock(file):
            sys.exit(BUSY)
        State.wanted = False
        from . import jit

        with jit.machine_code():
            getattr(import_module(module), function)(alone=True)


def is_locked(folder: KeptFolder) -> bool:
    """True if a child has locked the folder of machine code."""
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
