"""Compiling: the only file that knows numba.

Everything runs without numba too, from the very same source and to the same bits, about 300 times slower.
`NUMBA_DISABLE_JIT=1` in the environment asks for that even where numba is installed.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).parents[1]
# Who else compiles, from the folder above: known by the names of their files alone.
ELSEWHERE = ("simulation/player/*.py", "view/lighting/light_rays.py", "view/scene/feature_edges.py")


def compiled_sources():
    """All files that machine code is made of: this package's, and those of whoever else compiles."""
    return sorted([*SOURCES.rglob("*.py"), *(path for pattern in ELSEWHERE for path in SOURCES.parent.glob(pattern))])


def sources_hash():
    """Hash of all sources that are compiled: numba's own cache does not notice edits in imported modules."""
    digest = hashlib.sha256(f"{sys.version_info[:3]}".encode())
    for source in compiled_sources():
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def cache_home():
    """The user's folder for caches: `GLISSADE_CACHE`, else the platform's own place."""
    if os.environ.get("GLISSADE_CACHE"):
        return Path(os.environ["GLISSADE_CACHE"])
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "glissade"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "glissade"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "glissade"


def compiled_folder():
    """Where this version's machine code is kept; a temporary folder where the home cannot be written."""
    folder = cache_home() / "compiled" / sources_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = tempfile.TemporaryFile(dir=folder)
        probe.close()
    except OSError:
        return Path(tempfile.gettempdir()) / f"glissade-{sources_hash()}"
    return folder


def forget_old_versions(keep, most=4):
    """Delete the machine code of all but the `most` newest versions, so that the cache cannot grow for ever."""
    try:
        versions = sorted(keep.parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in versions[most:]:
            if folder != keep:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass


def _unchanged(function):
    return function


COMPILED = False
WARM = False  # machine code of this version lies in the cache: the first call takes milliseconds, not seconds

if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
    try:
        import numba
        from numba.core.registry import CPUDispatcher

        COMPILED = True
    except ImportError:
        pass

if COMPILED:
    _folder = compiled_folder()
    WARM = _folder.is_dir() and any(_folder.rglob("*.nbi"))
    forget_old_versions(_folder)
    numba.config.CACHE_DIR = str(_folder)
    # No fastmath: it would break "interpreted and compiled to the same bits". No reference counts (_nrt): nothing here makes
    # an array, and counting them costs more than the arithmetic of a step.
    _options = {"error_model": "numpy", "_nrt": False}
    _inner = _options | {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def compiled(function):
        """An entry point from Python: kept in the cache on disk. Other threads run meanwhile."""
        return numba.njit(cache=True, nogil=True, **_options)(function)

    def called_often(function):
        """An entry point for calls of microseconds: no other thread runs meanwhile, which saves .1 us a call."""
        return numba.njit(cache=True, **_options)(function)

    class Inner(CPUDispatcher):
        """A function that compiled code alone calls; called from Python it runs interpreted.

        So no way in from Python is compiled, nor the same anew for every constant it is called with: that is half of the time.
        """

        def __call__(self, *arguments):
            return self.py_func(*arguments)

        def get_call_template(self, args, kws):
            unliteral = numba.types.unliteral
            return super().get_call_template(tuple(map(unliteral, args)), {name: unliteral(a) for name, a in kws.items()})

    def shared(function):
        """Called from several places: compiled once."""
        return Inner(function, targetoptions=_inner)

    def inlined(function):
        """Small: put into each place that calls it."""
        return Inner(function, targetoptions=_inner | {"forceinline": True})

    def unfolded(function):
        """Written out in its caller's source: for what calls much, since each function is compiled with all that it calls."""
        return numba.njit(inline="always", **_options)(function)

else:
    compiled = called_often = shared = inlined = unfolded = _unchanged


MACHINE_CODE = {}  # of the functions asked for; numba takes 15 us to look it up


def direct(function, *arguments):
    """The machine code of a compiled function, without numba's look at its arguments' types; called once with `arguments`.

    That look costs .3 us a call. Whoever calls directly answers for the types: always those of `arguments`. Without
    numba, the function itself.
    """
    if not COMPILED:
        return function
    if function not in MACHINE_CODE:
        function(*arguments)
        MACHINE_CODE[function] = function.overloads[function.signatures[0]].entry_point
    return MACHINE_CODE[function]
