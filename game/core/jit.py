"""Compiling with numba: the decorators of compiled functions, and calls of their machine code.

Only this file, numba_boxing.py and numba_cache.py import numba.

Everything also runs without numba, from the same source and with exactly the same bits, but about 300 times slower.
`NUMBA_DISABLE_JIT=1` in the environment has the same effect if numba is installed.

A game need not wait for the compiler: after `interpret_meanwhile` each function runs interpreted until a thread inside
`machine_code` has loaded or compiled it. The exchange happens between two calls, and changes no bit of any result.

A bound call is a compiled function with fixed NamedTuples of arrays as first arguments, for calls of less than a microsecond.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from types import FunctionType

import numpy as np

from .machine_code_cache import THREAD, compiled_folder


def _unchanged(function):
    return function


COMPILED = False
WARM = False  # machine code of this version lies in the cache: the first call takes milliseconds, not seconds

if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
    try:
        import numba
        from numba.core.codegen import JITCodeLibrary
        from numba.core.compiler import Compiler
        from numba.core.registry import CPUDispatcher

        from .numba_boxing import plain_type
        from .numba_cache import KeptCode

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
            made._cache = KeptCode(function, KEPT)
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

    The first compilation decides: later calls return its code for any types. A call of the result skips numba's check of types
    (0.3 us), so callers must pass the same types in every call. The values of `arguments` do not matter. Raises NotKept as
    `machine_code_for` does.
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


if COMPILED:
    from .numba_boxing import bound_type_of, overload_maker


class BoundRecord:
    """A NamedTuple of arrays with the descriptors of these arrays in one block of memory, as bound machine code reads them.

    record: the NamedTuple
    descriptors: (k,) int64, the results of `descriptor_of` one after the other
    address: memory address of the first descriptor
    """

    def __init__(self, record):
        self.record = record
        self.descriptors = np.array([word for array in record for word in descriptor_of(array)], np.int64)
        self.address = address_of(self.descriptors)


def bind(function, records, *arguments):
    """Return a compiled function with BoundRecords as its fixed first arguments. It is called with the other arguments alone.

    arguments: examples of the other arguments, which give their types
    A call does not check the types of its arguments. It accepts a list instead of a tuple of three floats. It passes only the
    address of each record's descriptors, so eight arrays take a third of the time of eight arguments. The result always
    calls the Python function if `machine_code_for` returns it when `bind` is called.
    """
    code = machine_code_for(function, map(bound_type_of, (*records, *arguments))) if COMPILED else function
    if isinstance(code, FunctionType):
        return partial(code, *(bound.record for bound in records))
    call = partial(code, *(bound.address for bound in records))
    call.kept = records  # they must live as long as the addresses are used
    return call


def result_maker(record, **members):
    """Return a function that makes a NamedTuple of class `record` from a tuple of all fields, in Python and in compiled code.

    Compiled code can only return the result to Python.
    members: {name of a field: tuple of objects}. For such a field the function gets an index, and the result has the object at
    this index. Other fields are unchanged.
    """

    def make(fields):
        return tuple.__new__(record, [members[name][x] if name in members else x for name, x in zip(record._fields, fields)])

    if COMPILED:
        overload_maker(make, record, members)
    return make


def address_of(array):
    """Return the address of an array's first element."""
    return array.ctypes.data  # `__array_interface__` describes a structured dtype at each call: 30 times as slow


def descriptor_of(array):
    """Return the numbers that describe an array to machine code, in the order of the fields of numba's array struct.

    They are: two unused owners, the number of elements, the bytes of one element, the address, the shape, the strides [bytes].
    """
    return 0, 0, array.size, array.itemsize, address_of(array), *array.shape, *array.strides


def run_in_two_threads(work, one, other):
    """Call work(*one) in this thread and work(*other) in a second one. Wait for both, and raise the error of either."""
    with ThreadPoolExecutor(1) as thread:
        second = thread.submit(work, *other)
        work(*one)
        second.result()
