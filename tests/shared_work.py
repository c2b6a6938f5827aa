"""Tests in several processes: those that share what a process makes once, such as the runs of lessons, stay together."""

from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

# What a helper of the tests makes once for a process. The files that import it run in one process.
SHARED = ("tests.lesson_pages", "tests.app.hands", "tests.app.prepared_cache", "tests.web.wasm_run")


@cache
def group_of(file):
    """Return the helper in SHARED that a file of tests imports, or the file's own name. file: its path from the checkout"""
    path = Path(__file__).parents[1] / file
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return next((helper for helper in SHARED if f"from {helper} import" in text), file)


class SharedWork(LoadScopeScheduling):
    """The tests of a group run in one process. The others run file by file, so that a module's fixtures are made once."""

    def _split_scope(self, nodeid):
        return group_of(nodeid.split("::", 1)[0])

    def schedule(self):
        """Begin. A number for each test saves a search in the list of all of them, which takes longer than quick tests."""
        for node, collection in self.registered_collections.items():
            self.registered_collections[node] = Numbered(collection)
        super().schedule()


class Numbered(list):
    """A list of different words in which the search for one is quick."""

    def __init__(self, words):
        super().__init__(words)
        self._numbers = {word: number for number, word in enumerate(words)}

    def index(self, word, *_):
        return self._numbers[word]


class Outcomes:
    """A plugin of a process that runs tests. Of six messages a test, it sends the two that say what the test came to."""

    UNSENT = {"outcome": "passed"}  # all of the message, for the setup or the teardown of a test that passed

    def __init__(self, worker):
        self._send, worker.sendevent = worker.sendevent, self.send

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_to_serializable(self, report):
        is_step = getattr(report, "when", "call") in ("setup", "teardown") and report.passed and not report.sections
        return dict(self.UNSENT) if is_step else None

    def send(self, name, **content):
        """Send an event to the process that reports, if it says more than that a step began or passed, or a file was read."""
        data = content.get("data", {})
        has_passed = data.get("outcome") == "passed" and "when" not in data  # a step, or the collection of a file
        if name not in ("logstart", "logfinish") and not has_passed:
            self._send(name, **content)
