"""Verdicts for the floating-point operations of functions, from Python.

>>> import ulpwise
>>> def reciprocal(x: float):
...     return 1.0 / (x - 1.0)
>>> report = ulpwise.check(reciprocal, ranges={"x": (2, 3)})
>>> report.is_verified
True

A function that numba can compile is passed itself; of a C, C++, Fortran or Rust file the path, with
``function=`` its name. What comes back are plain objects: ``report.findings[0].inputs`` are arguments
that the function can be called with.
"""

from __future__ import annotations

from ._api import accuracy, check, stability
from ._pytest import assert_verified
from ._solve import SolveResult, solve
from .errors import (
    BadInput,
    FindingsError,
    Interrupted,
    NotCompiled,
    ProgramFailed,
    ProgramMissing,
    UlpwiseError,
    Unsupported,
)
from .results import (
    AccuracyFinding,
    AccuracyReport,
    CheckReport,
    Entry,
    Finding,
    Output,
    Place,
    StabilityFinding,
    StabilityReport,
)

__all__ = [
    "AccuracyFinding",
    "AccuracyReport",
    "BadInput",
    "CheckReport",
    "Entry",
    "Finding",
    "FindingsError",
    "Interrupted",
    "NotCompiled",
    "Output",
    "Place",
    "ProgramFailed",
    "ProgramMissing",
    "SolveResult",
    "StabilityFinding",
    "StabilityReport",
    "UlpwiseError",
    "Unsupported",
    "accuracy",
    "assert_verified",
    "check",
    "solve",
    "stability",
]
