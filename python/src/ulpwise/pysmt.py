"""The portfolio as a solver for pySMT.

>>> from pysmt.shortcuts import BV, BVMul, Equals, Symbol, is_sat
>>> from pysmt.typing import BV16
>>> import ulpwise.pysmt
>>> ulpwise.pysmt.register()
>>> x = Symbol("x", BV16)
>>> is_sat(Equals(BVMul(x, x), BV(1369, 16)), solver_name="ulpwise", logic="QF_BV")
True

pySMT has no floats: scripts with them go to :func:`ulpwise.solve`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ._program import program
from .errors import UlpwiseError

#: The logics of pySMT that the portfolio decides.
LOGICS = ("QF_BV", "QF_ABV")


def register(environment: Any = None, name: str = "ulpwise") -> None:
    """Makes the solver known to pySMT, in the given environment or in pySMT's own."""
    try:
        from pysmt import logics
        from pysmt.environment import get_env
        from pysmt.smtlib.solver import SmtLibSolver
    except ImportError:
        raise UlpwiseError("ulpwise.pysmt needs pySMT: pip install pysmt") from None

    class Portfolio(SmtLibSolver):  # type: ignore[misc, unused-ignore]
        """The program, as it stands at the other end of a pipe."""

        def set_option(self, name: str, value: str) -> None:
            """Sets an option; where diagnostics go is not one: there are none between answers."""
            if name != ":diagnostic-output-channel":
                super().set_option(name, value)

    factory = (environment or get_env()).factory
    if factory.is_generic_solver(name):
        return
    known = [getattr(logics, logic) for logic in LOGICS if hasattr(logics, logic)]
    words = [program(), "solve", "-"]
    factory.add_generic_solver(name, words, known)
    solver: Any = partial(Portfolio, words, LOGICS=known)
    solver.LOGICS, solver.UNSAT_CORE_SUPPORT = known, False
    factory._all_solvers[name] = solver
