"""Load a level and start its simulation. Slow steps run in a thread while the loading screen moves."""

import threading
from math import exp
from time import monotonic

from ...level import load_level
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
