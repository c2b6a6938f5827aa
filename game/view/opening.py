"""Opening a level: read, compile, start the simulation. Slow parts run beside the loading screen, which keeps moving."""

import threading
from math import exp
from time import monotonic

from game.level import load_level
from game.simulation import Intent, Simulation

FRAME = 1 / 30  # [s] between two frames of the loading screen
USUAL_COMPILE = 6.0  # [s], sets the pace of the progress bar, which slows down but never stops
READ, COMPILED = 0.05, 0.5  # parts of the whole after which the level is read, and the code compiled


def open_level(level, screen, **options):
    """A Simulation ready to tick. level: Level, or its name or path; options: Simulation's params, rules, hz."""
    screen.progress(0.0, "reading the level")
    level = load_level(level) if isinstance(level, str) else level
    return beside(lambda: started(level, **options), screen, "compiling (once only, if it takes long)")


def started(level, **options):
    """A simulation that has ticked once, so that all its code is compiled."""
    Simulation(level, **options).tick(Intent())
    return Simulation(level, **options)


def beside(work, screen, text):
    """Run work() in a thread while the screen shows that something is going on. Returns or raises what it did."""
    outcome = {}
    thread = threading.Thread(target=kept, args=(work, outcome), daemon=True)
    begun = monotonic()
    thread.start()
    while thread.is_alive():
        part = 1.0 - exp((begun - monotonic()) / USUAL_COMPILE)
        screen.progress(READ + (COMPILED - READ) * part, text)
        thread.join(FRAME)
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]


def kept(work, outcome):
    try:
        outcome["result"] = work()
    except BaseException as error:  # handed to the thread that waits for it
        outcome["error"] = error
