"""Compiling with numba, and the cache of machine code. Only this file and numba_boxing.py import numba.

Everything also runs without numba, from the same source and with exactly the same bits, but about 300 times slower.
`NUMBA_DISABLE_JIT=1` in the environment has the same effect if numba is installed.

A game need not wait for the compiler: after `interpret_meanwhile` each function runs interpreted until a thread inside
`machine_code` has loaded or compiled it. The exchange happens between two calls, and changes no bit of any result.
"""

import hashlib
import os
import pickle
import re
import sys
import threading
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path

from .safe_cache_folders import KeptFolder
from .user_folders import cache_folder, private_cache_folder

SOURCES = Path(__file__).parents[1]
# Other compiled sources, as patterns of paths in the folder above this package.
SIMULATION = ("simulation/player/*.py", "simulation/player/ground/*.py", "simulation/environment/*.py")
LAB = tuple(f"lab/{folder}/*.py" for folder in ("particles", "sweeps", "one_dimension", "balls", "heaps"))
ELSEWHERE = (*SIMULATION, *LAB, "view/lighting/ray_traced_light.py", "view/scene/scenery/feature_edges.py")
VERSIONS = "[0-9a-f]{16}"  # names of the folders of machine code: sources_hash
CODE = r"\w+-[0-9a-f]{32}\.nbc"  # names of the files in them
MOST_VERSIONS = 4  # number of versions kept. Fewer: an older commit compiles again; more: disk space


def compiled_sources():
    """Return the sorted paths of all sources of machine code: the files of the package collision, and those of ELSEWHERE."""
    return sorted([*SOURCES.rglob("*.py"), *(path for pattern in ELSEWHERE for path in SOURCES.parent.glob(pattern))])


def sources_hash():
    """Return a hash of Python's version and of all sources of machine code, 16 hexadecimal digits."""
    digest = hashlib.sha256(f"{sys.version_info[:3]}".encode())
    for source in compiled_sources():
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def compiled_folder():
    """Return the KeptFolder of this version's machine code, or None if it cannot be made. Also deletes the oldest versions."""
    versions = cache_folder("compiled", VERSIONS) or private_cache_folder("compiled", VERSIONS)
    if versions is None:
        return None
    version = sources_hash()
    try:
        folder = KeptFolder(versions.path / version, CODE)
    except OSError:
        return None
    versions.delete_oldest(MOST_VERSIONS, spared=version)
    return folder


def _unchanged(function):
    return function


class NotKept(Exception):
    """The error for a function whose machine code is not in the cache."""


class ThreadState(threading.local):
    """The settings of a thread for calls of functions that have no machine code yet.

    compiles: True if the thread loads or compiles such a function, even while other threads run it interpreted
    only_kept: True if it only loads from the cache, and raises NotKept for a function that the cache does not contain
    """

    compiles = only_kept = False


THREAD = ThreadState()
COMPILED = False
WARM = False  # machine code of this version lies in the cache: the first call takes milliseconds, not seconds

if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
    try:
        import numba
        from numba.core.caching import NullCache
        from numba.core.codegen import JITCodeLibrary
        from numba.core.compiler import Compiler, CompileResult
        from numba.core.registry import CPUDispatcher
        from numba.core.serialize import dumps

        from .numba_boxing import plain_type

        COMPILED = True
    except ImportError as error:
        if not isinstance(error, ModuleNotFoundError) or error.name != "numba":
            cause = " ".join(str(error).split())
            message = f"numba is installed but does not work: {cause}; reinstall it, or set NUMBA_DISABLE_JIT=1 to run without it"
            raise ImportError(message) from error

if COMPILED:
    KEPT = compiled_folder()
    WARM = KEPT is not None and any(KEPT.names())
    # No fastmath: it would break "interpreted and compiled to the same bits". No reference counts (_nrt): nothing here makes
    # an array, and counting them costs more than the arithmetic of a step.
    _options = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
    _inner = _options | {"nopython": True, "no_cpython_wrapper": True}

    class KeptCode(NullCache):
        """The machine code of one function on disk, a file for each signature. It replaces numba's own cache.

        That cache unpickles any file in its folder, accepts damaged code, fails on a full disk, and ignores edited imports.
        """

        def __init__(self, function):
            self._source = Path(function.__code__.co_filename)
            self._name = re.sub(r"\W", "_", f"{self._source.stem}.{function.__qualname__}")
            self._what = f"{numba.__version__} {function.__module__} {function.__code__.co_firstlineno}"

        def _file(self, signature, codegen):
            """Return the file's name, with a hash of signature, source of the function, numba's version and processor."""
            digest = hashlib.sha256(f"{self._what} {signature!r} {codegen.magic_tuple()!r}".encode())
            with suppress(OSError):  # an archive without sources
                digest.update(self._source.read_bytes())
            return f"{self._name}-{digest.hexdigest()[:32]}.nbc"

        def load_overload(self, signature, target):
            """Return the CompileResult in the cache, or None if there is none that this numba can use. Called by numba.

            Raises NotKept if THREAD.only_kept is True and the cache has no file for this signature.
            """
            target.refresh()
            name = self._file(signature, target.codegen())
            content = KEPT.read(name) if KEPT is not None else None
            if content is None:
                if THREAD.only_kept:
                    raise NotKept(name)
                return None
            try:
                return CompileResult._rebuild(target, *pickle.loads(content))
            except Exception:  # the file is ours, but this numba cannot use it, and may raise anything
                KEPT.discard(name)
                return None

        def save_overload(self, signature, result):
            """Write a CompileResult to the cache, unless its code contains addresses of this process. Called by numba."""
            if not result.library.has_dynamic_globals:  # addresses that mean nothing to another process
                KEPT.write(self._file(signature, result.codegen), dumps(result._reduce()))

    class EntryLibrary(JITCodeLibrary):
        """The code of an entry point, and of all that it calls."""

        def _optimize_final_module(self):
            """Make all called functions internal to the module, then optimise it, which removes their unused arguments.

            numba passes an array as several arguments, of which most are unused. A step would take 1.2 times as long with them.
            """
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    function.linkage = "internal"
            super()._optimize_final_module()

    class EntryCompiler(Compiler):
        """A compiler of entry points. Its result is an EntryLibrary."""

        def __init__(self, typingctx, targetctx, _, *arguments):
            library = EntryLibrary(targetctx.codegen(), "entry")
            library.enable_object_caching()
            super().__init__(typingctx, targetctx, library, *arguments)

    class Entry(CPUDispatcher):
        """A compiled function that Python calls. It can also run without machine code (`is_interpreted`)."""

        def _compile_for_args(self, *arguments, **named):
            """Return the function to call for types without machine code: the Python function, or the one compiled now."""
            return self.py_func if is_interpreted() else super()._compile_for_args(*arguments, **named)

    def make_entry(function, **options):
        """Return a function as an Entry with numba's target `options`. The code is kept on disk, except that of a closure."""
        made = Entry(function, targetoptions=_options | {"nopython": True} | options, pipeline_class=EntryCompiler)
        if KEPT is not None and function.__closure__ is None:  # a closure's values are not in the name
            made._cache = KeptCode(function)
        return made

    def compiled(function):
        """Return a function as an Entry, which is compiled when it is first called. Other threads run during a call."""
        return make_entry(function, nogil=True)

    def called_often(function):
        """Return a function as an Entry for calls of microseconds. No other thread runs during a call, which saves 0.1 us."""
        return make_entry(function)

    class InnerLibrary(JITCodeLibrary):
        """The code of an inner function. It becomes machine code only inside the entry points that call it, which saves a sixth
        of the compile time.
        """

        codegen = property(lambda self: self)  # which numba calls for `set_env`

        def set_env(self, name, environment):
            """Ignore numba's environment of a function, because an inner function has no machine code of its own."""

        def get_pointer_to_function(self, name):
            """Return 0 as the address of the machine code, because there is none."""
            self._ensure_finalized()
            return 0

        def _finalize_final_module(self):
            self._finalize_dynamic_globals()
            self._finalized = True

    class InnerCompiler(Compiler):
        """A compiler of inner functions. Its result is an InnerLibrary."""

        def __init__(self, typingctx, targetctx, _, *arguments):
            super().__init__(typingctx, targetctx, InnerLibrary(targetctx.codegen(), "inner"), *arguments)

    class Inner(CPUDispatcher):
        """A function that is compiled only as a part of its callers. A call from Python runs it interpreted.

        It has no wrapper for calls from Python, and no version for each constant argument. This saves half of the compile time.
        """

        def __init__(self, function, options):
            super().__init__(function, targetoptions=options, pipeline_class=InnerCompiler)

        def __call__(self, *arguments):
            return self.py_func(*arguments)

        def get_call_template(self, args, kws):
            return super().get_call_template(tuple(map(plain_type, args)), {name: plain_type(a) for name, a in kws.items()})

    def shared(function):
        """Return a function as an Inner. It is compiled once for each signature, and its compiled callers share the result."""
        return Inner(function, _inner)

    def inlined(function):
        """Return a small function as an Inner that is inlined into the machine code of each compiled caller."""
        return Inner(function, _inner | {"forceinline": True})

    def inlined_source(function):
        """Return a function as an Inner whose code is copied into its callers, so that nothing it calls is compiled again."""
        return Inner(function, _options | {"nopython": True, "inline": "always"})

else:
    compiled = called_often = shared = inlined = inlined_source = _unchanged

_meanwhile = False


def is_interpreted():
    """True if functions without machine code run interpreted in this thread, instead of being compiled."""
    return not COMPILED or (_meanwhile and not THREAD.compiles)


def interpret_meanwhile(wanted=True):
    """Let functions without machine code run interpreted outside `machine_code`, or be compiled if `wanted` is False."""
    global _meanwhile
    _meanwhile = wanted


@contextmanager
def machine_code(only_kept=False):
    """Let this thread load or compile functions in a `with` block. With `only_kept`, it raises NotKept instead of compiling."""
    THREAD.compiles, THREAD.only_kept = True, only_kept
    try:
        yield
    finally:
        THREAD.compiles = THREAD.only_kept = False


MACHINE_CODE: dict[Callable, Callable] = {}  # results of `machine_code_for`, by function; numba takes 15 us to look one up


def machine_code_for_call(function, *arguments):
    """Return the machine code of a compiled function for the types of `arguments`, or the Python function while interpreted.

    A call of the result skips numba's check of types, 0.3 us. So callers must pass the same types in every call. The function
    is not called here, so the values of `arguments` do not matter.
    """
    return MACHINE_CODE.get(function) or (machine_code_for(function, map(numba.typeof, arguments)) if COMPILED else function)


def has_machine_code(function):
    """True if `machine_code_for` has loaded or compiled the function."""
    return function in MACHINE_CODE


def machine_code_for(function, types):
    """Return the machine code of a compiled function, or the Python function while it runs interpreted.

    types: numba's types of the arguments. The first compilation decides: later calls return its code for any types.
    Raises NotKept in a block of `machine_code(only_kept=True)` if the cache does not contain the code.
    """
    if function not in MACHINE_CODE:
        if is_interpreted():
            return function.py_func
        types = tuple(types)
        function.compile(types)
        MACHINE_CODE[function] = function.overloads[types].entry_point
    return MACHINE_CODE[function]
