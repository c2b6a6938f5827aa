"""Messages of a process that runs tests, to the one that reports."""

from types import SimpleNamespace

from tests.shared_work import Outcomes

COLLECTED = {"$report_type": "CollectReport", "nodeid": "tests/test_house.py"}
STEP = {"$report_type": "TestReport", "nodeid": "tests/test_house.py::test_it"}


def test_files_that_cannot_be_read_and_tests_that_fail_are_sent():
    sent = []
    worker = SimpleNamespace(sendevent=lambda name, **content: sent.append((name, content)))
    outcomes = Outcomes(worker)
    unsent = [
        ("logstart", {"nodeid": "it"}),
        ("collectreport", {"data": {**COLLECTED, "outcome": "passed"}}),
        ("testreport", {"data": dict(outcomes.UNSENT)}),
    ]
    needed = [
        ("collectreport", {"data": {**COLLECTED, "outcome": "failed"}}),
        ("testreport", {"data": {**STEP, "outcome": "passed", "when": "call"}}),
        ("testreport", {"data": {**STEP, "outcome": "failed", "when": "setup"}}),
        ("collectionfinish", {"ids": ["it"]}),
    ]
    for name, content in unsent + needed:
        worker.sendevent(name, **content)
    assert sent == needed
