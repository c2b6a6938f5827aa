"""A page's run: its script played by its rules in its level, and beside it the runs of its twins."""

from dataclasses import dataclass, field

from game.collision import Rules
from game.simulation import Intent, PlayerParams, Simulation, Twins, parse_script
from game.simulation.twins import rules_of

from .lesson import Page
from .library import level_of


@dataclass(frozen=True)
class Run:
    """records: all StepRecords of the page's script; twins: the same script by the rules of each twin

    beside: the same twins as the game shows them, or None
    """

    page: Page
    simulation: Simulation
    records: list
    twins: list["Run"] = field(default_factory=list)
    beside: Twins | None = None

    def record(self, tick: int = 0):
        """The StepRecord of a tick; of the page's moment for 0."""
        return self.records[(tick or self.page.shot.tick) - 1]

    def state(self, tick: int):
        """The player's state after a tick, 0 being the start."""
        return self.records[tick - 1].after if tick else self.records[0].before

    def of(self, twin: int) -> "Run":
        """The run of a twin, counted from 1; 0: this one."""
        return self.twins[twin - 1] if twin else self


def simulation_of(page: Page, rules: Rules | None = None, level=None) -> Simulation:
    """The player where the page begins. rules: other ones than the page's; level: the page's, where it is loaded already"""
    params = PlayerParams.from_settings(dict(page.settings))
    simulation = Simulation(level or level_of(page.level), params, rules or page.ruled.made(), page.hz)
    simulation.begin_at(page.feet, page.heading)
    return simulation


def intents_of(page: Page, heading: float) -> list[Intent]:
    """What the player does, tick by tick, up to the end of the script; standing until the page's moment without one."""
    if not page.script:
        return [Intent()] * page.shot.tick
    return list(parse_script(page.script, page.title).intents(heading))


def play(page: Page) -> Run:
    """The page's run and those of its twins."""
    simulation = simulation_of(page)
    beside = Twins(simulation, page.twins) if page.twins else None
    twins = [played(page, simulation_of(page, rules_of(name))) for name in page.twins]
    run = played(page, simulation)
    if beside:
        beside.follow()
    return Run(page, simulation, run.records, twins, beside)


def played(page: Page, simulation: Simulation) -> Run:
    """The page's script, played to its end."""
    return Run(page, simulation, [simulation.tick(intent) for intent in intents_of(page, simulation.state.heading)])
