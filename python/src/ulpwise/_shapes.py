"""How numba passes arguments: for each parameter the parts that LLVM's function takes, and names.

A parameter is a tree: a number, a complex number, an array, or a tuple of such. Its leaves are the
parameters of the function that ulpwise enters, so that ranges and inputs have Python's names:
``x``, ``z.real``, ``point[0]``, ``a`` for all elements of an array, ``a[3]`` for one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Sequence

from ._numba import Kernel, numba
from ._refusals import python_type
from .errors import BadInput, Unsupported

#: How many elements each dimension of an array has unless something else is said.
DEFAULT_LENGTH = 4


@dataclass
class Number:
    """A number: an integer, a truth value, or a float, by its LLVM type."""

    name: str
    llvm: str
    debug: str
    is_float: bool
    bits: int
    is_signed: bool = True
    is_bool: bool = False
    python: Callable[[Any], Any] = float
    is_fixed: bool = False


@dataclass
class Complex:
    """A complex number of two floats."""

    name: str
    parts: tuple[Number, Number]
    python: Callable[[Any], Any] = complex


@dataclass
class Array:
    """An array: elements in the order of memory, with a shape."""

    name: str
    element: Number
    is_complex: bool
    shape: tuple[int, ...]
    layout: str
    is_mutable: bool
    dtype: Any

    @property
    def count(self) -> int:
        """How many elements."""
        product = 1
        for length in self.shape:
            product *= length
        return product

    @property
    def numbers(self) -> int:
        """How many numbers."""
        return self.count * (2 if self.is_complex else 1)

    @property
    def item_bytes(self) -> int:
        """The bytes of an element."""
        return self.element.bits // 8 * (2 if self.is_complex else 1)

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from one index to the next, for each dimension."""
        steps, step = [], self.item_bytes
        order = range(len(self.shape)) if self.layout == "F" else reversed(range(len(self.shape)))
        for axis in order:
            steps.append((axis, step))
            step *= self.shape[axis]
        return tuple(step for _, step in sorted(steps))


@dataclass
class Tuple:
    """A tuple of parts; ``make`` builds the Python value."""

    name: str
    parts: list["Shape"]
    make: Callable[[list[Any]], Any]


@dataclass
class Fixed:
    """A value that numba compiles in: a default, ``None``, a literal."""

    name: str
    value: Any
    llvm: list[str] = field(default_factory=list)


Shape = Number | Complex | Array | Tuple | Fixed


def shapes(of: Kernel, lengths: Mapping[str, Any] | None, example: Any) -> list[Shape]:
    """The shapes of a kernel's parameters."""
    names = of.parameters
    require_mapping("lengths", lengths)
    if isinstance(example, Mapping):
        values = [example.get(name) for name in names]
    else:
        values = list(example) if example is not None else [None] * len(names)
    values += [None] * (len(names) - len(values))
    found = [_shape(name, ty, value, lengths or {}, of) for name, ty, value in zip(names, of.arguments, values)]
    known = {array.name for shape in found for array in arrays(shape)}
    for name in lengths or {}:
        if name not in known:
            raise BadInput(f"{of.name} has no array {name!r}, to which lengths= gives a length{_choice(sorted(known))}")
    return found


def _choice(names: Sequence[str]) -> str:
    return f"; it has {', '.join(names)}" if names else "; it has none"


def arrays(shape: Shape) -> list[Array]:
    """The arrays in a shape."""
    if isinstance(shape, Array):
        return [shape]
    return [array for part in shape.parts for array in arrays(part)] if isinstance(shape, Tuple) else []


def leaves(shape: Shape) -> list[Number | Array]:
    """What the entered function takes for a shape."""
    if isinstance(shape, (Number, Array)):
        return [shape]
    if isinstance(shape, (Complex, Tuple)):
        return [leaf for part in shape.parts for leaf in leaves(part)]
    return []


def _shape(name: str, ty: Any, value: Any, lengths: Mapping[str, Any], of: Kernel) -> Shape:
    types = numba().types
    if isinstance(ty, types.Literal):
        raise Unsupported(_refused(name, ty, of))
    if isinstance(ty, (types.Integer, types.Float, types.Boolean)) and not isinstance(ty, types.IntegerLiteral):
        return number(name, ty, of)
    if isinstance(ty, types.Complex):
        part = types.float32 if ty.bitwidth == 64 else types.float64
        parts = (number(f"{name}.real", part, of), number(f"{name}.imag", part, of))
        return Complex(name, parts, _numpy_scalar(ty))
    if isinstance(ty, types.Array):
        return _array(name, ty, value, lengths, of)
    if isinstance(ty, types.BaseTuple):
        items = list(value) if value is not None else [None] * len(ty)
        fields = getattr(ty, "fields", None)
        names = [f"{name}.{field}" for field in fields] if fields else [f"{name}[{i}]" for i in range(len(ty))]
        parts_of = [_shape(part, one, item, lengths, of) for part, one, item in zip(names, ty.types, items)]
        cls = getattr(ty, "instance_class", tuple)
        return Tuple(name, parts_of, (lambda values: cls(*values)) if fields else tuple)
    if isinstance(ty, types.NoneType):
        return Fixed(name, None, ["ptr"])
    if isinstance(ty, types.Omitted):
        return Fixed(name, ty.value)
    raise Unsupported(_refused(name, ty, of))


def _refused(name: str, ty: Any, of: Kernel) -> str:
    return f"{of.name} cannot be looked at: its parameter {name} is a {python_type(ty)} (line {of.function.__code__.co_firstlineno} of {of.function.__code__.co_filename})"


def _numpy_scalar(ty: Any) -> Callable[[Any], Any]:
    """What makes a Python value of a type: Python's own where it is the same, else numpy's."""
    types = numba().types
    own = {types.float64: float, types.complex128: complex, types.boolean: bool, types.int64: int}
    if ty in own:
        return own[ty]
    import numpy

    scalar: Callable[[Any], Any] = getattr(numpy, str(ty))
    return scalar


def number(name: str, ty: Any, of: Kernel) -> Number:
    """The shape of a number's type."""
    types = numba().types
    if isinstance(ty, types.Boolean):
        return Number(name, "i8", "bool", False, 8, False, True, bool)
    if isinstance(ty, types.Integer):
        debug = ("" if ty.signed else "unsigned ") + f"int{ty.bitwidth}"
        return Number(name, f"i{ty.bitwidth}", debug, False, ty.bitwidth, ty.signed, False, _numpy_scalar(ty))
    if ty in (types.float32, types.float64):
        llvm = "float" if ty.bitwidth == 32 else "double"
        return Number(name, llvm, llvm, True, ty.bitwidth, python=_numpy_scalar(ty))
    raise Unsupported(_refused(name, ty, of))


def _array(name: str, ty: Any, value: Any, lengths: Mapping[str, Any], of: Kernel) -> Array:
    types = numba().types
    is_complex = isinstance(ty.dtype, types.Complex)
    element = ty.dtype
    if is_complex:
        element = types.float32 if ty.dtype.bitwidth == 64 else types.float64
    if not isinstance(element, (types.Integer, types.Float, types.Boolean)):
        raise Unsupported(_refused(name, ty, of))
    shape = _lengths(name, ty.ndim, value, lengths)
    layout = "F" if ty.layout == "F" else "C"
    return Array(name, number(name, element, of), is_complex, shape, layout, ty.mutable, ty.dtype)


def _lengths(name: str, dimensions: int, value: Any, lengths: Mapping[str, Any]) -> tuple[int, ...]:
    if name in lengths:
        given = lengths[name]
        given = (given,) if isinstance(given, int) else tuple(given)
        if len(given) != dimensions or not all(isinstance(length, int) and 0 <= length <= 1 << 20 for length in given):
            raise BadInput(f"lengths[{name!r}] must be {dimensions} whole number{'s' if dimensions > 1 else ''}, for the array has as many dimensions")
        return given
    if value is not None:
        return tuple(int(length) for length in value.shape)
    return (DEFAULT_LENGTH,) * dimensions


def python_value(shape: Shape, words: Mapping[str, Any]) -> Any:
    """The Python value of a shape from what its leaves are: numbers by name, arrays as lists."""
    if isinstance(shape, Number):
        return shape.python(words[shape.name])
    if isinstance(shape, Complex):
        real, imaginary = (words[part.name] for part in shape.parts)
        return shape.python(complex(real, imaginary))
    if isinstance(shape, Tuple):
        return shape.make([python_value(part, words) for part in shape.parts])
    if isinstance(shape, Fixed):
        return shape.value
    import numpy

    values = words[shape.name]
    if shape.is_complex:
        values = [complex(*values[at : at + 2]) for at in range(0, len(values), 2)]
    dtype = numpy.dtype(str(shape.dtype).replace("boolean", "bool"))
    made = numpy.array(values, dtype=dtype).reshape(shape.shape, order="F" if shape.layout == "F" else "C")
    return made


def range_options(found: Sequence[Shape], ranges: Mapping[str, Any] | None, of_name: str) -> list[str]:
    """``--range`` for each range that is given by a name."""
    words: list[str] = []
    require_mapping("ranges", ranges)
    groups = {name: parts for shape in found for name, parts in _groups(shape).items()}
    truths = {leaf.name: leaf for shape in found for leaf in leaves(shape) if isinstance(leaf, Number) and leaf.is_bool}
    elements = {array.name: array for shape in found for array in arrays(shape)}
    for name, limits in (ranges or {}).items():
        base = re.sub(r"\[\d+\]$", "", name)
        if name in truths:
            # Truth values have no ranges: one that is fixed is passed as a number.
            if not isinstance(limits, (tuple, list)):
                truths[name].debug, truths[name].is_fixed = "unsigned int8", True
                words += ["--range", f"{name}={int(bool(limits))}"]
        elif name in groups:
            for part in groups[name]:
                words += ["--range", f"{part}={interval(name, limits)}"]
        elif base in elements:
            words += ["--range", f"{name}={interval(name, limits)}"]
        else:
            raise BadInput(f"{of_name} has no argument {name!r}, to which ranges= gives a range{_choice(list(groups))}")
    return words


def require_mapping(name: str, given: Any) -> None:
    """Refuses what is no dictionary by the names of arguments."""
    if given is not None and not isinstance(given, Mapping):
        raise BadInput(f"{name}= must be a dictionary by the names of arguments, not a {type(given).__name__}")


def _groups(shape: Shape) -> dict[str, list[str]]:
    """Which leaves a name of a range is about."""
    found = {shape.name: [leaf.name for leaf in leaves(shape)]}
    if isinstance(shape, (Complex, Tuple)):
        for part in shape.parts:
            found |= _groups(part)
    return {} if isinstance(shape, Fixed) else found


def interval(name: str, limits: Any) -> str:
    """A range as the command line has it; a single number is a fixed value."""
    if isinstance(limits, str):
        return limits
    if isinstance(limits, (tuple, list)) and len(limits) == 2:
        low, high = (_number_text(name, limit) for limit in limits)
        if not float(limits[0]) <= float(limits[1]):
            raise BadInput(f"the range of {name!r} is empty: {limits[0]} is not at most {limits[1]}")
        return f"{low}..{high}"
    return _number_text(name, limits)


def _number_text(name: str, value: Any) -> str:
    """A number so that reading it gives the same one."""
    if isinstance(value, bool):
        return str(int(value))
    if not hasattr(value, "__float__"):
        raise BadInput(f"the range of {name!r} must be (low, high) or a number, not {value!r}")
    if hasattr(value, "__index__"):
        return str(value.__index__())
    number = float(value)
    if number != number:
        raise BadInput(f"the range of {name!r} has a NaN for a limit")
    return repr(number)
