"""The run of a page: its script, played with its rules in its level, and the runs of its twins."""

from dataclasses import dataclass, field

from game.collision import Rules
from game.simulation import Intent, PlayerParams, Simulation, Twins, parse_script
from game.simulation.twins import rules_of

from .lesson import Page
from .library import level_of


@dataclass(frozen=True)
class Run:
    """The played script of a page.

    records: StepRecords of all ticks; twins: Runs of the same script with the rules of each twin
    displayed_twins: the same twins in the form that the game draws, or None
    """

    page: Page
    simulation: Simulation
    records: list
    twins: list["Run"] = field(default_factory=list)
    displayed_twins: Twins | None = None

    def record(self, tick: int = 0):
        """The StepRecord of a tick; 0: of the page's moment."""
        return self.records[(tick or self.page.shot.tick) - 1]

    def state(self, tick: int):
        """The player's state after a tick; 0: at the start."""
        return self.records[tick - 1].after if tick else self.records[0].before

    def of(self, twin: int) -> "Run":
        """The Run of a twin, counted from 1; 0: this one."""
        return self.twins[twin - 1] if twin else self


def simulation_of(page: Page, rules: Rules | None = None, level=None) -> Simulation:
    """The Simulation at the start of the page. rules: instead of the page's; level: the page's, if it is already loaded"""
    params = PlayerParams.from_settings(dict(page.settings))
    simulation = Simulation(level or level_of(page.level), params, rules or page.rules.build(), page.hz)
    simulation.begin_at(page.feet, page.heading)
    return simulation


def intents_of(page: Page, heading: float) -> list[Intent]:
    """The Intents of the page's script, one per tick; without a script, of standing still until the page's moment."""
    if not page.script:
        return [Intent()] * page.shot.tick
    return list(parse_script(page.script, page.title).intents(heading))


def play(page: Page) -> Run:
    """The Run of the page with those of its twins."""
    simulation = simulation_of(page)
    displayed = Twins(simulation, page.twins) if page.twins else None
    twins = [run_script(page, simulation_of(page, rules_of(name))) for name in page.twins]
    run = run_script(page, simulation)
    if displayed:
        displayed.follow()
    return Run(page, simulation, run.records, twins, displayed)


def run_script(page: Page, simulation: Simulation) -> Run:
    """The Run of the page's script, to its end, without twins."""
    return Run(page, simulation, [simulation.tick(intent) for intent in intents_of(page, simulation.state.heading)])
