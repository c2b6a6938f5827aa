"""Compiling in another process: the first answer is interpreted, one process compiles for all, and each fault only costs time."""

import os
import signal
import subprocess
import sys
import time

import pytest

from game.core import jit
from tests.processes import ROOT, output_of_process

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")

ANSWER = """
import sys
from tests.core.tiny_entry import twice
print(twice(21.0), twice.first_code is not None, "numba" in sys.modules)
"""
UNTIL_COMPILED = ANSWER + """
import time
until = time.monotonic() + 100.0
while twice.first_code is None and time.monotonic() < until:
    assert twice(21.0) == 42.0
    time.sleep(0.02)
print(twice.first_code is not None, len(twice.compiled_types), "numba" in sys.modules)
"""


def environment(cache, **more):
    return {"NUMBA_DISABLE_JIT": "0", "GLISSADE_COMPILE_IN_BACKGROUND": "1", "GLISSADE_CACHE": str(cache), **more}


def wait_for_package(cache):
    until = time.monotonic() + 100.0
    while not list(cache.rglob("tiny_entry_twice*.code")) and time.monotonic() < until:
        time.sleep(0.05)


def test_the_first_answer_is_interpreted_and_the_code_of_the_other_process_follows(tmp_path):
    first, last = output_of_process(UNTIL_COMPILED, **environment(tmp_path)).splitlines()
    assert first == "42.0 False False"
    assert last == "True 0 False"  # this process never imported numba
    assert output_of_process(ANSWER, **environment(tmp_path)).strip() == "42.0 True False"


def test_switched_off_the_first_call_waits(tmp_path):
    found = output_of_process(ANSWER, **environment(tmp_path, GLISSADE_COMPILE_IN_BACKGROUND="0"))
    assert found.strip() == "42.0 True True"
    code = "from game.collision import compile_in_background; compile_in_background(False)" + ANSWER
    assert output_of_process(code, **environment(tmp_path / "other")).strip() == "42.0 True True"


def test_a_block_of_machine_code_waits(tmp_path):
    code = ANSWER.replace("print(", "from game.core import jit\nwith jit.machine_code(): twice(1.0)\nprint(", 1)
    assert output_of_process(code, **environment(tmp_path)).strip() == "42.0 True True"


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_the_work_goes_on_when_the_program_is_killed(tmp_path):
    code = ANSWER + "import time; sys.stdout.flush(); time.sleep(60)"
    command = {"env": os.environ | environment(tmp_path) | {"PYTHONPATH": str(ROOT)}, "cwd": ROOT, "stdout": subprocess.PIPE}
    program = subprocess.Popen([sys.executable, "-c", code], **command)
    assert program.stdout.readline()
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdout.close()
    wait_for_package(tmp_path)
    assert output_of_process(ANSWER, **environment(tmp_path)).strip() == "42.0 True False"
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("programs", [2, 8])
def test_of_programs_that_start_at_once_one_compiles(tmp_path, programs):
    notes = tmp_path / "notes"
    more = environment(tmp_path / "cache", NOTES=str(notes))
    command = {"env": os.environ | more | {"PYTHONPATH": str(ROOT)}, "cwd": ROOT, "stdout": subprocess.PIPE, "text": True}
    started = [subprocess.Popen([sys.executable, "-c", UNTIL_COMPILED], **command) for _ in range(programs)]
    for program in started:
        assert program.communicate()[0].splitlines()[-1] == "True 0 False"
    assert len(notes.read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize("fault", ["fails", "no process", "no cache"])
def test_without_the_other_process_the_call_compiles(tmp_path, fault):
    before, more = "", {}
    if fault == "fails":
        more = {"FAILS": "1"}
    elif fault == "no process":
        before = "import sys; sys.executable = '/no/such/python'\n"
    cache = "/etc/passwd" if fault == "no cache" else tmp_path
    lines = output_of_process(before + UNTIL_COMPILED, **environment(cache, **more)).splitlines()
    assert lines[0] == ("42.0 False False" if fault == "fails" else "42.0 True True")
    assert lines[1] == "True 1 True"
