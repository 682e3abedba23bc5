"""``solve``: SMT-LIB scripts by the portfolio of solvers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from . import _program
from .errors import BadInput, Interrupted


@dataclass(frozen=True)
class SolveResult:
    """What the solver said."""

    #: ``sat``, ``unsat`` or ``unknown`` for each ``(check-sat)``.
    answers: tuple[str, ...]
    #: Everything that was printed, models among it.
    output: str

    @property
    def answer(self) -> str:
        """The last answer."""
        return self.answers[-1] if self.answers else "unknown"


def solve(script: str, /, *, timeout: float | None = None, model: bool = False, options: Sequence[str] = ()) -> SolveResult:
    """Executes an SMT-LIB 2 script: floats, bit-vectors, arrays and reals.

    >>> solve('''(set-logic QF_FP) (declare-const x Float64)
    ... (assert (fp.lt (fp.add RNE x x) x)) (assert (fp.isPositive x)) (check-sat)''').answer
    'unsat'
    """
    words = ["solve", "-", *options]
    if timeout is not None:
        words += ["--timeout", f"{float(timeout):.3f}"]
    if model:
        words.append("--model")
    try:
        code, out, err = _program.run(words, script)
    except _program.Interruption:
        raise Interrupted(None) from None
    if code == 1:
        raise BadInput(next((line for line in out.splitlines() if line.startswith("(error")), err.strip()))
    if code in (2, 3):
        raise _program.failure(code, err, out)
    answers = tuple(line for line in out.splitlines() if line in ("sat", "unsat", "unknown"))
    return SolveResult(answers, out)
