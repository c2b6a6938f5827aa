"""The jobs of a check, one for each level, in parallel processes with a renderer each."""

from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context
from typing import NamedTuple

from ..core.input_errors import InputError
from ..level import load_level
from .case_simulation import cases_of
from .shot_rendering import ShotScene
from .verdict import broken, judge

POLL = 0.1  # [s] between updates of the progress. Smaller: costs time; larger: the bar jumps


class Job(NamedTuple):
    """Cases of one level for one process.

    source: name or path of the level
    axis, scale: up axis and metres per unit of a mesh file, or None, as for load_level
    names: names of the cases
    accepting: True if the runs will be accepted as golden records
    settings: pairs (name, text) of player parameters that replace those of the cases
    """

    source: str
    axis: str | None
    scale: float | None
    names: tuple
    accepting: bool = False
    settings: tuple = ()


class SceneCache:
    """The ShotScene of one level, reused for the next case with the same body size."""

    def __init__(self):
        self._key, self._scene = None, None

    def __call__(self, run):
        """Return a ShotScene for a CaseRun. Raises NoPictures if it cannot be drawn."""
        key = (id(run.level), run.simulation.params.radii)
        if self._key != key:
            self.close()
            self._scene, self._key = ShotScene(run), key
        return self._scene

    def close(self):
        """Release the ShotScene."""
        if self._scene is not None:
            self._scene.close()
        self._key, self._scene = None, None


def run_job(job, report_done=None):
    """Return the results of a Job, a list with a Verdict or Broken for each case.

    report_done(title): called after each case with LEVEL/CASE. None sends this title to the parent process.
    Raises InputError as `load_level` and `judge` do.
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


def judged(level, case, scenes, accepting):
    """Return the Verdict on a Case of a Level, or Broken after an exception, so that the other cases are still compared.

    scenes: SceneCache
    accepting: True if the run will be accepted as golden record
    Raises InputError as `judge` does.
    """
    try:
        return judge(level, case, scenes, accepting)
    except InputError:
        raise
    except Exception as error:
        return broken(level, case, error)


# Several processes

_queue = None  # in a child process: the queue of its progress


def keep_queue(queue):
    """Store the queue through which a new child process reports its progress."""
    global _queue
    _queue = queue


def report_to_parent(title):
    """Report a case that is done to the parent process, if there is one. `title` names the case."""
    if _queue is not None:
        _queue.put(title)


def run_jobs(jobs, processes, show):
    """Yield the results of each Job, a list of Verdict or Broken, in the order of `jobs`.

    processes: number of parallel processes
    show(fraction, text): called after each case with the progress, 0..1, and the case's title
    """
    total = sum(len(job.names) for job in jobs)
    done = []

    def report_done(title):
        done.append(title)
        show(len(done) / total, title)

    if processes == 1 or len(jobs) == 1:
        for job in jobs:
            yield run_job(job, report_done)
    else:
        yield from run_in_processes(jobs, processes, report_done)


def run_in_processes(jobs, processes, report_done):
    """Run Jobs in several processes, and yield the results of each Job, a list of Verdict or Broken, in the order of `jobs`.

    Jobs with many cases are started first.
    processes: number of parallel processes
    report_done(title): called after each case
    """
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


def result_of(future, job):
    """Return the result of a Future of a Job. Raises InputError if a process of the pool ended before the result.

    The process may have crashed in another Job. Errors of the Job itself are raised unchanged.
    """
    try:
        return future.result()
    except BrokenProcessPool:
        raise InputError(f"{job.source}: a process ended while its cases were checked; --processes 1 may show where") from None


def drain(queue, report_done):
    """Call `report_done(title)` for each title in the queue."""
    while not queue.empty():
        report_done(queue.get())
