"""Functions for the tests of types and idioms."""

from __future__ import annotations

import math

import numba
import numpy as np


def average(x, y):
    return (x + y) / 2


def reciprocal(x):
    return 1.0 / x


def heron(a, b, c):
    s = (a + b + c) / 2
    if s <= a:
        raise ValueError("no triangle")
    return np.sqrt(s * (s - a) * (s - b) * (s - c))


def mean(a):
    s = 0.0
    for i in range(len(a)):
        s += a[i]
    return s / len(a)


def swap_quotient(t, y):
    return t[1] / t[0], y * y


def square(z):
    return z * z + 1


def scaled_sum(a, factor):
    total = 0.0
    for row in range(a.shape[0]):
        for column in range(a.shape[1]):
            total += factor * a[row, column]
    return total


def to_index(x):
    return int(x * 10.0)


@numba.njit
def helper(x):
    return x * x


@numba.njit
def calls_helper(x):
    return helper(x - 2.0) + 1.0


def made_with(offset):
    @numba.njit
    def shifted(x):
        return 1.0 / (x - offset)

    return shifted


@numba.njit
def factorial(n):
    return 1.0 if n <= 1 else n * factorial(n - 1)


@numba.njit
def with_default(x, scale=1e300):
    return x * scale * scale


def plain_square(y):
    return y * y


def plain_caller(x):
    return plain_square(x) + np.sqrt(2.0)


def plain_recursion(n, x):
    if n <= 0:
        return x
    return plain_recursion(n - 1, x) + 1.0


def first_times(t):
    return t[0][0] * t[1]


@numba.njit
def even(n):
    return 1.0 if n == 0 else odd(n - 1) * 2.0


@numba.njit
def odd(n):
    return 0.5 if n == 0 else even(n - 1) * 2.0


def softmax(a):
    e = np.exp(a)
    return e / np.sum(e)


def log1p_naive(x):
    return math.log(1.0 + x)


def differences(a):
    return a[1:] - a[:-1]


def sum_of_list(x):
    s = 0.0
    for v in [x, 2.0 * x, 3.0 * x]:
        s += v
    return s


def checked_log(x):
    if x <= 0:
        raise ValueError("not above zero", x)
    return math.log(x)


def gamma(x):
    return math.gamma(x)


def greet(name):
    return len(name + "!")


def by_key(x):
    table = {"a": x}
    return table["a"]


def uses_object(x):
    return Thing(x)


class Thing:
    def __init__(self, x):
        self.x = x


def talks(x):
    print("x is", x, x * 2.0)
    return x * x


def parallel_sum(a):
    s = 0.0
    for i in numba.prange(len(a)):
        s += a[i]
    return s


def product(a, b):
    return np.dot(a, b)


def matrix_product(a, b):
    return a @ b
