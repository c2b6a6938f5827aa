"""Run a case: a level with the case's script, player, rules and tick rate."""

from dataclasses import dataclass

from ..collision import Rules
from ..core.input_errors import InputError
from ..explain.tick_overlay import Switches
from ..level.case_table import cases_beside
from ..level.contents.level import Case, Level
from ..simulation import PlayerParams, Simulation, parse_script

TOUR = Case("tour")  # the only case of a level without declared cases


@dataclass(frozen=True)
class CaseRun:
    """A finished run of a case. `records` are all TickRecords from its start on."""

    level: Level
    case: Case
    simulation: Simulation
    records: list

    @property
    def title(self):
        """The name of the case in texts, LEVEL/CASE."""
        return title_of(self.level, self.case)


def title_of(level, case):
    """Return the name of a Level's Case in texts, LEVEL/CASE."""
    return f"{level.name}/{case.name}"


def cases_of(level):
    """Return the Cases that a Level declares in its file, or in a file beside its mesh file. Without any, return (TOUR,)."""
    declared = level.cases if level.path.suffix == ".toml" else cases_beside(level.path)
    return declared or (TOUR,)


def run_case(level, case):
    """Return the CaseRun of a Case in a Level.

    Raises InputError if the script, the rules, the player, the start, the rate or a shot is not valid. The error names the
    case.
    """
    where = title_of(level, case)
    script = script_of(level, case, where)
    check_shots(case, script.ticks, where)
    try:
        params, rules = PlayerParams.from_settings(dict(case.settings)), Rules.named(case.rules)
    except (InputError, ValueError) as problem:
        raise InputError(f"{where}: set: {problem}") from None
    try:
        simulation = Simulation(level, params, rules, case.hz, history=1)
        simulation.begin_at(case.feet, case.heading)
    except InputError as problem:
        raise InputError(f"{where}: {problem}") from None
    return CaseRun(level, case, simulation, [simulation.tick(intent) for intent in script.intents(simulation.state.heading)])


def script_of(level, case, where):
    """Return the parsed script of a Case, which is its own or the Level's tour. `where` names the case in errors.

    Raises InputError if there is no valid script.
    """
    if not (case.script or level.tour).strip():
        raise InputError(f"{where}: has no script, and the level has no tour; add `script`")
    return parse_script(case.script or level.tour, f"{where}, script")


def check_shots(case, ticks, where):
    """Raise InputError for a shot after the end of the script, or with overlays that do not exist.

    ticks: length of the script
    where: name of the case in errors
    """
    for shot in case.shots:
        if shot.tick > ticks:
            raise InputError(f"{where}: shot {shot.name}: the script has only {ticks} ticks")
        for name in shot.overlays or ():
            if name not in Switches.names():
                raise InputError(f"{where}: shot {shot.name}: no overlay {name!r}; there are {', '.join(Switches.names())}")


def switches_of(shot):
    """Return the overlays of a Shot as Switches."""
    return Switches() if shot.overlays is None else Switches.only(shot.overlays)
