"""Files for Panda3D's loaders are read by a child process: its crash, endless loop or lack of memory is one line of error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.level.mesh_file.formats import native_worker, native_worker_client
from game.level.mesh_file.mesh_file import load_model
from tests.commands import complaint
from tests.level.mesh_file.mesh_makers import bam_bytes, egg_text


def child(monkeypatch, tmp_path, body):
    """Put other code in the place of the child process. It gets the same words and the same limits."""
    script = tmp_path / "child.py"
    folder = os.path.dirname(native_worker.__file__)
    script.write_text(f"import os, sys, time\nsys.path.insert(0, {folder!r})\nimport native_worker\n"
                      f"native_worker.limit_itself(*map(int, sys.argv[4:]))\n{body}\n")
    monkeypatch.setattr(native_worker, "__file__", str(script))


FATES = {
    "a crash": ("os.abort()", "ends Panda3D's reader"),
    "a hang": ("while True: pass", "more than 1 s"),
    "sleep": ("time.sleep(60)", "more than 3 s"),
    "hunger": ("a = [bytes(2**24) for _ in range(10**6)]", "needs more than"),
    "a traceback": ("raise KeyError(3)", "ends Panda3D's reader"),
    "nothing": ("pass", "returned nothing"),
    "half of it": ("open(sys.argv[3], 'wb').write(b'\\x93NUMPY')", "returned nothing"),
    "a pickle": ("import numpy, pickle; numpy.save(open(sys.argv[3], 'wb'), numpy.array([{}], object))", "returned nothing"),
    "a reason": ("print('no such format'); sys.exit(1)", "no such format"),
}


@pytest.mark.parametrize("fate", FATES)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the clock is a limit")
def test_a_failing_child_process_is_one_line(capsys, elsewhere, monkeypatch, fate):
    body, said = FATES[fate]
    monkeypatch.setattr(native_worker_client, "CHILD_SECONDS", 1)
    if fate == "sleep":
        monkeypatch.setattr(native_worker_client, "CHILD_CLOCK", 3.0)
    child(monkeypatch, elsewhere, body)
    (elsewhere / "a.egg").write_text(egg_text())
    line = complaint(capsys, "sim", "a.egg")
    assert "a.egg: cannot be read as a mesh" in line and said in line


def test_panda3d_is_not_loaded_by_reading_a_mesh_file(tmp_path, file):
    path = file("a.egg", egg_text())
    load = f"load_model(__import__('pathlib').Path({str(path)!r}))"
    code = f"import sys; from game.level.mesh_file.mesh_file import load_model; {load}"
    words = [sys.executable, "-c", f"{code}; sys.exit('panda3d' in sys.modules)"]
    subprocess.run(words, check=True, cwd=Path(native_worker_client.__file__).parents[4])


def test_a_bam_that_ends_the_loader_leaves_the_game_running(tmp_path, file):
    good = bam_bytes(tmp_path)
    cut = good.replace(b"GeomNode", b"GeomNod\xff", 1)
    for content in (cut, good[: len(good) // 2]):
        with pytest.raises(InputError, match=r"a\.bam: "):
            load_level(file("a.bam", content))
    assert len(load_model(file("a.bam", good)).triangles) == 12
