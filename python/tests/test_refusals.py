"""What cannot be looked at is refused by an exception of the package's, in one sentence."""

import functions
import numba
import numpy as np
import pytest

import ulpwise


def refused(error, *args, of=ulpwise.check, **kwargs):
    with pytest.raises(error) as caught:
        of(*args, **kwargs)
    text = str(caught.value)
    assert "\n" not in text and "Traceback" not in text, text
    return text


def test_not_a_function():
    assert "int" in refused(ulpwise.Unsupported, 3)
    refused(ulpwise.Unsupported, abs)


def test_no_types():
    assert "types=" in refused(ulpwise.NotCompiled, functions.average)
    assert "parameters" in refused(ulpwise.NotCompiled, functions.average, types=(float,))
    twice = numba.njit(functions.average)
    twice(1.0, 2.0), twice(1, 2)
    assert "several types" in refused(ulpwise.NotCompiled, twice)
    assert "no parameter 'z'" in refused(ulpwise.NotCompiled, functions.average, types={"x": float, "y": float, "z": int})
    refused(ulpwise.NotCompiled, functions.average, types="nonsense(")
    refused(ulpwise.NotCompiled, functions.average, types=("quux", float))


def test_ranges_of_other_arguments():
    text = refused(ulpwise.BadInput, functions.average, types=(float, float), ranges={"z": (0, 1)})
    assert "no argument 'z'" in text and "x, y" in text
    assert "empty" in refused(ulpwise.BadInput, functions.average, types=(float, float), ranges={"x": (2, 1)})
    assert "NaN" in refused(ulpwise.BadInput, functions.average, types=(float, float), ranges={"x": (float("nan"), 1)})
    refused(ulpwise.BadInput, functions.average, types=(float, float), ranges={"x": "wide"})
    refused(ulpwise.BadInput, functions.average, types=(float, float), timeout=-1)
    refused(ulpwise.BadInput, functions.average, types=(float, float), properties="overfow")
    refused(ulpwise.BadInput, functions.average, types=(float, float), ranges=[("x", 0, 1)])
    assert "`mean` has no input a[9]" in refused(ulpwise.BadInput, functions.mean, types="float64[:]", ranges={"a[9]": (0, 1)})
    refused(ulpwise.BadInput, functions.mean, types="float64[:]", lengths={"b": 3})
    refused(ulpwise.BadInput, functions.mean, types="float64[:]", lengths={"a": (3, 3)})


def test_assumptions_that_are_none():
    average = {"types": (float, float)}
    assert "'z'" in refused(ulpwise.BadInput, functions.average, **average, assume="x < z")
    refused(ulpwise.BadInput, functions.average, **average, assume="x <")


def test_types_that_are_not_numbers():
    text = refused(ulpwise.Unsupported, functions.greet, example=("a",))
    assert "str" in text and "line" in text and "name" in text
    line = functions.by_key.__code__.co_firstlineno
    text = refused(ulpwise.Unsupported, functions.by_key, example=({1: 2},))
    assert "dict" in text, text
    text = refused(ulpwise.Unsupported, functions.uses_object, types=(float,))
    assert "Thing" in text and f"line {functions.uses_object.__code__.co_firstlineno + 1}" in text, text
    text = refused(ulpwise.Unsupported, functions.mean, example=([1.0, 2.0],))
    assert "list" in text
    text = refused(ulpwise.Unsupported, functions.by_key, types=(float,))
    assert "dict" in text and f"line {line + 1}" in text, text


def test_functions_without_an_end_or_a_fixed_shape():
    def generator(x):
        yield x

    def anything(*args):
        return args

    assert "generator" in refused(ulpwise.Unsupported, generator, types=(float,))
    def by_name(x, *, y):
        return x + y

    refused(ulpwise.Unsupported, anything, types=(float,))
    text = refused(ulpwise.Unsupported, by_name, types=(float, float))
    assert "by name only" in text and f":{by_name.__code__.co_firstlineno})" in text, text


def test_files():
    assert "no file" in refused(ulpwise.BadInput, "missing.c", function="f")
    assert "function=" in refused(ulpwise.BadInput, __file__.replace("test_refusals.py", "twenty.c"))
    refused(ulpwise.BadInput, __file__, function="f")
    refused(ulpwise.BadInput, __file__.replace("test_refusals.py", "twenty.c"), function="no_such_function")


def test_a_missing_program(monkeypatch):
    monkeypatch.setenv("ULPWISE_PROGRAM", "/nonexistent/ulpwise")
    refused(ulpwise.ProgramMissing, functions.average, types=(float, float))


def test_an_interpreter_without_numba(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "numba", None)
    assert "pip install numba" in refused(ulpwise.UlpwiseError, functions.average, types=(float, float))


def test_references_are_for_python_functions():
    refused(ulpwise.BadInput, "x.c", of=ulpwise.accuracy, reference=np.sin)
