"""Run a case: a level with the case's script, player, rules and tick rate."""

from dataclasses import dataclass

from ..collision import Rules
from ..core.input_errors import InputError, counted
from ..explain.tick_overlay import Switches
from ..level.case_table import cases_beside
from ..level.contents.level import Case, Level
from ..simulation import PlayerParams, Simulation, TickRecord, parse_script
from ..simulation.script import Script

TOUR = Case("tour")  # the only case of a level without declared cases


@dataclass(frozen=True)
class CaseRun:
    level: Level
    case: Case
    simulation: Simulation
    records: list[TickRecord]

    @property
    def title(self) -> str:
        return title_of(self.level, self.case)


def title_of(level: Level, case: Case) -> str:
    return f"{level.name}/{case.name}"


def cases_of(level: Level) -> tuple[Case, ...]:
    """Return the cases that a level declares in its file, or in a file beside its mesh file. Without any, return (TOUR,)."""
    declared = level.cases if level.path.suffix == ".toml" else cases_beside(level.path)
    return declared or (TOUR,)


def run_case(level: Level, case: Case) -> CaseRun:
    """Run a case in a level. Raises InputError that names the case if one of its values is not valid."""
    where = title_of(level, case)
    script = script_of(level, case, where)
    check_shots(case, script.ticks, where)
    try:
        params, rules = PlayerParams.from_settings(dict(case.set)), Rules.named(case.rules)
    except (InputError, ValueError) as problem:
        raise InputError(f"{where}: set: {problem}") from None
    try:
        simulation = Simulation(level, params, rules, case.hz, history=1)
        simulation.begin_at(case.spawn, case.heading)
    except InputError as problem:
        raise InputError(f"{where}: {problem}") from None
    return CaseRun(level, case, simulation, [simulation.tick(intent) for intent in script.intents(simulation.state.heading)])


def script_of(level: Level, case: Case, where: str) -> Script:
    """Return the parsed script of a case, which is its own or the level's tour. Raises InputError if there is no valid one."""
    if not (case.script or level.tour).strip():
        raise InputError(f"{where}: has no script, and the level has no tour; add `script`")
    return parse_script(case.script or level.tour, f"{where}, script")


def check_shots(case: Case, ticks: int, where: str) -> None:
    """Raise InputError for a shot after the end of the script, or with overlays that do not exist."""
    for shot in case.shots:
        if shot.tick > ticks:
            raise InputError(f"{where}: shot {shot.name}: the script has only {counted(ticks, 'tick')}")
        for name in shot.overlays or ():
            if name not in Switches.names():
                raise InputError(f"{where}: shot {shot.name}: no overlay {name!r}; there are {', '.join(Switches.names())}")
