"""What can go wrong, as exceptions of the package's own.

Each message is one sentence that says what is wrong and what to do. A finding is no exception:
it is a part of a report.
"""

from __future__ import annotations

from typing import Any


class UlpwiseError(Exception):
    """Anything that the package refuses or that failed."""


class BadInput(UlpwiseError, ValueError):
    """An argument is wrong: a range of no argument, a condition that nothing meets, a missing file."""


class NotCompiled(BadInput):
    """A function has no types: it was neither compiled nor given any."""


class Unsupported(UlpwiseError, TypeError):
    """A function uses something that cannot be looked at, such as strings or dictionaries."""


class ProgramMissing(UlpwiseError):
    """The program `ulpwise` that belongs to this package was not found."""


class ProgramFailed(UlpwiseError):
    """The program ended in a way that it should not: a bug of ulpwise."""


class FindingsError(UlpwiseError, AssertionError):
    """A report has findings that count; raised by ``raise_if`` and ``assert_verified``."""

    def __init__(self, message: str, report: Any) -> None:
        super().__init__(message)
        self.report = report


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended the work; ``report`` has what was found until then, or is ``None``."""

    def __init__(self, report: Any) -> None:
        super().__init__("interrupted; the attribute `report` has what was found until then")
        self.report = report
