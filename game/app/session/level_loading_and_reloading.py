"""Load a level and start its simulation, and load it again when its file changes. Slow work runs in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import atan2, cos, dist, exp, sin
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.input_errors import InputError
from ...core.right_forward_up_frame import WORLD, Frame, frame_at, own_to_world, to_frame, up_of
from ...core.vec3 import along
from ...level import Level, load_level
from ...simulation import PlayerState, Simulation
from ...simulation.oriented_body import OrientedBody
from .play_session import Session

if TYPE_CHECKING:
    from ..background_jobs import Background
    from ..panels.loading_screen import LoadingScreen

FRAME = 1 / 30  # [s] between two frames of the loading screen
USUAL = 3.0  # [s], sets the pace of the progress bar, which slows down but never stops
READ, STARTED = 0.05, 0.5  # progress 0..1 at which the level is read, and at which its simulation is made


def open_level(
    level: Level | str, screen: LoadingScreen, background: Background, needs_speed: bool = False, **options: Any
) -> Simulation:
    """Return a Simulation that can tick, with machine code if it `needs_speed`. InputError: invalid level. SystemExit: closed."""
    screen.progress(0.0, "reading the level")
    level = load_level(level) if isinstance(level, str) else level

    def start(report: Callable[[str], None]) -> Simulation:
        sim = Simulation(level, **options)
        if needs_speed:
            report("preparing for full speed")
            background.wait(report)
        return sim

    return run_in_thread(start, screen)


def run_in_thread(work: Callable[[Callable[[str], None]], Simulation], screen: LoadingScreen) -> Simulation:
    """Return the result of work(report), run in a thread behind a LoadingScreen, or raise its error, or SystemExit."""
    outcome: dict[str, Any] = {"text": "making the level"}
    thread = threading.Thread(target=store_outcome, args=(work, outcome), daemon=True)
    begun = monotonic()
    thread.start()
    while thread.is_alive():
        part = 1.0 - exp((begun - monotonic()) / USUAL)
        screen.progress(READ + (STARTED - READ) * part, outcome["text"])
        thread.join(FRAME)
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]


def store_outcome(work: Callable[[Callable[[str], None]], Simulation], outcome: dict[str, Any]) -> None:
    try:
        outcome["result"] = work(lambda text: outcome.update(text=text))
    except BaseException as error:  # handed to the thread that waits for it
        outcome["error"] = error


# [s] between two checks of the file. Shorter: half-written files are read; longer: the player waits for the change.
LOOK_AGAIN = 0.15
FITS = 1e-3  # [m] allowed penetration of the body into the new level. Smaller: rounding counts as a wall; larger: visible
LIFTS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)  # [m] heights that are tried above the old position, for a floor that was raised


Signature = tuple[tuple[int, int] | None, ...]


class LevelWatch:
    """A watcher of the files of one level at a time, for hot reload. A thread reads the level again after a change."""

    def __init__(self) -> None:
        self._level: Level | None = None
        self._last: Signature = ()  # at the last check
        self._known: Signature = ()  # of the level as it was read
        self._look_at = 0.0
        self._read: list[Level | InputError] = []

    def poll(self, level: Level, now: float) -> Level | InputError | None:
        """Return the reloaded Level, or the InputError of a broken file, once after each save, else None. Call it every frame."""
        if level is not self._level:
            self._level, self._read, self._look_at = level, [], 0.0
            self._last = self._known = signature(level)
        if now >= self._look_at:
            self._look_at = now + LOOK_AGAIN
            self._check_files(level)
        return self._read.pop() if self._read else None

    def reload_if_saved(
        self, session: Session, now: float, draw: Callable[[Simulation], None], show_message: Callable[[str], None]
    ) -> None:
        """Continue in the level, as draw(simulation) shows it, if it was just saved. Show the error of a broken file."""
        saved = self.poll(session.sim.level, now)
        if isinstance(saved, InputError):
            show_message(f"{saved}; the level stays as it was")
        elif saved:
            sim, fits = transfer_player(saved, session.sim, **session.options)
            draw(sim)
            show_message("Level loaded again" + ("" if fits else "; you did not fit any more where you were"))

    def _check_files(self, level: Level) -> None:
        """Start to read the level again after a change of its files, once two checks in a row have found the same files."""
        last, self._last = self._last, signature(level)
        if self._last != self._known and self._last == last and None not in last:
            self._known = last
            threading.Thread(target=read_again, args=(level, self._read), daemon=True).start()


def signature(level: Level) -> Signature:
    return tuple(time_and_size(path) for path in (level.path, *level.files))


def time_and_size(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def read_again(level: Level, results: list[Level | InputError]) -> None:
    """Read a level with the options of its first reading, and append the result or the error to `results`."""
    try:
        again = load_level(level.path, **level.reading)
        again.mesh  # noqa: B018  # made here, and not between two frames
        results.append(again)
    except InputError as problem:
        results.append(problem)


def transfer_player(level: Level, sim: Simulation, **options: Any) -> tuple[Simulation, bool]:
    """Return (new Simulation of a reloaded level, True if the player is at the old position or a little above).

    The player keeps posture and view, and crouches without room to stand. If it fits at none of the heights LIFTS, it spawns.
    """
    new, state = Simulation(level, **options), sim.state
    in_shell = sim.mesh.closed_shells.in_solid(np.array(state.position))  # as in a level whose walls face outwards
    for lift in LIFTS:
        place = along(state.position, up_of(state.frame), lift)
        found = new.state_at(place, heading_in(frame_at(new.up_at(place)), state), state.crouched)
        taller = new.params.at(found.crouched).feet - new.params.at(state.crouched).feet
        if dist(found.position, along(place, up_of(found.frame), taller)) <= FITS and is_free(new, found, in_shell):
            new.restore(found)
            return new, True
    return new, False


def heading_in(frame: Frame | None, state: PlayerState) -> float:
    """Return the heading [rad] in a frame with which a player looks in the same direction as in a PlayerState."""
    if frame == state.frame:
        return state.heading
    view = own_to_world(state.frame, (-sin(state.heading), cos(state.heading), 0.0))
    right, forward, _ = to_frame(frame or WORLD, view)
    return atan2(-right, forward)


def is_free(sim: Simulation, state: PlayerState, in_shell: bool) -> bool:
    """True if the body is free of the level, up to FITS, and its centre in no solid. `in_shell`: a shell may be around it"""
    depth = OrientedBody(sim.body_in(state), state.frame).depth(sim.mesh, state.position)
    return depth <= FITS and not sim.mesh.closed_shells.in_solid(np.array(state.position), is_free=in_shell)
