#!/usr/bin/env bash
# llvmlite's address_of_symbol denies a function of this process until the first execution engine was made, and finds it afterwards.
#
# Versions: llvmlite 0.50.0 from PyPI, Python 3.11.7, Linux on x86-64.
# Behaviour: compiled code may call a function of CPython. Before, one asks address_of_symbol whether it is there, because LLVM ends
#   the process if it is not. The answer is None although the code links. Once an engine exists, the same question gives the address.
# Expected: one answer, before and after.
# Output seen:
#   before the first engine: None; with an engine: found; compiled code calls it: 42
# Exit code: 0 if the behaviour is as described, 1 if it has changed. PYTHON names the interpreter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --only-binary :all: llvmlite==0.50.0
"$folder/venv/bin/python" - <<'PYTHON'
import ctypes
import sys

from llvmlite import binding

NAME = "PyLong_FromLongLong"
TEXT = f"""
declare ptr @{NAME}(i64)
define ptr @answer() {{
  %result = call ptr @{NAME}(i64 42)
  ret ptr %result
}}
"""


def known():
    return "found" if binding.address_of_symbol(NAME) else "None"


binding.initialize_native_target()
binding.initialize_native_asmprinter()
before = known()
machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(jit=True)
engine = binding.create_mcjit_compiler(binding.parse_assembly(TEXT), machine)
engine.finalize_object()
answer = ctypes.PYFUNCTYPE(ctypes.py_object)(engine.get_function_address("answer"))()
found = before, known(), answer
print(f"before the first engine: {found[0]}; with an engine: {found[1]}; compiled code calls it: {found[2]}")
sys.exit(0 if found == ("None", "found", 42) else 1)
PYTHON
