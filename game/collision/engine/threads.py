"""Two halves of the same work at the same time, by two threads: compiled code releases Python's lock."""

from concurrent.futures import ThreadPoolExecutor


def both(work, one, other):
    """Call work(*one) and work(*other), the second in a thread of its own. Returns when both are done, or raises their error."""
    with ThreadPoolExecutor(1) as thread:
        second = thread.submit(work, *other)
        work(*one)
        second.result()
