"""Bound calls: compiled functions with fixed NamedTuples of arrays as first arguments, for calls of less than a microsecond."""

from functools import partial
from types import FunctionType

import numpy as np

from .jit import COMPILED, machine_code_for

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
