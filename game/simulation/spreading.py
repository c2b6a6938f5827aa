"""Where a crowd begins: not all in one place, but along the level's tour, where somebody can stand for certain."""

from .script import parse_script
from .simulation import Simulation
from .state import Ground, PlayerState

TOUR_RATE = 60  # ticks a second that tours are written for


def spread_along_tour(crowd):
    """Put them evenly along what the tour of the crowd's level walks on; all stay at the start where there is no tour."""
    places = list(stood_on(crowd.level, crowd.params, crowd.rules)) if crowd.level.tour.strip() else []
    for i in range(len(crowd) if places else 0):
        crowd.walkers.put(i, places[i * len(places) // len(crowd)])


def stood_on(level, params, rules):
    """PlayerStates at rest, one for each tick of the tour that ends on a floor that does not move."""
    sim = Simulation(level, params, rules, TOUR_RATE, history=1)
    for intent in parse_script(level.tour, "tour").intents(level.spawn.heading):
        after = sim.tick(intent).after
        if after.ground == Ground.FLOOR and after.ground_body < 0 and not after.crouched:
            yield PlayerState(after.position, heading=after.heading, frame=after.frame)
