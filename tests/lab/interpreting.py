"""One call of a compiled function, compiled and interpreted, with the same arrays."""

import numpy as np


def interpreted(function):
    """The plain Python function of a compiled one; without numba, the function itself."""
    return getattr(function, "py_func", function)


def both_ways(function, *arguments):
    """[(result, arguments)] of two calls, compiled and interpreted, each with its own copies of the arrays."""
    calls = []
    for called in (function, interpreted(function)):
        copies = [copied(argument) for argument in arguments]
        calls.append((called(*copies), copies))
    return calls


def copied(argument):
    """A copy of an array, or of a NamedTuple of arrays."""
    if isinstance(argument, np.ndarray):
        return argument.copy()
    if isinstance(argument, tuple) and hasattr(argument, "_fields"):
        return type(argument)(*map(copied, argument))
    return argument


def bits(value):
    """All bytes of a result or of arguments."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, tuple | list):
        return b"".join(map(bits, value))
    return np.float64(value).tobytes() if isinstance(value, float | np.floating) else repr(value).encode()


def assert_same_bits(function, *arguments):
    """Assert equal results and equal arrays of both calls; returns the compiled call's (result, arguments)."""
    compiled, plain = both_ways(function, *arguments)
    assert bits(compiled) == bits(plain)
    return compiled
