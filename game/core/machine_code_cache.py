"""The cache of machine code on disk: its folders, its files, which are called packages, and their loading without numba.

There is a folder for each version of the compiled sources, named by their hash. A package has the machine code of one compiled
function. It is text and object code: a first line, a line of JSON (CodeHeader), then the object file that LLVM made. Nothing is
unpickled to read it. llvmlite alone loads it, with the same engine that numba uses. Wrong machine code for the types of the
arguments would give wrong numbers without an error, so the header repeats the whole key. Another key counts as missing.
"""

from __future__ import annotations

import builtins
import ctypes
import enum
import hashlib
import json
import os
import pickle
import re
import struct
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from .user_and_cache_folders import KeptFolder, cache_folder, private_cache_folder

SOURCES = Path(__file__).parents[1]  # the folder of this package and of all that compile
# Compiled sources and what they import, as patterns of paths in SOURCES.
COLLISION = ("core/*.py", "collision/*.py", "collision/mesh/*.py")
MOVERS = ("level/contents/mover.py", "simulation/compiled_carrying.py")
LIGHT = ("scene/light/ray_traced_light.py", "scene/light/shadow_border_refinement.py", "scene/feature_edges.py")
COMPILED = (*COLLISION, "player/*.py", *MOVERS, "lab/physics/*.py", *LIGHT)
VERSIONS = "[0-9a-f]{16}"  # names of the folders of machine code: sources_hash
CODE = r"\w+-[0-9a-f]{32}\.code"  # names of the files in them: packages
MOST_VERSIONS = 4  # number of versions kept. Fewer: an older commit compiles again; more: disk space


def compiled_sources() -> list[Path]:
    return sorted(path for pattern in COMPILED for path in SOURCES.glob(pattern))


def sources_hash() -> str:
    """Return a hash of Python's version and of all sources of machine code, 16 hexadecimal digits."""
    digest = hashlib.sha256(f"{sys.version_info[:3]}".encode())
    for source in compiled_sources():
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def compiled_folder() -> KeptFolder | None:
    """Return the KeptFolder of this version's machine code, or None if it cannot be made. Also deletes the oldest versions."""
    lasting = cache_folder("compiled", VERSIONS)
    versions = lasting or private_cache_folder("compiled", VERSIONS)
    if versions is None:
        return None
    version = sources_hash()
    try:
        folder = KeptFolder(versions.path / version, CODE)
    except OSError:
        return None
    folder.is_lasting = versions is lasting
    versions.delete_oldest(MOST_VERSIONS, spared=version)
    return folder


FIRST_LINE = b"glissade machine code 1\n"
BOUND = "bound"  # first element of the types of a bound call (jit.py)
# Classes of numbers that a key can contain.
PLAIN = (float, int, bool, np.float64, np.float32, np.int64, np.int32, np.uint8, np.bool_)


class CodeHeader(NamedTuple):
    """The description of a package's object code."""

    key: str  # `key_of` its function and types
    wrapper: str  # name of the function that CPython calls
    environment: str  # name of the pointer to numba's environment of the function
    constants: list  # objects of this environment, as `description_of` them
    undefined: list[str]  # names that the object code needs from the process


def types_of(arguments: Iterable) -> tuple:
    """Return what decides about the machine code for arguments: their classes, and dtype, rank and layout of arrays."""
    return tuple([type_of(value) for value in arguments])


def type_of(value: Any) -> Any:
    """Return the hashable type of one argument. See `types_of`."""
    kind = type(value)
    if kind is np.ndarray:
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return value.dtype, value.ndim, layout, flags.writeable, flags.aligned
    if issubclass(kind, tuple):
        return kind, tuple([type_of(item) for item in value])
    if hasattr(value, "descriptors"):  # a BoundRecord among the arguments of `bind`
        return BOUND, type_of(value.record)
    return (kind, value.dtype) if kind is np.void else kind


def text_of(kind: Any) -> str | None:
    """Return a type of `type_of` as a text that means the same in each process, or None if there is none."""
    if isinstance(kind, np.dtype):
        return dtype_text(kind)
    if isinstance(kind, type):
        return kind.__name__ if kind in PLAIN else None
    if isinstance(kind, tuple):
        if kind and isinstance(kind[0], type) and issubclass(kind[0], tuple):
            record, items = kind
            name = f"{record.__module__}.{record.__qualname__}{getattr(record, '_fields', '')}"
        else:
            name, items = "", kind
        texts = [text_of(item) for item in items]
        return None if None in texts else f"{name}({', '.join(texts)})"  # type: ignore[arg-type]
    return repr(kind)


@cache
def dtype_text(dtype: np.dtype) -> str:
    """Return a dtype with all offsets of its fields as a text."""
    if dtype.fields is None:
        return dtype.str if dtype.subdtype is None else f"{dtype_text(dtype.base)}{dtype.shape}"
    fields = [f"{name}@{place[1]}:{dtype_text(place[0])}" for name, place in dtype.fields.items()]
    return f"{{{' '.join(fields)} size {dtype.itemsize} aligned {dtype.isalignedstruct}}}"


@cache
def machine() -> str:
    """Return everything outside the sources that changes machine code: versions, processor, and numba's own switches."""
    import llvmlite
    from llvmlite import binding

    numba = find_spec("numba")
    version = Path(numba.origin or "").with_name("_version.py").read_bytes() if numba else b""
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] != "NUMBA_DISABLE_JIT")
    features = binding.get_host_cpu_features().flatten()
    parts = sys.version, hashlib.sha256(version).hexdigest(), llvmlite.__version__, np.__version__, binding.get_process_triple()
    return repr((*parts, binding.get_host_cpu_name(), features, switches))


def key_of(function: FunctionType, types: tuple) -> str | None:
    """Return the text that decides whether a package is the machine code of a function for types, or None if there is none.

    A function with a closure has none, because the closure's values would not be in the text.
    """
    described = None if function.__closure__ else text_of(types)
    place = f"{function.__module__}.{function.__qualname__}:{function.__code__.co_firstlineno}"
    return described and f"{place} {described} {machine()}"


def file_name(function: FunctionType, types: tuple) -> str | None:
    """Return the name of a package's file, or None if there can be no package."""
    try:
        key = key_of(function, types)
    except (ImportError, OSError, RuntimeError):  # no llvmlite, or one that does not know this processor
        return None
    return key and f"{name_part(function)}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.code"


def name_part(function: FunctionType) -> str:
    """Return the part of the names of files that says which function they belong to."""
    return re.sub(r"\W", "_", f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}")


def write_package(folder: KeptFolder, function: FunctionType, types: tuple, header: CodeHeader, object_code: bytes) -> None:
    """Store a package in the cache. A disk that is full or cannot be written gives a warning, as in KeptFolder."""
    name = file_name(function, types)
    if name is not None:
        folder.write(name, FIRST_LINE + json.dumps(header).encode() + b"\n" + object_code)


def load_package(folder: KeptFolder, name: str, function: FunctionType, types: tuple) -> Callable | None:
    """Return the machine code of the package `name` as a function, or None if there is none for this key that can be loaded.

    A file that is damaged or has another key is deleted, with one line of warning for the folder.
    """
    if not (folder.path / name).exists():
        return None
    content = folder.read(name)
    if content is None:
        return None
    try:
        first, head, object_code = content.split(b"\n", 2)
        header = CodeHeader(*json.loads(head))
        if first + b"\n" != FIRST_LINE or header.key != key_of(function, types):
            raise ValueError("another key")
        return loaded(header, object_code)
    except (ValueError, TypeError, LookupError, AttributeError, RuntimeError, OSError, ImportError):
        folder.discard(name)
        return None


# Loading


class MethodDefinition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = [("name", ctypes.c_char_p), ("call", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p)]


POSITIONAL_AND_NAMED = 3  # METH_VARARGS | METH_KEYWORDS of CPython
ALIVE: list[Any] = []  # what loaded machine code has addresses of


def loaded(header: CodeHeader, object_code: bytes) -> Callable:
    """Load object code, and return its wrapper as a function. Raises LookupError or RuntimeError if something is missing."""
    from llvmlite import binding

    constants = [object_of(description) for description in header.constants]
    define_names()
    missing = [name for name in header.undefined if not (binding.address_of_symbol(name) or hasattr(ctypes.pythonapi, name))]
    if missing:
        raise LookupError(f"{missing} are not defined")  # LLVM would end the process
    module = binding.parse_assembly("")
    module.triple = binding.get_process_triple()
    target = binding.Target.from_triple(module.triple).create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(module, target)  # one for each package, so that no two names can be mixed up
    engine.add_object_file(binding.ObjectFileRef.from_data(object_code))
    engine.finalize_object()
    wrapper, environment = engine.get_function_address(header.wrapper), engine.get_global_value_address(header.environment)
    if not (wrapper and environment):
        raise LookupError(f"{header.wrapper} is not in the object code")
    name = header.wrapper.encode()
    # numba's Environment is a Python object with a dictionary of globals and a list of constants behind its head.
    head = struct.pack("@nPPP", 1 << 30, id(object), id(ALIVE), id(constants))
    words = ctypes.create_string_buffer(head, len(head))
    ctypes.c_void_p.from_address(environment).value = ctypes.addressof(words)
    definition = MethodDefinition(name, wrapper, POSITIONAL_AND_NAMED, None)
    ALIVE.append((engine, target, constants, words, definition))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.POINTER(MethodDefinition), ctypes.c_void_p, ctypes.c_void_p]
    return make(ctypes.byref(definition), None, None)


@cache
def define_names() -> None:
    """Define LLVM's names for what numba's machine code needs from the process, unless numba itself has done so."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    if binding.address_of_symbol("numba_do_raise"):
        return
    helpers = {f"numba_{name}": address for name, address in numba_helpers().c_helpers.items()}
    kinds = [kind for kind in vars(builtins).values() if isinstance(kind, type) and issubclass(kind, BaseException)]
    errors = {f"PyExc_{kind.__name__}": id(kind) for kind in kinds}
    # numba's own function would import numba at the first error that compiled code raises, which takes 0.3 s.
    unpickle = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(unpickled)
    ALIVE.append(unpickle)
    own = {"_Py_NoneStruct": id(None), "numba_unpickle": ctypes.cast(unpickle, ctypes.c_void_p).value}
    for name, address in (helpers | errors | own).items():
        binding.add_symbol(name, address)


def numba_helpers() -> Any:
    """Return numba's module of C functions, without numba. Raises ImportError if there is none."""
    if "numba" in sys.modules:
        from numba import _helperlib

        return _helperlib
    numba = find_spec("numba")
    for place in (numba.submodule_search_locations or ()) if numba else ():
        for suffix in EXTENSION_SUFFIXES:
            path = os.path.join(place, f"_helperlib{suffix}")
            if os.path.isfile(path):
                loader = ExtensionFileLoader("numba._helperlib", path)
                module = module_from_spec(spec_from_loader(loader.name, loader))  # type: ignore[arg-type]
                loader.exec_module(module)
                ALIVE.append(module)
                return module
    raise ImportError("numba has no _helperlib")


UNPICKLED: dict[int, Any] = {}  # by address


def unpickled(address: int, size: int, _: int) -> Any:
    """Return the error class and arguments that compiled code raises. They are pickled inside its object code."""
    if address not in UNPICKLED:
        UNPICKLED[address] = pickle.loads(ctypes.string_at(address, size))
    return UNPICKLED[address]


# Constants


def description_of(constant: Any) -> list | None:
    """Return a constant of a function's environment as JSON's values, or None if it cannot be described.

    A class is described by module and name, and a tuple of all members of an Enum by that class.
    """
    if isinstance(constant, type):
        return ["class", constant.__module__, constant.__qualname__]
    if isinstance(constant, tuple) and constant and isinstance(constant[0], enum.Enum):
        kind = type(constant[0])
        return ["members", kind.__module__, kind.__qualname__] if constant == tuple(kind) else None
    return None


def object_of(description: list) -> Any:
    """Return the constant of a `description_of`. Its module must be imported already, else KeyError."""
    what, module, name = description
    found = getattr(sys.modules[module], name)
    return tuple(found) if what == "members" else found
