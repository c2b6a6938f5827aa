"""Two halves of the same work at the same time. Compiled code lets go of Python's lock, so two threads are enough for that."""

from concurrent.futures import ThreadPoolExecutor


def both(work, one, other):
    """Call work(*one) and work(*other), the second in a thread of its own. Returns when both are done; errors come through."""
    with ThreadPoolExecutor(1) as thread:
        second = thread.submit(work, *other)
        work(*one)
        second.result()
