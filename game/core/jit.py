"""Compiled functions: their decorators, and the choice between machine code and the interpreter at each call.

Nothing here imports numba. Machine code comes from a package in the cache (machine_code_cache.py), or numba compiles it
(numba_compiler.py). A function without it runs interpreted, from the same source and with exactly the same bits, but about 300
times slower. `NUMBA_DISABLE_JIT=1` in the environment keeps it so.

A call without machine code is answered interpreted, while another process compiles (background_compiling.py). The exchange
happens between two calls. Code in a block of `machine_code` waits for the compiler instead.

A bound call is a compiled function with fixed NamedTuples of arrays as first arguments, for calls of less than a microsecond.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, update_wrapper
from importlib.util import find_spec
from time import monotonic
from types import FunctionType
from typing import Any, cast

import numpy as np

from . import background_compiling
from .background_compiling import LOOK_AGAIN
from .machine_code_cache import BOUND, compiled_folder, file_name, load_package, name_part, types_of


def is_installed(module: str) -> bool:
    """True if a module can be found. It is not imported."""
    try:
        return find_spec(module) is not None
    except (ModuleNotFoundError, ValueError):
        return False


# numba is in use: a function without machine code can be compiled.
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and is_installed("numba")
KEPT = compiled_folder() if COMPILED else None  # the folder of machine code

Code = Callable[..., Any]
INNER: list[tuple[Code, dict[str, Any]]] = []  # inner functions, with numba's options
RESULT_MAKERS: list[tuple[Code, type, dict[str, tuple]]] = []  # arguments of each call of `result_maker`, after its result
_meanwhile = False


class NotKept(Exception):
    """The error for a function whose machine code is not in the cache."""


class ThreadState(threading.local):
    """The settings of a thread for calls of functions that have no machine code yet."""

    compiles = False  # it loads or compiles them, even while other threads run them interpreted
    only_kept = False  # it only loads them, or raises NotKept
    collects_later = False  # it has switched Python's garbage collector off until the end of its block of `machine_code`


THREAD = ThreadState()


def collect_again() -> None:
    """Switch Python's garbage collector on again, if this thread has switched it off. It never visits today's objects again."""
    if THREAD.collects_later:
        THREAD.collects_later = False
        gc.freeze()  # a compiler's million objects: 0.6 s for the next collection, and for the exit of the process
        gc.enable()


class Entry:
    """A compiled function that Python calls. Arguments are passed by position.

    nogil: True if other Python threads run during a call
    waits: True if a call without machine code waits for the compiler, because it would take minutes in the interpreter
    """

    __name__: str

    def __init__(self, function: Code, nogil: bool, waits: bool = False) -> None:
        update_wrapper(self, function)
        self.py_func, self.nogil, self.waits = cast("FunctionType", function), nogil, waits
        self.first_code: Code | None = None  # that was found
        self._codes: dict[tuple, Code] = {}  # machine code by the types of the arguments
        self._names: dict[tuple, str | None] = {}  # names of the packages, by the same
        self._missed: dict[tuple, float] = {}  # times [s] at which a package was missing, by the same
        self.compiled_types: list[tuple] = []  # types of which the code was compiled in this process, and not loaded

    def __call__(self, *arguments: Any) -> Any:
        return self.code_for(*arguments)(*arguments)

    def with_same_types(self, *arguments: Any) -> Any:
        """Call the machine code that was found first, or the Python function while interpreted.

        So callers must pass the same types in every call, and save the look at the types (some microseconds). Raises NotKept as
        `code_for` does.
        """
        return (self.first_code or self.code_for(*arguments))(*arguments)

    def code_for(self, *arguments: Any) -> Code:
        """Return the machine code for the types of example arguments, or the Python function while it runs interpreted.

        Raises NotKept in a block of `machine_code(only_kept=True)` if the cache does not contain the code.
        """
        if not COMPILED:
            return self.py_func
        types = types_of(arguments)
        return self._codes.get(types) or self._find(types, arguments)

    def bound_code_for(self, records: tuple[BoundRecord, ...], arguments: tuple) -> Code:
        """Return the machine code that `bind` calls, or the Python function, as `code_for` does."""
        if not COMPILED:
            return self.py_func
        types = BOUND, types_of([bound.record for bound in records]), types_of(arguments)
        return self._codes.get(types) or self._find(types, (*records, *arguments))

    def _find(self, types: tuple, arguments: tuple) -> Code:
        """Load or compile the machine code for the types of example arguments. Otherwise as `code_for`."""
        code = self._load(types)
        if code is None:
            if THREAD.only_kept:
                raise NotKept(self.__name__)
            if not THREAD.compiles and (_meanwhile or not self.waits and background_compiling.is_expected(KEPT)):
                return self.py_func
            from .numba_compiler import compile_entry

            code = compile_entry(self, types, arguments, KEPT)
            self.compiled_types.append(types)
        self._codes[types] = code
        self.first_code = self.first_code or code
        return code

    def _load(self, types: tuple) -> Code | None:
        """Return the machine code of the package for some types, or None without one."""
        if KEPT is None or monotonic() - self._missed.get(types, -LOOK_AGAIN) < LOOK_AGAIN:
            return None
        code = None
        if is_kept(self):  # else llvmlite is not needed for the name
            if types not in self._names:
                self._names[types] = file_name(self.py_func, types)
            name = self._names[types]
            code = load_package(KEPT, name, self.py_func, types) if name else None
        if code is None:
            self._missed[types] = monotonic()
        return code

    @property
    def _numba_type_(self) -> Any:
        """The type that numba gives this function where other compiled functions call it."""
        from .numba_compiler import dispatcher_of, numba

        return numba.types.Dispatcher(dispatcher_of(self))


def compiled(function: Code) -> Entry:
    """Make a function an Entry whose calls wait for the compiler: the interpreter takes minutes. Other threads run meanwhile."""
    return Entry(function, nogil=True, waits=True)


def interpreted_first(function: Code) -> Entry:
    """Make a function an Entry that runs interpreted while another process compiles. Other threads run during a call."""
    return Entry(function, nogil=True)


def called_often(function: Code) -> Entry:
    """Make a function an Entry as `interpreted_first` does, but no other thread runs during a call, which saves 0.1 us."""
    return Entry(function, nogil=False)


def shared(function: Code) -> Code:
    """Mark a function as an inner one. It is compiled once for each signature, and its compiled callers share the result."""
    INNER.append((function, {}))
    return function


def inlined(function: Code) -> Code:
    """Mark a small function as an inner one that is inlined into the machine code of each compiled caller."""
    INNER.append((function, {"forceinline": True}))
    return function


def prefetch(array: np.ndarray, row: int, byte: int) -> None:
    """Let the processor load a byte of a row before it is needed. Compiled code goes on meanwhile; Python does nothing.

    array: C-contiguous; the place may be behind its end
    """


def is_kept(function: Entry) -> bool:
    """True if the cache contains machine code of an Entry, for any types of arguments."""
    start = f"{name_part(function.py_func)}-"
    return KEPT is not None and any(name.startswith(start) for name in KEPT.names())


def is_interpreted() -> bool:
    """True if in this thread even a `compiled` function without machine code runs interpreted."""
    return not COMPILED or (_meanwhile and not THREAD.compiles)


def interpret_meanwhile(wanted: bool = True) -> None:
    """Let functions without machine code run interpreted outside `machine_code`, without a process that compiles them."""
    global _meanwhile
    _meanwhile = wanted


@contextmanager
def machine_code(wanted: bool = True, only_kept: bool = False) -> Iterator[None]:
    """Let this thread wait for the compiler in a `with` block, or do nothing if `wanted` is False.

    only_kept: True to load machine code alone; a function that the cache does not contain raises NotKept
    """
    before = THREAD.compiles, THREAD.only_kept
    if wanted and not THREAD.compiles:  # a block inside a block changes nothing
        THREAD.compiles, THREAD.only_kept = True, only_kept
    try:
        yield
    finally:
        THREAD.compiles, THREAD.only_kept = before
        if not THREAD.compiles:
            collect_again()


class BoundRecord:
    """A NamedTuple of arrays with the descriptors of these arrays in one block of memory, as bound machine code reads them.

    record: the NamedTuple, in which tuples of arrays may stand for arrays
    descriptors: (k,) int64, the results of `descriptor_of` one after the other
    address: memory address of the first descriptor
    """

    def __init__(self, record: tuple) -> None:
        self.record: Any = record
        self.descriptors = np.array(descriptors_of(record), np.int64)
        self.address = address_of(self.descriptors)


def bind(function: Entry, records: tuple[BoundRecord, ...], *arguments: Any) -> partial:
    """Return an Entry with BoundRecords as its fixed first arguments, as a partial. It is called with the other arguments alone.

    arguments: examples of the other arguments, which give their types. For a BoundRecord among them, calls pass its address, or
    its record if there is no machine code.
    A call does not check the types of its arguments. It accepts a list instead of a tuple of three floats. It passes only the
    address of each record's descriptors, so eight arrays take a third of the time of eight arguments. The result always
    calls the Python function if there was no machine code when `bind` was called (`is_bound_to_python`).
    """
    code = function.bound_code_for(records, arguments)
    if isinstance(code, FunctionType):
        call = partial(code, *(bound.record for bound in records))
    else:
        call = partial(code, *(bound.address for bound in records))
    call.kept = function, records, arguments  # type: ignore[attr-defined]  # records must live as long as their addresses
    return call


def is_bound_to_python(call: partial) -> bool:
    """True if a result of `bind` calls the Python function, and machine code could replace it one day."""
    return COMPILED and isinstance(call.func, FunctionType)


def has_new_code(call: partial) -> bool:
    """True if a result of `bind` calls the Python function, although machine code has come into the cache since."""
    if not is_bound_to_python(call):
        return False
    function, records, arguments = call.kept  # type: ignore[attr-defined]
    return not isinstance(function.bound_code_for(records, arguments), FunctionType)


def result_maker(record: type, **members: tuple) -> Code:
    """Return a function that makes a NamedTuple of class `record` from a tuple of all fields, in Python and in compiled code.

    Compiled code can only return the result to Python.
    members: {name of a field: tuple of objects}. For such a field the function gets an index, and the result has the object at
    this index. Other fields are unchanged.
    """
    names = record._fields  # type: ignore[attr-defined]

    def make(fields: tuple) -> Any:
        return tuple.__new__(record, [members[name][x] if name in members else x for name, x in zip(names, fields)])

    RESULT_MAKERS.append((make, record, members))
    return make


def address_of(array: np.ndarray) -> int:
    return array.ctypes.data  # `__array_interface__` describes a structured dtype at each call: 30 times as slow


def descriptors_of(arrays: tuple) -> list[int]:
    """Return the results of `descriptor_of` for all arrays in a tuple and in the tuples in it, one after the other."""
    return [word for x in arrays for word in (descriptors_of(x) if isinstance(x, tuple) else descriptor_of(x))]


def descriptor_of(array: np.ndarray) -> tuple[int, ...]:
    """Return the numbers that describe an array to machine code, in the order of the fields of numba's array struct.

    They are: two unused owners, the number of elements, the bytes of one element, the address, the shape, the strides [bytes].
    """
    return 0, 0, array.size, array.itemsize, address_of(array), *array.shape, *array.strides


def run_in_two_threads(work: Code, one: tuple, other: tuple) -> None:
    """Call work(*one) in this thread and work(*other) in a second one. Wait for both, and raise the error of either.

    An Entry as `work` gets its machine code first, for both threads.
    """
    from concurrent.futures import ThreadPoolExecutor

    if isinstance(work, Entry):
        work = work.code_for(*one)
    with ThreadPoolExecutor(1) as thread:
        second = thread.submit(work, *other)
        work(*one)
        second.result()
