"""Twenty functions as people write them for numba; twenty.c has the same in C, operation by operation."""

import math

import numpy as np


def average(x, y):
    return (x + y) / 2.0


def quadratic_root(a, b, c):
    d = b * b - 4.0 * a * c
    if d < 0.0 or a == 0.0:
        return 0.0
    return (-b + math.sqrt(d)) / (2.0 * a)


def haversine(lat1, lon1, lat2, lon2):
    s = math.sin((lat2 - lat1) / 2.0)
    t = math.sin((lon2 - lon1) / 2.0)
    h = s * s + math.cos(lat1) * math.cos(lat2) * t * t
    return 2.0 * 6371.0 * math.asin(math.sqrt(h))


def black_scholes(s, k, t, r, sigma):
    root = sigma * math.sqrt(t)
    d1 = (math.log(s / k) + (r + 0.5 * sigma * sigma) * t) / root
    d2 = d1 - root
    n1 = 0.5 * math.erfc(-d1 / 1.4142135623730951)
    n2 = 0.5 * math.erfc(-d2 / 1.4142135623730951)
    return s * n1 - k * math.exp(-r * t) * n2


def kepler(m, e):
    x = m
    for _ in range(4):
        x = x - (x - e * math.sin(x) - m) / (1.0 - e * math.cos(x))
    return x


def log_sum_exp(a):
    m = a[0]
    for i in range(1, len(a)):
        if a[i] > m:
            m = a[i]
    s = 0.0
    for i in range(len(a)):
        s += math.exp(a[i] - m)
    return m + math.log(s)


def log_sum_exp_naive(a):
    s = 0.0
    for i in range(len(a)):
        s += math.exp(a[i])
    return math.log(s)


def softmax_first(a):
    m = a[0]
    for i in range(1, len(a)):
        if a[i] > m:
            m = a[i]
    s = 0.0
    for i in range(len(a)):
        s += math.exp(a[i] - m)
    return math.exp(a[0] - m) / s


def softmax_first_naive(a):
    s = 0.0
    for i in range(len(a)):
        s += math.exp(a[i])
    return math.exp(a[0]) / s


def welford_variance(a):
    mean = 0.0
    m2 = 0.0
    for i in range(len(a)):
        delta = a[i] - mean
        mean += delta / (i + 1.0)
        m2 += delta * (a[i] - mean)
    return m2 / (len(a) - 1.0)


def running_mean(a):
    s = 0.0
    last = 0.0
    for i in range(len(a)):
        s += a[i]
        last = s / (i + 1.0)
    return last


def rk4_step(y, h):
    k1 = -y * y
    u = y + 0.5 * h * k1
    k2 = -u * u
    v = y + 0.5 * h * k2
    k3 = -v * v
    w = y + h * k3
    k4 = -w * w
    return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def bilinear(q00, q01, q10, q11, x, y):
    low = q00 * (1.0 - x) + q10 * x
    high = q01 * (1.0 - x) + q11 * x
    return low * (1.0 - y) + high * y


def geometric_mean(a):
    p = 1.0
    for i in range(len(a)):
        p *= a[i]
    return p ** (1.0 / len(a))


def sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x))


def hypotenuse(x, y):
    return math.sqrt(x * x + y * y)


def relative_difference(x, y):
    return (x - y) / (x + y)


def horner(x):
    return ((2.0 * x - 3.0) * x + 5.0) * x - 7.0


def norm32(x, y):
    return np.sqrt(x * x + y * y)


def bin_of(x, width):
    return int(x / width)


#: For each function: the types, ranges, and whether it is right in these ranges.
CASES = {
    "average": ("ff", {}, False),
    "quadratic_root": ("fff", {"a": (-1e200, 1e200), "b": (-1e200, 1e200), "c": (-1e200, 1e200)}, False),
    "haversine": ("ffff", {name: (-1.5, 1.5) for name in ("lat1", "lon1", "lat2", "lon2")}, True),
    "black_scholes": ("fffff", {"s": (50.0, 150.0), "k": (50.0, 150.0), "t": (0.1, 2.0), "r": (0.0, 0.1), "sigma": (0.1, 0.6)}, True),
    "kepler": ("ff", {"m": (0.0, 6.3), "e": (0.0, 0.5)}, True),
    "log_sum_exp": ("a", {"a": (-700.0, 700.0)}, True),
    "log_sum_exp_naive": ("a", {"a": (-1000.0, 1000.0)}, False),
    "softmax_first": ("a", {"a": (-300.0, 300.0)}, True),
    "softmax_first_naive": ("a", {"a": (-1000.0, 1000.0)}, False),
    "welford_variance": ("a", {"a": (-1e6, 1e6)}, True),
    "running_mean": ("a", {}, False),
    "rk4_step": ("ff", {"y": (0.0, 10.0), "h": (0.0, 0.1)}, True),
    "bilinear": ("ffffff", {**{name: (-1e3, 1e3) for name in ("q00", "q01", "q10", "q11")}, "x": (0.0, 1.0), "y": (0.0, 1.0)}, True),
    "geometric_mean": ("a", {"a": (1e-100, 1e100)}, False),
    "sigmoid": ("f", {}, False),
    "hypotenuse": ("ff", {}, False),
    "relative_difference": ("ff", {"x": (-1.0, 1.0), "y": (-1.0, 1.0)}, True),
    "horner": ("f", {"x": (-1e6, 1e6)}, True),
    "norm32": ("ss", {"x": (-1e30, 1e30), "y": (-1e30, 1e30)}, False),
    "bin_of": ("ff", {"x": (-1e300, 1e300), "width": (1e-3, 1.0)}, False),
}
