"""What a run found, as Python objects over the JSON that the program prints.

``raw`` of a report is the whole document, described by the schemas of the project's documentation.
"""

from __future__ import annotations

import builtins
import html
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Literal, Mapping

from .errors import FindingsError, UlpwiseError

Level = Literal["error", "warning", "note"]
VerdictName = Literal["witness", "proven", "unknown"]

_LEVELS = {"error": 0, "warning": 1, "note": 2}


@dataclass(frozen=True)
class Place:
    """A place in a source file; column 0 is the whole line."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Entry:
    """An operation and a property, with its verdict: a line of the ledger."""

    site: str
    place: Place | None
    operation: str
    property: str
    verdict: VerdictName
    analysis: str | None
    reason: str | None


@dataclass(frozen=True)
class Output:
    """What the call gave back, and the true value where it is known."""

    name: str | None
    value: str
    true_value: str | None
    escapes: bool


@dataclass(frozen=True)
class Finding:
    """Inputs that raise an exception at an operation."""

    property: str
    level: Level
    place: Place | None
    operation: str
    expression: str
    function: str
    #: The arguments, in their order: ``f(*finding.inputs)`` makes the call.
    inputs: tuple[Any, ...]
    #: The arguments by their names.
    arguments: Mapping[str, Any]
    outputs: tuple[Output, ...]
    avoidable: bool | None
    is_first_of_event: bool
    site: str
    raw: Mapping[str, Any] = field(repr=False)
    _call: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    _plain: Callable[..., Any] | None = field(default=None, repr=False, compare=False)

    def reproduce(self, compiled: bool = False) -> Any:
        """Makes the call in CPython, or of the compiled function; what Python code raises is raised.

        In CPython the arguments are numpy's scalars, for Python's own raise exceptions where others
        give infinities.
        """
        function = self._call if compiled else self._plain
        if function is None:
            raise UlpwiseError("only findings of Python functions can be called from here: run what `command` says")
        if compiled:
            return function(*_copied(self.inputs))
        import numpy

        with numpy.errstate(all="ignore"):
            return function(*(_numpy(value) for value in _copied(self.inputs)))

    @builtins.property
    def command(self) -> str | None:
        """The command that makes the call again, of a source file."""
        again = self.raw.get("again")
        return str(again) if again and self._plain is None else None

    @builtins.property
    def source_line(self) -> str:
        """The line of the source, or nothing."""
        import linecache

        return linecache.getline(self.place.file, self.place.line).rstrip("\n") if self.place else ""

    def __str__(self) -> str:
        shown = ", ".join(f"{name} = {value!r}" for name, value in self.arguments.items())
        text = f"{self.place or 'location unknown'}: {self.level}: {self.property}: {self.expression}\n"
        line = self.source_line
        if line.strip():
            text += f"    {line.strip()}\n"
        text += f"  {self.function}({shown})"
        for output in self.outputs:
            if output.escapes:
                true = f"; the true value is {output.true_value}" if output.true_value is not None else ""
                text += f"\n  {output.name or 'the returned value'} is {output.value}{true}"
        return text

    def _repr_html_(self) -> str:
        return _finding_html(self)


def _copied(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, arrays as copies: a call may write into them."""
    return tuple(value.copy() if hasattr(value, "shape") and hasattr(value, "copy") else value for value in values)


def _numpy(value: Any) -> Any:
    """A float or complex number as numpy's."""
    import numpy

    if type(value) is float:
        return numpy.float64(value)
    if type(value) is complex:
        return numpy.complex128(value)
    return type(value)(map(_numpy, value)) if type(value) is tuple else value


class _Raises:
    """What reports have in common: a level from which on findings are an error."""

    findings: tuple[Any, ...]

    def raise_if(self, level: str = "warning") -> None:
        """Raises :class:`FindingsError` if there are findings of this level or worse: ``"error"``,
        ``"warning"`` or ``"note"``; ``"unknown"`` also where something is not decided."""
        if level not in (*_LEVELS, "unknown"):
            raise ValueError(f"{level!r} is no level: error, warning, note or unknown")
        limit = _LEVELS.get(level, 2)
        counted = [finding for finding in self.findings if _LEVELS.get(finding.level, 0) <= limit]
        unknown = self.unknown if level == "unknown" else 0
        if counted or unknown:
            raise FindingsError(self._complaint(counted, unknown), self)

    @property
    def unknown(self) -> int:
        """How many verdicts are unknown."""
        raise NotImplementedError

    def _complaint(self, counted: list[Any], unknown: int) -> str:
        parts = [str(finding) for finding in counted[:5]]
        if len(counted) > 5:
            parts.append(f"and {len(counted) - 5} more")
        if unknown:
            parts.append(f"{unknown} verdicts are unknown")
        return "\n".join(parts)


@dataclass(frozen=True)
class CheckReport(_Raises):
    """A verdict for each operation and property of a function, or of several."""

    findings: tuple[Finding, ...]
    ledger: tuple[Entry, ...]
    assumptions: tuple[str, ...]
    warnings: tuple[str, ...]
    raw: Mapping[str, Any] = field(repr=False)

    def _count(self, verdict: str) -> int:
        return sum(1 for entry in self.ledger if entry.verdict == verdict)

    @property
    def witnesses(self) -> int:
        """How many entries of the ledger have a witness."""
        return self._count("witness")

    @property
    def proven(self) -> int:
        """How many are proven: no input raises that exception there."""
        return self._count("proven")

    @property
    def unknown(self) -> int:
        """How many are neither."""
        return self._count("unknown")

    @property
    def is_verified(self) -> bool:
        """Whether everything that was asked is proven."""
        return self.witnesses == 0 and self.unknown == 0 and not self.not_followed and not self.raw.get("not_checked")

    @property
    def not_followed(self) -> tuple[str, ...]:
        """Functions that are called and that nothing is known about: what they raise has no verdict."""
        found = [re.search(r"no given file defines ([^:]*):", warning) for warning in self.warnings]
        return tuple(name for match in found if match for name in match[1].split(", "))

    def to_dataframe(self) -> Any:
        """The ledger as a pandas DataFrame: a row for each operation and property."""
        pandas = _pandas()
        rows = []
        found = {(finding.site, finding.property): finding for finding in self.findings}
        for entry in self.ledger:
            finding = found.get((entry.site, entry.property))
            rows.append(
                {
                    "file": entry.place.file if entry.place else None,
                    "line": entry.place.line if entry.place else None,
                    "column": entry.place.column if entry.place else None,
                    "operation": entry.operation,
                    "property": entry.property,
                    "verdict": entry.verdict,
                    "level": finding.level if finding else None,
                    "expression": finding.expression if finding else None,
                    "inputs": dict(finding.arguments) if finding else None,
                    "reason": entry.reason,
                }
            )
        columns = ["file", "line", "column", "operation", "property", "verdict", "level", "expression", "inputs", "reason"]
        return pandas.DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        shown = [str(finding) for finding in self.findings if finding.level != "note"]
        notes = len(self.findings) - len(shown)
        if notes:
            shown.append(f"{notes} note{'s are' if notes > 1 else ' is'} not shown")
        counts = f"{self.witnesses} found, {self.proven} proven absent, {self.unknown} unknown"
        if self.not_followed:
            counts += f"\nnot followed: {', '.join(self.not_followed)}"
        if self.assumptions and self.proven:
            counts += "\nproofs assume: " + ", ".join(self.assumptions)
        return "\n\n".join([*shown, counts])

    def _repr_html_(self) -> str:
        parts = [_finding_html(finding) for finding in self.findings if finding.level != "note"]
        notes = sum(1 for finding in self.findings if finding.level == "note")
        summary = f"{self.witnesses} found, {self.proven} proven absent, {self.unknown} unknown"
        if notes:
            summary += f"; {notes} notes are not shown"
        parts.append(f"<p>{html.escape(summary)}</p>")
        if self.assumptions and self.proven:
            parts.append(f"<p>Proofs assume: {html.escape(', '.join(self.assumptions))}.</p>")
        return '<div class="ulpwise">' + "".join(parts) + "</div>"


_COLOURS = {"error": "#b3261e", "warning": "#8a5a00", "note": "#44606e"}


def _finding_html(finding: Finding) -> str:
    colour = _COLOURS.get(finding.level, "#000")
    calls = ", ".join(f"{name}={value!r}" for name, value in finding.arguments.items())
    text = (
        f'<div style="border-left:4px solid {colour};padding:.2em .8em;margin:.6em 0">'
        f"<b>{html.escape(finding.property)}</b> <code>{html.escape(finding.expression)}</code><br>"
        f"<span>{html.escape(str(finding.place or 'location unknown'))}, {html.escape(finding.operation)}</span>"
    )
    if finding.source_line.strip():
        text += f"<pre>{html.escape(finding.source_line)}\n{_caret(finding)}</pre>"
    text += f"<code>{html.escape(f'{finding.function}({calls})')}</code>"
    for output in finding.outputs:
        if output.escapes:
            true = f"; the true value is {output.true_value}" if output.true_value is not None else ""
            text += f"<br>{html.escape(f'{output.name or chr(0x2192)} {output.value}{true}')}"
    return text + "</div>"


def _caret(finding: Finding) -> str:
    column = finding.place.column if finding.place else 0
    return html.escape(" " * (column - 1) + "^") if column else ""


@dataclass(frozen=True)
class AccuracyFinding:
    """Inputs with a large error of what is returned."""

    level: Level
    place: Place | None
    output: str
    computed: str
    #: The exact result, or what the same steps give without rounding where that is not known.
    right: str | None
    #: The error in the metric of the report; infinite where results are of another kind.
    error: float
    inputs: tuple[Any, ...]
    arguments: Mapping[str, Any]
    role: str | None
    raw: Mapping[str, Any] = field(repr=False)
    _call: Callable[..., Any] | None = field(default=None, repr=False, compare=False)

    def reproduce(self) -> Any:
        """Makes the call of the compiled function."""
        if self._call is None:
            raise UlpwiseError("only findings of Python functions can be called from here")
        return self._call(*_copied(self.inputs))

    def __str__(self) -> str:
        shown = ", ".join(f"{name} = {value!r}" for name, value in self.arguments.items())
        where = f"{self.place}: " if self.place else ""
        return f"{where}error {self.error:.3e}: {self.output} is {self.computed} instead of {self.right}, for {shown}"


@dataclass(frozen=True)
class AccuracyReport(_Raises):
    """The largest errors that were found, the largest first, and a bound if one is proven."""

    findings: tuple[AccuracyFinding, ...]
    metric: str
    calls: int
    #: No input in range has a larger error; ``None`` if nothing is proven.
    absolute_bound: float | None
    relative_bound: float | None
    warnings: tuple[str, ...]
    raw: Mapping[str, Any] = field(repr=False)

    @property
    def worst(self) -> AccuracyFinding | None:
        """The finding with the largest error."""
        return self.findings[0] if self.findings else None

    @property
    def unknown(self) -> int:
        return 0

    def to_dataframe(self) -> Any:
        """A row for each finding."""
        columns = ["error", "output", "computed", "right", "role", "line", "inputs"]
        rows = [
            [one.error, one.output, one.computed, one.right, one.role, one.place.line if one.place else None, dict(one.arguments)]
            for one in self.findings
        ]
        return _pandas().DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        bound = f"proven: no relative error above {self.relative_bound}" if self.relative_bound is not None else "no bound is proven"
        return "\n".join([*map(str, self.findings), f"{self.calls} calls; {bound}"])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{one.error:.3e}</td><td>{html.escape(one.computed)}</td><td>{html.escape(str(one.right))}</td>"
            f"<td><code>{html.escape(repr(dict(one.arguments)))}</code></td><td>{html.escape(str(one.place or ''))}</td></tr>"
            for one in self.findings
        )
        return f'<div class="ulpwise"><table><tr><th>{self.metric} error</th><th>computed</th><th>right</th><th>inputs</th><th>place</th></tr>{rows}</table></div>'


@dataclass(frozen=True)
class StabilityFinding:
    """A run in which an operation, or what is returned, leaves the tolerance."""

    level: Level
    at: str
    place: Place | None
    error: float | None
    computed: str
    true: str | None
    rounding: str
    inputs: tuple[Any, ...]
    arguments: Mapping[str, Any]
    raw: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        shown = ", ".join(f"{name} = {value!r}" for name, value in self.arguments.items())
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.at} is {self.computed} instead of {self.true} in rounding {self.rounding}, for {shown}"


@dataclass(frozen=True)
class StabilityReport(_Raises):
    """Which operations keep their precision in every rounding mode."""

    findings: tuple[StabilityFinding, ...]
    stable: int
    _unknown: int
    tolerance: float
    warnings: tuple[str, ...]
    raw: Mapping[str, Any] = field(repr=False)

    @property
    def unstable(self) -> int:
        """How many verdicts are unstable."""
        return len(self.findings)

    @property
    def unknown(self) -> int:
        return self._unknown

    @property
    def is_verified(self) -> bool:
        """Whether everything is stable."""
        return not self.findings and not self._unknown

    def to_dataframe(self) -> Any:
        """A row for each verdict."""
        columns = ["at", "line", "column", "verdict", "bound", "reason"]
        rows = [[verdict.get(name) for name in columns] for verdict in self.raw.get("verdicts", [])]
        return _pandas().DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.findings), f"{self.stable} stable, {self.unstable} unstable, {self.unknown} unknown"])

    def _repr_html_(self) -> str:
        return f'<div class="ulpwise"><pre>{html.escape(str(self))}</pre></div>'


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise UlpwiseError("to_dataframe() needs pandas: pip install pandas") from None
    return pandas

