"""Load a level and start its simulation, and load it again when its file changes. Slow steps run in a thread."""

import threading
from math import atan2, cos, dist, exp, sin
from time import monotonic

import numpy as np

from ...core.input_errors import InputError
from ...core.right_forward_up_frame import WORLD, frame_at, to_frame, to_world, up_of
from ...core.vec3 import along
from ...level import load_level
from ...player.oriented_collider import OrientedBody
from ...simulation import Simulation

FRAME = 1 / 30  # [s] between two frames of the loading screen
USUAL = 3.0  # [s], sets the pace of the progress bar, which slows down but never stops
READ, STARTED = 0.05, 0.5  # progress 0..1 at which the level is read, and at which its simulation is made


def open_level(level, screen, background, needs_speed=False, **options):
    """Return a Simulation that is ready to tick.

    level: Level, or its name or path as a str
    screen: LoadingScreen, which shows the progress
    background: Background, which loads the machine code
    needs_speed: True to wait for machine code. Otherwise the simulation runs interpreted until machine code is in use.
    options: params, rules and hz for Simulation
    Raises InputError if the level is invalid, and SystemExit if the user closes the window.
    """
    screen.progress(0.0, "reading the level")
    level = load_level(level) if isinstance(level, str) else level

    def start(report):
        sim = Simulation(level, **options)
        if needs_speed:
            report("loading the compiled solver")
            background.wait(report)
        return sim

    return run_in_thread(start, screen)


def run_in_thread(work, screen):
    """Run work(report) in a thread while a LoadingScreen shows the progress. Return the result of `work`, or raise its error.

    work(report): does the work. It calls report(text) with the current step in words.
    The progress bar moves at its own pace, because most of the time goes into a single step.
    Raises SystemExit if the user closes the window.
    """
    outcome = {"text": "starting"}
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


def store_outcome(work, outcome):
    """Call work(report), and store its result or its error in the dict `outcome`, as "result" or "error".

    The current step, reported by work, is stored as "text".
    """
    try:
        outcome["result"] = work(lambda text: outcome.update(text=text))
    except BaseException as error:  # handed to the thread that waits for it
        outcome["error"] = error


# [s] between two checks of the file. Shorter: half-written files are read; longer: the player waits for the change.
LOOK_AGAIN = 0.15
FITS = 1e-3  # [m] allowed penetration of the body into the new level. Smaller: rounding counts as a wall; larger: visible
LIFTS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)  # [m] heights that are tried above the old position, for a floor that was raised


class LevelWatch:
    """A watcher of the files of one level at a time, for hot reload. A thread reads the level again after a change."""

    def __init__(self):
        self._level, self._last, self._known, self._look_at, self._read = None, None, None, 0.0, []

    def poll(self, level, now):
        """Check the files, and return the reloaded Level, or the InputError of a broken file, once after each save.

        Return None at all other times. Call it in every frame.
        level: Level to watch. If it is not that of the last call, the watch starts again.
        now: the clock's time [s]
        """
        if level is not self._level:
            self._level, self._read, self._look_at = level, [], 0.0
            self._last = self._known = signature(level)
        if now >= self._look_at:
            self._look_at = now + LOOK_AGAIN
            self._check_files()
        return self._read.pop() if self._read else None

    def reload_if_saved(self, session, now, draw, show_message):
        """Continue in the reloaded level if the level was just saved. Show the error if its file is broken, and keep the level.

        session: Session
        now: the clock's time [s]
        draw(simulation): shows another Simulation and plays it
        show_message(message): shows a message
        """
        saved = self.poll(session.sim.level, now)
        if isinstance(saved, InputError):
            show_message(f"{saved}; the level stays as it was")
        elif saved:
            sim, fits = transfer_player(saved, session.sim, **session.options)
            draw(sim)
            show_message("Level loaded again" + ("" if fits else "; you did not fit any more where you were"))

    def _check_files(self):
        """Start to read the level again after a change of its files, once two checks in a row have found the same files."""
        last, self._last = self._last, signature(self._level)
        if self._last != self._known and self._last == last and None not in last:
            self._known = last
            threading.Thread(target=read_again, args=(self._level, self._read), daemon=True).start()


def signature(level):
    """Return a tuple with an entry for each file of a Level: (time of modification [ns], size [bytes]), or None if missing."""
    return tuple(time_and_size(path) for path in (level.path, *level.files))


def time_and_size(path):
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def read_again(level, results):
    """Read a Level with the options of its first reading, and append the result or the InputError to the list `results`."""
    try:
        again = load_level(level.path, **level.reading)
        again.mesh  # noqa: B018  # made here, and not between two frames
        results.append(again)
    except InputError as problem:
        results.append(problem)


def transfer_player(level, sim, **options):
    """Return (new Simulation of a reloaded Level, True if the player is at the old position or a little above).

    The player keeps its posture and its view, and crouches if there is no longer room to stand. If the body fits neither there
    nor at any of the heights LIFTS above, the player is at the spawn. The second value is then False.
    sim: Simulation of the level as it was before
    options: params, rules and hz of the new Simulation
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


def heading_in(frame, state):
    """Return the heading [rad] in a frame with which a player looks in the same direction as in a PlayerState."""
    if frame == state.frame:
        return state.heading
    view = to_world(state.frame, (-sin(state.heading), cos(state.heading), 0.0))
    right, forward, _ = to_frame(frame or WORLD, view)
    return atan2(-right, forward)


def is_free(sim, state, in_shell):
    """True if the body of a PlayerState is free of the level of a Simulation, up to FITS, and its centre is in no solid.

    in_shell: True if a shell that spans the level may be around the body
    """
    depth = OrientedBody(sim.body_in(state), state.frame).depth(sim.mesh, state.position)
    return depth <= FITS and not sim.mesh.closed_shells.in_solid(np.array(state.position), is_free=in_shell)
