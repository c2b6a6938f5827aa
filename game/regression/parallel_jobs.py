"""The jobs of a check, one for each level, in parallel processes with a renderer each."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from typing import NamedTuple

from ..core.input_errors import InputError
from ..level import Level, load_level
from ..level.contents.level import Case
from .case_simulation import CaseRun, cases_of
from .shot_pictures import ShotScene
from .verdict import Result, broken, judge

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
            verdicts.append(judged(level, replace(case, settings=case.settings + job.settings), scenes, job.accepting))
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
    """Store the queue through which a new child process reports its progress."""
    global _queue
    _queue = queue


def report_to_parent(title: str) -> None:
    """Report a case that is done to the parent process, if there is one."""
    if _queue is not None:
        _queue.put(title)


def run_jobs(jobs: Sequence[Job], processes: int, show: Callable[[float, str], None]) -> Iterator[list[Result]]:
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
