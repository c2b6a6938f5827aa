"""The light of a level, baked beside the game: coarse light at once, fine light when it is ready."""

import threading
from queue import Empty, SimpleQueue

from game.view.lighting.bake import coarse_light
from game.view.lighting.bake_cache import baked_level, kept_light

THREADS = 1  # that cast rays. More: the game has no core left while light is baked
WAIT = 1 / 30  # [s] between two reports while the first light is waited for


class Stopped(Exception):
    """Nothing waits for the light any more."""


class LightJob:
    """Bakes a level in a thread, or reads it from the cache.

    prepare(baked): called in the thread with each Baked; what it returns is what `first` and `newer` hand out
    fine: False for the coarse light alone
    fraction: part of the work that is done, 0..1
    """

    def __init__(self, level, prepare, fine=True):
        self._level, self._prepare, self._is_fine = level, prepare, fine
        self._made, self._is_stopped, self.fraction = SimpleQueue(), False, 0.0
        threading.Thread(target=self._work, daemon=True, name="light").start()

    def _work(self):
        try:
            found = kept_light(self._level) if self._is_fine else None
            if found is None:
                self._made.put(self._prepare(coarse_light(self._level, THREADS)))
            if self._is_fine:
                self._made.put(self._prepare(found or baked_level(self._level, self._report, THREADS)))
        except Stopped:
            pass
        except BaseException as error:  # handed to the thread that asks for the light
            if not self._is_stopped:
                self._made.put(error)
        self.fraction = 1.0

    def _report(self, fraction, text):
        self.fraction = fraction
        if self._is_stopped:
            raise Stopped

    def first(self, progress=None):
        """Wait for the first light. progress(fraction, text) is called meanwhile."""
        while True:
            if progress:
                progress(self.fraction, "Baking light")
            try:
                return unless_failed(self._made.get(timeout=WAIT))
            except Empty:
                continue

    def newer(self):
        """What was made since the last call; None: nothing. Call it once a frame."""
        return None if self._made.empty() else unless_failed(self._made.get())

    def stop(self):
        """Give up. The thread ends soon."""
        self._is_stopped = True


def unless_failed(made):
    """What was made; raises it if it is an error."""
    if isinstance(made, BaseException):
        raise made
    return made
