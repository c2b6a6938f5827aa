"""Numba types for the arguments of bound calls (jit.py): records passed as an address, vectors in a tuple or a list.

In the machine code they are plain NamedTuples of arrays and plain tuples.
"""

from collections.abc import Callable
from typing import Any

import numba
import numba.np.arrayobj
import numpy as np
from numba.core import cgutils
from numba.extending import NativeValue, box, intrinsic, lower_cast, models, overload, register_model, unbox

THREE_FLOATS = numba.types.UniTuple(numba.float64, 3)
# Offsets in CPython's objects [bytes]: of the type, of a tuple's length and items, and of a float's value. The fields of a class
# follow those of `object`, so their offsets follow from the sizes.
POINTER = tuple.__itemsize__
TYPE, LENGTH = object.__basicsize__ - POINTER, object.__basicsize__
ITEMS, VALUE = tuple.__basicsize__, float.__basicsize__ - 8


class BoundType(numba.types.NamedTuple):
    """numba's type of a NamedTuple of arrays that Python passes as the address of their descriptors (BoundRecord)."""

    def __init__(self, types: Any, record: type) -> None:
        super().__init__(types, record)
        self.name = f"Bound{self.name}"


@unbox(BoundType)
def load_descriptors(typ: BoundType, address: Any, c: Any) -> NativeValue:
    """Emit code that loads the arrays of a BoundType from their descriptors in memory. Returns a NativeValue with the arrays.

    The descriptors follow one another, and each of their fields has 8 bytes (`jit.descriptor_of`).
    """
    words = c.builder.bitcast(c.pyapi.long_as_voidptr(address), c.context.get_value_type(numba.intp).as_pointer())
    return NativeValue(load_arrays(typ, words, 0, c)[0])


def load_arrays(typ: Any, words: Any, at: int, c: Any) -> tuple[Any, int]:
    """Emit code that loads an array, or a tuple of arrays and of such tuples. Returns (the value, index of the next word).

    typ: numba's type; words: address of the descriptors in the emitted code; at: index of the first word
    """
    if hasattr(typ, "types"):
        values = []
        for part in typ.types:
            value, at = load_arrays(part, words, at, c)
            values.append(value)
        return c.context.make_tuple(c.builder, typ, values), at
    length = 5 + 2 * typ.ndim
    loaded = [c.builder.load(c.builder.gep(words, [c.context.get_constant(numba.intp, at + i)])) for i in range(length)]
    array = c.context.make_array(typ)(c.context, c.builder)
    shape, strides = (cgutils.pack_array(c.builder, part) for part in np.split(np.array(loaded[5:], object), 2))
    numba.np.arrayobj.populate_array(array, c.builder.inttoptr(loaded[4], array.data.type), shape, strides, loaded[3], None)
    return array._getvalue(), at + length


@lower_cast(BoundType, numba.types.NamedTuple)
def as_named_tuple(context: Any, builder: Any, bound_type: BoundType, plain_type: Any, value: Any) -> Any:
    """Return the value unchanged, because a BoundType has the same memory layout as the plain NamedTuple type."""
    return value


register_model(BoundType)(models.TupleModel)


class VectorType(numba.types.UniTuple):
    """numba's type of three numbers that Python passes in a tuple or a list."""

    def __init__(self, dtype: Any, count: int) -> None:
        super().__init__(dtype, count)
        self.name = f"Bound{self.name}"


@unbox(VectorType)
def load_vector(typ: VectorType, sequence: Any, c: Any) -> NativeValue:
    """Emit code that reads three numbers from a tuple or list, and raises ValueError for any other number of elements.

    Returns numba's NativeValue. numba's own conversion would make six Python floats, and a sweep would take 0.03 us longer.
    Floats in a tuple are read from memory, because calls of CPython's functions would take another 0.03 us.
    """
    builder, api = c.builder, c.pyapi
    numbers = [cgutils.alloca_once(builder, api.double) for _ in range(3)]
    is_usual, failed = (cgutils.alloca_once_value(builder, cgutils.false_bit) for _ in range(2))
    with builder.if_then(is_of_type(c, sequence, "PyTuple_Type"), likely=True):
        builder.store(builder.icmp_signed("==", field_of(c, sequence, LENGTH, api.py_ssize_t), api.py_ssize_t(3)), is_usual)
    with builder.if_else(builder.load(is_usual), likely=True) as (three_in_a_tuple, otherwise):
        with three_in_a_tuple:
            for i, number in enumerate(numbers):
                item = field_of(c, sequence, ITEMS + i * POINTER, api.pyobj)
                with builder.if_else(is_of_type(c, item, "PyFloat_Type"), likely=True) as (is_float, is_other):
                    with is_float:
                        builder.store(field_of(c, item, VALUE, api.double), number)
                    with is_other:
                        builder.store(api.float_as_double(item), number)
                        builder.store(builder.or_(builder.load(failed), api.c_api_error()), failed)
        with otherwise:
            is_list = is_of_type(c, sequence, "PyList_Type")
            of_lists, of_tuples = (api.list_size, api.list_getitem), (api.tuple_size, api.tuple_getitem)
            for condition, (size, item_of) in (is_list, of_lists), (builder.not_(is_list), of_tuples):
                with builder.if_then(condition):
                    with builder.if_then(builder.icmp_signed("!=", size(sequence), api.py_ssize_t(3)), likely=False):
                        api.err_set_string("PyExc_ValueError", "not three numbers")
                    for i, number in enumerate(numbers):
                        builder.store(api.float_as_double(item_of(sequence, i)), number)
            builder.store(api.c_api_error(), failed)
    vector = c.context.make_tuple(builder, typ, [builder.load(number) for number in numbers])
    return NativeValue(vector, is_error=builder.load(failed))


def field_of(c: Any, pointer: Any, offset: int, kind: Any) -> Any:
    """Emit code that loads a value of LLVM type `kind` from a Python object, `offset` bytes behind its address."""
    address = c.builder.gep(c.builder.bitcast(pointer, cgutils.voidptr_t), [c.context.get_constant(numba.intp, offset)])
    return c.builder.load(c.builder.bitcast(address, kind.as_pointer()))


def is_of_type(c: Any, pointer: Any, name: str) -> Any:
    """Emit code that compares a Python object's type with the one that CPython calls `name`. Subclasses are not equal."""
    return c.builder.icmp_unsigned("==", field_of(c, pointer, TYPE, c.pyapi.pyobj), c.pyapi.get_c_object(name))


register_model(VectorType)(models.UniTupleModel)


class ResultType(numba.types.NamedTuple):
    """numba's type of a NamedTuple that compiled code returns to Python.

    members: {name of a field: tuple of objects}. In compiled code such a field is an index, and Python gets the object at it.
    """

    def __init__(self, types: Any, record: type, members: dict[str, tuple]) -> None:
        super().__init__(types, record)
        self.members, self.name = members, f"Result{self.name}"


register_model(ResultType)(models.TupleModel)


@box(ResultType)
def allocate_record(typ: ResultType, value: Any, c: Any) -> Any:
    """Emit code that makes the Python object of a ResultType, and return the emitted pointer to this object.

    numba's own conversion would call the class. A sweep whose record is made in Python takes 1.2 times as long.
    """
    constants, api, builder = c.env_manager, c.pyapi, c.builder
    kind = cgutils.ir.FunctionType(api.pyobj, [api.pyobj, api.py_ssize_t])
    allocate, item_of = (api._get_function(kind, name) for name in ("PyType_GenericAlloc", "PyTuple_GetItem"))
    made = builder.call(allocate, [constants.read_const(constants.add_const(typ.instance_class)), api.py_ssize_t(len(typ))])
    for i, (name, field) in enumerate(zip(typ.fields, typ.types)):
        element = builder.extract_value(value, i)
        if name in typ.members:
            item = builder.call(item_of, [constants.read_const(constants.add_const(typ.members[name])), element])
            api.incref(item)
        else:
            item = c.box(field, element)
        api.tuple_setitem(made, i, item)
    return made


def overload_maker(make: Callable, record: type, members: dict[str, tuple]) -> None:
    """Register a compiled version of the function `make` of `jit.result_maker`. In compiled code its result is a ResultType."""

    @intrinsic
    def retype(_, fields):  # type: ignore[no-untyped-def]  # numba compares signatures
        return ResultType(fields.types, record, members)(fields), lambda context, builder, signature, values: values[0]

    @overload(make)
    def compiled_make(fields):  # type: ignore[no-untyped-def]  # the same
        return lambda fields: retype(fields)  # type: ignore[call-arg]


def plain_type(typ: Any) -> Any:
    """Return the type that an inner function is compiled for when a caller passes an argument of numba type `typ`.

    It is a plain type instead of the type of a constant, of a BoundType or of a VectorType. So one compilation serves all.
    """
    if isinstance(typ, BoundType):
        return numba.types.NamedTuple(typ.types, typ.instance_class)
    return THREE_FLOATS if isinstance(typ, VectorType) else numba.types.unliteral(typ)


def bound_type_of(value: Any) -> Any:
    """Return numba's type for an example argument: a BoundType for a BoundRecord, a VectorType for three floats, or its own."""
    if hasattr(value, "record"):
        typ = numba.typeof(value.record)
        return BoundType(typ.types, typ.instance_class)
    typ = numba.typeof(value)
    return VectorType(numba.float64, 3) if typ == THREE_FLOATS else typ
