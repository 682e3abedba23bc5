"""Docstrings, the notebook, and type hints are followed."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", ["ulpwise", "ulpwise._api", "ulpwise._pytest", "ulpwise._solve", "ulpwise.pysmt"])
def test_docstrings(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_the_notebook():
    import nbclient
    import nbformat

    notebook = nbformat.read(ROOT / "examples" / "verdicts.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    pages = [output.data.get("text/html", "") for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("overflow" in page for page in pages)


def test_types():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(ROOT / "src" / "ulpwise")]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
