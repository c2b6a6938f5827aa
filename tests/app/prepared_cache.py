"""A cache folder that contains all machine code and no light, so that a process that the game starts need not compile."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from game.app import background_jobs
from game.core import jit
from tests.app.table_level import table_level


@cache
def complete_machine_code():
    """Return the folder of the machine code, after this process has lit a level: that compiles what no tick calls."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("GLISSADE_CACHE", str(Path(folder) / "cache"))
        background_jobs.lit_nodes(table_level(Path(folder)), "tiny")
    return jit.KEPT.path


def use_prepared_cache(folder, monkeypatch):
    """Make a new folder the cache, with a copy of the machine code."""
    code = complete_machine_code()
    shutil.copytree(code, folder / "compiled" / code.name)
    shutil.copy(code.parent / ".glissade", folder / "compiled")
    for path in (folder, folder / "compiled"):
        path.chmod(0o700)
    monkeypatch.setenv("GLISSADE_CACHE", str(folder))
