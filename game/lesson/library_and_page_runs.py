"""Lessons by name, levels that only lessons use, and the run of a page: its script, simulated with its rules in its level."""

from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from ..collision import Rules
from ..core.input_errors import InputError
from ..core.value_rules import nearest
from ..level import Level, load_level
from ..level.library import LEVELS
from ..level.toml_reader import read_tables
from ..simulation import Intent, PlayerParams, Simulation, Twins, parse_script
from ..simulation.twins import forum_repairs, rules_of, walker_of
from .lesson_file import order_of, read_lesson
from .tools.lesson_records import Lesson, Page, Run

LESSONS = LEVELS / "lessons"
MOST_ORDERS = 256  # lesson files whose order is remembered. Fewer: files are read at each call; more: memory
CLAIMS = "claims.toml"  # in LESSONS, the one file that is no lesson: which page shows which claim of the source documents
OWN_LEVELS = LESSONS / "levels"  # a folder of its own, so that they are neither in the list of levels nor in that of lessons


def lesson_names() -> list[str]:
    """Return the names of all lessons in levels/lessons, sorted by the key `order` of their files."""
    return [path.stem for path in sorted(lesson_files(), key=lambda path: (cached_order(path), path.stem))]


def lesson_files() -> list[Path]:
    return [path for path in LESSONS.glob("*.toml") if path.name != CLAIMS]


def names_by_number() -> dict[int, str]:
    """Return {number: name} of all lessons in levels/lessons. The number is the key `order` of the file, as in the heading."""
    return {cached_order(path): path.stem for path in lesson_files()}


def cached_order(path: Path) -> int:
    """Return the `order` of a lesson's file, from a cache, because reading is slow. A file is read again only after a change."""
    found = path.stat()
    return order_at(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=MOST_ORDERS)
def order_at(path: Path, _changed: int, _size: int) -> int:
    return order_of(path)


def lesson_summaries() -> list[tuple[str, str, int]]:
    """Return (name, title, number of pages) of all lessons. No formula is set, which takes seconds. Raises InputError."""
    tables = {name: read_tables(LESSONS / f"{name}.toml")[0] for name in lesson_names()}
    return [(name, str(table.get("title", "")), len(table.get("pages", ()))) for name, table in tables.items()]


def load_lesson(source: str | Path) -> Lesson:
    """Return the Lesson of a name, a number or a path of a TOML file. Raise InputError, one line, if it is missing or invalid."""
    name = str(source)
    if name.isdecimal():
        name = names_by_number().get(int(name[:9]), name)
    if any(path.stem == name for path in lesson_files()):
        return read_lesson(LESSONS / f"{name}.toml")
    if Path(source).suffix == ".toml":
        return read_lesson(Path(source))
    names = lesson_names()
    raise InputError(f'no lesson "{name}"{nearest(name, names)}; lessons are 1 to {len(names)}, or {", ".join(names)}')


@cache
def level_of(name: str) -> Level:
    """Return the level of a page by its name, from a cache: one that only lessons use, or one of `load_level`."""
    own = OWN_LEVELS / f"{name}.toml"
    return load_level(str(own) if own.is_file() else name)


def simulation_of(page: Page, rules: Rules | None = None, level: Level | None = None) -> Simulation:
    """Return a Simulation at the start of the page's run. Rules replace those of the page; its level is loaded for None."""
    params = PlayerParams.from_settings(dict(page.set))
    simulation = Simulation(level or level_of(page.level), params, rules or page.chosen_rules(), page.hz)
    simulation.begin_at(page.spawn, page.heading, in_solids=True)
    return simulation


def intents_of(page: Page, heading: float) -> list[Intent]:
    """Return the input of the page's script from a heading [rad], one for each tick; empty up to the shot without a script."""
    if not page.script:
        return [Intent()] * page.shot.tick
    return list(parse_script(page.script, page.title).intents(heading))


def play(page: Page) -> Run:
    """Simulate the script of a page to its end, with the page's rules and with those of each twin, and return the Run."""
    simulation = simulation_of(page)
    displayed = Twins(simulation, page.twins) if page.twins else None
    twins = [run_script(page, twin_of(page, name)) for name in page.twins]
    run = run_script(page, simulation)
    if displayed:
        displayed.update()
    return Run(page, simulation, run.records, twins, displayed)


def twin_of(page: Page, name: str) -> Simulation:
    """Return what moves a twin of a page, by its name, at the start of the run: a Simulation or a ForumPlayer."""
    if forum_repairs(name) is None:
        return simulation_of(page, rules_of(name))
    player = simulation_of(page)
    twin = walker_of(player, name)
    twin.restore(player.state)
    return cast(Simulation, twin)  # it has what measures of twins use: state, params, hz, and records of its ticks


def run_script(page: Page, simulation: Simulation) -> Run:
    return Run(page, simulation, [simulation.tick(intent) for intent in intents_of(page, simulation.state.heading)])
