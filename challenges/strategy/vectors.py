"""Vectors of the processor as values in Numba: so many lanes, one instruction each.

Numba's own loops over short rows of one array are not turned into vector instructions, since a row
that is written could be one of those that are read. A value of this type is loaded, worked on and
stored by the caller, who knows better. LLVM makes of it what the processor has.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model


class Vector(types.Type):
    def __init__(self, dtype: types.Float, lanes: int) -> None:
        self.dtype, self.lanes = dtype, lanes
        super().__init__(name=f"Vector({dtype}, {lanes})")


@register_model(Vector)
class VectorModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Vector) -> None:
        super().__init__(dmm, fe_type, _llvm_type(fe_type))


LANES = {"float32": 16, "float64": 8}
"""64 bytes: one register of the widest kind, two or four of the others."""


def _llvm_type(vector: Vector) -> ir.VectorType:
    element = ir.FloatType() if vector.dtype.bitwidth == 32 else ir.DoubleType()
    return ir.VectorType(element, vector.lanes)


def _vector_of(array: types.Array) -> Vector:
    return Vector(array.dtype, LANES[array.dtype.name])


@intrinsic
def load(typingctx: Any, array: Any, at: Any) -> Any:
    """The lanes that begin at an index of a contiguous array of one dimension."""
    vector = _vector_of(array)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments, vector)
        return builder.load(pointer, align=vector.dtype.bitwidth // 8)

    return vector(array, at), codegen


@intrinsic
def store(typingctx: Any, array: Any, at: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = signature.args[2]
        pointer = _pointer(context, builder, signature.args[0], arguments, vector)
        builder.store(arguments[2], pointer, align=vector.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, at, value), codegen


def _pointer(context: Any, builder: Any, array: Any, arguments: Any, vector: Vector) -> Any:
    data = context.make_array(array)(context, builder, arguments[0]).data
    first = builder.gep(data, [arguments[1]])
    return builder.bitcast(first, ir.PointerType(_llvm_type(vector)))


@intrinsic
def load_nth(typingctx: Any, array: Any, number: Any) -> Any:
    """One of the vectors that an array consists of."""
    vector = _vector_of(array)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _nth(context, builder, signature, arguments, vector)
        return builder.load(pointer, align=vector.dtype.bitwidth // 8)

    return vector(array, types.int64), codegen


@intrinsic
def store_nth(typingctx: Any, array: Any, number: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = signature.args[2]
        pointer = _nth(context, builder, signature, arguments, vector)
        builder.store(arguments[2], pointer, align=vector.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, value), codegen


def _nth(context: Any, builder: Any, signature: Any, arguments: Any, vector: Vector) -> Any:
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    return builder.gep(builder.bitcast(data, ir.PointerType(_llvm_type(vector))), [arguments[1]])


@intrinsic
def item(typingctx: Any, array: Any, at: Any) -> Any:
    """An integer of a contiguous array, by its place in all of it. Whether that is negative, and
    counts from the end, is not asked: it would take longer than the rest."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        found = builder.load(builder.gep(data, [arguments[1]]))
        return context.cast(builder, found, signature.args[0].dtype, types.int64)

    return types.int64(array, types.int64), codegen


@intrinsic
def add(typingctx: Any, one: Any, other: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments)

    return one(one, other), codegen


@intrinsic
def highest(typingctx: Any, one: Any, other: Any) -> Any:
    """The higher one in each lane."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        is_higher = builder.fcmp_ordered(">", *arguments)
        return builder.select(is_higher, *arguments)

    return one(one, other), codegen


@intrinsic
def sixth(typingctx: Any, vector: Any) -> Any:
    """Without the bias of a rounded 1/6, which would add up over the turns of a game."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        near = float(np.dtype(kind.dtype.name).type(1 / 6))
        rest = (1 - 6 * near) / 6 if kind.dtype.bitwidth == 32 else 0.0
        correction = builder.fmul(arguments[0], _constant(kind, rest))
        return _fused(builder, kind, arguments[0], _constant(kind, near), correction)

    return vector(vector), codegen


@intrinsic
def zeros(typingctx: Any, array: Any) -> Any:
    """As many as fit into a vector of the array's numbers."""
    vector = _vector_of(array)
    return vector(array), lambda context, builder, signature, arguments: _constant(vector, 0.0)


@intrinsic
def double_zeros(typingctx: Any, array: Any) -> Any:
    """The same in double precision."""
    wide = Vector(types.float64, LANES[array.dtype.name])
    return wide(array), lambda context, builder, signature, arguments: _constant(wide, 0.0)


@intrinsic
def add_times(typingctx: Any, total: Any, vector: Any, number: Any) -> Any:
    """Added in double precision, so many times."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, narrow, kind = signature.args
        vector = arguments[1]
        if narrow.dtype.bitwidth == 32:
            vector = builder.fpext(vector, _llvm_type(wide))
        number = context.cast(builder, arguments[2], kind, types.float64)
        return _fused(builder, wide, vector, _splat(builder, number, wide), arguments[0])

    return total(total, vector, number), codegen


@intrinsic
def rounded(typingctx: Any, array: Any, total: Any) -> Any:
    """A vector in double precision as one of the array's numbers."""
    vector = _vector_of(array)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if vector.dtype.bitwidth == 64:
            return arguments[1]
        return builder.fptrunc(arguments[1], _llvm_type(vector))

    return vector(array, total), codegen


@intrinsic
def plus(typingctx: Any, vector: Any, number: Any) -> Any:
    """The same number more in each lane."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = context.cast(builder, arguments[1], signature.args[1], signature.args[0].dtype)
        return builder.fadd(arguments[0], _splat(builder, value, signature.args[0]))

    return vector(vector, number), codegen


def _constant(vector: Vector, number: float) -> Any:
    element = _llvm_type(vector).element
    return ir.Constant(_llvm_type(vector), [ir.Constant(element, number)] * vector.lanes)


def _fused(builder: Any, kind: Vector, one: Any, other: Any, more: Any) -> Any:
    """one * other + more, rounded once."""
    llvm_type = _llvm_type(kind)
    name = f"llvm.fma.v{kind.lanes}f{kind.dtype.bitwidth}"
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(llvm_type, [llvm_type] * 3), name
    )
    return builder.call(function, [one, other, more])


def _splat(builder: Any, value: Any, vector: Vector) -> Any:
    kind = _llvm_type(vector)
    at_first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, cgutils.int32_t(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.lanes), None)
    return builder.shuffle_vector(at_first, ir.Constant(kind, ir.Undefined), zeros)
