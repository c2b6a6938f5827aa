"""Spawn positions of a crowd: positions on the floor at which a player has stood during the level's tour, a scripted walk."""

from math import dist

from ..runs.script import parse_script
from ..simulation import Simulation
from ..tick_input_and_output import Ground, PlayerState

TOUR_RATE = 60  # ticks a second that tours are written for
SPACING = 0.5  # [m] between positions. Smaller: the crowd gathers where the tour waits; larger: few positions on short tours
CLEARANCE = 3.0  # [m] left free around the level's spawn, where the player is


def spawn_along_tour(crowd):
    """Place agent i of a Crowd at position i along its level's tour, beginning again after the last position.

    The agents stay where they are if there is no tour, or if no position on it is suitable.
    """
    states = list(tour_states(crowd.level, crowd.params, crowd.rules)) if crowd.level.tour.strip() else []
    for i in range(len(crowd) if states else 0):
        crowd.agents.set_state(i, states[i % len(states)])


def tour_states(level, params, rules):
    """Simulate a level's tour, the script of a walk through it, and yield PlayerStates at rest at positions along it, in order.

    They are on floors of the mesh, each more than SPACING from the one before, and more than CLEARANCE from the start. The
    result may be empty.
    level: Level with a tour; params: PlayerParams; rules: Rules
    Raises InputError if the tour is not a valid script.
    """
    sim = Simulation(level, params, rules, TOUR_RATE, history=1)
    start = last = sim.state.position
    for intent in parse_script(level.tour, "tour").intents(level.spawn.heading):
        after = sim.tick(intent).after
        stands = after.ground == Ground.FLOOR and after.ground_body < 0 and not after.crouched
        if stands and dist(after.position, last) > SPACING and dist(after.position, start) > CLEARANCE:
            last = after.position
            yield PlayerState(last, heading=after.heading, frame=after.frame)
