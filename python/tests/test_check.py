"""`check` on Python functions: verdicts, places, inputs, and what proofs assume."""

import math

import functions
import numba
import numpy as np
import pytest

import ulpwise


def test_a_finding_names_the_place_of_the_operator():
    report = ulpwise.check(functions.average, types=(float, float))
    finding = report.findings[0]
    assert (finding.property, finding.level) == ("overflow", "error")
    assert finding.place.file == functions.__file__
    line = open(functions.__file__).read().splitlines()[finding.place.line - 1]
    assert line[finding.place.column - 1] == "+"
    assert finding.avoidable is True
    assert (report.witnesses, report.proven, report.unknown) == (3, 4, 0)
    assert "inputs are finite" in report.assumptions


def test_a_finding_can_be_called():
    finding = ulpwise.check(functions.average, types=(float, float)).findings[0]
    assert math.isinf(functions.average(*finding.inputs))
    assert math.isinf(finding.reproduce()) and math.isinf(numba.njit(functions.average)(*finding.inputs))
    assert list(finding.arguments) == ["x", "y"]


def test_ranges_make_a_proof():
    assert ulpwise.check(functions.average, types=(float, float), ranges={"x": (0, 1), "y": (-1, 1)}, properties="overflow").is_verified
    assert ulpwise.check(functions.reciprocal, types=(float,), ranges={"x": (1, 2)}).is_verified


def test_an_assumption_is_python():
    kwargs = {"types": (float, float), "ranges": {"x": (1, 9), "y": (1, 9)}, "properties": "divide-by-zero"}

    @numba.njit(error_model="numpy")
    def difference(x, y):
        return 1.0 / (x - y)

    found = ulpwise.check(difference, **kwargs).findings[0]
    assert found.arguments["x"] == found.arguments["y"]
    report = ulpwise.check(difference, **kwargs, assume="x < y and abs(x) > 0", timeout=60)
    assert not report.findings and report.unknown == 0
    assert all("<assume>" not in str(entry.place) for entry in report.ledger)
    with pytest.raises(ulpwise.BadInput, match="no arguments in range meet"):
        ulpwise.check(difference, **kwargs, assume="x > 10")


def test_raised_exceptions_end_calls():
    # numba's default raises ZeroDivisionError, as Python does; numpy's error model divides.
    assert ulpwise.check(numba.njit(functions.reciprocal), types=(float,), properties="divide-by-zero").is_verified
    numpys = numba.njit(error_model="numpy")(functions.reciprocal)
    report = ulpwise.check(numpys, types=(float,), properties="divide-by-zero")
    assert report.findings[0].inputs == (0.0,)
    assert math.isinf(report.findings[0].reproduce())
    plain = numba.njit(functions.heron)
    negative = ulpwise.check(plain, types=(float,) * 3, ranges={"a": (3, 4), "b": (1, 2), "c": (1, 2)}, timeout=3, properties="overflow")
    assert negative.is_verified


def test_called_functions_have_the_error_model_of_their_caller():
    inner = numba.njit(functions.reciprocal)

    @numba.njit(error_model="numpy")
    def outer(x):
        return inner(x)

    assert ulpwise.check(outer, types=(float,), properties="divide-by-zero").findings
    assert np.isinf(outer(0.0))


def test_fastmath_is_another_program():
    fast = numba.njit(fastmath=True, error_model="numpy")(functions.average)
    report = ulpwise.check(fast, types=(float, float))
    assert any("fast-math" in warning for warning in report.warnings) and report.witnesses > 0


def test_arrays():
    report = ulpwise.check(functions.mean, types=(numba.float64[::1],))
    finding = report.findings[0]
    assert isinstance(finding.inputs[0], np.ndarray) and finding.inputs[0].shape == (4,)
    assert finding.property == "overflow" and not np.isfinite(finding.reproduce())
    # A length of 3, and an example that says so.
    again = ulpwise.check(functions.mean, example=(np.zeros(3),))
    assert again.findings[0].inputs[0].shape == (3,)
    assert ulpwise.check(functions.mean, types=("float64[::1]",), lengths={"a": 2}).findings[0].inputs[0].shape == (2,)
    right = ulpwise.check(functions.mean, types="float64[::1]", ranges={"a": (-1e3, 1e3)}, properties=["overflow", "invalid", "divide-by-zero"])
    assert right.is_verified and any("3 elements" in text or "4 elements" in text for text in right.assumptions)


def test_a_matrix_in_both_orders():
    for layout in ("C", "F"):
        example = (np.zeros((2, 3), order=layout), 1.0)
        finding = ulpwise.check(functions.scaled_sum, example=example, properties="overflow").findings[0]
        assert finding.inputs[0].shape == (2, 3) and not np.isfinite(finding.reproduce())


def test_tuples_complex_numbers_and_small_types():
    report = ulpwise.check(functions.swap_quotient, types=("UniTuple(float64, 2)", "float32"), properties=["overflow"])
    for finding in report.findings:
        assert isinstance(finding.inputs[0], tuple) and isinstance(finding.inputs[1], np.float32)
        assert not np.all(np.isfinite(finding.reproduce()))
    assert len(report.findings) == 2
    finding = ulpwise.check(functions.square, types=(complex,), properties="overflow").findings[0]
    assert isinstance(finding.inputs[0], complex) and not np.isfinite(finding.reproduce())
    bounded = {"z.real": (0, 1), "z.imag": (-1, 1)}
    assert ulpwise.check(functions.square, types=(complex,), ranges=bounded, properties="overflow").is_verified
    conversions = ulpwise.check(functions.to_index, types=(float,), properties="int-conversion")
    assert conversions.findings and ulpwise.check(functions.to_index, types=(float,), ranges={"x": (0, 9)}, properties="int-conversion").is_verified


def test_arrays_in_tuples():
    types = (numba.types.Tuple((numba.float64[::1], numba.float64)),)
    finding = ulpwise.check(functions.first_times, types=types, properties="overflow").findings[0]
    (array, factor), = finding.inputs
    assert array.shape == (4,) and isinstance(factor, float) and np.isinf(finding.reproduce())
    bounded = {"t[0]": (0, 1), "t[1]": 5}
    assert ulpwise.check(functions.first_times, types=types, properties="overflow", ranges=bounded).is_verified


def test_functions_that_call_each_other():
    report = ulpwise.check(functions.even, types=(int,), ranges={"n": (0, 3)}, properties="overflow")
    assert report.witnesses + report.proven + report.unknown > 0 and not report.findings


def test_calls_of_other_compiled_functions_have_their_lines():
    report = ulpwise.check(functions.calls_helper, types=(float,), properties="overflow")
    line = open(functions.__file__).read().splitlines()[report.findings[0].place.line - 1]
    assert "x * x" in line


def test_closures_recursion_and_defaults():
    shifted = functions.made_with(3.0)
    assert ulpwise.check(shifted, types=(float,), ranges={"x": (4, 5)}).is_verified
    report = ulpwise.check(functions.factorial, types=(int,), ranges={"n": (0, 5)}, properties="overflow")
    assert not report.findings
    found = ulpwise.check(functions.with_default, types=(float, float), ranges={"scale": 1e300}, properties="overflow").findings
    assert found and found[0].inputs[1] == 1e300
    left_out = ulpwise.check(functions.with_default, types=(float,), properties="overflow").findings
    assert left_out and left_out[0].inputs[1] == 1e300 and np.isinf(left_out[0].reproduce())
    compiled = functions.with_default
    compiled(1.0)
    assert ulpwise.check(compiled, properties="overflow").findings


def test_plain_functions_that_are_called_are_compiled_too():
    report = ulpwise.check(functions.plain_caller, types=(float,), properties="overflow")
    line = open(functions.__file__).read().splitlines()[report.findings[0].place.line - 1]
    assert "y * y" in line
    assert not ulpwise.check(functions.plain_recursion, types=(int, float), ranges={"n": (0, 3), "x": (0, 1)}, properties="overflow").findings


def test_verdicts_do_not_depend_on_what_was_compiled_before():
    def deviation(a):
        return np.std(a)

    def counts(function, **kwargs):
        report = ulpwise.check(function, ranges={"a": (1, 2)}, properties=["overflow", "invalid"], **kwargs)
        return report.witnesses + report.proven + report.unknown

    compiled = numba.njit(deviation)
    compiled(np.ones(3))
    assert counts(compiled) == counts(deviation, types="float64[::1]")
    assert compiled(np.ones(4)) == 0.0


def test_names_beyond_ascii():
    def größe(é: float):
        return é * é

    finding = ulpwise.check(größe, ranges={"é": (0, 1e200)}, properties="overflow").findings[0]
    assert list(finding.arguments) == ["é"] and finding.function == "größe" and np.isinf(finding.reproduce())
    assert ulpwise.check(lambda x: x / 2, types=(float,), ranges={"x": (1, 2)}).is_verified


def test_array_expressions_have_the_users_lines():
    report = ulpwise.check(functions.softmax, types="float64[::1]", lengths={"a": 2}, ranges={"a": (0, 800)}, timeout=4)
    lines = open(functions.__file__).read().splitlines()
    overflow = next(finding for finding in report.findings if finding.property == "overflow")
    assert "np.exp(a)" in lines[overflow.place.line - 1]
    assert np.isnan(overflow.reproduce()).any() or not np.isfinite(np.exp(overflow.inputs[0])).all()
    assert {entry.place.file for entry in report.ledger if entry.place} == {functions.__file__}


def test_allocated_memory_lists_and_exceptions_with_values():
    report = ulpwise.check(functions.differences, types="float64[::1]", properties="overflow")
    assert len(report.findings) == 1 and not report.unknown and not report.not_followed
    assert not np.isfinite(report.findings[0].reproduce()).all()
    report = ulpwise.check(functions.sum_of_list, types=(float,), ranges={"x": (-1, 1)}, properties="overflow")
    assert report.is_verified
    report = ulpwise.check(functions.checked_log, types=(float,), properties=["invalid", "divide-by-zero"])
    assert report.is_verified
    # What nothing is known about makes no proof.
    assert ulpwise.check(functions.gamma, types=(float,)).not_followed == ("numba_gamma",)
    assert not ulpwise.check(functions.gamma, types=(float,)).is_verified


def test_decorators():
    as_cfunc = numba.cfunc("float64(float64, float64)")(functions.average)
    assert ulpwise.check(as_cfunc, properties="overflow").findings
    as_ufunc = numba.vectorize(["float64(float64, float64)"])(functions.average)
    assert ulpwise.check(as_ufunc, properties="overflow").findings
    # A universal function divides by zero as numpy does.
    inverse = numba.vectorize(["float64(float64)"])(functions.reciprocal)
    finding = ulpwise.check(inverse, properties="divide-by-zero").findings[0]
    assert np.isinf(inverse(np.array(finding.inputs))).all()
    eager = numba.njit("float32(float32, float32)")(functions.average)
    finding = ulpwise.check(eager, properties="overflow").findings[0]
    assert isinstance(finding.inputs[0], np.float32)


def test_annotations_are_types():
    def annotated(x: float, y: "float") -> float:
        return x * y

    assert ulpwise.check(annotated, properties="overflow").findings


def test_what_is_printed_is_computed_and_left_out():
    report = ulpwise.check(functions.talks, types=(float,), ranges={"x": (0, 1e150)}, properties="overflow")
    assert report.is_verified and report.proven == 2
    assert ulpwise.check(functions.talks, types=(float,), properties="overflow").witnesses == 2


def test_parallel_loops_run_in_their_order():
    parallel = numba.njit(parallel=True)(functions.parallel_sum)
    report = ulpwise.check(parallel, types="float64[::1]", ranges={"a": (-1, 1)}, properties="overflow")
    assert report.is_verified and any("parallel=True" in text for text in report.assumptions)
    found = ulpwise.check(parallel, types="float64[::1]", properties="overflow").findings
    assert found and not np.isfinite(found[0].reproduce())


def test_products_of_arrays():
    types, small = "float64[::1], float64[::1]", {"a": (-9, 9), "b": (-9, 9)}
    found = ulpwise.check(functions.product, types=types, properties="overflow").findings[0]
    line = open(functions.__file__).read().splitlines()[found.place.line - 1]
    assert "np.dot" in line and not np.isfinite(found.reproduce())
    report = ulpwise.check(functions.product, types=types, ranges=small, properties="overflow")
    assert report.is_verified and any("summed in the order" in text for text in report.assumptions)
    for left, right in [((2, 3), (3, 2)), ((2, 3), (3,)), ((2,), (2, 3))]:
        for orders in ("CC", "CF", "FC"):
            example = (np.ones(left, order=orders[0]), np.ones(right, order=orders[1]))
            report = ulpwise.check(functions.matrix_product, example=example, ranges=small, properties="overflow")
            assert report.is_verified, str(report)
    stated = ulpwise.accuracy(functions.product, types=types, ranges=small, timeout=1)
    assert any("summed in the order" in text for text in stated.warnings)
