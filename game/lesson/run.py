"""A page's run: its script played by its rules in its level, and beside it the runs of its twins."""

from dataclasses import dataclass, field

from game.simulation import Intent, PlayerParams, Simulation, parse_script

from .lesson import Page, Ruled
from .library import level_of


@dataclass(frozen=True)
class Run:
    """records: all StepRecords of the page's script; twins: the same script by the rules of each twin."""

    page: Page
    simulation: Simulation
    records: list
    twins: list["Run"] = field(default_factory=list)

    def record(self, tick: int = 0):
        """The StepRecord of a tick; of the page's moment for 0."""
        return self.records[(tick or self.page.shot.tick) - 1]

    def state(self, tick: int):
        """The player's state after a tick, 0 being the start."""
        return self.records[tick - 1].after if tick else self.records[0].before

    def of(self, twin: int) -> "Run":
        """The run of a twin, counted from 1; 0: this one."""
        return self.twins[twin - 1] if twin else self


def simulation_of(page: Page, ruled: Ruled | None = None, level=None, history: int = 7200) -> Simulation:
    """The player where the page begins. ruled: of a twin; level: the page's, where it is loaded already"""
    params = PlayerParams.from_settings(dict(page.settings))
    simulation = Simulation(level or level_of(page.level), params, (ruled or page.ruled).made(), page.hz, history)
    simulation.begin_at(page.feet, page.heading)
    return simulation


def intents_of(page: Page, heading: float) -> list[Intent]:
    """What the player does, tick by tick, up to the end of the script; standing until the page's moment without one."""
    if not page.script:
        return [Intent()] * page.shot.tick
    return list(parse_script(page.script, page.title).intents(heading))


def play(page: Page) -> Run:
    """The page's run and those of its twins."""
    return played(page, page.ruled, [played(page, twin) for twin in page.twins])


def played(page: Page, ruled: Ruled, twins: list[Run] | None = None) -> Run:
    simulation = simulation_of(page, ruled)
    intents = intents_of(page, simulation.state.heading)
    return Run(page, simulation, [simulation.tick(intent) for intent in intents], twins or [])
