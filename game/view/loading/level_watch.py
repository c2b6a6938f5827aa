"""Hot reload: the level in play is read again when its file is saved. No library: one look at the file a few times a second."""

import threading

import numpy as np

from game.collision import overlap
from game.errors import InputError
from game.level import load_level
from game.simulation import Simulation

# [s] between two looks at the file. Shorter: a file that is still being written is read; longer: the player waits for its change.
LOOK_AGAIN = 0.25
FITS = 1e-3  # [m] allowed penetration of the body into the new level at its old position: less than is felt
BURIED = 0.5  # more closed solids around the player than before: it is in a solid and not in a room
LIFTS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)  # [m] a floor that was raised lifts the player so far at most


class LevelWatch:
    """Watches the files of one level at a time."""

    def __init__(self):
        self._level, self._last, self._known, self._look_at, self._read = None, None, None, 0.0, []

    def fresh(self, level, now):
        """The level read again, or the InputError of its broken file, once after each save; else None. now: clock [s]"""
        if level is not self._level:
            self._level, self._read, self._look_at = level, [], 0.0
            self._last = self._known = signature(level)
        if now >= self._look_at:
            self._look_at = now + LOOK_AGAIN
            self._look()
        return self._read.pop() if self._read else None

    def _look(self):
        """Read the level again if its files have changed, and are the same as at the last look: they are written to the end."""
        last, self._last = self._last, signature(self._level)
        if self._last != self._known and self._last == last and None not in last:
            self._known = last
            threading.Thread(target=read_again, args=(self._level, self._read), daemon=True).start()


def signature(level):
    """Times and sizes of a level's files; None for one that is missing."""
    return tuple(time_and_size(path) for path in (level.path, *level.files))


def time_and_size(path):
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def read_again(level, results):
    """Read a level as it was read before. The result, or the error, is appended to the list."""
    try:
        again = load_level(level.path, **level.reading)
        again.mesh  # noqa: B018  # made here, and not between two frames
        results.append(again)
    except InputError as problem:
        results.append(problem)


def moved_to(level, sim, **options):
    """(a Simulation of a level with the player of another one where it is, True); at the spawn, and False, if it does not fit.

    options: Simulation's params, rules, hz
    """
    new = Simulation(level, **options)
    x, y, z = sim.state.position
    for lift in LIFTS:
        place = x, y, z + lift
        if overlap(level.mesh, new.body, place) <= FITS and enclosure(level, place) < BURIED + enclosure(sim.level, (x, y, z)):
            new.teleport(place, sim.state.heading)
            return new, True
    return new, False


def enclosure(level, point):
    """In how many closed solids a point is: the sum of the solid angles of all triangles around it, 1 for a whole sphere."""
    a, b, c = (level.vertices[level.triangles[:, corner]] - point for corner in range(3))
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    above = np.einsum("ij,ij->i", a, np.cross(b, c))
    below = la * lb * lc + sum(np.einsum("ij,ij->i", p, q) * r for p, q, r in ((a, b, lc), (b, c, la), (c, a, lb)))
    return float(np.arctan2(above, below).sum() / (2.0 * np.pi))  # by van Oosterom and Strackee
