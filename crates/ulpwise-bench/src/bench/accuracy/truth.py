"""Measures errors once more, sharing nothing with the search: the routines are called in a plain shared library, and what is right is computed
from their mathematical definitions in decimal arithmetic of 1,500 digits.

Reads one JSON object a line: {"program", "library", "inputs": [{"name", "values"}]}. Writes for each the largest relative error over the
outputs as its decimal logarithm, or "zero" if all results are right, or "other" if one is no number.
"""

import ctypes
import json
import math
import sys
from decimal import Decimal, getcontext

getcontext().prec = 1500
SMALLEST_NORMAL = Decimal(sys.float_info.min)
C_DOUBLE, POINTER = ctypes.c_double, ctypes.POINTER


class Vec(ctypes.Structure):
    _fields_ = [("dim", ctypes.c_uint), ("max_dim", ctypes.c_uint), ("ve", POINTER(C_DOUBLE))]


class Mat(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint) for name in ("m", "n", "max_m", "max_n", "max_size")] + [
        ("me", POINTER(POINTER(C_DOUBLE))), ("base", POINTER(C_DOUBLE))]


class Perm(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint), ("max_size", ctypes.c_uint), ("pe", POINTER(ctypes.c_uint))]


def array(values):
    return (C_DOUBLE * len(values))(*values)


def vector(values):
    return Vec(len(values), len(values), ctypes.cast(array(values), POINTER(C_DOUBLE)))


def matrix(rows):
    pointers = (POINTER(C_DOUBLE) * len(rows))(*[ctypes.cast(array(row), POINTER(C_DOUBLE)) for row in rows])
    size = len(rows)
    return Mat(size, size, size, size, size * size, ctypes.cast(pointers, POINTER(POINTER(C_DOUBLE))), None)


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), Decimal(0))


def moments(w, x):
    """Weights and values that count, and the mean."""
    pairs = [(a, b) for a, b in zip(w, x) if a > 0]
    weights, values = [a for a, _ in pairs], [b for _, b in pairs]
    total = sum(weights, Decimal(0))
    return weights, values, total, (dot(weights, values) / total if total else Decimal(0))


def unbiased(weights, values, total, mean):
    """The estimated variance: the weighted one times W^2 / (W^2 - sum of squares)."""
    variance = sum((w * (x - mean) ** 2 for w, x in zip(weights, values)), Decimal(0)) / total
    return variance * total ** 2 / (total ** 2 - dot(weights, weights))


def power_sum(weights, values, total, mean, power):
    deviation = unbiased(weights, values, total, mean).sqrt()
    return sum((w * ((x - mean) / deviation) ** power for w, x in zip(weights, values)), Decimal(0)) / total


def statistic(name, w, x, given):
    weights, values, total, mean = moments(w, x)
    if name == "wmean":
        return mean
    if name == "wtss":
        return sum((a * (b - mean) ** 2 for a, b in zip(weights, values)), Decimal(0))
    if name in ("wvariance-w", "wsd-w"):
        variance = sum((a * (b - given) ** 2 for a, b in zip(weights, values)), Decimal(0)) / total
        return variance if name == "wvariance-w" else variance.sqrt()
    if name == "wabsdev":
        return sum((a * abs(b - mean) for a, b in zip(weights, values)), Decimal(0)) / total
    if name == "wskew":
        return power_sum(weights, values, total, mean, 3)
    if name == "wkurtosis":
        return power_sum(weights, values, total, mean, 4) - 3
    variance = unbiased(weights, values, total, mean)
    return variance if name == "wvariance" else variance.sqrt()


def eliminated(rows, order):
    """Gaussian elimination without further exchanges of the rows in that order, multipliers below the diagonal."""
    a = [list(rows[at]) for at in order]
    for k in range(len(a) - 1):
        if a[k][k] == 0:
            continue
        for i in range(k + 1, len(a)):
            a[i][k] /= a[k][k]
            for j in range(k + 1, len(a)):
                a[i][j] -= a[i][k] * a[k][j]
    return a


def reflected(rows):
    """Householder's triangularisation, and the leading elements of the vectors of reflection."""
    a, size, leading = [list(row) for row in rows], len(rows), []
    for k in range(size):
        v = [a[i][k] for i in range(size)]
        norm = dot(v[k:], v[k:]).sqrt()
        if norm == 0:
            leading.append(v[k])
            continue
        beta = 1 / (norm * (norm + abs(v[k])))
        a[k][k] = -norm if v[k] > 0 else norm
        v[k] -= a[k][k]
        leading.append(v[k])
        for j in range(k + 1, size):
            scale = beta * dot(v[k:], [a[i][j] for i in range(k, size)])
            for i in range(k, size):
                a[i][j] -= scale * v[i]
    return a, leading


def measure(task):
    """Pairs of what is computed and what is right."""
    library = ctypes.CDLL(task["library"])
    inputs = {one["name"]: [float(value) for value in one["values"]] for one in task["inputs"]}
    exact = {name: [Decimal(value) for value in values] for name, values in inputs.items()}
    rows = lambda name, of: [of[f"{name}.me[{i}]"] for i in range(4)]
    call = lambda function, *arguments: getattr(library, function)(*arguments)
    for function in ("recursive_sum", "pairwise_sum", "compensated_sum", "v_sum", "_v_norm1", "_v_norm2", "_in_prod"):
        if hasattr(library, function):
            getattr(library, function).restype = C_DOUBLE
    name = task["program"]
    by_reference = ctypes.byref
    if name.endswith("-sum"):
        computed = call(name.replace("-", "_"), array(inputs["a"]), 32)
        return [(computed, sum(exact["a"], Decimal(0)))]
    if name == "sum":
        return [(call("v_sum", by_reference(vector(inputs["x.ve"]))), sum(exact["x.ve"], Decimal(0)))]
    if name == "1-norm":
        return [(call("_v_norm1", by_reference(vector(inputs["x.ve"])), None), sum(map(abs, exact["x.ve"]), Decimal(0)))]
    if name == "2-norm":
        right = dot(exact["x.ve"], exact["x.ve"]).sqrt()
        return [(call("_v_norm2", by_reference(vector(inputs["x.ve"])), None), right)]
    if name == "dot":
        a, b = (by_reference(vector(inputs[f"{one}.ve"])) for one in "ab")
        return [(call("_in_prod", a, b, 0), dot(exact["a.ve"], exact["b.ve"]))]
    if name == "conv":
        out = vector([0.0] * 7)
        call("v_conv", by_reference(vector(inputs["x1.ve"])), by_reference(vector(inputs["x2.ve"])), by_reference(out))
        right = [sum((exact["x1.ve"][i] * exact["x2.ve"][k - i] for i in range(4) if 0 <= k - i < 4), Decimal(0)) for k in range(7)]
        return [(out.ve[k], right[k]) for k in range(7)]
    if name == "mv":
        out = vector([0.0] * 4)
        call("mv_mlt", by_reference(matrix(rows("A", inputs))), by_reference(vector(inputs["b.ve"])), by_reference(out))
        return [(out.ve[i], dot(rows("A", exact)[i], exact["b.ve"])) for i in range(4)]
    if name == "mm":
        out = matrix([[0.0] * 4 for _ in range(4)])
        call("m_mlt", by_reference(matrix(rows("A", inputs))), by_reference(matrix(rows("B", inputs))), by_reference(out))
        columns = list(zip(*rows("B", exact)))
        return [(out.me[i][j], dot(rows("A", exact)[i], columns[j])) for i in range(4) for j in range(4)]
    if name == "lu":
        a, order = matrix(rows("A", inputs)), (ctypes.c_uint * 4)()
        call("LUfactor", by_reference(a), by_reference(Perm(4, 4, ctypes.cast(order, POINTER(ctypes.c_uint)))))
        right = eliminated(rows("A", exact), list(order))
        return [(a.me[i][j], right[i][j]) for i in range(4) for j in range(4)]
    if name == "qr":
        a, diagonal = matrix(rows("A", inputs)), vector([0.0] * 4)
        call("QRfactor", by_reference(a), by_reference(diagonal))
        right, leading = reflected(rows("A", exact))
        pairs = [(a.me[i][j], right[i][j]) for i in range(4) for j in range(4)]
        return pairs + [(diagonal.ve[i], leading[i]) for i in range(4)]
    function = getattr(library, task["function"])
    function.restype = C_DOUBLE
    size = ctypes.c_size_t
    arguments = [array(inputs["w"]), size(1), array(inputs["data"]), size(1), size(4)]
    given = exact.get("wmean", [None])[0]
    if given is not None:
        arguments.append(C_DOUBLE(inputs["wmean"][0]))
    return [(function(*arguments), statistic(name, exact["w"], exact["data"], given))]


def error(task):
    largest = Decimal(0)
    for computed, right in measure(task):
        if not math.isfinite(computed):
            return "other"
        # What the arithmetic's own rounding left of zero.
        if abs(right) < abs(Decimal(computed)) * Decimal(10) ** -1200:
            right = Decimal(0)
        largest = max(largest, abs(Decimal(computed) - right) / max(SMALLEST_NORMAL, abs(right)))
    return "zero" if largest == 0 else str(float(largest.log10()))


for line in sys.stdin:
    print(error(json.loads(line)), flush=True)
