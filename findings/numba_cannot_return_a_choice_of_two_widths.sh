#!/usr/bin/env bash
# numba compiles a conditional expression inside a returned named tuple under Python 3.11, and refuses the same source from 3.12 on.
#
# Versions: numba 0.68.1 (llvmlite 0.50.0) and numpy 2.4.6 from PyPI, Python 3.11.7, 3.12.1 and 3.13.0.
# Behaviour: the parts of the expression are an int32 and an int64. In Python 3.11 both branches join before the one return, and
#   numba widens the value. From 3.12 on the compiler of Python writes a return into each branch. numba then sees two return types,
#   Row(float64, int32) and Row(float64, int64), and named tuples are not widened. A local variable for the value cures it.
# Expected: one source compiles under every Python, or under none.
# Output seen:
#   3.11: in the call Row(weight=1.0, number=2); by a local Row(weight=1.0, number=2)
#   3.12 and 3.13: in the call TypingError: Can't unify return type; by a local Row(weight=1.0, number=2)
# Exit code: 0 if the behaviour is as described, 1 if it has changed. PYTHON names the interpreter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --only-binary :all: numba==0.68.1 numpy==2.4.6
"$folder/venv/bin/python" - <<'PYTHON'
import sys
from collections import namedtuple

import numba
import numpy as np

Row = namedtuple("Row", "weight number")


@numba.njit
def in_the_call(n):
    return Row(1.0, int(n) if n >= 0 else ~int(n))


@numba.njit
def by_a_local(n):
    number = int(n) if n >= 0 else ~int(n)
    return Row(1.0, number)


def outcome(function):
    try:
        return str(function(np.int32(-3)))
    except numba.TypingError as error:
        return "TypingError: Can't unify return type" if "Can't unify return type" in str(error) else f"TypingError: {error}"


found = outcome(in_the_call), outcome(by_a_local)
print(f"{sys.version_info[0]}.{sys.version_info[1]}: in the call {found[0]}; by a local {found[1]}")
right = "Row(weight=1.0, number=2)"
expected = (right if sys.version_info < (3, 12) else "TypingError: Can't unify return type", right)
sys.exit(0 if found == expected else 1)
PYTHON
