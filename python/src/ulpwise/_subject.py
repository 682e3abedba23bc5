"""What is to be looked at: a Python function, a function of a source file, or LLVM's text.

A subject has the words that name it on the command line, and knows how to turn inputs into
arguments. Files that are made for it lie in a folder that goes when the subject does.
"""

from __future__ import annotations

import builtins
import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Sequence

from . import _entry, _numba, _read, _shapes
from ._numba import Compiled, Kernel
from ._subject_names import ASSUMPTION_FILE
from .errors import BadInput, Unsupported

#: What source files end with.
SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".f", ".f90", ".f95", ".f03", ".f08", ".F90", ".for", ".rs", ".ll", ".bc", ".fpcore")


@dataclass
class Subject:
    """Files and words for the program, and how inputs become arguments."""

    words: list[str]
    arguments: _read.Arguments
    kernel: Kernel | None = None
    probe: str | None = None
    #: What is assumed of arrays beyond the number of their elements, of threads and of BLAS.
    shapes: tuple[str, ...] = ()
    folder: "tempfile.TemporaryDirectory[str] | None" = field(default=None, repr=False)

    @property
    def assumed(self) -> tuple[str, ...]:
        """The same as warnings."""
        return tuple(f"assumed: {text}" for text in self.shapes)


def subject(
    thing: Any,
    *,
    function: str | None,
    ranges: Mapping[str, Any] | None,
    assume: str | Sequence[str] | None,
    types: Any,
    example: Any,
    lengths: Mapping[str, Any] | None,
    takes_assumptions: bool,
) -> Subject:
    """The subject of a call."""
    conditions = [assume] if isinstance(assume, str) else list(assume or [])
    if isinstance(thing, (str, os.PathLike)):
        return _of_file(thing, function, ranges, conditions, lengths, takes_assumptions)
    if function is not None:
        raise BadInput("function= names a function of a file; a Python function is passed itself")
    return _of_python(thing, ranges, conditions, types, example, lengths)


def _of_file(
    thing: "str | os.PathLike[str]",
    function: str | None,
    ranges: Mapping[str, Any] | None,
    conditions: Sequence[str],
    lengths: Mapping[str, Any] | None,
    takes_assumptions: bool,
) -> Subject:
    text = os.fspath(thing)
    folder = None
    if isinstance(thing, str) and ("\n" in text or re.match(r"\s*(; ModuleID|define )", text)):
        folder = tempfile.TemporaryDirectory(prefix="ulpwise-")
        path = Path(folder.name) / "module.ll"
        path.write_text(text)
    else:
        path = Path(text)
        if not path.is_file():
            raise BadInput(f"there is no file {text!r}, and it is no LLVM text either")
        if path.suffix not in SUFFIXES:
            raise BadInput(f"{text!r} is no C, C++, Fortran, Rust, FPCore or LLVM file by its name")
    if function is None:
        raise BadInput(f"say which function of {path.name} is meant with function=")
    if conditions and not takes_assumptions:
        raise BadInput("accuracy takes assume= for Python functions only: limit the inputs of others with ranges=")
    words = [str(path), "--fn", function]
    _shapes.require_mapping("ranges", ranges)
    _shapes.require_mapping("lengths", lengths)
    for name, limits in (ranges or {}).items():
        words += ["--range", f"{name}={_shapes.interval(name, limits)}"]
    for name, length in (lengths or {}).items():
        words += ["--len", f"{name}={int(length)}"]
    for condition in conditions:
        words += ["--assume", condition]
    return Subject(words, _read.plain_arguments, folder=folder)


def _of_python(
    thing: Any,
    ranges: Mapping[str, Any] | None,
    conditions: Sequence[str],
    types: Any,
    example: Any,
    lengths: Mapping[str, Any] | None,
) -> Subject:
    kernel = _numba.kernel(thing, types, example)
    found = _shapes.shapes(kernel, lengths, example)
    words = _shapes.range_options(found, ranges, kernel.name)
    compiled = _numba.compile_kernel(kernel)
    assumption = _assumption(kernel, conditions) if conditions else None
    text, symbol = _entry.link(kernel, compiled, found, assumption)
    folder = tempfile.TemporaryDirectory(prefix="ulpwise-")
    path = Path(folder.name) / "function.ll"
    path.write_text(text)
    arrays = [array for shape in found for array in _shapes.arrays(shape)]
    for array in arrays:
        words += ["--len", f"{array.symbol}={array.count}"]
    shapes = tuple(f"{array.name} has the shape {array.shape}" for array in arrays if len(array.shape) > 1)
    shapes += compiled.assumptions
    words = [str(path), "--fn", symbol, *words]
    arguments = _read.arguments_of(found, kernel.parameters)
    return Subject(words, arguments, kernel, _entry.PROBE if assumption else None, shapes, folder)


def _assumption(kernel: Kernel, conditions: Sequence[str]) -> Compiled:
    """The conditions as a compiled function of the same parameters."""
    for condition in conditions:
        try:
            code = compile(condition, ASSUMPTION_FILE, "eval")
        except (SyntaxError, ValueError, TypeError) as error:
            raise BadInput(f"assume={condition!r} is no Python expression: {error}") from None
        known = {*kernel.parameters, *kernel.function.__globals__, *_helpers(), *dir(builtins)}
        unknown = [name for name in code.co_names if name not in known and not _is_attribute(condition, name)]
        if unknown:
            raise BadInput(f"assume={condition!r} names {unknown[0]!r}, which is no parameter of {kernel.name} ({', '.join(kernel.parameters)})")
    body = " and ".join(f"({condition})" for condition in conditions)
    space: dict[str, Any] = {**_helpers(), **kernel.function.__globals__}
    source = f"def assumption({', '.join(kernel.parameters)}):\n    return bool({body})\n"
    exec(compile(source, ASSUMPTION_FILE, "exec"), space)  # The caller's own expression, on the caller's behalf.
    options = {"error_model": "numpy", "boundscheck": False}
    try:
        return _numba.compile_kernel(Kernel(space["assumption"], kernel.arguments, options, space["assumption"]))
    except Unsupported as error:
        raise BadInput(f"assume={body!r} cannot be compiled: {error}") from None


def _is_attribute(condition: str, name: str) -> bool:
    return re.search(rf"\.\s*{re.escape(name)}\b", condition) is not None


def _helpers() -> dict[str, Any]:
    import math

    import numpy

    return {"math": math, "np": numpy, "numpy": numpy, **{name: getattr(math, name) for name in ("sqrt", "fabs", "isnan", "isinf", "isfinite", "pi", "e", "inf")}}
