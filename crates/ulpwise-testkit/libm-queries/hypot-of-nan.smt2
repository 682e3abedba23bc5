; C has hypot(infinity, NaN) = infinity.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.isNaN y))
(assert (not (fp.isNaN (libm.hypot RNE x y))))
(check-sat)
