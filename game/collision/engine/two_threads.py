"""Two halves of the same work in two threads at the same time. Compiled code releases Python's lock."""

from concurrent.futures import ThreadPoolExecutor


def run_in_two_threads(work, one, other):
    """Call work(*one), and work(*other) in a second thread. Returns when both are done, or raises the error of either."""
    with ThreadPoolExecutor(1) as thread:
        second = thread.submit(work, *other)
        work(*one)
        second.result()
