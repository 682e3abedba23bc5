"""Twenty functions: each finding replays in CPython, right ones are proven, and C has the same verdicts.

With ``ULPWISE_PYTHON_TABLE`` a table of all is written into the file of that name; otherwise, and
without ``ULPWISE_PYTHON_ALL``, half of them are checked, and briefly.
"""

import math
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
import twenty

import ulpwise

TYPES = {"f": "float64", "s": "float32", "a": "float64[::1]"}
PROPERTIES = ["overflow", "invalid", "divide-by-zero", "int-conversion"]
ALL = bool(os.environ.get("ULPWISE_PYTHON_ALL") or os.environ.get("ULPWISE_PYTHON_TABLE"))
QUICK = ["average", "quadratic_root", "log_sum_exp_naive", "softmax_first_naive", "running_mean", "rk4_step", "bilinear", "relative_difference", "horner", "bin_of"]
TIMEOUT = 10 if ALL else 4

pytestmark = pytest.mark.skipif(shutil.which("clang-22") is None, reason="clang-22 compiles the functions in C")


def python_report(name):
    types, ranges, _ = twenty.CASES[name]
    return ulpwise.check(getattr(twenty, name), types=tuple(TYPES[one] for one in types), ranges=ranges, properties=PROPERTIES, timeout=TIMEOUT)


def c_report(name):
    ranges = twenty.CASES[name][1]
    return ulpwise.check(str(Path(__file__).with_name("twenty.c")), function=name, ranges=ranges, properties=PROPERTIES, timeout=TIMEOUT)


def verdicts(report):
    """How often each operation and property has which verdict."""
    return Counter((entry.operation, entry.property, entry.verdict) for entry in report.ledger)


def replays(name, finding):
    """Whether the call shows in CPython with numpy what the finding says."""
    try:
        result = finding.reproduce()
    except (OverflowError, ValueError, ZeroDivisionError):
        return True
    escaping = [float(output.value) for output in finding.outputs if output.escapes]
    if not escaping:
        return True
    return same(float(result), escaping[0])


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


@pytest.mark.parametrize("name", list(twenty.CASES) if ALL else QUICK)
def test_verdicts(name):
    report = python_report(name)
    for finding in report.findings:
        assert replays(name, finding), str(finding)
        assert finding.place is not None and finding.place.file == twenty.__file__
    in_c = c_report(name)
    row = [name, report.witnesses, report.proven, report.unknown, in_c.witnesses, in_c.proven, in_c.unknown]
    table = os.environ.get("ULPWISE_PYTHON_TABLE")
    if table:
        with open(table, "a") as file:
            file.write("| " + " | ".join(map(str, row)) + " |\n")
    if twenty.CASES[name][2]:
        assert report.witnesses == 0, str(report)
    else:
        assert report.witnesses > 0
    sites = Counter((operation, prop) for operation, prop, _ in verdicts(report).elements())
    assert sites == Counter((operation, prop) for operation, prop, _ in verdicts(in_c).elements())
    if not report.unknown and not in_c.unknown:
        assert verdicts(report) == verdicts(in_c)


