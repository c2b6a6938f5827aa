"""Bound calls: compiled functions that keep the arrays of their first arguments, for calls of less than a microsecond."""

from functools import partial
from types import FunctionType

import numpy as np

from .jit import COMPILED, machine_code_for

if COMPILED:
    from .bound_types import handed_type


class BoundRecord:
    """A NamedTuple of arrays, and their descriptors in one block of memory; see `bind`."""

    def __init__(self, record):
        self.record = record
        self.descriptors = np.array([word for array in record for word in descriptor_of(array)], np.int64)
        self.address = address_of(self.descriptors)


def bind(function, records, *arguments):
    """A callable of `arguments` alone: a compiled function with BoundRecords as its first arguments, which it keeps.

    Machine code gets the address of each record's descriptors, so eight arrays take a third of the time of eight arguments. As
    with `direct`, the types of the arguments are not checked, but instead of a 3-tuple a list of three numbers will do, too.
    """
    code = machine_code_for(function, map(handed_type, (*records, *arguments))) if COMPILED else function
    if isinstance(code, FunctionType):
        return partial(code, *(bound.record for bound in records))
    call = partial(code, *(bound.address for bound in records))
    call.kept = records  # they must live as long as the addresses are used
    return call


def address_of(array):
    """The address of an array's first element."""
    return array.__array_interface__["data"][0]


def descriptor_of(array):
    """An array as machine code sees it: two unused owners, numbers of elements and of bytes, address, shape, strides [bytes]."""
    return 0, 0, array.size, array.itemsize, address_of(array), *array.shape, *array.strides
