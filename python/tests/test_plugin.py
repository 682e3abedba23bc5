"""The plugin for pytest: markers, failures, regression tests."""

import os
import subprocess
import sys
from pathlib import Path

MODULE = '''
def average(x: float, y: float):
    return (x + y) / 2

def half(x: float):
    return x / 2
'''

TESTS = '''
import mine
import pytest

@pytest.mark.ulpwise(mine.average, properties="overflow")
def test_wrong():
    pass

@pytest.mark.ulpwise(mine.average, ranges={"x": (0, 1), "y": (0, 1)}, properties=["overflow"])
def test_right():
    assert mine.average(1, 1) == 1

def test_with_the_fixture(verify):
    assert verify(mine.half, ranges={"x": (1, 2)}).is_verified

@pytest.mark.ulpwise(mine.half, ranges={"z": (1, 2)})
def test_bad_input():
    pass
'''


def pytest_run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder), *(entry for entry in sys.path if entry)])
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})


def is_installed() -> bool:
    from importlib import metadata

    return any(point.value == "ulpwise.pytest_plugin" for point in metadata.entry_points(group="pytest11"))


def test_findings_are_failures_and_become_regression_tests(tmp_path):
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "test_mine.py").write_text(TESTS)
    plugin = [] if is_installed() else ["-p", "ulpwise.pytest_plugin"]
    run = pytest_run(tmp_path, *plugin, "test_mine.py", "--ulpwise-regressions", "test_found.py")
    assert "2 failed, 2 passed" in run.stdout, run.stdout + run.stderr
    assert "return (x + y) / 2" in run.stdout and "overflow: 1e308 + 1e308 = inf" in run.stdout
    assert "no argument 'z'" in run.stdout
    found = pytest_run(tmp_path, *plugin, "test_found.py")
    assert "1 failed" in found.stdout, found.stdout + found.stderr
    (tmp_path / "mine.py").write_text(MODULE.replace("(x + y) / 2", "x / 2 + y / 2"))
    assert "1 passed" in pytest_run(tmp_path, *plugin, "test_found.py").stdout
