"""The functions that a user calls: ``check``, ``accuracy`` and ``stability``."""

from __future__ import annotations

import dataclasses
import os
from functools import partial
from typing import Any, Callable, Mapping, Sequence, TypeVar

from . import _program, _read
from ._subject import Subject, subject
from .errors import BadInput, Interrupted
from .results import AccuracyReport, CheckReport, StabilityReport

#: What `check` can be asked for.
PROPERTIES = ("invalid", "divide-by-zero", "overflow", "underflow", "int-conversion", "inexact", "cancellation")

Target = Callable[..., Any] | str | os.PathLike[str]
_Report = TypeVar("_Report")
_Measured = TypeVar("_Measured", AccuracyReport, StabilityReport)


def check(
    target: Target,
    /,
    *,
    ranges: Mapping[str, Any] | None = None,
    assume: str | Sequence[str] | None = None,
    timeout: float = 10,
    function: str | None = None,
    types: Any = None,
    example: Any = None,
    lengths: Mapping[str, Any] | None = None,
    properties: Sequence[str] | str | None = None,
    non_finite: bool = False,
    rounding: str = "nearest",
    options: Sequence[str] = (),
) -> CheckReport:
    """Gives every floating-point operation of a function a verdict.

    ``target`` is a Python function, one that numba compiled (``njit``, ``cfunc``, ``vectorize``), the
    path of a C, C++, Fortran, Rust or LLVM file, or LLVM's text; of files ``function`` is the name.

    ``ranges``
        The values of arguments by name: ``{"x": (0, 1)}``, both included, or a single value. The
        name of an array is all its elements, ``"a[0]"`` is one; ``"z.real"`` a part.
    ``assume``
        Conditions on the arguments; Python for Python functions, C for files.
    ``types``, ``example``
        The types of a plain function's arguments, or arguments to take types and lengths from.
    ``lengths``
        How many elements arrays have, 4 in each dimension unless it is said.
    ``properties``
        Only these: ``"overflow"``, ``"divide-by-zero"``, ``"invalid"``, ``"underflow"``,
        ``"int-conversion"``, ``"inexact"``, ``"cancellation"``.
    ``options``
        Further words of the command line.

    >>> def average(x: float, y: float):
    ...     return (x + y) / 2
    >>> report = check(average)
    >>> report.findings[0].property
    'overflow'
    >>> import math
    >>> math.isinf(average(*report.findings[0].inputs))
    True
    >>> check(average, ranges={"x": (0, 1), "y": (1, 2)}).is_verified
    True
    """
    wanted = [properties] if isinstance(properties, str) else list(properties or [])
    for name in wanted:
        if name not in PROPERTIES:
            raise BadInput(f"{name!r} is no property: {', '.join(PROPERTIES)}")
    of = subject(target, function=function, ranges=ranges, assume=assume, types=types, example=example, lengths=lengths, takes_assumptions=True)
    words = ["check", *of.words, "--timeout", _seconds(timeout), "--rounding", rounding]
    words += [word for name in wanted for word in ("--property", name)]
    words += ["--non-finite"] * non_finite
    _require_possible(of)
    return _run(of, [*words, *options], partial(_read.check_report, shapes=of.shapes))


def accuracy(
    target: Target,
    /,
    *,
    reference: Callable[..., Any] | None = None,
    ranges: Mapping[str, Any] | None = None,
    assume: str | Sequence[str] | None = None,
    timeout: float = 10,
    function: str | None = None,
    types: Any = None,
    example: Any = None,
    lengths: Mapping[str, Any] | None = None,
    metric: str = "relative",
    options: Sequence[str] = (),
) -> AccuracyReport:
    """Looks for the arguments with the largest error of what a function returns.

    The error is against what the same steps give without rounding; with ``reference``, a function of
    mpmath such as ``mpmath.airyai``, against that. ``metric`` is ``"relative"``, ``"ulp"`` or
    ``"absolute"``. Other arguments are those of :func:`check`.

    >>> def difference(x: float):
    ...     return (1.0 + x) - 1.0
    >>> accuracy(difference, ranges={"x": (1e-10, 1)}, timeout=2).worst.error > 1e-7
    True
    """
    if metric not in ("relative", "ulp", "absolute"):
        raise BadInput(f"{metric!r} is no metric: relative, ulp or absolute")
    if reference is not None:
        from ._reference import against_reference

        return against_reference(
            target, reference, ranges=ranges, assume=assume, timeout=timeout, function=function, types=types, metric=metric
        )
    of = subject(target, function=function, ranges=ranges, assume=assume, types=types, example=example, lengths=lengths, takes_assumptions=False)
    words = ["accuracy", *of.words, "--timeout", _seconds(timeout), "--metric", metric]
    _require_possible(of)
    return _with_assumptions(_run(of, [*words, *options], _read.accuracy_report), of)


def stability(
    target: Target,
    /,
    *,
    ranges: Mapping[str, Any] | None = None,
    assume: str | Sequence[str] | None = None,
    timeout: float = 60,
    function: str | None = None,
    types: Any = None,
    example: Any = None,
    lengths: Mapping[str, Any] | None = None,
    tolerance: float = 0.001,
    rounding: str = "any",
    options: Sequence[str] = (),
) -> StabilityReport:
    """Proves that operations keep their precision under any rounding, or shows the run that loses it.

    ``tolerance`` is the relative error that counts. Other arguments are those of :func:`check`.

    >>> def mean(x: float, y: float):
    ...     return (x + y) / 2
    >>> stability(mean, ranges={"x": (1, 2), "y": (1, 2)}).is_verified
    True
    """
    of = subject(target, function=function, ranges=ranges, assume=assume, types=types, example=example, lengths=lengths, takes_assumptions=True)
    words = ["stability", *of.words, "--timeout", _seconds(timeout), "--tolerance", repr(float(tolerance)), "--rounding", rounding]
    _require_possible(of)
    return _with_assumptions(_run(of, [*words, *options], _read.stability_report), of)


def _with_assumptions(report: _Measured, of: Subject) -> _Measured:
    """A report that says among its warnings what bounds and proofs assume besides."""
    return dataclasses.replace(report, warnings=(*report.warnings, *of.assumed))


def _seconds(timeout: float) -> str:
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < 1e9:
        raise BadInput(f"timeout={timeout!r} is no number of seconds above zero")
    return f"{float(timeout):.3f}"


def _require_possible(of: Subject) -> None:
    """Refuses an assumption that no argument meets: whatever is said under it would be worth nothing."""
    if of.probe is None:
        return
    at = of.words.index("--fn") + 1
    words = ["check", *of.words[:at], of.probe, *of.words[at + 1 :], "--property", "divide-by-zero", "--timeout", "1"]
    try:
        document = _program.run_json(words)
    except _program.Interruption:
        raise Interrupted(None) from None
    entries = [entry for function in document["functions"] for entry in function["ledger"]]
    if entries and all(entry["verdict"] == "proven" for entry in entries):
        raise BadInput("no arguments in range meet the assumption, so that nothing would be said about any")


def _run(of: Subject, words: Sequence[str], read: Callable[[Any, _read.Arguments, Any], _Report]) -> _Report:
    """Runs a command and reads its document; of one that was interrupted, what there is."""
    try:
        document = _program.run_json(words)
    except _program.Interruption as interruption:
        report = read(interruption.document, of.arguments, of.kernel) if interruption.document else None
        raise Interrupted(report) from None
    return read(document, of.arguments, of.kernel)
