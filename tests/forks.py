"""Python code in forks of a process that has imported its libraries: fresh, but without the second that the imports take.

A fork is a process of its own, in which nothing was called yet. Tests of the start itself take processes.py.
"""

import atexit
import json
import os
import subprocess
import sys
from functools import cache

from tests.processes import LONGEST, ROOT, output_of_process

CAN_FORK = sys.platform == "linux"
# The first function that numba compiles takes .4 s more than all others, to load its own tables.
LIBRARIES = "import numpy, numba; numba.njit('float64(float64)')(lambda x: x)"
GAME = f"{LIBRARIES}; import game.level, game.simulation"  # with the switch of the server's environment: compiled or not
# Each line of the input is a job. The child leaves the loop, runs the code and ends like any process; the server reports it.
SERVER = """
import json, os, select, signal, sys
exec(sys.argv[1])
for line in sys.stdin:
    job, ends = json.loads(line), [os.pipe(), os.pipe()]
    child = os.fork()
    if not child:
        break
    texts = {reads: b"" for reads, _ in ends}
    for _, writes in ends:
        os.close(writes)
    ready = list(texts)
    while ready:
        for end in select.select(ready, [], [])[0]:
            text = os.read(end, 65536)
            texts[end] += text
            if not text:
                ready.remove(end)
                os.close(end)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([code, *(text.decode() for text in texts.values())]), flush=True)
else:
    sys.exit()
for number, (_, writes) in enumerate(ends, 1):
    os.dup2(writes, number)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
for end in (end for pair in ends for end in pair):
    os.close(end)
signal.alarm(job["seconds"])
os.chdir(job["folder"])
os.environ.clear()
os.environ.update(job["environment"])
sys.argv[1:] = job["arguments"]
exec(compile(job["code"], "<string>", "exec"), {"__name__": "__main__"})
"""


@cache
def server(preload, command=(sys.executable,), switch=None):
    """The process that forks, after it has run `preload`. It ends with this process.

    command: words that start Python
    switch: value of NUMBA_DISABLE_JIT, or None for today's
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} | ({} if switch is None else {"NUMBA_DISABLE_JIT": switch})
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    started = subprocess.Popen([*command, "-c", SERVER, preload], cwd=ROOT, env=environment, text=True, **pipes)
    atexit.register(started.communicate)
    return started


def ended_fork(forking, code, folder, environment, *arguments):
    """(exit code, output, errors) of code in a fork of a `server`, started in a folder with an environment of its own."""
    job = {"code": code, "folder": str(folder), "environment": environment, "seconds": int(LONGEST)}
    print(json.dumps(job | {"arguments": list(map(str, arguments))}), file=forking.stdin, flush=True)
    return json.loads(forking.stdout.readline())


def output_of_fork(code, *arguments, preload=LIBRARIES, **environment):
    """Run Python code in a fork with `arguments` in sys.argv[1:], and return its output. Its exit code must be 0.

    preload: what the code need not import itself
    environment: additional variables
    """
    if not CAN_FORK:
        return output_of_process(code, *arguments, **environment)
    forking = server(preload, switch=environment.get("NUMBA_DISABLE_JIT"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    status, output, errors = ended_fork(forking, code, ROOT, environment, *arguments)
    assert status == 0, errors
    return output
