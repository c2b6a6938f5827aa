"""Bad caches, met by processes of an ordinary user: the game runs, and nothing that is not Glissade's is deleted or believed."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.forks import CAN_FORK, LIBRARIES, ended_fork, server

ROOT = Path(__file__).resolve().parents[2]
STRANGER = 23456  # the number of another user
ORDINARY = "12345"
# How to become an ordinary user: for root by another number, or, where that one cannot start Python, without root's privileges.
DROPS = (
    ["setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"],
    ["setpriv", "--bounding-set=-all", "--inh-caps=-all"],
)
TWICE = """
from game.core import jit
@jit.compiled
def twice(x):
    return 2.0 * x
print(twice(21.0), 1 - len(twice.compiled_types), jit.KEPT.path if jit.KEPT else None)
"""
posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX's")


@cache
def ordinary():
    """The words before a command that make it an ordinary user's."""
    if os.name != "posix" or os.geteuid() != 0:
        return []
    for drop in DROPS:
        if subprocess.run([*drop, sys.executable, "-c", "import numba"], cwd=ROOT, capture_output=True).returncode == 0:
            return drop
    pytest.skip("root, and no way to become an ordinary user")


def ended(code, folder, environment):
    """(exit code, output, errors) of code in a process of an ordinary user."""
    start = (*ordinary(), sys.executable)
    if CAN_FORK:
        return ended_fork(server(LIBRARIES, start, switch="0"), code, folder, environment)
    done = subprocess.run([*start, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Place:
    """A folder of an ordinary user, with a temporary folder in which nine others of other programs lie."""

    def __init__(self, path):
        self.path, self.home, self.temporary = path, path / "home", path / "tmp"
        self.home.mkdir()
        self.temporary.mkdir()
        for number in range(9):
            (self.temporary / f"foreign-{number}").mkdir()
            (self.temporary / f"foreign-{number}" / "work.txt").write_text("mine")
        if f"--reuid={ORDINARY}" in ordinary():
            for found in [path, *path.rglob("*")]:
                os.chown(found, int(ORDINARY), int(ORDINARY))

    @property
    def cache(self):
        return self.home / ".cache" / "glissade"

    def run(self, before="", **environment):
        """(result, hits of the cache, folder of the machine code, what was complained) of a process that compiles."""
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "GLISSADE", "NUMBA"))}
        environment = bare | {"HOME": str(self.home), "TMPDIR": str(self.temporary), "PYTHONPATH": str(ROOT)} | environment
        status, output, errors = ended(before + TWICE, self.path, environment)
        assert status == 0 and "Traceback" not in errors, errors
        assert sorted(path.name for path in self.temporary.iterdir()) == [f"foreign-{number}" for number in range(9)]
        assert len(list(self.temporary.glob("*/work.txt"))) == 9
        result, hits, folder = output.split()
        assert float(result) == 42.0
        return int(hits), Path(folder), errors


@contextmanager
def new_place():
    path = Path(tempfile.mkdtemp(prefix="place-"))
    path.chmod(0o755)
    try:
        yield Place(path)
    finally:
        for folder in path.rglob("*/"):
            folder.chmod(0o700)
        shutil.rmtree(path)


@pytest.fixture
def place():
    with new_place() as place:
        yield place


@pytest.fixture(scope="module")
def first_run():
    """The cache that a first process has left, and the user that it belongs to."""
    with new_place() as place:
        assert place.run()[0] == 0
        yield place.cache


@pytest.fixture
def compiled(place, first_run):
    """The package in a copy of that cache."""
    shutil.copytree(first_run, place.cache)
    found = first_run.stat()
    for path in (place.cache.parent, place.cache, *place.cache.rglob("*")) if os.name == "posix" else ():
        os.chown(path, found.st_uid, found.st_gid)
    (file,) = place.cache.glob("compiled/*/*.code")
    return file


def test_a_good_cache_is_private_and_serves_the_next_process(place, compiled):
    assert place.run() == (1, compiled.parent, "")
    paths = [compiled, *compiled.parents[:3]]
    assert {oct(path.stat().st_mode & 0o077) for path in paths} == {"0o0"} or os.name != "posix"


@pytest.mark.parametrize("home", ["/etc/passwd", "/proc/nonexistent/home", "unwritable", "read only"])
def test_a_cache_that_cannot_be_written_is_replaced_by_a_private_one_for_a_while(place, home):
    if home == "unwritable":
        place.home.chmod(0o500)
        hits, folder, said = place.run()
    elif home == "read only":
        (place.cache / "compiled").mkdir(parents=True)
        place.cache.chmod(0o500)
        (place.cache / "compiled").chmod(0o500)
        hits, folder, said = place.run(GLISSADE_CACHE=str(place.cache))
    else:
        hits, folder, said = place.run(GLISSADE_CACHE=home)
    assert (hits, said) == (0, "") and place.temporary in folder.parents and not folder.exists()


@posix
def test_a_user_without_a_home_and_without_an_entry_in_the_systems_list(place):
    """In a process of its own where we are root, else by a home that Python does not find."""
    lost = "import pathlib\ndef home():\n    raise RuntimeError('no home')\npathlib.Path.home = home\n"
    assert place.temporary in place.run(before=lost)[1].parents


def test_no_folder_at_all_costs_the_cache_alone(place):
    nowhere = "import tempfile\ndef mkdtemp(**_):\n    raise FileNotFoundError('none')\ntempfile.mkdtemp = mkdtemp\n"
    assert place.run(before=nowhere, GLISSADE_CACHE="/etc/passwd")[1:] == (Path("None"), "")


@posix
def test_a_full_disk_costs_the_cache_alone(place):
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    hits, folder, said = place.run(before=full)
    assert hits == 0 and said.count("\n") == 1 and str(folder) in said and "too large" in said
    assert list(folder.glob("*code*")) == []


@pytest.mark.parametrize("damage", ["flipped", "folder", "of another numba"])
def test_damaged_machine_code_is_made_again_with_one_line(place, compiled, damage):
    content = compiled.read_bytes()
    if damage == "folder":
        compiled.unlink()
        compiled.mkdir()
    else:
        flipped = bytes([content[0] ^ 0x40]) + content[1:]
        compiled.write_bytes(flipped if damage == "flipped" else sealed(b"another numba's"))
    hits, _, said = place.run()
    assert hits == 0 and said.count("\n") == 1 and str(compiled) in said
    assert place.run() == (1, compiled.parent, "")


def sealed(content):
    return content + hashlib.sha256(content).digest()


@posix
@pytest.mark.parametrize("way", ["writable file", "link", "stranger's file", "stranger's folder"])
def test_files_of_another_user_are_not_loaded(place, compiled, way):
    """The name, the seal and the machine code are right: only the owner and the mode differ from those of our files."""
    if "stranger" in way and os.geteuid() != 0:
        pytest.skip("only root can give a file to another user")
    target = place.home / "elsewhere.code" if way == "link" else compiled
    target.write_bytes(compiled.read_bytes())
    if way == "link":
        compiled.unlink()
        compiled.symlink_to(target)
    elif way == "writable file":
        compiled.chmod(0o666)
    else:
        os.chown(compiled, STRANGER, STRANGER)
        compiled.chmod(0o644)
    if way == "stranger's folder":
        for folder in compiled.parents[:2]:
            os.chown(folder, STRANGER, STRANGER)
            folder.chmod(0o777)
    hits, _, _ = place.run()
    assert hits == 0
    compiled.parent.chmod(0o700)
