"""The run of a page: its script, simulated with its rules in its level, and the runs of its twins."""

from dataclasses import dataclass, field

from ..collision import Rules
from ..simulation import Intent, PlayerParams, Simulation, Twins, parse_script
from ..simulation.twins import rules_of
from .lesson import Page
from .library import level_of


@dataclass(frozen=True)
class Run:
    """The simulated script of a page."""

    page: Page
    simulation: Simulation  # Simulation after the last tick
    records: list  # list of the TickRecords of all ticks; records[0] is that of tick 1
    twins: list["Run"] = field(default_factory=list)  # Runs of the same script, one for each twin's rules
    displayed_twins: Twins | None = None  # the same twins as the Twins object that the view draws, or None without twins

    def record(self, tick: int = 0):
        """Return the TickRecord of a tick, counted from 1, or that of the page's shot for 0."""
        return self.records[(tick or self.page.shot.tick) - 1]

    def state(self, tick: int):
        """Return the PlayerState after a tick, counted from 1, or that at the start for 0."""
        return self.records[tick - 1].after if tick else self.records[0].before

    def of(self, twin: int) -> "Run":
        """Return the Run of the twin with this number, counted from 1, or this Run for 0."""
        return self.twins[twin - 1] if twin else self


def simulation_of(page: Page, rules: Rules | None = None, level=None) -> Simulation:
    """Return a Simulation at the start of the page's run.

    rules: used instead of the page's rules, unless None
    level: the page's Level if it is already loaded, or None to load it
    """
    params = PlayerParams.from_settings(dict(page.settings))
    simulation = Simulation(level or level_of(page.level), params, rules or page.rules.build(), page.hz)
    simulation.begin_at(page.feet, page.heading, in_solids=True)
    return simulation


def intents_of(page: Page, heading: float) -> list[Intent]:
    """Return the Intents of the page's script, one for each tick. `heading` is the player's heading at the start [rad].

    Without a script, the player gets no input up to the shot's tick.
    """
    if not page.script:
        return [Intent()] * page.shot.tick
    return list(parse_script(page.script, page.title).intents(heading))


def play(page: Page) -> Run:
    """Simulate the script of a page to its end, with the page's rules and with those of each twin, and return the Run."""
    simulation = simulation_of(page)
    displayed = Twins(simulation, page.twins) if page.twins else None
    twins = [run_script(page, simulation_of(page, rules_of(name))) for name in page.twins]
    run = run_script(page, simulation)
    if displayed:
        displayed.update()
    return Run(page, simulation, run.records, twins, displayed)


def run_script(page: Page, simulation: Simulation) -> Run:
    """Simulate the page's script to its end in `simulation`, and return the Run, without twins."""
    return Run(page, simulation, [simulation.tick(intent) for intent in intents_of(page, simulation.state.heading)])
