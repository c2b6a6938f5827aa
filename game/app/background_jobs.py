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
from contextlib import suppress
from subprocess import TimeoutExpired
from time import monotonic

from ..collision.warmup import start_process
from ..core import jit
from ..core.machine_code_cache import NotKept
from ..lab import Lab
from ..pictures.clip import progress_of
from ..scene.light.bake import bake, coarse_light
from ..scene.light.bake_cache import cached_light
from ..simulation import warm_up
from . import worker_tasks
from .worker_tasks import lit_nodes

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
URGENCY = 2  # steps of priority of the other processes below the game. Fewer: the picture stutters; more: they may starve
LOOK_AGAIN = 0.1  # [s] between two checks of another process
SHOWN = 5.0  # [s] for which the end of a clip is shown. Less: too short to read; more: the next clip must wait
# [s] for threads to end. Less: the process ends without its exit functions although all is well; more: the player waits
PATIENCE = 2.0
RATE = 60  # ticks per second for which exhibits are computed once. The machine code is the same for all


class Background:
    """The background work of the game.

    renderer: "tiny", "gl" or "llvmpipe", for which nodes of the scene are made
    """

    def __init__(self, renderer):
        fix_program_break()
        self._renderer, self._level, self._finished = renderer, None, None
        self._exhibits_of, self._without_code, self._exhibit_text = None, set(), ""
        self._processes, self._ended, self._one_bake = set(), threading.Event(), threading.Lock()
        self._may_load, self._threads = threading.Event(), []
        self._code_text = self._light_text = self._clip_text = ""
        self.end_at_exit()
        self._code = READY if jit.is_interpreted() else LOADING
        if self._code == LOADING:
            jit.interpret_meanwhile()
            self._run(self._load_code)

    @property
    def text(self):
        """The current work in words for the user, or "" if there is none."""
        return self._exhibit_text or self._clip_text or self._code_text or self._light_text

    def end_at_exit(self):
        """Register `end` for the exit of the program, to be called before all exit functions that are registered already.

        Call `end_at_exit` again after Panda3D has started. The threads then end before Panda3D's own exit function runs.
        """
        atexit.unregister(self._end_with_program)
        atexit.register(self._end_with_program)

    def load_code(self):
        """Begin to load machine code from the cache. Call it after the first frame, because loading would delay that frame."""
        self._may_load.set()

    def wait(self, report):
        """Wait until all machine code is in use, or until `end` was called. Without numba there is nothing to wait for.

        report(text): called repeatedly with the current work in words, so that the caller can show it
        """
        self.load_code()
        while self._code != READY and not self._ended.wait(LOOK_AGAIN / 10):
            if self._code_text:
                report(self._code_text)

    @property
    def is_ready(self):
        """True once all machine code is in use. Without numba, which compiles it, always True."""
        return self._code == READY

    def _run(self, work, *arguments):
        """Call work(*arguments) in a new thread, and return the Thread."""
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads = [thread, *(other for other in self._threads if other.is_alive())]
        thread.start()
        return thread

    def _load_code(self):
        """Wait for `load_code`, then load the machine code and use it. This runs in a thread.

        Another process compiles it first if it is not in the cache.
        """
        try:
            with jit.machine_code(only_kept=True):
                self._may_load.wait()
                if self._ended.is_set():
                    return
                warm_up(alone=True)
        except NotKept:
            self._code, self._code_text = COMPILING, "compiling the solver: play on, the game gets faster when it is done"
            self._run_in_process(self._is_going_on, "compile_all")
            if self._ended.is_set():
                return
            self._code_text = "loading the compiled solver"
            with jit.machine_code():
                warm_up(alone=True)
        jit.interpret_meanwhile(False)
        self._code, self._code_text = READY, ""

    def _is_going_on(self):
        return not self._ended.is_set()

    def _run_in_process(self, is_wanted, function, *arguments):
        """Run a function in another process, and wait until it ends. Stop it as soon as is_wanted() is False.

        Do nothing on a system on which a second process cannot be started.

        function: name of the function in worker_tasks.py
        arguments: arguments of the function, as texts
        """
        process = start_process(worker_tasks.__name__, function, *arguments, nice=URGENCY)
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

    def start_lighting(self, level):
        """Return a Level's Baked without delay: from the cache, otherwise with coarse or plain light.

        Without an entry in the cache, start to bake full light. If machine code is not in use yet, start to make the lit nodes
        with it. In both cases `pop_lit_nodes` returns the nodes later. Also start to compile the code of the level's exhibits.
        """
        if level.exhibits and jit.COMPILED:
            self._exhibits_of, self._without_code = level, {place.name for place in level.exhibits}
            self._run(self._load_exhibits, level)
        found = cached_light(level)
        if found is None or not self.is_ready:
            self._begin_light(level)
        return found or first_light(level)

    def _load_exhibits(self, level):
        """Load the machine code of a Level's exhibits, once the game's own machine code is in use. This runs in a thread.

        Another process compiles it first if it is not in the cache. Exhibits without machine code are in `_without_code`.
        """

        def is_wanted():
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

    def must_wait(self, sim):
        """True while the next tick of a Simulation would compute an exhibit that has no machine code yet.

        Such a tick would freeze the window for as long as numba compiles, up to 20 s, or run the exhibit 300 times slower.
        """
        waits = (
            bool(self._without_code)
            and sim.level is self._exhibits_of
            and any(
                exhibit.place.name in self._without_code and (before.busy or exhibit.place.is_in_room(sim.state.position))
                for exhibit, before in zip(sim.lab.exhibits, sim.lab.state)
            )
        )
        self._exhibit_text = "compiling this exhibit: time stands still until then" if waits else ""
        return waits

    def _begin_light(self, level):
        self._level = level
        self._run(self._bake_light, level)

    def _bake_light(self, level):
        """Bake the light of a Level in another process, if it is not in the cache, and make the nodes that depend on it.

        This runs in a thread.
        """

        def is_wanted():
            return level is self._level and not self._ended.is_set()

        self._light_text = "baking light and shadows"
        with self._one_bake:
            if is_wanted() and cached_light(level) is None and level.path.is_file():
                self._run_in_process(is_wanted, "light_level", str(level.path), json.dumps(level.reading))
            if is_wanted():
                with jit.machine_code():
                    self._finished = level, lit_nodes(level, self._renderer)
        if is_wanted():
            self._light_text = ""

    def pop_lit_nodes(self, level):
        """Return the new nodes for `Scene.replace_lit_nodes`, a result of `lit_nodes`, once they are ready for this Level.

        They are returned only once, and the result is None at all other times. Called in every frame; the first call begins to
        load machine code.
        """
        self.load_code()
        finished, self._finished = self._finished, None
        return finished[1] if finished and finished[0] is level else None

    def draw_clip(self, folder, out):
        """Start to draw a clip (an animated picture of a run) in another process. Return True.

        If the last clip is still drawn, or its result is still shown, remove the folder and return False.

        folder: TemporaryDirectory that `pictures.clip.begin_clip` has filled. It is removed in the end.
        out: Path of the new file
        """
        if self._clip_text:
            folder.cleanup()
            return False
        self._clip_text = f"drawing {out}"
        self._run(self._draw_clip, folder, out)
        return True

    def _draw_clip(self, folder, out):
        """Draw a clip in another process, and keep the text up to date. This runs in a thread. Arguments as in `draw_clip`."""

        def is_wanted():
            self._clip_text = f"drawing {out} {progress_of(folder.name)}"
            return not self._ended.is_set()

        with folder:
            self._run_in_process(is_wanted, "draw_clip", folder.name, str(out))
        if not self._ended.is_set():
            self._clip_text = f"saved {out}" if out.is_file() else f"{out} could not be written"
            self._ended.wait(SHOWN)
        self._clip_text = ""

    def end(self):
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

    def _end_with_program(self):
        """End all work. If that takes too long, end this process at once."""
        if not self.end():
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


def first_light(level):
    """Return the Baked that a Level begins with: coarse light if the machine code for it is in the cache, else plain light."""
    with suppress(NotKept), jit.machine_code(only_kept=True):
        return coarse_light(level)
    return bake(level, plain=True)
