; The length of a vector of numbers is a number.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (not (or (fp.isNaN x) (fp.isInfinite x))))
(assert (not (or (fp.isNaN y) (fp.isInfinite y))))
(assert (fp.isNaN (libm.hypot RNE x y)))
(check-sat)
