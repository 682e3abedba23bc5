"""Reports as objects: tables, pages, failures, interruption."""

import json
import os
import subprocess
import sys

import functions
import mpmath
import pytest

import ulpwise


@pytest.fixture(scope="module")
def report():
    return ulpwise.check(functions.average, types=(float, float))


def test_a_table(report):
    table = report.to_dataframe()
    assert len(table) == 7 and list(table.verdict).count("proven") == 4
    assert table[table.property == "overflow"].inputs.iloc[0] == {"x": 1e308, "y": 1e308}


def test_a_page(report):
    page = report._repr_html_()
    assert "overflow" in page and "average(x=1e+308, y=1e+308)" in page and "<pre>" in page
    assert "(x + y) / 2" in str(report)


def test_raise_if(report):
    report_of_nothing = ulpwise.check(functions.average, types=(float, float), ranges={"x": (1, 2), "y": (1, 2)})
    report_of_nothing.raise_if("unknown")
    with pytest.raises(ulpwise.FindingsError, match="overflow") as caught:
        report.raise_if("error")
    assert caught.value.report is report
    with pytest.raises(ValueError):
        report.raise_if("fatal")


def test_accuracy():
    found = ulpwise.accuracy(functions.log1p_naive, types=(float,), ranges={"x": (1e-12, 1)}, timeout=2)
    assert found.worst.error > 1e-6 and 1e-12 <= found.worst.inputs[0] <= 1
    assert found.worst.reproduce() == functions.log1p_naive(*found.worst.inputs)
    assert found.worst.place.line == functions.log1p_naive.__code__.co_firstlineno + 1
    assert len(found.to_dataframe()) == len(found.findings) and "<table>" in found._repr_html_()
    with pytest.raises(ulpwise.BadInput):
        ulpwise.accuracy(functions.log1p_naive, types=(float,), metric="bogus")


def test_accuracy_against_a_reference():
    found = ulpwise.accuracy(functions.log1p_naive, reference=mpmath.log1p, ranges={"x": (1e-12, 1)}, timeout=1)
    assert found.worst.error > 1e-6 and found.calls > 100


def test_stability():
    ranges = {"x": (1, 2), "y": (1, 2)}
    assert ulpwise.stability(functions.average, types=(float, float), ranges=ranges).is_verified

    def difference(x, y):
        return x + 1e-12 - y

    found = ulpwise.stability(difference, types=(float, float), ranges=ranges, timeout=5)
    assert found.unstable > 0 and found.findings[0].place is not None
    assert "unstable" in str(found) and len(found.to_dataframe()) == found.stable + found.unstable + found.unknown


def test_ctrl_c_keeps_what_was_found(monkeypatch, tmp_path, report):
    # A program that is interrupted as soon as it runs, and reports as the real one does then.
    document = {**report.raw, "functions": [{**report.raw["functions"][0], "ledger": report.raw["functions"][0]["ledger"][:3]}]}
    (tmp_path / "document.json").write_text(json.dumps(document))
    stand_in = tmp_path / "ulpwise"
    stand_in.write_text(
        f"#!/bin/sh\ntrap 'cat {tmp_path}/document.json; exit 130' INT\nkill -INT {os.getpid()}\ni=0\nwhile [ $i -lt 400 ]; do sleep 0.05; i=$((i + 1)); done\n"
    )
    stand_in.chmod(0o755)
    monkeypatch.setenv("ULPWISE_PROGRAM", str(stand_in))
    with pytest.raises(ulpwise.Interrupted) as caught:
        ulpwise.check(functions.average, types=(float, float))
    assert isinstance(caught.value, KeyboardInterrupt)
    assert len(caught.value.report.ledger) == 3 and caught.value.report.findings[0].property == "overflow"


def test_the_import_does_not_need_numba():
    code = "import sys, ulpwise; assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
