"""Loading of a level: read it, compile, start the simulation. Slow parts run in a thread while the loading screen moves."""

import threading
from math import exp
from time import monotonic

from game.level import load_level
from game.simulation import Simulation, warm_up

FRAME = 1 / 30  # [s] between two frames of the loading screen
USUAL_COMPILE = 10.0  # [s], sets the pace of the progress bar, which slows down but never stops
READ, COMPILED = 0.05, 0.5  # parts of the whole after which the level is read, and the code compiled


def open_level(level, screen, **options):
    """A Simulation of a level, with all code compiled. level: Level, name or path; options: Simulation's params, rules, hz"""
    screen.progress(0.0, "reading the level")
    level = load_level(level) if isinstance(level, str) else level
    return beside(lambda report: started(level, report, **options), screen)


def started(level, report, **options):
    """A new Simulation, with all code compiled. report(fraction, text): called with the current step"""
    warm_up(report)
    return Simulation(level, **options)


def beside(work, screen):
    """Run work(report) in a thread while the screen shows progress. Returns its result, or raises its error.

    The bar moves by time, because most of the time goes into one step. Reported texts are shown beside it.
    """
    outcome = {"text": "starting"}
    thread = threading.Thread(target=kept, args=(work, outcome), daemon=True)
    begun = monotonic()
    thread.start()
    while thread.is_alive():
        part = 1.0 - exp((begun - monotonic()) / USUAL_COMPILE)
        screen.progress(READ + (COMPILED - READ) * part, outcome["text"])
        thread.join(FRAME)
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]


def kept(work, outcome):
    try:
        outcome["result"] = work(lambda fraction, text: outcome.update(text=f"{text} (once only, if it takes long)"))
    except BaseException as error:  # raised again in the waiting thread
        outcome["error"] = error
