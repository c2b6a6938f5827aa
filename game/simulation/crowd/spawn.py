"""Where a crowd begins: not all in one place, but along the level's tour, where somebody can stand for certain."""

from math import dist

from ..script import parse_script
from ..simulation import Simulation
from ..state import Ground, PlayerState

TOUR_RATE = 60  # ticks a second that tours are written for
APART = 0.5  # [m] from one place to the next. Less: crowds where the tour waits; more: few places on short tours
ROOM = 3.0  # [m] left free around the start, where the player is


def spread_along_tour(crowd):
    """Put them evenly along what the tour of the crowd's level walks on; all stay at the start where there is no tour."""
    places = list(stood_on(crowd.level, crowd.params, crowd.rules)) if crowd.level.tour.strip() else []
    for i in range(len(crowd) if places else 0):
        crowd.walkers.put(i, places[i % len(places)])


def stood_on(level, params, rules):
    """PlayerStates at rest on floors that do not move, one after the other on the tour's way."""
    sim = Simulation(level, params, rules, TOUR_RATE, history=1)
    start = last = sim.state.position
    for intent in parse_script(level.tour, "tour").intents(level.spawn.heading):
        after = sim.tick(intent).after
        stands = after.ground == Ground.FLOOR and after.ground_body < 0 and not after.crouched
        if stands and dist(after.position, last) > APART and dist(after.position, start) > ROOM:
            last = after.position
            yield PlayerState(last, heading=after.heading, frame=after.frame)
