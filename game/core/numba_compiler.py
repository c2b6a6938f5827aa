"""Compiling with numba, when machine code is in no package. It is imported for that alone, because it takes a third of a second.

numba's own results are kept on disk, too (KeptCode). They are the second choice where a package cannot be loaded.
"""

from __future__ import annotations

import gc
import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import numba
except ImportError as error:
    cause = " ".join(str(error).split())
    message = f"numba is installed but does not work: {cause}; reinstall it, or set NUMBA_DISABLE_JIT=1 to run without it"
    raise ImportError(message) from error

from llvmlite import binding
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from .jit import INNER, RESULT_MAKERS, Entry
from .machine_code_package import BOUND, CodeHeader, description_of, key_of, name_part, write_package
from .numba_boxing import bound_type_of, overload_maker, plain_type
from .user_folders import KeptFolder

if TYPE_CHECKING:
    from types import FunctionType

# No fastmath: it would break "interpreted and compiled to the same bits". No reference counts (_nrt): nothing here makes
# an array, and counting them costs more than the arithmetic of a step.
OPTIONS = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True, "nopython": True}


class EntryLibrary(JITCodeLibrary):
    """The code of an entry point, and of all that it calls."""

    def _optimize_final_module(self) -> None:
        """Make all called functions internal to the module, then optimise it, which removes their unused arguments.

        numba passes an array as several arguments, of which most are unused. A step would take 1.2 times as long with them.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        super()._optimize_final_module()


class EntryCompiler(Compiler):
    """A compiler of entry points. Its result is an EntryLibrary."""

    def __init__(self, typingctx: Any, targetctx: Any, _: Any, *arguments: Any) -> None:
        library = EntryLibrary(targetctx.codegen(), "entry")
        library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *arguments)


class InnerLibrary(JITCodeLibrary):
    """The code of an inner function. It becomes machine code only inside the entry points that call it, which saves a sixth
    of the compile time. It is optimised there alone, which saves another sixth.
    """

    codegen = property(lambda self: self)  # which numba calls for `set_env`

    def set_env(self, name: str, environment: Any) -> None:
        """Ignore numba's environment of a function, because an inner function has no machine code of its own."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0 as the address of the machine code, because there is none."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class InnerCompiler(Compiler):
    """A compiler of inner functions. Its result is an InnerLibrary."""

    def __init__(self, typingctx: Any, targetctx: Any, _: Any, *arguments: Any) -> None:
        super().__init__(typingctx, targetctx, InnerLibrary(targetctx.codegen(), "inner"), *arguments)


class Inner(CPUDispatcher):
    """A function that is compiled only as a part of its callers.

    It has no wrapper for calls from Python, and no version for each constant argument. This saves half of the compile time.
    """

    def __init__(self, function: Callable, options: dict[str, Any]) -> None:
        options = OPTIONS | options if "inline" in options else OPTIONS | {"no_cpython_wrapper": True} | options
        super().__init__(function, targetoptions=options, pipeline_class=InnerCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(plain_type, args)), {name: plain_type(a) for name, a in kws.items()})


class KeptCode(NullCache):
    """numba's result of compiling one function on disk, a file for each signature. It replaces numba's own cache.

    That cache unpickles any file in its folder, accepts damaged code, fails on a full disk, and ignores edited imports.
    code: object code and LLVM's bitcode of the newest result, or None if it contains addresses of this process
    """

    def __init__(self, function: FunctionType, folder: KeptFolder) -> None:
        self._folder, self._source, self._name = folder, Path(function.__code__.co_filename), name_part(function)
        self.code: tuple[bytes, bytes] | None = None
        self._what = f"{numba.__version__} {function.__module__} {function.__code__.co_firstlineno}"

    def _file(self, signature: Any, codegen: Any) -> str:
        """Return the file's name, with a hash of signature, source of the function, numba's version and processor."""
        digest = hashlib.sha256(f"{self._what} {signature!r} {codegen.magic_tuple()!r}".encode())
        with suppress(OSError):  # an archive without sources
            digest.update(self._source.read_bytes())
        return f"{self._name}-{digest.hexdigest()[:32]}.nbc"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the CompileResult in the cache, or None if there is none that this numba can use. Called by numba."""
        target.refresh()
        name = self._file(signature, target.codegen())
        content = self._folder.read(name)
        if content is None:
            return None
        try:
            parts = pickle.loads(content)
            result = CompileResult._rebuild(target, *parts)
            self.code = parts[0][2]
            return result
        except Exception:  # the file is ours, but this numba cannot use it, and may raise anything
            self._folder.discard(name)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write a CompileResult to the cache, unless its code contains addresses of this process. Called by numba."""
        self.code = None
        if not result.library.has_dynamic_globals:  # addresses that mean nothing to another process
            parts = result._reduce()
            self.code = parts[0][2]
            self._folder.write(self._file(signature, result.codegen), dumps(parts))


DISPATCHERS: dict[Entry, Any] = {}  # CPUDispatchers
INNER_DISPATCHERS: list[Inner] = []  # numba's types refer to them weakly


def dispatcher_of(entry: Entry, folder: KeptFolder | None) -> Any:
    """Return numba's object for an Entry. Functions marked since the last call become known to numba, too."""
    while INNER:
        function, options = INNER.pop()
        inner = Inner(function, options)
        INNER_DISPATCHERS.append(inner)
        # numba reads these attributes of a global that it meets in compiled code.
        vars(function).update(_numba_type_=numba.types.Dispatcher(inner), targetoptions=inner.targetoptions, py_func=function)
    while RESULT_MAKERS:
        overload_maker(*RESULT_MAKERS.pop())
    if entry not in DISPATCHERS:
        made: Any = CPUDispatcher(entry.py_func, targetoptions=OPTIONS | {"nogil": entry.nogil}, pipeline_class=EntryCompiler)
        if folder is not None and entry.py_func.__closure__ is None:  # a closure's values are not in the name
            made._cache = KeptCode(entry.py_func, folder)
        DISPATCHERS[entry] = made
    return DISPATCHERS[entry]


def type_of_entry(entry: Entry) -> numba.types.Dispatcher:
    return numba.types.Dispatcher(dispatcher_of(entry, None))


def compile_entry(entry: Entry, types: tuple, arguments: tuple, folder: KeptFolder | None) -> Callable:
    """Compile an Entry, or load numba's result from the cache. Returns the machine code, and writes its package.

    types: of the arguments (machine_code_package.py); arguments: examples of them, with BoundRecords in a bound call
    """
    dispatcher = dispatcher_of(entry, folder)
    numba_types = tuple(map(bound_type_of if types[:1] == (BOUND,) else numba.typeof, arguments))
    was_enabled = gc.isenabled()
    gc.disable()  # it would visit numba's many objects again and again: a twentieth of the time
    try:
        dispatcher.compile(numba_types)
    finally:
        if was_enabled:
            gc.enable()
    result = dispatcher.overloads[numba_types]
    if folder is not None and isinstance(dispatcher._cache, KeptCode) and dispatcher._cache.code is not None:
        package(folder, entry.py_func, types, result, *dispatcher._cache.code)
    return result.entry_point


def package(
    folder: KeptFolder, function: FunctionType, types: tuple, result: Any, object_code: bytes, bitcode: bytes
) -> None:
    """Write a CompileResult as a package, if its constants can be described."""
    key, described = key_of(function, types), [description_of(constant) for constant in result.environment.consts]
    if key is None or None in described:
        return
    module = binding.parse_bitcode(bitcode)
    named = [*module.functions, *module.global_variables]
    undefined = [value.name for value in named if value.is_declaration and not value.name.startswith("llvm.")]
    described = [each for each in described if each is not None]
    header = CodeHeader(key, result.fndesc.llvm_cpython_wrapper_name, result.fndesc.env_name, described, undefined)
    write_package(folder, function, types, header, object_code)
