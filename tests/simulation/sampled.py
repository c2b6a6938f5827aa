"""Records of random ticks of a level's tour: the same ones in every run."""

from random import Random

from game.collision import Rules
from game.simulation import Simulation, parse_script
from tests.shipped_levels import shipped


def some_records(level, rules, ticks=420, part=0.05):
    """(the Simulation, [TickRecord, ...]): about so large a part of the first ticks."""
    rng, sim = Random(f"{level}, {rules}"), Simulation(shipped(level), rules=Rules.named(rules), history=1)
    intents = parse_script(sim.level.tour, level).intents(sim.state.heading)
    records = [sim.tick(intent) for _, intent in zip(range(ticks), intents)]
    return sim, [record for record in records if rng.random() < part]
