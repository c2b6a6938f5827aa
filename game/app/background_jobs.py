"""Work during the game in threads and other processes: compiling, light, films. And protection against two memory allocators.

On Linux, Panda3D's allocator (dlmalloc) and the C library's `malloc` both get memory by moving the program break with `sbrk`.
Each has a lock of its own, and `sbrk` has none. If Panda3D allocates in one thread while the graphics driver compiles shaders
in another, both may be given the same memory. One of four such starts ended with an assertion of dlmalloc. A test program of
two threads crashed within 20 s in 5 of 6 runs. With the program break fixed, none of 8 runs crashed.

Other processes compile and bake, so that the picture does not stutter, and store the results in the caches. A thread of this
process then loads the results, and the game begins to use them between two frames. Without a cache or a second process, the
thread does the work.
"""

import atexit
import ctypes
import json
import mmap
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from panda3d.core import NodePath

from ..core import background_compiling, jit
from ..core.background_compiling import start_process
from ..core.jit import NotKept
from ..lab import Lab
from ..level import Level, load_level
from ..pictures import clip
from ..pictures.clip import progress_of
from ..scene.light.bake import Baked, bake, baked_level, cached_light, coarse_light
from ..scene.mover_models import MoverModels
from ..scene.static_scenery_and_patterns import surfaces_and_lines
from ..simulation import Simulation, warm_up

MAP_FIXED_NOREPLACE = 0x100000  # of Linux since 4.17; older kernels take the address as a hint
# Blocks [bytes] that make `malloc` ask the system for memory. Larger: each gets memory of its own, and the heap stays.
BLOCK, BLOCKS = 100_000, 4


def fix_program_break() -> bool:
    """Fix the program break for the rest of the process, so that both allocators get all further memory by `mmap`.

    `mmap` is safe in threads. A page without access is placed at the break, and `sbrk` fails from then on. Call this function
    before a second thread uses Panda3D. Return True if the break is fixed. On systems other than Linux, do nothing and return
    False.
    """
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(None)
    try:
        sbrk, place = library.sbrk, library.mmap
    except AttributeError:  # a C library without them
        return False
    sbrk.restype, sbrk.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
    place.restype = library.malloc.restype = ctypes.c_void_p
    place.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    library.free.argtypes, library.malloc.argtypes = [ctypes.c_void_p], [ctypes.c_size_t]
    # An allocator may give back the end of the heap if it owns it. So the C library must own it when the page is placed, and must
    # use other memory afterwards.
    blocks = [library.malloc(BLOCK) for _ in range(BLOCKS)]
    end = -(-sbrk(0) // mmap.PAGESIZE) * mmap.PAGESIZE
    place(end, mmap.PAGESIZE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0)
    blocks += [library.malloc(BLOCK) for _ in range(BLOCKS)]
    for block in blocks:
        library.free(block)
    failed = ctypes.c_void_p(-1).value
    return sbrk(mmap.PAGESIZE) == failed


LOADING, COMPILING, READY = range(3)  # state of the machine code
NICENESS = 2  # levels of priority of the other processes below the game. Fewer: the picture stutters; more: they may starve
LOOK_AGAIN = 0.1  # [s] between two checks of another process
SHOWN = 5.0  # [s] for which the end of a clip is shown. Less: too short to read; more: the next clip must wait
# [s] for threads to end. Less: the process ends without its exit functions although all is well; more: the player waits
PATIENCE = 2.0
RATE = 60  # ticks per second for which exhibits are computed once. The machine code is the same for all


class Background:
    """The background work of the game. Nodes of the scene are made for the renderer "tiny", "gl" or "llvmpipe"."""

    def __init__(self, renderer: str):
        fix_program_break()
        self._renderer = renderer
        self._level: Level | None = None  # whose light is baked
        self._finished: tuple[Level, tuple[NodePath, MoverModels]] | None = None
        self._exhibits_of: Level | None = None
        self._without_code: set[str] = set()  # names of its exhibits that have no machine code yet
        self._exhibit_text = ""
        self._processes: set[Popen] = set()
        self._threads: list[threading.Thread] = []
        self._ended, self._one_bake, self._may_load = threading.Event(), threading.Lock(), threading.Event()
        self._code_text = self._light_text = self._clip_text = ""
        self._clip_folder = ""  # of the clip that is being drawn
        self.end_at_exit()
        self._code = READY if jit.is_interpreted() else LOADING
        if self._code == LOADING:
            jit.interpret_meanwhile()
            self._run(self._load_code)

    @property
    def text(self) -> str:
        """The current work in words for the user, or "" if there is none."""
        return self._exhibit_text or self._clip_text or self._code_text or self._light_text

    def end_at_exit(self) -> None:
        """Register `end` for the exit of the program, before all other exit functions. Repeat it after Panda3D has started."""
        atexit.unregister(self._end_with_program)
        atexit.register(self._end_with_program)

    def load_code(self) -> None:
        """Begin to load machine code from the cache. Call it after the first frame, because loading would delay that frame."""
        self._may_load.set()

    def wait(self, report: Callable[[str], None]) -> None:
        """Wait until all machine code is in use, or `end` was called. report(text) is called repeatedly with the current work."""
        self.load_code()
        while self._code != READY and not self._ended.wait(LOOK_AGAIN / 10):
            if self._code_text:
                report(self._code_text)

    @property
    def is_ready(self) -> bool:
        """True once all machine code is in use. Without numba, which compiles it, always True."""
        return self._code == READY

    def _run(self, work: Callable[..., None], *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads = [thread, *(other for other in self._threads if other.is_alive())]
        thread.start()
        return thread

    def _load_code(self) -> None:
        """Wait for `load_code`, then load the machine code, or compile it in another process, and use it. Runs in a thread."""
        try:
            with jit.machine_code(only_kept=True):
                self._may_load.wait()
                if self._ended.is_set():
                    return
                warm_up(alone=True)
        except NotKept:
            self._code, self._code_text = COMPILING, "preparing for full speed: play on, the game gets faster when it is done"
            while background_compiling.is_expected(jit.KEPT):
                if self._ended.wait(LOOK_AGAIN):
                    return
            self._code_text = "getting faster"
            with jit.machine_code():
                warm_up(alone=True)
        jit.interpret_meanwhile(False)
        self._code, self._code_text = READY, ""

    def _run_in_process(self, is_wanted: Callable[[], bool], function: str, *arguments: str) -> None:
        """Run a function of this module in another process, if one can be started, until it ends or is_wanted() is False."""
        process = start_process(__name__, function, *arguments, nice=NICENESS)
        if process is None:
            return
        self._processes.add(process)
        while is_wanted():
            with suppress(TimeoutExpired):
                process.wait(LOOK_AGAIN)
                break
        else:
            process.terminate()
            process.wait()
        self._processes.discard(process)

    def start_lighting(self, level: Level) -> Baked:
        """Return a level's light without delay: from the cache, otherwise coarse or plain light.

        Without an entry in the cache, start to bake full light. If machine code is not in use yet, start to make the lit nodes
        with it. In both cases `pop_lit_nodes` returns the nodes later. Also start to compile the code of the level's exhibits.
        """
        if level.exhibits and jit.COMPILED:
            self._exhibits_of, self._without_code = level, {place.name for place in level.exhibits}
            self._run(self._load_exhibits, level)
        found = cached_light(level)
        if found is None or not self.is_ready:
            self._level = level
            self._run(self._bake_light, level)
        return found or first_light(level)

    def _load_exhibits(self, level: Level) -> None:
        """Load the machine code of a level's exhibits, or compile it in another process. This runs in a thread."""

        def is_wanted() -> bool:
            return level is self._exhibits_of and not self._ended.is_set()

        while not self.is_ready and is_wanted():
            self._ended.wait(LOOK_AGAIN)
        lab, compiling = Lab(level.exhibits, RATE), None
        while self._without_code and is_wanted():
            alone = compiling is not None and not compiling.is_alive()  # the process has ended, or there is none
            for exhibit in lab.exhibits:
                if exhibit.place.name in self._without_code and is_wanted():
                    with suppress(NotKept), jit.machine_code(only_kept=not alone):
                        lab.warm_up(exhibit)
                        self._without_code.discard(exhibit.place.name)
                        self._exhibit_text = ""  # `must_wait` sets it again if another exhibit is awaited
            if self._without_code and compiling is None:
                arguments = "compile_exhibits", str(level.path), json.dumps(level.reading)
                compiling = self._run(self._run_in_process, is_wanted, *arguments)
            self._ended.wait(LOOK_AGAIN)

    def must_wait(self, sim: Simulation) -> bool:
        """True while the next tick would compute an exhibit without machine code: it would freeze the window for up to 20 s."""
        lab = sim.lab if self._without_code and sim.level is self._exhibits_of else None
        waits = lab is not None and any(
            exhibit.place.name in self._without_code and (before.busy or exhibit.place.is_in_room(sim.state.position))
            for exhibit, before in zip(lab.exhibits, lab.state)
        )
        self._exhibit_text = "compiling this exhibit: time stands still until then" if waits else ""
        return waits

    def _bake_light(self, level: Level) -> None:
        """Bake a level's light in another process, unless it is in the cache, and make the nodes for it. Runs in a thread."""

        def is_wanted() -> bool:
            return level is self._level and not self._ended.is_set()

        self._light_text = "computing finer light and shadows"
        with self._one_bake:
            if is_wanted() and cached_light(level) is None and level.path.is_file():
                self._run_in_process(is_wanted, "light_level", str(level.path), json.dumps(level.reading))
            if is_wanted():
                with jit.machine_code():
                    self._finished = level, lit_nodes(level, self._renderer)
        if is_wanted():
            self._light_text = ""

    def pop_lit_nodes(self, level: Level) -> tuple[NodePath, MoverModels] | None:
        """Return the new `lit_nodes` of this level once, when they are ready, else None. The first call loads machine code."""
        self.load_code()
        finished, self._finished = self._finished, None
        return finished[1] if finished and finished[0] is level else None

    def draw_clip(self, folder: TemporaryDirectory, out: Path) -> bool:
        """Start to draw a clip into a new file in another process. Return False while another is drawn or its result is shown.

        folder: filled by `pictures.clip.begin_clip`. It is removed in the end.
        """
        if self._clip_text:
            folder.cleanup()
            return False
        self._clip_text, self._clip_folder = f"drawing {out}", folder.name
        self._run(self._draw_clip, folder, out)
        return True

    def _draw_clip(self, folder: TemporaryDirectory, out: Path) -> None:
        """Draw a clip in another process, and keep the text up to date. This runs in a thread."""

        def is_wanted() -> bool:
            self._clip_text = f"drawing {out} {progress_of(folder.name):.0%}"
            return not self._ended.is_set()

        with folder:
            self._run_in_process(is_wanted, "draw_clip", folder.name, str(out))
        self._clip_folder = ""
        if not self._ended.is_set():
            self._clip_text = f"saved {out}" if out.is_file() else f"{out} could not be written"
            self._ended.wait(SHOWN)
        self._clip_text = ""

    @property
    def clip_progress(self) -> float | None:
        """The drawn part 0..1 of the clip that is being drawn, or None without one."""
        return progress_of(self._clip_folder) if self._clip_folder else None

    def end(self) -> bool:
        """End all work before the game closes, and wait up to PATIENCE seconds. Return True if no thread is left.

        Python stops all other threads when it ends. A thread that is stopped inside Panda3D or LLVM keeps their locks, and the
        program could wait for these locks for ever.
        """
        self._ended.set()
        self.load_code()
        until = monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))
        for process in list(self._processes):
            process.terminate()
        return not any(thread.is_alive() for thread in self._threads)

    def _end_with_program(self) -> None:
        """End all work. If that takes too long, end this process at once."""
        if not self.end():
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


def first_light(level: Level) -> Baked:
    """Return the light that a level begins with: coarse light if the machine code for it is in the cache, else plain light."""
    with suppress(NotKept), jit.machine_code(only_kept=True):
        return coarse_light(level)
    return bake(level, plain=True)


def compile_exhibits(path: str, reading: str) -> None:
    """Compile the functions that the exhibits of a level file call, and store the code. `reading`: `Level.reading` as JSON."""
    lab = Lab(load_level(path, **json.loads(reading)).exhibits, RATE)
    for exhibit in lab.exhibits:
        lab.warm_up(exhibit)


def light_level(path: str, reading: str) -> None:
    """Bake the light of a level file, and compile the code for it. Store both. `reading`: `Level.reading` as JSON."""
    lit_nodes(load_level(path, **json.loads(reading)), "tiny")


def draw_clip(folder: str, out: str) -> None:
    """Draw a clip of the run that `begin_clip` stored in a folder, into the file `out`."""
    clip.draw_clip(folder, out)


def lit_nodes(level: Level, renderer: str) -> tuple[NodePath, MoverModels]:
    """Return a level's surfaces with edges, and its movers, for `Scene.replace_lit_nodes`. Missing light is baked and stored."""
    return surfaces_and_lines(level, baked_level(level), renderer), MoverModels(level, renderer)
