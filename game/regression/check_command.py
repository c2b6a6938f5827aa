"""The command `check`: compare or accept cases, in parallel processes, and write the report."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import NamedTuple

from ..core.input_errors import InputError, counted
from ..core.progress_bar import Progress, clear_bar, show_bar
from ..core.value_rules import nearest, some_of
from ..level import Level, level_names, load_level
from ..level.contents.level import COMPARE, OFF, Case
from .case_pictures import ShotScene
from .case_simulation import CaseRun, cases_of
from .golden_records import GOLDEN, LAB, file_names, golden_folder, orphans, refuse_missing, write_golden
from .report_page import write_report
from .verdict import Broken, Matter, Result, Verdict, broken, by_matter, judge, severity_of

POLL = 0.1  # [s] between updates of the progress. Smaller: costs time; larger: the bar jumps


class Job(NamedTuple):
    """Cases of one level for one process.

    source, axis, scale: as for load_level; names: of the cases; settings: player parameters (name, text) that replace theirs
    """

    source: str
    axis: str | None
    scale: float | None
    names: tuple[str, ...]
    accepting: bool = False
    settings: tuple[tuple[str, str], ...] = ()


class SceneCache:
    """The ShotScene of one level, reused for the next case with the same body size."""

    def __init__(self) -> None:
        self._key: tuple | None = None
        self._scene: ShotScene | None = None

    def __call__(self, run: CaseRun) -> ShotScene:
        """Return the scene of a run. Raises NoPictures if it cannot be drawn."""
        key = (id(run.level), run.simulation.params.radii)
        if self._scene is None or self._key != key:
            self.close()
            self._scene = ShotScene(run)
            self._key = key
        return self._scene

    def close(self) -> None:
        if self._scene is not None:
            self._scene.close()
        self._key, self._scene = None, None


def run_job(job: Job, report_done: Callable[[str], None] | None = None) -> list[Result]:
    """Run the cases of a job. Raises InputError as `load_level` and `judge` do.

    report_done(title): called after each case with LEVEL/CASE. None sends this title to the parent process.
    """
    level = load_level(job.source, job.axis, job.scale)
    scenes, verdicts = SceneCache(), []
    try:
        for case in (case for case in cases_of(level) if case.name in job.names):
            verdicts.append(judged(level, replace(case, set=case.set + job.settings), scenes, job.accepting))
            (report_done or report_to_parent)(verdicts[-1].title)
    finally:
        scenes.close()
    return verdicts


def judged(level: Level, case: Case, scenes: SceneCache, accepting: bool) -> Result:
    """Judge a case. An exception gives a Broken, so that the others are still compared. Raises InputError as `judge` does."""
    try:
        return judge(level, case, scenes, accepting)
    except InputError:
        raise
    except Exception as error:
        return broken(level, case, error)


# Several processes

_queue = None  # in a child process: the queue of its progress


def keep_queue(queue: SimpleQueue) -> None:
    global _queue
    _queue = queue


def report_to_parent(title: str) -> None:
    if _queue is not None:
        _queue.put(title)


def run_jobs(jobs: Sequence[Job], processes: int, show: Progress) -> Iterator[list[Result]]:
    """Yield the results of each job, in their order. show(fraction, text): called after each case with its title"""
    total = sum(len(job.names) for job in jobs)
    done = []

    def report_done(title: str) -> None:
        done.append(title)
        show(len(done) / total, title)

    if processes == 1 or len(jobs) == 1:
        for job in jobs:
            yield run_job(job, report_done)
    else:
        yield from run_in_processes(jobs, processes, report_done)


def run_in_processes(jobs: Sequence[Job], processes: int, report_done: Callable[[str], None]) -> Iterator[list[Result]]:
    """Run jobs in several processes, and yield their results in their order. Jobs with many cases are started first."""
    context = get_context("spawn")
    queue = context.SimpleQueue()
    with ProcessPoolExecutor(processes, context, keep_queue, (queue,)) as pool:
        order = sorted(jobs, key=lambda job: -len(job.names))
        futures = {job: pool.submit(run_job, job) for job in order}
        try:
            for job in jobs:
                while not wait([futures[job]], POLL).done:
                    drain(queue, report_done)
                drain(queue, report_done)
                yield result_of(futures[job], job)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def result_of(future: Future, job: Job) -> list[Result]:
    """Return the result of a job. Raises InputError if a process of the pool ended before, perhaps by another job."""
    try:
        return future.result()
    except BrokenProcessPool:
        raise InputError(f"{job.source}: a process ended while its cases were checked; --processes 1 may show where") from None


def drain(queue: SimpleQueue, report_done: Callable[[str], None]) -> None:
    while not queue.empty():
        report_done(queue.get())


Choice = tuple[str, Level, tuple[str, ...]]  # (source, level, names of the cases to run)
OUT = Path("out") / "check"
FOLDED = (Matter.PICTURE, Matter.ROUNDING)  # printed in one line: the report has them one by one
MOST_NAMES = 6  # names of cases in one line. Fewer: less information; more: the line wraps twice
PROCESSES = 2  # Fewer: slower; more: more memory, because each process has a level, its light and a renderer


def check(
    words: Sequence[str] = (),
    axis: str | None = None,
    scale: float | None = None,
    processes: int = PROCESSES,
    settings: Iterable[tuple[str, str]] = (),
    out: Path = OUT,
) -> int:
    """Compare cases with their golden records, print the results, and write the report.

    words: LEVEL or LEVEL/CASE, a name or a path, or none for all of levels/; axis, scale: as for load_level; settings: player
    parameters (name, text) that replace those of the cases; out: folder of the report. Returns 0 if all cases are the same, else
    1. Raises InputError for an unknown word, and for a record that is missing, damaged, or without a case.
    """
    chosen = [chosen_cases(word, axis, scale) for word in words or level_names()]
    refuse_mismatched(chosen, everything=not words)
    jobs = [Job(source, axis, scale, names, settings=tuple(settings)) for source, _, names in merged(chosen)]
    verdicts = []
    for done in run_jobs([job for job in jobs if job.names], processes, show_bar):
        clear_bar()
        for verdict in done:
            if verdict.same:
                print(f"{verdict.title:32} {verdict.words}", flush=True)
        verdicts += done
    clear_bar()
    print_differences(verdicts)
    return print_summary(verdicts, out)


def print_differences(verdicts: Sequence[Result]) -> None:
    """Print a line for each case that is different or broken, the most important first. Small ones share a line."""
    for severity, group in groupby(by_matter(verdict for verdict in verdicts if not verdict.same), severity_of):
        alike = list(group)
        if severity in FOLDED and len(alike) > 1:
            names = ", ".join(verdict.title for verdict in alike[:MOST_NAMES]) + (" ..." if len(alike) > MOST_NAMES else "")
            print(f"{counted(len(alike), 'case')} with {Matter(severity).words} only: {names}")
            continue
        for verdict in alike:
            print(f"{verdict.title:32} {verdict.words}")


def print_summary(verdicts: Sequence[Result], out: str | Path) -> int:
    """Write the report to the folder `out`, if possible, and print the result. Returns 0 if all cases are the same."""
    for reason in dict.fromkeys(verdict.without for verdict in verdicts if verdict.without):
        print(f"pictures were not compared: {reason}")
    shots = [shot for verdict in verdicts for shot in verdict.case.shots]
    print(f"{counted(len(verdicts), 'case')}, {counted(len(shots), 'shot')}: {outcome_text(verdicts)}")
    try:
        print(f"report: {write_report(verdicts, Path(out))}")
    except InputError as problem:  # the result stands without its page
        print(f"report: none, because {problem}")
    return 0 if all(verdict.same for verdict in verdicts) else 1


def outcome_text(verdicts: Sequence[Result]) -> str:
    """Return the result as text: the numbers of different and broken cases, or "all same"."""
    failed = sum(isinstance(verdict, Broken) for verdict in verdicts)
    whole = [verdict for verdict in verdicts if isinstance(verdict, Verdict)]
    matters = Counter(verdict.matter for verdict in whole if verdict.matter is not None)
    kinds = ", ".join(f"{count} {matter.words}" for matter, count in sorted(matters.items()))
    counts = [f"{failed} BROKEN"] * bool(failed) + [f"{matters.total()} DIFFERENT ({kinds})"] * bool(matters)
    return ", ".join(counts) or "all same"


# Which cases


def chosen_cases(word: str, axis: str | None, scale: float | None) -> Choice:
    """Return the selection of one word, LEVEL or LEVEL/CASE, a name or a path. Raises InputError for an unknown one.

    LEVEL without a case selects all its cases except those with the mode "off".
    """
    source, name = split(word)
    level = load_level(source, axis, scale)
    cases = {case.name: case for case in cases_of(level)}
    if name is None:
        return source, level, tuple(case.name for case in cases.values() if case.mode != OFF)
    if name not in cases:
        raise InputError(f'{source}: no case "{name}"{nearest(name, cases)}; its cases are {some_of(cases, name)}')
    return source, level, (name,)


def split(word: str) -> tuple[str, str | None]:
    """Split "stairs/up" into (level "stairs", case "up"). An existing path, or a word without a level, gives (word, None)."""
    source, slash, name = str(word).rpartition("/")
    if slash and not Path(word).exists() and (source in level_names() or Path(source).is_file()):
        return source, name
    return str(word), None


def merged(chosen: Iterable[Choice]) -> list[Choice]:
    """Merge selections that have the same source. Each name is kept once."""
    levels: dict[str, Choice] = {}
    for source, level, names in chosen:
        before = levels.get(source, (source, level, ()))[2]
        levels[source] = source, level, tuple(dict.fromkeys((*before, *names)))
    return list(levels.values())


def refuse_mismatched(chosen: Iterable[Choice], everything: bool) -> None:
    """Raise InputError for a case without a record, or one without a case, with `everything` of unknown levels too."""
    for _, level, names in merged(chosen):
        folder = golden_folder(level)
        refuse_orphans(orphans(folder, cases_of(level)))
        for case in cases_of(level):
            if case.name in names and case.mode == COMPARE:
                refuse_missing(folder / case.name, level, case)
    if everything:
        refuse_orphans([path for path in sorted(GOLDEN.glob("*")) if path.name not in level_names()])


def refuse_orphans(paths: Sequence[Path]) -> None:
    if paths:
        more = f" (and {len(paths) - 1} more)" if len(paths) > 1 else ""
        raise InputError(f"{paths[0]}: is on record, but belongs to no case{more}; delete it, or restore its case")


# Accepting


def accept(words: Iterable[str], axis: str | None = None, scale: float | None = None, processes: int = PROCESSES) -> int:
    """Accept today's runs of cases as golden records, and print the changes. Returns 0. Arguments: as for `check`

    Raises InputError for an unknown word, a case that raises, whose mode allows no record, or without its pictures.
    """
    chosen = [chosen_cases(word, axis, scale) for word in words]
    levels = {level.name: level for _, level, _ in chosen}
    jobs = [Job(source, axis, scale, names, accepting=True) for source, _, names in merged(chosen)]
    for verdicts in run_jobs(jobs, processes, show_bar):
        clear_bar()
        for verdict in verdicts:
            print(f"{verdict.title:32} {accept_case(verdict, levels[verdict.level])}", flush=True)
    return 0


def accept_case(verdict: Result, level: Level) -> str:
    """Write the golden record of a case, unless it is equal. Returns the result as text. Raises InputError."""
    if isinstance(verdict, Broken):
        raise InputError(f"{verdict.title}: not accepted, because it is {verdict.words}")
    if verdict.case.mode != COMPARE:
        raise InputError(f'{verdict.title}: not accepted: a case with the mode "{verdict.case.mode}" has no record')
    if verdict.without and verdict.case.shots:
        raise InputError(f"{verdict.title}: not accepted, because its pictures cannot be drawn: {verdict.without}")
    folder = golden_folder(level) / verdict.case.name
    if verdict.was and verdict.same and {path.name for path in folder.iterdir()} - {LAB} == file_names(verdict.case):
        return "is on record already"
    write_golden(folder, verdict.now)
    return f"on record now: {verdict.words}"
