"""``assert_verified``: a check whose findings are failures."""

from __future__ import annotations

from typing import Any

from ._api import Target, check
from .results import CheckReport


def assert_verified(target: Target, /, *, level: str = "warning", **arguments: Any) -> CheckReport:
    """Checks a function and raises :class:`FindingsError`, an ``AssertionError``, if there are findings
    of this level or worse (``"unknown"``: also where something is not decided). Other arguments are
    those of :func:`ulpwise.check`.

    >>> def half(x: float):
    ...     return x / 2
    >>> assert_verified(half, ranges={"x": (1, 2)}).proven > 0
    True
    """
    report = check(target, **arguments)
    report.raise_if(level)
    return report
