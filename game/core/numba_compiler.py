"""Compiling with numba, when machine code is in no package. It is imported for that alone, because it takes a third of a second.

numba's own cache is not used: it unpickles any file in its folder, accepts damaged code, and ignores edited imports.
"""

from __future__ import annotations

import gc
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

try:
    import numba
except ImportError as error:
    cause = " ".join(str(error).split())
    message = f"numba is installed but does not work: {cause}; reinstall it, or set NUMBA_DISABLE_JIT=1 to run without it"
    raise ImportError(message) from error

from llvmlite import binding, ir
from numba.core.cgutils import get_or_insert_function
from numba.core.codegen import CPUCodegen, JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.types.functions import BaseFunction
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.cpython import builtins
from numba.extending import lower_builtin

from .jit import INNER, RESULT_MAKERS, THREAD, Entry, collect_again, prefetch
from .machine_code_cache import BOUND, CodeHeader, description_of, key_of, write_package
from .numba_boxing import bound_type_of, overload_maker, plain_type
from .user_and_cache_folders import KeptFolder

if TYPE_CHECKING:
    from types import FunctionType

# No fastmath: it would break "interpreted and compiled to the same bits". No reference counts (_nrt): nothing here makes
# an array, and counting them costs more than the arithmetic of a step.
OPTIONS = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True, "nopython": True, "forceinline": False}

HAS_PASS_BUILDERS = hasattr(CPUCodegen, "_pass_builder")  # numba 0.62 and later


class LeanLibrary(JITCodeLibrary):
    """Code on which LLVM spends less time than numba lets it: a third less, with the same speed of a step and a tick."""

    def _optimize_functions(self, module: Any) -> None:
        """Make numba's code a third as long, by three passes. numba runs them all, and once more in the entry point."""
        if not HAS_PASS_BUILDERS:
            super()._optimize_functions(module)
            return
        module.data_layout = self._codegen._data_layout
        builder, passes = self._codegen._pass_builder(), binding.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


class InnerLibrary(LeanLibrary):
    """The code of an inner function alone. It is optimised, and becomes machine code, only inside the entry points."""

    codegen = property(lambda self: self)  # which numba calls for `set_env`

    def set_env(self, name: str, environment: Any) -> None:
        """Ignore numba's environment of a function, because an inner function has no machine code of its own."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0 as the address of the machine code, because there is none."""
        return 0

    def finalize(self) -> None:
        """Let an entry point drop a function that it does not need. What the function calls is not linked, as numba would do."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
        self._finalized = True


class EntryLibrary(LeanLibrary):
    """The code of an entry point, and of all that it calls."""

    def finalize(self) -> None:
        """Link each InnerLibrary once, and no chain of copies of it, then compile."""
        found: dict[JITCodeLibrary, None] = {}
        for library in self._linking_libraries:
            add_with_callees(library, found)
        self._linking_libraries = [*reversed(found)]  # LLVM ignores code that nothing has called yet
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Make all called functions internal to the module, then optimise it, which removes their unused arguments.

        numba passes an array as several arguments, of which most are unused. A step would take 1.2 times as long with them.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        if not HAS_PASS_BUILDERS:
            super()._optimize_final_module()
            return
        # numba's passes, without the search for straight code that vector instructions could replace. It finds none.
        for options in {"cost": "cheap", "opt": 0, "loop_vectorize": False}, {}:
            passes, builder = self._codegen._module_pass_manager(**options, slp_vectorize=False)
            passes.run(self._final_module, builder)


def add_with_callees(library: JITCodeLibrary, found: dict[JITCodeLibrary, None]) -> None:
    """Add a library to `found`, and before it all that it calls, each once."""
    if library not in found:
        for callee in library._linking_libraries if isinstance(library, InnerLibrary) else []:
            add_with_callees(callee, found)
        found[library] = None


# numba's passes over source that no function here has: closures, `with`, constants of types, array expressions, and such.
# Left out, compiling takes a twelfth less. A function that needed one would not compile.
UNUSED_PASSES = {
    *("dead_branch_prune", "find_literally", "inline_closure_likes", "inline_inlinables", "inline_overloads", "literal_unroll"),
    *("LiteralPropagation", "make_function_op_code_to_jit_function", "nopython_rewrites", "rewrite_semantic_constants"),
    "with_lifting",
}


class LeanCompiler(Compiler):
    """numba's compiler without UNUSED_PASSES."""

    def define_pipelines(self) -> Any:
        (pipeline,) = super().define_pipelines()
        pipeline.passes = [each for each in pipeline.passes if each[0].name() not in UNUSED_PASSES]
        return [pipeline]


class EntryCompiler(LeanCompiler):
    """A compiler of entry points. Its result is an EntryLibrary."""

    def __init__(self, typingctx: Any, targetctx: Any, _: Any, *arguments: Any) -> None:
        library = EntryLibrary(targetctx.codegen(), "entry")
        library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *arguments)


class InnerCompiler(LeanCompiler):
    """A compiler of inner functions. Its result is an InnerLibrary."""

    def __init__(self, typingctx: Any, targetctx: Any, _: Any, *arguments: Any) -> None:
        super().__init__(typingctx, targetctx, InnerLibrary(targetctx.codegen(), "inner"), *arguments)


class Inner(CPUDispatcher):
    """A function that is compiled only as a part of its callers.

    It has no wrapper for calls from Python, and no version for each constant argument. This saves half of the compile time.
    """

    def __init__(self, function: Callable, options: dict[str, Any]) -> None:
        options = OPTIONS | {"no_cpython_wrapper": True} | options
        super().__init__(function, targetoptions=options, pipeline_class=InnerCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(plain_type, args)), {name: plain_type(a) for name, a in kws.items()})


def emit_in_place(function: Callable, comparison: Callable) -> None:
    """Let numba emit the code of `min` or `max` of numbers into the caller.

    numba would compile, optimise and load a function for each of 28 combinations of types and options.
    """

    @infer_global(function)
    class Extreme(AbstractTemplate):
        key = function
        metadata = {"target": "cpu"}  # more special than numba's own, which therefore comes second

        def generic(self, args: tuple, kws: dict) -> Any:
            is_known = len(args) > 1 and not kws and all(isinstance(arg, numba.types.Number) for arg in args)
            return signature(self.context.unify_types(*args), *args) if is_known else None

    @lower_builtin(function, numba.types.VarArg(numba.types.Number))
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builtins.do_minmax(context, builder, signature.args, values, comparison)


if hasattr(builtins, "do_minmax"):
    emit_in_place(min, operator.lt)
    emit_in_place(max, operator.gt)


@infer_global(prefetch)
class Prefetch(AbstractTemplate):
    key = prefetch

    def generic(self, args: tuple, kws: dict) -> Any:
        return signature(numba.types.none, *args)


@lower_builtin(prefetch, numba.types.Array, numba.types.Integer, numba.types.Integer)
def emit_prefetch(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Emit LLVM's instruction for it: to read (0), data (1) that is used several times (3)."""
    array_type, row_type, byte_type = signature.args
    array = context.make_array(array_type)(context, builder, values[0])
    row, byte = (context.cast(builder, value, typ, numba.types.intp) for value, typ in zip(values[1:], (row_type, byte_type)))
    stride = builder.extract_value(array.strides, 0)
    bytes_of_array = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    place = builder.gep(bytes_of_array, [builder.add(builder.mul(row, stride), byte)])
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
    builder.call(get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8"), [place, number(0), number(3), number(1)])
    return context.get_dummy_value()


@contextmanager
def remembered_calls() -> Iterator[None]:
    """Let numba remember the types of the results of built-in functions. It searches for 300 of them 5000 times.

    These searches take a sixth of the time. Another's functions are compiled without it, because their options differ.
    """
    kind: Any = BaseFunction
    original = kind.get_call_type

    def get_call_type(function: Any, context: Any, arguments: tuple, named: dict) -> Any:
        if named:
            return original(function, context, arguments, named)
        if (function, arguments) not in CALLS:
            result: Any = original(function, context, arguments, named)
            CALLS[function, arguments] = result, function._impl_keys[result.args]
        result, function._impl_keys[result.args] = CALLS[function, arguments]
        return result

    kind.get_call_type = get_call_type
    try:
        yield
    finally:
        kind.get_call_type = original


CALLS: dict[tuple, tuple] = {}  # numba's signatures and what implements them, by function and types of the arguments
DISPATCHERS: dict[Entry, Any] = {}  # CPUDispatchers
INNER_DISPATCHERS: list[Inner] = []  # numba's types refer to them weakly


def dispatcher_of(entry: Entry) -> Any:
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
        options = OPTIONS | {"nogil": entry.nogil}
        DISPATCHERS[entry] = CPUDispatcher(entry.py_func, targetoptions=options, pipeline_class=EntryCompiler)
    return DISPATCHERS[entry]


def compile_entry(entry: Entry, types: tuple, arguments: tuple, folder: KeptFolder | None) -> Callable:
    """Compile an Entry, and write its package. Returns the machine code.

    types: of the arguments (machine_code_cache.py); arguments: examples of them, with BoundRecords in a bound call
    """
    dispatcher = dispatcher_of(entry)
    numba_types = tuple(map(bound_type_of if types[:1] == (BOUND,) else numba.typeof, arguments))
    was_enabled = gc.isenabled()
    gc.disable()  # it would visit numba's many objects again and again: a tenth of the time
    try:
        with global_compiler_lock, remembered_calls():
            dispatcher.compile(numba_types)
    finally:
        THREAD.collects_later |= was_enabled
        if not THREAD.compiles:
            collect_again()
    result = dispatcher.overloads[numba_types]
    if folder is not None:
        package(folder, entry.py_func, types, result)
    return result.entry_point


def package(folder: KeptFolder, function: FunctionType, types: tuple, result: Any) -> None:
    """Write a CompileResult as a package, if it can be described: without a closure or addresses of this process."""
    key, described = key_of(function, types), [description_of(constant) for constant in result.environment.consts]
    if key is None or None in described or result.library.has_dynamic_globals:
        return
    module = result.library._final_module
    named = [*module.functions, *module.global_variables]
    undefined = [value.name for value in named if value.is_declaration and not value.name.startswith("llvm.")]
    described = [each for each in described if each is not None]
    header = CodeHeader(key, result.fndesc.llvm_cpython_wrapper_name, result.fndesc.env_name, described, undefined)
    write_package(folder, function, types, header, result.library._get_compiled_object())
