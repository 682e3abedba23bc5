"""The portfolio of solvers, from Python."""

import pytest

import ulpwise


def test_solve():
    script = "(set-logic QF_FP)(declare-const x Float32)(assert (fp.lt x x))(check-sat)"
    assert ulpwise.solve(script).answers == ("unsat",)
    found = ulpwise.solve(script.replace("fp.lt", "fp.eq"), model=True)
    assert found.answer == "sat" and "define-fun x" in found.output
    with pytest.raises(ulpwise.BadInput, match="line 1"):
        ulpwise.solve("(assert nonsense)")


def test_pysmt():
    from pysmt.shortcuts import BV, And, BVMul, BVUGT, Equals, Solver, Symbol, is_unsat
    from pysmt.typing import BV16

    import ulpwise.pysmt

    ulpwise.pysmt.register()
    x = Symbol("x", BV16)
    root = And(Equals(BVMul(x, x), BV(1369, 16)), BVUGT(BV(100, 16), x))
    with Solver(name="ulpwise", logic="QF_BV") as solver:
        solver.add_assertion(root)
        assert solver.solve() and solver.get_value(x).constant_value() == 37
    assert is_unsat(And(root, Equals(x, BV(36, 16))), solver_name="ulpwise", logic="QF_BV")
