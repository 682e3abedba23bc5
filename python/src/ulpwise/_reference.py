"""Errors against a reference: ``accuracy(f, reference=mpmath.airyai)``.

Arguments come from the ends of the ranges, from all magnitudes in them, from what ``accuracy`` finds
without a reference, and from the neighbourhood of the largest errors so far. The reference is
evaluated with more and more bits until two results agree; what they never agree on is left out. A
search proves nothing about larger errors that it does not find.
"""

from __future__ import annotations

import math
import random
import struct
import time
from typing import Any, Callable, Iterator, Mapping, Sequence

from . import _numba
from .errors import BadInput, Interrupted, UlpwiseError
from .results import AccuracyFinding, AccuracyReport

#: From here on an error is a warning, relative or in units of the last place.
_THRESHOLDS = {"relative": 1e-3, "ulp": 1e3, "absolute": math.inf}


def against_reference(
    target: Any,
    reference: Callable[..., Any],
    *,
    ranges: Mapping[str, Any] | None,
    assume: Any,
    timeout: float,
    function: str | None,
    types: Any,
    metric: str,
) -> AccuracyReport:
    """Searches until the time is over; the three largest errors far from each other are reported."""
    if not callable(target) or function is not None:
        raise BadInput("reference= needs a Python function: of a file, compare a wrapper of it")
    try:
        import mpmath
    except ImportError:
        raise UlpwiseError("reference= needs mpmath: pip install mpmath") from None
    names = _names(target)
    limits = [_limits(name, ranges or {}) for name in names]
    unknown = [name for name in ranges or {} if name not in names]
    if unknown:
        raise BadInput(f"{getattr(target, '__name__', 'the function')} has no argument {unknown[0]!r}, to which ranges= gives a range; it has {', '.join(names)}")
    condition = _condition(assume, names)
    search = _Search(target, reference, metric, mpmath, condition)
    end = time.monotonic() + timeout
    interrupted = False
    try:
        for point in _points(limits, search):
            if time.monotonic() >= end:
                break
            search.look(point)
    except KeyboardInterrupt:
        interrupted = True
    report = search.report(names)
    if interrupted:
        raise Interrupted(report) from None
    return report


def _names(target: Any) -> list[str]:
    function = _numba._python_function(target) or target
    code = getattr(function, "__code__", None)
    if code is None:
        raise BadInput("reference= needs a function whose parameters have names")
    return list(code.co_varnames[: code.co_argcount])


def _limits(name: str, ranges: Mapping[str, Any]) -> tuple[float, float]:
    given = ranges.get(name, (-1.7976931348623157e308, 1.7976931348623157e308))
    low, high = given if isinstance(given, (tuple, list)) else (given, given)
    if not float(low) <= float(high):
        raise BadInput(f"the range of {name!r} is empty: {low} is not at most {high}")
    return float(low), float(high)


def _condition(assume: Any, names: Sequence[str]) -> Callable[[Sequence[float]], bool]:
    conditions = [assume] if isinstance(assume, str) else list(assume or [])
    codes = []
    for condition in conditions:
        try:
            codes.append(compile(condition, "<assume>", "eval"))
        except SyntaxError as error:
            raise BadInput(f"assume={condition!r} is no Python expression: {error}") from None
    space = {name: getattr(math, name) for name in dir(math) if not name.startswith("_")} | {"math": math}
    return lambda point: all(eval(code, space, dict(zip(names, point))) for code in codes)


def _ordinal(value: float) -> int:
    word: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return word if word >= 0 else -(word & 0x7FFFFFFFFFFFFFFF)


def _of_ordinal(ordinal: int) -> float:
    word = ordinal if ordinal >= 0 else (-ordinal) | (1 << 63)
    value: float = struct.unpack("<d", struct.pack("<Q", word & 0xFFFFFFFFFFFFFFFF))[0]
    return value


def _points(limits: Sequence[tuple[float, float]], search: "_Search") -> Iterator[tuple[float, ...]]:
    """Arguments without an end; the caller's clock ends it. The seed is always the same."""
    chance = random.Random(1)
    spans = [(_ordinal(low), _ordinal(high)) for low, high in limits]
    yield tuple(low for low, _ in limits)
    yield tuple(high for _, high in limits)
    step = 0
    while True:
        step += 1
        best = search.best_point(chance)
        if best is None or step % 2:
            if step % 4 == 1:
                yield tuple(chance.uniform(low, high) if high - low < math.inf else _of_ordinal(chance.randint(*span)) for (low, high), span in zip(limits, spans))
            else:
                yield tuple(_of_ordinal(chance.randint(*span)) for span in spans)
            continue
        moved = []
        width = 1 << chance.randint(0, 52)
        for value, (low, high) in zip(best, spans):
            ordinal = _ordinal(value) + chance.randint(-width, width)
            moved.append(_of_ordinal(min(max(ordinal, low), high)))
        yield tuple(moved)


class _Search:
    """The largest errors so far."""

    def __init__(self, target: Any, reference: Any, metric: str, mpmath: Any, condition: Callable[[Sequence[float]], bool]) -> None:
        self.target, self.reference, self.metric, self.mpmath, self.condition = target, reference, metric, mpmath, condition
        self.found: list[tuple[float, tuple[float, ...], Any, Any]] = []
        self.calls = 0
        self.not_settled = 0

    def best_point(self, chance: random.Random) -> tuple[float, ...] | None:
        """One of the points with the largest errors."""
        return chance.choice(self.found[:4])[1] if self.found else None

    def look(self, point: tuple[float, ...]) -> None:
        """Measures the error at a point, where there is a result and an exact one."""
        if not self.condition(point):
            return
        self.calls += 1
        try:
            computed = self.target(*point)
        except (ArithmeticError, ValueError):
            return
        right = self._right(point)
        if right is None:
            return
        error = self._error(computed, right)
        if error > 0 and (len(self.found) < 64 or error > self.found[-1][0]):
            self.found.append((error, point, computed, right))
            self.found.sort(key=lambda one: -one[0])
            del self.found[64:]

    def _right(self, point: tuple[float, ...]) -> Any:
        """The reference's value, once two precisions agree to 30 digits."""
        mpmath, last = self.mpmath, None
        for bits in (120, 240, 480, 960, 1920):
            try:
                with mpmath.workprec(bits):
                    value = mpmath.mpmathify(self.reference(*map(mpmath.mpf, point)))
                    if last is not None and (value == last or abs(value - last) <= abs(value) * mpmath.mpf(2) ** -100):
                        return value
            except (ArithmeticError, ValueError, mpmath.NoConvergence, NotImplementedError):
                return None
            last = value
        self.not_settled += 1
        return None

    def _error(self, computed: Any, right: Any) -> float:
        mpmath = self.mpmath
        with mpmath.workprec(400):
            value = mpmath.mpmathify(complex(computed) if isinstance(computed, complex) else float(computed))
            if not mpmath.isfinite(right):
                return 0.0
            size = abs(right)
            if not mpmath.isfinite(value):
                # Results too large for a double are right as infinities.
                return 0.0 if mpmath.isinf(value) and size > mpmath.mpf("1.797693134862315807e308") else math.inf
            difference = abs(value - right)
            if self.metric == "absolute":
                return float(difference)
            least = mpmath.mpf(2) ** -1022
            if self.metric == "relative":
                return float(difference / max(size, least))
            exponent = mpmath.frexp(max(size, least))[1]
            return float(difference / mpmath.mpf(2) ** (exponent - 53))

    def report(self, names: Sequence[str]) -> AccuracyReport:
        """The largest error, and others whose arguments are far from it."""
        kept: list[tuple[float, tuple[float, ...], Any, Any]] = []
        for one in self.found:
            is_near = any(all(abs(_ordinal(a) - _ordinal(b)) < 1 << 48 for a, b in zip(one[1], other[1])) for other in kept)
            if not is_near and len(kept) < 3:
                kept.append(one)
        limit = _THRESHOLDS[self.metric]
        findings = tuple(
            AccuracyFinding(
                level="warning" if error >= limit else "note",
                place=None,
                output="return",
                computed=repr(computed),
                right=self.mpmath.nstr(right, 20),
                error=error,
                inputs=point,
                arguments=dict(zip(names, point)),
                role=None,
                raw={},
                _call=self.target,
            )
            for error, point, computed, right in kept
        )
        warnings = (f"{self.not_settled} calls are left out, on which the reference did not settle",) if self.not_settled else ()
        return AccuracyReport(findings, self.metric, self.calls, None, None, warnings, {"findings": [], "metric": self.metric})
