"""Compiling an Entry to a WebAssembly module, by numba and llvmlite alone: no other compiler and no linker.

numba's module of the function, with all that it calls, goes to LLVM's WebAssembly target before any of numba's own passes. These
would divide structs by the layout of this processor. Compiled code here neither allocates nor calls back, so the result
needs no runtime, and imports its memory alone. Its arithmetic is that of the native code to the bit: there is no fastmath, and
functions such as `sin` are sources of this project (elementary_functions.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from llvmlite import binding

from .jit import Entry
from .machine_code_cache import BOUND
from .numba_compiler import EntryLibrary, LeanLibrary, compile_entry

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint"  # in all browsers since 2020
WORD = 8  # [bytes] of each number in a block of arguments


ATTRIBUTES = r"\b(noalias|readonly|readnone|writeonly|nonnull|noundef|signext|zeroext) "


class Captured(Exception):
    """The text of numba's unoptimised module, instead of its compilation for this processor."""


def unoptimised(entry: Entry, arguments: tuple) -> str:
    """Return the LLVM module of an Entry as text. Its process can compile nothing else, neither before nor after."""

    def capture(library: Any) -> None:
        text = str(library._final_module)
        if re.search(full_name(entry.__name__), text):  # else it is that of an entry point which this one calls
            raise Captured(text)

    LeanLibrary._optimize_functions = lambda library, module: None  # type: ignore[method-assign, assignment]
    EntryLibrary._optimize_final_module = capture  # type: ignore[method-assign, assignment]
    try:
        compile_entry(entry, (BOUND,), arguments, None)
    except Captured as captured:
        return captured.args[0]
    raise RuntimeError(f"{entry.__name__} was compiled before")


def wasm_module(entry: Entry, arguments: tuple, inner: tuple[str, ...], stack: int) -> bytes:
    """Return a WebAssembly module that exports an Entry as `run`, and inner functions that it calls by their names.

    arguments: examples of the entry point's arguments: BoundRecords and integers
    stack: bytes of the memory for the stack and the module's constants, from address 0. The rest belongs to the caller.
    `run(block, result)` takes two addresses: of a word for each number in the records' descriptors and for each integer, and of
    room for the results. An inner function takes its numbers, then the address of room for its results. Both return 0, or the
    number of an error in the compiled code.
    """
    text = unoptimised(entry, arguments)
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default")
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    wrappers = {"run": block_wrapper(text, entry.__name__)}
    wrappers |= {name: plain_wrapper(text, name) for name in inner}
    module = binding.parse_assembly(text + "".join(wrappers.values()))
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in wrappers:
            value.linkage = "internal"  # what nothing needs, as the wrapper for CPython, is removed
    options = binding.create_pipeline_tuning_options(speed_level=3)
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return linked(machine.emit_object(module), tuple(wrappers), stack)


def full_name(name: str) -> str:
    """Return a pattern of the definition of a function in a module's text. Its groups: numba's full name, the parameters."""
    return rf"(?m)^define [^@\n]*i32 @(_ZN4game[^(\n]*{len(name)}{name}B[^(\n]*)\((.*?)\)[^)\n]*\{{$"


def parameters_of(text: str, name: str) -> tuple[str, list[str]]:
    """Return the full name of a function in a module's text, and the LLVM types of its parameters."""
    found = re.search(full_name(name), text)
    if found is None:
        raise LookupError(f"the module has no function {name}")
    plain = re.sub(r"\w+\((?:[^()]|\([^()]*\))*\) ", "", found[2])  # without attributes that have brackets and commas
    return found[1], [re.sub(ATTRIBUTES, "", part).split()[0] for part in plain.split(", ")]


def block_wrapper(text: str, name: str) -> str:
    """Return the text of `run`, which reads the arguments of an entry point from a block of words."""
    full, kinds = parameters_of(text, name)
    lines, given = [], ["ptr %result", "ptr %error"]
    for i, kind in enumerate(kinds[2:]):
        lines += [f"%p{i} = getelementptr i8, ptr %block, i32 {WORD * i}", f"%w{i} = load i64, ptr %p{i}"]
        if kind == "ptr":
            lines.append(f"%a{i} = inttoptr i64 %w{i} to ptr")
        elif kind != "i64":
            raise TypeError(f"an argument of {name} is {kind}, not a word")
        given.append(f"ptr %a{i}" if kind == "ptr" else f"i64 %w{i}")
    return called("run", "ptr %block, ", lines, full, given)


def plain_wrapper(text: str, name: str) -> str:
    """Return the text of a function that calls an inner function of numbers."""
    full, kinds = parameters_of(text, name)
    own = [f"{kind} %a{i}" for i, kind in enumerate(kinds[2:])]
    return called(name, "".join(f"{argument}, " for argument in own), [], full, ["ptr %result", "ptr %error", *own])


def called(name: str, parameters: str, lines: list[str], full: str, given: list[str]) -> str:
    body = ["%error = alloca ptr", *lines, f"%status = call i32 @{full}({', '.join(given)})", "ret i32 %status"]
    return f"\ndefine i32 @{name}({parameters}ptr %result) {{\n" + "\n".join(body) + "\n}\n"


# The object file that LLVM makes of one module is a valid WebAssembly module, but has no exports, and asks for a stack pointer.
# The format: https://webassembly.github.io/spec/core/binary/modules.html, and that of the names in an object:
# https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md

CUSTOM, IMPORT, GLOBAL, EXPORT, CODE, DATA = 0, 2, 6, 7, 10, 11  # kinds of sections
FUNCTIONS, MEMORIES, GLOBALS = 0, 2, 3  # kinds of imports and exports
NAMES, UNDEFINED, EXPLICIT = 8, 0x10, 0x40  # the part of the section "linking" that has the names, and flags of a name


class Reader:
    """A position in bytes of the WebAssembly format."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        """Read an unsigned number (LEB128)."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self) -> bytes:
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at]

    def text(self) -> str:
        return self.bytes().decode()


def encoded(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def sections_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    reader = Reader(data, len(HEADER))
    while reader.at < len(data):
        yield reader.number(), reader.bytes()


HEADER = b"\0asm\1\0\0\0"


def linked(data: bytes, exports: tuple[str, ...], stack: int) -> bytes:
    """Return the module of an object file, with exports by name. Its stack grows from `stack` down to the module's constants."""
    sections = [(kind, body) for kind, body in sections_of(data) if kind != CUSTOM]
    numbers = function_numbers(data)
    found = dict(sections)
    if len(found.get(DATA, b"")) > stack // 2:
        raise LookupError("the constants of the compiled code leave no room for the stack")
    own = {
        IMPORT: memory_import(found[IMPORT]),
        # One global of type i32 that can change, with the constant `stack` in the form of a signed number.
        GLOBAL: b"\1\x7f\1\x41" + encoded(stack) + b"\x0b",
        EXPORT: encoded(len(exports)) + b"".join(named(name) + bytes([FUNCTIONS]) + encoded(numbers[name]) for name in exports),
    }
    kinds = sorted(found | own)
    return HEADER + b"".join(bytes([kind]) + block(own.get(kind, found.get(kind, b""))) for kind in kinds)


def block(content: bytes) -> bytes:
    return encoded(len(content)) + content


def named(text: str) -> bytes:
    return block(text.encode())


def function_numbers(data: bytes) -> dict[str, int]:
    """Return {name: number} of the functions that an object file names."""
    numbers = {}
    for kind, body in sections_of(data):
        reader = Reader(body)
        if kind != CUSTOM or reader.text() != "linking":
            continue
        reader.number()  # the version
        while reader.at < len(body):
            part_kind, part = reader.number(), Reader(reader.bytes())
            for _ in range(part.number() if part_kind == NAMES else 0):
                what, flags = part.number(), part.number()
                if what == 1:  # data
                    part.text()
                    part.number(), part.number(), part.number()
                else:
                    number = part.number()
                    if what != 3 and (not flags & UNDEFINED or flags & EXPLICIT):  # a section has no name
                        name = part.text()
                        if what == 0:
                            numbers[name] = number
    return numbers


def memory_import(section: bytes) -> bytes:
    """Return an import section with env.memory alone: the stack pointer is the module's own. Raises LookupError for others."""
    reader, limits = Reader(section), b""
    for _ in range(reader.number()):
        reader.text()
        name, kind, start = reader.text(), reader.number(), reader.at
        if kind == MEMORIES:
            reader.at += 1
            reader.number()
            limits = section[start : reader.at]
        elif kind == GLOBALS and name == "__stack_pointer":
            reader.at += 2
        else:
            raise LookupError(f"the compiled code needs {name}, which a browser does not have")
    return encoded(1) + named("env") + named("memory") + bytes([MEMORIES]) + limits
