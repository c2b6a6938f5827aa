"""The work of a check, level by level, on two processors: each process draws with a renderer of its own."""

from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context
from typing import NamedTuple

from ..errors import InputError
from ..level import load_level
from .case_pictures import Scene
from .run_case import cases_of
from .verdict import broken, judge

POLL = 0.1  # [s] between two looks at how far the others are


class Job(NamedTuple):
    """Cases of one level, by name, judged by one process. source, axis, scale: as load_level takes them; settings: of the player,
    ((name, text), ...), in place of a case's own."""

    source: str
    axis: str | None
    scale: float | None
    names: tuple
    accepting: bool = False
    settings: tuple = ()


class Scenes:
    """The scene of one level, kept from case to case; a body of another size needs another one."""

    def __init__(self):
        self._key, self._scene = None, None

    def __call__(self, walked):
        key = (id(walked.level), walked.simulation.params.radii)
        if self._key != key:
            self.close()
            self._scene, self._key = Scene(walked), key
        return self._scene

    def close(self):
        if self._scene is not None:
            self._scene.close()
        self._key, self._scene = None, None


def work(job, told=None):
    """The Verdicts of a job. told(title): called after each case."""
    level = load_level(job.source, job.axis, job.scale)
    scenes, verdicts = Scenes(), []
    try:
        for case in (case for case in cases_of(level) if case.name in job.names):
            verdicts.append(judged(level, replace(case, settings=case.settings + job.settings), scenes, job.accepting))
            (told or tell_parent)(verdicts[-1].title)
    finally:
        scenes.close()
    return verdicts


def judged(level, case, scenes, accepting):
    """The Verdict on a case; a failure of the program is one, too, and the other cases are judged all the same."""
    try:
        return judge(level, case, scenes, accepting)
    except InputError:
        raise
    except Exception as error:
        return broken(level, case, error)


# Several processes

_queue = None  # in a child: where it tells how far it is


def begin(queue):
    global _queue
    _queue = queue


def tell_parent(title):
    if _queue is not None:
        _queue.put(title)


def work_all(jobs, processes, show):
    """Yield the Verdicts of each job, in the jobs' order. show(fraction, text): told how far it is."""
    total = sum(len(job.names) for job in jobs)
    done = []

    def told(title):
        done.append(title)
        show(len(done) / total, title)

    if processes == 1 or len(jobs) == 1:
        for job in jobs:
            yield work(job, told)
    else:
        yield from work_beside(jobs, processes, told)


def work_beside(jobs, processes, told):
    """The same with several processes: the longest jobs begin first."""
    context = get_context("spawn")
    queue = context.SimpleQueue()
    with ProcessPoolExecutor(processes, context, begin, (queue,)) as pool:
        order = sorted(jobs, key=lambda job: -len(job.names))
        futures = {job: pool.submit(work, job) for job in order}
        try:
            for job in jobs:
                while not wait([futures[job]], POLL).done:
                    drain(queue, told)
                drain(queue, told)
                yield result_of(futures[job], job)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def result_of(future, job):
    """What a process came to. InputError when it died: then not even Python can tell why."""
    try:
        return future.result()
    except BrokenProcessPool:
        raise InputError(f"{job.source}: a process died while its cases were checked; --processes 1 may tell where") from None


def drain(queue, told):
    while not queue.empty():
        told(queue.get())
