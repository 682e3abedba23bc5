"""The plugin for pytest: ``@pytest.mark.ulpwise(f, ranges=..., properties=...)``.

The function is checked before the test's own body runs; findings are failures that show the line of
the source. ``--ulpwise-regressions FILE`` writes every input that was found as a test of its own.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from ._pytest import assert_verified
from .errors import FindingsError, UlpwiseError
from .results import CheckReport, Finding

_FOUND: "pytest.StashKey[list[Finding]]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("ulpwise")
    group.addoption("--ulpwise-regressions", metavar="FILE", help="write every input that ulpwise found as a test into this Python file")


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker known."""
    config.addinivalue_line("markers", "ulpwise(f, **arguments): check the function f with ulpwise.assert_verified first")
    config.stash[_FOUND] = []


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Checks what the markers name; the test's body runs afterwards."""
    for marker in pyfuncitem.iter_markers("ulpwise"):
        if len(marker.args) != 1:
            pytest.fail("the marker ulpwise takes one function, and arguments of assert_verified by name", pytrace=False)
        try:
            report: CheckReport | None = assert_verified(marker.args[0], **marker.kwargs)
        except FindingsError as error:
            pyfuncitem.config.stash[_FOUND].extend(_first(error.report))
            pytest.fail(f"{error}", pytrace=False)
        except UlpwiseError as error:
            pytest.fail(f"{type(error).__name__}: {error}", pytrace=False)
        else:
            pyfuncitem.stash[_REPORT] = report


_REPORT: "pytest.StashKey[Any]" = pytest.StashKey()


def _first(report: CheckReport) -> list[Finding]:
    """A finding for each event, without notes."""
    return [finding for finding in report.findings if finding.is_first_of_event and finding.level != "note"]


@pytest.fixture
def verify() -> Any:
    """:func:`ulpwise.assert_verified`, as a fixture."""
    return assert_verified


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the regression tests that were asked for."""
    path = session.config.getoption("--ulpwise-regressions")
    found = session.config.stash[_FOUND]
    if path and found:
        Path(path).write_text(regression_tests(found))


def regression_tests(found: list[Finding]) -> str:
    """A Python file with a parametrised test for each function: its results must be finite, or raised."""
    text = ['"""Inputs that ulpwise found."""', "", "import math", "", "import numpy", "import pytest", ""]
    functions: dict[tuple[str, str], list[Finding]] = {}
    for finding in found:
        plain = finding._plain
        if plain is not None and "<" not in plain.__qualname__:
            functions.setdefault((plain.__module__, plain.__qualname__), []).append(finding)
    for (module, name), findings in functions.items():
        text += [
            "",
            "@pytest.mark.parametrize(",
            '    "arguments",',
            "    [",
            *(f"        {_literal(finding.inputs)},  # {finding.property} in line {finding.place.line if finding.place else '?'}" for finding in findings),
            "    ],",
            ")",
            f"def test_{name.replace('.', '_')}_on_inputs_found(arguments):",
            f"    from {module} import {name.split('.')[0]}",
            "",
            f"    result = {name}(*arguments)",
            "    assert numpy.all(numpy.isfinite(result))",
            "",
        ]
    return "\n".join(text)


def _literal(value: Any) -> str:
    """A value as Python text that makes the same one."""
    if hasattr(value, "tolist") and getattr(value, "shape", ()) != ():
        return f"numpy.array({_literal(value.tolist())}, dtype={str(value.dtype)!r})"
    if isinstance(value, tuple):
        return "(" + "".join(_literal(item) + ", " for item in value) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    if isinstance(value, complex):
        return f"complex({_literal(value.real)}, {_literal(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return f"numpy.{value!r}" if type(value).__module__ == "numpy" and "np." not in repr(value) else repr(value).replace("np.", "numpy.")


